import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Reply } from "../../../src/agent/turn/assistant.ts";
import { createPictureDrawer } from "../../../src/app/open-chat.ts";
import type { Json } from "../../../src/base/json.ts";
import { together } from "../../../src/bots/telegram/albums.ts";
import { success, textOf } from "../../../src/engine/values/outcome.ts";
import { ANN, openHouse, personOf } from "../../support/bots-house.ts";
import { settled } from "../../support/manual-clock.ts";
import { answer, finished } from "../../support/scripted-assistant.ts";

const HOTELS = [
  "# Hotels in town",
  "| Hotel | Where it is | Price of a night |",
  "|---|---|--:|",
  "| Blue Bird | by the river, north side | 120 |",
  "| 소나무 | 역 앞 | 95 |",
].join("\n");

type Draw = (svg: string, signal: AbortSignal) => Promise<Uint8Array>;

const drawn: Draw = async (svg) => new TextEncoder().encode(svg);

/** What Ann is sent for a reply. */
async function sentFor(
  context: TestContext,
  reply: Reply,
  options: { readonly draw?: Draw; readonly language?: "ko" | "en" } = {},
) {
  const filesPath = mkdtempSync(join(tmpdir(), "ibl-sheets-"));
  context.after(() => rmSync(filesPath, { recursive: true }));
  const { draw: drawPicture = drawn, language = "en" } = options;
  const house = await openHouse({ filesPath, drawPicture });
  house.people.change(personOf(house, ANN).id, { language });
  house.assistant.onAnswer = () => reply;
  await house.adapter.say(ANN, "tell me");
  await settled();
  return { shown: house.adapter.shown, folder: join(filesPath, "telegram:1") };
}

test("a wide table is a picture after the words, which say so", async (context) => {
  const { shown, folder } = await sentFor(context, answer(`${HOTELS}\n\nThat is all.`));
  assert.deepEqual(
    shown.map(({ text, file }) => [text, file]),
    [
      [
        "**Hotels in town**\n🖼️ Table 1: Hotels in town (attached picture)\n\nThat is all.",
        undefined,
      ],
      ["🖼️ Table 1: Hotels in town", "table-1.png"],
    ],
  );
  const [name = "", rows = ""] = readdirSync(folder).sort((one) => (one.endsWith("png") ? -1 : 1));
  assert.deepEqual(
    shown.map(({ buttons }) => buttons.flat().map(({ label }) => label)),
    [["CSV"], []],
  );
  assert.match(readFileSync(join(folder, rows), "utf8"), /Blue Bird/);
  assert.match(name, /^\.ibl-reply-[0-9a-f]{32}\.png$/);
  assert.match(readFileSync(join(folder, name), "utf8"), /Blue Bird/);
});

test("where a picture cannot be drawn the words hold the table", async (context) => {
  const draw: Draw = async () => {
    throw new Error("no font");
  };
  const { shown } = await sentFor(context, answer(HOTELS), { draw });
  assert.deepEqual(
    shown.map(({ text }) => text),
    [
      "**Hotels in town**\n**Hotel: Blue Bird**\n- Where it is: by the river, north side\n- Price of a night: 120\n\n**Hotel: 소나무**\n- Where it is: 역 앞\n- Price of a night: 95",
    ],
  );
});

test("a picture goes where the answer goes that moved out of a group", async (context) => {
  const filesPath = mkdtempSync(join(tmpdir(), "ibl-sheets-"));
  context.after(() => rmSync(filesPath, { recursive: true }));
  const house = await openHouse({ filesPath, drawPicture: drawn });
  const chat = { platform: "telegram", chatId: "-5", isPrivate: false };
  house.updates.keepAddress(chat);
  const actor = house.admission.actor(personOf(house, ANN), "telegram:-5");
  const reply: Reply = { kind: "answer", text: HOTELS, approvals: [], movedTo: "telegram:1" };
  await house.replies.draw("k", actor, reply, new AbortController().signal);
  house.replies.reply("k", actor, reply);
  await settled();
  const line = house.adapter.shown.at(-1)!;
  assert.deepEqual([line.chatKey, line.file], ["telegram:-5", undefined]);
  await house.adapter.press(ANN, "Show me", { message: line, chat });
  await settled();
  assert.deepEqual(
    house.adapter.shown.slice(-2).map(({ chatKey, file }) => [chatKey, file]),
    [
      ["telegram:1", undefined],
      ["telegram:1", "table-1.png"],
    ],
  );
  assert.deepEqual(readdirSync(filesPath), ["telegram:1"]);
});

