import assert from "node:assert/strict";
import { test } from "node:test";
import { DeclaredTools } from "../../../src/agent/tools/declared-tools.ts";
import { createToolDiscovery } from "../../../src/agent/tools/discovery.ts";
import { ToolRegistry } from "../../../src/agent/tools/registry.ts";
import type { ToolContext, ToolPorts } from "../../../src/agent/tools/tool.ts";
import type { ToolSource } from "../../../src/agent/tools/tool-set.ts";
import type { JsonObject } from "../../../src/base/json.ts";
import { exactly, failure, textOf } from "../../../src/engine/values/outcome.ts";
import { echoTool } from "./support/echo-tool.ts";
import { definitionText, goodFile, toolFile } from "./support/tool-files.ts";

/** Tools over handlers that write down what they are given. */
function world(files: readonly ToolSource[], answers: readonly string[] = []) {
  const calls: string[] = [];
  const expanded: string[] = [];
  const asked: string[] = [];
  const handlers: ToolPorts["handlers"] = {
    note: async ({ input, settings }) => {
      calls.push(JSON.stringify(input));
      return { output: { value: String(settings["says"] ?? "x") }, text: "noted" };
    },
    wrong: async () => ({ output: { value: 3 } }),
    fails: async () => failure("no-data", "There is no data."),
  };
  const ports: ToolPorts = {
    handlers,
    ...(answers.length === 0
      ? {}
      : {
          async complete({ instruction }) {
            asked.push(instruction);
            return answers[asked.length - 1] ?? "";
          },
        }),
    compute: async (script, inputs) => exactly({ value: `${script}:${JSON.stringify(inputs)}` }),
    expand({ source }) {
      expanded.push(source);
      return failure("expanded", source);
    },
    textOf: (data) => JSON.stringify(data),
  };
  const registry = new ToolRegistry();
  const tools = new DeclaredTools(registry, { handlers: new Set(Object.keys(handlers)) });
  const taken = tools.take(files);
  const parts: string[] = [];
  const context: ToolContext = {
    actor: { personId: "ann", chatId: "console:1", language: "en", zone: "UTC", isOwner: false },
    effectKey: "update:1/1",
    runId: "run1",
    tainted: false,
    signal: new AbortController().signal,
    onPart: ({ title, number, count }) => parts.push(`${title.en} ${number}/${count}`),
    ports,
  };
  const run = async (name: string, input: JsonObject, more: Partial<ToolContext> = {}) => {
    const outcome = await registry.execute({ name, input }, { ...context, ...more });
    assert.ok("ok" in outcome);
    return outcome.ok
      ? textOf(outcome.value)
      : `${outcome.failure.code}: ${outcome.failure.message}`;
  };
  return { registry, tools, taken, run, calls, expanded, asked, parts };
}

const NOTE = "config: {handler: note}";

/** A diamond: base ← left, right ← top. */
const DIAMOND = [
  goodFile("base", "layer: collection", "produces: [rows]", NOTE, "description: Base"),
  goodFile(
    "left",
    "dependencies: [base]",
    "produces: [left_result]",
    "config: {handler: note, says: l}",
    "description: Left",
  ),
  goodFile("right", "dependencies: [base]", NOTE, "description: Right"),
  goodFile(
    "top",
    "layer: insight",
    "dependencies: [left, right]",
    "description: Top",
    "input_schema: {type: object, properties: {depth: {type: integer}, left_result: {}}, required: [depth, left_result]}",
    NOTE,
  ),
];

test("what a tool depends on runs first, each once a run, in the order of layers, with progress", async () => {
  const { run, calls, parts, tools } = world(DIAMOND);
  assert.deepEqual(
    tools
      .set()
      .order("top")
      .map(({ name }) => name),
    ["base", "left", "right", "top"],
  );
  assert.equal(await run("top", { text: "t", depth: 2 }), "noted");
  assert.deepEqual(calls, [
    '{"text":"t"}',
    '{"text":"t","rows":{"value":"x"}}',
    '{"text":"t","rows":{"value":"x"}}',
    '{"depth":2,"left_result":{"value":"l"},"right":{"value":"x"}}',
  ]);
  assert.deepEqual(parts, ["Base 1/4", "Left 2/4", "Right 3/4", "Top 4/4"]);
  await run("left", { text: "t" });
  assert.equal(calls.length, 4);
  await run("left", { text: "other" });
  assert.equal(calls.length, 6);
  await run("left", { text: "other" }, { runId: "run2" });
  assert.equal(calls.length, 8);
});

test("a result that the call brings is not made, nor what only it would need", async () => {
  const { run, calls } = world(DIAMOND);
  await run("top", { depth: 1, left_result: { value: "given" }, right: { value: "too" } });
  assert.equal(calls.length, 1);
  assert.match(await run("top", { text: "t" }), /^bad-parameters: It needs "depth"\.$/);
  assert.match(await run("top", { depth: 1, text: 3 }), /^bad-parameters: "text" must be text/);
});

test("an output that is not what its schema says is a failure, as is a handler's own", async () => {
  const { run } = world([
    goodFile("odd", "config: {handler: wrong}"),
    goodFile("poor", "config: {handler: fails}"),
    goodFile("above", "layer: report", "dependencies: [poor]", NOTE),
    goodFile("empty"),
  ]);
  assert.equal(
    await run("odd", {}),
    'bad-output: What the tool "odd" gave is not what it declares: "value" must be text.',
  );
  assert.equal(await run("above", {}), "no-data: There is no data.");
  assert.match(await run("empty", {}), /^no-body: The tool "empty" does not say yet what it does/);
});

