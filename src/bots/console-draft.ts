import type { Clock } from "../base/clock.ts";
import { oneLine } from "./console-message.ts";
import { graphemesOf, graphemeWidth, textWidth } from "./console-width.ts";

const MARK = "… ";

/** How long one `typing` shows, as on Telegram (Bot API, sendChatAction: 5 seconds or less). */
const TYPING_MS = 5000;

/** An answer that is being written is drawn again at most this often. */
const DRAW_EVERY_MS = 80;

/** Tells on a screen that an answer is being made; nothing is yet. `draw` is called whenever it is to be shown anew. */
export function createConsoleMaking({
  clock,
  draw,
}: {
  readonly clock: Clock;
  readonly draw: () => void;
}) {
  let shown: AbortController | undefined;
  let words = "";
  let drawnAtMs = 0;

  const stop = (): void => {
    shown?.abort();
    shown = undefined;
    words = "";
  };
  /** Shows for some seconds; true when nothing was shown before. */
  const begin = (): boolean => {
    const isNew = shown === undefined;
    shown?.abort();
    const mine = new AbortController();
    shown = mine;
    clock.sleep(TYPING_MS, mine.signal).then(
      () => {
        stop();
        draw();
      },
      () => {}, // something was printed, or it was asked for again
    );
    return isNew;
  };
  return {
    stop,
    /** What stands before the prompt: the words so far on a row of their own, or a mark; empty when nothing is being made. */
    prefix(columns: number): string {
      if (shown === undefined) return "";
      const row = draftRow(words, columns);
      return row === "" ? MARK : `${row}\n`;
    },
    typing(): void {
      if (begin()) draw();
    },
    /** `text` is all that was written so far. */
    draft(text: string): void {
      words = text;
      const isNew = begin();
      if (!isNew && clock.now() - drawnAtMs < DRAW_EVERY_MS) return;
      drawnAtMs = clock.now();
      draw();
    },
  };
}

/** The end of the last line of an answer that is still being written, on one row of `columns`; empty while there are no words. */
export function draftRow(text: string, columns: number): string {
  const line = oneLine(text.trimEnd().split("\n").at(-1) ?? "");
  return line === "" ? "" : `${MARK}${endOf(line, columns - textWidth(MARK) - 1)}`;
}

/** The last characters of a text that fit into so many columns. */
function endOf(line: string, columns: number): string {
  const graphemes = graphemesOf(line);
  let width = 0;
  let start = graphemes.length;
  for (; start > 0; start -= 1) {
    width += graphemeWidth(graphemes[start - 1] ?? "");
    if (width > columns) break;
  }
  return graphemes.slice(start).join("");
}
