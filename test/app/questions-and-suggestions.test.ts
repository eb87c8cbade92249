import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Sender } from "../../src/bots/platform/chat-adapter.ts";
import type { Timing } from "../../src/scheduler/timing/timing-kinds.ts";
import { isCalled } from "../support/button-meaning.ts";
import { cautiousData } from "../support/cautious-data.ts";
import { Town } from "../support/town.ts";

const MINJI: Sender = { id: "2", name: "Minji", languageTag: "ko" };
const CHAT = "telegram:2";
const HOUR_MS = 3_600_000;

/** Said while a question is open, with what only their own answers hold. */
const REQUESTS: readonly (readonly [text: string, answer: RegExp])[] = [
  ["지금 몇 시야", /요일 오[전후] \d+:\d+(?:이에요|예요)/],
  ["할 일에 우유 추가해줘", /우유/],
  ["할 일 보여줘", /우유/],
  ["notes.md에 회의라고 적어줘", /notes\.md/],
  ["notes.md 읽어줘", /회의/],
];

async function openTown(t: TestContext): Promise<Town> {
  const town = await new Town({ data: cautiousData() }).start();
  t.after(() => town.close());
  town.clock.set("2026-11-21T10:00:00Z");
  town.parts.people.change(town.admit(MINJI, "owner"), { zone: "Asia/Seoul" });
  return town;
}

const said = async (town: Town, text: string): Promise<string> =>
  (await town.say(MINJI, text)).join("\n");

/** Opens a question; its words are `question`. */
const QUESTIONS: readonly {
  readonly name: string;
  readonly question: RegExp;
  open(town: Town): Promise<unknown>;
}[] = [
  {
    name: "when a schedule is to come",
    question: /언제로 바꿀까요/,
    open: async (town) => {
      await addReminder(town);
      await town.press(MINJI, "바꾸기");
    },
  },
  {
    name: "when a briefing is to come",
    question: /언제|몇 시/,
    open: async (town) => {
      await town.say(MINJI, "/브리핑");
      await town.press(MINJI, "아침 브리핑");
      await town.press(MINJI, "언제");
    },
  },
  {
    name: "the place of a briefing",
    question: /어디|날씨/,
    open: async (town) => {
      await town.say(MINJI, "/브리핑");
      await town.press(MINJI, "아침 브리핑");
      await town.press(MINJI, "바꾸기");
      await town.press(MINJI, "날씨");
    },
  },
  {
    name: "a number",
    question: /값|얼마/,
    open: async (town) => {
      await town.say(MINJI, "/브리핑");
      await town.press(MINJI, "가격 알림");
      await town.say(MINJI, "AAPL");
    },
  },
  {
    name: "what a program asks",
    question: /어느 색/,
    open: (town) => town.say(MINJI, '/ibl [system:ask_user]("어느 색?")'),
  },
];

const DAILY: Timing = { kind: "cron", expression: "0 7 * * *" };

async function addReminder(town: Town, timing = DAILY): Promise<void> {
  const { people, schedules } = town.parts;
  const { id: personId } = people.find({ platform: "telegram", externalId: MINJI.id })!;
  schedules.add({
    personId,
    chatId: CHAT,
    name: "물",
    timing,
    zone: "Asia/Seoul",
    program: "[system:time]()",
    planDigest: "digest",
  });
  await town.say(MINJI, "/schedule 물");
}

for (const { name, question, open } of QUESTIONS)
  test(`while it is asked ${name}, five other requests get five answers and no question again`, async (t) => {
    const town = await openTown(t);
    await open(town);
    assert.match(town.adapter.texts(CHAT).at(-1) ?? "", question);
    const before = town.adapter.texts(CHAT).filter((text) => question.test(text)).length;
    for (const [text, answer] of REQUESTS) assert.match(await said(town, text), answer, text);
    const after = town.adapter.texts(CHAT).filter((text) => question.test(text)).length;
    assert.ok(after <= before, town.adapter.texts(CHAT).join("\n---\n"));
  });

