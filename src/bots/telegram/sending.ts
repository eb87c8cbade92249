import type { RawApi } from "grammy";
import type { Log } from "../../base/log.ts";
import { toPlainText } from "../markup/parse-markup.ts";
import { cutText } from "../markup/split-text.ts";
import {
  type ChatAdapter,
  type ChatAddress,
  chatKey,
  type MessageEvent,
  type OutgoingMessage,
} from "../platform/chat-adapter.ts";
import { sendAlbum, together } from "./albums.ts";
import type { TelegramClient } from "./client.ts";
import { refusedFor, TelegramError, toDeliveryError } from "./errors.ts";
import { sendFile } from "./files.ts";
import type { ChatMoves } from "./moves.ts";
import {
  answerFieldOf,
  type CallParts,
  inItsForm,
  keyboardOf,
  opensAnswer,
  otherwise,
  previewOf,
  replyOf,
  type SendTarget,
  type SentMessage,
  threadOf,
} from "./rendering.ts";
import { richTablesOf, sendRich } from "./rich-tables.ts";

/** Longest note of a press (Bot API, answerCallbackQuery). */
const LONGEST_NOTE = 200;

/** The sending half of a Telegram adapter. */
export type TelegramSender = Required<
  Pick<
    ChatAdapter,
    | "together"
    | "send"
    | "edit"
    | "delete"
    | "acknowledge"
    | "typing"
    | "noted"
    | "settled"
    | "react"
  >
>;

