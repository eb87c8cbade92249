import type { Log } from "../base/log.ts";
import type { ChatAdapter, ChatAddress } from "./adapter.ts";
import { toPlainText } from "./markup.ts";
import { cutText } from "./split-text.ts";
import type { TelegramClient } from "./telegram-client.ts";
import { editMessage } from "./telegram-editing.ts";
import { TelegramError, toDeliveryError } from "./telegram-errors.ts";
import { sendFile } from "./telegram-files.ts";
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
  readonly onChatMigrated: (oldChatId: string, newChatId: string) => void;
}

/** The sending half of a Telegram adapter. */
export type TelegramSender = Pick<
  ChatAdapter,
  "send" | "edit" | "acknowledge" | "typing" | "noted" | "settled"
> & {
  /** From now on what is sent to the old chat goes to the new one. */
  readonly noteMigration: (oldChatId: string, newChatId: string) => void;
};

/** Makes the sending half; every failure of `send`, `edit` and `acknowledge` is a `DeliveryError`. */
export function createTelegramSender(parts: SenderParts): TelegramSender {
  const migrations = new Map<string, string>();
  const noteMigration = (oldChatId: string, newChatId: string): void => {
    if (migrations.get(oldChatId) === newChatId) return;
    migrations.set(oldChatId, newChatId);
    parts.log.info({ oldChatId, newChatId }, "A group became a supergroup with a new id.");
    parts.onChatMigrated(oldChatId, newChatId);
  };
  const prepare = async (): Promise<CallParts> => ({ ...parts, client: await parts.load() });
  const chatIdOf = (chatId: string): number => Number(migrations.get(chatId) ?? chatId);
  /** A refused chat id that has moved gets one more try; nothing was sent by the first. */
  const toChat = async <Result>(
    chat: ChatAddress,
    act: (chatId: number) => Promise<Result>,
  ): Promise<Result> => {
    try {
      return await act(chatIdOf(chat.chatId));
    } catch (thrown) {
      if (!(thrown instanceof TelegramError) || thrown.migratedTo === undefined) throw thrown;
      noteMigration(chat.chatId, thrown.migratedTo);
      return await act(Number(thrown.migratedTo));
    }
  };
  return {
    noteMigration,
    ...createReactions({ prepare, chatIdOf }),
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
    async acknowledge(pressId, note) {
      const calls = await prepare();
      await delivering(() => acknowledge(calls, pressId, note));
    },
    async typing(chat) {
      await showTyping(await prepare(), chat);
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

async function showTyping(parts: CallParts, chat: ChatAddress): Promise<void> {
  const action = { chat_id: Number(chat.chatId), ...threadOf(chat), action: "typing" } as const;
  try {
    await parts.client.call("sendChatAction", (raw, signal) => raw.sendChatAction(action, signal), {
      timeoutMs: parts.timeoutMs,
    });
  } catch (thrown) {
    if (!(thrown instanceof TelegramError)) throw thrown;
  }
}
