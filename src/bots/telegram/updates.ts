import type {
  ChatMember,
  ChatMemberUpdated,
  ExternalReplyInfo,
  Message,
  MessageEntity,
  Update,
  User,
} from "grammy/types";
import type {
  Attachment,
  ChatAddress,
  ChatEvent,
  MessageEvent,
  Quoted,
  Sender,
} from "../platform/chat-adapter.ts";
import { attachmentsOf } from "./attachments.ts";
import { describeContent, originName } from "./content.ts";

/** Who the bot is, from getMe. */
export interface BotIdentity {
  readonly id: number;
  readonly username: string;
}

/**
 * The event an update stands for; undefined for what no person said: service messages, presses without data, inline messages.
 * Of edited messages only those with words count: a live location is edited with every step (Bot API, Update.edited_message), and a
 * link may be given its preview.
 */
export function toChatEvent(update: Update, bot: BotIdentity): ChatEvent | undefined {
  const updateId = String(update.update_id);
  if (update.message !== undefined) return messageEvent(updateId, update.message, bot);
  const { edited_message: edited } = update;
  if (edited !== undefined) return editEvent(updateId, edited, bot);
  const press = update.callback_query;
  if (press?.message === undefined || press.data === undefined) return undefined;
  return {
    kind: "press",
    updateId,
    chat: addressOf(press.message),
    sender: senderOf(press.from),
    data: press.data,
    messageId: String(press.message.message_id),
    pressId: press.id,
  };
}

/** The bot's place in a chat is another now. */
export interface Membership {
  readonly updateId: string;
  readonly chat: ChatAddress;
  /** Who changed it. */
  readonly sender: Sender;
  readonly isIn: boolean;
  readonly wasIn: boolean;
  /** What the bot is called there, without the @. */
  readonly botName: string;
}

/** In which chat the bot is, and was, by the word of an update (Bot API, ChatMemberUpdated). */
export function membershipOf(
  { update_id: updateId }: Update,
  { chat, from, old_chat_member: before, new_chat_member: after }: ChatMemberUpdated,
  bot: BotIdentity,
): Membership {
  return {
    updateId: String(updateId),
    chat: addressOf({ chat }),
    sender: senderOf(from),
    isIn: isInside(after),
    wasIn: isInside(before),
    botName: bot.username,
  };
}

function isInside(member: ChatMember): boolean {
  return member.status === "restricted"
    ? member.is_member
    : member.status !== "left" && member.status !== "kicked";
}

function editEvent(updateId: string, message: Message, bot: BotIdentity): ChatEvent | undefined {
  if (message.text === undefined && message.caption === undefined) return undefined;
  const event = messageEvent(updateId, message, bot);
  if (event === undefined) return undefined;
  const { edit_date: editedAtSeconds = message.date } = message;
  return { ...event, isEdited: true, editedAtMs: editedAtSeconds * 1000 };
}

function messageEvent(
  updateId: string,
  message: Message,
  bot: BotIdentity,
): MessageEvent | undefined {
  const typed = message.text ?? message.caption;
  const text = describeContent(message, typed && withoutBotName(typed, bot));
  if (text === undefined || message.from === undefined) return undefined;
  const chat = addressOf(message);
  const own = attachmentsOf(message);
  const attachments = own.length > 0 ? own : filesAskedAbout(message, bot.id);
  const { media_group_id: albumId } = message;
  const quoted = quotedIn(message);
  const repliesToId = answeredIn(message);
  return {
    kind: "message",
    updateId,
    chat,
    sender: authorOf(message, message.from),
    text,
    messageId: String(message.message_id),
    sentAtMs: message.date * 1000,
    isAddressed: chat.isPrivate || isAddressedTo(bot, message, typed ?? ""),
    ...(message.forward_origin === undefined ? {} : { isForwarded: true }),
    ...wordlessIn(typed, text),
    ...(attachments.length === 0 ? {} : { attachments }),
    ...(albumId === undefined ? {} : { albumId }),
    ...(quoted === undefined ? {} : { quoted }),
    ...(repliesToId === undefined ? {} : { repliesToId }),
  };
}

function wordlessIn(typed: string | undefined, text: string): Pick<MessageEvent, "isWordless"> {
  return typed === undefined && text !== "" ? { isWordless: true } : {};
}

/** `message_thread_id` is also set for replies outside of forums; only a topic is a place of its own (Bot API, Message). */
function addressOf(
  message: Pick<Message, "chat" | "message_thread_id" | "is_topic_message">,
): ChatAddress {
  const threadId = message.is_topic_message === true ? message.message_thread_id : undefined;
  const { title } = message.chat;
  return {
    platform: "telegram",
    chatId: String(message.chat.id),
    isPrivate: message.chat.type === "private",
    ...(title === undefined ? {} : { title }),
    ...(threadId === undefined ? {} : { threadId: String(threadId) }),
  };
}

