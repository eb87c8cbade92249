import { EventEmitter } from "node:events";
import type { Clock } from "../../base/clock.ts";
import type { Actor } from "../../engine/execute/action-types.ts";
import type { Outcome } from "../../engine/values/outcome.ts";
import type { FollowProgram } from "../../runs/run-result.ts";
import type { Approval } from "../../security/approvals/approvals.ts";
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

/** The state of the answer to a delegation. */
export type DelegationStep =
  | { readonly kind: "ended"; readonly outcome: Outcome }
  | { readonly kind: "waiting"; readonly approvals: readonly Approval[] };

/** For whom a colleague works, and until when. */
export interface DelegationWork {
  readonly actor: Actor;
  readonly signal?: AbortSignal;
  readonly onProgram?: FollowProgram;
}

/** What is asked of whoever answers delegations in this process. */
export interface DelegationEvents {
  /** A call waits for the answer. */
  asked: [id: string, work: DelegationWork, answer: (step: Promise<DelegationStep>) => void];
  /** The answer is to be brought to the chat that asked. */
  handed: [id: string];
}

/** Owner of the table `errands`: what agents ask each other, and the outcomes. */
export class DelegationTable {
  readonly #events = new EventEmitter<DelegationEvents>();
  /** Subscribes to what is asked. */
  readonly on: EventEmitter<DelegationEvents>["on"] = this.#events.on.bind(this.#events);
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

  /** Has a delegation answered, as `Colleagues.work` does. Rejects as it does, and where nobody answers in this process. */
  answered(id: string, work: DelegationWork): Promise<DelegationStep> {
    return new Promise((resolve, reject) => {
      const isTaken = this.#events.emit("asked", id, work, (step) => step.then(resolve, reject));
      if (!isTaken) reject(new TypeError("Nobody answers delegations here."));
    });
  }

  /** True where answers that nobody waits for are brought to their chats: in the running service. */
  get mayHand(): boolean {
    return this.#events.listenerCount("handed") > 0;
  }

  /** Has a delegation answered in the background. */
  hand(id: string): void {
    this.#events.emit("handed", id);
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
