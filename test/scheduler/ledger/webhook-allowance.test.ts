import assert from "node:assert/strict";
import { test } from "node:test";
import { createWebhookAllowance } from "../../../src/scheduler/ledger/webhook-allowance.ts";
import { DAILY, openHouse } from "../harness.ts";

const NOW_MS = Date.parse("2026-11-23T00:00:00Z");
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const MEGABYTE = 1024 * 1024;

/** Two webhooks in a database, and their allowance. */
function openHooks() {
  const { database, schedules } = openHouse("2026-11-23T00:00:00Z");
  const hook = (name: string) => schedules.add({ ...DAILY, name, timing: { kind: "webhook" } });
  const allowance = createWebhookAllowance({ database });
  const ids = { build: hook("build").id, form: hook("form").id };
  const rows = (): unknown =>
    database.prepare("SELECT count(*) FROM webhook_requests").pluck().get();
  return { database, schedules, allowance, rows, ...ids };
}

test("thirty come in a minute and three hundred in an hour; beyond that it is said when, and others go on", () => {
  const { allowance, build, form } = openHooks();
  const thirty = (atMs: number): number[] =>
    Array.from({ length: 30 }, () => allowance.take(build, 2, atMs));
  assert.deepEqual(new Set(thirty(NOW_MS)), new Set([0]));
  assert.equal(allowance.take(build, 2, NOW_MS + 20_000), 40_000);
  assert.equal(allowance.take(form, 2, NOW_MS + 20_000), 0);
  for (let minute = 1; minute < 10; minute += 1)
    assert.deepEqual(new Set(thirty(NOW_MS + minute * MINUTE_MS)), new Set([0]));
  assert.equal(allowance.take(build, 2, NOW_MS + 10 * MINUTE_MS), 50 * MINUTE_MS);
  assert.equal(allowance.take(build, 2, NOW_MS + HOUR_MS), 0);
});

test("more than eight megabytes do not come in an hour, and what was refused counts for nothing", () => {
  const { allowance, build, rows } = openHooks();
  for (let minute = 0; minute < 8; minute += 1)
    assert.equal(allowance.take(build, MEGABYTE, NOW_MS + minute * MINUTE_MS), 0);
  assert.equal(allowance.take(build, 2, NOW_MS + 8 * MINUTE_MS), 52 * MINUTE_MS);
  assert.equal(rows(), 8);
  assert.equal(allowance.take(build, MEGABYTE, NOW_MS + HOUR_MS), 0);
});

test("a restart gives nothing back, a second one neither", () => {
  const { allowance, database, build } = openHooks();
  for (let count = 0; count < 30; count += 1) allowance.take(build, 2, NOW_MS);
  for (let restart = 0; restart < 2; restart += 1)
    assert.equal(createWebhookAllowance({ database }).take(build, 2, NOW_MS + 1000), 59_000);
});

test("rows go when their hour is over, when the clock is set back, and with their schedule", () => {
  const { allowance, schedules, build, rows } = openHooks();
  for (let count = 0; count < 30; count += 1) allowance.take(build, 2, NOW_MS);
  assert.equal(allowance.take(build, 2, NOW_MS - MINUTE_MS), 0);
  assert.equal(rows(), 1);
  assert.equal(allowance.take(build, 2, NOW_MS + 2 * HOUR_MS), 0);
  assert.equal(rows(), 1);
  schedules.remove(build, DAILY.personId);
  assert.ok(Number(rows()) <= 1);
});
