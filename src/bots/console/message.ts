import { visibleText } from "../../base/visible-text.ts";
import type { MarkupRun } from "../markup/inline.ts";
import { parseMarkup, timeOf, toPlainText } from "../markup/parse-markup.ts";
import { fitWidth, textWidth } from "../markup/text-width.ts";
import type { Button, OutgoingMessage } from "../platform/chat-adapter.ts";
import { layOutLine, type Page, type Span, styled, type TextStyle } from "./rows.ts";

/** Keys of the buttons of a card, in order; a button beyond the tenth has none. */
export const BUTTON_KEYS = "1234567890";

/** What begins a line that a person may type on. */
export const PROMPT = "› ";

/** The buttons of a message in reading order. */
export function buttonsOf(message: OutgoingMessage): readonly Button[] {
  return (message.buttons ?? []).flat();
}

/** A message as rows joined with newlines. `mark` stands before its first line; buttons show their keys when `hasKeys`. */
export function renderMessage(
  message: OutgoingMessage,
  page: Page,
  options: { readonly mark?: string; readonly hasKeys: boolean },
): string {
  const lines: (readonly Span[])[] = message.text === "" ? [] : textLines(message.text);
  for (const { name, path, caption = "" } of message.files ?? []) {
    if (caption !== "") lines.push(...textLines(caption));
    lines.push([{ text: `📎 ${oneLine(name)} — ${path}`, style: "code" }]);
  }
  lines.push(...buttonLines(message, options.hasKeys));
  const [first = [], ...rest] = lines;
  const marked =
    options.mark === undefined ? first : [{ text: options.mark, style: "dim" as const }, ...first];
  return [marked, ...rest].map((line) => layOutLine(line, page)).join("\n");
}

/** A short remark of the console itself. */
export function renderNote(text: string, page: Page): string {
  return visibleText(text)
    .split("\n")
    .map((line) => layOutLine([{ text: line, style: "dim" }], page))
    .join("\n");
}

/** The prompt of a card, such as `[1 Approve] [2 Deny] › `; labels are left out when they would fill half a row. */
export function renderCardPrompt(message: OutgoingMessage, page: Page): string {
  const buttons = buttonsOf(message).slice(0, BUTTON_KEYS.length);
  const full = buttons.map((button, index) => `[${BUTTON_KEYS[index]} ${oneLine(button.label)}]`);
  const short = buttons.map((_button, index) => `[${BUTTON_KEYS[index]}]`);
  const text = full.join(" ");
  const isLong = textWidth(text) > Math.max(page.columns / 2, 30);
  return `${styled(isLong ? short.join(" ") : text, "key", page.useColour)} ${PROMPT}`;
}

/** A message on one line without markup, at most `columns` wide. */
export function titleOf(message: OutgoingMessage, columns: number): string {
  return fitWidth(oneLine(toPlainText(message.text)), columns);
}

/** A text of others on one line, cleaned. */
export function oneLine(text: string): string {
  return visibleText(text).replace(/\s+/g, " ").trim();
}

function textLines(source: string): (readonly Span[])[] {
  return parseMarkup(source).flatMap((block): readonly (readonly Span[])[] => {
    if (block.kind === "fence")
      return block.text.split("\n").map((text) => [{ text, style: "code" }]);
    if (block.kind === "text") return block.lines.map(spansOf);
    return block.lines.map((runs) => [{ text: "│ ", style: "dim" }, ...spansOf(runs)]);
  });
}

/** A link shows where it leads, since a terminal hides no address behind a word. */
function spansOf(runs: readonly MarkupRun[]): Span[] {
  const spans: Span[] = [];
  let label = "";
  runs.forEach((run, index) => {
    const text = run.isStruck ? `~~${run.text}~~` : run.text; // means otherwise where nothing is crossed out
    spans.push({ text, style: styleOf(run) });
    if (run.url === undefined || timeOf(run.url) !== undefined) return;
    label += run.text;
    if (runs[index + 1]?.url === run.url) return;
    if (label !== run.url) spans.push({ text: ` (${run.url})`, style: "dim" });
    label = "";
  });
  return spans;
}

function styleOf(run: MarkupRun): TextStyle {
  if (run.isCode) return "code";
  if (run.isStruck) return "struck";
  if (run.isItalic) return run.isBold ? "boldItalic" : "italic";
  return run.isBold ? "bold" : "plain";
}

function buttonLines(message: OutgoingMessage, hasKeys: boolean): (readonly Span[])[] {
  let index = 0;
  return (message.buttons ?? []).map((row) =>
    row.flatMap((button): readonly Span[] => {
      const key = hasKeys ? BUTTON_KEYS[index] : undefined;
      index += 1;
      const gap: Span = { text: "  ", style: "plain" };
      const label = oneLine(button.label);
      return key === undefined
        ? [{ text: `[${label}]`, style: "dim" }, gap]
        : [{ text: `[${key}]`, style: "key" }, { text: ` ${label}`, style: "plain" }, gap];
    }),
  );
}
