import assert from "node:assert/strict";
import { test } from "node:test";
import { ownThing } from "../../../src/agent/things/own.ts";
import { type KnownThings, NO_THINGS } from "../../../src/agent/things/said.ts";

const SALES = 'month,sales,cost\nJan,100,20\nFeb,"1,200",30\nMar,300,25';

function knowing(path: string, text: string, more: Partial<KnownThings> = {}): KnownThings {
  return {
    ...NO_THINGS,
    files: [path],
    sent: [path],
    texts: async () => [{ path, text }],
    ...more,
  };
}

async function said(message: string, known: KnownThings): Promise<string | undefined> {
  const plan = await ownThing(message, known, []);
  return plan?.kind === "ask" ? plan.words.en : undefined;
}

for (const [message, words] of [
  ["which month had the highest sales?", "**Feb** · sales 1,200"],
  ["and the lowest sales?", "**Jan** · sales 100"],
  ["average cost", "**25** on average (cost)."],
  ["what are the total sales?", "**1,600** in total (sales)."],
  ["how many rows?", "3 rows."],
  ["which month was best?", "Which column? **sales**, **cost**"],
  [
    "why did sales drop?",
    "I can't work that out from **sales.csv**. I can total, average, or find the highest and lowest.",
  ],
] as const)
  test(`a question about a table that was sent is worked out: ${message}`, async () => {
    assert.equal(await said(message, knowing("sales.csv", SALES)), words);
  });

test("a Korean question about the only numbers of a table is worked out", async () => {
  const plan = await ownThing("총합 얼마야", knowing("매출.csv", "월,매출\n1월,100\n2월,250"), []);
  assert.equal(plan?.kind === "ask" ? plan.words.ko : "", "매출 합계는 **350**예요.");
});

test("a table of which only the beginning was read is not worked out", async () => {
  const texts = async () => [{ path: "sales.csv", text: SALES, isCut: true }];
  assert.equal(await said("average cost", knowing("sales.csv", SALES, { texts })), undefined);
});

test("a question that names no column is not about a table of before", async () => {
  const known = knowing("sales.csv", SALES, { sent: [] });
  assert.equal(await said("what's the best film?", known), undefined);
});
