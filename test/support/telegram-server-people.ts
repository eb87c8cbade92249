import { isCalled } from "./button-meaning.ts";
import { findTypedEntities } from "./telegram-server-entities.ts";
import {
  addFile,
  addMessage,
  type Chat,
  chatJson,
  type FileKind,
  messageJson,
  type Person,
  type Press,
  type ServerState,
  type StoredMessage,
  userJson,
} from "./telegram-server-state.ts";

/** Where and how a person writes. Default: in private with the bot. */
export interface SayOptions {
  readonly chat?: Chat | number;
  readonly threadId?: number;
  /** Message id in the same chat. */
  readonly replyTo?: number;
  /** Further fields of the message in the Bot API's own names, such as `forward_origin`, `voice` or `sender_chat`. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** What became of an act; `updateId` is absent when the bot does not ask for such updates. */
export interface Said {
  readonly messageId: number;
  readonly updateId?: number;
}

/** What people do. Every act puts an update into the bot's queue. */
export interface People {
  /** Registers an account. The bot cannot write to it before it has said something. */
  user(person: Person): Person;
  /** The account has pressed Start: the bot may write to it. */
  begin(person: Person): void;
  /** Registers a group that the bot is in. */
  group(group: {
    readonly id: number;
    readonly title: string;
    readonly type?: "group" | "supergroup";
    readonly isForum?: boolean;
  }): Chat;
  say(person: Person, text: string, options?: SayOptions): Said;
  /** Changes the words of a message that the person wrote. */
  change(person: Person, messageId: number, text: string): Said;
  /** Sends a file with an optional caption. */
  sendFile(
    person: Person,
    file: {
      readonly kind: FileKind;
      readonly name: string;
      readonly bytes: Buffer;
      readonly mediaType?: string;
      readonly announcedBytes?: number;
      readonly localPath?: string;
      readonly caption?: string;
    },
    options?: SayOptions,
  ): Said;
  /**
   * Presses a button that the message shows now, by its label or its data; throws when it shows none such.
   * With `isStale` a data that is no longer (or never was) on the message is sent, as a slow or changed client can;
   * with `isInaccessible` the update carries only the message's id, as for messages the bot can no longer see.
   */
  press(
    person: Person,
    messageId: number,
    labelOrData: string,
    options?: { readonly isStale?: boolean; readonly isInaccessible?: boolean },
  ): { readonly pressId: string; readonly updateId?: number };
  /** From now on answers to this press are too old. */
  expirePress(pressId: string): void;
  /** What the bot answered to a press, in order. */
  answersTo(pressId: string): Press["answers"];
  /** The person blocks the bot, or the group throws it out. */
  block(target: Person | Chat): void;
  unblock(target: Person | Chat): void;
  /** Turns a group into a supergroup with another id. */
  migrate(group: Chat, newId: number): Chat;
}

/** The people of a server. */
export function createPeople(state: ServerState): People {
  return {
    begin(person) {
      const chat = state.chats.get(person.id);
      if (chat !== undefined) chat.isOpen = true;
    },
    user: (person) => registerPerson(state, person),
    group: (group) => registerGroup(state, group),
    say(person, text, options = {}) {
      const message = write(state, person, text, options);
      return deliver(state, message);
    },
    change: (person, messageId, text) => changeMessage(state, person, messageId, text),
    sendFile(person, { caption = "", ...file }, options = {}) {
      const message = write(state, person, caption, options, addFile(state, file));
      return deliver(state, message);
    },
    press: (person, messageId, labelOrData, options = {}) =>
      pressButton(state, person, messageId, labelOrData, options),
    expirePress(pressId) {
      const press = state.presses.get(pressId);
      if (press !== undefined) press.isTooOld = true;
    },
    answersTo: (pressId) => state.presses.get(pressId)?.answers ?? [],
    block: (target) => setMembership(state, target, false),
    unblock: (target) => setMembership(state, target, true),
    migrate: (group, newId) => migrateGroup(state, group, newId),
  };
}

function registerPerson(state: ServerState, person: Person): Person {
  state.people.set(person.id, person);
  state.chats.set(person.id, {
    id: person.id,
    type: "private",
    isForum: false,
    threadIds: new Set(),
    isOpen: false,
    isBlocked: false,
  });
  return person;
}

function registerGroup(state: ServerState, group: Parameters<People["group"]>[0]): Chat {
  const chat: Chat = {
    id: group.id,
    type: group.type ?? "supergroup",
    title: group.title,
    isForum: group.isForum ?? false,
    threadIds: new Set(),
    isOpen: true,
    isBlocked: false,
  };
  state.chats.set(chat.id, chat);
  return chat;
}

function chatOf(state: ServerState, target: Chat | number): Chat {
  const chat = typeof target === "number" ? state.chats.get(target) : target;
  if (chat === undefined) throw new Error(`There is no chat ${String(target)}.`);
  return chat;
}

function write(
  state: ServerState,
  person: Person,
  text: string,
  options: SayOptions,
  file?: StoredMessage["file"],
): StoredMessage {
  const chat = chatOf(state, options.chat ?? person.id);
  chat.isOpen = true;
  const { threadId, replyTo } = options;
  if (threadId !== undefined) chat.threadIds.add(threadId);
  const answered = replyTo === undefined ? undefined : findMessage(state, replyTo, chat.id);
  return addMessage(state, {
    chatId: chat.id,
    from: person,
    text,
    entities: findTypedEntities(text),
    buttons: [],
    ...(threadId === undefined ? {} : { threadId }),
    ...(file === undefined ? {} : { file }),
    extra: {
      ...(answered === undefined ? {} : { reply_to_message: messageJson(state, answered) }),
      ...options.extra,
    },
  });
}

function deliver(state: ServerState, message: StoredMessage): Said {
  const updateId = state.updates.push("message", messageJson(state, message));
  state.events.emit("change");
  return { messageId: message.messageId, ...(updateId === undefined ? {} : { updateId }) };
}

function changeMessage(state: ServerState, person: Person, messageId: number, text: string): Said {
  const message = findMessage(state, messageId);
  if (message.from.id !== person.id) throw new Error(`Message ${messageId} is another's.`);
  const { text: before, entities, buttons } = message;
  const edits = [...message.edits, { text: before, entities, buttons }];
  const changed = { ...message, text, entities: findTypedEntities(text), edits };
  state.messages[state.messages.indexOf(message)] = changed;
  const updateId = state.updates.push("edited_message", messageJson(state, changed));
  state.events.emit("change");
  return { messageId, ...(updateId === undefined ? {} : { updateId }) };
}

function findMessage(state: ServerState, messageId: number, chatId?: number): StoredMessage {
  const found = state.messages.find(
    (message) => message.messageId === messageId && (chatId ?? message.chatId) === message.chatId,
  );
  if (found === undefined) throw new Error(`There is no message ${messageId}.`);
  return found;
}

function pressButton(
  state: ServerState,
  person: Person,
  messageId: number,
  labelOrData: string,
  options: { readonly isStale?: boolean; readonly isInaccessible?: boolean },
): { pressId: string; updateId?: number } {
  const message = findMessage(state, messageId);
  const shown = message.buttons.flat();
  const button =
    shown.find((each) => isCalled({ label: each.text, data: each.callback_data }, labelOrData)) ??
    shown.find((candidate) => candidate.callback_data === labelOrData);
  if (button === undefined && options.isStale !== true) {
    const labels = shown.map((candidate) => `"${candidate.text}"`).join(", ");
    throw new Error(
      `Message ${messageId} shows no button "${labelOrData}" but ${labels || "none"}.`,
    );
  }
  state.lastPressId += 1;
  const data = button?.callback_data ?? labelOrData;
  const press: Press = {
    pressId: `press-${state.lastPressId}`,
    messageId,
    data,
    answers: [],
    isTooOld: false,
  };
  state.presses.set(press.pressId, press);
  const chat = chatJson(state, message.chatId);
  const updateId = state.updates.push("callback_query", {
    id: press.pressId,
    from: userJson(person),
    chat_instance: `instance-${message.chatId}`,
    message:
      options.isInaccessible === true
        ? { chat, message_id: messageId, date: 0 }
        : messageJson(state, message),
    data,
  });
  state.events.emit("change");
  return { pressId: press.pressId, ...(updateId === undefined ? {} : { updateId }) };
}

function setMembership(state: ServerState, target: Person | Chat, isMember: boolean): void {
  const chat = chatOf(state, target.id);
  chat.isBlocked = !isMember;
  const statuses = isMember ? ["kicked", "member"] : ["member", "kicked"];
  const [before, after] = statuses.map((status) => ({
    user: userJson(state.bot),
    status,
    until_date: 0,
  }));
  const actor = state.people.get(target.id) ?? [...state.people.values()][0] ?? state.bot;
  state.updates.push("my_chat_member", {
    chat: chatJson(state, chat.id),
    from: userJson(actor),
    date: Math.floor(state.nowMs() / 1000),
    old_chat_member: before,
    new_chat_member: after,
  });
  state.events.emit("change");
}

function migrateGroup(state: ServerState, group: Chat, newId: number): Chat {
  const supergroup = registerGroup(state, { id: newId, title: group.title ?? "Group" });
  group.migratedTo = newId;
  const message = addMessage(state, {
    chatId: group.id,
    from: [...state.people.values()][0] ?? state.bot,
    text: "",
    entities: [],
    buttons: [],
    extra: { migrate_to_chat_id: newId },
  });
  deliver(state, message);
  return supergroup;
}
