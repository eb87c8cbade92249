import type { Clock } from "../../base/clock.ts";
import type { Language } from "../../base/localized.ts";
import type { WideTable } from "../markup/markdown.ts";
import { answerDraft } from "../markup/streaming-markdown.ts";
import { graphemesOf, graphemeWidth, textWidth } from "../markup/text-width.ts";
import { wideWords } from "../markup/wide-tables.ts";
import { oneLine, renderMessage } from "./message.ts";
import type { Page } from "./rows.ts";

const MARK = "… ";

/** How long one `typing` shows, as on Telegram (Bot API, sendChatAction: 5 seconds or less). */
const TYPING_MS = 5000;

/** An answer that is being written is drawn again at most this often. */
const DRAW_EVERY_MS = 80;

/** Longest answer of which the end is shown while it is written, in UTF-16 units. */
const LONGEST_ANSWER = 1_000_000;

/** One row for each line of a message. */
const UNBROKEN: Page = { columns: Number.POSITIVE_INFINITY, useColour: false };

/** Where a draft is shown, and to whom. */
export interface DraftPlace {
  readonly columns: number;
  readonly language: Language;
}

/** Tells on a screen that an answer is being made; nothing is yet. `draw` is called whenever it is to be shown anew. */
export function createConsoleMaking({
  clock,
  language,
  draw,
}: {
  readonly clock: Clock;
  readonly language: Language;
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
      const row = draftRow(words, { columns, language });
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

/** The end of the last line of what can be shown of an answer that is still being written, on one row of `columns`; empty while there is nothing. */
export function draftRow(text: string, { columns, language }: DraftPlace): string {
  const page = { language, columns, isDrawn: () => false };
  const showWide = (wide: WideTable): string => wideWords(wide, page);
  const draft = answerDraft(text, { columns, showWide }, LONGEST_ANSWER);
  const words = draft.replace(/(?:^|[ \n])…$/, ""); // the row has a mark of its own
  const rows = renderMessage({ text: words }, UNBROKEN, { hasKeys: false });
  const line = oneLine(rows.split("\n").at(-1) ?? "");
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
