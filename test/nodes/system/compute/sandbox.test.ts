// biome-ignore-all lint/suspicious/noTemplateCurlyInString: scripts hold templates of their own
import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "../../../../src/base/json.ts";
import {
  runInSandbox,
  type ScriptAnswer,
  type ScriptOrder,
} from "../../../../src/nodes/system/compute/sandbox.ts";

/** 2026-11-23 12:05:52 in Seoul. */
const NOW_MS = 1_795_403_152_000;

function answerOf(
  script: string,
  inputs: JsonObject = {},
  order: Partial<ScriptOrder> = {},
): Promise<ScriptAnswer> {
  return runInSandbox(
    {
      script,
      names: Object.keys(inputs),
      inputsJson: JSON.stringify(inputs),
      moment: { nowMs: NOW_MS, zone: "Asia/Seoul" },
      seed: 7,
      language: "en",
      limitMs: 20_000,
      ...order,
    },
    () => undefined,
  );
}

/** What a script gives that must be good. */
async function resultOf(script: string, inputs: JsonObject = {}): Promise<unknown> {
  const answer = await answerOf(script, inputs);
  assert.ok("json" in answer, JSON.stringify(answer));
  return JSON.parse(answer.json);
}

/** Why a script gives nothing. */
async function whyOf(script: string, inputs: JsonObject = {}): Promise<string> {
  const answer = await answerOf(script, inputs);
  assert.ok("why" in answer, JSON.stringify(answer));
  return "message" in answer ? `${answer.why}, line ${answer.line}: ${answer.message}` : answer.why;
}

const SALES = [
  { shop: "가온", item: "tea", amount: "1,200" },
  { shop: "나래", item: "cake", amount: 5000 },
  { shop: "가온", item: "cake", amount: 300 },
];

test("a script is the body of a function over its inputs, or one expression", async () => {
  assert.deepEqual(await resultOf("return rows.map(r => r.item)", { rows: SALES }), [
    "tea",
    "cake",
    "cake",
  ]);
  assert.equal(await resultOf("rows.length;", { rows: SALES }), 3);
  assert.deepEqual(await resultOf("const a = 1;\nconst b = 2;\nreturn {a, b}"), { a: 1, b: 2 });
  assert.equal(await resultOf("2 ** 10 // a kilobyte"), 1024);
  assert.equal(await resultOf("매출 * 2", { 매출: 21 }), 42);
});

test("lists are grouped, added up, joined and shown as a table", async () => {
  assert.deepEqual(await resultOf('group(rows, "shop", "amount")', { rows: SALES }), [
    { shop: "가온", amount: 1500 },
    { shop: "나래", amount: 5000 },
  ]);
  assert.deepEqual(
    await resultOf('group(rows, r => r.item.toUpperCase(), r => Number(r.amount) || 0, "max")', {
      rows: SALES,
    }),
    [
      { key: "TEA", value: 0 },
      { key: "CAKE", value: 5000 },
    ],
  );
  assert.deepEqual(
    await resultOf('group(rows, "shop").map(g => [g.shop, g.count, g.items.length])', {
      rows: SALES,
    }),
    [
      ["가온", 2, 2],
      ["나래", 1, 1],
    ],
  );
  assert.equal(await resultOf('sum(rows, "amount")', { rows: SALES }), 6500);
  assert.equal(await resultOf("sum([0.1, 0.2])"), 0.3);
  assert.equal(await resultOf('avg(rows, r => r.item === "cake" ? 4 : 1)', { rows: SALES }), 3);
  assert.deepEqual(
    await resultOf('join_by(a, b, "id")', { a: [{ id: 1, x: 2 }], b: [{ id: "1", y: 3 }] }),
    [{ id: 1, x: 2, y: 3 }],
  );
  assert.equal(
    await resultOf('table([{a: "x|y", b: 1}])'),
    "| a | b |\n| --- | --- |\n| x\\|y | 1 |",
  );
  assert.deepEqual(await resultOf("records(text)", { text: "name,price\nApple,3" }), [
    { name: "Apple", price: "3" },
  ]);
});

test("the time is the given one and stands still, in the zone of the person", async () => {
  assert.deepEqual(
    await resultOf(
      'const a = Date.now(); for (let i = 0; i < 1e5; i += 1); return [a, Date.now(), new Date().getHours(), now(), `${today}`, {at: now}, add(today(), "3 days"), weekday(now()), format("2026-11-23", "MM/DD"), days_between(today(), "2026-12-25")]',
    ),
    [
      NOW_MS,
      NOW_MS,
      12,
      "2026-11-23T12:05:52+09:00",
      "2026-11-23",
      { at: "2026-11-23T12:05:52+09:00" },
      "2026-11-26",
      "Monday",
      "11/23",
      32,
    ],
  );
});

test("the same seed gives the same random numbers, another seed others", async () => {
  const script = "return [Math.random(), Math.random(), performance.now()]";
  const [one, again, other] = await Promise.all([
    answerOf(script),
    answerOf(script),
    answerOf(script, {}, { seed: 8 }),
  ]);
  assert.deepEqual(one, again);
  assert.notDeepEqual(one, other);
});

