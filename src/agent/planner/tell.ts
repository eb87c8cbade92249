import { FINAL, finalOf } from "../../base/korean-particles.ts";
import { readSingleCall } from "../../engine/language/single-call.ts";
import { quoteIbl } from "./code.ts";
import type { PlannerResult, PlanOptions } from "./result.ts";

const SCORE = 0.95;

/** What is no name of somebody else. */
const NOBODY =
  /^(?:me|us|him|her|them|it|you|myself|everyone|everybody|all|someone|somebody|the|a|an|my|our|your|his|their|this|that|what|who|when|how|나|저|내|제|우리|너|모두|다들|누구|여기)$/iu;

/** Times that come again, and what stands in quotes, are read elsewhere. */
const READ_ELSEWHERE = /["“”「」『』]|\b(?:every|daily|weekly|weekdays)\b|매일|매주|매달|마다/iu;

const NAME =
  "(?<name>@?[\\p{L}][\\p{L}\\p{M}\\p{N}_.'-]*(?:\\s(?:언니|오빠|누나|형|선배|이모|삼촌|님|씨)(?=\\s))?)";

const ENGLISH: readonly RegExp[] = [
  // tell Ben (that) I'll be late; let Ben know dinner is at 7
  String.raw`(?:tell\s+${NAME}|let\s+${NAME.replace("name", "known")}\s+know)\s+(?:that\s+)?(?<clause>(?:(?:i|we|he|she|they|it|there|you)\b|(?:my|our|his|her|their|the)\s|\S+(?:\s\S+){0,4}?\s(?:is|are|was|were|will|can|can't|won't|has|have|starts?|ends?)\b|\S+['’](?:s|ll|re)\b).*)`,
  // send Ben a message saying dinner is at 7
  String.raw`(?:send|write|drop)\s+(?:${NAME}\s+)(?:a\s+|an?\s+\S+\s+)?(?:message|text|note|dm|line)\s+(?:saying|that\s+says|to\s+say|that)\s+(?:that\s+)?(?<clause>.+)`,
  String.raw`(?:send|write)\s+(?:a\s+)?(?:message|text|note|dm)\s+to\s+${NAME}\s+(?:saying|that\s+says|to\s+say|that)\s+(?:that\s+)?(?<clause>.+)`,
  String.raw`(?:message|text|ping|dm)\s+${NAME}\s+(?:saying|that|to\s+say)\s+(?:that\s+)?(?<clause>.+)`,
  // reply to Ben: great; tell Ben no worries
  String.raw`(?:reply\s+to|answer|send(?:\s+to)?|text|message|dm|ping|write(?:\s+to)?|tell|ask)\s+${NAME}\s*[:,]\s*(?<quote>.+)`,
  String.raw`tell\s+${NAME}\s+(?!(?:an?|the|about|what|when|where|who|whether|how|why|to|if|me|us|and|or|of|in|at|on|which|every|all\s+about)\b)(?<quote>\S.*)`,
  // I'll be late, can you let Ben know
  String.raw`(?:(?:ok(?:ay)?|so|hey|oh)[\s,]+)*(?<clause>\S+\s+\S+\s+.*?)[\s,.;]+(?:(?:can|could|would|will)\s+you\s+|please\s+)+(?:let|tell)\s+${NAME}(?:\s+(?:know|that|so|please))*`,
].map(
  (pattern) =>
    new RegExp(
      String.raw`^(?:please\s+|pls\s+|(?:can|could|would)\s+you\s+(?:please\s+)?)?${pattern}$`,
      "iu",
    ),
);

/** Whom it is for, behind whom it is not for. */
const KOREAN_NAME =
  "(?:\\S+\\s?(?:빼고|말고)\\s+)?(?<name>@?[\\p{L}\\p{N}_.-]+?(?:\\s[가-힣]{1,3}님)?)(?:님|\\s?씨)?(?:에게|한테|께)(?:만|는|도)?";
const ASKING =
  "(?:(?:톡|카톡|문자|메시지|메세지|디엠|쪽지|답장)(?:을|를|으로|로)?\\s?)?(?:하나|한번|한통)?\\s?(?:만)?\\s?(?:좀\\s*|다시\\s*)*(?:남겨|넣어|날려|쏴|찍어|톡해|카톡해|답장해|(?:톡|카톡|문자)\\s?(?:하나|한번|한통)?(?:만)?|전해|말해|얘기해|이야기해|알려|문자해|메시지\\s?보내|보내|문자\\s?보내|해(?=\\s?(?:줘|줄|주)))\\s?(?:줘|줄래|주세요|주라|달라고|드려|주시겠어요)?(?:요)?";

const KOREAN: readonly RegExp[] = [
  `${KOREAN_NAME}\\s+(?<clause>.+?(?:다|라|자))고\\s+${ASKING}`,
  `(?<clause>.+?(?:다|라|자))고\\s+${KOREAN_NAME}\\s+${ASKING}`,
  // 민호한테 전해줄래 오늘 늦는다고
  `${KOREAN_NAME}\\s+${ASKING}[\\s,.]+(?<after>.+?(?:다|라|자))고(?:요)?`,
  // 민호에게 8시에 보자 라고 전해줘
  `${KOREAN_NAME}\\s+(?<quote>.+?)\\s+(?:이?라고|라구)\\s*${ASKING}`,
].map((pattern) => new RegExp(`^${pattern}$`, "u"));

/** send "on my way" to Ben, tell Ben "I'm late", 지은에게 "곧 가"라고 보내줘. */
const QUOTES: readonly string[] = [
  '["“「](?<words>[^"”」]+)["”」]',
  // An apostrophe stands between letters, and no quote opens behind one.
  "(?<![\\p{L}\\p{N}])['‘](?<words>(?:[^'‘’]|(?<=\\p{Script=Latin})['’](?=\\p{Script=Latin}))+)['’]",
];
const QUOTED_ALONE: readonly RegExp[] = QUOTES.flatMap((quote) =>
  [
    `(?:please\\s+)?(?:send|text|message|write|dm|forward)\\s+${quote}\\s+to\\s+${NAME}(?:\\s+please)?`,
    `(?:please\\s+)?(?:tell|send|text|message|write(?:\\s+to)?|dm|ping)\\s+${NAME}(?:\\s+(?:exactly|just|only|precisely|this|these|the\\s+following|words?|for))*\\s*[:,]?\\s*${quote}(?:\\s+please)?`,
    `${KOREAN_NAME}\\s+${quote}(?:\\s*(?:이?라고|이?라구|고))?\\s*${ASKING}`,
    `${KOREAN_NAME}\\s+(?:(?:이|이거|다음|아래|그대로|이대로|이렇게|문장|말|글|메시지|메세지|내용)(?:을|를)?\\s*)*${ASKING}\\s*:?\\s*${quote}`,
  ].map((pattern) => new RegExp(`^${pattern}$`, "iu")),
);

/** Plans a message that has somebody told something in reported speech ("tell Ben I'll be late", "민수한테 늦을 것 같다고 전해줘"), as it would be said to them; undefined for any other. Pure. */
export function planTelling(
  text: string,
  { allowedNodes, people = [] }: PlanOptions,
): PlannerResult | undefined {
  if (allowedNodes?.includes("messenger") === false) return undefined;
  const said = withWholeNames(text.trim().replace(/[.!?~\s]+$/u, ""), people);
  const told = inQuotesAlone(said) ?? toldIn(said, people);
  if (told === undefined || NOBODY.test(told.name)) return undefined;
  // A question to them keeps its mark; one to the bot has it for itself.
  const isTheirs = said.endsWith(told.words) && !/^(?:can|could|would|will)\b/iu.test(said);
  const words = isTheirs && /\?\s*$/u.test(text) ? `${told.words}?` : told.words;
  return { kind: "sure", code: sending({ ...told, words }, people), score: SCORE, intent: text };
}

/** Words in quotes for somebody, and nothing beside them. */
function inQuotesAlone(said: string): Told | undefined {
  const { name, words } = firstOf(QUOTED_ALONE, said) ?? {};
  const isFile = /\.[a-z0-9]{1,5}$/iu.test(name ?? "");
  return name === undefined || words === undefined || isFile ? undefined : { name, words };
}

/** Somebody else is to be told something, too. */
const TELLS_TWO =
  /\b(?:and|,)\s+(?:also\s+)?(?:(?:tell|text|message)\s+(?!me\b|us\b|him\b|her\b|them\b|it\b|the\b|an?\b)\p{L}+\s|let\s+\p{L}+\s+know\b)|[다라자냐]고\s?(?:말|전|얘기|알려)\S{0,2}\s?(?:주|하)고\s+\S+?(?:에게|한테|께)/iu;

/** Words without quotes for somebody. */
function toldIn(said: string, people: readonly string[]): Told | undefined {
  if (READ_ELSEWHERE.test(said) || TELLS_TWO.test(said) || said.includes("\n")) return undefined;
  const deed = askedOf(said.replace(/^(?:can|could|would|will)\s+you\s+/iu, ""));
  const isKnown = deed !== undefined && people.includes(nameAmong(people, deed.name));
  return (isKnown ? deed : undefined) ?? inEnglish(said) ?? inKorean(said);
}

/** The same once more, to somebody else: "to Ann too", 재현이한테도. */
const ALSO: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:(?:and|also)\s+)*(?:tell|text|send|message)?\s*(?:(?:it|that|this|the\s+same(?:\s+thing)?)\s+)?(?:to\s+)?${NAME}\s+(?:too|as\s+well|(?:that|it)\s+too|the\s+same(?:\s+thing)?)[\s.!]*$`,
    "iu",
  ),
  /^(?:(?:그리고|아)\s+)*(?<name>@?[\p{L}\p{N}_.-]+?)(?:님|\s?씨)?(?:에게|한테|께)도(?:\s+(?:똑같이|같은\s?말|그렇게|그대로))?(?:\s+(?:좀\s)?(?:전해|말해|보내|알려|얘기해)\s?(?:줘|줄래|주라|주세요)?)?(?:요)?[\s.!~]*$/u,
];

const TELLS = "(?:tell|text|message|send|dm|ping|write)(?:\\s+(?:it|that|this))?(?:\\s+to)?";
const KOREAN_TELLS =
  "(?:\\s+(?:좀\\s)?(?:전해|말해|보내|알려|얘기해)\\s?(?:줘|줄래|주라|주세요)?)?(?:요)?[\\s.!~]*$";

/** The same to somebody else, and not to whom it was for: "don't message Ben, message Ann instead", 민호 말고 재현이한테 보내줘. */
const INSTEAD: readonly RegExp[] = [
  String.raw`^(?:(?:no|wait|actually|sorry|please)[\s,]+)*(?:don['’]?t|do\s+not)\s+${TELLS}\s+(?<not>[\p{L}\p{N}_.'-]+)[,;.\s]+(?:but\s+|please\s+)?${TELLS}\s+${NAME}(?:\s+instead)?[\s.!]*$`,
  String.raw`^(?:(?:no|wait|actually|sorry|please)[\s,]+)*(?:${TELLS}\s+|to\s+)${NAME}(?:\s+instead(?:\s+of\s+(?<not>[\p{L}\p{N}_.'-]+))?|[\s,]+not\s+(?:to\s+)?(?<other>[\p{L}\p{N}_.'-]+))[\s.!]*$`,
  `^(?:아니(?:야|요)?[\\s,]+)?(?<not>[\\p{L}\\p{N}_.-]+?)(?:님|\\s?씨)?(?:에게|한테|께)?\\s?(?:말고|대신|아니고|아니라)\\s+(?<name>@?[\\p{L}\\p{N}_.-]+?)(?:님|\\s?씨)?(?:에게|한테|께)(?:로)?${KOREAN_TELLS}`,
].map((pattern) => new RegExp(pattern, "iu"));

/** Whom a message gives what was for somebody else, where that is all that is said; `undefined` for any other. Pure. */
export function insteadOf(
  text: string,
): { readonly name: string; readonly not?: string } | undefined {
  const { name, not, other = not } = firstOf(INSTEAD, text.trim()) ?? {};
  if (name === undefined || NOBODY.test(name)) return undefined;
  return { name, ...(other !== undefined && { not: other }) };
}

/** The message of before to somebody else, as well or instead, where that is all that is said; `undefined` for any other. Pure. */
export function tellAlso(
  text: string,
  last: string,
  { people = [] }: PlanOptions,
): string | undefined {
  const name = insteadOf(text)?.name ?? firstOf(ALSO, text.trim())?.["name"];
  const { node, action, target } = readSingleCall(last) ?? {};
  const isTold = node === "messenger" && action === "send" && target !== undefined;
  const isNamed = name !== undefined && !NOBODY.test(name);
  return isNamed && isTold ? sending({ name, words: target }, people) : undefined;
}

/** Somebody gets a file. */
const FILE_SENT: readonly RegExp[] = [
  `(?:send|forward|share)\\s+(?:the\\s+|my\\s+)?(?<path>[\\p{L}\\p{N}_()/.-]+\\.[a-z]{2,5})\\s+to\\s+${NAME}`,
  `(?:send|give)\\s+${NAME}\\s+(?:the\\s+|my\\s+)?(?<path>[\\p{L}\\p{N}_()/.-]+\\.[a-z]{2,5})`,
  `(?<path>[\\p{L}\\p{N}_()/.-]+\\.[a-z]{2,5})\\s?(?:파일)?(?:을|를)?\\s+${KOREAN_NAME}\\s+(?:보내|전달해|공유해)\\s?(?:줘|줄래|주세요|주라)(?:요)?`,
  `${KOREAN_NAME}\\s+(?<path>[\\p{L}\\p{N}_()/.-]+\\.[a-z]{2,5})\\s?(?:파일)?(?:을|를)?\\s?(?:보내|전달해|공유해)\\s?(?:줘|줄래|주세요|주라)(?:요)?`,
].map((pattern) => new RegExp(`^(?:please\\s+)?${pattern}[\\s.!~]*$`, "iu"));

/** The program that gives somebody a file, of words that ask for no more; `undefined` for any other. Pure. */
export function fileSent(
  text: string,
  { allowedNodes, people = [] }: PlanOptions,
): { readonly code: string; readonly words: string } | undefined {
  const { path, name } = firstOf(FILE_SENT, text.trim()) ?? {};
  const isOther = name !== undefined && !NOBODY.test(name);
  if (path === undefined || !isOther || allowedNodes?.includes("messenger") === false)
    return undefined;
  const to = quoteIbl(nameAmong(people, name));
  return { code: `[messenger:send_file](${quoteIbl(path)}) {to: ${to}}`, words: path };
}

/** Somebody is to be told something at a time: the words of time before or between, and the rest. */
const TIMED: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:please\s+|(?:can|could)\s+you\s+)?(?<when>(?:every|each|daily|tomorrow|tonight|today|in|next|this|week(?:day|end)s?|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|on|at)\b.+?)[\s,]+(?<tell>(?:please\s+)?(?:tell|text|message|send|remind|ping|dm|write(?:\s+to)?|let)\s+${NAME}(?=[\s:,]).*)$`,
    "iu",
  ),
  new RegExp(
    String.raw`^(?:please\s+|(?:can|could)\s+you\s+)?(?<lead>(?:tell|text|message|remind|ping|dm)\s+${NAME})\s+(?<when>(?:every|each|daily|tomorrow|tonight|today|in|next|this|week(?:day|end)s?|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|on|at)\b.+?)\s+(?<rest>(?:to|that|about|saying)\s.*|["“:].*)$`,
    "iu",
  ),
  /^(?<when>(?:매일|매주|매달|평일|주말|오늘|내일|모레|이따|오전|오후|아침|점심|저녁|밤|새벽|\d{1,2}시|\d{1,2}분|\S*요일).*?)\s+(?<tell>\S+?(?:에게|한테|께)\s.*)$/u,
  /^(?<lead>\S+?(?:에게|한테|께))\s+(?<when>(?:매일|매주|매달|평일|주말|오늘|내일|모레|이따|오전|오후|아침|점심|저녁|밤|새벽|\d{1,2}시|\d{1,2}분|\S*요일).*?(?:시|분|반)(?:에|마다)?)\s+(?<rest>.*)$/u,
];

