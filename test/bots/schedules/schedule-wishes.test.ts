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
    if (wanted?.kind === "later")
      return `later: ${wanted.schedule.name} ${new Date(wanted.untilMs).toISOString().slice(11, 16)}`;
    if (wanted?.kind === "done") return `done: ${wanted.schedule.name}`;
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
  assert.equal(wish("cancel the trash"), '[system:disable]("take out the trash")');
  for (const text of ["cancel the water reminder", "물 언제야?", "delete the trash"])
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

test("a schedule is called by the words of its name without their particles", async () => {
  const { add, wish } = await openWishes();
  const at = { kind: "at", atMs: Date.parse("2026-11-23T16:00:00Z") } as const;
  for (const name of ["은행에 전화하기", "주간회의", "물 마시기", "move the laundry"])
    add(name, at);
  for (const [text, name] of [
    ["은행 전화 취소해줘", "은행에 전화하기"],
    ["그럼 주간회의도 취소", "주간회의"],
    ["주간회의 알림 이제 안보내도 돼", "주간회의"],
    ["물 마시기 취소", "물 마시기"],
    ["cancel the laundry one", "move the laundry"],
    ["cancel move the laundry", "move the laundry"],
    ["stop the laundry reminder", "move the laundry"],
    ["방금 알림 취소", "move the laundry"],
  ])
    assert.equal(wish(text!), `[system:disable]("${name}")`, text);
  assert.equal(
    wish("은행 전화 5시로 바꿔줘"),
    `[system:update]("은행에 전화하기") {config: {"at":"2026-11-23T17:00"}}`,
  );
  for (const text of ["회의때문에 12시까지는 알림 보내지마", "전화 지워줘", "stop the music"])
    assert.equal(wish(text), undefined, text);
});

test("what is to be deleted is gone, what is to be quiet for now is switched off", async () => {
  const { add, wish } = await openWishes();
  const at = { kind: "at", atMs: Date.parse("2026-11-23T16:00:00Z") } as const;
  for (const name of ["주간회의", "필라테스", "gym"]) add(name, at);
  for (const text of ["주간회의 지워줘", "주간회의 알림 아예 삭제해"])
    assert.equal(wish(text), '[system:delete_event]("주간회의")', text);
  for (const text of ["cancel the gym one for good", "delete the gym reminder please"])
    assert.equal(wish(text), '[system:delete_event]("gym")', text);
  for (const text of ["필라테스 알림 당분간 꺼둬", "필라테스는 잠시 꺼놔"])
    assert.equal(wish(text), '[system:disable]("필라테스")', text);
  assert.equal(wish("mute the gym one for now"), '[system:disable]("gym")');
  for (const text of ["run gym right now", "gym 지금 한번 실행해줘"])
    assert.equal(wish(text), '[system:run_now]("gym")', text);
});

test("a correction keeps the unit and the half of the day of what it corrects", async () => {
  const { house, add, wish } = await openWishes();
  const changed = (name: string, timing: string): string =>
    `[system:update]("${name}") {config: ${timing}}`;
  add("walk", { kind: "at", atMs: Date.parse("2026-11-22T20:00:00Z") });
  assert.equal(wish("아니 9시로"), changed("walk", '{"at":"2026-11-22T21:00"}'));
  assert.equal(wish("no, 9"), changed("walk", '{"at":"2026-11-22T21:00"}'));
  await house.clock.advance(1500);
  add("Time to get up", { kind: "at", atMs: Date.parse("2026-11-23T18:45:00Z") });
  const early = changed("Time to get up", '{"at":"2026-11-23T06:45"}');
  assert.equal(wish("6:45 AM i mean!!"), early);
  assert.equal(wish("wake up alarm is wrong, change it to 6:45am"), early);
  await house.clock.advance(1500);
  add("laundry", { kind: "at", atMs: house.clock.now() + 10 * 60_000 });
  for (const text of ["actually make that 8", "no i meant 8 minutes", "아니 8분", "아니 8분이라고"])
    assert.equal(wish(text), changed("laundry", '{"after":"8m"}'), text);
});

test("another moment for what comes again and again is that of its next time alone", async () => {
  const { add, wish } = await openWishes();
  add("약 먹기", { kind: "cron", expression: "0 7 * * 1-5" });
  assert.equal(wish("약 먹기 40분 뒤로 미뤄줘"), "later: 약 먹기 07:40", "it is not due yet");
  add("trash", { kind: "cron", expression: "0 20 * * 2" });
  for (const text of [
    "put off trash an hour",
    "put the trash off an hour",
    "trash 한시간 미뤄줘",
    "trash 한시간 미루자 오늘 회식이라",
  ])
    assert.equal(wish(text), "later: trash 21:00", text);
  assert.equal(wish("약 먹기 8시로 바꿔줘")?.startsWith('[system:update]("약 먹기")'), true);
});

