import { escapeHtml } from "../../base/visible-text.ts";
import { toTelegramHtml } from "../markup/parse-markup.ts";
import type { DrawnTable, OutgoingMessage } from "../platform/chat-adapter.ts";
import { refusedFor, TelegramError, toDeliveryError } from "./errors.ts";
import {
  type CallParts,
  calledHtml,
  keyboardOf,
  otherwise,
  replyOf,
  type SendTarget,
  type SentMessage,
  threadOf,
} from "./rendering.ts";

/** Most columns of a table, and most UTF-8 characters of a rich message with all its tables (Bot API 10.1, InputRichMessage, "Rich Message Limits"). */
const MOST_COLUMNS = 20;
const LONGEST_TEXT = 32_768;
/** Blocks of a rich message, rows of tables among them. */
const MOST_BLOCKS = 500;

/** The error code of a method that a server does not know yet. */
const NOT_FOUND = 404;

/** A message with tables as a rich message, in Rich HTML, each table below its own words; `undefined` where it has none or anything else, its pictures were asked for, or it is more than Telegram takes. Pure. */
export function richTablesOf(message: OutgoingMessage): string | undefined {
  const { text, files = [], inForm = {} } = message;
  const tables = files.flatMap(({ table, caption = "" }) =>
    table === undefined ? [] : [{ table, words: linesOf(caption) }],
  );
  if (tables.length === 0 || tables.length < files.length) return undefined;
  if (inForm.isDrawn === true || inForm.isPlain === true || inForm.asFiles === true)
    return undefined;
  const own = linesOf(text);
  const words = [...own, ...tables.flatMap((each) => each.words)];
  const rows = tables.reduce((sum, { table }) => sum + 1 + table.rows.length, 0);
  const isNarrow = tables.every(({ table }) => table.isRight.length <= MOST_COLUMNS);
  if (!isNarrow || rows + words.length > MOST_BLOCKS || !words.every(isParagraph)) return undefined;
  const parts = tables.flatMap((each) => [...each.words.map(paragraph), tableHtml(each.table)]);
  const called = calledHtml(message);
  const [first = "", ...others] = own;
  const head = `${called}${first}` === "" ? [] : [`${called}${first}`, ...others];
  const html = [...head.map(paragraph), ...parts].join("");
  return html.length <= LONGEST_TEXT ? html : undefined;
}

function linesOf(markup: string): readonly string[] {
  return toTelegramHtml(markup)
    .split("\n")
    .filter((line) => line !== "");
}

function paragraph(line: string): string {
  return `<p>${line}</p>`;
}

/** True of a line whose formatting ends where it does. */
function isParagraph(line: string): boolean {
  const count = (pattern: RegExp): number => line.match(pattern)?.length ?? 0;
  return !/<(?:pre|blockquote)\b/u.test(line) && count(/<(?!\/)/gu) === count(/<\//gu);
}

function tableHtml({ rows, isRight }: DrawnTable): string {
  const lines = rows.map((row, index) => {
    const name = index === 0 ? "th" : "td";
    const cells = isRight.map((right, column) => {
      const align = right ? ' align="right"' : "";
      return `<${name}${align}>${escapeHtml(row[column] ?? "")}</${name}>`;
    });
    return `<tr>${cells.join("")}</tr>`;
  });
  return `<table bordered striped>${lines.join("")}</table>`;
}

/** Sends a message as a rich one; what Telegram refuses so it may take with its picture, and a server that does not know rich messages is not asked again. */
export async function sendRich(
  parts: CallParts,
  { chatId, chat, message }: SendTarget,
  html: string,
): Promise<readonly [SentMessage]> {
  const place = { chat_id: chatId, ...threadOf(chat), ...keyboardOf(message), ...replyOf(message) };
  // What stands in cells is not the bot's own: nothing of it becomes a command or calls somebody.
  const rich = { html, skip_entity_detection: true };
  try {
    const sent = await parts.client.call(
      "sendRichMessage",
      (raw, signal) => raw.sendRichMessage({ ...place, rich_message: rich }, signal),
      { timeoutMs: parts.timeoutMs },
    );
    return [sent];
  } catch (thrown) {
    if (!(thrown instanceof TelegramError)) throw thrown;
    if (thrown.isTokenRefused || toDeliveryError(thrown).kind !== "refused") throw thrown;
    if (thrown.errorCode === NOT_FOUND) parts.server.hasRichMessages = false;
    parts.log.warn({ problem: thrown.message }, "Telegram did not take a table; its picture goes.");
    throw refusedFor(thrown, [otherwise(message, { isDrawn: true })]);
  }
}
