import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { BOTS_KEEPING } from "../../../src/bots/inbox/retention.ts";
import { eachAlone, messagesOf, messageWords } from "../../../src/bots/outbox/message-parts.ts";
import { Outbox } from "../../../src/bots/outbox/outbox.ts";
import { OutboxTable } from "../../../src/bots/outbox/table.ts";
import {
  DeliveryError,
  type OutgoingFile,
  type OutgoingMessage,
  type Sent,
} from "../../../src/bots/platform/chat-adapter.ts";
import { FailedDeliveryNotice } from "../../../src/bots/replies/unknown-delivery.ts";
import { together } from "../../../src/bots/telegram/albums.ts";
import { MIGRATIONS, openDatabase } from "../../../src/store/database.ts";
import { ManualClock, settled } from "../../support/manual-clock.ts";
import { RecordingAdapter } from "../../support/recording-adapter.ts";
import { RecordingLog } from "../../support/recording-log.ts";

const CHAT = "telegram:1";

function picture(name: string): OutgoingFile {
  return { path: `/${name}`, name, mediaType: "image/png", caption: name };
}

const A = picture("a.png");
const B = picture("b.png");
const C = picture("c.png");

/** A platform that makes a message of every file of an album. */
class AlbumAdapter extends RecordingAdapter {
  readonly together = together;
  #last = 100;

