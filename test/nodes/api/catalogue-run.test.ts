import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { setImmediate as nextRound } from "node:timers/promises";
import { parse } from "yaml";
import { chatFolder } from "../../../src/app/core/home.ts";
import { envelopeIn, localOwner, resultText, runCode } from "../../../src/app/local-owner.ts";
import type { App } from "../../../src/app/open-app.ts";
import type { Clock } from "../../../src/base/clock.ts";
import type { Json } from "../../../src/base/json.ts";
import { variablesOf } from "../../../src/engine/catalogue/api-call.ts";
import type { ActionDefinition } from "../../../src/engine/catalogue/catalogue.ts";
import { shippedCatalogue } from "../../support/catalogue.ts";
import { partsAt } from "../../support/parts.ts";
import { pdfOf } from "../../support/pdf.ts";
import { pngOf } from "../../support/pictures.ts";
import { temporaryHome } from "../../support/service.ts";
import { startUpstream } from "../../support/upstream.ts";
import { zipOf } from "./support/zip-of.ts";

/**
 * Every example program of `source`, `stream` and `system`, run by the product against a loopback server of each service. What was asked
 * and what was said stand in `catalogue-run.tsv`, which is read over when it changes: UPDATE_CATALOGUE_RUN=1 writes it anew.
 */
const EXPECTED = new URL("catalogue-run.tsv", import.meta.url);
const CONTRACTS = new URL("contracts/", import.meta.url);
const NODES = new Set(["source", "stream", "system"]);
/** These wait for a person or a model, or show what differs on each machine. */
const APART = new Set([
  ...["ask_user", "approve", "run_command", "browse"],
  ...["agent_ask", "agent_ask_sync", "delegate", "delegate_project", "delegate_workflow"],
]);

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly zipped?: string;
}

interface Case {
  readonly is: string;
  readonly call: string;
  readonly keys?: object;
  readonly answers: readonly Answer[];
  readonly requests?: readonly { readonly path: string }[];
}

const catalogue = shippedCatalogue();

const CASES: readonly Case[] = readdirSync(CONTRACTS).flatMap(
  (name) => (parse(readFileSync(new URL(name, CONTRACTS), "utf8")) as { cases: Case[] }).cases, // written for the contracts
);

/** Every example with the action that it stands with. */
const PROGRAMS = [...catalogue.actions.values()]
  .filter(({ node, action }) => NODES.has(node) && !APART.has(action))
  .flatMap((definition) => definition.examples.map(({ code }) => [definition, code] as const));

/** What a service is documented to answer for a tool where all is well. */
function answersFor({ node, action }: ActionDefinition): Pick<Case, "answers" | "requests"> {
  const own = CASES.filter(({ call, keys }) => call === `${node}:${action}` && keys === undefined);
  const good = own.find(({ is }) => is === "success") ?? own.find(({ is }) => is === "one");
  return good ?? { answers: [] };
}

