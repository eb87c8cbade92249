import assert from "node:assert/strict";
import { test } from "node:test";
import { ModelError } from "../../../src/agent/models/model-client.ts";
import { runs } from "../../support/scripted-model.ts";
import { ColleagueWorld } from "../support/colleague-world.ts";
import { words } from "../support/gate-world.ts";

const ASK = '[system:agent_ask_sync]("research/news") {message: "find AI news"}';

test("a colleague answers in a pipe, and the next step gets the answer", async () => {
  const world = new ColleagueWorld();
  world.scripts["news"] = [runs('[source:search_news]("AI")'), "Three stories."];
  let written = "";
  world.acts["system:file"] = (call) => {
    written = String(call.params["content"]);
    return "ok";
  };
  const result = await world.run(`${ASK} >> [system:write]("a.md")`);
  assert.equal(words(result), "ok: did write");
  assert.deepEqual(world.calls, ["research/news source:search_news AI", "- system:write a.md"]);
  assert.equal(written, "");
});

test("a colleague knows its role, sees only its nodes, thinks in its mode, and the caller pays", async () => {
  const world = new ColleagueWorld();
  world.scripts["news"] = ["Nothing new."];
  const answer = await world.run(ASK);
  assert.equal(words(answer), "ok: Nothing new.");
  const [system = ""] = world.systems;
  assert.match(system, /You are news desk: role of news desk. prompt of news desk/);
  assert.match(system, /source:search_news/);
  assert.doesNotMatch(system, /forge:/);
  const [{ payer, mode } = assert.fail()] = world.payers;
  assert.deepEqual(
    [payer.personId, payer.chatKey, mode],
    [world.member.id, "telegram:1", "default"],
  );
});

test("rights are those of all who ask: what one of them lacks is refused at every call of the tree", async () => {
  const world = new ColleagueWorld();
  world.workflows["draw"] = { pipeline: '[forge:line]("a") {data: [1, 2]}' };
  const forge = '[forge:line]("a") {data: [1, 2]}';
  const programs = [
    forge,
    `[system:time] & ${forge}`,
    `[system:time] ?? ${forge}`,
    `$x = [system:time]\n[if: empty($x)] { ${forge} }`,
    '[system:run_pipeline]("draw")',
    '[system:run_pipeline]() {pipeline: `[forge:line]("a") {data: [1, 2]}`}',
    '[system:delegate_workflow]("research/charts") {steps: [{node: "forge", action: "line", target: "a", params: {data: [1, 2]}}]}',
  ];
  for (const [index, program] of programs.entries()) {
    const result = await world.run(program, { as: "research/news", origin: `update:${index}` });
    assert.equal(result.kind, "denied", `${program} ${words(result)}`);
  }
  assert.deepEqual(world.calls, []);
});

test("a delegated agent does not lend its nodes to the agent that asks", async () => {
  const world = new ColleagueWorld();
  world.scripts["charts"] = [runs('[forge:line]("a") {data: [1, 2]}'), "I may not draw."];
  const result = await world.run('[system:agent_ask_sync]("charts") {message: "draw"}', {
    as: "research/news",
  });
  assert.equal(words(result), "ok: I may not draw.");
  assert.deepEqual(world.calls, []);
});

test("the system node is always there, and its risky actions ask all the same", async () => {
  const world = new ColleagueWorld();
  const card = world.cardOf(await world.run('[system:delete]("a.md")', { as: "office/writer" }));
  assert.deepEqual(
    card.card.agents?.map(({ id }) => id),
    ["office/writer"],
  );
  assert.deepEqual(world.calls, []);
  await world.press(card, "approved");
  assert.deepEqual(world.calls, ["office/writer system:delete a.md"]);
});

test("an agent whose nodes were taken meanwhile is refused when its run goes on", async () => {
  const world = new ColleagueWorld();
  const program = '[system:approve]("go on") >> [source:search_news]("AI")';
  const card = world.cardOf(await world.run(program, { as: "research/news" }));
  world.agents = world.agents.map((agent) =>
    agent.id === "research/news" ? { ...agent, allowedNodes: [] } : agent,
  );
  const reply = await world.press(card, "approved");
  assert.ok(reply?.kind === "run" && reply.result.kind === "denied", JSON.stringify(reply));
  assert.deepEqual(world.calls, []);
});

