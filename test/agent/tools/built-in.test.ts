import assert from "node:assert/strict";
import { test } from "node:test";
import { createBuiltInTools } from "../../../src/agent/tools/built-in.ts";
import { ToolRegistry } from "../../../src/agent/tools/registry.ts";
import type { JsonObject } from "../../../src/base/json.ts";
import type { Language } from "../../../src/base/localized.ts";
import { textOf } from "../../../src/engine/values/outcome.ts";

const NOON_IN_SEOUL = Date.parse("2026-11-21T03:00:00Z");

/** What a shipped tool says to an input, or code and message of its failure. */
async function asked(
  name: string,
  input: JsonObject,
  options: { readonly language?: Language; readonly nowMs?: number; readonly zone?: string } = {},
): Promise<string> {
  const { language = "en", nowMs = NOON_IN_SEOUL, zone = "Asia/Seoul" } = options;
  const registry = new ToolRegistry();
  const clock = { now: () => nowMs, sleep: async () => undefined };
  for (const tool of createBuiltInTools({ clock })) registry.register(tool);
  const outcome = await registry.execute(
    { name, input },
    {
      actor: { personId: "ann", chatId: "console:1", language, zone, isOwner: true },
      effectKey: "update:1/1",
      tainted: false,
      signal: new AbortController().signal,
    },
  );
  assert.ok("ok" in outcome);
  return outcome.ok ? textOf(outcome.value) : `${outcome.failure.code}: ${outcome.failure.message}`;
}

const SUMS: readonly (readonly [string, number | RegExp])[] = [
  ["12 * 34 + 5", 413],
  ["0.1 + 0.2", 0.3],
  ["(1,200 + 800) * 3", 6000],
  ["1,234,567.5 × 2", 2469135],
  ["2^3^2", 512],
  ["2 ** 10", 1024],
  ["-2^2", -4],
  ["15% * 80", 12],
  ["50000 * (1 + 3.5%)", 51750],
  ["-7 mod 3", 2],
  ["10 ÷ 4 − 1", 1.5],
  ["round(2.345, 2)", 2.35],
  ["round(1.005, 2)", 1.01],
  ["max(1, 200, 30)", 200],
  ["avg(1,2,3,4)", 2.5],
  ["sum((1,000), 1)", 1001],
  ["sqrt(2) * SQRT(2)", 2],
  ["2 * pi", 6.28318530717959],
  [".5 + 1e3", 1000.5],
  ["1 / 0", /^bad-expression: The expression has no value/],
  ["sqrt(-1)", /^bad-expression: The expression has no value/],
  ["2 +", /^bad-expression: The expression ends too early\.$/],
  ["2 + + * 3", /^bad-expression: The expression cannot be read from "\* 3" on\.$/],
  ["process.exit(1)", /^bad-expression: There is no function "process"\.$/],
  ["sqr(4)", /^bad-expression: There is no function "sqr"\. Did you mean "sqrt"\?$/],
  ["constructor(1)", /^bad-expression: There is no function "constructor"\.$/],
  ["1 2", /^bad-expression: The expression cannot be read from "2" on\.$/],
  [
    `${"(".repeat(100)}1${")".repeat(100)}`,
    /^bad-expression: The expression is nested too deep\.$/,
  ],
  [`${"-".repeat(1900)}1`, /^bad-expression: The expression is nested too deep\.$/],
];

for (const [expression, expected] of SUMS) {
  test(`calculate: ${expression.slice(0, 40)}`, async () => {
    const told = await asked("calculate", { expression });
    if (expected instanceof RegExp) assert.match(told, expected);
    else assert.equal(told, `${expression} = ${expected}`);
  });
}

test("calculate says that a number too large to be exact is nearly right", async () => {
  assert.equal(await asked("calculate", { expression: "2^60" }), "2^60 ≈ 1152921504606850000");
});

test("count_text counts what a reader sees, not code units", async () => {
  assert.equal(
    await asked("count_text", { text: "안녕 👨‍👩‍👧\nhello" }, { language: "ko" }),
    "공백 포함 10자, 공백 제외 8자, 낱말 3개, 2줄, 31바이트",
  );
  assert.equal(
    await asked("count_text", { text: "" }),
    "0 characters, 0 without spaces, 0 words, 0 lines, 0 bytes",
  );
});

const DATES: readonly (readonly [JsonObject, string | RegExp])[] = [
  [{ to: "2027-01-01" }, "From 2026-11-21 to 2027-01-01 (Friday): 41 days"],
  [{ from: "2026-11-21", to: "2026-11-20" }, "From 2026-11-21 to 2026-11-20 (Friday): −1 day"],
  [{ from: "2024-02-28", to: "2024-03-01" }, "From 2024-02-28 to 2024-03-01 (Friday): 2 days"],
  [{ days: 100 }, "2027-03-01 (Monday)"],
  [{ from: "2024-01-31", months: 1 }, "2024-02-29 (Thursday)"],
  [{ from: "2024-03-31", months: -1, days: 1 }, "2024-03-01 (Friday)"],
  [{ from: "2025-02-29" }, /^bad-date: There is no date "2025-02-29"\./],
  [{ to: "2026-12-01", days: 3 }, /^bad-date: Give either "to"/],
  [{ from: "9999-12-31", days: 1 }, /^bad-date: That date lies beyond/],
  [{ to: "tomorrow" }, /^bad-parameters: "to"/],
];

for (const [input, expected] of DATES) {
  test(`dates: ${JSON.stringify(input)}`, async () => {
    const told = await asked("dates", input);
    if (expected instanceof RegExp) assert.match(told, expected);
    else assert.equal(told, expected);
  });
}

test("dates counts from today as it is where the person is", async () => {
  const lateInLondon = Date.parse("2026-11-21T16:00:00Z");
  const input = { to: "2026-12-01" };
  assert.match(await asked("dates", input, { nowMs: lateInLondon }), /^From 2026-11-22 /);
  assert.match(
    await asked("dates", input, { nowMs: lateInLondon, zone: "Europe/London" }),
    /^From 2026-11-21 /,
  );
});