/** Makes the sending half; every failure of `send`, `edit`, `delete` and `acknowledge` is a `DeliveryError`. */
export function createTelegramSender(parts: {
  readonly load: () => Promise<TelegramClient>;
  readonly log: Log;
  readonly timeoutMs: number;
  readonly maxFileBytes: number;
  readonly moves: ChatMoves;
}): TelegramSender {
  const { moves } = parts;
  const server = { hasRichMessages: true };
  const prepare = async (): Promise<CallParts> => ({
    ...parts,
    server,
    client: await parts.load(),
  });
  /** A chat that has moved is known by its new id from then on, and takes the same `message` there. */
  const toChat = async <Result>(
    chat: ChatAddress,
    message: OutgoingMessage,
    act: (chatId: number) => Promise<Result>,
  ): Promise<Result> => {
    const chatId = moves.nowAt(chat.chatId);
    try {
      return await act(chatId);
    } catch (thrown) {
      if (!(thrown instanceof TelegramError)) throw thrown;
      const { migratedTo } = thrown;
      if (migratedTo === undefined || migratedTo === String(chatId)) throw thrown;
      moves.note(chat.chatId, migratedTo);
      throw refusedFor(thrown, [message]);
    }
  };
  return {
    ...createReactions({ prepare, chatIdOf: moves.nowAt }),
    together,
    async send(chat, message) {
      const calls = await prepare();
      const [first, ...others] = await delivering(() =>
        toChat(chat, message, (chatId) => sendAny(calls, { chatId, chat, message })),
      );
      return { messageId: idOf(first), otherIds: others.map(idOf) };
    },
    async edit(chat, messageId, message) {
      const calls = await prepare();
      await delivering(() =>
        toChat(chat, message, (chatId) =>
          editMessage(calls, { chatId, messageId: Number(messageId), message }),
        ),
      );
    },
    async delete(chat, messageId) {
      const calls = await prepare();
      const chatId = moves.nowAt(chat.chatId);
      await delivering(() => deleteMessage(calls, { chatId, messageId: Number(messageId) }));
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

function sendAny(
  parts: CallParts,
  target: SendTarget,
): Promise<readonly [SentMessage, ...SentMessage[]]> {
  const { files = [] } = target.message;
  const [file, ...others] = files;
  if (file === undefined) return sendText(parts, target);
  const rich = parts.server.hasRichMessages ? richTablesOf(target.message) : undefined;
  if (rich !== undefined) return sendRich(parts, target, rich);
  return others.length === 0
    ? sendFile(parts, { ...target, file })
    : sendAlbum(parts, { ...target, files });
}

async function sendText(
  parts: CallParts,
  { chatId, chat, message }: SendTarget,
): Promise<readonly [SentMessage]> {
  const place = { chat_id: chatId, ...threadOf(chat) };
  const look = {
    ...answerFieldOf(message),
    ...keyboardOf(message),
    ...replyOf(message),
    ...previewOf(message),
  };
  const sent = await inItsForm(parts, message, (rendered) =>
    parts.client.call(
      "sendMessage",
      (raw, signal) => raw.sendMessage({ ...place, ...rendered, ...look }, signal),
      { timeoutMs: parts.timeoutMs },
    ),
  );
  return [sent];
}

function idOf({ message_id: id }: SentMessage): string {
  return String(id);
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

/** What a message is to show from now on. */
interface EditTarget {
  readonly chatId: number;
  readonly messageId: number;
  readonly message: OutgoingMessage;
}

/** Replaces text and buttons of a message, or caption and buttons where it is said to hold a file, or turns out to; an unchanged one is success, and so is one that opened an answer: Telegram lets nobody change it. */
async function editMessage(parts: CallParts, target: EditTarget): Promise<void> {
  const { message } = target;
  try {
    await (message.inForm?.isCaption === true ? editCaption : editText)(parts, target);
  } catch (thrown) {
    if (!(thrown instanceof TelegramError)) throw thrown;
    if (thrown.says("there is no text in the message to edit"))
      throw refusedFor(thrown, [otherwise(message, { isCaption: true })]);
    const stays = opensAnswer(message) || message.hasAsked === true;
    const isAsItStays = stays && thrown.says("message can't be edited");
    if (!isAsItStays && !thrown.says("message is not modified")) throw thrown;
  }
}

async function editText(
  parts: CallParts,
  { chatId, messageId, message }: EditTarget,
): Promise<void> {
  const place = { chat_id: chatId, message_id: messageId };
  const look = { ...keyboardOf(message), ...previewOf(message) };
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

/** One of the emoji that a bot may react with (Bot API, ReactionTypeEmoji). */
const AT_WORK = { type: "emoji", emoji: "👀" } as const;

/** Marks a message that is worked on with a reaction. A group may forbid reactions: failures are of no interest. */
function createReactions(parts: {
  readonly prepare: () => Promise<CallParts>;
  /** The chat's id as Telegram has it. */
  readonly chatIdOf: (chatId: string) => number;
}): Required<Pick<ChatAdapter, "noted" | "settled" | "react">> {
  /** The reaction of a message is taken away after it was set, never before. */
  const underWay = new Map<string, Promise<void>>();
  return {
    // ReactionTypeEmoji takes the emoji of its list, of which those that are sent here are some.
    react: (event, emoji) => react(parts, event, [{ type: "emoji", emoji: emoji as "❤" }]),
    noted(event) {
      const work = react(parts, event, [AT_WORK]);
      underWay.set(nameOf(event), work);
      return work;
    },
    async settled(event) {
      const name = nameOf(event);
      await underWay.get(name);
      underWay.delete(name);
      await react(parts, event, []);
    },
  };
}

function nameOf({ chat, messageId }: MessageEvent): string {
  return `${chatKey(chat)} ${messageId}`;
}

async function react(
  { prepare, chatIdOf }: Parameters<typeof createReactions>[0],
  { chat, messageId }: MessageEvent,
  reaction: NonNullable<Parameters<RawApi["setMessageReaction"]>[0]["reaction"]>,
): Promise<void> {
  const place = { chat_id: chatIdOf(chat.chatId), message_id: Number(messageId) };
  try {
    const { client, timeoutMs } = await prepare();
    await client.call(
      "setMessageReaction",
      (raw, signal) => raw.setMessageReaction({ ...place, reaction }, signal),
      { timeoutMs },
    );
  } catch (thrown) {
    if (!(thrown instanceof TelegramError)) throw thrown;
  }
}
