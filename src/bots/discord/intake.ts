import type { Clock } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { Language } from "../../base/localized.ts";
import { visibleText } from "../../base/visible-text.ts";
import { cutText } from "../markup/split-text.ts";
import type { AdapterMemory } from "../platform/adapter-state.ts";
import type {
  Attachment,
  ChatAddress,
  ChatEvent,
  MessageEvent,
  Sender,
} from "../platform/chat-adapter.ts";
import { KeyedQueue } from "../platform/keyed-queue.ts";
import { say } from "../texts/say.ts";
import { MESSAGE_MENU, offerValues, type Suggest } from "./commands.ts";
import { aboutForm, answerForm, CUSTOM_ID } from "./components.ts";
import { DiscordError } from "./errors.ts";
import {
  asInteraction,
  asMessage,
  attachmentsOf,
  commandWords,
  type DiscordInteraction,
  type DiscordMessage,
  fieldValue,
  formLabel,
  type InteractionWords,
  isForBot,
  isMessage,
  isQuiet,
  isQuietPress,
  nameOf,
  pressEvent,
  senderOf,
  shownText,
  snowflakeAt,
  type ToEvent,
  toEditEvent,
  toMessageEvent,
  wordsEvent,
} from "./events.ts";
import {
  EPHEMERAL,
  type InteractionParts,
  type OpenAnswers,
  type OpenPresses,
  RESPONSE,
  respond,
} from "./interactions.ts";
import { channelOf, type DiscordPlaces } from "./places.ts";

/** Waits while an event cannot be taken in: doubling from the first to the last. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** Chats looked at, those spoken in last; each is one call and more. */
const MOST_CHATS = 50;
/** Messages of one call; Discord gives at most 100 (docs "Get Channel Messages", limit). */
const PAGE = 100;
/** Calls for one chat: what is more than this many pages behind is left. */
const MOST_PAGES = 3;
/** Older messages are left unanswered: who wrote them does not wait any more. */
const OLDEST_MS = 24 * 60 * 60 * 1000;
const MOST_TRIES = 5;

/** Types of interactions and of commands (docs "Receiving and Responding to Interactions", "Application Commands"). */
const TYPE = { command: 2, component: 3, typing: 4, form: 5 } as const;
const MESSAGE_COMMAND = 3;

/** Gives the value that the card of a message asks to be changed, `undefined` where it asks for none. */
export type PresentOf = (chat: ChatAddress, messageId: string) => string | undefined;

/** Brings what Discord says to `onEvent`: in order inside a channel, channels side by side, and each until it was taken in. */
export class DiscordIntake {
  readonly #parts: ConstructorParameters<typeof DiscordIntake>[0];
  readonly #chatQueue = new KeyedQueue();

  constructor(
    parts: InteractionParts & {
      /** The bot's account. */
      readonly botId: string;
      readonly places: DiscordPlaces;
      readonly answers: OpenAnswers;
      readonly presses: OpenPresses;
      readonly memory: AdapterMemory;
      readonly clock: Clock;
      readonly suggest: Suggest | undefined;
      readonly presentOf: PresentOf | undefined;
      readonly onEvent: (event: ChatEvent) => Promise<void>;
      /** Ends the waiting for what cannot be taken in. */
      readonly signal: AbortSignal;
    },
  ) {
    this.#parts = parts;
  }

