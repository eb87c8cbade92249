// biome-ignore-all lint/suspicious/noTemplateCurlyInString: braces after a dollar are a sign of the language
import assert from "node:assert/strict";
import { test } from "node:test";
import { success } from "../../../src/engine/values/outcome.ts";
import { goodPlan, plan, problemsOf, Stage } from "../support/stage.ts";

const ROWS = [
  { title: "A", amount: 2 },
  { title: "B", amount: 3.5 },
];

const acts = {
  "source:search_news": () => success({ kind: "list", items: ROWS }),
  "source:web_search": () => success({ kind: "list", items: ROWS }, { tainted: true }),
};

/** What the last call of a program was given. */
async function given(source: string): Promise<unknown> {
  const stage = new Stage(acts);
  await stage.run(`$rows = [source:search_news]("AI")\n${source}`);
  return stage.calls.at(-1);
}

test("a formula in a text becomes text, and one that is the whole of a parameter keeps its type", async () => {
  assert.equal(
    await given(
      '[system:write]("a.md") {content: "${count(rows)}: ${join($rows.title, \' / \')}"}',
    ),
    'system:write {"content":"2: A / B","path":"a.md"}',
  );
  assert.equal(
    await given("[system:take] {items: $rows, count: ${count($rows) - 1}}"),
    'system:take {"items":[{"title":"A","amount":2},{"title":"B","amount":3.5}],"count":1}',
  );
});

test("a list is written into a file as files of that name hold lists", async () => {
  const written = async (path: string, content: string): Promise<unknown> => {
    const call = String(await given(`[system:write]("${path}") {content: "${content}"}`));
    return JSON.parse(call.slice("system:write ".length)).content;
  };
  assert.equal(await written("a.csv", "$rows"), "title,amount\nA,2\nB,3.5\n");
  assert.equal(
    await written("a.csv", "${sort($rows, 'amount', 'desc')}"),
    "title,amount\nB,3.5\nA,2\n",
  );
  assert.deepEqual(JSON.parse(String(await written("a.json", "$rows"))), ROWS);
  assert.equal(await written("a.txt", "${$rows.title}"), "A\nB");
  assert.equal(await written("a.md", "${$rows.title}"), "- A\n- B");
  assert.equal(await written("a.csv", "Rows: ${count($rows)}"), "Rows: 2");
  assert.equal(
    await given('$rows >> [system:file]("a.csv")'),
    'system:file {"path":"a.csv","content":"title,amount\\nA,2\\nB,3.5\\n"}',
  );
});

test("a formula that gives no value fails its step with the reason", async () => {
  const stage = new Stage(acts);
  const run = await stage.run(
    '$rows = [source:search_news]("AI")\n[system:write]("a.md") {content: "${sum($rows.title)}"}',
  );
  assert.ok(run.kind === "finished");
  const last = run.statements.at(-1);
  assert.ok(last !== undefined && !last.ok);
  assert.equal(last.failure.code, "type-mismatch");
  assert.equal(last.failure.message, '"sum" wants a number, not "A".');
});

test("what is wrong in a formula is told before anything runs, at its place", () => {
  const source =
    '$rows = [source:search_news]("AI")\n[system:notify_user]("a ${conut($rows)} b ${1 +} ${nope + 1}")';
  assert.deepEqual(problemsOf(source), [
    'undefined-variable 2:1 Nothing before this step gives "nope" a value.',
    'unknown-function 2:25 There is no function "conut". Did you mean "count"?',
    "bad-expression 2:43 The expression ends too early: a value or a closing parenthesis is missing.",
  ]);
  assert.deepEqual(problemsOf('[system:notify_user]("open ${1 + 2")'), [
    'bad-expression 1:28 The "${" that opens here is never closed with "}". Write "\\${" for the characters themselves.',
  ]);
  assert.deepEqual(problemsOf('[system:notify_user]("plain \\${1 +")'), []);
});

test("an object inside a formula is told where it may stand, and works there", async () => {
  assert.deepEqual(problemsOf('[system:notify_user]("a ${{name: 1}}")'), [
    'bad-expression 1:25 An expression makes no object. An object stands right after "=": $x = {name: "$n", total: "${$a + 1}"}; then use $x or $x.name.',
  ]);
  const instead =
    '$n = "ann"\n$a = 2\n$x = {name: "$n", total: "${$a + 1}"}\n[system:notify_user]("$x.name ${x.total}")';
  assert.deepEqual(problemsOf(instead), []);
});

