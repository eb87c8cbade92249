import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const source = join(dirname(dirname(fileURLToPath(import.meta.url))), "src");

/** Ways out of the process: sockets, HTTP clients, names, other programs. */
const WAYS: readonly (readonly [string, RegExp])[] = [
  [
    "a module of Node",
    /\b(?:from|import)\s*\(?\s*"(?:node:)?(?:http|https|http2|net|tls|dgram|dns|dns\/promises|child_process|cluster|worker_threads|inspector)"/,
  ],
  ["require", /\b(?:createRequire|require)\s*\(/],
  [
    "an HTTP client",
    /\b(?:from|import)\s*\(?\s*"(?:undici|axios|got|node-fetch|ws|puppeteer[a-z-]*|grammy|@grammyjs\/files|discord\.js|@discordjs\/\w+|@google\/genai|openai|@anthropic-ai\/sdk|ollama|@huggingface\/transformers)"/,
  ],
  ["the global fetch", /(?<![\w.#])(?:globalThis\.)?fetch\(\s*(?!request\b|\{)/],
  ["a global socket", /\bnew (?:WebSocket|EventSource|XMLHttpRequest)\b/],
];

/** Every file outside src/drivers that has a way out of its own, and why. A new line here needs a reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "base/service-fetch.ts":
    "the platform's fetch for hosts that the operator names; follows no redirect and caps the answer",
  "agent/models/google.ts": "the vendor's client, handed the fetch for services",
  "agent/models/anthropic.ts": "the vendor's client, handed the fetch for services",
  "agent/models/openai.ts": "the vendor's client, handed the fetch for services",
  "bots/discord/client.ts": "the vendor's REST client, handed the fetch for services",
  "bots/discord/gateway.ts":
    "the vendor's gateway client: a WebSocket to the operator's address, or to the one of Discord that its API names",
  "bots/telegram/client.ts": "the vendor's client, handed the fetch for services",
  "bots/telegram/webhook-server.ts": "a server: it answers who comes, and opens nothing itself",
  "base/child-task.ts":
    "starts the program's own module that reads what strangers sent as a process",
  "base/worker.ts": "starts modules of the program itself in threads",
  "nodes/analysis/analysis-worker.ts":
    "runs as a thread, and answers who started it: it opens nothing itself",
  "rag/encoders/hub-fetch.ts":
    "fetches models from the Hub that the operator named, over https alone",
  "rag/encoders/transformers-worker.ts":
    "runs as a thread, and hands transformers.js the fetch for the Hub",
  "app/doctor/health-channels.ts":
    "opens the webhook's port for a moment, to say whether it is free",
  "app/core/version.ts": "reads package.json",
  "store/checkpoint-worker.ts":
    "runs as a thread, and looks whether the files of databases are there",
  "store/sqlite.ts": "finds the build of SQLite that fits this Node",
};

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Code without comments and types: only what is there when it runs. */
function codeOf(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/^\s*\/\/.*$/gm, "")
    .replace(/^import type [\s\S]*?;$/gm, "");
}

function waysOf(code: string): readonly string[] {
  return WAYS.flatMap(([name, pattern]) => (pattern.test(code) ? [name] : []));
}

test("nothing outside the drivers opens a way out of the process, but for the exceptions named here", () => {
  const found = filesBelow(source)
    .map((path) => path.slice(source.length + 1))
    .filter((path) => !path.startsWith("drivers/"))
    .filter((path) => waysOf(codeOf(readFileSync(join(source, path), "utf8"))).length > 0);
  assert.deepEqual(found.sort(), Object.keys(EXCEPTIONS).sort());
});

test("the vendors' clients are given the fetch for services, and reach for no other", () => {
  const clients: readonly (readonly [string, RegExp])[] = [
    ["bots/telegram/client.ts", /\bfetch: fetch(?:From|ByNode)\b/],
    ["agent/models/google.ts", /\bfetch: refusingFetch\(/],
    ["agent/models/anthropic.ts", /\bfetch: refusingFetch\(/],
    ["agent/models/openai.ts", /\bfetch: refusingFetch\(/],
    ["agent/models/ollama.ts", /= refusingFetch\(/],
  ];
  for (const [path, given] of clients) {
    const code = codeOf(readFileSync(join(source, path), "utf8"));
    assert.match(code, given, path);
    assert.doesNotMatch(code, /(?<![\w.#])fetch\(/, path);
  }
  for (const path of ["bots/telegram/client.ts", "agent/models/refusal.ts"])
    assert.match(codeOf(readFileSync(join(source, path), "utf8")), /serviceFetch\(/, path);
});

test("Discord's REST client is given the fetch for services", () => {
  const code = codeOf(readFileSync(join(source, "bots/discord/client.ts"), "utf8"));
  assert.match(
    code,
    /makeRequest\(url, init\) \{\s+const response = await fetchOnce\(url, init\);/,
  );
  assert.match(code, /serviceFetch\(/);
  assert.doesNotMatch(code, /(?<![\w.#])fetch\(/);
});

test("every way out is found however it is written", () => {
  const written = [
    'import { get } from "node:https";',
    'import { connect } from "net";',
    'const tls = await import("node:tls");',
    'import { request } from "undici";',
    'const { Bot } = await import("grammy");',
    'const { REST } = await import("discord.js");',
    'const { WebSocketManager } = await import("@discordjs/ws");',
    "const answer = await fetch(address, init);",
    "return globalThis.fetch(address);",
    "const socket = new WebSocket(address);",
    'import { spawn } from "node:child_process";',
    'import { createSocket } from "node:dgram";',
    'import { lookup } from "node:dns/promises";',
    'const load = createRequire(import.meta.url); load("http");',
  ];
  for (const code of written) assert.equal(waysOf(codeOf(code)).length, 1, code);
  const harmless = [
    'import type { Server } from "node:http";',
    "// await fetch(address)",
    "return fetch({ ...request, url });",
    "return asking.fetch(request);",
  ];
  for (const code of harmless) assert.deepEqual(waysOf(codeOf(code)), [], code);
});
