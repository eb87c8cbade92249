import { test } from "node:test";
import type { ChatAdapter, ChatAddress, ChatEvent } from "../../src/bots/platform/chat-adapter.ts";
import { DeliveryError } from "../../src/bots/platform/chat-adapter.ts";
import { MINJI as MINJI_ON_DISCORD, withDiscord } from "./discord-server-adapter.ts";
import type { TelegramServer } from "./telegram-server.ts";
import { MINJI, MINJIS_CHAT, withTelegram } from "./telegram-server-adapter.ts";

/** What a person does and sees on a platform, whatever it is called there. */
export interface Platform {
  readonly adapter: ChatAdapter;
  /** Minji's private chat. */
  readonly chat: ChatAddress;
  /** Starts the adapter; resolves when it is connected. */
  readonly start: (onEvent: (event: ChatEvent) => Promise<void>) => Promise<void>;
  /** Makes the chat one that the bot may write to. */
  readonly open: () => void;
  readonly say: (text: string) => void;
  /** Minji sends a file. */
  readonly sendFile: (file: { readonly name: string; readonly bytes: Buffer }) => void;
  readonly press: (messageId: string, label: string) => void;
  /** Texts in Minji's chat as they show, oldest first. */
  readonly shown: () => readonly string[];
  /** What the bot shows as one in Minji's chat: the names of its files and their words, oldest first. */
  readonly albums: () => readonly (readonly [names: readonly string[], words: string])[];
  readonly labels: (messageId: string) => readonly string[];
  /** The next message is stored and its answer lost. */
  readonly loseAnswer: () => void;
  /** The same of the next album. */
  readonly loseAlbum: () => void;
  /** The next album is more than the platform takes at once. */
  readonly overfillOnce: () => void;
  readonly limitOnce: () => void;
  readonly blockOnce: () => void;
  /** The same of the next album. */
  readonly limitAlbum: () => void;
  readonly blockAlbum: () => void;
  /** The platform does not let the next message be taken away. */
  readonly keepOnce: () => void;
  /** Lets the wait after a failure end. */
  readonly letWait: () => Promise<void>;
  readonly until: (predicate: () => boolean) => Promise<unknown>;
}

type Run = (platform: Platform) => Promise<void>;

function onTelegram(run: Run): Promise<void> {
  return withTelegram(async (bench) => {
    const { server, adapter } = bench;
    const messageOf = (messageId: string) =>
      server.messages(MINJI.id).find((message) => String(message.messageId) === messageId);
    await run({
      adapter,
      chat: MINJIS_CHAT,
      start: (onEvent) =>
        bench.start(async (event) => {
          await onEvent(event);
        }),
      open: () => void server.say(MINJI, "/start"),
      say: (text) => void server.say(MINJI, text),
      sendFile: (file) => void server.sendFile(MINJI, { kind: "document", ...file }),
      press: (messageId, label) => void server.press(MINJI, Number(messageId), label),
      shown: () =>
        server
          .messages(MINJI.id)
          .filter(({ from }) => from.isBot === true)
          .map(({ text }) => text),
      albums: () => albumsOf(server),
      labels: (messageId) => (messageOf(messageId)?.buttons ?? []).flat().map(({ text }) => text),
      loseAnswer: () => server.dropAnswer({ method: "sendMessage" }),
      loseAlbum: () => server.dropAnswer({ method: "sendMediaGroup" }),
      overfillOnce: () =>
        server.failNext({
          method: "sendMediaGroup",
          status: 413,
          description: "Request Entity Too Large",
        }),
      limitAlbum: () =>
        server.failNext({ method: "sendMediaGroup", status: 429, retryAfter: 2, times: 1 }),
      blockAlbum: () => server.failNext({ method: "sendMediaGroup", status: 403, times: 1 }),
      limitOnce: () =>
        server.failNext({ method: "sendMessage", status: 429, retryAfter: 2, times: 1 }),
      blockOnce: () => server.failNext({ method: "sendMessage", status: 403, times: 1 }),
      keepOnce: () =>
        server.failNext({
          method: "deleteMessage",
          status: 400,
          description: "Bad Request: message can't be deleted",
          times: 1,
        }),
      async letWait() {
        (await bench.clock.nextWait()).end();
      },
      until: (predicate) => server.waitFor(predicate),
    });
  });
}

/** On Telegram the messages of an album share its id. */
function albumsOf(server: TelegramServer): ReturnType<Platform["albums"]> {
  const albums = new Map<unknown, [string[], string]>();
  for (const { messageId, from, text, file, extra } of server.messages(MINJI.id)) {
    if (from.isBot !== true || file === undefined) continue;
    const id = extra["media_group_id"] ?? messageId;
    const [names, words] = albums.get(id) ?? [[], ""];
    albums.set(id, [[...names, file.name], words + text]);
  }
  return [...albums.values()];
}

function onDiscord(run: Run): Promise<void> {
  return withDiscord(async (bench) => {
    const { server, adapter } = bench;
    const minji = server.user(MINJI_ON_DISCORD);
    const dm = server.dm(minji);
    const POST = /^POST .*messages/;
    await run({
      adapter,
      chat: { platform: "discord", chatId: dm, isPrivate: true },
      start: (onEvent) => bench.start(adapter, onEvent),
      open: () => undefined,
      say: (text) => void server.say(minji, dm, text),
      sendFile: (file) => void server.say(minji, dm, "", { files: [file] }),
      press: (messageId, label) => void server.press(minji, messageId, label),
      shown: () =>
        server
          .seen(dm)
          .filter(({ message }) => message.author.bot === true)
          .map(({ text }) => text),
      albums: () =>
        server
          .seen(dm)
          .filter(({ message }) => message.author.bot === true && message.attachments.length > 0)
          .map(({ text, message }) => [message.attachments.map(({ filename }) => filename), text]),
      labels: (messageId) => server.seen(dm).find(({ id }) => id === messageId)?.labels ?? [],
      loseAnswer: () => server.dropAnswer({ path: POST }),
      loseAlbum: () => server.dropAnswer({ path: POST }),
      overfillOnce: () => server.failNext({ path: POST, status: 413, code: 40005 }),
      limitOnce: () => server.failNext({ path: POST, status: 429, retryAfterSeconds: 2 }),
      blockOnce: () => server.failNext({ path: POST, status: 403, code: 50007 }),
      limitAlbum: () => server.failNext({ path: POST, status: 429, retryAfterSeconds: 2 }),
      blockAlbum: () => server.failNext({ path: POST, status: 403, code: 50007 }),
      // In direct messages nobody deletes what others wrote.
      keepOnce: () => undefined,
      letWait: async () => undefined,
      until: (predicate) => server.waitFor(predicate),
    });
  });
}

const PLATFORMS: readonly (readonly [string, (run: Run) => Promise<void>])[] = [
  ["telegram", onTelegram],
  ["discord", onDiscord],
];

/** Tests the same promise of the contract on every platform. */
export function promise(name: string, run: Run): void {
  for (const [platform, on] of PLATFORMS) test(`${platform}: ${name}`, () => on(run));
}

/** Why a call was not delivered; rejects with anything else, and where it was. */
export async function failureOf(work: Promise<unknown>): Promise<DeliveryError> {
  try {
    await work;
  } catch (thrown) {
    if (thrown instanceof DeliveryError) return thrown;
    throw thrown;
  }
  throw new Error("It did not fail.");
}