/**
 * Who writes on behalf of a chat comes with a stand-in as `from` that all such writers share (Bot API, Message.sender_chat):
 * the chat's own id, which no user has, keeps an anonymous administrator from being taken for a person.
 */
function authorOf(message: Message, from: User): Sender {
  const chat = message.sender_chat;
  if (chat === undefined) return senderOf(from);
  return { id: String(chat.id), name: chat.title ?? "Anonymous" };
}

function senderOf(user: User): Sender {
  const name = [user.first_name, user.last_name].filter((part) => part !== undefined).join(" ");
  const { language_code: languageTag, username } = user;
  return {
    id: String(user.id),
    name,
    ...(username === undefined ? {} : { username }),
    ...(languageTag === undefined ? {} : { languageTag }),
  };
}

function isAddressedTo(bot: BotIdentity, message: Message, typed: string): boolean {
  const isOtherBot = message.from?.is_bot === true && message.sender_chat === undefined;
  if (isOtherBot) return false;
  const entities = message.entities ?? message.caption_entities ?? [];
  return isReplyTo(bot, message) || entities.some((entity) => names(bot, typed, entity));
}

function isReplyTo(bot: BotIdentity, message: Message): boolean {
  return message.reply_to_message?.from?.id === bot.id && answeredIn(message) !== undefined;
}

/** A command without a name may be meant for any bot of the group, so also for this one. */
function names(bot: BotIdentity, typed: string, entity: MessageEntity): boolean {
  if (entity.type === "text_mention") return entity.user.id === bot.id;
  const words = typed.slice(entity.offset, entity.offset + entity.length).toLowerCase();
  const name = `@${bot.username.toLowerCase()}`;
  if (entity.type === "mention") return words === name;
  if (entity.type !== "bot_command" || entity.offset !== 0) return false;
  return !words.includes("@") || words.endsWith(name);
}

/** `/help@our_bot x` becomes `/help x`, and a leading `@our_bot` goes: both only say who is meant. */
function withoutBotName(text: string, bot: BotIdentity): string {
  const name = `@${bot.username}`.toLowerCase();
  const firstWord = /^\S*/.exec(text)?.[0] ?? "";
  if (!firstWord.toLowerCase().endsWith(name)) return text;
  const isBare = firstWord.length === name.length;
  if (!isBare && !firstWord.startsWith("/")) return text;
  const rest = text.slice(firstWord.length);
  const kept = firstWord.slice(0, -name.length) + rest;
  return isBare ? kept.trimStart() || text : kept;
}

/**
 * What a message answers: the part that its sender chose, or all words of the answered message, also of one in another chat (there Telegram
 * gives no words but a chosen part: Bot API, ExternalReplyInfo). Undefined where that has no words: it opened a topic, or is a file alone.
 */
function quotedIn(message: Message): Quoted | undefined {
  const { reply_to_message: answered, external_reply: external, quote } = message;
  const text = quote?.text ?? (answered === undefined ? undefined : wordsOf(answered));
  if (text === undefined || text === "") return undefined;
  if (answered === undefined) return { text, author: authorElsewhere(external) };
  const part = quote === undefined ? {} : { isPart: true };
  return { text, author: nameOfAuthor(answered), messageId: String(answered.message_id), ...part };
}

/**
 * The id of the message of the same chat that `message` answers. Every message of a topic comes as a reply to the one that opened it,
 * whose id is the topic's (seen in banteg/takopi PR 152 and NousResearch/hermes-agent PR 51349): that answers nothing.
 */
export function answeredIn(message: Message): string | undefined {
  const { reply_to_message: answered, message_thread_id: topicId } = message;
  if (answered === undefined || answered.forum_topic_created !== undefined) return undefined;
  const isOpening = message.is_topic_message === true && answered.message_id === topicId;
  return isOpening ? undefined : String(answered.message_id);
}

/**
 * The files of the message that `message` asks something of: "what is in this picture?" means the one it answers. None for a command, for
 * a message with files of its own, and where the bot (`botId`) sent them. A voice message is a recording there: its words are not the asker's.
 */
function filesAskedAbout(message: Message, botId: number): readonly Attachment[] {
  const { reply_to_message: answered, text } = message;
  if (answered === undefined || answered.from?.id === botId) return [];
  if (text === undefined || text.startsWith("/")) return [];
  return attachmentsOf(answered).map((file) =>
    file.kind === "voice" ? { ...file, kind: "audio" } : file,
  );
}

function wordsOf(answered: Message): string | undefined {
  return describeContent(answered, answered.text ?? answered.caption);
}

function nameOfAuthor({ from, sender_chat: chat }: Message): string {
  return chat?.title ?? from?.first_name ?? "somebody";
}

function authorElsewhere(external: ExternalReplyInfo | undefined): string {
  return external === undefined ? "somebody" : originName(external.origin);
}
