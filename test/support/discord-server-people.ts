import { isCalled } from "./button-meaning.ts";
import {
  addMessage,
  allComponents,
  type DiscordState,
  type DiscordUser,
  fileObject,
  messageObject,
  type ServerChannel,
  type ServerFile,
  type ServerInteraction,
  type ServerMessage,
  userObject,
} from "./discord-server-state.ts";

/** What a person may add to what they write. */
export interface SayFacts {
  /** Default false: in a server only what mentions or answers the bot is for it. */
  readonly mentions?: boolean;
  readonly repliesTo?: string;
  readonly forwardOf?: string;
  /** Roles that are mentioned, by id. */
  readonly roles?: readonly string[];
  readonly everyone?: boolean;
  readonly files?: readonly SentFile[];
  /** True for words that were spoken; the file is the recording. */
  readonly isVoice?: boolean;
  /** False: written while nobody listens; no event of it is sent. Default true. */
  readonly isDelivered?: boolean;
}

/** A file that a person sends. */
export interface SentFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly type?: string;
}

/** The people who talk to the bot. */
export interface DiscordPeople {
  user(facts: {
    readonly id: string;
    readonly name: string;
    /** Default: the name in small letters. */
    readonly username?: string;
    readonly locale?: string;
  }): DiscordUser;
  /** The direct messages of a person with the bot. */
  dm(user: DiscordUser): string;
  /** A text channel of a server; both are made. */
  channel(facts: {
    readonly id: string;
    readonly guildId: string;
    readonly isForum?: boolean;
  }): string;
  /** The managed role that the bot has in a server. */
  botRole(guildId: string): string;
  /** Changes what a message says; the bot is told. */
  rewrite(messageId: string, text: string): void;
  /** Discord found what an address in a message shows; the bot is told in the way of an edit. */
  preview(messageId: string): void;
  /** Takes a message away; the bot is told. */
  takeBack(messageId: string): void;
  /** A thread of a channel. */
  thread(facts: {
    readonly id: string;
    readonly parentId: string;
    readonly isPrivate?: boolean;
  }): string;
  say(user: DiscordUser, channelId: string, text: string, facts?: SayFacts): ServerMessage;
  /** Presses the button with a label, or chooses the option with it. */
  press(user: DiscordUser, messageId: string, label: string): ServerInteraction;
  /** Somebody presses the same button, which the message may no longer show. */
  pressAgain(user: DiscordUser, earlier: ServerInteraction): ServerInteraction;
  slash(
    user: DiscordUser,
    channelId: string,
    name: string,
    text?: string | SlashValues,
    file?: SentFile,
  ): ServerInteraction;
  /** Types into an option, the last one given, that offers values while one types. */
  type(user: DiscordUser, channelId: string, name: string, typed: SlashValues): ServerInteraction;
  /** Uses an entry in the menu of a message. */
  about(user: DiscordUser, messageId: string, entry?: string): ServerInteraction;
  /** Sends the form that an interaction opened, with values by custom id in place of those in it. */
  submit(from: ServerInteraction, values: Readonly<Record<string, string>>): ServerInteraction;
}

/** Values of options by their names. */
export type SlashValues = Readonly<Record<string, string | boolean>>;

/** What a command sends: `name` is that of the command, with its subcommand behind a space. */
function slashData(name: string, options: readonly object[]): object {
  const [command, subcommand] = name.split(" ");
  const inner =
    subcommand === undefined ? options : [{ type: 1, name: subcommand, options: [...options] }];
  return { id: "1", type: 1, name: command, options: inner };
}

function optionsOf(values: SlashValues): readonly object[] {
  return Object.entries(values).map(([name, value]) => ({
    type: typeof value === "boolean" ? 5 : 3,
    name,
    value,
  }));
}

/** How what people do reaches the bot. */
interface Delivery {
  readonly message: (message: ServerMessage) => void;
  readonly changed: (message: ServerMessage, isGone: boolean) => void;
  readonly interaction: (data: object, guildId: string | undefined) => void;
}