test("an hour alone stays in the half of the day unless people sleep then", async () => {
  const { add, wish } = await openWishes();
  add("치과", { kind: "at", atMs: Date.parse("2026-11-23T10:00:00Z") });
  add("get up", { kind: "at", atMs: Date.parse("2026-11-23T06:30:00Z") });
  const changed = (name: string, at: string): string =>
    `[system:update]("${name}") {config: {"at":"2026-11-23T${at}"}}`;
  for (const [text, name, at] of [
    ["치과 4시로", "치과", "16:00"],
    ["치과 9시로", "치과", "09:00"],
    ["치과 오전 4시로", "치과", "04:00"],
    ["move 치과 to 4", "치과", "16:00"],
    ["get up to 6", "get up", "06:00"],
  ] as const)
    assert.equal(wish(text), changed(name, at), text);
});

test("the line of an alert is moved by its name, or without one where it is clear which", async () => {
  const { add, wish } = await openWishes();
  add("Bitcoin below", alertOn("BTC-USD", "< 90000"));
  const below = (line: number): string =>
    `[system:update]("Bitcoin below") {config: {"condition":"price < ${line}"}}`;
  for (const text of ["lower the alert to 80k", "bring it down to 80,000", "8만으로 낮춰줘"])
    assert.equal(wish(text), below(80_000), text);
  add("Tesla above", alertOn("TSLA", "> 400"));
  assert.equal(wish("lower the bitcoin alert to 80k"), below(80_000));
  assert.equal(wish("bitcoin 알림 8만5천달러로 낮춰줘"), below(85_000));
  assert.equal(wish("raise the ethereum alert to 5000"), undefined);
});

test("of a correction a length of time counts from now, also where it begins with surprise", async () => {
  const { add, wish } = await openWishes();
  add("dentist", { kind: "at", atMs: Date.parse("2026-11-23T15:00:00Z") });
  for (const text of [
    "아 아니다 20분 뒤로",
    "엥 지금부터 20분 뒤라고",
    "헉 아니 20분 후로 해줘",
    "huh i said 20 minutes from now",
    "oh wait no in 20 minutes",
  ])
    assert.equal(wish(text), `[system:update]("dentist") {config: {"after":"20m"}}`, text);
});

test("an hour that stands in a reminder is told where it is asked for, and its own where that is", async () => {
  const { add, wish } = await openWishes();
  add("confirm the 3pm dentist", { kind: "at", atMs: Date.parse("2026-11-23T09:00:00Z") });
  for (const text of [
    "what time is the dentist",
    "dentist 몇 시야?",
    "when's the dentist appointment",
  ])
    assert.match(wish(text) ?? "", /^At 3pm\. The \*\*confirm.*\[tomorrow 9 AM\]/, text);
  assert.equal(
    wish("when is the dentist reminder"),
    '[system:get_event]("confirm the 3pm dentist")',
  );
});

test("why something is wanted is no part of what is wanted", async () => {
  const { add, wish } = await openWishes();
  add("take the bins out", { kind: "cron", expression: "0 20 * * 2" });
  for (const text of [
    "stop the bins reminder, ben does it now",
    "cancel the bins reminder because ben does it",
    "turn off the bins one since we moved",
    "bins 알림 꺼줘, 이제 벤이 해",
    "bins 알림 꺼줘 이제 벤이 하거든",
    "이제 벤이 하니까 bins 알림 꺼줘",
  ])
    assert.equal(wish(text), '[system:disable]("take the bins out")', text);
  for (const text of ["skip the bins once", "skip bins this week", "bins 이번주만 건너뛰어줘"])
    assert.equal(wish(text), "later: take the bins out 20:00", text);
});

test("another time on some of the days leaves the others as they were", async () => {
  const { add, wish } = await openWishes();
  add("gym", { kind: "cron", expression: "0 7 * * *" });
  const made = (days: string, others: string, name: string, time: string): string =>
    `[system:update]("gym") {config: {"repeat":"weekly","weekdays":[${others}],"time":"07:00"}}\n` +
    `[system:schedule]("gym (${name})") {pipeline: "[system:notify_user](\\"it\\")", repeat: "weekly", weekdays: [${days}], time: "${time}"}`;
  const [week, weekend] = ["0,1,2,3,4", "5,6"];
  assert.equal(wish("make gym 7:30 on weekends"), made(weekend, week, "weekends", "07:30"));
  assert.equal(wish("gym 주말엔 9시로 해줘"), made(weekend, week, "주말", "09:00"));
  assert.equal(wish("change gym to 6am on weekdays"), made(week, weekend, "weekdays", "06:00"));
});

