import type { Clock } from "../../base/clock.ts";
import type { Language } from "../../base/localized.ts";
import { escapeMarkup, toPlainText } from "../markup/parse-markup.ts";
import { cutText } from "../markup/split-text.ts";
import { messageWords } from "../outbox/message-parts.ts";
import {
  type ChatAdapter,
  type ChatAddress,
  type ChatEvent,
  chatKey,
  DeliveryError,
  type FormPermission,
  type MessageEvent,
  type OutgoingMessage,
  type SendFacts,
  type Sent,
} from "../platform/chat-adapter.ts";
import { say } from "../texts/say.ts";
import type { CallParts, DiscordClient } from "./client.ts";
import { CODE, DiscordError, INTERACTION_OVER, isRefusedWith } from "./errors.ts";
import {
  type DiscordChannel,
  type DiscordMessage,
  interactionIdOf,
  snowflakeAt,
} from "./events.ts";
import { explainTooLarge, filesOf, nameOf } from "./files.ts";
import {
  type Answerable,
  EPHEMERAL,
  type InteractionParts,
  type OpenAnswers,
  type OpenPresses,
  tellPrivately,
  webhookOf,
} from "./interactions.ts";
import { escapeDiscord } from "./markup.ts";
import { type DiscordLook, displayedText, editOf, lookOf, nonceOf } from "./message.ts";
import { channelOf } from "./places.ts";

/** Longest note to a presser, in UTF-16 units; any longer one is a mistake of ours. */
const LONGEST_NOTE = 1500;
/** How many of the latest messages are looked through for one that may have arrived; Discord gives at most 100 (docs "Get Channel Messages"). */
const LOOKED_THROUGH = 100;
/** Clocks may differ by this much. */
const CLOCK_SLACK_MS = 30_000;
/** 👀, as an address wants it (docs "Message Resource", Create Reaction: URL encoded). */
const AT_WORK = encodeURIComponent("👀");
/** Longest wait for the limit of reactions, which is tighter than that of messages. */
const LONGEST_WAIT_MS = 5_000;

/** What messages leave with. */
export interface DiscordSenderParts extends InteractionParts {
  readonly answers: OpenAnswers;
  readonly presses: OpenPresses;
  readonly clock: Clock;
  /** The language of a chat. */
  readonly languageIn: (chat: ChatAddress) => Language;
}

/** Makes the sending half of a Discord adapter; every failure of `send`, `edit`, `delete` and `find` is a `DeliveryError`. */
export function createDiscordSender(parts: DiscordSenderParts) {
  const { client, clock, presses } = parts;
  return {
    send: (chat, message, facts) => sendMessage(parts, chat, message, facts),
    edit: (chat, messageId, message) => editMessage(parts, chat, messageId, message),
    delete: (chat, messageId) => deleteMessage(parts, chat, messageId),
    find: (chat, message, facts) => find(parts, chat, message, facts),
    async acknowledge(pressId, note = "") {
      const token = await presses.take(pressId);
      const text = escapeDiscord(toPlainText(note)).slice(0, LONGEST_NOTE);
      if (token === undefined || text === "") return;
      const thinking = await parts.answers.unanswered(pressId);
      await tellPrivately(parts, token, text, thinking !== undefined);
      if (thinking !== undefined) parts.answers.close(pressId);
    },
    passOver: (event) => passOver(parts, event),
    ...createReactions(client, clock),
    startThread: (chat, messageId, name) => startThread(client, chat, { messageId, name }),
    async typing(chat) {
      await client.call("POST", `/channels/${channelOf(chat)}/typing`).catch((thrown: unknown) => {
        if (!(thrown instanceof DiscordError) || thrown.kind === "rate-limited") throw thrown;
      });
    },
  } satisfies Partial<ChatAdapter>;
}

/** Longest name of a thread (docs "Channel Resource", Start Thread from Message: 1-100 characters). */
const LONGEST_THREAD_NAME = 100;
/** Minutes without a message after which a thread is put away: a day (the same place, auto_archive_duration). */
const ARCHIVED_AFTER_MINUTES = 1440;

