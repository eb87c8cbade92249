import { messageOf } from "../../base/errors.ts";
import type { Language } from "../../base/localized.ts";
import type { AdapterMemory } from "../platform/adapter-state.ts";
import type {
  Attachment,
  ChatAddress,
  ChatEvent,
  Quoted,
  Sender,
} from "../platform/chat-adapter.ts";
import { PRIVATE_COMMANDS } from "../platform/command-names.ts";
import { KeyedQueue } from "../platform/keyed-queue.ts";
import { say } from "../texts/say.ts";
import type { OpenAnswers } from "./answers.ts";
import { attachedTo, attachedToChosen } from "./attachments.ts";
import { offerValues, type Suggest } from "./commands.ts";
import { aboutForm, answerForm, CUSTOM_ID } from "./components.ts";
import {
  commandText,
  fieldValue,
  formLabel,
  isForBot,
  pressEvent,
  senderOf,
  toEditEvent,
  toMessageEvent,
  wordsEvent,
} from "./events.ts";
import {
  EPHEMERAL,
  type InteractionParts,
  type OpenPresses,
  RESPONSE,
  respond,
} from "./interactions.ts";
import { shownText, UNNAMED } from "./message.ts";
import type { OwnRoles } from "./own-roles.ts";
import {
  type DiscordInteraction,
  type DiscordMessage,
  discordInteraction,
  discordMessage,
} from "./payloads.ts";
import type { DiscordPlaces } from "./places.ts";

/** Waits while an event cannot be taken in: doubling from the first to the last. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** Types of interactions and of commands (docs "Receiving and Responding to Interactions", "Application Commands"). */
const TYPE = { command: 2, component: 3, typing: 4, form: 5 } as const;
const MESSAGE_COMMAND = 3;

/** Makes an event of a message that was written, or edited. */
type ToEvent = typeof toMessageEvent;

/** Gives the value that the card of a message asks to be changed, `undefined` where it asks for none. */
export type PresentOf = (chat: ChatAddress, messageId: string) => string | undefined;

interface Words {
  readonly text: string;
  readonly quoted?: Quoted;
  readonly attachments?: readonly Attachment[];
}

/** Dependencies of `DiscordIntake`. */
export interface IntakeParts extends InteractionParts {
  readonly places: DiscordPlaces;
  readonly ownRoles: OwnRoles;
  readonly answers: OpenAnswers;
  readonly presses: OpenPresses;
  readonly memory: AdapterMemory;
  /** What may stand behind a command; default nothing is offered. */
  readonly suggest?: Suggest;
  /** The value that the card of a message asks to be changed; default none. */
  readonly presentOf?: PresentOf;
  readonly onEvent: (event: ChatEvent) => Promise<void>;
  /** Ends the waiting for what cannot be taken in. */
  readonly signal: AbortSignal;
}

