import type { Database } from "../../store/database.ts";

/** How far a turn is: at work, `waiting` for a press, or over; `failed` is one to which the model gave no answer. */
export type TurnState = "running" | "waiting" | "done" | "failed" | "stopped";

/** A row of the table turns. */
export interface TurnRow {
  readonly id: string;
  readonly origin: string;
  readonly person_id: string;
  readonly chat_key: string;
  readonly input: string;
  readonly state: TurnState;
  readonly reply: string | null;
  readonly started_at_ms: number;
  readonly agents_json: string | null;
  readonly conversation: string;
  readonly said_json: string | null;
  readonly ended_at_ms: number | null;
  readonly tainted: number;
}

/** What a row of the table turns holds of the person's own words. */
export interface OwnWordsRow {
  readonly input: string;
  readonly own_words: 0 | 1;
  readonly files_json: string | null;
}

/** The statements over turns, their messages and contexts, and the starts of sessions. */
export type TurnStatements = ReturnType<typeof statementsOf>;

/** Prepares them. */
export function statementsOf(database: Database) {
  return {
    byId: database.prepare<[string], TurnRow>("SELECT * FROM turns WHERE id = ?"),
    byOrigin: database.prepare<[string], TurnRow>("SELECT * FROM turns WHERE origin = ?"),
    insert: database.prepare(
      `INSERT INTO turns (id, origin, person_id, chat_key, input, state, started_at_ms, own_words, agents_json, conversation, said_json, files_json)
     VALUES (@id, @origin, @person, @chat, @input, 'running', @startedAtMs, @isOwn, @agents, @conversation, @said, @files)`,
    ),
    isTainted: database.prepare<[string]>("SELECT 1 FROM turns WHERE id = ? AND tainted = 1"),
    taint: database.prepare<[string]>("UPDATE turns SET tainted = 1 WHERE id = ?"),
    beganTainted: database.prepare<[string]>("SELECT 1 FROM turns WHERE id = ? AND own_words = 0"),
    taintedBefore: database.prepare<[string, string, string, number, string]>(
      `SELECT 1 FROM turns WHERE person_id = ? AND chat_key = ? AND conversation = ? AND started_at_ms >= ?
       AND rowid < (SELECT rowid FROM turns WHERE id = ?) AND tainted = 1 LIMIT 1`,
    ),
    ownWords: database.prepare<[string, string, string, number, string], OwnWordsRow>(
      `SELECT input, own_words, files_json FROM turns WHERE person_id = ? AND chat_key = ? AND conversation = ? AND started_at_ms >= ?
       AND rowid <= (SELECT rowid FROM turns WHERE id = ?) ORDER BY rowid`,
    ),
    addMessage: database.prepare(
      `INSERT INTO messages (turn_id, sequence, role, content_json)
     SELECT ?, COALESCE(MAX(sequence), 0) + 1, ?, ? FROM messages WHERE turn_id = ?`,
    ),
    messagesOf: database.prepare<[string], { readonly content_json: string }>(
      "SELECT content_json FROM messages WHERE turn_id = ? ORDER BY sequence",
    ),
    move: database.prepare<[string, string]>("UPDATE turns SET chat_key = ? WHERE id = ?"),
    dropContext: database.prepare<[string]>("DELETE FROM turn_contexts WHERE turn_id = ?"),
    setState: database.prepare(
      `UPDATE turns SET state = ?, reply = ?, ended_at_ms = ?
       WHERE id = ? AND state IN ('running', 'waiting')`,
    ),
    sessionStart: database.prepare<
      [string, string],
      { readonly started_at_ms: number; readonly idle: number }
    >("SELECT started_at_ms, idle FROM session_starts WHERE person_id = ? AND chat_key = ?"),
    setSessionStart: database.prepare(
      `INSERT INTO session_starts (person_id, chat_key, started_at_ms, idle) VALUES (?, ?, ?, ?)
     ON CONFLICT (person_id, chat_key) DO UPDATE SET started_at_ms = excluded.started_at_ms, idle = excluded.idle`,
    ),
    context: database.prepare<
      [string],
      { readonly context_json: string; readonly tainted: number }
    >("SELECT context_json, tainted FROM turn_contexts WHERE turn_id = ?"),
    keepContext: database.prepare<[string, string, number]>(
      "INSERT OR IGNORE INTO turn_contexts (turn_id, context_json, tainted) VALUES (?, ?, ?)",
    ),
    last: database.prepare<[string, string, number], TurnRow>(
      `SELECT * FROM turns WHERE person_id = ? AND chat_key = ? AND started_at_ms >= ?
       ORDER BY rowid DESC LIMIT 1`,
    ),
    lastStart: database.prepare<[string, string], { readonly at_ms: number | null }>(
      "SELECT MAX(started_at_ms) AS at_ms FROM turns WHERE person_id = ? AND chat_key = ?",
    ),
    // By rowid, the order in which turns began: the clock may go back.
    before: database.prepare<[string, string, string, number, string, string, number], TurnRow>(
      `SELECT * FROM turns WHERE person_id = ? AND chat_key = ? AND conversation = ? AND started_at_ms >= ?
       AND rowid < (SELECT rowid FROM turns WHERE id = ?)
       AND rowid > COALESCE((SELECT rowid FROM turns WHERE id = ?), 0) ORDER BY rowid DESC LIMIT ?`,
    ),
    inState: database.prepare<[string], TurnRow>(
      "SELECT * FROM turns WHERE state = ? ORDER BY rowid",
    ),
  };
}
