import { type Memories, type MemoryRow, wordKeys } from "../memories.ts";
import { askedWords, DOING, holdsCode, keptWords, recalled, withoutAmounts } from "./recall.ts";
import { joined, nearness, relativesIn, thingsIn, thingsOf } from "./same-things.ts";
import { topicsOf } from "./topics.ts";

/** Most memories that are looked through, the newest. */
const MOST_LOOKED_AT = 500;

/** What another word for the same thing counts against the word itself, one for a kind of it, and one of the same subject. */
const SAME = 0.95;
const KIND = 0.75;
const PART = 0.5;
const SUBJECT = 0.3;

/** What a name counts, for which nothing else stands, and a word that is about nothing known. */
const NAME = 2;
const UNKNOWN = 1.2;

/** What a word counts that says no more than which sort of answer is wanted. */
const OF_SORT = 0.3;
const MERE =
  /^(?:names?|numbers?|length|width|kind|type|brand|이름|성함|존함|번호|날짜|요일|길이|종류|브랜드|매[일주달월년])(?:이|가|은|는|을|를|도)?$/u;
const SECRET =
  /^(?:code|password|passcode|passphrase|pin|pw|combination|비밀번호|비번|암호|패스워드|코드)(?:이|가|은|는|을|를|도)?$/u;
const SORT =
  /^(?:phone|telephone|birthday|address|전화번호|연락처|생일|생신|주소)(?:이|가|은|는|을|를|도)?$/u;

/** What a memory in the other language counts. */
const OTHER_LANGUAGE = 0.5;

/** What one counts that is in the very unit that is asked for. */
const OF_UNIT = 1.5;

/** How much of what a question names a memory must hold. */
const LEAST_HELD = 0.58;
/** The same of one in the other language: more words of it only seem the same. */
const LEAST_HELD_ABROAD = 0.75;

/** How much of it one must hold that is told as no more than near: some word as a part of another, or its subject. */
const LEAST_NEAR = 0.1;

/** How much of it one must hold that comes close, whatever the rest of its words. */
const LEAST_CLOSE = 0.45;

/** What a memory counts that holds nothing of the sort that is asked for. */
const UNFIT = 0.5;

/** How near another memory must come to the first to be told beside it: an answer, and what is no more than near. */
const CLOSE = 0.7;
const CLOSE_NEAR = 0.45;

/** Most that are told. */
const MOST_TOLD = 3;

/** Tells whether a memory holds what is wanted. */
type Says = Pick<RegExp, "test">;

/** A number by which a thing goes, not one that counts or dates. */
const holdsNumber: Says = {
  test: (text) => /\d/u.test(withoutAmounts(text)),
};