/** A thread has the id of the message at which it began, and a message has one at most (docs "Channel Resource", Start Thread from Message; "JSON Error Codes", 160004). It takes the permission Create Public Threads; channels of some types, and the answer to a command, have none. */
async function startThread(
  client: DiscordClient,
  { title: _, ...chat }: ChatAddress,
  { messageId, name }: { readonly messageId: string; readonly name: string },
): Promise<ChatAddress | undefined> {
  try {
    await client.call("POST", `/channels/${chat.chatId}/messages/${messageId}/threads`, {
      body: {
        name: cutText(name, LONGEST_THREAD_NAME),
        auto_archive_duration: ARCHIVED_AFTER_MINUTES,
      },
    });
  } catch (thrown) {
    if (!isRefusedWith(thrown, CODE.hasThread)) return undefined;
  }
  return { ...chat, threadId: messageId };
}

/** What others wrote takes the permission Manage Messages, and stays in direct messages (docs "Message Resource", Delete Message). What is gone already is success. */
async function deleteMessage(
  { client }: DiscordSenderParts,
  chat: ChatAddress,
  messageId: string,
): Promise<void> {
  try {
    await client.call("DELETE", `/channels/${channelOf(chat)}/messages/${messageId}`);
  } catch (thrown) {
    if (isRefusedWith(thrown, CODE.missingPermissions))
      throw new DeliveryError("refused", MAY_NOT_DELETE, { cause: thrown });
    if (!isRefusedWith(thrown, CODE.unknownMessage)) throw thrown;
  }
}

const MAY_NOT_DELETE = {
  en: "The bot may not delete what others wrote there: it lacks the permission Manage Messages.",
  ko: "봇이 그곳에서 다른 사람의 메시지를 지울 수 없어요. 메시지 관리 권한이 없어요.",
};

/** By the nonce where Discord tells it, else by the very same look and as many files. */
async function find(
  { client, languageIn }: DiscordSenderParts,
  chat: ChatAddress,
  message: OutgoingMessage,
  { key, sinceMs }: SendFacts & { readonly sinceMs: number },
): Promise<string | undefined> {
  const { botId } = await client.identity();
  const after = snowflakeAt(sinceMs - CLOCK_SLACK_MS);
  const query = new URLSearchParams({ limit: `${LOOKED_THROUGH}`, after });
  const path = `/channels/${channelOf(chat)}/messages` as const;
  const messages = await client.call<readonly DiscordMessage[]>("GET", path, { query });
  const own = messages.filter(({ author }) => author.id === botId);
  const look = lookOf(message, languageIn(chat));
  const found =
    own.find(({ nonce }) => nonce === nonceOf(key)) ??
    own.find((entry) => isSameLook(entry, look) && hasSameFiles(entry, message));
  return found?.id;
}

function isSameLook({ content, components = [] }: DiscordMessage, look: DiscordLook): boolean {
  const shown = [content, ...displayedText(components)];
  const wanted = "content" in look ? [look.content] : displayedText(look.components);
  return shown.join("\n").trim() === wanted.join("\n").trim();
}

/** Without words it is known by the names of its files alone; with them, names that Discord writes otherwise do no harm. */
function hasSameFiles({ attachments }: DiscordMessage, message: OutgoingMessage): boolean {
  const { files = [] } = message;
  if (messageWords(message) !== "") return attachments.length === files.length;
  const names = files.map(nameOf).join("\n");
  return names !== "" && attachments.map(({ filename }) => filename).join("\n") === names;
}

/** An interaction that nothing answers stops to show "thinking", and who used it is told why. */
async function passOver(parts: DiscordSenderParts, event: ChatEvent): Promise<void> {
  const { client, answers } = parts;
  const id = interactionIdOf(event.updateId);
  const open = id === undefined ? undefined : await answers.unanswered(id);
  if (open === undefined) return;
  answers.close(open.id);
  await webhookOf(client, open.token)
    .then((webhook) => client.call("DELETE", `${webhook}/messages/@original`))
    .catch(() => undefined); // of no interest
  const isKorean = event.sender.languageTag?.startsWith("ko") === true;
  await tellPrivately(parts, open.token, say(isKorean ? "ko" : "en", "discordNotAnswered"));
}

