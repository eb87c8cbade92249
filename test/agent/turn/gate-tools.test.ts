import assert from "node:assert/strict";
import { test } from "node:test";
import type { Tool, ToolContext } from "../../../src/agent/tools/tool.ts";
import { toolResultOf } from "../../../src/agent/turn/tool-result.ts";
import { success } from "../../../src/engine/values/outcome.ts";
import { settled } from "../../support/manual-clock.ts";
import { GateWorld, stopped, words } from "../support/gate-world.ts";
import { echoTool } from "../tools/support/echo-tool.ts";

const TEXT = { type: "string", minLength: 1 };

/** A tool that posts to a wall; what was posted is in `posts`. */
function postTool(posts: string[], changes: Partial<Tool> = {}): Tool {
  return echoTool({
    name: "post",
    description: { ko: "벽에 붙이기", en: "Post to a wall" },
    inputSchema: {
      type: "object",
      properties: { message: TEXT, wall: TEXT },
      required: ["message", "wall"],
    },
    effect: "send",
    roles: { wall: "recipient" },
    card: { ko: "{wall} 벽에 붙이기: {message}", en: "Post to the wall {wall}: {message}" },
    execute: async ({ message, wall }, { effectKey }) => {
      posts.push(`${String(wall)} ${String(message)} ${effectKey}`);
      return success("posted");
    },
    ...changes,
  });
}

function worldOf(...tools: readonly Tool[]): GateWorld {
  const world = new GateWorld();
  for (const tool of tools) world.tools.register(tool);
  return world;
}

test("a tool runs as a step of a program, and takes the value of the step before", async () => {
  const world = worldOf(echoTool());
  const result = await world.run(
    '[system:time] >> [system:tool]("echo") {times: "2"} >> [system:write]("a.md")',
  );
  assert.equal(words(result), "ok: done");
  assert.deepEqual(world.calls, ["time", "write a.md donedone"]);
});

test("what is wrong with a call of a tool is told before anything runs", async () => {
  const world = worldOf(echoTool(), echoTool({ name: "shout" }));
  const cases: readonly (readonly [string, RegExp])[] = [
    [
      '[system:tool]("ecko") {message: "hi"}',
      /^refused: There is no tool "ecko"\. Did you mean "echo"\?$/,
    ],
    [
      '[system:tool]("unlike") {}',
      /^refused: There is no tool "unlike"\. The tools are "echo", "shout"\.$/,
    ],
    [
      '[system:tool] {message: "hi"}',
      /^refused: \[system:tool\] needs the name of a tool, written out/,
    ],
    [
      '$t = [system:time]\n[system:tool]("$t") {message: "hi"}',
      /^refused: \[system:tool\] needs the name/,
    ],
    ['[system:tool]("echo") {}', /^refused: \[system:tool\("echo"\)\]: .*"message"/],
    ['[system:tool]("echo") {message: "hi", times: "often"}', /"times" must be a whole number/],
    ['[system:tool]("echo") {mesage: "hi"}', /"mesage".*"message"/],
    ['[system:tool]("echo", "hi")', /^refused: \[system:tool\] takes the name of the tool alone/],
  ];
  for (const [source, problem] of cases) {
    assert.match(words(await world.run(`[system:time]; ${source}`)), problem, source);
  }
  assert.deepEqual(world.calls, []);
});

test("a misspelt tool is corrected where only one is near", () => {
  const world = worldOf(echoTool());
  const planned = world.gate.compile(
    '[system:tool]("ecko") {message: "hi"}',
    world.actor(world.owner),
  );
  assert.ok(!planned.ok);
  assert.equal(planned.problems[0]?.correction, '[system:tool]("echo") {message: "hi"}');
});

test("a tool with an effect waits on a card in its own words, and runs once under an effect key", async () => {
  const posts: string[] = [];
  const world = worldOf(postTool(posts));
  const asked = await world.run('[system:tool]("post") {wall: "Team", message: "hello"}');
  const { card } = world.cardOf(asked);
  assert.deepEqual(
    [card.program, card.effects?.map((effect) => effect.card.en)],
    ['[system:tool]("post") {wall: "Team", message: "hello"}', ["Post to the wall Team: hello"]],
  );
  assert.deepEqual(posts, []);
  assert.equal(words(await world.answer(asked, "y")), "ok: posted");
  assert.equal(words(await world.resume(asked)), "ok: posted");
  assert.deepEqual(posts, ["Team hello update:1/1"]);
  const steps = world.runs.steps(world.runs.find("update:1")!.id);
  assert.deepEqual(
    steps.map(({ node, action, params, state }) => [node, action, params, state]),
    [["system", "tool:post", { message: "hello", wall: "Team" }, "done"]],
  );
});

