import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type OutgoingCall,
  type PlaceLimits,
  RateLimiter,
  URGENCIES,
  type Urgency,
} from "../../../src/bots/platform/rate-limiter.ts";
import { TELEGRAM_PACE } from "../../../src/bots/telegram/adapter.ts";
import { Dice } from "../../proofs/support/dice.ts";

const OVER_ALL = { most: 10, perMs: 1000 };
const IN_CHAT = { most: 5, perMs: 5000 };
const IN_GROUP = { most: 8, perMs: 60_000 };

const PRIVATE: PlaceLimits = { name: "1", buckets: [IN_CHAT] };
const GROUP: PlaceLimits = { name: "-2", buckets: [IN_CHAT, IN_GROUP] };

/** The most of these times that lie in any stretch of `perMs`. */
function densest(times: readonly number[], perMs: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  const counts = sorted.map(
    (from) => sorted.filter((time) => time >= from && time < from + perMs).length,
  );
  return Math.max(0, ...counts);
}

interface Arrival {
  readonly atMs: number;
  readonly place: PlaceLimits;
}

/** Makes every call that there is room for, for a minute and a half; gives when each arrived. */
function callAll(dice: Dice): readonly Arrival[] {
  const pace = new RateLimiter({ all: [OVER_ALL] });
  const updateWriter: Arrival[] = [];
  let moving: readonly { readonly atMs: number; readonly end: () => void }[] = [];
  for (let nowMs = 1000; nowMs < 90_000; nowMs += 1 + dice.below(60)) {
    for (const { end } of moving.filter(({ atMs }) => atMs <= nowMs)) end();
    moving = moving.filter(({ atMs }) => atMs > nowMs);
    const place = dice.pick([PRIVATE, GROUP]);
    const departure: OutgoingCall = { urgency: dice.pick(URGENCIES), kind: "send", place };
    if (pace.roomAtMs(departure, nowMs) > nowMs) continue;
    const answered = pace.leave(departure, nowMs);
    const takesMs = dice.below(dice.chance(0.1) ? 4000 : 200);
    const endMs = nowMs + takesMs;
    updateWriter.push({ atMs: nowMs + dice.below(takesMs + 1), place });
    moving = [...moving, { atMs: endMs, end: () => answered(endMs) }];
  }
  return updateWriter;
}

test("however long calls take on their way, a platform never sees more than its buckets hold", () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const updateWriter = callAll(new Dice(`pace ${seed}`));
    const at = (...places: readonly PlaceLimits[]): readonly number[] =>
      updateWriter.filter(({ place }) => places.includes(place)).map(({ atMs }) => atMs);
    const most = [
      densest(at(PRIVATE, GROUP), OVER_ALL.perMs) <= OVER_ALL.most,
      densest(at(PRIVATE), IN_CHAT.perMs) <= IN_CHAT.most,
      densest(at(GROUP), IN_CHAT.perMs) <= IN_CHAT.most,
      densest(at(GROUP), IN_GROUP.perMs) <= IN_GROUP.most,
      updateWriter.length > 60,
    ];
    assert.deepEqual(most, [true, true, true, true, true], `seed ${seed}`);
  }
});

test("what is said to be the time of the next room is the first at which there is some", () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const dice = new Dice(`room ${seed}`);
    const pace = new RateLimiter({ all: [OVER_ALL] });
    let nowMs = 0;
    for (let count = 0; count < 80; count += 1) {
      const departure: OutgoingCall = {
        urgency: dice.pick(URGENCIES),
        kind: "edit",
        place: PRIVATE,
      };
      const atMs = pace.roomAtMs(departure, nowMs);
      if (atMs > nowMs) assert.ok(pace.roomAtMs(departure, atMs - 1) > atMs - 1, `seed ${seed}`);
      nowMs = atMs;
      assert.equal(pace.roomAtMs(departure, nowMs), nowMs, `seed ${seed}`);
      pace.leave(departure, nowMs)(nowMs);
    }
  }
});

test("what is less urgent leaves room for what is more urgent", () => {
  const taken = URGENCIES.map((urgency) => {
    const pace = new RateLimiter({ all: [{ most: 30, perMs: 1000 }] });
    let count = 0;
    while (pace.roomAtMs({ urgency, kind: "send" }, 0) === 0) {
      pace.leave({ urgency, kind: "send" }, 0);
      count += 1;
    }
    return `${urgency} ${count}`;
  });
  assert.deepEqual(taken, [
    "control 30",
    "card 30",
    "reply 27",
    "briefing 24",
    "edit 24",
    "live 18",
  ]);
});

test("what counts as several calls waits for room for all of them, and takes it", () => {
  const pace = new RateLimiter({ all: [{ most: 5, perMs: 1000 }] });
  const single = { urgency: "control", kind: "send" } as const;
  const album = { ...single, count: 3 };
  pace.leave(album, 0)(10);
  assert.equal(pace.roomAtMs(album, 10), 1010);
  assert.equal(pace.roomAtMs(single, 10), 10);
  pace.leave(single, 10)(20);
  pace.leave(single, 20)(30);
  assert.equal(pace.roomAtMs(single, 30), 1010);
  assert.equal(pace.roomAtMs(album, 30), 1010);
  const large = { ...single, count: 9 };
  assert.equal(pace.roomAtMs(large, 30), 1030);
  pace.leave(large, 1030)(1030);
  assert.equal(pace.roomAtMs(single, 1030), 2030);
});

