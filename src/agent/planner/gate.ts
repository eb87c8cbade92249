import type { Localized } from "../../base/localized.ts";
import { type Mood, sentenceType } from "../../rag/text/mood.ts";
import type { Token } from "./token.ts";

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
