import { currencyOf } from "../../../rag/text/currencies.ts";
import { plainNumbers } from "./arithmetic.ts";

const AMOUNT = "(?<amount>\\d[\\d.]*)";
/** Everything but a digit, so that an amount ends where its currency begins. */
const NAME = "[^\\d\\s]+?(?: [a-z]+)??";
const ENGLISH = [
  `${AMOUNT} ?(?<from>${NAME}) (?:worth )?(?:in|to|into|as|for|=) (?:an? |the )?(?<to>${NAME})`,
  `(?<from>[$€£¥₩]) ?${AMOUNT} (?:worth )?(?:in|to|into|as|for|=) (?<to>${NAME})`,
  `(?:(?:how )?(?:many|much) )?(?:in )?(?<to>${NAME}) (?:is|are|for|in|do i get for) ${AMOUNT} ?(?<from>${NAME})`,
  `(?:(?:how )?(?:many|much) )?(?:in )?(?<to>${NAME}) (?:is|are|for|in|do i get for) (?<from>[$€£¥₩]) ?${AMOUNT}`,
  `${AMOUNT} ?(?<from>${NAME})`,
];
const KOREAN = [
  `${AMOUNT} ?(?<from>[^\\d\\s]+?|[가-힣]+ 달러)(?:을|를|은|는|이면|면|이|가)? (?:몇 ?)?(?<to>[가-힣]+? 달러|[^\\d\\s]+?)(?:으로|로|이야|야|이지|지|인지|이에요|일까|이고)?(?: ?(?:얼마|환전|환산|바꾸면|하면).*)?`,
  `${AMOUNT} ?(?<from>[가-힣]+ 달러|[^\\d\\s]+?)(?:은|는|이면|면|이|가)? (?:얼마(?:야|지|예요|에요|정도야)?|환전)`,
];
const RATES = [
  "(?<from>[a-z]{3})[ /]?(?<to>[a-z]{3})(?: (?:exchange )?rate)?",
  "(?:the )?(?<from>[a-z]+(?: [a-z]+)?) (?:to|[-/]|vs) (?<to>[a-z]+(?: [a-z]+)?)(?: (?:exchange )?rate)?",
  "(?:the )?(?:exchange )?rate (?:of|for|from) (?:the )?(?<from>[a-z]+)(?: (?:to|in|and) (?<to>[a-z]+))?",
  "(?:the )?(?<from>[a-z]+) (?:exchange )?rates?",
  "(?<to>원)[ /]?(?<from>달러|엔|유로|위안)(?: ?환율)?",
  "(?<from>[가-힣]+?(?: 달러)?)(?: ?(?<to>원))? ?환율",
  "환율(?:은|을|이)?(?: ?좀)?(?: (?:봐|알려|보여|찾아|확인해?) ?(?:줘|주세요|줄래))?[?,]? (?<from>[가-힣]+?(?: 달러)?)(?:은|는|이|가)?",
];

const FORMS = [...ENGLISH, ...KOREAN, ...RATES].map((form) => new RegExp(`^(?:${form})$`, "u"));

/** A currency alone; what it is worth must be asked. */
const ALONE =
  /^(?:the |지금 |오늘 |현재 |요즘 )?(?<from>[a-z]+(?: [a-z]+)?|[가-힣]+?(?: 달러)?)(?:은|는|이|가)?(?: 시세)?$/u;
const ASKS_WORTH = /얼마|시세|\bhow much\b|\bworth\b/u;

const FRAME =
  /^(?:(?:what(?:['’]?s|\s+is|\s+are)?|how\s+much(?:['’]?s|\s+is|\s+are)?|how(?:['’]?s|\s+is)?|convert|exchange|change|check|show\s+me|the\s+current)\s+)+/iu;
const TAIL =
  /\s*(?:right\s+now|now|today|지금|오늘|알려\s?(?:줘|주세요)|보여\s?줘|계산해?\s?줘|바꿔\s?줘|환산해?\s?(?:줘|봐)?|환전(?:하면)?|얼마(?:야|지|예요|에요|임|니|인가요?)?|어때|worth)$/iu;

/** A rate, or an amount in another currency. */
export interface Exchange {
  /** Yahoo's symbol of the pair. */
  readonly symbol: string;
  readonly amount?: number;
}

/** The exchange that a message asks for ("50 usd in won", 엔 환율); without a second currency that of `home`, or where that is the first the dollar, and of the dollar the euro. `undefined` for any other message. Pure. */
export function exchangeIn(text: string, home: string): Exchange | undefined {
  const plain = plainNumbers(text.normalize("NFC").toLowerCase());
  const said = plain.replace(/[\s?？!.~]+$/u, "").trim();
  const isAsked = FRAME.test(said) || TAIL.test(said);
  const bare = said.replace(FRAME, "");
  const wordings = [bare, bare.replace(TAIL, "").replace(TAIL, "").trim()];
  for (const form of FORMS)
    for (const wording of wordings) {
      const exchange = exchangeOf(form.exec(wording)?.groups ?? {}, home, isAsked);
      if (exchange !== undefined) return exchange;
    }
  const alone = ALONE.exec(wordings[1] ?? "")?.groups;
  if (alone === undefined || !ASKS_WORTH.test(said)) return undefined;
  return exchangeOf(alone, home, true);
}

function exchangeOf(
  { from = "", to, amount }: Readonly<Record<string, string | undefined>>,
  home: string,
  isAsked: boolean,
): Exchange | undefined {
  const source = currencyOf(from);
  if (source === undefined || (to === undefined && amount !== undefined && !isAsked))
    return undefined;
  const target = to === undefined ? otherThan(source, home) : currencyOf(to);
  if (target === undefined || target === source) return undefined;
  const symbol = `${source === "USD" ? "" : source}${target}=X`;
  return amount === undefined ? { symbol } : { symbol, amount: Number(amount) };
}

function otherThan(source: string, home: string): string {
  if (source !== home) return home;
  return home === "USD" ? "EUR" : "USD";
}
