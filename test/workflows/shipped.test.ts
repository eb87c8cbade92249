import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT } from "../support/service.ts";
import { openHouse, type WorkflowHouse } from "./support/workflow-house.ts";

const NAMES = readdirSync(join(ROOT, "data", "workflows"))
  .map((file) => file.replace(/\.yaml$/, ""))
  .sort();

/** Parameters that a workflow cannot do without here: pages stand on loopback. */
function parametersOf(name: string, house: WorkflowHouse, page = "article-ko"): string {
  const needsPage = ["page_watch", "site_watch", "read_later", "save_page"].includes(name);
  if (name === "unread_feed") return ` {url: "${house.upstream.origins.pages}/feed.xml"}`;
  return needsPage ? ` {url: "${house.upstream.origins.pages}/${page}"}` : "";
}

/** Lets the local owner speak a language. */
function speak({ parts }: WorkflowHouse, language: "ko" | "en"): void {
  for (const { id } of parts.people.owners()) parts.people.change(id, { language });
}

/** A row of `[system:list_workflows]`. */
interface Row {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly shipped: boolean;
  readonly runnable: boolean;
  readonly problem: string | null;
}

async function listed(house: WorkflowHouse): Promise<readonly Row[]> {
  const { envelope } = await house.run("[system:list_workflows]");
  return envelope?.value as unknown as readonly Row[]; // a list, as the action declares
}

test("every shipped workflow is runnable, and is told in Korean and English", async (t) => {
  const house = await openHouse(t);
  const rows = await listed(house);
  assert.deepEqual(
    rows.map(({ name }) => name),
    NAMES,
  );
  assert.ok(rows.length >= 9);
  for (const { name, title, description, shipped, runnable, problem } of rows) {
    assert.deepEqual(
      { name, shipped, runnable, problem },
      { name, shipped: true, runnable: true, problem: null },
    );
    assert.match(title, /^[가-힣 ]+$/, name);
    assert.match(description, /[가-힣]/, name);
  }
  speak(house, "en");
  for (const { name, title, description, runnable } of await listed(house)) {
    assert.equal(runnable, true, name);
    assert.match(title, /^[A-Za-z ]+$/, name);
    assert.match(description, /^[ -~]+$/, name);
  }
});

test("every shipped workflow runs by both actions and by its title, and none but the reading list asks", async (t) => {
  const house = await openHouse(t);
  const rows = await listed(house);
  for (const name of NAMES) {
    const parameters = parametersOf(name, house);
    const title = rows.find((row) => row.name === name)!.title;
    for (const program of [
      `[system:run_pipeline]("${name}")${parameters}`,
      `[system:run]("${name}")${parameters}`,
      `[system:run]("${title}")${parameters}`,
    ]) {
      const { envelope, asked, text } = await house.run(program);
      assert.equal(envelope?.ok, true, `${program}: ${text}`);
      assert.deepEqual(envelope?.warnings, [], program);
      const isAsked = name === "reading_list"; // its addresses are known only while it runs
      assert.equal(isAsked || asked.length === 0, true, program);
    }
  }
});

test("every shipped workflow speaks English to an English speaker", async (t) => {
  const house = await openHouse(t);
  speak(house, "en");
  for (const name of NAMES) {
    const { title } = (await listed(house)).find((row) => row.name === name)!;
    const program = `[system:run]("${title}")${parametersOf(name, house, "article-en")}`;
    const { envelope, text } = await house.run(program);
    assert.equal(envelope?.ok, true, `${program}: ${text}`);
    assert.doesNotMatch(text, /[가-힣]/, name);
  }
});

test("a broken workflow of the person's own is listed with its reason, and does not run", async (t) => {
  const house = await openHouse(t, {
    "broken.yaml": 'name: "고장"\npipeline: \'[source:serch_news]("AI")\'\n',
    "unread.yaml": 'pipeline: "[system:time] >>"\n',
    "empty.yaml": "name: 빈 것\nsteps: []\n",
  });
  const problems = (await listed(house))
    .filter((row) => !NAMES.includes(row.name))
    .map(({ name, runnable, problem }) => [name, runnable, problem]);
  assert.deepEqual(
    problems.map(([name, runnable]) => [name, runnable]),
    [
      ["broken", false],
      ["empty", false],
      ["unread", false],
    ],
  );
  assert.match(String(problems[0]?.[2]), /"serch_news".*"search_news"/);
  assert.equal(problems[1]?.[2], '"steps"가 비어 있어요.');
  assert.match(String(problems[2]?.[2]), />>/);
  const { envelope, text } = await house.run('[system:run]("empty")');
  assert.equal(envelope, undefined);
  assert.match(text, /워크플로우 "empty"를 실행할 수 없어요: "steps"가 비어 있어요\./);
});

test("a workflow that needs an address says so", async (t) => {
  const house = await openHouse(t);
  for (const name of ["save_page", "read_later"]) {
    const { text } = await house.run(`[system:run]("${name}")`);
    assert.match(text, new RegExp(`워크플로우 "${name}"에는 "url" 값이 필요해요\\.`));
  }
});
