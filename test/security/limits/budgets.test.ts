import assert from "node:assert/strict";
import { test } from "node:test";
import { dayIn } from "../../../src/base/format-time.ts";
import { createIds } from "../../../src/base/ids.ts";
import { reachWords } from "../../../src/security/limits/budget-words.ts";
import {
  type BudgetRules,
  Budgets,
  raiseFor,
  type Spender,
} from "../../../src/security/limits/budgets.ts";
import { openDatabase } from "../../../src/store/database.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { countedBytes } from "../house.ts";

const ANN: Spender = { personId: "ann", chatKey: "c1" };
const MODEL = "test/one";

function openBudgets(limits: Partial<BudgetRules["limits"]>, askPercent = 100) {
  const database = openDatabase(":memory:");
  const clock = new ManualClock("2026-11-23T01:00:00Z");
  const newId = createIds(countedBytes());
  const all = { person: {}, chat: {}, schedule: {}, service: {}, ...limits };
  const dayOf = (atMs: number) => dayIn("Asia/Seoul", atMs);
  const again = () =>
    new Budgets({ database, clock, newId, dayOf, rules: { limits: all, askPercent } });
  const budgets = again();
  const reserve = (tokens: number, spender = ANN, micros?: number) =>
    budgets.reserve(spender, MODEL, micros === undefined ? { tokens } : { tokens, micros });
  return { budgets, clock, again, reserve };
}

function idOf(reservation: ReturnType<Budgets["reserve"]>): string {
  assert.ok(reservation.ok, JSON.stringify(reservation));
  return reservation.id;
}

const usedOf = (budgets: Budgets, scope: string): number | undefined =>
  budgets.useOf(ANN).find((use) => use.scope === scope && use.unit === "tokens")?.used;

test("calls at the same time cannot pass a limit together", () => {
  const { reserve } = openBudgets({ person: { tokens: 100 } });
  const reserved = [40, 40, 40, 20, 1].map((tokens) => reserve(tokens).ok);
  assert.deepEqual(reserved, [true, true, false, true, false]);
});

test("what a call did not take is free again after it, and a failed one takes nothing", () => {
  const { budgets, reserve } = openBudgets({ person: { tokens: 100 } });
  const first = idOf(reserve(90));
  assert.equal(reserve(20).ok, false);
  budgets.settle(first, { tokens: 30 });
  const second = idOf(reserve(70));
  budgets.release(second);
  budgets.release(first); // settled already: stays
  assert.equal(usedOf(budgets, "person"), 30);
  assert.equal(reserve(70).ok, true);
});

test("a call that took more than was reserved counts with all of it", () => {
  const { budgets, reserve } = openBudgets({ person: { tokens: 100 } });
  budgets.settle(idOf(reserve(10)), { tokens: 150 });
  assert.equal(usedOf(budgets, "person"), 150);
  assert.equal(reserve(1).ok, false);
});

test("what a dead process had reserved counts all day, once, until a late answer says what was taken", async () => {
  const { again, clock, reserve } = openBudgets({ person: { tokens: 100 } });
  const left = idOf(reserve(90));
  assert.equal(again().reserve(ANN, MODEL, { tokens: 20 }).ok, false);
  await clock.advance(12 * 60 * 60_000);
  assert.equal(usedOf(again(), "person"), 90);
  assert.equal(again().reserve(ANN, MODEL, { tokens: 20 }).ok, false);
  again().settle(left, { tokens: 60 });
  assert.equal(usedOf(again(), "person"), 60);
  assert.equal(again().reserve(ANN, MODEL, { tokens: 20 }).ok, true);
  clock.set("2026-11-23T15:00:00Z");
  assert.equal(usedOf(again(), "person"), 0);
});

test("each scope has its own count: person, chat, job and service", () => {
  const limits = {
    person: { tokens: 100 },
    chat: { tokens: 150 },
    schedule: { tokens: 30 },
    service: { tokens: 180 },
  };
  const { reserve } = openBudgets(limits);
  const scopeAt = (tokens: number, spender: Spender): string => {
    const reserved = reserve(tokens, spender);
    return reserved.ok ? "ok" : reserved.reach.scope;
  };
  const job = { ...ANN, scheduleId: "sched_1" };
  assert.equal(scopeAt(30, job), "ok");
  assert.equal(scopeAt(1, job), "schedule");
  assert.equal(scopeAt(71, ANN), "person");
  assert.equal(scopeAt(70, ANN), "ok");
  assert.equal(scopeAt(51, { ...ANN, personId: "ben" }), "chat");
  assert.equal(scopeAt(50, { ...ANN, personId: "ben" }), "ok");
  assert.equal(scopeAt(31, { personId: "ben", chatKey: "c2" }), "service");
});

