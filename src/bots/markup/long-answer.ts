import type { LongAnswers } from "../platform/chat-adapter.ts";
import { codeSpan, quotePrefix, scanLines, visibleLength } from "./parse-markup.ts";
import { cutText, splitInTwo } from "./split-text.ts";

/** Text beyond so many times what is shown is not looked at, in UTF-16 units with marks and addresses. */
const LOOKED_AT = 8;

/** What of an answer stands in its message, and whether that is only its beginning. Pure. */
export function longAnswer(
  text: string,
  { shown, folded = shown }: LongAnswers,
): { readonly text: string; readonly isCut: boolean } {
  const isShort = text.length <= LOOKED_AT * folded;
  const length = isShort ? visibleLength(text) : Number.POSITIVE_INFINITY;
  if (length <= shown) return { text, isCut: false };
  const [head, rest] = splitInTwo(isShort ? text : cutText(text, LOOKED_AT * shown), shown);
  if (length > folded) return { text: `${head}\n…`, isCut: true };
  return { text: `${head}\n\n${quoted(rest)}`, isCut: false };
}

/** A text as one quote. Quotes hold no further ones and no blocks of code: the lines of such are code by themselves. */
function quoted(text: string): string {
  return scanLines(text)
    .flatMap(({ kind, start, end }) => {
      const line = text.slice(start, end);
      if (kind === "text") return [`> ${line.slice(quotePrefix(line).length)}`];
      return kind === "fence-body" ? [`> ${codeSpan(line)}`] : [];
    })
    .join("\n");
}
