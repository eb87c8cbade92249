import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "../base/clock.ts";
import type { Localized } from "../base/localized.ts";
import { type Database, inSavepoint, inTransaction, type Statement } from "./database.ts";
import type { TableKeeping } from "./retention.ts";

/** How long a change of a row can be taken back. */
export const UNDO_MS: number = 24 * 60 * 60 * 1000;

/** The changes that can be taken back, in time. They say what a person had, so they go with it; who turns out to be another keeps none. */
export const UNDO_KEEPING: TableKeeping = {
  table: "undo_changes",
  owned: "person_id = @person",
  // The ids of rows count everybody's.
  exported: {
    columns: {
      id: null,
      row_id: null,
      before_json: "json_remove(before_json, '$.id')",
      after_json: "json_remove(after_json, '$.id')",
    },
  },
  joined: ["DELETE FROM undo_changes WHERE person_id = @from"],
  because: "Rows go after a day, when the next change is noted.",
};

/** A row as it stands in its table, by column. */
export type Row = Readonly<Record<string, string | number | null>>;

/** A table whose rows a person's own actions change, so that the changes can be taken back. */
export interface UndoableTable {
  readonly table: string;
  /** An expression over `ROW` for the person whose row it is. Default: its `person_id`. */
  readonly person?: string;
  /** The only columns that are taken back, beside the key, where others of the row are not the person's to change; rows that are made or deleted are then no change. Default: all. */
  readonly onlyColumns?: readonly string[];
  /** Columns that the service changes by itself: they make no change, and none of a person's. */
  readonly ownColumns?: readonly string[];
  /** What a person calls a row; absent where it is a part of another one. */
  readonly title?: (row: Row) => string;
  /** What was changed, from the one row to the other. Default: its title, where that changed. */
  readonly change?: (from: Row, to: Row) => Localized | undefined;
  /** Whether a row stands for one that was deleted. Default: deleted rows are gone. */
  readonly isGone?: (row: Row) => boolean;
  /** A statement, up to its condition, that puts a made row away where others have come to hang on it. */
  readonly putAway?: string;
  /** Called in the transaction in which a row has come back (`undefined`: has gone). */
  readonly onRestored?: (rowId: number, row: Row | undefined) => void;
}

/** What a turn did to one row. */
export interface RowChange {
  readonly title: string;
  readonly did: "made" | "changed" | "removed";
}

/** Whose changes are noted, and under which turn they are taken back together. */
export interface UndoScope {
  readonly personId: string;
  readonly chatKey: string;
  readonly turn: string;
}

/** What came of taking back the changes of one row. `changed`: somebody has changed it since, and it was left. */
export interface RowUndone {
  readonly table: string;
  readonly title: string;
  /** True where the row had been deleted. */
  readonly isBack: boolean;
  /** What it was changed from, and what holds again. */
  readonly change?: Localized;
  readonly result: "done" | "already" | "changed";
}

interface StoredChange {
  readonly id: number;
  readonly tbl: string;
  readonly row_id: number;
  readonly before_json: string | null;
  readonly after_json: string | null;
  readonly undone_at_ms: number | null;
}

interface TrackedTable extends UndoableTable {
  readonly columns: readonly string[];
  /** Columns of the primary key: VACUUM may give a row another rowid. */
  readonly keys: readonly string[];
}

/**
 * Owner of the table undo_changes: every row that an action of a person makes, changes or deletes in these tables, as it was before. Triggers
 * of this connection write it, so that it is stored with the change or not at all, whoever makes the change inside of `note`.
 */
export class UndoLog {
  readonly #parts;
  readonly #tables: ReadonlyMap<string, TrackedTable>;
  readonly #scopes = new AsyncLocalStorage<UndoScope & { isOpen: boolean }>();
  readonly #ofTurn: Statement<[string, string, number], StoredChange>;

