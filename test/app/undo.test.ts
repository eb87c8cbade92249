import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
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
  const say = async (text: string): Promise<string> => {
    const before = town.adapter.texts(ANNS).length;
    await town.say(ANN, text);
    return town.adapter.texts(ANNS).slice(before).join("\n");
  };
  return { town, folder, say, run: (code: string) => say(`/ibl ${code}`) };
}

test("a reminder, to-dos and a file of one message wait for nobody, and one press takes them back together", async (t) => {
  const { town, folder, run, say } = await openTown(t);
  writeFileSync(join(folder, "memo.txt"), "old");
  await run(
    '[system:todo] {add: "milk"}\n[system:write]("memo.txt") {content: "new"}\n[system:schedule]("call the dentist") {after: "20m", pipeline: "[system:notify_user](\\"call\\")"}',
  );
  assert.equal(readFileSync(join(folder, "memo.txt"), "utf8"), "new");
  assert.match(await run("[system:todo]"), /milk/);
  await town.press(ANN, "Undo");
  assert.match(town.adapter.texts(ANNS).join("\n"), /↩️ Undone: .*memo\.txt/);
  assert.equal(readFileSync(join(folder, "memo.txt"), "utf8"), "old");
  assert.doesNotMatch(await run("[system:todo]"), /milk/);
  assert.doesNotMatch(await say("/schedule"), /dentist/);
});

test("undo in words and by command; twice changes nothing; a sent message cannot be taken back", async (t) => {
  const { run, say } = await openTown(t);
  await run('[source:save_memory]("the wifi password is home1234")');
  assert.match(await say("undo that"), /Undone/);
  assert.match(await say("/undo"), /undone already/);
  assert.doesNotMatch(await run('[source:search_memory]("wifi")'), /home1234/);
});

test("what was changed since is left, and both ways are offered", async (t) => {
  const { town, folder, run, say } = await openTown(t);
  await run('[system:write]("a.txt") {content: "one"}');
  await run('[system:write]("a.txt") {content: "two"}');
  writeFileSync(join(folder, "a.txt"), "by hand");
  assert.match(await say("undo"), /Changed since then/);
  await town.press(ANN, "Leave as it is");
  assert.equal(readFileSync(join(folder, "a.txt"), "utf8"), "by hand");
  await say("undo");
  await town.press(ANN, "Undo anyway");
  assert.equal(readFileSync(join(folder, "a.txt"), "utf8"), "one");
});

test("the last of some steps ago is named and asked about; what was undone tells what holds again", async (t) => {
  const { town, run, say } = await openTown(t);
  await run(
    '[system:schedule]("call the dentist") {at: "2026-12-01T19:20", pipeline: "[system:notify_user](\\"call\\")"}',
  );
  await say("change call the dentist to 7pm");
  assert.match(await say("/schedule"), /7 PM|7:00/);
  for (const text of ["hello", "thanks", "what time is it", "ok"]) {
    await town.clock.advance(1000);
    await say(text);
  }
  await town.clock.advance(1000);
  assert.match(await say("undo that"), /The last thing was changing .*call the dentist.*Undo it\?/);
  await town.press(ANN, "Undo");
  assert.match(town.adapter.texts(ANNS).join("\n"), /Undone: .*dentist.* \(7 → 7:20\)/);
});