test("a script is given inputs and results by name, and the settings as config", async () => {
  const script = goodFile("script", "dependencies: [base]", "config: {compute: body, most: 3}");
  const { run } = world([DIAMOND[0] as ToolSource, script]);
  assert.equal(
    await run("script", { text: "t" }),
    JSON.stringify({
      value: 'body:{"text":"t","rows":{"value":"x"},"config":{"most":3}}',
    }),
  );
});

test("a prompt is answered by the schema, asked once more where it is not, and needs a model", async () => {
  const prompt = goodFile("ask", "config: {prompt: Say it.}");
  const { run, asked } = world(
    [prompt],
    ["no json", '```json\n{"value": "said"}\n```', "[]", "[]"],
  );
  assert.equal(await run("ask", { text: "t" }), '{"value":"said"}');
  assert.match(asked[1] ?? "", /Your last answer was refused: It is no JSON\./);
  assert.match(await run("ask", { text: "u" }), /^bad-output: The model's answer/);
  assert.match(
    await world([prompt]).run("ask", {}),
    /^no-model: The tool "ask" needs a language model/,
  );
});

test("a draft of a handler is made better by a model, and stays where there is none or its answer does not fit", async () => {
  const draft = goodFile("draft", "config: {handler: note, refine: Better.}");
  assert.equal(await world([draft]).run("draft", {}), "noted");
  const better = world([draft], ['{"value": "better"}']);
  await better.run("draft", {});
  assert.equal(better.asked.length, 1);
  assert.equal(await world([draft], ["x", "y"]).run("draft", {}), "noted");
});

test("a program runs by the gate and its result comes back to be checked", async () => {
  const { run, expanded } = world([
    goodFile(
      "search",
      "produces: [found]",
      'config: {program: \'$a = [source:web_search]("$text")\n\n  [system:brief] {items: "$a"}\'}',
    ),
    goodFile("after", "layer: report", "dependencies: [search]", NOTE),
  ]);
  await run("search", { text: "t" });
  await run("after", { text: "t" });
  assert.deepEqual(expanded, [
    '$a = [source:web_search]("$text")\n$program_result = [system:brief] {items: "$a"}\n[system:tool]("search") {program_result: "$program_result"}',
    '$found = [system:tool]("search") {text: "$text"}\n[system:tool]("after") {text: "$text", found: "$found"}',
  ]);
  assert.match(await run("search", { program_result: { value: 1 } }), /^bad-output/);
  assert.equal(await run("search", { program_result: { value: "v" } }), '{"value":"v"}');
  assert.equal(await run("after", { found: { value: "v" } }), "noted");
});

test("a broken file keeps its last good definition, and a file that is gone takes its tool away", async () => {
  const { tools, registry, run } = world([goodFile("one", NOTE), goodFile("two", NOTE)]);
  const broken = goodFile("one", 'version: "x"', NOTE);
  const taken = tools.take([broken, goodFile("two", 'version: "1.1.0"', NOTE)]);
  assert.deepEqual(
    taken.problems.map(({ file, rule }) => [file, rule]),
    [["tools/one.yaml", "version"]],
  );
  assert.deepEqual(taken.changes, { added: [], reloaded: ["two"], removed: [] });
  assert.equal(tools.set().get("one")?.version, "1.0.0");
  assert.equal(await run("one", {}), "noted");
  const gone = tools.take([goodFile("three", "dependencies: [two]", NOTE)]);
  assert.deepEqual(gone.changes.removed, ["one", "two"]);
  assert.deepEqual(registry.getAll(), []);
});

test("a tool of the product itself is not covered by a file", () => {
  const registry = new ToolRegistry();
  registry.register(echoTool());
  const tools = new DeclaredTools(registry, { handlers: new Set() });
  const { problems } = tools.take([goodFile("mine"), goodFile("echo")]);
  assert.deepEqual(
    problems.map(({ file, line, words }) => `${file}:${line}: ${words.en}`),
    ['tools/echo.yaml:1: "echo" is a tool of the product itself. Give yours another name.'],
  );
  assert.deepEqual(
    [registry.has("mine"), registry.get("echo")?.description.en],
    [true, "Give a message back"],
  );
});

test("tools are found by name, layer, domain, tags and words", () => {
  const { tools } = world([
    goodFile("sales_agent", "layer: ops", "domain: business", "tags: [money]"),
    toolFile(
      "keyword_analyzer",
      definitionText("keyword_analyzer", "description: {ko: 키워드 추출, en: Find keywords}"),
    ),
  ]);
  const discovery = createToolDiscovery(tools.set);
  const names = (query: Parameters<typeof discovery.find>[0]) =>
    discovery.find(query).map(({ name }) => name);
  assert.equal(discovery.getSpec("sales_agent")?.domain, "business");
  assert.deepEqual(names({ layer: "ops" }), ["sales_agent"]);
  assert.deepEqual(names({ domain: "analysis" }), ["keyword_analyzer"]);
  assert.deepEqual(names({ tag: "money" }), ["sales_agent"]);
  assert.deepEqual(names({ words: "키워드" }), ["keyword_analyzer"]);
  assert.deepEqual(names({ words: "nothing" }), []);
  assert.deepEqual(names({}), ["keyword_analyzer", "sales_agent"]);
});

test("a person's own tool is theirs and an owner's until others may use it", async () => {
  const own = goodFile("own", "config: {handler: note, by: ben}");
  assert.match(
    await world([own]).run("own", {}),
    /^not-allowed: The tool "own" belongs to somebody else/,
  );
  const shared = goodFile("own", "config: {handler: note, by: ben, shared: true}");
  assert.equal(await world([shared]).run("own", {}), "noted");
  const mine = goodFile("own", "config: {handler: note, by: ann}");
  assert.equal(await world([mine]).run("own", {}), "noted");
});
