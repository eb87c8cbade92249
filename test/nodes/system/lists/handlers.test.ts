import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonObject } from "../../../../src/base/json.ts";
import { success } from "../../../../src/engine/values/outcome.ts";
import {
  type Acts,
  listOf,
  outcomeOf,
  outcomesOf,
  problemsOf,
  Stage,
} from "../../../engine/support/stage.ts";
import { shippedCatalogue } from "../../../support/catalogue.ts";
import { processorMs } from "../../../support/processor-time.ts";
import { goodValue, run } from "../../../support/ready-call.ts";
import { itemsOf, NEWS, refusal, titles, WORDS } from "../../support/list-words.ts";

/** Runs a program over news of a scripted search. */
async function piped(source: string): Promise<string> {
  const stage = new Stage({
    ...WORDS,
    "source:search_news": () => listOf(...NEWS),
    "source:web_search": () => listOf({ title: "AI 규제 논의", url: "https://a.kr/2" }),
    "source:crawl": () => success("# 제목\n\n둘째 줄\n셋째 줄", { tainted: true }),
  });
  const outcome = outcomesOf(await stage.run(source)).at(-1)!;
  assert.ok(outcome.ok, JSON.stringify(outcome));
  const { value } = outcome;
  return value.kind === "list" ? JSON.stringify(value.items) : JSON.stringify(value);
}

test("a search is filtered, sorted and cut in one pipe", async () => {
  const source = `[source:search_news]("AI") >> [system:filter] {where: "title contains '반도체'"} >> [system:sort]("views") {order: "desc"} >> [system:take]("1") >> [system:select]("title, url as link")`;
  assert.equal(await piped(source), '[{"title":"반도체와 AI","link":"https://a.kr/3"}]');
});

test("a list comes from a variable as well as from a pipe", async () => {
  const source = '$n = [source:search_news]("AI")\n[system:take]("2") {items: "$n", from: "end"}';
  assert.equal(await piped(source), JSON.stringify(NEWS.slice(1)));
});

test("what comes from outside stays marked through every word", async () => {
  const stage = new Stage({
    ...WORDS,
    "source:search_news": () => success({ kind: "list", items: NEWS }, { tainted: true }),
  });
  const source = `[source:search_news]("AI") >> [system:filter] {where: "exists(title)"} >> [system:sort]("title") >> [system:select]("title") >> [system:dedup] >> [system:merge] >> [system:take]("1")`;
  const outcome = outcomeOf(await stage.run(source));
  assert.equal(outcome.ok && outcome.tainted, true);
});

test("the lines of a text are its items, and stay lines", async () => {
  const value = goodValue(
    await run(WORDS, "system:take", { items: "# 제목\n\n둘째 줄\n셋째 줄", count: 2 }),
  );
  assert.deepEqual(value, { kind: "list", items: ["# 제목", "둘째 줄"], text: "# 제목\n둘째 줄" });
  const source = `[source:crawl]("https://a.kr") >> [system:filter] {where: "text matches '*째*'"}`;
  assert.equal(await piped(source), '["둘째 줄","셋째 줄"]');
});

test("one object is a list of one, and an object that holds items is its items", async () => {
  assert.deepEqual(await itemsOf("select", { price: 10, name: "A" }, { fields: "name" }), [
    { name: "A" },
  ]);
  assert.deepEqual(await itemsOf("take", { source: "x", items: [{ a: 1 }, 2] }, { count: 5 }), [
    { source: "x", a: 1 },
    2,
  ]);
});

test("a variable that has no value is told, not taken for a list", async () => {
  const told = 'undefined-variable: "$news" has no value here.';
  assert.equal(await refusal("take", "$news", { count: 1 }), told);
  assert.equal(await refusal("merge", [1], { with: ["$news"] }), told);
});

test("a condition speaks of fields, of paths and of the thing itself", async () => {
  const rows = [
    { title: "a", price: { now: 5 }, tags: ["x"] },
    { title: "b", price: { now: 50 }, tags: [] },
  ];
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["price.now > 10", ["b"]],
    ["not price.now > 10", ["a"]],
    ["title == 'a' or price.now >= 50", ["a", "b"]],
    ["count(tags) == 0", ["b"]],
    ["empty(tags)", ["b"]],
    ["exists(missing)", []],
    ["tags contains 'x' and $it.title matches '?'", ["a"]],
  ];
  for (const [where, expected] of cases)
    assert.deepEqual(titles(await itemsOf("filter", rows, { where })), expected, where);
  assert.deepEqual(await itemsOf("filter", ["abc", "xyz"], { where: "text contains 'b'" }), [
    "abc",
  ]);
  assert.deepEqual(await itemsOf("filter", [1, 20, 3], { where: "$it > 2" }), [20, 3]);
});

