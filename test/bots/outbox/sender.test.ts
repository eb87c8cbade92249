import assert from "node:assert/strict";
import { test } from "node:test";
import { Outbox, type PostFacts } from "../../../src/bots/outbox/outbox.ts";
import { OutboxTable } from "../../../src/bots/outbox/table.ts";
import { DeliveryError } from "../../../src/bots/platform/chat-adapter.ts";
import { TELEGRAM_PACE } from "../../../src/bots/telegram/adapter.ts";
import { Dice } from "../../proofs/support/dice.ts";
import { freshDatabase } from "../../support/fresh-database.ts";
import { ManualClock, settled } from "../../support/manual-clock.ts";
import { outboxRows } from "../../support/outbox-rows.ts";
import { RecordingAdapter } from "../../support/recording-adapter.ts";
import { RecordingLog } from "../../support/recording-log.ts";
import { StrictPlatform } from "../../support/strict-platform.ts";

/** An outbox over a scripted platform; chats with a `-` are groups. */
function openDoor<Adapter extends RecordingAdapter | StrictPlatform>(
  adapterOf: (clock: ManualClock) => Adapter,
) {
  const clock = new ManualClock();
  const database = freshDatabase();
  const table = new OutboxTable({ database, clock });
  const adapter = adapterOf(clock);
  const log = new RecordingLog();
  const outbox = new Outbox({
    table,
    clock,
    log,
    addressOf: (key) => {
      const chatId = key.split(":")[1] ?? "";
      return { platform: "telegram", chatId, isPrivate: !chatId.startsWith("-") };
    },
    faultPoint: () => undefined,
  });
  const post = (key: string, chatKey: string, facts: Partial<PostFacts> = {}): void =>
    outbox.post({ key, chatKey, class: "reply", message: { text: key }, ...facts });
  const open = () => outbox.start(adapter, { recover: true });
  return { clock, database, table, adapter, outbox, log, post, open };
}

const strict = (takesMs?: () => number) => (clock: ManualClock) =>
  new StrictPlatform({ clock, pace: TELEGRAM_PACE, ...(takesMs === undefined ? {} : { takesMs }) });

const CHATS = ["telegram:1", "telegram:2", "telegram:3", "telegram:-4", "telegram:-5"] as const;
const CLASSES = ["reply", "reply", "briefing", "card"] as const;

/** Posts and changes messages for a minute, on and on; gives the keys posted in each chat, in order. */
async function chatter(admission: ReturnType<typeof openDoor<StrictPlatform>>, dice: Dice) {
  const posted = new Map<string, string[]>(CHATS.map((chat) => [chat, []]));
  for (let step = 0; step < 300; step += 1) {
    const chatKey = dice.pick(CHATS);
    const key = `m${step}`;
    const messageId = String(1 + dice.below(40));
    const message = { text: key };
    const kind = dice.below(10);
    if (kind < 2) admission.outbox.edit({ key: `edit:${key}`, chatKey, messageId, message });
    else if (kind < 5) admission.outbox.showLive({ chatKey, messageId, message });
    else {
      const isControl = kind === 5;
      admission.post(key, chatKey, { class: dice.pick(CLASSES), isControl });
      if (!isControl) posted.get(chatKey)?.push(key);
    }
    await settled();
    await admission.clock.advance(dice.below(400));
  }
  return posted;
}

test("a platform that enforces its limits never refuses anything, and gets everything once and in order", async () => {
  for (let seed = 1; seed <= 8; seed += 1) {
    const dice = new Dice(`chatter ${seed}`);
    const admission = openDoor(strict(() => dice.below(dice.chance(0.05) ? 3000 : 300)));
    admission.open();
    const posted = await chatter(admission, dice);
    await admission.clock.advance(20 * 60_000);
    assert.deepEqual(admission.adapter.refused, [], `seed ${seed}`);
    for (const [chat, keys] of posted) {
      const sent = admission.adapter.done(chat).filter((what) => what.startsWith("send"));
      const inOrder = sent.filter((what) => keys.includes(what.slice("send ".length)));
      assert.deepEqual(
        inOrder,
        keys.map((key) => `send ${key}`),
        `seed ${seed}`,
      );
    }
    const states = new Set(outboxRows(admission).map(({ state }) => state));
    assert.deepEqual([...states], ["sent"], `seed ${seed}`);
    const all = admission.adapter.done().filter((what) => what.startsWith("send"));
    assert.equal(new Set(all).size, all.length, `seed ${seed}`);
    await admission.outbox.stop();
  }
});

