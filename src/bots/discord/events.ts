import type {
  APIAttachment,
  APIMessage,
  APIUser,
  GatewayMessageEventExtraFields,
} from "discord.js";
import type {
  Attachment,
  AttachmentKind,
  ChatAddress,
  MessageEvent,
  PressEvent,
  Quoted,
  Sender,
} from "../platform/chat-adapter.ts";
import type { OptionValues } from "../platform/command-shape.ts";
import { CUSTOM_ID } from "./components.ts";
import { displayedText } from "./message.ts";

/** A message; only the gateway says of which server it is, and what its author is called there. */
export type DiscordMessage = APIMessage &
  Partial<Pick<GatewayMessageEventExtraFields, "guild_id" | "member">>;

/** What is read of a channel (docs "Channel Resource"). */
export interface DiscordChannel {
  readonly id: string;
  readonly type: number;
  readonly name?: string;
  readonly parent_id?: string | null;
  readonly guild_id?: string;
}

interface Field {
  readonly custom_id: string;
  readonly value?: string;
}

/** An option of a command, or a subcommand with its own (docs "Receiving and Responding", Application Command Interaction Data Option Structure). */
interface UsedOption {
  readonly name: string;
  readonly type?: number;
  readonly value?: unknown;
  readonly focused?: boolean;
  readonly options?: readonly UsedOption[];
}

/** What is read of a component of a message; containers and rows hold others. */
interface ShownComponent {
  readonly custom_id?: string;
  readonly label?: string;
  readonly components?: readonly ShownComponent[];
}

/** What is read of an interaction of any type (docs "Receiving and Responding to Interactions"). */
export interface DiscordInteraction {
  readonly id: string;
  readonly type: number;
  readonly token: string;
  readonly guild_id?: string;
  readonly channel_id: string;
  readonly channel?: DiscordChannel;
  readonly member?: { readonly user: APIUser; readonly nick?: string | null };
  readonly user?: APIUser;
  readonly locale?: string;
  /** The message under which a component was used. */
  readonly message?: {
    readonly id: string;
    readonly components?: readonly ShownComponent[];
  };
  readonly data: {
    readonly type?: number;
    readonly name?: string;
    readonly custom_id?: string;
    readonly values?: readonly string[];
    readonly target_id?: string;
    readonly options?: readonly UsedOption[];
    /** Of a form: its fields, each in a label. */
    readonly components?: readonly { readonly component?: Field }[];
    readonly resolved?: {
      readonly messages?: Readonly<Record<string, APIMessage>>;
      readonly attachments?: Readonly<Record<string, APIAttachment>>;
    };
  };
}

/** True where there is all of a message that is always there: some edits tell of a part of one alone. */
export function isMessage(data: unknown): data is DiscordMessage {
  const { id, channel_id, author, content, mentions, mention_roles, attachments, embeds } = (data ??
    {}) as Partial<DiscordMessage>;
  return (
    isSnowflake(id) &&
    isSnowflake(channel_id) &&
    isSnowflake(author?.id) &&
    typeof content === "string" &&
    [mentions, mention_roles, attachments, embeds].every(Array.isArray)
  );
}

/** What should be a message, as one. Throws where it is none. */
export function asMessage(data: unknown): DiscordMessage {
  if (isMessage(data)) return data;
  throw new TypeError("That is no message.");
}

/** What should be an interaction, as one. Throws where it is none. */
export function asInteraction(data: unknown): DiscordInteraction {
  const { id, channel_id: channelId, data: used } = (data ?? {}) as DiscordInteraction;
  if (isSnowflake(id) && isSnowflake(channelId) && typeof used === "object")
    return data as DiscordInteraction;
  throw new TypeError("That is no interaction.");
}

function isSnowflake(id: unknown): boolean {
  return typeof id === "string" && /^\d{1,20}$/.test(id);
}

/** When a snowflake was made, in Unix ms: its upper 42 bits since 2015 (docs "API Reference", Snowflakes). */
export function snowflakeMs(snowflake: string): number {
  return Number(BigInt(snowflake) >> 22n) + EPOCH_MS;
}

/** The lowest snowflake of a moment. */
export function snowflakeAt(atMs: number): string {
  return String(BigInt(Math.max(0, atMs - EPOCH_MS)) << 22n);
}

const EPOCH_MS = 1_420_070_400_000;

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