  constructor(parts: {
    readonly database: Database;
    readonly clock: Clock;
    readonly tables: readonly UndoableTable[];
  }) {
    const { database, tables } = parts;
    this.#parts = parts;
    this.#tables = new Map(
      tables.map((table) => [table.table, { ...table, ...columnsOf(database, table) }]),
    );
    database.function("undo_turn", (personId: unknown) => {
      const scope = this.#scopes.getStore();
      return scope?.isOpen === true && scope.personId === personId ? scope.turn : null;
    });
    database.function("undo_chat", () => this.#scopes.getStore()?.chatKey ?? "");
    database.function("undo_now", () => parts.clock.now());
    for (const table of this.#tables.values()) database.exec(triggersOf(table));
    this.#ofTurn = database.prepare(
      "SELECT * FROM undo_changes WHERE person_id = ? AND turn = ? AND at_ms > ? ORDER BY id DESC",
    );
  }

  /** Notes what this work changes of its person's rows. Work of others inside of it is not noted, nor what goes on after it has ended. */
  async note<T>(scope: UndoScope, work: () => Promise<T>): Promise<T> {
    const { database, clock } = this.#parts;
    database.prepare("DELETE FROM undo_changes WHERE at_ms <= ?").run(clock.now() - UNDO_MS);
    const open = { ...scope, isOpen: true };
    try {
      return await this.#scopes.run(open, work);
    } finally {
      open.isOpen = false;
    }
  }

