import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { digestOf } from "../src/base/digest.ts";
import type { EmbeddedEmbedder } from "../src/rag/embedded.ts";
import { createEmbeddedEmbedder } from "../src/rag/embedded.ts";
import { readIntentModel } from "../src/rag/intent-model.ts";
import type { UsageMaterial } from "../src/rag/material.ts";
import { openUsageDatabase } from "../src/rag/usage-database.ts";
import { UsageExamples } from "../src/rag/usage-examples.ts";
import { UsageStore } from "../src/rag/usage-store.ts";
import { readLabelled } from "../test/support/labelled.ts";
import { ManualClock } from "../test/support/manual-clock.ts";
import { shippedMaterial } from "../test/support/usage-examples.ts";
import { digits, interleave, median, percentile, print, printTable } from "./support/rounds.ts";

/** Searching usage examples at 1,000 and at 10,000, against a nearest-neighbour query of sqlite-vec alone and a full-text query of FTS5 alone on the same rows in the same run; and how long the event loop is held. */
const SIZES = [1000, 10_000];
const HITS = 20;
const NANOSECONDS_A_MS = 1e6;

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

const texts = readLabelled("tune").map(({ text }) => text);
const folder = mkdtempSync(join(tmpdir(), "ibl-bot-bench-"));
try {
  for (const size of SIZES) await measure(size);
} finally {
  rmSync(folder, { recursive: true });
}

async function measure(size: number): Promise<void> {
  const material = materialOf(size);
  const database = openUsageDatabase(join(folder, `${size}.db`));
  const store = new UsageStore({ database, clock: new ManualClock() });
  const quiet = (): void => undefined;
  const examples = new UsageExamples({
    store,
    clock: new ManualClock(),
    material: () => material,
    digestOf: (code) => digestOf(code),
    log: { info: quiet, warn: quiet, error: quiet },
  });
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const startedMs = performance.now();
  await examples.search("뉴스");
  const makeMs = performance.now() - startedMs;
  const makeBlockMs = loop.max / NANOSECONDS_A_MS;
  loop.reset();
  const embedder = storedModel(store);
  const nearest = database.prepare<[Buffer, number]>(
    "SELECT rowid, distance FROM ibl_examples_vec WHERE embedding MATCH ? AND k = ?",
  );
  let at = 0;
  const next = (): string => {
    at += 1;
    return texts[at % texts.length] ?? "";
  };
  const taken = await interleave(
    [
      { name: "search", run: async () => void (await examples.search(next())) },
      {
        name: "sqlite-vec alone",
        run: () => {
          const vector = embedder.embedNow({ text: next() });
          nearest.all(Buffer.from(vector.buffer), HITS);
        },
      },
      { name: "FTS5 alone", run: () => void store.keywordHits(next(), HITS) },
    ].map((contender) => ({ ...contender, units: 1 })),
    { rounds: 300, limitMs: 20_000 },
  );
  loop.reset();
  for (let search = 0; search < 300; search += 1) {
    await examples.search(next());
    await new Promise((resolve) => setImmediate(resolve)); // as between two messages
  }
  loop.disable();
  printTable(`${size} examples, made in ${digits(makeMs)} ms`, [
    ["", "p50 ms", "p95 ms"],
    ...[...taken].map(([name, values]) => [
      name,
      digits(median(values)),
      digits(percentile(values, 0.95)),
    ]),
  ]);
  print(
    `Longest hold of the event loop: ${digits(makeBlockMs)} ms while making, ${digits(loop.max / NANOSECONDS_A_MS)} ms while searching.`,
  );
  await examples.close();
  database.close();
}

function storedModel(store: UsageStore): EmbeddedEmbedder {
  const model = readIntentModel(store.mark("model") ?? new Uint8Array());
  if (model === undefined) throw new Error("The store holds no model.");
  return createEmbeddedEmbedder(model, "bench");
}
