import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { makeUsage, type UsageOrder } from "../src/app/examples/usage-making.ts";
import { digestOf } from "../src/base/digest.ts";
import type { EmbeddedEncoder } from "../src/rag/encoders/embedded.ts";
import { EncodedSearch } from "../src/rag/search/encoded-search.ts";
import { openUsageDatabase } from "../src/rag/store/database.ts";
import { EncodingStore } from "../src/rag/store/encoding-store.ts";
import { keywordQuery, UsageStore } from "../src/rag/store/example-store.ts";
import type { UsageMaterial } from "../src/rag/training/material.ts";
import { buildUsage, storedEmbedder } from "../src/rag/usage/build.ts";
import { UsageExamples } from "../src/rag/usage/usage-examples.ts";
import { startCheckpoints } from "../src/store/checkpoints.ts";
import type { Database } from "../src/store/database.ts";
import { readLabelled } from "../test/support/labelled.ts";
import { ManualClock } from "../test/support/manual-clock.ts";
import { shippedMaterial } from "../test/support/usage-examples.ts";
import { digits, interleave, median, percentile, print, printTable } from "./support/rounds.ts";
import { sized } from "./support/short.ts";

interface Bound {
  readonly size: number;
  readonly searchMs: number;
}

/**
 * Searching usage examples at 1,000 and at 10,000, against a nearest-neighbour query of sqlite-vec alone and a full-text query of
 * FTS5 alone on the same rows in the same run; and how long the event loop is held: while searching, while the store is made
 * in its thread, and while all is embedded again.
 */
const BOUNDS: readonly Bound[] = [
  { size: sized(1000, 50), searchMs: 10 },
  { size: sized(10_000, 100), searchMs: 30 },
];
const LONGEST_BLOCK_MS = 20;
const HITS = 20;

/** The only action that every other search may use: most of the store is left out then. */
const RARE = "system:review";

const SEARCHES = sized(300, 5);
const TRIES = sized(3, 1);
const NANOSECONDS_A_MS = 1e6;

const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };

const texts = readLabelled("tune").map(({ text }) => text);
const folder = mkdtempSync(join(tmpdir(), "ibl-bot-bench-"));
try {
  await measureMaking();
  for (const bound of BOUNDS) await measureSearch(bound);
} finally {
  rmSync(folder, { recursive: true });
}

/** The longest the event loop is held in each of three tries, the least of them: what holds it of itself does so in each. */
async function blockWhile(work: () => Promise<unknown>): Promise<Block> {
  const tries: Block[] = [];
  for (let tried = 0; tried < TRIES; tried += 1) {
    const startedMs = performance.now();
    const heldMs = await longestBlock(work);
    const tookMs = performance.now() - startedMs;
    tries.push({ heldMs, machineMs: await longestBlock(() => busyFor(tookMs)) });
  }
  return {
    heldMs: Math.min(...tries.map(({ heldMs }) => heldMs)),
    machineMs: Math.min(...tries.map(({ machineMs }) => machineMs)),
  };
}

/** How long the event loop was held by work, and by as long a time of nothing but slices of a millisecond, which is what other programs do to both. */
interface Block {
  readonly heldMs: number;
  readonly machineMs: number;
}

async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  const loop = monitorEventLoopDelay({ resolution: 1 });
  await new Promise((resolve) => setTimeout(resolve, 50)); // what came before is over
  loop.enable();
  await work();
  await new Promise((resolve) => setTimeout(resolve, 5));
  loop.disable();
  return loop.max / NANOSECONDS_A_MS;
}