/** Plays the people. */
export function createDiscordPeople(state: DiscordState, delivery: Delivery): DiscordPeople {
  const place = (channelId: string): ServerChannel => {
    const channel = state.channels.get(channelId);
    if (channel === undefined) throw new Error(`There is no channel ${channelId}.`);
    return channel;
  };
  const interact = (
    user: DiscordUser,
    channelId: string,
    facts: { readonly type: number; readonly data: object; readonly message?: ServerMessage },
  ): ServerInteraction => {
    const { id, guildId, type, parentId } = place(channelId);
    const interaction: ServerInteraction = {
      id: state.nextId(),
      token: `aW50ZXJhY3Rpb246${state.nextId()}secret`,
      user,
      channelId,
      atMs: state.nowMs(),
      notes: [],
      followUpIds: [],
      ...(facts.message === undefined ? {} : { fromMessageId: facts.message.id }),
      ...(facts.type === 3 ? { pressed: facts.data } : {}),
    };
    state.interactions.set(interaction.token, interaction);
    const { message } = facts;
    const shown = userObject(user);
    const data = {
      id: interaction.id,
      application_id: state.applicationId,
      type: facts.type,
      token: interaction.token,
      version: 1,
      channel_id: id,
      channel: { id, type, parent_id: parentId ?? null },
      locale: user.locale,
      data: facts.data,
      ...(guildId === undefined
        ? { user: shown }
        : { guild_id: guildId, member: { user: shown, nick: null } }),
      ...(message === undefined
        ? {}
        : { message: messageObject(state, message, { sees: true, withGuild: false }) }),
    };
    delivery.interaction(data, guildId);
    return interaction;
  };
  return {
    user({ id, name, username = name.toLowerCase(), locale = "en-US" }) {
      const user = { id, username, global_name: name, locale };
      state.users.set(id, user);
      return user;
    },
    dm(user) {
      const id = `7${user.id.slice(1)}`;
      state.channels.set(id, { id, type: 1, userId: user.id });
      return id;
    },
    channel({ id, guildId, isForum = false }) {
      state.channels.set(id, { id, type: isForum ? 15 : 0, guildId });
      state.roles.set(guildId, [
        { id: guildId, name: "@everyone" },
        { id: roleOf(guildId), name: "ibl", managed: true, tags: { bot_id: state.bot.id } },
      ]);
      return id;
    },
    botRole: roleOf,
    rewrite(messageId, text) {
      const message = messageOf(state, messageId);
      message.content = text;
      message.editedAtMs = state.nowMs();
      delivery.changed(message, false);
    },
    preview: (messageId) => delivery.changed(messageOf(state, messageId), false),
    takeBack(messageId) {
      const message = messageOf(state, messageId);
      state.messages.delete(messageId);
      delivery.changed(message, true);
    },
    thread({ id, parentId, isPrivate = false }) {
      const { guildId = "0" } = place(parentId);
      state.channels.set(id, { id, type: isPrivate ? 12 : 11, guildId, parentId });
      return id;
    },
    say(user, channelId, text, facts = {}) {
      place(channelId);
      const message = addMessage(state, {
        channelId,
        author: user,
        ...saidWith(state, text, facts),
        attachments: (facts.files ?? []).map((file) => upload(state, file)),
      });
      if (facts.isDelivered !== false) delivery.message(message);
      return message;
    },
    press(user, messageId, label) {
      const message = messageOf(state, messageId);
      const { channelId } = message;
      const data = pressedOf(message, label);
      return interact(user, channelId, { type: 3, data, message });
    },
    pressAgain(user, { channelId, fromMessageId = "", pressed = {} }) {
      const message = messageOf(state, fromMessageId);
      return interact(user, channelId, { type: 3, data: pressed, message });
    },
    slash(user, channelId, name, text, file) {
      const sent = file === undefined ? undefined : upload(state, file);
      const options = [
        ...optionsOf(typeof text === "string" ? { question: text } : (text ?? {})),
        ...(sent === undefined ? [] : [{ type: 11, name: "file", value: sent.id }]),
      ];
      const resolved =
        sent === undefined
          ? {}
          : { resolved: { attachments: { [sent.id ?? ""]: fileObject(state, channelId, sent) } } };
      const data = { ...slashData(name, options), ...resolved };
      return interact(user, channelId, { type: 2, data });
    },
    type(user, channelId, name, typed) {
      const given = optionsOf(typed);
      const options = given.map((option, index) =>
        index === given.length - 1 ? { ...option, focused: true } : option,
      );
      return interact(user, channelId, { type: 4, data: slashData(name, options) });
    },
    about(user, messageId, entry = "Ask about this") {
      const message = messageOf(state, messageId);
      const shown = messageObject(state, message, { sees: true, withGuild: false });
      const data = {
        id: "2",
        type: 3,
        name: entry,
        target_id: messageId,
        resolved: { messages: { [messageId]: shown } },
      };
      return interact(user, message.channelId, { type: 2, data });
    },
    submit(from, values) {
      const { modal } = from;
      if (modal === undefined) throw new Error("The interaction opened no form.");
      const components = (modal.components as ModalLabel[]).map(({ component }) => ({
        type: 18,
        component: {
          type: 4,
          custom_id: component.custom_id,
          value: values[component.custom_id] ?? component.value ?? "",
        },
      }));
      const data = { custom_id: modal.custom_id, components };
      const message =
        from.fromMessageId === undefined ? {} : { message: messageOf(state, from.fromMessageId) };
      return interact(from.user, from.channelId, { type: 5, data, ...message });
    },
  };
}

