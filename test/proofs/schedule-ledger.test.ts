import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClaimedOccurrence } from "../../src/scheduler/ledger/ledger.ts";
import type { Occurrence } from "../../src/scheduler/ledger/occurrence-table.ts";
import type { Schedule } from "../../src/scheduler/ledger/schedule-table.ts";
import { dueBetween } from "../../src/scheduler/timing/cron.ts";
import { parseTiming } from "../../src/scheduler/timing/timing.ts";
import { isEventTrigger, type Timing } from "../../src/scheduler/timing/timing-kinds.ts";
import { DAILY, type House, openHouse, ZONES } from "../scheduler/harness.ts";
import { Dice } from "./support/dice.ts";
import { PROOF_LIMIT_MS, seedOf, sizeOf } from "./support/sizes.ts";

const JOBS = sizeOf("JOBS", { short: 40, long: 500 });
const DAYS = sizeOf("DAYS", { short: 60, long: 365 });
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The clocks of the zones below change once in the short form as well. */
const FROM = "2026-09-20T00:00:00Z";

const INPUTS = [
  { cron: "30 2 * * *" },
  { cron: "0 1,2,3 * * *" },
  { cron: "15 8 * * 1-5" },
  { cron: "0 9 L * *" },
  { cron: "0 */8 * * *" },
  { every: "5h" },
  { every: "2d" },
  { repeat: "monthly", day: 31, time: "02:30" },
  { repeat: "yearly", date: "2028-02-29", time: "09:00" },
  { repeat: "weekly", weekdays: [6], interval: 2, time: "02:00" },
  { at: "2026-10-25T02:30" },
] as const;

const POLICIES = [
  { kind: "once", max: 1, windowMs: 4 * HOUR_MS },
  { kind: "skip", max: 1, windowMs: 0 },
  { kind: "all", max: 3, windowMs: 0 },
  { kind: "window", max: 2, windowMs: 12 * HOUR_MS },
] as const;

/** What ran, as the gate would know it: an origin runs once, whoever asks for it. */
type Ran = Map<string, "ran" | "failed">;

function addJobs(house: House, dice: Dice): void {
  for (let job = 0; job < JOBS; job += 1) {
    const zone = ZONES[job % ZONES.length]!;
    const parsed = parseTiming({ ...dice.pick(INPUTS) }, { nowMs: house.clock.now(), zone });
    const timing: Timing = parsed.ok && job % 10 !== 9 ? parsed.timing : { kind: "webhook" };
    const overlap = dice.pick(["queue", "skip"] as const);
    house.schedules.add({
      ...DAILY,
      name: `job ${job}`,
      zone,
      timing,
      overlap,
      missed: dice.pick(POLICIES),
    });
  }
}

/** Runs what was claimed, as a process that may die at any point of it. True when it died. */
function perform(
  house: House,
  claimed: readonly ClaimedOccurrence[],
  ran: Ran,
  { dice, goodShare }: { readonly dice: Dice; readonly goodShare: number },
): boolean {
  for (const { id, effectScope, isLastTry } of claimed) {
    if (dice.chance(0.01)) return true;
    const state = ran.get(effectScope) ?? (dice.chance(goodShare) ? "ran" : "failed");
    ran.set(effectScope, state);
    if (dice.chance(0.01)) return true;
    const isRetryable = state === "failed" && !isLastTry;
    const finished = house.schedules.finish(id, { state, summary: "", isRetryable });
    assert.equal(finished.isRetried === true, isRetryable);
  }
  return false;
}

/** The next instant at which the service looks: mostly when something is due, sometimes after a downtime, seldom with the clock set back. */
function nextLook(nowMs: number, house: House, dice: Dice): number {
  const next = house.database
    .prepare("SELECT min(next_due_ms) AS dueMs FROM schedules WHERE state = 'active'")
    .get() as { readonly dueMs: number | null };
  const dueMs = Math.min(next.dueMs ?? nowMs + DAY_MS, nowMs + 6 * HOUR_MS);
  if (dice.chance(0.02)) return nowMs - dice.below(2 * HOUR_MS);
  if (dice.chance(0.03)) return nowMs + dice.below(3 * DAY_MS);
  return Math.max(nowMs + 1000, dueMs + dice.below(5000));
}

