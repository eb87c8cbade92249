import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { parseAgents, SYSTEM_AGENT } from "../../../src/agent/roster/agent-definitions.ts";
import { AgentRegistry } from "../../../src/agent/roster/roster.ts";
import { readDataFolder } from "../../../src/store/data-files.ts";
import { agentOf } from "../../support/agents.ts";
import { shippedCatalogue } from "../../support/catalogue.ts";

const DATA = fileURLToPath(new URL("../../../data", import.meta.url));
const GOOD = {
  project: "research",
  name: "news",
  title: { ko: "뉴스", en: "News" },
  description: "finds news",
  role: "reporter",
  prompt: "Be brief.",
  allowed_nodes: ["source"],
};

/** A file as it was read; the line of a path is 10 for each of its keys. */
function source(value: unknown, file = "agents/news.yaml") {
  return { file, value, lineOf: (path: readonly string[]) => path.length * 10 };
}

test("the shipped agents are good: the system agent, and colleagues in two projects", () => {
  const { files, problems } = readDataFolder([DATA], "agents");
  const parsed = parseAgents(files, shippedCatalogue().nodes);
  assert.deepEqual([...problems, ...parsed.problems], []);
  const projects = new Set(parsed.agents.map(({ project }) => project));
  assert.deepEqual([...projects].sort(), ["office", "research", "system"]);
  const system = parsed.agents.find(({ id }) => id === SYSTEM_AGENT);
  assert.equal(system?.allowedNodes, undefined);
});

test("a text in one language serves for both, and the mode is default unless said", () => {
  const { agents, problems } = parseAgents([source(GOOD)], ["source"]);
  assert.deepEqual(problems, []);
  const [agent] = agents;
  assert.deepEqual(agent?.description, { ko: "finds news", en: "finds news" });
  assert.deepEqual(
    [agent?.id, agent?.mode, agent?.allowedNodes],
    ["research/news", "default", ["source"]],
  );
});

test("what is wrong is told with file and line, and the good files are read even so", () => {
  const { agents, problems } = parseAgents(
    [
      source(GOOD),
      source({ ...GOOD, name: "other", mode: "slow" }, "agents/a.yaml"),
      source({ ...GOOD, name: "third", allowed_nodes: ["web"] }, "agents/b.yaml"),
      source(GOOD, "agents/c.yaml"),
      source({ ...GOOD, name: "a b", extra: 1 }, "agents/d.yaml"),
    ],
    ["source", "forge"],
  );
  assert.deepEqual(
    agents.map(({ id }) => id),
    ["research/news"],
  );
  const told = problems.map(({ file, line, message }) => `${file}:${line} ${message}`);
  assert.match(told[0]!, /^agents\/a\.yaml:10 mode: /);
  assert.equal(told[1], 'agents/b.yaml:10 There is no node "web". There are: source, forge.');
  assert.equal(told[2], 'agents/c.yaml:10 There is another agent "research/news".');
  assert.equal(told.filter((line) => line.startsWith("agents/d.yaml")).length, 2);
});

test("an agent is found by id, name or title, its own project first; an unclear name is told", () => {
  const agents = [
    agentOf("system/system"),
    agentOf("research/news"),
    agentOf("office/news"),
    agentOf("office/writer"),
  ];
  const agentRegistry = new AgentRegistry(() => agents);
  const idOf = (name: string, project?: string): string => {
    const found = agentRegistry.find(name, project);
    return "fault" in found ? found.fault.words.en : found.id;
  };
  assert.equal(idOf("research/news"), "research/news");
  assert.equal(idOf("news", "office"), "office/news");
  assert.equal(idOf("writer담당"), "office/writer");
  assert.equal(idOf("Writer Desk"), "office/writer");
  assert.equal(idOf("news"), '"news" may be any of "office/news", "research/news". Say which.');
  assert.match(idOf("writter"), /There is no agent "writter"\./);
});

test("agents together reach what every one of them may; one that is gone reaches nothing", () => {
  const agents = [
    agentOf("system/system"),
    agentOf("a/x", ["source", "forge"]),
    agentOf("a/y", ["source"]),
  ];
  const agentRegistry = new AgentRegistry(() => agents);
  assert.equal(agentRegistry.allowedNodes(undefined), undefined);
  assert.deepEqual(agentRegistry.allowedNodes(["system/system", "a/x"]), ["source", "forge"]);
  assert.deepEqual(agentRegistry.allowedNodes(["a/x", "a/y"]), ["source"]);
  assert.deepEqual(agentRegistry.allowedNodes(["a/x", "a/gone"]), []);
});
