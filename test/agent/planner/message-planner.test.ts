import assert from "node:assert/strict";
import { test } from "node:test";
import { type ExampleEvidence, rerankPlan } from "../../../src/agent/planner/message-planner.ts";
import type { PlannerResult } from "../../../src/agent/planner/result.ts";
import type { SearchHit } from "../../../src/rag/search/example-search.ts";
import type { StoredExample } from "../../../src/rag/store/example-store.ts";

/** A hit for an example of the store. */
function hit(code: string, score: number, over: Partial<StoredExample> = {}): SearchHit {
  const example: StoredExample = {
    id: 1,
    intent: `asks for ${code}`,
    code,
    nodes: [],
    category: "single",
    difficulty: 1,
    source: "shipped",
    tags: "",
    successCount: 0,
    failCount: 0,
    createdAt: "",
    updatedAt: "",
    digest: "",
    embedder: "",
    origins: [],
    ...over,
  };
  return { example, score, meaning: score, words: score };
}

function sure(said: string, code: string): PlannerResult {
  const part = { code, score: 1, said, example: said, isStep: false, slots: [] };
  return { kind: "sure", code, score: 1, intent: said, from: [part] };
}

/** Hears these hits for every text. */
const heard = (...hits: readonly SearchHit[]): ExampleEvidence => hearing(async () => hits);

function hearing(resembling: ExampleEvidence["resembling"]): ExampleEvidence {
  return { resembling, label: (code) => code };
}

test("what the examples back stays as it is", async () => {
  const planned = sure("AI 뉴스", '[source:search_news]("AI")');
  const hits = [hit('[source:search_news]("부동산")', 0.8)];
  assert.deepEqual(await rerankPlan("AI 뉴스", planned, heard(...hits)), planned);
});

test("where the examples mean something else nothing is run: both are offered", async () => {
  const planned = sure("할 일 다 보여줘", '[system:history]("할 일 다")');
  const result = await rerankPlan("할 일 다 보여줘", planned, heard(hit("[system:todo]", 0.8)));
  assert.equal(result.kind, "unsure");
  assert.deepEqual(
    result.proposals.map(({ code }) => code),
    ["[system:todo]", '[system:history]("할 일 다")'],
  );
});

test("what resembles no example asks for nothing", async () => {
  const planned = sure("거실 불 켜줘", '[system:enable]("거실 불")');
  assert.deepEqual(await rerankPlan("거실 불 켜줘", planned, heard()), { kind: "none" });
  const near = [hit('[system:enable]("뉴스")', 0.05)];
  assert.deepEqual(await rerankPlan("거실 불 켜줘", planned, heard(...near)), { kind: "none" });
});

test("what was made from no example is offered all the same where none comes near", async () => {
  const said = "이전 게 아직 돌고 있으면 멈추고 새로 해";
  const change = (name: string) => ({
    code: `[system:reschedule]("${name}") {overlap: "replace"}`,
    score: 0.95,
    intent: name,
  });
  const planned: PlannerResult = { kind: "unsure", proposals: [change("물"), change("스트레칭")] };
  assert.deepEqual(await rerankPlan(said, planned, heard()), planned);
  assert.deepEqual(await rerankPlan(said, planned, heard(hit("[system:time]", 0.1))), planned);
});

test("what the planner does not see is offered with the message's own values, and only if all of them fit", async () => {
  const none: PlannerResult = { kind: "none" };
  const reads = heard(hit('[system:read]("news.md")', 0.7));
  const found = await rerankPlan("what does plan.md hold", none, reads);
  assert.equal(found.kind === "unsure" && found.proposals[0]?.code, '[system:read]("plan.md")');
  assert.deepEqual(await rerankPlan("what does it hold", none, reads), none);
  assert.deepEqual(await rerankPlan("compare a.md with b.md", none, reads), none);
});

test("what an example offers is labelled by its own program", async () => {
  const reads = hit('[system:read]("news.md")', 0.7, { intent: "read news.md" });
  const inKorean = {
    ...heard(reads),
    label: (code: string) => `한다: ${code}`,
  };
  const found = await rerankPlan("plan.md 좀", { kind: "none" }, inKorean);
  assert.equal(
    found.kind === "unsure" && found.proposals[0]?.intent,
    '한다: [system:read]("plan.md")',
  );
});

test("a person's own taught words mean what was taught", async () => {
  const taught = hit('[system:run]("morning")', 0.95, { source: "manual" });
  const result = await rerankPlan("출근 준비", { kind: "none" }, heard(taught));
  assert.equal(result.kind === "sure" && result.code, '[system:run]("morning")');
});

test("while the examples are still being made the planner alone decides", async () => {
  const planned = sure("AI 뉴스", '[source:search_news]("AI")');
  assert.deepEqual(
    await rerankPlan(
      "AI 뉴스",
      planned,
      hearing(async () => undefined),
    ),
    planned,
  );
});

test("each request of several is weighed by its own words, steps are not", async () => {
  const parts = [
    {
      code: '[source:search_news]("AI")',
      score: 1,
      said: "AI 뉴스 찾아줘",
      example: "",
      isStep: false,
      slots: [],
    },
    {
      code: "[system:summarize]",
      score: 1,
      said: "요약해줘",
      example: "",
      isStep: true,
      slots: [],
    },
  ];
  const code = '[source:search_news]("AI") >> [system:summarize]';
  const planned: PlannerResult = { kind: "sure", code, score: 1, intent: "", from: parts };
  const asked: string[] = [];
  const result = await rerankPlan(
    "AI 뉴스 찾아서 요약해줘",
    planned,
    hearing(async (text) => {
      asked.push(text);
      return [hit('[source:search_news]("AI")', 0.8)];
    }),
  );
  assert.deepEqual(result, planned);
  assert.deepEqual(asked, ["AI 뉴스 찾아서 요약해줘", "AI 뉴스 찾아줘"]);
});
