import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { OutgoingFile, OutgoingMessage } from "../../../src/bots/platform/chat-adapter.ts";
import { richTablesOf } from "../../../src/bots/telegram/rich-tables.ts";
import { pngOf } from "../../support/pictures.ts";
import { MINJI, MINJIS_CHAT, withTelegram } from "../../support/telegram-server-adapter.ts";
import { sendWhole } from "../../support/whole-delivery.ts";

const TABLE: NonNullable<OutgoingFile["table"]> = {
  rows: [
    ["Place", "Now"],
    ["<b>Jeju</b> & /stop", "14°C"],
  ],
  isRight: [false, true],
};
const FILE: OutgoingFile = { path: "t.png", name: "t.png", mediaType: "image/png", table: TABLE };
const WORDS: OutgoingMessage = { text: "**Jeju** is warmest.\nIt is dry.", files: [FILE] };

/** Runs a test with a table whose picture is there. */
async function withTable(
  run: (
    parts: Parameters<Parameters<typeof withTelegram>[0]>[0] & {
      readonly message: OutgoingMessage;
    },
  ) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "telegram-table-"));
  const path = join(folder, "t.png");
  writeFileSync(path, pngOf(40, 30));
  const buttons = [[{ label: "CSV", data: "c" }]];
  const message = { ...WORDS, files: [{ ...FILE, path }], buttons, repliesTo: "1" };
  try {
    await withTelegram(async (parts) => {
      parts.server.say(MINJI, "안녕");
      await run({ ...parts, message });
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("a table is a rich message of paragraphs and rows, in which a cell is only text", () => {
  assert.equal(
    richTablesOf(WORDS),
    '<p><b>Jeju</b> is warmest.</p><p>It is dry.</p><table bordered striped><tr><th>Place</th><th align="right">Now</th></tr><tr><td>&lt;b&gt;Jeju&lt;/b&gt; &amp; /stop</td><td align="right">14°C</td></tr></table>',
  );
});

test("several tables are one rich message, each below its own words", () => {
  const named = { ...FILE, caption: "**Summer**" };
  const html = richTablesOf({ text: "Two seasons.", files: [named, FILE] }) ?? "";
  const [words, ...tables] = html.split("<table");
  assert.equal(words, "<p>Two seasons.</p><p><b>Summer</b></p>");
  assert.equal(tables.length, 2);
  const rows = Array.from({ length: 260 }, () => ["a", "b"]);
  const long = { ...FILE, table: { rows, isRight: [false, false] } };
  assert.notEqual(richTablesOf({ text: "", files: [long] }), undefined);
  assert.equal(richTablesOf({ text: "", files: [long, long] }), undefined);
  const { table: _, ...picture } = FILE;
  assert.equal(richTablesOf({ text: "", files: [FILE, picture] }), undefined);
});

test("what is no table, or more than Telegram takes, is no rich message", () => {
  const wide = Array.from({ length: 21 }, (_, column) => `c${column}`);
  const table = { rows: [wide], isRight: wide.map(() => false) };
  const others: readonly OutgoingMessage[] = [
    { text: "words" },
    { ...WORDS, files: [{ ...FILE, table }] },
    { ...WORDS, text: "```\ncode\n```" },
    { ...WORDS, text: "> a quote" },
    { ...WORDS, inForm: { isDrawn: true } },
    { ...WORDS, inForm: { isPlain: true } },
    { ...WORDS, text: "x".repeat(33_000) },
  ];
  for (const other of others) assert.equal(richTablesOf(other), undefined, other.text.slice(0, 20));
});

test("a table is sent with its buttons as a rich message, and nothing of it calls anybody", async () => {
  await withTable(async ({ server, adapter, message }) => {
    await adapter.send(MINJIS_CHAT, message);
    const [call] = server.callsOf("sendRichMessage");
    assert.deepEqual(Object.keys(call?.parameters ?? {}).sort(), [
      "chat_id",
      "reply_markup",
      "reply_parameters",
      "rich_message",
    ]);
    const shown = server.messages(MINJI.id).at(-1);
    assert.equal(
      shown?.text,
      "Jeju is warmest.\nIt is dry.\n| Place | Now |\n| <b>Jeju</b> & /stop | 14°C |",
    );
    assert.match(JSON.stringify(call?.parameters), /"skip_entity_detection":true/);
    assert.deepEqual(
      shown?.buttons.flat().map(({ text }) => text),
      ["CSV"],
    );
  });
});

test("where Telegram refuses a table its picture is sent, and a server without rich messages is asked once", async () => {
  await withTable(async ({ server, adapter, message }) => {
    server.failNext({ method: "sendRichMessage", status: 400 });
    await sendWhole(adapter, MINJIS_CHAT, message);
    assert.equal(server.messages(MINJI.id).at(-1)?.file?.name, "t.png");
    server.failNext({ method: "sendRichMessage", status: 404 });
    await sendWhole(adapter, MINJIS_CHAT, message);
    await sendWhole(adapter, MINJIS_CHAT, message);
    assert.equal(server.callsOf("sendRichMessage").length, 2);
    assert.equal(server.callsOf("sendPhoto").length, 3);
    const shown = server.messages(MINJI.id).at(-1);
    assert.deepEqual([shown?.text, shown?.buttons.length], ["Jeju is warmest.\nIt is dry.", 1]);
  });
});

test("where no answer comes nobody knows whether a table arrived, and no picture follows", async () => {
  await withTable(async ({ server, adapter, message }) => {
    server.dropAnswer({ method: "sendRichMessage" });
    await assert.rejects(adapter.send(MINJIS_CHAT, message), {
      kind: "unknown",
      instead: undefined,
    });
    assert.equal(server.callsOf("sendPhoto").length, 0);
  });
});
