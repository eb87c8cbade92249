import { termsOf, valuesOf } from "../../src/rag/text/features.ts";

/**
 * What of a program its request does not say, and what of the request the program leaves out; empty where they agree. Each text, address,
 * name, number, time and day of the program is said, `…` standing for what the words leave open, and each file, address, quoted text, day and
 * number that is said stands in the program. Spans count by their number ("six months" is `6mo`), hours with and without the afternoon, and
 * what goes by several names by any of them. Pure.
 */
export function contradictionsIn(intent: string, program: string): readonly string[] {
  const code = program.replace(TOOL_NAME, `$<call>"${OPEN}"`);
  const said = readWords(intent);
  const choices = choicesIn(code);
  const values = valuesOf(code).filter((value) => !choices.has(value) && value !== OPEN);
  const chosen = [...code.matchAll(CHOSEN)].map(([, value = ""]) => value);
  return [
    ...chosen.filter((value) => CHOICES[value]?.test(said.text) !== true),
    ...values.filter((value) => !isSaid(value, said)),
    ...bareNumbers(code)
      .filter((number) => !isCounted(number, said))
      .map(String),
    ...unheeded(said, code).map((word) => `“${word}”`),
  ];
}

/** Stands in a program for a value that its words leave open ("translate this"). */
export const OPEN = "…";

/** Nobody says the name of a tool, as nobody says that of an action. */
const TOOL_NAME = /(?<call>\[system:(?:tool|call)\]\()"[a-z_]+"/gu;

/** Languages and countries are named in words of people. */
const CHOSEN = /\b(?:to|country|language)\s*[:=]\s*"([a-z]{2})"/giu;
const CHOICES: Readonly<Record<string, RegExp>> = {
  ko: /한국어|한글|우리말|한국말|korean/u,
  en: /영어|영문|영작|잉글리시|외신|해외|english|foreign|international/u,
  ja: /일본어|일어|japanese/u,
  zh: /중국어|chinese/u,
  GB: /영국|britain|\buk\b/u,
  KR: /한국|국내|우리나라|korea/u,
  US: /미국|america|\bus\b/u,
  JP: /일본|japan/u,
  FR: /프랑스|france|french/u,
  DE: /독일|german/u,
};

/** What an action is asked to do, kinds, orders and nodes are words of the language. */
const CHOICE =
  /\b(?:type|kind|format|output_format|order|from|as|by|repeat|unit|mode|action|country|language|encoding|node)\s*[:=]\s*"([^"]*)"|\bto\s*[:=]\s*"([a-z]{2})"|\[system:manage_events\]\("(\w+)"/gu;

function choicesIn(code: string): ReadonlySet<string> {
  return new Set(
    [...code.matchAll(CHOICE)].map(([, kind, to, asked]) => kind ?? to ?? asked ?? ""),
  );
}

