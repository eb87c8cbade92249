import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Message } from "../../../src/agent/models/model-client.ts";
import { type LoopEvent, runLoop } from "../../../src/agent/turn/loop.ts";
import { EXECUTE_IBL } from "../../../src/agent/turn/prompt.ts";
import type { ToolOutcome } from "../../../src/agent/turn/tool-result.ts";
import { Dice } from "../../proofs/support/dice.ts";
import { runs, scriptedModel } from "../../support/scripted-model.ts";

const QUESTION: Message = { role: "user", content: [{ type: "text", text: "do it" }] };

type End = "done" | "failed" | "waiting";

/** A call of one answer: what it is, after how many turns of the event loop it ends, and how. */
interface Planned {
  readonly kind: "read" | "effect";
  readonly turns: number;
  readonly end: End;
}

/** Runs one answer with these calls, and tells when each began and ended, what was kept and what the model was told. */
async function answerOf(plan: readonly Planned[]) {
  const model = scriptedModel(runs(...plan.map((_call, index) => `[a:${index}]`)), "Done.");
  const trace: string[] = [];
  const saved: Message[] = [];
  const prepared: number[] = [];
  let running = 0;
  let most = 0;
  const indexOf = (code: string): number => Number(code.slice(3, -1));
  const result = await runLoop({
    model,
    system: "",
    tool: EXECUTE_IBL,
    history: [],
    turn: [QUESTION],
    save: (message) => saved.push(message),
    onlyReads: (code) => {
      prepared.push(indexOf(code));
      return plan[indexOf(code)]!.kind === "read";
    },
    executeIbl: async (code): Promise<ToolOutcome> => {
      const index = indexOf(code);
      const { turns, end } = plan[index]!;
      trace.push(`+${index}`);
      running += 1;
      most = Math.max(most, running);
      for (let turn = 0; turn < turns; turn += 1) await nextTurn();
      running -= 1;
      trace.push(`-${index}`);
      if (end === "waiting") return { kind: "waiting" };
      return { kind: "result", content: `r${index}`, isError: end === "failed", tainted: false };
    },
    language: "en",
    signal: new AbortController().signal,
  });
  const told = (model.requests[1]?.messages ?? []).flatMap((message) =>
    message.role === "tool" ? message.content.map(({ content }) => content) : [],
  );
  return { result, trace, told, prepared, most, saved };
}

const read = (turns: number, end: End = "done"): Planned => ({ kind: "read", turns, end });
const effect = (turns: number, end: End = "done"): Planned => ({ kind: "effect", turns, end });

test("reads of one answer run together and are reported in the model's order", async () => {
  const { trace, told, prepared } = await answerOf([read(3), read(1), read(2)]);
  assert.deepEqual(trace, ["+0", "+1", "+2", "-1", "-2", "-0"]);
  assert.deepEqual(told, ["r0", "r1", "r2"]);
  assert.deepEqual(prepared, [0, 1, 2]);
});

test("an effect runs alone: after the reads in front of it, before those behind", async () => {
  const { trace, told } = await answerOf([read(2), effect(2), effect(1), read(1), read(2)]);
  assert.deepEqual(trace, ["+0", "-0", "+1", "-1", "+2", "-2", "+3", "+4", "-3", "-4"]);
  assert.deepEqual(told, ["r0", "r1", "r2", "r3", "r4"]);
});

test("a call that waits does not hold back the reads beside it, and holds back the next effect and what follows it", async () => {
  const { result, trace, saved } = await answerOf([
    effect(1, "waiting"),
    read(1),
    read(1),
    effect(1),
    read(1),
  ]);
  assert.deepEqual(trace, ["+0", "-0", "+1", "+2", "-1", "-2"]);
  assert.ok(result.kind === "waiting");
  assert.deepEqual(result.callIds, ["c1"]);
  assert.deepEqual(
    result.calls.map(({ state }) => state),
    ["open", "done", "done", "open", "open"],
  );
  const [first] = saved.flatMap((message) => (message.role === "tool" ? message.content : []));
  assert.match(first!.content, /^\(This ran while an earlier call .* was waiting .*\)\nr1$/);
});

test("at most eight reads run at a time", async () => {
  const { most, told } = await answerOf(Array.from({ length: 20 }, () => read(1)));
  assert.equal(most, 8);
  assert.equal(told.length, 20);
});

test("failed calls hold nothing back", async () => {
  const { told } = await answerOf([effect(1, "failed"), read(1, "failed"), effect(1)]);
  assert.deepEqual(told, ["r0", "r1", "r2"]);
});

test("in any mix of calls effects keep their order and stand alone, nothing is lost, and the report has the model's order", async () => {
  const seed = String(process.hrtime.bigint() % 1_000_000n);
  const dice = new Dice(seed);
  for (let play = 0; play < 150; play += 1) {
    const plan = Array.from({ length: 1 + dice.below(9) }, (): Planned => {
      const end = dice.pick<End>(["done", "done", "done", "done", "failed", "waiting"]);
      return { kind: dice.pick(["read", "effect"]), turns: dice.below(4), end };
    });
    const told = `seed ${seed}, play ${play}: ${JSON.stringify(plan)}`;
    const { trace, told: reported, result } = await answerOf(plan);
    const began = trace.filter((entry) => entry.startsWith("+")).map(Number);
    assert.deepEqual(
      began,
      [...began].sort((left, right) => left - right),
      told,
    );
    assert.equal(new Set(began).size, began.length, told);
    for (const index of began.filter((entry) => plan[entry]!.kind === "effect"))
      assert.equal(trace[trace.indexOf(`+${index}`) + 1], `-${index}`, told);
    const stop = plan.findIndex(({ end }) => end === "waiting");
    const held = plan.findIndex(({ kind }, index) => index > stop && kind === "effect");
    const expected = stop < 0 || held < 0 ? plan.length : held;
    assert.equal(began.length, expected, told);
    if (stop < 0) {
      assert.equal(result.kind, "answered", told);
      assert.deepEqual(
        reported,
        plan.map((_call, index) => `r${index}`),
        told,
      );
      continue;
    }
    assert.ok(result.kind === "waiting", told);
    const waiting = began.filter((index) => plan[index]!.end === "waiting");
    assert.deepEqual(
      result.callIds,
      waiting.map((index) => `c${index + 1}`),
      told,
    );
  }
});

test("whoever follows a turn hears words, calls and results as they come", async () => {
  const events: LoopEvent[] = [];
  await runLoop({
    model: scriptedModel(
      {
        content: [
          { type: "text", text: "Let me look." },
          { type: "tool_use", id: "c1", name: "execute_ibl", input: { code: "[system:time]" } },
        ],
      },
      "Noon.",
    ),
    system: "",
    tool: EXECUTE_IBL,
    history: [],
    turn: [QUESTION],
    save: () => undefined,
    executeIbl: async () => ({ kind: "result", content: "12", isError: false, tainted: false }),
    language: "en",
    signal: new AbortController().signal,
    onEvent: (event) => events.push(event),
  });
  assert.deepEqual(
    events.map((event) =>
      event.type === "text"
        ? event.text
        : event.type === "tool_use"
          ? `${event.round} ${event.call.id}`
          : event.type === "nudge"
            ? event.nudge
            : event.type === "tool_result" && `${event.callId} ${event.state}`,
    ),
    ["Let me look.", "1 c1", "c1 done", "Noon."],
  );
});
