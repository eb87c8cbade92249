import type { Json } from "../../../base/json.ts";
import { currencyOf } from "../../../rag/text/currencies.ts";
import { bareParticle } from "../../../rag/text/korean.ts";
import { hangulNameOf, symbolOfName } from "../../../rag/text/listed-names.ts";
import { readTokens, type Token } from "../tokens.ts";
import { amenitiesIn, waysIn } from "./places-said.ts";

/** What a value is, whatever it is for. */
export type ValueKind =
  | "url"
  | "feed"
  | "file"
  | "picture"
  | "folder"
  | "glob"
  | "quote"
  | "place"
  | "instrument"
  | "person"
  | "count"
  | "sentences"
  | "span"
  | "day"
  | "time"
  | "language"
  | "pairs"
  | "press"
  | "amenity"
  | "start"
  | "goal"
  | "ordinal";

/** A value in a message. Offsets are UTF-16 units; `bodyEnd` stands before a Korean particle or counter. */
export interface Mention {
  readonly kind: ValueKind;
  readonly value: Json;
  readonly start: number;
  readonly bodyEnd: number;
  readonly end: number;
}

/** True of what only says when. */
export function isWhen({ kind }: Pick<Mention, "kind">): boolean {
  return kind === "time" || kind === "day";
}

/** What the person has that messages name. */
export interface Known {
  readonly files: readonly string[];
  readonly folders: readonly string[];
  /** Names of people and groups that can be written to. */
  readonly people: readonly string[];
}

/** What is known where nothing of a person's own may be named. */
export const NOTHING_KNOWN: Known = { files: [], folders: [], people: [] };

/** Finds every value, none over another, in order. Pure. */
export function findMentions(text: string, known: Known): readonly Mention[] {
  const tokens = readTokens(text);
  const found = [
    ...pairsIn(text),
    ...waysIn(text),
    ...amenitiesIn(text),
    ...numbersIn(text),
    ...tokens.flatMap((token) => ofToken(token)),
    ...namesIn(text, "file", fileNames(known.files)),
    ...namesIn(text, "folder", known.folders),
    ...spacedFiles(text),
    ...peopleIn(text, known.people),
    ...globsIn(text),
    ...FORMS.flatMap((form) => matchesOf(text, form)).filter((each) => !isOfName(text, each)),
    ...instrumentsIn(text, tokens),
  ];
  const taken: Mention[] = [];
  for (const each of [...found].sort(byWorth))
    if (taken.every((other) => each.start >= other.end || each.end <= other.start))
      taken.push(each);
  return taken.map((each) => withParticle(text, asFile(each))).sort((a, b) => a.start - b.start);
}

/** True for a bare number that is a part of a name: the 2 of "Superman 2", a year behind a word. */
function isOfName(text: string, { kind, value, start, end }: Mention): boolean {
  if (kind !== "count" || !/^\d+$/u.test(text.slice(start, end))) return false;
  if (/^(?:19|20)\d\d$/u.test(String(value))) return true;
  return /\S\s+\p{Lu}[\p{L}\p{M}]+\s$/u.test(text.slice(0, start));
}

/** What stands in quotes may be a file by its ending, and a file a picture. */
function asFile(each: Mention): Mention {
  if (each.kind !== "quote" && each.kind !== "file") return each;
  const name = String(each.value);
  if (/\.(?:png|jpe?g|gif|webp|bmp|heic)$/iu.test(name)) return { ...each, kind: "picture" };
  const isFile =
    /^[^\n]{1,100}\.(?:md|txt|csv|tsv|json|html?|log|ya?ml|ini|conf|pdf|docx?|xlsx?|pptx?|hwpx?|zip|mp3|wav|mp4|py|js|ts|sh)$/iu.test(
      name,
    );
  return isFile ? { ...each, kind: "file" } : each;
}

/** Kinds whose form says what they are stand before those that only a name shows; longer ones before shorter. */
const WORTH: readonly ValueKind[] = [
  ...([
    "url",
    "feed",
    "pairs",
    "quote",
    "file",
    "glob",
    "folder",
    "person",
    "press",
    "start",
    "goal",
    "amenity",
    "sentences",
    "ordinal",
  ] as const),
  ...(["language", "instrument", "span", "count", "day", "place", "time"] as const),
];

