import type { Clock } from "../base/clock.ts";
import type { Journal, StepRecord, StepStart, Wait } from "../engine/journal.ts";
import type { Outcome } from "../engine/outcome.ts";
import { type Database, inTransaction, type Statement } from "../store/database.ts";

interface Row {
  readonly state: StepRecord["state"];
  readonly outcome_json: string | null;
  readonly wait_json: string | null;
  readonly allowed_digest: string | null;
  readonly duration_ms: number | null;
}

/** What a journal calls beside writing. */
export interface JournalHooks {
  /** Called in the same transaction in which a wait is written. */
  readonly onWait: (wait: Wait) => void;
  readonly faultPoint: (name: string) => void;
}

/** Owner of the table steps: what every call of every run did, or was about to do. */
export class Steps {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #find: Statement<[string, string], Row>;
  readonly #start: Statement<[string, string, string, string, string, string, string, number]>;
  readonly #finish: Statement<[string, number, number, string, string]>;
  readonly #wait: Statement<[string, string, string, string, string, string, number]>;
  readonly #allow: Statement<[string, string, string]>;

  constructor(parts: { readonly database: Database; readonly clock: Clock }) {
    const { database } = parts;
    this.#database = database;
    this.#clock = parts.clock;
    this.#find = database.prepare(
      "SELECT state, outcome_json, wait_json, allowed_digest, duration_ms FROM steps WHERE run_id = ? AND key = ?",
    );
    // A press allows an effect once: what allowed this start does not allow another one after a crash.
    this.#start = database.prepare(
      `INSERT INTO steps (run_id, key, node, action, effect, params_json, params_digest, state, started_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, 'started', ?)
       ON CONFLICT (run_id, key) DO UPDATE SET state = 'started', effect = excluded.effect, params_json = excluded.params_json,
         params_digest = excluded.params_digest, started_at_ms = excluded.started_at_ms,
         allowed_digest = CASE WHEN excluded.effect = 'read' THEN allowed_digest ELSE NULL END`,
    );
    this.#finish = database.prepare(
      "UPDATE steps SET state = 'finished', outcome_json = ?, ended_at_ms = ?, duration_ms = ? WHERE run_id = ? AND key = ? AND state <> 'finished'",
    );
    this.#wait = database.prepare(
      `INSERT INTO steps (run_id, key, node, action, effect, params_json, params_digest, state, wait_json, started_at_ms) VALUES (?, ?, ?, ?, 'read', '{}', ?, 'waiting', ?, ?)
       ON CONFLICT (run_id, key) DO UPDATE SET state = 'waiting', wait_json = excluded.wait_json`,
    );
    this.#allow = database.prepare(
      "UPDATE steps SET allowed_digest = ? WHERE run_id = ? AND key = ?",
    );
  }

  /** What is known of one call of a run; `undefined` when it has not begun. */
  find(runId: string, key: string): StepRecord | undefined {
    const row = this.#find.get(runId, key);
    return row === undefined ? undefined : recordOf(row);
  }

  /** Writes that a call begins. */
  start(runId: string, entry: StepStart): void {
    const { key, node, action, effect, paramsJson, paramsDigest } = entry;
    this.#start.run(runId, key, node, action, effect, paramsJson, paramsDigest, this.#clock.now());
  }

  /** Gives a step its outcome, once: a finished one keeps the outcome it has. */
  finish(runId: string, key: string, outcome: Outcome, durationMs: number): void {
    this.#finish.run(JSON.stringify(outcome), this.#clock.now(), durationMs, runId, key);
  }

  /** Writes that a step waits for a person, together with what `onWait` writes. */
  wait(runId: string, wait: Wait, onWait: (wait: Wait) => void): void {
    const { key, node, action, digest } = wait;
    inTransaction(this.#database, () => {
      const waitJson = JSON.stringify(wait);
      this.#wait.run(runId, key, node, action, digest, waitJson, this.#clock.now());
      onWait(wait);
    });
  }

  /** A person allowed the values that have this digest. */
  allow(runId: string, key: string, digest: string): void {
    this.#allow.run(digest, runId, key);
  }
}

/** The journal of one run, with a fault point around every write. */
export class RunJournal implements Journal {
  readonly #steps: Steps;
  readonly #runId: string;
  readonly #hooks: JournalHooks;

  constructor(parts: {
    readonly steps: Steps;
    readonly runId: string;
    readonly hooks: JournalHooks;
  }) {
    this.#steps = parts.steps;
    this.#runId = parts.runId;
    this.#hooks = parts.hooks;
  }

  /** What is known of a call; `undefined` when it has not begun. */
  find(key: string): StepRecord | undefined {
    return this.#steps.find(this.#runId, key);
  }

  /** Writes that a call begins; the row is on disk when it returns. */
  start(entry: StepStart): void {
    this.#hooks.faultPoint("step-before-start");
    this.#steps.start(this.#runId, entry);
    this.#hooks.faultPoint("step-started");
  }

  /** Writes what a call came to. */
  finish(key: string, outcome: Outcome, durationMs: number): void {
    this.#hooks.faultPoint("step-before-finish");
    this.#steps.finish(this.#runId, key, outcome, durationMs);
    this.#hooks.faultPoint("step-finished");
  }

  /** Writes that a call waits, and calls `onWait` in the same transaction. */
  wait(wait: Wait): void {
    this.#hooks.faultPoint("step-before-wait");
    this.#steps.wait(this.#runId, wait, this.#hooks.onWait);
    this.#hooks.faultPoint("step-waiting");
  }
}

function recordOf(row: Row): StepRecord {
  return {
    state: row.state,
    ...(row.outcome_json === null ? {} : { outcome: JSON.parse(row.outcome_json) as Outcome }), // written by finish only
    ...(row.duration_ms === null ? {} : { durationMs: row.duration_ms }),
    ...(row.wait_json === null ? {} : { wait: JSON.parse(row.wait_json) as Wait }), // written by wait only
    ...(row.allowed_digest === null ? {} : { allowed: row.allowed_digest }),
  };
}
