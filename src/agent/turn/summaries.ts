import type { Clock } from "../../base/clock.ts";
import type { Redact } from "../../base/redact.ts";
import type { Database } from "../../store/database.ts";
import { conversationOf, type Turn } from "./turn-table.ts";

/** What stands for the older turns of a conversation. */
export interface Summary {
  readonly id: number;
  /** The last turn that it covers; it covers all before it too. */
  readonly throughTurn: string;
  readonly text: string;
  /** The model's name, or `rule`. */
  readonly madeBy: string;
  readonly isTainted: boolean;
}

interface SummaryRow {
  readonly id: number;
  readonly through_turn: string;
  readonly text: string;
  readonly made_by: string;
  readonly tainted: number;
}

/** Owner of the table summaries. */
export type Summaries = ReturnType<typeof createSummaries>;

/** Opens the summaries. Every write is on disk when its function returns. */
export function createSummaries(parts: {
  readonly database: Database;
  readonly clock: Clock;
  /** Masks secrets in what is kept. Default: it is kept as it is. */
  readonly redact?: Redact;
}) {
  const { database, clock, redact = (text) => text } = parts;
  const before = database.prepare<[string, string, string, number, string], SummaryRow>(
    `SELECT * FROM summaries WHERE person_id = ? AND chat_key = ? AND conversation = ? AND session_started_at_ms = ? AND state = 'done'
     AND COALESCE((SELECT rowid FROM turns WHERE id = through_turn), 0) < (SELECT rowid FROM turns WHERE id = ?)
     ORDER BY id DESC LIMIT 1`,
  );
  const insert = database.prepare(
    `INSERT OR IGNORE INTO summaries (person_id, chat_key, conversation, session_started_at_ms, through_turn, tainted, state, created_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, 'begun', ?)`,
  );
  const idOf = database.prepare<[string, string, string], { readonly id: number }>(
    "SELECT id FROM summaries WHERE person_id = ? AND chat_key = ? AND through_turn = ?",
  );
  const finish = database.prepare(
    "UPDATE summaries SET text = ?, made_by = ?, state = 'done' WHERE id = ? AND state = 'begun'",
  );
  const release = database.prepare("DELETE FROM summaries WHERE id = ? AND state = 'begun'");
  return {
    /** The newest that a turn may read: it covers none but earlier turns of the session that began at `sessionStartMs`. */
    before(turn: Turn, sessionStartMs: number): Summary | undefined {
      const row = before.get(...placeOf(turn), sessionStartMs, turn.id);
      if (row === undefined) return undefined;
      const { id, text, tainted } = row;
      const facts = { throughTurn: row.through_turn, madeBy: row.made_by };
      return { id, text, isTainted: tainted === 1, ...facts };
    },
    /** Claims the work of summing up through a turn. `isOurs` is false where somebody has done it, or begun and perhaps died over it. */
    begin(
      turn: Turn,
      facts: {
        readonly sessionStartMs: number;
        readonly throughTurn: string;
        readonly isTainted: boolean;
      },
    ): { readonly id: number; readonly isOurs: boolean } {
      const { sessionStartMs, throughTurn, isTainted } = facts;
      const tainted = isTainted ? 1 : 0;
      const added = insert.run(...placeOf(turn), sessionStartMs, throughTurn, tainted, clock.now());
      const id = idOf.get(turn.personId, turn.chatKey, throughTurn)?.id ?? 0;
      return { id, isOurs: added.changes === 1 };
    },
    /** Writes what was claimed; only the first text counts. */
    finish(id: number, text: string, madeBy: string): void {
      finish.run(redact(text), madeBy, id);
    },
    /** Gives the work back, for another turn to do. */
    release(id: number): void {
      release.run(id);
    },
  };
}

function placeOf(turn: Turn): readonly [string, string, string] {
  return [turn.personId, turn.chatKey, conversationOf(turn)];
}