  /** Takes one dispatch. Resolves with whether anything of it was for the bot, once that has been taken in and answered; rejects when it was not because the adapter stops. */
  take(type: string, data: unknown): Promise<boolean> {
    return this.#passingOver(async () => {
      switch (type) {
        case "MESSAGE_CREATE":
          return this.#message(asMessage(data), toMessageEvent);
        case "MESSAGE_UPDATE":
          // Some tell of a part of a message alone; those are no edits of words.
          return isMessage(data) && this.#message(data, toEditEvent);
        case "INTERACTION_CREATE":
          return this.#interaction(asInteraction(data));
        default:
          return false;
      }
    });
  }

  async #message(message: DiscordMessage, toEvent: ToEvent): Promise<boolean> {
    if (isForBot(message, this.#parts.botId) === "no") return false;
    return this.#chatQueue.add(message.channel_id, () => this.#take(message, toEvent));
  }

  /** Fetches what was said in known chats while nobody listened, before anything that is said from now on in them. What came before is known by its id and ignored. Never rejects. */
  catchUp(): void {
    const { memory, log, signal } = this.#parts;
    for (const { chat, messageId } of memory.latestMessages(MOST_CHATS)) {
      const channel = channelOf(chat);
      const work = () => this.#fetchAfter(chat, messageId);
      this.#chatQueue.add(channel, work).catch((thrown: unknown) => {
        const problem = messageOf(thrown);
        if (!signal.aborted)
          log.warn({ channel, problem }, "What was said meanwhile could not be fetched.");
      });
    }
  }

  /** A message that is fetched does not say of which server it is. */
  async #fetchAfter(chat: ChatAddress, messageId: string): Promise<void> {
    const { clock, places } = this.#parts;
    const oldest = snowflakeAt(clock.now() - OLDEST_MS);
    let after = BigInt(messageId) > BigInt(oldest) ? messageId : oldest;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const messages = await this.#fetchPage(channelOf(chat), after);
      const last = messages.at(-1);
      if (last === undefined) return;
      const guildOf = () => places.guildOf(channelOf(chat));
      const guild = chat.isPrivate ? {} : { guild_id: (await this.#untilTaken(guildOf)) ?? "0" };
      for (const message of messages)
        await this.#passingOver(() => this.#take({ ...message, ...guild }, toMessageEvent));
      if (messages.length < PAGE) return;
      after = last.id;
    }
  }

  /** One page, oldest first. Waits as Discord asks. */
  async #fetchPage(channelId: string, after: string): Promise<readonly DiscordMessage[]> {
    const { client, clock, signal } = this.#parts;
    const path = `/channels/${channelId}/messages` as const;
    const parts = { query: new URLSearchParams({ after, limit: `${PAGE}` }), signal };
    for (let tries = 1; ; tries += 1) {
      signal.throwIfAborted();
      try {
        const messages = await client.call<readonly DiscordMessage[]>("GET", path, parts);
        return messages.toSorted((left, right) => (BigInt(left.id) < BigInt(right.id) ? -1 : 1));
      } catch (thrown) {
        const isWorthIt = thrown instanceof DiscordError && thrown.status < 400;
        if (!isWorthIt || tries >= MOST_TRIES) throw thrown;
        await clock.sleep(Math.max(thrown.retryAfterMs, 500 * 2 ** tries), signal);
      }
    }
  }

  /** Resolves when nothing is being taken in. */
  drained(): Promise<void> {
    return this.#chatQueue.drained();
  }

  /** Resolves with whether the message was for the bot. */
  async #take(message: DiscordMessage, toEvent: ToEvent): Promise<boolean> {
    const { botId, places, onEvent } = this.#parts;
    const { guild_id: guildId, mention_roles: mentioned } = message;
    const meant = isForBot(message, botId);
    if (meant === "no") return false;
    const place = await this.#untilTaken(async () => {
      const roleId = await places.ownRoleAmong(mentioned, guildId ?? "0");
      if (meant === "by-role" && roleId === undefined) return undefined;
      return { roleId, chat: await places.addressOf(message) };
    });
    if (place === undefined) return false;
    const event = toEvent(message, place.chat, { botId, roleId: place.roleId });
    if (event !== undefined) await this.#untilTaken(() => onEvent(event));
    return true;
  }

  async #interaction(interaction: DiscordInteraction): Promise<boolean> {
    const { places } = this.#parts;
    const sender = senderOf(interaction);
    if (sender === undefined) return false;
    if (interaction.type === TYPE.typing) {
      const chat = await places.addressOf(interaction);
      await offerValues(this.#parts, interaction, { chat, sender });
      return false;
    }
    const form = await this.#formFor(interaction);
    if (form !== undefined) await respond(this.#parts, interaction, RESPONSE.modal, form);
    else
      await this.#chatQueue.add(interaction.channel_id, async () => {
        const chat = await this.#untilTaken(() => places.addressOf(interaction));
        await this.#interactionIn(interaction, chat, sender);
      });
    return true;
  }

  /** The form that an interaction opens. It has to be the first response, so nothing is taken in yet: it comes back with the words. */
  async #formFor(interaction: DiscordInteraction): Promise<object | undefined> {
    const { data, type } = interaction;
    const language = languageOf(interaction);
    if (type === TYPE.component && data.custom_id === CUSTOM_ID.form) {
      const label = say(language, "discordYourWords");
      return answerForm(formLabel(interaction) ?? label, label, await this.#presentOf(interaction));
    }
    if (type !== TYPE.command || data.type !== MESSAGE_COMMAND) return undefined;
    if (data.name === say("en", MESSAGE_MENU.todo)) return undefined;
    const isReminder = data.name === say("en", MESSAGE_MENU.remind);
    const words = isReminder
      ? { title: say(language, MESSAGE_MENU.remind), question: say(language, "discordWhen") }
      : { title: say(language, MESSAGE_MENU.about), question: say(language, "discordQuestion") };
    const opened = openAbout(this.#parts.memory, interaction, isReminder ? "remind" : "about");
    return aboutForm({ ...opened, ...words, quotedLabel: say(language, "discordQuoted") });
  }

  /** What the card asks to be changed, so that it need not be typed anew. Where nobody can tell, the form is empty. */
  async #presentOf(interaction: DiscordInteraction): Promise<string | undefined> {
    const { log, places, presentOf } = this.#parts;
    const { message } = interaction;
    try {
      return message && presentOf?.(await places.addressOf(interaction), message.id);
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
    if (interaction.type === TYPE.component)
      return this.#press(interaction, pressEvent(interaction, chat, sender));
    const words = this.#wordsOf(interaction);
    if (words.text === "") return;
    const event = wordsEvent(interaction, chat, sender, words);
    if (interaction.data.custom_id !== CUSTOM_ID.answer) return this.#words(interaction, event);
    await this.#untilTaken(() => this.#parts.onEvent(event));
    await respond(this.#parts, interaction, RESPONSE.deferredUpdate);
  }

  /** The words and files of a command or a form. */
  #wordsOf(interaction: DiscordInteraction): InteractionWords {
    const { data, type, message } = interaction;
    if (type === TYPE.command)
      return data.type === MESSAGE_COMMAND ? todoOf(interaction) : commandWords(interaction);
    const text = type === TYPE.form ? fieldValue(interaction, CUSTOM_ID.words) : "";
    if (data.custom_id?.startsWith(CUSTOM_ID.remind) === true) {
      const what = oneLineOf(fieldValue(interaction, CUSTOM_ID.quoted));
      return { text: "/reminder add", options: { what, when: text } };
    }
    return data.custom_id?.startsWith(CUSTOM_ID.about) === true
      ? { text, ...askedAbout(this.#parts.memory, interaction) }
      : { text, repliesToId: message?.id };
  }

  /** Taken in, then put off: "thinking" shows until a message answers it. The answer may be ready before that has begun to show. */
  async #words(interaction: DiscordInteraction, event: MessageEvent): Promise<void> {
    const { answers, onEvent } = this.#parts;
    const { id, token } = interaction;
    const putOff = async (): Promise<boolean> => {
      await onEvent(event);
      const flags = isQuiet(interaction) ? { flags: EPHEMERAL } : undefined;
      return respond(this.#parts, interaction, RESPONSE.deferredMessage, flags);
    };
    const answer = { id, token, isQuiet: isQuiet(interaction) };
    await this.#untilTaken(() => answers.open(event.chat, answer, putOff));
  }

  async #press(interaction: DiscordInteraction, event: ChatEvent | undefined): Promise<void> {
    const { presses, onEvent } = this.#parts;
    if (event === undefined) return;
    await presses.open(interaction, async () => {
      if (isQuietPress(interaction)) return this.#quietPress(interaction, event);
      await this.#untilTaken(() => onEvent(event));
      return respond(this.#parts, interaction, RESPONSE.deferredUpdate);
    });
  }

  /** "Thinking" shows to the presser until what they alone may see takes its place. Resolves with whether Discord was told so. */
  async #quietPress({ id, token }: DiscordInteraction, event: ChatEvent): Promise<boolean> {
    const { answers, onEvent } = this.#parts;
    let isPutOff = false;
    await answers.open(event.chat, { id, token, isQuiet: true }, async () => {
      await this.#untilTaken(() => onEvent(event));
      const flags = { flags: EPHEMERAL };
      isPutOff = await respond(this.#parts, { id, token }, RESPONSE.deferredMessage, flags);
      return isPutOff;
    });
    return isPutOff;
  }

  /** What cannot be read is logged and passed over, or it would come for ever. */
  async #passingOver(work: () => Promise<boolean>): Promise<boolean> {
    try {
      return await work();
    } catch (thrown) {
      this.#parts.signal.throwIfAborted();
      const problem = messageOf(thrown);
      this.#parts.log.error(
        { problem },
        "Something from Discord could not be read and is passed over.",
      );
      return false;
    }
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
}

/** Discord tells the language of who uses an interaction. */
function languageOf({ locale }: DiscordInteraction): Language {
  return locale?.startsWith("ko") === true ? "ko" : "en";
}

/** A form that stays open longer comes back without the files, and without who wrote the message. */
const KEPT_MS = 60 * 60 * 1000;

/** The message that was chosen from its menu: its words for the form, and the custom id of the form. What the form cannot hold is kept, for who opened it alone. */
function openAbout(
  memory: AdapterMemory,
  interaction: DiscordInteraction,
  kind: "about" | "remind",
) {
  const { data, id } = interaction;
  const customId = `${CUSTOM_ID[kind]}:${id}`;
  const chosen = data.resolved?.messages?.[data.target_id ?? ""];
  if (chosen === undefined) return { quoted: "", customId };
  const { flags: _isVoice, ...shown } = chosen;
  const attachments = attachmentsOf(shown, chosen.channel_id);
  const kept = { author: nameOf(chosen.author), attachments };
  memory.set(keptUnder(interaction, id), JSON.stringify(kept), KEPT_MS);
  return { quoted: shownText(chosen), customId };
}

/** A to-do of the words of the chosen message. */
function todoOf({ data }: DiscordInteraction): InteractionWords {
  const chosen = data.resolved?.messages?.[data.target_id ?? ""];
  const item = chosen === undefined ? "" : oneLineOf(shownText(chosen));
  return { text: "/todo add", options: { item } };
}

/** Longest words of somebody's message that become a reminder or a to-do, in UTF-16 units. */
const LONGEST_TAKEN = 200;

function oneLineOf(text: string): string {
  return cutText(visibleText(text).replace(/\s+/g, " ").trim(), LONGEST_TAKEN);
}

/** What the form that came back is about. */
function askedAbout(memory: AdapterMemory, interaction: DiscordInteraction) {
  const id = interaction.data.custom_id?.slice(CUSTOM_ID.about.length + 1) ?? "";
  const noted = memory.get(keptUnder(interaction, id));
  const kept = JSON.parse(noted ?? "{}") as Partial<{ author: string; attachments: Attachment[] }>; // written by openAbout only
  const { author = "somebody", attachments = [] } = kept;
  const text = fieldValue(interaction, CUSTOM_ID.quoted);
  return { attachments, quoted: text === "" ? undefined : { text, author } };
}

/** Who sends the form names what was kept too: a custom id could be made up. */
function keptUnder(interaction: DiscordInteraction, id: string): string {
  return `about:${senderOf(interaction)?.id ?? ""}:${id}`;
}
