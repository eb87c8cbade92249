import assert from "node:assert/strict";
import { test } from "node:test";
import { type LoopResult, runLoop } from "../../../src/agent/turn/loop.ts";
import { EXECUTE_IBL } from "../../../src/agent/turn/prompt.ts";
import type { ToolOutcome } from "../../../src/agent/turn/tool-result.ts";
import { createTurns, type Turns } from "../../../src/agent/turn/turn-table.ts";
import { openDatabase } from "../../../src/store/database.ts";
import { runs, type ScriptedAnswer, scriptedModel } from "../../support/scripted-model.ts";

/** Ends the process at a point, as SIGKILL does: nothing after it happens. */
class Killed extends Error {}

/** A turn in a real database, the gate as a map by call, and a script that goes by how many answers are saved. */
function createWorld(answers: readonly ScriptedAnswer[]) {
  const database = openDatabase(":memory:");
  let count = 0;
  const clock = { now: () => 1000, sleep: async () => undefined };
  const turns: Turns = createTurns({ database, clock, newId: (prefix) => `${prefix}_${++count}` });
  const turn = turns.begin({
    origin: "update:1",
    personId: "ann",
    chatKey: "telegram:1",
    input: "do it",
  });
  const effects: string[] = [];
  const outcomes = new Map<string, ToolOutcome>();

  /** What the gate does for an origin it knows: nothing again. */
  const gate = (key: string, code: string): ToolOutcome => {
    const known = outcomes.get(key);
    if (known !== undefined) return known;
    effects.push(code);
    const outcome: ToolOutcome = {
      kind: "result",
      content: `did ${code}`,
      isError: false,
      tainted: false,
    };
    outcomes.set(key, outcome);
    return outcome;
  };

  /** One life of the process; `killAt` counts the points passed in it: each save, and each effect before and after. */
  const live = async (
    killAt = Number.POSITIVE_INFINITY,
    waits: ReadonlySet<string> = new Set(),
  ): Promise<LoopResult | "killed"> => {
    let passed = 0;
    const point = (): void => {
      passed += 1;
      if (passed >= killAt) throw new Killed();
    };
    const saved = turns.messages(turn.id);
    const script = answers.slice(saved.filter((message) => message.role === "assistant").length);
    try {
      return await runLoop({
        model: scriptedModel(...script),
        system: "",
        tool: EXECUTE_IBL,
        history: [],
        turn: saved,
        save: (message) => {
          point();
          turns.append(turn.id, message);
          point();
        },
        executeIbl: async (code, callId, round) => {
          if (waits.has(code)) return { kind: "waiting" };
          point();
          const outcome = gate(`${round}/${callId}`, code);
          point();
          return outcome;
        },
        language: "en",
        signal: new AbortController().signal,
      });
    } catch (error) {
      if (error instanceof Killed) return "killed";
      throw error;
    }
  };
  return { live, effects, roles: () => turns.messages(turn.id).map((message) => message.role) };
}

const SCRIPT = [runs("[a:one]", "[a:two]"), runs("[a:three]"), "All done."];
const ROLES = ["user", "assistant", "tool", "tool", "assistant", "tool", "assistant"];

test("a turn killed at any point and run again has each effect once and the same messages", async () => {
  const whole = createWorld(SCRIPT);
  const result = await whole.live();
  assert.ok(result !== "killed" && result.kind === "answered");
  assert.deepEqual(whole.roles(), ROLES);

  let points = 0;
  for (let killAt = 1; ; killAt += 1) {
    const world = createWorld(SCRIPT);
    const first = await world.live(killAt);
    if (first !== "killed") break;
    points += 1;
    const second = await world.live();
    assert.ok(second !== "killed" && second.kind === "answered", `killed at point ${killAt}`);
    assert.equal(second.text, "All done.");
    assert.deepEqual(
      world.effects,
      ["[a:one]", "[a:two]", "[a:three]"],
      `killed at point ${killAt}`,
    );
    assert.deepEqual(world.roles(), ROLES, `killed at point ${killAt}`);
  }
  assert.equal(points, 18);
});

test("a turn killed again and again, after each message it saves, still comes to its end", async () => {
  const world = createWorld(SCRIPT);
  let lives = 0;
  let result = await world.live(4);
  while (result === "killed" && lives < 50) {
    lives += 1;
    result = await world.live(4);
  }
  assert.ok(result !== "killed" && result.kind === "answered");
  assert.deepEqual(world.effects, ["[a:one]", "[a:two]", "[a:three]"]);
});

test("a call that waits ends the loop without a result, and the press goes on there", async () => {
  const world = createWorld(SCRIPT);
  const waiting = await world.live(undefined, new Set(["[a:two]"]));
  assert.ok(waiting !== "killed" && waiting.kind === "waiting");
  assert.deepEqual(waiting.callIds, ["c2"]);
  assert.deepEqual(
    waiting.calls.map((record) => record.state),
    ["done", "open"],
  );
  assert.deepEqual(world.roles(), ["user", "assistant", "tool"]);

  const again = await world.live(undefined, new Set(["[a:two]"]));
  assert.ok(again !== "killed" && again.kind === "waiting");
  assert.deepEqual(world.effects, ["[a:one]"]);

  const answered = await world.live();
  assert.ok(answered !== "killed" && answered.kind === "answered");
  assert.equal(answered.rounds, 3);
  assert.equal(answered.usage.inputTokens, 30);
  assert.deepEqual(world.effects, ["[a:one]", "[a:two]", "[a:three]"]);
  assert.deepEqual(world.roles(), ROLES);
});

test("a turn whose answer was saved before the process died is answered without asking again", async () => {
  const world = createWorld(["Hello.", "Hello twice."]);
  assert.equal(await world.live(2), "killed");
  const result = await world.live();
  assert.ok(result !== "killed" && result.kind === "answered");
  assert.deepEqual([result.text, result.rounds], ["Hello.", 1]);
});

test("a reminder that was saved before the process died is not written twice", async () => {
  const world = createWorld([{ content: [] }, "Hello."]);
  assert.equal(await world.live(4), "killed");
  const result = await world.live();
  assert.ok(result !== "killed" && result.kind === "answered");
  assert.deepEqual(world.roles(), ["user", "assistant", "user", "assistant"]);
});
