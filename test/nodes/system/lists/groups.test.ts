import assert from "node:assert/strict";
import { test } from "node:test";
import { goodValue, run } from "../../../support/ready-call.ts";
import { itemsOf, refusal, WORDS } from "../../support/list-words.ts";

const SALES = [
  { shop: "가온", item: "tea", amount: "1,200" },
  { shop: " 나래", item: "cake", amount: 5000 },
  { shop: "가온", item: "cake", amount: "300원" },
  { shop: "나래", item: "tea", amount: null },
];

test("group puts together what agrees in a field, with its count and its items", async () => {
  assert.deepEqual(await itemsOf("group", SALES, { by: "shop" }), [
    { shop: "가온", count: 2, items: [SALES[0], SALES[2]] },
    { shop: " 나래", count: 2, items: [SALES[1], SALES[3]] },
  ]);
  assert.deepEqual(await itemsOf("group", [], { by: "shop" }), []);
});

test("group reckons with fields, under their own names", async () => {
  assert.deepEqual(await itemsOf("group", SALES, { by: "shop", sum: "amount" }), [
    { shop: "가온", amount: 1500 },
    { shop: " 나래", amount: 5000 },
  ]);
  assert.deepEqual(await itemsOf("group", SALES, { by: "item", avg: "amount", max: ["amount"] }), [
    { item: "tea", amount_avg: 1200, amount_max: 1200 },
    { item: "cake", amount_avg: 2650, amount_max: 5000 },
  ]);
  assert.deepEqual(await itemsOf("group", SALES, { by: "shop, item", min: "amount" }), [
    { shop: "가온", item: "tea", amount: 1200 },
    { shop: " 나래", item: "cake", amount: 5000 },
    { shop: "가온", item: "cake", amount: 300 },
    { shop: "나래", item: "tea", amount: null },
  ]);
});

test("a table in a text is grouped too, and a field named as a number keeps its own", async () => {
  const text = "count,price\n1,0.1\n2,5\n1,0.2";
  assert.deepEqual(await itemsOf("group", text, { by: "count", sum: "price, count" }), [
    { count: "1", price: 0.3, count_sum: 2 },
    { count: "2", price: 5, count_sum: 2 },
  ]);
});

test("values that are no numbers are left out and told, and a field without any is refused", async () => {
  const outcome = await run(
    WORDS,
    "system:group",
    {
      items: [
        { a: 1, b: "x" },
        { a: 1, b: 2 },
      ],
      by: "a",
      sum: "b",
    },
    { language: "en" },
  );
  assert.ok("ok" in outcome && outcome.ok);
  assert.match(outcome.partial?.[0]?.message ?? "", /^1 values could not be read as numbers/);
  assert.match(await refusal("group", SALES, { by: "shop", sum: "item" }), /^no-numbers: .*"tea"/);
  assert.match(await refusal("group", SALES, { by: "city" }), /^unknown-field: .*"city"/);
  assert.match(await refusal("sum", SALES, { field: "shop" }), /^no-numbers/);
  assert.match(await refusal("sum", SALES, {}), /^bad-parameters: Say which field to add up/);
});

test("sum is one number, which the steps that follow get as one", async () => {
  const outcome = await run(WORDS, "system:sum", { items: SALES, field: "amount" });
  assert.ok("ok" in outcome && outcome.ok);
  assert.equal(outcome.exact, 6500);
  assert.deepEqual(outcome.value, { kind: "text", text: "6500" });
  assert.deepEqual(goodValue(await run(WORDS, "system:sum", { items: [0.1, 0.2] })), {
    kind: "text",
    text: "0.3",
  });
  assert.deepEqual(goodValue(await run(WORDS, "system:sum", { items: [] })), {
    kind: "text",
    text: "0",
  });
});

const STUDENTS = [
  { id: "1", name: "가온" },
  { id: "2", name: "나래" },
  { id: "3", name: "다솜" },
];
const SCORES = [
  { no: 1, score: 80, name: "수학" },
  { no: 1, score: 90, name: "국어" },
  { no: 3, score: 70, name: "수학" },
];

test("join_by puts rows beside those that agree with them, one for each pair", async () => {
  assert.deepEqual(await itemsOf("join_by", STUDENTS, { by: "id", with: SCORES, other: "no" }), [
    { id: "1", name: "가온", score: 80, name_2: "수학" },
    { id: "1", name: "가온", score: 90, name_2: "국어" },
    { id: "3", name: "다솜", score: 70, name_2: "수학" },
  ]);
  const all = await itemsOf("join_by", STUDENTS, {
    by: "id",
    with: SCORES,
    other: "no",
    keep: "all",
  });
  assert.deepEqual((all as readonly unknown[])[2], { id: "2", name: "나래" });
});

test("join_by tells how many rows have no partner, and refuses lists that never agree", async () => {
  const outcome = await run(
    WORDS,
    "system:join_by",
    { items: STUDENTS, by: "id", with: SCORES, other: "no" },
    { language: "en" },
  );
  assert.ok("ok" in outcome && outcome.ok);
  assert.equal(outcome.partial?.[0]?.message, "1 of 3 have no partner and were left out.");
  assert.match(await refusal("join_by", STUDENTS, { by: "name", with: SCORES }), /^no-match/);
  assert.match(await refusal("join_by", STUDENTS, { by: "id", with: SCORES }), /^unknown-field/);
  assert.match(
    await refusal("join_by", STUDENTS, { by: "id", with: "$nope" }),
    /^undefined-variable/,
  );
});

test("join_by refuses what would grow beyond measure", async () => {
  const same = Array.from({ length: 1000 }, (_, n) => ({ k: "x", n }));
  assert.match(
    await refusal("join_by", same, { by: "k", with: same }),
    /^too-many: .*100,000 rows/,
  );
});

test("append puts one thing at the end, and of a list its things", async () => {
  assert.deepEqual(await itemsOf("append", [1], { item: { a: 2 } }), [1, { a: 2 }]);
  assert.deepEqual(await itemsOf("append", [1], { item: [2, 3] }), [1, 2, 3]);
  assert.deepEqual(await itemsOf("append", "a\nb", { item: "c" }), ["a", "b", "c"]);
  assert.match(await refusal("append", [1], { item: "$nope" }), /^undefined-variable/);
});
