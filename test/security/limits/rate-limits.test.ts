import assert from "node:assert/strict";
import { test } from "node:test";
import { rateWords } from "../../../src/security/limits/budget-words.ts";
import {
  type RateLimits,
  type RateRequest,
  Rates,
} from "../../../src/security/limits/rate-limits.ts";
import { openDatabase } from "../../../src/store/database.ts";
import { ManualClock } from "../../support/manual-clock.ts";

const LIMITS: RateLimits = {
  message: { person: { perMinute: 2, perHour: 3 }, chat: { perMinute: 3 } },
  program: { person: { perHour: 1 }, chat: {} },
};

function openRates(limits: RateLimits = LIMITS) {
  const database = openDatabase(":memory:");
  const clock = new ManualClock();
  const again = (): Rates => new Rates({ database, clock, limits });
  let count = 0;
  const request = (facts: Partial<RateRequest> = {}): RateRequest => {
    count += 1;
    return { kind: "message", origin: `u${count}`, personId: "ann", chatKey: "c1", ...facts };
  };
  return { clock, rates: again(), again, request };
}

test("a window slides: one more is taken when the oldest in it is a minute old", async () => {
  const { clock, rates, request } = openRates();
  assert.deepEqual(rates.take(request()), { ok: true });
  await clock.advance(20_000);
  assert.deepEqual(rates.take(request()), { ok: true });
  const over = rates.take(request());
  assert.deepEqual(over, {
    ok: false,
    kind: "message",
    per: "person",
    most: 2,
    windowMs: 60_000,
    waitMs: 40_000,
    isFirst: true,
  });
  await clock.advance(39_999);
  assert.equal(rates.take(request()).ok, false);
  await clock.advance(1);
  assert.equal(rates.take(request()).ok, true);
});

test("only the first refusal in a window is to be told, and what is refused does not count", () => {
  const { rates, request } = openRates();
  rates.take(request());
  rates.take(request());
  const told = [1, 2, 3].map(() => {
    const verdict = rates.take(request());
    return verdict.ok || verdict.isFirst;
  });
  assert.deepEqual(told, [true, false, false]);
  assert.equal(rates.useOf("ann")[0]?.lastMinute, 2);
});

test("a restart begins no window anew, and the same message counts once however often it is tried", () => {
  const { again, rates, request } = openRates();
  const first = request();
  for (const each of [rates, rates, again(), again()]) assert.equal(each.take(first).ok, true);
  assert.equal(again().take(request()).ok, true);
  assert.equal(again().take(request()).ok, false);
  assert.equal(again().take(first).ok, true);
});

test("a chat has its own limit, whoever writes in it, and the limit that opens last is told", async () => {
  const { clock, rates, request } = openRates();
  for (const personId of ["ann", "ben", "cho"])
    assert.equal(rates.take(request({ personId })).ok, true);
  const over = rates.take(request({ personId: "dia" }));
  assert.equal(over.ok ? "" : over.per, "chat");
  assert.equal(rates.take(request({ personId: "dia", chatKey: "c2" })).ok, true);
  await clock.advance(60_000);
  assert.equal(rates.take(request()).ok, true);
  assert.equal(rates.take(request()).ok, true);
  const hourly = rates.take(request());
  assert.deepEqual(hourly.ok ? {} : { most: hourly.most, waitMs: hourly.waitMs }, {
    most: 3,
    waitMs: 59 * 60_000,
  });
});

test("a clock that was turned back by a day neither opens a window early nor holds one for a day", () => {
  const { clock, rates, request } = openRates();
  rates.take(request());
  rates.take(request());
  clock.set("2026-11-22T23:59:30Z");
  assert.equal(rates.take(request()).ok, false);
  clock.set("2026-11-22T00:00:00Z");
  assert.equal(rates.take(request()).ok, true);
});

test("programs and messages are counted apart, and without limits everything is taken", () => {
  const { rates, request } = openRates();
  assert.equal(rates.take(request({ kind: "program" })).ok, true);
  const over = rates.take(request({ kind: "program" }));
  assert.ok(!over.ok);
  assert.deepEqual(rateWords(over), {
    ko: "프로그램이 너무 많아요. 1시간에 1개까지예요. 60분 뒤에 다시 받을게요.",
    en: "Too many programs: 1 in an hour at most. I'll take the next in 60 min.",
  });
  const none = { person: {}, chat: {} };
  const free = openRates({ message: none, program: none });
  for (let count = 0; count < 500; count += 1)
    assert.equal(free.rates.take(free.request()).ok, true);
});
