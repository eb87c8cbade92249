import type { Localized } from "../../base/localized.ts";
import { bold, escapeMarkup } from "../../base/visible-text.ts";
import { englishStem } from "../../rag/text/english.ts";
import { particleOf } from "../../rag/text/korean.ts";
import { quoteIbl } from "../planner/code.ts";
import type { FileWords, ThingPlan } from "./said.ts";
import { OPEN, rowsOf, rowWords, told } from "./table-rows.ts";

/** What the answer to a question looks like, by how it is asked. */
const ASKED: readonly { readonly asks: RegExp; readonly holds: RegExp }[] = [
  {
    asks: /^what\s+time\b|몇\s?시/iu,
    holds: /\d\s?시|\d{1,2}:\d\d|\d\s?[ap]\.?m\b|\bnoon\b|\bmidnight\b|정오/iu,
  },
  {
    asks: /^whens?\b|^(?:what|which)\s+(?:day|date)\b|언제|며칠/iu,
    holds:
      /\d\s?[월일시]|\d{1,4}[./-]\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?\b|[월화수목금토일]요일|내일|\b(?:tomorrow|today|tonight)\b/iu,
  },
  { asks: /^how\s+(?:much|many)\b|얼마|몇/iu, holds: /\d/u },
  { asks: /^(?:whos?|where|whats?|which|whose)\b|누구|누가|어디|뭐|무엇|뭘|무슨/iu, holds: /\S/u },
];

/** Words of a question that name nothing. */
const EMPTY = new Set(
  (
    "what whats which when whens where wheres who whos whose how much many time day date does do did is are was were be been will would have has had the a an of for to in on at by with from our my we i you it that this again please name there get got going need should can could still tell me know so and pay paid pays cost costs due " +
    "뭐 뭐야 뭐지 뭐였지 뭐더라 무엇 무슨 어디 어디야 어디지 언제 언제야 언제지 누구 누구야 누가 얼마 얼마야 얼마지 몇 몇시 며칠 이름 내 나 우리 제 저 그 그거 다시 혹시 알려줘 말해줘 좀 다 있어 있지 하지 해 내지 내야 내더라 냈지 나왔지 나왔어 나왔더라 들었지 썼지 썼어 얼마나"
  ).split(" "),
);
const KOREAN_ASKING =
  /^(?:어디|언제|누구|누가|얼마|몇|뭐|무엇|며칠)[가-힣]*$|^(?:알려|말해|기억)[가-힣]*$/u;

/** A question about something that was told or sent once. */
const SAYS_KNOWN =
  /\bagain\b|\bmy\b|\bour\b|\bdid\s+(?:we|i)\b|[가-힣](?:랬지|였지|였더라|더라|댔지|했지|었지|았지)[\s?？.]*$|(?:^|\s)(?:내|우리|제)\s/iu;

/** What other sources tell better. */
const ELSEWHERE =
  /\b(?:weather|news|price|stock|rate|temperature|files?|reminders?|to-?dos?|alerts?)\b|날씨|뉴스|시세|주가|환율|알림|할\s?일|파일/iu;

/** Wants something looked for among one's own files. */
const IN_FILES =
  /^(?:(?:please\s+)?(?:find|look\s+for|search\s+for|get)\s+)?(?:me\s+)?(?:the\s+|my\s+)?(?<what>.+?)\s+(?:in|from|among)\s+my\s+(?:files?|docs?|documents?|folder)[\s.!?]*$|^(?:내\s?)?파일(?:들)?(?:에서|중에서?)\s?(?<first>.+?)(?:을|를|이|가)?\s?(?:좀\s?)?(?:찾아|알려|보여)\S*(?:\s?(?:줘|주|봐)\S*)?[\s.!~?]*$|^(?<second>.+?)(?:을|를|이|가)?\s?(?:내\s?)?파일(?:들)?(?:에서|중에서?)\s?(?:좀\s?)?(?:찾아|알려|보여)\S*(?:\s?(?:줘|주|봐)\S*)?[\s.!~?]*$/iu;

function soughtIn(message: string): string | undefined {
  const { what, first, second } = IN_FILES.exec(message.trim())?.groups ?? {};
  return what ?? first ?? second;
}

