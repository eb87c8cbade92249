import assert from "node:assert/strict";
import { test } from "node:test";
import { BOTS_KEEPING } from "../../../src/bots/inbox/retention.ts";
import { OutboxTable } from "../../../src/bots/outbox/table.ts";
import { MIGRATIONS, openDatabase } from "../../../src/store/database.ts";
import { ManualClock } from "../../support/manual-clock.ts";

const CHAT = "telegram:1";

/** Keys of messages of a version without kinds, with their class, and the kind and subject that they have from then on. */
const OLD = [
  ["card:ap_1:telegram:1", "card", "card", "ap_1"],
  ["card:ap_1:telegram:1:again:telegram:9", "card", "card", "ap_1"],
  ["edit:ap_1:telegram:1:44:approved", "edit", "card", "ap_1"],
  ["edit:settings:telegram:7", "edit", "other", undefined],
  ["edit:farewell:ap_1:44", "edit", "farewell", undefined],
  ["card:farewell:ap_1:44", "card", "farewell", undefined],
  ["program:ap_1:telegram:1|telegram:8", "reply", "details", "ap_1"],
  ["program:ap_1:telegram:1|telegram:8#1", "reply", "details", "ap_1"],
  ["reply:telegram:5", "reply", "reply", undefined],
  ["reply:telegram:5#1", "reply", "reply", undefined],
  ["again:reply:telegram:5", "reply", "reply", undefined],
  ["unsure:reply:telegram:5", "reply", "unknown-note", "reply:telegram:5"],
  ["briefing:oc_1+oc_2", "briefing", "briefing", "oc_1+oc_2"],
  ["briefing:oc_1#1", "briefing", "briefing", "oc_1"],
  ["briefing:oc_1:files", "briefing", "other", undefined],
  ["again:briefing:oc_1", "briefing", "briefing", "oc_1"],
  ["missed:sc_1:86400000", "briefing", "missed", "missed:sc_1:86400000"],
  ["status:telegram:5@lease_1", "reply", "status", "telegram:5"],
  ["edit:status:telegram:5@lease_1:end", "edit", "other", undefined],
  ["webhook-secret:sc_1:86400000", "reply", "secret", undefined],
  ["notice", "reply", "other", undefined],
] as const;

test("messages of an earlier version get their kind and subject from their key", () => {
  const kinds = MIGRATIONS.findIndex(({ name }) => name === "kinds and subjects of messages");
  const database = openDatabase(":memory:", MIGRATIONS.slice(0, kinds));
  const add = database.prepare(
    `INSERT INTO outbox (key, platform, chat_key, class, message_json, state, next_attempt_ms, created_at_ms)
     VALUES (?, 'telegram', '${CHAT}', ?, '{"text":""}', 'pending', 0, 0)`,
  );
  for (const [key, messageClass] of OLD) add.run(key, messageClass);
  for (const { sql } of MIGRATIONS.slice(kinds)) database.exec(sql);
  const table = new OutboxTable({ database, clock: new ManualClock() });
  const found = OLD.map(([key]) => {
    const row = table.byKey(key);
    return [key, row?.class, row?.kind, row?.subject];
  });
  assert.deepEqual(found, OLD);
});

test("what a person takes along of their messages leaves out what cards are about", () => {
  const database = openDatabase(":memory:");
  const table = new OutboxTable({ database, clock: new ManualClock() });
  const row = { platform: "telegram", chatKey: CHAT, class: "reply" } as const;
  const message = { text: "words" };
  table.add({ ...row, key: "program:ap_1", kind: "details", subject: "ap_1", message });
  table.add({ ...row, key: "reply:1", kind: "reply", message });
  const kept = BOTS_KEEPING.find(({ table: name }) => name === "outbox");
  const rule = kept !== undefined && "exported" in kept ? kept.exported : undefined;
  assert.ok(typeof rule === "object" && "where" in rule);
  const keys = database
    .prepare<[{ readonly chats: string; readonly person: string }], { readonly key: string }>(
      `SELECT key FROM outbox WHERE ${rule.where}`,
    )
    .all({ chats: JSON.stringify([CHAT]), person: "person_1" });
  assert.deepEqual(keys, [{ key: "reply:1" }]);
});
