import assert from "node:assert/strict";
import { test } from "node:test";
import { type NewOutboxRow, OutboxTable } from "../../../src/bots/outbox/table.ts";
import { openDatabase } from "../../../src/store/database.ts";
import { ManualClock } from "../../support/manual-clock.ts";

function newTable(): OutboxTable {
  return new OutboxTable({ database: openDatabase(":memory:"), clock: new ManualClock() });
}

function row(
  key: string,
  chatKey = "telegram:1",
  kind: NewOutboxRow["class"] = "reply",
): NewOutboxRow {
  return { key, platform: "telegram", chatKey, class: kind, message: { text: key } };
}

/** Sends everything, one after another, and gives the keys in that order. */
async function sendAll(table: OutboxTable): Promise<readonly string[]> {
  const sent: string[] = [];
  for (;;) {
    const [head] = table.heads("telegram");
    const next = head && table.byId(head.id);
    if (next === undefined) return sent;
    await table.claim(next.id);
    table.settle(next.id, "sent", { messageId: String(next.id) });
    sent.push(next.key);
  }
}

test("a message added in front is sent before all pending ones of its chat, whose order is kept", async () => {
  const table = newTable();
  for (const key of ["a", "b", "c"]) table.add(row(key));
  table.add(row("other", "telegram:2"));
  table.addInFront(row("notice"));
  table.add(row("d"));
  const sent = (await sendAll(table)).filter((key) => key !== "other");
  assert.deepEqual(sent, ["notice", "a", "b", "c", "d"]);
});

test("dropping a message drops every part of it that is not sent", async () => {
  const table = newTable();
  for (const key of ["m", "m#1", "m#2", "m1", "n"]) table.add(row(key));
  await table.claim(table.byKey("m#1")!.id);
  table.settle(table.byKey("n")!.id, "sent", { messageId: "5" });
  table.dropUnsent(["m", "n", "unknown"]);
  assert.deepEqual(await sendAll(table), ["m1"]);
  assert.equal(table.byKey("n")?.state, "sent");
});

test("chats with a waiting reply or briefing are counted; cards alone are none", () => {
  const table = newTable();
  table.add(row("a", "telegram:1"));
  table.add(row("b", "telegram:1", "briefing"));
  table.add(row("c", "telegram:2", "card"));
  assert.deepEqual(table.chatsWaiting(), [{ chatKey: "telegram:1", count: 2 }]);
});
