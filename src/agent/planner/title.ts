import { isCommandConcept, isLinkWord } from "../../rag/text/concepts.ts";
import { readTokens } from "./slots.ts";
import type { Token } from "./token.ts";

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
