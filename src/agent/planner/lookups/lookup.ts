import { symbolOfName } from "../../../rag/text/listed-names.ts";
import { quoteIbl } from "../code.ts";
import type { PlannerResult, PlanOptions } from "../result.ts";
import { type ClosedPhrase, isPhrase } from "../wording/closed-phrases.ts";
import { sumIn } from "./arithmetic.ts";
import { comparedPlaces } from "./comparison.ts";
import { courseIn } from "./course.ts";
import { exchangeIn } from "./exchange.ts";
import { translationIn } from "./translation.ts";
import { weatherRequest } from "./weather-request.ts";

const SCORE = 0.95;
/** In UTF-16 units: what only looks something up is short. */
const LONGEST_LOOKUP = 160;

/** Plans a message that looks something up and whose form says all of it ("what's 17 * 23", "50 usd in won", 우산 챙겨야 해?); undefined for any other. Pure. */
export function planLookup(text: string, options: PlanOptions): PlannerResult | undefined {
  const said = text.normalize("NFC").trim().replace(POLITE_BEFORE, "").replace(POLITE_AFTER, "");
  if (said.length > LONGEST_LOOKUP || said.includes("\n")) return undefined;
  const code = codeFor(said, options);
  const nodes = [...(code ?? "").matchAll(/\[(\w+):/gu)].map(([, node = ""]) => node);
  const isAllowed = nodes.every((node) => options.allowedNodes?.includes(node) !== false);
  if (code === undefined || !isAllowed) return undefined;
  return { kind: "sure", code, score: SCORE, intent: text };
}

/** Politeness and hesitation around what is asked. */
const POLITE_BEFORE =
  /^(?:(?:hey|hi|ok|okay|um+|so|please|pls|quick\s+question|(?:can|could|would)\s+you\s+(?:please\s+)?(?:tell|show)\s+me|do\s+you\s+know|저기|혹시|근데|음+)[\s,:]+)+/iu;
const POLITE_AFTER = /(?:[\s,]+(?:please|pls|plz|thanks|thx|thank\s+you))+[\s!.]*$|\s?좀[\s.~]*$/iu;

function codeFor(said: string, options: PlanOptions): string | undefined {
  const sum = sumIn(said);
  if (sum !== undefined) return `[system:tool]("calculate") {expression: ${quoteIbl(sum)}}`;
  const exchange = exchangeIn(said, homeCurrency(options));
  if (exchange !== undefined) {
    const amount = exchange.amount === undefined ? "" : ` {amount: ${exchange.amount}}`;
    return `[source:price](${quoteIbl(exchange.symbol)})${amount}`;
  }
  const weather = weatherIn(said, options);
  if (weather !== undefined) return weather;
  const translation = translationIn(said);
  if (translation !== undefined)
    return `[system:translate](${quoteIbl(translation.text)}) {to: "${translation.to}"}`;
  const priced = pricesCode(said);
  if (priced !== undefined) return priced;
  const topic = newsTopic(said, options);
  return topic === undefined ? undefined : `[source:search_news](${quoteIbl(topic)})`;
}

function weatherIn(said: string, { city }: PlanOptions): string | undefined {
  const places = comparedPlaces(said);
  if (places !== undefined)
    return places.map((name) => `[source:weather](${quoteIbl(name)})`).join(" & ");
  const request = weatherRequest(said);
  if (request === undefined) return undefined;
  const named = request.place ?? city;
  const place = named === undefined ? "" : `(${quoteIbl(named)})`;
  return `[source:weather]${place}${request.isWeek ? " {days: 7}" : ""}`;
}

/** A chart of past prices, or the price now. */
function pricesCode(said: string): string | undefined {
  const course = courseIn(said);
  if (course === undefined) {
    const symbol = pricedIn(said);
    return symbol === undefined ? undefined : `[source:price](${quoteIbl(symbol)})`;
  }
  const name = quoteIbl(course.name);
  return `[source:price_history](${name}) {range: "${course.range}"} >> [forge:line](${name})`;
}

/** What is paid with at home. */
function homeCurrency({ zone, language }: PlanOptions): string {
  if (zone === "Asia/Seoul" || zone === "Asia/Tokyo") return zone === "Asia/Seoul" ? "KRW" : "JPY";
  if (/^Europe\/(?:London|Belfast)$/u.test(zone)) return "GBP";
  if (/^Europe\/(?!Istanbul|Moscow|Kyiv|Zurich|Warsaw|Prague|Budapest)/u.test(zone)) return "EUR";
  return language === "ko" ? "KRW" : "USD";
}

const PRICE_FORMS = [
  /^(?:(?:what(?:['’]?s|\s+is)|whats|how\s+much(?:['’]?s|\s+is)?|check|get|show\s+me|tell\s+me)\s+)?(?:the\s+)?(?:current\s+|latest\s+)?(?:stock\s+|share\s+)?(?:price|quote|value|rate)\s+(?:of|for)\s+(?:an?\s+|one\s+)?(?<name>.+?)$/iu,
  /^(?:(?:what(?:['’]?s|\s+is)|whats|check|show\s+me|tell\s+me)\s+)?(?:the\s+)?(?<name>.+?)(?:['’]s)?\s+(?:stock|shares?|price|quote|rate)(?:\s+(?:price|quote|value))?(?:\s+at)?$/iu,
  /^how\s+much(?:['’]?s|\s+is|\s+does)\s+(?:an?\s+|one\s+)?(?<name>.+?)(?:\s+(?:worth|trading\s+at|going\s+for|at|cost|stock))?$/iu,
  /^what(?:['’]?s|\s+is)?\s+(?:the\s+)?(?<name>.+?)(?:\s+(?:stock|shares?))?\s+(?:trading\s+at|worth|at|going\s+for)$/iu,
  /^how(?:['’]?s|\s+is|\s+are)\s+(?:the\s+)?(?<name>.+?)(?:\s+(?:stock|shares?|price))?(?:\s+(?:doing|performing|looking|going))?$/iu,
  /^(?:is|are|did)\s+(?:the\s+)?(?<name>.+?)(?:\s+(?:stock|shares?))?\s+(?:up|down|rising|falling|go(?:ne|ing)?\s+(?:up|down)|rise|fall|drop)(?:\s+or\s+down)?$/iu,
  /^where\s+is\s+(?:the\s+)?(?<name>.+?)(?:\s+(?:at|trading))?$/iu,
  /^(?<name>.+?)\s*(?:의\s*)?(?:(?:주식|주가|지수)\s+)?(?:주가|시세|가격|현재가|값|지수|주식)(?:은|는|이|가|를|을|도)?(?:\s*(?:얼마\S*|어때\S*|어떻게\s*돼\S*|몇이야|뭐야|알려\s?줘|보여\s?줘|어떄))?$/u,
  /^(?<name>.+?)(?:은|는|이|가|도)?\s*(?:얼마(?:야|예요|지|에요|나\s*해|해|임)?|몇이야|어때(?:요)?|어떄)$/u,
  /^(?<name>.+?)(?:은|는|이|가|도)?\s*(?:올랐(?:나|니|나요|어\?|어요\?)|떨어졌(?:나|니|나요|어\?|어요\?)|내렸(?:나|니|나요|어\?|어요\?)|오르고\s?있(?:어\?|나)|올랐을까)$/u,
];
const WHEN =
  /\s*\b(?:right\s+now|rn|now|today|at\s+the\s+moment|currently|these\s+days|please|pls|plz)\b|(?<=\s|^)(?:지금|현재|오늘|요즘|좀)(?=\s|$)/giu;

/** The name of a share, an index or a coin that a message asks the price of, where the name is a listed one; an index, a rate or a coin may stand alone. */
function pricedIn(text: string): string | undefined {
  const said = text.replace(WHEN, " ").replace(/\s+/gu, " ").trim();
  const asked = said.replace(/[\s!.~]+$/u, "");
  const bare = asked.replace(/[\s?？]+$/u, "");
  if (/^\^|-USD$|=X$/u.test(symbolOfName(bare) ?? "")) return bare;
  for (const form of PRICE_FORMS) {
    const name = (form.exec(bare) ?? form.exec(asked.replaceAll("？", "?")))?.groups?.["name"];
    if (name !== undefined && symbolOfName(name) !== undefined) return name;
  }
  return undefined;
}

const TODAYS_NEWS =
  /^(?:(?:what(?:['’]?s|\s+is|\s+are)|whats|show(?:\s+me)?|give\s+me|tell\s+me|read\s+me|any)\s+)?(?:in\s+)?(?:the\s+)?(?:(?:latest|top|main|today['’]?s|todays|breaking|big|recent)\s+)*(?:news|headlines?|(?:top|news|main|big)\s+stories)(?:\s+(?:today|now|right\s+now|of\s+the\s+day|this\s+morning))?(?:\s+please)?$|^(?:오늘의?\s*)?(?:주요|톱|최신|오늘)?\s*(?:뉴스|소식|헤드라인|기사)(?:는|가|를|들)?\s*(?:뭐야|뭐\s*있어|알려\s?줘|보여\s?줘|있어|줘|좀)*$/iu;
const NEWS_FORMS = [
  /^(?:so\s+)?what(?:['’]?s|\s+is|s)?\s+(?:new|going\s+on|happening|the\s+latest|the\s+news)\s+(?:with|in|at|on|about|from)\s+(?:the\s+)?(?<topic>.+?)(?:\s+(?:today|now|these\s+days|lately|right\s+now|rn))?$/iu,
  /^(?:any|the|latest|get\s+me|show\s+me|give\s+me|find)?\s*(?:news|updates?|headlines|stories)\s+(?:on|about|from|for|regarding)\s+(?:the\s+)?(?<topic>.+?)(?:\s+(?:today|lately|please))?$/iu,
  /^(?:is\s+there\s+)?any(?:thing)?\s+new(?:s)?\s+(?:on|about|from|with|in)\s+(?:the\s+)?(?<topic>.+)$/iu,
  /^(?<topic>.+?)(?:에서?|에는)?\s*(?:요즘\s*)?무슨\s*일(?:이)?\s*(?:있어|일어나|났어|있나|있었어)(?:요)?$/u,
  /^(?:any\s+|the\s+)?(?:latest|recent)\s+(?:on|about|from)\s+(?:the\s+)?(?<topic>.+)$/iu,
  /^(?<topic>.+?)(?:의|에\s*대한)?\s*(?:새\s?소식|최신\s?소식|최근\s?소식|요즘\s?소식|근황)(?:은|이|을|좀)?\s*(?:뭐야|있어|뭐\s?있어|알려\s?줘|어때|들려\s?줘)?$/u,
];
/** What no news is about. */
const NO_TOPIC =
  /^(?:you|u|me|us|him|her|them|it|this|that|your\s.*|my\s.*|our\s.*|his\s.*|everyone|things|내|나|너|네|우리|이거|그거|요즘|오늘|어제|회사|학교|집|거기|여기|세상|밖|동네)$|\b(?:every|and|then)\b|\d\s?(?:am|pm|시)|https?:|,|\b(?:topics?|blog|feed|since|top)\b|주제|블로그|피드|매일|매주|마다|파일/iu;

/** What a message wants the news of. */
function newsTopic(text: string, { language }: PlanOptions): string | undefined {
  const said = text.replace(/[\s?？!.~]+$/u, "");
  if (TODAYS_NEWS.test(said) || isPhrase(said, ANY_NEWS)) {
    const isKorean = /\p{Script=Hangul}/u.test(said) || language === "ko";
    return isKorean ? "주요 뉴스" : "Top stories";
  }
  const topic = NEWS_FORMS.map((form) => form.exec(said)?.groups?.["topic"]).find(
    (each) => each !== undefined,
  );
  const named = topic?.replace(/\s+(?:today|lately|now|요즘|요새|오늘)$/iu, "");
  return named === undefined || NO_TOPIC.test(named) || named.split(/\s+/u).length > MOST_WORDS
    ? undefined
    : named;
}

/** Asks what news there are, of nothing in particular. */
const ANY_NEWS: ClosedPhrase = {
  needs: /뉴스|소식|기사|\b(?:news|headlines)\b/u,
  words:
    "news headlines headline top big latest any some whats what is there are today todays show give tell read morning worth reading new 뉴스 소식 기사 오늘 오늘의 요즘 아침 주요 최신 새로운 새 무슨 어떤 뭐 뭔 있 있어 있나 있니 있지 있을까 있음 보여 알려 읽어 들려 말해 찾아 정리해 볼까 보자 한번 좀",
};

/** Of a topic. */
const MOST_WORDS = 5;
