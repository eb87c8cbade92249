import { FINAL, finalOf } from "../../../base/korean-particles.ts";
import { type Memories, type MemoryRow, wordKeys } from "../memories.ts";

/** Words that ask for a sort of thing, alike in a row: they are in many memories, and alone tell none from another. */
const SORTS: readonly string[] = [
  "비밀번호 비번 암호 코드 패스워드 password passcode passphrase code key pin pw 키",
  "전화번호 전화 연락처 phone telephone contact",
  "번호 number no",
  "주소 address",
  "생일 생신 birthday bday",
  "이름 name",
  "날짜 date",
  "시간 time",
];

/** The first of them, what is kept secret, and the second. */
const SECRET = 0;
const TELEPHONE = 1;

/** Numbers that count or date. */
const AMOUNTS =
  /\b(?:19|20)\d\d(?:년|\b)|\d{1,2}:\d\d|\d+(?:[.,]\d+)*\s?(?:월|일|시|분|살|개월|주|년|달|원|won|층|mg|kg|cm|킬로|센티|%|am\b|pm\b|hours?|minutes?|days?|weeks?|months?|years?|euros?|dollars?|€|\$)|(?:january|february|march|april|may|june|july|august|september|october|november|december)\s+\d+|\d+\s+(?:january|february|march|april|may|june|july|august|september|october|november|december)/giu;

/** A text without the numbers that count or date something. Pure. */
export function withoutAmounts(text: string): string {
  return text.replace(AMOUNTS, " ");
}

/** Whether a text holds a word such as codes and passwords are, not an amount. Pure. */
export function holdsCode(text: string): boolean {
  return /(?<!\S)(?=\S*\d)[\p{L}\d#*-]{4,}/u.test(withoutAmounts(text));
}

/** Words of a question. */
const ASKING = new Set(
  (
    "there what which where when who whom whose how whats wheres whens whos tell told remember recall know say said again did does do is are was were my me mine our us i we you the a an of for to in on at it that please find got get day pls plz please thx " +
    "내 나 제 저 우리 내가 그 혹시 알려줘 알려줄래 알려주세요 말해줘 말해 기억나 기억해 기억하니 기억 알아 아니 알고 있어 있지 있었지 있더라 좀 다시 아까 저번에 전에 내가말한 말한"
  ).split(" "),
);
const ASKING_KOREAN = /^(?:뭐|무엇|뭔|뭘|어디|어딨|어딧|언제|누구|누가|며칠|몇|얼마)/u;

/** Words of a doing, which the memory may say otherwise: "where did I park" and "the car is on level B2". */
export const DOING: ReadonlySet<string> = new Set(
  "park parked parking put left leave keep kept store stored live lives called have has had like likes love loves many much old big 좋아해 좋아하는 좋아하지".split(
    " ",
  ),
);

/** The Korean endings that make a question of a verb, and particles behind a noun. */
const QUESTION_VERB = /(?:[가-힣](?:지|더라|나|니|냐|까|래|어|아|해))$/u;
const PARTICLE =
  /(?<=[가-힣A-Za-z0-9]{2})(?:이|가|은|는|을|를|의|에|도|에서|에게|한테|랑|이랑|로|으로)$|(?<=[가-힣]{1})(?:은|는|을|를)$/u;

/** What a question looks for. */
interface Looked {
  /** Words that tell things apart. */
  readonly telling: readonly string[];
  /** Indices into `SORTS`. */
  readonly sorts: readonly number[];
}

/** How surely a memory must be what is asked for: `most` where the question says that it was told, `all` where it may be about anything. */
export type RecallBar = "most" | "all";

/** The memories of a person that a question asks for, best first. None is better than a wrong one. */
export function recalled(
  memories: Pick<Memories, "withAny" | "latest">,
  personId: string,
  question: string,
  { bar, limit }: { readonly bar: RecallBar; readonly limit: number },
): readonly MemoryRow[] {
  const looked = lookedFor(question);
  const words = [...looked.telling, ...wordsOfSorts(looked.sorts)];
  if (words.length === 0) return [];
  const found = best(memories.withAny(personId, words, limit * 4), looked, bar);
  // A word may be kept as a part of a longer one.
  const rows = found.length > 0 ? found : best(memories.latest(personId, MOST_READ), looked, bar);
  return rows.slice(0, limit);
}

/** Most memories that are read one by one. */
const MOST_READ = 300;

function best(rows: readonly MemoryRow[], looked: Looked, bar: RecallBar): readonly MemoryRow[] {
  const scored = rows
    .map((row) => ({ row, share: shareOf(row, looked) }))
    .filter(({ share }) => (bar === "all" ? share === 1 : share > 0.5));
  const most = Math.max(0, ...scored.map(({ share }) => share));
  return scored.filter(({ share }) => share === most).map(({ row }) => row);
}

/** What of a memory's words a question names, from 0 to 1; 0 where it asks for another sort of thing. */
function shareOf({ content, keywords }: MemoryRow, { telling, sorts }: Looked): number {
  const kept = keptWords(`${content} ${keywords}`);
  const own = sortsIn(kept);
  if (sorts.length > 0 && own.length > 0 && !sorts.some((sort) => own.includes(sort))) return 0;
  if (sorts.includes(SECRET) && own.length === 0 && !holdsCode(content)) return 0;
  if (sorts.includes(TELEPHONE) && own.length === 0 && !/\d{3}/u.test(content)) return 0;
  if (telling.length === 0) return sorts.some((sort) => own.includes(sort)) ? 1 : 0;
  const found = telling.filter((word) => kept.some((each) => isSame(each, word)));
  return found.length / telling.length;
}

function isSame(kept: string, word: string): boolean {
  if (kept === word) return true;
  const least = /^[a-z]/u.test(word) ? LEAST_BEGINNING : 2;
  const [short, long] = word.length < kept.length ? [word, kept] : [kept, word];
  if (ASKING.has(short)) return false;
  if (short.length >= least && long.startsWith(short)) return true;
  return isMistyped(kept, word);
}

/** In letters of the alphabet: shorter words begin too many others. */
const LEAST_BEGINNING = 3;

/** In letters; shorter words differ too easily. */
const LEAST_MISTYPED = 5;

/** Whether two words of letters differ by one letter that is missing, too much, wrong or swapped. */
function isMistyped(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length < LEAST_MISTYPED || long.length - short.length > 1 || !/^[a-z]+$/u.test(long))
    return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return isSwapped && short.slice(at + 2) === long.slice(at + 2);
}

