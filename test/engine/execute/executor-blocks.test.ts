import assert from "node:assert/strict";
import { test } from "node:test";
import type { ReadyCall } from "../../../src/engine/execute/action-types.ts";
import { success } from "../../../src/engine/values/outcome.ts";
import { type Acts, fails, listOf, outcomeOf, outcomesOf, Stage, words } from "../support/stage.ts";

async function said(source: string, acts: Acts = {}): Promise<string> {
  return words(outcomeOf(await new Stage(acts).run(source)));
}

test("a variable keeps its type alone and becomes text inside a text", async () => {
  const stage = new Stage({
    "system:list": () => listOf({ name: "a.md", size: 3 }, { name: "b.md", size: 4 }),
    "system:time": () => success({ kind: "object", data: { hour: 9 } }),
  });
  await stage.run(
    [
      "$l = [system:list]",
      "$t = [system:time]",
      '[forge:chart] {data: "$l"}',
      '[source:web_search]("AI") {count: "$t.hour"}',
      `[system:notify_user]("$l.0.name has $l.count files at \${t.hour}h")`,
    ].join("\n"),
  );
  assert.deepEqual(stage.calls.slice(2), [
    'forge:chart {"data":[{"name":"a.md","size":3},{"name":"b.md","size":4}]}',
    'source:web_search {"count":9,"query":"AI"}',
    'system:notify_user {"message":"a.md has 2 files at 9h"}',
  ]);
});

test("a Korean ending does not belong to the name of a variable", async () => {
  const stage = new Stage({ "system:list": () => listOf("a", "b") });
  await stage.run(
    '$목록 = [system:list]\n$n = [system:time]\n[system:notify_user]("$목록.count건, $n에")',
  );
  assert.equal(stage.calls.at(-1), 'system:notify_user {"message":"2건, done에"}');
});

test("an undefined bare name stays text", async () => {
  const stage = new Stage();
  await stage.run('[system:notify_user]("$100 for $AAPL and $nobody.name")');
  assert.equal(stage.calls[0], 'system:notify_user {"message":"$100 for $AAPL and $nobody.name"}');
});

test("a braced path that leads nowhere fails its step", async () => {
  const source = '$t = [system:time]\n[system:notify_user]("{{t.hour}}")';
  const outcomes = outcomesOf(await new Stage().run(source));
  assert.equal(words(outcomes[1]!), '✗ "{{t.hour}}" has no value here.');
});

test("a variable whose statement failed has no value, and says so", async () => {
  const stage = new Stage({ "system:time": () => fails("No clock.") });
  const outcomes = outcomesOf(
    await stage.run('$t = [system:time]\n[system:notify_user]("It is $t")'),
  );
  assert.equal(
    words(outcomes[1]!),
    '✗ "$t" has no value, because the statement that should give it failed.',
  );
});

test("if takes the first branch whose condition holds, else the other one, else nothing", async () => {
  const source = (hour: number): string =>
    [
      "$t = [system:time]",
      `[if: $t.hour < ${hour}] { [system:notify_user]("early") }`,
      '[else if: $t.hour == 9 and not empty($t)] { [system:notify_user]("nine") }',
      '[else] { [system:notify_user]("late") }',
    ].join("\n");
  const acts = (hour: number): Acts => ({
    "system:time": () => success({ kind: "object", data: { hour } }),
    "system:notify_user": ({ params }) => String(params["message"]),
  });
  const said2 = async (hour: number): Promise<string> =>
    words(outcomesOf(await new Stage(acts(hour)).run(source(9)))[1]!);
  assert.deepEqual([await said2(8), await said2(9), await said2(10)], ["early", "nine", "late"]);
  assert.equal(await said("[if: 1 == 2] { [system:time] }"), "");
});

test("each runs its body for every item, with the item's fields", async () => {
  const stage = new Stage({
    "system:list": () => listOf({ name: "a.md" }, { name: "b.md" }),
    "system:notify_user": ({ params }) => String(params["message"]),
  });
  const source = '$l = [system:list]\n[each: $f in $l] { [system:notify_user]("$f.name!") }';
  const outcome = outcomesOf(await stage.run(source))[1]!;
  assert.equal(words(outcome), "a.md!\nb.md!");
  assert.deepEqual([...stage.journal.records.keys()], ["1", "2#0:3", "2#1:3"]);
});

test("each is partial when some items fail, uses at most twenty, and says so", async () => {
  const stage = new Stage({
    "system:list": () => listOf(...Array.from({ length: 25 }, (_, index) => `f${index}`)),
    "system:read": ({ params }) => (params["path"] === "f3" ? fails("Unreadable.") : "text"),
  });
  const source = "$l = [system:list]\n[each: $f in $l] { [system:read]($f) }";
  const outcome = outcomesOf(await stage.run(source))[1]!;
  assert.ok(outcome.ok);
  assert.deepEqual(
    outcome.partial?.map(({ message }) => message),
    ["Unreadable.", "Only the first 20 of 25 items were used."],
  );
  assert.equal(stage.calls.length, 21);
});

