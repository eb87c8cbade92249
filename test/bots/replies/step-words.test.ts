import assert from "node:assert/strict";
import { test } from "node:test";
import { visibleLength } from "../../../src/bots/markup/parse-markup.ts";
import { ProgressView } from "../../../src/bots/replies/progress-message.ts";
import {
  type StatusReader,
  statusText,
  stoppedSentence,
} from "../../../src/bots/replies/step-words.ts";
import type { StepLine, StepState } from "../../../src/engine/execute/progress.ts";
import { failure, success } from "../../../src/engine/values/outcome.ts";
import { goodPlan, Stage } from "../../engine/support/stage.ts";

const ENGLISH: StatusReader = { language: "en", maxTextLength: 4096 };

function step(state: StepState, name: string, facts: Partial<StepLine> = {}): StepLine {
  return { title: { ko: `${name} 한다`, en: `Do ${name}` }, state, times: 1, ...facts };
}

test("the step that goes on is told, and which of how many it is", () => {
  const steps = [
    step("done", "one", { subject: "AI **news**\nof today" }),
    step("failed", "two"),
    step("running", "three", { times: 4 }),
    step("coming", "four"),
  ];
  const state = { elapsedMs: 65_000, steps, words: "" };
  assert.equal(statusText(state, ENGLISH), "⏳ Do three (3/4)");
  const korean = { ...ENGLISH, language: "ko" } as const;
  assert.equal(statusText(state, korean), "⏳ three 하는 중 (3/4)");
  const asking = [step("done", "one"), step("asking", "two")];
  assert.equal(
    statusText({ ...state, steps: asking }, ENGLISH),
    "❓ Do two (2/2): waits for your answer",
  );
  assert.equal(statusText({ ...state, steps: [step("running", "one")] }, ENGLISH), "⏳ Do one");
  const reads: StepLine = { ...step("running", ""), title: { ko: "파일을 읽는다", en: "Read" } };
  assert.equal(statusText({ ...state, steps: [reads] }, korean), "⏳ 파일을 읽는 중");
});

test("what is looked for and what is done is told as going on", () => {
  const said = (ko: string, en: string): readonly string[] =>
    (["ko", "en"] as const).map((language) => {
      const steps = [{ ...step("running", ""), title: { ko, en } }];
      return statusText({ elapsedMs: 9000, steps, words: "" }, { ...ENGLISH, language });
    });
  assert.deepEqual(said("뉴스 검색", "Search the news"), [
    "⏳ 뉴스 찾는 중",
    "⏳ Looking for news",
  ]);
  assert.deepEqual(said("날씨", "Weather"), ["⏳ 날씨", "⏳ Weather"]);
  assert.deepEqual(said("파일에 쓴다", "Write"), ["⏳ 파일에 쓰는 중", "⏳ Writing"]);
  assert.deepEqual(said("요약", "Sum up"), ["⏳ 요약", "⏳ Summing up"]);
});

test("what was stopped is one sentence, unless something may have happened", () => {
  const news = { ko: "뉴스 검색: AI", en: "Search the news: AI" };
  const found = { ...news, head: { ko: "뉴스 검색", en: "Search the news" } };
  const weather = { ko: "날씨: 서울", en: "Weather: Seoul", head: { ko: "날씨", en: "Weather" } };
  const write = { ko: '"a.md" 파일에 쓰기', en: 'Write "a.md"' };
  const account = { done: [found, weather], cutOff: [], notDone: [write] };
  assert.equal(
    stoppedSentence(account, "ko"),
    '뉴스는 찾았고, 날씨는 했고, "a.md" 파일에 쓰기는 안 했어요.',
  );
  assert.equal(
    stoppedSentence(account, "en"),
    'Found news; done: weather; not done: write "a.md".',
  );
  const before = { done: [], cutOff: [], notDone: [write] };
  assert.equal(stoppedSentence(before, "ko"), "아무것도 안 했어요.");
  assert.equal(
    stoppedSentence({ done: [found], cutOff: [], notDone: [] }, "ko"),
    "뉴스는 찾았어요.",
  );
  assert.equal(stoppedSentence({ ...account, cutOff: [write] }, "en"), undefined);
  assert.equal(stoppedSentence({ done: [], cutOff: [], notDone: [] }, "en"), undefined);
});

test("where no step goes on, it is told how long it has taken", () => {
  const over = [step("done", "one"), step("failed", "two")];
  for (const steps of [over, []])
    assert.equal(
      statusText({ elapsedMs: 65_000, steps, words: "" }, ENGLISH),
      "⏳ Working on it… 1 min 5 s",
    );
});

test("words stand first, as they will in the answer", () => {
  const words = "It is **fine**. And ";
  const over = [step("done", "one"), step("failed", "two")];
  assert.equal(
    statusText({ elapsedMs: 9000, steps: over, words }, ENGLISH),
    "It is **fine**. And …\n\n⏳ Writing… 9 s",
  );
  const running = [step("done", "one"), step("running", "two")];
  assert.equal(
    statusText({ elapsedMs: 9000, steps: running, words }, ENGLISH),
    "It is **fine**. And …\n\n⏳ Do two (2/2)",
  );
});

test("a status is never longer than a message, however much was written", () => {
  const steps = Array.from({ length: 12 }, (_, index) =>
    step("running", `s${index}`, { subject: "x".repeat(90) }),
  );
  for (const length of [0, 100, 1900, 2000, 9000]) {
    const words = "word ".repeat(length / 5);
    const text = statusText({ elapsedMs: 9000, steps, words }, { ...ENGLISH, maxTextLength: 2000 });
    assert.ok(visibleLength(text) <= 2000);
  }
});

test("the programs of a turn are shown one after the other, without what did not come of them", async () => {
  const view = new ProgressView();
  const first = goodPlan('[system:read]("a") >> [system:write]("b")');
  const fails = new Stage({ "system:read": () => failure("not-found", "gone") });
  await fails.perform(first, view.follow.onProgram(first));
  view.follow.onText("Then another way.");
  view.follow.onAnew();
  assert.equal(view.words, "");
  const second = goodPlan('[system:list]("c") & [system:list]("d")');
  const marks = (): readonly string[] =>
    view.steps.map(({ state, subject }) => `${state} ${subject}`);
  const follow = view.follow.onProgram(second);
  assert.deepEqual(marks(), ["failed a", "coming c", "coming d"]);
  await new Stage({ "system:list": () => success("x") }).perform(second, follow);
  assert.deepEqual(marks(), ["failed a", "done c", "done d"]);
  assert.equal(view.words, "");
});
