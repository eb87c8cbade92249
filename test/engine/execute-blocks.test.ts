import assert from "node:assert/strict";
import { test } from "node:test";
import type { ReadyCall } from "../../src/engine/action.ts";
import { success } from "../../src/engine/outcome.ts";
import { type Acts, fails, listOf, outcomeOf, outcomesOf, Stage, words } from "./support/stage.ts";

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
  assert.equal(words(outcome), "## 1\na.md!\n\n## 2\nb.md!");
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
