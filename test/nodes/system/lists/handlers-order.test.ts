import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "../../../../src/base/json.ts";
import { run } from "../../../support/ready-call.ts";
import { itemsOf, refusal, WORDS } from "../../support/list-words.ts";

test("sorting is stable, knows Korean, and puts what has no value last in either order", async () => {
  const rows = [
    { n: "나", k: 1 },
    { n: "item 10", k: 2 },
    { n: null, k: 3 },
    { n: "가", k: 4 },
    { n: "item 9", k: 5 },
    { n: "나", k: 6 },
  ];
  const order = async (params: JsonObject): Promise<unknown> =>
    ((await itemsOf("sort", rows, { by: "n", ...params })) as typeof rows).map((row) => row.k);
  assert.deepEqual(await order({}), [4, 1, 6, 5, 2, 3]);
  assert.deepEqual(await order({ order: "desc" }), [2, 5, 1, 6, 4, 3]);
});

test("numbers and dates in text sort by their value", async () => {
  for (const [values, expected] of [
    [
      ["98", "1,204", "3.5"],
      ["3.5", "98", "1,204"],
    ],
    [
      ["3.5%", "-2%", "12%"],
      ["-2%", "3.5%", "12%"],
    ],
    [
      ["2억원", "9,000만원", "1조 2,000억원"],
      ["9,000만원", "2억원", "1조 2,000억원"],
    ],
    [
      ["$3.2M", "$900K", "$1B"],
      ["$900K", "$3.2M", "$1B"],
    ],
    [
      ["2026년 11월 2일", "2025-12-31", "Fri, 20 Nov 2026 06:30:00 GMT"],
      ["2025-12-31", "2026년 11월 2일", "Fri, 20 Nov 2026 06:30:00 GMT"],
    ],
    [
      ["b10", "b9", "a"],
      ["a", "b9", "b10"],
    ],
    [
      [10, 9, 1],
      [1, 9, 10],
    ],
  ] as const)
    assert.deepEqual(await itemsOf("sort", values), expected);
});

test("an order that was asked for holds, and what cannot be read so stands last and is counted", async () => {
  const rows = [{ p: "약 3,500원" }, { p: "비매품" }, { p: "1000원쯤" }];
  const result = await run(WORDS, "system:sort", { items: rows, by: "p", as: "number" });
  assert.ok("ok" in result && result.ok && result.value.kind === "list");
  assert.deepEqual(result.value.items, [{ p: "1000원쯤" }, { p: "약 3,500원" }, { p: "비매품" }]);
  assert.deepEqual(
    result.partial?.map((note) => note.code),
    ["unreadable"],
  );
  assert.deepEqual(await itemsOf("sort", ["10", "9"], { as: "text" }), ["9", "10"]);
});

test("objects cannot be sorted by nothing", async () => {
  assert.equal(
    await refusal("sort", [{ a: 1, b: 2 }]),
    'bad-parameters: Say with "by" what to sort by. The fields are "a", "b".',
  );
});