test("an hour alone changes the hour of a schedule; after other words only a reply answers", async (t) => {
  const town = await openTown(t);
  await addReminder(town);
  const message = town.adapter.withButton("바꾸기");
  await town.press(MINJI, "바꾸기");
  assert.match(await said(town, "오후 4시"), /"time": ?"16:00"|오후 4시/);
  assert.match(await said(town, "/approvals"), /오후 4시|16:00/);
  await town.press(MINJI, "바꾸기", { message });
  const asked = town.adapter.shown.findLast(({ text }) => /언제로 바꿀까요/.test(text));
  await town.clock.jump(1000);
  assert.match(await said(town, "지금 몇 시야"), /오[전후] \d+:\d+(?:이에요|예요)/);
  const elsewhere = await said(town, "오후 5시");
  assert.doesNotMatch(elsewhere, /17:00|읽지 못했어요/);
  const replied = await town.say(MINJI, "오후 5시", { repliesToId: asked?.messageId ?? "" });
  assert.match(replied.join(), /17:00|오후 5시/);
});

/** What is said where a reminder for today 21:24 is to come at another time, at 21:06, and when it is to come then. */
const NEW_TIMES: readonly (readonly [words: string, at: RegExp])[] = [
  ["at 4pm", /다음 시각: \[11월 22일\(일\) 오후 4시\]\(time:\d+:f\)/],
  ["오후 4시로 바꿔줘", /다음 시각: \[11월 22일\(일\) 오후 4시\]\(time:\d+:f\)/],
  ["change it to 4pm", /다음 시각: \[11월 22일\(일\) 오후 4시\]\(time:\d+:f\)/],
  ["오후 11시로 바꿔줘", /다음 시각: \[11월 21일\(토\) 오후 11시\]\(time:\d+:f\)/],
  [
    "매일 오후 4시로 바꿔줘",
    /매일 오후 4시\. 다음 시각: \[11월 22일\(일\) 오후 4시\]\(time:\d+:f\)/,
  ],
];

for (const [words, at] of NEW_TIMES)
  test(`"${words}" answers when a reminder of today is to come, and can be approved`, async (t) => {
    const town = await openTown(t);
    town.clock.set("2026-11-21T12:06:00Z");
    await addReminder(town, { kind: "at", atMs: Date.parse("2026-11-21T12:24:00Z") });
    await town.press(MINJI, "바꾸기");
    assert.match(town.adapter.texts(CHAT).at(-1) ?? "", /언제로 바꿀까요/);
    const card = await said(town, words);
    assert.match(card, at);
    assert.doesNotMatch(card, /바꿔줘/);
    await town.press(MINJI, "승인");
    await town.quiet();
    assert.doesNotMatch(town.adapter.texts(CHAT).join("\n"), /지난|이미|✗/);
  });

test("a question that was passed by is asked anew when its button is pressed again, in its place", async (t) => {
  const town = await openTown(t);
  await addReminder(town);
  const questions = (): readonly (readonly string[])[] =>
    town.adapter.shown
      .filter(({ text }) => /언제로 바꿀까요/.test(text))
      .map(({ buttons }) => buttons.flat().map(({ label }) => label));
  await town.press(MINJI, "바꾸기");
  await town.press(MINJI, "바꾸기");
  assert.equal(questions().length, 1);
  await said(town, "지금 몇 시야");
  await town.press(MINJI, "바꾸기");
  await town.clock.jump(3000);
  await town.quiet();
  assert.deepEqual(questions(), [[], ["오전 6시", "오전 8시", "오전 9시", "오후 7시"]]);
  assert.match(await said(town, "평일 오후 4시"), /16:00|오후 4시/);
});

test("suggestions wait for nothing: they are not listed or counted, never end or change, and run once when pressed", async (t) => {
  const town = await openTown(t);
  const shown = await said(town, "뉴스 시간 가격");
  assert.doesNotMatch(shown, /⏳/);
  const card = town.adapter.shown.at(-1);
  assert.ok(card !== undefined);
  const [label = ""] = card.buttons.flat().map((button) => button.label);
  assert.match(await said(town, "/approvals"), /없어요/);
  assert.doesNotMatch(await said(town, "/status"), /승인.*[1-9]/);
  const texts = card.text;
  await town.clock.jump(5 * HOUR_MS);
  await town.tick();
  await town.again();
  await town.quiet();
  assert.equal(
    town.adapter.shown.find(({ messageId }) => messageId === card.messageId)?.text,
    texts,
  );
  await Promise.all([
    town.press(MINJI, label, { message: card }),
    town.press(MINJI, label, { message: card }),
  ]);
  const proposals = town.parts.database
    .prepare<[], { count: number }>(
      "SELECT COUNT(*) AS count FROM runs WHERE origin LIKE 'proposal:%'",
    )
    .get();
  assert.equal(proposals?.count, 1);
});

