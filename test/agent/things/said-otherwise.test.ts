import assert from "node:assert/strict";
import { test } from "node:test";
import { type KnownThings, NO_THINGS } from "../../../src/agent/things/said.ts";
import { readThing } from "../../../src/agent/things/things.ts";

function code(message: string, known: Partial<KnownThings> = {}, before: string[] = []): string {
  const plan = readThing(message, { ...NO_THINGS, ...known }, before);
  return plan?.kind === "program" ? plan.code : JSON.stringify(plan ?? null);
}

for (const [message, program] of [
  ["메모장에 현관 비번 2580 적어줘", '[source:save_memory]("현관 비번 2580")'],
  ["put the gate code 2580 in my notes", '[source:save_memory]("the gate code 2580")'],
  ["groceries: milk, eggs", '[system:todo]("milk, eggs")'],
  ["shopping list: milk, eggs and bread", '[system:todo]("milk, eggs, bread")'],
] as const)
  test(`a label says where it belongs: ${message}`, () => {
    assert.equal(code(message), program);
  });

test("what is added there goes to the list that was just added to", () => {
  assert.equal(
    code("거기에 우유도 추가해줘", {}, ["장보기 목록에 계란 추가해줘"]),
    '[system:todo]("우유")',
  );
  assert.doesNotMatch(code("거기에 우유도 추가해줘"), /todo/u);
});

test("not there but here is where somebody is, and forbids nothing", () => {
  assert.match(code("서울 말고 부산에 있어"), /부산/u);
  assert.match(code("우리 이사했어 이제 부산 살아"), /부산/u);
});

test("how something always is is a fact, and what time it is none", () => {
  assert.match(code("요가는 월수 7시야"), /^\[source:save_memory\]/u);
  assert.doesNotMatch(code("벌써 11시야"), /save_memory|schedule/u);
});