async function busyFor(tookMs: number): Promise<void> {
  const endMs = performance.now() + tookMs;
  while (performance.now() < endMs) {
    const sliceEndMs = performance.now() + 1;
    while (performance.now() < sliceEndMs);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function judgedBlock({ heldMs, machineMs }: Block): string {
  return `${judged(heldMs, LONGEST_BLOCK_MS)}, the machine alone ${digits(machineMs)} ms`;
}

function judged(valueMs: number, boundMs: number): string {
  return `${digits(valueMs)} ms (at most ${boundMs}: ${valueMs <= boundMs ? "pass" : "fail"})`;
}

/** The making of what is shipped, as a service has it made. */
async function measureMaking(): Promise<void> {
  let made = 0;
  const startedMs = performance.now();
  const block = await blockWhile(() => {
    made += 1;
    const order = {
      roots: [fileURLToPath(new URL("../data", import.meta.url))],
      databasePath: ":memory:",
      usagePath: join(folder, `made-${made}.db`),
    };
    return sized<(order: UsageOrder) => Promise<unknown>>(makeUsage, beginUsage)(order);
  });
  print(
    `The store made in its thread in ${digits((performance.now() - startedMs) / made / 2)} ms. Longest block: ${judgedBlock(block)}.\n`,
  );
}

/** Begins the making, and ends it when it goes on. */
async function beginUsage(order: UsageOrder): Promise<void> {
  const ending = new AbortController();
  const onProgress = (): void => ending.abort();
  await makeUsage(order, { onProgress, signal: ending.signal }).catch((error: unknown) => {
    if (!ending.signal.aborted) throw error;
  });
}

async function measureSearch({ size, searchMs }: Bound): Promise<void> {
  const material = materialOf(size);
  const database = openUsageDatabase(join(folder, `${size}.db`));
  const store = new UsageStore({ database, clock: new ManualClock() });
  await buildUsage(store, material, { digestOf: (code) => digestOf(code) });
  const embedder = await storedEmbedder(store, material.digest);
  if (embedder === undefined) throw new Error("The store was not made.");
  const opening = await blockWhile(() => examplesOver(store, material).search("뉴스"));
  const examples = examplesOver(store, material);
  await examples.search("뉴스");
  const taken = await interleave(contenders(examples, database, embedder), {
    rounds: SEARCHES,
    limitMs: 20_000,
  });
  const next = inTurn();
  const searching = await blockWhile(async () => {
    for (let search = 0; search < SEARCHES; search += 1) {
      await examples.search(next(), search % 2 === 0 ? {} : { accept: (name) => name === RARE });
      await new Promise((resolve) => setImmediate(resolve)); // as between two messages
    }
  });
  // As in the service, a thread moves what was committed from the log into the database.
  const checkpoints = startCheckpoints(database, { log: QUIET, beginAfterMs: 0 });
  let again = 0;
  const embedding = await blockWhile(async () => {
    again += 1;
    const usage = examplesOver(store, material, encodedBy(embedder, `bench-${again}`, database));
    await usage.encoded();
    await usage.close();
  });
  await checkpoints.stop();
  report(taken, { size, searchMs });
  print(
    `Longest block: reading the store ${judgedBlock(opening)}; searching ${judgedBlock(searching)}; embedding again ${judgedBlock(embedding)}.\n`,
  );
  database.close();
}

/** So many examples: the shipped ones, and more of them in other words. */
function materialOf(count: number): UsageMaterial {
  const shipped = shippedMaterial();
  const examples = Array.from({ length: count }, (_unused, index) => {
    const example = shipped.examples[index % shipped.examples.length];
    if (example === undefined) throw new Error("There are no shipped examples.");
    const copy = Math.floor(index / shipped.examples.length);
    return copy === 0 ? example : { ...example, intent: `${example.intent} ${index}` };
  });
  return { digest: digestOf({ count, examples }), examples, smallTalk: shipped.smallTalk };
}

function examplesOver(
  store: UsageStore,
  { digest }: UsageMaterial,
  encoded?: EncodedSearch,
): UsageExamples {
  return new UsageExamples({
    store,
    clock: new ManualClock(),
    materialDigest: () => digest,
    make: () => Promise.reject(new Error("The store is made already.")),
    digestOf: (code) => digestOf(code),
    log: QUIET,
    ...(encoded === undefined ? {} : { encoded }),
  });
}

/** Vectors from elsewhere, as those of a model in a thread of its own. */
function encodedBy(embedded: EmbeddedEncoder, id: string, database: Database): EncodedSearch {
  const ready = embedded.embedNow({ text: "뉴스" });
  const encoder = {
    id,
    baseline: 0,
    isRemote: false,
    embed: async (asked: readonly unknown[]) => asked.map(() => ready),
    close: async () => undefined,
  };
  return new EncodedSearch({
    source: { name: id, open: async () => encoder },
    encodings: new EncodingStore(database),
    clock: new ManualClock(),
    log: QUIET,
  });
}

function contenders(examples: UsageExamples, database: Database, embedder: EmbeddedEncoder) {
  const next = inTurn();
  const nearest = database.prepare<[Buffer, number]>(
    "SELECT rowid, distance FROM ibl_examples_vec WHERE embedding MATCH ? AND k = ?",
  );
  const matching = database.prepare<[string, number]>(
    "SELECT rowid, rank FROM ibl_examples_fts WHERE ibl_examples_fts MATCH ? ORDER BY rank LIMIT ?",
  );
  return [
    { name: "search", run: async () => void (await examples.search(next())) },
    {
      name: "sqlite-vec alone",
      run: () => {
        const vector = embedder.embedNow({ text: next() });
        nearest.all(Buffer.from(vector.buffer), HITS);
      },
    },
    {
      name: "FTS5 alone",
      run: () => {
        const query = keywordQuery(next());
        if (query !== undefined) matching.all(query, HITS);
      },
    },
  ];
}

/** The texts one after the other, over and over. */
function inTurn(): () => string {
  let at = 0;
  return () => {
    at += 1;
    return texts[at % texts.length] ?? "";
  };
}

function report(taken: ReadonlyMap<string, readonly number[]>, { size, searchMs }: Bound): void {
  const p95 = (name: string): number => percentile(taken.get(name) ?? [], 0.95);
  printTable(`${size} examples`, [
    ["", "p50 ms", "p95 ms", "p95 of search : this"],
    ...[...taken].map(([name, values]) => [
      name,
      digits(median(values)),
      digits(p95(name)),
      digits(p95("search") / p95(name)),
    ]),
  ]);
  print(`Search, p95: ${judged(p95("search"), searchMs)}.`);
}