/** What is asked of somebody: "tell Ben to take his pills", "text Ben good morning", 일어나라고. */
const REMINDS = [
  new RegExp(String.raw`^(?:please\s+)?(?:tell|remind|ask)\s+${NAME}\s+to\s+(?<deed>\S.*)$`, "iu"),
  new RegExp(
    String.raw`^(?:please\s+)?(?:remind\s+${NAME}\s+(?:about|of|that)|(?:text|message|ping|dm)\s+${NAME.replace("name", "known")})\s+(?<quote>(?!to\b|an?\b|the\b|my\b|about\b|that\b|saying\b)\S.*)$`,
    "iu",
  ),
];
const QUOTED = QUOTES.map(
  (quote) =>
    new RegExp(
      String.raw`^(?:\S+\s+(?:to\s+)?${NAME}|${KOREAN_NAME.replace("name", "known")})\s.*?${quote}`,
      "iu",
    ),
);
const LONG_REQUEST = new RegExp(`^${KOREAN_NAME}\\s+(?<clause>\\S{3,}라)고\\s+${ASKING}$`, "u");

/** Words that are to be told somebody at a time, apart from that time. */
export interface TimedTelling {
  /** The words of time. */
  readonly when: string;
  /** What is told. */
  readonly words: string;
  /** The program that tells it once. */
  readonly code: string;
}

