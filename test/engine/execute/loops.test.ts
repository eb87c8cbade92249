// biome-ignore-all lint/suspicious/noTemplateCurlyInString: braces after a dollar are a sign of the language
import assert from "node:assert/strict";
import { test } from "node:test";
import { success } from "../../../src/engine/values/outcome.ts";
import { type Acts, fails, listOf, outcomesOf, plan, Stage, words } from "../support/stage.ts";

const ACTS: Acts = {
  "system:list": () => listOf({ name: "a.md", size: 3 }, { name: "b.md", size: 4 }),
  "system:notify_user": ({ params }) => String(params["message"]),
  "system:read": ({ params }) => `text of ${params["path"]}`,
  "source:search_news": ({ params }) =>
    listOf({ title: `${params["query"]} 1` }, { title: `${params["query"]} 2` }),
  "messenger:get": () => fails("not-found"),
  "source:weather": ({ params }) =>
    success({ kind: "object", data: { place: params["place"] ?? "", temp: 21 } }),
};

async function said(source: string, acts: Acts = ACTS): Promise<readonly string[]> {
  return outcomesOf(await new Stage(acts).run(source)).map(words);
}

/** What the last statement says. */
async function lastSaid(source: string): Promise<string | undefined> {
  return (await said(source)).at(-1);
}

/** A program, and what its last statement says. */
const LOOPS: readonly (readonly [source: string, said: string])[] = [
  ['[each: $c in ["Seoul", "Busan"]] { [system:notify_user]("to $c") }', "to Seoul\nto Busan"],
  ["[each: $c in [1, 2.5, true]] { [system:notify_user]($c) }", "1\n2.5\ntrue"],
  [
    '$x = [each: $c in ["a", "b"]] { "- $c" }\n[system:notify_user]("${join($x, \',\')}")',
    "- a,- b",
  ],
  ['$x = [each: $c in [1, 2]] { ${$c * 2} }\n[system:notify_user]("${sum($x)}")', "6"],
  ['$x = [each: $c in [1, 2]] { $c }\n[system:notify_user]("${json($x)}")', "[1,2]"],
  [
    '$x = [each: $c in [1, 2]] { $t = [system:read]("$c"); {n: "$c", t: "$t"} }\n[system:notify_user]("${join($x.t, \',\')}")',
    "text of 1,text of 2",
  ],
  ['$x = ["a", "b"]\n"${count($x)} workdays"', "2 workdays"],
  ['$x = [system:list]\n"${count($x)} files" # told\n"first: $x.0.name"', "first: a.md"],
  ['$x = "kept"; $x', "kept"],
  ['"a literal text"', "a literal text"],
  ['$x = [each: $c in ["a", "b"]] { "- $c" }\n${join($x, ", ")}', "- a, - b"],
  ['$x = [if: 1 > 2] { "more" } [else] { "less" }\n[system:notify_user]("$x")', "less"],
  ['$x = [messenger:get]("Nobody") ?? "none"\n[system:notify_user]("$x")', "none"],
  ['$x = [messenger:get]("Nobody") ?? []\n[system:notify_user]("${count($x)}")', "0"],
  ['[each: $p in [{n: "A", x: 1}, {n: "B", x: 2}]] { [system:notify_user]("$p.n$p.x") }', "A1\nB2"],
  ['[each: $i in 1..3] { [system:notify_user]("n$i") }', "n1\nn2\nn3"],
  ['$n = 2\n[each: $i in 0..$n] { [system:notify_user]("n$i") }', "n0\nn1\nn2"],
  ['$n = 0\n[each: $i in 1..$n] { [system:notify_user]("n$i") }', ""],
  ['$l = [system:list]\n[each: $i in 1..$l.count] { [system:notify_user]("n$i") }', "n1\nn2"],
  ['[each: $f in [system:list]] { [system:notify_user]("$f.name") }', "a.md\nb.md"],
  ['[each: $f, $i in [system:list]] { [system:notify_user]("$i. $f.name") }', "1. a.md\n2. b.md"],
  ['[system:list] >> [each: $f in $prev] { [system:notify_user]("$f.name") }', "a.md\nb.md"],
  [
    "$l = [system:list]\n[each: $n in ${reverse(l.name)}] { [system:notify_user]($n) }",
    "b.md\na.md",
  ],
  [
    '[system:list] >> [if: count($prev) > 1] { [system:notify_user]("many: $prev.0.name") }',
    "many: a.md",
  ],
];

test("each goes through lists, ranges, calls, expressions and the step before", async () => {
  for (const [source, expected] of LOOPS) assert.equal(await lastSaid(source), expected, source);
});

