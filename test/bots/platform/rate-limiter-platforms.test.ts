import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { systemClock } from "../../../src/base/clock.ts";
import { createDiscordAdapter } from "../../../src/bots/discord/adapter.ts";
import { Outbox } from "../../../src/bots/outbox/outbox.ts";
import { OutboxTable } from "../../../src/bots/outbox/table.ts";
import { PlatformNotes } from "../../../src/bots/platform/adapter-state.ts";
import type {
  ChatAdapter,
  ChatAddress,
  OutgoingMessage,
} from "../../../src/bots/platform/chat-adapter.ts";
import { createTelegramAdapter } from "../../../src/bots/telegram/adapter.ts";
import { startDiscordServer } from "../../support/discord-server.ts";
import { DISCORD_TOKEN } from "../../support/discord-server-adapter.ts";
import { createDiscordLimits } from "../../support/discord-server-limits.ts";
import { freshDatabase } from "../../support/fresh-database.ts";
import { outboxRows } from "../../support/outbox-rows.ts";
import { pngOf } from "../../support/pictures.ts";
import { RecordingLog } from "../../support/recording-log.ts";
import { startTelegramServer } from "../../support/telegram-server.ts";
import { TOKEN } from "../../support/telegram-server-adapter.ts";
import { createTelegramLimits } from "../../support/telegram-server-limits.ts";

/** So many messages. */
function texts(count: number): readonly OutgoingMessage[] {
  return Array.from({ length: count }, (_, index) => ({ text: `message ${index}` }));
}

/** Sends messages to each chat as fast as the outbox sends them, and gives how many arrived. */
async function sendAll(
  adapter: ChatAdapter,
  chatIds: readonly string[],
  messages: readonly OutgoingMessage[],
): Promise<number> {
  const database = freshDatabase();
  const table = new OutboxTable({ database, clock: systemClock });
  const outbox = new Outbox({
    table,
    clock: systemClock,
    log: new RecordingLog(),
    addressOf: (key): ChatAddress => {
      const [platform = "", chatId = ""] = key.split(":");
      return { platform, chatId, isPrivate: true };
    },
    faultPoint: () => undefined,
  });
  outbox.start(adapter, { recover: true });
  for (const id of chatIds)
    for (const [index, message] of messages.entries())
      outbox.post({
        key: `${id} ${index}`,
        chatKey: `${adapter.platform}:${id}`,
        class: "reply",
        message,
      });
  await outbox.flush(30_000);
  await outbox.stop();
  return outboxRows({ database, table }).filter(({ state }) => state === "sent").length;
}

test("Telegram, which enforces its limits, refuses nothing", async () => {
  const limits = createTelegramLimits();
  const server = await startTelegramServer({ token: TOKEN, limits });
  const chatIds = Array.from({ length: 30 }, (_, index) => String(index + 1));
  for (const id of chatIds) {
    const person = { id: Number(id), firstName: `Person ${id}`, languageCode: "en" };
    server.user(person);
    server.say(person, "hello");
  }
  const adapter = createTelegramAdapter({
    token: TOKEN,
    apiRoot: server.url,
    log: new RecordingLog(),
  });
  assert.equal(await sendAll(adapter, chatIds, texts(2)), 60);
  assert.deepEqual(limits.refusedAtMs, []);
  await server.close();
});

test("albums count as their pictures, and every second try as a call of its own", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "ibl-pace-"));
  context.after(() => rmSync(folder, { recursive: true }));
  const picture = (name: string, bytes: Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return { path, name: `${name}.png`, mediaType: "image/png" };
  };
  const files = ["a", "b", "c"].map((name) => picture(name, pngOf(20, 20)));
  const fake = picture("fake", Buffer.from("Telegram takes it as a document alone"));
  const limits = createTelegramLimits();
  const server = await startTelegramServer({ token: TOKEN, limits });
  const chatIds = Array.from({ length: 10 }, (_, index) => String(index + 1));
  for (const id of chatIds) {
    const person = { id: Number(id), firstName: `Person ${id}`, languageCode: "en" };
    server.user(person);
    server.say(person, "hello");
  }
  const adapter = createTelegramAdapter({
    token: TOKEN,
    apiRoot: server.url,
    log: new RecordingLog(),
  });
  const messages = [{ text: "one" }, { text: "", files }, { text: "", files: [fake] }];
  assert.equal(await sendAll(adapter, chatIds, messages), 30);
  await server.close();
  const counts = ["sendMediaGroup", "sendPhoto", "sendDocument"].map(
    (method) => server.callsOf(method).length,
  );
  assert.deepEqual(counts, [10, 10, 10]);
  assert.deepEqual(limits.refusedAtMs, []);
});

test("Discord, which tells its limits by headers and enforces them, refuses nothing", async () => {
  const limits = createDiscordLimits({ most: 2, perMs: 1000 });
  const server = await startDiscordServer({ token: DISCORD_TOKEN, limits });
  const chatIds = Array.from({ length: 20 }, (_, index) =>
    server.dm(server.user({ id: `20000000000000${100 + index}`, name: `Person ${index}` })),
  );
  const adapter = createDiscordAdapter({
    token: DISCORD_TOKEN,
    apiBase: server.apiBase,
    gateway: server.gatewayUrl,
    memory: new PlatformNotes(freshDatabase(), systemClock).of("discord"),
    log: new RecordingLog(),
  });
  assert.equal(await sendAll(adapter, chatIds, texts(4)), 80);
  assert.deepEqual(limits.refusedAtMs, []);
  await adapter.stop();
  await server.close();
});
