import assert from "node:assert/strict";
import { test } from "node:test";
import { Courier, type PostFacts } from "../../../src/bots/outbox/outbox.ts";
import { OutboxTable } from "../../../src/bots/outbox/table.ts";
import { DeliveryError } from "../../../src/bots/platform/chat-adapter.ts";
import { TELEGRAM_PACE } from "../../../src/bots/telegram/pace.ts";
import { Dice } from "../../proofs/support/dice.ts";
import { freshDatabase } from "../../support/fresh-database.ts";
import { ManualClock, settled } from "../../support/manual-clock.ts";
import { RecordingAdapter } from "../../support/recording-adapter.ts";
import { RecordingLog } from "../../support/recording-log.ts";
import { StrictPlatform } from "../../support/strict-platform.ts";

/** A courier at the door of a platform; chats with a `-` are groups. */
function openDoor<Adapter extends RecordingAdapter | StrictPlatform>(
  adapterOf: (clock: ManualClock) => Adapter,
) {
  const clock = new ManualClock();
  const table = new OutboxTable({ database: freshDatabase(), clock });
  const adapter = adapterOf(clock);
  const log = new RecordingLog();
  const courier = new Courier({
    table,
    clock,
    log,
    addressOf: (key) => {
      const chatId = key.split(":")[1] ?? "";
      return { platform: "telegram", chatId, isPrivate: !chatId.startsWith("-") };
    },
    faultPoint: () => undefined,
    redraw: ({ message }) => message,
    onSent: () => undefined,
    onUnsure: () => undefined,
    onUndelivered: () => undefined,
  });
  const post = (key: string, chatKey: string, facts: Partial<PostFacts> = {}): void =>
    courier.post({ key, chatKey, class: "reply", message: { text: key }, ...facts });
  const open = () => courier.start(adapter, { recover: true });
  return { clock, table, adapter, courier, log, post, open };
}

const strict = (takesMs?: () => number) => (clock: ManualClock) =>
  new StrictPlatform({ clock, pace: TELEGRAM_PACE, ...(takesMs === undefined ? {} : { takesMs }) });

const CHATS = ["telegram:1", "telegram:2", "telegram:3", "telegram:-4", "telegram:-5"] as const;
const CLASSES = ["reply", "reply", "briefing", "card"] as const;

/** Posts and changes messages for a minute, on and on; gives the keys posted in each chat, in order. */
async function chatter(door: ReturnType<typeof openDoor<StrictPlatform>>, dice: Dice) {
  const posted = new Map<string, string[]>(CHATS.map((chat) => [chat, []]));
  for (let step = 0; step < 300; step += 1) {
    const chatKey = dice.pick(CHATS);
    const key = `m${step}`;
    const messageId = String(1 + dice.below(40));
    const message = { text: key };
    const kind = dice.below(10);
    if (kind < 2) door.courier.edit({ key: `edit:${key}`, chatKey, messageId, message });
    else if (kind < 5) door.courier.showLive({ chatKey, messageId, message });
    else {
      const isControl = kind === 5;
      door.post(key, chatKey, { class: dice.pick(CLASSES), isControl });
      if (!isControl) posted.get(chatKey)?.push(key);
    }
    await settled();
    await door.clock.advance(dice.below(400));
  }
  return posted;
}

test("a platform that enforces its limits never refuses anything, and gets everything once and in order", async () => {
  for (let seed = 1; seed <= 8; seed += 1) {
    const dice = new Dice(`chatter ${seed}`);
    const door = openDoor(strict(() => dice.below(dice.chance(0.05) ? 3000 : 300)));
    door.open();
    const posted = await chatter(door, dice);
    await door.clock.advance(20 * 60_000);
    assert.deepEqual(door.adapter.refused, [], `seed ${seed}`);
    for (const [chat, keys] of posted) {
      const sent = door.adapter.done(chat).filter((what) => what.startsWith("send"));
      const inOrder = sent.filter((what) => keys.includes(what.slice("send ".length)));
      assert.deepEqual(
        inOrder,
        keys.map((key) => `send ${key}`),
        `seed ${seed}`,
      );
    }
    const states = new Set(door.table.withPrefix("").map(({ state }) => state));
    assert.deepEqual([...states], ["sent"], `seed ${seed}`);
    const all = door.adapter.done().filter((what) => what.startsWith("send"));
    assert.equal(new Set(all).size, all.length, `seed ${seed}`);
    await door.courier.stop();
  }
});

