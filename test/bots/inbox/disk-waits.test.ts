import assert from "node:assert/strict";
import { mkdtempSync, rmSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { Updates } from "../../../src/bots/inbox/update-table.ts";
import { UpdateWriter } from "../../../src/bots/inbox/update-writer.ts";
import { OutboxTable } from "../../../src/bots/outbox/table.ts";
import type { MessageEvent } from "../../../src/bots/platform/chat-adapter.ts";
import { type Database, openDatabase } from "../../../src/store/database.ts";
import { Sqlite } from "../../../src/store/sqlite.ts";
import { ManualClock } from "../../support/manual-clock.ts";

/** A database whose log cannot be synced, nor moved into its main file, until `mend` is called. */
function brokenDisk(context: TestContext): {
  database: Database;
  break: () => void;
  mend: () => void;
} {
  const folder = mkdtempSync(join(tmpdir(), "ibl-disk-waits-"));
  const database = openDatabase(join(folder, "bot.db"));
  database.pragma("busy_timeout = 0");
  const reader = new Sqlite(database.name);
  context.after(() => {
    reader.close();
    database.close();
    rmSync(folder, { recursive: true });
  });
  return {
    database,
    break() {
      reader.exec("BEGIN");
      reader.prepare("SELECT * FROM updates").all();
      unlinkSync(`${database.name}-wal`);
    },
    mend: () => void reader.exec("COMMIT"),
  };
}

const EVENT: MessageEvent = {
  kind: "message",
  updateId: "1",
  chat: { platform: "telegram", chatId: "1", isPrivate: true },
  sender: { id: "1", name: "Ann" },
  text: "hello",
  messageId: "1",
  sentAtMs: 0,
  isAddressed: true,
};

test("an update that the disk does not take is not confirmed; given again it is known, and confirmed once it is there", async (context) => {
  const disk = brokenDisk(context);
  const { database } = disk;
  const updates = new Updates({ database, clock: new ManualClock() });
  const updateWriter = new UpdateWriter({ database, updates });
  disk.break();
  const first = await updateWriter.store(EVENT);
  assert.equal(first.update?.origin, "update:telegram:1");
  await assert.rejects(first.onDisk, { code: "ENOENT" });
  disk.mend();
  const again = await updateWriter.store(EVENT);
  assert.equal(again.update, undefined);
  await again.onDisk;
});

test("a message whose claim fails on disk is not sent and is claimed again after a second", async (context) => {
  const disk = brokenDisk(context);
  const { database } = disk;
  const clock = new ManualClock();
  const table = new OutboxTable({ database, clock });
  const message = { text: "hello" };
  table.add({ key: "a", platform: "telegram", chatKey: "telegram:1", class: "reply", message });
  const { id } = table.byKey("a")!;
  disk.break();
  await assert.rejects(table.claim(id), { code: "ENOENT" });
  const row = table.byKey("a")!;
  assert.deepEqual(
    [row.state, row.firstSentMs, row.nextAttemptMs],
    ["pending", undefined, clock.now() + 1000],
  );
  disk.mend();
  assert.equal(await table.claim(id), true);
  assert.equal(table.byKey("a")?.state, "sending");
});
