import type {
  Attachment,
  ChatAddress,
  MessageEvent,
  PressEvent,
  Quoted,
  Sender,
} from "../platform/chat-adapter.ts";
import { attachmentsOf } from "./attachments.ts";
import { CUSTOM_ID } from "./components.ts";
import { filesAskedAbout, nameOf, quotedIn } from "./message.ts";
import { type DiscordInteraction, type DiscordMessage, snowflakeMs } from "./payloads.ts";

/** Types of messages that people write: default and reply (docs "Message Resource", Message Types). */
const SAID: readonly number[] = [0, 19];
/** A reference of this type is a forward (docs "Message Resource", Message Reference Types). */
const FORWARD = 1;

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
  readonly roleId?: string | undefined;
}

/** Makes an event of a message that is for the bot; undefined where it is none for it. */
export type ToEvent = (
  message: DiscordMessage,
  chat: ChatAddress,
  bot: BotNames,
) => MessageEvent | undefined;

/** The event of a message that was written; undefined where nothing of it can be read. */
export const toMessageEvent: ToEvent = (message, chat, bot) => {
  const own = attachmentsOf(message, message.channel_id);
  const text = textOf(message, bot) || (own.length > 0 ? "" : calledName(message, bot));
  if (text === "" && own.length === 0) return undefined;
  const isWordless = notesOf(message).length > 0 && withoutBot(message.content, bot) === "";
  const { id, author, member, referenced_message: answered } = message;
  return {
    ...basicEvent(id, id, chat, {
      id: author.id,
      name: member?.nick ?? nameOf(author),
      username: author.username,
    }),
    text,
    ...(message.message_reference?.type === FORWARD && { isForwarded: true }),
    ...(isWordless && { isWordless }),
    ...beside({
      attachments: own.length > 0 ? own : filesAskedAbout(message, text, bot.botId),
      quoted: quotedIn(message),
      repliesToId: answered?.id,
    }),
  };
};

/** The event of a message that reads otherwise now; undefined where its words are not what changed: Discord tells of link previews and pins in the same way. */
export const toEditEvent: ToEvent = (message, chat, bot) => {
  const editedAtMs = Date.parse(message.edited_timestamp ?? "");
  const event = toMessageEvent(message, chat, bot);
  if (Number.isNaN(editedAtMs) || event === undefined || event.text === "") return undefined;
  // A letter first, so that it is never taken for the id of a message; the same edit comes under the same id.
  const updateId = `e${message.id}:${editedAtMs}`;
  return { ...event, updateId, isEdited: true, editedAtMs };
};

function basicEvent(updateId: string, messageId: string, chat: ChatAddress, sender: Sender) {
  const sentAtMs = snowflakeMs(messageId);
  return {
    kind: "message",
    updateId,
    chat,
    sender,
    messageId,
    sentAtMs,
    isAddressed: true,
  } as const;
}

/** What a message may have beside its words. */
export interface Beside {
  readonly attachments?: readonly Attachment[];
  readonly quoted?: Quoted | undefined;
  readonly repliesToId?: string | undefined;
}

function beside({ attachments = [], quoted, repliesToId }: Beside) {
  return {
    ...(attachments.length > 0 && { attachments }),
    ...(quoted && { quoted }),
    ...(repliesToId !== undefined && { repliesToId }),
  };
}

/** Who says nothing but the bot's name calls it, perhaps to look at the message that theirs answers. */
function calledName({ content, mentions }: DiscordMessage, { botId }: BotNames): string {
  const called = mentions.find(({ id }) => id === botId);
  return content.trim() === "" || called === undefined ? "" : `@${called.username}`;
}

/** What was typed without the bot's name, below notes on what else the message is, such as `[sticker "Wave"]`. */
function textOf(message: DiscordMessage, bot: BotNames): string {
  const forwarded = (message.message_snapshots ?? []).flatMap(({ message: snapshot }) => {
    const cards = snapshot.embeds.flatMap(({ title, description }) => [title, description]);
    const parts = [...notesOf(snapshot), snapshot.content, ...cards].filter(Boolean);
    return parts.length === 0 ? [] : ["[forwarded]", ...parts];
  });
  const typed = withoutBot(namesFor(message), bot);
  return [...forwarded, ...notesOf(message), typed].filter((part) => part !== "").join("\n");
}

function notesOf({
  sticker_items: stickers = [],
  poll,
}: Pick<DiscordMessage, "sticker_items" | "poll">): readonly string[] {
  return [
    ...stickers.map(({ name }) => `[sticker "${name}"]`),
    ...(poll === undefined ? [] : [pollNote(poll)]),
  ];
}

function pollNote({ question, answers }: NonNullable<DiscordMessage["poll"]>): string {
  const options = answers.map(({ poll_media: { text } }) => text).filter(Boolean);
  return `[poll "${question.text ?? ""}"${options.length === 0 ? "" : `: ${options.join(" / ")}`}]`;
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
    return `@${nameOf(mentioned)}`;
  });
}

/** Who used an interaction; undefined for none of a person. */
export function senderOf({ member, user, locale }: DiscordInteraction): Sender | undefined {
  const account = member?.user ?? user;
  if (account === undefined || account.bot === true) return undefined;
  const { id, username } = account;
  const languageTag = locale === undefined ? {} : { languageTag: locale };
  return { id, name: member?.nick ?? nameOf(account), username, ...languageTag };
}

/** The id of the update that an interaction is; a letter first, so that it is never taken for that of a message. */
function updateIdOf({ id }: DiscordInteraction): string {
  return `i${id}`;
}

/** The id of the interaction that an update was; undefined for a message. */
export function interactionIdOf(updateId: string): string | undefined {
  return updateId.startsWith("i") ? updateId.slice(1) : undefined;
}

/** Words that came by a command or a form. */
export interface InteractionWords extends Beside {
  readonly text: string;
}

/** The event of words that came by a command or a form. */
export function wordsEvent(
  interaction: DiscordInteraction,
  chat: ChatAddress,
  sender: Sender,
  { text, ...facts }: InteractionWords,
): MessageEvent {
  const basic = basicEvent(updateIdOf(interaction), interaction.id, chat, sender);
  return { ...basic, text, ...beside(facts) };
}

/** The event of a pressed button or a chosen option; undefined where neither holds data of ours. */
export function pressEvent(
  interaction: DiscordInteraction,
  chat: ChatAddress,
  sender: Sender,
): PressEvent | undefined {
  const { id: pressId, data, message } = interaction;
  const isMenu = data.custom_id?.startsWith(CUSTOM_ID.menu) === true;
  const pressed = isMenu ? data.values?.[0] : data.custom_id;
  if (pressed === undefined || message === undefined) return undefined;
  const [updateId, messageId] = [updateIdOf(interaction), message.id];
  return { kind: "press", updateId, chat, sender, data: pressed, messageId, pressId };
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

/** What stands in a field of a form. */
export function fieldValue({ data }: DiscordInteraction, customId: string): string {
  const fields = (data.components ?? []).map(({ component }) => component);
  return fields.find((field) => field?.custom_id === customId)?.value?.trim() ?? "";
}

/** The label of the button that opens a form, as it stands under the message. */
export function formLabel({ message }: DiscordInteraction): string | undefined {
  const shown = (message?.components ?? []).flatMap(({ components = [] }) => components);
  return shown.find((entry) => entry.custom_id === CUSTOM_ID.form)?.label;
}