/** What a question wants to know, and what a memory must hold to say it. */
const WANTED: readonly (readonly [asks: RegExp, ...says: readonly Says[]])[] = [
  [
    /언제|며칠|날짜|몇\s?시|무슨\s?요일|\bwhen\b|\bwhat\s+(?:day|date|time|year|month)\b|\buntil\s+when\b/iu,
    /\d|[월화수목금토일]요일|매[일주달월년]|아침|오전|오후|저녁|밤|새벽|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b|\b(?:morning|noon|evening|night|daily|weekly|monthly)s?\b/iu,
  ],
  [/번호|\bnumber\b/iu, holdsNumber],
  [
    /얼마|몇\s?(?!시)|\blength\b|\bhow\s+(?:much|many|big|old|tall|heavy|far|long|strong|high|fast|thick|wide)\b/iu,
    /\d|[한두세네]\s|하나|둘|셋|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|once|twice)\b/iu,
  ],
  [
    /누구|누가|성함|이름|\bname\b|\bwho(?:['’]?s|se)?\b/iu,
    /씨|님|선생|이름|계정|[가-힣]{2,}(?:한테|에게|랑|께)(?=\s|$)|[가-힣]{2,}(?:이|가)\s|(?:은|는|이|가)\s[가-힣]{2,3}$|\b(?:mr|mrs|ms|dr)\b|\b(?:called|named)\b/iu,
    /[a-z,]\s(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|January|February|March|April|May|June|July|August|September|October|November|December)[A-Z][a-z]/u,
    /^(?!(?:My|Our|The|An?|I|We|It|There|In|On|At|This|That|His|Her|Their|Your|Every|Each|All)\b)[A-Z][a-z]+\s[a-z]/u,
  ],
  [
    /어디(?!.*(?:전화|연락))|어딨|\bwhere(?:['’]?s)?\b/iu,
    /\bis\s(?:the\s)?[A-Z][a-z]/u,
    /[가-힣](?<![월일시분년달주말침녁전후밤벽]|요일)(?:에|에서|로|으로|께|한테|에게)(?=\s|$)|[시구동읍면역점]\s|주소|호텔|병원|\b(?:in|at|on|under|behind|near|by|from|to|inside|above|next)\b(?!\s+(?:the\s+)?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|morning|evening|\d{1,2}:|winter|summer|january|february|march|april|may|june|july|august|september|october|november|december|\d{4})\b)/iu,
  ],
];

/** A word of a question. */
interface Asked {
  readonly keys: readonly string[];
  readonly things: readonly number[];
  readonly topics: readonly number[];
  /** How much it says of what is asked for. */
  readonly weight: number;
  /** For a value that nothing else can stand for: a password, or another sort, such as a telephone number. */
  readonly sort: "secret" | "other" | undefined;
  /** True of the verb: a memory may say it otherwise. */
  readonly isPredicate: boolean;
}

/** What a question comes to: memories that answer it (also by its own words, so that the value alone is told), those that hold its words, those that come close to each thing it names, or those that are no more than near it, the best first. */
export interface Recollection {
  readonly rows: readonly MemoryRow[];
  readonly as: "answer" | "value" | "words" | "close" | "near";
}

/** What is asked for in a question, or by words alone, at most `limit`. */
export function recollected(
  memories: Pick<Memories, "withAny" | "latest">,
  personId: string,
  query: string,
  limit: number,
): Recollection {
  const near = ASKS.test(query) ? nearlyRecalled(memories, personId, query) : NOTHING;
  const fits = fitting(query);
  const asked = askedIn(query);
  const rows = recalled(memories, personId, query, { bar: "most", limit }).filter(
    (row) =>
      fits(row.content) && holdsSorts(row, matchesOf(row, asked), asked) && isOfAsked(row, asked),
  );
  const isSame = rows.length === 1 && rows[0]?.number === near.rows[0]?.number;
  if (near.isSure && isSame) return { rows, as: "value" };
  if (near.isSure) return { rows: near.rows.slice(0, limit), as: "answer" };
  if (rows.length > 0 || near.rows.length === 0) return { rows, as: "words" };
  return { rows: near.rows.slice(0, limit), as: near.isClose ? "close" : "near" };
}

/** What asks, and names no more than a thing. */
const ASKS =
  /\b(?:what|which|where|when|who|whom|whose|how|why)(?:['’]?s)?\b|뭐|뭘|무엇|무슨|어디|어딨|언제|누구|누가|누굴|며칠|몇|얼마|어떻게|알려|말해|(?:지|더라|나|니)[?？\s]*$|[?？]\s*$|^(?:do|does|did|is|are|can|should|has|have)\s|^(?:the\s+)?(?:name|number|address)\s+of\s/iu;

interface NearAnswer {
  readonly rows: readonly MemoryRow[];
  readonly isSure: boolean;
  /** True where the first has to do with each thing that is named, and holds what is wanted. */
  readonly isClose: boolean;
}

const NOTHING: NearAnswer = { rows: [], isSure: false, isClose: false };

/**
 * Memories that may answer a question about its writer in other words. One answers it that holds most of what the question names, as the word
 * itself, as another for the same thing or as a kind of it, and a sort of thing that can answer it. None is from outside.
 */
function nearlyRecalled(
  memories: Pick<Memories, "latest">,
  personId: string,
  question: string,
): NearAnswer {
  const asked = askedIn(question);
  if (asked.every(({ weight }) => weight === 0)) return NOTHING;
  const rows = memories
    .latest(personId, MOST_LOOKED_AT)
    .filter(({ isTainted }) => !isTainted)
    .map((row) => ({ row, matches: matchesOf(row, asked) }))
    .filter(({ row, matches }) => holdsSorts(row, matches, asked));
  const scored = rows
    .map(rater(question, asked, rows))
    .filter(({ near, isAbout }) => isAbout && near >= LEAST_NEAR)
    .sort((left, right) => right.score - left.score);
  const sure = scored.filter((one) => one.isSure);
  const isSure = sure.length > 0;
  const told = isSure ? sure : scored;
  const least = (told[0]?.score ?? 0) * (isSure ? CLOSE : CLOSE_NEAR);
  const close = told.filter(({ score }) => score >= least).map(({ row }) => row);
  const others = isSure ? [] : ofTheSort(question, asked, rows);
  const rowsTold = [...new Set([...close, ...others])].slice(0, MOST_TOLD);
  return { rows: rowsTold, isSure, isClose: close.length > 0 && told[0]?.isClose === true };
}

/** Asks for what is one's own. */
const OWN =
  /\b(?:i|my|mine|our|us|we)\b|(?:^|\s)(?:나|난|내|내가|나는|저|제|제가|우리|울|저희)(?=\s)|더라\S*$|[뒀놨]지\S*$/iu;

/** Asks for what has to do with the one who is asked. */
const OF_THE_BOT =
  /(?<!\b(?:tell|told|did|do|can|could|remind)\s)\byou\b(?!\s(?:remember|know|recall|still|have))|(?:^|\s)(?:너|넌|네가|너한테|너를)(?=\s)/iu;

/** What holds the sort of value that is asked of one's own things, where no word of it need be shared: those that look most like the question first, then the newest. */
function ofTheSort(
  question: string,
  asked: readonly Asked[],
  rows: readonly Matched[],
): readonly MemoryRow[] {
  const isTyped = WANTED.some(([asks]) => asks.test(question));
  if (!isTyped || !OWN.test(question) || OF_THE_BOT.test(question)) return [];
  const fits = fitting(question);
  const isKorean = HANGUL.test(question);
  const alike = (text: string): number => {
    const pairs = pairsOf(text);
    return asked
      .flatMap(({ keys: [key = ""] }) => [...pairsOf(key)])
      .filter((pair) => pairs.has(pair)).length;
  };
  return rows
    .map(({ row }) => row)
    .filter((row) => HANGUL.test(row.content) === isKorean)
    .filter((row) => fits(row.content) && isOfAsked(row, asked))
    .map((row) => ({ row, score: alike(row.content) }))
    .sort((left, right) => right.score - left.score)
    .map(({ row }) => row);
}

/** Letters that stand side by side: two in Korean, three in other scripts. */
function pairsOf(text: string): ReadonlySet<string> {
  const size = HANGUL.test(text) ? 2 : 3;
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(
    words.flatMap((word) =>
      Array.from({ length: Math.max(0, word.length - size + 1) }, (_, at) =>
        word.slice(at, at + size),
      ),
    ),
  );
}

/** A memory, and how near each word of a question is to it. */
interface Matched {
  readonly row: MemoryRow;
  readonly matches: readonly number[];
}

/** Tells how well memories answer a question: a word counts the more, the fewer of all `rows` hold it. */
function rater(question: string, asked: readonly Asked[], rows: readonly Matched[]) {
  const all = sum(asked.map(({ weight }) => weight));
  const rarityOf = (word: number, least: number): number => {
    const holding = rows.filter(({ matches }) => (matches[word] ?? 0) >= least).length;
    return holding === 0 ? 0 : Math.log(1 + rows.length / holding);
  };
  const same = asked.map((_, word) => rarityOf(word, KIND));
  const nearly = asked.map((_, word) => rarityOf(word, SUBJECT));
  const fits = fitting(question);
  const unit = unitIn(question);
  const isKorean = HANGUL.test(question);
  return ({ row, matches }: Matched) => {
    const weighed = weighedBy(asked, matches);
    const held = sum(weighedBy(asked, matches.map(ifHeld))) / all;
    const near = sum(weighed) / all;
    const isAbroad = HANGUL.test(row.content) !== isKorean;
    const isFitting = fits(row.content);
    const telling = matches.map((match, at) => (match >= KIND ? same : nearly)[at] ?? 0);
    const score =
      sum(telling.map((each, at) => each * (weighed[at] ?? 0))) *
      (isAbroad ? OTHER_LANGUAGE : 1) *
      (isFitting ? 1 : UNFIT) *
      (unit?.test(row.content) === true ? OF_UNIT : 1);
    const isNamed = isNamedIn(row, matches, asked);
    const leastHeld = isAbroad ? LEAST_HELD_ABROAD : LEAST_HELD;
    const isMost = near >= LEAST_CLOSE && isOfAsked(row, asked);
    const isOfAll = isNamed && hasToDoWithAll(matches, asked);
    return {
      row,
      near,
      score,
      isAbout: isAboutAny(weighed, asked),
      isClose: isFitting && [isMost, isOfAll].includes(true),
      isSure: [isFitting, isNamed, held >= leastHeld].every(Boolean),
    };
  };
}

function weighedBy(asked: readonly Asked[], matches: readonly number[]): readonly number[] {
  return asked.map(({ weight }, at) => weight * (matches[at] ?? 0));
}

function ifHeld(match: number): number {
  return match >= KIND ? match : 0;
}

/** Whether a memory has to do with more than the sort of answer that is wanted. */
function isAboutAny(weighed: readonly number[], asked: readonly Asked[]): boolean {
  const telling = weighed.filter((_, at) => (asked[at]?.weight ?? 0) >= 1);
  return telling.length === 0 || telling.some((each) => each > 0);
}

/** Whether a memory has to do with each thing that a question names. */
function hasToDoWithAll(matches: readonly number[], asked: readonly Asked[]): boolean {
  return asked.every(
    ({ weight, isPredicate }, at) => weight < 1 || isPredicate || (matches[at] ?? 0) > 0,
  );
}

/** Whether a memory names itself one of the things that are asked about, and the same relatives: a kind of a thing may be another, and of a relative's things is not asked. */
function isNamedIn(row: MemoryRow, matches: readonly number[], asked: readonly Asked[]) {
  const isSame = (at: number): boolean => (matches[at] ?? 0) >= SAME;
  const telling = asked.flatMap(({ weight }, at) => (weight >= 1 ? [at] : []));
  if (telling.length > 0 && !telling.some(isSame)) return false;
  return isOfAsked(row, asked);
}

/** Whether a memory is of the relatives that a question names, and of no others. */
function isOfAsked({ content }: MemoryRow, asked: readonly Asked[]): boolean {
  const relatives = relativesIn(asked.flatMap(({ things }) => things));
  const own = relativesIn(thingsOf(content));
  const isAmong = (one: number, others: readonly number[]): boolean =>
    nearness([one], others) !== undefined;
  return own.length === 0
    ? relatives.length === 0
    : own.every((one) => isAmong(one, relatives)) && relatives.every((one) => isAmong(one, own));
}

/** Whether a memory holds every sort of value that is asked for; a code needs no word that says it is one. */
function holdsSorts(
  { content }: MemoryRow,
  matches: readonly number[],
  asked: readonly Asked[],
): boolean {
  return asked.every(
    ({ sort }, at) =>
      sort === undefined ||
      (matches[at] ?? 0) >= KIND ||
      (sort === "secret" && !OTHER_NUMBER.test(content) && holdsCode(content)),
  );
}

/** Says itself what number it is, which is no secret. */
const OTHER_NUMBER = /(?<!비밀)번호|\bnumber\b|전화|계좌/iu;

/** Whether a memory holds a sort of thing that a question wants to know. */
function fitting(question: string): (content: string) => boolean {
  const says = WANTED.flatMap(([asks, ...each]) => (asks.test(question) ? each : []));
  return (content) => says.length === 0 || says.some((each) => each.test(content));
}

const HANGUL = /\p{Script=Hangul}/u;

/** How near each word of a question is to a memory, from 0 to 1. */
function matchesOf({ content, keywords }: MemoryRow, asked: readonly Asked[]): readonly number[] {
  const text = `${content} ${keywords}`;
  const kept = keptWords(text);
  const keys = new Set([...kept, ...wordKeys(text)]);
  const things = thingsOf(text);
  const about = topicsOf(text);
  const isHeld = (word: Asked): boolean => word.keys.some((key) => keys.has(key));
  const named = new Set(
    asked.flatMap((word) => word.things.filter((thing) => isHeld(word) || things.includes(thing))),
  );
  const others = things.filter((thing) => !named.has(thing)); // what is named itself is no kind of another
  return asked.map((word) => {
    if (isHeld(word)) return 1;
    if (nearness(word.things, things) === "same") return SAME;
    if (nearness(word.things, others) === "kind") return KIND;
    if (word.keys.some((key) => isPart(key, kept) || isShort(key, word, kept))) return PART;
    return word.topics.some((topic) => about.has(topic)) ? SUBJECT : 0;
  });
}

/** Whether a word has two syllables, or the first four letters, in common with one of others: 교수님 and 지도교수님, 관리 and 관리비. */
function isPart(word: string, others: readonly string[]): boolean {
  if (HANGUL.test(word)) {
    const pairs = Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2));
    return pairs.some((pair) => others.some((other) => other.includes(pair)));
  }
  const beginning = word.slice(0, 4);
  return beginning.length === 4 && others.some((other) => other.startsWith(beginning));
}

/** Whether an unknown word is the beginning of another: bro, fam. */
function isShort(key: string, { things, topics }: Asked, others: readonly string[]): boolean {
  const isUnknown = things.length === 0 && topics.length === 0;
  return isUnknown && /^[a-z]{3}$/u.test(key) && others.some((other) => other.startsWith(key));
}

/** Asks how many of a unit there are: 몇 호, 몇 킬로. */
const COUNTED =
  /몇\s?(?<unit>호|층|반|학년|번|살|시|평|도|단|급|점|권|장|대|명|킬로|미터|센티|인치|프로|퍼센트|%|리터|와트|볼트)/u;
const SAME_UNITS: Readonly<Record<string, string>> = {
  프로: "프로|퍼센트|%|percent",
  퍼센트: "프로|퍼센트|%|percent",
  킬로: "킬로|kg|km|kilos?",
  센티: "센티|cm",
  미터: "미터|m\\b",
  인치: "인치|inch(?:es)?",
};

/** What a memory holds that says as many of the unit which a question counts in. */
function unitIn(question: string): RegExp | undefined {
  const unit = COUNTED.exec(question)?.groups?.["unit"];
  return unit === undefined || unit === "번"
    ? undefined
    : new RegExp(`\\d\\s?(?:${SAME_UNITS[unit] ?? unit})`, "iu");
}

/** How a Korean question ends in what says "is": 번호였지, 반이더라. */
const ENDS_IN_IS =
  /(?<=[가-힣A-Za-z0-9])(?:이었|였|이|인)?(?:지|더라|니|냐|나|야|일까|인가|죠|가요)$/u;

/** The verb of an English question: what do we CALL, who COVERS, when is it COLLECTED. */
const ENGLISH_VERB =
  /\b(?:do|does|did|can|should|must|will|would)\s+(?:(?:my|our|the|his|her|their)\s+)?\p{L}+\s+(?:like\s+to\s+|have\s+to\s+|need\s+to\s+)?(?<verb>\p{L}+)|^who\s+(?<does>\p{L}+s)\s|\b(?:is|are|was|were|gets?)\s+(?:\p{L}+\s+){1,3}(?<done>\p{L}+ed)$/iu;

function askedIn(question: string): readonly Asked[] {
  const { verb, does, done } = ENGLISH_VERB.exec(question)?.groups ?? {};
  const last = /([가-힣]+)[?？\s]*$/u.exec(question)?.[1] ?? "";
  const predicates = new Set([(verb ?? does ?? done ?? "").toLowerCase(), last]);
  return askedWords(joined(question)).map((said, _, all) => {
    const bare = said.replace(ENDS_IN_IS, "");
    const word = thingsIn(bare).length > 0 ? bare : said;
    const things = thingsIn(word);
    const topics = [...topicsOf(word)];
    const isTelling = things.length > 0 || topics.length > 0;
    const isPredicate = all.length > 1 && predicates.has(said);
    return {
      keys: [word, ...wordKeys(word)],
      things,
      topics,
      isPredicate,
      sort: sortOf(word),
      weight:
        isPredicate && !isTelling
          ? 0 // the memory may say it otherwise
          : weightOf(word, { isName: isNameIn(question, word), isTelling }),
    };
  });
}

function sortOf(word: string): Asked["sort"] {
  if (SECRET.test(word)) return "secret";
  return SORT.test(word) ? "other" : undefined;
}

function weightOf(
  word: string,
  { isName, isTelling }: { readonly isName: boolean; readonly isTelling: boolean },
): number {
  if (sortOf(word) !== undefined || MERE.test(word)) return OF_SORT;
  if (isName) return NAME;
  if (ENGLISH_DOING.has(word)) return 0;
  if (DOING.has(word)) return OF_SORT;
  if (isTelling) return 1;
  return HANGUL.test(word) && KOREAN_DOING.test(word) ? 0 : UNKNOWN;
}

/** Korean words that end as verbs do, and English ones that hold a sentence together. */
const KOREAN_DOING =
  /(?:지|더라|었|았|했|까|돼|어|아|해|요|고|면|러|려고|는데|은데|던|줘|야|때|니|나|래|려면|하는|먹는|가는|쓰는|기로|다가|서|며|도록|할|될)$|^(?:사람|분|곳|데|것|거|게|때|날|주는|하는|있는|되는)(?:이|가|은|는|을|를|도)?$|^(?:어떻게|어떤|하기|되|돼|지금|무슨|어떤|어느|얼마나|다시|같이|원래|올해|작년|이번|매일|제일|가장)/u;
const ENGLISH_DOING = new Set(
  "until since am be been being 've have has had will look looks after sick group go goes going went take takes took taking make use using used need needs want can could should would will when's off with by from into up down if there here much many not every day days time year kind sort thing one ones guy person people name's type group again now this these those his her their its so but or and how's long usually normally currently right".split(
    " ",
  ),
);

/** A capital letter inside a sentence. */
function isNameIn(question: string, word: string): boolean {
  if (!/^[a-z]/u.test(word)) return false;
  const written = `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
  return question.indexOf(written) > 0 && !/^(?:i|i'm|january|monday)$/u.test(word);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

const MOST_WORDS = 30;

/** Most memories whose words are held against those of a message. */
const MOST_NEAR = 60;

/** A shared word says more than a shared subject. */
const WORD_WEIGHT = 2;

/**
 * Memories that a model may need for a message, the most useful first: those that the message asks for, then those that share words or
 * subjects with it, the rarer the more, then the newest. One from outside only where the message is about it in its own words.
 */
export function fittingMemories(
  memories: Pick<Memories, "withAny" | "latest">,
  personId: string,
  message: string,
): readonly MemoryRow[] {
  const byWords = recalled(memories, personId, message, { bar: "most", limit: MOST_LOOKED_AT });
  const asked = ASKS.test(message)
    ? [...nearlyRecalled(memories, personId, message).rows, ...byWords]
    : byWords;
  const words = [...new Set(wordKeys(message))].slice(0, MOST_WORDS);
  const topics = [...topicsOf(message)];
  const near = memories.withAny(personId, words, MOST_NEAR);
  const newest = memories.latest(personId, MOST_LOOKED_AT);
  const isNear = new Set(near.map(({ number }) => number));
  const all = new Map([...near, ...newest].map((row) => [row.number, row])).values();
  const rows = [...all].sort(newestFirst).map((row) => {
    const text = `${row.content} ${row.keywords}`;
    const keys = new Set(isNear.has(row.number) ? wordKeys(text) : []);
    const about = topicsOf(text);
    return {
      row,
      words: words.filter((word) => keys.has(word)),
      topics: topics.filter((topic) => about.has(topic)),
    };
  });
  const wordWeights = rarity(rows.map((each) => each.words));
  const topicWeights = rarity(rows.map((each) => each.topics));
  const least = words.length < 3 ? 1 : 2;
  const scored = rows
    .filter((each) => !each.row.isTainted || each.words.length >= least)
    .map((each) => ({
      row: each.row,
      score: WORD_WEIGHT * sumOf(each.words, wordWeights) + sumOf(each.topics, topicWeights),
    }))
    .sort((left, right) => right.score - left.score); // of equal ones the newest stays first
  return [
    ...new Map(
      [...asked, ...scored.map(({ row }) => row)].map((row) => [row.number, row]),
    ).values(),
  ];
}

/** Memories that share a subject with words, the nearest first, at most `limit`; the words of what is from outside are none of the person's. */
export function nearBySubject(
  memories: Pick<Memories, "latest">,
  personId: string,
  words: string,
  limit: number,
): readonly MemoryRow[] {
  const topics = [...topicsOf(words)];
  if (topics.length === 0) return [];
  const rows = memories.latest(personId, MOST_LOOKED_AT).map((row) => {
    const about = topicsOf(`${row.content} ${row.keywords}`);
    return { row, topics: topics.filter((topic) => about.has(topic)) };
  });
  const weights = rarity(rows.map((each) => each.topics));
  return rows
    .filter((each) => each.topics.length > 0 && !each.row.isTainted)
    .map((each) => ({ row: each.row, score: sumOf(each.topics, weights) }))
    .sort((left, right) => right.score - left.score)
    .slice(0, limit)
    .map(({ row }) => row);
}

function newestFirst(left: MemoryRow, right: MemoryRow): number {
  return right.createdAtMs - left.createdAtMs || right.rowId - left.rowId;
}

/** How much each of what rows share with a message tells: the rarer, the more. */
function rarity<Key>(shared: readonly (readonly Key[])[]): ReadonlyMap<Key, number> {
  const counts = new Map<Key, number>();
  for (const key of shared.flat()) counts.set(key, (counts.get(key) ?? 0) + 1);
  return new Map([...counts].map(([key, count]) => [key, Math.log(1 + shared.length / count)]));
}

function sumOf<Key>(keys: readonly Key[], weights: ReadonlyMap<Key, number>): number {
  return sum(keys.map((key) => weights.get(key) ?? 0));
}
