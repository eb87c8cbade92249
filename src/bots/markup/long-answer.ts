import { evenShares } from "../../base/visible-text.ts";
import type { LongAnswers } from "../platform/chat-adapter.ts";
import { codeSpan, quotePrefix, scanLines, visibleLength } from "./parse-markup.ts";
import { cutText, splitInTwo } from "./split-text.ts";

/** Text beyond so many times what is shown is not looked at, in UTF-16 units with marks and addresses. */
const LOOKED_AT = 8;

/** What of an answer stands in its message, and whether that is only its beginning; of an answer of several `parts` the beginning of each. Pure. */
export function longAnswer(
  text: string,
  { shown, folded = shown }: LongAnswers,
  parts: readonly string[] = [text],
): { readonly text: string; readonly isCut: boolean } {
  const isShort = text.length <= LOOKED_AT * folded;
  const length = isShort ? visibleLength(text) : Number.POSITIVE_INFINITY;
  if (length <= shown) return { text, isCut: false };
  if (length > folded) return { text: startsOf(parts, shown), isCut: true };
  const [head, rest] = splitInTwo(text, shown);
  return { text: `${head}\n\n${quoted(rest)}`, isCut: false };
}

/** The beginnings of parts, each in an even share of so many visible UTF-16 units. Pure. */
export function startsOf(parts: readonly string[], shown: number): string {
  const shares = evenShares(
    parts.map((part) => part.length),
    shown,
  );
  return parts
    .map((part, index) => {
      const share = shares[index] ?? 0;
      if (part.length <= share) return part;
      const [head] = splitInTwo(cutText(part, LOOKED_AT * share), share);
      return `${head}\n…`;
    })
    .join("\n\n");
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
