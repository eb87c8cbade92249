import assert from "node:assert/strict";
import { test } from "node:test";
import { systemClock } from "../../../src/base/clock.ts";
import { Outbox } from "../../../src/bots/outbox/outbox.ts";
import { OutboxTable } from "../../../src/bots/outbox/table.ts";
import type { ChatAddress } from "../../../src/bots/platform/chat-adapter.ts";
import { openDatabase } from "../../../src/store/database.ts";
import { type DiscordBench, MINJI, withDiscord } from "../../support/discord-server-adapter.ts";

const GUILD = "300000000000000001";
const CHANNEL = "400000000000000001";
const FORUM = "400000000000000002";
const THREAD = "500000000000000001";
const IN_THREAD: ChatAddress = {
  platform: "discord",
  chatId: CHANNEL,
  threadId: THREAD,
  isPrivate: false,
};

/** Minji in a server with a channel, a thread of it, and a forum. */
function town({ server }: DiscordBench) {
  server.channel({ id: CHANNEL, guildId: GUILD });
  server.channel({ id: FORUM, guildId: GUILD, isForum: true });
  server.thread({ id: THREAD, parentId: CHANNEL });
  return server.user(MINJI);
}

/** Runs with an outbox that delivers by the adapter; chats have the addresses given by their keys. */
async function withOutbox(
  run: (
    bench: DiscordBench,
    outbox: { readonly outbox: Outbox; readonly undelivered: string[] },
  ) => Promise<void>,
): Promise<void> {
  await withDiscord(async (bench) => {
    town(bench);
    const undelivered: string[] = [];
    const outbox = new Outbox({
      table: new OutboxTable({ database: openDatabase(":memory:"), clock: systemClock }),
      clock: systemClock,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      addressOf: (key) => {
        const [, chatId = "", threadId] = key.split(":");
        const here = { platform: "discord", chatId, isPrivate: false };
        return threadId === undefined ? here : { ...here, threadId };
      },
      faultPoint: () => undefined,
    });
    outbox.on("failed", (row) => void undelivered.push(row.key));
    outbox.on("unknown", (row) => void undelivered.push(row.key));
    outbox.start(bench.adapter, { recover: true });
    try {
      await run(bench, { outbox, undelivered });
    } finally {
      await outbox.stop();
    }
  });
}

test("a private thread, a post of a forum and a thread that began with a message are places of their own", async () => {
  await withDiscord(async (bench) => {
    const minji = town(bench);
    const { server } = bench;
    await bench.start();
    const secret = server.thread({ id: "500000000000000002", parentId: CHANNEL, isPrivate: true });
    const post = server.thread({ id: "500000000000000003", parentId: FORUM });
    const begun = server.say(minji, CHANNEL, "얘기해 볼까", { mentions: true });
    const thread = server.thread({ id: begun.id, parentId: CHANNEL });
    for (const place of [secret, post, thread])
      server.say(minji, place, "여기", { mentions: true });
    const events = await bench.eventCount(4);
    const places = events.map(({ chat }) => `${chat.chatId}:${chat.threadId ?? ""}`).sort();
    assert.deepEqual(
      places,
      [`${CHANNEL}:`, `${CHANNEL}:${secret}`, `${CHANNEL}:${begun.id}`, `${FORUM}:${post}`].sort(),
    );
  });
});

test("what is said in an archived thread opens it, and so does a change of what was said there", async () => {
  await withDiscord(async (bench) => {
    town(bench);
    const { adapter, server } = bench;
    const thread = server.state.channels.get(THREAD)!;
    const { messageId } = await adapter.send(IN_THREAD, { text: "하나" }, { key: "1" });
    thread.isArchived = true;
    await adapter.edit(IN_THREAD, messageId, { text: "둘" });
    assert.deepEqual(
      [thread.isArchived, server.seen(THREAD).map(({ text }) => text)],
      [false, ["둘"]],
    );
    thread.isArchived = true;
    await adapter.send(IN_THREAD, { text: "셋" }, { key: "3" });
    assert.equal(thread.isArchived, false);
  });
});

