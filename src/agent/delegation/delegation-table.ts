import type { Clock } from "../../base/clock.ts";
import type { Outcome } from "../../engine/values/outcome.ts";
import { type Database, inTransaction, type Statement } from "../../store/database.ts";

/** `open` is being answered; `ended` has its outcome; `reported` was brought to the chat besides. */
export type DelegationState = "open" | "ended" | "reported";

/** What one agent asked another. */
export interface Delegation {
  readonly id: string;
  /** Effect key of the call that asked, unique: the same call asks once. */
  readonly origin: string;
  /** The run whose call asked. */
  readonly runId: string;
  readonly personId: string;
  readonly chatKey: string;
  /** Who acts, the one who is asked last. */
  readonly agents: readonly string[];
  readonly message: string;
  /** What was handed along. */
  readonly context?: string;
  /** True where any of it comes from outside. */
  readonly isTainted: boolean;
  /** What the person said of it. */
  readonly said: readonly string[];
  /** True where nobody waits for the answer: it is brought to the chat. */
  readonly reports: boolean;
  readonly state: DelegationState;
  readonly outcome?: Outcome;
}

/** What is asked, before it has a row. */
export type NewDelegation = Omit<Delegation, "id" | "state" | "outcome">;

interface Row {
  readonly id: string;
  readonly origin: string;
  readonly run_id: string;
  readonly person_id: string;
  readonly chat_key: string;
  readonly agents_json: string;
  readonly message: string;
  readonly context: string | null;
  readonly tainted: number;
  readonly said_json: string;
  readonly reports: number;
  readonly state: DelegationState;
  readonly outcome_json: string | null;
}

/** Dependencies of `DelegationTable`. */
export interface DelegationTableParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: (prefix: string) => string;
}

/** Owner of the table `errands`: what agents ask each other, and the outcomes. */
export class DelegationTable {
  readonly #parts: DelegationTableParts;
  readonly #byId: Statement<[string], Row>;
  readonly #byOrigin: Statement<[string], Row>;
  readonly #insert: Statement<(string | number | null)[]>;
  readonly #end: Statement<[string, number, string]>;
  readonly #endOpen: Statement<[string, number]>;
  readonly #reported: Statement<[string]>;
  readonly #unreported: Statement<[], Row>;

  constructor(parts: DelegationTableParts) {
    const { database } = parts;
    this.#parts = parts;
    this.#byId = database.prepare("SELECT * FROM errands WHERE id = ?");
    this.#byOrigin = database.prepare("SELECT * FROM errands WHERE origin = ?");
    this.#insert = database.prepare(
      `INSERT INTO errands (id, origin, run_id, person_id, chat_key, agents_json, message, context, tainted, said_json, reports, state, created_at_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open', ?)`,
    );
    this.#end = database.prepare(
      "UPDATE errands SET state = 'ended', outcome_json = ?, ended_at_ms = ? WHERE id = ? AND state = 'open'",
    );
    this.#endOpen = database.prepare(
      "UPDATE errands SET state = 'ended', outcome_json = ?, ended_at_ms = ? WHERE state = 'open'",
    );
    this.#reported = database.prepare(
      "UPDATE errands SET state = 'reported' WHERE id = ? AND state = 'ended'",
    );
    this.#unreported = database.prepare(
      "SELECT * FROM errands WHERE reports = 1 AND state <> 'reported' ORDER BY rowid",
    );
  }

  /** The delegation with an id; `undefined` if there is none. */
  get(id: string): Delegation | undefined {
    return errandOf(this.#byId.get(id));
  }

  /** Writes down what is asked; the same call gets the row it already has. */
  ask(wanted: NewDelegation): Delegation {
    const { database, clock, newId } = this.#parts;
    return inTransaction(database, () => {
      const known = errandOf(this.#byOrigin.get(wanted.origin));
      if (known !== undefined) return known;
      const id = newId("errand");
      this.#insert.run(
        id,
        wanted.origin,
        wanted.runId,
        wanted.personId,
        wanted.chatKey,
        JSON.stringify(wanted.agents),
        wanted.message,
        wanted.context ?? null,
        wanted.isTainted ? 1 : 0,
        JSON.stringify(wanted.said),
        wanted.reports ? 1 : 0,
        clock.now(),
      );
      return { ...wanted, id, state: "open" };
    });
  }

  /** Ends a delegation with its outcome; only the first outcome counts. */
  end(id: string, outcome: Outcome): void {
    this.#end.run(JSON.stringify(outcome), this.#parts.clock.now(), id);
  }

  /** Ends every open delegation with the same outcome. Called on a restored database before anything else uses it. */
  endOpen(outcome: Outcome): void {
    this.#endOpen.run(JSON.stringify(outcome), this.#parts.clock.now());
  }

  /** The outcome is on its way to the chat. */
  reported(id: string): void {
    this.#reported.run(id);
  }

  /** What is still to be answered or brought to a chat, oldest first: work for the process that takes over. */
  unreported(): readonly Delegation[] {
    return this.#unreported.all().flatMap((row) => errandOf(row) ?? []);
  }
}

function errandOf(row: Row | undefined): Delegation | undefined {
  if (row === undefined) return undefined;
  return {
    id: row.id,
    origin: row.origin,
    runId: row.run_id,
    personId: row.person_id,
    chatKey: row.chat_key,
    agents: JSON.parse(row.agents_json) as string[], // written by ask only
    message: row.message,
    ...(row.context === null ? {} : { context: row.context }),
    isTainted: row.tainted === 1,
    said: JSON.parse(row.said_json) as string[], // written by ask only
    reports: row.reports === 1,
    state: row.state,
    ...(row.outcome_json === null ? {} : { outcome: JSON.parse(row.outcome_json) as Outcome }), // written by end only
  };
}
