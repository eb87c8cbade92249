import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Sender } from "../../src/bots/platform/chat-adapter.ts";
import { cautiousData } from "../support/cautious-data.ts";
import { Town } from "../support/town.ts";

const ANN: Sender = { id: "1", name: "Ann", languageTag: "en" };
const ANNS = "telegram:1";

/** A town with an owner, and the owner's folder with a file and a folder of two. */
async function openTown(t: TestContext) {
  const town = new Town({ data: cautiousData() });
  t.after(() => town.close());
  town.admit(ANN, "owner");
  await town.start();
  const folder = join(town.homePath, "files", "telegram_1");
  mkdirSync(join(folder, "old"), { recursive: true });
  const put = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  put("a.md", "hello");
  put("b.txt", "x".repeat(2048));
  put("old/1.md", "1");
  put("old/2.md", "22");
  const ask = async (code: string): Promise<string> => {
    await town.say(ANN, `/ibl ${code}`);
    return town.adapter.withButton("Approve").text;
  };
  return { town, folder, put, ask };
}

const shown = (town: Town): string => town.adapter.texts(ANNS).join("\n");

test("a card tells what is deleted, what is done besides, and how many files a folder holds", async (t) => {
  const { town, ask } = await openTown(t);
  assert.match(await ask('[system:delete]("a.md")'), /^\*\*Delete a\.md\?\*\*/);
  assert.match(await ask('[system:delete]("old")'), /A folder with 2 files/);
  const none = await town.say(ANN, '/ibl [system:delete]("none.md")');
  assert.deepEqual(none, ["There's no **none.md**."]);
  assert.match(
    await ask(
      '[system:move]("a.md") {destination: "b.txt", overwrite: true}\n[system:delete]("old")',
    ),
    /Also: Move "a\.md" to "b\.txt" \(replace what is there\)/,
  );
  assert.match(
    await ask('[system:write]("b.txt") {content: "y"}\n[system:delete]("a.md")'),
    /Also: Write "b\.txt"\n> y$/m,
  );
});

test("what goes into a folder writes over the file of its name there, and nothing else", async (t) => {
  const { ask, put } = await openTown(t);
  const code =
    '[system:copy]("a.md") {destination: "old", overwrite: true}\n[system:delete]("b.txt")';
  assert.doesNotMatch(await ask(code), /replaces the file/);
  put("old/a.md", "seven..");
  assert.match(await ask(code), /Also: Copy/);
});

test("a file that changed after the press was asked for is shown as it is now, and deleted only by a press on that", async (t) => {
  const { town, put, ask } = await openTown(t);
  await ask('[system:delete]("a.md")');
  put("a.md", "something else");
  await town.press(ANN, "Approve");
  const card = town.adapter.withButton("Approve").text;
  assert.match(card, /has changed since you allowed it/);
  put("a.md", "and once more");
  await town.press(ANN, "Approve");
  assert.match(town.adapter.withButton("Approve").text, /has changed since/);
  await town.press(ANN, "Approve");
  assert.match(shown(town), /Deleted \S*a\.md/);
});

test("a folder with one more file, and a file that is gone, ask anew; a file that is the same does not", async (t) => {
  const { town, folder, put, ask } = await openTown(t);
  await ask('[system:delete]("old")');
  put("old/3.md", "3");
  await town.press(ANN, "Approve");
  assert.match(town.adapter.withButton("Approve").text, /changed since[\s\S]*3 files/);
  await town.press(ANN, "Deny");
  await ask('[system:delete]("b.txt")');
  rmSync(join(folder, "b.txt"));
  await town.press(ANN, "Approve");
  assert.match(town.adapter.withButton("Approve").text, /changed since[\s\S]*not there now/);
  await town.press(ANN, "Deny");
  await ask('[system:delete]("a.md")');
  put("a.md", "hello");
  await town.press(ANN, "Approve");
  assert.match(shown(town), /Deleted \S*a\.md/);
});

test("what the program writes itself before it is not asked about twice", async (t) => {
  const { town, ask } = await openTown(t);
  const card = await ask('[system:write]("a.md") {content: "new"}\n[system:delete]("./a.md")');
  assert.doesNotMatch(card, /changed/);
  await town.press(ANN, "Approve");
  assert.match(shown(town), /Deleted \S*a\.md/);
});

test("a step that needs no press runs although its file changed after the card, and a copy stays", async (t) => {
  const { town, folder, put, ask } = await openTown(t);
  await ask(
    '[system:copy]("old/1.md") {destination: "b.txt", overwrite: true}\n[system:delete]("a.md")',
  );
  put("b.txt", "changed meanwhile");
  await town.press(ANN, "Approve");
  assert.match(shown(town), /Deleted \S*a\.md/);
  assert.equal(readFileSync(join(folder, "b.txt"), "utf8"), "1");
  await town.say(ANN, '/ibl [system:restore]("b.txt")');
  assert.equal(readFileSync(join(folder, "b.txt"), "utf8"), "changed meanwhile");
});

test("the press on an approve stands for the files that its card showed, also after a restart", async (t) => {
  const { town, put, ask } = await openTown(t);
  const card = await ask('[system:approve]("Sure?") >> [system:delete]("a.md")');
  assert.match(card, /Sure\?[\s\S]*Delete "a\.md"/);
  put("a.md", "changed");
  await town.again();
  await town.press(ANN, "Approve");
  assert.match(town.adapter.withButton("Approve").text, /changed since/);
  await town.press(ANN, "Deny");
  await ask('[system:delete]("b.txt")');
  assert.match(town.adapter.withButton("Approve").text, /Delete b\.txt\?/);
  put("b.txt", "z");
  await town.press(ANN, "Approve");
  assert.match(town.adapter.withButton("Approve").text, /changed since/);
});

test("a grant with a star in its path deletes files and never a folder of such a name", async (t) => {
  const { town, folder, put } = await openTown(t);
  mkdirSync(join(folder, "tmp", "folder.md"), { recursive: true });
  put("tmp/a.md", "a");
  put("tmp/folder.md/inside.txt", "kept");
  await town.say(ANN, "/grants add system:delete path=tmp/*.md everywhere");
  const granting = town.adapter.shown.at(-1)?.buttons.flat()[0]?.label ?? "";
  await town.press(ANN, granting);
  await town.say(ANN, '/ibl [system:delete]("tmp/a.md")');
  assert.match(shown(town), /Deleted \S*tmp\/a\.md/);
  for (const path of ["tmp/folder.md", "tmp/folder.md/", "./tmp//folder.md"]) {
    await town.say(ANN, `/ibl [system:delete]("${path}")`);
    assert.match(town.adapter.withButton("Approve").text, /A folder with 1 file/);
    await town.press(ANN, "Deny");
  }
  await town.say(
    ANN,
    '/ibl [system:move]("old") {destination: "tmp/b.md"}\n[system:delete]("tmp/b.md")',
  );
  await town.press(ANN, "Approve");
  assert.match(shown(town), /Deleted \S*tmp\/b\.md/);
  assert.equal(existsSync(join(folder, "tmp/folder.md/inside.txt")), true);
});

test("what the program wrote before is not asked about when it is copied over another file either", async (t) => {
  const { town, ask } = await openTown(t);
  await ask(
    '[system:write]("n.md") {content: "new"}\n[system:move]("n.md") {destination: "b.txt", overwrite: true}\n[system:delete]("a.md")',
  );
  await town.press(ANN, "Approve");
  assert.match(shown(town), /Deleted \S*a\.md/);
});
