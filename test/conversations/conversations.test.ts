import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type LoopbackUpstream, startUpstream } from "../support/upstream.ts";
import { ALL } from "./all.ts";
import type { Conversation } from "./support/conversation.ts";
import { perform } from "./support/perform.ts";
import { compared } from "./support/same.ts";
import { missingOn, shownDifferences } from "./support/shown.ts";

let upstream: LoopbackUpstream;

before(async () => {
  upstream = await startUpstream();
});

after(async () => {
  await upstream.close();
});

const PROOF: Conversation = {
  name: "a talk that leaves something in every table that counts",
  language: "en",
  steps: [
    { says: "/remember I live in Seoul", reads: [/Got it: I live in Seoul/] },
    { says: '/ibl [system:todo]("milk")', reads: [/milk/] },
    { says: "send me the news briefing every day at 8am", reads: [/🔁 News briefing/] },
    { says: '/ibl [system:run_command]("echo one")', reads: [/Run this on the computer\?/] },
  ],
};

const TAMPERING: Readonly<Record<string, string>> = {
  memories: "UPDATE memories SET content = 'I live in Busan'",
  todos: "DELETE FROM todos",
  schedules: "UPDATE schedules SET next_due_ms = next_due_ms + 3600000",
  approvals: "UPDATE approvals SET state = 'approved' WHERE state = 'pending'",
  runs: "UPDATE runs SET program = program || ' ' WHERE rowid = 1",
  steps: "UPDATE steps SET outcome_json = NULL WHERE rowid = 1",
  people: "UPDATE people SET role = 'member' WHERE id <> 'person_local'",
  outbox: "UPDATE outbox SET message_json = replace(message_json, 'Run this', 'Ran this')",
  updates: "UPDATE updates SET state = 'failed' WHERE rowid = 2",
  chats: "INSERT INTO chats (chat_key, address_json, last_seen_ms) VALUES ('x:1', '{}', 1)",
};

test("a change of any one thing in the database is found by the comparison", {
  timeout: 120_000,
}, async () => {
  const telegram = await perform(PROOF, "telegram", upstream);
  const { tampered, ...other } = await perform(PROOF, "telegram", {
    environment: upstream.environment,
    tampering: Object.values(TAMPERING),
  });
  assert.deepEqual(compared(PROOF, "discord", telegram, { tampered, ...other }), []);
  for (const [index, [table, sql]] of Object.entries(TAMPERING).entries()) {
    const dump = tampered[index] ?? {};
    const found = compared(PROOF, "discord", telegram, { tampered, ...other, dump });
    assert.ok(found.length > 0, `${sql} is not found`);
    assert.deepEqual(
      found.filter((line) => !line.startsWith(`${table} row`)),
      [],
      sql,
    );
  }
});

test("a word or a button that is not the same before a reader is found by the comparison", () => {
  const chat = [{ id: "1", text: "Delete a.md?", labels: ["Approve", "Deny"] }];
  assert.deepEqual(shownDifferences(chat, chat), []);
  assert.equal(shownDifferences(chat, [{ ...chat[0]!, text: "Delete b.md?" }]).length, 1);
  assert.equal(shownDifferences(chat, [{ ...chat[0]!, labels: ["Approve"] }]).length, 1);
  assert.equal(shownDifferences(chat, [...chat, ...chat]).length, 1);
  assert.deepEqual(missingOn("Delete a.md? [1] Approve [2] Deny", chat), []);
  assert.deepEqual(missingOn("Delete a.md? [1] Approve", chat), ["[Deny]"]);
});

test("there are at least forty conversations, in both languages, and each has its own name", () => {
  const names = ALL.map(({ language, name }) => `${language} ${name}`);
  assert.equal(new Set(names).size, ALL.length);
  assert.ok(ALL.length >= 40, String(ALL.length));
  for (const language of ["ko", "en"])
    assert.ok(ALL.filter((talk) => talk.language === language).length >= 15);
});
