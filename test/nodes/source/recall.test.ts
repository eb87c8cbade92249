import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "../../../src/base/json.ts";
import { asNote, factWords } from "../../../src/nodes/source/facts.ts";
import { createMemoryHandlers } from "../../../src/nodes/source/memory.ts";
import { openDatabase } from "../../../src/store/database.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { goodValue, outcomeOf, readyCall } from "../../support/ready-call.ts";

/** Saves facts, and asks for them: the contents that are found. */
function book() {
  const handlers = createMemoryHandlers({
    database: openDatabase(":memory:"),
    clock: new ManualClock(),
  });
  const act = async (action: string, params: JsonObject) => {
    const call = readyCall(`source:${action}`, params, { language: "en" });
    return goodValue(outcomeOf(await handlers[`source:${action}`]!(call)));
  };
  return {
    save: (content: string) => act("save_memory", { content }),
    async ask(query: string): Promise<readonly unknown[]> {
      const found = await act("search_memory", { query });
      return found.kind === "list"
        ? found.items.map((item) => (item as JsonObject)["content"])
        : [];
    },
  };
}

/** What was told, and three ways each to ask for it. */
const FACTS: readonly (readonly [string, readonly [string, string, string]])[] = [
  [
    "the gym locker code is 7719",
    ["what was the gym locker code?", "gym locker code?", "which code has my locker at the gym"],
  ],
  [
    "my passport is in the blue drawer",
    ["where's my passport", "where did I put my passport?", "passport?"],
  ],
  [
    "Nora's birthday is June 9",
    ["when is Nora's birthday?", "nora birthday", "what day was noras birthday"],
  ],
  ["I parked on level C3", ["where did I park", "parked where?", "what level did I park on"]],
  ["my shoe size is 43", ["what's my shoe size?", "shoe size", "do you remember my shoe size"]],
  [
    "the plumber is called Owen Price",
    ["who is the plumber", "plumber?", "what was the plumber called"],
  ],
  ["창고 비번은 8852야", ["창고 비번 뭐였지?", "창고비밀번호 알려줘", "창고 암호가 뭐더라"]],
  ["수아 생일은 4월 2일이야", ["수아 생일 언제야?", "수아생일 언제였지", "수아 생일이 며칠이더라"]],
  ["여권은 책상 서랍에 있어", ["여권 어디 있지?", "내 여권 어디 뒀더라", "여권?"]],
  [
    "자전거는 3번 거치대에 세웠어",
    ["자전거 어디에 세웠지?", "내 자전거 어디 있어", "자전거 어디더라"],
  ],
  ["내 신발 치수는 270", ["신발 치수 뭐였지", "내 신발 치수 알아?", "신발치수"]],
  [
    "헬스장 사물함 번호는 61번이야",
    ["사물함 번호 뭐였더라", "헬스장 사물함 몇 번이지", "헬스장 사물함?"],
  ],
];

for (const [fact, questions] of FACTS)
  test(`a saved fact is found by three phrasings: ${fact}`, async () => {
    const { ask, save } = book();
    for (const [told] of FACTS) await save(told);
    for (const question of questions)
      assert.deepEqual(await ask(question), [asNote(fact)], question);
  });

test("what was never told is not answered with something like it", async () => {
  const { ask, save } = book();
  for (const [told] of FACTS) await save(told);
  for (const question of [
    "what was the office code?",
    "차고 비번 뭐였지",
    "when is Ben's birthday",
  ])
    assert.deepEqual(await ask(question), [], question);
});

test("a fact is kept without what only its sentence needed, and its secret hidden", () => {
  assert.equal(asNote("창고 비번은 8852야"), "창고 비번은 8852");
  assert.equal(factWords("창고 비번은 8852"), "창고 비번은 ||8852||");
  assert.equal(asNote("우리집 동물은 고양이야"), "우리집 동물은 고양이");
  assert.equal(asNote("보험 담당자는 김민지야"), "보험 담당자는 김민지");
  assert.equal(asNote("차는 지하 2층에 세웠어"), "차는 지하 2층에 세웠어");
  assert.equal(factWords("the gate code is 4432"), "the gate code is ||4432||");
});

test("of one's own things the sort that is asked for is told where no word of it is shared", async () => {
  const { save, ask } = book();
  for (const fact of [
    "the piano is tuned monthly",
    "the tent is in the loft",
    "토끼는 귀리를 먹어",
  ])
    await save(fact);
  assert.deepEqual(await ask("where's our canoe"), ["the tent is in the loft"]);
  assert.deepEqual(await ask("where's Timbuktu"), []);
});

test("the beginning of a word stands for it", async () => {
  const { save, ask } = book();
  await save("my brother's address is 4 Elm Row, Hull");
  assert.deepEqual(await ask("where does my bro live now"), [
    "my brother's address is 4 Elm Row, Hull",
  ]);
});
