import type { Localized } from "../../base/localized.ts";
import { isCommandConcept, isLinkWord } from "../../rag/text/concepts.ts";
import { type Mood, sentenceType } from "../../rag/text/mood.ts";
import { entityToken, readTokens, type Token } from "./tokens.ts";

/** One way of reading a message. */
export interface MessageReading {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** What is said outside quotes and after no colon: the request itself. */
  readonly request: string;
  /** The request without names, addresses and quoted texts, for comparing words. */
  readonly plainText: string;
  /** The same pieces with the one file name, address or place in it moved to the front; absent when there is none or several. */
  readonly frontTokens?: readonly Token[];
  /** The kinds of values in it. */
  readonly marks: readonly string[];
}

/** Longest text that is also read as it stands when its end is set apart, in UTF-16 units. */
const LONGEST_PLAIN = 600;

/**
 * The ways a composed message can be read: as it stands, and, when a colon or a line break sets the end apart, with that end as
 * one value, standing last or first. The reading to compare words by comes first.
 */
export function readMessage(text: string): readonly MessageReading[] {
  const isLong = text.length > LONGEST_PLAIN;
  const tokens = readTokens(text.slice(0, LONGEST_PLAIN));
  const plain = isLong ? [] : [readingOf(text, tokens)];
  const cut = tailStart(text, tokens);
  if (cut === undefined) return isLong ? [readingOf(text, readTokens(text))] : plain;
  const head = readTokens(text.slice(0, cut.head));
  const tail = tailToken(text, cut.tail);
  return [readingOf(text, [...head, tail]), readingOf(text, [tail, ...head]), ...plain];
}

function readingOf(text: string, tokens: readonly Token[]): MessageReading {
  const said = tokens.filter((token) => token.kind !== "quote");
  const front = moveToFront(tokens, (token) => FRONT_KINDS.has(token.kind));
  const words = said.filter((token) => token.kind === "word");
  return {
    text,
    tokens,
    request: spoken(text, tokens),
    plainText: words.map((token) => text.slice(token.start, token.end)).join(" "),
    marks: tokens.flatMap((token) => MARKS[token.kind] ?? []),
    ...(front === undefined ? {} : { frontTokens: front }),
  };
}

const FRONT_KINDS: ReadonlySet<Token["kind"]> = new Set(["file", "path", "url", "place"] as const);

/** Korean may name the file, the address or the place anywhere: both sides are compared with it in front. `undefined` unless exactly one piece is wanted. */
export function moveToFront<Piece>(
  pieces: readonly Piece[],
  isWanted: (piece: Piece) => boolean,
): readonly Piece[] | undefined {
  const wanted = pieces.filter(isWanted);
  return wanted.length === 1
    ? [...wanted, ...pieces.filter((piece) => !isWanted(piece))]
    : undefined;
}

const MARKS: Readonly<Partial<Record<Token["kind"], readonly string[]>>> = {
  file: ["file"],
  path: ["file"],
  url: ["url"],
  place: ["zone", "text"],
  number: ["number"],
  quote: ["text"],
};

/** The message with quoted texts taken out, its punctuation kept: mood and denial are read from it. */
function spoken(text: string, tokens: readonly Token[]): string {
  let said = "";
  let from = 0;
  const quotes = tokens.filter((token) => token.kind === "quote").sort((a, b) => a.start - b.start);
  for (const quote of quotes) {
    said += `${text.slice(from, quote.start)} `;
    from = quote.bodyEnd;
  }
  return (said + text.slice(from)).trim();
}