test("between two things to do the courier rests", async () => {
  const door = openDoor(strict());
  door.open();
  for (let count = 0; count < 40; count += 1) door.post(`m${count}`, "telegram:1");
  await settled();
  let looks = 0;
  const heads = door.table.heads.bind(door.table);
  door.table.heads = (...facts) => {
    looks += 1;
    return heads(...facts);
  };
  await door.clock.advance(10_000);
  assert.ok(looks <= 40, `${looks} looks in ten seconds`);
});

test("a chat is not starved by the backlog of many others", async () => {
  const door = openDoor(strict());
  door.open();
  for (let chat = 100; chat < 160; chat += 1)
    for (let count = 0; count < 20; count += 1)
      door.post(`backlog ${chat} ${count}`, `telegram:${chat}`);
  await settled();
  await door.clock.advance(10_000);
  const startMs = door.clock.now();
  door.post("newcomer", "telegram:7");
  await settled();
  await door.clock.advance(10_000);
  const call = door.adapter.calls.find(({ what }) => what === "send newcomer");
  assert.ok(
    (call?.atMs ?? Infinity) - startMs <= 3000,
    `after ${(call?.atMs ?? Infinity) - startMs} ms`,
  );
});

test("in the middle of the heaviest traffic, what is to be stopped, decided and pressed leaves within a second", async () => {
  const door = openDoor(strict(() => 60));
  const adapter = door.open();
  for (let chat = 100; chat < 300; chat += 1)
    for (let count = 0; count < 10; count += 1) {
      door.post(`reply ${chat} ${count}`, `telegram:${chat}`);
      door.courier.showLive({
        chatKey: `telegram:${chat}`,
        messageId: `${count}`,
        message: { text: "live" },
      });
    }
  await settled();
  await door.clock.advance(5000);
  const startMs = door.clock.now();
  door.post("stopped", "telegram:7", { isControl: true });
  door.post("decide", "telegram:8", { class: "card" });
  void adapter.acknowledge("press");
  await settled();
  await door.clock.advance(5000);
  const lateMs = ["send stopped", "send decide", "acknowledge press"].map((what) => {
    const call = door.adapter.calls.find((candidate) => candidate.what === what);
    return (call?.atMs ?? Infinity) - startMs;
  });
  assert.deepEqual(
    lateMs.filter((ms) => ms > 1000),
    [],
  );
  assert.deepEqual(door.adapter.refused, []);
});

const recording = () => new RecordingAdapter();

test("a card and a reply overtake edits, and an edit on its way holds neither", async () => {
  const door = openDoor(recording);
  door.open();
  door.post("a", "telegram:1");
  await settled();
  const release = door.adapter.hold("telegram:1");
  const edit = (messageId: string): void =>
    door.courier.edit({
      key: `edit ${messageId}`,
      chatKey: "telegram:1",
      messageId,
      message: { text: "edited" },
    });
  edit("1");
  await settled();
  edit("2");
  door.post("card", "telegram:1", { class: "card" });
  await settled();
  assert.deepEqual(door.adapter.calls.slice(1), ["edit 1 edited", "send telegram:1 card"]);
  release();
});

