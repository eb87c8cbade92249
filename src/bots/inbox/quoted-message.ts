import { toPlainText } from "../markup/parse-markup.ts";
import type { Quoted } from "../platform/chat-adapter.ts";

/**
 * What a message answers, as it was written: a platform gives the words that it shows, without the addresses behind them. `sent` is the
 * light markup of the answered message. Of a chosen part, the lines that show any of it; all of it where no line does. Pure.
 */
export function quotedAsWritten(quoted: Quoted, sent: string): Quoted {
  const chosen = linesOf(quoted.text);
  if (quoted.isPart !== true || chosen.length === 0) return { ...quoted, text: sent };
  const lines = sent.split("\n").filter((line) => {
    const shown = shownLine(line);
    return shown !== "" && chosen.some((part) => shown.includes(part) || part.includes(shown));
  });
  return lines.length === 0 ? quoted : { ...quoted, text: lines.join("\n") };
}

function linesOf(text: string): readonly string[] {
  return text
    .split("\n")
    .map(shownLine)
    .filter((line) => line !== "");
}

/** Without addresses, and without the mark of a list, which every platform shows in its own way. */
function shownLine(line: string): string {
  return toPlainText(line.replace(/\[([^\]]*)\]\([^)]*\)/gu, "$1"))
    .replace(/^[\s•◦▪·*-]+/u, "")
    .trim();
}
