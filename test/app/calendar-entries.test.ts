import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Town } from "../support/town.ts";

const ANN = { id: "1", name: "Ann", languageTag: "en" };

async function openScene(context: TestContext) {
  const town = new Town();
  context.after(() => town.parts.close());
  const ann = town.admit(ANN, "owner");
  await town.start();
  town.clock.set("2026-11-23T00:00:00Z");
  /** What a program of Ann says in the end, every card pressed. */
  const run = async (code: string): Promise<string> => (await town.run(ANN, code)).join("\n");
  const entry = (name: string) => town.parts.schedules.get(name, ann);
  /** What Ann is told once the clock shows an instant. */
  const toldAt = async (iso: string): Promise<string> => {
    const before = town.adapter.texts("telegram:1").length;
    town.clock.set(iso);
    await town.tick();
    return town.adapter.texts("telegram:1").slice(before).join("\n");
  };
  return { town, ann, run, entry, toldAt };
}

test("an appointment is saved without a card, told before its time, and moved by saving it again", async (context) => {
  const { run, entry, toldAt } = await openScene(context);
  const said = await run(
    '[system:save_event]("Dentist") {type: "appointment", date: "2026-12-04", time: "15:00", before: "2h", description: "second floor"}',
  );
  assert.match(said, /🗓 \*\*Dentist\*\* · \[Dec 4 3 PM\]/);
  await run('[system:save_event]("Dentist") {time: "16:30"}');
  const moved = entry("Dentist")!.timing;
  assert.deepEqual(moved, {
    kind: "entry",
    entry: "appointment",
    day: { kind: "at", atMs: Date.parse("2026-12-04T16:30:00Z") },
    beforeMs: 2 * 3_600_000,
    note: "second floor",
  });
  await run('[system:save_event]("Dentist") {date: "2026-12-05", time: "10:00"}');
  const later = entry("Dentist")!.timing;
  assert.deepEqual(later, { ...moved, day: { kind: "at", atMs: Date.parse("2026-12-05T10:00Z") } });
  assert.match(await toldAt("2026-12-05T08:00:01Z"), /Dentist/);
});

test("a date and time in one say when, for a day that comes once or every year", async (context) => {
  const { run, entry } = await openScene(context);
  const dayOf = (name: string): unknown => {
    const timing = entry(name)?.timing;
    return timing?.kind === "entry" ? timing.day : undefined;
  };
  const once = { kind: "at", atMs: Date.parse("2026-12-04T15:00Z") };
  await run('[system:save_event]("Dentist") {at: "2026-12-04T15:00", before: "2h"}');
  assert.deepEqual(dayOf("Dentist"), once);
  await run('[system:save_event]("Call") {at: "2026-12-05T00:00+09:00", repeat: "none"}');
  assert.deepEqual(dayOf("Call"), once);
  await run('[system:save_event]("Mum") {type: "birthday", at: "2027-05-03 07:30"}');
  assert.deepEqual(dayOf("Mum"), {
    kind: "cron",
    expression: "30 7 3 5 *",
    fromMs: Date.parse("2027-05-03T00:00Z"),
  });
  await run('[system:save_event]("Dentist") {at: "2026-12-05T16:00"}');
  assert.deepEqual(dayOf("Dentist"), { kind: "at", atMs: Date.parse("2026-12-05T16:00Z") });
  const said = await run('[system:save_event]("Talk") {at: "2026-12-04T15:00", time: "16:00"}');
  assert.match(said, /"at" and "time" both say when; keep one of them\./);
  assert.match(await run('[system:save_event]("Talk") {at: "soon"}'), /"at" is "soon"/);
});

test("a yearly day keeps its date where only its hour is saved anew", async (context) => {
  const { run, entry } = await openScene(context);
  await run('[system:save_event]("Mum") {type: "birthday", month: 5, day: 3, before: "1d"}');
  await run('[system:save_event]("Mum") {time: "07:30"}');
  const { timing } = entry("Mum")!;
  assert.deepEqual(timing.kind === "entry" && timing.day, {
    kind: "cron",
    expression: "30 7 3 5 *",
  });
});

test("a lunar birthday comes on its day of each year, and is told the day before", async (context) => {
  const { run, entry, toldAt } = await openScene(context);
  const said = await run(
    '[system:save_event]("Grandma") {type: "birthday", lunar: "12-1", before: "1d"}',
  );
  assert.match(said, /every year on day 1 of month 12 of the lunar calendar at 9 AM/);
  assert.match(await run('[system:manage_events]("list") {year: 2027, month: 1}'), /Grandma/);
  assert.match(await toldAt("2027-01-07T09:00:01Z"), /Grandma/);
  assert.equal(new Date(entry("Grandma")!.nextDueMs!).toISOString(), "2027-12-27T09:00:00.000Z");
});

test("a schedule with a program is not overwritten by an entry of its name", async (context) => {
  const { run, entry } = await openScene(context);
  await run('[system:schedule]("news") {pipeline: "[system:time]", cron: "0 8 * * *"}');
  const said = await run('[system:save_event]("news") {date: "2026-12-04"}');
  assert.match(said, /already a reminder named "news"/);
  assert.equal(entry("news")!.program, "[system:time]");
});

test("an event that runs a switch runs what the switch holds when it comes", async (context) => {
  const { town, run, entry, toldAt } = await openScene(context);
  await town.say(ANN, '/switches add leave [system:notify_user]("keys")');
  await run(
    '[system:manage_events]("add") {title: "Going out", type: "schedule", at: "2026-11-24T08:00", event_action: "run_switch", action_params: {switch: "leave"}}',
  );
  assert.equal(entry("Going out")!.program, '[system:run_pipeline]("switch:leave")');
  await town.say(ANN, '/switches add leave [system:notify_user]("keys and umbrella")');
  assert.match(await toldAt("2026-11-24T08:00:01Z"), /keys and umbrella/);
});

test("a switch that is not there, or runs itself, is refused before anything runs", async (context) => {
  const { town, run } = await openScene(context);
  await town.say(ANN, '/switches add leave [system:notify_user]("keys")');
  assert.match(
    await run('[system:run]("switch:leav")'),
    /no workflow "switch:leav".*Did you mean "switch:leave"/s,
  );
  await town.say(ANN, '/switches add leave [system:run]("switch:leave")');
  assert.match(await run('[system:run]("switch:leave")'), /runs itself/);
  assert.match(
    await run(
      '[system:manage_events]("add") {title: "x", at: "2026-11-24T08:00", event_action: "run_switch"}',
    ),
    /"event_action" with what it needs/,
  );
});

test("where due times replace one another, the card of the one before ends and nothing of it is brought", async (context) => {
  const { town, ann, run, toldAt } = await openScene(context);
  await run(
    '[system:schedule]("clean") {pipeline: \'[system:ask_user]("Which one?") >> [system:notify_user]\', cron: "0 * * * *", overlap: "replace"}',
  );
  assert.match(await run('[system:get_event]("clean")'), /stops the one before if it is not over/);
  assert.match(await toldAt("2026-11-23T01:00:01Z"), /Which one\?/);
  assert.match(await toldAt("2026-11-23T02:00:01Z"), /Which one\?/);
  const { schedules, approvals } = town.parts;
  const { id } = schedules.get("clean", ann)!;
  const states = schedules.history(ann, { scheduleId: id }).map(({ state }) => state);
  assert.deepEqual(states, ["waiting", "skipped"]);
  assert.equal(approvals.pending({ personId: ann }).length, 1);
});