/** The words of a question that memories are looked for with. Pure. */
export function lookedFor(question: string): Looked {
  const plain = askedWords(question);
  const nouns = plain.filter((word) => !DOING.has(word) && !isVerb(word, plain.length));
  const keys = (nouns.length === 0 ? plain : nouns).flatMap(keysOf);
  const sorts = sortsIn(keys);
  const ofSort = new Set(wordsOfSorts(sorts));
  return { telling: [...new Set(keys.filter((key) => !ofSort.has(key)))], sorts };
}

/** The words of a question, in small letters, without those that only ask. Pure. */
export function askedWords(question: string): readonly string[] {
  return question
    .normalize("NFC")
    .toLowerCase()
    .replace(/(?<=\p{L})(?:n['’]t|['’]s?)(?=\s|$)/gu, "")
    .split(/[^\p{L}\p{N}#-]+/u)
    .filter((word) => word !== "" && !ASKING.has(word) && !ASKING_KOREAN.test(word));
}

function isVerb(word: string, count: number): boolean {
  return count > 1 && /[가-힣]/u.test(word) && QUESTION_VERB.test(word) && hasPast(word);
}

/** A syllable that ends in the consonant of the past: 세웠, 뒀, 했. */
function hasPast(word: string): boolean {
  return [...word].some((syllable) => finalOf(syllable) === FINAL.ss);
}

/** The words of a memory, in the forms in which questions name them. Pure. */
export function keptWords(text: string): readonly string[] {
  const words = text
    .normalize("NFC")
    .toLowerCase()
    .replace(/(?:n['’]t|['’]s?)(?=\s|$)/gu, "")
    .split(/[^\p{L}\p{N}#-]+/u);
  return words.filter((word) => word !== "").flatMap(keysOf);
}

/** Korean writes what is asked for and whose it is as one word too: 현관비번, 민아생일. */
const COMPOUND =
  /^(?<whose>[가-힣A-Za-z0-9]+?)(?<sort>비밀번호|비번|암호|코드|전화번호|연락처|번호|주소|생일|이름|사이즈)$/u;

function keysOf(word: string): readonly string[] {
  const bare = word.replace(PARTICLE, "");
  const { whose, sort } = COMPOUND.exec(bare)?.groups ?? {};
  if (whose !== undefined && sort !== undefined && !isSort(bare)) return [...keysOf(whose), sort];
  const keys = wordKeys(bare);
  return keys.length === 0 ? [bare] : keys;
}

let sortKeys: readonly ReadonlySet<string>[] | undefined;

function keysOfSorts(): readonly ReadonlySet<string>[] {
  sortKeys ??= SORTS.map(
    (words) => new Set(words.split(" ").flatMap((word) => [word, ...wordKeys(word)])),
  );
  return sortKeys;
}

function isSort(word: string): boolean {
  return keysOfSorts().some((sort) => sort.has(word));
}

function sortsIn(keys: readonly string[]): readonly number[] {
  return keysOfSorts().flatMap((sort, index) => (keys.some((key) => sort.has(key)) ? [index] : []));
}

function wordsOfSorts(sorts: readonly number[]): readonly string[] {
  return sorts.flatMap((index) => [...(keysOfSorts()[index] ?? [])]);
}
