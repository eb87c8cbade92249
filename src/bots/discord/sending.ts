import { toPlainText } from "../markup/parse-markup.ts";
import { messageWords } from "../outbox/message-parts.ts";
import {
  type ChatAdapter,
  type ChatAddress,
  type ChatEvent,
  DeliveryError,
  type OutgoingMessage,
  type SendFacts,
} from "../platform/chat-adapter.ts";
import { say } from "../texts/say.ts";
import { nonceOf } from "./components.ts";
import { CODE, DiscordError, isRefusedWith } from "./errors.ts";
import { interactionIdOf } from "./events.ts";
import { nameOf } from "./files.ts";
import {
  type InteractionParts,
  type OpenPresses,
  tellPrivately,
  webhookOf,
} from "./interactions.ts";
import { escapeDiscord } from "./markup.ts";
import { type DiscordLook, lookOf } from "./message.ts";
import { editMessage, type OutgoingParts, sendMessage } from "./outgoing.ts";
import { type DiscordMessage, snowflakeAt } from "./payloads.ts";
import { channelOf } from "./places.ts";

/** Longest note to a presser, in UTF-16 units; any longer one is a mistake of ours. */
const LONGEST_NOTE = 1500;
/** How many of the latest messages are looked through for one that may have arrived; Discord gives at most 100 (docs "Get Channel Messages"). */
const LOOKED_THROUGH = 100;
/** Clocks may differ by this much. */
const CLOCK_SLACK_MS = 30_000;

/** Dependencies of `createDiscordSender`. */
export interface DiscordSenderParts extends OutgoingParts, InteractionParts {
  readonly presses: OpenPresses;
}

/** The sending half of a Discord adapter. */
export type DiscordSender = Required<
  Pick<ChatAdapter, "send" | "edit" | "delete" | "find" | "acknowledge" | "passOver" | "typing">
>;

/** Makes the sending half; every failure of `send`, `edit`, `delete` and `find` is a `DeliveryError`. */
export function createDiscordSender(parts: DiscordSenderParts): DiscordSender {
  const { client, presses } = parts;
  return {
    send: (chat, message, facts) => sendMessage(parts, chat, message, facts),
    edit: (chat, messageId, message) => editMessage(parts, chat, messageId, message),
    delete: (chat, messageId) => deleteMessage(parts, chat, messageId),
    find: (chat, message, facts) => find(parts, { chat, message, ...facts }),
    async acknowledge(pressId, note = "") {
      const token = await presses.take(pressId);
      const text = escapeDiscord(toPlainText(note)).slice(0, LONGEST_NOTE);
      if (token !== undefined && text !== "") await tellPrivately(parts, token, text);
    },
    passOver: (event) => passOver(parts, event),
    async typing(chat) {
      await client.call("POST", `/channels/${channelOf(chat)}/typing`).catch((thrown: unknown) => {
        if (!(thrown instanceof DiscordError) || thrown.kind === "rate-limited") throw thrown;
      });
    },
  };
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
  const { client } = parts;
  const { botId } = await client.identity();
  const query = {
    limit: String(LOOKED_THROUGH),
    after: snowflakeAt(wanted.sinceMs - CLOCK_SLACK_MS),
  };
  const path = `/channels/${channelOf(wanted.chat)}/messages` as const;
  const messages = await client.call<readonly DiscordMessage[]>("GET", path, { query });
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
async function passOver(parts: DiscordSenderParts, event: ChatEvent): Promise<void> {
  const { client, answers } = parts;
  const id = interactionIdOf(event.updateId);
  const open = id === undefined ? undefined : await answers.unanswered(id);
  if (open === undefined) return;
  answers.close(open.id);
  try {
    await client.call("DELETE", `${await webhookOf(client, open.token)}/messages/@original`);
  } catch (thrown) {
    if (!(thrown instanceof DiscordError)) throw thrown; // of no interest otherwise
  }
  const isKorean = event.sender.languageTag?.startsWith("ko") === true;
  await tellPrivately(parts, open.token, say(isKorean ? "ko" : "en", "discordNotAnswered"));
}
