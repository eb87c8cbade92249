import { createHash } from "node:crypto";
import { EventEmitter } from "node:events";

/** An account on the server. */
export interface DiscordUser {
  readonly id: string;
  readonly username: string;
  readonly global_name: string;
  readonly bot?: boolean;
  readonly locale: string;
}

/** A place to write. Types: 0 text channel of a server, 1 direct messages, 11 public thread (also a post of a forum), 12 private thread, 15 forum. */
export interface ServerChannel {
  readonly id: string;
  readonly type: 0 | 1 | 11 | 12 | 15;
  readonly guildId?: string;
  readonly parentId?: string;
  /** Whose direct messages. */
  readonly userId?: string;
  /** Of threads: what is sent opens an archived one again, unless it is locked too (docs "Threads"). */
  isArchived?: boolean;
  isLocked?: boolean;
  readonly name?: string;
  /** Permissions that the bot does not have there. */
  lacks?: readonly ("Embed Links" | "Attach Files" | "Send Messages" | "Create Public Threads")[];
}

/** A file as people send it. */
export interface ServerFile {
  readonly filename: string;
  readonly size: number;
  readonly text: string;
  readonly id?: string;
  readonly title?: string;
  readonly type?: string;
  readonly bytes?: Buffer;
}

/** A message as it is kept. */
export interface ServerMessage {
  readonly id: string;
  readonly channelId: string;
  readonly author: DiscordUser;
  readonly type: number;
  content: string;
  embeds: readonly { readonly description?: string }[];
  components: readonly ServerComponent[];
  attachments: readonly ServerFile[];
  flags: number;
  /** Emoji that the bot reacts with. */
  reactions: readonly string[];
  readonly mentionedRoles: readonly string[];
  readonly mentionsEveryone: boolean;
  readonly nonce?: string;
  readonly mentions: readonly DiscordUser[];
  readonly repliesTo?: string;
  readonly forwardOf?: string;
  /** Id of the one user who sees it (docs "Message Resource", Message Flags: EPHEMERAL). */
  readonly onlyFor?: string;
  /** True while an interaction was put off and nothing has answered it. */
  isThinking: boolean;
  edits: number;
  /** When a person changed it. */
  editedAtMs?: number;
}

/** A row, a container or anything in them. */
export interface ServerComponent {
  readonly type: number;
  readonly custom_id: string;
  readonly label?: string;
  readonly style?: number;
  readonly content?: string;
  readonly accent_color?: number;
  readonly options?: readonly { readonly label: string; readonly value: string }[];
  readonly components?: readonly ServerComponent[];
}

/** Components with all inside of them. */
export function allComponents(components: readonly ServerComponent[]): readonly ServerComponent[] {
  return components.flatMap((entry) => [entry, ...allComponents(entry.components ?? [])]);
}

/** Something a person used: a command, a button, a menu, a form. */
export interface ServerInteraction {
  readonly id: string;
  readonly token: string;
  readonly user: DiscordUser;
  readonly channelId: string;
  readonly atMs: number;
  /** Type of the first response; undefined until there is one. */
  response?: number;
  respondedAtMs?: number;
  /** The form that was opened. */
  modal?: {
    readonly custom_id: string;
    readonly title: string;
    readonly components: readonly unknown[];
  };
  /** The message that answers it. */
  originalId?: string;
  /** What was offered to who types. */
  choices?: readonly string[];
  /** Messages that followed it and that everybody sees. */
  readonly followUpIds: string[];
  /** What only its user was told. */
  readonly notes: string[];
  readonly fromMessageId?: string;
  /** What was pressed. */
  readonly pressed?: object;
}

/** One REST call as it came. */
export interface DiscordCall {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly status: number;
  /** On the machine's own clock, as `performance.now()` says it. */
  readonly atMs: number;
}

/** Everything the server knows. */
export interface DiscordState {
  readonly token: string;
  readonly bot: DiscordUser;
  readonly applicationId: string;
  readonly events: EventEmitter;
  readonly users: Map<string, DiscordUser>;
  readonly channels: Map<string, ServerChannel>;
  readonly messages: Map<string, ServerMessage>;
  readonly interactions: Map<string, ServerInteraction>;
  readonly nonces: Map<string, { readonly messageId: string; readonly atMs: number }>;
  readonly calls: DiscordCall[];
  readonly problems: string[];
  /** Where the server listens: its CDN lies beside the API. */
  origin: string;
  /** Files by id. */
  readonly files: Map<string, ServerFile>;
  /** For so long an address of the CDN is good: a day. */
  addressMs: number;
  /** Roles of servers; the managed one of the bot is made with the server. */
  readonly roles: Map<string, readonly object[]>;
  /** Channels in which the bot may delete what others wrote. */
  readonly managed: Set<string>;
  /** Channels that the bot may not write to, with the JSON error code of the refusal. */
  readonly closedChannels: Map<string, number>;
  commands: readonly { readonly name: string }[];
  applicationFlags: number;
  /** Servers that the bot is in, as a new session tells them. */
  guildCount: number;
  /** How many shards may identify at once (docs "Gateway", Session Start Limit Object). */
  identifyAtOnce: number;
  isTokenRevoked: boolean;
  /** How long an interaction waits for its first response: 3 s (docs "Receiving and Responding to Interactions"), more where a busy machine is no subject. */
  firstResponseMs: number;
  /** Added to the machine's clock. */
  aheadMs: number;
  nowMs(): number;
  nextId(): string;
}