test(`${JOBS} jobs over ${DAYS} days of random downtime, deaths, failures and events: none unaccounted, none double`, {
  timeout: PROOF_LIMIT_MS,
}, () => {
  const seed = seedOf("schedule-ledger");
  const dice = new Dice(seed);
  const house = openHouse(FROM);
  addJobs(house, dice);
  const fromMs = house.clock.now();
  const untilMs = fromMs + DAYS * DAY_MS;
  const ran: Ran = new Map();
  const events = new Map<string, Set<string>>();
  let { schedules } = house;
  let lastMs = fromMs;
  const at = (nowMs: number): House => {
    house.clock.set(new Date(nowMs).toISOString());
    return { ...house, schedules };
  };
  const look = (nowMs: number, goodShare: number): void => {
    do {
      let hasDied = perform(at(nowMs), schedules.claimDue(nowMs), ran, { dice, goodShare });
      while (hasDied) {
        schedules = house.again();
        hasDied = perform(at(nowMs), schedules.unfinished(), ran, { dice, goodShare });
      }
    } while (schedules.hasDue(nowMs));
    for (const missed of schedules.missedToTell()) schedules.told(missed);
  };
  for (let nowMs = fromMs; nowMs < untilMs; nowMs = nextLook(nowMs, house, dice)) {
    happen({ ...at(nowMs) }, events, dice);
    look(nowMs, 0.9);
    lastMs = Math.max(lastMs, nowMs);
  }
  // What was tried in vain has its last tries, and a clock that was set back has caught up.
  for (let round = 0; round < 5; round += 1) look(Math.max(lastMs, untilMs) + round * HOUR_MS, 1);
  const endMs = Math.max(lastMs, untilMs) + 4 * HOUR_MS;
  assert.ok(ran.size > JOBS * DAYS * 0.2, `${ran.size} runs, seed ${seed}`);
  for (const schedule of schedules.list())
    check({ schedule, rows: rowsOf(house, schedule), ran, events, fromMs, endMs, seed });
});

/** An event for one of the webhooks, which some senders send twice. */
function happen(house: House, events: Map<string, Set<string>>, dice: Dice): void {
  const hooks = house.schedules.listening("webhook");
  if (hooks.length === 0 || !dice.chance(0.2)) return;
  const { id } = dice.pick(hooks);
  const key = `${dice.below(100_000)}`;
  const known = events.get(id) ?? new Set();
  for (let sent = 0; sent < 1 + dice.below(2); sent += 1) {
    const isNew = house.schedules.fire(id, { key, atMs: house.clock.now(), input: { key } });
    assert.ok(!(isNew && known.has(key)));
    known.add(key);
  }
  events.set(id, known);
}

function rowsOf(house: House, schedule: Schedule): readonly Occurrence[] {
  return house.schedules.history("anna", { scheduleId: schedule.id, limit: 1_000_000 });
}

function check(facts: {
  readonly schedule: Schedule;
  readonly rows: readonly Occurrence[];
  readonly ran: Ran;
  readonly events: ReadonlyMap<string, ReadonlySet<string>>;
  readonly fromMs: number;
  readonly endMs: number;
  readonly seed: string;
}): void {
  const { schedule, rows, ran, events, fromMs, endMs, seed } = facts;
  const where = `${schedule.name}, seed ${seed}`;
  const { timing, zone } = schedule;
  if (isEventTrigger(timing)) {
    const keys = [...(events.get(schedule.id) ?? [])].map((key) => `event:${key}`);
    assert.deepEqual(rows.map(({ cause }) => cause).sort(), keys.sort(), where);
  } else {
    // A job that was switched off after failures in a row has no due times from then on.
    const lastMs = schedule.state === "failing" ? (rows[0]?.dueMs ?? fromMs) : endMs;
    const expected = dueBetween(timing, zone, fromMs, lastMs, 1_000_000);
    assert.deepEqual(rows.map(({ dueMs }) => dueMs).toReversed(), expected, where);
  }
  for (const row of rows) {
    assert.ok(["ran", "failed", "skipped", "told"].includes(row.state), `${row.state}, ${where}`);
    const scopes = [
      `occurrence:${row.id}`,
      ...[1, 2, 3].map((n) => `occurrence:${row.id}/again${n}`),
    ];
    const outcomes = scopes.flatMap((scope) => ran.get(scope) ?? []);
    const hasRun = row.state === "ran" || row.state === "failed";
    assert.equal(outcomes.at(-1), hasRun ? row.state : undefined, where);
    assert.equal(
      outcomes.filter((outcome) => outcome === "ran").length,
      row.state === "ran" ? 1 : 0,
    );
  }
}
