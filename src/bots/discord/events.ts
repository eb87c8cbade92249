import type {
  Attachment,
  ChatAddress,
  ChatEvent,
  MessageEvent,
  Quoted,
  Sender,
} from "../platform/chat-adapter.ts";
import { attachmentsOf } from "./attachments.ts";
import { CUSTOM_ID } from "./components.ts";
import { filesAskedAbout, quotedIn } from "./message.ts";
import {
  type DiscordChannel,
  type DiscordInteraction,
  type DiscordMessage,
  snowflakeMs,
} from "./payloads.ts";

/** Types of messages that people write: default and reply (docs "Message Resource", Message Types). */
const SAID: readonly number[] = [0, 19];
/** A reference of this type is a forward (docs "Message Resource", Message Reference Types). */
const FORWARD = 1;
/** Channel types of threads: of announcements, public, private (docs "Channel Resource", Channel Types). */
const THREADS: readonly number[] = [10, 11, 12];

/** Where a message is written: a thread is a place of its own in its channel. `channel` is needed in servers only. */
export function addressOf(
  place: { readonly channelId: string; readonly guildId?: string | undefined },
  channel: DiscordChannel | undefined,
): ChatAddress {
  const { channelId, guildId } = place;
  if (guildId === undefined) return { platform: "discord", chatId: channelId, isPrivate: true };
  const parentId =
    channel !== undefined && THREADS.includes(channel.type) ? channel.parent_id : null;
  if (parentId === null || parentId === undefined)
    return { platform: "discord", chatId: channelId, isPrivate: false };
  return { platform: "discord", chatId: parentId, threadId: channelId, isPrivate: false };
}

/** How far a message is meant for the bot: surely, where its own role is among the mentioned ones, or not at all. In a direct message everything is; in a server what mentions it or answers it. Words for everyone are for nobody. */
export function isForBot(message: DiscordMessage, botId: string): "yes" | "by-role" | "no" {
  const isPerson = message.author.bot !== true && message.webhook_id === undefined;
  if (!isPerson || !SAID.includes(message.type)) return "no";
  const isMentioned = message.mentions.some((mentioned) => mentioned.id === botId);
  const answersBot = message.referenced_message?.author.id === botId;
  if (message.guild_id === undefined || isMentioned || answersBot) return "yes";
  return message.mention_roles.length > 0 ? "by-role" : "no";
}

/** What the bot is called where it is mentioned: by its account, and by its own role where that was used. */
export interface BotNames {
  readonly botId: string;
  readonly roleId?: string;
}

/** The event of a message that is for the bot; undefined where nothing of it can be read. */
export function toMessageEvent(
  message: DiscordMessage,
  chat: ChatAddress,
  bot: BotNames,
): MessageEvent | undefined {
  const own = attachmentsOf(message, message.channel_id);
  const text = textOf(message, bot) || (own.length > 0 ? "" : calledName(message, bot));
  if (text === "" && own.length === 0) return undefined;
  const attachments = own.length > 0 ? own : filesAskedAbout(message, { text, botId: bot.botId });
  const quoted = quotedIn(message);
  const repliesToId = message.referenced_message?.id;
  const { author, member } = message;
  return {
    kind: "message",
    updateId: message.id,
    chat,
    sender: {
      id: author.id,
      name: member?.nick ?? author.global_name ?? author.username,
      username: author.username,
    },
    text,
    messageId: message.id,
    sentAtMs: snowflakeMs(message.id),
    isAddressed: true,
    ...(message.message_reference?.type === FORWARD ? { isForwarded: true } : {}),
    ...(notesOf(message).length > 0 && withoutBot(message.content, bot) === ""
      ? { isWordless: true }
      : {}),
    ...filesIn(attachments),
    ...(quoted === undefined ? {} : { quoted }),
    ...(repliesToId === undefined ? {} : { repliesToId }),
  };
}

/** The event of a message that reads otherwise now; undefined where its words are not what changed: Discord tells of link previews and pins in the same way. */
export function toEditEvent(
  message: DiscordMessage,
  chat: ChatAddress,
  bot: BotNames,
): MessageEvent | undefined {
  const editedAtMs = Date.parse(message.edited_timestamp ?? "");
  const event = toMessageEvent(message, chat, bot);
  if (Number.isNaN(editedAtMs) || event === undefined || event.text === "") return undefined;
  // A letter first, so that it is never taken for the id of a message; the same edit comes under the same id.
  const updateId = `e${message.id}:${editedAtMs}`;
  return { ...event, updateId, isEdited: true, editedAtMs };
}

function filesIn(attachments: readonly Attachment[]): Pick<MessageEvent, "attachments"> {
  return attachments.length === 0 ? {} : { attachments };
}

/** Who says nothing but the bot's name calls it, perhaps to look at the message that theirs answers. */
function calledName({ content, mentions }: DiscordMessage, { botId }: BotNames): string {
  const called = mentions.find(({ id }) => id === botId);
  return content.trim() === "" || called === undefined ? "" : `@${called.username}`;
}