/** A house whose tables are drawn, and what Ann is shown in it. */
async function drawingHouse(context: TestContext) {
  const filesPath = mkdtempSync(join(tmpdir(), "ibl-sheets-"));
  context.after(() => rmSync(filesPath, { recursive: true }));
  const house = await openHouse({ filesPath, drawPicture: drawn });
  const shown = () => house.adapter.shown.map(({ text, file = "" }) => file || text);
  return { house, shown, filesPath };
}

const WORDS = "**Hotels in town**\n🖼️ Table 1: Hotels in town (attached picture)";

test("an answer that goes on after a press has its tables as pictures", async (context) => {
  const { house, shown } = await drawingHouse(context);
  const approval = house.waitingRun(personOf(house, ANN), "telegram:1");
  house.cards.show(approval);
  await settled();
  house.assistant.onContinue = () => answer(HOTELS);
  await house.adapter.press(ANN, "Approve");
  await settled();
  await settled();
  assert.deepEqual(shown().slice(1), [WORDS, "table-1.png"]);
});

test("a program that is taken up after a restart has its tables as pictures", async (context) => {
  const { house, shown } = await drawingHouse(context);
  const left = house.run(personOf(house, ANN), "telegram:1", "test:1");
  house.assistant.onRun = () => finished(HOTELS);
  house.dispatcher.recover(() => false);
  await settled();
  await settled();
  assert.deepEqual(shown(), [WORDS, "table-1.png"]);
  assert.equal(house.table.byKey(`reply:run:${left.id}:files`)?.state, "sent");
});

test("a program's words stay as they are where they have no table", async (context) => {
  const { house, shown } = await drawingHouse(context);
  house.run(personOf(house, ANN), "telegram:1", "test:1");
  house.assistant.onRun = () => finished("# no heading\n* a | b");
  house.dispatcher.recover(() => false);
  await settled();
  assert.deepEqual(shown(), ["# no heading\n* a | b"]);
});

test("what a colleague brings has its tables as pictures", async (context) => {
  const { house } = await drawingHouse(context);
  const actor = house.admission.actor(personOf(house, ANN), "telegram:1");
  const reply: Reply = {
    kind: "report",
    delegationId: "errand_1",
    agent: { id: "news", title: { ko: "뉴스", en: "News" } },
    outcome: success(HOTELS),
    approvals: [],
  };
  await house.replies.draw("errand:errand_1", actor, reply);
  house.replies.reply("errand:errand_1", actor, reply);
  await settled();
  assert.deepEqual(
    house.table
      .partsOf("reply:errand:errand_1:files")
      .map(({ class: kind, message }) => [kind, message.files?.[0]?.name]),
    [["briefing", "table-1.png"]],
  );
});

test("the pictures of one answer are one message where the platform has albums", async (context) => {
  const { house, shown } = await drawingHouse(context);
  Object.assign(house.adapter, { together });
  house.assistant.onAnswer = () => answer(`${HOTELS}\n\n${HOTELS}`);
  await house.adapter.say(ANN, "tell me");
  await settled();
  assert.deepEqual(shown().slice(1), ["table-1.png + table-2.png"]);
});

