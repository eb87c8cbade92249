import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { lookOf, nonceOf } from "../../../src/bots/discord/message.ts";
import { Outbox } from "../../../src/bots/outbox/outbox.ts";
import type { MessageClass } from "../../../src/bots/outbox/statements.ts";
import { OutboxTable } from "../../../src/bots/outbox/table.ts";
import type { ChatAddress } from "../../../src/bots/platform/chat-adapter.ts";
import { openDatabase } from "../../../src/store/database.ts";
import {
  DISCORD_TOKEN,
  type DiscordBench,
  withDiscord,
} from "../../support/discord-server-adapter.ts";
import { ShiftedClock } from "../../support/shifted-clock.ts";

const CHAT: ChatAddress = { platform: "discord", chatId: "400000000000000001", isPrivate: false };
const CHAT_KEY = "discord:400000000000000001";
const POSTED = /^POST .*messages/;

/** An outbox on disk that a process after another opens; a process that was killed is one that nobody hears of any more. */
async function withOutbox(
  run: (bench: DiscordBench, outbox: OutboxPort) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "ibl-outbox-"));
  const outboxes: Outbox[] = [];
  try {
    await withDiscord(async (bench) => {
      bench.server.channel({ id: CHAT.chatId, guildId: "300000000000000001" });
      const outbox = outboxIn(join(folder, "bot.db"), bench, outboxes);
      try {
        await run(bench, outbox);
      } finally {
        for (const each of outboxes) await each.stop();
      }
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface OutboxPort {
  readonly clock: ShiftedClock;
  /** Starts a process. */
  readonly start: () => { readonly outbox: Outbox; readonly table: OutboxTable };
}

function outboxIn(path: string, bench: DiscordBench, outboxes: Outbox[]): OutboxPort {
  const clock = new ShiftedClock();
  return {
    clock,
    start() {
      const table = new OutboxTable({ database: openDatabase(path), clock });
      const outbox = new Outbox({
        table,
        clock,
        log: { info: () => undefined, warn: () => undefined, error: () => undefined },
        addressOf: () => CHAT,
        faultPoint: () => undefined,
      });
      outboxes.push(outbox);
      outbox.start(bench.another(), { recover: true });
      return { outbox, table };
    },
  };
}

function post(outbox: Outbox, kind: MessageClass = "reply"): void {
  outbox.post({ key: "reply:1", chatKey: CHAT_KEY, class: kind, message: { text: "한 번만" } });
}

test("a reply whose response is lost is sent again at once and appears exactly once", async () => {
  await withOutbox(async ({ server }, { start }) => {
    server.dropAnswer({ path: POSTED });
    const { outbox, table } = start();
    post(outbox);
    const delivery = await outbox.settled("reply:1", 8000);
    assert.deepEqual(delivery, { state: "sent", messageId: server.seen(CHAT.chatId)[0]?.id });
    assert.equal(server.seen(CHAT.chatId).length, 1);
    assert.equal(server.callsOf(POSTED).length, 2);
    assert.equal(table.byKey("reply:1")?.attempts, 2);
  });
});

test("a crash after a send whose response was lost results in exactly one message", async () => {
  await withOutbox(async ({ server }, { start }) => {
    server.dropAnswer({ path: POSTED });
    const first = start();
    // The row as a killed process leaves it: begun, and nothing heard.
    await first.outbox.stop();
    first.table.add({
      key: "reply:1",
      platform: "discord",
      chatKey: CHAT_KEY,
      class: "reply",
      message: { text: "한 번만" },
    });
    await first.table.claim(first.table.byKey("reply:1")!.id);
    const { nonce } = await sentByKilled(server, "reply:1");
    const { outbox } = start();
    const delivery = await outbox.settled("reply:1", 8000);
    assert.equal(delivery?.state, "sent");
    assert.equal(server.seen(CHAT.chatId).length, 1);
    assert.deepEqual(
      server.callsOf(POSTED).map(({ body }) => (body as { nonce: string }).nonce),
      [nonce, nonce],
    );
  });
});

test("past the time in which the platform knows it again, a reply that arrived is found and not sent", async () => {
  await withOutbox(async ({ server }, { start, clock }) => {
    const first = start();
    await first.outbox.stop();
    first.table.add({
      key: "reply:1",
      platform: "discord",
      chatKey: CHAT_KEY,
      class: "reply",
      message: { text: "한 번만" },
    });
    await first.table.claim(first.table.byKey("reply:1")!.id);
    await sentByKilled(server, "reply:1");
    clock.shift(10 * 60_000);
    server.state.aheadMs = 10 * 60_000;
    const { outbox } = start();
    const delivery = await outbox.settled("reply:1", 8000);
    assert.deepEqual(delivery, { state: "sent", messageId: server.seen(CHAT.chatId)[0]?.id });
    assert.equal(server.callsOf(POSTED).length, 1);
  });
});

test("one that cannot be found is not sent blindly: it may have arrived, unless it is a card", async () => {
  await withOutbox(async ({ server }, { start, clock }) => {
    const first = start();
    await first.outbox.stop();
    for (const kind of ["reply", "card"] as const) {
      const key = `${kind}:1`;
      first.table.add({
        key,
        platform: "discord",
        chatKey: CHAT_KEY,
        class: kind,
        message: { text: kind },
      });
      await first.table.claim(first.table.byKey(key)!.id);
    }
    clock.shift(10 * 60_000);
    server.state.aheadMs = 10 * 60_000;
    const { outbox } = start();
    assert.equal((await outbox.settled("reply:1", 8000))?.state, "unknown");
    assert.equal((await outbox.settled("card:1", 8000))?.state, "sent");
    assert.deepEqual(
      server.seen(CHAT.chatId).map(({ text }) => text),
      ["card"],
    );
  });
});

test("a message that only waited for a limit is sent, however long it waited", async () => {
  await withOutbox(async ({ server }, { start, clock }) => {
    server.failNext({ path: POSTED, status: 429, retryAfterSeconds: 0.3 });
    const { outbox, table } = start();
    post(outbox, "briefing");
    await server.waitFor(() => server.callsOf(POSTED).length === 1);
    clock.shift(10 * 60_000);
    assert.equal((await outbox.settled("reply:1", 8000))?.state, "sent");
    assert.equal(table.byKey("reply:1")?.state, "sent");
    assert.equal(server.callsOf(/^GET .*messages/).length, 0);
  });
});

test("long texts are cut by what they are in Markdown, never inside it", async () => {
  await withOutbox(async ({ server }, { start }) => {
    const { outbox } = start();
    const text = Array.from(
      { length: 120 },
      (_, index) => `${index}. 값_${index}_*별* [a] <b>`,
    ).join("\n");
    outbox.post({ key: "long", chatKey: CHAT_KEY, class: "reply", message: { text } });
    assert.equal((await outbox.settled("long", 8000))?.state, "sent");
    const parts = server.seen(CHAT.chatId);
    assert.ok(parts.length > 1);
    assert.ok(parts.every(({ message }) => message.content.length <= 2000));
    assert.equal(parts.map((part) => part.text).join("\n"), text);
  });
});

/** The call of a process that was killed before it heard the answer. */
async function sentByKilled(
  server: DiscordBench["server"],
  key: string,
): Promise<{ readonly nonce: string }> {
  const nonce = nonceOf(key);
  const body = { ...lookOf({ text: "한 번만" }, "ko"), nonce, enforce_nonce: true };
  await fetch(`${server.apiBase}/v10/channels/${CHAT.chatId}/messages`, {
    method: "POST",
    headers: { authorization: `Bot ${DISCORD_TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  return { nonce };
}