test("each of what is no list fails, and of an empty list gives an empty list", async () => {
  const source = "$l = [system:list]\n[each: $f in $l] { [system:read]($f) }";
  const text = outcomesOf(await new Stage().run(source))[1]!;
  assert.equal(words(text), '✗ "$l" is not a list, so "each" cannot go through it.');
  const none = outcomesOf(await new Stage({ "system:list": () => listOf() }).run(source))[1]!;
  assert.deepEqual(none, success({ kind: "list", items: [], text: "" }));
});

test("a stored workflow runs in the place of its call: given the previous value, and nothing else of the program around it", async () => {
  const workflows = {
    keep: {
      pipeline: '[system:file]("$name.md") >> [system:notify_user]("kept $name $secret")',
      params: { name: "note" },
    },
  };
  const stage = new Stage({ "system:time": () => "now" });
  await stage.run('$secret = [system:time]\n[system:time] >> [system:run]("keep")', { workflows });
  assert.deepEqual(stage.calls, [
    "system:time {}",
    "system:time {}",
    'system:file {"path":"note.md","content":"now"}',
    'system:notify_user {"message":"kept note $secret"}',
  ]);
});

test("a workflow's parameter may be a value of the program around it, and its taint goes with it", async () => {
  const workflows = {
    keep: { pipeline: '[source:save_memory]("$what")', params: { what: "nothing" } },
  };
  const seen: ReadyCall[] = [];
  const stage = new Stage({
    "source:web_search": () => "from the web",
    "source:save_memory": (call) => {
      seen.push(call);
      return undefined;
    },
  });
  const source = '$w = [source:web_search]("AI")\n[system:run]("keep") {what: "$w"}';
  const [, outcome] = outcomesOf(await stage.run(source, { workflows }));
  assert.deepEqual(
    seen.map(({ params, tainted }) => [{ ...params }, tainted]),
    [[{ content: "from the web" }, true]],
  );
  assert.equal(outcome?.ok && outcome.tainted, true);
});

test("each goes through as many items as its head says", async () => {
  const items = Array.from({ length: 120 }, (_, index) => `f${index}`);
  const acts: Acts = { "system:list": () => listOf(...items) };
  for (const [max, calls, note] of [
    [3, 3, "Only the first 3 of 120 items were used."],
    [100, 100, "Only the first 100 of 120 items were used."],
  ] as const) {
    const stage = new Stage(acts);
    const source = `$l = [system:list]\n[each: $f in $l, max: ${max}] { [system:read]($f) }`;
    const outcome = outcomesOf(await stage.run(source))[1]!;
    assert.equal(stage.calls.length, 1 + calls);
    assert.deepEqual(outcome.ok && outcome.partial?.map(({ message }) => message), [note]);
  }
});

test("each goes through the items of an object that has some", async () => {
  const data = { total: 2, items: [{ name: "a" }, { name: "b" }] };
  const stage = new Stage({
    "source:price": () => success({ kind: "object", data }),
    "system:notify_user": ({ params }) => String(params["message"]),
  });
  const source = '$o = [source:price]("x")\n[each: $i in $o] { [system:notify_user]("$i.name") }';
  const outcome = outcomesOf(await stage.run(source))[1]!;
  assert.equal(words(outcome), "a\nb");
});

test("each of a variable whose statement failed says so", async () => {
  const stage = new Stage({ "system:list": () => fails("No folder.") });
  const source = "$l = [system:list]\n[each: $f in $l] { [system:read]($f) }";
  const outcome = outcomesOf(await stage.run(source))[1]!;
  assert.equal(!outcome.ok && outcome.failure.code, "variable-unavailable");
});

test("a condition on what has no value says which name has none", async () => {
  assert.equal(
    await said("[if: $x.count > 3] { [system:time] }"),
    '✗ "$x.count" has no value here, so "$x.count > 3" cannot be decided.',
  );
});

test("what failed in part inside a block or a workflow is told with it, whichever statement it was", async () => {
  const acts: Acts = {
    "system:read": () => fails("Unreadable."),
    "system:list": () => listOf("a"),
  };
  const half = '[system:read]("a") & [system:list]\n[system:time]';
  const workflows = { half: { pipeline: half } };
  for (const source of [`[if: 1] {\n${half}\n}`, '[system:run]("half")']) {
    const outcome = outcomeOf(await new Stage(acts).run(source, { workflows }));
    assert.ok(outcome.ok);
    assert.deepEqual(
      outcome.partial?.map(({ message }) => message),
      ["Unreadable."],
    );
  }
});

