import assert from "node:assert/strict";
import { test } from "node:test";
import { readableBy, recordsOfText } from "../../../src/engine/values/text-rows.ts";

const ROWS = [
  { name: "가", price: 3 },
  { name: "나", price: 10 },
];

test("a JSON list, and the one list of objects inside an object, are the things in it", () => {
  for (const value of [
    ROWS,
    { total: 2, items: ROWS },
    { response: { header: { code: "00" }, body: { items: { item: ROWS } } } },
  ]) {
    assert.deepEqual(recordsOfText(JSON.stringify(value)), ROWS);
    assert.deepEqual(recordsOfText(`\ufeff${JSON.stringify(value, null, 2)}\n`), ROWS);
  }
  assert.deepEqual(recordsOfText("[3, 1]"), [3, 1]);
});

test("a JSON object without such a list, or with more than one, is one thing", () => {
  for (const value of [{ name: "가", tags: ["a", "b"] }, { a: ROWS, b: ROWS }, {}])
    assert.deepEqual(recordsOfText(JSON.stringify(value)), [value]);
});

test("lines of JSON objects are things", () => {
  assert.deepEqual(recordsOfText('{"n": 1}\r\n\n{"n": 3}\n'), [{ n: 1 }, { n: 3 }]);
});

test("a table with commas or tabs is its lines under their column names, all cells as text", () => {
  assert.deepEqual(recordsOfText("이름,코드\n삼성전자,005930\nSK하이닉스,\n"), [
    { 이름: "삼성전자", 코드: "005930" },
    { 이름: "SK하이닉스", 코드: "" },
  ]);
  assert.deepEqual(recordsOfText("a\tb\n1\t2, 3"), [{ a: "1", b: "2, 3" }]);
  assert.deepEqual(recordsOfText('\ufeffname,note\r\n"Kim, A","say ""hi"""\r\n'), [
    { name: "Kim, A", note: 'say "hi"' },
  ]);
});

test("prose, notes, broken data and a table without lines are no data", () => {
  for (const text of [
    "",
    "우유, 계란\n빵, 사과",
    "Dear Ann,\nthank you.",
    "a,b",
    "1,2\n3,4",
    "a,b\n1,2,3",
    "a,a\n1,2",
    "- 우유\n- 계란",
    '[{"name": "가"',
    '{"n": 1}\nnot json',
    "[링크](https://example.com)",
    "[ ] 우유\n[x] 빵",
  ])
    assert.equal(recordsOfText(text), undefined, text);
});

test("a path leads into the things of a JSON text, or else into its object", () => {
  const text = JSON.stringify({ total: 2, items: ROWS });
  assert.deepEqual(readableBy(text, ["price"]), ROWS);
  assert.deepEqual(readableBy(text, [0, "name"]), ROWS);
  for (const path of [["total"], ["items", 0, "name"]])
    assert.deepEqual(readableBy(text, path), { total: 2, items: ROWS });
  assert.equal(readableBy(text, ["nothing"]), text);
  assert.equal(readableBy("{total", ["total"]), "{total");
});
