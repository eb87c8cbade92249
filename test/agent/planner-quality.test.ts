import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createMessagePlanner } from "../../src/agent/message-planner.ts";
import { openUsage, shippedMaterial } from "../support/usage-examples.ts";
import { judged, labelledRequests, type Verdict } from "./support/plan-evaluation.ts";
import { shippedCatalogue, shippedPlanner, shippedWorkflows } from "./support/planner-examples.ts";

const usage = openUsage(shippedMaterial());
after(() => usage.close());
const catalogue = shippedCatalogue();
const workflows = shippedWorkflows();
const planner = createMessagePlanner({
  planner: shippedPlanner,
  search: (text, options) => usage.examples.search(text, options),
  onError: (error) => assert.fail(String(error)),
});

/** The labels were written for Wednesday 15 July 2026, 10:00 in Seoul. */
const NOW_MS = Date.parse("2026-07-15T01:00:00Z");

/** How many of the requests that ask for a program, for nothing (`-`) and for nothing to be run (`?`) came to each verdict. */
async function measure(name: string): Promise<Record<string, Map<Verdict, number>>> {
  const counts: Record<string, Map<Verdict, number>> = {};
  for (const request of labelledRequests(name)) {
    const language = /\p{Script=Hangul}/u.test(request.text) ? "ko" : "en";
    const options = { language, nowMs: NOW_MS, zone: "Asia/Seoul", workflows } as const;
    const result = await planner.plan(request.text, options, { personId: "anna" });
    const verdict = judged(result, request, catalogue);
    const kind = ["-", "?"].includes(request.wanted[0] ?? "") ? request.group : "asked";
    counts[kind] ??= new Map();
    counts[kind].set(verdict, (counts[kind].get(verdict) ?? 0) + 1);
  }
  return counts;
}

function shareOf(counts: Map<Verdict, number> | undefined, ...verdicts: Verdict[]): number {
  const all = [...(counts?.values() ?? [])].reduce((sum, count) => sum + count, 0);
  return verdicts.reduce((sum, verdict) => sum + (counts?.get(verdict) ?? 0), 0) / all;
}

for (const [half, least] of [
  ["plans-tune", 0.95],
  ["plans-report", 0.75],
  ["plans-unseen", 0.65],
] as const)
  test(`of ${half} at least ${least} get the right program at once, few a wrong one, and small talk gets nothing`, async () => {
    const { asked, small, beyond, unclear, careful } = await measure(half);
    const shown = JSON.stringify([...(asked ?? [])]);
    assert.ok(shareOf(asked, "right") >= least, shown);
    assert.ok(shareOf(asked, "wrong") <= 0.02, shown);
    assert.equal(shareOf(small, "silent"), 1);
    assert.equal(shareOf(beyond, "wrong"), 0);
    assert.equal(shareOf(unclear, "wrong"), 0);
    assert.equal(shareOf(careful, "wrong"), 0);
  });