/** A server for each service of the registry: it gives what was begun with, by path where that is said, else in order, and keeps what it was asked. */
async function startServices(context: TestContext) {
  const asked: string[] = [];
  let current: Pick<Case, "answers" | "requests"> = { answers: [] };
  let count = 0;
  const steps = [...catalogue.apiTools.values()].flatMap(({ api }) => api?.steps ?? []);
  const environment: Record<string, string> = {};
  for (const { service } of steps)
    for (const variable of variablesOf(service)) environment[variable] = `key-${variable}`;
  for (const name of new Set([...steps.map(({ service }) => service.service), "europe-pmc"])) {
    const server = createServer(async (request, response) => {
      const { method = "", url = "" } = request;
      let body = "";
      for await (const chunk of request) body += String(chunk);
      asked.push(askedLine(name, method, url, body));
      await reply(response, url, answerTo(url, current, count));
      count += 1;
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    context.after(() => server.close());
    const { port } = server.address() as AddressInfo; // a server that listens on TCP has one
    const variable = `IBL_UPSTREAM_${name.toUpperCase().replaceAll("-", "_")}`;
    environment[variable] = `http://127.0.0.1:${port}`;
  }
  return {
    environment,
    /** Gives these answers from now on; what was asked before is forgotten. */
    begin(next: Pick<Case, "answers" | "requests">): void {
      current = next;
      count = 0;
      asked.length = 0;
    },
    asked,
  };
}

function answerTo(
  url: string,
  { answers, requests = [] }: Pick<Case, "answers" | "requests">,
  count: number,
): Answer | undefined {
  const { pathname } = new URL(url, "http://loopback");
  const at = requests.findIndex(({ path }) => path === decodeURIComponent(pathname));
  const isOnce = requests.filter(({ path }) => path === requests[at]?.path).length === 1;
  return answers[at >= 0 && isOnce ? at : count] ?? answers.at(-1);
}

async function reply(response: ServerResponse, url: string, answer: Answer = {}): Promise<void> {
  const isPaper = url.startsWith("/pdf/") || url.startsWith("/backend/");
  const { status = 200, headers = {}, body = "", zipped } = answer;
  response.writeHead(status, headers);
  if (isPaper) response.end(pdfOf(["A paper"]));
  else if (zipped !== undefined) response.end(await zipOf(zipped));
  else response.end(typeof body === "string" ? body : JSON.stringify(body));
}

function askedLine(service: string, method: string, url: string, body: string): string {
  const sent = body === "" ? "" : ` ${body}`;
  return `${service} ${method} ${decodeURIComponent(url)}${sent}`;
}

/** Between two programs: few in a minute, and after what a service may keep for a day. */
const PROGRAM_MS = 2000;
const LONGEST_KEPT_MS = 25 * 60 * 60 * 1000;

/** What these say of files is when they were written, by the machine's own clock. */
const TELLS_TIMES = new Set(["timeline", "photo_stats"]);

/** Longest wait for the pace of a service, in ms; whoever sleeps longer waits for an end that is not to come. */
const LONGEST_PAUSE_MS = 20_000;

/** Time passes while somebody waits for the pace of a service, and where it is told to. */
function pacedClock(): Clock & { readonly pass: (byMs: number) => void } {
  let nowMs = Date.parse("2026-11-23T00:00:00Z");
  return {
    now: () => nowMs,
    pass: (byMs) => {
      nowMs += byMs;
    },
    sleep: async (delayMs, signal) => {
      if (delayMs > LONGEST_PAUSE_MS)
        await new Promise((_resolve, reject) => {
          signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
        });
      await nextRound();
      nowMs += delayMs;
    },
  };
}

/** The pages of the examples, as the loopback web has them. */
function onLoopback(code: string, pages: string): string {
  return code
    .replaceAll("https://example.com/rss", `${pages}/feed.xml`)
    .replaceAll(/https:\/\/example\.com(?![\w/])/g, `${pages}/article-en`)
    .replaceAll("https://example.com/report.pdf", `${pages}/file.pdf`)
    .replaceAll("https://example.com", pages);
}

/** What the examples take for granted. */
async function keepFiles(parts: App): Promise<void> {
  const folder = chatFolder(parts.home, localOwner(parts).actor.chatId);
  const files: Readonly<Record<string, string | Uint8Array>> = {
    "notes.md": "# Notes\n회의는 10시",
    "photo.jpg": pngOf(40, 30),
    "inbox/photo.png": pngOf(40, 30),
    "report.pdf": pdfOf(["A report"]),
    "notes/old.md": "old",
    "students.csv": "id,name\n1,Ann\n2,Ben\n",
    "scores.csv": "id,class,score\n1,A,90\n2,B,80\n",
    "sales.csv": "shop,amount\nEast,3\nWest,4\nEast,5\n",
    "guests.csv": "name,city\nAnn,Seoul\nBen,Busan\n",
  };
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}

/** A program's end in one line, without what differs from run to run. */
async function runOne(parts: App, code: string): Promise<string> {
  const result = await runCode(parts, code, {
    answer: async () => ({ state: "approved" }),
    signal: new AbortController().signal,
    onStep: () => undefined,
  });
  const envelope = envelopeIn(result);
  const state = envelope === undefined ? result.kind : envelope.ok ? "ok" : "failed";
  return `${state}: ${plain(resultText(parts, result))}`;
}

function plain(text: string): string {
  return text
    .replace(/\[?[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M\]?(?:\(time:\d+:\w\))?/g, "TIME")
    .replace(/\d+(?:\.\d+)? [KM]?B, TIME/g, "TIME")
    .replace(/127\.0\.0\.1:\d+/g, "LOOPBACK")
    .replace(/\s*\n\s*/g, " / ")
    .slice(0, 240);
}

test("every example of the catalogue asks its services what it should and says what they answered", async (t) => {
  const home = temporaryHome();
  t.after(() => home.remove());
  const web = await startUpstream();
  t.after(() => web.close());
  const services = await startServices(t);
  const clock = pacedClock();
  const parts = partsAt(
    home.path,
    {
      IBL_LANGUAGE: "en",
      IBL_TIME_ZONE: "Asia/Seoul",
      ...services.environment,
      ...web.environment,
    },
    { clock },
  );
  t.after(() => parts.close());
  await keepFiles(parts);
  const lines: string[] = [];
  for (const [definition, code] of PROGRAMS) {
    services.begin(answersFor(definition));
    const before = web.requests.length;
    clock.pass(definition.api === undefined ? PROGRAM_MS : LONGEST_KEPT_MS);
    const said = await runOne(parts, onLoopback(code, web.origins.pages));
    const others = web.requests
      .slice(before)
      .map(({ service, method, path, query, body }) =>
        askedLine(service, method, `${path}?${new URLSearchParams(query)}`, body),
      );
    const asked = [...services.asked, ...others].map(plain).sort().join(" & ");
    const told = TELLS_TIMES.has(definition.action) ? said.slice(0, said.indexOf(":")) : said;
    lines.push([code.replaceAll("\n", " ; "), asked, told].join("\t"));
  }
  const text = `${lines.join("\n")}\n`;
  if (process.env["UPDATE_CATALOGUE_RUN"] === "1") writeFileSync(EXPECTED, text);
  const expected = readFileSync(EXPECTED, "utf8").split("\n");
  const wrong = text
    .split("\n")
    .flatMap((line, at) => (line === expected[at] ? [] : [[line, expected[at]]]));
  assert.deepEqual(wrong, []);
  assert.equal(text.split("\n").length, expected.length);
});

test("every tool of a web API is among the examples that were run, with its request", () => {
  const lines = readFileSync(EXPECTED, "utf8").trim().split("\n");
  const run = new Set(lines.map((line) => /^\[([a-z]+:[a-z_]+)\]/.exec(line)?.[1]));
  const missing = [...catalogue.actions.values()].filter(
    ({ node, action, api }) => api !== undefined && !run.has(`${node}:${action}`),
  );
  assert.deepEqual(
    missing.map(({ action }) => action),
    [],
  );
  const silent = lines.filter((line) => {
    const [code = "", asked = "", said = ""] = line.split("\t");
    const { api } = catalogue.actions.get(/^\[([a-z]+:[a-z_]+)\]/.exec(code)?.[1] ?? "") ?? {};
    return (
      api !== undefined && api.table === undefined && (asked === "" || !said.startsWith("ok: "))
    );
  });
  assert.deepEqual(silent, []);
});