test("calls without an answer keep their room", () => {
  const pace = new RateLimiter({ all: [{ most: 1, perMs: 1000 }] });
  const departure = { urgency: "control", kind: "send" } as const;
  const answered = pace.leave(departure, 0);
  assert.equal(pace.roomAtMs(departure, 60_000), Number.POSITIVE_INFINITY);
  answered(60_000);
  assert.equal(pace.roomAtMs(departure, 60_000), 61_000);
});

test("a hold holds what it names, for as long as it says", () => {
  const places = [PRIVATE, GROUP];
  const held = (scope: "route" | "chat" | "all"): readonly string[] => {
    const pace = new RateLimiter({ all: [OVER_ALL] });
    pace.hold(scope, { kind: "edit", place: PRIVATE }, { nowMs: 0, waitMs: 5000 });
    return places.flatMap((place) =>
      (["send", "edit"] as const)
        .filter((kind) => pace.roomAtMs({ urgency: "control", kind, place }, 0) === 5000)
        .map((kind) => `${kind} ${place.name}`),
    );
  };
  assert.deepEqual(held("route"), ["edit 1"]);
  assert.deepEqual(held("chat"), ["send 1", "edit 1"]);
  assert.deepEqual(held("all"), ["send 1", "edit 1", "send -2", "edit -2"]);
});

test("a shorter hold takes nothing from a longer one", () => {
  const pace = new RateLimiter({ all: [OVER_ALL] });
  const departure = { urgency: "control", kind: "send", place: PRIVATE } as const;
  pace.hold("chat", departure, { nowMs: 0, waitMs: 5000 });
  pace.hold("chat", departure, { nowMs: 1000, waitMs: 500 });
  assert.equal(pace.roomAtMs(departure, 2000), 5000);
});

test("a clock that is put back holds nothing for longer than a bucket does", () => {
  const pace = new RateLimiter({ all: [{ most: 1, perMs: 1000 }] });
  const departure = { urgency: "reply", kind: "send", place: PRIVATE } as const;
  pace.leave(departure, 10_000_000)(10_000_000);
  pace.hold("all", departure, { nowMs: 10_000_000, waitMs: 60_000 });
  assert.equal(pace.roomAtMs(departure, 500), 1500);
});

test("changes for show in one place stay apart", () => {
  const place = { ...PRIVATE, showEveryMs: 1500 };
  const pace = new RateLimiter({ all: [OVER_ALL] });
  pace.leave({ urgency: "live", kind: "edit", place }, 1000)(1000);
  assert.equal(pace.roomAtMs({ urgency: "live", kind: "edit", place }, 1200), 2500);
  assert.equal(pace.roomAtMs({ urgency: "edit", kind: "edit", place }, 1200), 1200);
});

test("so many refusals that the platform would shut the bot out hold everything", () => {
  const pace = new RateLimiter({ all: [], refusals: { most: 10, perMs: 600_000 } });
  const departure = { urgency: "control", kind: "send" } as const;
  for (let count = 0; count < 9; count += 1) {
    assert.equal(pace.roomAtMs(departure, count), count);
    pace.leave(departure, count)(count, true);
  }
  assert.equal(pace.roomAtMs(departure, 100), 600_000);
});

/** How long each of `count` presses waits in a private chat of Telegram, where one comes every `everyMs` and makes these changes, each answered in 50 ms. */
function waitsOf(count: number, everyMs: number, urgencies: readonly Urgency[]): readonly number[] {
  const pace = new RateLimiter(TELEGRAM_PACE);
  const place = TELEGRAM_PACE.placeOf({ platform: "telegram", chatId: "1", isPrivate: true });
  const waits: number[] = [];
  let nowMs = 0;
  for (let index = 0; index < count; index += 1) {
    const pressedMs = 1_000_000 + index * everyMs;
    nowMs = Math.max(nowMs, pressedMs);
    for (const urgency of urgencies) {
      const departure = { urgency, kind: "edit", place } as const;
      nowMs = pace.roomAtMs(departure, nowMs);
      pace.leave(departure, nowMs)(nowMs + 50);
      nowMs += 50;
    }
    waits.push(nowMs - pressedMs - 50 * urgencies.length);
  }
  return waits;
}

test("who turns pages or presses cards quickly in a private chat of Telegram does not wait", () => {
  assert.deepEqual(new Set(waitsOf(24, 1000, ["edit"])), new Set([0]));
  assert.deepEqual(new Set(waitsOf(8, 500, ["edit"])), new Set([0]));
  assert.deepEqual(new Set(waitsOf(8, 3000, ["card", "edit", "edit"])), new Set([0]));
});
