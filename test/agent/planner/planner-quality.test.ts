import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createMessagePlanner } from "../../../src/agent/planner/message-planner.ts";
import { createProgramFacts } from "../../../src/agent/planner/program-facts.ts";
import type { PlannerResult } from "../../../src/agent/planner/result.ts";
import { openShippedUsage } from "../../support/usage-examples.ts";
import { judged, labelledRequests, type Verdict } from "../support/plan-evaluation.ts";
import { shippedCatalogue, shippedWords, shippedWorkflows } from "../support/planner-examples.ts";

const usage = await openShippedUsage();
after(() => usage.close());
const catalogue = shippedCatalogue();
const workflows = shippedWorkflows();
const facts = createProgramFacts(() => catalogue);
const planner = createMessagePlanner({
  words: shippedWords,
  catalogue: () => catalogue,
  search: (text, options) => usage.examples.search(text, options),
  onError: (error) => assert.fail(String(error)),
});

/** The labels were written for Wednesday 15 July 2026, 10:00 in Seoul. */
const NOW_MS = Date.parse("2026-07-15T01:00:00Z");

/** How many of the requests that ask for a program, for nothing (`-`) and for nothing to be run (`?`) came to each verdict, and what of the latter offered an effect. */
async function measure(
  name: string,
): Promise<{ counts: Record<string, Map<Verdict, number>>; rash: readonly string[] }> {
  const counts: Record<string, Map<Verdict, number>> = {};
  const rash: string[] = [];
  for (const request of labelledRequests(name)) {
    const result = await plan(request.text);
    const verdict = judged(result, request, catalogue);
    const isAsked = !["-", "?"].includes(request.wanted[0] ?? "");
    const kind = isAsked ? "asked" : request.group;
    counts[kind] ??= new Map();
    counts[kind].set(verdict, (counts[kind].get(verdict) ?? 0) + 1);
    if (request.wanted[0] === "?" && request.group !== "unclear")
      rash.push(
        ...programsOf(result)
          .filter(isRash)
          .map((code) => `${request.text} → ${code}`),
      );
  }
  return { counts, rash };
}

function plan(text: string): Promise<PlannerResult> {
  const language = /\p{Script=Hangul}/u.test(text) ? "ko" : "en";
  const options = { language, nowMs: NOW_MS, zone: "Asia/Seoul", workflows } as const;
  return planner.plan(text, options, { personId: "anna" });
}

/** What would be run or offered. */
function programsOf(result: PlannerResult): readonly string[] {
  if (result.kind === "none") return [];
  return (result.kind === "sure" ? [result] : result.proposals).map(({ code }) => code);
}

/** To stop what sends something is the one effect that a message may be offered which wants nothing sent. */
function isRash(code: string): boolean {
  return facts.hasEffect(code) && !code.startsWith("[system:disable]");
}

function shareOf(counts: Map<Verdict, number> | undefined, ...verdicts: Verdict[]): number {
  const all = [...(counts?.values() ?? [])].reduce((sum, count) => sum + count, 0);
  return verdicts.reduce((sum, verdict) => sum + (counts?.get(verdict) ?? 0), 0) / all;
}

for (const [half, least] of [
  ["plans-tune", 0.8],
  ["plans-report", 0.75],
  ["plans-unseen", 0.65],
] as const)
  test(`of ${half} at least ${least} get the right program at once, few a wrong one, and small talk gets nothing`, async () => {
    const { counts, rash } = await measure(half);
    const { asked, small, beyond, unclear, careful } = counts;
    const shown = JSON.stringify([...(asked ?? [])]);
    assert.ok(shareOf(asked, "right") >= least, shown);
    assert.ok(shareOf(asked, "wrong") <= 0.02, shown);
    assert.equal(shareOf(small, "silent"), 1);
    assert.equal(shareOf(beyond, "wrong"), 0);
    assert.equal(shareOf(unclear, "wrong"), 0);
    assert.equal(shareOf(careful, "wrong"), 0);
    assert.deepEqual(rash, []);
  });

test("what forbids, makes conditions, asks or tells gets no effect run or offered, what is asked beside it is done", async () => {
  const { counts, rash } = await measure("plans-careful");
  assert.deepEqual(rash, []);
  for (const group of ["forbids", "condition", "question", "told", "unread"])
    assert.equal(counts[group]?.get("wrong") ?? 0, 0, group);
  assert.ok(
    shareOf(counts["asked"], "right", "offered") === 1,
    JSON.stringify([...(counts["asked"] ?? [])]),
  );
});