/** Whether a message may ask for something that stands in a file: what is no question reads none. */
export function asksSomething(message: string): boolean {
  const said = message.trim();
  return (
    said.length <= LONGEST_QUESTION &&
    (soughtIn(said) !== undefined ||
      ASKED.some(({ asks }) => asks.test(said.replace(LEAD, ""))) ||
      ADDS_UP.test(said))
  );
}

/** Says that the answer stands in the file that was shown: "in that file", 그 파일에서. */
const IN_SHOWN =
  /[\s,]*\b(?:in|from|inside|of|on|per|according\s+to)\s+(?:that|this|the)(?:\s+same)?\s+(?:file|document|doc|pdf|note|one)\b|(?:그|이|방금|아까)\s?(?:파일|문서|메모)(?:에서는?|에는?|에|의|상)?\s*/iu;

/** The same question without its words for the file that was shown, where it has some. Pure. */
export function askedOfShown(message: string): string | undefined {
  const said = message.trim();
  const bare = said
    .replace(IN_SHOWN, " ")
    .replace(/\s+(?=[?？.!]*$)/u, "")
    .trim();
  return bare === said || bare === "" ? undefined : bare;
}

/** Says what the text of one of these files, newest first, answers to a question; `undefined` where none does. Pure. */
export function readPassage(message: string, files: readonly FileWords[]): ThingPlan | undefined {
  const question = message.normalize("NFC").trim();
  const sought = soughtIn(question);
  if (sought !== undefined) return passageOf(keysOf(sought), files, HOLDS_NUMBER.test(sought));
  const asked = ASKED.find(({ asks }) => asks.test(question.replace(LEAD, "")));
  const sum = readSum(question, files);
  if (sum !== undefined) return sum;
  if (asked === undefined || question.length > LONGEST_QUESTION || ELSEWHERE.test(question))
    return undefined;
  const listed = listedIn(question, files);
  if (listed !== undefined) return listed;
  const isEnd = ENDS.test(question);
  const plain = isEnd ? question.replace(ENDS, " ") : question;
  const words = keysOf(plain).filter((word) => !EMPTY.has(word) && !KOREAN_ASKING.test(word));
  if (words.length === 0) return undefined;
  const counted = countedIn(question);
  const holds = (part: string): boolean =>
    asked.holds.test(part) &&
    (!isEnd || ENDS_THERE.test(part)) &&
    (counted === undefined || keysOf(part).some((key) => isSame(key, counted)));
  const least = words.length * (SAYS_KNOWN.test(question) ? 1 / 2 : 2 / 3);
  for (const file of files) {
    const passage = bestPassage(file, words, { least, holds });
    if (passage !== undefined) return told(file.path, passageWords(file, passage));
  }
  return undefined;
}

/** A line of a table as its reader writes it, anything else as it stands. */
function passageWords(file: FileWords, passage: string): Localized {
  const [, ...lines] = file.text.split("\n").filter((line) => line.trim() !== "");
  const at = lines.findIndex((line) => line.trim() === passage);
  const row = at < 0 ? undefined : rowsOf(file)[at];
  return row === undefined ? asItStands(passage) : rowWords(row);
}

function asItStands(passage: string): Localized {
  const words = escapeMarkup(passage);
  return { ko: words, en: words };
}

/** Asks who belongs to a group: "who's in the thursday class", 목요일 반에 누가 있어. */
const WHO_IN =
  /^who(?:['’]?s|['’]?re|\s+(?:is|are))?\s+(?:in|on)\s+(?:the\s+)?(?<group>.+?)[\s?.!]*$|^(?<korean>\S.*?)에\s?(?:는\s?)?누가?\s?(?:누구\s?)?있(?:어|지|니|나)요?[\s?.!]*$/iu;

/** The lines whose heading a group is called by: "Thursday: Ann, Bo". */
function listedIn(question: string, files: readonly FileWords[]): ThingPlan | undefined {
  const { group, korean = group } = WHO_IN.exec(question.replace(LEAD, ""))?.groups ?? {};
  if (korean === undefined) return undefined;
  const words = keysOf(korean).filter((word) => !EMPTY.has(word));
  for (const { path, text } of files) {
    const lines = text.split("\n").filter((line) => {
      const heading = /^([^:：]{1,40})[:：]\s*\S/u.exec(line)?.[1];
      return heading !== undefined && isHeading(keysOf(heading), words);
    });
    if (lines.length > 0) return told(path, asItStands(lines.join("\n").slice(0, LONGEST_PASSAGE)));
  }
  return undefined;
}