/** What a message has somebody told at a time ("every day at 8 tell Ben to take his pills", "매일 8시에 민호에게 약 먹으라고 전해줘"); undefined for any other. Pure. */
export function readTimedTelling(
  text: string,
  { allowedNodes, people = [] }: PlanOptions,
): TimedTelling | undefined {
  if (allowedNodes?.includes("messenger") === false || text.includes("\n")) return undefined;
  const said = text.trim().replace(/[.!?~\s]+$/u, "");
  const { when, tell, lead, rest } = firstOf(TIMED, said) ?? {};
  const telling = tell ?? (lead === undefined ? undefined : `${lead} ${rest}`);
  if (when === undefined || telling === undefined) return undefined;
  const told = askedOf(telling) ?? inQuotes(telling) ?? inEnglish(telling) ?? inKorean(telling);
  if (told === undefined || NOBODY.test(told.name) || isForOneself(telling, told, people))
    return undefined;
  return { when, words: told.words, code: sending(told, people) };
}

/** 알려줘 and "remind" tell oneself, unless of somebody who is known, and of what one does not do to them. */
function isForOneself(telling: string, { name }: Told, people: readonly string[]): boolean {
  if (!/(?:알려|말해)\S*(?:\s?\S+)?$|^remind\b/iu.test(telling)) return false;
  return !people.includes(nameAmong(people, name)) || DONE_TO_THEM.test(telling);
}
const DONE_TO_THEM =
  /(?:전화|연락|문자|카톡|답장|답|말|얘기|이야기|송금|입금|선물|부탁|확인|물어보|전달)\s?(?:을|를)?\s?(?:하|드리|보내|주)?라고|(?:보내|갚)(?:주)?라고|돈\s?주라고/u;

