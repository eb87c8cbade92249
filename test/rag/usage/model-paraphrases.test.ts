import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { paraphraseByModel } from "../../../src/rag/usage/model-paraphrases.ts";
import { materialFrom, openUsage } from "../../support/usage-examples.ts";

const NEWS = '[source:search_news]("AI")';
const TIME = "[system:time]";

/** A store of two programs, the one with fewer phrasings first. */
async function openTwo(t: TestContext) {
  const usage = openUsage(
    materialFrom(
      [
        ["AI 뉴스 찾아줘", NEWS],
        ["find AI news", NEWS],
        ["AI 소식 알려줘", NEWS],
        ["지금 몇 시야", TIME],
        ["what time is it", TIME],
      ],
      ["오늘 너무 피곤해"],
    ),
  );
  t.after(() => usage.close());
  await usage.examples.generate();
  const asked: string[] = [];
  const paraphrase = (answers: readonly (string | Error)[], questions = 5) =>
    paraphraseByModel(usage.examples, {
      ask: async ({ text }) => {
        const answer = answers[asked.push(text) - 1];
        if (typeof answer !== "string") throw answer ?? new Error("asked too often");
        return answer;
      },
      model: "test/one",
      questions,
      onProgress: () => undefined,
      signal: new AbortController().signal,
    });
  return { usage, asked, paraphrase };
}

test("what a model says in other words is kept when it names the values, is new and finds its program", async (t) => {
  const { usage, asked, paraphrase } = await openTwo(t);
  const ways = [
    { n: 1, ways: ["지금 몇 시인지 알려줄래", "what time is it", "x", "두\n줄"] },
    { n: 2, ways: ["AI 뉴스 좀 보여줄래", "반도체 뉴스 보여줄래"] },
    { n: 9, ways: ["nobody asked for this"] },
  ];
  const { kept, dropped, stopped } = await paraphrase([
    `Here:\n\`\`\`json\n${JSON.stringify(ways)}\n\`\`\``,
  ]);
  assert.equal(stopped, undefined);
  assert.equal(kept, 2);
  assert.deepEqual(dropped, { length: 2, known: 1, value: 1, program: 0, unfound: 0, unasked: 1 });
  assert.match(asked[0] ?? "", /^1\. \[system:time\]\n- 지금 몇 시야/u);
  const [stored] = usage.store.withIntent("AI 뉴스 좀 보여줄래");
  assert.deepEqual(
    [stored?.code, stored?.source, stored?.tags],
    [NEWS, "synthetic_v3", "model:test/one"],
  );
  await usage.examples.generate();
  assert.equal(usage.store.withIntent("AI 뉴스 좀 보여줄래").length, 1);
});

test("words that do not find their program are dropped", async (t) => {
  const { paraphrase } = await openTwo(t);
  const { kept, dropped } = await paraphrase(['[{"n": 1, "ways": ["오늘 너무 피곤해서 잘래"]}]']);
  assert.deepEqual([kept, dropped.unfound], [0, 1]);
});

test("no more questions are asked than allowed, and a refusal or a bad answer ends it with what was kept", async (t) => {
  const { asked, paraphrase } = await openTwo(t);
  const spent = new Error("the budget is spent");
  const refused = await paraphrase([spent]);
  assert.deepEqual([refused.asked, refused.kept, refused.stopped], [0, 0, spent]);
  const bad = await paraphrase(["", "I would rather not."]);
  assert.ok(bad.stopped instanceof Error);
  assert.equal(asked.length, 2);
});
