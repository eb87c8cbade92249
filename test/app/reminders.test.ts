import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { chatFolder } from "../../src/app/core/home.ts";
import { Town } from "../support/town.ts";

const ANN = { id: "1", name: "Ann", languageTag: "en" };
const MINSU = { id: "2", name: "민수", languageTag: "ko" };
const GROUP = { platform: "telegram", chatId: "-5", isPrivate: false };
const MINUTE_MS = 60_000;
const LATER = [["Done", "+10 min", "+1 h", "Tomorrow"]];

async function openTown(context: TestContext, faultPoint?: (name: string) => void) {
  const town = new Town(faultPoint === undefined ? {} : { faultPoint });
  context.after(() => town.close());
  town.admit(ANN, "owner");
  town.admit(MINSU, "member");
  await town.start();
  town.clock.set("2026-11-22T10:00:00Z");
  /** What a chat shows that it did not show before. */
  const fired = async (who: { readonly id: string }, minutes: number) => {
    const own = () => town.adapter.shown.filter(({ chatKey }) => chatKey === `telegram:${who.id}`);
    const before = own().length;
    await town.clock.advance(minutes * MINUTE_MS);
    await town.tick();
    return own()
      .slice(before)
      .map(({ text, buttons, mentions }) => ({
        text,
        labels: buttons.map((row) => row.map(({ label }) => label)),
        ...(mentions === undefined ? {} : { mentions }),
      }));
  };
  return { town, fired };
}

test("a reminder that is due is one message, with its buttons", async (context) => {
  const { town, fired } = await openTown(context);
  await town.say(MINSU, "30분 뒤에 가스불 끄라고 알려줘");
  const labels = [["완료", "+10분", "+1시간", "내일"]];
  assert.deepEqual(await fired(MINSU, 30), [{ text: "⏰ **가스불 끄기**", labels }]);
  await town.press(MINSU, "+10분");
  assert.deepEqual(await fired(MINSU, 10), [{ text: "⏰ **가스불 끄기**", labels }]);
  assert.deepEqual(await fired(MINSU, 60), []);
  const history = town.parts.schedules.history(
    town.parts.people.find({ platform: "telegram", externalId: MINSU.id })!.id,
  );
  assert.deepEqual(
    history.map(({ state, deliveredAs }) => [state, deliveredAs !== undefined]),
    [
      ["ran", true],
      ["ran", true],
    ],
  );
});

test("what is done is not put off by the buttons of the time before; the next time has its own", async (context) => {
  const { town, fired } = await openTown(context);
  await town.say(ANN, "remind me in 5 minutes to eat");
  await fired(ANN, 5);
  await town.say(ANN, "done");
  await town.press(ANN, "+1 h");
  assert.deepEqual(await fired(ANN, 61), []);
});

test("what is sent to somebody at a time is not offered to be sent once more", async (context) => {
  const { town, fired } = await openTown(context);
  await town.say(MINSU, "안녕");
  await town.say(ANN, "in 5 minutes tell 민수 to pick up the van");
  await town.press(ANN, "Send");
  const labels = (await fired(ANN, 5)).flatMap((shown) => shown.labels.flat());
  assert.equal(labels.includes("Refresh"), false, labels.join());
});

test("what stands in a reminder is its words: no formatting, its title first, and a warning as one", async (context) => {
  const { town, fired } = await openTown(context);
  for (const [name, call] of [
    ["plain", '"call *Bo* at 5_pm"'],
    ["titled", '"the blue one" {title: "Pills"}'],
    ["urgent", '"oven" {type: "warning"}'],
  ] as const) {
    const [, text, params = ""] = /^("[^"]*")(.*)$/.exec(call)!;
    const pipeline = `[system:send_notify](${text})${params}`;
    await town.run(
      ANN,
      `[system:schedule]("${name}") {at: "2026-11-22T10:30", pipeline: '${pipeline}'}`,
    );
  }
  assert.deepEqual(
    (await fired(ANN, 30)).map(({ text }) => text).sort(),
    ["⏰ **Pills**\nthe blue one", "⏰ **call \\*Bo\\* at 5_pm**", "⚠️ **oven**"].sort(),
  );
});

test("a reminder of a group calls whoever asked for it, and nobody else", async (context) => {
  const { town, fired } = await openTown(context);
  await town.say(
    ANN,
    '/ibl [system:schedule]("rent") {at: "2026-11-22T10:30", pipeline: \'[system:notify_user]("pay the rent")\'}',
    { chat: GROUP },
  );
  const card = town.adapter.shown.findLast(({ buttons }) => buttons.length > 0)!;
  await town.press(ANN, "Approve", { message: card, chat: GROUP });
  assert.deepEqual(await fired({ id: "-5" }, 30), [
    { text: "⏰ **pay the rent**", labels: LATER, mentions: "1" },
  ]);
});

