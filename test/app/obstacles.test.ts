import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { chatFolder } from "../../src/app/core/home.ts";
import type { ChatAddress, Sender } from "../../src/bots/platform/chat-adapter.ts";
import { Town } from "../support/town.ts";

const ANN: Sender = { id: "1", name: "Ann", languageTag: "en" };
const BEN: Sender = { id: "2", name: "Ben", languageTag: "en" };
const JIEUN: Sender = { id: "3", name: "지은", languageTag: "ko" };

interface Scene {
  readonly town: Town;
  /** What a program is answered with, and the buttons below. */
  readonly asked: (code: string, sender?: Sender) => Promise<readonly [string, readonly string[]]>;
}

async function openTown(t: TestContext): Promise<Scene> {
  const town = new Town();
  t.after(() => town.close());
  town.admit(ANN, "owner");
  town.admit(BEN, "member");
  town.admit(JIEUN, "member");
  await town.start();
  await town.say(BEN, "hello");
  put(town, ANN, "minutes.txt", "all of us");
  put(town, JIEUN, "회의록.txt", "모두");
  const asked: Scene["asked"] = async (code, sender = ANN) => {
    const answers = await town.say(sender, `/ibl ${code}`);
    const shown = town.adapter.shown.findLast(({ chatKey }) => chatKey === `telegram:${sender.id}`);
    return [answers.join("\n--\n"), shown?.buttons.flat().map(({ label }) => label) ?? []];
  };
  return { town, asked };
}