test("texts that spell numbers or dates are compared as such", async () => {
  const rows = [
    { title: "a", views: "1,204", change: "+3.5%", on: "2026.11.02" },
    { title: "b", views: "98", change: "▼ 0.4%", on: "2026-10-30T09:00:00+09:00" },
    { title: "c", views: "1.2만", change: "-12%", on: "2026년 11월 20일 오후 3시" },
  ];
  for (const [where, expected] of [
    ["views > 1000", ["a", "c"]],
    ["views <= '1,204'", ["a", "b"]],
    ["change < 0", ["b", "c"]],
    ["change > '-1%'", ["a", "b"]],
    ["on >= '2026-11-02'", ["a", "c"]],
    ["on < '2026-11-01'", ["b"]],
    ["views == '98'", ["b"]],
  ] as const)
    assert.deepEqual(titles(await itemsOf("filter", rows, { where })), expected, where);
});

test("things for which a condition cannot be decided are left out and counted; all of them is a failure", async () => {
  const rows = [{ price: 3 }, { price: null }, { price: "sold out" }];
  const result = await run(
    WORDS,
    "system:filter",
    { items: rows, where: "price > 1" },
    { language: "en" },
  );
  assert.ok("ok" in result && result.ok);
  assert.deepEqual(result.value.kind === "list" && result.value.items, [{ price: 3 }]);
  assert.deepEqual(
    result.partial?.map((note) => note.message),
    [
      '2 of 3 were left out, because it cannot be said whether the condition holds for them: "null > 1" cannot be decided: these two cannot be compared so.',
    ],
  );
  assert.match(
    await refusal("filter", [{ price: "?" }], { where: "price > 1" }),
    /^undecided: 1 of 1/,
  );
});

test("a field that nothing has is told with the fields there are", async () => {
  const all = '"title", "url", "source", "views"';
  const cases = [
    [
      "filter",
      { where: "titel contains 'AI'" },
      `titel". Did you mean "title"? Its fields are ${all}`,
    ],
    ["filter", { where: "views > limit" }, `limit". Its fields are ${all}`],
    ["sort", { by: "date" }, `date". Its fields are ${all}`],
    ["select", { fields: "title, link" }, `link". Its fields are ${all}`],
    ["dedup", { by: "id" }, `id". Its fields are ${all}`],
    ["merge", { by: "id" }, `id". Its fields are ${all}`],
  ] as const;
  for (const [word, params, told] of cases)
    assert.equal(
      await refusal(word, NEWS, params),
      `unknown-field: Nothing in the list has the field "${told}.`,
    );
  assert.deepEqual(await itemsOf("filter", [], { where: "anything > 1" }), []);
  assert.deepEqual(await itemsOf("sort", [], { by: "anything" }), []);
});

test("a condition that cannot be read, or names a variable without a value, is told", async () => {
  assert.match(
    await refusal("filter", NEWS, { where: "title like 'AI'" }),
    /^bad-condition: The condition \("where"\) cannot be read\. .+ Such as: \[system:filter\]/,
  );
  assert.equal(
    await refusal("filter", NEWS, { where: "views > $limit" }),
    'undefined-variable: "$limit" has no value here.',
  );
  assert.deepEqual(titles(await itemsOf("filter", NEWS, { where: "title contains '$AI'" })), []);
});

test("take keeps so many from either end, and all where there are fewer", async () => {
  assert.deepEqual(await itemsOf("take", [1, 2, 3], { count: 2 }), [1, 2]);
  assert.deepEqual(await itemsOf("take", [1, 2, 3], { count: 2, from: "end" }), [2, 3]);
  assert.deepEqual(await itemsOf("take", [1, 2, 3], { count: 9, from: "end" }), [1, 2, 3]);
});

test("select renames, follows paths, knows names with spaces, and fills gaps with null", async () => {
  const rows = [{ "매출 합계": 10, price: { now: 5 } }, { price: { now: 7 } }];
  assert.deepEqual(
    await itemsOf("select", rows, {
      fields: ["매출 합계 as sales", "price.now", "price.now as p"],
    }),
    [
      { sales: 10, now: 5, p: 5 },
      { sales: null, now: 7, p: 7 },
    ],
  );
  assert.match(await refusal("select", rows, { fields: "price, price" }), /^field-twice: /);
  assert.match(await refusal("select", rows, { fields: " , " }), /^bad-parameters: /);
});

test("dedup goes by a field, by address, or by the whole thing but where it was found", async () => {
  const rows = [
    { title: "a", url: "https://a.kr", source: "x" },
    { title: "A ", url: "https://a.kr", source: "y" },
    { title: "a", url: "https://b.kr" },
    { name: "n", source: "x" },
    { name: "n", source: "y" },
    { title: null },
    { title: null },
  ];
  assert.deepEqual(await itemsOf("dedup", rows), [rows[0], rows[2], rows[3], rows[5]]);
  assert.deepEqual(await itemsOf("dedup", rows, { by: "title" }), [
    rows[0],
    rows[1],
    ...rows.slice(3),
  ]);
  assert.deepEqual(await itemsOf("dedup", ["한글", "한글", " 한글 ", "b"]), ["한글", "b"]);
});

