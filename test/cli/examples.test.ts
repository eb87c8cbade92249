import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { commandAt } from "../support/command-line-here.ts";
import { startModelServer } from "../support/model-server.ts";
import { openAiDialect } from "../support/model-server-openai.ts";
import { temporaryHome } from "../support/service.ts";

function openHome(t: TestContext) {
  const home = temporaryHome();
  t.after(() => home.remove());
  const run = (...args: string[]) => commandAt(home.path, ["examples", ...args]);
  return { home: home.path, run };
}

test("examples are made, searched, measured, taught, shown, listed, checked and deleted from the command line", async (t) => {
  const { home, run } = openHome(t);
  const made = await run("generate", "--json");
  assert.equal(made.code, 0, made.errors);
  const { ok, total, counts, broken } = JSON.parse(made.output);
  assert.deepEqual([ok, broken], [true, []]);
  assert.equal(counts.shipped + counts.synthetic + counts.synthetic_v3, total);

  const hits = JSON.parse((await run("search", "테슬라 주가 얼마야", "-k", "2", "--json")).output);
  assert.equal(hits.length, 2);
  assert.match(hits[0].code, /^\[source:price\]/);
  assert.ok(hits[0].score > hits[1].score && hits[0].score <= 1);
  assert.deepEqual(JSON.parse((await run("search", "오늘 너무 피곤해", "--json")).output), []);

  const labels = join(home, "labels.tsv");
  writeFileSync(labels, "지금 몇 시야\tsystem:time\nㅋㅋㅋ 안녕\t-\n");
  const measured = JSON.parse((await run("eval", labels, "--json")).output);
  assert.deepEqual(measured, { n: 1, recall1: 1, recall3: 1, mrr: 1, silence: 1 });
  writeFileSync(labels, "no label here\n");
  assert.equal((await run("eval", labels)).code, 1);

  const code = '[system:todo]("water the violets")';
  const added = JSON.parse((await run("add", "zzyzx the violets", code, "--json")).output);
  assert.deepEqual([added.ok, added.source, added.code], [true, "manual", code]);
  const found = JSON.parse((await run("search", "zzyzx the violets", "--json")).output);
  assert.equal(found[0].id, added.id);
  assert.equal((await run("add", "zzyzx the violets", code)).code, 1);
  assert.equal((await run("add", "something", "[system:nonsense]")).code, 1);
  assert.match((await run("show", String(added.id))).output, /zzyzx the violets/);
  assert.match((await run("list", "zzyzx")).output, new RegExp(`^${added.id}  manual`));
  assert.equal((await run("revalidate", "--json")).code, 0);

  assert.equal((await run("delete", String(added.id), "999999")).code, 1);
  assert.equal((await run("delete", String(added.id))).code, 0);
  assert.equal((await run("show", String(added.id))).code, 1);
  assert.equal((await run("delete", "abc")).code, 2);
});

test("a taught example whose workflow is gone is told by a check, and deleted by a check with --force", async (t) => {
  const { home, run } = openHome(t);
  const folder = join(home, "data", "workflows");
  mkdirSync(folder, { recursive: true });
  const workflow = join(folder, "brew.yaml");
  writeFileSync(workflow, "name: brew\ndescription: brew tea\npipeline: '[system:time]'\n");
  const added = JSON.parse(
    (await run("add", "brew the violets", '[system:run]("brew")', "--json")).output,
  );
  assert.equal(added.ok, true);
  rmSync(workflow);
  const told = await run("revalidate", "--json");
  assert.equal(told.code, 1, told.errors);
  assert.match(told.output, /brew the violets/);
  assert.equal((await run("show", String(added.id))).code, 0);
  await run("revalidate", "--force");
  assert.equal((await run("show", String(added.id))).code, 1);
  assert.equal((await run("revalidate")).code, 0);
});

test("a model says examples in other words when asked to, within its number of questions and budget, and none is needed otherwise", async (t) => {
  const { home, run } = openHome(t);
  const without = await run("generate", "--ai");
  assert.equal(without.code, 1);
  assert.match(without.errors, /ibl-bot setup/);
  const ways = JSON.stringify([{ n: 1, ways: ["x"] }]);
  const server = await startModelServer(openAiDialect({}), [{ text: ways }, { refuse: 429 }]);
  t.after(() => server.close());
  const environment = { IBL_MODEL: "openai/local", OPENAI_BASE_URL: `${server.origin}/v1` };
  const asked = await commandAt(home, ["examples", "generate", "--ai", "-n", "1", "--json"], {
    environment,
  });
  assert.equal(asked.code, 0, asked.errors);
  const { paraphrases } = JSON.parse(asked.output);
  assert.deepEqual([paraphrases.asked, paraphrases.kept, paraphrases.dropped.length], [1, 0, 1]);
  assert.equal(server.requests.length, 1);
  assert.deepEqual(server.problems, []);
});
