import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { digestOf } from "../../src/base/digest.ts";
import type { EncoderSource } from "../../src/rag/encoders/encoder.ts";
import { EncodedSearch } from "../../src/rag/search/encoded-search.ts";
import { createReferences, type References } from "../../src/rag/search/references.ts";
import { openUsageDatabase } from "../../src/rag/store/database.ts";
import { EncodingStore } from "../../src/rag/store/encoding-store.ts";
import { type ExampleShelf, parseExamples, shelfOf } from "../../src/rag/store/example-files.ts";
import { UsageStore } from "../../src/rag/store/example-store.ts";
import { materialOf, type UsageMaterial } from "../../src/rag/training/material.ts";
import { buildUsage } from "../../src/rag/usage/build.ts";
import { UsageExamples } from "../../src/rag/usage/usage-examples.ts";
import { readDataFolder } from "../../src/store/data-files.ts";
import { shippedCatalogue } from "./catalogue.ts";
import { madeExamples } from "./made-examples.ts";
import { ManualClock } from "./manual-clock.ts";

const DATA = fileURLToPath(new URL("../../data", import.meta.url));

/** What stands under data/examples. */
export function shippedShelf(): ExampleShelf {
  return shelfOf(
    readDataFolder([DATA], "examples").files.map((file) => {
      const parsed = parseExamples(file.value);
      assert.ok(parsed.ok, JSON.stringify(parsed));
      return parsed.file;
    }),
  );
}

/** What the product learns from. */
export function shippedMaterial(): UsageMaterial {
  return materialOf(shippedCatalogue(), shippedShelf(), "shipped");
}

/** The usage examples that are shipped, made already, in a copy of their own. */
export async function openShippedUsage(): Promise<OpenUsage> {
  const folder = mkdtempSync(join(tmpdir(), "ibl-bot-usage-"));
  const path = join(folder, "usage.db");
  copyFileSync(await madeExamples(), path);
  const database = openUsageDatabase(path);
  const digest = new UsageStore({ database, clock: new ManualClock() }).builds[0];
  database.close();
  const usage = openUsage({ ...shippedMaterial(), digest: digest ?? "" }, { path });
  return {
    ...usage,
    async close() {
      await usage.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Material of a test's own. */
export function materialFrom(
  examples: readonly (readonly [string, string])[],
  smallTalk: readonly string[] = [],
): UsageMaterial {
  return {
    digest: digestOf({ examples, smallTalk }),
    examples: examples.map(([intent, code]) => ({ intent, code, source: "shipped" })),
    smallTalk,
  };
}

/** Usage examples in a database of their own; whoever opened them closes them. */
export interface OpenUsage {
  readonly examples: UsageExamples;
  readonly store: UsageStore;
  readonly encodings: EncodingStore;
  readonly clock: ManualClock;
  /** What was logged, by message. */
  readonly logged: string[];
  /** Other material from now on. */
  material: UsageMaterial;
  /** What programs hold that do not plan any more. */
  readonly broken: Set<string>;
  /** Programs that were planned, in order. */
  readonly planned: string[];
  close(): Promise<void>;
}

/** Opens usage examples over material; programs count as sound unless they hold "broken". */
export function openUsage(
  material: UsageMaterial,
  options: {
    readonly path?: string;
    /** A file that was built, which is read beside it. */
    readonly shippedPath?: string;
    readonly firstId?: number;
    readonly encoder?: EncoderSource;
  } = {},
): OpenUsage {
  const { path = ":memory:", shippedPath, firstId = 1 } = options;
  const clock = new ManualClock();
  const database = openUsageDatabase(path, shippedPath);
  const store = new UsageStore({ database, clock, firstId });
  const logged: string[] = [];
  const broken = new Set(["broken"]);
  const planned: string[] = [];
  const plan = (code: string): string | undefined => {
    planned.push(code);
    return [...broken].some((part) => code.includes(part)) ? undefined : digestOf(code);
  };
  const note = (_fields: unknown, message: string): void => void logged.push(message);
  const log = { info: note, warn: note, error: note };
  const encodings = new EncodingStore(database);
  const encoded =
    options.encoder === undefined
      ? undefined
      : new EncodedSearch({ source: options.encoder, encodings, clock, log });
  const examples = new UsageExamples({
    store,
    clock,
    materialDigest: () => opened.material.digest,
    make: (making) => buildUsage(store, opened.material, { ...making, digestOf: plan }),
    digestOf: plan,
    log,
    ...(encoded === undefined ? {} : { encoded }),
  });
  const opened: OpenUsage = {
    examples,
    store,
    encodings,
    clock,
    logged,
    broken,
    planned,
    material,
    async close() {
      await examples.close();
      database.close();
    },
  };
  return opened;
}

/** References over usage examples, on a clock that stands still: they wait for the making. */
export function referencesOver({ examples, clock }: OpenUsage): References {
  return createReferences({
    search: (text, options) => examples.search(text, options),
    version: () => examples.version,
    clock,
    onError: (error) => {
      throw error;
    },
  });
}
