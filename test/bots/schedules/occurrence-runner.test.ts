import assert from "node:assert/strict";
import { test } from "node:test";
import type { RunResult } from "../../../src/runs/run-result.ts";
import type { ClaimedOccurrence } from "../../../src/scheduler/ledger/ledger.ts";
import type { Schedule } from "../../../src/scheduler/ledger/schedule-table.ts";
import { createSchedules } from "../../../src/scheduler/ledger/schedules.ts";
import type { Approval } from "../../../src/security/approvals/approvals.ts";
import { ANN, BEN, type House, openHouse, personOf } from "../../support/bots-house.ts";
import { settled } from "../../support/manual-clock.ts";
import { pressOn } from "../../support/press-handler.ts";
import { finished } from "../../support/scripted-assistant.ts";

const ANNS = "telegram:1";
const HOUR_MS = 60 * 60 * 1000;

/** Ann's schedule "news", every day at 8 AM UTC. */
function addNews(house: House, facts: Partial<Schedule> = {}): Schedule {
  return house.schedules.add({
    personId: personOf(house, ANN).id,
    chatId: ANNS,
    name: "news",
    timing: { kind: "cron", expression: "0 8 * * *" },
    zone: "UTC",
    program: '[source:search_news]("AI")',
    planDigest: "digest",
    ...facts,
  });
}

/** Runs what is due at an ISO instant, as the tick does. */
async function runDue(house: House, iso: string): Promise<readonly ClaimedOccurrence[]> {
  house.clock.set(iso);
  const due = house.schedules.claimDue(house.clock.now());
  for (const occurrence of due)
    house.schedules.finish(occurrence.id, await house.occurrenceRunner.run(occurrence));
  await settled();
  return due;
}

const occurrences = (house: House) =>
  house.schedules
    .history(personOf(house, ANN).id)
    .map(({ state, deliveredAs, summary }) => [state, deliveredAs, summary]);

/** A briefing whose program waits for Ann, as the gate leaves it. */
async function waitingNews(house: House): Promise<Approval> {
  addNews(house);
  let approval: Approval | undefined;
  house.assistant.onRun = ({ origin }): RunResult => {
    approval = house.waitingRun(personOf(house, ANN), ANNS, { origin });
    return { kind: "waiting", runId: approval.runId!, approvals: [approval] };
  };
  await runDue(house, "2026-11-23T08:00:00Z");
  return approval!;
}

test("a due time runs under its own origin and arrives with its buttons and the platform's id", async () => {
  const house = await openHouse();
  addNews(house);
  house.assistant.onRun = () => finished("Two headlines");
  const [due] = await runDue(house, "2026-11-23T08:00:00Z");
  assert.equal(house.assistant.programs[0]?.origin, due?.effectScope);
  const message = house.adapter.withButton("Refresh");
  assert.equal(message.text, "🗞️ **news**\nTwo headlines");
  assert.deepEqual(
    message.buttons.flat().map(({ label }) => label),
    ["Change", "Refresh", "Turn off"],
  );
  assert.ok(message.buttons.flat().every(({ data }) => data.length <= 64));
  assert.deepEqual(occurrences(house), [["ran", message.messageId, "Two headlines"]]);
});

test("a watch that has nothing to tell is on record as run and says nothing", async () => {
  const house = await openHouse();
  addNews(house);
  house.assistant.onRun = () => finished("");
  await runDue(house, "2026-11-23T08:00:00Z");
  assert.deepEqual(house.adapter.shown, []);
  assert.deepEqual(
    occurrences(house).map(([state]) => state),
    ["ran"],
  );
});

test("a briefing of several parts counts as delivered with its last", async () => {
  const house = await openHouse({ maxTextLength: 30 });
  addNews(house);
  house.assistant.onRun = () => finished("The first headline of today.\n\nThe second headline.");
  await runDue(house, "2026-11-23T08:00:00Z");
  const last = house.adapter.withButton("Turn off");
  assert.equal(last.messageId, String(house.adapter.shown.length));
  assert.equal(occurrences(house)[0]?.[1], last.messageId);
});

test("a briefing brings its pictures", async () => {
  const house = await openHouse();
  addNews(house);
  const files = [{ path: "charts/week.png", mediaType: "image/png" }];
  house.assistant.onRun = () => finished("A chart", { files });
  await runDue(house, "2026-11-23T08:00:00Z");
  assert.deepEqual(
    house.adapter.shown.map(({ text, file }) => [text, file]),
    [
      ["", "week.png"],
      ["🗞️ **news**\nA chart", undefined],
    ],
  );
});

