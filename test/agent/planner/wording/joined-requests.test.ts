import assert from "node:assert/strict";
import { test } from "node:test";
import { joinedRequests } from "../../../../src/agent/planner/wording/joined-requests.ts";

for (const [said, halves] of [
  ["wake me at 5 and again at 5:30", ["wake me at 5", "wake me at 5:30"]],
  [
    "remind me at 9am and 3pm to stretch",
    ["remind me at 9am to stretch", "remind me at 3pm to stretch"],
  ],
  [
    "haircut friday 4pm and dinner with Lou that day at 8",
    ["haircut friday 4pm", "dinner with Lou friday at 8"],
  ],
  ["7시에 깨워주고 7시 10분에 또 깨워줘", ["7시에 깨워줘", "7시 10분에 깨워줘"]],
  ["meet at 3 and bring cake", undefined],
] as const)
  test(`two requests in one message: ${said}`, () => {
    assert.deepEqual(joinedRequests(said), halves);
  });
