import { evenShares } from "../../base/visible-text.ts";
import type { LongAnswers } from "../platform/chat-adapter.ts";
import { codeSpan, quotePrefix, scanLines, visibleLength } from "./parse-markup.ts";
import { cutText, type MeasureText, splitInTwo } from "./split-text.ts";

/** Text beyond so many times what is shown is not looked at, in UTF-16 units with marks and addresses. */
const LOOKED_AT = 8;

/** Room for who is mentioned and for what shows that a text is cut, in UTF-16 units. */
const BESIDE_LENGTH = 60;

/** Counts what is seen of a text, and more where its marks and addresses would leave no room for it in one message. */
export function measureIn(
  { shown }: Pick<LongAnswers, "shown">,
  { maxLength, lengthOf }: { readonly maxLength: number; readonly lengthOf: MeasureText },
): MeasureText {
  const forMarks = Math.max(0, maxLength - shown - BESIDE_LENGTH);
  return (markup) => Math.max(visibleLength(markup), lengthOf(markup) - forMarks);
}

/** What of an answer stands in its message, and whether that is only its beginning; of an answer of several `parts` the beginning of each. `measure` is what its lengths are counted in. Pure. */
export function longAnswer(
  text: string,
  { shown, folded = shown }: LongAnswers,
  parts: readonly string[] = [text],
  measure: MeasureText = visibleLength,
): { readonly text: string; readonly isCut: boolean } {
  const isShort = text.length <= LOOKED_AT * folded;
  const length = isShort ? measure(text) : Number.POSITIVE_INFINITY;
  if (length <= shown) return { text, isCut: false };
  if (length > folded) return { text: startsOf(parts, shown, measure), isCut: true };
  const [head, rest] = splitInTwo(text, shown, measure);
  return { text: `${head}\n\n${quoted(rest)}`, isCut: false };
}

/** The beginnings of parts, each in an even share of so many UTF-16 units as `measure` counts them. Pure. */
export function startsOf(
  parts: readonly string[],
  shown: number,
  measure: MeasureText = visibleLength,
): string {
  const lengths = parts.map((part) => Math.max(part.length, measure(cutText(part, shown))));
  const shares = evenShares(lengths, shown);
  return parts
    .map((part, index) => {
      const share = shares[index] ?? 0;
      if ((lengths[index] ?? 0) <= share) return part;
      const [head] = splitInTwo(cutText(part, LOOKED_AT * share), share, measure);
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
