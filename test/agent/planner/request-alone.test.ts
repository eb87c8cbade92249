import assert from "node:assert/strict";
import { test } from "node:test";
import { requestAlone } from "../../../src/agent/planner/request-alone.ts";
import { shippedWords } from "../support/planner-examples.ts";

const { cues } = shippedWords().get();

test("what only tells beside a request is left out of it", () => {
  assert.equal(
    requestAlone("뉴스 두 개만 골라줘요. 너무 바빠서요", cues),
    "뉴스 두 개만 골라줘요.",
  );
  assert.equal(
    requestAlone("what is 90 pounds in won? my mother finally paid", cues),
    "what is 90 pounds in won?",
  );
});

test("what points at another sentence, and what forbids or asks as well, stays whole", () => {
  for (const said of [
    "치과는 이제 안 가. 그 알림 지워줘",
    "delete a.txt. don't do that today",
    "news on tides please. weather in Oslo?",
    "turn the alarm off. at 5 I leave",
  ])
    assert.equal(requestAlone(said, cues), said);
});
