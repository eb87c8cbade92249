import assert from "node:assert/strict";
import { test } from "node:test";
import { visibleLength } from "../../../src/bots/markup/parse-markup.ts";
import { ProgressView } from "../../../src/bots/replies/progress-message.ts";
import { type StatusReader, statusText } from "../../../src/bots/replies/step-words.ts";
import type { StepLine, StepState } from "../../../src/engine/execute/progress.ts";
import { failure, success } from "../../../src/engine/values/outcome.ts";
import { goodPlan, Stage } from "../../engine/support/stage.ts";

const ENGLISH: StatusReader = { language: "en", isPrivate: true, maxTextLength: 4096 };

function step(state: StepState, name: string, facts: Partial<StepLine> = {}): StepLine {
  return { title: { ko: `${name} 하기`, en: `Do ${name}` }, state, times: 1, ...facts };
}

test("steps are shown with what they are about, how often they ran, and whether they ask", () => {
  const steps = [
    step("done", "one", { subject: "AI **news**\nof today" }),
    step("failed", "two"),
    step("running", "three", { times: 4 }),
    step("asking", "four"),
    step("coming", "five"),
  ];
  const state = { elapsedMs: 65_000, steps, words: "" };
  assert.equal(
    statusText(state, ENGLISH),
    [
      "⏳ Working on it… 1 min 5 s",
      "✅ Do one: AI \\*\\*news\\*\\* of today",
      "✖️ Do two",
      "▶️ Do three ×4",
      "❓ Do four — waits for your answer",
      "▫️ Do five",
    ].join("\n"),
  );
  const korean = { ...ENGLISH, language: "ko", isPrivate: false } as const;
  assert.equal(
    statusText(state, korean),
    [
      "⏳ 하고 있어요… 1분 5초",
      "✅ one 하기",
      "✖️ two 하기",
      "▶️ three 하기 ×4",
      "❓ four 하기 — 답을 기다려요",
      "▫️ five 하기",
    ].join("\n"),
  );
});

test("of many steps those around the one that runs are shown, and the others are counted", () => {
  for (let running = 0; running <= 30; running += 1) {
    const steps = Array.from({ length: 30 }, (_, index) =>
      step(index < running ? "done" : index === running ? "running" : "coming", `s${index}`),
    );
    const lines = statusText({ elapsedMs: 3000, steps, words: "" }, ENGLISH).split("\n").slice(1);
    assert.ok(lines.length <= 8);
    assert.ok(running === 30 || lines.includes(`▶️ Do s${running}`));
    const counted = lines.map((line) => Number(/^… (\d+) steps/.exec(line)?.[1] ?? 1));
    assert.equal(
      counted.reduce((sum, count) => sum + count, 0),
      30,
    );
  }
});

test("words stand first, as they will in the answer, and steps that are over are counted below", () => {
  const words = "It is **fine**. And ";
  const over = [step("done", "one"), step("failed", "two"), step("done", "three")];
  assert.equal(
    statusText({ elapsedMs: 9000, steps: over, words }, ENGLISH),
    "It is **fine**. And …\n\n✅ 2 done\n⏳ Writing… 9 s",
  );
  const running = [step("done", "one"), step("running", "two")];
  assert.equal(
    statusText({ elapsedMs: 9000, steps: running, words }, ENGLISH),
    "It is **fine**. And …\n\n✅ Do one\n▶️ Do two\n⏳ Writing… 9 s",
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
