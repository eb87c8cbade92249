import type { Log } from "../../base/log.ts";
import { visibleText } from "../../base/visible-text.ts";
import { linksIn, mentionHtml, toPlainText, toTelegramHtml } from "../markup/parse-markup.ts";
import { messageWords } from "../outbox/message-parts.ts";
import type { ChatAddress, MessageForm, OutgoingMessage } from "../platform/chat-adapter.ts";
import type { TelegramClient } from "./client.ts";
import { refusedFor, TelegramError } from "./errors.ts";

/** What every call that shows something works with. */
export interface CallParts {
  readonly client: TelegramClient;
  readonly log: Log;
  readonly timeoutMs: number;
  /** Largest file that the server takes. */
  readonly maxFileBytes: number;
  /** What is known of the server since the start. */
  readonly server: { hasRichMessages: boolean };
}

/** Which message a call writes: the chat id may be newer than the address. */
export interface SendTarget {
  readonly chatId: number;
  readonly chat: ChatAddress;
  readonly message: OutgoingMessage;
}

/** What Telegram says it sent. */
export interface SentMessage {
  readonly message_id: number;
}

/** A text with the parse mode it is written in. */
export interface Rendered {
  readonly text: string;
  readonly parse_mode?: "HTML";
}

/** Sends light markup formatted, or plain where it is to leave so; where Telegram cannot read the formatting it kept nothing, and may take the same message plain. */
export async function inItsForm<Result>(
  { log }: CallParts,
  message: OutgoingMessage,
  send: (rendered: Rendered) => Promise<Result>,
): Promise<Result> {
  const words = messageWords(message);
  const { mention } = message;
  if (message.inForm?.isPlain === true) {
    const called = mention === undefined ? "" : `@${mention.name} `;
    return await send({ text: `${called}${toPlainText(words)}` });
  }
  try {
    const text = `${calledHtml(message)}${toTelegramHtml(words)}`;
    return await send({ text, parse_mode: "HTML" });
  } catch (thrown) {
    if (!(thrown instanceof TelegramError && thrown.says("can't parse entities"))) throw thrown;
    log.warn({ problem: thrown.message }, "Telegram could not read the formatting of a text.");
    throw refusedFor(thrown, [otherwise(message, { isPlain: true })]);
  }
}

/** Whom a message calls, before its words; empty for nobody. */
export function calledHtml({ mention }: OutgoingMessage): string {
  return mention === undefined ? "" : `${mentionHtml(mention.id, mention.name)} `;
}

/** The same message in another form. */
export function otherwise(message: OutgoingMessage, form: MessageForm): OutgoingMessage {
  return { ...message, inForm: { ...message.inForm, ...form } };
}

/** The field that names a topic, if there is one. */
export function threadOf({ threadId }: ChatAddress): { message_thread_id?: number } {
  return threadId === undefined ? {} : { message_thread_id: Number(threadId) };
}

/** The field that names the message which is answered, if there is one; where it is gone, the answer stands by itself. */
export function replyOf({ repliesTo }: OutgoingMessage) {
  if (repliesTo === undefined) return {};
  const reply = { message_id: Number(repliesTo), allow_sending_without_reply: true };
  return { reply_parameters: reply };
}

/** A single link shows what is behind it, small; of several none does. */
export function previewOf(message: OutgoingMessage) {
  const isSingle = message.tone === undefined && linksIn(messageWords(message)).length === 1;
  const shown = isSingle ? { prefer_small_media: true } : { is_disabled: true };
  return { link_preview_options: shown };
}

/** Longest hint in the field for an answer, in characters (Telegram Bot API, ForceReply.input_field_placeholder: 1-64). */
const LONGEST_HINT = 64;

/** Whether a message wants words in place of others, and has no buttons. */
export function opensAnswer({ buttons = [], form }: OutgoingMessage): boolean {
  return form?.present !== undefined && buttons.length === 0;
}

/** The field that opens an answer to a message that wants words, with what they stand for now as a hint. */
export function answerFieldOf(message: OutgoingMessage) {
  if (!opensAnswer(message)) return {};
  const present = visibleText(message.form?.present ?? "").replace(/\s+/gu, " ");
  const hint = [...present].slice(0, LONGEST_HINT).join("");
  return {
    reply_markup: {
      force_reply: true as const,
      selective: true,
      ...(hint !== "" && { input_field_placeholder: hint }),
    },
  };
}

/** The field that holds the buttons, if there are any. */
export function keyboardOf({ buttons }: OutgoingMessage) {
  if (buttons === undefined || buttons.length === 0) return {};
  const rows = buttons.map((row) =>
    row.map(({ label, data, style }) => ({
      text: visibleText(label),
      callback_data: data,
      ...(style !== undefined && { style }),
    })),
  );
  return { reply_markup: { inline_keyboard: rows } };
}
