import assert from "node:assert/strict";
import { test } from "node:test";
import { MAKERS, MODEL_KEY } from "../support/model-makers.ts";
import { type ServerAct, startModelServer } from "../support/model-server.ts";
import { commandLine, temporaryHome } from "../support/service.ts";

/** A home whose Claude and OpenAI-like models act so, the latter as the fallback of the former. */
async function house(
  t: { after(done: () => Promise<void>): void },
  acts: { readonly claude: readonly ServerAct[]; readonly spare: readonly ServerAct[] },
) {
  const start = (name: string, list: readonly ServerAct[]) =>
    startModelServer(MAKERS.find((maker) => maker.name === name)!.dialect, list);
  const claude = await start("anthropic", acts.claude);
  const spare = await start("openai-chat", acts.spare);
  const home = temporaryHome();
  t.after(async () => {
    await Promise.all([claude.close(), spare.close()]);
    home.remove();
  });
  const environment = {
    IBL_MODEL: "anthropic/claude-test",
    IBL_MODEL_FALLBACKS: "openai/gpt-test",
    IBL_MODEL_PRICES: "anthropic/claude-test=2/10,openai/gpt-test=100/1000",
    ANTHROPIC_API_KEY: MODEL_KEY,
    ANTHROPIC_BASE_URL: claude.origin,
    OPENAI_API_KEY: MODEL_KEY,
    OPENAI_BASE_URL: `${spare.origin}/v1`,
  };
  const command = (...words: readonly string[]) => commandLine(home.path, words, { environment });
  return { claude, spare, command };
}

test("where one model refuses its key the next one acts and answers, and is paid by its own price", async (t) => {
  const { claude, spare, command } = await house(t, {
    claude: [{ refuse: 401 }],
    spare: [{ calls: [{ code: "[system:time]" }] }, { text: "지금은 낮이에요." }],
  });
  const asked = await command("ask", "몇 시야?", "--json");
  assert.equal(asked.code, 0, asked.errors);
  assert.match(asked.output, /지금은 낮이에요/);
  assert.equal(claude.requests.length, 1);
  assert.equal(spare.requests.length, 2);
  assert.deepEqual(spare.problems, []);
  assert.doesNotMatch(`${asked.output}${asked.errors}`, new RegExp(MODEL_KEY));
  const usage = JSON.parse((await command("usage", "--json")).output) as {
    budgets: { scope: string; unit: string; used: number }[];
  };
  const money = usage.budgets.find(({ scope, unit }) => scope === "person" && unit === "micros");
  assert.equal(money?.used, 2 * (120 * 100 + 37 * 1000));
});

test("where no model answers the examples do, and the answer says why for each", async (t) => {
  const { command } = await house(t, { claude: [{ refuse: 401 }], spare: [{ refuse: 404 }] });
  const asked = await command("ask", "지금 몇 시야");
  const told = `${asked.output}${asked.errors}`;
  assert.match(told, /anthropic\/claude-test: .*ANTHROPIC_API_KEY/);
  assert.match(told, /openai\/gpt-test: .*404/);
  assert.match(told, /doctor --online/);
});

test("doctor names the models, and with --online tells whether each answers", async (t) => {
  const { command } = await house(t, { claude: [{ text: "OK" }], spare: [{ refuse: 401 }] });
  const quiet = await command("doctor", "--json");
  type Checks = { checks: { name: string; state: string; detail: string; next?: string }[] };
  const checks = (JSON.parse(quiet.output) as Checks).checks;
  assert.equal(
    checks.find(({ name }) => name === "Model")?.detail,
    "anthropic/claude-test; then: openai/gpt-test",
  );
  const online = await command("doctor", "--online", "--json");
  assert.equal(online.code, 1);
  const lines = (JSON.parse(online.output) as Checks).checks.filter(({ name }) =>
    name.startsWith("Model "),
  );
  assert.deepEqual(
    lines.map(({ name, state }) => [name, state]),
    [
      ["Model anthropic/claude-test", "ok"],
      ["Model openai/gpt-test", "problem"],
    ],
  );
  assert.match(lines[1]?.next ?? "", /키를 다시 복사하고/);
});

test("a model asked over Responses runs a program, and answers with its thoughts of before", async (t) => {
  const maker = MAKERS.find(({ name }) => name === "openai")!;
  const server = await startModelServer(maker.dialect, [
    { thinking: "The clock tells.", calls: [{ code: "[system:time]" }] },
    { text: "지금은 낮이에요." },
  ]);
  const home = temporaryHome();
  t.after(async () => {
    await server.close();
    home.remove();
  });
  const environment = {
    IBL_MODEL: "openai/gpt-6.1-sol",
    OPENAI_API: "responses",
    OPENAI_API_KEY: MODEL_KEY,
    OPENAI_BASE_URL: `${server.origin}/v1`,
  };
  const asked = await commandLine(home.path, ["ask", "몇 시야?", "--json"], { environment });
  assert.equal(asked.code, 0, asked.errors);
  assert.match(asked.output, /지금은 낮이에요/);
  assert.deepEqual(server.problems, []);
  const input = server.requests[1]?.body["input"] as { type?: string }[];
  assert.deepEqual(
    input.flatMap(({ type }) => type ?? []),
    ["reasoning", "function_call", "function_call_output"],
  );
});
