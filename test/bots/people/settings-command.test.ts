import assert from "node:assert/strict";
import { test } from "node:test";
import { holdScheduled } from "../../../src/app/node-ports.ts";
import type { Schedule } from "../../../src/scheduler/ledger/schedule-table.ts";
import { ANN, BEN, type House, openHouse, personOf } from "../../support/bots-house.ts";
import { settled } from "../../support/manual-clock.ts";
import { finished } from "../../support/scripted-assistant.ts";

const ANNS = "telegram:1";
const GROUP = { platform: "telegram", chatId: "-5", isPrivate: false };

async function annSays(house: House, text: string): Promise<string> {
  const before = house.adapter.texts(ANNS).length;
  await house.adapter.say(ANN, text);
  await settled();
  return house.adapter.texts(ANNS).slice(before).join("\n");
}

function addSchedule(house: House, facts: Partial<Schedule> = {}): Schedule {
  return house.schedules.add({
    personId: personOf(house, ANN).id,
    chatId: ANNS,
    name: "news",
    timing: { kind: "cron", expression: "0 3 * * *" },
    zone: "UTC",
    program: '[source:search_news]("AI")',
    planDigest: "digest",
    ...facts,
  });
}

/** Ann's house at midnight, quiet from 22:00 to 07:00. */
async function quietHouse(facts: Partial<Schedule> = {}): Promise<House> {
  const house = await openHouse();
  house.clock.set("2026-11-21T00:00:00Z");
  house.assistant.onRun = () => finished("headlines");
  await annSays(house, "/settings quiet 22:00-07:00");
  addSchedule(house, facts);
  return house;
}

async function runDue(house: House, iso: string): Promise<void> {
  house.clock.set(iso);
  for (const occurrence of house.schedules.claimDue(house.clock.now()))
    house.schedules.finish(occurrence.id, await house.occurrenceRunner.run(occurrence));
  await settled();
}

const briefings = (house: House, key = ANNS): number =>
  house.adapter.texts(key).filter((text) => text.includes("headlines")).length;

test("settings are shown and changed by words, in Korean and English", async () => {
  const house = await openHouse();
  const { id } = personOf(house, ANN);
  assert.match(await annSays(house, "/settings"), /Quiet hours: none/);
  assert.equal(await annSays(house, "/settings quiet 10pm to 7am"), "🌙 I'll be quiet 10 PM–7 AM.");
  assert.deepEqual(house.people.quietHours(id), { fromMinute: 1320, toMinute: 420 });
  assert.match(await annSays(house, "/settings"), /Quiet hours: 10 PM–7 AM/);
  assert.match(await annSays(house, "/settings quiet later"), /^Write when they begin and end/);
  assert.match(await annSays(house, "/settings colour red"), /^You can change language, time zone/);
  assert.match(await annSays(house, "/settings zone 서울"), /^🕒 .*\*\*Seoul\*\*/);
  assert.equal(await annSays(house, "/설정 언어 한국어"), "이제 한국어로 말할게요.");
  assert.equal(
    await annSays(house, "/설정 방해금지 23시-8시"),
    "🌙 오후 11시–오전 8시에는 조용히 있을게요.",
  );
  assert.match(await annSays(house, "/설정"), /방해 금지: 오후 11시–오전 8시/);
  assert.equal(await annSays(house, "/설정 방해금지 끄기"), "🔔 이제 언제든 알려 드릴게요.");
  assert.equal(house.people.quietHours(id), undefined);
});

test("settings are changed by buttons, and the list shows it", async () => {
  const house = await openHouse();
  await annSays(house, "/settings");
  for (const label of ["Quiet hours", "11 PM–8 AM", "Time zone", "Seoul", "Language", "한국어"]) {
    await house.adapter.press(ANN, label);
    await settled();
  }
  const { language, zone, id } = personOf(house, ANN);
  assert.deepEqual(
    [language, zone, house.people.quietHours(id)],
    ["ko", "Asia/Seoul", { fromMinute: 1380, toMinute: 480 }],
  );
  const shown = house.adapter.withButton("시간대");
  assert.match(shown.text, /언어: 한국어[\s\S]*시간대: 서울[\s\S]*방해 금지: 오후 11시–오전 8시/);
  await house.adapter.press(ANN, "방해 금지");
  await settled();
  const labels = house.adapter.withButton("✓ 오후 11시–오전 8시").buttons.map((row) => row.length);
  assert.deepEqual(labels, [2, 1]);
});

