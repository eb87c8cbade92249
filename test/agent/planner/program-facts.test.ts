import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createProgramFacts } from "../../../src/agent/planner/program-facts.ts";
import type { PlannerResult, PlanProposal } from "../../../src/agent/planner/result.ts";
import { readTokens } from "../../../src/agent/planner/tokens.ts";
import type { SearchHit } from "../../../src/rag/search/example-search.ts";
import {
  NOW_MS,
  plannerOver,
  shippedCatalogue,
  shippedExamples,
} from "../support/planner-examples.ts";

const facts = createProgramFacts(shippedCatalogue);

test("a program is labelled by its actions' cards with its own values, as long as a button can show", () => {
  const labels = [
    ['[system:delete]("a.txt")', "Delete a.txt"],
    ['[source:weather]("Oslo") {days: 2}', "Weather: Oslo"],
    ['[source:search_news]("tea") >> [system:file]("tea.md")', "Save to tea.md"],
    ['[source:crawl]("https://www.example.com/a?b=c")', "Read example.com"],
    ['[system:read]("inbox/notes.txt")', "Read notes.txt"],
    ['[source:search_news]("tea") >> [messenger:send] {to: "Mina"}', "Send to Mina"],
    ['[system:edit]("memo.md") {old: "milk and eggs", new: "soya milk"}', "Change memo.md"],
    [`[system:delete]("${"long-".repeat(9)}name.txt")`, "Delete"],
    ["[system:todo] {done: 2}", "To-dos: tick off 2"],
    ["[no:such]", "[no:such]"],
  ] as const;
  for (const [code, label] of labels) assert.equal(facts.label(code, "en"), label);
});

test("a program has an effect where one of its calls changes, sends or runs something", () => {
  for (const code of [
    '[system:delete]("a")',
    '[system:todo]("a")',
    '[system:run]("w")',
    "[no:such]",
  ])
    assert.ok(facts.hasEffect(code), code);
  for (const code of ["[system:todo]", '[source:price]("a") >> [system:summarize]'])
    assert.ok(!facts.hasEffect(code), code);
});

const NAMES = ["plan.txt", "장보기.txt", "memo.md", "7", "42", "Lisbon", "민수", "'참외 두 개'"];
const FRAMES: readonly ((name: string) => string)[] = [
  (name) => `${name} 지워줘`,
  (name) => `${name} 그냥 지워도 돼 삭제`,
  (name) => `delete ${name} please`,
  (name) => `${name} 읽고 요약해줘`,
  (name) => `open up ${name}`,
  (name) => `할 일 ${name}번 끝`,
  (name) => `weather in ${name}`,
  (name) => `send ${name} to Bob`,
  (name) => `${name} 뉴스 찾아서 out.md로 저장해줘`,
  (name) => `${name} 복사해서 copy.txt로`,
];

test("every file, number, address and quoted text of a label stands in its program, whatever example it was made from", async () => {
  const examples = shippedExamples();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...NAMES),
      fc.constantFrom(...FRAMES),
      fc.array(fc.nat(examples.length - 1), { maxLength: 5 }),
      async (name, frame, picks) => {
        const message = frame(name);
        const hits = picks.flatMap((pick) => {
          const example = examples[pick];
          return example === undefined ? [] : [hit(example.intent, example.code)];
        });
        const options = { language: "ko", nowMs: NOW_MS, zone: "Asia/Seoul" } as const;
        const result = await plannerOver(async () => hits).plan(message, options, {
          personId: "a",
        });
        for (const proposal of proposalsOf(result)) assertOwnValues(proposal);
      },
    ),
    { numRuns: 300 },
  );
});

function hit(intent: string, code: string): SearchHit {
  const example = { intent, code, source: "shipped" } as SearchHit["example"]; // weighing reads no more of it
  return { example, score: 0.8, meaning: 0.8, words: 0.8 };
}

function proposalsOf(result: PlannerResult): readonly PlanProposal[] {
  if (result.kind === "none") return [];
  return result.kind === "sure" ? [result, ...(result.others ?? [])] : result.proposals;
}

function assertOwnValues({ code, intent }: PlanProposal): void {
  const values = readTokens(intent).filter(({ kind }) =>
    ["file", "path", "url", "number", "quote", "place"].includes(kind),
  );
  for (const { start, bodyEnd } of values) {
    const written = intent.slice(start, bodyEnd).replace(/^["'“]|["'”]$/gu, "");
    assert.ok(code.includes(written), `${intent}: ${written} is not in ${code}`);
  }
}