test("an outbox that waits for a rate limit reads its queues at most four times a second", async () => {
  const admission = openDoor(strict());
  admission.open();
  for (let count = 0; count < 40; count += 1) admission.post(`m${count}`, "telegram:1");
  await settled();
  let looks = 0;
  const heads = admission.table.heads.bind(admission.table);
  admission.table.heads = (...facts) => {
    looks += 1;
    return heads(...facts);
  };
  await admission.clock.advance(10_000);
  assert.ok(looks <= 40, `${looks} looks in ten seconds`);
});

test("a chat is not starved by the backlog of many others", async () => {
  const admission = openDoor(strict());
  admission.open();
  for (let chat = 100; chat < 160; chat += 1)
    for (let count = 0; count < 20; count += 1)
      admission.post(`backlog ${chat} ${count}`, `telegram:${chat}`);
  await settled();
  await admission.clock.advance(10_000);
  const startMs = admission.clock.now();
  admission.post("newcomer", "telegram:7");
  await settled();
  await admission.clock.advance(10_000);
  const call = admission.adapter.calls.find(({ what }) => what === "send newcomer");
  assert.ok(
    (call?.atMs ?? Infinity) - startMs <= 3000,
    `after ${(call?.atMs ?? Infinity) - startMs} ms`,
  );
});

test("under the heaviest traffic, answers to stops, decisions and presses are sent within a second", async () => {
  const admission = openDoor(strict(() => 60));
  const adapter = admission.open();
  for (let chat = 100; chat < 300; chat += 1)
    for (let count = 0; count < 10; count += 1) {
      admission.post(`reply ${chat} ${count}`, `telegram:${chat}`);
      admission.outbox.showLive({
        chatKey: `telegram:${chat}`,
        messageId: `${count}`,
        message: { text: "live" },
      });
    }
  await settled();
  await admission.clock.advance(5000);
  const startMs = admission.clock.now();
  admission.post("stopped", "telegram:7", { isControl: true });
  admission.post("decide", "telegram:8", { class: "card" });
  void adapter.acknowledge("press");
  await settled();
  await admission.clock.advance(5000);
  const lateMs = ["send stopped", "send decide", "acknowledge press"].map((what) => {
    const call = admission.adapter.calls.find((candidate) => candidate.what === what);
    return (call?.atMs ?? Infinity) - startMs;
  });
  assert.deepEqual(
    lateMs.filter((ms) => ms > 1000),
    [],
  );
  assert.deepEqual(admission.adapter.refused, []);
});

const recording = () => new RecordingAdapter();

test("a card is sent before a pending edit, and an edit in flight does not delay it", async () => {
  const admission = openDoor(recording);
  admission.open();
  admission.post("a", "telegram:1");
  await settled();
  const release = admission.adapter.hold("telegram:1");
  const edit = (messageId: string): void =>
    admission.outbox.edit({
      key: `edit ${messageId}`,
      chatKey: "telegram:1",
      messageId,
      message: { text: "edited" },
    });
  edit("1");
  await settled();
  edit("2");
  admission.post("card", "telegram:1", { class: "card" });
  await settled();
  assert.deepEqual(admission.adapter.calls.slice(1), ["edit 1 edited", "send telegram:1 card"]);
  release();
});