test("a briefing that was caught up says when it was due, and a failed one says what failed", async () => {
  const house = await openHouse();
  addNews(house);
  house.assistant.onRun = () => finished("Old news");
  await runDue(house, "2026-11-23T08:10:00Z");
  assert.match(
    house.adapter.texts(ANNS)[0]!,
    /^🗞️ \*\*news\*\* \(late: it was due at Mon, Nov 23, 8 AM\)/,
  );
  house.assistant.onRun = () => finished("✗ No answer.", { ok: false });
  await runDue(house, "2026-11-24T08:00:00Z");
  assert.match(
    house.adapter.texts(ANNS)[1]!,
    /^⚠️ \*\*news\*\* didn't work this time: \n✗ No answer\./,
  );
});

test("a due time that waited ends with the decision, and its briefing arrives", async () => {
  const house = await openHouse();
  await waitingNews(house);
  assert.equal(occurrences(house)[0]?.[0], "waiting");
  house.assistant.onContinue = () => ({ kind: "run", result: finished("Headlines") });
  await house.adapter.press(ANN, "Approve");
  await settled();
  const message = house.adapter.withButton("Turn off");
  assert.equal(message.text, "🗞️ **news**\nHeadlines");
  assert.deepEqual(occurrences(house), [["ran", message.messageId, "Headlines"]]);
  assert.equal(house.adapter.texts(ANNS).filter((text) => text.includes("Headlines")).length, 1);
});

test("a due time that waited and was denied ends as failed, and the card alone says so", async () => {
  const house = await openHouse();
  const { runId } = await waitingNews(house);
  const message = "A person said no, so it was not done.";
  house.assistant.onContinue = () => ({
    kind: "run",
    result: { kind: "denied", message, runId: runId! },
  });
  await house.adapter.press(ANN, "Deny");
  await settled();
  assert.deepEqual(occurrences(house), [["failed", undefined, message]]);
  assert.equal(house.adapter.shown.length, 1);
  assert.match(house.adapter.shown[0]!.text, /✖️ Not done · Ann$/);
});

const NOTICE = {
  ok: true,
  steps: [{ node: "system", action: "notify_user", ok: true, ms: 0 }],
} as const;

const EIGHT_MS = Date.parse("2026-11-23T08:00:00Z");

/** Ann's reminder of the pills, every day at 8 AM UTC unless `timing` says otherwise, due now. */
async function duePills(house: House, timing?: Schedule["timing"]): Promise<Schedule> {
  const pills = addNews(house, {
    name: "pills",
    program: '[system:notify_user]("pills")',
    ...(timing !== undefined && { timing }),
  });
  house.assistant.onRun = () => finished("pills", { statements: [NOTICE] });
  await runDue(house, "2026-11-23T08:00:00Z");
  return pills;
}

/** What the chat shows of its last message. */
const lastOf = (house: House) => {
  const { text, buttons } = house.adapter.shown.at(-1)!;
  return [text, ...buttons.map((row) => row.map(({ label }) => label).join(" "))];
};

test("a snooze is one line in the reminder's place, and can be taken back", async () => {
  const house = await openHouse();
  const { id, personId } = await duePills(house);
  const next = () => house.schedules.get(id, personId)?.nextDueMs;
  const shown = ["⏰ **pills**", "Done +10 min +1 h ⚙️"];
  assert.deepEqual(lastOf(house), shown);
  await house.adapter.press(ANN, "+1 h");
  await settled();
  assert.equal(next(), house.clock.now() + HOUR_MS);
  assert.deepEqual(lastOf(house), ["💤 **pills** · again [9 AM](time:1795424400:t)", "Cancel"]);
  await house.adapter.press(ANN, "Cancel");
  await settled();
  assert.equal(next(), Date.parse("2026-11-24T08:00:00Z"));
  assert.deepEqual(lastOf(house), shown);
  assert.equal(house.adapter.shown.length, 1);
  assert.deepEqual(house.adapter.notes.filter(Boolean), []);
});

test("a reminder that is done is one line, and that it is done is kept with it", async () => {
  const house = await openHouse();
  const { id, personId } = await duePills(house);
  await house.adapter.press(ANN, "Done");
  await settled();
  assert.deepEqual(lastOf(house), ["✅ pills"]);
  const kept = createSchedules({ ...house, newId: (prefix) => prefix }).get(id, personId);
  assert.equal(kept?.doneAtMs, house.clock.now());
});