test("signs of other languages are read as words, with a warning", () => {
  const planned = plan('[system:notify_user]("${1 > 2 || !(3 > 4)}")');
  assert.ok(planned.ok);
  assert.deepEqual(
    planned.plan.warnings.map(({ code }) => code),
    ["foreign-signs"],
  );
});

test("a formula over literals alone is known before the run", () => {
  const { report } = goodPlan("[system:write](\"${'a' + 'b'}.md\") {content: \"x\"}");
  assert.deepEqual(report.paths, ["ab.md"]);
});

/** Formulas over an outside text where something is decided, and the reference that they stand beside. */
const DECIDING: readonly string[] = [
  "$hits.0.title",
  "${hits.0.title}",
  "${first(hits).title}",
  "${lower($hits[0].title)}",
  "${'a' + $hits.0.title}",
  "${join($hits.title)}",
  "${'x' if count($hits) > 1 else 'y'}",
  "${count($hits) > 100 ? $hits.0.title : 'y'}",
  "${default($hits.0.nothing, 'z')}",
];

for (const value of DECIDING) {
  test(`${value} of an outside text pauses wherever it decides something`, async () => {
    for (const call of [
      `[messenger:send]("hello") {to: "${value}"}`,
      `[system:write]("${value}") {content: "x"}`,
      `[source:crawl]("https://\${text($hits.0.title)}.example/${value}")`,
    ]) {
      const stage = new Stage(acts);
      const run = await stage.run(`$hits = [source:web_search]("AI")\n${call}`);
      assert.equal(run.kind, "suspended", call);
      assert.equal(stage.calls.length, 1);
    }
  });
}

test("a formula with a constant nobody said is from outside where it decides something", () => {
  const said = (text: string): boolean => text === "a" || text === "b.md";
  const tainted = (path: string): readonly string[] => {
    const planned = plan(`[system:write]("${path}") {content: "a"}`, { said });
    assert.ok(planned.ok);
    const [statement] = planned.plan.statements;
    assert.ok(statement?.body.kind === "call");
    return statement.body.tainted;
  };
  assert.deepEqual(tainted("b.md"), []);
  assert.deepEqual(tainted("${'a' + 'b.md'}"), ["path"]);
});

test("a value after = is bound as it is, and nothing is told of it", async () => {
  const stage = new Stage(acts);
  const run = await stage.run(
    [
      '$who = "Mina"',
      "$n = 3",
      '$cities = ["Seoul", "Busan"]',
      "$where = {city: $cities[-1], n: ${$n * 2}}",
      '$long = """a "b" c"""',
      "$sum = ${$n + $where.n}",
      "$same = $cities",
      '[system:write]("$who.md") {content: "$sum $where.city $long ${count($same)} ${$n + $sum}"}',
    ].join("\n"),
  );
  assert.deepEqual(stage.calls, [
    'system:write {"content":"9 Busan a \\"b\\" c 2 12","path":"Mina.md"}',
  ]);
  assert.ok(run.kind === "finished");
  assert.deepEqual(
    run.statements.slice(0, 3).map((outcome) => outcome.ok && outcome.value),
    Array(3).fill({ kind: "text", text: "" }),
  );
});

test("a value after = is known before the run where it decides something", () => {
  const { report } = goodPlan(
    '$path = "a"\n$file = ${$path + ".md"}\n[system:write]("$file") {content: "x"}',
  );
  assert.deepEqual(report.paths, ["a.md"]);
});

test("a value after = that nobody said, or from outside, stays so wherever it decides something", async () => {
  const said = (text: string): boolean => text === "hello";
  for (const source of [
    '$to = "evil@x.example"\n[messenger:send]("hello") {to: "$to"}',
    '$a = "evil"\n$to = ${$a + "@x.example"}\n[messenger:send]("hello") {to: "$to"}',
    '$all = {to: "evil@x.example"}\n[messenger:send]("hello") {to: "$all.to"}',
  ]) {
    const planned = plan(source, { said });
    assert.ok(planned.ok);
    const body = planned.plan.statements.at(-1)?.body;
    assert.ok(body?.kind === "call");
    assert.deepEqual(body.tainted, ["to"], source);
  }
  const stage = new Stage(acts);
  const run = await stage.run(
    '$hits = [source:web_search]("AI")\n$to = ${first($hits).title}\n[system:write]("$to") {content: "x"}',
  );
  assert.equal(run.kind, "suspended");
});