/** A message answers the interaction that waits in its chat, if one does; any other goes to the channel, under a nonce by which it is known again. Where the bot does not see the channel, it follows the command that was used there. */
async function sendMessage(
  parts: DiscordSenderParts,
  chat: ChatAddress,
  message: OutgoingMessage,
  facts: SendFacts | undefined,
): Promise<Sent> {
  const content = await contentOf(message, parts.languageIn(chat));
  try {
    const { repliesTo, onlyFor } = message;
    return onlyFor === undefined || chat.isPrivate
      ? await sendContent(parts, chat, content, { ...facts, repliesTo })
      : await sendQuietly(parts, chat, content, { ...facts, onlyFor });
  } catch (thrown) {
    if (isRefusedWith(thrown, CODE.mayNotReply)) throw withoutReply(thrown, message);
    throw explainTooLarge(await explainLacking(thrown, parts.client, chat, message), message);
  }
}

/** Answering takes the permission Read Message History (docs "JSON Error Codes", 160002). */
function withoutReply(thrown: DiscordError, message: OutgoingMessage): DeliveryError {
  const { repliesTo: _, ...instead } = message;
  const facts = { cause: thrown, instead: [instead] };
  return new DeliveryError("refused", thrown.words ?? thrown.message, facts);
}

/** What only one person may see takes the place of the "thinking" that only they see, or follows it. */
async function sendQuietly(
  parts: DiscordSenderParts,
  chat: ChatAddress,
  content: Content,
  { key, onlyFor }: Partial<SendFacts> & { readonly onlyFor: string },
): Promise<Sent> {
  const { answers } = parts;
  if (!answers.isQuiet(onlyFor)) throw new DeliveryError("gone", QUIET_OVER);
  const waiting = key === undefined ? undefined : await answers.take(chat, key, onlyFor);
  const answered = waiting && (await answer(parts, waiting, content, "PATCH"));
  return answered ?? (await followQuietly(parts, onlyFor, content));
}

/** What only one person may see never becomes a message for all: where it cannot follow the interaction any more, it is not sent there. */
async function followQuietly(
  parts: DiscordSenderParts,
  interactionId: string,
  content: Content,
): Promise<Sent> {
  const used = parts.answers.following(interactionId);
  const body = { ...content.body, flags: content.body.flags | EPHEMERAL };
  const followed = used && (await answer(parts, used, { ...content, body }, "POST"));
  if (followed === undefined) throw new DeliveryError("gone", QUIET_OVER);
  return followed;
}

const QUIET_OVER = {
  en: "What only you see could not be shown in that server any more.",
  ko: "나에게만 보이는 답을 그 서버에 더는 보여 드릴 수 없었어요.",
};

/** Who wrote the message that is answered is told, and nobody else (docs "Message Resource", Message Reference and Allowed Mentions). */
function replyTo(messageId: string | undefined, { allowed_mentions: mentions }: DiscordLook) {
  if (messageId === undefined) return {};
  return {
    message_reference: { message_id: messageId, fail_if_not_exists: false },
    allowed_mentions: { ...mentions, replied_user: true },
  };
}

async function sendContent(
  parts: DiscordSenderParts,
  chat: ChatAddress,
  content: Content,
  { key, repliesTo }: Partial<SendFacts> & { readonly repliesTo: string | undefined },
): Promise<Sent> {
  const { answers } = parts;
  const waiting = key === undefined ? undefined : await answers.take(chat, key, repliesTo);
  const answered = waiting && (await answer(parts, waiting, content, "PATCH"));
  if (answered !== undefined) return answered;
  if (repliesTo !== undefined && answers.isQuiet(repliesTo))
    return await followQuietly(parts, repliesTo, content);
  const nonce = key === undefined ? {} : { nonce: nonceOf(key), enforce_nonce: true };
  try {
    const path = `/channels/${channelOf(chat)}/messages` as const;
    const reply = replyTo(repliesTo, content.body);
    const named = { ...content, body: { ...content.body, ...nonce, ...reply } };
    return await sent(parts.client, "POST", path, named);
  } catch (thrown) {
    const used = isUnseen(thrown) ? parts.answers.latest(chat) : undefined;
    const followed = used && (await answer(parts, used, content, "POST"));
    if (followed === undefined) throw thrown;
    return followed;
  }
}