/** A message of this kind is spoken (docs "Message Resource", Message Flags). */
const IS_VOICE_MESSAGE = 1 << 13;

/** Words as they are kept, with whom they mention and which message they are about. */
function saidWith(
  { bot }: DiscordState,
  text: string,
  facts: SayFacts,
): Pick<ServerMessage, "content"> & Partial<ServerMessage> {
  const { mentions = false, roles = [], everyone = false, repliesTo, forwardOf } = facts;
  const named = [
    ...(mentions ? [`<@${bot.id}>`] : []),
    ...roles.map((role) => `<@&${role}>`),
    ...(everyone ? ["@everyone"] : []),
  ];
  return {
    content: [...named, text].join(" "),
    type: repliesTo === undefined ? 0 : 19,
    mentions: mentions ? [bot] : [],
    mentionedRoles: roles,
    mentionsEveryone: everyone,
    flags: facts.isVoice === true ? IS_VOICE_MESSAGE : 0,
    ...(repliesTo === undefined ? {} : { repliesTo }),
    ...(forwardOf === undefined ? {} : { forwardOf }),
  };
}

function roleOf(guildId: string): string {
  return `6${guildId.slice(1)}`;
}

/** Discord leaves only Latin letters in a name, and keeps the rest of it as a title. */
function upload(state: DiscordState, { name, bytes, type }: SentFile): ServerFile {
  const filename = name.replace(/[^\w.-]/g, "");
  const file = {
    id: state.nextId(),
    filename,
    size: bytes.length,
    text: "",
    bytes,
    ...(filename === name ? {} : { title: name.replace(/\.\w+$/, "") }),
    ...(type === undefined ? {} : { type }),
  };
  state.files.set(file.id, file);
  return file;
}

interface ModalLabel {
  readonly component: { readonly custom_id: string; readonly value?: string };
}

function messageOf(state: DiscordState, messageId: string): ServerMessage {
  const message = state.messages.get(messageId);
  if (message === undefined) throw new Error(`There is no message ${messageId}.`);
  return message;
}

function pressedOf(message: ServerMessage, label: string): object {
  const all = allComponents(message.components);
  const button = all.find(
    ({ label: own, custom_id: data }) => own !== undefined && isCalled({ label: own, data }, label),
  );
  if (button !== undefined) return { component_type: 2, custom_id: button.custom_id };
  for (const menu of all) {
    const option = menu.options?.find((entry) => entry.label === label);
    if (option !== undefined)
      return { component_type: 3, custom_id: menu.custom_id, values: [option.value] };
  }
  throw new Error(`The message has no button "${label}": ${JSON.stringify(all)}`);
}
