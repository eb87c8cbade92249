import type { OutgoingMessage } from "./adapter.ts";
import { TelegramError } from "./telegram-errors.ts";
import { type CallParts, keyboardOf, withPlainFallback } from "./telegram-rendering.ts";

/** What a message is to show from now on. */
export interface EditTarget {
  readonly chatId: number;
  readonly messageId: number;
  readonly message: OutgoingMessage;
}

/** Replaces text and buttons of a message, or caption and buttons where it holds a file; an unchanged one is success. */
export async function editMessage(parts: CallParts, target: EditTarget): Promise<void> {
  try {
    const hasText = await editText(parts, target);
    if (!hasText) await editCaption(parts, target);
  } catch (thrown) {
    if (!(thrown instanceof TelegramError && thrown.says("message is not modified"))) throw thrown;
  }
}

/** False when the message holds a file, whose text is its caption. */
async function editText(
  parts: CallParts,
  { chatId, messageId, message }: EditTarget,
): Promise<boolean> {
  const place = { chat_id: chatId, message_id: messageId };
  const look = { ...keyboardOf(message), link_preview_options: { is_disabled: true } };
  try {
    await withPlainFallback(parts, message.text, (rendered) =>
      parts.client.call(
        "editMessageText",
        (raw, signal) => raw.editMessageText({ ...place, ...rendered, ...look }, signal),
        { timeoutMs: parts.timeoutMs },
      ),
    );
    return true;
  } catch (thrown) {
    const isFile =
      thrown instanceof TelegramError && thrown.says("there is no text in the message to edit");
    if (!isFile) throw thrown;
    return false;
  }
}

async function editCaption(
  parts: CallParts,
  { chatId, messageId, message }: EditTarget,
): Promise<void> {
  const place = { chat_id: chatId, message_id: messageId };
  await withPlainFallback(parts, message.text, ({ text: caption, ...mode }) =>
    parts.client.call(
      "editMessageCaption",
      (raw, signal) =>
        raw.editMessageCaption({ ...place, caption, ...mode, ...keyboardOf(message) }, signal),
      { timeoutMs: parts.timeoutMs },
    ),
  );
}
