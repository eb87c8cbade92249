import assert from "node:assert/strict";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { chatFolder } from "../../../src/app/core/home.ts";
import { Town } from "../../support/town.ts";

const ANN = { id: "1", name: "Ann", languageTag: "en" };

/** A schedule of Ann's waits for text files in her chat's folder, where old.txt lies. */
async function openScene(context: TestContext, change = "any") {
  const town = new Town();
  context.after(() => town.close());
  const ann = town.admit(ANN, "owner");
  await town.start();
  const folder = chatFolder(town.parts.home, "telegram:1");
  mkdirSync(folder, { recursive: true });
  const at = (name: string): string => join(folder, name);
  writeFileSync(at("old.txt"), "there before");
  await town.run(
    ANN,
    `[system:create]("inbox") {type: "file", config: {pattern: "*.txt", change: "${change}"}, pipeline: "[system:notify_user]"}`,
  );
  const look = async (): Promise<void> => {
    await town.parts.folderTriggers.look();
    await town.tick();
  };
  /** What has set the schedule off, by name: all of it happens in one moment of the clock. */
  const record = (): readonly string[] =>
    town.parts.schedules
      .history(ann)
      .map(({ input }) => `${input?.["change"]} ${input?.["path"]}`)
      .sort();
  await look();
  await look();
  return { at, look, record };
}

test("a link sets nothing off and is not followed, be it to a file or a folder outside, and neither does a folder", async (context) => {
  const { at, look, record } = await openScene(context);
  const outside = mkdtempSync(join(tmpdir(), "ibl-bot-outside-"));
  context.after(() => rmSync(outside, { recursive: true }));
  writeFileSync(join(outside, "secret.txt"), "not Ann's");
  symlinkSync(join(outside, "secret.txt"), at("link.txt"));
  symlinkSync(outside, at("away"));
  mkdirSync(at("folder.txt"));
  for (let count = 0; count < 3; count += 1) await look();
  writeFileSync(join(outside, "secret.txt"), "changed outside");
  writeFileSync(join(outside, "more.txt"), "new outside");
  for (let count = 0; count < 3; count += 1) await look();
  assert.deepEqual(record(), []);
  writeFileSync(at("folder.txt/inside.txt"), "in a folder");
  for (let count = 0; count < 2; count += 1) await look();
  assert.deepEqual(record(), ["created folder.txt/inside.txt"]);
});

test("a file that is still being written waits until it has looked the same twice", async (context) => {
  const { at, look, record } = await openScene(context);
  writeFileSync(at("new.txt"), "");
  for (let count = 0; count < 4; count += 1) {
    await look();
    appendFileSync(at("new.txt"), "a line more\n");
  }
  await look();
  assert.deepEqual(record(), []);
  await look();
  assert.deepEqual(record(), ["created new.txt"]);
});

test("a file that goes away sets nothing off, also before it came to rest; under another name, or come again, it is a new one", async (context) => {
  const { at, look, record } = await openScene(context);
  writeFileSync(at("short.txt"), "soon gone");
  await look();
  rmSync(at("short.txt"));
  rmSync(at("old.txt"));
  for (let count = 0; count < 2; count += 1) await look();
  assert.deepEqual(record(), []);
  writeFileSync(at("old.txt"), "back again");
  for (let count = 0; count < 2; count += 1) await look();
  assert.deepEqual(record(), ["created old.txt"]);
  renameSync(at("old.txt"), at("renamed.txt"));
  for (let count = 0; count < 3; count += 1) await look();
  assert.deepEqual(record(), ["created old.txt", "created renamed.txt"]);
});

test("who waits for changes alone hears of no new file, and of each change once", async (context) => {
  const { at, look, record } = await openScene(context, "changed");
  writeFileSync(at("new.txt"), "one");
  for (let count = 0; count < 3; count += 1) await look();
  assert.deepEqual(record(), []);
  writeFileSync(at("new.txt"), "one and two");
  writeFileSync(at("old.txt"), "now otherwise");
  for (let count = 0; count < 3; count += 1) await look();
  assert.deepEqual([...record()].sort(), ["changed new.txt", "changed old.txt"]);
});