test("when a chat was made to wait, its card leaves before the edit that was refused, and the answer to a stop before all", async () => {
  const door = openDoor(recording);
  door.open();
  door.post("a", "telegram:1");
  await settled();
  door.adapter.failNext(new DeliveryError("rate-limited", "Slow down.", { retryAfterMs: 9000 }));
  const message = { text: "edited" };
  door.courier.edit({ key: "edit", chatKey: "telegram:1", messageId: "1", message });
  await settled();
  door.courier.showLive({ chatKey: "telegram:1", messageId: "2", message: { text: "live" } });
  door.post("reply", "telegram:1");
  door.post("card", "telegram:1", { class: "card" });
  door.post("stopped", "telegram:1", { isControl: true });
  await door.clock.advance(8999);
  assert.equal(door.adapter.calls.length, 2);
  await door.clock.advance(1);
  assert.deepEqual(door.adapter.calls.slice(2), [
    "send telegram:1 stopped",
    "send telegram:1 reply",
    "edit 1 edited",
    "edit 2 live",
    "send telegram:1 card",
  ]);
});

test("a limit of one kind of call holds no other kind, and a limit over all holds every chat", async () => {
  const door = openDoor(recording);
  door.open();
  door.post("a", "telegram:1");
  await settled();
  const limit = (scope: "route" | "all"): DeliveryError =>
    new DeliveryError("rate-limited", "Slow down.", { retryAfterMs: 5000, scope });
  const message = { text: "edited" };
  door.adapter.failNext(limit("route"));
  door.courier.edit({ key: "edit", chatKey: "telegram:1", messageId: "1", message });
  await settled();
  door.post("b", "telegram:1");
  await settled();
  assert.deepEqual(door.adapter.texts("telegram:1"), ["a", "b"]);
  await door.clock.advance(5000);
  door.adapter.failNext(limit("all"));
  door.post("c", "telegram:1");
  await settled();
  door.post("d", "telegram:2");
  await door.clock.advance(4999);
  assert.deepEqual(door.adapter.texts("telegram:2"), []);
  await door.clock.advance(1);
  assert.deepEqual(door.adapter.texts("telegram:2"), ["d"]);
  assert.deepEqual(door.adapter.texts("telegram:1"), ["edited", "b", "c"]);
});

test("typing is shown where there is room, and left out where there is none", async () => {
  const door = openDoor(strict());
  const adapter = door.open();
  const chat = { platform: "telegram", chatId: "7", isPrivate: true };
  await adapter.typing(chat);
  for (let other = 100; other < 200; other += 1) door.post(`m${other}`, `telegram:${other}`);
  await settled();
  await adapter.typing(chat);
  assert.deepEqual(
    door.adapter.done().filter((what) => what.startsWith("typing")),
    ["typing telegram"],
  );
});

test("what takes the place of a message waits for its edit on the way, and one that waits is dropped", async () => {
  const door = openDoor(recording);
  door.open();
  for (const key of ["one", "two"]) door.post(key, "telegram:1");
  await settled();
  const release = door.adapter.hold("telegram:1");
  for (const messageId of ["1", "2"])
    door.courier.edit({
      key: `edit ${messageId}`,
      chatKey: "telegram:1",
      messageId,
      message: { text: "edited" },
    });
  await settled();
  for (const key of ["one", "two"]) door.post(`new ${key}`, "telegram:1", { inPlaceOf: key });
  await settled();
  assert.deepEqual(door.adapter.calls.slice(2), ["edit 1 edited"]);
  release();
  await settled();
  assert.deepEqual(door.adapter.texts("telegram:1"), ["new one", "new two"]);
  assert.equal(door.table.byKey("edit 2")?.state, "failed");
});

test("the answer to a stop overtakes what waits in its own chat", async () => {
  const door = openDoor(recording);
  door.open();
  const release = door.adapter.hold("telegram:1");
  for (const key of ["one", "two", "three"]) door.post(key, "telegram:1");
  await settled();
  door.post("stopped", "telegram:1", { isControl: true });
  await settled();
  assert.deepEqual(door.adapter.calls, ["send telegram:1 one", "send telegram:1 stopped"]);
  release();
});
