import { type Database, inTransaction, type Statement } from "../../store/database.ts";
import type { TableKeeping } from "../../store/retention.ts";

/** One call that was made for a person, as it is kept: what was asked, by what program, and how it went. */
export interface ExecutionLog {
  readonly userInput: string;
  readonly generatedIbl: string;
  readonly node: string;
  readonly action: string;
  readonly target?: string;
  readonly paramsJson: string;
  readonly isSuccess: boolean;
  readonly errorMessage?: string;
  readonly durationMs: number;
  readonly agentId?: string;
  readonly projectId?: string;
  readonly createdAtMs: number;
  readonly personId: string;
  readonly runId: string;
}

/** Owner of the table ibl_execution_logs. */
export class ExecutionLogs {
  readonly #database: Database;
  readonly #add: Statement<(string | number | null)[]>;

  constructor(database: Database) {
    this.#database = database;
    this.#add = database.prepare(
      `INSERT INTO ibl_execution_logs (user_input, generated_ibl, node, action, target, params_json, success,
         error_message, duration_ms, agent_id, project_id, created_at, person_id, run_id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
  }

  /** Adds the calls of one run, all or none; those of a run that is there already are passed over. */
  add(logs: readonly ExecutionLog[]): void {
    const [first] = logs;
    if (first === undefined || this.#has(first.runId)) return;
    inTransaction(this.#database, () => {
      for (const log of logs)
        this.#add.run(
          log.userInput,
          log.generatedIbl,
          log.node,
          log.action,
          log.target ?? null,
          log.paramsJson,
          log.isSuccess ? 1 : 0,
          log.errorMessage ?? null,
          log.durationMs,
          log.agentId ?? null,
          log.projectId ?? null,
          new Date(log.createdAtMs).toISOString(),
          log.personId,
          log.runId,
        );
    });
  }

  /** How many calls are kept. */
  count(): number {
    return (
      this.#database.prepare<[], number>("SELECT COUNT(*) FROM ibl_execution_logs").pluck().get() ??
      0
    );
  }

  /** Deletes what is older; returns how many calls that were. */
  expire(beforeMs: number): number {
    return this.#database
      .prepare("DELETE FROM ibl_execution_logs WHERE created_at < ?")
      .run(new Date(beforeMs).toISOString()).changes;
  }

  #has(runId: string): boolean {
    return (
      this.#database.prepare("SELECT 1 FROM ibl_execution_logs WHERE run_id = ?").get(runId) !==
      undefined
    );
  }
}

/** What becomes of the rows of the usage database when a person is forgotten or asks for their data. */
export const USAGE_KEEPING: readonly TableKeeping[] = [
  {
    table: "ibl_examples",
    owned: "person_id = @person",
    exported: { columns: { terms: null, digest: null, embedder: null, build: null } },
    forgotten: {
      instead:
        "DELETE FROM ibl_examples_vec WHERE rowid IN (SELECT id FROM ibl_examples WHERE person_id = @person)",
      also: ["DELETE FROM ibl_examples WHERE person_id = @person"],
    },
  },
  { table: "ibl_execution_logs", owned: "person_id = @person" },
];