const DELETE = '/ibl [system:delete]("groceries.txt")';

/** True while a card of the chat can be approved. */
function hasOpenCard(town: Town): boolean {
  return town.adapter.shown.some(({ buttons }) =>
    buttons.flat().some((button) => isCalled(button, "승인")),
  );
}

async function withFiles(t: TestContext): Promise<Town> {
  const town = await openTown(t);
  for (const name of ["groceries.txt", "memo.txt"])
    await town.say(MINJI, `/ibl [system:write]("${name}") {content: "egg"}`);
  return town;
}

for (const text of [
  "아니",
  "아니 됐어",
  "됐어요",
  "no",
  "never mind",
  "지우지 마",
  "groceries.txt 지우지 말아줘",
  "don't delete groceries.txt",
])
  test(`"${text}" denies the card that waits, and says so`, async (t) => {
    const town = await withFiles(t);
    await town.say(MINJI, DELETE);
    assert.ok(hasOpenCard(town));
    await said(town, text);
    assert.match(
      town.adapter.texts(CHAT).join("\n"),
      /^✖️ groceries\.txt.* 안 지웠어요|^✖️ 안 지웠어요 · Minji/m,
    );
    assert.equal(hasOpenCard(town), false);
    assert.match(await said(town, "/approvals"), /없어요/);
    assert.match(await said(town, "groceries.txt 읽어줘"), /egg/);
  });

test("words that refuse deny the newest card, or the one that they name or reply to", async (t) => {
  const town = await withFiles(t);
  const names = async (): Promise<readonly string[]> =>
    (await said(town, "/approvals")).match(/groceries|memo/g) ?? [];
  const deleteMemo = '/ibl [system:delete]("memo.txt")';
  await town.say(MINJI, DELETE);
  await town.say(MINJI, deleteMemo);
  await said(town, "other.txt 지우지 마");
  assert.ok(hasOpenCard(town));
  await said(town, "groceries.txt 지우지 마");
  assert.deepEqual([...new Set(await names())], ["memo"]);
  await town.say(MINJI, DELETE);
  await said(town, "never mind");
  assert.deepEqual([...new Set(await names())], ["memo"]);
  await town.say(MINJI, DELETE);
  const card = town.adapter.shown.findLast(({ text }) => /memo\.txt/.test(text));
  await town.say(MINJI, "아니", { repliesToId: card?.messageId ?? "" });
  assert.deepEqual([...new Set(await names())], ["groceries"]);
});

test("no is the answer to a question that a program asks; dropping it denies the question", async (t) => {
  const town = await openTown(t);
  await town.say(MINJI, '/ibl [system:ask_user]("우유도 살까?")');
  assert.match(await said(town, "아니"), /아니/);
  await town.say(MINJI, '/ibl [system:ask_user]("우유도 살까?")');
  const dropped = await said(town, "never mind");
  assert.doesNotMatch(dropped, /never mind/);
  assert.match(await said(town, "/approvals"), /없어요/);
});

const WHICH = '[system:ask_user]("어느 색?") {options: ["빨강", "파랑"]}';

test("what comes of a pressed answer stands in the place of the question, and in words it is a message of its own", async (t) => {
  const town = await openTown(t);
  const program = `/ibl ${WHICH} >> [system:write]("color.txt")`;
  const shown = (): readonly string[] => town.adapter.texts(CHAT);
  await town.say(MINJI, program);
  const before = shown().length;
  await town.press(MINJI, "빨강");
  await town.clock.jump(4000);
  await town.quiet();
  assert.equal(shown().length, before);
  assert.match(shown().at(-1) ?? "", /color\.txt\S*에 적었어요: 빨강/);
  await town.say(MINJI, program.replace("color", "other"));
  assert.match(await said(town, "파랑"), /other\.txt\S*에 적었어요: 파랑/);
});

test("words that refuse close no card of another person and none of another chat", async (t) => {
  const town = await withFiles(t);
  await town.say(MINJI, DELETE);
  const other: Sender = { id: "3", name: "Bo", languageTag: "ko" };
  town.admit(other, "owner");
  await town.say(other, "아니");
  await town.say(MINJI, "아니", { chat: { platform: "telegram", chatId: "-7", isPrivate: false } });
  assert.ok(hasOpenCard(town));
});