test("on a terminal tables stand in the words where they fit, and no picture is drawn", async () => {
  const house = await openHouse({});
  Object.assign(house.adapter, { columns: () => 80 });
  house.assistant.onAnswer = () => answer(HOTELS);
  await house.adapter.say(ANN, "tell me");
  await settled();
  const [only, ...rest] = house.adapter.shown.map(({ text }) => text);
  assert.match(only!, /^\*\*Hotels in town\*\*\n```\nHotel {6}Where it is {15}Price of a night\n─/);
  assert.deepEqual(rest, []);
});

test("the shipped font draws a table as a PNG", async () => {
  const draw = createPictureDrawer(join(import.meta.dirname, "../.."));
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40" font-family="NanumGothic"><text y="20">한글</text></svg>';
  const bytes = await draw(svg, new AbortController().signal);
  assert.equal(Buffer.from(bytes).subarray(1, 4).toString(), "PNG");
});

test("a large table is a file, and its first rows stand in the words", async (context) => {
  const rows = Array.from(
    { length: 31 },
    (_, row) => `| ${row} | some longer words | more words here |`,
  );
  const markdown = ["| n | first | second |", "|--:|---|---|", ...rows].join("\n");
  const { shown, folder } = await sentFor(context, answer(markdown), { language: "ko" });
  assert.equal(shown.length, 2);
  assert.match(shown[0]!.text, /^\*\*n: 0\*\*\n- first: some longer words\n/);
  assert.match(
    shown[0]!.text,
    /\*\*n: 4\*\*[\s\S]*📄 Table 1 has 31 rows\. All of them are in the attached file\.$/,
  );
  assert.deepEqual(
    [shown[1]!.text, shown[1]!.file],
    ["📄 Table 1: n · first · second", "table-1.csv"],
  );
  const [name = ""] = readdirSync(folder);
  assert.match(
    readFileSync(join(folder, name), "utf8"),
    /^\uFEFFn,first,second\r\n0,some longer words,/,
  );
});

/** A run whose value is shown as a list is. */
function run(value: readonly Json[], text = textOf({ kind: "list", items: value })): Reply {
  return { kind: "run", result: finished(text, { value }) };
}

test("a long list of records is shown by its first ten, and whole as a CSV file", async (context) => {
  const records = Array.from({ length: 51 }, (_, id) => ({ id, name: `item ${id}` }));
  const { shown, folder } = await sentFor(context, run(records));
  assert.deepEqual(
    shown.map(({ file }) => file),
    [undefined, "table-1.csv"],
  );
  assert.match(shown[0]!.text, /^```\nid {2}name\n──/);
  assert.match(
    shown[0]!.text,
    / 9 {2}item 9\n```\n\n📄 These are the first 10 of 51\. All of them are in the attached file\.$/,
  );
  assert.equal(shown[1]!.text, "📄 The whole result (51)");
  const [name = ""] = readdirSync(folder);
  assert.match(
    readFileSync(join(folder, name), "utf8"),
    /^\uFEFFid,name\r\n0,item 0\r\n[\s\S]*50,item 50\r\n$/,
  );
});

test("a long list is text where its entries are words, and JSON where they are nested", async (context) => {
  const words = await sentFor(context, run(Array.from({ length: 60 }, (_, id) => `word *${id}*`)));
  assert.equal(words.shown[1]!.file, "table-1.txt");
  assert.match(words.shown[0]!.text, /^- word \\\*0\\\*\n/);
  const nested = await sentFor(context, run(Array.from({ length: 60 }, (_, id) => ({ at: [id] }))));
  assert.equal(nested.shown[1]!.file, "table-1.json");
  const [name = ""] = readdirSync(nested.folder);
  assert.equal(JSON.parse(readFileSync(join(nested.folder, name), "utf8")).length, 60);
});

test("the words of an action stay, and a list of fifty is no file", async (context) => {
  const many = await sentFor(
    context,
    run(
      Array.from({ length: 51 }, (_, id) => id),
      "Fifty-one.",
    ),
  );
  assert.equal(many.shown[0]!.text, "Fifty-one.\n\n📄 All 51 of them are in the attached file.");
  const few = await sentFor(context, run(Array.from({ length: 50 }, (_, id) => id)));
  assert.equal(few.shown.length, 1);
  assert.equal(existsSync(few.folder), false);
});