/** The words of a message and of its cards, with what it forwards. */
export function shownText({
  content,
  embeds,
  components = [],
  message_snapshots: forwarded = [],
}: APIMessage): string {
  const embedded = embeds.map(({ description = "" }) => description);
  const cards = [...embedded, ...displayedText(components)];
  const parts = [...forwarded.map((snapshot) => snapshot.message.content), content, ...cards];
  return parts.filter((part) => part !== "").join("\n");
}

/** What a message answers; undefined where that has no words, was deleted, or is not shown to the bot. */
function quotedIn({ referenced_message: answered }: DiscordMessage): Quoted | undefined {
  if (!answered) return undefined;
  const { id: messageId, author } = answered;
  const text = shownText(answered);
  return text === "" ? undefined : { text, author: nameOf(author), messageId };
}

/** What an account is called. */
export function nameOf({ global_name, username }: APIUser): string {
  return global_name ?? username;
}

/**
 * The files of the message that `message` asks something of: "what is in this picture?" means the one it answers. None where it is a
 * command or has files of its own, and where the bot sent them. A voice message is a recording there: its words are not the asker's.
 */
function filesAskedAbout(
  { referenced_message: answered }: DiscordMessage,
  text: string,
  botId: string,
): readonly Attachment[] {
  if (!answered || answered.author.id === botId || text === "" || text.startsWith("/")) return [];
  return attachmentsOf(answered, answered.channel_id).map((file) =>
    file.kind === "voice" ? { ...file, kind: "audio" } : file,
  );
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

/** The id of the interaction that an update was, behind a letter so that it is never taken for that of a message; undefined for a message. */
export function interactionIdOf(updateId: string): string | undefined {
  return updateId.startsWith("i") ? updateId.slice(1) : undefined;
}

/** Words that came by a command or a form. */
export interface InteractionWords extends Beside {
  readonly text: string;
  readonly options?: OptionValues;
}

/** The event of words that came by a command or a form. */
export function wordsEvent(
  interaction: DiscordInteraction,
  chat: ChatAddress,
  sender: Sender,
  { text, options, ...facts }: InteractionWords,
): MessageEvent {
  const basic = basicEvent(`i${interaction.id}`, interaction.id, chat, sender);
  const quiet = isQuiet(interaction) ? { isQuiet: true as const } : {};
  return { ...basic, ...quiet, text, ...(options && { options }), ...beside(facts) };
}

/** The event of a pressed button or a chosen option; undefined where neither holds data of ours. */
export function pressEvent(
  interaction: DiscordInteraction,
  chat: ChatAddress,
  sender: Sender,
): PressEvent | undefined {
  const { id: pressId, message } = interaction;
  const pressed = pressedIn(interaction);
  if (pressed === undefined || message === undefined) return undefined;
  const [updateId, messageId] = [`i${pressId}`, message.id];
  const own = pressed.startsWith(CUSTOM_ID.quiet) ? pressed.slice(CUSTOM_ID.quiet.length) : pressed;
  const quiet = isQuietPress(interaction) ? { isQuiet: true as const } : {};
  return { kind: "press", updateId, chat, sender, data: own, messageId, pressId, ...quiet };
}

/** What stands behind a pressed button or a chosen option. */
function pressedIn({ data }: DiscordInteraction): string | undefined {
  const isMenu = data.custom_id?.startsWith(CUSTOM_ID.menu) === true;
  return isMenu ? data.values?.[0] : data.custom_id;
}

/** True for a press in a server whose presser alone sees what comes of it. */
export function isQuietPress(interaction: DiscordInteraction): boolean {
  if (interaction.guild_id === undefined) return false;
  return pressedIn(interaction)?.startsWith(CUSTOM_ID.quiet) === true;
}

/** Names of a command and its subcommand, and the values of its options by their names; files apart. */
export function pathOf({ data }: DiscordInteraction): {
  readonly path: readonly string[];
  readonly values: Readonly<Record<string, string>>;
} {
  const [first, options] = subcommandIn(data.options ?? []);
  const path = [data.name ?? "", ...(first === undefined ? [] : [first.name])];
  const given = options.filter(({ type, value }) => type !== FILE && value !== undefined);
  const values = given.map(({ name, value }) => [name, String(value).trim()] as const);
  return { path, values: Object.fromEntries(values) };
}

/** The option that somebody types into. */
export function focusedIn({ data }: DiscordInteraction): string | undefined {
  const [, options] = subcommandIn(data.options ?? []);
  return options.find(({ focused }) => focused === true)?.name;
}

function subcommandIn(
  options: readonly UsedOption[],
): readonly [UsedOption | undefined, readonly UsedOption[]] {
  const used = options.find(({ type }) => type === SUBCOMMAND);
  return used === undefined ? [undefined, options] : [used, used.options ?? []];
}

/** Types of options (docs "Application Commands", Application Command Option Type). */
const SUBCOMMAND = 1;
const FILE = 11;

/** What a slash command says: `/ask` is the words themselves, any other is the command with the values of its options. */
export function commandWords(interaction: DiscordInteraction): InteractionWords {
  const { path, values } = pathOf(interaction);
  const attachments = attachedTo(interaction);
  if (path[0] === ASK) return { text: values["question"] ?? "", attachments };
  const options = Object.keys(values).length === 0 ? {} : { options: values };
  return { text: `/${path.join(" ")}`, ...options, attachments };
}

/** True where only who used a command is to see what comes of it: in servers everything but `/ask`, unless that was wished for, and `/stop`. */
export function isQuiet(interaction: DiscordInteraction): boolean {
  const { data, guild_id: guildId } = interaction;
  if (guildId === undefined || data.name === "stop") return false;
  if (data.custom_id !== undefined) return data.custom_id.startsWith(CUSTOM_ID.remind);
  return data.name !== ASK || pathOf(interaction).values["only_me"] === "true";
}

/** The command that says something instead of doing one thing. */
export const ASK = "ask";

/** What stands in a field of a form. */
export function fieldValue({ data }: DiscordInteraction, customId: string): string {
  const fields = (data.components ?? []).map(({ component }) => component);
  return fields.find((field) => field?.custom_id === customId)?.value?.trim() ?? "";
}

/** The label of the button that opens a form, as it stands under the message. */
export function formLabel({ message }: DiscordInteraction): string | undefined {
  return withInner(message?.components ?? []).find((entry) => entry.custom_id === CUSTOM_ID.form)
    ?.label;
}

function withInner(components: readonly ShownComponent[]): readonly ShownComponent[] {
  return components.flatMap((entry) => [entry, ...withInner(entry.components ?? [])]);
}

/** A message of this kind is spoken (docs "Message Resource", Message Flags: IS_VOICE_MESSAGE). */
const IS_VOICE_MESSAGE = 1 << 13;

type WithFiles = Pick<DiscordMessage, "id" | "flags" | "attachments" | "message_snapshots">;

/** The files of a message and of what it forwards, in order; their addresses can be asked for anew with it. */
export function attachmentsOf(message: WithFiles, channelId: string): readonly Attachment[] {
  const place = `${channelId}/${message.id}`;
  const isVoice = ((message.flags ?? 0) & IS_VOICE_MESSAGE) !== 0;
  const own = message.attachments.map((file) => attachmentOf(file, place, isVoice));
  return [...own, ...forwardedIn(message).map((file) => attachmentOf(file, place))];
}

/** The files of what a message forwards. */
export function forwardedIn({
  message_snapshots: forwarded = [],
}: WithFiles): readonly APIAttachment[] {
  return forwarded.flatMap(({ message }) => message.attachments);
}

/** The files that were given to a command. */
function attachedTo({ data }: DiscordInteraction): readonly Attachment[] {
  const [, options] = subcommandIn(data.options ?? []);
  return options.flatMap(({ value }) => {
    const file = data.resolved?.attachments?.[String(value)];
    return file === undefined ? [] : [attachmentOf(file)];
  });
}

/** `ref` is `channel/message/file address`, or `/ address` where no message holds the file. */
function attachmentOf(file: APIAttachment, place?: string, isVoice = false): Attachment {
  const { id, url, size: sizeBytes, content_type: contentType = "" } = file;
  const type = contentType.split(";")[0]?.trim() ?? "";
  return {
    kind: isVoice ? "voice" : kindOf(type),
    ref: place === undefined ? `/ ${url}` : `${place}/${id} ${url}`,
    name: fileName(file),
    mediaType: type === "" ? "application/octet-stream" : type,
    sizeBytes,
  };
}

function kindOf(mediaType: string): AttachmentKind {
  const family = mediaType.split("/")[0];
  return family === "image" || family === "audio" || family === "video" ? family : "document";
}

/** `filename` holds Latin letters only; `title` has the others, and no ending. */
function fileName({ filename, title }: APIAttachment): string {
  if (!title) return filename;
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(filename)?.[0] ?? "";
  return title.toLowerCase().endsWith(ending.toLowerCase()) ? title : `${title}${ending}`;
}
