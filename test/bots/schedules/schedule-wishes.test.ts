import assert from "node:assert/strict";
import { test } from "node:test";
import { scheduleWish } from "../../../src/bots/schedules/schedule-wishes.ts";
import { ANN, openHouse, personOf } from "../../support/bots-house.ts";

const ANNS = "telegram:1";

/** What words of Ann's in her chat mean, at ten on a Sunday, right after the last of her schedules was made. */
async function openWishes() {
  const house = await openHouse();
  house.clock.set("2026-11-22T10:00:00Z");
  const personId = personOf(house, ANN).id;
  const add = (name: string, timing: Parameters<typeof house.schedules.add>[0]["timing"]) =>
    house.schedules.add({
      ...{ personId, chatId: ANNS, name, timing, zone: "UTC", planDigest: "digest" },
      program: '[system:notify_user]("it")',
    });
  const wish = (text: string, chatId = ANNS): string | undefined =>
    scheduleWish(house.schedules, text, {
      ...{ personId, chatId, zone: "UTC", nowMs: house.clock.now() },
    });
  return { house, add, wish };
}

test("another time right after a reminder was made is that of the reminder, in its half of the day", async () => {
  const { house, add, wish } = await openWishes();
  add("older", { kind: "at", atMs: Date.parse("2026-11-25T09:00:00Z") });
  await house.clock.advance(1000);
  const { id } = add("dentist", { kind: "at", atMs: Date.parse("2026-11-23T15:00:00Z") });
  const changed = `[system:update]("${id}") {config: {"at":"2026-11-23T16:00"}}`;
  for (const text of [
    "no, 4pm",
    "no, at 4",
    "아니 4시",
    "아니야, 오후 4시",
    "change it to 4pm",
    "4시로 바꿔줘",
  ])
    assert.equal(wish(text), changed, text);
  for (const text of ["no", "4pm", "아니 됐어", "no, I meant the other one"])
    assert.equal(wish(text), undefined, text);
  assert.equal(wish("no, 4pm", "telegram:-5"), undefined, "in another chat");
  await house.clock.advance(11 * 60_000);
  assert.equal(wish("no, 4pm"), undefined, "long after");
});

test("a schedule is switched off by the words of its name, where they mean one", async () => {
  const { add, wish } = await openWishes();
  const weekly = { kind: "cron", expression: "0 21 * * 4" } as const;
  const trash = add("take out the trash", weekly);
  const recycling = add("분리수거", weekly);
  const briefing = add("아침 브리핑", weekly);
  for (const [text, id] of [
    ["cancel the trash reminder", trash.id],
    ["turn off the take out the trash alarm", trash.id],
    ["분리수거 알림 꺼줘", recycling.id],
    ["분리수거 알림을 이제 취소해줘", recycling.id],
    ["아침 브리핑 그만 보내줘", briefing.id],
  ])
    assert.equal(wish(text!), `[system:disable]("${id}")`, text);
  for (const text of ["cancel the water reminder", "분리수거 언제야?", "cancel the trash"])
    assert.equal(wish(text), undefined, text);
  add("trash bags", weekly);
  assert.equal(wish("cancel the trash reminder"), undefined, "it could mean two");
});