/** Discord's epoch (docs "API Reference", Snowflakes). */
const EPOCH_MS = 1_420_070_400_000n;

/** A fresh server. */
export function createDiscordState(token: string): DiscordState {
  let last = 0n;
  const state: DiscordState = {
    token,
    bot: {
      id: "1000000000000000001",
      username: "ibl",
      global_name: "ibl",
      bot: true,
      locale: "en-US",
    },
    applicationId: "1000000000000000002",
    events: new EventEmitter().setMaxListeners(0),
    users: new Map(),
    channels: new Map(),
    messages: new Map(),
    interactions: new Map(),
    nonces: new Map(),
    calls: [],
    problems: [],
    origin: "",
    files: new Map(),
    addressMs: 24 * 60 * 60 * 1000,
    roles: new Map(),
    managed: new Set(),
    closedChannels: new Map(),
    commands: [],
    applicationFlags: 0,
    guildCount: 0,
    identifyAtOnce: 1,
    isTokenRevoked: false,
    firstResponseMs: 3_000,
    aheadMs: 0,
    nowMs: () => Date.now() + state.aheadMs,
    nextId() {
      const id = (BigInt(state.nowMs()) - EPOCH_MS) << 22n;
      last = id > last ? id : last + 1n;
      return String(last);
    },
  };
  return state;
}

/** Messages of a channel that everybody there sees, with those that one user alone does; oldest first. */
export function messagesOf(
  state: DiscordState,
  channelId: string,
  userId?: string,
): ServerMessage[] {
  return [...state.messages.values()].filter(
    ({ channelId: place, onlyFor }) =>
      place === channelId && (onlyFor === undefined || onlyFor === userId),
  );
}

/** A user as Discord shows one to others. */
export function userObject(user: DiscordUser): object {
  const { locale: _locale, ...shown } = user;
  return shown;
}

/** A message as the API gives it; `sees` says whether its content is shown. */
export function messageObject(
  state: DiscordState,
  message: ServerMessage,
  options: { readonly sees: boolean; readonly withGuild: boolean },
): object {
  const channel = state.channels.get(message.channelId);
  const { sees } = options;
  const answered =
    message.repliesTo === undefined ? undefined : state.messages.get(message.repliesTo);
  const forwarded =
    message.forwardOf === undefined ? undefined : state.messages.get(message.forwardOf);
  return {
    id: message.id,
    channel_id: message.channelId,
    ...(options.withGuild && channel?.guildId !== undefined
      ? { guild_id: channel.guildId, member: { nick: null, roles: [] } }
      : {}),
    author: userObject(message.author),
    content: sees ? message.content : "",
    timestamp: new Date(state.nowMs()).toISOString(),
    edited_timestamp:
      message.editedAtMs === undefined ? null : new Date(message.editedAtMs).toISOString(),
    tts: false,
    mention_everyone: message.mentionsEveryone,
    mentions: message.mentions.map(userObject),
    mention_roles: message.mentionedRoles,
    flags: message.flags,
    attachments: sees
      ? message.attachments.map((file) => fileObject(state, message.channelId, file))
      : [],
    embeds: sees ? message.embeds : [],
    components: sees ? message.components : [],
    pinned: false,
    type: message.type,
    ...(answered === undefined
      ? {}
      : {
          message_reference: { type: 0, message_id: answered.id },
          referenced_message: messageObject(state, answered, { sees, withGuild: false }),
        }),
    ...(forwarded === undefined
      ? {}
      : {
          message_reference: { type: 1, message_id: forwarded.id },
          message_snapshots: [{ message: snapshotOf(state, forwarded) }],
        }),
  };
}

function snapshotOf(state: DiscordState, message: ServerMessage): object {
  const { channelId, content, embeds, attachments, flags } = message;
  return {
    content,
    flags,
    embeds,
    attachments: attachments.map((file) => fileObject(state, channelId, file)),
  };
}

/** An attachment with an address that is good for a day from now (docs "API Reference", Signed Attachment CDN URLs). */
export function fileObject(state: DiscordState, channelId: string, file: ServerFile): object {
  const { id = "1", filename, size, title, type } = file;
  const seconds = Math.floor((state.nowMs() + state.addressMs) / 1000).toString(16);
  const query = `ex=${seconds}&is=${seconds}&hm=${signatureOf(id, seconds)}&`;
  return {
    id,
    filename,
    size,
    url: `${state.origin}/cdn/attachments/${channelId}/${id}/${encodeURIComponent(filename)}?${query}`,
    ...(title === undefined ? {} : { title }),
    ...(type === undefined ? {} : { content_type: type }),
  };
}

/** What makes an address of the CDN genuine. */
export function signatureOf(id: string, seconds: string): string {
  return createHash("sha256").update(`${id}:${seconds}`).digest("hex");
}

/** Adds a message and tells everybody who waits for a change. */
export function addMessage(
  state: DiscordState,
  facts: Pick<ServerMessage, "channelId" | "author" | "content"> & Partial<ServerMessage>,
): ServerMessage {
  const message: ServerMessage = {
    type: 0,
    embeds: [],
    components: [],
    attachments: [],
    mentions: [],
    flags: 0,
    reactions: [],
    mentionedRoles: [],
    mentionsEveryone: false,
    isThinking: false,
    edits: 0,
    ...facts,
    id: state.nextId(),
  };
  state.messages.set(message.id, message);
  return message;
}
