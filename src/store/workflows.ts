import type { Clock } from "../base/clock.ts";
import { isJsonObject, type JsonObject } from "../base/json.ts";
import type { Database } from "./database.ts";
import { type Columns, flag, json, plain, Table } from "./table.ts";

/** A workflow as it is stored: `definition` is in either of the two forms, unread. */
export interface WorkflowRecord {
  readonly name: string;
  readonly definition: unknown;
  /** Shipped ones belong to nobody and cannot be changed, only covered by one's own of the same name. */
  readonly isShipped: boolean;
  /** True for text from outside. */
  readonly isTainted: boolean;
  /** True until an owner has looked at it: it may not run. */
  readonly isHeld: boolean;
}

/** Of a workflow that is saved a second time in one turn, what stood there before that turn stays the one before. */
const SAVE = `INSERT INTO workflows (person_id, name, definition_json, tainted, held, created_at_ms, changed_at_ms, saved_in)
  VALUES (@personId, @name, @definition, @isTainted, @isHeld, @nowMs, @nowMs, @turn)
  ON CONFLICT (person_id, name) DO UPDATE SET
    previous_json = CASE WHEN saved_in = excluded.saved_in THEN previous_json
      ELSE json_object('definition', definition_json, 'tainted', tainted, 'held', held) END,
    definition_json = excluded.definition_json, tainted = excluded.tainted, held = excluded.held,
    changed_at_ms = excluded.changed_at_ms, saved_in = excluded.saved_in`;

const REPLACED = "person_id = ? AND saved_in = ? AND previous_json IS NOT NULL";

type OwnWorkflow = Omit<WorkflowRecord, "isShipped">;

const COLUMNS: Columns<OwnWorkflow> = {
  name: plain(),
  definition: json("definition_json"),
  isTainted: flag("tainted"),
  isHeld: flag("held"),
};

/** Owner of the table workflows. */
export class Workflows {
  readonly #table: Table<OwnWorkflow>;
  readonly #clock: Clock;
  readonly #shipped: () => ReadonlyMap<string, unknown>;

  constructor({
    database,
    clock,
    shipped,
  }: {
    readonly database: Database;
    readonly clock: Clock;
    /** Those of data/workflows by name, as last read. */
    readonly shipped: () => ReadonlyMap<string, unknown>;
  }) {
    this.#clock = clock;
    this.#shipped = shipped;
    this.#table = new Table(database, "workflows", COLUMNS);
  }

  /** The person's own, else the shipped one; found by name or, for shipped and own alike, by its title. */
  get(personId: string, name: string): WorkflowRecord | undefined {
    const row = this.#table.one(
      "SELECT * FROM workflows WHERE person_id = ? AND name = ?",
      personId,
      name,
    );
    if (row !== undefined) return { ...row, isShipped: false };
    return (
      this.#shippedRecord(name) ??
      this.list(personId).find((record) => titlesOf(record).includes(name))
    );
  }

  /** Everything the person can run, by name. */
  list(personId: string): readonly WorkflowRecord[] {
    const own = this.#table
      .many("SELECT * FROM workflows WHERE person_id = ? ORDER BY name", personId)
      .map((record) => ({ ...record, isShipped: false }));
    const covered = new Set(own.map((record) => record.name));
    const rest = [...this.#shipped().keys()]
      .filter((name) => !covered.has(name))
      .flatMap((name) => this.#shippedRecord(name) ?? []);
    return [...own, ...rest].sort((left, right) => (left.name < right.name ? -1 : 1));
  }

  /** `isHeld` (default false): it waits for `release`. Keeps a definition under a name, in the place of the person's own one of that name; of the same `turn`, `replacedIn` knows it. */
  save(
    personId: string,
    name: string,
    definition: JsonObject,
    options: { readonly isTainted: boolean; readonly isHeld?: boolean; readonly turn?: string },
  ): void {
    const nowMs = this.#clock.now();
    const { isTainted, isHeld, turn } = options;
    this.#table.run(SAVE, {
      personId,
      name,
      definition: JSON.stringify(definition),
      isTainted,
      isHeld: isHeld ?? false,
      nowMs,
      turn,
    });
  }

  /** Names of the person's workflows that a turn saved over others. */
  replacedIn(personId: string, turn: string): readonly string[] {
    return this.#table
      .rows<{ readonly name: string }>(
        `SELECT name FROM workflows WHERE ${REPLACED}`,
        personId,
        turn,
      )
      .map(({ name }) => name);
  }

  /** An owner has looked at it: it may run. */
  release(personId: string, name: string): void {
    this.#table.run(
      "UPDATE workflows SET held = 0 WHERE person_id = ? AND name = ?",
      personId,
      name,
    );
  }

  /** True when the person had one of that name. */
  remove(personId: string, name: string): boolean {
    return (
      this.#table.run("DELETE FROM workflows WHERE person_id = ? AND name = ?", personId, name) > 0
    );
  }

  #shippedRecord(name: string): WorkflowRecord | undefined {
    const shipped = this.#shipped();
    if (!shipped.has(name)) return undefined;
    return {
      name,
      definition: shipped.get(name),
      isShipped: true,
      isTainted: false,
      isHeld: false,
    };
  }
}

/** A title, or one in each language. */
function titlesOf(record: WorkflowRecord): readonly unknown[] {
  const title = isJsonObject(record.definition) ? record.definition["name"] : undefined;
  return isJsonObject(title) ? Object.values(title) : [title];
}
