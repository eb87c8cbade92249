import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createPromptMeter, promptRequests } from "../../../bench/support/prompt-set.ts";
import { median } from "../../../bench/support/rounds.ts";

const METER = await createPromptMeter();
after(() => METER.close());
const REQUESTS = promptRequests();
const MEASURES = await Promise.all(REQUESTS.map((request) => METER.measure(request)));

test("the prompt of the shipped requests takes 2,500 tokens or less in the middle, and far less than listing everything", async () => {
  assert.ok(REQUESTS.length >= 60);
  const tokens = median(MEASURES.map((measure) => measure.tokens));
  const all = await Promise.all(REQUESTS.map((request) => METER.measure(request, { whole: true })));
  const whole = median(all.map((measure) => measure.tokens));
  assert.ok(tokens <= 2500, `${tokens} tokens`);
  assert.ok(tokens < whole, `${tokens} of ${whole}`);
});

test("nineteen of twenty requests find all the actions they need in the cut list", () => {
  const asking = MEASURES.filter(({ request }) => request.needs.length > 0);
  const missed = asking.filter(({ missing }) => missing.length > 0);
  const told = missed.map(({ request, missing }) => `${request.message}: ${missing.join(", ")}`);
  assert.ok(missed.length <= asking.length / 20, told.join("\n"));
});

test("the same message has the same cut, in the order of the catalogue", async () => {
  const again = await createPromptMeter();
  const measures = await Promise.all(REQUESTS.map((request) => again.measure(request)));
  await again.close();
  assert.deepEqual(
    measures.map(({ listed }) => listed),
    MEASURES.map(({ listed }) => listed),
  );
});