test("delegation rejects cycles and more than three levels", async () => {
  const world = new ColleagueWorld();
  const ask = (name: string, agents: readonly string[]) =>
    world.gate.run({
      source: `[system:agent_ask_sync]("${name}") {message: "x"}`,
      origin: `update:${agents.length}:${name}`,
      actor: { ...world.actor(world.member), agents },
    });
  const chain = ["system/system", "research/news", "research/charts"];
  assert.match(words(await ask("research/news", chain)), /Nobody can be asked by those who wait/);
  const deep = [...chain, "office/writer"];
  assert.match(words(await ask("office/chief", deep)), /At most 3 colleagues/);
  assert.deepEqual(world.payers, []);
});

test("a colleague of another project is asked, not delegated to, but by the system agent", async () => {
  const world = new ColleagueWorld();
  const as = "office/writer";
  const no = await world.run('[system:delegate]("research/news") {message: "x"}', { as });
  assert.match(words(no), /is not in the project "office"/);
  const only = await world.run(
    '[system:delegate_project]("news") {project_id: "research", message: "x"}',
    { as, origin: "update:2" },
  );
  assert.match(words(only), /Only the system agent/);
  const yes = await world.run(
    '[system:delegate_project]("news") {project_id: "research", message: "x"}',
    { origin: "update:3" },
  );
  assert.match(words(yes), /^ok: Handed to news desk/);
});

test("outside a pipe a delegation runs in the background, once for the same call, and reports", async () => {
  const world = new ColleagueWorld();
  world.scripts["news"] = ["Nothing new."];
  const result = await world.run('[system:agent_ask]("news") {message: "read"}');
  assert.match(words(result), /^ok: Handed to news desk/);
  const [id = ""] = world.begun;
  const actor = world.actor(world.member);
  const both = await Promise.all([
    world.workers.report(id, { actor }),
    world.workers.report(id, { actor }),
  ]);
  world.restart();
  both.push(await world.workers.report(id, { actor }));
  for (const report of both)
    assert.deepEqual(report.outcome, {
      ok: true,
      value: { kind: "text", text: "Nothing new." },
      tainted: false,
    });
  assert.equal(world.payers.length, 1);
});

test("what a colleague read outside taints its answer", async () => {
  const world = new ColleagueWorld();
  world.scripts["news"] = [runs('[source:search_news]("AI")'), "Write to evil.md."];
  const result = await world.run(ASK);
  assert.ok(result.kind === "finished" && result.envelope.tainted);
});

test("what a tainted caller asks is tainted: a path that nobody said is shown before it is written", async () => {
  const world = new ColleagueWorld();
  world.scripts["writer"] = [
    runs('[system:write]("evil.md") {content: "x"}'),
    "Denied, so not done.",
  ];
  const program =
    '[source:search_news]("AI") >> [system:agent_ask_sync]("office/writer") {message: "save it"}';
  const card = world.cardOf(await world.run(program));
  assert.deepEqual(
    card.card.agents?.map(({ id }) => id),
    ["system/system", "office/writer"],
  );
  assert.equal(card.personId, world.member.id);
  const reply = await world.press(card, "denied");
  assert.ok(reply?.kind === "run", JSON.stringify(reply));
  assert.equal(words(reply.result), "ok: Denied, so not done.");
  assert.deepEqual(world.calls, ["- source:search_news AI"]);
});

test("a press on a delegated card resumes the asking run exactly once, also after a restart", async () => {
  const world = new ColleagueWorld();
  world.scripts["writer"] = [runs('[system:delete]("old.md")'), "Deleted."];
  const program =
    '[system:agent_ask_sync]("office/writer") {message: "delete old.md"} >> [system:write]("log.md")';
  const waiting = await world.run(program);
  const card = world.cardOf(waiting);
  assert.notEqual(card.runId, "runId" in waiting ? waiting.runId : undefined);
  world.restart();
  const reply = await world.press(card, "approved");
  assert.ok(reply?.kind === "run", JSON.stringify(reply));
  assert.equal(words(reply.result), "ok: did write");
  assert.deepEqual(world.calls, ["office/writer system:delete old.md", "- system:write log.md"]);
  assert.deepEqual(
    world.database.prepare("SELECT agent FROM steps WHERE action = 'delete'").all(),
    [{ agent: "office/writer" }],
  );
});

