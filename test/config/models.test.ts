import assert from "node:assert/strict";
import { test } from "node:test";
import { parseConfig } from "../../src/config/config.ts";

const GEMINI = "AIzaKeyOfNobody000";
const CLAUDE = "key-of-anthropic";

function modelsOf(environment: Readonly<Record<string, string>>) {
  return parseConfig({ IBL_HOME: "/x", ...environment }, "/").models;
}

function problemsOf(environment: Readonly<Record<string, string>>): string {
  try {
    modelsOf(environment);
  } catch (error) {
    return String(error);
  }
  return "";
}

test("with nothing said the first provider whose key is there answers, Google first", () => {
  assert.equal(modelsOf({}), undefined);
  const both = modelsOf({ ANTHROPIC_API_KEY: CLAUDE, GEMINI_API_KEY: GEMINI });
  assert.deepEqual(both?.modes.default, { provider: "google" });
  const claude = modelsOf({ ANTHROPIC_API_KEY: CLAUDE, OPENAI_API_KEY: "key-of-openai" });
  assert.deepEqual(claude?.modes.default, { provider: "anthropic" });
  assert.deepEqual(modelsOf({ OLLAMA_BASE_URL: "http://127.0.0.1:11434" })?.modes.default, {
    provider: "ollama",
  });
  assert.equal(modelsOf({ GEMINI_BASE_URL: "http://127.0.0.1:1" }), undefined);
});

test("GEMINI_MODEL names the model of Google where no other name is given", () => {
  const environment = { GEMINI_API_KEY: GEMINI, GEMINI_MODEL: "gemini-x" };
  assert.deepEqual(modelsOf(environment)?.modes.fast, { provider: "google", model: "gemini-x" });
  const named = modelsOf({ ...environment, IBL_MODEL: "google/gemini-y" });
  assert.deepEqual(named?.modes.default, { provider: "google", model: "gemini-y" });
});

test("each mode has its own model, and a mode that is not set has the default one", () => {
  const models = modelsOf({
    IBL_MODEL: "anthropic/claude-sonnet-5-5",
    IBL_MODEL_FAST: "ollama/qwen3.5:4b",
    IBL_MODEL_FALLBACKS: "google, openai/meta-llama/llama-3.3-70b",
    ANTHROPIC_API_KEY: CLAUDE,
    GEMINI_API_KEY: GEMINI,
    OPENAI_BASE_URL: "http://127.0.0.1:1234/v1",
  });
  const claude = { provider: "anthropic", model: "claude-sonnet-5-5" };
  assert.deepEqual(models, {
    modes: { default: claude, fast: { provider: "ollama", model: "qwen3.5:4b" }, vision: claude },
    fallbacks: [{ provider: "google" }, { provider: "openai", model: "meta-llama/llama-3.3-70b" }],
    access: {
      google: { apiKey: GEMINI },
      anthropic: { apiKey: CLAUDE },
      openai: { baseUrl: "http://127.0.0.1:1234/v1" },
    },
  });
});

test("everything that is wrong is told at once, with what to do", () => {
  const told = problemsOf({
    IBL_MODEL: "anthropic/claude-sonnet-5-5",
    IBL_MODEL_FAST: "gpt-6-luna",
    IBL_MODEL_VISION: "openai",
    IBL_MODEL_FALLBACKS: "google/gemini-x ollama/y",
    OPENAI_BASE_URL: "http://127.0.0.1:1234/v1",
  });
  assert.match(
    told,
    /IBL_MODEL names anthropic, which needs ANTHROPIC_API_KEY \(from platform\.claude\.com\)/,
  );
  assert.match(told, /IBL_MODEL_FAST must be PROVIDER\/MODEL .*; "gpt-6-luna" is not/);
  assert.match(told, /IBL_MODEL_VISION must name the model of the server at OPENAI_BASE_URL/);
  assert.match(told, /IBL_MODEL_FALLBACKS names google, which needs GEMINI_API_KEY/);
  assert.match(problemsOf({ IBL_MODEL_FALLBACKS: "ollama" }), /IBL_MODEL must be set too/);
});

test("a server that asks for no key needs none", () => {
  const models = modelsOf({ OPENAI_BASE_URL: "http://127.0.0.1:1/v1", IBL_MODEL: "openai/local" });
  assert.deepEqual(models?.modes.default, { provider: "openai", model: "local" });
});

function embedderOf(environment: Readonly<Record<string, string>>) {
  return parseConfig({ IBL_HOME: "/x", ...environment }, "/").embedder;
}

test("the embedder is the embedded one, until another one is named with what it needs", () => {
  assert.deepEqual(embedderOf({ GEMINI_API_KEY: GEMINI }), { kind: "embedded" });
  const transformers = { IBL_EMBEDDER: "transformers" };
  assert.deepEqual(embedderOf(transformers), { kind: "transformers", isLocal: false });
  assert.deepEqual(embedderOf({ ...transformers, IBL_EMBEDDER_MODEL: "a-b/c.d@v1" }), {
    kind: "transformers",
    isLocal: false,
    model: "a-b/c.d",
    revision: "v1",
  });
  assert.deepEqual(embedderOf({ ...transformers, IBL_EMBEDDER_MODEL: "/srv/model" }), {
    kind: "transformers",
    isLocal: true,
    model: "/srv/model",
  });
  assert.deepEqual(embedderOf({ IBL_EMBEDDER: "google", GEMINI_API_KEY: GEMINI }), {
    kind: "google",
    access: { apiKey: GEMINI },
  });
  assert.deepEqual(embedderOf({ IBL_EMBEDDER: "ollama", IBL_EMBEDDER_MODEL: "bge" }), {
    kind: "ollama",
    model: "bge",
    access: {},
  });
});

test("an embedder that cannot be is told with what to do", () => {
  const cases: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
    [{ IBL_EMBEDDER: "sqlite" }, /IBL_EMBEDDER must be embedded, transformers, google, openai or/],
    [{ IBL_EMBEDDER: "anthropic" }, /cannot be anthropic, which has no embedding models; it must/],
    [{ IBL_EMBEDDER: "google" }, /IBL_EMBEDDER names google, which needs GEMINI_API_KEY/],
    [
      { IBL_EMBEDDER: "openai", OPENAI_BASE_URL: "http://127.0.0.1:1/v1" },
      /IBL_EMBEDDER_MODEL must name an embedding model of the server at OPENAI_BASE_URL/,
    ],
    [
      { IBL_EMBEDDER_MODEL: "a/b" },
      /IBL_EMBEDDER_MODEL needs IBL_EMBEDDER=transformers, google, openai or ollama beside it/,
    ],
    [{ IBL_EMBEDDER: "transformers", IBL_EMBEDDER_MODEL: "a/../b" }, /IBL_EMBEDDER_MODEL must be/],
    [
      { IBL_EMBEDDER: "transformers", IBL_EMBEDDER_MODEL: "models/of mine" },
      /IBL_EMBEDDER_MODEL must be a model of the Hub, .* or the whole path of a folder/,
    ],
  ];
  for (const [environment, said] of cases) assert.match(problemsOf(environment), said);
});

test("OPENAI_API says which of OpenAI's APIs is spoken", () => {
  const given = { OPENAI_API_KEY: "key-of-openai" };
  assert.deepEqual(modelsOf(given)?.access.openai, { apiKey: "key-of-openai" });
  const set = modelsOf({ ...given, OPENAI_API: "chat" })?.access.openai;
  assert.deepEqual(set, { apiKey: "key-of-openai", api: "chat" });
  assert.match(problemsOf({ ...given, OPENAI_API: "both" }), /OPENAI_API/);
});
