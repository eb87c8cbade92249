import assert from "node:assert/strict";
import { test } from "node:test";
import { commandAt } from "../support/command-line-here.ts";
import { startEmbeddingServer } from "../support/embedding-server.ts";
import { temporaryHome } from "../support/service.ts";

test("a provider embeds the examples of a HOME once, answers searches, and is told by examples and doctor", {
  timeout: 240_000,
}, async (t) => {
  const server = await startEmbeddingServer();
  t.after(() => server.close());
  const home = temporaryHome();
  t.after(() => home.remove());
  const environment = {
    IBL_LANGUAGE: "en",
    IBL_EMBEDDER: "openai",
    IBL_EMBEDDER_MODEL: "tiny",
    IBL_MODEL: "ollama/none",
    OPENAI_API_KEY: "key-of-a-test-0123456789",
    OPENAI_BASE_URL: `${server.url}/v1`,
  };
  const run = (...args: string[]) => commandAt(home.path, args, { environment });

  const told = await run("examples", "embedder", "--json");
  assert.equal(told.code, 0, told.errors);
  const { ok, set, inUse, state, vectors } = JSON.parse(told.output);
  assert.deepEqual([ok, set, inUse, state], [true, "openai/tiny", "openai/tiny", "ready"]);
  const made = vectors["openai/tiny@768"];
  assert.ok(made > 1000);
  const probes = server.calls[0]!.texts.length;
  const sent = server.calls.reduce((sum, { texts }) => sum + texts.length, 0);
  assert.equal(sent, made + probes);
  assert.ok(server.calls.every(({ texts }) => texts.length <= 64));

  const before = server.calls.length;
  const found = await run("examples", "search", "what time is it");
  assert.match(found.output, /\[system:time\]/);
  assert.match(found.errors, /Embedder: openai\/tiny/);
  const asked = server.calls.slice(before).map(({ texts }) => texts);
  assert.deepEqual([asked.length, asked[1]], [2, ["what time is it"]]);

  const doctor = await run("doctor", "--json", "--online");
  const { checks } = JSON.parse(doctor.output);
  const lines = checks.filter(({ name }: { name: string }) => name.startsWith("Embedder"));
  assert.deepEqual(
    lines.map(({ name, state: is }: { name: string; state: string }) => [name, is]),
    [
      ["Embedder", "ok"],
      ["Embedder openai/tiny", "ok"],
    ],
  );

  server.instead.push(...Array.from({ length: 9 }, () => ({ status: 401 })));
  const refused = await run("examples", "search", "what time is it");
  assert.match(refused.output, /\[system:time\]/);
  assert.match(refused.errors, /Embedder: embedded \(openai\/tiny is set: .*Check OPENAI_API_KEY/);
});
