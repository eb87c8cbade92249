import assert from "node:assert/strict";
import { test } from "node:test";
import { type Message, textOfMessage } from "../../../src/agent/models/model-client.ts";
import { faultOfAnswer } from "../../../src/agent/turn/check-claims.ts";
import { runLoop } from "../../../src/agent/turn/loop.ts";
import { EXECUTE_IBL } from "../../../src/agent/turn/prompt.ts";
import type { Language } from "../../../src/base/localized.ts";
import type { StepFact } from "../../../src/runs/run-summary.ts";
import { runs, type ScriptedAnswer, scriptedModel } from "../../support/scripted-model.ts";
import { GATE_CATALOGUE } from "../support/gate-world.ts";

/** Runs a turn whose every program does what `steps` says, in a journal of its own. */
async function turn(
  answers: readonly ScriptedAnswer[],
  facts: {
    readonly steps?: readonly StepFact[];
    readonly before?: readonly StepFact[];
    readonly language?: Language;
    readonly maxRounds?: number;
  } = {},
) {
  const { steps = [], before = [], language = "en", maxRounds = 10 } = facts;
  const model = scriptedModel(...answers);
  const saved: Message[] = [];
  const journal: StepFact[] = [];
  const result = await runLoop({
    model,
    system: "",
    tool: EXECUTE_IBL,
    history: [],
    turn: [{ role: "user", content: [{ type: "text", text: "tell Ben" }] }],
    save: (message) => saved.push(message),
    executeIbl: async () => {
      journal.push(...steps);
      return { kind: "result", content: "done", isError: false, tainted: false };
    },
    faultOf: (text) =>
      faultOfAnswer(text, () => ({ turn: journal, before, catalogue: GATE_CATALOGUE }), language),
    language,
    maxRounds,
    signal: new AbortController().signal,
  });
  const nudges = saved.filter((message) => message.role === "user").map(textOfMessage);
  return { text: result.kind === "answered" ? result.text : result.kind, nudges, model };
}

function step(name: string, state: StepFact["state"] = "done"): StepFact {
  const [node = "", action = ""] = name.split(":");
  return { key: "1", node, action, params: { message: "hi", to: "Ben" }, state };
}

test("a true claim goes out as it is", async () => {
  const sent = [runs("[messenger:send]"), "I have sent it to Ben."];
  const { text, nudges } = await turn(sent, { steps: [step("messenger:send")] });
  assert.deepEqual([text, nudges], ["I have sent it to Ben.", []]);
});

test("a false claim is held against the journal once, and the corrected answer goes out alone", async () => {
  const { text, nudges } = await turn(["I have sent it to Ben.", "I have not sent anything."]);
  assert.equal(text, "I have not sent anything.");
  assert.equal(nudges.length, 1);
  assert.match(nudges[0]!, /something was sent.*- I have sent it to Ben\..*No program ran/s);
});

test("a model that is told may do what it claimed, and then the claim is true", async () => {
  const answers = ["Sent!", runs("[messenger:send]"), "Now I have sent it."];
  const { text, nudges } = await turn(answers, { steps: [step("messenger:send")] });
  assert.deepEqual([text, nudges.length], ["Now I have sent it.", 1]);
});

test("where the model insists, the answer carries a correction in the person's language", async () => {
  const english = await turn(["I have sent it to Ben.", "Yes, I have sent it and saved a copy."]);
  assert.equal(
    english.text,
    "Yes, I have sent it and saved a copy.\n\n⚠️ Note: nothing was sent or saved or changed for this message.",
  );
  assert.equal(english.nudges.length, 1);
  const korean = await turn(["벤에게 보냈습니다.", "벤에게 보냈습니다."], { language: "ko" });
  assert.equal(
    korean.text,
    "벤에게 보냈습니다.\n\n⚠️ 바로잡아요: 이 요청으로 실제로 보낸 것은 없어요.",
  );
});

test("the last answer that a turn may have is corrected without asking again", async () => {
  const { text, nudges } = await turn(["Deleted it."], { maxRounds: 1 });
  assert.equal(text, "Deleted it.\n\n⚠️ Note: nothing was deleted for this message.");
  assert.deepEqual(nudges, []);
});

test("a failed effect bears out nothing, nor does an effect of another kind", async () => {
  const sent = [runs("[messenger:send]"), "I have sent it.", "I have sent it."];
  const failed = await turn(sent, { steps: [step("messenger:send", "failed")] });
  assert.match(failed.text, /Note: nothing was sent/);
  assert.match(failed.nudges[0]!, /Not done:\n- To Ben/);
  const other = await turn(sent, { steps: [step("system:write")] });
  assert.match(other.text, /Note: nothing was sent/);
});

test("what was already done before in the chat may be told, and a search that is done is done", async () => {
  const told = await turn(["I have already sent it earlier."], {
    before: [step("messenger:send")],
  });
  assert.deepEqual(told.nudges, []);
  const searched = await turn([runs("[source:web]"), "Done. Here is what I found."], {
    steps: [step("source:web")],
  });
  assert.deepEqual(searched.nudges, []);
});
