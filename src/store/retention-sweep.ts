import { type Database, inTransaction } from "./database.ts";
import type { KeepClass, TableKeeping } from "./retention.ts";

/** Rows of each class that ended before these times, in Unix ms, are past their time; a class without one is kept for good. */
export type KeptSince = Readonly<Partial<Record<KeepClass, number>>>;

/** How long one transaction may take, in ms: nobody who waits for the database notices. */
const LONGEST_MS = 10;

/** Rows in the first transaction, and most in any. */
const FIRST_ROWS = 20;
const MOST_ROWS = 500;

/** Rows with children that are looked at together. */
const PARENTS_AT_ONCE = 20;

type Rule = TableKeeping & { readonly expires: NonNullable<TableKeeping["expires"]> };

/** What is handed to every condition. */
interface Limits {
  readonly before: number;
  readonly open: string;
  readonly limit: number;
}

/** How a cleaning is bounded. */
export interface CleaningOptions {
  readonly since: KeptSince;
  readonly mostRows: number;
  readonly signal: AbortSignal;
  /** Milliseconds from any start; measures each transaction. */
  readonly nowMs: () => number;
}

/**
 * Deletes rows past their time, the oldest first, in transactions of a few milliseconds with pauses for everything else between
 * them, until none is left, about `mostRows` are gone or `signal` aborts. Resolves to how many were deleted, by table.
 */
export async function deleteExpired(
  database: Database,
  keeping: readonly TableKeeping[],
  options: CleaningOptions,
): Promise<Readonly<Record<string, number>>> {
  const deleted: Record<string, number> = {};
  const open = JSON.stringify(openNames(database, keeping));
  const pace = new Pace(options);
  for (const rule of keeping) {
    if (!hasExpiry(rule)) continue;
    const before = options.since[rule.expires.after];
    const rows =
      before === undefined ? 0 : await cleanTable(database, rule, { before, open }, pace);
    if (rows > 0) deleted[rule.table] = rows;
  }
  return deleted;
}

async function cleanTable(
  database: Database,
  rule: Rule,
  facts: Omit<Limits, "limit">,
  pace: Pace,
): Promise<number> {
  const step = rule.children === undefined ? plainStep(database, rule) : familyStep(database, rule);
  let rows = 0;
  for (let isMore = true; isMore && !pace.isOver; ) {
    const done = pace.measure((limit) => step({ ...facts, limit }));
    rows += done.rows;
    isMore = done.isMore;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return rows;
}

/** How many rows the next transaction may take: twice as many after a short one, half after one that was too long. */
class Pace {
  readonly #options: CleaningOptions;
  #leftRows: number;
  #limit = FIRST_ROWS;

  constructor(options: CleaningOptions) {
    this.#options = options;
    this.#leftRows = options.mostRows;
  }

  get isOver(): boolean {
    return this.#leftRows <= 0 || this.#options.signal.aborted;
  }

  measure(step: (limit: number) => Done): Done {
    const { nowMs } = this.#options;
    const startedAtMs = nowMs();
    const done = step(this.#limit);
    const tookMs = nowMs() - startedAtMs;
    this.#leftRows -= done.rows;
    if (tookMs > LONGEST_MS) this.#limit = Math.max(1, Math.floor(this.#limit / 2));
    else if (tookMs < LONGEST_MS / 2) this.#limit = Math.min(MOST_ROWS, this.#limit * 2);
    return done;
  }
}

/** Names that something unfinished hangs on, in every table. */
function openNames(database: Database, keeping: readonly TableKeeping[]): readonly string[] {
  return keeping.flatMap(({ open }) =>
    open === undefined ? [] : database.prepare<[], string>(open).pluck().all(),
  );
}

function hasExpiry(rule: TableKeeping): rule is Rule {
  return rule.expires !== undefined;
}

/** What one transaction did. */
interface Done {
  readonly rows: number;
  readonly isMore: boolean;
}

type Step = (limits: Limits) => Done;

function plainStep(database: Database, { table, expires }: Rule): Step {
  const remove = database.prepare<[Limits]>(
    `DELETE FROM ${table} WHERE rowid IN
       (SELECT rowid FROM ${table} WHERE ${expires.when} ORDER BY ${expires.oldest} LIMIT @limit)`,
  );
  return (limits) => {
    const { changes } = inTransaction(database, () => remove.run(limits));
    return { rows: changes, isMore: changes >= limits.limit };
  };
}

/** Children go first, as many as fit; a row goes when it has none left. */
function familyStep(database: Database, { table, expires, children = [] }: Rule): Step {
  const parents = database
    .prepare<[Limits], string>(
      `SELECT id FROM ${table} WHERE ${expires.when} ORDER BY ${expires.oldest} LIMIT ${PARENTS_AT_ONCE}`,
    )
    .pluck();
  const removeChildren = children.map((child) =>
    database.prepare<[string, number]>(
      `DELETE FROM ${child.table} WHERE rowid IN
         (SELECT rowid FROM ${child.table} WHERE ${child.key} IN (SELECT value FROM json_each(?)) LIMIT ?)`,
    ),
  );
  const remove = database.prepare<[string]>(
    `DELETE FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`,
  );
  return (limits) =>
    inTransaction(database, () => {
      const ids = parents.all(limits);
      if (ids.length === 0) return { rows: 0, isMore: false };
      const list = JSON.stringify(ids);
      let rows = 0;
      for (const statement of removeChildren) {
        rows += statement.run(list, limits.limit - rows).changes;
        if (rows >= limits.limit) return { rows, isMore: true };
      }
      rows += remove.run(list).changes;
      return { rows, isMore: true };
    });
}