test("a reminder that comes late says when it was due", async (context) => {
  const { town, fired } = await openTown(context);
  await town.run(
    ANN,
    '[system:schedule]("oven") {at: "2026-11-22T10:30", missed: "once", pipeline: \'[system:notify_user]("oven")\'}',
  );
  assert.deepEqual(await fired(ANN, 38), [
    {
      text: "⏰ **oven** (due [10:30 AM](time:1795343400:f); I was off)",
      labels: LATER,
    },
  ]);
});

test("a reminder for one time comes however late, once, and not as news of a missed schedule", async (context) => {
  const { town, fired } = await openTown(context);
  await town.say(MINSU, "30분 뒤에 가스불 끄라고 알려줘");
  await town.run(
    ANN,
    '[system:schedule]("oven") {at: "2026-11-22T10:30", pipeline: \'[system:notify_user]("oven")\'}',
  );
  await town.run(
    ANN,
    '[system:schedule]("water") {every: "1h", pipeline: \'[system:notify_user]("drink")\'}',
  );
  await town.clock.advance(570 * MINUTE_MS);
  assert.deepEqual(
    (await fired(MINSU, 0)).map(({ text }) => text),
    ["⏰ **가스불 끄기** ([10:30](time:1795343400:f) 알림이 늦었어요. 제가 꺼져 있었어요.)"],
  );
  const shown = town.adapter.texts("telegram:1").join("\n");
  assert.match(shown, /⏰ \*\*oven\*\* \(due .*; I was off\)/);
  assert.match(shown, /⏰ \*\*drink\*\* \(missed \d+ times since .*; I was off\)/);
  assert.equal(shown.match(/\*\*drink/g)?.length, 1, shown);
  assert.deepEqual(await fired(MINSU, 10), []);
});

test("what a schedule tells beside its notice is a briefing, and the notice a message", async (context) => {
  const { town, fired } = await openTown(context);
  await town.run(
    ANN,
    '[system:schedule]("both") {at: "2026-11-22T10:30", pipeline: \'[system:notify_user]("first"); [system:todo]\'}',
  );
  const texts = (await fired(ANN, 30)).map(({ text }) => text);
  assert.equal(texts[0], "ℹ️ first");
  assert.match(texts[1] ?? "", /^🗞️ \*\*both\*\*/);
});

/** Schedules a program of Ann's for 10:30; gives what her chat shows of it then. */
async function shownOf(context: TestContext, program: string): Promise<readonly string[]> {
  const { town, fired } = await openTown(context);
  await town.run(ANN, '[system:write]("notes.md") {content: "milk"}');
  await town.run(ANN, '[system:write]("gone.md") {content: "bread"}');
  await town.run(ANN, `[system:schedule]("shop") {at: "2026-11-22T10:30", pipeline: '${program}'}`);
  rmSync(join(chatFolder(town.parts.home, "telegram:1"), "gone.md"));
  return (await fired(ANN, 30)).map(({ text }) => text);
}

test("a program that ends in a notice is one message: what it notifies of, with its buttons", async (context) => {
  for (const [program, text] of [
    ['[system:read]("notes.md") >> [system:notify_user]', "⏰ milk"],
    ['[system:read]("notes.md") >> [system:send_notify]() {title: "Buy"}', "⏰ **Buy**\nmilk"],
    ['$it = [system:read]("notes.md"); [system:notify_user]("buy $it")', "⏰ buy milk"],
    [
      '$it = [system:read]("notes.md"); [if: $it == "milk"] { [system:notify_user]("buy $it") {type: "warning"} } [else] { [system:notify_user]("nothing") }',
      "⚠️ buy milk",
    ],
  ] as const)
    assert.deepEqual(await shownOf(context, program), [text], program);
});

test("what failed before a notice is told with it, in one message", async (context) => {
  for (const program of [
    '$it = [system:read]("gone.md"); [system:notify_user]("the shop closes")',
    '([system:read]("gone.md") & [system:read]("notes.md")) >> [system:notify_user]("the shop closes")',
  ]) {
    const [told = "", ...others] = await shownOf(context, program);
    assert.match(told, /the shop closes/, program);
    assert.match(told, /gone\.md/, program);
    assert.deepEqual(others, [], program);
  }
});

test("a notice that stands within a program is a message of its own", async (context) => {
  for (const [program, text] of [
    ['[system:notify_user]("first") >> [system:notify_user]("second")', "first"],
    [`[system:notify_user]("first"); [system:time]`, "first"],
  ] as const) {
    const { town, fired } = await openTown(context);
    await town.run(
      ANN,
      `[system:schedule]("both") {at: "2026-11-22T10:30", pipeline: '${program}'}`,
    );
    assert.equal((await fired(ANN, 30))[0]?.text, `ℹ️ ${text}`, program);
  }
  const { town, fired } = await openTown(context);
  await town.run(
    ANN,
    `[system:save_workflow]("inner") {pipeline: '[system:notify_user]("first")'}`,
  );
  await town.run(
    ANN,
    `[system:schedule]("both") {at: "2026-11-22T10:30", pipeline: '[system:run]("inner") >> [system:notify_user]("second")'}`,
  );
  assert.deepEqual(
    (await fired(ANN, 30)).map(({ text }) => text),
    ["ℹ️ first", "⏰ second"],
  );
});
