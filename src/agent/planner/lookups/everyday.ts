import { dayHead, dayNumber, instantOf, localTimeOf } from "../../../base/format-time.ts";
import type { Localized } from "../../../base/localized.ts";
import { symbolOfName } from "../../../rag/text/listed-names.ts";
import { findTime, wordsOfTime } from "../../../scheduler/phrases/find-time.ts";
import { quoteIbl } from "../code.ts";
import { amenitiesIn, waysIn } from "../frames/places-said.ts";
import type { PlannerResult, PlanOptions } from "../result.ts";
import { type ClosedPhrase, isPhrase } from "../wording/closed-phrases.ts";

const SCORE = 0.95;

/** Plans what is asked for every day in its own words: days until a day, a chart of numbers, one's briefing now, a place to go; `undefined` for any other message. Pure. */
export function planEveryday(message: string, options: PlanOptions): PlannerResult | undefined {
  const text = message.normalize("NFC").trim();
  const answer = daysUntil(text, options);
  if (answer !== undefined) return { kind: "none", answer };
  const code =
    chartIn(text) ??
    briefingNow(text, options) ??
    todayIn(text) ??
    newsAndPrice(text) ??
    newsOfTwo(text) ??
    wayBetween(text) ??
    aroundPlace(text) ??
    placesIn(text);
  const node = /^\[(\w+):/u.exec(code ?? "")?.[1] ?? "";
  if (code === undefined || options.allowedNodes?.includes(node) === false) return undefined;
  return { kind: "sure", code, score: SCORE, intent: message };
}

/** Parts of a newspaper. */
const SECTION =
  "science|tech(?:nology)?|business|economy|economics|finance|politics|sports?|culture|health|entertainment|world|travel|weather|education|과학|기술|경제|정치|사회|문화|스포츠|연예|건강|국제|세계|산업|증시|부동산|교육|여행|IT";

/** Two subjects of news: each named as one ("on science and on sports"), or both parts of a newspaper. */
const TWO_TOPICS: readonly RegExp[] = [
  /^(?:(?:show|give|get|find|tell|read)\s+me\s+|any\s+|the\s+)*(?:latest\s+|top\s+|new\s+)?(?:news|headlines|stories|updates)\s+(?<word>on|about|from)\s+(?:the\s+)?(?<one>.+?),?\s+and\s+(?:also\s+)?\k<word>\s+(?:the\s+)?(?<other>.+)$/iu,
  new RegExp(
    `^(?:(?:show|give|get|find|tell|read)\\s+me\\s+|any\\s+|the\\s+)*(?:latest\\s+|top\\s+|new\\s+)?(?:news|headlines|stories|updates)\\s+(?:on|about|from|in)\\s+(?:the\\s+)?(?<one>${SECTION})\\s+and\\s+(?:the\\s+)?(?<other>${SECTION})$`,
    "iu",
  ),
  new RegExp(
    `^(?:(?:show|give|get|find|tell|read)\\s+me\\s+|any\\s+|the\\s+)*(?:latest\\s+|top\\s+|new\\s+)?(?<one>${SECTION})\\s+and\\s+(?<other>${SECTION})\\s+(?:news|headlines|stories)$`,
    "iu",
  ),
  new RegExp(
    `^(?:오늘\\s?)?(?<one>${SECTION})(?:\\s?뉴스)?(?:이랑|랑|하고|과|와)\\s?(?<other>${SECTION})\\s?(?:쪽\\s?)?(?:뉴스|소식|기사|헤드라인)(?:를|을|도|좀)?\\s?(?:좀\\s?)?(?:보여|알려|찾아|줘|들려|읽어|있)?\\s?(?:줘|줄래|주세요|어)?(?:요)?$`,
    "iu",
  ),
];

function newsOfTwo(text: string): string | undefined {
  const said = text.replace(/[\s?？!.~]+$/u, "").replace(/,?\s+please$/iu, "");
  for (const form of TWO_TOPICS) {
    const { one, other } = form.exec(said)?.groups ?? {};
    if (one !== undefined && other !== undefined)
      return [one, other]
        .map((each) => `[source:search_news](${quoteIbl(each)}) {count: 3}`)
        .join(" & ");
  }
  return undefined;
}

const UNTIL = [
  /^(?:so\s+)?(?:how\s+(?:many\s+(?<unit>days?|weeks?)|long)|(?<left>days?|weeks?))(?:\s+(?:is\s+it|are\s+there|are\s+left|left|to\s+go|more))*\s+(?:till?|until|to|before)\s+(?<day>.+?)[\s?.!]*$/iu,
  /^(?<day>.+?)(?:까지)\s*(?:앞으로\s*|이제\s*)?(?:며칠|몇\s?일|(?<unit>몇\s?주)|얼마나?)(?:이나|정도)?\s*(?:남|걸리|더)?[가-힣]*[\s?？.!~]*$/u,
  /^(?<day>.+?)(?:은|는|이|가)?\s*(?:며칠|몇\s?일|(?<unit>몇\s?주))(?:이나)?\s*남[가-힣]*[\s?？.!~]*$/u,
];
/** Days that have a name: month and day. */
const NAMED: readonly (readonly [RegExp, number, number])[] = [
  [/^(?:christmas|xmas|x-mas)(?:\s+day)?$|^(?:크리스마스|성탄절)$/iu, 12, 25],
  [/^(?:christmas|xmas)\s+eve$|^크리스마스\s?이브$/iu, 12, 24],
  [/^(?:the\s+)?new\s+year(?:['’]?s)?(?:\s+day)?$|^(?:새해|신정|내년)$/iu, 1, 1],
  [/^new\s+year['’]?s\s+eve$|^연말$/iu, 12, 31],
  [/^halloween$|^(?:핼러윈|할로윈)$/iu, 10, 31],
  [/^valentine(?:['’]?s)?(?:\s+day)?$|^(?:발렌타인|밸런타인)(?:데이)?$/iu, 2, 14],
];

/** How many days there are from now until a day. */
function daysUntil(text: string, { nowMs, zone, language }: PlanOptions): string | undefined {
  const found = UNTIL.map((form) => form.exec(text)?.groups).find(Boolean);
  const said = found?.["day"]?.trim();
  if (said === undefined) return undefined;
  const now = localTimeOf(nowMs, zone);
  const today = dayNumber(now);
  const atMs = namedDay(said, { nowMs, zone }) ?? saidDay(said, { nowMs, zone });
  if (atMs === undefined) return undefined;
  const days = dayNumber(localTimeOf(atMs, zone)) - today;
  if (days < 0) return undefined;
  const isInWeeks = /week|주/iu.test(found?.["unit"] ?? found?.["left"] ?? "");
  const date = dayHead(atMs, { language, zone });
  const counted = countedDays(days, isInWeeks);
  return language === "ko"
    ? `${counted.ko} 남았어요. ${date}이에요.`
    : `${counted.en} to go: ${date}.`;
}

function countedDays(days: number, isInWeeks: boolean): Localized {
  const plain = { ko: `${days}일`, en: `${days} ${days === 1 ? "day" : "days"}` };
  if (!isInWeeks) return plain;
  const weeks = Math.floor(days / 7);
  const rest = days % 7;
  const left = rest === 0 ? { ko: "", en: "" } : { ko: ` ${rest}일`, en: ` and ${rest} days` };
  return { ko: `${weeks}주${left.ko} (${plain.ko})`, en: `${weeks} weeks${left.en} (${plain.en})` };
}

function namedDay(
  said: string,
  { nowMs, zone }: Pick<PlanOptions, "nowMs" | "zone">,
): number | undefined {
  const [, month, day] = NAMED.find(([name]) => name.test(said)) ?? [];
  if (month === undefined || day === undefined) return undefined;
  const { year } = localTimeOf(nowMs, zone);
  const inYear = (of: number): number =>
    instantOf({ year: of, month, day, hour: 12, minute: 0, second: 0 }, zone);
  return inYear(year) < nowMs ? inYear(year + 1) : inYear(year);
}

/** The noon of a day that is named, with nothing said besides; `undefined` for any other words. */
export function saidDay(
  said: string,
  context: Pick<PlanOptions, "nowMs" | "zone">,
): number | undefined {
  const found = findTime(said, { ...context, isTold: true });
  const at = found?.rest.trim() === "" ? (found.timing ?? found.candidates[0])?.["at"] : undefined;
  if (typeof at !== "string") return undefined;
  const [year = 0, month = 1, day = 1] = at.slice(0, 10).split("-").map(Number);
  return instantOf({ year, month, day, hour: 12, minute: 0, second: 0 }, context.zone);
}

const TODAY: ClosedPhrase = {
  needs:
    /며칠|몇일|무슨요일|무슨날|날짜|\bwhats?\b.*\bdate\b|\bwh(?:at|ich) (?:week)?day (?:is|of)\b|\bwhich weekday\b/u,
  words:
    "what whats which date day weekday week today todays 오늘 며칠 몇일 무슨 날 요일 이고 이랑 날짜 뭐 몇월 몇 월 일 알려",
};

function todayIn(text: string): string | undefined {
  return isPhrase(text, TODAY) ? '[system:time] {format: "date"}' : undefined;
}

const CHART = /차트|그래프|\b(?:chart|graph|plot)\b/iu;
const CHART_WORDS =
  /(?:막대|꺾은선|선|바)?\s?(?:차트|그래프)(?:를|을|로|으로)?|(?:그려|만들어|보여)\s?(?:줘|주세요|줄래|달라)?(?:요)?|\b(?:please|can|could|you|draw|make|create|show|plot|me|an?|the|of|with|from|for|as|bars?|lines?|graph|chart|these|numbers?|values?|and|this|data)\b|으로(?=\s|$)|로(?=\s|$)/giu;
const TITLE =
  /[\s,]+(?:titled|called|named|with\s+(?:the\s+)?title)\s+["“]?(?<title>[^"”]+?)["”]?[\s.!]*$|(?:제목은|제목)\s*["“]?(?<korean>[^"”,]+?)["”]?(?:으로|로|이야|야)?[\s,.!]*$/iu;
const MOST_POINTS = 200;

/** A chart of the numbers of a message, each with the word before it where all have one. */
function chartIn(text: string): string | undefined {
  if (!CHART.test(text) || /["“]|https?:|\.\w{2,4}\b|\n/u.test(text)) return undefined;
  const { title, korean } = TITLE.exec(text)?.groups ?? {};
  const said = text.replace(TITLE, "").replace(CHART_WORDS, " ");
  const points = [
    ...said.matchAll(
      /(?<label>\p{L}[\p{L}\p{M}]*(?:\s\p{L}+)?)?\s*[:=]?\s*(?<value>-?\d+(?:\.\d+)?)/gu,
    ),
  ].map(({ groups }) => ({ label: groups?.["label"], value: Number(groups?.["value"]) }));
  const left = said.replace(
    /\p{L}[\p{L}\p{M}]*(?:\s\p{L}+)?\s*[:=]?\s*-?\d[\d.]*|-?\d[\d.]*|[\s,;:.!~-]/gu,
    "",
  );
  if (points.length < 2 || points.length > MOST_POINTS || left !== "") return undefined;
  const areNamed = points.every(({ label }) => label !== undefined);
  if (!areNamed && points.some(({ label }) => label !== undefined)) return undefined;
  const data = points.map(({ label, value }) => (areNamed ? [label, value] : value));
  const kind = areNamed || /막대|바\s?차트|\bbars?\b/iu.test(text) ? "bar" : "chart";
  const isLine = /꺾은선|선\s?그래프|\blines?\b/iu.test(text);
  const name = title ?? korean;
  const called = name === undefined ? "" : `(${quoteIbl(name.trim())})`;
  return `[forge:${isLine ? "line" : kind}]${called} {data: ${JSON.stringify(data)}}`;
}

const BRIEFING: ClosedPhrase = {
  needs: /브리핑|\bbriefing\b/u,
  words:
    "briefing send show give get have run read morning todays hear 브리핑 보여 보내 읽어 들려 아침 뉴스 받을래 볼래 보자",
};

/** One's own briefing, now; where there is none others answer. */
function briefingNow(text: string, { schedules = [] }: PlanOptions): string | undefined {
  const name = schedules.find((each) => /브리핑|briefing/iu.test(each));
  if (name === undefined || !isPhrase(text, BRIEFING)) return undefined;
  return `[system:run_now](${quoteIbl(name)})`;
}

const PLACE =
  "(?:places?|spots?|restaurants?|caf[eé]s?|coffee\\s+shops?|bars?|pubs?|bakery|bakeries|bookshops?|bookstores?|hotels?|gyms?|hospitals?|pharmac(?:y|ies)|salons?|parks?|museums?|shops?|stores?|ramen|sushi|pizza)";
const PLACES = [
  new RegExp(
    `^(?:please\\s+|can\\s+you\\s+)?(?:find|recommend|suggest|look\\s+for|know|any|is\\s+there)(?:\\s+(?:me|us|any|an?|some))*\\s+(?<query>(?:\\S+\\s+){0,5}?${PLACE}(?:\\s+(?:near|in|around|close\\s+to|by|at)\\s+.+?)?)(?:\\s+(?:online|on\\s+the\\s+(?:web|internet)))?[\\s?.!]*$`,
    "iu",
  ),
  /^(?<query>.+?\s?(?:맛집|카페|식당|술집|빵집|서점|호텔|숙소|병원|약국|미용실|헬스장|놀\s?거리|가볼\s?만한\s?곳|라멘집|고깃집|횟집))(?:을|를|은|이|가|좀)?\s*(?:어디\s?)?(?:추천|찾아|알려|괜찮은|있어|있을까|없나|없을까)[가-힣]*(?:\s*(?:줘|주)\S*)?[\s?？.!~]*$/u,
];

/** That the length of a way is asked for. */
const HOW_FAR =
  /얼마나|걸려|걸리|걸릴|몇\s?(?:분|시간|킬로|km)|거리|\b(?:how\s+(?:long|far)|directions|driving\s+(?:time|distance)|route\s+by\s+car)\b/iu;

/** Places that only who speaks knows. */
const OWN_PLACE =
  /^(?:내|우리|여기|거기|이|집|회사)(?:\s|$)|^(?:the|my|our|home|here|there|work)\b/iu;

/** That fares of flights are asked for. */
const FARES =
  /^(?:(?:find|show|search\s+for|get|any|the|me|a|cheap(?:est)?|lowest)\s+)*(?:flights?|air\s?fares?|plane\s+tickets?)\s+from\b|(?:항공권|비행기\s?표)[가-힣]*\s*(?:찾|검색|얼마|알려|보여|있|$)/iu;

/** A way between two places: by car, or what flights cost. */
function wayBetween(text: string): string | undefined {
  const [start, goal] = waysIn(text);
  const isTimed = wordsOfTime(text).said.clocks.length > 0;
  if (start === undefined || goal === undefined || isTimed) return undefined;
  if ([start, goal].some(({ value }) => OWN_PLACE.test(value))) return undefined;
  const [from, to] = [quoteIbl(start.value), quoteIbl(goal.value)];
  if (FARES.test(text)) return `[source:travel](${from}) {destination: ${to}}`;
  return HOW_FAR.test(text) ? `[source:source_navigate](${from}) {destination: ${to}}` : undefined;
}

const AROUND = [
  /^(?<place>.{1,40}?)\s*(?:근처|주변|둘레)(?:에|의)?\s|^(?<from>.{1,40}?)(?:에서|랑|와|과)?\s*가까운\s/u,
  /\b(?:near|around|close\s+to|nearest\s+\S+(?:\s+station)?\s+to|closest\s+\S+(?:\s+station)?\s+to)\s+(?<place>(?!me\b|here\b|my\b|us\b)[^?.!]{1,40}?)\s*[?.!]*$/iu,
];

/** What is around a named place. */
function aroundPlace(text: string): string | undefined {
  const [amenity] = amenitiesIn(text);
  if (amenity === undefined || wordsOfTime(text).said.clocks.length > 0) return undefined;
  const groups = AROUND.map((form) => form.exec(text)?.groups).find(Boolean);
  const place = (groups?.["place"] ?? groups?.["from"])?.trim() ?? "";
  if (place === "" || OWN_PLACE.test(place)) return undefined;
  return `[source:places_around](${quoteIbl(place)}) {kind: ${quoteIbl(amenity.value)}}`;
}

/** Not a place to look for on the web: one's own files, and services of places by their names. */
const OTHERS = /\b(?:my|our|files?|notes?|kakao|naver)\b|내\s|파일|메모|카카오|네이버/iu;

/** A place to go: searched for on the web. */
function placesIn(text: string): string | undefined {
  const query = PLACES.map((form) => form.exec(text)?.groups?.["query"]).find(Boolean);
  if (wordsOfTime(text).said.clocks.length > 0) return undefined;
  if (query === undefined || OTHERS.test(query)) return undefined;
  return `[source:web_search](${quoteIbl(query)})`;
}

const NEWS_AND_PRICE = [
  /^(?:what(?:['’]?s|\s+is)?\s+|show\s+me\s+|any\s+)?(?:the\s+)?(?:latest\s+)?(?:news|headlines|new|happening|going\s+on)\s+(?:on|about|with|from|for|at)\s+(?<name>.+?)[\s,]+and\s+.*\b(?:stock|shares?|price|trading)\b[^,]*$/iu,
  /^(?<name>.+?)\s*(?:뉴스|소식|기사)(?:랑|이랑|와|과|하고|도|,)?\s*(?:그리고\s*)?(?:주가|시세|가격|주식)[가-힣]*(?:\s*(?:알려|보여|어때|같이|둘\s?다)\S*)*(?:\s*(?:줘|주)\S*)?[\s?？.!~]*$/u,
];

/** Both the news and the price of one that is listed. */
function newsAndPrice(text: string): string | undefined {
  const name = NEWS_AND_PRICE.map((form) => form.exec(text)?.groups?.["name"]).find(Boolean);
  if (name === undefined || symbolOfName(name) === undefined) return undefined;
  return `[source:search_news](${quoteIbl(name)})\n[source:price](${quoteIbl(name)})`;
}