/** What was typed without the bot's name, below notes on what else the message is, such as `[sticker "Wave"]`. */
function textOf(message: DiscordMessage, bot: BotNames): string {
  const forwarded = message.message_snapshots.flatMap(({ message: snapshot }) => {
    const cards = snapshot.embeds.flatMap(({ title, description }) => [title, description]);
    const parts = [...notesOf(snapshot), snapshot.content, ...cards].filter(Boolean);
    return parts.length === 0 ? [] : ["[forwarded]", ...parts];
  });
  const typed = withoutBot(namesFor(message), bot);
  return [...forwarded, ...notesOf(message), typed].filter((part) => part !== "").join("\n");
}

function notesOf({
  sticker_items: stickers,
  poll,
}: Pick<DiscordMessage, "sticker_items" | "poll">): readonly string[] {
  return [
    ...stickers.map(({ name }) => `[sticker "${name}"]`),
    ...(poll === undefined ? [] : [pollNote(poll)]),
  ];
}

function pollNote({ question, answers }: NonNullable<DiscordMessage["poll"]>): string {
  const options = answers.map(({ poll_media: option }) => option.text).filter(Boolean);
  return `[poll "${question.text}"${options.length === 0 ? "" : `: ${options.join(" / ")}`}]`;
}

function withoutBot(text: string, { botId, roleId }: BotNames): string {
  const names = roleId === undefined ? `<@!?${botId}>` : `<@(?:!?${botId}|&${roleId})>`;
  return text.replace(new RegExp(`[ \\t]*${names}`, "g"), "").trim();
}

/** Mentions of people as names. */
function namesFor({ content, mentions }: DiscordMessage): string {
  return content.replace(/<@!?(\d+)>/g, (whole, mentionedId: string) => {
    const mentioned = mentions.find((entry) => entry.id === mentionedId);
    if (mentioned === undefined || mentioned.bot === true) return whole;
    return `@${mentioned.global_name ?? mentioned.username}`;
  });
}

/** Who used an interaction; undefined for none of a person. */
export function senderOf({ member, user, locale }: DiscordInteraction): Sender | undefined {
  const account = member?.user ?? user;
  if (account === undefined || account.bot === true) return undefined;
  const { username } = account;
  const name = member?.nick ?? account.global_name ?? username;
  return {
    id: account.id,
    name,
    username,
    ...(locale === undefined ? {} : { languageTag: locale }),
  };
}

/** The id of the update that an interaction is; a letter first, so that it is never taken for that of a message. */
function updateIdOf(interaction: DiscordInteraction): string {
  return `i${interaction.id}`;
}

/** The id of the interaction that an update was; undefined for a message. */
export function interactionIdOf(updateId: string): string | undefined {
  return updateId.startsWith("i") ? updateId.slice(1) : undefined;
}

/** The event of words that came by a command or a form. */
export function wordsEvent(
  interaction: DiscordInteraction,
  facts: {
    readonly chat: ChatAddress;
    readonly sender: Sender;
    readonly text: string;
    readonly quoted?: Quoted;
    readonly repliesToId?: string | undefined;
    readonly attachments?: readonly Attachment[];
  },
): MessageEvent {
  const { chat, sender, text, quoted, repliesToId, attachments = [] } = facts;
  return {
    kind: "message",
    updateId: updateIdOf(interaction),
    chat,
    sender,
    text,
    messageId: interaction.id,
    sentAtMs: snowflakeMs(interaction.id),
    isAddressed: true,
    ...(quoted === undefined ? {} : { quoted }),
    ...(repliesToId === undefined ? {} : { repliesToId }),
    ...filesIn(attachments),
  };
}

/** The event of a pressed button or a chosen option; undefined where neither holds data of ours. */
export function pressEvent(
  interaction: DiscordInteraction,
  chat: ChatAddress,
  sender: Sender,
): ChatEvent | undefined {
  const { data, message } = interaction;
  const isMenu = data.custom_id?.startsWith(CUSTOM_ID.menu) === true;
  const pressed = isMenu ? data.values?.[0] : data.custom_id;
  if (pressed === undefined || message === undefined) return undefined;
  return {
    kind: "press",
    updateId: updateIdOf(interaction),
    chat,
    sender,
    data: pressed,
    messageId: message.id,
    pressId: interaction.id,
  };
}

/** What a slash command says: `/ask` is the words themselves, any other the command as it would be typed. */
export function commandText({ data }: DiscordInteraction): string {
  const typed = data.options?.find(({ name }) => name === TEXT_OPTION);
  const value = String(typed?.value ?? "").trim();
  if (data.name === ASK) return value;
  return value === "" ? `/${data.name ?? ""}` : `/${data.name ?? ""} ${value}`;
}

/** The command that says something instead of doing one thing. */
export const ASK = "ask";

/** The option of a command that holds what follows its name. */
export const TEXT_OPTION = "text";

/** The value of a field of a form. */
export function fieldValue({ data }: DiscordInteraction, customId: string): string {
  const fields = (data.components ?? []).flatMap(({ component, components = [] }) =>
    component === undefined ? components : [component],
  );
  return fields.find((entry) => entry.custom_id === customId)?.value ?? "";
}

/** The label of the button that opens a form, as it stands under the message. */
export function formLabel({ message }: DiscordInteraction): string | undefined {
  const shown = (message?.components ?? []).flatMap(({ components = [] }) => components);
  return shown.find((entry) => entry.custom_id === CUSTOM_ID.form)?.label;
}
