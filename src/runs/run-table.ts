import type { Clock } from "../base/clock.ts";
import type { JsonObject } from "../base/json.ts";
import type { Language } from "../base/localized.ts";
import type { Journal, Wait } from "../engine/execute/journal.ts";
import type { Outcome } from "../engine/values/outcome.ts";
import type { Database } from "../store/database.ts";
import { type Columns, flag, json, plain, Table } from "../store/table.ts";
import { type JournalHooks, RunJournal, type StepResult, Steps } from "./journal.ts";
import type { LargeValueFolder } from "./large-values.ts";
import type { StepFact } from "./run-summary.ts";

/** How far a run is: it waits for a person, it runs, or it is over: `denied` by policy or a person, `stopped` where it was cut off. */
export type RunState = "waiting" | "running" | "finished" | "failed" | "denied" | "stopped";

/** One execution of a program: what was asked, on which plan, how far it is. */
export interface Run {
  readonly id: string;
  /** What it answers, unique: the same origin never runs twice. */
  readonly origin: string;
  readonly personId: string;
  readonly chatKey: string;
  readonly turnId?: string;
  readonly source: string;
  readonly program: string;
  readonly digest: string;
  readonly constants: JsonObject;
  /** True when no grant may let anything of it through, since what wrote it had read something from outside. */
  readonly barsGrants?: boolean;
  /** What the person had said in the conversation; there when whoever wrote the program had read something from outside. */
  readonly ownWords?: readonly string[];
  /** Digest of the plan that a person allowed. */
  readonly approvedDigest?: string;
  readonly state: RunState;
  readonly resultJson?: string;
  readonly lease?: string;
  /** It was in flight when the backup was taken from which it was restored: the service went on with it then, nobody knows how far. */
  readonly isRestored?: boolean;
  /** How long it ran before it waited, all times together. */
  readonly spentMs: number;
  /** When it was first taken up. */
  readonly createdAtMs: number;
  /** The agents that act, the person's first; absent: the system agent alone. */
  readonly agents?: readonly string[];
  /** What a colleague was asked, where the run is part of the answer. */
  readonly delegationId?: string;
}

/** Told of a run that has ended, with what came of it. */
export type RunEnd = (run: Run, state: RunState, result: unknown) => void;

/** What a new run starts from. */
export type RunFacts = Omit<
  Run,
  "id" | "state" | "resultJson" | "approvedDigest" | "isRestored" | "spentMs" | "createdAtMs"
> & {
  /** Default: now. */
  readonly createdAtMs?: number;
};

/** A step without parameters shows something, or takes something back. */
const LAST_SENT = `SELECT MAX(created_at_ms) AS atMs FROM runs WHERE person_id = ? AND chat_key = ?
  AND EXISTS (SELECT 1 FROM steps WHERE run_id = runs.id AND node = 'messenger' AND effect = 'send' AND steps.state = 'finished'
    AND json_extract(outcome_json, '$.ok') = 1)`;

const LAST_MESSAGE = `SELECT json_extract(params_json, '$.to') AS "to", json_extract(params_json, '$.message') AS message
  FROM steps JOIN runs ON runs.id = steps.run_id
  WHERE person_id = ? AND chat_key = ? AND node = 'messenger' AND action = 'send' AND steps.state = 'finished'
    AND json_extract(outcome_json, '$.ok') = 1 ORDER BY steps.started_at_ms DESC, steps.rowid DESC LIMIT 1`;

const COLUMNS: Columns<Run> = {
  id: plain(),
  origin: plain(),
  personId: plain(),
  chatKey: plain(),
  turnId: plain(),
  source: plain(),
  program: plain(),
  digest: plain(),
  constants: json("constants_json"),
  barsGrants: flag(),
  ownWords: json("said_json"),
  approvedDigest: plain(),
  state: plain(),
  resultJson: plain(),
  lease: plain(),
  spentMs: plain(),
  createdAtMs: plain(),
  agents: json("agents_json"),
  delegationId: plain("errand_id"),
  isRestored: flag("restored"),
};

