import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Sender } from "../../src/bots/platform/chat-adapter.ts";
import { Town } from "../support/town.ts";

const ANN: Sender = { id: "1", name: "Ann", languageTag: "en" };
const ANNS = "telegram:1";

async function openTown(t: TestContext) {
  const town = new Town({});
  t.after(() => town.close());
  town.admit(ANN, "owner");
  await town.start();
  const folder = join(town.homePath, "files", "telegram_1");
  mkdirSync(folder, { recursive: true });
  const since = async (act: () => Promise<unknown>): Promise<string> => {
    const before = town.adapter.texts(ANNS).length;
    await act();
    await town.quiet();
    return town.adapter.texts(ANNS).slice(before).join("\n");
  };
  return {
    town,
    fileAt: (name: string) => join(folder, name),
    say: (text: string) => since(() => town.say(ANN, text)),
    press: (label: string) => since(() => town.press(ANN, label)),
  };
}

test("a replaced file is added to instead by its button, also after a restart", async (t) => {
  const { town, fileAt, say, press } = await openTown(t);
  await say("save tofu to list.txt");
  await say("replace list.txt with milk");
  await town.again();
  assert.match(await press("Append instead"), /Added to \*\*list\.txt\*\*: milk/);
  assert.equal(readFileSync(fileAt("list.txt"), "utf8").trim(), "tofu\nmilk");
});

test("after two additions both lines are there", async (t) => {
  const { fileAt, say } = await openTown(t);
  await say("add kimchi to list.txt");
  await say("add rice to list.txt");
  assert.equal(readFileSync(fileAt("list.txt"), "utf8").trim(), "kimchi\nrice");
});

test("what was never told is told by its button, and recalled then", async (t) => {
  const { say, press } = await openTown(t);
  assert.equal(await say("what was the gate code?"), "You haven't told me that.");
  assert.match(await press("Tell you now"), /gate code/);
  assert.match(await say("4432"), /Got it: gate code: \|\|4432\|\|/);
  assert.match(await say("gate code?"), /^It's \|\|4432\|\| \(you told me/);
});

test("a file alone is opened, added to or deleted by its buttons", async (t) => {
  const { fileAt, say, press } = await openTown(t);
  writeFileSync(fileAt("list.txt"), "tofu");
  assert.equal(await say("list.txt"), "What should I do with **list.txt**?");
  assert.match(await press("Open"), /tofu/);
  await say("list.txt");
  await press("Add");
  await say("leeks");
  assert.equal(readFileSync(fileAt("list.txt"), "utf8").trim(), "tofu\nleeks");
  await say("list.txt");
  await press("Delete");
  assert.equal(existsSync(fileAt("list.txt")), false);
});

test("in the place of a file that is not there the nearest is opened by its button", async (t) => {
  const { fileAt, say, press } = await openTown(t);
  writeFileSync(fileAt("minutes.txt"), "budget by March");
  assert.equal(await say("open meeting.txt"), "There's no **meeting.txt**.");
  assert.match(await press("Open minutes.txt"), /budget by March/);
});

test("what commands remember, forget and keep as a switch is taken back", async (t) => {
  const { say } = await openTown(t);
  await say("/remember my desk is 7");
  assert.match(await say("/undo"), /Undone: my desk is 7/);
  assert.match(await say("/memory"), /remember nothing/);
  await say("/remember my desk is 7");
  await say("/forget desk");
  assert.match(await say("/undo"), /my desk is 7 is back/);
  await say('/switches add news [source:search_news]("AI")');
  assert.match(await say("/undo"), /Undone: \*\*news\*\*/);
  assert.match(await say("/switches"), /no switch yet/);
});

test("what is asked for in other words is answered with what was told", async (t) => {
  const { say } = await openTown(t);
  await say("remember that our dog's pill is Apoquel");
  await say("remember that the gate code is 4432");
  assert.match(await say("what was my puppy's medicine?"), /^🧠 our dog's pill is Apoquel \(you/);
  assert.equal(await say("what was my bank pin?"), "You haven't told me that.");
});
