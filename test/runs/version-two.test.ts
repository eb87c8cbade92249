import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { after, before, test } from "node:test";
import { localOwner } from "../../src/app/local-owner.ts";
import type { PlanResult } from "../../src/engine/plan/plan.ts";
import type { Envelope } from "../../src/runs/result-envelope.ts";
import { openProgramHouse, type ProgramHouse } from "../support/program-house.ts";

/** A program and what it comes to. */
interface Row {
  readonly title: string;
  readonly program: string;
  readonly wanted: readonly string[];
}

const ROWS: readonly Row[] = readFileSync(
  new URL("../engine/support/version-two.txt", import.meta.url),
  "utf8",
)
  .split(/^== /m)
  .slice(1)
  .map((block) => {
    const title = block.slice(0, block.indexOf("\n"));
    const [program = "", wanted = ""] = block.slice(title.length + 1).split(/\n=>\n/);
    return { title, program, wanted: wanted.trim().split("\n") };
  });

/** Files that stand there before each program. */
const FILES: Readonly<Record<string, string>> = {
  "a.md": "first words\nsecond line",
  "b.md": "beta",
  "notes/one.md": "# One\nTODO: call\nok",
  "notes/two.md": "# Two\nTODO: pay",
  "prices.csv": "name,price,day\nApple,3,2026-11-30\nPear,10,2026-12-01\nFig,7,2026-12-01",
  "sales.csv": "shop,amount,kind\nSeoul,30,a\nBusan,12,b\nSeoul,5,b\nBusan,1,a",
  "people.json":
    '[{"name":"Mina","age":31,"city":"Seoul"},{"name":"Ben","age":25,"city":"Busan"},{"name":"Leo","age":31,"city":"Busan"}]',
  "매출.csv": "지점,금액\n서울,100\n부산,50\n서울,20",
};

let house: ProgramHouse;
before(async () => {
  house = await openProgramHouse({}, {}, { IBL_LANGUAGE: "en" });
});
after(() => house.close());

function layFiles(): void {
  rmSync(dirname(house.filePath("a.md")), { recursive: true, force: true });
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(house.filePath(name)), { recursive: true });
    writeFileSync(house.filePath(name), text);
  }
}

/** A program as a model's is planned. */
function planned(program: string): PlanResult {
  const { actor } = localOwner(house.parts);
  return house.parts.gate.compile(program, actor, { beganMs: Date.now(), isByModel: true });
}

/** The last statement of what a program came to, and all that it told. */
async function played(
  program: string,
): Promise<{ readonly last: Envelope["statements"][number] | undefined; readonly told: string }> {
  const sent = house.sent.length;
  const { envelope } = await house.perform(program);
  const last = envelope.statements.at(-1);
  const messages = house.sent.slice(sent).map((text) => `sent: ${text.replace(/^ℹ️ /u, "")}`);
  return { last, told: [last?.text ?? "", ...messages].join("\n") };
}

test("the table has every construct of the second version several times", () => {
  assert.ok(ROWS.length >= 135, `${ROWS.length}`);
});

for (const { title, program, wanted } of ROWS)
  test(`second version: ${title}`, async () => {
    layFiles();
    const result = planned(program);
    const problem = result.ok ? undefined : result.problems[0];
    const [verdict = "", code = ""] = wanted[0]?.split(" ") ?? [];
    if (verdict === "refused") {
      assert.equal(problem?.code, code);
      assert.equal(problem.correction, undefined);
      return;
    }
    const { last, told } = await played(problem?.hint ?? program);
    assert.ok(problem === undefined || problem.hint !== undefined, problem?.message);
    if (verdict === "fails") assert.equal(last?.error?.code, code);
    else for (const line of wanted) assert.ok(told.includes(line), `${told}\nhas no\n${line}`);
  });
