import assert from "node:assert/strict";
import { test } from "node:test";
import { visibleLength } from "../../../src/bots/markup/parse-markup.ts";
import { ANN, BEN, type House, openHouse, personOf } from "../../support/bots-house.ts";
import { presses, says, shown } from "../../support/list-talk.ts";
import { finished } from "../../support/scripted-assistant.ts";

const GROUP = { platform: "telegram", chatId: "-5", isPrivate: false };

/** Ann's schedules, every day at 8 AM UTC, at ten o'clock on a Saturday. */
async function houseWith(...names: readonly string[]): Promise<House> {
  const house = await openHouse();
  house.clock.set("2026-11-21T10:00:00Z");
  for (const name of names) add(house, name);
  return house;
}

function add(
  house: House,
  name: string,
  facts: Partial<Parameters<House["schedules"]["add"]>[0]> = {},
): void {
  house.schedules.add({
    personId: personOf(house, ANN).id,
    chatId: "telegram:1",
    name,
    timing: { kind: "cron", expression: "0 8 * * *" },
    zone: "UTC",
    program: '[source:search_news]("AI")',
    planDigest: "digest",
    ...facts,
  });
}

test("the list tells each reminder with its time, a page at a time, and turns in place", async () => {
  const house = await houseWith("a", "b", "c", "d", "e", "f");
  const first = await says(house, "/schedule");
  assert.equal(first.lines[0], "⏰ **Reminders** (6)");
  assert.equal(first.lines[1], "1. 🔁 **a** · every day at 8 AM");
  assert.equal(first.lines.length, 4);
  assert.deepEqual(first.labels, ["1 2", "3 More"]);
  const count = house.adapter.shown.length;
  const second = await presses(house, "More");
  assert.match(second.lines[1] ?? "", /^4\. 🔁 \*\*d\*\*/);
  assert.deepEqual(second.labels, ["4 5", "6 Back to the first"]);
  assert.equal(house.adapter.shown.length, count);
});

test("one is shown with its next time by the person's clock, its program to who wants it", async () => {
  const house = await houseWith("news");
  house.people.change(personOf(house, ANN).id, { zone: "Asia/Seoul" });
  await says(house, "/schedule");
  const { lines, labels } = await presses(house, "1");
  assert.deepEqual(lines, [
    "🔁 **news** · every day at 8 AM (UTC)",
    "Next: [tomorrow 5 PM](time:1795334400:F)",
  ]);
  assert.deepEqual(labels, ["Change Get it now", "Turn off All"]);
  house.people.setAnswering(personOf(house, ANN).id, { showsCode: true });
  assert.deepEqual((await says(house, "/schedule news")).lines.slice(-3), [
    "```ibl",
    '[source:search_news]("AI")',
    "```",
  ]);
  assert.match((await presses(house, "All")).lines[0] ?? "", /^⏰ \*\*Reminders\*\* \(1\)/);
});

test("one schedule tells what became of it last, and when that arrived where it came late", async () => {
  const house = await houseWith("news");
  const lastAfter = async (dueAt: string, arrivedAt: string): Promise<string | undefined> => {
    house.clock.set(dueAt);
    const [due] = house.schedules.claimDue(house.clock.now());
    assert.ok(due !== undefined);
    house.schedules.finish(due.id, { state: "ran", summary: "" });
    house.clock.set(arrivedAt);
    house.schedules.deliveredAs(due.id, "7");
    return (await says(house, "/schedule news")).lines.find((line) => line.startsWith("Last "));
  };
  assert.equal(
    await lastAfter("2026-11-22T08:00:00Z", "2026-11-22T08:00:09Z"),
    "Last [Sun, Nov 22, 8 AM](time:1795334400:F) ✓ delivered",
  );
  assert.equal(
    await lastAfter("2026-11-23T08:00:00Z", "2026-11-23T09:30:00Z"),
    "Last [Mon, Nov 23, 8 AM](time:1795420800:F) ✓ delivered [Mon, Nov 23, 9:30 AM](time:1795426200:F)",
  );
});

