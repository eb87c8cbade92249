import { currencyOfListed, symbolOfName } from "../../../rag/text/listed-names.ts";
import { quoteIbl } from "../code.ts";
import type { PlannerResult, PlanOptions } from "../result.ts";
import { SCALES } from "./arithmetic.ts";
import { planWatch } from "./watch.ts";

const SCORE = 0.95;

/** Says that something is to be told, at the end of a Korean wish. */
const KOREAN_TELL =
  "(?:바로\\s*|꼭\\s*|좀\\s*|나한테\\s*|내게\\s*)*(?:알려|알림|알람|말\\s*(?:좀\\s*)?해|얘기|신호|톡|연락|깨워|귀띔|노티|불러)";
const KOREAN = new RegExp(
  `^(?<name>.+?)(?:이|가|은|는)?\\s*(?:(?:주가|가격|시세|환율)(?:이|가)?\\s*)?(?<number>\\d[\\d,.]*)\\s*(?<scale>억|천만|백만|십만|만|천)?\\s*(?<unit>원|달러|불|포인트|엔|유로)?(?!\\s*(?:%|퍼센트|프로|도|시|분|개|명))\\s*(?<way>[^?\\d]{1,24}?)(?:으면|면|순간|때|시|거든|자마자|는\\s?대로|이?하|이상|미만|초과)?(?:에|에는|이)?[\\s,]*${KOREAN_TELL}(?![^?]*(?:아니면|[가-힣](?:고|서)\\s))[^?]{0,24}$`,
  "u",
);
const ENGLISH_ASKS =
  "(?:please\\s+)?(?:(?:shout|yell|holler|scream)(?:\\s+at\\s+me)?|(?:alert|tell|notify|ping|warn|let|buzz|text|message)\\s+me(?:\\s+know)?|i\\s+want\\s+to\\s+(?:know|hear)|give\\s+me\\s+(?:a\\s+)?(?:shout|heads[\\s-]?up|ping))";
const WHEN = "(?:if|when|once|as\\s+soon\\s+as|whenever|the\\s+(?:moment|minute))";
const CROSSES = `(?:the\\s+price\\s+of\\s+)?(?:the\\s+)?(?<name>.+?)(?:'s\\s+price|\\s+price|\\s+stock|\\s+shares?)?\\s+(?<way>(?:(?:ever|goes|go|rises?|climbs?|gets?|falls?|drops?|is|trades?|moves?|closes?|comes?|dips?|sinks?|slips?|breaks?|hits?|reaches|touches|crosses|exceeds|tops?|up|down|back|above|over|past|beyond|higher|more|less|lower|than|below|under|beneath|through|to|at)\\s+)+)(?<unit>[$€£₩])?(?<number>\\d[\\d,.]*)(?<scale>k|m)?(?!\\s*(?:%|percent|degrees|am|pm|:))\\s*(?:dollars|bucks|won|usd|krw|eur|euros|yen|points)?(?<after>\\s+or\\s+(?:less|lower|below|more|higher|above))?`;
const ENGLISH = [
  `${ENGLISH_ASKS}\\s+${WHEN}\\s+${CROSSES}`,
  `${WHEN}\\s+${CROSSES}[\\s,]+(?:then\\s+)?${ENGLISH_ASKS}`,
].map((form) => new RegExp(`^${form}(?:[\\s,]+(?:please|pls|thanks))?[\\s.!]*$`, "iu"));

/** What the words of a line say of it, the first that fits. */
const WAYS: readonly (readonly [RegExp, string])[] = [
  [/미만|밑으로|아래로/u, "<"],
  [/초과|위로/u, ">"],
  [
    /이하|or\s+(?:less|lower|below)|(?:까지|로)\s*(?:떨어|내려|하락)|(?:falls?|drops?|down|dips?|sinks?|slips?)\s+to\b/iu,
    "<=",
  ],
  [
    /이상|찍|도달|닿|터치|되|(?:까지|로)\s*(?:오르|올라|상승)|or\s+(?:more|higher|above)|\b(?:hits?|reach(?:es)?|touches|at|(?:gets?|climbs?|rises?|goes|back|up)\s+to)\b/iu,
    ">=",
  ],
  [/밑|아래|미만|떨어|내려|하회|깨지|below|under|beneath|lower|less|down/iu, "<"],
  [
    /넘|초과|돌파|위|오르|올라|뚫|above|over|past|beyond|higher|more|exceeds?|crosses|tops?|breaks?|through/iu,
    ">",
  ],
];

/** What may be the name of a company, an index or a currency. */
const COMPANY = /^(?:the\s+)?[a-z][a-z&.^-]*(?:\s[a-z&.]+)?$/iu;

