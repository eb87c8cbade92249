import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Town } from "../support/town.ts";

const ANN = { id: "1", name: "Ann", languageTag: "en" };

async function openScene(context: TestContext) {
  const town = new Town();
  context.after(() => town.parts.close());
  const ann = town.admit(ANN, "owner");
  await town.start();
  /** What a program of Ann says in the end, every card pressed. */
  const run = async (code: string): Promise<string> => (await town.run(ANN, code)).join("\n");
  const timingOf = (name: string) => town.parts.schedules.get(name, ann)?.timing;
  return { town, ann, run, timingOf };
}

test("an event is shown, changed in one part or another, and deleted", async (context) => {
  const { run, timingOf, town, ann } = await openScene(context);
  await run(
    '[system:create]("post") {type: "message", config: {keyword: "parcel", from: "Ben"}, pipeline: "[system:notify_user]"}',
  );
  await run('[system:update]("post") {name: "letters", config: {keyword: "letter"}}');
  assert.deepEqual(timingOf("letters"), { kind: "message", keyword: "letter", from: "Ben" });
  await run('[system:update]("letters") {pipeline: "[system:time]", enabled: false}');
  const changed = town.parts.schedules.get("letters", ann)!;
  assert.deepEqual(
    [changed.program, changed.state],
    ["[system:event] >> [system:time]", "disabled"],
  );
  const shown = await run('[system:get_event]("letters")');
  assert.match(shown, /when a message from Ben with “letter” comes in this chat \(off\)/);
  assert.doesNotMatch(shown, /\[system:time\]/);
  assert.match(await run('[system:delete_event]("letters")'), /🗑 \*\*letters\*\* is off/);
  assert.match(
    await run('[system:get_event]("letters")'),
    /There's no reminder called \*\*letters\*\*/,
  );
});

test("a schedule keeps its policies through a change of its time, and takes new ones", async (context) => {
  const { run, town, ann } = await openScene(context);
  await run(
    '[system:schedule]("news") {pipeline: "[system:time]", cron: "0 8 * * *", missed: "window", late: "2h", catch_up: 3, overlap: "skip"}',
  );
  await run('[system:update]("news") {config: {cron: "0 7 * * *", timezone: "America/New_York"}}');
  const moved = town.parts.schedules.get("news", ann)!;
  assert.deepEqual(moved.timing, { kind: "cron", expression: "0 7 * * *" });
  assert.deepEqual(moved.missed, { kind: "window", max: 3, windowMs: 2 * 3_600_000 });
  assert.deepEqual(
    [moved.zone, moved.isZoneNamed, moved.overlap],
    ["America/New_York", true, "skip"],
  );
  await run('[system:update]("news") {config: {missed: "once", late: "30m", overlap: "queue"}}');
  const eased = town.parts.schedules.get("news", ann)!;
  assert.deepEqual(
    [eased.missed.kind, eased.missed.windowMs, eased.overlap],
    ["once", 1_800_000, "queue"],
  );
});

test("status and history say what is on, what comes next, and what became of it", async (context) => {
  const { run, town } = await openScene(context);
  assert.match(await run("[system:history]"), /Nothing has run yet/);
  await run('[system:schedule]("hourly") {pipeline: "[system:time]", every: "1h"}');
  await run('[system:create]("hook") {type: "webhook", pipeline: "[system:time]"}');
  await run('[system:manage_events]("run_now") {event_id: "hourly"}');
  await town.tick();
  assert.match(await run('[system:history]("hourly")'), /✓ ran/);
  assert.match(await run('[system:manage_events]("history") {limit: 1}'), /\*\*hourly\*\* ✓ ran/);
  await run('[system:manage_events]("disable") {event_id: "hook"}');
  assert.match(await run("[system:status]"), /Schedules and events: 2, of which 1 are on/);
  await run('[system:manage_events]("enable") {event_id: "hook"}');
  assert.match(await run('[system:list_events] {type: "webhook"}'), /\*\*hook\*\*/);
  assert.doesNotMatch(await run('[system:list_events] {type: "schedule"}'), /\*\*hook\*\*/);
  assert.match(await run("[system:event]"), /Nothing has happened that I could tell about/);
});

