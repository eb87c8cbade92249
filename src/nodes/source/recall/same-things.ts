import { englishStem } from "../../../rag/text/english.ts";
import { SAME } from "./same-words.ts";
import { KINDS } from "./thing-kinds.ts";

/** What the form of a value says that it is. */
const FORMS: readonly (readonly [form: RegExp, thing: string])[] = [
  [/\b0\d{1,2}-\d{3,4}-\d{4}\b|\b\d{3}-\d{4}\b|\+\d{8,}/u, "phone"],
  [/(?<![A-Za-z])(?:AB|A|B|O|RH)\s?[+-]?\s?형/iu, "blood"],
  [/\d\s?mg\b/iu, "pill"],
  [/\d\s?(?:kg|킬로|kilos?\b|pounds?\b)/iu, "weight"],
  [/\d\s?(?:cm|센티)/iu, "height"],
  [/\d\s?(?:살|[년월일]생)/u, "age"],
  [/\d{2,3}[가-힣]\s?\d{4}(?!\d)/u, "plate"],
  [
    /[가-힣](?:동|로|길|읍|면)\s?\d|\d번지|\d\s(?:[A-Z][a-z]+\s){1,2}(?:road|street|avenue|lane|drive|st|rd|ave)\b/iu,
    "address",
  ],
];

/** How near two words are: the same thing, a kind of it, or nothing. */
export type Nearness = "same" | "kind" | undefined;

/** A Korean word of a row. */
interface KoreanName {
  readonly word: string;
  /** True where no more than a particle may follow. */
  readonly isWhole: boolean;
  readonly row: number;
}

interface Table {
  /** Rows by stem. */
  readonly english: ReadonlyMap<string, readonly number[]>;
  readonly korean: readonly KoreanName[];
  /** What each row is a kind of, and what are kinds of it. */
  readonly kinds: ReadonlyMap<number, ReadonlySet<number>>;
}

let table: Table | undefined;

/** The things that a word names, as numbers that mean the same in both languages. Pure. */
export function thingsIn(word: string): readonly number[] {
  table ??= tableOf();
  const { english, korean } = table;
  if (!/^[가-힣]/u.test(word)) return english.get(word) ?? english.get(englishStem(word)) ?? [];
  const said = korean.filter((name) => isSaid(word, name));
  const found = said.length > 0 ? said : korean.filter((name) => endsIn(word, name));
  const longest = Math.max(0, ...found.map((name) => name.word.length));
  return found.filter((name) => name.word.length === longest).map(({ row }) => row);
}

/** Korean writes a name and what it names as one word: 한빛유치원, 미소치과. */
function endsIn(said: string, { word }: KoreanName): boolean {
  const at = word.length < 2 ? -1 : said.lastIndexOf(word);
  return at > 0 && PARTICLES.test(said.slice(at + word.length));
}

/** What was found in a text lately: every fact is looked through again with every message. */
const lately = new Map<string, readonly number[]>();
const MOST_KEPT = 2000;
const MOST_CHARACTERS = 200;

/** The things that a text names, by its words and by the forms of its values. */
export function thingsOf(text: string): readonly number[] {
  const known = lately.get(text);
  if (known !== undefined) return known;
  const things = namedIn(text);
  if (lately.size >= MOST_KEPT) lately.clear();
  if (text.length <= MOST_CHARACTERS) lately.set(text, things);
  return things;
}

function namedIn(text: string): readonly number[] {
  const words = new Set(
    joined(text)
      .toLowerCase()
      .split(/[^\p{L}\p{N}-]+/u),
  );
  const named = [...words].flatMap(thingsIn);
  const formed = FORMS.flatMap(([form, thing]) => (form.test(text) ? thingsIn(thing) : []));
  return [...named, ...formed];
}

