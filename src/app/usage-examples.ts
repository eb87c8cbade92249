import { existsSync } from "node:fs";
import { join } from "node:path";
import { compileFor } from "../agent/compile.ts";
import type { Clock } from "../base/clock.ts";
import { digestOf } from "../base/digest.ts";
import { messageOf } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import type { Actor } from "../engine/action.ts";
import { storedOf } from "../nodes/system/workflows.ts";
import { ExecutionLogs } from "../rag/execution-logs.ts";
import { weedOut } from "../rag/promotion.ts";
import { createReferences, type References } from "../rag/references.ts";
import { openUsageDatabase } from "../rag/usage-database.ts";
import { USAGE_DATABASE_NAME } from "../rag/usage-database-name.ts";
import { UsageExamples } from "../rag/usage-examples.ts";
import { USAGE_KEEPING } from "../rag/usage-keeping.ts";
import { UsageStore } from "../rag/usage-store.ts";
import { LOCAL_PERSON_ID } from "../security/people.ts";
import { type Database, inTransaction, scrub } from "../store/database.ts";
import type { TableKeeping } from "../store/keeping.ts";
import { forgetRows, type PersonScope } from "../store/personal-data.ts";
import type { Home } from "./home.ts";
import type { Library } from "./library.ts";
import type { Stores } from "./stores.ts";

/** The usage database of a HOME with what stands on it, opened when it is first used. */
export interface Usage {
  /** Throws as `openUsageDatabase` does. */
  examples(): UsageExamples;
  logs(): ExecutionLogs;
  readonly references: References;
  /** What a person has in it, for their export; opens it. */
  rowsOf(scope: PersonScope): {
    readonly database: Database;
    readonly keeping: readonly TableKeeping[];
    readonly scope: PersonScope;
  };
  /** Deletes what a person has in it, and takes the deleted bytes out of its file. */
  forget(scope: PersonScope): void;
  /** Deletes calls from before `since` (Unix ms; default none) and drops learned examples that do not work. */
  cleanUp(since: number | undefined): Promise<void>;
  close(): Promise<void>;
}

/** What usage is joined of. */
export interface UsageParts {
  readonly home: Home;
  readonly library: Library;
  readonly stores: Stores;
  readonly clock: Clock;
  readonly log: Log;
}

interface Opened {
  readonly database: Database;
  readonly examples: UsageExamples;
  readonly logs: ExecutionLogs;
}

/** Opens nothing yet. */
export function createUsage(parts: UsageParts): Usage {
  const { home, library, clock, log } = parts;
  const path = join(home.path, USAGE_DATABASE_NAME);
  let opened: Opened | undefined;
  const open = (): Opened => {
    const database = openUsageDatabase(path);
    const examples = new UsageExamples({
      store: new UsageStore({ database, clock }),
      clock,
      material: () => library.material(),
      digestOf: (code, personId) => programDigest(parts, code, personId),
      log,
    });
    return { database, examples, logs: new ExecutionLogs(database) };
  };
  const all = (): Opened => {
    opened ??= open();
    return opened;
  };
  const examples = (): UsageExamples => all().examples;
  return {
    examples,
    logs: () => all().logs,
    rowsOf: (scope) => ({ database: all().database, keeping: USAGE_KEEPING, scope }),
    forget: (scope) => {
      if (opened === undefined && !existsSync(path)) return;
      inTransaction(all().database, () => forgetRows(all().database, USAGE_KEEPING, scope));
      scrub(all().database);
    },
    async cleanUp(since) {
      if (opened === undefined && !existsSync(path)) return;
      if (since !== undefined) all().logs.expire(since);
      if (examples().isMade) await weedOut(examples());
    },
    references: createReferences({
      search: async (text, options) => {
        if (examples().isMade) return examples().search(text, options);
        examples().makeLater();
        return [];
      },
      version: () => opened?.examples.version,
      clock,
      onError: (error) =>
        log.error({ problem: messageOf(error) }, "No usage examples could be found."),
    }),
    async close() {
      await opened?.examples.close();
      opened?.database.close();
      opened = undefined;
    },
  };
}

/** The digest of a program as it would be planned for a person (default: the local owner) today; `undefined` when it would not. */
function programDigest(
  { library, stores }: UsageParts,
  code: string,
  personId = LOCAL_PERSON_ID,
): string | undefined {
  const actor: Actor = {
    personId,
    chatId: "examples",
    language: "en",
    zone: "UTC",
    isOwner: true,
  };
  const planned = compileFor(
    {
      people: stores.people,
      catalogue: () => library.catalogue(),
      workflows: {
        get: (name, { personId: owner, language }) => {
          const record = stores.workflows.get(owner, name);
          return record === undefined ? undefined : storedOf(record, language);
        },
        names: (owner) => stores.workflows.list(owner).map((record) => record.name),
      },
      roster: stores.roster,
    },
    code,
    actor,
    {},
  );
  return planned.ok ? digestOf(planned.plan.program) : undefined;
}