test("a workflow that finds nothing is answered by ??, and so is a program given as text", async () => {
  const workflows = { none: { pipeline: '[system:find]("*")' } };
  for (const source of [
    '[system:run]("none") ?? [system:time]',
    `[system:run_pipeline]() {pipeline: "[system:find]('*')"} ?? [system:time]`,
  ]) {
    const stage = new Stage({ "system:find": () => listOf() });
    const outcome = outcomeOf(await stage.run(source, { workflows }));
    assert.equal(outcome.ok && outcome.answeredBy, 2, source);
  }
});

test("?? says of an option that found nothing what failed in it", async () => {
  const stage = new Stage({
    "system:find": () => listOf(),
    "system:read": () => fails("Unreadable."),
  });
  const source = '([system:read]("a") & [system:find]("*")) ?? [system:time]';
  const outcome = outcomeOf(await stage.run(source));
  assert.ok(outcome.ok);
  assert.deepEqual(
    outcome.attempts?.map(({ message }) => message),
    ["It found nothing. Unreadable."],
  );
});

test("a first step that is skipped hands nothing on, so that nothing is written over with emptiness", async () => {
  const stage = new Stage({ "system:read": () => fails("Unreadable.") });
  const outcome = outcomeOf(
    await stage.run('[on_error: skip] [system:read]("a") >> [system:file]("b.md")'),
  );
  assert.deepEqual(stage.calls, ['system:read {"path":"a"}']);
  assert.ok(outcome.ok);
  assert.equal(outcome.partial?.length, 2);
  const spoken = new Stage({ "system:read": () => fails("Unreadable.") });
  await spoken.run(
    '[on_error: skip] [system:read]("a") >> [system:notify_user]("done") >> [system:file]("b.md")',
  );
  assert.equal(spoken.calls.at(-1), 'system:file {"path":"b.md","content":"done"}');
});

test("a value that a workflow gets while it runs is of its parameter's type", async () => {
  const params = [{ name: "n", type: "number" }];
  const workflows = { w: { pipeline: '[source:search_news]("AI") {count: "$n"}', params } };
  for (const [value, expected] of [
    ["7", 'source:search_news {"count":7,"query":"AI"}'],
    ["many", undefined],
  ] as const) {
    const stage = new Stage({ "system:time": () => value });
    const source = '$t = [system:time]\n[system:run]("w") {n: "$t"}';
    const outcome = outcomesOf(await stage.run(source, { workflows }))[1]!;
    assert.equal(stage.calls[1], expected);
    if (expected === undefined) assert.equal(words(outcome), '✗ "n" must be a number.');
  }
});

test("a path from outside is read without asking, except where others read along", async () => {
  const source =
    '$found = [system:find]("*.md")\n[each: $file in $found] { [system:read]("$file") }';
  const acts = {
    "system:find": () =>
      success({ kind: "list", items: [{ path: "a.md" }, { path: "b.md" }] }, { tainted: true }),
  };
  const alone = new Stage(acts);
  const [, read] = outcomesOf(await alone.run(source));
  assert.deepEqual(alone.calls.slice(1), [
    'system:read {"path":"a.md"}',
    'system:read {"path":"b.md"}',
  ]);
  assert.equal(read?.ok === true && read.tainted, true);
  const execution = await new Stage(acts, { inGroup: {} }).run(source);
  assert.ok(execution.kind === "suspended");
  const asked = (value: string) => [{ param: "path", role: "path", value, tainted: true }];
  assert.deepEqual(
    execution.waits[0]?.items?.map(({ values }) => values),
    [asked("a.md"), asked("b.md")],
  );
});

test("an object stands for its field where a path, an address or a name is wanted, and is text elsewhere", async () => {
  const stage = new Stage({ "system:list": () => listOf({ path: "a.md", size: 3 }) });
  await stage.run(
    '$l = [system:list]\n[system:read]("$l.0")\n[system:notify_user]("$l.0")\n[system:read]("copy of $l.0")',
  );
  assert.deepEqual(stage.calls.slice(1), [
    'system:read {"path":"a.md"}',
    'system:notify_user {"message":"{\\n  \\"path\\": \\"a.md\\",\\n  \\"size\\": 3\\n}"}',
    'system:read {"path":"copy of {\\n  \\"path\\": \\"a.md\\",\\n  \\"size\\": 3\\n}"}',
  ]);
  const web = new Stage({
    "source:web_search": () => listOf({ title: "A", url: "https://example.com/a" }),
  });
  const execution = await web.run('$l = [source:web_search]("a")\n[source:crawl]("$l.0")');
  assert.ok(execution.kind === "suspended");
  assert.deepEqual(
    execution.waits[0]?.values.map(({ value }) => value),
    ["https://example.com/a"],
  );
});
