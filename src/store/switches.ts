import type { Clock } from "../base/clock.ts";
import type { Database, Statement } from "./database.ts";

/** A program that a person runs at one tap. */
export interface Switch {
  readonly personId: string;
  /** Unique among the person's. */
  readonly name: string;
  /** IBL text. */
  readonly program: string;
}

/** Owner of the table switches. */
export class Switches {
  readonly #clock: Clock;
  readonly #all: Statement<[string], Switch>;
  readonly #one: Statement<[string, string], Switch>;
  readonly #save: Statement<[string, string, string, number]>;
  readonly #remove: Statement<[string, string]>;

  constructor({ database, clock }: { readonly database: Database; readonly clock: Clock }) {
    const columns = "person_id AS personId, name, program";
    this.#clock = clock;
    this.#all = database.prepare(
      `SELECT ${columns} FROM switches WHERE person_id = ? ORDER BY created_at_ms, rowid`,
    );
    this.#one = database.prepare(
      `SELECT ${columns} FROM switches WHERE person_id = ? AND name = ?`,
    );
    this.#save = database.prepare(
      `INSERT INTO switches (person_id, name, program, created_at_ms) VALUES (?, ?, ?, ?)
       ON CONFLICT (person_id, name) DO UPDATE SET program = excluded.program`,
    );
    this.#remove = database.prepare("DELETE FROM switches WHERE person_id = ? AND name = ?");
  }

  /** A person's switches, oldest first. */
  list(personId: string): readonly Switch[] {
    return this.#all.all(personId);
  }

  /** One of a person's switches; `undefined` for a name that is not there. */
  get(personId: string, name: string): Switch | undefined {
    return this.#one.get(personId, name);
  }

  /** Keeps a switch; one of the same name gets the new program. */
  save({ personId, name, program }: Switch): void {
    this.#save.run(personId, name, program, this.#clock.now());
  }

  /** Removes a switch; false when there was none. */
  remove(personId: string, name: string): boolean {
    return this.#remove.run(personId, name).changes > 0;
  }
}