/** Owner of the tables runs and steps. */
export class Runs {
  readonly #table: Table<Run>;
  readonly #clock: Clock;
  readonly #newId: (prefix: string) => string;
  readonly #steps: Steps;
  readonly #onEnded = new Set<RunEnd>();
  readonly #spill: LargeValueFolder | undefined;

  constructor(parts: {
    readonly database: Database;
    readonly clock: Clock;
    readonly newId: (prefix: string) => string;
    /** Where large values of steps go. Default: they stay in their rows. */
    readonly spill?: LargeValueFolder;
    /** Masks secrets in the parameters of steps. Default: they are kept as they are. */
    readonly redact?: (text: string) => string;
  }) {
    const { database, clock, newId } = parts;
    this.#clock = clock;
    this.#newId = newId;
    this.#spill = parts.spill;
    this.#steps = new Steps(parts);
    this.#table = new Table(database, "runs", COLUMNS);
  }

  /** The run with an id; `undefined` for one that does not exist. */
  get(id: string): Run | undefined {
    return this.#table.one("SELECT * FROM runs WHERE id = ?", id);
  }

  /** The run that an origin already has. */
  find(origin: string): Run | undefined {
    return this.#table.one("SELECT * FROM runs WHERE origin = ?", origin);
  }

  /** Adds a run; the same origin gives the run it already has. */
  create(facts: RunFacts): Run {
    const known = this.find(facts.origin);
    if (known !== undefined) return known;
    const run: Run = {
      createdAtMs: this.#clock.now(),
      ...facts,
      id: this.#newId("run"),
      state: "running",
      spentMs: 0,
    };
    this.#table.insert(run);
    return run;
  }

