import type { Localized } from "../../base/localized.ts";
import { isCommandConcept, isLinkWord } from "../../rag/text/concepts.ts";
import { type Mood, sentenceType } from "../../rag/text/mood.ts";
import { entityToken, readTokens, type Token } from "./tokens.ts";

/** Longest text that is looked through for where its end is set apart, in UTF-16 units. */
const LONGEST_LED = 600;

/** What a composed message asks, without what it quotes and without the end that a colon or a line break sets apart: mood and denial are read from it. */
export function requestIn(text: string): string {
  const tokens = readTokens(text.slice(0, LONGEST_LED));
  const cut = tailStart(text, tokens);
  if (cut !== undefined)
    return spoken(text, [...readTokens(text.slice(0, cut.head)), tailToken(text, cut.tail)]);
  return spoken(text, text.length > LONGEST_LED ? readTokens(text) : tokens);
}

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
/** A message of more than this, in UTF-16 units or in lines, is text to keep: it is not looked through for clauses. */
const LONGEST_SAID = 2000;
const MOST_LINES = 40;

/** What is asked about a text of which nothing says what is to be done with it. */
export const WHAT_WITH_TEXT: Localized = {
  ko: "긴 글이네요. 무엇을 할지 글 앞에 한 줄로 적어 주세요. 예: 메모해줘: …",
  en: "This is a long text. Say in a line before it what to do with it, such as: note this: …",
};

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

/** The mood of a message by its form; `tokens` are its pieces. */
export function moodOf(text: string, tokens: readonly Token[]): Mood {
  return sentenceType(text, endsInUnknownVerb(tokens));
}

/** A last word in the familiar form (심심해, 바빠) that asks for nothing known tells something. */
function endsInUnknownVerb(tokens: readonly Token[]): boolean {
  const last = tokens.at(-1);
  if (last?.kind !== "word" || last.part !== "content" || last.key.startsWith("c:")) return false;
  return (
    /(?:[아어해워빠파져려커여돼]|(?<!빨|노|미|고|모)래)(?:요)?$/u.test(last.value) &&
    !/(?:줘|봐)요?$/u.test(last.value)
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