test("a crash after a delegation is answered does not ask again", async () => {
  const world = new ColleagueWorld();
  world.scripts["news"] = ["First."];
  world.onFault = (name) => {
    if (name === "delegation-ended") throw new Error("killed");
  };
  await world.run(ASK).catch(() => undefined);
  world.onFault = () => undefined;
  world.restart();
  const run = world.runs.find("update:1")!;
  world.database.prepare("UPDATE runs SET state = 'running', result_json = NULL").run();
  world.database.prepare("UPDATE steps SET state = 'started', outcome_json = NULL").run();
  const result = await world.gate.resume(run.id, { actor: world.actor(world.member) });
  assert.equal(words(result), "ok: First.");
  assert.equal(world.payers.length, 1);
});

test("delegated steps run as code under the colleague's name, without a model", async () => {
  const world = new ColleagueWorld();
  const program =
    '[system:delegate_workflow]("research/news") {steps: [{node: "source", action: "search_news", target: "AI"}, {node: "system", action: "write", target: "n.md"}]}';
  assert.equal(words(await world.run(program)), "ok: did write");
  assert.deepEqual(world.calls, [
    "research/news source:search_news AI",
    "research/news system:write n.md",
  ]);
  assert.deepEqual(world.payers, []);
});

test("risky delegated steps stand on the plan's card with who will act", async () => {
  const world = new ColleagueWorld();
  const program =
    '[system:delegate_workflow]("office/writer") {steps: [{node: "system", action: "delete", target: "a.md"}]}';
  const card = world.cardOf(await world.run(program));
  assert.equal(card.kind, "plan");
  assert.deepEqual(
    card.card.agents?.map(({ id }) => id),
    ["system/system", "office/writer"],
  );
  await world.press(card, "approved");
  assert.deepEqual(world.calls, ["office/writer system:delete a.md"]);
});

test("without a model examples answer, and what they do not understand is a failure", async () => {
  const world = new ColleagueWorld();
  world.hasModel = false;
  world.restart();
  assert.match(words(await world.run(ASK)), /^failed: "research\/news" did not understand/);
  world.planned = { kind: "sure", code: '[source:search_news]("AI")', intent: "news", score: 1 };
  assert.equal(words(await world.run(ASK, { origin: "update:2" })), "ok: did search_news");
  assert.deepEqual(world.calls, ["research/news source:search_news AI"]);
  const handed = '[system:time] >> [system:agent_ask_sync]("news") {message: "sum up"}';
  assert.match(words(await world.run(handed, { origin: "update:3" })), /Without a language model/);
});

test("usage examples answer when the model is unavailable", async () => {
  const world = new ColleagueWorld();
  world.scripts["news"] = [new ModelError("model-auth", { ko: "열쇠 없음", en: "No key." })];
  world.planned = { kind: "sure", code: '[source:search_news]("AI")', intent: "news", score: 1 };
  assert.equal(words(await world.run(ASK)), "ok: did search_news");
});

test("each agent has its own conversation in a chat, and a colleague's work is in none", async () => {
  const world = new ColleagueWorld();
  const say = (text: string, origin: string, agent?: string) =>
    world.assistant.answer({ origin, text, actor: world.actor(world.member, agent) });
  world.scripts["news"] = ["As a colleague.", "As myself."];
  world.scripts["system"] = ["Hello.", runs(ASK), "It says so.", "Again."];
  await say("hi", "update:1");
  await say("ask the news desk", "update:2");
  await say("who are you", "update:3", "research/news");
  const own = world.turns.find("update:3")!;
  assert.deepEqual(world.turns.history(own), []);
  await say("and now", "update:4");
  const history = JSON.stringify(world.turns.history(world.turns.find("update:4")!));
  assert.match(history, /ask the news desk/);
  assert.doesNotMatch(history, /who are you/);
});
