import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { tableSvg } from "../../../src/bots/markup/table-image.ts";
import { csvOf, type Table, tableForm } from "../../../src/bots/markup/tables.ts";

function table(columns: number, rows: number, cell = "a cell"): Table {
  const names = Array.from({ length: columns }, (_, column) => `name ${column}`);
  return {
    names,
    isRight: names.map(() => false),
    rows: Array.from({ length: rows }, () => names.map(() => cell)),
  };
}

test("a table stands in the words where it fits, else it is a picture, and a file where it is large", () => {
  assert.equal(tableForm(table(2, 200), 36), "columns");
  assert.equal(tableForm(table(5, 30), 36), "picture");
  assert.equal(tableForm(table(5, 30), 80), "columns");
  assert.equal(tableForm(table(12, 30), 36), "picture");
  assert.equal(tableForm(table(13, 1), 36), "file");
  assert.equal(tableForm(table(5, 31), 36), "file");
  assert.equal(tableForm(table(40, 500), Number.POSITIVE_INFINITY), "columns");
});

test("a CSV file is marked as UTF-8, quotes what it must, and holds no formula", () => {
  const rows = [
    ["이름", "값"],
    ["=SUM(A1)", "+1 555"],
    ["-2+3", "@here"],
    ["-12.5", "plain"],
    ['say "hi"', "a,b"],
    ["two\nlines", ""],
  ];
  assert.equal(
    csvOf(rows),
    "\uFEFF이름,값\r\n'=SUM(A1),'+1 555\r\n'-2+3,'@here\r\n-12.5,plain\r\n" +
      '"say ""hi""","a,b"\r\n"two\nlines",\r\n',
  );
});

test("the picture of a table shows every short cell, and is well-formed whatever stands in it", () => {
  const cell = fc.string({ unit: "binary", maxLength: 30 });
  fc.assert(
    fc.property(fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 6 }), (rows) => {
      const svg = tableSvg({ names: ["a<b", "&", "한글"], isRight: [true, false, false], rows });
      const inner = svg.replace(/<\/?(?:svg|rect|text)(?: [^<>]*)?\/?>/g, "");
      assert.doesNotMatch(inner, /[<>]|&(?!amp;|lt;|gt;|quot;)/);
      assert.doesNotMatch(inner, /[\p{Cc}\p{Cs}]/u);
      assert.match(svg, /a&lt;b.*&amp;.*한글/s);
    }),
  );
});

test("a large table is drawn smaller, and a flat one no flatter than a photo may be", () => {
  const sizeOf = (svg: string): readonly number[] =>
    (/ width="(\d+)" height="(\d+)"/.exec(svg) ?? []).slice(1).map(Number);
  const [width = 0, height = 0] = sizeOf(
    tableSvg(table(12, 30, "some words in a cell ".repeat(9))),
  );
  assert.ok(width * height <= 1_500_000, `${width} × ${height}`);
  const [wide = 0, low = 1] = sizeOf(tableSvg(table(12, 0)));
  assert.ok(wide / low <= 20);
});
