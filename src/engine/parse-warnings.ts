import { locate, type Warning } from "./diagnostics.ts";
import type { Note } from "./lexer-state.ts";

/** What each repair tells the person: what was read, and how to write it next time. */
const TEXTS: Readonly<Record<string, string>> = {
  "code-fence": "The code fence around the program was taken off.",
  "tool-call-wrapper": "A tool call was read as the program it stands for.",
  "inline-params": 'Parameters stand after the target: [node:action]("target") {name: value}.',
  "named-argument": 'Named arguments were read as parameters: write {name: value} after the ")".',
  "unknown-escape": 'An unknown escape kept its backslash: write "\\\\" for a backslash.',
  "missing-comma": "A comma is missing between two entries.",
  "duplicate-key": "A key stands twice; the later value was taken.",
  "smart-quotes": "Typographic quotes were read as quotes.",
  "equals-for-colon": '"=" was read as ":".',
  "mixed-operators":
    '"&" and "??" are mixed: "??" binds tighter. Parentheses make it plain: [a:b] & ([a:c] ?? [a:d]).',
};

/** The notes of a parse as warnings, one a kind, each at its first place. */
export function warningsOf(
  notes: readonly Note[],
  source: string,
  toOriginal: (offset: number) => number,
): Warning[] {
  return notes.map(({ code, start, count }) => {
    const more = count > 1 ? ` (${count} places)` : "";
    const message = `${TEXTS[code] ?? code}${more}`;
    return { code, message, ...locate(source, toOriginal(start)) };
  });
}
