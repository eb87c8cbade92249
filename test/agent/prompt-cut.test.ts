import assert from "node:assert/strict";
import { test } from "node:test";
import { createPromptMeter, promptRequests } from "../../bench/support/prompt-set.ts";
import { median } from "../../bench/support/rounds.ts";

const METER = createPromptMeter();
const REQUESTS = promptRequests();
const MEASURES = REQUESTS.map((request) => METER(request));

test("the prompt of the shipped requests takes 2,500 tokens or less in the middle, and far less than listing everything", () => {
  assert.ok(REQUESTS.length >= 60);
  const tokens = median(MEASURES.map((measure) => measure.tokens));
  const whole = median(REQUESTS.map((request) => METER(request, { whole: true }).tokens));
  assert.ok(tokens <= 2500, `${tokens} tokens`);
  assert.ok(tokens < whole, `${tokens} of ${whole}`);
});

test("nineteen of twenty requests find all the actions they need in the cut list", () => {
  const asking = MEASURES.filter(({ request }) => request.needs.length > 0);
  const missed = asking.filter(({ missing }) => missing.length > 0);
  const told = missed.map(({ request, missing }) => `${request.message}: ${missing.join(", ")}`);
  assert.ok(missed.length <= asking.length / 20, told.join("\n"));
});

test("the same message has the same cut, in the order of the catalogue", () => {
  const again = createPromptMeter();
  assert.deepEqual(
    REQUESTS.map((request) => again(request).listed),
    MEASURES.map(({ listed }) => listed),
  );
});