  override async send(
    ...given: Parameters<RecordingAdapter["send"]>
  ): Promise<{ messageId: string } & Sent> {
    const sent = await super.send(...given);
    const others = (given[1].files ?? []).slice(1);
    return { ...sent, otherIds: others.map(() => String(++this.#last)) };
  }
}

/** A process on a database; the next one begins where it was killed. */
function openProcess(path: string, adapter: RecordingAdapter, crashAt?: string) {
  const clock = new ManualClock();
  const database = openDatabase(path);
  const table = new OutboxTable({ database, clock });
  const outbox = new Outbox({
    table,
    clock,
    log: new RecordingLog(),
    addressOf: () => ({ platform: "telegram", chatId: "1", isPrivate: true }),
    faultPoint: (name) => {
      if (name === crashAt) throw new Error("killed");
    },
  });
  new FailedDeliveryNotice({ outbox, table, languageIn: () => "en" });
  const post = (key: string, message: OutgoingMessage): void =>
    outbox.post({ key, chatKey: CHAT, class: "reply", message });
  const open = (): void => void outbox.start(adapter, { recover: true });
  return { clock, database, table, outbox, post, open };
}

function databaseIn(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "ibl-albums-"));
  context.after(() => rmSync(folder, { recursive: true }));
  return join(folder, "bot.db");
}

const sentTexts = (adapter: RecordingAdapter): readonly unknown[] =>
  adapter.shown.map(({ text, file = "" }) => (file === "" ? text : file));

test("an album is one delivery with all its ids, and any of them leads to it", async (context) => {
  const adapter = new AlbumAdapter();
  const path = databaseIn(context);
  const { post, open, table, outbox } = openProcess(path, adapter);
  open();
  post("reply:1:files", { text: "", files: [A, B, C] });
  await settled();
  assert.deepEqual(sentTexts(adapter), ["a.png + b.png + c.png"]);
  const row = table.byKey("reply:1:files")!;
  assert.deepEqual([row.state, row.messageId, row.otherIds], ["sent", "1", ["101", "102"]]);
  assert.equal(outbox.hasArrived("reply:1:files"), true);
  const next = openProcess(path, adapter);
  assert.equal(next.outbox.wordsSent(CHAT, "102"), "a.png\nb.png\nc.png");
  assert.equal(next.outbox.wordsSent(CHAT, "1"), "a.png\nb.png\nc.png");
  assert.equal(next.outbox.wordsSent(CHAT, "103"), undefined);
});

test("pictures and other files are albums of their own, words before and buttons behind them", () => {
  const notes: OutgoingFile = { path: "/n", name: "n.txt", mediaType: "text/plain" };
  const list: OutgoingFile = { path: "/l", name: "l.csv", mediaType: "text/csv" };
  const files = [A, notes, B, list];
  const room = { maxLength: 4096, together };
  const kind = "reply" as const;
  const parts = messagesOf({ class: kind, message: { text: "Look:", files } }, room);
  assert.deepEqual(parts, [
    { text: "Look:" },
    { text: "", files: [A, B] },
    { text: "", files: [notes, list] },
  ]);
  const buttons = [[{ label: "Good", data: "g" }]];
  const asked = messagesOf({ class: kind, message: { text: "Look:", files, buttons } }, room);
  assert.deepEqual(asked.at(-1), { text: "Look:", buttons });
  const apart = messagesOf(
    { class: kind, message: { text: "", files: [A, B] } },
    { maxLength: 99 },
  );
  assert.deepEqual(apart, [
    { text: "", files: [A] },
    { text: "", files: [B] },
  ]);
});

test("captions too long to stand with an album come before it as words", () => {
  const long = [A, B].map((file) => ({ ...file, caption: "x".repeat(600) }));
  const parts = messagesOf(
    { class: "reply", message: { text: "", files: long } },
    { maxLength: 1000, together },
  );
  assert.deepEqual(
    parts.map((part) => [messageWords(part).length, part.files?.length ?? 0]),
    [
      [600, 0],
      [600, 0],
      [0, 2],
    ],
  );
});

/** What a platform says that takes no album. */
function onlyAlone(message: OutgoingMessage): DeliveryError {
  return new DeliveryError("refused", "Too large.", { instead: eachAlone(message) });
}

test("a refused album is sent as single files before later messages", async (context) => {
  const adapter = new AlbumAdapter();
  const { post, open, table, outbox } = openProcess(databaseIn(context), adapter);
  const release = adapter.hold(CHAT);
  open();
  post("reply:1:files", { text: "", files: [A, B, C] });
  post("card", { text: "And now?" });
  await settled();
  adapter.failNext(onlyAlone({ text: "", files: [A, B, C] }));
  release();
  await settled();
  assert.deepEqual(sentTexts(adapter), ["a.png", "b.png", "c.png", "And now?"]);
  const parts = table.partsOf("reply:1:files").map(({ key, messageId }) => [key, messageId]);
  assert.deepEqual(parts, [
    ["reply:1:files", "1"],
    ["reply:1:files#1", "2"],
    ["reply:1:files#2", "3"],
  ]);
  assert.equal(outbox.hasArrived("reply:1:files"), true);
});

test("a process killed between the files of a divided album goes on with the next", async (context) => {
  const adapter = new AlbumAdapter();
  const path = databaseIn(context);
  const first = openProcess(path, adapter);
  adapter.failNext(onlyAlone({ text: "", files: [A, B] }));
  const release = adapter.hold(CHAT);
  first.open();
  first.post("files", { text: "", files: [A, B] });
  first.post("after", { text: "after" });
  await settled();
  const stopped = first.outbox.stop(); // after what is on its way
  release();
  await stopped;
  assert.deepEqual(sentTexts(adapter), []);
  const second = openProcess(path, adapter);
  second.open();
  await settled();
  assert.deepEqual(sentTexts(adapter), ["a.png", "b.png", "after"]);
  assert.deepEqual(
    second.table.partsOf("files").map(({ state }) => state),
    ["sent", "sent"],
  );
});

test("an album interrupted by a kill is not sent again if its delivery is unknown", async (context) => {
  const adapter = new AlbumAdapter();
  const path = databaseIn(context);
  const first = openProcess(path, adapter);
  adapter.hold(CHAT);
  first.open();
  first.post("files", { text: "", files: [A, B] });
  await settled();
  const next = new AlbumAdapter();
  const second = openProcess(path, next);
  second.open();
  await settled();
  assert.deepEqual(next.calls, []);
  assert.equal(second.table.byKey("files")?.state, "unknown");
});

test("a file that the platform refuses is reported once and never as delivered", async (context) => {
  const adapter = new AlbumAdapter();
  const { post, open, outbox } = openProcess(databaseIn(context), adapter);
  open();
  const words = {
    en: '"a.png" is larger than the 50 MB a bot may send.',
    ko: '"a.png"는 봇이 보낼 수 있는 50 MB보다 커요.',
  };
  adapter.failNext(new DeliveryError("refused", words));
  post("big", { text: "", files: [A] });
  await settled();
  assert.deepEqual(sentTexts(adapter), [
    '📎 Could not be sent: a.png. "a.png" is larger than the 50 MB a bot may send.',
  ]);
  assert.equal(outbox.hasArrived("big"), false);
  adapter.failNext(new DeliveryError("gone", "Blocked."));
  post("gone", { text: "", files: [B] });
  adapter.failNext(new DeliveryError("refused", "No words."));
  post("words", { text: "x" });
  await settled();
  assert.equal(adapter.shown.length, 1);
});

test("a message of an earlier version keeps its file", () => {
  const albums = MIGRATIONS.findIndex(({ name }) => name === "albums");
  const database = openDatabase(":memory:", MIGRATIONS.slice(0, albums));
  const file = { path: "/c.png", name: "c.png", mediaType: "image/png" };
  const add = database.prepare(
    `INSERT INTO outbox (key, platform, chat_key, class, message_json, state, next_attempt_ms, created_at_ms)
     VALUES (?, 'telegram', '${CHAT}', 'reply', ?, 'pending', 0, 0)`,
  );
  add.run("with", JSON.stringify({ text: "c.png", file }));
  add.run("without", JSON.stringify({ text: "words" }));
  for (const { sql } of MIGRATIONS.slice(albums)) database.exec(sql);
  const table = new OutboxTable({ database, clock: new ManualClock() });
  assert.deepEqual(table.byKey("with")?.message, { text: "c.png", files: [file] });
  assert.deepEqual(table.byKey("without")?.message, { text: "words" });
  assert.deepEqual(
    table.heads("telegram").map(({ fileCount }) => fileCount),
    [1],
  );
});

test("what a person takes along of their messages names their files, and not where they lay", () => {
  const database = openDatabase(":memory:");
  const table = new OutboxTable({ database, clock: new ManualClock() });
  const row = { platform: "telegram", chatKey: CHAT, class: "reply" } as const;
  table.add({ ...row, key: "a", message: { text: "", files: [A, B] } });
  table.add({ ...row, key: "b", message: { text: "words" } });
  const kept = BOTS_KEEPING.find(({ table: name }) => name === "outbox");
  const rule = kept !== undefined && "exported" in kept ? kept.exported : undefined;
  assert.ok(typeof rule === "object" && "columns" in rule);
  const column = rule.columns?.["message_json"];
  const shown = database
    .prepare<[], { readonly json: string }>(`SELECT ${column} AS json FROM outbox ORDER BY id`)
    .all();
  const bare = [A, B].map(({ path: _, ...file }) => file);
  assert.deepEqual(
    shown.map(({ json }) => JSON.parse(json)),
    [{ text: "", files: bare }, { text: "words" }],
  );
});