test("a press pauses at once; resuming and running now go through the gate as programs", async () => {
  const house = await houseWith("news");
  house.assistant.onRun = ({ code }) => finished(`asked ${code}`);
  await says(house, "/schedule news");
  const paused = await presses(house, "Turn off");
  assert.equal(paused.lines[0], "🔁 **news** · every day at 8 AM · off");
  assert.deepEqual(paused.labels, ["Change Get it now", "Turn on All"]);
  assert.equal(house.schedules.get("news", personOf(house, ANN).id)?.state, "disabled");
  await presses(house, "Turn on");
  await presses(house, "Get it now");
  assert.deepEqual(
    house.assistant.programs.map(({ code }) => code),
    ['[system:enable]("news")', '[system:manage_events]("run_now") {event_id: "news"}'],
  );
  assert.equal(house.schedules.get("news", personOf(house, ANN).id)?.state, "disabled");
});

test("in a group only what is delivered there is listed, and nobody else's press does anything", async () => {
  const house = await houseWith("mine");
  add(house, "ours", { chatId: "telegram:-5" });
  const { lines } = await says(house, "/schedule", { chat: GROUP });
  assert.equal(lines.length, 2);
  assert.match(lines[1] ?? "", /\*\*ours\*\*/);
  await presses(house, "1", BEN);
  assert.deepEqual(shown(house).lines, lines);
  assert.equal(house.adapter.notes.at(-1), "That one is gone.");
});

test("a name opens the one that has it, and one that nobody has is told so", async () => {
  const house = await houseWith("morning news", "evening news");
  assert.equal(
    (await says(house, "/schedule evening")).lines[0],
    "🔁 **evening news** · every day at 8 AM",
  );
  assert.match((await says(house, "/schedule news")).lines[0] ?? "", /^⏰ \*\*Reminders\*\* \(2\)/);
  assert.deepEqual((await says(house, "/schedule lunch")).lines, ["There is no reminder “lunch”."]);
});

test("without reminders the list says so", async () => {
  const house = await houseWith();
  assert.deepEqual((await says(house, "/schedule")).labels, []);
  assert.match(shown(house).lines[0] ?? "", /^You have no reminders yet/);
});

test("a press asks for another time, and the change goes through the gate", async () => {
  const house = await houseWith("news");
  await says(house, "/schedule news");
  await presses(house, "Change");
  assert.match(shown(house).lines.join("\n"), /When should \*\*news\*\* come\?/);
  await says(house, "weekdays at 9");
  assert.match(house.assistant.programs.at(-1)?.code ?? "", /^\[system:update\]\("news"\)/);
});

test("what no time of its own sets off has no time to change", async () => {
  const house = await houseWith();
  add(house, "hook", { timing: { kind: "webhook" } });
  assert.deepEqual((await says(house, "/schedule hook")).labels, ["Get it now Turn off All"]);
});

test("a long program is cut where a press shows it, which is said, and typed for it is whole", async () => {
  const house = await houseWith();
  const program = Array.from({ length: 400 }, () => "[system:time]()").join("\n");
  add(house, `long ${"and longer ".repeat(6)}`, { program });
  house.people.setAnswering(personOf(house, ANN).id, { showsCode: true });
  const { lines: listed } = await says(house, "/schedule");
  assert.ok(listed.join("\n").length < 300);
  const { lines } = await presses(house, "1");
  assert.equal(lines.at(-1), "The program is long, so only its beginning is here.");
  assert.equal(lines.at(-2), "```");
  assert.ok(visibleLength(lines.join("\n")) <= 4096);
  assert.ok(lines.length > 200);
  const before = house.adapter.shown.length;
  await says(house, "/schedule long and longer");
  const whole = house.adapter.shown.slice(before).map(({ text }) => text);
  assert.equal(whole.join("\n").match(/\[system:time\]/g)?.length, 400);
  assert.match(shown(house).labels.at(-1) ?? "", / All$/);
});