/** The other names of what has several: places, shares and currencies, workflows, agents, tools, parts of a briefing, ways of an overlap. */
const OTHER_NAMES: Readonly<Record<string, RegExp>> = {
  "america/new_york": /뉴욕|미국 동부|new york|\best\b|nyc/u,
  "europe/london": /런던|영국|london/u,
  "asia/tokyo": /도쿄|일본|tokyo|japan/u,
  jeju: /제주/u,
  제주도: /제주/u,
  "usd/krw": /달러|환율|원달러|usd|dollar|exchange rate/u,
  usdkrw: /달러|환율|원달러|usd|dollar|exchange rate/u,
  달러: /환율|usd|dollar|exchange rate/u,
  "btc-usd": /비트|bitcoin|\bbtc\b/u,
  aapl: /애플|apple/u,
  nvda: /엔비디아|nvidia/u,
  코스피: /kospi/u,
  코스닥: /kosdaq/u,
  나스닥: /nasdaq/u,
  하이닉스: /hynix/u,
  삼성전자: /삼성|samsung/u,
  네이버: /naver/u,
  카카오: /kakao/u,
  테슬라: /tesla/u,
  jazz: /재즈/u,
  classical: /클래식|classic/u,
  lofi: /로파이|lo-?fi/u,
  news_briefing: /뉴스 ?브리핑|news briefing/u,
  morning_briefing: /(?:아침|모닝) ?브리핑|morning brief/u,
  "아침 브리핑": /(?:모닝) ?브리핑|morning brief/u,
  weekly_review: /주간 ?(?:돌아보기|리뷰|점검|보고)|weekly review/u,
  writer: /글쓰기 담당|작가/u,
  "뉴스 담당": /news (?:desk|agent)/u,
  "시세 담당": /market (?:desk|agent)/u,
  "회계 담당": /account(?:ing|s|ant)/u,
  designer: /디자이너|디자인/u,
  news: /뉴스/u,
  calculate:
    /계산|얼마|더하기|곱하기|나누기|빼기|퍼센트|calculat|work out|comput|plus|times|minus|percent|split|\badd\b|[+*/×%]/u,
  dates: /며칠|디데이|날짜|d-?day|days|until/u,
  count_text: /글자|몇 자|세어|count|characters|words/u,
  weather: /날씨/u,
  todos: /할 ?일|to-?do/u,
  replace: /겹치|overlap/u,
  skip: /건너뛰|overlap|skip/u,
  prices: /주가|주식|시세|price|stocks/u,
  calendar: /일정|달력/u,
  ".xlsx": /엑셀|excel|spreadsheet/u,
  ".jpg": /jpg|사진|photo|picture/u,
  mon: /평일|weekday/u,
  tue: /평일|weekday/u,
  wed: /평일|weekday/u,
  thu: /평일|weekday/u,
  fri: /평일|weekday/u,
  "https://www.naver.com": /네이버/u,
  "https://www.youtube.com": /유튜브|youtube/u,
  "https://www.google.com": /구글/u,
  "https://mail.google.com": /지메일|gmail/u,
  "https://www.coupang.com": /쿠팡/u,
  "eth-usd": /이더|\beth\b|ethereum/u,
  "jpy/krw": /엔화|yen/u,
  "usd/jpy": /dollar yen/u,
  "cny/krw": /위안/u,
  "gbp/krw": /파운드|pound|gbp/u,
  "eur/krw": /유로|euro/u,
  "eur/usd": /euro/u,
  "5d": /주|week|며칠/u,
  "1mo": /한 ?달|지난 ?달|month|weeks/u,
  "3mo": /석 달|분기|quarter|three months/u,
  "1y": /작년|일 ?년|1년|year/u,
  price: /가격|값|싼|싸|비싼|비싸|저렴|최저가|price|cheap|expensive|cost/u,
  date: /날짜|최신|최근|새로|오래|date|new|old|recent/u,
  published: /최신|최근|새로|latest|new|recent/u,
  title: /제목|이름|가나다|title|headline|alphabet|a to z/u,
  url: /링크|주소|url|link/u,
  score: /점수|성적|score/u,
  rating: /평점|별점|rating|rated|stars/u,
  stars: /별점|stars/u,
  size: /큰|크기|size|big/u,
  popularity: /인기|popular/u,
  age: /나이|old/u,
  views: /조회|views/u,
  name: /이름|name/u,
  number: /번호|number/u,
  rank: /1등|순위|rank/u,
  rain: /비가|비 |비오|rain/u,
};

/** A request as far as values go. */
interface Said {
  readonly text: string;
  readonly terms: ReadonlySet<string>;
  readonly numbers: readonly number[];
  /** From Monday, 0, to Sunday. */
  readonly weekdays: readonly number[];
  readonly literals: readonly string[];
  readonly hasPartOfDay: boolean;
}

