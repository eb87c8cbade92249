import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { localOwner, runCode } from "../../../src/app/local-owner.ts";
import { parse } from "../../../src/engine/language/parser.ts";
import { pdfOf } from "../../support/pdf.ts";
import { openProgramHouse, type ProgramHouse } from "../../support/program-house.ts";
import {
  NAMED_ACTIONS,
  NODE_EXAMPLES,
  OPERATOR_EXAMPLES,
  RESOLUTION_EXAMPLES,
  SEED_AGENTS,
  SEED_WORKFLOWS,
  type SeedExample,
  TOOL_EXAMPLES,
  VERB_EXAMPLES,
} from "../support/seed-examples.ts";

const ALL: readonly SeedExample[] = [
  ...VERB_EXAMPLES,
  ...RESOLUTION_EXAMPLES,
  ...NODE_EXAMPLES,
  ...OPERATOR_EXAMPLES,
  ...TOOL_EXAMPLES,
];

let house: ProgramHouse;

before(async () => {
  house = await openProgramHouse(SEED_WORKFLOWS, SEED_AGENTS);
  await house.perform(
    '[source:save_memory]("오래된 대화: 민수와 점심"); [source:save_memory]("지난 약속: 금요일 점심")',
  );
  writeFileSync(house.filePath("report.pdf"), pdfOf(["Sales rose", "Costs fell"]));
});

after(() => house.close());

function programOf({ program, quote }: SeedExample): string {
  return (program ?? quote).replaceAll("{pages}", house.upstream.origins.pages);
}

function planOf(source: string) {
  return house.parts.gate.compile(source, localOwner(house.parts).actor);
}

function missesBrowser(example: SeedExample): boolean {
  return example.needsBrowser === true && !house.hasBrowser;
}

test("every example parses; only one cannot as it stands, for the three dots that leave something out", () => {
  const unread = ALL.filter(({ quote }) => /^(?:\[|#|ibl_)/.test(quote) && !parse(quote).ok);
  assert.deepEqual(
    unread.map(({ quote }) => quote),
    ['[source:save_health]() {type: "blood_pressure", ...}'],
  );
  for (const example of ALL) assert.ok(parse(programOf(example)).ok, example.quote);
});

test("the form that the document opens with is a form and no program", () => {
  const form = parse("[node:action](target) {params}");
  assert.ok(!form.ok);
  assert.equal(form.error.code, "expected-colon");
});

test("the block of the operators is one program of four statements", () => {
  const block = parse(OPERATOR_EXAMPLES.map(({ quote }) => quote).join("\n\n"));
  assert.equal(block.ok && block.program.statements.length, 4);
});

test("what waits for an action is refused with what there is instead, and nothing waits that could run", (t) => {
  const catalogue = house.parts.library.catalogue();
  for (const example of ALL) {
    const { today, quote } = example;
    if (today.kind !== "waits") continue;
    assert.ok(!catalogue.actions.has(today.needs), `${today.needs} is there now, so run ${quote}`);
    const planned = planOf(programOf(example));
    assert.ok(!planned.ok, `${quote} resolves now, so run it`);
    const told = planned.problems.map(({ message }) => message).join(" ");
    for (const name of today.lists) assert.ok(told.includes(`"${name}"`), `${quote}: ${told}`);
    t.diagnostic(`waits for ${today.needs}: ${quote}`);
  }
});

for (const example of ALL) {
  const { today, quote, program } = example;
  if (today.kind === "waits") continue;
  const name = `${quote}${program === undefined ? "" : ` (${program})`}`.replaceAll("\n", " ");
  test(`${name} ${today.kind}`, async (t) => {
    const source = programOf(example);
    const planned = planOf(source);
    assert.ok(planned.ok, planned.ok ? "" : planned.problems.map((one) => one.message).join(" "));
    if (missesBrowser(example)) {
      t.diagnostic(`waits for Chromium: ${quote}`);
      return;
    }
    const { effects } = planned.plan.report;
    assert.deepEqual(
      effects.map(({ node, action }) => `${node}:${action}`).sort(),
      [...today.calls].sort(),
    );
    if (today.kind === "resolves") return;
    const { envelope, pressed } = await house.perform(source);
    assert.equal(envelope.ok, true, JSON.stringify(envelope));
    assert.match(envelope.text, today.gives);
    const waiting = effects.some((effect) => effect.approval);
    const asks = ["system:ask_user", "system:approve"].includes(today.calls[0] ?? "");
    assert.equal(pressed.length, Number(waiting) + Number(asks), `${pressed}`);
  });
}

test("what was saved stands in the files, and what was sent has left", () => {
  const saved = (name: string): string => readFileSync(house.filePath(name), "utf8");
  assert.equal(saved("memo.md"), "...");
  assert.match(saved("news.md"), /1\. \[AI 뉴스 총정리/);
  assert.match(saved("briefing.md"), /AI 총정리[\s\S]*부동산 총정리/);
  assert.deepEqual(
    house.sent.filter((text) => text.includes("작업")),
    ["ℹ️ 작업이 완료되었습니다"],
  );
});

test("a workflow in the form of steps runs under either action", async () => {
  for (const action of ["run", "run_pipeline"]) {
    const { envelope } = await house.perform(`[system:${action}]("price_check")`);
    assert.match(envelope.text, /삼성전자.*71,500/s);
  }
  const { envelope } = await house.perform('[system:run]("news_briefing")');
  assert.match(envelope.text, /AI 뉴스 총정리[\s\S]*부동산 뉴스 총정리/);
});

test("a fallback answers with its second option when the first fails", async () => {
  house.upstream.misbehave("yahoo-finance", { kind: "status", status: 500 }, 1);
  const { envelope } = await house.perform(
    '[source:price]("AAPL") ?? [source:price]("삼성전자") {type: "kr"}',
  );
  assert.match(envelope.text, /삼성전자/);
});

test("nothing that is denied is done", async () => {
  const denied = await runCode(house.parts, '[system:run_command]("echo hello > left.txt")', {
    answer: async () => ({ state: "denied" }),
    signal: new AbortController().signal,
    onStep: () => undefined,
  });
  assert.equal(denied.kind, "denied");
  assert.equal(existsSync(house.filePath("left.txt")), false);
});

test("of the actions that the tables of the nodes name, the rest is told", (t) => {
  const { actions, verbs } = house.parts.library.catalogue();
  for (const [node, names] of Object.entries(NAMED_ACTIONS)) {
    const missing = names
      .split(" ")
      .filter((name) => !actions.has(`${node}:${name}`) && verbs.get(node)?.has(name) !== true);
    t.diagnostic(`${node} waits for: ${missing.join(", ") || "nothing"}`);
  }
  assert.equal(Object.keys(NAMED_ACTIONS).length, 6);
});
