import { dayAndTime } from "../../base/format-time.ts";
import type { Language, Localized } from "../../base/localized.ts";
import type { BudgetReach, BudgetScope, BudgetUnit } from "./budgets.ts";
import type { RateRefusal } from "./rate-limits.ts";

const SCOPES: Readonly<Record<BudgetScope, Localized>> = {
  person: { ko: "개인", en: "Your" },
  chat: { ko: "이 채팅의", en: "This chat's" },
  schedule: { ko: "이 예약의", en: "This schedule's" },
  service: { ko: "서비스 전체의", en: "The whole service's" },
};

/** An amount of a budget: whole tokens, or dollars with four places where there is less than one. */
export function amountWords(amount: number, unit: BudgetUnit, language: Language): string {
  if (unit === "tokens") {
    const count = amount.toLocaleString("en-US");
    return language === "ko" ? `${count}토큰` : `${count} tokens`;
  }
  const dollars = amount / 1_000_000;
  return `$${dollars.toFixed(dollars < 1 ? 4 : 2)}`;
}

/** Why a call of the model was not made, what was used, what the limit is, when it begins anew and what to do. Times are in `zone`. Pure. */
export function reachWords(
  reach: BudgetReach,
  reader: { readonly zone: string; readonly asked: "asked" | "denied" },
): Localized {
  return {
    ko: reachKorean(reach, reader),
    en: reachEnglish(reach, reader),
  };
}

function reachKorean(
  reach: BudgetReach,
  { zone, asked }: { readonly zone: string; readonly asked: "asked" | "denied" },
): string {
  const { used, limit, wanted } = amounts(reach, "ko");
  const time = dayAndTime(reach.resetsAtMs, { language: "ko", zone });
  const whose = SCOPES[reach.scope].ko;
  // What everybody together has used is not told to each.
  const state =
    reach.scope === "service"
      ? `한도 ${limit}`
      : `${used} 사용, 한도 ${limit}, 이번 물음에 최대 ${wanted}`;
  if (reach.kind === "hard")
    return `오늘 ${whose} 모델 사용 한도에 닿았습니다 (${state}). ${time}에 다시 시작합니다. 그때까지는 예시로 답하거나 /ibl 로 직접 실행할 수 있고, 더 필요하면 운영자가 한도를 올릴 수 있습니다 (/usage).`;
  return asked === "denied"
    ? `오늘 ${whose} 모델 사용량이 많아 주인에게 물었지만 허락하지 않았습니다 (${state}). ${time}에 다시 시작합니다.`
    : `오늘 ${whose} 모델 사용량이 한도에 가까워(${state}) 주인에게 더 써도 되는지 물었습니다. 허락되면 다시 말씀해 주세요. ${time}에는 새로 시작합니다.`;
}

function reachEnglish(
  reach: BudgetReach,
  { zone, asked }: { readonly zone: string; readonly asked: "asked" | "denied" },
): string {
  const { used, limit, wanted } = amounts(reach, "en");
  const time = dayAndTime(reach.resetsAtMs, { language: "en", zone });
  const whose = SCOPES[reach.scope].en;
  const state =
    reach.scope === "service"
      ? `the limit is ${limit}`
      : `used ${used} of ${limit}; this question may take up to ${wanted}`;
  if (reach.kind === "hard")
    return `${whose} limit of the model for today is reached (${state}). It begins anew at ${time}. Until then I answer from examples, and /ibl runs a program you write; the operator can raise the limit (/usage).`;
  return asked === "denied"
    ? `${whose} use of the model today comes close to its limit (${state}), and an owner who was asked did not allow more. It begins anew at ${time}.`
    : `${whose} use of the model today comes close to its limit (${state}), so an owner has been asked to allow more. Once that is allowed, please ask again; at ${time} it begins anew.`;
}

function amounts(
  { unit, used, limit, wanted }: BudgetReach,
  language: Language,
): Readonly<Record<"used" | "limit" | "wanted", string>> {
  return {
    used: amountWords(used, unit, language),
    limit: amountWords(limit, unit, language),
    wanted: amountWords(wanted, unit, language),
  };
}

/** That messages or programs come too fast, how many are taken, and how long until the next one is. Pure. */
export function rateWords({
  kind,
  per,
  most,
  windowMs,
  waitMs,
}: Omit<RateRefusal, "ok" | "isFirst">): Localized {
  const isMinute = windowMs <= 60_000;
  const isChat = per === "chat";
  const korean = {
    what: kind === "message" ? "메시지가" : "프로그램이",
    where: isChat ? "이 대화는 " : "",
    window: isMinute ? "1분" : "1시간",
  };
  const english = {
    what: kind === "message" ? "messages" : "programs",
    where: isChat ? " in this chat" : "",
    window: isMinute ? "a minute" : "an hour",
  };
  const isLong = waitMs > 90_000;
  const wait = Math.max(1, Math.ceil(waitMs / (isLong ? 60_000 : 1000)));
  return {
    ko: `${korean.what} 너무 많아요. ${korean.where}${korean.window}에 ${most}개까지예요. ${wait}${isLong ? "분" : "초"} 뒤에 다시 받을게요.`,
    en: `Too many ${english.what}: ${most}${english.where} in ${english.window} at most. I'll take the next in ${wait} ${isLong ? "min" : "s"}.`,
  };
}