/** Where the first line or the part before a colon ends, and where what it introduces begins. */
function tailStart(
  text: string,
  tokens: readonly Token[],
): { readonly head: number; readonly tail: number } | undefined {
  const match = [...text.matchAll(/(?<=[\p{L}\p{N}"”」])\s?[:：](?!\/\/)\s*|\s*\n\s*/gu)].find(
    (mark) =>
      !tokens.some(
        (token) => token.kind !== "word" && token.start < mark.index && mark.index < token.bodyEnd,
      ),
  );
  if (match === undefined || match.index === 0) return undefined;
  const tail = match.index + match[0].length;
  const isClock = /\d$/u.test(text.slice(0, match.index)) && /^\d/u.test(text.slice(tail));
  return tail >= text.length || isClock ? undefined : { head: match.index, tail };
}

function tailToken(text: string, start: number): Token {
  const value = text
    .slice(start)
    .trim()
    .replace(/^["“'‘](.*)["”'’]$/su, "$1");
  return entityToken("quote", start, text.length, value);
}

/** Longest message that is read as a request, in UTF-16 units, without what stands in quotes or after a colon. */
const LONGEST_REQUEST = 300;
const LONGEST_MESSAGE = 5000;
const MOST_PIECES = 48;
/** A message of more than this, in UTF-16 units or in lines, is text to keep: it is not looked through for clauses. */
const LONGEST_SAID = 2000;
const MOST_LINES = 40;

/** What is asked about a text of which nothing says what is to be done with it. */
export const WHAT_WITH_TEXT: Localized = {
  ko: "긴 글이네요. 무엇을 할지 글 앞에 한 줄로 적어 주세요. 예: 메모해줘: …",
  en: "This is a long text. Say in a line before it what to do with it, such as: note this: …",
};

/** Concepts that ask for something all by themselves. */
const WHOLE_REQUESTS = new Set(["c:what-time", "c:can"]);

const CALL_LIKE = /\[\s*[a-z_]\w*\s*:\s*[a-z_$]\w*|>>|\?\?|\$\w+\s*=|\{\{|\$\{/iu;

/** True for text that is written in IBL or looks as if it were: such text is run or refused as a program, never guessed at. */
export function looksLikeProgram(text: string): boolean {
  return CALL_LIKE.test(text);
}

/** True for a text that is too long to be a request: one that goes on for long without a quote, a colon or a line break, or past 5,000 UTF-16 units whatever it quotes. */
export function isDocument(text: string): boolean {
  if (text.length > LONGEST_MESSAGE) return true;
  return (
    text.length > 2 * LONGEST_REQUEST && !/["“「『:：\n]/u.test(text.slice(0, LONGEST_REQUEST))
  );
}

/** True for a message that holds a text to keep, whatever is asked about it. */
export function isLongText(text: string): boolean {
  return text.length > LONGEST_SAID || text.split("\n", MOST_LINES + 1).length > MOST_LINES;
}

/** True when a message is short enough to be a request and something in it says something. */
export function isRequestLike(tokens: readonly Token[]): boolean {
  const written = tokens.reduce(
    (sum, token) => sum + (token.kind === "quote" ? 0 : token.end - token.start),
    0,
  );
  const saysSomething = tokens.some((token) => token.part === "content");
  return saysSomething && tokens.length <= MOST_PIECES && written <= LONGEST_REQUEST;
}

/**
 * How well, in [0, 1], a phrasing must fit a message: the one meaning word of a short call (시간 좀) proves nothing unless all fits; above 1
 * for a word alone, which asks for nothing, but for a step after another (… 요약하고).
 */
export function leastFit(request: string, tokens: readonly Token[], isStep: boolean): number {
  const [only, second] = tokens.filter((token) => token.part === "content");
  if (second !== undefined || only === undefined) return 0;
  if (WHOLE_REQUESTS.has(only.key) || only.kind === "url") return 0;
  return isStep || /\S\s+\S/u.test(request) ? EXACT_FIT : 2;
}

const EXACT_FIT = 0.97;

/** How much a message in a mood may count as a request, in (0, 1], whatever words it shares with one. */
export const MOOD_SHARES: Readonly<Record<Mood, number>> = {
  request: 1,
  told: 0.5,
  recalled: 0.45,
};

/** The mood of a message by its form; `tokens` are its pieces. */
export function moodOf(text: string, tokens: readonly Token[]): Mood {
  return sentenceType(text, endsInUnknownVerb(tokens));
}

/** A last word in the familiar form (심심해, 바빠) that asks for nothing known tells something. */
function endsInUnknownVerb(tokens: readonly Token[]): boolean {
  const last = tokens.at(-1);
  if (last?.kind !== "word" || last.part !== "content" || last.key.startsWith("c:")) return false;
  return (
    /[아어해워빠파져려커여돼래](?:요)?$/u.test(last.value) && !/(?:줘|봐)요?$/u.test(last.value)
  );
}

/** Longest title, in UTF-16 units. */
const LONGEST_TITLE = 60;

/** What a request is about, for a list: without the words that ask (…찾아줘, show me …) at its ends, at most 60 characters, on one line. */
export function shortTitle(request: string): string {
  const tokens = readTokens(request);
  let first = 0;
  let last = tokens.length - 1;
  while (last > first && isAsking(tokens[last])) last -= 1;
  while (first < last && isAsking(tokens[first])) first += 1;
  const start = tokens[first]?.start ?? 0;
  const end = tokens[last]?.bodyEnd ?? request.length;
  const title = request.slice(start, end).replace(/\s+/gu, " ").trim();
  return title.length <= LONGEST_TITLE
    ? title
    : `${[...title].slice(0, LONGEST_TITLE - 1).join("")}…`;
}

/** True for a question, and for words among which one says what is to be done (…찾아줘, show me …). */
export function saysWhatToDo(request: string): boolean {
  return /[?？]\s*$/u.test(request) || readTokens(request).some(isCommand);
}

function isAsking(token: Token | undefined): boolean {
  if (token === undefined || token.kind !== "word") return false;
  if (token.part === "polite" || token.part === "function" || isLinkWord(token.key)) return true;
  return isCommand(token);
}

function isCommand({ kind, key }: Token): boolean {
  return (
    kind === "word" &&
    key.startsWith("c:") &&
    (isCommandConcept(key.slice(2)) || key === "c:notify")
  );
}