function byWorth(left: Mention, right: Mention): number {
  const worth = WORTH.indexOf(left.kind) - WORTH.indexOf(right.kind);
  return worth || right.end - right.start - (left.end - left.start);
}

function mention(kind: ValueKind, value: Json, start: number, end: number): Mention {
  return { kind, value, start, bodyEnd: end, end };
}

/** What an address of a feed ends with. */
const FEED = /(?:[./](?:rss|atom|feeds?)(?:\.xml)?|feed[\w-]*\.xml|rss[\w-]*\.xml)(?:[/?].*)?$/iu;

function ofToken(token: Token): readonly Mention[] {
  const { kind, value, start, end, bodyEnd } = token;
  if (kind === "url" && FEED.test(value)) return [{ kind: "feed", value, start, bodyEnd, end }];
  if (kind === "file" || kind === "glob" || kind === "url" || kind === "quote")
    return [{ kind, value, start, bodyEnd, end }];
  if (kind === "path") return [{ kind: "folder", value, start, bodyEnd, end }];
  return kind === "place" ? [{ kind: "place", value: "", start, bodyEnd, end }] : [];
}

/** Own files by their whole path, and by the last part of it. */
function fileNames(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => [path, path.replace(/^.*\//u, "")]);
}

function namesIn(text: string, kind: ValueKind, names: readonly string[]): readonly Mention[] {
  const lower = text.toLowerCase();
  return names.flatMap((name) => {
    const at = name.length < 2 ? -1 : lower.indexOf(name.toLowerCase());
    const isWhole = at >= 0 && !/[\p{L}\p{N}]/u.test(text[at - 1] ?? " ");
    return isWhole ? [mention(kind, name, at, at + name.length)] : [];
  });
}

/** Names of files with spaces or brackets in them, where what stands before cannot be a word of its own. */
function spacedFiles(text: string): readonly Mention[] {
  const ENDING =
    "(?:md|txt|csv|tsv|json|html?|log|ya?ml|pdf|png|jpe?g|docx?|xlsx?|pptx?|hwpx?|zip)";
  const form = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:[\\p{L}\\p{N}_.-]+/)*(?:\\d{2,4} )?[\\p{L}\\p{N}_-][\\p{L}\\p{N}_.-]*(?: ?\\([^()\\n]{1,20}\\))*\\.${ENDING}(?![A-Za-z0-9])`,
    "giu",
  );
  return [...text.matchAll(form)].map(({ 0: name, index }) =>
    mention("file", name, index, index + name.length),
  );
}

const TITLE = "(?:팀장|부장|과장|차장|대리|사장|실장|주임|원장|교수|선생|대표|언니|오빠|누나|형)";
const KOREAN_PERSON = new RegExp(
  `(?<name>(?:[가-힣]{0,3}[^\\P{L}서고게에로를을도한은는이가]\\s|[가-힣]{1,4})?${TITLE}님?|[가-힣]{2,6}님?|[A-Za-z][A-Za-z0-9]+)(?:한테(?:만|는|도)?|에게(?:만|는|도)?|께(?:도|만|는)?)(?![가-힣])`,
  "gu",
);
const ENGLISH_PERSON =
  /\b(?:tell|text|msg|message|ask|ping|let|to|with|send|warn|remind)\s+(?<name>(?:my\s+|the\s+)?[A-Z][\p{L}]+(?:\s[A-Z][\p{L}]+)?)\b/gu;

function peopleIn(text: string, people: readonly string[]): readonly Mention[] {
  const unknown = [KOREAN_PERSON, ENGLISH_PERSON].flatMap((form) =>
    [...text.matchAll(form)].flatMap(({ 0: whole, index, groups }) => {
      const name = groups?.["name"] ?? "";
      const start = index + whole.indexOf(name);
      if (
        /^(?:나|저|우리|여기|거기|내일|오늘|Korean|English|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)$/u.test(
          name,
        )
      )
        return [];
      const isKorean = /[가-힣]$/u.test(whole);
      return [
        {
          ...mention("person", name, start, start + name.length),
          ...(isKorean ? { end: index + whole.length } : {}),
        },
      ];
    }),
  );
  return [...unknown, ...namesIn(text, "person", people)];
}

/** "pdf 파일", "all csv": files by their ending. */
function globsIn(text: string): readonly Mention[] {
  const form =
    /(?<![\p{L}\p{N}.*/])\.?(?<ending>pdf|csv|txt|md|json|png|jpe?g|docx?|xlsx?|hwpx?|엑셀|텍스트|마크다운|markdown|excel)\s?(?:files?|파일)(?:들)?(?![a-z])/giu;
  const NAMED: Readonly<Record<string, string>> = {
    ...{ 엑셀: "xlsx", excel: "xlsx", 텍스트: "txt", 마크다운: "md", markdown: "md" },
  };
  return [...text.matchAll(form)].map(({ 0: whole, index, groups }) => {
    const ending = groups?.["ending"] ?? "";
    return mention(
      "glob",
      `*.${NAMED[ending.toLowerCase()] ?? ending.toLowerCase()}`,
      index,
      index + whole.length,
    );
  });
}

/** Words in capitals that are no share. */
const NO_TICKER = new Set(
  "AI IT OK PM AM TV PC API URL PDF CSV USB GPS KBS MBC SBS US USA UK EU UN LED NASA DIY FAQ OCR RSS TODO ESS HBM LTE ASAP FYI BTW LOL OMG ID PW LA NY SF DC RSVP JSON XML XLSX".split(
    " ",
  ),
);

/** A form of a value that says by itself what it is. */
interface Form {
  readonly kind: ValueKind;
  readonly form: RegExp;
  readonly read: (groups: Readonly<Record<string, string | undefined>>) => Json | undefined;
}

const NUMBERS: Readonly<Record<string, number>> = {
  ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8 },
  ...{ nine: 9, ten: 10, twelve: 12, couple: 2, half: 0.5, 한: 1, 하나: 1, 두: 2, 둘: 2, 세: 3 },
  ...{ 셋: 3, 석: 3, 네: 4, 넷: 4, 넉: 4, 다섯: 5, 여섯: 6, 일곱: 7, 여덟: 8, 아홉: 9, 열: 10 },
  ...{ 스무: 20, 일: 1, 이: 2, 삼: 3, 사: 4, 오: 5, 육: 6, 반: 0.5 },
};
const EN_NUMBER = "\\d+|a|an|one|two|three|four|five|six|seven|eight|nine|ten|twelve";
const KO_NUMBER = "\\d+|한|두|세|석|네|넉|다섯|여섯|일곱|여덟|아홉|열|스무|하나";

/** The number that digits or a word say. */
function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const said = text.toLowerCase().replaceAll(",", "");
  return /^\d/u.test(said) ? Number(said) : NUMBERS[said];
}

const UNIT_DAYS: Readonly<Record<string, number>> = {
  ...{
    day: 1,
    session: 1,
    week: 7,
    fortnight: 14,
    month: 30,
    quarter: 91,
    year: 365,
    wk: 7,
    mo: 30,
    yr: 365,
  },
  ...{ 일: 1, 주: 7, 주일: 7, 달: 30, 개월: 30, 분기: 91, 년: 365, 해: 365 },
};

/** Days that a count of a unit lasts. */
function spanOf(count: number | undefined, unit: string | undefined): number | undefined {
  const days = UNIT_DAYS[unit?.toLowerCase() ?? ""];
  return days === undefined ? undefined : Math.round((count ?? 1) * days);
}

const WEEK_DAYS = 7;
const NAMED_SPANS: Readonly<Record<string, number>> = {
  일주일: 7,
  보름: 15,
  열흘: 10,
  사흘: 3,
  나흘: 4,
  하루: 1,
  이틀: 2,
};
const DAY_WORDS =
  "(?:그제|어제|오늘|내일|모레|글피|지금|현재|방금|아까|요즘|요새|최근|이따가?|나중에|당장|매일|매주|매달|매월|평일|(?:지난|이번|다음|저번|담)\\s?(?:주|달|해|번|월)|올해|작년|내년|(?:월|화|수|목|금|토|일)요일|새벽|아침|오전|점심|정오|낮|오후|저녁|밤|자정|today|tonight|tomorrow|tmrw|tmr|yesterday|now|right\\s+now|currently|at\\s+the\\s+moment|these\\s+days|lately|recently|(?:this|next|last)\\s+(?:morning|afternoon|evening|night|month|year)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|morning|evening|afternoon|night|noon)";

const WEEKDAYS = ["mon", "tues", "wednes", "thurs", "fri", "satur", "sun"];

const LANGUAGES: Readonly<Record<string, string>> = { 영어: "en", 영문: "en", english: "en" };

const FORMS: readonly Form[] = [
  {
    kind: "span",
    form: new RegExp(
      `(?<![가-힣])(?<n>${KO_NUMBER}|일|이|삼|육)\\s?(?<unit>개월|달|년|주일|주|분기|일)(?:치|간|동안|짜리|어치)?(?:으로|로|을|를|만|의|은|는)?(?![가-힣])`,
      "gu",
    ),
    read: ({ n, unit }) => spanOf(numberOf(n), unit),
  },
  { kind: "span", form: /반\s?년(?:치|간|동안|짜리)?/gu, read: () => 182 },
  {
    kind: "span",
    form: /(?<![가-힣])(?<named>일주일|보름|열흘|사흘|나흘|이틀|하루)(?:치|간|동안)?(?:을|를|의)?(?![가-힣])/gu,
    read: ({ named }) => NAMED_SPANS[named ?? ""],
  },
  {
    kind: "span",
    form: new RegExp(
      `\\b(?<lead>(?:(?:the|last|past|over|for|this|whole|next|coming)\\s+)+)?(?<n>${EN_NUMBER}|half(?:\\s+a)?)?[\\s-]?(?<unit>sessions?|days?|weeks?|fortnight|months?|quarters?|years?|mo|yr|wk)(?:['’]s)?\\b`,
      "giu",
    ),
    read: ({ lead, n, unit = "" }) =>
      n === undefined && lead === undefined && /s$/iu.test(unit)
        ? undefined
        : spanOf(n?.startsWith("half") === true ? 0.5 : numberOf(n), unit.replace(/s$/iu, "")),
  },
  {
    kind: "span",
    form: /이번\s?주(?![가-힣])|이번\s?주\s?내내/gu,
    read: () => WEEK_DAYS,
  },
  {
    kind: "span",
    form: /(?:이번|다음)\s?주말|주말|금토일|토일|일요일까지(?:\s?다)?|\b(?:(?:this|next|the)\s+)?weekend\b|\b(?:until|till|through)\s+sunday\b/giu,
    read: () => "sunday",
  },
  {
    kind: "day",
    form: /(?<![가-힣])(?<ko>[월화수목금토일])요일(?:에|은|에는|엔|까지)?(?![가-힣])|\b(?:(?:on|this|coming|by)\s+)*(?<en>mon|tues|wednes|thurs|fri|satur|sun)days?(?:['’]s)?\b/giu,
    read: ({ ko, en }) =>
      (ko === undefined
        ? WEEKDAYS.indexOf((en ?? "").toLowerCase())
        : "월화수목금토일".indexOf(ko)) + 1,
  },
  {
    kind: "time",
    form: new RegExp(
      `(?<![\\p{L}])${DAY_WORDS}(?:에는|에|엔|은|는|의|까지|부터|도|,)?(?![\\p{L}])(?:\\s?(?:\\d{1,2}시(?:\\s?반|\\s?\\d{1,2}분)?(?:에)?|(?:at\\s+)?\\d{1,2}(?::\\d\\d)?\\s?(?:am|pm)))?`,
      "giu",
    ),
    read: () => "",
  },
  {
    kind: "sentences",
    form: new RegExp(
      `(?<n>${KO_NUMBER})\\s?(?:문장|줄)(?:으로|로|만|정도|이내)*|(?:\\bin\\s+)?(?<m>${EN_NUMBER})[\\s-](?:sentences?|lines?(?!\\s*(?:charts?|graphs?|plots?)))(?:\\s+(?:max|each|on\\s+each))?\\b`,
      "giu",
    ),
    read: ({ n, m }) => numberOf(n ?? m),
  },
  {
    kind: "ordinal",
    form: /(?:(?:첫|두|세|네|다섯)\s?번째|\d+\s?번째?|맨\s?(?:위|처음|마지막|아래)|마지막)(?:\s?(?:거|것|꺼|페이지|링크|결과|건))?|\b(?:the\s+)?(?:first|second|third|fourth|fifth|last|top|1st|2nd|3rd)(?:\s+(?:one|hit|result|link|page))\b/giu,
    read: () => undefined,
  },
  {
    kind: "language",
    form: /(?<ko>한국어|우리말|한글|국문|영어|영문|Korean|English)(?:로|으로)|(?<ko2>영문|영어)(?=\s*(?:번역|으로|버전))|\b(?:in|into|to)\s+(?<en>korean|english)\b/giu,
    read: ({ ko, ko2, en }) => LANGUAGES[(ko ?? ko2 ?? en ?? "").toLowerCase()] ?? "ko",
  },
  {
    kind: "folder",
    form: /(?<!\S)(?!(?:내|제|우리|이|그|저|무슨|어떤)\s?폴더)(?<ko>[\p{L}\p{N}_./-]+)\s?폴더|(?:\b(?:the|my|in)\s+)*(?<en>[\p{L}\p{N}_./-]+)\s+(?:folder|directory)\b/giu,
    read: ({ ko, en }) => ko ?? en,
  },
  {
    kind: "press",
    form: /외신|해외\s?(?:언론|기사|뉴스|매체)|영어\s?(?:기사|뉴스)|(?<ko>국내\s?(?:언론|기사|뉴스|매체)|\bkorean\s+(?:press|papers|news|media))|\b(?:foreign|english|western)\s+(?:press|papers|news|media)\b/giu,
    read: ({ ko }) => (ko === undefined ? "en" : "ko"),
  },
  {
    kind: "instrument",
    form: /(?<![\p{L}\p{N}.-])(?<code>\d{6})(?!\d)/gu,
    read: ({ code }) => code,
  },
  {
    kind: "instrument",
    form: /(?<![\p{L}\p{N}])\$?(?<ticker>[A-Z]{2,5}(?:-USD|\.[A-Z]{1,2})?)(?![\p{Script=Latin}\p{N}])/gu,
    read: ({ ticker }) => (NO_TICKER.has(ticker ?? "") ? undefined : ticker),
  },
  {
    kind: "count",
    form: new RegExp(
      `(?:최대|딱)?\\s?(?<n>${KO_NUMBER})\\s?(?:개|건|편|가지|곳|명|권|줄|꼭지)(?:씩|정도|까지|쯤|만|를|을|도|로)*(?![가-힣])`,
      "gu",
    ),
    read: ({ n }) => numberOf(n),
  },
  {
    kind: "count",
    form: /\b(?:(?:top|first|latest|last|max|only|just|cheapest|newest)\s+)*(?<n>\d+|two|three|four|five|six|seven|eight|nine|ten)(?:\s+(?:of\s+them|of\s+those|is\s+enough|max|only|items?|results?|hits?|articles?|stories|headlines|pieces|entries|posts|stations|rows|things|memories))?\b/giu,
    read: ({ n }) => numberOf(n),
  },
];

function matchesOf(text: string, { kind, form, read }: Form): readonly Mention[] {
  return [...text.matchAll(form)].flatMap(({ 0: whole, index, groups = {} }) => {
    const value = read(groups);
    const lead = whole.length - whole.trimStart().length;
    if (value === undefined && kind !== "ordinal") return [];
    return [mention(kind, value ?? ordinalOf(whole), index + lead, index + whole.length)];
  });
}

/** 1 for the first, -1 for the last. */
function ordinalOf(said: string): number {
  if (/마지막|아래|last/iu.test(said)) return -1;
  const digits = /\d+/u.exec(said)?.[0];
  if (digits !== undefined) return Number(digits);
  const words = ["첫|맨 ?위|처음|first|top", "두|second", "세|third", "네|fourth", "다섯|fifth"];
  return Math.max(1, words.findIndex((word) => new RegExp(word, "iu").test(said)) + 1);
}

/** "1월 120, 2월 95": labels with numbers, at least two of them. */
function pairsIn(text: string): readonly Mention[] {
  const PAIR =
    /(?<label>(?:\d{1,4}\s?(?:월|분기|년|일|주차?|차|반)|[\p{L}][\p{L}\p{N}]*(?:\s[\p{L}]+)?))[\s:=]+(?<number>-?\d[\d,]*(?:\.\d+)?)(?<unit>만|천|%|원|명|개|권|kg|km|도|점|°C)?(?=\s*(?:$|[,;/·、]|\s|으로|로|을|를|이|가))/giu;
  const pairs = [...text.matchAll(PAIR)];
  const runs: (typeof pairs)[] = [];
  for (const pair of pairs) {
    const before = runs.at(-1)?.at(-1);
    const gap =
      before === undefined ? "x" : text.slice((before.index ?? 0) + before[0].length, pair.index);
    if (before !== undefined && /^[\s,;/·、]*(?:and\s+)?$/iu.test(gap)) runs.at(-1)?.push(pair);
    else runs.push([pair]);
  }
  return runs
    .filter((run) => run.length > 1)
    .flatMap((run) => {
      const [first] = run;
      const last = run.at(-1);
      if (first === undefined || last === undefined) return [];
      const data = run.map(
        ({ groups }): Json => [
          (groups?.["label"] ?? "").trim(),
          Number((groups?.["number"] ?? "").replaceAll(",", "")),
        ],
      );
      return [mention("pairs", data, first.index, last.index + last[0].length)];
    });
}

/** "12, 18, 9": numbers in a row, at least three of them. */
function numbersIn(text: string): readonly Mention[] {
  const ROW = /(?<![\p{L}\p{N}.:])-?\d+(?:\.\d+)?(?:\s*[,/]\s*-?\d+(?:\.\d+)?){2,}(?![\p{N}:/])/gu;
  return [...text.matchAll(ROW)].map(({ 0: row, index }) =>
    mention("pairs", row.split(/[,/]/u).map(Number), index, index + row.length),
  );
}

/** Shares, indices, currencies and goods by the names that are known. */
function instrumentsIn(text: string, tokens: readonly Token[]): readonly Mention[] {
  const all = tokens.flatMap((_token, from) => {
    const counts = [4, 3, 2, 1].filter((count) => from + count <= tokens.length);
    const found = counts.map((count) => instrumentOf(text, tokens.slice(from, from + count)));
    return found.find((each) => each !== undefined) ?? [];
  });
  const isPaidIn = ({ value, start }: Mention): boolean =>
    all.length > 1 &&
    /^(?:won|krw)$/iu.test(String(value)) &&
    /\b(?:in|to)\s+(?:korean\s+)?$/iu.test(text.slice(0, start));
  return all.map((each) => (isPaidIn(each) ? { ...each, kind: "time" } : each));
}

function instrumentOf(text: string, tokens: readonly Token[]): Mention | undefined {
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const joined = /(?:하고|이랑|랑|이나)$/u.exec(text.slice(last.start, last.end))?.[0].length ?? 0;
  const bodyEnd = [last.bodyEnd, last.end, last.end - joined].find((end) =>
    isInstrument(text.slice(first.start, end)),
  );
  if (bodyEnd === undefined) return undefined;
  const { start } = first;
  return { kind: "instrument", value: text.slice(start, bodyEnd), start, bodyEnd, end: last.end };
}

/** What is asked of an instrument is no part of its name. */
const ASKED_OF =
  /(?:^|\s)(?:환율|시세|주가|가격|주식|종가|rates?|prices?|quotes?|stocks?|shares?)$/iu;

function isInstrument(name: string): boolean {
  if (name.length < 2 || ASKED_OF.test(name)) return false;
  const isListed = symbolOfName(name) ?? hangulNameOf(name.toUpperCase()) ?? currencyOf(name);
  return isListed !== undefined;
}

/** A particle, or a space and a particle after something in quotes, belongs to the value. */
function withParticle(text: string, each: Mention): Mention {
  const value = each.kind === "place" ? text.slice(each.start, each.bodyEnd) : each.value;
  if (each.end > each.bodyEnd) return { ...each, value };
  const [run = "", hangul = ""] = /^\s?([가-힣]+)/u.exec(text.slice(each.end, each.end + 8)) ?? [];
  const isJoined = run === hangul || each.kind === "quote" || each.kind === "file";
  if (hangul === "" || !isJoined || bareParticle(hangul) === undefined) return { ...each, value };
  return { ...each, value, end: each.end + run.length };
}