function readWords(intent: string): Said {
  const text = intent.normalize("NFC").toLowerCase();
  const literals = [ADDRESS, FILE, QUOTE].flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => match[1] ?? match[0]),
  );
  const bare = literals.reduce((rest, literal) => rest.replace(literal, " "), text);
  const digits = [...bare.matchAll(DIGITS)].map(
    ([, number = "", unit = ""]) => Number(number.replaceAll(",", "")) * (TIMES[unit] ?? 1),
  );
  const spelt = NUMBER_WORDS.flatMap(([number, pattern]) => (pattern.test(bare) ? [number] : []));
  return {
    text,
    terms: new Set(termsOf(text)),
    numbers: [...digits, ...spelt],
    weekdays: WEEKDAYS.flatMap((pattern, day) => (pattern.test(bare) ? [day] : [])),
    literals,
    hasPartOfDay: PART_OF_DAY.test(bare),
  };
}

const ADDRESS = /\b(?:https?:\/\/)?(?:[a-z0-9-]+\.)+(?:com|net|org|kr|io|dev)\b(?:\/[\w./-]*)?/gu;
const FILE =
  /[\p{L}\p{N}_-]+\.(?:md|txt|csv|tsv|pdf|png|jpe?g|gif|sh|py|js|json|log|xlsx?|docx?|html|ya?ml|zip|mp3)(?![a-z0-9])/gu;
const QUOTE = /["“「『]([^"”」』]{2,})["”」』]/gu;
const DIGITS = /(\d+(?:,\d{3})*(?:\.\d+)?)(만|천|억|k\b)?/gu;
const TIMES: Readonly<Record<string, number>> = { 천: 1000, 만: 10_000, 억: 100_000_000, k: 1000 };
const PART_OF_DAY = /아침|점심|저녁|밤|오전|오후|morning|noon|evening|night|daily|매일|every day/u;

const UNIT_EN = "\\s(?:minute|hour|day|week|month|year|time)s?\\b";
const UNIT_KO = "\\s?(?:시|분|시간|달|개월|주|해|번|개|명)";

/** Numbers in words before what they count. */
const NUMBER_WORDS: readonly (readonly [number, RegExp])[] = [
  ...(
    [
      [1, "one|an?", "한(?!\\s?번)"],
      [2, "two|a couple of", "두"],
      [3, "three", "세|석"],
      [4, "four", "네|넉"],
      [5, "five", "다섯"],
      [6, "six", "여섯"],
      [7, "seven", "일곱"],
      [8, "eight", "여덟"],
      [9, "nine", "아홉"],
      [10, "ten", "열"],
      [12, "twelve", "열두"],
      [20, "twenty", "스무"],
      [30, "thirty", "서른"],
    ] as const
  ).map(([number, en, ko]): readonly [number, RegExp] => [
    number,
    new RegExp(`\\b(?:${en})${UNIT_EN}|(?<![가-힣])(?:${ko})${UNIT_KO}`, "u"),
  ]),
  ...(
    "jan(?:uary)? feb(?:ruary)? mar(?:ch)? apr(?:il)? may june? july? aug(?:ust)? sep(?:tember)? oct(?:ober)? nov(?:ember)? dec(?:ember)?".split(
      " ",
    ) as readonly string[]
  ).map((name, at): readonly [number, RegExp] => [
    at + 1,
    name === "may" ? /\bmay(?= \d)|(?<=(?:in|of|for) )may\b/u : new RegExp(`\\b${name}\\b`, "u"),
  ]),
  [6, /반\s?년|half a year/u],
  [30, /(?<=[\d한두세네섯곱덟홉열]\s?시간?\s?)반/u],
  [7, /일주일|\ba week\b/u],
];

/** Numbers that words imply: a program may have them, or leave them to its default. */
const IMPLIED_NUMBERS: readonly (readonly [number, RegExp])[] = [
  [0, /영하|무료|free/u],
  [
    1,
    /한 달|한 ?시간|매시간|hour|한 (?:문장|줄|마디)|\byear\b|일 ?년|하루 전|한 주|하나|첫|마지막|제일|가장|젤|1등|\ba (?:month|day)\b|\bone\b|first|most|est\b/u,
  ],
  [2, /내일|모레|두|tomorrow|\btwo\b|couple/u],
  [3, /세|three/u],
  [4, /네 |four/u],
  [5, /다섯|five/u],
  [6, /여섯|\bsix\b/u],
  [30, /half (?:an )?hour/u],
  [7, /이번 ?주|주간|일주일|한 ?주|(?:지난|최근) 7일|7 days|week|seven/u],
  [8, /여덟|eight/u],
  [9, /아홉|nine/u],
  [10, /열|\bten\b/u],
  [11, /열한|eleven/u],
  [12, /정오|\bnoon\b/u],
  [30, /thirty/u],
];

const WEEKDAYS: readonly RegExp[] = [
  /월요일|월욜|\bmon(?:day)?s?\b/u,
  /화요일|화욜|\btue(?:s(?:day)?)?s?\b/u,
  /수요일|수욜|\bwed(?:nesday)?s?\b/u,
  /목요일|목욜|\bthu(?:rs(?:day)?)?s?\b/u,
  /금요일|금욜|\bfri(?:day)?s?\b/u,
  /토요일|토욜|\bsat(?:urday)?s?\b/u,
  /일요일|일욜|\bsun(?:day)?s?\b/u,
];

/** The last field may be missing: values are read without a star at their end. */
const CRON = /^([\d*,/-]+) ([\d*,/-]+) ([\d*,/-]+) ([\d*,/-]+)(?: ([\d*,/-]+))?$/u;
const COMPARISON = /[<>=]|\bcontains\b|\bmatches\b/u;
const LEAST_TERMS = 2;

/** What a reference stands for comes from a step before. */
const REFERENCE = /\$\{[^}]*\}|\{\{[^}]*\}\}|\$[\p{L}_][\p{L}\p{N}_.]*/gu;

