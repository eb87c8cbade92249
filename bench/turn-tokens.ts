// Input tokens of turns of three rounds that no maker has in its cache, by each maker's own rules, of the requests that the command line
// of this checkout, or of another one, really sends: the first turn of all, and one that follows it with other words.
//   node --import tsx bench/turn-tokens.ts [CHECKOUT [MAKER…]]
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { tokensOf } from "../src/agent/models/count-tokens.ts";
import { MAKERS, type MakerSetup, MODEL_KEY } from "../test/support/model-makers.ts";
import {
  type ServerAct,
  type ServerRequest,
  startModelServer,
} from "../test/support/model-server.ts";
import { ROOT, temporaryHome, testEnvironment } from "../test/support/service.ts";
import { printTable } from "./support/rounds.ts";
import { sized } from "./support/short.ts";

const TURNS = [
  "What time is it in Tokyo, and put that on my list?",
  "내일 할 일을 둘 적고 목록을 보여 줘",
];

/** Looks up, acts and answers. */
const ACTS: readonly ServerAct[] = [
  { calls: [{ code: '[system:time]("Asia/Tokyo")' }] },
  { calls: [{ code: '[system:todo]("call Tokyo")' }] },
  { text: "It is on your list." },
];

/** What a maker keeps of a request that later ones may begin with, and what of a later one it then need not read. */
interface Cache {
  /** Gives the tokens of a request that are in no cache, and keeps of it what is kept. */
  take(request: ServerRequest): number;
}

/** Every beginning is kept, and read again from so many tokens on and in steps: Gemini (ai.google.dev, "Context caching", Gemini 3.8 Flash), OpenAI's models before GPT-5.6 (developers.openai.com, "Prompt caching"). */
function beginningCache(leastTokens: number, stepTokens: number): Cache {
  const kept: string[] = [];
  return {
    take({ body }) {
      const text = partsOf(body).join("\n");
      const shared = Math.max(0, ...kept.map((one) => sharedLength(one, text)));
      kept.push(text);
      const known = Math.floor(tokensIn(text.slice(0, shared)) / stepTokens) * stepTokens;
      return tokensIn(text) - (known < leastTokens ? 0 : known);
    },
  };
}

/** What ends in a mark is kept, and the whole where `isWholeKept` says so, from 1,024 tokens on (platform.claude.com, "Prompt caching", Sonnet; developers.openai.com, "Prompt caching", GPT-5.6 and later). */
function markedCache(isWholeKept: (body: Record<string, unknown>) => boolean): Cache {
  const kept = new Set<string>();
  return {
    take({ body }) {
      const parts = partsOf(body);
      const text = parts.join("\n");
      const known = [...kept].filter((one) => text.startsWith(one)).map(tokensIn);
      const mark = parts.findLastIndex((part) => MARK.test(part));
      if (mark >= 0) kept.add(parts.slice(0, mark + 1).join("\n"));
      if (isWholeKept(body)) kept.add(text);
      return tokensIn(text) - Math.max(0, ...known.filter((tokens) => tokens >= 1024));
    },
  };
}

const MARK = /"(?:cache_control|prompt_cache_breakpoint)":/;

/** A request in the order in which a model reads it: tools, what the system says, the conversation. */
function partsOf(body: Record<string, unknown>): readonly string[] {
  const { tools, messages, contents, input } = body;
  const system = body["system"] ?? body["systemInstruction"] ?? body["instructions"] ?? "";
  const said = (messages ?? contents ?? input ?? []) as readonly unknown[]; // a list with every maker
  return [tools, system, ...said].map((part) => JSON.stringify(part) ?? "");
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

function tokensIn(text: string): number {
  return tokensOf([{ role: "user", content: [{ type: "text", text }] }]);
}

function cacheOf({ name }: MakerSetup): Cache {
  if (name === "anthropic") return markedCache(({ cache_control }) => cache_control !== undefined);
  if (name === "openai") return markedCache(() => true);
  return name === "google" ? beginningCache(4096, 1) : beginningCache(1024, 128);
}

/** What the requests of each turn are, and what of them is in no cache, in tokens. */
async function measured(
  checkout: string,
  maker: MakerSetup,
): Promise<readonly { readonly sent: number; readonly uncached: number }[]> {
  const cache = cacheOf(maker);
  let taken = 0;
  const server = await startModelServer(maker.dialect, () => {
    taken += 1;
    return ACTS[(taken - 1) % ACTS.length]!; // an index within the list
  });
  const home = temporaryHome();
  try {
    const turns: { sent: number; uncached: number }[] = [];
    for (const words of TURNS) {
      const before = server.requests.length;
      await ask(checkout, { home: home.path, words, maker, origin: server.origin });
      const requests = server.requests.slice(before);
      if (requests.length !== ACTS.length)
        throw new Error(
          `${maker.name}: ${requests.length} requests. ${server.problems.join("\n")}`,
        );
      turns.push({
        sent: sum(requests.map(({ body }) => tokensIn(partsOf(body).join("\n")))),
        uncached: sum(requests.map((request) => cache.take(request))),
      });
    }
    return turns;
  } finally {
    home.remove();
    await server.close();
  }
}

async function ask(
  checkout: string,
  talk: {
    readonly home: string;
    readonly words: string;
    readonly maker: MakerSetup;
    readonly origin: string;
  },
): Promise<void> {
  const { home, words, maker, origin } = talk;
  const entry = pathToFileURL(join(checkout, "src", "entry.ts")).href;
  const code = `const { runProcess } = await import(${JSON.stringify(entry)}); await runProcess(${JSON.stringify(checkout)});`;
  const url = `${origin}${maker.path}`;
  const environment = testEnvironment({
    IBL_MODEL: maker.name === "openai" ? "openai/gpt-6.1-sol" : `${maker.provider}/${maker.model}`,
    OPENAI_API: maker.name === "openai" ? "responses" : "chat",
    ...{ ANTHROPIC_API_KEY: MODEL_KEY, GEMINI_API_KEY: MODEL_KEY, OPENAI_API_KEY: MODEL_KEY },
    ...{ ANTHROPIC_BASE_URL: url, GEMINI_BASE_URL: url, OPENAI_BASE_URL: url },
  });
  const child = spawn(
    process.execPath,
    [
      "--import",
      "tsx",
      "--input-type=module",
      "-e",
      code,
      "--",
      "ibl-bot",
      "ask",
      words,
      "--home",
      home,
    ],
    { cwd: ROOT, env: environment, stdio: ["ignore", "ignore", "inherit"] },
  );
  await once(child, "close");
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

const [path = ROOT, ...names] = process.argv.slice(2).filter((word) => word !== "--short");
const root = resolve(path);
const makers = MAKERS.filter(({ name }) =>
  names.length === 0 ? name !== "ollama" : names.includes(name),
);
const rows: (readonly string[])[] = [];
for (const maker of makers.slice(0, sized(makers.length, 1))) {
  const [first, next] = await measured(root, maker);
  rows.push([
    maker.name,
    ...[first, next].flatMap((turn) => [`${turn?.sent}`, `${turn?.uncached}`]),
  ]);
}
printTable(`Tokens of a turn of three rounds (${root})`, [
  ["maker", "first: sent", "not cached", "next: sent", "not cached"],
  ...rows,
]);
