import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import { orAbort } from "../../drivers/abort.ts";
import type { EncoderSource } from "../../rag/encoders/encoder.ts";
import { EncodedSearch } from "../../rag/search/encoded-search.ts";
import type { SearchHit, SearchOptions } from "../../rag/search/example-search.ts";
import { createReferences, type References } from "../../rag/search/references.ts";
import { openUsageDatabase } from "../../rag/store/database.ts";
import { USAGE_DATABASE_NAME } from "../../rag/store/database-name.ts";
import { EncodingStore } from "../../rag/store/encoding-store.ts";
import { UsageStore } from "../../rag/store/example-store.ts";
import { ExecutionLogs, USAGE_KEEPING } from "../../rag/store/execution-logs.ts";
import { weedOut } from "../../rag/usage/promotion.ts";
import { UsageExamples } from "../../rag/usage/usage-examples.ts";
import { type Database, inTransaction, scrub } from "../../store/database.ts";
import { forgetRows, type PersonScope } from "../../store/personal-data.ts";
import type { TableKeeping } from "../../store/retention.ts";
import type { Library } from "../core/data-library.ts";
import type { Home } from "../core/home.ts";
import { programDigest } from "../core/program-digest.ts";
import type { Stores } from "../core/stores.ts";
import { makeUsage, type UsageOrder } from "./usage-making.ts";
import { seedOf } from "./usage-seed.ts";

/** The usage database of a HOME with what stands on it, opened when it is first used. */
export interface Usage {
  /** Throws as `openUsageDatabase` does. */
  examples(): UsageExamples;
  /** How many vectors of encoders there are, by the names of these. */
  encodings(): Readonly<Record<string, number>>;
  logs(): ExecutionLogs;
  readonly references: References;
  /** Gets the examples ready in the background. */
  warm(): void;
  /** Resolves when no examples are being made: who writes meanwhile holds up all. */
  idle(): Promise<void>;
  /** The examples that resemble a text, `undefined` while they are still to be made; asking has them made. */
  search(text: string, options: SearchOptions): Promise<readonly SearchHit[] | undefined>;
  /** What a person has in it, for their export; opens it. */
  rowsOf(scope: PersonScope): {
    readonly database: Database;
    readonly keeping: readonly TableKeeping[];
    readonly scope: PersonScope;
  };
  /** Deletes what a person has in it, and takes the deleted bytes out of its file. */
  forget(scope: PersonScope): void;
  /** Deletes calls from before `since` (Unix ms; default none) and drops learned examples that do not work. Rejects on abort at once. */
  cleanUp(since: number | undefined, signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Dependencies of `createUsage`. */
export interface UsageParts {
  readonly home: Home;
  readonly library: Library;
  readonly stores: Stores;
  readonly clock: Clock;
  readonly log: Log;
  /** Absent where the embedded embedder is all there is. */
  readonly encoder?: EncoderSource | undefined;
}

interface Opened {
  readonly database: Database;
  readonly examples: UsageExamples;
  readonly encodings: EncodingStore;
  readonly logs: ExecutionLogs;
}

/** Opens nothing yet. */
export function createUsage(parts: UsageParts): Usage {
  const { home, clock, log } = parts;
  const path = join(home.path, USAGE_DATABASE_NAME);
  let opened: Opened | undefined;
  const all = (): Opened => {
    opened ??= open(parts, path);
    return opened;
  };
  const examples = (): UsageExamples => all().examples;
  const told = (words: string) => (error: unknown) =>
    log.error({ problem: messageOf(error) }, words);
  const idle = async (): Promise<void> => opened?.examples.idle();
  const search = searchWhenMade(examples);
  return {
    examples,
    encodings: () => all().encodings.counts(),
    logs: () => all().logs,
    warm() {
      try {
        examples().warm();
      } catch (error) {
        told("The usage examples cannot be opened.")(error);
      }
    },
    idle,
    rowsOf: (scope) => ({ database: all().database, keeping: USAGE_KEEPING, scope }),
    forget: (scope) => {
      if (opened === undefined && !existsSync(path)) return;
      inTransaction(all().database, () => forgetRows(all().database, USAGE_KEEPING, scope));
      scrub(all().database);
    },
    async cleanUp(since, signal = new AbortController().signal) {
      if (opened === undefined && !existsSync(path)) return;
      await orAbort(idle(), signal, () => undefined);
      if (since !== undefined) all().logs.expire(since);
      if (examples().isMade) await orAbort(weedOut(examples()), signal, () => undefined);
    },
    search,
    references: createReferences({
      search: async (text, options) => (await search(text, options)) ?? [],
      version: () => opened?.examples.version,
      clock,
      onError: told("No usage examples could be found."),
    }),
    async close() {
      await opened?.examples.close();
      opened?.database.close();
      opened = undefined;
    },
  };
}

function searchWhenMade(examples: () => UsageExamples): Usage["search"] {
  return async (text, options) => {
    if (examples().isMade) return examples().search(text, options);
    examples().makeLater();
    return undefined;
  };
}

function open(parts: UsageParts, usagePath: string): Opened {
  const { home, library, clock, log, encoder } = parts;
  const { roots } = library;
  const order: UsageOrder = { roots, databasePath: home.databasePath, usagePath };
  const database = openUsageDatabase(usagePath, seedOf(library.materialDigest()));
  const encodings = new EncodingStore(database);
  const examples = new UsageExamples({
    store: new UsageStore({ database, clock }),
    clock,
    materialDigest: () => library.materialDigest(),
    make: (options) => makeUsage(order, options),
    digestOf: (code, personId) => programDigest(parts, code, personId),
    log,
    ...(encoder === undefined
      ? {}
      : { encoded: new EncodedSearch({ source: encoder, encodings, clock, log }) }),
  });
  return { database, examples, encodings, logs: new ExecutionLogs(database) };
}
