import { symbolOfName } from "../../../rag/text/listed-names.ts";
import { zoneOfPlace } from "../../../scheduler/timing/place-zones.ts";
import { type CodeLiteral, readCode } from "../code.ts";
import { extensionOf, readTokens } from "../tokens.ts";

/** What a value of an action is by its kind, where that is a name. */
const KINDS: Readonly<Record<string, "place" | "instrument" | "file">> = {
  "source:weather": "place",
  "system:time": "place",
  "source:price": "instrument",
  "source:prices": "instrument",
  "source:price_history": "instrument",
  "system:read": "file",
};
/** Actions whose text is looked for or kept as it was said. */
const TEXTS = new Set(
  "source:search_news source:web_search source:headlines source:search_memory system:grep system:translate system:todo system:notify_user messenger:send source:save_memory".split(
    " ",
  ),
);

/** What is written behind or before a value that was cut wrong: a particle alone, a word that goes on, a question, an order. */
const CUT_WRONG =
  /\s{2,}|^(?:도|엔|에|에는|은|는|을|를|이|가|과|와|랑|의)\s|^(?:too|also|and|but|or|vs|me|us)\s|\s(?:and|or|also|vs|to|for|of|in|at|with|the|a|an)$/iu;
/** The same of names: a question, or what is said of them. */
const NO_NAME =
  /(?:^|\s)(?:몇|뭐|뭘|뭔|뭔지|얼마|어디|언제|누구|어때)|^(?:아|어|음|아니|그럼|근데)\s|\b(?:also|doing|whats|the\s+same)\b|\s(?:in|at|for|and)\s/iu;
/** An order at the end of a title, or the first half of a sentence. */
const NO_TITLE =
  /(?:[가-힣](?:줘|줘요|주라|주세요|줄래|달라|드려)|(?:[돼되하가오으]니까|[아어해려와워]서|놓고|하고|거든|는데))(?:요)?$/u;
/** Actions whose text is a title. */
const TITLES = new Set(["system:save_event", "system:todo", "system:notify_user"]);

/** Words of which none names anything. */
const HOLLOW =
  /^(?:[Tt]he|same|똑같이|마찬가지로?|something|anything|stuff|things?|one|it|this|that|these|those|now|then|just|well|so|too|better|more|apparently|again|also|only|please|where|when|what|who|how|than|하나|둘|셋|넷|한|두|세|네|잘|좀|더|많이|다|또|그거|이거|저거|그것|이것|거|것|게|그|이|저|뭔가|무언가|아무거나|중에|중에서|좋은|나쁜|새로운|그냥)$/u;