type Content = CallParts & { readonly body: DiscordLook & { readonly attachments?: object } };

/** Files are said outright, or those of a second try would be added to those of the first (docs "Edit Message", attachments). */
async function contentOf(message: OutgoingMessage, language: Language): Promise<Content> {
  const files = await filesOf(message);
  const body = lookOf(message, language);
  if (files.length === 0) return { body };
  const attachments = files.map(({ name: filename }, id) => ({ id, filename }));
  return { body: { ...body, attachments }, files };
}

/** Changes a message; one of an interaction can be changed by its token where the bot does not see the channel. */
async function editMessage(
  { client, answers, languageIn }: DiscordSenderParts,
  chat: ChatAddress,
  messageId: string,
  message: OutgoingMessage,
): Promise<void> {
  const body = editOf(lookOf(message, languageIn(chat)));
  const edit = (place: `/${string}`) =>
    client.call("PATCH", `${place}/messages/${messageId}`, { body });
  const isForOne = message.onlyFor !== undefined && !chat.isPrivate;
  if (isForOne || answers.isQuiet(messageId)) {
    const sender = answers.senderOf(messageId);
    if (sender === undefined) throw new DeliveryError("gone", QUIET_OVER);
    await edit(await webhookOf(client, sender.token));
    return;
  }
  try {
    await inOpenThread(client, chat, () => edit(`/channels/${channelOf(chat)}`));
  } catch (thrown) {
    const used = isUnseen(thrown) ? answers.senderOf(messageId) : undefined;
    if (used === undefined)
      throw asCard(await explainLacking(thrown, client, chat, message), message);
    await edit(await webhookOf(client, used.token));
  }
}

/** A message of components stays one for ever, so that what would make it plain is refused (docs "Component Reference", IS_COMPONENTS_V2): it is to become a card that is over. */
function asCard(thrown: unknown, message: OutgoingMessage): unknown {
  if (message.tone !== undefined || !isRefusedWith(thrown, CODE.wrongBody)) return thrown;
  const instead = [{ ...message, tone: "over" as const }];
  return new DeliveryError("refused", thrown.words ?? thrown.message, { cause: thrown, instead });
}

/** Commands can be used where the bot itself may neither look nor write. */
function isUnseen(thrown: unknown): boolean {
  return isRefusedWith(thrown, CODE.missingAccess, CODE.missingPermissions);
}

/** Takes the place of "thinking" (`PATCH`), or follows what was said (`POST`). Undefined when the interaction can be answered no more. */
async function answer(
  { client, answers }: DiscordSenderParts,
  used: Answerable,
  content: Content,
  method: "PATCH" | "POST",
): Promise<Sent | undefined> {
  const webhook = await webhookOf(client, used.token);
  try {
    const path = method === "POST" ? webhook : (`${webhook}/messages/@original` as const);
    const body = method === "POST" ? content.body : editOf(content.body);
    const message = await sent(client, method, path, { ...content, body });
    answers.sent(used, message.messageId);
    return message;
  } catch (thrown) {
    if (!isRefusedWith(thrown, CODE.unknownMessage, ...INTERACTION_OVER)) throw thrown;
    answers.close(used.id);
    return undefined;
  }
}

async function sent(
  client: DiscordClient,
  method: "PATCH" | "POST",
  path: `/${string}`,
  content: CallParts,
): Promise<Sent> {
  const { id: messageId } = await client.call<{ readonly id?: string }>(method, path, content);
  if (messageId !== undefined) return { messageId };
  throw new DiscordError("no-answer", "Discord did not say which message was sent");
}

/**
 * Does something in a chat; where that is an archived thread it is opened first, as sending a message does by itself. It takes the permission
 * to write there, and does not open a locked one (docs "Channel Resource", Modify Channel, Thread).
 */
async function inOpenThread(
  client: DiscordClient,
  { threadId }: ChatAddress,
  act: () => Promise<unknown>,
): Promise<void> {
  try {
    await act();
  } catch (thrown) {
    if (!isRefusedWith(thrown, CODE.archivedThread) || threadId === undefined) throw thrown;
    await client.call("PATCH", `/channels/${threadId}`, { body: { archived: false } });
    await act();
  }
}

