// biome-ignore-all lint/suspicious/noTemplateCurlyInString: programs hold formulas of their own
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlannedEffect } from "../../../src/engine/plan/effects-report.ts";
import type { ColleagueShelf } from "../../../src/engine/plan/nested-program.ts";
import type { Plan } from "../../../src/engine/plan/plan.ts";
import type { PlannedCall } from "../../../src/engine/plan/planned-tree.ts";
import { cautiousCatalogue } from "../../support/catalogue.ts";
import { goodPlan, type PlanOptions, plan, problemsOf } from "../support/stage.ts";

/** The calls of a plan's first statement, a call or a sequence of calls. */
function callsOf({ statements }: Plan): readonly PlannedCall[] {
  const { body } = statements[0]!;
  const steps = body.kind === "sequence" ? body.steps : [body];
  return steps.flatMap((step) => (step.kind === "call" ? [step] : []));
}

/** The report as `id node:action` with what stands out about it. */
function effectsOf(source: string, options: PlanOptions = {}): readonly string[] {
  return goodPlan(source, options).report.effects.map(effectWords);
}

function effectWords(effect: PlannedEffect): string {
  return [
    `${effect.callId} ${effect.node}:${effect.action}`,
    effect.approval ? "waits" : undefined,
    effect.coveredBy === undefined ? undefined : `under ${effect.coveredBy}`,
    effect.conditional ? "maybe" : undefined,
    effect.times === 1 ? undefined : `x${effect.times}`,
    effect.later ? "later" : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(" ");
}

test("every example of the shipped catalogue is a program that can be planned", () => {
  const workflows = Object.fromEntries(
    ["news_briefing", "morning"].map((name) => [name, { pipeline: "[system:time]" }]),
  );
  for (const { node, action, examples } of cautiousCatalogue().actions.values())
    for (const { code } of examples) {
      const colleagues: ColleagueShelf = (asked) => ({ ok: true, agents: [asked] });
      const planned = plan(code, { workflows, colleagues });
      const problems = planned.ok ? [] : planned.problems;
      assert.deepEqual(problems, [], `${node}:${action} ${code}`);
    }
});

test("the target fills its parameter, and the pipe the one that the action declares", () => {
  const [search, file] = callsOf(goodPlan('[source:web_search]("AI") >> [system:file]("news.md")'));
  assert.deepEqual({ ...search?.params }, { query: "AI" });
  assert.deepEqual({ ...file?.params }, { path: "news.md" });
  assert.deepEqual(file?.pipe, { param: "content", as: "text" });
});

test("a parameter that is given takes no pipe, and a step without an input is warned of", () => {
  const given = goodPlan('[system:time] >> [system:file]("a.md") {content: "x"}');
  assert.equal(callsOf(given)[1]?.pipe, undefined);
  const unused = goodPlan("[source:web_search]('AI') >> [system:time]");
  assert.deepEqual(
    unused.warnings.map(({ code, column, message }) => [code, column, message]),
    [["unused-previous", 30, "[system:time] does not use the result of the step before it."]],
  );
  assert.deepEqual(
    goodPlan("[source:web_search]('AI') >> [system:write]('$prev.0.title') {content: 'x'}")
      .warnings,
    [],
  );
});

test("numbers and texts are coerced only where the schema says so", () => {
  const [call] = callsOf(goodPlan('[source:web_search](2026) {count: "3"}'));
  assert.deepEqual({ ...call?.params }, { query: "2026", count: 3 });
  assert.deepEqual(problemsOf('[source:web_search]("AI") {count: "three"}'), [
    'bad-parameters 1:1 [source:web_search]: "count" must be a whole number.',
  ]);
});

test("all problems are told at once, each with its place", () => {
  const source = [
    '[source:web_serch]("AI")',
    '[sourc:time] & [system:write]("a.md") {contents: "x"}',
    "  [system:delete]",
    '[system:time]("Asia/Seoul", "x")',
    `[system:notify_user]("\${nobody}")`,
  ].join("\n");
  const problems = problemsOf(source);
  assert.deepEqual(
    problems.map((problem) => problem.split(" ").slice(0, 2).join(" ")),
    [
      "unknown-action 1:9",
      "unknown-node 2:2",
      "bad-parameters 2:16",
      "bad-parameters 2:16",
      "bad-parameters 3:3",
      "extra-arguments 4:1",
      "undefined-variable 5:1",
    ],
    problems.join("\n"),
  );
});

test("a problem with parameters says what is missing, unknown or wrong, and what is near", () => {
  const table: readonly (readonly [string, string])[] = [
    [
      '[system:write]("a.md") {contnet: "x"}',
      '[system:write]: It has no parameter "contnet". Did you mean "content"?',
    ],
    ["[system:delete]", '[system:delete]: It needs "path" (what to delete).'],
    ["[source:price]('AAPL') {type: 'jp'}", '[source:price]: "type" must be one of "kr", "us".'],
    ["[system:list_workflows]('x')", "[system:list_workflows] takes nothing in parentheses."],
    [
      "[system:delete]('a.md') {path: 'b.md'}",
      '[system:delete] has "path" both in parentheses and in braces.',
    ],
    [
      "[system:edit]('a.md', 'old')",
      '[system:edit] takes one value in parentheses, its "path"; name the others.',
    ],
  ];
  for (const [source, message] of table) {
    const problems = problemsOf(source);
    assert.ok(
      problems.some((problem) => problem.endsWith(message)),
      problems.join("\n"),
    );
  }
});

test("a braced name that nothing gives a value is a problem; a bare one is text", () => {
  assert.deepEqual(problemsOf('[system:notify_user]("costs $100, buy $AAPL")'), []);
  assert.deepEqual(problemsOf(`$topic = [system:time]\n[system:notify_user]("\${topik}")`), [
    'undefined-variable 2:1 Nothing before this step gives "topik" a value. Did you mean "topic"?',
  ]);
  assert.deepEqual(problemsOf('[system:notify_user]("{{_prev_result}}")'), [
    'undefined-variable 1:1 There is no step before this one, so "{{_prev_result}}" has no value.',
  ]);
  assert.deepEqual(problemsOf(`[system:notify_user]("\${a}")\n$a = [system:time]`).length, 1);
});

test("a value known only while running is marked, and its part of the card says so", () => {
  const { report } = goodPlan('$f = [system:ask_user]("Which file?")\n[system:delete]("$f")');
  const [, remove] = report.effects;
  assert.deepEqual(remove?.details, [{ param: "path", role: "path" }]);
  assert.equal(
    remove?.card.en,
    'Delete "⟨a value known only while it runs⟩" (can be restored for 7 days)',
  );
  assert.deepEqual(report.paths, ["?"]);
});

test("the report sums up recipients, paths, hosts and commands through every branch", () => {
  const { report } = goodPlan(
    [
      '[source:crawl]("https://a.example/x") ?? [source:crawl]("https://b.example/y")',
      '[system:delete]("a.md") & [messenger:send]("hi") {to: "Ben"}',
      '$l = [system:list]\n[each: $f in $l] { [system:run_command]("ls") }',
    ].join("\n"),
  );
  assert.deepEqual(
    [report.hosts, report.paths, report.recipients, report.commands, report.maxCalls],
    [["a.example", "b.example"], ["a.md"], ["Ben"], ["ls"], 25],
  );
});

test("a call says whether it may happen, how often, and whether it waits", () => {
  const source = [
    '[system:time] ?? [system:delete]("a.md")',
    "$l = [system:list]",
    '[if: $l] { [system:delete]("b.md") } [else] { [each: $f in $l] { [system:delete]("c.md") } }',
    '[system:copy]("a.md") {destination: "b.md"}',
    '[system:copy]("a.md") {destination: "b.md", overwrite: true}',
  ].join("\n");
  assert.deepEqual(effectsOf(source), [
    "1 system:time",
    "2 system:delete waits maybe",
    "3 system:list",
    "5 system:delete waits maybe",
    "7 system:delete waits maybe x20",
    "8 system:copy",
    "9 system:copy",
  ]);
});

test("approve stands for what follows it in its statement, and for nothing else", () => {
  const table: readonly (readonly [string, readonly string[]])[] = [
    [
      '[system:approve]("ok?") >> [system:delete]("a") >> [system:delete]("b")\n[system:delete]("c")',
      [
        "1 system:approve",
        "2 system:delete waits under 1",
        "3 system:delete waits under 1",
        "4 system:delete waits",
      ],
    ],
    [
      '[system:approve]("ok?") >> ([system:delete]("a") & [system:delete]("b"))',
      ["1 system:approve", "2 system:delete waits under 1", "3 system:delete waits under 1"],
    ],
    [
      '[system:approve]("ok?") >> [system:run]("clean")',
      ["1 system:approve", "2/1 system:delete waits under 1", "2 system:run under 1"],
    ],
  ];
  const workflows = { clean: { pipeline: '[system:delete]("a")' } };
  for (const [source, effects] of table)
    assert.deepEqual(effectsOf(source, { workflows }), effects, source);
});

test("approve stands for nothing that runs although it was refused", () => {
  const table = [
    '[system:approve]("ok?") ?? [system:delete]("a")',
    '([system:approve]("ok?") >> [system:time]) ?? [system:delete]("a")',
    '([system:approve]("ok?") ?? [system:time]) >> [system:delete]("a")',
    '[on_error: skip] [system:approve]("ok?") >> [system:delete]("a")',
    '[on_error: empty] [system:approve]("ok?") >> [system:delete]("a")',
    '$x = [system:time]\n[if: $x] { [system:approve]("ok?") } >> [system:delete]("a")',
    '[system:run]("ask") >> [system:delete]("a")',
  ];
  const workflows = { ask: { pipeline: '[system:approve]("ok?")' } };
  for (const source of table) {
    const remove = goodPlan(source, { workflows }).report.effects.find(
      ({ action }) => action === "delete",
    );
    assert.equal(remove?.coveredBy, undefined, source);
    assert.equal(remove?.approval, true, source);
  }
});

test("waiting for a person is refused where several run at once or again and again", () => {
  const workflows = { ask: { pipeline: '[system:ask_user]("what?")' } };
  const table = [
    '[system:time] & [system:ask_user]("what?")',
    '[system:time] & [system:run]("ask")',
    '$l = [system:list]\n[each: $f in $l] { [system:approve]("ok?") >> [system:delete]("$f") }',
  ];
  for (const source of table) {
    const problems = problemsOf(source, { workflows });
    assert.equal(problems.length, 1, problems.join("\n"));
    assert.match(problems[0]!, /^ask-in-parallel /);
  }
});

/** The parameters of a loop's first call that are shown when it is reached. */
function loopRoles(source: string, options: PlanOptions = {}): readonly string[] {
  const { statements } = goodPlan(source, options);
  const { body } = statements.at(-1)!;
  assert.ok(body.kind === "each");
  const call = body.body.at(-1)!.body;
  assert.ok(call.kind === "call");
  return call.runtimeRoles;
}

test("an address that a list of the program gives counts as written out, and none from elsewhere does", () => {
  const list = '["https://a.example.com", "https://b.example.com"]';
  const loop = `[each: $u in ${list}] { [source:crawl]("$u") }`;
  assert.deepEqual(loopRoles(loop), []);
  assert.deepEqual(loopRoles(loop, { said: () => true }), []);
  assert.deepEqual(loopRoles(loop, { said: (text) => !text.includes("b.example") }), ["url"]);
  const others = [
    '$l = [system:list]\n[each: $u in $l] { [source:crawl]("$u") }',
    `[each: $u in ${list}] { $u = [system:list]; [source:crawl]("$u") }`,
    `$l = [system:list]\n[each: $u in ${list}] { [source:crawl]("$u/$l") }`,
    `$l = [system:list]\n[each: $u in ["https://a.example.com", "$l"]] { [source:crawl]("$u") }`,
  ];
  for (const source of others) assert.deepEqual(loopRoles(source), ["url"], source);
});

test("a question in a program for later may stand where it is kept in a loop", () => {
  const source =
    '[each: $d in ["2030-01-01 09:00", "2030-01-02 09:00"]] { [system:schedule]("Ask $d") {at: "$d", pipeline: "[system:ask_user](\\"what?\\")"} }';
  assert.deepEqual(problemsOf(source), []);
});

test("a stored workflow is planned in the place of its call, with its parameters", () => {
  const workflows = {
    clean: {
      pipeline: `[system:delete]("\${file}") >> [system:notify_user]("{{word}}")`,
      params: { file: null, word: "gone" },
    },
  };
  const { report } = goodPlan('[system:run]("clean") {file: "a.md"}', { workflows });
  assert.deepEqual(report.effects.map(effectWords), [
    "1/1 system:delete waits",
    "1/2 system:notify_user",
    "1 system:run",
  ]);
  assert.deepEqual(report.paths, ["a.md"]);
  assert.equal(report.effects[1]?.details[0]?.value, "gone");
});

test("a workflow's parameters are checked like an action's", () => {
  const params = { file: null, word: "gone" };
  const workflows = {
    clean: { pipeline: '[system:delete]("$file")', params },
    bad: { pipeline: "[system:" },
  };
  const table: readonly (readonly [string, string])[] = [
    ['[system:run]("clean")', 'missing-workflow-parameter 1:1 The workflow "clean" needs "file".'],
    [
      '[system:run]("clean") {file: "a", wrd: "b"}',
      'bad-parameters 1:1 The workflow "clean" has no parameter "wrd". Did you mean "word"?',
    ],
    [
      '[system:run]("clena") {file: "a"}',
      'unknown-workflow 1:1 There is no workflow "clena". Did you mean "clean"?',
    ],
  ];
  for (const [source, problem] of table)
    assert.deepEqual(problemsOf(source, { workflows }), [problem]);
  assert.match(problemsOf('[system:run]("bad")', { workflows })[0]!, /^broken-workflow 1:1 /);
});

test("a workflow's parameter may be known only while running", () => {
  const workflows = { clean: { pipeline: '[system:delete]("$file")', params: { file: "a.md" } } };
  const source = '$f = [system:ask_user]("Which?")\n[system:run]("clean") {file: "$f"}';
  const { report } = goodPlan(source, { workflows });
  assert.deepEqual(report.effects[1]?.details, [{ param: "path", role: "path" }]);
});

test("a problem inside a workflow names it", () => {
  const workflows = {
    outer: { pipeline: '[system:run]("inner")' },
    inner: { pipeline: "[system:delete]" },
  };
  assert.deepEqual(problemsOf('[system:run]("outer")', { workflows }), [
    'bad-parameters 1:1 [system:delete]: It needs "path" (what to delete). (in "outer" → "inner")',
  ]);
});

test("a workflow that runs itself is refused, directly or through another", () => {
  const workflows = {
    a: { pipeline: '[system:run]("b")' },
    b: { pipeline: '[system:time] ?? [system:run]("a")' },
    c: { pipeline: '[system:run]("c")' },
  };
  assert.match(
    problemsOf('[system:run]("a")', { workflows })[0]!,
    /^workflow-cycle 1:\d+ The workflow "a" runs itself: a → b → a\./,
  );
  assert.match(problemsOf('[system:run]("c")', { workflows })[0]!, /"c" runs itself: c → c\./);
});

test("workflows nest five deep and blocks three deep, and no deeper", () => {
  const chain = (length: number): Record<string, unknown> =>
    Object.fromEntries(
      Array.from({ length }, (_, index) => [
        `w${index + 1}`,
        { pipeline: index + 1 === length ? "[system:time]" : `[system:run]("w${index + 2}")` },
      ]),
    );
  assert.deepEqual(problemsOf('[system:run]("w1")', { workflows: chain(5) }), []);
  assert.match(
    problemsOf('[system:run]("w1")', { workflows: chain(6) })[0]!,
    /^workflow-too-deep /,
  );
  const blocks = (depth: number): string =>
    depth === 0 ? "[system:time]" : `[if: 1 == 1] { ${blocks(depth - 1)} }`;
  assert.deepEqual(problemsOf(blocks(3)), []);
  assert.match(problemsOf(blocks(4))[0]!, /^block-too-deep /);
});

test("program text in a parameter is planned too, now or as what will run later", () => {
  assert.deepEqual(effectsOf('[system:run_pipeline]() {pipeline: "[system:delete](\\"a\\")"}'), [
    "1/1 system:delete waits",
    "1 system:run_pipeline",
  ]);
  assert.deepEqual(
    effectsOf('[system:create]("c") {pipeline: "[system:delete](\\"a\\")", config: {every: "1h"}}'),
    ["1/1 system:delete waits later", "1 system:create waits"],
  );
  assert.match(
    problemsOf('[system:run_pipeline]() {pipeline: "[system:time] >>"}')[0]!,
    /^dangling-operator 1:1 The program inside does not parse: /,
  );
});

test("the digest is the same for the same plan and another for anything that changes it", () => {
  const source = '[system:run]("clean") {file: "a.md"}';
  const clean = (pipeline: string): PlanOptions => ({
    workflows: { clean: { pipeline, params: { file: null } } },
  });
  const long = "x".repeat(500);
  const base = clean(`[if: $file == "${long}"] { [system:delete]("$file") }`);
  const digest = (text: string, options: PlanOptions): string => goodPlan(text, options).digest;
  const first = digest(source, base);
  assert.equal(digest(`  ${source}  # the same`, base), first);
  const others = [
    digest('[system:run]("clean") {file: "b.md"}', base),
    digest(source, { ...base, chatId: "console:2" }),
    digest(source, { ...base, constants: { x: 1 } }),
    // a condition, and a value beyond what a card shows, inside the stored workflow
    digest(source, clean(`[if: $file == "${long}y"] { [system:delete]("$file") }`)),
    digest(source, clean(`[if: $file != "${long}"] { [system:delete]("$file") }`)),
  ];
  assert.equal(new Set([first, ...others]).size, 6);
});

test("the report speaks of today's actions, whatever names the program was written in", () => {
  assert.deepEqual(effectsOf('[finance:get]("AAPL") {type: "price"}'), ["1 source:price"]);
});

test("each of many problems has its own line and column", () => {
  const lines = Array.from({ length: 300 }, (_unused, index) => {
    return `${" ".repeat(index % 7)}[system:tine]${index % 3 === 0 ? "\r\n" : "\n"}`;
  });
  const planned = plan(lines.join(""));
  assert.ok(!planned.ok);
  const places = planned.problems.map(({ line, column }) => `${line}:${column}`);
  assert.deepEqual(
    places,
    lines.map((_line, index) => `${index + 1}:${(index % 7) + "[system:".length + 1}`),
  );
});

test("of many undefined names the first ten are told what is near them", () => {
  const uses = Array.from({ length: 12 }, () => '[system:file]("a.md") {content: "{{topik}}"}');
  const planned = plan(["$topic = [system:time]", ...uses].join("\n"));
  assert.ok(!planned.ok);
  const near = planned.problems.filter(({ message }) => message.includes('"topic"'));
  assert.deepEqual([planned.problems.length, near.length], [12, 10]);
});

test("the mode in which other languages open a file is read as append", () => {
  const call = (mode: string): string => `[system:write]("a.md") {content: "x", mode: ${mode}}`;
  const paramsOf = (mode: string) => ({ ...callsOf(goodPlan(call(mode)))[0]!.params });
  assert.deepEqual(paramsOf('"append"'), { path: "a.md", content: "x", append: true });
  assert.deepEqual(paramsOf("w"), { path: "a.md", content: "x" });
  assert.match(problemsOf(call("r"))[0]!, /^bad-parameters /);
});

test("a list where another kind of value is wanted is told as that", () => {
  const source = '[system:save_workflow]("w") {pipeline: "[system:time]", params: [{name: "a"}]}';
  assert.match(problemsOf(source).join(), /"params" must be an object/);
});

test("a name that nothing gives a value is text where a person wrote it, and a problem where a model did", () => {
  const wrong = [
    '[system:write]("a.md") {content: "in all $sum"}',
    '[messenger:send]("hi") {to: "$who"}',
    '"$n"',
    '[if: $n > 3] { "x" }',
    '[system:filter]("$row.a > 3") {items: [{a: 1}]}',
    '[system:schedule]("a") {every: "1d", pipeline: "[system:notify_user](\\"$sum\\")"}',
  ];
  for (const source of wrong) {
    assert.deepEqual(problemsOf(source), [], source);
    assert.match(problemsOf(source, { isByModel: true }).join(), /^undefined-variable/, source);
  }
  const good = [
    '[system:write]("a.md") {content: "$100 for $AAPL in $HOME, `$x`"}',
    '[system:write]("a.sh") {content: "for f in *; do echo $f; done"}',
    '[system:run_command]("echo $x")',
    '[system:write]("a.md") {content: "${\'$\'}sum stays"}',
    '$sum = 3\n[system:write]("a.md") {content: "$sum원, $sum건"}',
    '[system:compute]("""return [1].map($x => `${$x}`)""")',
    '[system:schedule]("a") {every: "1d", pipeline: "$s = 3\n[system:notify_user](\\"$s\\")"}',
    '[system:run]("w") {city: "Seoul"}',
  ];
  const workflows = {
    w: { pipeline: "[system:notify_user]('$city $other')", params: { city: "" } },
  };
  for (const source of good)
    assert.deepEqual(problemsOf(source, { isByModel: true, workflows }), [], source);
});