/** What stands between words of a sentence and in no name. */
const ENGLISH_SENTENCE =
  /\b(?:with|than|or|my|our|your|i|i['’]m|me|we|us|you|he|she|they|is|are|was|were|will|where|what|whats|how|hows|that|which|only|but|not|if|when|please)\b/iu;
/** The same for names of what is traded. */
const BETWEEN = /\b(?:in|on|at|for|from|to|and|between|split)\b/iu;
const KOREAN_SENTENCE =
  /[가-힣](?:으면|[하되나가오지르]면|고|서|에게|한테|보다|말고|빼고|까지|부터)(?=\s)|\d\s?(?:만|천)?\s?원|['"‘“]|(?:^|\s)(?:한|두|세|네|다섯|\d+)\s?(?:개|판|병|명|잔|권)(?=\s|$)/u;
const MOST_KOREAN_WORDS = 4;

/** What is measured of a place or a company and is neither. */
const MEASURED = {
  place:
    /(?:지수|농도|수온|파고|물때|꽃가루|자외선|미세먼지)$|\b(?:pollen|index|count|tides?|uv|aqi|sunset|sunrise)\b/iu,
  instrument:
    /배당|시가총액|시총|매출|영업이익|실적|^(?:PER|PBR|EPS|ROE)$|\b(?:dividends?|earnings|market\s+cap|revenue)\b/iu,
};

/** What is kept out of what is wanted: 비 빼고 눈. */
const LEFT_OUT =
  /(?:^|\s)\S+\s?(?:빼고|말고|제외하고)\s|^(?:rather\s+than|instead\s+of|except|but\s+not)\b/iu;

/** The words of a program's values that cannot be what they are taken for; `undefined` where each value can. Pure. */
export function strayIn(
  code: string,
  message: string,
  {
    files = [],
    people = [],
  }: {
    readonly files?: readonly string[] | undefined;
    readonly people?: readonly string[] | undefined;
  },
): string | undefined {
  for (const literal of readCode(code).literals) {
    const { value, kind } = literal;
    if (kind !== "string" || value === "" || isQuoted(value, message, literal)) continue;
    if (isStray(literal, message, { files, people })) return value;
  }
  return undefined;
}

/** Text in quotes is somebody's own; a file is no text. */
function isQuoted(value: string, message: string, { call = "" }: CodeLiteral): boolean {
  const at = message.indexOf(value);
  return KINDS[call] !== "file" && at > 0 && /["“”'‘「『]/u.test(message[at - 1] ?? "");
}

function isStray(
  { value, call = "", key }: CodeLiteral,
  message: string,
  known: { readonly files: readonly string[]; readonly people: readonly string[] },
): boolean {
  if (isCutWrong(value, call) || (key === "tag" && isNoTag(value))) return true;
  if (call === "messenger:send" && key === "to")
    return !known.people.includes(value) && !standsAsRecipient(value, message);
  if (key !== undefined && key !== "symbol" && key !== "topic") return false;
  switch (KINDS[call]) {
    case "file":
      return !known.files.includes(value) && isSentence(value);
    case "place":
      return isNoPlace(value, message);
    case "instrument":
      return isNoInstrument(value, message);
    default:
      return TEXTS.has(call) && isNoText(value, message, call);
  }
}

/** Nothing, what is left out, or for what is looked up, something that is to be done before. */
function isNoText(value: string, message: string, call: string): boolean {
  if (isNothing(value, message) || LEFT_OUT.test(value)) return true;
  if (call === "system:todo") return CHOSEN.test(value);
  if (call === "source:web_search" && FILE_KIND.test(value)) return true;
  return LOOKED_UP.test(call) && /[가-힣](?:[어아해]서|하고|말고)$/u.test(value);
}

/** A kind of file is looked for among one's own. */
const FILE_KIND = /^(?:pdf|csv|txt|md|xlsx?|docx?|hwpx?|jpe?g|png)s?(?:\s|$)/iu;

/** Some of what there is already, and where they are to go: 급한 것만 위로. */
const CHOSEN = /(?:것|거)만(?=\s|$)|(?<=^|\s)(?:맨\s?)?(?:위|아래|앞|뒤)로$/u;
const LOOKED_UP = /^(?:source:(?!save)|system:(?:grep|translate)$)/u;

/** More than a name of a file. */
function isSentence(value: string): boolean {
  const [first, second] = readTokens(value);
  return (
    second !== undefined &&
    first !== undefined &&
    extensionOf(first) === undefined &&
    !/\.\w{1,5}$/u.test(value)
  );
}

/** Behind what may be done in such weather: 널어도 되는 날씨. */
const MAY = /^도\s?(?:되|돼|될|괜찮)/u;

function isCutWrong(value: string, call: string): boolean {
  return CUT_WRONG.test(value) || (TITLES.has(call) && NO_TITLE.test(value));
}

/** A kind of music has no place in it, and is no phrase. */
function isNoTag(value: string): boolean {
  return (
    readTokens(value).some(({ kind, part }) => kind === "place" || part === "function") ||
    value.split(" ").length > MOST_TAG_WORDS
  );
}

const MOST_TAG_WORDS = 3;

function isNoPlace(value: string, message: string): boolean {
  if (zoneOfPlace(value) !== undefined) return false;
  if (NO_NAME.test(value)) return true;
  if (MAY.test(message.slice(message.indexOf(value) + value.length))) return true;
  const isOther = isNothing(value, message) || MEASURED.place.test(value);
  return isOther || isClause(value) || /^\d+\s+\p{L}/u.test(value);
}

function isNoInstrument(value: string, message: string): boolean {
  if (symbolOfName(value) !== undefined) return false;
  if (NO_NAME.test(value)) return true;
  const isOther = isNothing(value, message) || MEASURED.instrument.test(value);
  return isOther || isClause(value) || BETWEEN.test(value);
}

/** Words of a sentence, not of a name. */
function isClause(value: string): boolean {
  if (!/\p{Script=Hangul}/u.test(value)) return ENGLISH_SENTENCE.test(value);
  return KOREAN_SENTENCE.test(value) || value.split(/\s+/u).length > MOST_KOREAN_WORDS;
}

function isNothing(value: string, message: string): boolean {
  return isHollow(value) || isPointed(value, message);
}

function isHollow(value: string): boolean {
  return value.split(/\s+/u).every((word) => HOLLOW.test(word));
}

/** What "that" or 그 points at names nothing by itself: 그 회사. */
function isPointed(value: string, message: string): boolean {
  if (value.includes(" ")) return /^그\s/u.test(value);
  const at = message.indexOf(value);
  return (
    at > 0 &&
    /(?:^|\s)(?:그|이|저|그런|이런)\s$|\b(?:that|this|those|these)\s$/iu.test(message.slice(0, at))
  );
}

/** Somebody is spoken of as one to whom something is said: behind "tell", before 한테. */
function standsAsRecipient(name: string, message: string): boolean {
  const text = message.toLowerCase();
  const said = name.toLowerCase();
  for (let at = text.indexOf(said); at >= 0; at = text.indexOf(said, at + 1)) {
    const before = text.slice(0, at);
    const after = text.slice(at + said.length);
    if (ENGLISH_BEFORE.test(before) || KOREAN_AFTER.test(after)) return true;
  }
  return false;
}

const ENGLISH_BEFORE =
  /(?:\b(?:to|tell|text|message|send|msg|ping|dm|email|let|remind|ask|with|for|write|drop|notify|inform|answer|shoot|give|buzz|warn|and)\s+(?:(?:my|the|our)\s+)?|@|,\s*)$/u;
const KOREAN_AFTER =
  /^(?:이|님|\s?씨|군|양|\s?(?:언니|오빠|누나|형|선배|과장|팀장|부장|대리|사장|선생)님?)*\s?(?:에게|한테|께|보고|더러|이?랑|와|과|에다|도|만|,|\s?(?:앞|쪽)으로)/u;
