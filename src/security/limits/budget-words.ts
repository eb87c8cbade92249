import { hourOf } from "../../base/format-time.ts";
import type { Language, Localized } from "../../base/localized.ts";
import type { BudgetReach, BudgetUnit } from "./budgets.ts";
import type { RateRefusal } from "./rate-limits.ts";

/** An amount of a budget: whole tokens, or dollars with four places where there is less than one. */
export function amountWords(amount: number, unit: BudgetUnit, language: Language): string {
  if (unit === "tokens") {
    const count = amount.toLocaleString("en-US");
    return language === "ko" ? `${count}토큰` : `${count} tokens`;
  }
  const dollars = amount / 1_000_000;
  return `$${dollars.toFixed(dollars < 1 ? 4 : 2)}`;
}

/** Why a call of the model was not made, when it can be again and what works meanwhile. Times are in `zone`, and as `marked` shows them; default as they are. Pure. */
export function reachWords(
  { kind, resetsAtMs }: Pick<BudgetReach, "kind" | "resetsAtMs">,
  {
    zone,
    asked,
    marked = (words) => words,
  }: {
    readonly zone: string;
    readonly asked: "asked" | "denied";
    readonly marked?: (words: string, atMs: number) => string;
  },
): Localized {
  const time = (language: Language): string =>
    marked(hourOf(resetsAtMs, { language, zone }), resetsAtMs);
  if (kind === "soft" && asked === "asked")
    return {
      ko: "오늘 몫을 거의 다 써서 주인에게 물어봤어요. 허락되면 다시 말해 주세요.",
      en: "Today's share is nearly used up, so I asked an owner. Once they allow more, say it again.",
    };
  const isAsked = asked === "asked";
  return {
    ko: `오늘 몫을 다 썼어요. ${time("ko")}에 다시 돼요. 알림·날씨·검색은 지금도 돼요.${isAsked ? " 주인에게 물어봤어요." : ""}`,
    en: `Used up until ${time("en")}. Reminders, weather and search still work.${isAsked ? " I asked the owner." : ""}`,
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
