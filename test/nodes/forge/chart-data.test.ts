import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "../../../src/base/json.ts";
import { rowsOfText } from "../../../src/engine/values/text-rows.ts";
import { parseChartData } from "../../../src/nodes/forge/chart-data.ts";
import { type ChartData, SHAPES } from "../../../src/nodes/forge/chart-series.ts";

const DRAWN: readonly (readonly [string, readonly Json[], readonly string[], ChartData])[] = [
  [
    "numbers are one series, counted from 1",
    [3, 5],
    [],
    { labels: ["1", "2"], series: [{ name: "1", values: [3, 5] }] },
  ],
  [
    "objects take their label from the column that names rows",
    [
      { 매출: 120, 월: "1월", 비용: 80 },
      { 매출: 150, 월: "2월" },
    ],
    [],
    {
      labels: ["1월", "2월"],
      series: [
        { name: "매출", values: [120, 150] },
        { name: "비용", values: [80, null] },
      ],
    },
  ],
  [
    "a year names the row although it is a number",
    [
      { year: 2025, sales: 1 },
      { year: 2026, sales: 2 },
    ],
    [],
    { labels: ["2025", "2026"], series: [{ name: "sales", values: [1, 2] }] },
  ],
  [
    "numbers written as text count, with commas and percent signs",
    [
      { name: "a", value: "1,234.5" },
      { name: "b", value: "-7%" },
    ],
    [],
    { labels: ["a", "b"], series: [{ name: "value", values: [1234.5, -7] }] },
  ],
  [
    "rows may begin with a row of names",
    [
      ["분기", "제품", "서비스"],
      ["1분기", 10, 20],
      ["2분기", "15", null],
    ],
    [],
    {
      labels: ["1분기", "2분기"],
      series: [
        { name: "제품", values: [10, 15] },
        { name: "서비스", values: [20, null] },
      ],
    },
  ],
  [
    "whole series of unequal length end in gaps, and names given rename them",
    [
      { name: "A", data: [1, 2, 3] },
      { name: "B", data: [4] },
    ],
    ["가"],
    {
      labels: ["1", "2", "3"],
      series: [
        { name: "가", values: [1, 2, 3] },
        { name: "B", values: [4, null, null] },
      ],
    },
  ],
  [
    "names that are columns choose them",
    [{ name: "AAPL", price: 328.9, change: -4.9, currency: "USD" }],
    ["price"],
    { labels: ["AAPL"], series: [{ name: "price", values: [328.9] }] },
  ],
];

for (const [name, data, names, drawn] of DRAWN) {
  test(name, () => assert.deepEqual(parseChartData(data, names), { ok: true, data: drawn }));
}

const REFUSED: readonly (readonly [string, readonly Json[], readonly string[], string])[] = [
  ["nothing", [], [], `There is no data to draw. ${SHAPES.en}`],
  ["only gaps", [null, null], [], "No value of data is a number (it has: label, 1)."],
  [
    "articles",
    [{ title: "뉴스", url: "https://example.com" }],
    [],
    "No value of data is a number (it has: title, url).",
  ],
  ["a word among numbers", [1, 2, "many"], [], 'Value 3 of "1", "many", is not a number.'],
  [
    "a chosen column of words",
    [
      { name: "a", price: 1, note: "x" },
      { name: "b", price: 2, note: "y" },
    ],
    ["note"],
    "No value of data is a number (it has: name, price, note).",
  ],
  ["a mixture", [1, { value: 2 }], [], `The entries of data differ in form. ${SHAPES.en}`],
  [
    "too many values",
    Array.from({ length: 5001 }, () => 1),
    [],
    "A chart holds at most 5000 values in 30 series; this has 5001 in 1.",
  ],
];

for (const [name, data, names, problem] of REFUSED) {
  test(`${name} cannot be drawn, and the sentence says why`, () => {
    const result = parseChartData(data, names);
    assert.equal(result.ok ? "drawn" : result.problem.en, problem);
  });
}

const TEXTS: readonly (readonly [string, string, readonly Json[] | undefined])[] = [
  ["JSON", '[{"a": 1}]', [{ a: 1 }]],
  ["an object with one list", '{"total": 2, "rows": [1, 2]}', [1, 2]],
  [
    "comma separated lines",
    '도시,인구\r\n"서울, 특별시","9,411,000"\n부산,3290000\n',
    [
      ["도시", "인구"],
      ["서울, 특별시", "9,411,000"],
      ["부산", "3290000"],
    ],
  ],
  [
    "tabs and empty cells",
    'a\t"say ""hi"""\n\t2',
    [
      ["a", 'say "hi"'],
      ["", "2"],
    ],
  ],
  ["prose", "No table here, only words.", undefined],
  ["broken JSON", "[1, 2", undefined],
];

for (const [name, text, rows] of TEXTS)
  test(`${name} in a text is read as rows`, () => assert.deepEqual(rowsOfText(text), rows));