test("what is wrong is told with its line", async () => {
  assert.equal(
    await whyOf("const a = 1;\nreturn a +;"),
    "syntax, line 2: unexpected token in expression: ';'",
  );
  assert.equal(
    await whyOf("const r = [];\n\nreturn r[0].x"),
    "thrown, line 3: TypeError: cannot read property 'x' of undefined",
  );
  assert.equal(await whyOf('throw new Error("no rows")'), "thrown, line 1: no rows");
  assert.match(await whyOf('throw "no"'), /^thrown, line undefined: no$/);
  assert.match(
    await whyOf('sum(rows, "price")', { rows: SALES }),
    /^thrown, line 1: nothing has the field "price"; there are: shop, item, amount\.$/,
  );
  assert.match(await whyOf('add(today(), "soon")'), /add\(\): "soon" is not a span of time/);
  assert.match(await whyOf('sum(["a"])'), /"a" is not a number/);
  assert.equal(await whyOf("const a = 1"), "nothing");
  assert.equal(await whyOf("() => 1"), "function");
  assert.equal(await whyOf("(async () => 1)()"), "promise");
});

test("a line that ends inside quotes is the escape that the text around the script has read", async () => {
  assert.equal(await resultOf("return rows.join('\n')", { rows: ["a", "b"] }), "a\nb");
  assert.equal(await resultOf('const s = ",\n"; // it\'s\nreturn [1, 2].join(s)'), "1,\n2");
});

test("limits end a script and are told apart", async () => {
  const short = { limitMs: 300 };
  for (const script of [
    "for (;;);",
    "for (;;) { try { for (;;); } catch {} }",
    "/^(a+)+$/.test('a'.repeat(40) + 'b')",
  ]) {
    // A busy machine ends the whole thread before the interpreter looks at the time: no line is known then.
    const answer = await answerOf(script, {}, short);
    assert.deepEqual({ line: 1, ...answer }, { why: "slow", line: 1 }, script);
  }
  assert.equal(await whyOf("const a = []; for (;;) a.push('x'.repeat(1e6) + a.length)"), "memory");
  assert.equal(await whyOf("return new ArrayBuffer(1e9)"), "memory");
  assert.equal(await whyOf("const m = []; for (;;) m.push(new Uint8Array(1e7))"), "memory");
  assert.equal(await whyOf("function f() { return f() + 1 } return f()"), "deep");
  assert.equal(await whyOf("return 'x'.repeat(3e6)"), "large");
  assert.match(await whyOf("sum('1\\n'.repeat(5e6))"), /a helper takes at most/);
});

test("nothing of the process around can be reached", async () => {
  const seen = [
    "typeof process",
    "typeof require",
    "typeof module",
    "typeof fetch",
    "typeof WebAssembly",
    "typeof setTimeout",
    "typeof std",
    "typeof os",
    "typeof host",
    "(function () { return this })().constructor.constructor('return typeof process')()",
    "[].constructor.constructor('return typeof require')()",
    "(async () => 1).constructor('return typeof process')().constructor.constructor('return typeof process')()",
    "eval('typeof process')",
    "Object.getPrototypeOf(sum).constructor('return typeof process')()",
    "globalThis.constructor.constructor('return typeof globalThis.process')()",
    "(() => { try { null.x } catch (e) { return e.constructor.constructor('return typeof process')() } })()",
    "typeof arguments.callee.caller",
  ];
  for (const script of seen)
    assert.match(String(await resultOf(`return ${script}`)), /^(?:undefined|object)$/, script);
  assert.match(await whyOf("import('node:fs')"), /promise/);
  assert.match(await whyOf("import fs from 'fs'; return 1"), /^syntax/);
  assert.match(await whyOf("require('fs')"), /require is not defined/);
  assert.match(await whyOf("process.exit(1)"), /process is not defined/);
});

test("what a script does to its own world ends with it", async () => {
  const spoils = `
    Object.prototype.toJSON = () => "spoilt"; Array.prototype.map = () => []; JSON.stringify = () => "spoilt"; JSON.parse = () => "spoilt";
    globalThis.sum = 1; Object.defineProperty(Object.prototype, "then", { get() { return 1 } });
    return rows`;
  await answerOf(spoils, { rows: [1] });
  assert.deepEqual({}.constructor, Object);
  assert.equal("toJSON" in {}, false);
  assert.deepEqual(await resultOf("return [rows.map(r => r + 1), sum(rows)]", { rows: [1] }), [
    [2],
    1,
  ]);
});

test("inputs are plain data: no getter, no prototype and no change reaches outside", async () => {
  const rows = JSON.parse('[{"__proto__": {"polluted": 1}, "constructor": "c"}]') as never;
  assert.deepEqual(
    await resultOf("rows[0].n = 1; return [Object.keys(rows[0]), ({}).polluted === undefined]", {
      rows,
    }),
    [["__proto__", "constructor", "n"], true],
  );
  assert.deepEqual(
    await resultOf('JSON.parse(\'{"__proto__": {"a": 1}}\')'),
    JSON.parse('{"__proto__": {"a": 1}}'),
  );
  assert.equal(({} as Record<string, unknown>)["a"], undefined);
  assert.deepEqual(
    await resultOf("return { get a() { return 1 }, toJSON() { return { b: 2 } } }"),
    { b: 2 },
  );
  assert.deepEqual(await resultOf("return [NaN, undefined, () => 1, Infinity, -0]"), [
    null,
    null,
    null,
    null,
    0,
  ]);
  assert.match(await whyOf("const a = {}; a.a = a; return a"), /circular/i);
  assert.match(await whyOf("return 10n"), /BigInt/i);
});