/** What is said in two words and named by one: what cannot be eaten or drunk, and relatives by way of another. Pure. */
export function joined(text: string): string {
  return RELATIVES.reduce((said, [way, name]) => said.replace(way, name), text)
    .replace(/\b(?:free|spare)\s+time\b/giu, "hobby")
    .replace(/(?:쉴|한가할|심심할)\s?때/gu, "취미")
    .replace(/\b(?:takes?|taking|looks?|looking)\s+(?:care\s+of|after)\b/giu, "handles")
    .replace(/(?:메일|이메일)\s?주소/gu, "이메일")
    .replace(/\be?-?mail\s+address(?:es)?\b/giu, "email")
    .replace(/(?:별로\s)?안\s?(?=좋아)/gu, "안")
    .replace(/\bwork(?=(?:s|ed|ing)?\s+out\b)/giu, "workout")
    .replace(/(?:못|안)\s?(?=먹|마시|드시|드셔)/gu, "못먹 ")
    .replace(
      /\b(?:can['’]?(?:no)?t|must\s?n['’]?t|must\s+not|should\s?n['’]?t|not\s+allowed\s+to)\s+(?:i\s+|we\s+|he\s+|she\s+)?(?=eat|drink|take|have)/giu,
      "intolerant ",
    )
    .replace(/\bcan['’]?t\s+(?=i\s+(?:eat|drink|take|have))/giu, "intolerant ");
}

const MOTHER = "(?:어머니|어머님|엄마)";
const FATHER = "(?:아버지|아버님|아빠)";
const SPOUSES: readonly (readonly [who: string, mother: string, father: string])[] = [
  ["(?:와이프|아내|집사람|부인)", "장모", "장인"],
  ["(?:남편|신랑)", "시어머니", "시아버지"],
  [`(?:${MOTHER}|${FATHER})`, "할머니", "할아버지"],
];
const RELATIVES: readonly (readonly [way: RegExp, name: string])[] = [
  ...SPOUSES.flatMap(([who, mother, father]): [RegExp, string][] => [
    [new RegExp(`${who}(?:의|네)?\\s${MOTHER}`, "gu"), mother],
    [new RegExp(`${who}(?:의|네)?\\s${FATHER}`, "gu"), father],
  ]),
  [/(?:와이프|아내|집사람|부인|남편|신랑)(?:의|네)?\s(?:누나|언니|여동생)/gu, "처제"],
  [/(?:와이프|아내|집사람|부인|남편|신랑)(?:의|네)?\s(?:형|오빠|남동생)/gu, "처남"],
  [/(?:형|오빠|남동생|동생)(?:의|네)?\s(?:와이프|아내|부인)/gu, "형수"],
  [/(?:누나|언니|여동생|동생)(?:의|네)?\s(?:남편|신랑)/gu, "매형"],
  [/아들(?:의|네)?\s(?:와이프|아내|부인)/gu, "며느리"],
  [/딸(?:의|네)?\s(?:남편|신랑)/gu, "사위"],
  [/\b(?:wife|husband|spouse|partner)['’]s\s+sister\b/giu, "sister-in-law"],
  [/\b(?:wife|husband|spouse|partner)['’]s\s+brother\b/giu, "brother-in-law"],
  [/\bbrother['’]s\s+wife\b/giu, "sister-in-law"],
  [/\bsister['’]s\s+husband\b/giu, "brother-in-law"],
  [/\bson['’]s\s+wife\b/giu, "daughter-in-law"],
  [/\bdaughter['’]s\s+husband\b/giu, "son-in-law"],
  [/\b(?:wife|husband|spouse|partner)['’]s\s+(?:mother|mom|mum)\b/giu, "mother-in-law"],
  [/\b(?:wife|husband|spouse|partner)['’]s\s+(?:father|dad)\b/giu, "father-in-law"],
  [/\b(?:mother|mom|mum|father|dad)['’]s\s+(?:mother|mom|mum)\b/giu, "grandmother"],
  [/\b(?:mother|mom|mum|father|dad)['’]s\s+(?:father|dad)\b/giu, "grandfather"],
  [/\b(?:mother|mom|mum|father|dad)['’]s\s+sister\b/giu, "aunt"],
  [/\b(?:mother|mom|mum|father|dad)['’]s\s+brother\b/giu, "uncle"],
  [/\b(?:sister|brother)['’]s\s+(?:son|daughter|kids?|child(?:ren)?)\b/giu, "niece"],
  [/\b(?:aunt|uncle)['’]s\s+(?:son|daughter|kids?|child(?:ren)?)\b/giu, "cousin"],
];

/** How near what two words name are to each other. Pure. */
export function nearness(one: readonly number[], other: readonly number[]): Nearness {
  if (one.some((thing) => other.includes(thing))) return "same";
  const isKind = one.some((thing) => other.some((each) => table?.kinds.get(thing)?.has(each)));
  return isKind ? "kind" : undefined;
}

/** The rows of relatives. */
const RELATIVE: readonly string[] =
  "mother father parent sister brother sibling son daughter child niece grandfather grandmother husband wife spouse uncle aunt cousin mother-in-law father-in-law brother-in-law sister-in-law eldest youngest second-child".split(
    " ",
  );
let relatives: ReadonlySet<number> | undefined;

/** Those of the things that are relatives. Pure. */
export function relativesIn(things: readonly number[]): readonly number[] {
  relatives ??= new Set(RELATIVE.flatMap((name) => thingsIn(name)));
  return things.filter((thing) => relatives?.has(thing));
}

/** Particles that may stand behind a Korean word of one syllable. */
const PARTICLES =
  /^(?:이|가|은|는|을|를|도|의|에|로|랑|와|과|만|야|에서|이랑|한테|이야|보다|부터|까지)?$/u;

function isSaid(said: string, { word, isWhole }: KoreanName): boolean {
  return said.startsWith(word) && (!isWhole || PARTICLES.test(said.slice(word.length)));
}

function tableOf(): Table {
  const rows = SAME.map((words) => words.split(" "));
  const firsts = new Map(rows.map(([first = ""], row) => [first, row] as const));
  const wholes = KINDS.map((words) => words.split(" "));
  for (const word of wholes.flat())
    if (!firsts.has(word)) {
      firsts.set(word, rows.length);
      rows.push([word]);
    }
  const kinds = new Map<number, Set<number>>(rows.map((_, row) => [row, new Set()]));
  for (const [whole = "", ...parts] of wholes)
    for (const part of parts) {
      const [one = 0, other = 0] = [firsts.get(whole), firsts.get(part)];
      kinds.get(one)?.add(other);
      kinds.get(other)?.add(one);
    }
  return { ...namesOf(rows), kinds };
}

function namesOf(rows: readonly (readonly string[])[]): Pick<Table, "english" | "korean"> {
  const english = new Map<string, number[]>();
  const korean: KoreanName[] = [];
  const written = rows.flatMap((words, row) => words.map((each) => ({ each, row })));
  for (const { each, row } of written) {
    const word = each.replace(/-$/u, "");
    const isKorean = /^[가-힣]/u.test(word);
    if (isKorean) korean.push({ word, isWhole: word === each && word.length === 1, row });
    for (const form of isKorean ? [] : new Set([word, englishStem(word)]))
      english.set(form, [...(english.get(form) ?? []), row]);
  }
  return { english, korean };
}