/** Whether all words of a heading are among those of a question. */
function isHeading(heading: readonly string[], words: readonly string[]): boolean {
  return heading.length > 0 && heading.every((key) => words.some((word) => isSame(key, word)));
}

/** Asks when something is over, and how that is written. */
const ENDS =
  /\b(?:up|over|runs?\s+out|expires?|expire|ends?|finish(?:es)?)\b|끝나\S*|만료\S*|종료\S*/iu;
const ENDS_THERE = /\b(?:ends?|expir\w+|until|till|valid|due)\b|[~–]\s?\d|만료|종료|까지|끝/iu;
const HOLDS_NUMBER = /번호|전화|연락처|\b(?:number|phone|tel)\b/iu;

/** What is counted, or has a price: the word behind "how many", that before 얼마. */
function countedIn(question: string): string | undefined {
  const many = /\bhow\s+many\s+(\p{L}+)/iu.exec(question)?.[1];
  return many === undefined ? undefined : keysOf(many)[0];
}

/** The passage with most of the words that are looked for. */
function passageOf(
  keys: readonly string[],
  files: readonly FileWords[],
  isNumber: boolean,
): ThingPlan | undefined {
  const words = keys.filter((word) => !EMPTY.has(word) && word !== "number" && word !== "번호");
  const least = Math.max(1, words.length / 2);
  const holds = (part: string): boolean => !isNumber || /\d/u.test(part);
  for (const file of files) {
    const passage = words.length === 0 ? undefined : bestPassage(file, words, { least, holds });
    if (passage !== undefined) return told(file.path, passageWords(file, passage));
  }
  return undefined;
}

const LEAD = /^(?:(?:so|and|hey|ok|oh|btw|um)[\s,]+)+/iu;

/** In UTF-16 units. */
const LONGEST_QUESTION = 100;
const LONGEST_PASSAGE = 200;

/** Weight of a part that holds what the answer looks like, in words that fit. */
const HOLDS_ANSWER = 1.5;

/** Commas of what is listed behind a name and a colon part nothing: 준비물: 도시락, 물. */
const BETWEEN_PARTS = /\n|;|(?<!\p{L}:\s[^\n;.!?:]*),\s|(?<=[.!?])\s+/u;

function bestPassage(
  { path, text }: FileWords,
  words: readonly string[],
  wanted: { readonly least: number; readonly holds: (part: string) => boolean },
): string | undefined {
  const named = keysOf(
    path
      .split("/")
      .at(-1)
      ?.replace(/\.[^.]*$/u, "") ?? "",
  );
  const parts = text.split(BETWEEN_PARTS).filter((part) => part.trim() !== "");
  const keys = parts.map(keysOf);
  const all = new Set([...named, ...keys.flat()]);
  const found = words.filter((word) => [...all].some((key) => isSame(key, word)));
  if (found.length === 0 || found.length < wanted.least) return undefined;
  // What is asked for comes last; what the file is about tells its parts least apart.
  const weights = words.map((word, index) => {
    const isNamed = named.some((key) => isSame(key, word));
    return { word, weight: (isNamed ? 0.5 : 1) + index / 10 };
  });
  const scored = parts.map((part, index) => {
    const fits = weights
      .filter(({ word }) => keys[index]?.some((key) => isSame(key, word)))
      .reduce((sum, { weight }) => sum + weight, 0);
    return { part, score: wanted.holds(part) ? fits + HOLDS_ANSWER : 0 };
  });
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one), {
    part: "",
    score: 0,
  });
  const isNamed = words.some((word) => named.some((key) => isSame(key, word)));
  const isOnly = scored.filter(({ score }) => score > 0).length === 1;
  const isEnough = best.score > HOLDS_ANSWER || (best.score > 0 && (isNamed || isOnly));
  return isEnough ? best.part.trim().slice(0, LONGEST_PASSAGE) : undefined;
}

/** The words of a text by what they mean: without particles and endings. */
function keysOf(text: string): readonly string[] {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/['’]s?(?=[^\p{L}]|$)/gu, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) =>
      /\p{Script=Hangul}/u.test(word) ? (particleOf(word)?.body ?? word) : englishStem(word),
    );
}