test("a tool that was taken away while its card stood does not run", async () => {
  const posts: string[] = [];
  const world = worldOf(postTool(posts));
  const asked = await world.run('[system:tool]("post") {wall: "Team", message: "hello"}');
  world.tools.unregister("post");
  assert.match(words(await world.answer(asked, "y")), /^refused: There is no tool "post"\./);
  assert.deepEqual(posts, []);
});

test("a tool that was replaced by one with another effect while its card stood asks anew", async () => {
  const posts: string[] = [];
  const world = worldOf(postTool(posts));
  const asked = await world.run('[system:tool]("post") {wall: "Team", message: "hello"}');
  const card = { ko: "{wall} 벽에 크게 붙이기", en: "Shout at the wall {wall}" };
  world.tools.register(postTool(posts, { card }), { replace: true });
  assert.equal(words(await world.answer(asked, "y")), "waiting: plan");
  assert.deepEqual(posts, []);
});

test("a recipient that a page chose pauses and asks with the actual value", async () => {
  const posts: string[] = [];
  const world = worldOf(postTool(posts, { approval: false }));
  world.acts["source:web"] = () => "Enemies";
  const asked = await world.run(
    '$who = [source:web]("x")\n[system:tool]("post") {wall: "$who", message: "hello"}',
  );
  assert.deepEqual(
    world.cardOf(asked).card.values?.map(({ param, value }) => [param, value]),
    [["wall", "Enemies"]],
  );
  assert.deepEqual(posts, []);
});

test("what a tool reads outside is tainted, and so is what was made of tainted input", async () => {
  const world = worldOf(echoTool({ name: "fetch_it", taints: true }), echoTool());
  const outside = await world.run('[system:tool]("fetch_it") {message: "x"}');
  assert.ok(outside.kind === "finished" && outside.envelope.tainted);
  const own = await world.run('[system:tool]("echo") {message: "x"}', { origin: "update:2" });
  assert.ok(own.kind === "finished" && !own.envelope.tainted);
  const made = await world.run('[source:web]("x") >> [system:tool]("echo")', {
    origin: "update:3",
  });
  assert.ok(made.kind === "finished" && made.envelope.tainted);
});

test("only an owner reaches an owner's tool", async () => {
  const world = worldOf(echoTool({ ownerOnly: true }));
  const source = '[system:tool]("echo") {message: "hi"}';
  assert.match(words(await world.run(source)), /^denied: That.s for owners alone/);
  assert.equal(words(await world.run(source, { as: world.owner, origin: "update:2" })), "ok: hi");
});

test("a tool that never comes back is a failure when its time is up, and its signal has ended it", async () => {
  let context: ToolContext | undefined;
  const hanging = echoTool({
    timeoutMs: 5000,
    execute: (_input, given) => {
      context = given;
      return new Promise(() => undefined);
    },
  });
  const world = worldOf(hanging);
  const running = world.run('[system:tool]("echo") {message: "hi"} ?? [system:time]');
  await settled();
  await world.clock.advance(5000);
  assert.equal(words(await running), "ok: done");
  assert.ok(context?.signal.aborted);
});

test("stopping the run aborts the tool, and no fallback answers", async () => {
  let context: ToolContext | undefined;
  const stop = new AbortController();
  const world = worldOf(
    echoTool({
      execute: (_input, given) => {
        context = given;
        return new Promise(() => undefined);
      },
    }),
  );
  const running = world.run('[system:tool]("echo") {message: "hi"} ?? [system:time]', {
    signal: stop.signal,
  });
  await settled();
  stop.abort(stopped());
  assert.equal(words(await running), "stopped: Stopped by /stop.");
  assert.ok(context?.signal.aborted);
  assert.deepEqual(world.calls, []);
});

test("what a tool throws, and nothing at all, are results that a model can act on", async () => {
  const world = worldOf(
    echoTool({ name: "broken", execute: () => Promise.reject(new Error("no such table")) }),
    echoTool({ name: "silent", execute: async () => success("") }),
  );
  const broken = toolResultOf(await world.run('[system:tool]("broken") {message: "hi"}'));
  assert.ok(broken.isError);
  assert.match(
    broken.content,
    /✗ \[system:tool:broken\] tool-failed: The tool "broken" failed: no such table/,
  );
  const run = await world.run('[system:tool]("silent") {message: "hi"}', { origin: "update:2" });
  const silent = toolResultOf(run);
  assert.ok(!silent.isError);
  assert.match(silent.content, /^Done: every statement succeeded\./);
});