test("in a thread that a moderator locked nothing arrives, and why is said", async () => {
  await withOutbox(async (bench, { outbox, undelivered }) => {
    const thread = bench.server.state.channels.get(THREAD)!;
    Object.assign(thread, { isArchived: true, isLocked: true });
    const chatKey = `discord:${CHANNEL}:${THREAD}`;
    outbox.post({ key: "a", chatKey, class: "reply", message: { text: "들려?" } });
    const delivery = await outbox.settled("a", 8000);
    assert.ok(delivery?.state === "failed");
    assert.match(delivery.problem.en, /locked the thread/);
    assert.match(delivery.problem.ko, /잠갔어요/);
    assert.deepEqual(undelivered, ["a"]);
  });
});

test("where nothing arrives any more a message fails once with what happened, and other chats go on", async () => {
  const cases: readonly (readonly [number, RegExp])[] = [
    [10003, /was deleted/],
    [50001, /invite it again/],
    [50013, /lacks (?:a|the) permission/],
    [50007, /no direct messages/],
  ];
  for (const [code, words] of cases)
    await withOutbox(async (bench, { outbox, undelivered }) => {
      bench.server.state.closedChannels.set(THREAD, code);
      const chatKey = `discord:${CHANNEL}:${THREAD}`;
      outbox.post({ key: "a", chatKey, class: "reply", message: { text: "하나" } });
      outbox.post({
        key: "b",
        chatKey: `discord:${CHANNEL}`,
        class: "reply",
        message: { text: "둘" },
      });
      const delivery = await outbox.settled("a", 8000);
      assert.ok(delivery?.state === "failed", String(code));
      assert.match(delivery.problem.en, words);
      assert.equal((await outbox.settled("b", 8000))?.state, "sent");
      assert.deepEqual(undelivered, ["a"]);
      assert.equal(bench.server.callsOf(new RegExp(`^POST .*${THREAD}/messages`)).length, 1);
    });
});

test("a card that somebody deleted comes anew with what it says now", async () => {
  await withOutbox(async (bench, { outbox }) => {
    const chatKey = `discord:${CHANNEL}`;
    const buttons = [[{ label: "예", data: "1.y" }]];
    outbox.post({
      key: "card:1",
      chatKey,
      class: "card",
      message: { text: "할까요?", buttons, tone: "caution" },
    });
    const sent = await outbox.settled("card:1", 8000);
    assert.ok(sent?.state === "sent");
    bench.server.takeBack(sent.messageId);
    outbox.edit({
      key: "edit:1:done",
      chatKey,
      messageId: sent.messageId,
      message: { text: "했습니다", tone: "done" },
    });
    await bench.server.waitFor(() =>
      bench.server.seen(CHANNEL).some(({ text }) => text === "했습니다"),
    );
  });
});

test("a thread begins at a message, which has one at most, and where the bot may not there is none", async () => {
  await withDiscord(async (bench) => {
    const minji = town(bench);
    const { adapter, server } = bench;
    const channel: ChatAddress = { platform: "discord", chatId: CHANNEL, isPrivate: false };
    const { id } = server.say(minji, CHANNEL, "오래 걸리는 일", { mentions: true });
    const name = "오래 걸리는 일 ".repeat(20);
    const begun = { ...channel, threadId: id };
    assert.deepEqual(await adapter.startThread?.({ ...channel, title: "잡담" }, id, name), begun);
    assert.deepEqual(await adapter.startThread?.(channel, id, name), begun);
    assert.equal(server.state.channels.get(id)?.name?.length, 100);
    await adapter.send(begun, { text: "여기서" }, { key: "1" });
    assert.deepEqual(
      server.seen(id).map(({ text }) => text),
      ["여기서"],
    );
    server.state.channels.get(CHANNEL)!.lacks = ["Create Public Threads"];
    const other = server.say(minji, CHANNEL, "또", { mentions: true });
    assert.equal(await adapter.startThread?.(channel, other.id, "또"), undefined);
    assert.equal(await adapter.startThread?.(channel, "500000000000000009", "?"), undefined);
  });
});