function put(town: Town, sender: Sender, name: string, text: string): void {
  const folder = chatFolder(town.parts.home, `telegram:${sender.id}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
}

test("a file that is not there is told before anything runs, with the nearest that is, whatever is done with it", async (t) => {
  const { town, asked } = await openTown(t);
  const said = "There's no **meeting.txt**.";
  for (const [code, label] of [
    ['[system:read]("meeting.txt")', "Open minutes.txt"],
    ['[system:delete]("meeting.txt")', "Delete minutes.txt"],
    ['[system:edit]("meeting.txt") {old: "a", new: "b"}', "Edit minutes.txt"],
    ['[system:copy]("meeting.txt") {destination: "b.txt"}', "Copy minutes.txt"],
    ['[system:move]("meeting.txt") {destination: "b.txt"}', "Move minutes.txt"],
    ['[system:read]("meeting.txt") >> [messenger:send] {to: "Ben"}', "Open minutes.txt"],
  ] as const)
    assert.deepEqual(await asked(code), [said, [label, "Files"]], code);
  assert.deepEqual(await asked('[system:read]("회의.txt")', JIEUN), [
    "**회의.txt**는 없어요.",
    ["회의록.txt 열기", "파일 목록"],
  ]);
  await asked('[system:todo] {add: "milk"}; [system:read]("meeting.txt")');
  assert.match(
    await town.say(ANN, "/ibl [system:todo]").then(String),
    /nothing|Nothing|no to-?dos/i,
  );
  await town.press(ANN, "Files");
  assert.match(town.adapter.texts("telegram:1").at(-1) ?? "", /minutes\.txt/);
});

test("what an earlier step makes, another option, a caught failure and a branch are no obstacles", async (t) => {
  const { asked } = await openTown(t);
  for (const code of [
    '[system:write]("new.txt") {content: "x"}\n[system:read]("new.txt")',
    '[system:read]("none.txt") ?? [system:read]("minutes.txt")',
    '[on_error: skip]\n[system:read]("none.txt") >> [system:time]',
    '$f = [system:find]("none.txt")\n[if: count($f) > 0] { [system:read]("none.txt") }',
    '[system:copy]("minutes.txt") {destination: "b.txt"}\n[system:delete]("b.txt")',
    '[system:schedule]("gym") {pipeline: "[system:notify_user](\\"go\\")", cron: "0 8 * * *"}\n[system:disable]("gym")',
  ])
    assert.doesNotMatch((await asked(code))[0], /^There's no/, code);
});

test("names that no file can have, and a copy onto what is there, are told before anything runs", async (t) => {
  const { asked } = await openTown(t);
  for (const [code, pattern] of [
    ['[system:write]("../out.txt") {content: "x"}', /outside this chat's folder/],
    ['[system:write]("a\\\\b.txt") {content: "x"}', /backslash/],
    ['[system:todo] {add: "x"}; [system:copy]("minutes.txt") {destination: "/etc/x"}', /outside/],
  ] as const)
    assert.match((await asked(code))[0], pattern, code);
  await asked('[system:copy]("minutes.txt") {destination: "b.txt"}');
  const [again] = await asked('[system:copy]("minutes.txt") {destination: "b.txt"}');
  assert.match(again, /exists already/);
});

test("a reminder that is not there is told with the nearest of the person's own", async (t) => {
  const { town, asked } = await openTown(t);
  await asked(
    '[system:schedule]("swimming") {pipeline: "[system:notify_user](\\"swim\\")", cron: "0 8 * * 1"}',
  );
  for (const [code, label] of [
    ['[system:disable]("swiming")', "Turn off swimming"],
    ['[system:enable]("swiming")', "Turn on swimming"],
    ['[system:delete_event]("swiming")', "Turn off swimming"],
    ['[system:run_now]("swiming")', "Get swimming"],
    ['[system:update]("swiming") {name: "pool"}', "Change swimming"],
  ] as const)
    assert.deepEqual(
      await asked(code),
      ["There's no reminder called **swiming**.", [label, "Reminders"]],
      code,
    );
  assert.deepEqual(await asked('[system:disable]("swiming")', BEN), [
    "There's no reminder called **swiming**.",
    ["Reminders"],
  ]);
  await asked('[system:disable]("swiming")');
  await town.press(ANN, "Turn off swimming");
  assert.match(town.adapter.texts("telegram:1").at(-1) ?? "", /\*\*swimming\*\* reminder is off/);
});

test("times that have passed, cannot be or cannot be read, and names that are taken, are told before a card", async (t) => {
  const { asked } = await openTown(t);
  const sends = '"[messenger:send](\\"hi\\") {to: \\"Ben\\"}"';
  for (const [code, pattern] of [
    [`[system:schedule]("a") {pipeline: ${sends}, at: "2020-01-01T08:00"}`, /passed/],
    [`[system:schedule]("a") {pipeline: ${sends}, cron: "0 25 * * *"}`, /cron|25|hour/i],
    [`[system:schedule]("a") {pipeline: ${sends}, at: "2027-02-30T08:00"}`, /2027-02-30|date/i],
    [`[system:schedule]("a") {pipeline: ${sends}, cron: "0 8 * * *", timezone: "Seul"}`, /Seoul/],
    ['[system:save_event]("x") {date: "2027-13-01"}', /2027-13-01|date/i],
    ['[system:time]("Nowhereland")', /time zone/],
  ] as const) {
    const [text, labels] = await asked(code);
    assert.match(text, pattern, code);
    assert.deepEqual(labels, [], code);
  }
  await asked(
    `[system:schedule]("news") {pipeline: "[source:search_news](\\"AI\\")", cron: "0 8 * * *"}`,
  );
  const [taken] = await asked(`[system:schedule]("news") {pipeline: ${sends}, cron: "0 9 * * *"}`);
  assert.match(taken, /already a reminder named "news"/);
});

test("workflows, colleagues and addresses that are not there are told before a card", async (t) => {
  const { asked } = await openTown(t);
  assert.deepEqual(await asked('[system:get_workflow]("news_brifing")'), [
    "There's no workflow called **news_brifing**.",
    ["Show news_briefing", "Workflows"],
  ]);
  assert.match((await asked('[system:delete_workflow]("news_briefing")'))[0], /cannot be deleted/);
  assert.match(
    (await asked('[system:agent_ask]("nobody here") {message: "hi"}'))[0],
    /no agent "nobody here"/,
  );
  for (const address of ["not an address", "ftp://example.com/x", "http://10.0.0.1/"])
    assert.match(
      (await asked(`[system:todo] {add: "x"}; [source:crawl]("${address}")`))[0],
      /web address|http and https|private/,
      address,
    );
});

test("somebody unknown in a loop over a list that is written there is told before the card", async (t) => {
  const { asked } = await openTown(t);
  for (const code of [
    '$who = ["Ben", "Zacharias"]\n[each: $p in $who] { [messenger:send]("hi") {to: "$p"} }',
    '[each: $p, $i in ["Ben", "Zacharias"]] { [messenger:send]("hi $i") {to: "$p"} }',
  ])
    assert.deepEqual(await asked(code), ["I don't know a **Zacharias** yet.", ["Invite"]], code);
});

const CLUB: ChatAddress = {
  platform: "telegram",
  chatId: "-100",
  isPrivate: false,
  title: "Book club",
};

test("a group that the bot sits in is sent to by its name, after a press; only by who has written there or owns the bot", async (t) => {
  const { town, asked } = await openTown(t);
  await town.say(BEN, "hello everybody", { chat: CLUB, isAddressed: false });
  const send = '[messenger:send]("We meet at 7") {to: "book club"}';
  assert.deepEqual(await asked('[messenger:send]("hi") {to: "Book clob"}'), [
    "I don't know a **Book clob** yet.",
    ["Send to Book club", "Invite"],
  ]);
  const [card] = await asked(send);
  assert.match(card, /^\*\*Send to book club\?\*\*\n> We meet at 7/i);
  await town.press(ANN, "Send");
  assert.match(town.adapter.texts("telegram:-100").at(-1) ?? "", /\*\*Ann\*\*\n> We meet at 7/);
  assert.match((await asked(send, BEN))[0], /Send to book club/i);
  assert.deepEqual(await asked(send, JIEUN), ["**book club**님을 아직 몰라요.", ["초대하기"]]);
});
