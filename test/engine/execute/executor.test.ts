import assert from "node:assert/strict";
import { test } from "node:test";
import { type Outcome, success } from "../../../src/engine/values/outcome.ts";
import { settled } from "../../support/manual-clock.ts";
import { type Acts, fails, listOf, outcomeOf, outcomesOf, Stage, words } from "../support/stage.ts";

const NEWS: Acts = {
  "source:search_news": ({ params }) => listOf({ title: `${String(params["query"])} news` }),
};

async function said(source: string, acts: Acts = {}): Promise<string> {
  return words(outcomeOf(await new Stage(acts).run(source)));
}

test("the result of a search is written into a file", async () => {
  const stage = new Stage({
    "source:web_search": () => listOf({ title: "A", url: "https://a.example" }, "b"),
  });
  await stage.run('[source:web_search]("AI") >> [system:file]("news.md")');
  assert.deepEqual(stage.calls, [
    'source:web_search {"query":"AI"}',
    'system:file {"path":"news.md","content":"- A\\n  https://a.example\\n- b"}',
  ]);
});

test("a piped value comes in the form that the action declares", async () => {
  const table: readonly (readonly [string, Outcome, string])[] = [
    ["[forge:chart]", listOf("a", "b"), '{"data":["a","b"]}'],
    ["[forge:chart]", success({ kind: "object", data: { n: 1 } }), '{"data":{"n":1}}'],
    ["[source:search_news]", success("AI"), '{"query":"AI"}'],
    [
      "[source:search_news]",
      success({ kind: "object", data: { n: 1 } }),
      '{"query":"{\\n  \\"n\\": 1\\n}"}',
    ],
    [
      "[system:read]",
      success({ kind: "file", path: "a.md", mediaType: "text/markdown", sizeBytes: 1 }),
      '{"path":"a.md"}',
    ],
    [
      "[source:crawl]",
      listOf({ url: "https://a.example" }, { url: "https://b.example" }),
      '{"url":"https://a.example"}',
    ],
    [
      "[source:crawl]",
      success({ kind: "object", data: { url: "https://a.example" } }),
      '{"url":"https://a.example"}',
    ],
    ["[source:crawl]", success(" https://a.example\n"), '{"url":"https://a.example"}'],
  ];
  for (const [action, value, expected] of table) {
    const stage = new Stage({ "system:time": () => value });
    const first = await stage.run(`[system:time] >> ${action}`);
    for (const wait of first.kind === "suspended" ? first.waits : []) stage.journal.allow(wait.key);
    if (first.kind === "suspended") await stage.run(`[system:time] >> ${action}`);
    assert.equal(stage.calls.at(-1), `${action.slice(1, -1)} ${expected}`);
  }
});

test("a value that does not fit its parameter fails the step with the schema's words", async () => {
  assert.equal(
    await said("[system:list] >> [source:crawl]", { "system:list": () => listOf({ name: "x" }) }),
    '✗ [source:crawl]: "url" must be text.',
  );
});

test("a failure ends its statement, and the other statements still run", async () => {
  const stage = new Stage({ "system:read": () => fails("No such file.") });
  const source = '[system:read]("a.md") >> [system:notify_user]\n[system:time]';
  assert.deepEqual(outcomesOf(await stage.run(source)).map(words), ["✗ No such file.", "done"]);
  assert.deepEqual(stage.calls, ['system:read {"path":"a.md"}', "system:time {}"]);
});

test("skip passes the previous value on, and says what was left out", async () => {
  const stage = new Stage({ "system:time": () => "09:00", "system:find": () => fails("Broken.") });
  const source = '[on_error: skip] [system:time] >> [system:find]("*") >> [system:notify_user]';
  const outcome = outcomeOf(await stage.run(source));
  assert.equal(stage.calls.at(-1), 'system:notify_user {"message":"09:00"}');
  assert.deepEqual(outcome.ok && outcome.partial?.map(({ message }) => message), ["Broken."]);
});

test("empty passes an empty list on", async () => {
  const stage = new Stage({ "source:web_search": () => fails("Broken.") });
  const outcome = outcomeOf(
    await stage.run('[on_error: empty] [source:web_search]("AI") >> [system:file]("a.md")'),
  );
  assert.equal(stage.calls.at(-1), 'system:file {"path":"a.md","content":""}');
  assert.deepEqual(outcome.ok && outcome.partial?.length, 1);
});

test("on_error speaks of a statement's only step too", async () => {
  const acts: Acts = { "source:web_search": () => fails("Broken.") };
  const empty = outcomeOf(await new Stage(acts).run('[on_error: empty] [source:web_search]("AI")'));
  assert.deepEqual(empty.ok && empty.value, { kind: "list", items: [] });
  const skipped = outcomeOf(
    await new Stage(acts).run('[on_error: skip] [source:web_search]("AI")'),
  );
  assert.equal(words(skipped), "");
  const source =
    '[on_error: empty] $l = [source:web_search]("AI")\n[each: $i in $l] { [system:time] }';
  assert.equal(
    outcomesOf(await new Stage(acts).run(source)).every(({ ok }) => ok),
    true,
  );
});

