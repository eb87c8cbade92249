import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "../../../src/base/json.ts";
import { parseChartData } from "../../../src/nodes/forge/chart-data.ts";
import type { ChartData } from "../../../src/nodes/forge/chart-series.ts";

/** What is drawn of data that can be. */
function drawn(data: Json, names: readonly string[] = []): ChartData {
  const read = parseChartData(data, names);
  assert.ok(read.ok, JSON.stringify(read));
  return read.data;
}

/** Why data cannot be drawn. */
function refused(data: Json, names: readonly string[] = []): string {
  const read = parseChartData(data, names);
  assert.ok(!read.ok, JSON.stringify(read));
  return read.problem.en;
}

const SAMSUNG = [
  { date: "2026-11-19", price: 70_000 },
  { date: "2026-11-20", price: 71_000 },
  { date: "2026-11-23", price: 72_500 },
];
const NAVER = [
  { date: "2026-11-20", price: 180_000 },
  { date: "2026-11-21", price: 181_000 },
];

const TWO: ChartData = {
  labels: ["11/19", "11/20", "11/21", "11/23"],
  series: [
    { name: "삼성", values: [70_000, 71_000, null, 72_500] },
    { name: "네이버", values: [null, 180_000, 181_000, null] },
  ],
  isMerged: true,
};

test("named series of rows stand on one axis of dates, in their order, whichever has which", () => {
  assert.deepEqual(drawn({ 삼성: SAMSUNG, 네이버: NAVER }), TWO);
  assert.deepEqual(drawn({ 삼성: { items: SAMSUNG }, 네이버: NAVER }), TWO);
  assert.deepEqual(
    drawn([
      { name: "삼성", items: SAMSUNG },
      { name: "네이버", items: NAVER },
    ]),
    TWO,
  );
  assert.deepEqual(drawn([SAMSUNG, NAVER], ["삼성", "네이버"]), TWO);
  assert.deepEqual(drawn({ 삼성: "date,price\n2026-11-19,1\n2026-11-20,2" }).series, [
    { name: "삼성", values: [1, 2] },
  ]);
});

test("one table with all series under one another is the same chart", () => {
  const rows = [
    ...SAMSUNG.map((row) => ({ name: "삼성", ...row })),
    ...NAVER.map((row) => ({ name: "네이버", ...row })),
  ];
  assert.deepEqual(drawn(rows), TWO);
});

test("named series of numbers are counted from 1, and their lengths may differ", () => {
  assert.deepEqual(drawn({ 서울: [1, 2, 3], 부산: [4] }), {
    labels: ["1", "2", "3"],
    series: [
      { name: "서울", values: [1, 2, 3] },
      { name: "부산", values: [4, null, null] },
    ],
    isMerged: true,
  });
});

test("an object of numbers is one series, and lists beside a list of words are columns", () => {
  assert.deepEqual(drawn({ 월: 3, 화: 5 }), {
    labels: ["월", "화"],
    series: [{ name: "1", values: [3, 5] }],
  });
  const columns = drawn({ month: ["Jan", "Feb"], sales: [1, 2], cost: [3, 4] });
  assert.deepEqual(columns.labels, ["Jan", "Feb"]);
  assert.deepEqual(
    columns.series.map(({ name }) => name),
    ["sales", "cost"],
  );
  const labelled = { labels: ["Jan", "Feb"], datasets: [{ label: "sales", data: [1, 2] }] };
  assert.deepEqual(drawn(labelled), {
    labels: ["Jan", "Feb"],
    series: [{ name: "sales", values: [1, 2] }],
  });
});

test("dates run from left to right, and are as short as tells them apart", () => {
  const falling = [
    { date: "2026-01-02", n: 2 },
    { date: "2025-12-31", n: 1 },
  ];
  assert.deepEqual(drawn(falling), {
    labels: ["2025-12-31", "2026-01-02"],
    series: [{ name: "n", values: [1, 2] }],
  });
  const hours = ["09:00", "10:30"].map((time, n) => ({ at: `2026-11-23T${time}:00+09:00`, n }));
  assert.deepEqual(drawn(hours).labels, ["09:00", "10:30"]);
  assert.deepEqual(
    drawn(["2026-11-22T09:00", "2026-11-23T10:00"].map((at, n) => ({ at, n }))).labels,
    ["11/22 09:00", "11/23 10:00"],
  );
});

test("places that are no dates keep the order of each series", () => {
  const row = (label: string) => ({ label, n: 1 });
  assert.deepEqual(
    drawn({
      a: ["1월", "3월"].map(row),
      b: ["2월", "3월", "4월"].map(row),
      c: ["0월", "1월"].map(row),
    }).labels,
    ["0월", "2월", "1월", "3월", "4월"],
  );
});

test("a name that repeats gives way to what tells rows apart, and a mere numbering is not drawn", () => {
  const rows = SAMSUNG.map((row, index) => ({ id: index + 1, name: "삼성", ...row }));
  assert.deepEqual(drawn(rows), {
    labels: ["11/19", "11/20", "11/23"],
    series: [{ name: "price", values: [70_000, 71_000, 72_500] }],
  });
});

test("a unit that all values are written with is told", () => {
  assert.equal(
    drawn([
      { a: "x", n: "3.5%" },
      { a: "y", n: "-2%" },
    ]).unit,
    "%",
  );
  assert.equal(drawn({ a: [{ d: "x", n: "1,200원" }] }).unit, "원");
  assert.equal(
    drawn([
      { a: "x", n: "3%" },
      { a: "y", n: "2" },
    ]).unit,
    undefined,
  );
});

test("what would be misread is refused, with the shape that is wanted", () => {
  const shape = /Give a list of numbers/;
  assert.match(
    refused({ Samsung: { symbol: "005930", price: 1 }, Naver: [1] }),
    /"Samsung" is no list of numbers/,
  );
  assert.match(refused({ Samsung: { symbol: "005930", price: 1 }, Naver: [1] }), shape);
  assert.match(refused({ a: "no numbers here" }), shape);
  assert.match(refused({}), shape);
  assert.match(
    refused({ a: [{ date: "x", open: 1, high: 2 }] }),
    /"a" has several columns of numbers \(open, high\)\. Choose one: series_names: \["open"\]/,
  );
  assert.match(
    refused({
      a: [
        { date: "x", n: 1 },
        { date: "x", n: 2 },
      ],
    }),
    /"a" has "x" twice/,
  );
  assert.match(
    refused([{ name: "a", price: 70_000_000, change: 1.2 }]),
    /price, change differ too much in size .* series_names: \["price"\]/,
  );
  assert.match(
    refused([{ day: "a", high: 7, low: -1, rain_percent: 80 }]),
    /in size or unit .* series_names: \["high", "low"\]/,
  );
  drawn([{ day: "a", rain_percent: 80, snow_percent: 10 }], []);
  assert.deepEqual(drawn([{ name: "a", price: 70_000_000, change: 1.2 }], ["change"]).series, [
    { name: "change", values: [1.2] },
  ]);
  assert.match(refused({ labels: ["a"], datasets: [{ data: [1, 2] }] }), /1 labels for 2 values/);
  const many = Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`s${index}`, [1]]));
  assert.match(refused(many), /at most 5000 values in 30 series/);
});

test("of rows with several numbers the usual one is drawn, or the one that is named", () => {
  const rows = [{ date: "2026-11-23", open: 1, close: 2 }];
  assert.deepEqual(drawn({ a: rows }).series, [{ name: "a", values: [2] }]);
  assert.deepEqual(drawn({ a: rows }, ["open"]).series, [{ name: "a", values: [1] }]);
});