test("a briefing has another time and other parts by one message", async () => {
  const { house, wish } = await openWishes();
  const at = { kind: "cron", expression: "0 7 * * *" } as const;
  house.schedules.add({
    ...{ personId: personOf(house, ANN).id, chatId: ANNS, zone: "UTC", planDigest: "digest" },
    ...{ name: "아침 브리핑", timing: at },
    program: '[system:run]("morning_briefing") {parts: ["weather", "news"]}',
  });
  const timed = '[system:update]("아침 브리핑") {config: {"repeat":"daily","time":"08:00"}}';
  const changed = '[system:change_briefing] {remove: {parts: ["news"]}}';
  assert.equal(wish("브리핑 8시로 바꾸고 뉴스는 빼줘"), `${timed}\n${changed}`);
  assert.equal(wish("브리핑에서 뉴스 빼고 8시로 바꿔줘"), `${timed}\n${changed}`);
  assert.equal(wish("브리핑 좋네 고마워"), undefined);
});

function alertOn(symbol: string, line: string) {
  const watch = `[source:price]("${symbol}")`;
  const look = { kind: "cron", expression: "*/5 * * * *" } as const;
  return { kind: "condition", watch, condition: `price ${line}`, look, coolDownMs: 0 } as const;
}

test("a hundred reminders are switched off by one program, after a question", async () => {
  const { add, wish } = await openWishes();
  for (let number = 1; number <= 100; number += 1)
    add(`task ${number}`, { kind: "cron", expression: "0 9 * * *" });
  assert.match(wish("turn off all reminders") ?? "", /100 reminders[^|]*97 more\|Turn off 100$/u);
});

test("a reason behind another time says nothing of it, and what is so is another time", async () => {
  const { add, wish } = await openWishes();
  add("call the bank", { kind: "at", atMs: Date.parse("2026-11-23T15:00:00Z") });
  const changed = `[system:update]("call the bank") {config: {"at":"2026-11-23T16:30"}}`;
  for (const text of [
    "make the bank 4:30, they open late",
    "sorry it's at 4:30",
    "hm 3 is too early, make it 4:30",
    "4:30pm obviously",
    "4시 반 당연히",
  ])
    assert.equal(wish(text), changed, text);
});

test("what is still to come is done by most of its name, and by nothing that asks", async () => {
  const { add, wish } = await openWishes();
  const atMs = Date.parse("2026-11-22T18:00:00Z");
  add("설거지 청소 분리수거 장보기", { kind: "at", atMs });
  assert.equal(wish("청소 했음"), undefined);
  add("pay rent", { kind: "at", atMs });
  assert.equal(wish("paid the rent"), '[system:disable]("pay rent")');
  assert.equal(wish("oh no put that back"), undefined);
});

test("each value in a change takes the place of one of its kind, and the others stay", async () => {
  const { house, add, wish } = await openWishes();
  const daily = { kind: "cron", expression: "0 8 * * *" } as const;
  add("vitamins", daily);
  for (const [text, config] of [
    ["make it half 7 and only weekdays", { weekdays: [0, 1, 2, 3, 4], time: "07:30" }],
    ["평일만 해줘", { weekdays: [0, 1, 2, 3, 4], time: "08:00" }],
    ["7시 반으로 하고 주말은 빼줘", { weekdays: [0, 1, 2, 3, 4], time: "07:30" }],
  ] as const)
    assert.equal(
      wish(text),
      `[system:update]("vitamins") {config: ${JSON.stringify({ repeat: "weekly", ...config })}}`,
      text,
    );
  const until = (day: string): string =>
    `[system:update]("vitamins") {config: {"repeat":"daily","time":"08:00","until":"${day}"}}`;
  assert.equal(wish("for 10 days only"), until("2026-12-02"));
  assert.equal(wish("다음 주까지만 해줘"), until("2026-11-29"));
  assert.equal(
    wish("vitamins an hour later from now on"),
    '[system:update]("vitamins") {config: {"repeat":"daily","time":"09:00"}}',
  );
  await house.clock.advance(1000);
  add("swim", { kind: "cron", expression: "0 18 * * 5" });
  assert.equal(
    wish("토요일도"),
    '[system:update]("swim") {config: {"repeat":"weekly","weekdays":[4,5],"time":"18:00"}}',
  );
  assert.equal(
    wish("make the friday one 5"),
    '[system:update]("swim") {config: {"repeat":"weekly","weekdays":[4],"time":"17:00"}}',
  );
  await house.clock.advance(1000);
  add("dentist", { kind: "at", atMs: Date.parse("2026-11-23T15:00:00Z") });
  for (const [text, config] of [
    ["not tomorrow, friday", { at: "2026-11-27T15:00" }],
    ["그럼 매주로 바꿔줘", { repeat: "weekly", weekdays: [0], time: "15:00" }],
    ["make that quarter past", { at: "2026-11-23T15:15" }],
    ["dentist 금요일로", { at: "2026-11-27T15:00" }],
  ] as const)
    assert.equal(
      wish(text),
      `[system:update]("dentist") {config: ${JSON.stringify(config)}}`,
      text,
    );
});