test("what comes again and again is changed or stopped where it comes", async () => {
  const house = await openHouse();
  const { id, personId } = await duePills(house);
  await house.adapter.press(ANN, "⚙️");
  await settled();
  assert.deepEqual(lastOf(house), ["🔁 **pills** · every day at 8 AM", "Change Turn off"]);
  await house.adapter.press(ANN, "Turn off");
  await settled();
  assert.equal(house.schedules.get(id, personId)?.state, "disabled");
  assert.deepEqual(lastOf(house), [
    "🗑 **pills** reminder is off (every day at 8 AM).",
    "Turn on again",
  ]);
});

test("it can come again in ten minutes, or tomorrow at the same time", async () => {
  const house = await openHouse();
  const { id, personId } = await duePills(house, { kind: "at", atMs: EIGHT_MS });
  const pressed = house.adapter.shown.at(-1)!.buttons.flat();
  const press = (label: string) =>
    house.adapter.pressData(ANN, pressed.find((button) => button.label === label)!.data);
  const nextDue = () => house.schedules.get(id, personId)?.nextDueMs;
  await press("+10 min");
  await settled();
  assert.equal(nextDue(), house.clock.now() + HOUR_MS / 6);
  house.clock.set("2026-11-23T08:05:00Z");
  await press("Tomorrow");
  await settled();
  assert.equal(
    nextDue(),
    Date.parse("2026-11-24T08:00:00Z"),
    "its own time, not that of the press",
  );
  house.schedules.disable(id, personId);
  await press("+10 min");
  await settled();
  assert.equal(house.adapter.notes.at(-1), "That one is off.");
});

test("run again runs it once for a press, and the same press that comes twice not twice", async () => {
  const house = await openHouse();
  addNews(house);
  await runDue(house, "2026-11-23T08:00:00Z");
  const { data } = house.adapter.withButton("Refresh").buttons.flat()[1]!;
  const press = { data, messageId: "1", updateId: "77" };
  for (const _ of [1, 2])
    assert.deepEqual(await pressOn(house, house.occurrenceRunner.buttons, press), [
      "Getting it again.",
    ]);
  const again = await runDue(house, "2026-11-23T08:00:10Z");
  assert.equal(again.length, 1);
  assert.equal(house.adapter.texts(ANNS).length, 2);
});

test("another time is asked for in words, and the change waits on a card of its own", async () => {
  const house = await openHouse();
  addNews(house);
  await runDue(house, "2026-11-23T08:00:00Z");
  await house.adapter.press(ANN, "Change");
  await settled();
  assert.match(house.adapter.texts(ANNS).at(-1)!, /When should \*\*news\*\* come\?/);
  await house.adapter.say(ANN, "every day at 3pm");
  await settled();
  assert.equal(
    house.assistant.programs.at(-1)?.code,
    `[system:update]("news") {config: {"repeat":"daily","time":"15:00"}}`,
  );
  assert.equal(house.assistant.turns.length, 0);
});

test("another time is a press away, and a schedule whose time nobody names stays as it was", async () => {
  const house = await openHouse();
  const before = addNews(house);
  await runDue(house, "2026-11-23T08:00:00Z");
  await house.adapter.press(ANN, "Change");
  await settled();
  assert.deepEqual(house.schedules.get(before.id, before.personId)?.timing, before.timing);
  assert.equal(house.assistant.programs.length, 1);
  await house.adapter.press(ANN, "9 AM");
  await settled();
  assert.equal(
    house.assistant.programs.at(-1)?.code,
    '[system:update]("news") {config: {"cron":"0 9 * * *"}}',
  );
});

test("a schedule's button works for its owner alone, and only as it was signed", async () => {
  const house = await openHouse();
  const { id, personId } = addNews(house);
  await runDue(house, "2026-11-23T08:00:00Z");
  const { data } = house.adapter.withButton("Turn off").buttons.flat().at(-1)!;
  await house.adapter.press(BEN, "Turn off");
  await house.adapter.pressData(ANN, `${data.slice(0, -1)}${data.endsWith("0") ? "1" : "0"}`);
  await house.adapter.pressData(ANN, data, {
    chat: { platform: "telegram", chatId: "-5", isPrivate: false },
  });
  await settled();
  const gone = "That one is gone.";
  const others = "That one is Ann's: only they can press it.";
  assert.deepEqual(house.adapter.notes, [others, gone, gone]);
  assert.equal(house.schedules.get(id, personId)?.state, "active");
});

test("a schedule's button does nothing for someone who is a guest now", async () => {
  const house = await openHouse();
  const { id, personId } = addNews(house);
  await runDue(house, "2026-11-23T08:00:00Z");
  house.database.prepare("UPDATE people SET role = 'guest' WHERE id = ?").run(personId);
  await house.adapter.press(ANN, "Turn off");
  await settled();
  assert.deepEqual(house.adapter.notes, ["You are not let in yet."]);
  assert.equal(house.schedules.get(id, personId)?.state, "active");
});