/**
 * What a send or edit that Discord refused for a permission means: it says that one lacks, and not which (docs "JSON Error Codes", 50013).
 * A message is then taken without its files; what is refused bare lacks the right to write. Anything else is given as it was thrown. The
 * containers of cards take no permission of their own.
 */
async function explainLacking(
  thrown: unknown,
  client: DiscordClient,
  chat: ChatAddress,
  message: OutgoingMessage,
): Promise<unknown> {
  if (!isRefusedWith(thrown, CODE.missingPermissions)) return thrown;
  const place = await placeName(client, chat);
  const { files = [], inForm } = message;
  if (files.length > 0) {
    const lacked: FormPermission = "Attach Files";
    const form = { ...inForm, lacks: { permission: lacked, place } };
    const instead = [{ ...withoutFiles(message), inForm: form }];
    return new DeliveryError("refused", wordsFor(place, lacked), { cause: thrown, instead });
  }
  const permission = chat.threadId === undefined ? "Send Messages" : "Send Messages in Threads";
  return new DeliveryError("gone", wordsFor(place, permission), { cause: thrown });
}

/** The names of the files stand in the place of them. */
function withoutFiles({ files = [], ...words }: OutgoingMessage): OutgoingMessage {
  const names = files.map(({ name, caption }) => caption ?? escapeMarkup(name)).join(", ");
  const lines = [words.text, `📎 ${names} (✗ Attach Files)`];
  return { ...words, text: lines.filter((line) => line !== "").join("\n") };
}

function wordsFor(place: string, permission: string) {
  return {
    en: `The bot lacks the permission "${permission}" in ${place}. Give it in the settings of that server or channel.`,
    ko: `${place}에서 봇에 "${permission}" 권한이 없어요. 그 서버나 채널의 설정에서 켜 주세요.`,
  };
}

/** What people call a channel; its id where the bot may not look at it. */
async function placeName(client: DiscordClient, chat: ChatAddress): Promise<string> {
  const id = channelOf(chat);
  const channel = await client.look<DiscordChannel>(`/channels/${id}`).catch(() => undefined);
  return channel?.name === undefined ? id : `#${channel.name}`;
}

/** Marks a message that is worked on. A server may forbid reactions: failures are of no interest. What came by a command shows "thinking" and has no message. */
function createReactions(
  client: DiscordClient,
  clock: Clock,
): Required<Pick<ChatAdapter, "noted" | "settled" | "react">> {
  /** The mark of a message is taken away after it was set, never before. */
  const underWay = new Map<string, Promise<void>>();
  /** One more try where Discord asks to wait: a mark that stays says something that is not true. */
  const react = async (
    method: "PUT" | "DELETE",
    event: MessageEvent,
    emoji: string,
    isLastTry = false,
  ): Promise<void> => {
    const { chat, messageId } = event;
    const message = `/channels/${channelOf(chat)}/messages/${messageId}` as const;
    try {
      await client.call(method, `${message}/reactions/${emoji}/@me`);
    } catch (thrown) {
      if (!(thrown instanceof DiscordError)) throw thrown;
      const { kind, retryAfterMs } = thrown;
      if (isLastTry || kind !== "rate-limited" || retryAfterMs > LONGEST_WAIT_MS) return;
      await clock.sleep(retryAfterMs);
      await react(method, event, emoji, true);
    }
  };
  const keyOf = ({ chat, messageId }: MessageEvent): string => `${chatKey(chat)} ${messageId}`;
  return {
    async react(event, emoji) {
      if (interactionIdOf(event.updateId) !== undefined) return;
      await react("PUT", event, encodeURIComponent(emoji));
    },
    async noted(event) {
      if (interactionIdOf(event.updateId) !== undefined) return;
      const work = react("PUT", event, AT_WORK);
      underWay.set(keyOf(event), work);
      await work;
    },
    async settled(event) {
      const work = underWay.get(keyOf(event));
      underWay.delete(keyOf(event));
      if (work === undefined) return;
      await work;
      await react("DELETE", event, AT_WORK);
    },
  };
}
