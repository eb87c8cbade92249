import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createPromptMeter, promptRequests } from "../../../bench/support/prompt-set.ts";
import { median } from "../../../bench/support/rounds.ts";

const [WHOLE, CUT] = await Promise.all([createPromptMeter(), createPromptMeter(0)]);
after(() => Promise.all([WHOLE.close(), CUT.close()]));
const REQUESTS = promptRequests();
const MEASURES = await Promise.all(REQUESTS.map((request) => CUT.measure(request)));

test("what a message adds to the prompt takes 500 tokens or less in the middle, and no action is left out", async () => {
  assert.ok(REQUESTS.length >= 60);
  const measures = await Promise.all(REQUESTS.map((request) => WHOLE.measure(request)));
  const tokens = median(measures.map(({ blockTokens }) => blockTokens));
  assert.ok(tokens <= 500, `${tokens} tokens`);
  assert.deepEqual(
    measures.flatMap(({ missing }) => missing),
    [],
  );
});

test("a list that is cut leaves the prompt shorter, and nineteen of twenty requests find all the actions they need in it", async () => {
  const [cut] = MEASURES;
  const whole = await WHOLE.measure(REQUESTS[0]!);
  assert.ok(cut!.systemTokens < whole.systemTokens);
  const asking = MEASURES.filter(({ request }) => request.needs.length > 0);
  const missed = asking.filter(({ missing }) => missing.length > 0);
  const told = missed.map(({ request, missing }) => `${request.message}: ${missing.join(", ")}`);
  assert.ok(missed.length <= asking.length / 20, told.join("\n"));
});

test("the same message has the same cut, in the order of the catalogue", async () => {
  const again = await createPromptMeter(0);
  const measures = await Promise.all(REQUESTS.map((request) => again.measure(request)));
  await again.close();
  assert.deepEqual(
    measures.map(({ listed }) => listed),
    MEASURES.map(({ listed }) => listed),
  );
});