function sending({ name, words }: Told, people: readonly string[]): string {
  return `[messenger:send](${quoteIbl(words)}) {to: ${quoteIbl(nameAmong(people, name))}}`;
}

/** Words in quotes, whatever asks for them to be sent. */
function inQuotes(telling: string): Told | undefined {
  const { name, known = name, words } = firstOf(QUOTED, telling) ?? {};
  return known === undefined || words === undefined ? undefined : { name: known, words };
}

/** What is asked of somebody, as it is said to them. */
function askedOf(telling: string): Told | undefined {
  const { name, known = name, deed, quote } = firstOf(REMINDS, telling) ?? {};
  if (known !== undefined && deed !== undefined) {
    const theirs = deed.replace(/\b(?:his|their|her(?=\s+\p{L}))\b/giu, "your");
    return { name: known, words: theirs.charAt(0).toUpperCase() + theirs.slice(1) };
  }
  if (known !== undefined && quote !== undefined && !/["“]/u.test(quote))
    return { name: known, words: quote };
  const { name: other, clause } = LONG_REQUEST.exec(telling)?.groups ?? {};
  const words = clause === undefined ? undefined : requestForm(clause);
  return other === undefined || words === undefined ? undefined : { name: other, words };
}

/** A name that ends in a consonant is said with 이 behind it: 지은이 is 지은, where there is one; tom is Tom. */
export function nameAmong(people: readonly string[], name: string): string {
  const bare = name.replace(/(?<=[가-힣]{2})이$/u, "");
  const called = (one: string): boolean => [name, bare].some((each) => isSameName(one, each));
  return people.includes(name) ? name : (people.find(called) ?? name);
}

/** A known name of several words stands as one; a Korean one is read with its title. */
function withWholeNames(said: string, people: readonly string[]): string {
  const known = people.filter((each) => each.includes(" ") && !/\p{Script=Hangul}/u.test(each));
  const name = known.find((each) => said.toLowerCase().includes(each.toLowerCase()));
  if (name === undefined) return said;
  const at = said.toLowerCase().indexOf(name.toLowerCase());
  const end = at + name.length;
  return said.slice(0, at) + said.slice(at, end).replaceAll(" ", "_") + said.slice(end);
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.replaceAll("_", " ").toLowerCase();
}

interface Told {
  readonly name: string;
  readonly words: string;
}

function inEnglish(said: string): Told | undefined {
  const groups = firstOf(ENGLISH, said);
  const name = groups?.["name"] ?? groups?.["known"];
  const quote = groups?.["quote"];
  if (name !== undefined && quote !== undefined) return { name, words: quote };
  const clause = groups?.["clause"];
  if (name === undefined || clause === undefined) return undefined;
  return { name, words: clause.charAt(0).toUpperCase() + clause.slice(1) };
}

/** 민호에게 오늘 올 수 있냐고 물어봐줘. */
const KOREAN_ASKS = new RegExp(
  `^${KOREAN_NAME}\\s+(?<clause>.+?)냐고\\s+(?:좀\\s)?물어(?:\\s?봐)?\\s?(?:줘|줄래|주라|주세요)?(?:요)?$`,
  "u",
);

/** A question as it is put to somebody: 오냐 is 와?, 언제냐 is 언제야? */
function questionForm(clause: string): string {
  const last = clause.at(-1) ?? "";
  if (/(?:언제|어디|뭐|얼마|누구|며칠|이|[시일명개번원분])$/u.test(clause)) return `${clause}야?`;
  if (finalOf(last) === FINAL.none) {
    const stem = `${clause.slice(0, -1)}${String.fromCharCode(last.charCodeAt(0) + FINAL.n)}`;
    return `${spokenKorean(`${stem}다`) ?? `${clause}니`}?`;
  }
  const vowel = last.normalize("NFD")[1];
  return `${clause}${vowel === "ᅡ" || vowel === "ᅩ" ? "아" : "어"}?`;
}

function inKorean(said: string): Told | undefined {
  const { name: whom, clause: question } = KOREAN_ASKS.exec(said)?.groups ?? {};
  if (whom !== undefined && question !== undefined)
    return { name: whom, words: questionForm(question.replace(/(?:느|으)$/u, "")) };
  const quoted = firstOf(KOREAN.slice(-1), said);
  if (quoted?.["name"] !== undefined && quoted["quote"] !== undefined)
    return { name: quoted["name"], words: quoted["quote"] };
  const { name, after, clause = after } = firstOf(KOREAN, said) ?? {};
  const isNoun = after?.endsWith("라") === true && requestForm(after) === undefined;
  const spoken = clause === undefined ? undefined : spokenKorean(clause);
  const words = isNoun ? `${after.slice(0, -1)}야` : spoken;
  return name === undefined || words === undefined ? undefined : { name, words };
}

function firstOf(patterns: readonly RegExp[], said: string): RegExpExecArray["groups"] {
  for (const pattern of patterns) {
    const groups = pattern.exec(said)?.groups;
    if (groups !== undefined) return groups;
  }
  return undefined;
}

/** A reported clause without its 고, as it is said to somebody; undefined for one that may be a command or a name (…라고). */
function spokenKorean(clause: string): string | undefined {
  if (clause.endsWith("자")) return clause;
  if (clause.endsWith("라"))
    return /\d\s*(?:시|분|일|월|층|번|명|원)라$/u.test(clause)
      ? `${clause.slice(0, -1)}야`
      : asked(clause);
  const stem = clause.slice(0, -1);
  const last = stem.at(-1) ?? "";
  const plain = plainForm(stem, last);
  if (plain !== undefined) return plain;
  if (last === "같") return `${stem}아`;
  if (last === "한") return `${stem.slice(0, -1)}해`;
  if (last === "된") return `${stem.slice(0, -1)}돼`;
  if (last === "없" || last === "있" || finalOf(last) === FINAL.ss) return `${stem}어`;
  return clause;
}

/** 간 of 간다, 늦는 of 늦는다: as it is said. */
function plainForm(stem: string, last: string): string | undefined {
  const letters = last.normalize("NFD");
  const before = stem.slice(0, -1);
  if (last === "는" && /[가-힣]$/u.test(before) && finalOf(before.at(-1) ?? "") !== undefined) {
    const vowel = (before.at(-1) ?? "").normalize("NFD")[1];
    return `${before}${vowel === "ᅡ" || vowel === "ᅩ" ? "아" : "어"}`;
  }
  if (!letters.endsWith("ᆫ") || letters.length !== 3) return undefined;
  const contracted = CONTRACTED[letters[1] ?? ""];
  return contracted === undefined || last === "한" || last === "된"
    ? undefined
    : `${before}${`${letters[0]}${contracted}`.normalize("NFC")}`;
}

/** The vowel of a stem with the ending of speech: 가 stays 가, 오 is 와, 마시 is 마셔. */
const CONTRACTED: Readonly<Record<string, string>> = {
  ...{ ᅡ: "ᅡ", ᅥ: "ᅥ", ᅧ: "ᅧ", ᅢ: "ᅢ", ᅦ: "ᅦ", ᅩ: "ᅪ", ᅮ: "ᅯ", ᅵ: "ᅧ", ᅳ: "ᅥ" },
};

/** What stands before 라고 of a request, and how it is asked of somebody. */
const REQUESTS: readonly (readonly [RegExp, string])[] = [
  [/\s?달라$/u, " 줘"],
  [/하라$/u, "해"],
  [/(?<=[가-힣])그라$/u, "가"],
  [/끄라$/u, "꺼"],
  [/쓰라$/u, "써"],
  [/오라$/u, "와"],
  [/주라$/u, "줘"],
  [/(?<=[가사자나내깨])라$/u, ""],
  [/리라$/u, "려"],
  [/시라$/u, "셔"],
  [/기라$/u, "겨"],
  [/(?<=[남받알닫찾앉잡놓])으라$/u, "아"],
  [/으라$/u, "어"],
];

/** A reported request as it is asked of somebody: 먼저 먹으라 is 먼저 먹어; `undefined` for what may be a name. */
function asked(clause: string): string | undefined {
  return clause.includes(" ") ? requestForm(clause) : undefined;
}

function requestForm(clause: string): string | undefined {
  const [ending, form] = REQUESTS.find(([pattern]) => pattern.test(clause)) ?? [];
  return ending === undefined || form === undefined ? undefined : clause.replace(ending, form);
}