function isSaid(value: string, said: Said): boolean {
  const wanted = value
    .normalize("NFC")
    .toLowerCase()
    .replace(REFERENCE, "")
    .replace(OPEN, "")
    .trim();
  if (isNamed(wanted, said) || isNominalSaid(wanted, said)) return true;
  if (/^[^<>='"]+, /u.test(wanted))
    return wanted.split(",").every((part) => isSaid(part.trim(), said));
  const cron = CRON.exec(wanted);
  if (cron !== null) return isCronSaid(cron.slice(1), said);
  if (/^(?:mon|tue|wed|thu|fri|sat|sun)$/u.test(wanted))
    return said.weekdays.some((day) => WEEKDAYS[day]?.test(wanted) === true);
  if (TIME_OR_NUMBER.test(wanted))
    return numbersIn(wanted.replace(/^\d{4}-/u, "")).every(
      (number) => number === 0 || isCounted(number, said),
    );
  if (COMPARISON.test(wanted)) return isComparisonSaid(wanted, said);
  const terms = termsOf(wanted);
  return terms.length >= LEAST_TERMS && terms.every((term) => said.terms.has(term));
}

/** A clock time, a date whose year may be left out, a span, a number. */
const TIME_OR_NUMBER =
  /^(?:t?\d{1,2}:\d{2}|\d{4}-\d{2}-\d{2}(?:t(?:\d{2}:\d{2})?)?|\d{1,2}-\d{1,2}|\d+(?:s|m|h|d|w|mo|y)|[\d.,]+)$/u;

/** True for a text that stands in the words, by itself or by another name; an address without its scheme, the ending of files without the dot, a folder without the slash. */
function isNamed(wanted: string, { text }: Said): boolean {
  const bare = wanted.replace(/^https?:\/\//u, "").replace(/^\.(?=\w+$)|\/$/gu, "");
  return (
    withoutSpace(text).includes(withoutSpace(bare)) || OTHER_NAMES[wanted]?.test(text) === true
  );
}

/** "약 먹기" of "약 먹으라고". */
function isNominalSaid(wanted: string, { text }: Said): boolean {
  return (
    wanted.endsWith("기") &&
    wanted.split(" ").every((word) => text.includes(word.replace(/기$/u, "")))
  );
}

function isComparisonSaid(wanted: string, said: Said): boolean {
  const inner = [...wanted.matchAll(/'([^']*)'/gu)].map(([, text = ""]) => text);
  return (
    inner.every((text) => said.text.includes(text.replaceAll("*", "").replace(OPEN, ""))) &&
    numbersIn(wanted).every((number) => isCounted(number, said))
  );
}

function isCronSaid(
  [minute = "*", hour = "*", day = "*", month = "*", weekday = "*"]: readonly string[],
  said: Said,
): boolean {
  const hours = numbersIn(hour);
  const isHourSaid =
    hours.every((number) => isCounted(number, said)) ||
    (said.numbers.length === 0 && said.hasPartOfDay);
  const others = [minute, day, month].flatMap(numbersIn).filter((number) => number !== 0);
  return (
    isHourSaid && others.every((number) => isCounted(number, said)) && areDaysSaid(weekday, said)
  );
}

/** Days of a cron expression count from Sunday. */
function areDaysSaid(field: string, { text, weekdays }: Said): boolean {
  if (field === "*") return true;
  if (field === "1-5") return /평일|weekday|workday|주중/u.test(text);
  if (/^(?:0,6|6,0|6,7)$/u.test(field)) return /주말|weekend/u.test(text);
  return numbersIn(field).every((day) => weekdays.includes((day + 6) % 7));
}

/** Files, addresses, quoted texts, days and numbers that are said and do not stand in the program. */
function unheeded({ text, literals, weekdays, numbers }: Said, code: string): readonly string[] {
  const program = code.toLowerCase();
  const inProgram = [
    ...numbersIn(program.replaceAll("\\", " ")),
    ...readWords(program.replaceAll('"', " ")).numbers,
  ];
  const implied = IMPLIED_NUMBERS.flatMap(([number, pattern]) =>
    pattern.test(text) ? [number] : [],
  );
  return [
    ...literals.filter((literal) => !program.includes(literal)),
    ...weekdays
      .filter((day) => WEEKDAYS[day]?.test(program) !== true && !daysIn(program).has(day))
      .map((day) => `day ${day}`),
    ...numbers
      .filter((number) => !implied.includes(number))
      .filter((number) => !inProgram.some((other) => areAlike(other, number)))
      .map(String),
  ];
}

function daysIn(program: string): ReadonlySet<number> {
  const days = new Set<number>();
  for (const [, field = ""] of program.matchAll(/"(?:\S+ ){4}(\S+)"/gu))
    for (const day of numbersIn(field)) days.add((day + 6) % 7);
  for (const [, list = ""] of program.matchAll(/weekdays\s*:\s*\[([^\]]*)\]/gu))
    for (const day of numbersIn(list)) days.add(day);
  for (const [date] of program.matchAll(/\d{4}-\d\d-\d\d/gu))
    days.add((new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7);
  return days;
}

/** Numbers of a program that stand in no text and in no name, such as that of a parameter `x1:`. */
function bareNumbers(code: string): readonly number[] {
  return numbersIn(
    code
      .replace(/"(?:[^"\\]|\\.)*"/gu, " ")
      .replace(/[[$][\p{L}\p{N}_:.]+|\p{L}[\p{L}\p{N}_]*(?=\s*:)/gu, " "),
  );
}

function numbersIn(text: string): readonly number[] {
  return [...text.matchAll(/\d+(?:\.\d+)?/gu)].map(([number]) => Number(number));
}

function isCounted(number: number, { text, numbers }: Said): boolean {
  const implied = IMPLIED_NUMBERS.some(
    ([other, pattern]) => areAlike(number, other) && pattern.test(text),
  );
  return implied || numbers.some((other) => areAlike(number, other));
}

/** `value` of a program may stand for what was said: the same number, the hour after noon, or the same span in a smaller or larger unit. */
function areAlike(value: number, said: number): boolean {
  return [said, said + 12, said * 7, said * 60, said / 12].includes(value);
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/gu, "");
}