/** A program that keeps what a loop gives, and what is said of it. */
const COLLECTED: readonly (readonly [source: string, said: string])[] = [
  [
    '$o = [each: $c in ["Seoul", "Busan"]] { [source:weather]("$c") }\n[system:notify_user]("$o[1].place ${sum(o.temp)} ${count(o)}")',
    "Busan 42 2",
  ],
  [
    '$o = [each: $p in ["a", "b"]] { [system:read]($p) }\n[system:notify_user]("$o[0]; $o[-1]; ${join(o, \'+\')}")',
    "text of a; text of b; text of a+text of b",
  ],
  [
    '$o = [each: $i in 1..4] { $square = ${i * i} }\n[system:notify_user]("${sum(o)} $o[2]")',
    "30 9",
  ],
  [
    '$o = [each: $q in ["AI", "IT"]] { [source:search_news]("$q") }\n[system:notify_user]("${count(o)} $o[1][0].title ${json($o[1].title)} ${count($o.*.*.title)}")',
    '2 IT 1 ["IT 1","IT 2"] 4',
  ],
  [
    '$o = [each: $n in [1, 2]] { [$n, ${$n * 10}] }\n[system:notify_user]("${json(o)}")',
    "[[1,10],[2,20]]",
  ],
  [
    '$o = [each: $f in [system:list]] { [if: $f.size > 3] { $name = $f.name } }\n[system:notify_user]("${count(o)} $o[0]")',
    "1 b.md",
  ],
  [
    '$o = [each: $a in [1, 2]] { [each: $b in [10, 20]] { $sum = ${a + b} } }\n[system:notify_user]("${csv(o)}")',
    "11,21\n12,22",
  ],
];

test("a loop gives the last values of its bodies as one list", async () => {
  for (const [source, expected] of COLLECTED)
    assert.equal(await lastSaid(source), expected, source);
});

test("a loop whose items are known goes through all of them, to a hundred", async () => {
  const stage = new Stage(ACTS);
  await stage.run('[each: $i in 1..30] { [system:notify_user]("n$i") }');
  assert.equal(stage.calls.length, 30);
  const [outcome] = outcomesOf(
    await new Stage(ACTS).run('[each: $i in 1..500] { [system:notify_user]("n$i") }'),
  );
  assert.ok(outcome?.ok);
  assert.deepEqual(
    outcome.partial?.map(({ message }) => message),
    ["Only the first 100 of 500 items were used."],
  );
});

test("the calls in the head of a loop stand in the journal before those of its body", async () => {
  const stage = new Stage({ ...ACTS, "system:take": () => listOf({ name: "a.md" }) });
  const source = '[each: $f in [system:list] >> [system:take](1)] { [system:read]("$f.name") }';
  await stage.run(source);
  assert.deepEqual([...stage.journal.records.keys()], ["2", "3", "1#0:4"]);
  await stage.run(source);
  assert.equal(stage.calls.length, 3);
});

test("bodies that only read may run at the same time", async () => {
  let most = 0;
  let now = 0;
  const stage = new Stage({
    "system:read": async ({ params }) => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      return `text of ${params["path"]}`;
    },
  });
  const source =
    '$o = [each: $i in 1..20, parallel: true] { [system:read]("f$i") }\n[system:notify_user]("$o[19]")';
  await stage.run(source);
  assert.equal(most, 8);
  assert.equal(stage.calls.at(-1), 'system:notify_user {"message":"text of f20"}');
});

/** Programs that are refused when they are planned, and why. */
const REFUSED: readonly (readonly [source: string, code: string])[] = [
  [
    '[each: $i in 1..3, parallel: true] { [system:write]("$i.md") {content: "x"} }',
    "acts-in-parallel",
  ],
  ["[each: $i in 5..1] { [system:time] }", "empty-range"],
  ['[each: $c in "Seoul"] { [system:time] }', "not-a-list"],
  ["[each: $i in 1..$n] { [system:time] }", "undefined-variable"],
  ["[each: $x, $prev in [1]] { [system:time] }", "reserved-variable"],
  ['$a = [system:time] & $b = [system:notify_user]("$a")', "undefined-variable"],
];

test("a loop that cannot work is refused before anything runs", () => {
  for (const [source, code] of REFUSED) {
    const planned = plan(source);
    assert.ok(!planned.ok, source);
    assert.deepEqual(
      planned.problems.map((problem) => problem.code),
      [code],
      source,
    );
  }
});

test("the branches of & may each have a name", async () => {
  const source =
    '$a = [system:read]("x.md") & $b = [system:list] >> [system:notify_user]("two: $prev.count")\n[system:notify_user]("$a; $b")';
  assert.equal(await lastSaid(source), "text of x.md; two: 2");
});

