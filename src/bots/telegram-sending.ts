import type { Log } from "../base/log.ts";
import type { ChatAdapter, ChatAddress } from "./adapter.ts";
import { toPlainText } from "./markup.ts";
import { cutText } from "./split-text.ts";
import type { TelegramClient } from "./telegram-client.ts";
import { editMessage } from "./telegram-editing.ts";
import { TelegramError, toDeliveryError } from "./telegram-errors.ts";
import { sendFile } from "./telegram-files.ts";
import type { ChatMoves } from "./telegram-moves.ts";
import { createReactions } from "./telegram-reactions.ts";
import {
  type CallParts,
  keyboardOf,
  type SendTarget,
  type SentMessage,
  threadOf,
  withPlainFallback,
} from "./telegram-rendering.ts";

/** Longest note of a press (Bot API, answerCallbackQuery). */
const LONGEST_NOTE = 200;

/** What the sending half of the adapter works with. */
export interface SenderParts {
  readonly load: () => Promise<TelegramClient>;
  readonly log: Log;
  readonly timeoutMs: number;
  readonly maxFileBytes: number;
  readonly moves: ChatMoves;
}

/** The sending half of a Telegram adapter. */
export type TelegramSender = Required<
  Pick<ChatAdapter, "send" | "edit" | "delete" | "acknowledge" | "typing" | "noted" | "settled">
>;

/** Makes the sending half; every failure of `send`, `edit`, `delete` and `acknowledge` is a `DeliveryError`. */
export function createTelegramSender(parts: SenderParts): TelegramSender {
  const { moves } = parts;
  const prepare = async (): Promise<CallParts> => ({ ...parts, client: await parts.load() });
  /** A refused chat id that has moved gets one more try; nothing was sent by the first. */
  const toChat = async <Result>(
    chat: ChatAddress,
    act: (chatId: number) => Promise<Result>,
  ): Promise<Result> => {
    try {
      return await act(moves.nowAt(chat.chatId));
    } catch (thrown) {
      if (!(thrown instanceof TelegramError) || thrown.migratedTo === undefined) throw thrown;
      moves.note(chat.chatId, thrown.migratedTo);
      return await act(Number(thrown.migratedTo));
    }
  };
  return {
    ...createReactions({ prepare, chatIdOf: moves.nowAt }),
    async send(chat, message) {
      const calls = await prepare();
      const sent = await delivering(() =>
        toChat(chat, (chatId) => {
          const target = { chatId, chat, message };
          const { file } = message;
          return file === undefined
            ? sendText(calls, target)
            : sendFile(calls, { ...target, file });
        }),
      );
      return { messageId: String(sent.message_id) };
    },
    async edit(chat, messageId, message) {
      const calls = await prepare();
      await delivering(() =>
        toChat(chat, (chatId) =>
          editMessage(calls, { chatId, messageId: Number(messageId), message }),
        ),
      );
    },
    async delete(chat, messageId) {
      const calls = await prepare();
      await delivering(() =>
        toChat(chat, (chatId) => deleteMessage(calls, { chatId, messageId: Number(messageId) })),
      );
    },
    async acknowledge(pressId, note) {
      const calls = await prepare();
      await delivering(() => acknowledge(calls, pressId, note));
    },
    async typing(chat) {
      await showTyping(await prepare(), { chatId: moves.nowAt(chat.chatId), chat });
    },
  };
}

async function delivering<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (thrown) {
    throw thrown instanceof TelegramError ? toDeliveryError(thrown) : thrown;
  }
}

function sendText(parts: CallParts, { chatId, chat, message }: SendTarget): Promise<SentMessage> {
  const place = { chat_id: chatId, ...threadOf(chat) };
  const look = { ...keyboardOf(message), link_preview_options: { is_disabled: true } };
  return withPlainFallback(parts, message.text, (rendered) =>
    parts.client.call(
      "sendMessage",
      (raw, signal) => raw.sendMessage({ ...place, ...rendered, ...look }, signal),
      { timeoutMs: parts.timeoutMs },
    ),
  );
}

/**
 * Up to 48 hours after it was sent: the bot's own everywhere, those of others in private, and in groups where the bot is an
 * administrator who may delete (Bot API, deleteMessage). What is gone already is success.
 */
async function deleteMessage(
  parts: CallParts,
  { chatId, messageId }: { readonly chatId: number; readonly messageId: number },
): Promise<void> {
  const which = { chat_id: chatId, message_id: messageId };
  try {
    await parts.client.call("deleteMessage", (raw, signal) => raw.deleteMessage(which, signal), {
      timeoutMs: parts.timeoutMs,
    });
  } catch (thrown) {
    if (!(thrown instanceof TelegramError && thrown.says("message to delete not found")))
      throw thrown;
  }
}

async function acknowledge(parts: CallParts, pressId: string, note = ""): Promise<void> {
  const text = cutText(toPlainText(note), LONGEST_NOTE);
  const answer = { callback_query_id: pressId, ...(text === "" ? {} : { text }) };
  try {
    await parts.client.call(
      "answerCallbackQuery",
      (raw, signal) => raw.answerCallbackQuery(answer, signal),
      { timeoutMs: parts.timeoutMs },
    );
  } catch (thrown) {
    if (!(thrown instanceof TelegramError && thrown.says("query is too old"))) throw thrown;
  }
}

async function showTyping(
  parts: CallParts,
  { chatId, chat }: { readonly chatId: number; readonly chat: ChatAddress },
): Promise<void> {
  const action = { chat_id: chatId, ...threadOf(chat), action: "typing" } as const;
  try {
    await parts.client.call("sendChatAction", (raw, signal) => raw.sendChatAction(action, signal), {
      timeoutMs: parts.timeoutMs,
    });
  } catch (thrown) {
    if (!(thrown instanceof TelegramError)) throw thrown;
    const problem = toDeliveryError(thrown);
    if (problem.kind === "rate-limited") throw problem;
  }
}