test("money is limited where the price is known, and left out where it is not", () => {
  const { budgets, reserve } = openBudgets({ person: { micros: 1_000_000 } });
  assert.equal(reserve(10, ANN, 900_000).ok, true);
  const over = reserve(10, ANN, 200_000);
  assert.equal(over.ok ? "" : over.reach.unit, "micros");
  assert.equal(reserve(1_000_000_000).ok, true);
  assert.equal(budgets.useOf(ANN).find(({ unit }) => unit === "micros")?.used, 900_000);
});

test("a day ends at midnight where the service is, and then everything begins anew", async () => {
  const { clock, reserve } = openBudgets({ person: { tokens: 100 } });
  reserve(100);
  const over = reserve(1);
  assert.equal(over.ok ? 0 : over.reach.resetsAtMs, Date.parse("2026-11-23T15:00:00Z"));
  clock.set("2026-11-23T14:59:59Z");
  await clock.advance(0);
  const { budgets, reserve: later, clock: other } = openBudgets({ person: { tokens: 100 } });
  budgets.settle(idOf(later(100)), { tokens: 100 });
  other.set("2026-11-23T14:59:59Z");
  assert.equal(later(1).ok, false);
  other.set("2026-11-23T15:00:00Z");
  assert.equal(later(1).ok, true);
});

test("past a soft limit an owner's allowance leads up to the hard one, for that day alone", () => {
  const { budgets, clock, reserve } = openBudgets({ person: { tokens: 100 } }, 80);
  budgets.settle(idOf(reserve(80)), { tokens: 80 });
  const soft = reserve(10);
  assert.ok(!soft.ok);
  const untilMs = Date.parse("2026-11-23T15:00:00Z");
  assert.deepEqual(soft.reach, {
    kind: "soft",
    scope: "person",
    subject: "ann",
    unit: "tokens",
    used: 80,
    wanted: 10,
    limit: 100,
    raises: 0,
    resetsAtMs: untilMs,
  });
  const press = { personId: "ann", approvalId: "ap_1", givenBy: "owner" };
  budgets.allow({ scope: "person", subject: "ann", untilMs }, press);
  assert.equal(reserve(10).ok, true);
  const hard = reserve(11);
  assert.equal(hard.ok ? "" : hard.reach.kind, "hard");
  clock.set("2026-11-24T01:00:00Z");
  const tomorrow = reserve(90);
  assert.equal(tomorrow.ok ? "" : tomorrow.reach.kind, "soft");
});

test("each press raises a limit of tokens by half of what is configured, once, until midnight", () => {
  const limits = { person: { tokens: 101, micros: 1000 } };
  const { budgets, again, clock, reserve } = openBudgets(limits, 80);
  budgets.settle(idOf(reserve(80)), { tokens: 101 });
  const press = { personId: "ann", pressId: "press_1", givenBy: "owner" };
  const reachOf = (tokens: number, micros?: number) => {
    const reserved = reserve(tokens, ANN, micros);
    assert.ok(!reserved.ok);
    return reserved.reach;
  };
  const first = raiseFor(reachOf(1));
  assert.ok(first !== undefined);
  assert.equal(budgets.raise(first, press), true);
  assert.equal(budgets.raise(first, press), false);
  assert.equal(again().reserve(ANN, MODEL, { tokens: 51 }).ok, true);
  const over = reachOf(1);
  assert.deepEqual([over.limit, over.raises], [152, 1]);
  const second = raiseFor(over);
  assert.ok(second !== undefined);
  assert.equal(budgets.raise(second, press), true);
  assert.equal(again().reserve(ANN, MODEL, { tokens: 51 }).ok, true);
  assert.equal(budgets.useOf(ANN).find(({ scope }) => scope === "person")?.limit, 203);
  assert.equal(raiseFor(reachOf(1, 2000)), undefined);
  const third = raiseFor(reachOf(1));
  assert.ok(third !== undefined);
  clock.set("2026-11-24T01:00:00Z");
  assert.equal(budgets.raise(third, press), false);
  assert.equal(reachOf(102).limit, 101);
});

test("the words at a limit say when it begins anew and what works meanwhile", () => {
  const { reserve } = openBudgets({ person: { tokens: 20_000 } });
  const over = reserve(25_000);
  assert.ok(!over.ok);
  const words = reachWords(over.reach, { zone: "America/New_York", asked: "denied" });
  assert.deepEqual(words, {
    ko: "오늘 몫을 다 썼어요. 오전 10시에 다시 돼요. 알림·날씨·검색은 지금도 돼요.",
    en: "Used up until 10 AM. Reminders, weather and search still work.",
  });
});