test("branches come together in source order, whichever is ready first", async () => {
  const gates = new Map<string, () => void>();
  const stage = new Stage({
    "source:search_news": (call) =>
      new Promise((resolve) => {
        const query = String(call.params["query"]);
        gates.set(query, () => resolve(listOf({ title: `${query} news` })));
      }),
  });
  const running = stage.run('[source:search_news]("A") & [source:search_news]("B")');
  await settled();
  gates.get("B")!();
  await settled();
  gates.get("A")!();
  const outcome = outcomeOf(await running);
  assert.deepEqual(outcome.ok && outcome.value.kind === "list" && outcome.value.items, [
    { source: "source:search_news A", title: "A news" },
    { source: "source:search_news B", title: "B news" },
  ]);
  assert.equal(words(outcome), "- A news\n- B news");
});

test("branches of several lines are headed by what they are about; their data keeps the names of the actions", async () => {
  const stage = new Stage({
    "source:search_news": () => listOf({ title: "news" }, { title: "more" }),
  });
  const outcome = outcomeOf(
    await stage.run(
      '([source:search_news]("A") >> [system:merge]) & ([system:read]("a.md") ?? [system:time]) & ([system:time] & [system:time])',
    ),
  );
  assert.deepEqual(words(outcome).match(/^\*\*(?!Tell).*$/gm), [
    "**A**",
    "**a.md**",
    "**Several at once**",
  ]);
  assert.ok(outcome.ok && outcome.value.kind === "list");
  const sources = outcome.value.items.map((item) => (item as { source: string }).source);
  assert.equal(sources[1], "system:read a.md");
});

test("at most eight branches run at once", async () => {
  let running = 0;
  let most = 0;
  const wait = async (): Promise<string> => {
    running += 1;
    most = Math.max(most, running);
    await settled();
    running -= 1;
    return "done";
  };
  const branches = Array.from({ length: 20 }, () => "[system:time]").join(" & ");
  const stage = new Stage({ "system:time": wait });
  await stage.run(branches);
  assert.deepEqual([most, stage.calls.length], [8, 20]);
});

test("some branches failed: good and partial, with the failures listed", async () => {
  const stage = new Stage({ ...NEWS, "source:web_search": () => fails("No network.") });
  const outcome = outcomeOf(
    await stage.run('[source:web_search]("AI") & [source:search_news]("AI")'),
  );
  assert.ok(outcome.ok);
  assert.deepEqual(
    outcome.partial?.map(({ message }) => message),
    ["No network."],
  );
  assert.deepEqual(outcome.value.kind === "list" && outcome.value.items.length, 1);
});

test("all branches failed: a failure that names every cause", async () => {
  const stage = new Stage({
    "source:web_search": () => fails("No network."),
    "system:time": () => fails("No clock."),
  });
  const outcome = outcomeOf(await stage.run('[source:web_search]("AI") & [system:time]'));
  assert.ok(!outcome.ok);
  assert.equal(outcome.failure.code, "all-failed");
  assert.equal(outcome.failure.message, "No network. No clock.");
  assert.equal(outcome.failure.cause?.length, 2);
});

test("?? answers with the first option that works, and says why the others did not", async () => {
  const stage = new Stage({ ...NEWS, "source:web_search": () => fails("No network.") });
  const outcome = outcomeOf(
    await stage.run('[source:web_search]("AI") ?? [source:search_news]("AI") ?? [system:time]'),
  );
  assert.ok(outcome.ok);
  assert.equal(outcome.answeredBy, 2);
  assert.deepEqual(
    outcome.attempts?.map(({ code, message }) => [code, message]),
    [["failed", "No network."]],
  );
  assert.equal(stage.calls.length, 2);
});

test("?? says nothing of attempts when the first option answers", async () => {
  const outcome = outcomeOf(await new Stage().run("[system:time] ?? [system:list]"));
  assert.deepEqual(outcome, success("done"));
});

test("?? goes on behind an empty list, and takes it when nothing better comes", async () => {
  const nothing: Acts = {
    "source:web_search": () => listOf(),
    "system:read": () => fails("Gone."),
  };
  const better = outcomeOf(
    await new Stage(nothing).run('[source:web_search]("AI") ?? [system:time]'),
  );
  assert.ok(better.ok);
  assert.equal(better.answeredBy, 2);
  assert.deepEqual(
    better.attempts?.map(({ code }) => code),
    ["empty"],
  );
  const worse = outcomeOf(
    await new Stage(nothing).run('[source:web_search]("AI") ?? [system:read]("a.md")'),
  );
  assert.ok(worse.ok);
  assert.equal(worse.answeredBy, 1);
  assert.deepEqual(
    worse.attempts?.map(({ code }) => code),
    ["empty", "failed"],
  );
});

test("?? takes an empty list from an action that does not return lists", async () => {
  const stage = new Stage({ "system:time": () => listOf() });
  const outcome = outcomeOf(await stage.run("[system:time] ?? [system:list]"));
  assert.deepEqual([outcome.ok, stage.calls.length], [true, 1]);
});

test("?? with nothing that works names every reason", async () => {
  const acts: Acts = {
    "system:time": () => fails("No clock."),
    "system:list": () => fails("No disk."),
  };
  assert.equal(
    await said("[system:time] ?? [system:list]", acts),
    "✗ None of the 2 options worked: No clock. No disk.",
  );
});

test("groups bind tighter than the operators around them", async () => {
  const acts: Acts = {
    "system:time": () => fails("No clock."),
    "system:list": () => listOf("a.md"),
  };
  const stage = new Stage(acts);
  await stage.run("([system:time] >> [system:todo]) ?? [system:list] >> [system:notify_user]");
  assert.deepEqual(stage.calls, [
    "system:time {}",
    "system:list {}",
    'system:notify_user {"message":"- a.md"}',
  ]);
});
