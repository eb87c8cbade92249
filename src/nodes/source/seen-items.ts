import type { Clock } from "../../base/clock.ts";
import type { Json } from "../../base/json.ts";
import type { ReadyCall } from "../../engine/execute/action-types.ts";
import type { Database, Statement } from "../../store/database.ts";

/** What became of the message of a due time: a message id of the platform, still on its way, or nothing that will arrive. */
export type Delivery = "delivered" | "coming" | "lost";

/** How the words of a due time fared, for those who must not repeat or lose any. */
export interface Deliveries {
  /** The schedule whose due time makes a call, with the due time; `undefined` for a call that anything else makes. */
  readonly dueTimeOf: (
    effectKey: string,
  ) => { readonly scheduleId: string; readonly id: string } | undefined;
  readonly deliveryOf: (occurrenceId: string) => Delivery;
}

/** What a reader knows of a subject; `coming` while what was told last is still on its way. */
export type Known =
  | { readonly kind: "nothing" }
  | { readonly kind: "coming" }
  | { readonly kind: "told"; readonly mark: Json };

interface Row {
  readonly id: number;
  readonly occurrence_id: string | null;
  readonly mark_json: string;
}

/**
 * Owner of the table told_marks: what was told of feeds and pages. The reader is a schedule, or else a person's chat. What a due time
 * tells counts once its message was delivered; in a chat it counts at once.
 */
export class Told {
  readonly #parts: { readonly clock: Clock; readonly deliveries: Deliveries };
  readonly #rows: Statement<[string, string, string], Row>;
  readonly #insert: Statement<[string, string, string, string | null, string, number]>;
  readonly #settle: Statement<[number, number]>;
  readonly #remove: Statement<[number]>;

  constructor(parts: {
    readonly database: Database;
    readonly clock: Clock;
    readonly deliveries: Deliveries;
  }) {
    this.#parts = parts;
    const { database } = parts;
    this.#rows = database.prepare(
      `SELECT id, occurrence_id, mark_json FROM told_marks
       WHERE person_id = ? AND reader = ? AND subject = ? ORDER BY id DESC`,
    );
    this.#insert = database.prepare(
      `INSERT INTO told_marks (person_id, reader, subject, occurrence_id, mark_json, used_at_ms)
       VALUES (?, ?, ?, ?, ?, ?)`,
    );
    // Due times are forgotten in time, what they delivered is not.
    this.#settle = database.prepare(
      "UPDATE told_marks SET used_at_ms = ?, occurrence_id = NULL WHERE id = ?",
    );
    this.#remove = database.prepare("DELETE FROM told_marks WHERE id = ?");
  }

  /** What the reader of a call was told of a subject, as far as it arrived; a dry run reads as one who was told nothing. */
  last(call: ReadyCall, subject: string): Known {
    if (call.trial !== undefined) return { kind: "nothing" };
    const { reader, dueTime } = this.#readerOf(call);
    for (const row of this.#rows.all(call.actor.personId, reader, subject)) {
      // The same due time once more, after a failure: what it told before was never sent.
      if (row.occurrence_id !== null && row.occurrence_id === dueTime) continue;
      const delivery = this.#deliveryOf(row);
      if (delivery === "lost") continue;
      if (delivery === "coming") return { kind: "coming" };
      this.#settle.run(this.#parts.clock.now(), row.id);
      return { kind: "told", mark: JSON.parse(row.mark_json) as Json }; // written by `tell` only
    }
    return { kind: "nothing" };
  }

  /** Notes what the call tells of a subject. `isAtOnce` for what counts though no message has arrived. Of a dry run nothing is noted. */
  tell(call: ReadyCall, subject: string, mark: Json, isAtOnce = false): void {
    if (call.trial !== undefined) return;
    const { reader, dueTime } = this.#readerOf(call);
    const { personId } = call.actor;
    const rows = this.#rows.all(personId, reader, subject);
    const base = rows.find((row) => this.#deliveryOf(row) === "delivered");
    for (const row of rows)
      if (row !== base && this.#isOver(row, dueTime)) this.#remove.run(row.id);
    const occurrence = isAtOnce ? null : (dueTime ?? null);
    const text = JSON.stringify(mark);
    this.#insert.run(personId, reader, subject, occurrence, text, this.#parts.clock.now());
  }

  #isOver(row: Row, dueTime: string | undefined): boolean {
    return row.occurrence_id === dueTime || this.#deliveryOf(row) !== "coming";
  }

  #deliveryOf({ occurrence_id: id }: Row): Delivery {
    return id === null ? "delivered" : this.#parts.deliveries.deliveryOf(id);
  }

  #readerOf(call: ReadyCall): { readonly reader: string; readonly dueTime: string | undefined } {
    const due = this.#parts.deliveries.dueTimeOf(call.effectKey);
    return { reader: due?.scheduleId ?? call.actor.chatId, dueTime: due?.id };
  }
}
