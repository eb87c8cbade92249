import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openLibrary } from "../../src/app/core/data-library.ts";
import { createLog } from "../../src/base/log.ts";
import { openProgramHouse } from "../support/program-house.ts";
import { ROOT, temporaryHome } from "../support/service.ts";

const LOG = createLog({ write: () => undefined, redact: (text) => text, level: "silent" });

test("in the whole service a colleague answers by examples, and tells of what it read outside", async (t) => {
  const house = await openProgramHouse();
  t.after(() => house.close());
  const { envelope } = await house.perform(
    '[system:agent_ask_sync]("뉴스 담당") {message: "AI 뉴스 찾아줘"}',
  );
  assert.ok(envelope.ok && envelope.tainted, JSON.stringify(envelope));
  assert.notEqual(envelope.text, "");
  const row = house.parts.database
    .prepare("SELECT agents_json, errand_id IS NOT NULL AS asked FROM runs ORDER BY rowid DESC")
    .get();
  assert.deepEqual(row, { agents_json: '["system/system","research/news"]', asked: 1 });
});

test("projects, agents and switches are listed, and where no service runs everybody waits for the answer", async (t) => {
  const house = await openProgramHouse();
  t.after(() => house.close());
  const projects = await house.perform("[system:list_projects]");
  assert.match(projects.envelope.text, /\*\*research\*\*\n- 시세 담당 \(`research\/market`\)/);
  const info = await house.perform('[system:agent_info]("writer")');
  assert.match(info.envelope.text, /글쓰기 담당.*\n역할: 편집자\n쓸 수 있는 노드: system/);
  house.parts.switches.save({ personId: "person_local", name: "시각", program: "[system:time]" });
  const switches = await house.perform("[system:list_switches]");
  assert.equal(switches.envelope.text, "- **시각** `[system:time]`");
  const handed = await house.perform('[system:delegate]("일정 담당") {message: "지금 몇 시야"}');
  assert.doesNotMatch(handed.envelope.text, /보고가 와요/);
  assert.notEqual(handed.envelope.text, "");
});

test("an agent discovers what its nodes can do, and nothing that it may not use", async (t) => {
  const house = await openProgramHouse();
  t.after(() => house.close());
  const discovered = async (program: string): Promise<readonly string[]> => {
    const { envelope } = await house.perform(program);
    assert.ok(envelope.ok, envelope.text);
    return [...envelope.text.matchAll(/^- `([a-z]+):/gmu)].map(([, node = ""]) => node);
  };
  const asked = '[system:discover]("find news, draw a chart, save a file") {limit: 50}';
  assert.deepEqual(new Set(await discovered(asked)).has("forge"), true);
  house.parts.chatAgents.choose("person_local", "console:local", "research/news");
  for (const program of [asked, "[system:discover] {limit: 50}", '[system:discover]("forge")'])
    for (const node of await discovered(program))
      assert.ok(node === "system" || node === "source", `${program} ${node}`);
  assert.ok((await discovered(asked)).includes("source"));
});

test("a schedule made by an agent runs with that agent's nodes", async (t) => {
  const house = await openProgramHouse();
  t.after(() => house.close());
  const { parts } = house;
  parts.chatAgents.choose("person_local", "console:local", "office/writer");
  await house.perform('[system:schedule]("매일") {pipeline: "[system:time]", every: "1d"}');
  const [made] = parts.schedules.list("person_local");
  assert.deepEqual(made?.agents, ["office/writer"]);
  const broad = parts.schedules.update("매일", "person_local", {
    program: '[source:search_news]("AI")',
  });
  const result = await parts.occurrenceRunner.run({
    id: "occ_1",
    replaces: [],
    schedule: broad,
    dueMs: 0,
    isCatchUp: false,
    effectScope: "occurrence:occ_1",
  } as unknown as Parameters<typeof parts.occurrenceRunner.run>[0]); // what a due time runs needs no more of it
  assert.equal(result.state, "failed");
  assert.match(result.summary ?? "", /office\/writer/);
});

test("agents of HOME cover the shipped ones; on an error the old are kept and the file is told", () => {
  const home = temporaryHome();
  try {
    const folder = join(home.path, "agents");
    mkdirSync(folder, { recursive: true });
    const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
    write("news.yaml", agentFile("news", "[source]"));
    const library = openLibrary([join(ROOT, "data"), home.path], LOG, { watch: false });
    const prompt = () => library.agents().find(({ id }) => id === "research/news")?.prompt.en;
    assert.equal(prompt(), "Mine.");
    write("news.yaml", agentFile("news", "[sauce]"));
    assert.equal(library.reload(), false);
    assert.equal(prompt(), "Mine.");
    const [problem] = library.problems();
    assert.deepEqual([problem?.file, problem?.line], ["agents/news.yaml", 7]);
    write("news.yaml", agentFile("news", "[source, forge]"));
    assert.equal(library.reload(), true);
    assert.deepEqual(library.problems(), []);
    library.close();
  } finally {
    home.remove();
  }
});

function agentFile(name: string, nodes: string): string {
  return [
    "project: research",
    `name: ${name}`,
    "title: News",
    "description: news",
    "role: reporter",
    "prompt: Mine.",
    `allowed_nodes: ${nodes}`,
    "",
  ].join("\n");
}