test("merge joins lists, keeps where things are from, and makes those of one address one", async () => {
  const a = [{ url: "u1", title: "하나", source: "뉴스" }];
  const b = [{ url: "u1", snippet: "덧붙임", source: "웹" }, { url: "u2" }];
  assert.deepEqual(await itemsOf("merge", a, { with: b }), [...a, ...b]);
  assert.deepEqual(await itemsOf("merge", a, { with: [b, "끝"] }), [...a, ...b, "끝"]);
  assert.deepEqual(await itemsOf("merge", a, { with: b, by: "url" }), [
    { url: "u1", title: "하나", source: "뉴스, 웹", snippet: "덧붙임" },
    { url: "u2" },
  ]);
  const source = `[source:search_news]("AI") & [source:web_search]("AI") >> [system:merge] {by: "url"} >> [system:filter] {where: "url == 'https://a.kr/2'"}`;
  assert.match(await piped(source), /"source":"새벽일보, source:web_search AI"/);
});

test("a list reads well: headline, what stands beside it, address", async () => {
  const items = [
    {
      title: "제목",
      url: "https://a.kr",
      source: "한빛",
      published: "2026-11-20T06:30:00Z",
      views: 3,
    },
    { price: 10, note: null },
    "글",
  ];
  const value = goodValue(await run(WORDS, "system:take", { items, count: 9 }));
  assert.equal(
    value.text,
    "1. 제목 (한빛 · 2026년 11월 20일 오후 3시 30분 · views: 3)\n   https://a.kr\n2. price: 10\n- 글",
  );
  const none = goodValue(await run(WORDS, "system:take", { items: [], count: 1 }));
  assert.equal(none.text, "남은 것이 없어요.");
});

test("an empty list lets the next option of a fallback try", async () => {
  const source = `([source:search_news]("AI") >> [system:filter] {where: "title == '없음'"}) ?? [source:web_search]("AI")`;
  assert.match(await piped(source), /https:\/\/a\.kr\/2/);
});

test("names such as __proto__ are names like any other", async () => {
  const rows = JSON.parse('[{"__proto__": {"x": 1}, "a": 1}]') as Json;
  assert.equal(
    JSON.stringify(await itemsOf("select", rows, { fields: ["__proto__", "a as constructor"] })),
    '[{"__proto__":{"x":1},"constructor":1}]',
  );
});

test("every example of the words in the catalogue can be planned", () => {
  const words = "filter sort take select dedup merge summarize translate brief".split(" ");
  const codes = words.flatMap((word) => {
    const { examples } = shippedCatalogue().actions.get(`system:${word}`)!;
    return examples.map((example) => example.code);
  });
  assert.ok(codes.length >= words.length);
  for (const code of codes) assert.deepEqual(problemsOf(code), [], code);
});

test("parameters that are wrong are told before anything runs", () => {
  assert.deepEqual(
    problemsOf(
      '[source:search_news]("AI") >> [system:take]("viele") >> [system:sort]("a") {order: "down"}',
    ),
    [
      'bad-parameters 1:31 [system:take]: "count" must be a whole number.',
      'bad-parameters 1:57 [system:sort]: "order" must be one of "asc", "desc".',
    ],
  );
  assert.match(problemsOf('[system:filter]("a > 1")')[0] ?? "", /It needs "items" \(the list/);
});

test("ten thousand things take each word well under a second", async () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => ({
    title: `제목 ${(index * 7919) % 10_000}`,
    url: `https://a.kr/${index % 5000}`,
    views: `${((index * 31) % 977).toLocaleString("en")}명`,
    source: `s${index % 7}`,
  }));
  const words: readonly (readonly [string, JsonObject])[] = [
    ["filter", { where: "views > 100 and title contains '1'" }],
    ["sort", { by: "views", order: "desc" }],
    ["sort", { by: "title" }],
    ["take", { count: 9999 }],
    ["select", { fields: "title, url as link" }],
    ["dedup", { by: "url" }],
    ["merge", { with: rows, by: "url" }],
  ];
  for (const [word, params] of words) {
    const tookMs = await processorMs(() => itemsOf(word, rows, params));
    assert.ok(tookMs < 1000, `${word} took ${tookMs}`);
  }
});

test("words that look at fields take the things of lists in a list; one that counts takes the lists", async () => {
  const acts: Acts = {
    ...WORDS,
    "source:search_news": ({ params }) =>
      listOf(
        { title: `${params["query"]} b`, views: 1 },
        { title: `${params["query"]} a`, views: 2 },
      ),
  };
  const last = async (words: string) => {
    const source = `[each: $q in ["AI", "IT"]] { [source:search_news]("$q") } >> ${words}`;
    const outcome = outcomesOf(await new Stage(acts).run(source)).at(-1)!;
    assert.ok(outcome.ok && outcome.value.kind === "list", JSON.stringify(outcome));
    return outcome.value.items;
  };
  assert.deepEqual(
    await last(`[system:filter]("title contains 'IT'") >> [system:select]("title")`),
    [{ title: "IT b" }, { title: "IT a" }],
  );
  const first =
    '[system:sort]("views") {order: "desc"} >> [system:take](1) >> [system:select]("title")';
  assert.deepEqual(await last(first), [{ title: "AI a" }]);
  assert.equal((await last("[system:dedup]")).length, 4);
  assert.equal((await last("[system:take](1) >> [system:merge]")).length, 2);
});
