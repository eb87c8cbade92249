import { EventEmitter } from "node:events";
import type { Entity } from "./telegram-server-entities.ts";
import type { TelegramLimits } from "./telegram-server-limits.ts";
import { createUpdateQueue, type UpdateQueue } from "./telegram-server-updates.ts";
import { createDeliverer, type Deliverer } from "./telegram-server-webhook.ts";

/** An account, as in the Bot API's User. */
export interface Person {
  readonly id: number;
  readonly firstName: string;
  readonly lastName?: string;
  readonly username?: string;
  readonly languageCode?: string;
  readonly isBot?: boolean;
}

/** A place to talk. Group ids are negative; a supergroup's start with -100 (Client.cpp, get_supergroup_chat_id). */
export interface Chat {
  readonly id: number;
  readonly type: "private" | "group" | "supergroup";
  readonly title?: string;
  readonly isForum: boolean;
  readonly threadIds: Set<number>;
  /** In private: false until the person has written first. */
  isOpen: boolean;
  isBlocked: boolean;
  migratedTo?: number;
}

/** A button a person can press. */
export interface ServerButton {
  readonly text: string;
  readonly callback_data?: string;
  readonly url?: string;
  readonly style?: string;
}

/** A file the server keeps, whoever sent it. */
export interface StoredFile {
  readonly fileId: string;
  readonly kind: FileKind;
  readonly name: string;
  readonly bytes: Buffer;
  readonly mediaType?: string;
  /** What messages and getFile say of its size; default the truth. */
  readonly announcedBytes?: number;
  /** Where it lies on this machine, for a server in local mode. */
  readonly localPath?: string;
}

/** Files that people and bots send. */
export type FileKind = "photo" | "document" | "voice" | "audio" | "video" | "animation";

/** What a message showed at one time. */
export interface Shown {
  readonly text: string;
  readonly entities: readonly Entity[];
  readonly buttons: readonly (readonly ServerButton[])[];
}

