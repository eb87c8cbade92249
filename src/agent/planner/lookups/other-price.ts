import { currencyOf } from "../../../rag/text/currencies.ts";
import { quoteIbl } from "../code.ts";
import type { PlanOptions } from "../result.ts";
import { type ClosedPhrase, isPhrase } from "../wording/closed-phrases.ts";
import { planLookup } from "./lookup.ts";

/** What a message asks of the price or the exchange that was asked about before it: another amount or currency, or its course. `undefined` for any other message. Pure. */
export function otherPrice(
  message: string,
  last: string,
  options: PlanOptions,
): string | undefined {
  const words = message.normalize("NFC").trim();
  return otherAmount(words, last, options) ?? courseOf(words, last, options);
}

const EXCHANGE =
  /^\[source:price\]\("(?:(?<from>[A-Z]{3})?(?<to>[A-Z]{3})=X|(?<alone>[^"\\]+))"\)(?: \{amount: (?<old>[\d.]+)\})?$/u;
/** "what about 75", 그럼 500유로는?, 엔화는?, "and in yen?" */
const MORE =
  /^(?:(?:그럼|그러면|그리고|아|and|then|so|ok|what\s+about|how\s+about|for)[\s,]+)*(?:\S+\s말고\s)?(?<into>in\s+|to\s+)?(?:(?<amount>\d[\d.]*)\s*)?(?<name>[a-z]+(?:\s[a-z]+)?|[가-힣]+?)?(?:으로|로|은|는|도)?(?:요)?(?:\s*(?:얼마|어때)\S*)?[\s?？.!]*$/iu;

/** Wants it the other way round, whatever is said of that behind it. */
const FLIPS =
  /^(?:(?:no|nope|sorry|i\s+mean[t]?|아니|아냐)[\s,.]+)*(?:(?:and|do|it)\s+)*(?:the\s+)?(?:(?:other|opposite)\s+way(?:\s+(?:a?round|about))?|reverse|vice\s+versa|(?:그\s?)?(?:반대|거꾸로)(?:로|야|는|요)*)(?:[\s,.!?？]|$)/iu;

function otherAmount(message: string, last: string, options: PlanOptions): string | undefined {
  const before = EXCHANGE.exec(last)?.groups;
  const said = MORE.exec(message)?.groups;
  if (before?.["to"] !== undefined && FLIPS.test(message)) {
    const { from: target = "USD", to: source, old: amount } = before;
    return exchangeCode({ source, target, amount }, options);
  }
  if (before === undefined || said === undefined) return undefined;
  const { alone, from = alone === undefined ? "USD" : currencyOf(alone), to, old } = before;
  const { amount, name, into } = said;
  const currency = name === undefined ? from : currencyOf(name);
  const isOther = amount !== undefined || name !== undefined;
  if (from === undefined || currency === undefined || !isOther) return undefined;
  const [source, target] =
    into !== undefined && amount === undefined ? [from, currency] : [currency, to];
  return exchangeCode({ source, target, amount: amount ?? old }, options);
}

function exchangeCode(
  said: {
    readonly source: string;
    readonly target: string | undefined;
    readonly amount: string | undefined;
  },
  options: PlanOptions,
): string | undefined {
  const { source, target, amount } = said;
  const rate = target === undefined ? `exchange rate of ${source}` : `${source} to ${target}`;
  const planned = planLookup(amount === undefined ? rate : `${amount} ${rate}`, options);
  return planned?.kind === "sure" ? planned.code : undefined;
}

/** Stands for a name that no table has. */
const STAND_IN = "tesla";

/** The course of what a price was asked of: "chart it for 3 months", 최근 반년 추이도 좀. */
function courseOf(message: string, last: string, options: PlanOptions): string | undefined {
  const { name } = PRICED.exec(last)?.groups ?? {};
  const [span] = SPAN.exec(message) ?? [];
  if (name === undefined || span === undefined) return undefined;
  if (!isPhrase(message.replace(SPAN, " "), COURSE)) return undefined;
  const isDrawn = DRAWN.test(message);
  const words = /[가-힣]/u.test(span)
    ? `${STAND_IN} ${span} ${isDrawn ? "차트 그려줘" : "추이"}`
    : `${isDrawn ? "chart of " : "price of "}${STAND_IN} over the last ${span}`;
  const planned = planLookup(words, options);
  return planned?.kind === "sure"
    ? planned.code.replaceAll(quoteIbl(STAND_IN), () => quoteIbl(name))
    : undefined;
}

const PRICED = /^\[source:price(?:_history)?\]\("(?<name>[^"\\]+)"\)[^>&?]*$/u;
const SPAN =
  /(?:\d{1,2}|한|두|세|석|여섯|육|반|일)\s?(?:개월|달|년|주일?)(?:치)?|\b(?:(?:\d{1,2}|an?|one|two|three|six|half\s+a)\s+)?(?:months?|years?|weeks?)\b/iu;
const DRAWN = /차트|그래프|그려|그림|\b(?:chart|plot|graph|draw)\b/iu;
/** Asks for what was so far, and names nothing. */
const COURSE: ClosedPhrase = {
  needs: /차트|그래프|추이|흐름|최근|지난|동안|\b(?:chart|plot|graph|draw|over|last|past)\b/u,
  words:
    "chart plot graph draw make over last past previous how about what show see look 차트 그래프 추이 흐름 최근 지난 동안 그려 그려줘 봐야겠다 보자 보여 보여줘 볼래 싶어 치 간",
};