test("an entry of the calendar is told earlier by a change, and refused where it is too near for that", async (context) => {
  const { run, timingOf, town } = await openScene(context);
  town.clock.set("2026-11-23T00:00:00Z");
  await run(
    '[system:manage_events]("add") {title: "Dentist", type: "appointment", date: "2026-12-04", time: "15:00", description: "second floor"}',
  );
  const timing = timingOf("Dentist");
  assert.ok(timing?.kind === "entry");
  const { day, ...rest } = timing;
  assert.deepEqual(rest, { kind: "entry", entry: "appointment", note: "second floor" });
  assert.equal(day.kind, "at");
  await run('[system:manage_events]("update") {event_id: "Dentist", before: "2h"}');
  const told = timingOf("Dentist");
  assert.equal(told?.kind === "entry" ? told.beforeMs : 0, 2 * 3_600_000);
  assert.match(
    await run(
      '[system:manage_events]("add") {title: "Soon", type: "appointment", date: "2026-11-24", time: "15:00", before: "7d"}',
    ),
    /nearer than "before" says/,
  );
  assert.match(
    await run(
      '[system:manage_events]("add") {title: "Notice", type: "schedule", at: "2026-12-01T09:00", event_action: "send_notification", action_params: {message: "Go"}}',
    ),
    /⏰ \*\*Notice\*\*|🔁 \*\*Notice\*\*/,
  );
});

test("a list is in the order of time, with what was put off and without what is off", async (context) => {
  const { run, town, ann } = await openScene(context);
  const { clock } = town;
  const { schedules } = town.parts;
  await run('[system:schedule]("b") {pipeline: "[system:notify_user](\\"b\\")", after: "3h"}');
  await run('[system:schedule]("a") {pipeline: "[system:notify_user](\\"a\\")", after: "10m"}');
  await run(
    '[system:schedule]("c") {pipeline: "[system:notify_user](\\"c\\")", cron: "0 8 * * *"}',
  );
  await run(
    '[system:schedule]("d") {pipeline: "[system:notify_user](\\"d\\")", cron: "0 9 * * *"}',
  );
  await run('[system:disable]("d")');
  schedules.snooze("a", ann, clock.now() + 5 * 3_600_000);
  const namesIn = (text: string): readonly string[] =>
    [...text.matchAll(/(\S+) \*\*(\w)\*\*/gu)].map(([, sign, name]) => `${sign} ${name}`);
  assert.deepEqual(
    namesIn(await run("[system:list_events]")).toSorted(),
    ["⏰ b", "💤 a", "🔁 c"].toSorted(),
  );
  assert.deepEqual(namesIn(await run("[system:list_events]() {off: true}")), ["🔁 d"]);
  const week = await run("[system:list_events]() {days: 7}");
  assert.deepEqual(
    namesIn(week).filter((each) => each !== "🔁 c"),
    ["⏰ b", "💤 a"],
  );
  assert.equal(week.match(/\*\*c\*\*/gu)?.length, 1, "what repeats is one line");
});

test("what is kept for later is called as its program says, and what comes at several times is numbered", async (context) => {
  const { run, town, ann } = await openScene(context);
  await run(
    '[system:schedule] {at: "2027-03-01 14:00", pipeline: "[system:notify_user](\\"Water the plants\\")"}',
  );
  for (const day of ["2027-03-02", "2027-03-03"])
    await run(
      `[system:schedule] {at: "${day} 14:00", pipeline: "$t = [system:ask_user](\\"How warm is it?\\")\\n[system:write](\\"t.csv\\") {content: \\"$t\\", append: true}"}`,
    );
  await run(
    '[system:create] {type: "message", config: {keyword: "parcel"}, pipeline: "[system:time]"}',
  );
  assert.deepEqual(
    town.parts.schedules
      .list(ann)
      .map(({ name }) => name)
      .sort(),
    ["How warm is it?", "How warm is it? 2", "Water the plants", "system:time"],
  );
});
