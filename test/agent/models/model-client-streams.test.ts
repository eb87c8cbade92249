import assert from "node:assert/strict";
import { test } from "node:test";
import { withBudget } from "../../../src/agent/models/budget.ts";
import {
  type ModelClient,
  ModelError,
  type ModelEvent,
  NO_USAGE,
} from "../../../src/agent/models/model-client.ts";
import { maskedModel } from "../../../src/agent/models/provider-client.ts";
import { dayIn } from "../../../src/base/format-time.ts";
import { createIds } from "../../../src/base/ids.ts";
import { Budgets } from "../../../src/security/limits/budgets.ts";
import { openDatabase } from "../../../src/store/database.ts";
import { countedBytes } from "../../security/house.ts";
import { ManualClock } from "../../support/manual-clock.ts";

const SIGNAL = new AbortController().signal;
const PAYER = { personId: "ann", chatKey: "c1", zone: "UTC" };
/** About 110 tokens with its frame. */
const QUESTION = {
  system: "s".repeat(400),
  messages: [{ role: "user", content: [{ type: "text", text: "q".repeat(40) }] }],
  tools: [],
} as const;

/** A model whose stream gives these words and then its end, or an error. */
function speaking(words: readonly string[], error?: Error): ModelClient {
  return {
    name: "test/speaking",
    send: () => Promise.reject(new Error("not asked whole")),
    async *stream() {
      for (const text of words) yield { type: "text", text };
      if (error !== undefined) throw error;
      const content = [
        { type: "text" as const, text: words.join("") },
        {
          type: "tool_use" as const,
          id: "c1",
          name: "execute_ibl",
          input: { code: words.join("") },
        },
      ];
      yield {
        type: "tool_use",
        call: content[1] as Extract<(typeof content)[number], { type: "tool_use" }>,
      };
      const usage = { ...NO_USAGE, inputTokens: 10, outputTokens: 5 };
      const message = {
        role: "assistant",
        content,
        stopReason: "end_turn",
        model: "test/speaking",
        usage,
      } as const;
      yield { type: "end", message };
    },
  };
}

function withinBudget(model: ModelClient) {
  const budgets = new Budgets({
    database: openDatabase(":memory:"),
    clock: new ManualClock(),
    newId: createIds(countedBytes()),
    dayOf: (atMs) => dayIn("UTC", atMs),
    rules: {
      limits: { person: { tokens: 2000 }, chat: {}, schedule: {}, service: {} },
      askPercent: 100,
    },
  });
  const payable = withBudget(model, {
    budgets,
    prices: {},
    maxOutputTokens: 1000,
    faultPoint: () => undefined,
    ask: () => "denied",
  });
  const used = () => budgets.useOf(PAYER).find((use) => use.scope === "person")?.used;
  return { stream: () => payable(PAYER).stream(QUESTION, SIGNAL), used };
}

test("a stream is settled with what the answer really took, and reserved until then", async () => {
  const { stream, used } = withinBudget(speaking(["hello"]));
  for await (const event of stream()) if (event.type === "text") assert.equal(used(), 1111);
  assert.equal(used(), 15);
});

test("a stream that nobody reads on takes its prompt and what had come", async () => {
  const { stream, used } = withinBudget(speaking(["x".repeat(40), "y".repeat(4000)]));
  for await (const _ of stream()) break;
  assert.equal(used(), 111 + 10);
});

test("a stream that breaks takes its prompt and what had come, and nothing where nothing had", async () => {
  const broken = new ModelError("model-unavailable", "No.");
  const { stream, used } = withinBudget(speaking(["x".repeat(40)], broken));
  await assert.rejects(async () => {
    for await (const _ of stream());
  }, broken);
  assert.equal(used(), 111 + 10);
  const empty = withinBudget(speaking([], broken));
  await assert.rejects(async () => {
    for await (const _ of empty.stream());
  }, broken);
  assert.equal(empty.used(), 0);
});

/** A model whose stream breaks after these words, and then gives others. */
function speakingAnew(broken: string, words: readonly string[]): ModelClient {
  const whole = speaking(words);
  return {
    ...whole,
    async *stream(request, signal) {
      yield { type: "text", text: broken };
      yield { type: "anew" };
      yield* whole.stream(request, signal);
    },
  };
}

test("a stream that was asked for again pays for both tries", async () => {
  const { stream, used } = withinBudget(speakingAnew("x".repeat(40), ["hello"]));
  for await (const _ of stream());
  assert.equal(used(), 111 + 10 + 15);
});

test("what is masked of a try that broke is not told with the next", async () => {
  const secret = "hunter2-of-the-house";
  const model = maskedModel(speakingAnew("It is hunter2-of", ["No, it is not."]), [secret]);
  const events: ModelEvent[] = [];
  for await (const event of model.stream(QUESTION, SIGNAL)) events.push(event);
  const anew = events.findIndex((event) => event.type === "anew");
  const words = (some: readonly ModelEvent[]): string =>
    some.map((event) => (event.type === "text" ? event.text : "")).join("");
  assert.doesNotMatch(words(events.slice(0, anew)), /hunter/);
  assert.equal(words(events.slice(anew)), "No, it is not.");
});

test("no secret comes out of a stream, however it is cut, nor in a call or the whole answer", async () => {
  const secret = "hunter2-of-the-house";
  const text = `It is ${secret}, I think.`;
  for (const cut of [1, 8, 15, 25]) {
    const model = maskedModel(speaking([text.slice(0, cut), text.slice(cut)]), [secret]);
    const events: ModelEvent[] = [];
    for await (const event of model.stream(QUESTION, SIGNAL)) events.push(event);
    const words = events.map((event) => (event.type === "text" ? event.text : "")).join("");
    assert.equal(words, "It is [secret], I think.");
    assert.equal(JSON.stringify(events).includes("hunter2"), false);
    assert.equal(events.at(-1)?.type, "end");
  }
});