/** Brings what Discord says to `onEvent`: in order inside a channel, channels side by side, and each until it was taken in. */
export class DiscordIntake {
  readonly #parts: IntakeParts;
  readonly #chatQueue = new KeyedQueue();
  readonly #askedAbout: AskedAbout;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
    this.#askedAbout = new AskedAbout(parts.memory);
  }

  /** Takes one dispatch. Resolves with whether anything of it was for the bot, once that has been taken in and answered; rejects when it was not because the adapter stops. */
  async take(type: string, data: unknown): Promise<boolean> {
    switch (type) {
      case "MESSAGE_CREATE":
        return this.#message(this.#read(discordMessage, data), toMessageEvent);
      case "MESSAGE_UPDATE":
        // Some tell of a part of a message alone; those are no edits of words.
        return this.#message(discordMessage.safeParse(data).data, toEditEvent);
      case "INTERACTION_CREATE":
        return this.#interaction(data);
      default:
        return false;
    }
  }

  async #message(message: DiscordMessage | undefined, toEvent: ToEvent): Promise<boolean> {
    if (message === undefined || isForBot(message, this.#parts.botId) === "no") return false;
    return this.inChannel(message.channel_id, () => this.#take(message, toEvent));
  }

  /** Takes a message that was fetched, in the work that runs in its channel now. A message that is fetched does not say of which server it is. */
  async messageHere(message: DiscordMessage, isPrivate: boolean): Promise<void> {
    const { places } = this.#parts;
    const guildId = isPrivate
      ? undefined
      : await this.#untilTaken(() => places.guildOf(message.channel_id));
    const placed = isPrivate ? message : { ...message, guild_id: guildId ?? "0" };
    await this.#take(placed, toMessageEvent);
  }

  /** Runs work after everything that came before from a channel. */
  inChannel<T>(channelId: string, work: () => Promise<T>): Promise<T> {
    return this.#chatQueue.add(channelId, work);
  }

  /** Resolves when nothing is being taken in. */
  drained(): Promise<void> {
    return this.#chatQueue.drained();
  }

  /** Resolves with whether the message was for the bot. */
  async #take(message: DiscordMessage, toEvent: ToEvent): Promise<boolean> {
    const { places, ownRoles, botId, onEvent } = this.#parts;
    const { channel_id: channelId, guild_id: guildId = "0", mention_roles: mentioned } = message;
    const meant = isForBot(message, botId);
    if (meant === "no") return false;
    return this.#untilTaken(async () => {
      const roleId = await ownRoles.among(mentioned, guildId);
      if (meant === "by-role" && roleId === undefined) return false;
      const chat = await places.addressOf({ channelId, guildId: message.guild_id });
      const names = roleId === undefined ? { botId } : { botId, roleId };
      const event = toEvent(message, chat, names);
      if (event !== undefined) await onEvent(event);
      return true;
    });
  }

  async #interaction(data: unknown): Promise<boolean> {
    const interaction = this.#read(discordInteraction, data);
    const channelId = interaction?.channel_id ?? interaction?.channel?.id;
    const sender = interaction === undefined ? undefined : senderOf(interaction);
    if (interaction === undefined || channelId === undefined || sender === undefined) return false;
    const { guild_id: guildId, channel } = interaction;
    if (interaction.type === TYPE.typing) {
      const chat = await this.#parts.places.addressOf({ channelId, guildId, channel });
      await offerValues(this.#parts, interaction, { chat, sender });
      return false;
    }
    if (await this.#openForm(interaction)) return false;
    await this.inChannel(channelId, async () => {
      const chat = await this.#untilTaken(() =>
        this.#parts.places.addressOf({ channelId, guildId, channel }),
      );
      await this.#interactionIn(interaction, chat, sender);
    });
    return true;
  }

  /** A form has to be the first response, so nothing is taken in yet: it comes back with the words. */
  async #openForm(interaction: DiscordInteraction): Promise<boolean> {
    const { data, type } = interaction;
    const language = languageOf(interaction);
    if (type === TYPE.component && data.custom_id === CUSTOM_ID.form) {
      const label = say(language, "discordYourWords");
      const value = await this.#presentOf(interaction);
      const form = answerForm(formLabel(interaction) ?? label, label, value);
      await respond(this.#parts, interaction, { type: RESPONSE.modal, data: form });
      return true;
    }
    if (type !== TYPE.command || data.type !== MESSAGE_COMMAND) return false;
    const form = aboutForm({
      ...this.#askedAbout.open(interaction),
      title: say(language, "discordAboutThis"),
      question: say(language, "discordQuestion"),
      quotedLabel: say(language, "discordQuoted"),
    });
    await respond(this.#parts, interaction, { type: RESPONSE.modal, data: form });
    return true;
  }

  /** What the card asks a new value for, so that it need not be typed anew. Where nobody can tell, the form is empty. */
  async #presentOf({
    channel,
    channel_id: channelId = channel?.id,
    guild_id: guildId,
    message,
  }: DiscordInteraction): Promise<string | undefined> {
    const { places, log, presentOf } = this.#parts;
    if (presentOf === undefined || channelId === undefined || message === undefined)
      return undefined;
    try {
      const chat = await places.addressOf({ channelId, guildId, channel });
      return presentOf(chat, message.id);
    } catch (thrown) {
      log.warn({ problem: messageOf(thrown) }, "A form could not be filled in.");
      return undefined;
    }
  }

  async #interactionIn(
    interaction: DiscordInteraction,
    chat: ChatAddress,
    sender: Sender,
  ): Promise<void> {
    if (interaction.type === TYPE.component) {
      await this.#press(interaction, chat, sender);
      return;
    }
    const isAnswer = interaction.data.custom_id === CUSTOM_ID.answer;
    const words = this.#wordsOf(interaction);
    if (words === undefined) return;
    if (isAnswer) {
      const repliesToId = interaction.message?.id;
      const event = wordsEvent(interaction, { chat, sender, ...words, repliesToId });
      await this.#untilTaken(() => this.#parts.onEvent(event));
      await respond(this.#parts, interaction, { type: RESPONSE.deferredUpdate });
      return;
    }
    await this.#words(interaction, wordsEvent(interaction, { chat, sender, ...words }));
  }

  /** The words and files of a command or a form; undefined where there are no words. */
  #wordsOf(interaction: DiscordInteraction): Words | undefined {
    const { data, type } = interaction;
    if (type === TYPE.command) {
      const text = commandText(interaction);
      return text === "" ? undefined : { text, attachments: attachedTo(interaction) };
    }
    if (type !== TYPE.form) return undefined;
    const text = fieldValue(interaction, CUSTOM_ID.words).trim();
    if (text === "") return undefined;
    if (data.custom_id?.startsWith(CUSTOM_ID.about) !== true) return { text };
    return { text, ...this.#askedAbout.of(interaction) };
  }

  /** Taken in, then put off: "thinking" shows until a message answers it. The answer may be ready before that has begun to show. */
  async #words(interaction: DiscordInteraction, event: ChatEvent): Promise<void> {
    const { answers, onEvent } = this.#parts;
    const { id, token } = interaction;
    await this.#untilTaken(async () => {
      const isPutOff = answers.open(event.chat, { id, token });
      try {
        await onEvent(event);
      } catch (thrown) {
        isPutOff(false);
        throw thrown;
      }
      isPutOff(await respond(this.#parts, interaction, deferralOf(interaction)));
    });
  }

  async #press(interaction: DiscordInteraction, chat: ChatAddress, sender: Sender): Promise<void> {
    const { presses, onEvent } = this.#parts;
    const event = pressEvent(interaction, chat, sender);
    if (event === undefined) return;
    const isAnswered = presses.add(interaction);
    await this.#untilTaken(() => onEvent(event));
    isAnswered(await respond(this.#parts, interaction, { type: RESPONSE.deferredUpdate }));
  }

  /** Tries again until it works. Rejects with the signal's reason when the adapter stops before. */
  async #untilTaken<T>(work: () => Promise<T>): Promise<T> {
    const { clock, log, signal } = this.#parts;
    for (let failures = 0; ; failures += 1) {
      signal.throwIfAborted();
      try {
        return await work();
      } catch (thrown) {
        if (failures === 0)
          log.error(
            { problem: messageOf(thrown) },
            "A message from Discord could not be taken in. Trying again.",
          );
        await clock.sleep(Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS), signal);
      }
    }
  }

  /** What cannot be read is logged and passed over, or it would come for ever. */
  #read<T>(
    schema: { safeParse(value: unknown): { readonly success: boolean; readonly data?: T } },
    data: unknown,
  ): T | undefined {
    const parsed = schema.safeParse(data);
    if (!parsed.success)
      this.#parts.log.error({}, "Something from Discord could not be read and is passed over.");
    return parsed.data;
  }
}

