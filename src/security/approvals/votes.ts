import type { Database, Statement } from "../../store/database.ts";

/** Owner of the table approval_votes: who has approved a card that needs more than one person. */
export class Votes {
  readonly #add: Statement<[string, number, string, string, number]>;
  readonly #of: Statement<[string], { readonly person_id: string }>;
  readonly #forget: Statement<[string]>;

  constructor({ database }: { readonly database: Database }) {
    this.#add = database.prepare(
      `INSERT OR IGNORE INTO approval_votes (approval_id, person_id, voted_at_ms)
       SELECT id, ?, ? FROM approvals WHERE id = ? AND digest = ? AND state = 'pending' AND expires_at_ms > ?`,
    );
    this.#of = database.prepare(
      "SELECT person_id FROM approval_votes WHERE approval_id = ? ORDER BY voted_at_ms, rowid",
    );
    this.#forget = database.prepare(
      `DELETE FROM approval_votes WHERE person_id = ?
       AND approval_id IN (SELECT id FROM approvals WHERE state = 'pending')`,
    );
  }

  /** Counts a person's approval of a card that still waits; a second one by the same person counts nothing. */
  add(
    approval: { readonly id: string; readonly digest: string },
    personId: string,
    nowMs: number,
  ): void {
    this.#add.run(personId, nowMs, approval.id, approval.digest, nowMs);
  }

  /** Who has approved a card so far, in that order. */
  of(approvalId: string): readonly string[] {
    return this.#of.all(approvalId).map((row) => row.person_id);
  }

  /** Takes back what a person approved on cards that still wait. */
  forget(personId: string): void {
    this.#forget.run(personId);
  }
}