/** What is measured otherwise than by a price, or not named. */
const MEASURED =
  /^[\d\s,.]+$|temperature|humidity|wind|rain|snow|dust|\bair\b|pollution|battery|cpu|disk|memory|usage|weight|traffic|visitors?|users?|views?|followers?|subscribers?|downloads?|requests?|orders?|sales|errors?|latency|speed|load|level|score|rating|votes?|steps|pulse|heart|noise|queue|people|members?|messages?|기온|온도|습도|바람|미세먼지|먼지|배터리|용량|체중|방문자|트래픽|조회|구독|점수|속도|인원|사람|걸음|^(?:it|that|this|they|그거|그게|이거|이게|그것)$/iu;

/** Stands for what was looked up last. */
const POINTING =
  /(?<=\b(?:if|when|once|whenever)\s+)(?:it|that)\b|(?<![가-힣])(?:그거|그게|이거|이게)(?![가-힣])/iu;
const LOOKED_UP = /^\[source:price(?:_history)?\]\("(?<name>[^"\\]+)"\)/u;

/** An alert on the price that the last program looked up ("let me know if it drops under 12"); undefined for any other message. Pure. */
export function planPointedAlert(
  text: string,
  last: string,
  options: PlanOptions,
): PlannerResult | undefined {
  const name = LOOKED_UP.exec(last)?.groups?.["name"];
  if (name === undefined || !POINTING.test(text)) return undefined;
  return planAlert(
    text.replace(POINTING, () => name),
    options,
  );
}

/** Plans a message that wants to be told when a price crosses a line ("alert me if tesla goes above 400"); undefined for any other. */
export function planAlert(text: string, options: PlanOptions): PlannerResult | undefined {
  const { allowedNodes, schedules = [] } = options;
  if (["system", "source"].some((node) => allowedNodes?.includes(node) === false)) return undefined;
  const korean = KOREAN.exec(text.trim())?.groups;
  const said = korean ?? ENGLISH.map((form) => form.exec(text.trim())?.groups).find(Boolean);
  if (said === undefined) return planWatch(text, options);
  const { name = "", number = "", scale = "", unit, way = "", after = "" } = said;
  const words = korean === undefined ? `${after} ${way}` : text.slice(text.indexOf(number));
  const sign = WAYS.find(([form]) => form.test(words))?.[1];
  if (sign === undefined) return undefined;
  const mayBeName = korean === undefined && COMPANY.test(name);
  if (MEASURED.test(name) || (unit === undefined && !mayBeName && !symbolOfName(name)))
    return undefined;
  const line = Number(number.replaceAll(",", "")) * (SCALES[scale.toLowerCase()] ?? 1);
  if (!Number.isFinite(line) || name.length > LONGEST_NAME) return undefined;
  const title = titleOf(name, `${number}${scale}`, schedules);
  const condition = `price ${sign} ${line}`;
  return watching(title, watchedFor(name, unit), { condition, text, options });
}

/** The alert itself, where there is something to watch. */
function watching(
  title: string,
  watched: string | undefined,
  said: { readonly condition: string; readonly text: string; readonly options: PlanOptions },
): PlannerResult {
  const { condition, text, options } = said;
  if (watched === undefined) return { kind: "none", answer: TRADED_IN_DOLLARS[options.language] };
  const look = `[source:price](${quoteIbl(watched)})`;
  const parameters = [
    'type: "condition"',
    `watch: ${quoteIbl(look)}`,
    `condition: ${quoteIbl(condition)}`,
    `pipeline: ${quoteIbl(look)}`,
  ].join(", ");
  const code = `[system:create](${quoteIbl(title)}) {${parameters}}`;
  return { kind: "sure", code, score: SCORE, intent: text };
}

/** What is watched for a line in a currency: a coin also has a price in won; nothing where a share is traded in dollars and the line is in won. */
function watchedFor(name: string, unit: string | undefined): string | undefined {
  const isWon = unit === "원" || unit === "₩";
  if (!isWon || currencyOfListed(name) !== "USD") return name;
  const symbol = symbolOfName(name) ?? name;
  return symbol.endsWith("-USD") ? symbol.replace(/-USD$/u, "-KRW") : undefined;
}

const TRADED_IN_DOLLARS = {
  ko: "그건 달러로 거래돼요. 몇 달러인지 말해 주세요.",
  en: "That trades in dollars. Please name the line in dollars.",
};

/** The currency of a price that an alert watches, by the name that it watches; nothing where it is not known. */
export function alertCurrency(name: string): string | undefined {
  return currencyOfListed(name);
}

/** The name, and where something is called that already, the line with it. */
function titleOf(name: string, line: string, taken: readonly string[]): string {
  const shown = name.slice(0, 1).toUpperCase() + name.slice(1);
  return taken.includes(shown) ? `${shown} ${line}` : shown;
}

/** In UTF-16 units. */
const LONGEST_NAME = 40;