test("nobody changes the settings of another by their button", async () => {
  const house = await openHouse();
  await house.adapter.say(ANN, "/settings", { chat: GROUP });
  await settled();
  await house.adapter.press(BEN, "Show me", { chat: GROUP });
  await settled();
  assert.equal(house.adapter.notes.at(-1), "That's for Ann only.");
  await house.adapter.press(ANN, "Show me", { chat: GROUP });
  await settled();
  await house.adapter.press(ANN, "Time zone");
  await settled();
  for (const facts of [{}, { chat: GROUP }]) {
    const told = house.adapter.notes.length;
    await house.adapter.press(BEN, "Seoul", facts);
    await settled();
    assert.deepEqual([personOf(house, ANN).zone, personOf(house, BEN).zone], ["UTC", "UTC"]);
    assert.match(house.adapter.notes.slice(told).join("\n"), /./);
  }
  await house.adapter.press(ANN, "Seoul");
  await settled();
  assert.equal(personOf(house, ANN).zone, "Asia/Seoul");
});

test("messages of schedules are held during quiet hours, other messages are not", async () => {
  const house = await quietHouse();
  await runDue(house, "2026-11-21T03:00:00Z");
  assert.equal(briefings(house), 0);
  assert.equal(await annSays(house, "hello"), "echo hello");
  house.cards.show(house.waitingRun(personOf(house, ANN), ANNS));
  await settled();
  assert.match(house.adapter.texts(ANNS).at(-1)!, /^\*\*Do this\?/);
  house.clock.set("2026-11-21T06:59:50Z");
  await house.clock.advance(8000);
  assert.equal(briefings(house), 0);
  await house.clock.advance(4000);
  assert.equal(briefings(house), 1);
  const [occurrence] = house.schedules.history(personOf(house, ANN).id);
  assert.equal(house.table.byKey(`briefing:${occurrence!.id}`)?.state, "sent");
});

test("a held message is sent exactly once after a restart", async () => {
  const house = await openHouse();
  house.clock.set("2026-11-21T00:00:00Z");
  house.assistant.onRun = () => finished("headlines");
  await annSays(house, "/settings quiet 22-7");
  addSchedule(house);
  await runDue(house, "2026-11-21T03:00:00Z");
  await house.outbox.stop();
  house.clock.set("2026-11-21T08:00:00Z");
  await house.again().open({ recover: true });
  await settled();
  assert.equal(briefings(house), 1);
});

test("switching quiet hours off sends held messages at once", async () => {
  const house = await quietHouse();
  await runDue(house, "2026-11-21T03:00:00Z");
  assert.equal(briefings(house), 0);
  await annSays(house, "/settings quiet off");
  assert.equal(briefings(house), 1);
});

test("a reminder set for one time, a person's wish and a group do not wait", async () => {
  const once = await quietHouse({
    timing: { kind: "at", atMs: Date.parse("2026-11-21T03:00:00Z") },
  });
  await runDue(once, "2026-11-21T03:00:00Z");
  assert.equal(briefings(once), 1);
  const wished = await quietHouse();
  wished.clock.set("2026-11-21T01:00:00Z");
  wished.schedules.runNow("news", personOf(wished, ANN).id);
  await runDue(wished, "2026-11-21T01:00:05Z");
  assert.equal(briefings(wished), 1);
  const group = await quietHouse({ chatId: "telegram:-5" });
  group.updates.keepAddress(GROUP);
  await runDue(group, "2026-11-21T03:00:00Z");
  assert.equal(briefings(group, "telegram:-5"), 1);
});

test("a notice of a schedule is held like its message, unless it is urgent or nobody's schedule", async () => {
  const house = await quietHouse();
  house.clock.set("2026-11-21T03:00:00Z");
  const [due] = house.schedules.claimDue(house.clock.now());
  const untilQuietEnds = holdScheduled(house);
  const notice = { key: "notice:1", chatKey: ANNS, text: "hi", isUrgent: false };
  const scheduled = { ...notice, effectKey: `${due!.effectScope}/0/1` };
  assert.equal(untilQuietEnds(scheduled), Date.parse("2026-11-21T07:00:00Z"));
  assert.equal(untilQuietEnds({ ...scheduled, isUrgent: true }), undefined);
  assert.equal(untilQuietEnds({ ...notice, effectKey: "update:telegram:1/0/1" }), undefined);
});
