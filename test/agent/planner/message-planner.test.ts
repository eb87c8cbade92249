import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlannerResult } from "../../../src/agent/planner/result.ts";
import type { SearchHit } from "../../../src/rag/search/example-search.ts";
import { NOW_MS, plannerOver } from "../support/planner-examples.ts";

/** A hit for an example; a plan reads no more of it. */
function hit(code: string, score: number, source = "shipped"): SearchHit {
  const example = { intent: `asks for ${code}`, code, source } as SearchHit["example"];
  return { example, score, meaning: score, words: score };
}

/** What is planned where these examples resemble every text. */
function plan(message: string, ...hits: readonly SearchHit[]): Promise<PlannerResult> {
  const options = { language: "en", nowMs: NOW_MS, zone: "Asia/Seoul" } as const;
  return plannerOver(async () => hits).plan(message, options, { personId: "anna" });
}

test("what only resembles an example is offered with the message's own values, and only if all of them fit", async () => {
  const reads = hit('[system:read]("news.md")', 0.7);
  const found = await plan("whatever plan.md", reads);
  assert.ok(found.kind === "unsure" && found.proposals[0]?.code === '[system:read]("plan.md")');
  assert.equal(found.proposals[0].intent, "Read plan.md");
  assert.equal((await plan("whatever", reads)).kind, "none");
});

test("a person's own taught words mean what was taught", async () => {
  const result = await plan("출근 준비", hit('[system:run]("morning")', 0.95, "manual"));
  assert.ok(result.kind === "sure" && result.code === '[system:run]("morning")');
});

test("while the examples are still being made, words and values alone decide", async () => {
  const planner = plannerOver(async () => undefined);
  const options = { language: "ko", nowMs: NOW_MS, zone: "Asia/Seoul" } as const;
  const result = await planner.plan("AI 뉴스 찾아줘", options, { personId: "anna" });
  assert.ok(result.kind === "sure" && result.code === '[source:search_news]("AI")');
});

test("an aborted message stops being planned", async () => {
  const gone = new AbortController();
  gone.abort(new Error("gone"));
  const planner = plannerOver(async (_text, { signal }) => {
    signal?.throwIfAborted();
    return [];
  });
  const options = { language: "ko", nowMs: NOW_MS, zone: "Asia/Seoul" } as const;
  await assert.rejects(
    planner.plan("AI 뉴스 찾아줘", options, { personId: "anna", signal: gone.signal }),
    /gone/u,
  );
});
