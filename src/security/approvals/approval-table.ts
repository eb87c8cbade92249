import type { Database, Statement } from "../../store/database.ts";

/** What is asked: a plan before its first step, a value that is known only now, a step whose outcome is unknown, an `approve`, a question, a program to choose, or to be let in. */
export type ApprovalKind =
  | "plan"
  | "value"
  | "uncertain"
  | "approval"
  | "question"
  | "proposal"
  | "access";
/** What became of it; everything but `pending` is final. */
export type ApprovalState =
  | "pending"
  | "approved"
  | "denied"
  | "answered"
  | "expired"
  | "cancelled";

/** A row as it is stored. */
export interface ApprovalRow {
  readonly id: string;
  readonly kind: ApprovalKind;
  readonly person_id: string;
  readonly chat_key: string;
  readonly run_id: string | null;
  readonly step_key: string | null;
  readonly digest: string;
  readonly card_json: string;
  readonly approver: "requester" | "owner";
  readonly state: ApprovalState;
  readonly answer: string | null;
  readonly answer_origin: string | null;
  readonly decided_by: string | null;
  readonly decided_at_ms: number | null;
  readonly reason: string | null;
  readonly asked_again_by: string | null;
  readonly parent_id: string | null;
  readonly outcome_text: string | null;
  readonly created_at_ms: number;
  readonly expires_at_ms: number;
}

/** Prepares every statement on the table; `approvals.ts` alone says when each is right. */
export function approvalStatements(database: Database) {
  return { ...readingStatements(database), ...writingStatements(database) };
}

function readingStatements(database: Database) {
  const rows = <Parameters extends unknown[]>(sql: string): Statement<Parameters, ApprovalRow> =>
    database.prepare(sql);
  return {
    byId: rows<[string]>("SELECT * FROM approvals WHERE id = ?"),
    twin: rows<[string, string | null, string]>(
      "SELECT * FROM approvals WHERE run_id = ? AND step_key IS ? AND digest = ? AND state = 'pending'",
    ),
    openQuestions: rows<[string]>(
      `SELECT * FROM approvals WHERE parent_id = ? AND state <> 'cancelled' AND outcome_text IS NULL
       ORDER BY created_at_ms, rowid`,
    ),
    latest: rows<[string, string]>(
      "SELECT * FROM approvals WHERE kind = ? AND digest = ? ORDER BY created_at_ms DESC, rowid DESC LIMIT 1",
    ),
    byAnswer: rows<[string]>("SELECT * FROM approvals WHERE answer_origin = ?"),
    approvedOf: rows<[string]>(
      `SELECT * FROM approvals WHERE run_id = ? AND state = 'approved' AND kind IN ('plan', 'approval')
       ORDER BY decided_at_ms, rowid`,
    ),
    decidedOf: rows<[string]>(
      "SELECT * FROM approvals WHERE run_id = ? AND state IN ('approved', 'answered') ORDER BY decided_at_ms, rowid",
    ),
    pending: rows<[string | null, string | null, string | null, string | null]>(
      `SELECT * FROM approvals WHERE state = 'pending' AND (? IS NULL OR person_id = ?) AND (? IS NULL OR run_id = ?)
       ORDER BY created_at_ms, rowid`,
    ),
    unsettled: rows<[]>(
      `SELECT * FROM approvals WHERE state IN ('approved', 'denied', 'answered', 'expired') AND outcome_text IS NULL
       ORDER BY decided_at_ms, rowid`,
    ),
  };
}

function writingStatements(database: Database) {
  const rows = <Parameters extends unknown[]>(sql: string): Statement<Parameters, ApprovalRow> =>
    database.prepare(sql);
  return {
    insert: rows<(string | number | null)[]>(
      `INSERT INTO approvals (id, kind, person_id, chat_key, run_id, step_key, digest, card_json, approver, parent_id, state, created_at_ms, expires_at_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?) RETURNING *`,
    ),
    claim: rows<
      [
        ApprovalState,
        string | null,
        string | null,
        string | null,
        string,
        number,
        string,
        string,
        number,
      ]
    >(
      `UPDATE approvals SET state = ?, answer = ?, answer_origin = ?, reason = ?, decided_by = ?, decided_at_ms = ?
       WHERE id = ? AND digest = ? AND state = 'pending' AND expires_at_ms > ? RETURNING *`,
    ),
    expire: rows<[number, number]>(
      "UPDATE approvals SET state = 'expired', decided_at_ms = ? WHERE state = 'pending' AND expires_at_ms <= ? RETURNING *",
    ),
    cancelRun: rows<[number, string]>(
      "UPDATE approvals SET state = 'cancelled', decided_at_ms = ? WHERE run_id = ? AND state = 'pending' RETURNING *",
    ),
    cancelPerson: rows<[number, string]>(
      "UPDATE approvals SET state = 'cancelled', decided_at_ms = ? WHERE person_id = ? AND state = 'pending' RETURNING *",
    ),
    replace: rows<[string, number, string, number]>(
      `UPDATE approvals SET state = 'cancelled', decided_by = ?, decided_at_ms = ?
       WHERE id = ? AND state = 'pending' AND expires_at_ms > ? RETURNING *`,
    ),
    askAgain: rows<[string, string]>(
      `UPDATE approvals SET asked_again_by = ?
       WHERE id = ? AND state = 'expired' AND asked_again_by IS NULL RETURNING *`,
    ),
    explain: database.prepare<[string, string]>(
      "UPDATE approvals SET reason = ? WHERE id = ? AND state = 'denied' AND reason IS NULL",
    ),
    cancelQuestions: database.prepare<[number, string]>(
      "UPDATE approvals SET state = 'cancelled', decided_at_ms = ? WHERE parent_id = ? AND state = 'pending'",
    ),
    passBy: database.prepare<[nowMs: number, id: string]>(
      `UPDATE approvals SET card_json = json_set(card_json, '$.isPassedBy', json('true')),
         expires_at_ms = CASE card_json ->> '$.followUp.kind' WHEN 'reason' THEN MIN(expires_at_ms, ?) ELSE expires_at_ms END
       WHERE id = ? AND state = 'pending'`,
    ),
    setOutcome: database.prepare<[string, string]>(
      "UPDATE approvals SET outcome_text = ? WHERE id = ?",
    ),
  };
}