test("the name of a branch that failed has no value, and the others do", async () => {
  const acts: Acts = { ...ACTS, "system:list": () => fails("No list.") };
  const source =
    '$a = [system:read]("x.md") & $b = [system:list]\n[system:notify_user]("$a")\n[system:notify_user]("$b")';
  assert.deepEqual((await said(source, acts)).slice(1), [
    "text of x.md",
    '✗ "$b" has no value, because the statement that should give it failed.',
  ]);
});

/** A value before `>>`, and the call that gets it. */
const PIPED: readonly (readonly [source: string, call: string])[] = [
  ['"hello" >> [system:notify_user]', 'system:notify_user {"message":"hello"}'],
  ['$x = "a text" >> [system:write]("a.md")', 'system:write {"path":"a.md","content":"a text"}'],
  ['$n = 2\n"n is $n" >> [system:notify_user]', 'system:notify_user {"message":"n is 2"}'],
  ["${1 + 2} >> [system:notify_user]", 'system:notify_user {"message":"3"}'],
  [
    "$x = [{n: 1}, {n: 2}] >> [system:take](1)",
    'system:take {"count":1,"items":[{"n":1},{"n":2}]}',
  ],
  [
    "$l = [system:list]\n$l >> [forge:chart]",
    'forge:chart {"data":[{"name":"a.md","size":3},{"name":"b.md","size":4}]}',
  ],
];

test("a value may be the first step of a statement", async () => {
  for (const [source, call] of PIPED) {
    const stage = new Stage(ACTS);
    await stage.run(source);
    assert.equal(stage.calls.at(-1), call, source);
  }
});

test("a text before >> stands on the plan as if it stood in the call", () => {
  const known = plan('"hello" >> [messenger:send] {to: "Mina"}');
  const given = plan('[messenger:send]("hello") {to: "Mina"}');
  assert.ok(known.ok && given.ok);
  assert.deepEqual(known.plan.report.effects, given.plan.report.effects);
});

/** A text with places that variables name, and what becomes of it. */
const PLACES: readonly (readonly [text: string, said: string])[] = [
  ["$l[$i].name", "b.md"],
  ["${l[i].name} ${l[i - 1].name} ${l[-i].name}", "b.md a.md b.md"],
  ["$o[$key] ${o[key]}", "7 7"],
  [
    "$name[$i] $AAPL[$i] $l[$nothing] $l[$far]",
    "Kim[1] $AAPL[1] - a.md\n- b.md[$nothing] $l[$far]",
  ],
];

test("a variable may name a place in a list or a field of an object", async () => {
  const given = '$l = [system:list]\n$i = 1\n$far = 9\n$key = "k"\n$o = {k: 7}\n$name = "Kim"\n';
  for (const [text, expected] of PLACES) {
    const stage = new Stage({
      ...ACTS,
      "system:list": () => success({ kind: "list", items: [{ name: "a.md" }, { name: "b.md" }] }),
    });
    const outcome = outcomesOf(await stage.run(`${given}[system:notify_user]("${text}")`)).at(-1);
    assert.ok(outcome);
    assert.equal(words(outcome), expected, text);
  }
});

test("what several items gave is headed by their names, unless it begins with that itself", async () => {
  const acts: Acts = {
    "system:list": () => listOf({ path: "a_1.csv" }, { size: 2 }),
    "system:read": ({ params }) => `first of ${params["path"]}\nsecond`,
    "system:notify_user": ({ params }) => `**${params["message"]}** 2°C\nclear`,
  };
  assert.deepEqual(await said('[each: $f in ["a.csv", "b.csv"]] { [system:read]("$f") }', acts), [
    "**a.csv**\nfirst of a.csv\nsecond\n\n**b.csv**\nfirst of b.csv\nsecond",
  ]);
  const [, named] = await said('$l = [system:list]\n[each: $f in $l] { [system:read]("x") }', acts);
  assert.match(named ?? "", /^\*\*a\\?_1\.csv\*\*\nfirst of x\nsecond\n\n\*\*2\*\*\n/);
  assert.deepEqual(
    await said('[each: $c in ["Seoul", "Busan"]] { [system:notify_user]("$c") }', acts),
    ["**Seoul** 2°C\nclear\n\n**Busan** 2°C\nclear"],
  );
  const page: Acts = { "system:read": ({ params }) => `# A page\n${params["path"]}\n\nwords` };
  const urls = ["https://one.example.org/a_page", `https://two.example.org/${"long-".repeat(9)}`];
  assert.deepEqual(
    await said(`[each: $u in ${JSON.stringify(urls)}] { [system:read]("$u") }`, page),
    [urls.map((url) => `# A page\n${url}\n\nwords`).join("\n\n")],
  );
});
