import { join } from "node:path";
import { compileFor } from "../agent/compile.ts";
import type { Clock } from "../base/clock.ts";
import { digestOf } from "../base/digest.ts";
import { messageOf } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import type { Actor } from "../engine/action.ts";
import { storedOf } from "../nodes/system/workflows.ts";
import { createReferences, type References } from "../rag/references.ts";
import { openUsageDatabase, USAGE_DATABASE_NAME } from "../rag/usage-database.ts";
import { UsageExamples } from "../rag/usage-examples.ts";
import { UsageStore } from "../rag/usage-store.ts";
import { LOCAL_PERSON_ID } from "../security/people.ts";
import type { Database } from "../store/database.ts";
import type { Home } from "./home.ts";
import type { Library } from "./library.ts";
import type { Stores } from "./stores.ts";

/** The usage database of a HOME with what stands on it, opened when it is first used. */
export interface Usage {
  /** Throws as `openUsageDatabase` does. */
  examples(): UsageExamples;
  readonly references: References;
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
}

/** Opens nothing yet. */
export function createUsage(parts: UsageParts): Usage {
  const { home, library, clock, log } = parts;
  let opened: Opened | undefined;
  const open = (): Opened => {
    const database = openUsageDatabase(join(home.path, USAGE_DATABASE_NAME));
    const examples = new UsageExamples({
      store: new UsageStore({ database, clock }),
      material: () => library.material(),
      digestOf: (code, personId) => programDigest(parts, code, personId),
      log,
    });
    return { database, examples };
  };
  const examples = (): UsageExamples => {
    opened ??= open();
    return opened.examples;
  };
  return {
    examples,
    references: createReferences({
      search: async (text, options) => examples().search(text, options),
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
