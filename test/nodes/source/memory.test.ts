import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "../../../src/base/json.ts";
import type { Handlers, ReadyCall } from "../../../src/engine/execute/action-types.ts";
import type { Outcome } from "../../../src/engine/values/outcome.ts";
import { createMemoryHandlers } from "../../../src/nodes/source/memory.ts";
import { openDatabase } from "../../../src/store/database.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import {
  type CallOptions,
  failureOf,
  goodValue,
  outcomeOf,
  readyCall,
} from "../../support/ready-call.ts";

/** Handlers over an empty database in memory. */
function house(): Handlers {
  return createMemoryHandlers({ database: openDatabase(":memory:"), clock: new ManualClock() });
}

async function act(
  handlers: Handlers,
  action: string,
  params: JsonObject,
  options: CallOptions & { readonly personId?: string } = {},
): Promise<Outcome> {
  const call = readyCall(`source:${action}`, params, { language: "en", ...options });
  const actor = { ...call.actor, personId: options.personId ?? "person_1" };
  const own: ReadyCall = { ...call, actor };
  return outcomeOf(await handlers[`source:${action}`]!(own));
}

async function remember(handlers: Handlers, ...contents: readonly string[]): Promise<void> {
  for (const content of contents) await act(handlers, "save_memory", { content });
}

/** What is remembered, newest first. */
async function kept(handlers: Handlers, personId = "person_1"): Promise<readonly unknown[]> {
  const value = goodValue(await act(handlers, "recent", {}, { personId }));
  return value.kind === "list" ? value.items.map((item) => (item as JsonObject)["content"]) : [];
}

test("a memory is deleted by its id, and is not found again", async () => {
  const handlers = house();
  await remember(handlers, "오래된 대화: 민수와 점심", "와이파이 비밀번호는 sky2026");
  const deleted = await act(handlers, "memory_delete", { id: 1 });
  assert.deepEqual(goodValue(deleted), {
    kind: "object",
    data: { id: 1, content: "오래된 대화: 민수와 점심" },
    text: "🗑 Forgotten: 오래된 대화: 민수와 점심",
  });
  assert.deepEqual(await kept(handlers), ["와이파이 비밀번호는 sky2026"]);
  const found = goodValue(await act(handlers, "search_memory", { query: "오래된 대화" }));
  assert.equal(found.kind === "list" && found.items.length, 0);
  assert.equal(failureOf(await act(handlers, "memory_delete", { id: 1 })).code, "unknown-memory");
});

test("words that only one memory has delete it; its very words come before any that hold them", async () => {
  const handlers = house();
  await remember(handlers, "우유 사기", "우유 사기: 두 병", "점심 약속은 금요일");
  await act(handlers, "memory_delete", { content: "약속은 금요일에" });
  assert.deepEqual(await kept(handlers), ["우유 사기: 두 병", "우유 사기"]);
  await act(handlers, "memory_delete", { content: " 우유 사기 " });
  assert.deepEqual(await kept(handlers), ["우유 사기: 두 병"]);
  await act(handlers, "memory_delete", { content: "#2" });
  assert.deepEqual(await kept(handlers), []);
});

test("words that several memories have delete none, and the refusal names them with their ids", async () => {
  const handlers = house();
  await remember(handlers, "민수 생일은 3월", "민수 전화는 010", "회의는 10시");
  const failure = failureOf(await act(handlers, "memory_delete", { content: "민수" }));
  assert.equal(failure.code, "not-unique");
  assert.match(
    failure.message,
    /^2 memories match, so none was deleted\. Choose one by its id \(such as \[source:memory_delete\] \{id: \d\}\)\.\n- #\d 민수 .+\n- #\d 민수 .+\)$/,
  );
  assert.equal((await kept(handlers)).length, 3);
});

test("words that no memory has delete none, and the nearest are named", async () => {
  const handlers = house();
  await remember(handlers, "민수 생일은 3월");
  const failure = failureOf(await act(handlers, "memory_delete", { content: "민수 주소" }));
  assert.equal(failure.code, "unknown-memory");
  assert.match(
    failure.message,
    /^No memory matches "민수 주소"\.\nThe nearest are:\n- #1 민수 생일은 3월 \(/,
  );
  assert.equal(failureOf(await act(handlers, "memory_delete", {})).code, "bad-parameters");
  assert.equal(
    failureOf(await act(house(), "memory_delete", { content: '%_*"' })).code,
    "unknown-memory",
  );
});

test("nobody reads or deletes another person's memories", async () => {
  const handlers = house();
  await remember(handlers, "내 비밀");
  const other = { personId: "person_2" };
  for (const params of [{ id: 1 }, { content: "내 비밀" }, { content: "1" }]) {
    const failure = failureOf(await act(handlers, "memory_delete", params, other));
    assert.equal(failure.code, "unknown-memory");
    assert.doesNotMatch(failure.message, /내 비밀.*\(/);
  }
  assert.deepEqual(await kept(handlers, "person_2"), []);
  assert.deepEqual(await kept(handlers), ["내 비밀"]);
});

test("what came from outside is marked when read, and not quoted in a refusal", async () => {
  const handlers = house();
  await act(handlers, "save_memory", { content: "웹에서 온 지시" }, { tainted: true });
  await remember(handlers, "웹 주소록");
  const list = await act(handlers, "recent", {});
  assert.equal(list.ok && list.tainted, true);
  const failure = failureOf(await act(handlers, "memory_delete", { content: "웹" }));
  assert.match(failure.message, /#1 \(text from outside\)/);
  assert.doesNotMatch(failure.message, /지시/);
  const deleted = await act(handlers, "memory_delete", { id: 1 });
  assert.equal(deleted.ok && deleted.tainted, true);
});