function isSame(kept: string, word: string): boolean {
  if (kept === word) return true;
  const [short, long] = kept.length < word.length ? [kept, word] : [word, kept];
  const least = /\p{Script=Hangul}/u.test(short) ? 2 : 4;
  return short.length >= least && long.startsWith(short);
}

const ADDS_UP = /합계|총합|총액|합산|더하면|다\s?합|\b(?:total|sum|add(?:s|ed)?\s+up)\b/iu;

/** What is to be added up: "the sum of rent", 월세 합계. */
const ADDED =
  /\b(?:sum|total|add\s+up)\s+(?:of\s+|for\s+|up\s+)*(?:the\s+|my\s+|all\s+|every\s+)*(?<what>\p{L}+)|(?<korean>[가-힣]+?)(?:의|만)?\s*(?:합계|총합|총액)/iu;
const ANY_NUMBER =
  /^(?:everything|numbers?|values?|amounts?|column|of|in|전체|전부|숫자|금액|모두)$/iu;

/** The sum of a table that a question names: of the column that it names too, or else the last one of numbers; only of the rows where a cell is called as it says. */
function readSum(question: string, files: readonly FileWords[]): ThingPlan | undefined {
  if (!ADDS_UP.test(question)) return undefined;
  const words = keysOf(question);
  const isSaid = (text: string): boolean => {
    const keys = keysOf(text);
    return keys.length > 0 && keys.every((key) => words.some((word) => isSame(key, word)));
  };
  const file = files.find(({ path, isCut }) => {
    if (isCut === true) return false;
    const name = path.split("/").at(-1) ?? "";
    const named = keysOf(name.replace(/\.[^.]*$/u, ""));
    return (
      /\.(?:csv|tsv)$/iu.test(path) && named.some((key) => words.some((word) => isSame(key, word)))
    );
  });
  const added = file && addedUp(file, question, isSaid);
  if (file === undefined || added === undefined) return undefined;
  const sum = added.sum.toLocaleString("en-US");
  const name = bold(file.path.split("/").at(-1) ?? file.path);
  const of = added.of === undefined ? "" : ` ${escapeMarkup(added.of)}`;
  const runs = `[system:read](${quoteIbl(file.path)})`;
  return {
    kind: "ask",
    words: { ko: `${name}${of} 합계: ${sum}`, en: `${name}${of}: ${sum} in total` },
    offers: [{ label: OPEN, runs: { ko: runs, en: runs } }],
  };
}

function addedUp(
  { text, path }: FileWords,
  question: string,
  isSaid: (text: string) => boolean,
): { readonly sum: number; readonly of?: string } | undefined {
  const rows = text
    .trim()
    .split("\n")
    .map((row) => row.split(/[,\t]/u).map((cell) => cell.trim()));
  const [first = []] = rows;
  const head = first.every((cell) => !isNumeric(cell)) ? first : [];
  const body = head.length > 0 ? rows.slice(1) : rows;
  const columns = first
    .map((_cell, index) => index)
    .filter((index) => body.length > 0 && body.every((row) => isNumeric(row[index] ?? "")));
  const column = columns.find((index) => isSaid(head[index] ?? "")) ?? columns.at(-1);
  if (column === undefined) return undefined;
  const isCalled = (row: readonly string[]): boolean =>
    row.some((cell, index) => !columns.includes(index) && isSaid(cell));
  const called = body.filter(isCalled);
  const about = called.length > 0 ? called : body;
  const { what, korean = what } = ADDED.exec(question)?.groups ?? {};
  const isKnown =
    korean === undefined ||
    called.length > 0 ||
    ANY_NUMBER.test(korean) ||
    [path, ...head].some((known) => keysOf(known).some((key) => isSame(key, korean.toLowerCase())));
  if (!isKnown) return undefined;
  const cells = called.flatMap((row) => row.filter((cell) => !isNumeric(cell) && isSaid(cell)));
  const of = [...new Set(cells)].join(", ");
  const sum = about.reduce((whole, row) => whole + Number(row[column]), 0);
  return { sum: Math.round(sum * 100) / 100, ...(of !== "" && { of }) };
}

function isNumeric(cell: string): boolean {
  return cell !== "" && Number.isFinite(Number(cell));
}