test("after a rate limit, the answer to a stop is sent first, and the next message before the refused edit", async () => {
  const admission = openDoor(recording);
  admission.open();
  admission.post("a", "telegram:1");
  await settled();
  admission.adapter.failNext(
    new DeliveryError("rate-limited", "Slow down.", { retryAfterMs: 9000 }),
  );
  const message = { text: "edited" };
  admission.outbox.edit({ key: "edit", chatKey: "telegram:1", messageId: "1", message });
  await settled();
  admission.outbox.showLive({ chatKey: "telegram:1", messageId: "2", message: { text: "live" } });
  admission.post("reply", "telegram:1");
  admission.post("card", "telegram:1", { class: "card" });
  admission.post("stopped", "telegram:1", { isControl: true });
  await admission.clock.advance(8999);
  assert.equal(admission.adapter.calls.length, 2);
  await admission.clock.advance(1);
  assert.deepEqual(admission.adapter.calls.slice(2), [
    "send telegram:1 stopped",
    "send telegram:1 reply",
    "edit 1 edited",
    "edit 2 live",
    "send telegram:1 card",
  ]);
});

test("a limit of one kind of call holds no other kind, and a limit over all holds every chat", async () => {
  const admission = openDoor(recording);
  admission.open();
  admission.post("a", "telegram:1");
  await settled();
  const limit = (scope: "route" | "all"): DeliveryError =>
    new DeliveryError("rate-limited", "Slow down.", { retryAfterMs: 5000, scope });
  const message = { text: "edited" };
  admission.adapter.failNext(limit("route"));
  admission.outbox.edit({ key: "edit", chatKey: "telegram:1", messageId: "1", message });
  await settled();
  admission.post("b", "telegram:1");
  await settled();
  assert.deepEqual(admission.adapter.texts("telegram:1"), ["a", "b"]);
  await admission.clock.advance(5000);
  admission.adapter.failNext(limit("all"));
  admission.post("c", "telegram:1");
  await settled();
  admission.post("d", "telegram:2");
  await admission.clock.advance(4999);
  assert.deepEqual(admission.adapter.texts("telegram:2"), []);
  await admission.clock.advance(1);
  assert.deepEqual(admission.adapter.texts("telegram:2"), ["d"]);
  assert.deepEqual(admission.adapter.texts("telegram:1"), ["edited", "b", "c"]);
});

test("typing is shown within the rate limit and skipped beyond it", async () => {
  const admission = openDoor(strict());
  const adapter = admission.open();
  const chat = { platform: "telegram", chatId: "7", isPrivate: true };
  await adapter.typing(chat);
  for (let other = 100; other < 200; other += 1) admission.post(`m${other}`, `telegram:${other}`);
  await settled();
  await adapter.typing(chat);
  assert.deepEqual(
    admission.adapter.done().filter((what) => what.startsWith("typing")),
    ["typing telegram"],
  );
});

test("a replacement waits for the edit in flight and drops a pending edit", async () => {
  const admission = openDoor(recording);
  admission.open();
  for (const key of ["one", "two"]) admission.post(key, "telegram:1");
  await settled();
  const release = admission.adapter.hold("telegram:1");
  for (const messageId of ["1", "2"])
    admission.outbox.edit({
      key: `edit ${messageId}`,
      chatKey: "telegram:1",
      messageId,
      message: { text: "edited" },
    });
  await settled();
  for (const key of ["one", "two"]) admission.post(`new ${key}`, "telegram:1", { inPlaceOf: key });
  await settled();
  assert.deepEqual(admission.adapter.calls.slice(2), ["edit 1 edited"]);
  release();
  await settled();
  assert.deepEqual(admission.adapter.texts("telegram:1"), ["new one", "new two"]);
  assert.equal(admission.table.byKey("edit 2")?.state, "failed");
});

test("the answer to a stop overtakes what waits in its own chat", async () => {
  const admission = openDoor(recording);
  admission.open();
  const release = admission.adapter.hold("telegram:1");
  for (const key of ["one", "two", "three"]) admission.post(key, "telegram:1");
  await settled();
  admission.post("stopped", "telegram:1", { isControl: true });
  await settled();
  assert.deepEqual(admission.adapter.calls, ["send telegram:1 one", "send telegram:1 stopped"]);
  release();
});