/** A message in a chat; `text` is the caption where there is a file. `edits` holds what it showed before, oldest first. */
export interface StoredMessage extends Shown {
  readonly messageId: number;
  readonly chatId: number;
  readonly from: Person;
  readonly date: number;
  readonly threadId?: number;
  readonly file?: StoredFile;
  readonly edits: readonly Shown[];
  /** The message of its chat that the bot answers by it. */
  readonly repliesTo?: number | undefined;
  /** It opens an answer in the client, and stays as it was sent. */
  readonly isForceReply?: true;
  /** The bot's reaction, if there is one. */
  readonly reaction?: string | undefined;
  /** Fields of the message beyond those above, in the Bot API's own names. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/** A press and what the bot answered to it. */
export interface Press {
  readonly pressId: string;
  readonly messageId: number;
  readonly data: string;
  answers: { readonly text?: string; readonly showAlert: boolean }[];
  isTooOld: boolean;
}

/** A call as it came in, in order. */
export interface RecordedCall {
  readonly method: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** On the machine's own clock, as `performance.now()` says it. */
  readonly atMs: number;
  /** True for an edit that changed nothing. */
  isInVain?: boolean;
}

/** Everything the server knows. Change it through the script API; tests read it through that too. */
export interface ServerState {
  readonly token: string;
  readonly bot: Person & { readonly username: string };
  readonly people: Map<number, Person>;
  readonly chats: Map<number, Chat>;
  readonly messages: StoredMessage[];
  readonly files: Map<string, StoredFile>;
  readonly presses: Map<string, Press>;
  readonly commands: Map<string, unknown>;
  readonly calls: RecordedCall[];
  /** What the bot did against the Bot API's schema, one sentence each. */
  readonly problems: string[];
  readonly updates: UpdateQueue;
  /** Emits "change" after every call and every act of a person. */
  readonly events: EventEmitter;
  readonly nowMs: () => number;
  /** What refuses calls that are too many; absent where none is. */
  readonly limits?: TelegramLimits;
  isTokenRevoked: boolean;
  /** Hands updates to the webhook, while there is one. */
  readonly deliverer: Deliverer;
  lastMessageId: number;
  lastFileId: number;
  lastPressId: number;
}

/** A server without people; `token` decides the bot's id, as Telegram's own tokens do. */
export function createServerState(options: {
  readonly token: string;
  readonly username: string;
  readonly nowMs: () => number;
  readonly limits?: TelegramLimits;
}): ServerState {
  const bot = {
    id: Number.parseInt(options.token, 10),
    firstName: "Test bot",
    username: options.username,
    isBot: true,
  };
  const events = new EventEmitter();
  events.setMaxListeners(0);
  const updates = createUpdateQueue(1001);
  const deliverer = createDeliverer({ updates, events, nowMs: options.nowMs });
  updates.onNews = () => deliverer.wake();
  return {
    token: options.token,
    bot,
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    people: new Map(),
    chats: new Map(),
    messages: [],
    files: new Map(),
    presses: new Map(),
    commands: new Map(),
    calls: [],
    problems: [],
    updates,
    events,
    nowMs: options.nowMs,
    isTokenRevoked: false,
    deliverer,
    lastMessageId: 0,
    lastFileId: 0,
    lastPressId: 0,
  };
}

/** Keeps a new message and gives it the next id. */
export function addMessage(
  state: ServerState,
  content: Omit<StoredMessage, "messageId" | "date" | "edits" | "extra"> & {
    extra?: StoredMessage["extra"];
  },
): StoredMessage {
  state.lastMessageId += 1;
  const message: StoredMessage = {
    extra: {},
    ...content,
    messageId: state.lastMessageId,
    date: Math.floor(state.nowMs() / 1000),
    edits: [],
  };
  state.messages.push(message);
  return message;
}

/** Keeps a file and gives it an id. */
export function addFile(state: ServerState, content: Omit<StoredFile, "fileId">): StoredFile {
  state.lastFileId += 1;
  const file = { ...content, fileId: `file-${state.lastFileId}` };
  state.files.set(file.fileId, file);
  return file;
}

/** The user as the Bot API writes one. */
export function userJson(person: Person): object {
  return {
    id: person.id,
    is_bot: person.isBot ?? false,
    first_name: person.firstName,
    ...(person.lastName === undefined ? {} : { last_name: person.lastName }),
    ...(person.username === undefined ? {} : { username: person.username }),
    ...(person.languageCode === undefined ? {} : { language_code: person.languageCode }),
  };
}

/** The chat as the Bot API writes one. */
export function chatJson(state: ServerState, chatId: number): object {
  const chat = state.chats.get(chatId);
  if (chat === undefined) throw new Error(`There is no chat ${chatId}.`);
  if (chat.type === "private") {
    const {
      is_bot: _isBot,
      language_code: _languageCode,
      ...names
    } = {
      is_bot: false,
      language_code: undefined,
      ...userJson(state.people.get(chatId) ?? { id: chatId, firstName: "Nobody" }),
    };
    return { ...names, type: "private" };
  }
  const forum = chat.isForum ? { is_forum: true } : {};
  return { id: chat.id, type: chat.type, title: chat.title ?? "Group", ...forum };
}

/** The message as the Bot API writes one. */
export function messageJson(state: ServerState, message: StoredMessage): Record<string, unknown> {
  const { file, text, entities } = message;
  const names = file === undefined ? ["text", "entities"] : ["caption", "caption_entities"];
  const [textName = "text", entitiesName = "entities"] = names;
  return {
    message_id: message.messageId,
    from: userJson(message.from),
    chat: chatJson(state, message.chatId),
    date: message.date,
    ...(message.threadId === undefined
      ? {}
      : { message_thread_id: message.threadId, is_topic_message: true }),
    ...(text === "" ? {} : { [textName]: text }),
    ...(entities.length === 0 ? {} : { [entitiesName]: entities }),
    ...(file === undefined ? {} : fileJson(file)),
    ...(message.edits.length === 0 ? {} : { edit_date: Math.floor(state.nowMs() / 1000) }),
    ...(message.buttons.length === 0 ? {} : { reply_markup: { inline_keyboard: message.buttons } }),
    ...message.extra,
  };
}

function fileJson(file: StoredFile): object {
  const common = {
    file_id: file.fileId,
    file_unique_id: `u-${file.fileId}`,
    file_size: file.announcedBytes ?? file.bytes.length,
  };
  const thumbnail = { file_id: `${file.fileId}-small`, file_unique_id: `u-${file.fileId}-small` };
  if (file.kind === "photo")
    return {
      photo: [
        { ...common, width: 90, height: 60 },
        { ...thumbnail, width: 30, height: 20 },
      ],
    };
  const mediaType = file.mediaType === undefined ? {} : { mime_type: file.mediaType };
  if (file.kind === "voice") return { voice: { ...common, duration: 2, ...mediaType } };
  if (file.kind === "audio")
    return { audio: { ...common, duration: 2, file_name: file.name, ...mediaType } };
  if (file.kind === "video" || file.kind === "animation") {
    const sides = { width: 320, height: 240, duration: 2 };
    return { [file.kind]: { ...common, ...sides, file_name: file.name, ...mediaType } };
  }
  return { document: { ...common, file_name: file.name, ...mediaType } };
}
