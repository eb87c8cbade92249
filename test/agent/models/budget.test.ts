import assert from "node:assert/strict";
import { test } from "node:test";
import { type ModelPrice, withBudget } from "../../../src/agent/models/budget.ts";
import { ModelError } from "../../../src/agent/models/model-client.ts";
import { runLoop } from "../../../src/agent/turn/loop.ts";
import { EXECUTE_IBL } from "../../../src/agent/turn/prompt.ts";
import { dayIn } from "../../../src/base/format-time.ts";
import { createIds } from "../../../src/base/ids.ts";
import { type BudgetRules, Budgets } from "../../../src/security/limits/budgets.ts";
import { openDatabase } from "../../../src/store/database.ts";
import { countedBytes } from "../../security/house.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { runs, type ScriptedAnswer, scriptedModel } from "../../support/scripted-model.ts";

const PAYER = { personId: "ann", chatKey: "c1", zone: "UTC" };
const SIGNAL = new AbortController().signal;
const QUESTION = {
  system: "s".repeat(400),
  messages: [{ role: "user", content: [{ type: "text", text: "q".repeat(40) }] }],
  tools: [],
} as const;

/** A scripted model whose answers may take 1000 tokens; each takes 10 in and 5 out. */
function openModel(
  limits: Partial<BudgetRules["limits"]>,
  options: {
    readonly answers?: readonly ScriptedAnswer[];
    readonly prices?: Readonly<Record<string, ModelPrice>>;
    readonly askPercent?: number;
  } = {},
) {
  const { answers = ["hello"], prices = {}, askPercent = 100 } = options;
  const all = { person: {}, chat: {}, schedule: {}, service: {}, ...limits };
  const budgets = new Budgets({
    database: openDatabase(":memory:"),
    clock: new ManualClock(),
    newId: createIds(countedBytes()),
    dayOf: (atMs) => dayIn("UTC", atMs),
    rules: { limits: all, askPercent },
  });
  const model = scriptedModel(...answers);
  const asked: string[] = [];
  const modelFor = withBudget(model, {
    budgets,
    prices,
    maxOutputTokens: 1000,
    ask: ({ scope, kind }) => {
      asked.push(`${kind} ${scope}`);
      return "asked";
    },
    faultPoint: () => undefined,
  });
  const used = (unit: "tokens" | "micros") =>
    budgets.useOf(PAYER).find((use) => use.scope === "person" && use.unit === unit)?.used;
  return { model, asked, used, payer: modelFor(PAYER), modelFor };
}

test("a call is settled with what it really took, in tokens and money, and is told its ceiling", async () => {
  const prices = { "test/scripted": { input: 0.5, output: 3 } };
  const { payer, used, model } = openModel({ person: { tokens: 2000 } }, { prices });
  await payer.send(QUESTION, SIGNAL);
  assert.deepEqual([used("tokens"), used("micros")], [15, 20]);
  assert.equal(model.requests[0]?.maxOutputTokens, 1000);
});

test("nothing is sent where the prompt with the longest answer does not fit", async () => {
  const { payer, model, used } = openModel({ person: { tokens: 1100 } });
  await assert.rejects(payer.send(QUESTION, SIGNAL), { code: "model-budget" });
  assert.equal(model.requests.length, 0);
  assert.equal(used("tokens"), 0);
});

test("of calls at the same time only as many are sent as fit together", async () => {
  const { modelFor, model } = openModel({ person: { tokens: 3500 } });
  const ends = await Promise.allSettled(
    [1, 2, 3, 4, 5].map(() => modelFor(PAYER).send(QUESTION, SIGNAL)),
  );
  assert.equal(ends.filter(({ status }) => status === "fulfilled").length, 3);
  assert.equal(model.requests.length, 3);
});

for (const { code, tokens } of [
  { code: "model-unavailable", tokens: 0 },
  { code: "model-rate-limited", tokens: 0 },
  { code: "model-auth", tokens: 0 },
  { code: "model-blocked", tokens: 111 },
  { code: "model-bad-answer", tokens: 111 },
] as const)
  test(`a call that ends with ${code} takes ${tokens} tokens`, async () => {
    const answers = [new ModelError(code, "No.")];
    const { payer, used } = openModel({ person: { tokens: 5000 } }, { answers });
    await assert.rejects(payer.send(QUESTION, SIGNAL), { code });
    assert.equal(used("tokens"), tokens);
  });

test("at a soft limit the owners are asked and the answer says so", async () => {
  const { payer, asked, model } = openModel({ chat: { tokens: 1200 } }, { askPercent: 50 });
  await assert.rejects(payer.send(QUESTION, SIGNAL), (error: ModelError) => {
    assert.equal(error.code, "model-budget");
    assert.match(error.message, /so I asked an owner\./);
    return true;
  });
  assert.deepEqual(asked, ["soft chat"]);
  assert.equal(model.requests.length, 0);
});

test("a turn that reaches its limit in the middle says so", async () => {
  const { payer } = openModel(
    { person: { tokens: 1600 } },
    { answers: [runs("[system:time]"), "never said"] },
  );
  const spend = { role: "user", content: [{ type: "text", text: "what time is it" }] } as const;
  const result = await runLoop({
    model: payer,
    system: "You help.",
    tool: EXECUTE_IBL,
    history: [],
    turn: [spend],
    save: () => undefined,
    executeIbl: async () => ({
      kind: "result",
      content: "x".repeat(4000),
      isError: false,
      tainted: false,
    }),
    language: "en",
    signal: SIGNAL,
  });
  assert.equal(result.kind, "stopped");
  assert.match(result.kind === "stopped" ? result.text : "", /^Used up until midnight\.[^\n]*$/);
});
