import type { Clock } from "../../base/clock.ts";
import type { Outcome } from "../../engine/values/outcome.ts";
import { type Database, inTransaction } from "../../store/database.ts";
import { type Columns, flag, json, plain, Table } from "../../store/table.ts";

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

const COLUMNS: Columns<Delegation> = {
  id: plain(),
  origin: plain(),
  runId: plain(),
  personId: plain(),
  chatKey: plain(),
  agents: json("agents_json"),
  message: plain(),
  context: plain(),
  isTainted: flag("tainted"),
  said: json("said_json"),
  reports: flag(),
  state: plain(),
  outcome: json("outcome_json"),
};

/** Owner of the table `errands`: what agents ask each other, and the outcomes. */
export class DelegationTable {
  readonly #table: Table<Delegation>;
  readonly #parts: ConstructorParameters<typeof DelegationTable>[0];

  constructor(parts: {
    readonly database: Database;
    readonly clock: Clock;
    readonly newId: (prefix: string) => string;
  }) {
    const { database } = parts;
    this.#parts = parts;
    this.#table = new Table(database, "errands", COLUMNS);
  }

  /** The delegation with an id; `undefined` if there is none. */
  get(id: string): Delegation | undefined {
    return this.#table.one("SELECT * FROM errands WHERE id = ?", id);
  }

  /** Writes down what is asked; the same call gets the row it already has. */
  ask(wanted: NewDelegation): Delegation {
    const { database, clock, newId } = this.#parts;
    return inTransaction(database, () => {
      const known = this.#table.one("SELECT * FROM errands WHERE origin = ?", wanted.origin);
      if (known !== undefined) return known;
      const asked: Delegation = { ...wanted, id: newId("errand"), state: "open" };
      this.#table.insert(asked, { created_at_ms: clock.now() });
      return asked;
    });
  }

  /** Ends a delegation with its outcome; only the first outcome counts. */
  end(id: string, outcome: Outcome): void {
    this.#table.run(
      "UPDATE errands SET state = 'ended', outcome_json = ?, ended_at_ms = ? WHERE id = ? AND state = 'open'",
      JSON.stringify(outcome),
      this.#parts.clock.now(),
      id,
    );
  }

  /** Ends every open delegation with the same outcome. Called on a restored database before anything else uses it. */
  endOpen(outcome: Outcome): void {
    this.#table.run(
      "UPDATE errands SET state = 'ended', outcome_json = ?, ended_at_ms = ? WHERE state = 'open'",
      JSON.stringify(outcome),
      this.#parts.clock.now(),
    );
  }

  /** The outcome is on its way to the chat. */
  reported(id: string): void {
    this.#table.run("UPDATE errands SET state = 'reported' WHERE id = ? AND state = 'ended'", id);
  }

  /** What is still to be answered or brought to a chat, oldest first: work for the process that takes over. */
  unreported(): readonly Delegation[] {
    return this.#table.many(
      "SELECT * FROM errands WHERE reports = 1 AND state <> 'reported' ORDER BY rowid",
    );
  }
}