test("a schedule's button pressed without its thread still works", async () => {
  const house = await openHouse();
  house.updates.remember(
    { platform: "telegram", chatId: "-5", threadId: "7", isPrivate: false },
    "nobody",
  );
  const { id, personId } = addNews(house, { chatId: "telegram:-5:7" });
  await runDue(house, "2026-11-23T08:00:00Z");
  const chat = { platform: "telegram", chatId: "-5", isPrivate: false };
  await house.adapter.press(ANN, "Turn off", { chat });
  await settled();
  assert.equal(house.schedules.get(id, personId)?.state, "disabled");
});

test("due times that were missed and a schedule that was switched off are told", async () => {
  const house = await openHouse();
  const schedule = addNews(house);
  await house.occurrenceRunner.tellMissed({
    schedule,
    count: 2,
    firstDueMs: Date.parse("2026-11-21T08:00:00Z"),
    lastDueMs: Date.parse("2026-11-22T08:00:00Z"),
  });
  await house.occurrenceRunner.tellDisabled(schedule);
  await settled();
  assert.deepEqual(house.adapter.texts(ANNS), [
    "⏰ **news** (missed 2 times since [Nov 21 8 AM](time:1795248000:f); I was off)",
    "⚠️ **news** kept failing, so I turned it off.",
  ]);
});

test("what was missed while the service was down says when it was due", async () => {
  const house = await openHouse();
  const dueMs = Date.parse("2026-11-22T08:00:00Z");
  await house.occurrenceRunner.tellMissed({
    schedule: addNews(house),
    count: 1,
    firstDueMs: dueMs,
    lastDueMs: dueMs,
    down: { fromMs: dueMs - 5 * HOUR_MS, toMs: dueMs + HOUR_MS / 2 },
  });
  await settled();
  assert.equal(
    house.adapter.texts(ANNS)[0],
    "⏰ **news** (due [yesterday 8 AM](time:1795334400:f); I was off)",
  );
});

test("the card of a failing schedule shows why, and its other button switches it on again", async () => {
  const house = await openHouse();
  const { id, personId } = addNews(house);
  house.assistant.onRun = () => finished("✗ No answer.", { ok: false });
  for (let day = 23; day < 28; day += 1) {
    house.clock.set(`2026-11-${day}T08:00:00Z`);
    for (const due of house.schedules.claimDue(house.clock.now())) {
      const result = await house.occurrenceRunner.run(due);
      const { disabled } = house.schedules.finish(due.id, result);
      if (disabled !== undefined) await house.occurrenceRunner.tellDisabled(disabled);
    }
  }
  await settled();
  assert.equal(house.schedules.get(id, personId)?.state, "failing");
  await house.adapter.press(ANN, "Why it failed");
  await settled();
  assert.match(house.adapter.notes.at(-1) ?? "", /^Fri, Nov 27, 8 AM: ✗ No answer\.$/);
  await house.adapter.press(ANN, "Turn on again");
  await settled();
  assert.equal(house.adapter.notes.at(-1), "🔔 “news” is on.");
  assert.equal(house.schedules.get(id, personId)?.state, "active");
});

test("a failure that may pass is told only when the last try has failed", async () => {
  const house = await openHouse();
  addNews(house);
  const error = { code: "http-timeout", message: "No answer.", retryable: true };
  house.assistant.onRun = ({ origin }) => {
    const run = house.run(personOf(house, ANN), ANNS, origin);
    const failed = finished("✗ No answer.", {
      ok: false,
      statements: [{ ok: false, error, steps: [] }],
    });
    return { ...failed, runId: run.id };
  };
  await runDue(house, "2026-11-23T08:00:00Z");
  assert.deepEqual(
    occurrences(house).map(([state]) => state),
    ["due"],
  );
  assert.deepEqual(house.adapter.shown, []);
  for (const time of ["08:00:30", "08:02:30", "08:07:30"])
    await runDue(house, `2026-11-23T${time}Z`);
  assert.deepEqual(
    occurrences(house).map(([state]) => state),
    ["failed"],
  );
  assert.equal(house.assistant.programs.length, 4);
  assert.equal(house.adapter.shown.length, 1);
});

test("a due time whose owner is gone fails and says nothing", async () => {
  const house = await openHouse();
  addNews(house, { personId: "person_gone" });
  await runDue(house, "2026-11-23T08:00:00Z");
  assert.deepEqual(house.assistant.programs, []);
  assert.deepEqual(
    house.schedules.history("person_gone").map((row) => [row.state, row.summary]),
    [["failed", "Its owner is no longer admitted."]],
  );
});
