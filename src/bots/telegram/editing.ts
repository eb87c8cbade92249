import type { OutgoingMessage } from "../platform/chat-adapter.ts";
import { refusedFor, TelegramError } from "./errors.ts";
import { type CallParts, inItsForm, keyboardOf, otherwise } from "./rendering.ts";

/** What a message is to show from now on. */
export interface EditTarget {
  readonly chatId: number;
  readonly messageId: number;
  readonly message: OutgoingMessage;
}

/** Replaces text and buttons of a message, or caption and buttons where it is said to hold a file, or turns out to; an unchanged one is success. */
export async function editMessage(parts: CallParts, target: EditTarget): Promise<void> {
  const { message } = target;
  try {
    await (message.inForm?.isCaption === true ? editCaption : editText)(parts, target);
  } catch (thrown) {
    if (!(thrown instanceof TelegramError)) throw thrown;
    if (thrown.says("there is no text in the message to edit"))
      throw refusedFor(thrown, [otherwise(message, { isCaption: true })]);
    if (!thrown.says("message is not modified")) throw thrown;
  }
}

async function editText(
  parts: CallParts,
  { chatId, messageId, message }: EditTarget,
): Promise<void> {
  const place = { chat_id: chatId, message_id: messageId };
  const look = { ...keyboardOf(message), link_preview_options: { is_disabled: true } };
  await inItsForm(parts, message, (rendered) =>
    parts.client.call(
      "editMessageText",
      (raw, signal) => raw.editMessageText({ ...place, ...rendered, ...look }, signal),
      { timeoutMs: parts.timeoutMs },
    ),
  );
}

async function editCaption(
  parts: CallParts,
  { chatId, messageId, message }: EditTarget,
): Promise<void> {
  const place = { chat_id: chatId, message_id: messageId };
  await inItsForm(parts, message, ({ text: caption, ...mode }) =>
    parts.client.call(
      "editMessageCaption",
      (raw, signal) =>
        raw.editMessageCaption({ ...place, caption, ...mode, ...keyboardOf(message) }, signal),
      { timeoutMs: parts.timeoutMs },
    ),
  );
}
