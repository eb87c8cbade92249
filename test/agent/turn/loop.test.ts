import assert from "node:assert/strict";
import { test } from "node:test";
import { type Message, ModelError } from "../../../src/agent/models/model-client.ts";
import { EXECUTE_IBL } from "../../../src/agent/turn/prompt.ts";
import { runs, toolUse } from "../../support/scripted-model.ts";
import { failed, results, turn, worked } from "../support/loop-turn.ts";

test("words are the answer of the turn", async () => {
  const { result, saved, executed } = await turn(["It is noon."]);
  assert.deepEqual(result, {
    kind: "answered",
    text: "It is noon.",
    isCut: false,
    rounds: 1,
    usage: { inputTokens: 10, cachedTokens: 0, outputTokens: 5, thoughtTokens: 0 },
    calls: [],
    log: [
      {
        round: 1,
        stopReason: "end_turn",
        usage: { inputTokens: 10, cachedTokens: 0, outputTokens: 5, thoughtTokens: 0 },
        calls: [],
      },
    ],
  });
  assert.deepEqual(executed, []);
  assert.equal(saved.length, 1);
});

test("a call runs, its result is read, and the next words are the answer", async () => {
  const { result, model, executed, saved } = await turn([runs("[system:time]"), "Noon."]);
  assert.ok(result.kind === "answered");
  assert.deepEqual([result.text, result.rounds, result.usage.inputTokens], ["Noon.", 2, 20]);
  assert.deepEqual(executed, ["1/c1 [system:time]"]);
  assert.deepEqual(results(saved), ["c1 ok: did [system:time]"]);
  assert.deepEqual(
    model.requests[1]!.messages.map((message) => message.role),
    ["user", "assistant", "tool"],
  );
});

test("calls of one answer run one after the other in the model's order", async () => {
  const { executed, saved } = await turn([
    runs("[system:time]", "[system:todo]", "[system:list]"),
    "Done.",
  ]);
  assert.deepEqual(executed, ["1/c1 [system:time]", "1/c2 [system:todo]", "1/c3 [system:list]"]);
  assert.deepEqual(results(saved), [
    "c1 ok: did [system:time]",
    "c2 ok: did [system:todo]",
    "c3 ok: did [system:list]",
  ]);
});

test("history goes before the turn, and the system text and the one tool with every question", async () => {
  const earlier: Message = { role: "user", content: [{ type: "text", text: "earlier" }] };
  const { model } = await turn([runs("[system:time]"), "Noon."], { history: [earlier] });
  for (const request of model.requests) {
    assert.deepEqual(
      [request.system, request.tools, request.messages[0]],
      ["Be brief.", [EXECUTE_IBL], earlier],
    );
  }
});

test("an error of the tool is a result that the model can act on", async () => {
  const { result, saved } = await turn([runs("[system:tim]"), runs("[system:time]"), "Noon."], {
    outcomeOf: (code) =>
      code === "[system:tim]" ? failed('Unknown action "tim".') : worked("12:00"),
  });
  assert.equal(result.kind, "answered");
  assert.deepEqual(results(saved), ['c1 error: Unknown action "tim".', "c1-2 ok: 12:00"]);
});

test("empty data is fine", async () => {
  const { result, saved } = await turn([runs("[system:list]"), "Nothing there."], {
    outcomeOf: () => worked(""),
  });
  assert.equal(result.kind, "answered");
  assert.deepEqual(results(saved), ["c1 ok: "]);
});

const WRONG_CALLS: readonly (readonly [string, ReturnType<typeof toolUse>, RegExp])[] = [
  [
    "an unknown tool",
    toolUse("c1", { code: "[system:time]" }, "search"),
    /There is no tool "search"\. The only tool is "execute_ibl"/,
  ],
  [
    "no code",
    toolUse("c1", { program: "[system:time]" }),
    /takes an object with the program as text/,
  ],
  ["blank code", toolUse("c1", { code: " \n" }), /takes an object with the program as text/],
  ["code that is no text", toolUse("c1", { code: 7 }), /takes an object with the program as text/],
  [
    "arguments that are no object",
    toolUse("c1", '{"code": "[syst'),
    /takes an object with the program as text/,
  ],
];

for (const [what, call, problem] of WRONG_CALLS) {
  test(`a call with ${what} runs nothing and is answered with an error`, async () => {
    const { result, saved, executed } = await turn([{ content: [call] }, "Sorry."]);
    assert.equal(result.kind, "answered");
    assert.deepEqual(executed, []);
    assert.match(results(saved)[0]!, /^c1 error: /);
    assert.match(results(saved)[0]!, problem);
  });
}

test("an id that a provider uses again names a call of its own", async () => {
  const { executed } = await turn([runs("[system:time]"), runs("[system:todo]"), "Done."]);
  assert.deepEqual(executed, ["1/c1 [system:time]", "2/c1-2 [system:todo]"]);
});

test("an answer on the last round is an answer", async () => {
  const { result } = await turn([runs("[system:time]"), "Noon."], { maxRounds: 2 });
  assert.ok(result.kind === "answered");
  assert.equal(result.text, "Noon.");
});

test("a model that only calls is asked once for words after ten rounds, and stopped when it calls again", async () => {
  let count = 0;
  const answers = Array.from({ length: 12 }, (_, index) => runs(`[system:read]("${index}.md")`));
  const { result, executed, model } = await turn(answers, {
    outcomeOf: () => (++count % 2 === 0 ? failed("no such file") : worked("text")),
    language: "ko",
  });
  assert.ok(result.kind === "stopped");
  assert.deepEqual(
    [result.reason, result.rounds, model.requests.length, executed.length],
    ["max-rounds", 11, 11, 10],
  );
  assert.deepEqual(
    model.requests.map(({ isInWords }) => isInWords === true),
    [...Array<boolean>(10).fill(false), true],
  );
  assert.equal(
    result.text,
    "10번의 단계를 모두 썼지만 끝맺지 못했어요. 요청을 나누어 다시 말해 주세요.",
  );
});

