import assert from "node:assert/strict";
import { test } from "node:test";
import { parseConfig } from "../../src/config/config.ts";
import { commandAt } from "../support/command-line-here.ts";
import { startGeminiServer } from "../support/gemini-server.ts";
import { saying } from "../support/gemini-shapes.ts";
import { temporaryHome } from "../support/service.ts";

test("usage --json tells what was used over several processes, and the limits", async (t) => {
  const gemini = await startGeminiServer([saying("hello")]);
  const home = temporaryHome();
  t.after(async () => {
    await gemini.close();
    home.remove();
  });
  const environment = {
    GEMINI_API_KEY: "test-key-of-usage",
    GEMINI_BASE_URL: gemini.origin,
    IBL_MODEL_PRICES: "google/gemini-3.8-flash=0.50/3.00",
    IBL_MONEY_PERSON: "0.0001",
    IBL_MODEL_MAX_OUTPUT_TOKENS: "256",
    IBL_TOKENS_CHAT: "0",
    IBL_LANGUAGE: "en",
  };
  const run = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    commandAt(home.path, args, { environment: { ...environment, ...more } });
  const refused = await run(["ask", "hi"]);
  assert.match(refused.output + refused.errors, /Used up until midnight\./);
  assert.equal(gemini.requests.length, 0);
  const asked = await run(["ask", "hi"], { IBL_MONEY_PERSON: "2" });
  assert.match(asked.output, /hello/, asked.errors);
  const { output } = await run(["usage", "--json"], { IBL_MONEY_PERSON: "2" });
  const report = JSON.parse(output) as {
    readonly ok: boolean;
    readonly model: unknown;
    readonly budgets: readonly { scope: string; unit: string; used: number; limit?: number }[];
  };
  assert.equal(report.ok, true);
  assert.deepEqual(report.model, { name: "google/gemini-3.8-flash", hasPrice: true });
  assert.deepEqual(
    report.budgets.map(({ scope, unit, used, limit }) => [scope, unit, used, limit]),
    [
      ["person", "tokens", 157, 1_000_000],
      ["person", "micros", 171, 2_000_000],
      ["chat", "tokens", 157, undefined],
      ["chat", "micros", 171, undefined],
      ["service", "tokens", 157, 5_000_000],
      ["service", "micros", 171, undefined],
    ],
  );
  const shown = await run(["usage"], { IBL_LANGUAGE: "ko" });
  assert.match(shown.output, /tokens of 1,000,000 tokens|157토큰 \/ 1,000,000토큰/);
});

test("wrong limits and prices are told with what they must be", () => {
  const problems = (environment: Readonly<Record<string, string>>): string => {
    try {
      parseConfig({ IBL_HOME: "/x", ...environment }, "/");
      return "";
    } catch (error) {
      return (error as Error).message;
    }
  };
  for (const [name, value] of [
    ["IBL_RATE_MESSAGES_PERSON", "20"],
    ["IBL_RATE_PROGRAMS_CHAT", "a/b"],
    ["IBL_TOKENS_PERSON", "-1"],
    ["IBL_TOKENS_JOB", "1.5"],
    ["IBL_MONEY_SERVICE", "0"],
    ["IBL_MONEY_CHAT", "cheap"],
    ["IBL_BUDGET_ASK_PERCENT", "0"],
    ["IBL_MODEL_PRICES", "google/gemini-3.8-flash=1"],
    ["IBL_MODEL_MAX_OUTPUT_TOKENS", "10"],
  ] as const)
    assert.match(problems({ [name]: value }), new RegExp(`- ${name} must be `), name);
  const { rates, budgets, modelPrices } = parseConfig(
    {
      IBL_HOME: "/x",
      IBL_RATE_MESSAGES_PERSON: "0/10",
      IBL_TOKENS_PERSON: "0",
      IBL_MONEY_PERSON: "1.50",
      IBL_MODEL_PRICES: "a/b=0.5/3, c/d=1/2",
    },
    "/",
  );
  assert.deepEqual(rates.message.person, { perHour: 10 });
  assert.deepEqual(budgets.limits.person, { micros: 1_500_000 });
  assert.deepEqual(modelPrices, {
    "a/b": { input: 0.5, output: 3 },
    "c/d": { input: 1, output: 2 },
  });
});