/** What others of a server need not read, only who used the command sees: where it is answered, too. */
function deferralOf({ data, guild_id: guildId }: DiscordInteraction): {
  readonly type: number;
  readonly data?: object;
} {
  const isQuiet = guildId !== undefined && PRIVATE_COMMANDS.has(data.name ?? "");
  return { type: RESPONSE.deferredMessage, ...(isQuiet ? { data: { flags: EPHEMERAL } } : {}) };
}

/** Discord tells the language of who uses an interaction. */
function languageOf({ locale }: DiscordInteraction): Language {
  return locale?.startsWith("ko") === true ? "ko" : "en";
}

/** A form that stays open longer comes back without the files, and without who wrote the message. */
const KEPT_MS = 60 * 60 * 1000;

interface Kept {
  readonly author: string;
  readonly attachments: readonly Attachment[];
}

/** Messages that people ask about by a form: the form holds the words, and what it cannot hold is kept, for who opened it alone. */
class AskedAbout {
  readonly #memory: AdapterMemory;

  constructor(memory: AdapterMemory) {
    this.#memory = memory;
  }

  /** The message that was chosen from its menu: its words for the form, and the custom id of the form. */
  open(interaction: DiscordInteraction): { readonly quoted: string; readonly customId: string } {
    const { data, id } = interaction;
    const chosen = data.resolved?.messages?.[data.target_id ?? ""];
    const author = chosen?.author;
    const kept: Kept = {
      author: author?.global_name ?? author?.username ?? UNNAMED,
      attachments: attachedToChosen(interaction),
    };
    this.#memory.set(nameOf(interaction, id), JSON.stringify(kept), KEPT_MS);
    return {
      quoted: chosen === undefined ? "" : shownText(chosen),
      customId: `${CUSTOM_ID.about}:${id}`,
    };
  }

  /** What the form that came back is about. */
  of(interaction: DiscordInteraction): {
    readonly quoted?: Quoted;
    readonly attachments: readonly Attachment[];
  } {
    const id = interaction.data.custom_id?.slice(CUSTOM_ID.about.length + 1) ?? "";
    const noted = this.#memory.get(nameOf(interaction, id));
    const { author, attachments }: Kept =
      noted === undefined ? { author: UNNAMED, attachments: [] } : (JSON.parse(noted) as Kept); // written by open only
    const text = fieldValue(interaction, CUSTOM_ID.quoted).trim();
    return { attachments, ...(text === "" ? {} : { quoted: { text, author } }) };
  }
}

/** Who sends the form names what was kept too: a custom id could be made up. */
function nameOf(interaction: DiscordInteraction, id: string): string {
  return `about:${senderOf(interaction)?.id ?? ""}:${id}`;
}