  /** Takes a run up again under this process's lease. */
  begin(
    id: string,
    lease: string,
    plan: { readonly program: string; readonly digest: string },
  ): void {
    this.#table.run(
      "UPDATE runs SET state = 'running', lease = ?, program = ?, digest = ? WHERE id = ?",
      lease,
      plan.program,
      plan.digest,
      id,
    );
  }

  /** Keeps the digest of the plan that a person allowed. */
  approve(id: string, digest: string): void {
    this.#table.run("UPDATE runs SET approved_digest = ? WHERE id = ?", digest, id);
  }

  /** Writes that a run waits for a person, and how long it ran up to here; no process holds it then. One that has ended meanwhile stays ended. */
  pause(id: string, ranMs = 0): void {
    this.#table.run(
      "UPDATE runs SET state = 'waiting', lease = NULL, spent_ms = spent_ms + ? WHERE id = ? AND state IN ('running', 'waiting')",
      ranMs,
      id,
    );
  }

  /** `listener` is told of each run that ends from now on, when it is written. It must not throw. */
  whenEnded(listener: RunEnd): void {
    this.#onEnded.add(listener);
  }

  /** Ends a run with its result, kept as JSON. The large values of its steps are removed. */
  end(id: string, state: Exclude<RunState, "waiting" | "running">, result: unknown): void {
    this.#table.run(
      "UPDATE runs SET state = ?, result_json = ?, lease = NULL, ended_at_ms = ? WHERE id = ?",
      state,
      JSON.stringify(result),
      this.#clock.now(),
      id,
    );
    this.#spill?.remove(id);
    const run = this.get(id);
    if (run !== undefined) for (const listener of this.#onEnded) listener(run, state, result);
  }

  /** Removes the large values of runs that have ended or do not exist, as a dead process leaves them. */
  sweepSpills(): void {
    this.#spill?.sweep((id) => {
      const state = this.get(id)?.state;
      return state === "running" || state === "waiting";
    });
  }

  /** Runs that some process was in the middle of; whether it lives is the caller's question. */
  running(): readonly Run[] {
    return this.#table.many("SELECT * FROM runs WHERE state = 'running' ORDER BY created_at_ms");
  }

  /** Runs of an origin, and of those below it, that have not ended. */
  openUnder(origin: string): readonly Run[] {
    // The origins below one begin with it and a slash; "0" comes after the slash.
    return this.#table.many(
      `SELECT * FROM runs WHERE (origin = @origin OR (origin > @origin || '/' AND origin < @origin || '0'))
        AND state IN ('running', 'waiting') ORDER BY rowid`,
      { origin },
    );
  }

  /** Runs of an origin, and of those below it, in their order. */
  under(origin: string): readonly Run[] {
    // The origins below one begin with it and a slash; "0" comes after the slash.
    return this.#table.many(
      "SELECT * FROM runs WHERE origin = @origin OR (origin > @origin || '/' AND origin < @origin || '0') ORDER BY rowid",
      { origin },
    );
  }

  /** True when a program of a turn has brought something from outside. */
  hasReadOutside(turnId: string): boolean {
    return this.#table.has(
      "SELECT 1 FROM runs WHERE turn_id = ? AND json_extract(result_json, '$.tainted') = 1",
      turnId,
    );
  }

  /** The actions by which a run, and all of its turn, have read something from outside, as `node:action`. */
  readersOf({ id, turnId }: Run): readonly string[] {
    return this.#table
      .rows<{ readonly name: string }>(
        `SELECT DISTINCT steps.node || ':' || steps.action AS name FROM steps JOIN runs ON runs.id = steps.run_id
         WHERE (runs.id = @id OR runs.turn_id = @turnId) AND json_extract(outcome_json, '$.tainted') = 1`,
        { id, turnId: turnId ?? null },
      )
      .map(({ name }) => name);
  }

  /** True when a step of a run has changed the file at a path, as its outcome says. */
  hasWritten(runId: string, path: string): boolean {
    return this.#table.has(
      `SELECT 1 FROM steps WHERE run_id = ? AND instr(outcome_json, ?) > 0
        AND (effect <> 'read' OR outcome_json LIKE '%"kind":"file"%')`,
      runId,
      `"path":${JSON.stringify(path)}`,
    );
  }

  /** The last runs of a person in a chat, newest first. */
  latest(personId: string, chatKey: string, count: number): readonly Run[] {
    return this.#table.many(
      "SELECT * FROM runs WHERE person_id = ? AND chat_key = ? ORDER BY created_at_ms DESC LIMIT ?",
      personId,
      chatKey,
      count,
    );
  }

  /** The turn of a run; the run itself where no turn caused it. */
  turnOf(runId: string): string | undefined {
    const run = this.get(runId);
    return run?.turnId ?? run?.id;
  }

  /** When the last run of a person in a chat began that sent something to others. */
  lastSentMs(personId: string, chatKey: string): number | undefined {
    const [row] = this.#table.rows<{ readonly atMs: number | null }>(LAST_SENT, personId, chatKey);
    return row?.atMs ?? undefined;
  }

  /** What a person sent last to somebody by a program in a chat. */
  lastMessage(
    personId: string,
    chatKey: string,
  ): { readonly to: string; readonly message: string } | undefined {
    const [row] = this.#table.rows<{ readonly to: unknown; readonly message: unknown }>(
      LAST_MESSAGE,
      personId,
      chatKey,
    );
    const { to, message } = row ?? {};
    return typeof to === "string" && typeof message === "string" ? { to, message } : undefined;
  }

  /** The runs that a turn has caused, in their order. */
  ofTurn(turnId: string): readonly Run[] {
    return this.#table.many("SELECT * FROM runs WHERE turn_id = ? ORDER BY rowid", turnId);
  }

  /** What the calls of a run gave, and those of the runs of its turn before it. */
  resultsUpTo(run: Pick<Run, "id" | "turnId">): readonly StepResult[] {
    const all = run.turnId === undefined ? [] : this.ofTurn(run.turnId).map(({ id }) => id);
    return [...new Set([...all, run.id])].flatMap((id) => this.#steps.results(id));
  }

  /** Every call of a run that was begun or waits. */
  steps(runId: string): readonly StepFact[] {
    return this.#steps.all(runId);
  }

  /** For a database out of a backup, before anything else uses it: every run that was in flight, and of the waiting ones those in `decided` (answered, not gone on with), may have gone on since. From now on each of their effects that the journal does not know asks before it happens. Returns how many there are. */
  markRestored(decided: readonly string[]): number {
    return this.#table.run(
      "UPDATE runs SET restored = 1 WHERE state = 'running' OR (state = 'waiting' AND id IN (SELECT value FROM json_each(?)))",
      JSON.stringify(decided),
    );
  }

  /** Effect keys of what restored runs were in the middle of. */
  openEffects(): readonly string[] {
    return this.#table
      .rows<{
        readonly effect_key: string;
      }>(`SELECT runs.origin || '/' || steps.key AS effect_key FROM runs JOIN steps ON steps.run_id = runs.id
       WHERE runs.restored = 1 AND runs.state IN ('running', 'waiting') AND steps.state = 'started' AND steps.effect <> 'read'`)
      .map((row) => row.effect_key);
  }

  /** What a person typed in answer to questions of programs in a chat since `sinceMs`, oldest first; never an answer that a program offered. */
  typedAnswers(place: Pick<Run, "personId" | "chatKey">, sinceMs: number): readonly string[] {
    return this.#steps.typedAnswers(place.personId, place.chatKey, sinceMs);
  }

  /** The wait of a step that waits; what is lost of it is told in `language`. */
  waitOf(runId: string, key: string, language: Language): Wait | undefined {
    const record = this.#steps.find(runId, key, language);
    return record?.state === "waiting" ? record.wait : undefined;
  }

  /** A person allowed the values of a waiting step. */
  allowStep(runId: string, key: string, digest: string): void {
    this.#steps.allow(runId, key, digest);
  }

  /** Gives a waiting step its outcome: an answer, or a refusal. */
  settleStep(runId: string, key: string, outcome: Outcome): void {
    this.#steps.finish(runId, key, outcome, 0);
  }

  /** Gives a refused step the reason that came after, if nothing has gone on since. */
  explainStep(runId: string, key: string, outcome: Outcome): void {
    this.#steps.explain(runId, key, outcome);
  }

  /** The run that everything hangs on: the one that asked, directly or through others, what this run is part of the answer to. `delegationId` where nobody waits for that answer. */
  topOf(runId: string): { readonly runId: string; readonly delegationId?: string } {
    const { delegationId } = this.get(runId) ?? {};
    const asking =
      delegationId === undefined
        ? undefined
        : this.#table.rows<{ readonly run_id: string; readonly reports: number }>(
            "SELECT run_id, reports FROM errands WHERE id = ?",
            delegationId,
          )[0];
    if (asking === undefined) return { runId };
    return asking.reports === 1
      ? { runId, ...(delegationId && { delegationId }) }
      : this.topOf(asking.run_id);
  }

  /** The runs in which colleagues answer what a run asked them, also those that they asked in turn. */
  inside(runId: string): readonly Run[] {
    return this.#table.many(
      `WITH RECURSIVE inside(id) AS (
         SELECT runs.id FROM errands JOIN runs ON runs.errand_id = errands.id WHERE errands.run_id = ?
         UNION SELECT runs.id FROM inside JOIN errands ON errands.run_id = inside.id JOIN runs ON runs.errand_id = errands.id
       ) SELECT runs.* FROM runs JOIN inside ON inside.id = runs.id ORDER BY runs.rowid`,
      runId,
    );
  }

  /** True when nothing but reading was begun in a run. */
  hasOnlyRead(runId: string): boolean {
    return this.#steps.hasOnlyRead(runId);
  }

  /** The journal of one run. `onWait` is called in the same transaction in which a wait is written. */
  journal(runId: string, hooks: JournalHooks): Journal {
    const isRestored = this.get(runId)?.isRestored === true;
    return new RunJournal({ steps: this.#steps, runId, hooks, isRestored });
  }
}
