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
  const wish = (text: string, chatId = ANNS): string | undefined => {
    const wanted = scheduleWish(house.schedules, text, {
      ...{ personId, chatId, zone: "UTC", language: "en", nowMs: house.clock.now() },
    });
    if (wanted?.kind === "ask")
      return [wanted.question, ...wanted.suggests.map(({ label }) => label)].join("|");
    return wanted?.kind === "change" ? `when: ${wanted.schedule.name}` : wanted?.code;
  };
  return { house, add, wish };
}

test("another time right after a reminder was made is that of the reminder, in its half of the day", async () => {
  const { house, add, wish } = await openWishes();
  add("older", { kind: "at", atMs: Date.parse("2026-11-25T09:00:00Z") });
  await house.clock.advance(1000);
  add("dentist", { kind: "at", atMs: Date.parse("2026-11-23T15:00:00Z") });
  const changed = `[system:update]("dentist") {config: {"at":"2026-11-23T16:00"}}`;
  for (const text of [
    "no, 4pm",
    "no, at 4",
    "아니 4시",
    "아니야, 오후 4시",
    "change it to 4pm",
    "4시로 바꿔줘",
    "4pm",
    "change the dentist to 4",
    "move the dentist reminder to 4pm",
  ])
    assert.equal(wish(text), changed, text);
  for (const text of ["no", "아니 됐어", "no, I meant the other one"])
    assert.equal(wish(text), undefined, text);
  assert.equal(wish("no, 4pm", "telegram:-5"), undefined, "in another chat");
  await house.clock.advance(11 * 60_000);
  assert.equal(wish("no, 4pm"), undefined, "long after");
});

test("a schedule is switched off by the words of its name, where they mean one", async () => {
  const { add, wish } = await openWishes();
  const weekly = { kind: "cron", expression: "0 21 * * 4" } as const;
  add("take out the trash", weekly);
  add("분리수거", weekly);
  add("아침 브리핑", weekly);
  for (const [text, name] of [
    ["cancel the trash reminder", "take out the trash"],
    ["turn off the take out the trash alarm", "take out the trash"],
    ["분리수거 알림 꺼줘", "분리수거"],
    ["분리수거 알림을 이제 취소해줘", "분리수거"],
    ["아침 브리핑 그만 보내줘", "아침 브리핑"],
  ])
    assert.equal(wish(text!), `[system:disable]("${name}")`, text);
  for (const text of ["cancel the water reminder", "물 언제야?", "cancel the trash"])
    assert.equal(wish(text), undefined, text);
  add("trash bags", weekly);
  assert.equal(wish("분리수거 언제야?"), '[system:get_event]("분리수거")');
  assert.equal(
    wish("cancel the trash reminder"),
    "Which one should I turn off?|take out the trash|trash bags",
    "it could mean two",
  );
  assert.equal(wish("change the recycling reminder"), undefined);
  assert.equal(wish("분리수거 알림 시간 바꿔줘"), "when: 분리수거");
});