test("a model that is asked for words after its rounds answers from what it found", async () => {
  const answers = Array.from({ length: 10 }, (_, index) => runs(`[system:read]("${index}.md")`));
  const { result, executed, model } = await turn([...answers, "Nine of ten say tea."], {
    outcomeOf: () => worked("text"),
  });
  assert.ok(result.kind === "answered");
  assert.deepEqual([result.text, executed.length], ["Nine of ten say tea.", 10]);
  const reminder = model.requests[10]!.messages.at(-1)!;
  assert.ok(reminder.role === "user" && reminder.nudge === "last-round");
});

test("an empty answer is reminded of once", async () => {
  const { result, model } = await turn([{ content: [] }, "Noon."]);
  assert.ok(result.kind === "answered");
  const reminder = model.requests[1]!.messages.at(-1)!;
  assert.ok(reminder.role === "user" && reminder.nudge === "empty");
});

test("a second empty answer ends the turn honestly", async () => {
  const { result, model } = await turn([
    runs("[system:time]"),
    { content: [{ type: "text", text: " \n" }] },
    { content: [] },
  ]);
  assert.ok(result.kind === "stopped");
  assert.deepEqual([result.reason, model.requests.length], ["empty", 3]);
  assert.equal(
    result.text,
    "The model gave an empty answer, so I could not finish. Please ask again.",
  );
});

test("a call that the provider could not read is reminded of once, then told", async () => {
  const malformed = { content: [], stopReason: "malformed_call" } as const;
  const { result, saved } = await turn([malformed, malformed]);
  assert.ok(result.kind === "stopped");
  assert.equal(result.reason, "malformed-call");
  assert.deepEqual(
    saved.map((message) => (message.role === "user" ? message.nudge : message.role)),
    ["assistant", "malformed-call", "assistant"],
  );
});

test("an answer cut at the length limit says so", async () => {
  const { result } = await turn([
    { content: [{ type: "text", text: "One, two, thr" }], stopReason: "max_tokens" },
  ]);
  assert.ok(result.kind === "answered" && result.isCut);
  assert.equal(result.text, "One, two, thr\n\n(The answer was cut at the length limit.)");
});

test("a call in an answer that hit the length limit does not run", async () => {
  const cut = {
    content: [toolUse("c1", { code: '[system:delete]("a' })],
    stopReason: "max_tokens",
  } as const;
  const { result, executed, saved } = await turn([cut, "Sorry."]);
  assert.equal(result.kind, "answered");
  assert.deepEqual(executed, []);
  assert.match(results(saved)[0]!, /^c1 error: Your answer hit the length limit/);
});

const PROGRAMS_IN_TEXT = [
  'Here you go:\n```ibl\n[source:search_news]("AI") >> [system:file]("news.md")\n```',
  "```\n[system:time]\n```",
  'I will do it now.\n[system:delete]("notes.md")',
  "$now = [system:time]",
  "execute_ibl(code='[system:time]')",
];

for (const text of PROGRAMS_IN_TEXT) {
  test(`a program in the words is reminded of: ${JSON.stringify(text)}`, async () => {
    const { result, executed, model } = await turn([text, runs("[system:time]"), "Done."]);
    assert.ok(result.kind === "answered");
    assert.equal(result.text, "Done.");
    const reminder = model.requests[1]!.messages.at(-1)!;
    assert.ok(reminder.role === "user" && reminder.nudge === "program-in-text");
    assert.deepEqual(executed, ["2/c1 [system:time]"]);
  });
}

test("a program that the model shows a second time is its answer", async () => {
  const shown = "Like this:\n```ibl\n[system:time]\n```";
  const { result } = await turn([shown, shown]);
  assert.ok(result.kind === "answered");
  assert.equal(result.text, shown);
});

const HARMLESS = [
  "Use the action `[system:time]` for that.",
  "- [x] milk\n- [ ] bread",
  "See [the page](https://example.com/a:b).",
  "```yaml\nnode: system\n```",
  '```json\n["a:b"]\n```',
  "12:30 [note: call back]",
];

for (const text of HARMLESS) {
  test(`words that only look a little like a program are an answer: ${JSON.stringify(text)}`, async () => {
    const { result, model } = await turn([text]);
    assert.equal(result.kind, "answered");
    assert.equal(model.requests.length, 1);
  });
}

test("a model that cannot be used ends the turn with its error", async () => {
  const error = new ModelError("model-rate-limited", 'The model "x" takes no more requests.', {
    retryAfterMs: 90_000,
  });
  const { result } = await turn([runs("[system:time]"), error]);
  assert.ok(result.kind === "stopped" && result.reason === "model-error");
  assert.equal(result.error, error);
  assert.equal(
    result.text,
    "The model's request limit is reached, so I cannot answer now. Please ask again later.",
  );
});

test("an abort is no answer and nothing is saved after it", async () => {
  const stop = new AbortController();
  const saved: Message[] = [];
  const aborted = turn([runs("[system:time]", "[system:todo]"), "Done."], {
    signal: stop.signal,
    save: (message) => saved.push(message),
    outcomeOf: () => {
      stop.abort(new Error("/stop"));
      return worked("12:00");
    },
  });
  await assert.rejects(aborted, { message: "/stop" });
  assert.deepEqual(
    saved.map((message) => message.role),
    ["assistant", "tool"],
  );
});
