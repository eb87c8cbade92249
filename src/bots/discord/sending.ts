import { toPlainText } from "../markup/parse-markup.ts";
import { messageWords } from "../outbox/message-parts.ts";
import {
  type ChatAdapter,
  type ChatAddress,
  DeliveryError,
  type OutgoingMessage,
  type SendFacts,
} from "../platform/chat-adapter.ts";
import { say } from "../texts/say.ts";
import type { DiscordClient } from "./client.ts";
import { nonceOf } from "./components.ts";
import { DiscordError, MISSING, toDeliveryError } from "./errors.ts";
import { interactionIdOf } from "./events.ts";
import { nameOf } from "./files.ts";
import { type OpenPresses, tellPrivately } from "./interactions.ts";
import { escapeDiscord } from "./markup.ts";
import { type DiscordLook, lookOf } from "./message.ts";
import { editMessage, type OutgoingParts, sendMessage } from "./outgoing.ts";
import { type DiscordMessage, discordMessage, snowflakeAt } from "./payloads.ts";
import { channelOf } from "./places.ts";

/** Longest note to a presser, in UTF-16 units; any longer one is a mistake of ours. */
const LONGEST_NOTE = 1500;
/** How many of the latest messages are looked through for one that may have arrived; Discord gives at most 100 (docs "Get Channel Messages"). */
const LOOKED_THROUGH = 100;
/** Clocks may differ by this much. */
const CLOCK_SLACK_MS = 30_000;

/** Dependencies of `createDiscordSender`. */
export interface DiscordSenderParts extends OutgoingParts {
  readonly presses: OpenPresses;
}

/** The sending half of a Discord adapter. */
export type DiscordSender = Required<
  Pick<ChatAdapter, "send" | "edit" | "delete" | "find" | "acknowledge" | "passOver" | "typing">
>;

/** Makes the sending half; every failure of `send`, `edit`, `delete` and `find` is a `DeliveryError`. */
export function createDiscordSender(parts: DiscordSenderParts): DiscordSender {
  return {
    send: (chat, message, facts) => delivering(() => sendMessage(parts, chat, message, facts)),
    edit: (chat, messageId, message) =>
      delivering(() => editMessage(parts, chat, messageId, message)),
    delete: (chat, messageId) => delivering(() => deleteMessage(parts, chat, messageId)),
    find: (chat, message, facts) => delivering(() => find(parts, { chat, message, ...facts })),
    async acknowledge(pressId, note = "") {
      const token = await parts.presses.take(pressId);
      const text = escapeDiscord(toPlainText(note)).slice(0, LONGEST_NOTE);
      if (token !== undefined && text !== "")
        await tellPrivately(await parts.interactions(), token, text);
    },
    passOver: (event) => passOver(parts, event),
    async typing(chat) {
      const path = `/channels/${channelOf(chat)}/typing` as const;
      await quietly(parts, { name: "trigger typing", method: "POST", path }, (problem) => {
        if (problem.kind === "rate-limited") throw problem;
      });
    },
  };
}

async function delivering<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (thrown) {
    throw thrown instanceof DiscordError ? toDeliveryError(thrown) : thrown;
  }
}

/** What others wrote takes the permission Manage Messages, and stays in direct messages (docs "Message Resource", Delete Message). What is gone already is success. */
async function deleteMessage(
  parts: DiscordSenderParts,
  chat: ChatAddress,
  messageId: string,
): Promise<void> {
  const client = await parts.load();
  try {
    await client.call({
      name: "delete message",
      method: "DELETE",
      path: `/channels/${channelOf(chat)}/messages/${messageId}`,
    });
  } catch (thrown) {
    if (!(thrown instanceof DiscordError)) throw thrown;
    if (thrown.errorCode === MISSING.permissions)
      throw new DeliveryError("refused", MAY_NOT_DELETE, { cause: thrown });
    if (thrown.errorCode !== MISSING.message) throw thrown;
  }
}

const MAY_NOT_DELETE = {
  en: "The bot may not delete what others wrote there: it lacks the permission Manage Messages.",
  ko: "봇이 그곳에서 다른 사람의 메시지를 지울 수 없습니다. 메시지 관리 권한이 없습니다.",
};

/** By the nonce where Discord tells it, else by the very same look and as many files. */
async function find(
  parts: DiscordSenderParts,
  wanted: SendFacts & {
    readonly chat: ChatAddress;
    readonly message: OutgoingMessage;
    readonly sinceMs: number;
  },
): Promise<string | undefined> {
  const { client, botId } = await parts.interactions();
  const answered = await client.call({
    name: "get channel messages",
    method: "GET",
    path: `/channels/${channelOf(wanted.chat)}/messages`,
    query: {
      limit: String(LOOKED_THROUGH),
      after: snowflakeAt(wanted.sinceMs - CLOCK_SLACK_MS),
    },
  });
  const messages = discordMessage.array().safeParse(answered).data ?? [];
  const nonce = nonceOf(wanted.key);
  const look = lookOf(wanted.message, parts.languageIn(wanted.chat));
  const own = messages.filter(({ author }) => author.id === botId);
  const found =
    own.find((message) => message.nonce === nonce) ??
    own.find((entry) => isSameLook(entry, look) && hasSameFiles(entry, wanted.message));
  return found?.id;
}

function isSameLook({ content, embeds }: DiscordMessage, look: DiscordLook): boolean {
  const shown = [content, ...embeds.map(({ description = "" }) => description)];
  const wanted = [look.content, ...look.embeds.map(({ description }) => description)];
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
async function passOver(
  parts: DiscordSenderParts,
  event: Parameters<NonNullable<ChatAdapter["passOver"]>>[0],
): Promise<void> {
  const id = interactionIdOf(event.updateId);
  const open = id === undefined ? undefined : await parts.answers.unanswered(id);
  if (open === undefined) return;
  parts.answers.close(open.id);
  const interactions = await parts.interactions();
  await quietly(parts, {
    name: "delete an answer",
    method: "DELETE",
    path: `/webhooks/${interactions.applicationId}/${open.token}/messages/@original`,
    isOpen: true,
  });
  const isKorean = event.sender.languageTag?.startsWith("ko") === true;
  await tellPrivately(interactions, open.token, say(isKorean ? "ko" : "en", "discordNotAnswered"));
}

/** Makes a call whose failure is of no interest, unless `onProblem` finds it to be. */
async function quietly(
  parts: DiscordSenderParts,
  request: Parameters<DiscordClient["call"]>[0],
  onProblem: (problem: DeliveryError) => void = () => undefined,
): Promise<void> {
  try {
    const client = await parts.load();
    await client.call(request);
  } catch (thrown) {
    if (!(thrown instanceof DiscordError)) throw thrown;
    onProblem(toDeliveryError(thrown));
  }
}