  /** The turn of a person's newest change in a chat that was not taken back, and when it was made. */
  lastTurn(
    personId: string,
    chatKey: string,
  ): { readonly turn: string; readonly atMs: number } | undefined {
    return this.#parts.database
      .prepare<[string, string, number], { readonly turn: string; readonly atMs: number }>(
        "SELECT turn, at_ms AS atMs FROM undo_changes WHERE person_id = ? AND chat_key = ? AND at_ms > ? ORDER BY id DESC LIMIT 1",
      )
      .get(personId, chatKey, this.#oldestMs());
  }

  /** The turn of a person's newest change in a chat that can be taken back and whose title is meant. */
  turnNamed(
    personId: string,
    chatKey: string,
    isMeant: (title: string) => boolean,
  ): string | undefined {
    return this.#parts.database
      .prepare<[string, string, number], StoredChange & { readonly turn: string }>(
        `SELECT * FROM undo_changes WHERE person_id = ? AND chat_key = ? AND at_ms > ?
         AND undone_at_ms IS NULL ORDER BY id DESC`,
      )
      .all(personId, chatKey, this.#oldestMs())
      .find(({ tbl, before_json: before, after_json: after }) =>
        [before, after].some((row) => isMeant(this.#titleOf(tbl, rowOf(row)))),
      )?.turn;
  }

  #titleOf(tbl: string, row: Row | undefined): string {
    return (row && this.#tables.get(tbl)?.title?.(row)) ?? "";
  }

  /** Every turn of the last day with a change in a chat or in its threads. */
  turnsIn(chatKey: string): readonly UndoScope[] {
    return this.#parts.database
      .prepare<[string, number, number], UndoScope>(
        `SELECT DISTINCT person_id AS personId, chat_key AS chatKey, turn FROM undo_changes
         WHERE ? IN (chat_key, substr(chat_key, 1, ?)) AND at_ms > ?`,
      )
      .all(chatKey, chatKey.length, this.#oldestMs());
  }

  /** Whether anything of a turn can still be taken back. */
  has(personId: string, turn: string): boolean {
    return this.#ofTurn
      .all(personId, turn, this.#oldestMs())
      .some(({ undone_at_ms: undoneAtMs }) => undoneAtMs === null);
  }

  /** Takes the changes of a turn back, newest first, all in one transaction. A row that was changed since is left, unless `isForced`. A second time changes nothing. */
  takeBack(
    personId: string,
    turn: string,
    { isForced = false }: { readonly isForced?: boolean } = {},
  ): readonly RowUndone[] {
    const { database } = this.#parts;
    return inTransaction(database, () => {
      const results = new Map<string, RowUndone>();
      for (const change of this.#ofTurn.all(personId, turn, this.#oldestMs())) {
        const table = this.#tables.get(change.tbl);
        if (table === undefined) continue;
        const key = `${change.tbl}:${JSON.stringify(keyOf(table, change))}`;
        const known = results.get(key);
        const result = known?.result === "changed" ? "changed" : this.#one(table, change, isForced);
        results.set(key, { table: change.tbl, result, ...wordsOf(table, change) });
      }
      return [...results.values()].filter(({ table }) => this.#tables.get(table)?.title).reverse();
    });
  }

  /** What a turn did that can still be taken back, newest first. */
  changesOf(personId: string, turn: string): readonly RowChange[] {
    return this.#ofTurn.all(personId, turn, this.#oldestMs()).flatMap((change): RowChange[] => {
      const table = this.#tables.get(change.tbl);
      const title = table?.title?.(rowOf(change.before_json ?? change.after_json) ?? {});
      if (table === undefined || title === undefined || change.undone_at_ms !== null) return [];
      const isRemoved = change.after_json === null || isPutAway(table, change);
      const did = isRemoved ? "removed" : change.before_json === null ? "made" : "changed";
      return [{ title, did }];
    });
  }

  #one(table: TrackedTable, change: StoredChange, isForced: boolean): RowUndone["result"] {
    if (change.undone_at_ms !== null) return "already";
    const before = rowOf(change.before_json);
    const now = this.#current(table, keyOf(table, change));
    if (!isForced && !isSame(table, now, rowOf(change.after_json))) return "changed";
    const { database, clock } = this.#parts;
    try {
      inSavepoint(database, () => this.#put(table, change, { before, now }));
    } catch (error) {
      // Another row has the name by now.
      if (error instanceof Error && /constraint/i.test(error.message)) return "changed";
      throw error;
    }
    database
      .prepare("UPDATE undo_changes SET undone_at_ms = ? WHERE id = ?")
      .run(clock.now(), change.id);
    return "done";
  }

  #put(
    table: TrackedTable,
    change: StoredChange,
    { before, now }: { readonly before: Row | undefined; readonly now: Row | undefined },
  ): void {
    const { database } = this.#parts;
    const key = keyOf(table, change);
    if (before === undefined) this.#remove(table, key);
    else if (now === undefined) {
      const names = table.columns;
      const values = names.map((name) => before[name] ?? null);
      database
        .prepare(
          `INSERT INTO ${table.table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
        )
        .run(...values);
    } else {
      const set = table.columns.map((name) => `${name} = ?`).join(", ");
      const values = table.columns.map((name) => before[name] ?? null);
      database
        .prepare(`UPDATE ${table.table} SET ${set} WHERE ${isKey(table)}`)
        .run(...values, ...key);
    }
    table.onRestored?.(change.row_id, before);
  }

  #remove(table: TrackedTable, key: readonly unknown[]): void {
    const { database } = this.#parts;
    const remove = (): void => {
      database.prepare(`DELETE FROM ${table.table} WHERE ${isKey(table)}`).run(...key);
    };
    if (table.putAway === undefined) {
      remove();
      return;
    }
    try {
      inSavepoint(database, remove);
    } catch {
      database.prepare(`${table.putAway} WHERE ${isKey(table)}`).run(...key);
    }
  }

  #current(table: TrackedTable, key: readonly unknown[]): Row | undefined {
    return this.#parts.database
      .prepare<unknown[], Row>(
        `SELECT ${table.columns.join(", ")} FROM ${table.table} WHERE ${isKey(table)}`,
      )
      .get(...key);
  }

  #oldestMs(): number {
    return this.#parts.clock.now() - UNDO_MS;
  }
}

function columnsOf(
  database: Database,
  { table, onlyColumns }: UndoableTable,
): Pick<TrackedTable, "columns" | "keys"> {
  const all = database
    .prepare<[string], { readonly name: string; readonly pk: number }>(
      "SELECT name, pk FROM pragma_table_info(?)",
    )
    .all(table);
  const keys = all.filter(({ pk }) => pk > 0).map(({ name }) => name);
  const columns =
    onlyColumns === undefined ? all.map(({ name }) => name) : [...keys, ...onlyColumns];
  return { columns, keys };
}

function isKey({ keys }: TrackedTable): string {
  return keys.map((name) => `${name} = ?`).join(" AND ");
}

/** What stands in the columns of the primary key of a changed row. */
function keyOf({ keys }: TrackedTable, change: StoredChange): readonly unknown[] {
  const row = rowOf(change.after_json ?? change.before_json) ?? {};
  return keys.map((name) => row[name]);
}

/** Whether a change took a row out of sight without deleting it. */
function isPutAway({ isGone }: TrackedTable, { after_json: after }: StoredChange): boolean {
  const row = rowOf(after);
  return row !== undefined && isGone?.(row) === true;
}

/** What the row of a change is called, and what taking it back changes. */
function wordsOf(
  table: TrackedTable,
  change: StoredChange,
): Pick<RowUndone, "title" | "isBack" | "change"> {
  const title = table.title?.(rowOf(change.before_json ?? change.after_json) ?? {}) ?? "";
  const isBack = change.after_json === null || isPutAway(table, change);
  const words = isBack ? undefined : changeOf(table, change);
  return { title, isBack, ...(words === undefined ? {} : { change: words }) };
}

/** What taking a change back changes, in words. */
function changeOf(table: TrackedTable, change: StoredChange): Localized | undefined {
  const [before, after] = [rowOf(change.before_json), rowOf(change.after_json)];
  if (before === undefined || after === undefined) return undefined;
  if (table.change !== undefined) return table.change(after, before);
  const [from = "", to = ""] = [table.title?.(after), table.title?.(before)];
  return from === to ? undefined : { ko: `${from} → ${to}`, en: `${from} → ${to}` };
}

function rowOf(stored: string | null): Row | undefined {
  return stored === null ? undefined : (JSON.parse(stored) as Row); // written by the triggers below
}

function isSame(
  { columns, ownColumns = [] }: TrackedTable,
  left: Row | undefined,
  right: Row | undefined,
): boolean {
  if (left === undefined || right === undefined) return left === right;
  return columns.every((name) => ownColumns.includes(name) || left[name] === right[name]);
}

/** Triggers of this connection alone: what another connection writes is no action of a person here. */
function triggersOf({
  table,
  columns,
  onlyColumns,
  ownColumns = [],
  person,
}: TrackedTable): string {
  const personOf = (row: string): string =>
    person === undefined ? `${row}.person_id` : person.replaceAll("ROW", row);
  // A text that a JSON function has just made would go in as JSON, not as the text that is stored.
  const stored = (place: string): string =>
    `iif(typeof(${place}) = 'text', ${place} || '', ${place})`;
  const image = (row: string): string =>
    `json_object(${columns.map((name) => `'${name}', ${stored(`${row}.${name}`)}`).join(", ")})`;
  const noted = (row: string, before: string, after: string): string => `BEGIN
    INSERT INTO undo_changes (person_id, chat_key, turn, tbl, row_id, before_json, after_json, at_ms)
    VALUES (${personOf(row)}, undo_chat(), undo_turn(${personOf(row)}), '${table}', ${row}.rowid, ${before}, ${after}, undo_now());
  END;`;
  const isOf = (row: string): string => `undo_turn(${personOf(row)}) IS NOT NULL`;
  const isChanged = columns
    .filter((name) => !ownColumns.includes(name))
    .map((name) => `OLD.${name} IS NOT NEW.${name}`)
    .join(" OR ");
  const changed = `
CREATE TEMP TRIGGER undo_${table}_changed AFTER UPDATE ON main.${table} WHEN ${isOf("OLD")} AND (${isChanged})
  ${noted("OLD", image("OLD"), image("NEW"))}`;
  if (onlyColumns !== undefined) return changed;
  return `
CREATE TEMP TRIGGER undo_${table}_made AFTER INSERT ON main.${table} WHEN ${isOf("NEW")}
  ${noted("NEW", "NULL", image("NEW"))}${changed}
CREATE TEMP TRIGGER undo_${table}_deleted AFTER DELETE ON main.${table} WHEN ${isOf("OLD")}
  ${noted("OLD", image("OLD"), "NULL")}
`;
}
