import assert from "node:assert/strict";
import { test } from "node:test";
import { ANN, BEN, type House, openHouse } from "../../support/bots-house.ts";
import { settled } from "../../support/manual-clock.ts";
import { outboxRows } from "../../support/outbox-rows.ts";
import { finished } from "../../support/scripted-assistant.ts";

const ANNS = "telegram:1";

async function annSays(house: House, text: string): Promise<string> {
  const before = house.adapter.texts(ANNS).length;
  await house.adapter.say(ANN, text);
  await settled();
  return house.adapter.texts(ANNS).slice(before).join("\n");
}

async function annPresses(house: House, label: string): Promise<void> {
  await house.adapter.press(ANN, label);
  await settled();
}

/** A house where Ann's chat has `count` files, `file-1.md` the oldest. */
async function houseWith(count: number): Promise<House> {
  const house = await openHouse();
  house.folder = Array.from({ length: count }, (_unused, index) => ({
    path: `notes/file-${index + 1}.md`,
    sizeBytes: 2048,
    modifiedAtMs: Date.parse("2026-11-21T10:00:00Z") + index * 60_000,
  }));
  return house;
}

test("files are shown newest first with size and time, in pages that buttons turn", async () => {
  const house = await houseWith(5);
  const shown = await annSays(house, "/files");
  assert.match(shown, /^📁 \*\*Files\*\* \(5\)\n/);
  assert.match(shown, /\n1\. \*\*notes\/file-5\.md\*\* · \[Nov 21\]\(time:\d+:D\)\n/);
  assert.doesNotMatch(shown, /file-1\.md/);
  await annPresses(house, "More");
  const second = house.adapter.withButton("Back to the first");
  assert.match(second.text, /5\. \*\*notes\/file-1\.md\*\*/);
  assert.match(await annSays(house, "/파일 2"), /5\. \*\*notes\/file-1\.md\*\*/);
});

test("one file is sent back, by its button and by its name", async () => {
  const house = await houseWith(5);
  await annSays(house, "/files");
  await annPresses(house, "2");
  await annPresses(house, "Get it");
  assert.equal(house.adapter.shown.at(-1)?.file, "file-4.md");
  assert.equal(await annSays(house, "/files send file-1"), "📤 **notes/file-1.md**");
  assert.equal(house.adapter.shown.at(-1)?.file, "file-1.md");
  assert.match(await annSays(house, "/files send file"), /\*\*Files\*\* \(4\)/);
  assert.match(await annSays(house, "/files nothing"), /^No file matches “nothing”/);
});

test("a picture is sent back as one, and what a chat cannot show as a file", async () => {
  const house = await houseWith(2);
  const [first, second] = house.folder;
  house.folder = [
    { ...first!, path: "photos/cat.JPG" },
    { ...second!, path: "photos/notes.bin" },
  ];
  const sentType = async (name: string): Promise<string> => {
    await annSays(house, `/files send ${name}`);
    const row = outboxRows(house).findLast(({ message }) => message.files !== undefined);
    return row?.message.files?.[0]?.mediaType ?? "";
  };
  assert.equal(await sentType("cat"), "image/jpeg");
  assert.equal(await sentType("notes"), "application/octet-stream");
});

test("a file is deleted by a program through the gate alone, by its button and by its name", async () => {
  const house = await houseWith(2);
  house.assistant.onRun = ({ code }) => finished(`ran ${code}`);
  await annSays(house, "/files");
  await annPresses(house, "1");
  await annPresses(house, "Delete");
  assert.equal(house.adapter.texts(ANNS).at(-1), 'ran [system:delete]("notes/file-2.md")');
  assert.equal(
    await annSays(house, "/files delete notes/file-1.md"),
    'ran [system:delete]("notes/file-1.md")',
  );
  const [first] = house.assistant.programs;
  assert.match(first!.origin, /^update:telegram:\d+\/0$/);
});

test("a button for a file that is gone, or from another chat, does nothing", async () => {
  const house = await houseWith(1);
  await annSays(house, "/files");
  await annPresses(house, "1");
  const { data } = house.adapter.withButton("Delete").buttons.flat()[2]!;
  await house.adapter.pressData(BEN, data);
  house.folder = [];
  await annPresses(house, "Delete");
  assert.deepEqual(house.adapter.notes, ["", "That file is gone.", "That file is gone."]);
  assert.deepEqual(house.assistant.programs, []);
  assert.match(await annSays(house, "/files"), /^📁 This chat has no files yet/);
});
