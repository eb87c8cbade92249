import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { longReply } from "../../../src/bots/outbox/long-text.ts";
import { ANN, openHouse, personOf } from "../../support/bots-house.ts";
import { settled } from "../../support/manual-clock.ts";
import { answer } from "../../support/scripted-assistant.ts";

const LINE = "a line of **words**\n";
const LONG = LINE.repeat(1100);

function folderFor(context: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "ibl-reply-"));
  context.after(() => rmSync(path, { recursive: true }));
  return path;
}

/** What Ann is sent when she is answered with a text. */
async function sentFor(context: TestContext, text: string, language: "ko" | "en" = "en") {
  const filesPath = folderFor(context);
  const house = await openHouse({ filesPath });
  house.people.change(personOf(house, ANN).id, { language });
  house.assistant.onAnswer = () => answer(text);
  await house.adapter.say(ANN, language === "ko" ? "말해 줘" : "tell me");
  await settled();
  return { shown: house.adapter.shown, folder: join(filesPath, "telegram:1") };
}

test("a reply of more than 20,000 characters is sent as its start and the whole as a file", async (context) => {
  const { shown, folder } = await sentFor(context, LONG);
  assert.deepEqual(
    shown.map(({ file }) => file),
    [undefined, "answer.txt"],
  );
  assert.match(shown[0]!.text, /^✂️ This answer is long \(\d+ characters\)/);
  assert.ok(shown[0]!.text.length > 3500 && shown[0]!.text.length < 6000);
  assert.equal(shown[1]!.text, "📄 The whole answer");
  const [name] = readdirSync(folder);
  assert.match(name!, /^\.ibl-reply-[0-9a-f]{32}\.txt$/);
  const whole = readFileSync(join(folder, name!), "utf8");
  assert.equal(whole.trimEnd(), LONG.replaceAll("**", "").trimEnd());
  assert.equal(statSync(join(folder, name!)).mode & 0o777, 0o600);
});

test("a person who reads Korean is told in Korean", async (context) => {
  const { shown } = await sentFor(context, LONG, "ko");
  assert.match(shown[0]!.text, /^✂️ 답이 길어서\(\d+자\)/);
  assert.equal(shown[1]!.text, "📄 전체 답");
});

test("a reply of 20,000 characters is sent as messages alone", async (context) => {
  const { shown, folder } = await sentFor(context, "word ".repeat(4000));
  assert.ok(shown.length >= 5);
  assert.ok(shown.every(({ file }) => file === undefined));
  assert.equal(existsSync(folder), false);
});

test("the same reply written again is the same file, no link is followed, and old ones go", (context) => {
  const folder = folderFor(context);
  const filePath = (name: string): string => join(folder, "chat", name);
  const write = () =>
    longReply(LONG, { key: "reply:1", language: "en", filePath }).whole.files![0]!;
  mkdirSync(join(folder, "chat"));
  const old = filePath(".ibl-reply-old.txt");
  writeFileSync(old, "old");
  utimesSync(old, 0, 0);
  writeFileSync(filePath("mine.txt"), "mine");
  utimesSync(filePath("mine.txt"), 0, 0);
  const { path } = write();
  rmSync(path);
  writeFileSync(join(folder, "secret"), "secret");
  symlinkSync(join(folder, "secret"), path);
  assert.equal(write().path, path);
  assert.equal(readFileSync(join(folder, "secret"), "utf8"), "secret");
  assert.deepEqual(readdirSync(join(folder, "chat")).length, 2);
  assert.equal(existsSync(old), false);
});
