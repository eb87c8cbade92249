import assert from "node:assert/strict";
import { test } from "node:test";
import { ToolRegistry } from "../../../src/agent/tools/registry.ts";
import type { Tool, ToolContext } from "../../../src/agent/tools/tool.ts";
import { AppError } from "../../../src/base/errors.ts";
import type { JsonObject } from "../../../src/base/json.ts";
import type { Expansion } from "../../../src/engine/execute/action-types.ts";
import { type Outcome, success, textOf, type Value } from "../../../src/engine/values/outcome.ts";
import { echoTool } from "./support/echo-tool.ts";

const CONTEXT: ToolContext = {
  actor: { personId: "ann", chatId: "console:1", language: "en", zone: "UTC", isOwner: true },
  effectKey: "update:1/1",
  tainted: false,
  signal: new AbortController().signal,
};

function registryOf(...tools: readonly Tool[]): ToolRegistry {
  const registry = new ToolRegistry();
  for (const tool of tools) registry.register(tool);
  return registry;
}

/** What a call came to: its text, or code and message of its failure. */
function words(outcome: Outcome | Expansion): string {
  assert.ok("ok" in outcome);
  return outcome.ok ? textOf(outcome.value) : `${outcome.failure.code}: ${outcome.failure.message}`;
}

async function executed(tool: Tool, input: JsonObject = { message: "hi" }): Promise<string> {
  return words(await registryOf(tool).execute({ name: tool.name, input }, CONTEXT));
}

test("a registered tool is found, listed, counted and run", async () => {
  const echo = echoTool();
  const registry = registryOf(echo, echoTool({ name: "shout" }));
  assert.deepEqual(
    [registry.count(), registry.has("echo"), registry.has("nobody")],
    [2, true, false],
  );
  assert.equal(registry.get("echo"), echo);
  assert.deepEqual(
    registry.getAll().map(({ name }) => name),
    ["echo", "shout"],
  );
  assert.deepEqual(
    registry.getDefinitions().map(({ tool, action }) => [tool, action]),
    [
      ["echo", "tool:echo"],
      ["shout", "tool:shout"],
    ],
  );
  const outcome = await registry.execute(
    { name: "echo", input: { message: "hi", times: 2 } },
    CONTEXT,
  );
  assert.equal(words(outcome), "hihi");
});

test("removing a tool works once and does nothing the second time", () => {
  const registry = registryOf(echoTool());
  assert.deepEqual([registry.unregister("echo"), registry.unregister("echo")], [true, false]);
  assert.deepEqual([registry.count(), registry.getDefinitions()], [0, []]);
  registry.register(echoTool());
  registry.clear();
  assert.deepEqual([registry.count(), registry.get("echo")], [0, undefined]);
});

test("a name that is taken is refused, unless the caller says that it replaces", async () => {
  const registry = registryOf(echoTool());
  const louder = echoTool({ execute: async () => success("HI") });
  assert.throws(() => registry.register(louder), {
    code: "tool-exists",
    message: 'There is a tool "echo" already.',
  });
  assert.equal(
    words(await registry.execute({ name: "echo", input: { message: "hi" } }, CONTEXT)),
    "hi",
  );
  registry.register(louder, { replace: true });
  assert.equal(
    words(await registry.execute({ name: "echo", input: { message: "hi" } }, CONTEXT)),
    "HI",
  );
  assert.equal(registry.count(), 1);
});

const BAD_TOOLS: readonly (readonly [string, Partial<Tool>, RegExp])[] = [
  ["a name that no program could write", { name: "Echo it" }, /small letters, digits and "_"/],
  ["a schema of no object", { inputSchema: { type: "string" } }, /must have the type "object"/],
  [
    "a schema that is none",
    { inputSchema: { type: "object", properties: { message: { type: "words" } } } },
    /Its inputSchema is no JSON Schema: /,
  ],
  ["a role of an unknown input", { roles: { to: "recipient" } }, /has no "to"/],
  ["a file at an unknown input", { files: { path: "takes" } }, /has no "path"/],
  ["a piped value for an unknown input", { input: { param: "body", as: "text" } }, /has no "body"/],
  ["no time at all", { timeoutMs: 0 }, /timeoutMs must be above 0/],
  ["an effect that waits and no card", { effect: "send" }, /needs a "card"/],
];

for (const [what, changes, problem] of BAD_TOOLS) {
  test(`a tool with ${what} is not registered`, () => {
    const registry = new ToolRegistry();
    assert.throws(
      () => registry.register(echoTool(changes)),
      (error) =>
        error instanceof AppError && error.code === "bad-tool" && problem.test(error.message),
    );
    assert.equal(registry.count(), 0);
  });
}

test("registration reports every fault of a tool at once", () => {
  const tool = echoTool({ name: "E", timeoutMs: -1, roles: { to: "recipient" } });
  assert.throws(() => new ToolRegistry().register(tool), {
    message:
      'The tool "E" cannot be registered. Its name must be at most 64 small letters, digits and "_". Its inputSchema has no "to". Its timeoutMs must be above 0 and at most 300000.',
  });
});

test("an unknown tool is a failure that names what is near", async () => {
  const outcome = await registryOf(echoTool()).execute({ name: "ecko", input: {} }, CONTEXT);
  assert.equal(words(outcome), 'unknown-tool: There is no tool "ecko". Did you mean "echo"?');
});

test("an input that the schema refuses is reported with every path, and nothing runs", async () => {
  let ran = 0;
  const deep = echoTool({
    inputSchema: {
      type: "object",
      properties: {
        to: {
          type: "array",
          items: {
            type: "object",
            properties: { age: { type: "integer" } },
            required: ["age"],
          },
        },
      },
      required: ["to"],
    },
    input: undefined as never,
    execute: async () => success(`${++ran}`),
  });
  const { input: _unused, ...tool } = deep;
  const told = await executed(tool, { to: [{ age: 3 }, { age: "old" }, {}], extra: 1 });
  assert.match(told, /^bad-parameters: /);
  assert.match(told, /"to\.1\.age" must be a whole number/);
  assert.match(told, /to\.2/);
  assert.match(told, /"extra"/);
  assert.equal(ran, 0);
});

test("what a tool throws is a failure, with its own code where it has one", async () => {
  const throwing = (thrown: unknown) =>
    echoTool({
      execute: async () => {
        throw thrown;
      },
    });
  assert.equal(
    await executed(throwing(new TypeError("x is not a function"))),
    'tool-failed: The tool "echo" failed: x is not a function',
  );
  assert.equal(
    await executed(throwing(new AppError("quota-full", "No room is left."))),
    'quota-full: The tool "echo" failed: No room is left.',
  );
  assert.equal(await executed(throwing("boo")), 'tool-failed: The tool "echo" failed: boo');
});

test("an abort of the run passes through, and one that the tool makes up is a failure of its own", async () => {
  const stop = new AbortController();
  const tool = echoTool({
    execute: async () => {
      throw new DOMException("gone", "AbortError");
    },
  });
  assert.match(await executed(tool), /^tool-failed: /);
  stop.abort(new AppError("aborted", "Stopped."));
  const call = { name: "echo", input: { message: "hi" } };
  await assert.rejects(registryOf(tool).execute(call, { ...CONTEXT, signal: stop.signal }), {
    message: "Stopped.",
  });
});

test("a value that is too large, or that is no data, is refused with what to do", async () => {
  const giving = (value: unknown) => echoTool({ execute: async () => success(value as Value) });
  assert.match(
    await executed(giving({ kind: "text", text: "x".repeat(3_000_000) })),
    /^result-too-large: The tool "echo" gave 30000\d\d characters; at most 2000000 are taken\. Ask it for less\.$/,
  );
  const cycle: Record<string, unknown> = { kind: "object" };
  cycle["data"] = cycle;
  assert.match(await executed(giving(cycle)), /^bad-result: /);
  assert.match(await executed(giving({ kind: "object", data: { n: 1n } })), /^bad-result: /);
});

test("an empty value is a good one", async () => {
  assert.equal(await executed(echoTool({ execute: async () => success("") })), "");
});
