import { z } from "zod";
import type { Clock } from "../base/clock.ts";
import { isJsonObject, type Json, type JsonObject } from "../base/json.ts";
import type { Language } from "../base/localized.ts";
import type { Journal, StepRecord, StepStart, Wait } from "../engine/execute/journal.ts";
import { failureIn, type Outcome } from "../engine/values/outcome.ts";
import { type Database, inTransaction, type Statement } from "../store/database.ts";
import {
  isLargeValueReference,
  type LargeValueFolder,
  type LargeValueReference,
} from "./large-values.ts";
import type { StepFact } from "./run-summary.ts";

/** A question as it was asked, and the words that answered it. */
const ASKED = z.object({ options: z.array(z.string()).catch([]) });
const ANSWERED = z.object({ ok: z.literal(true), value: z.object({ text: z.string() }) });

interface Row {
  readonly effect: string;
  readonly state: StepRecord["state"];
  readonly outcome_json: string | null;
  readonly wait_json: string | null;
  readonly allowed_digest: string | null;
  readonly duration_ms: number | null;
}

interface FactRow {
  readonly key: string;
  readonly node: string;
  readonly action: string;
  readonly params_json: string;
  readonly state: StepRecord["state"];
  readonly outcome_json: string | null;
}

/** What a journal calls beside writing. */
export interface JournalHooks {
  /** Called in the same transaction in which a wait is written. */
  readonly onWait: (wait: Wait) => void;
  readonly faultPoint: (name: string) => void;
  /** Of the person the run acts for. */
  readonly language: Language;
}

/** What a call gave: every text in it. */
export interface StepResult {
  readonly node: string;
  readonly action: string;
  readonly text: string;
  /** True when any of it came from outside. */
  readonly tainted: boolean;
}

/** Owner of the table steps: what every call of every run did, or was about to do. */
export class Steps {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #spill: LargeValueFolder | undefined;
  readonly #redact: (text: string) => string;
  readonly #find: Statement<[string, string], Row>;
  readonly #start: Statement<(string | number | null)[]>;
  readonly #finish: Statement<[string, number, number, string, string]>;
  readonly #wait: Statement<[string, string, string, string, string, string, number]>;
  readonly #allow: Statement<[string, string, string]>;
  readonly #all: Statement<[string], FactRow>;
  readonly #explain: Statement<[string, string, string]>;
  readonly #effect: Statement<[string], { readonly found: number }>;
  readonly #asked: Statement<
    [string, string, number],
    { readonly params_json: string; readonly outcome_json: string }
  >;

  constructor(parts: {
    readonly database: Database;
    readonly clock: Clock;
    /** Where large values go. Default: they stay in their rows. */
    readonly spill?: LargeValueFolder;
    /** Masks secrets in the parameters that are kept. Default: they are kept as they are. */
    readonly redact?: (text: string) => string;
  }) {
    const { database } = parts;
    this.#database = database;
    this.#clock = parts.clock;
    this.#spill = parts.spill;
    this.#redact = parts.redact ?? ((text) => text);
    this.#find = database.prepare(
      "SELECT effect, state, outcome_json, wait_json, allowed_digest, duration_ms FROM steps WHERE run_id = ? AND key = ?",
    );
    // A press allows an effect once: what allowed this start does not allow another one after a crash.
    this.#start = database.prepare(
      `INSERT INTO steps (run_id, key, node, action, effect, agent, params_json, params_digest, state, started_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'started', ?)
       ON CONFLICT (run_id, key) DO UPDATE SET state = 'started', effect = excluded.effect, agent = excluded.agent, params_json = excluded.params_json,
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
    this.#all = database.prepare(
      "SELECT key, node, action, params_json, state, outcome_json FROM steps WHERE run_id = ? ORDER BY rowid",
    );
    this.#explain = database.prepare(
      "UPDATE steps SET outcome_json = ? WHERE run_id = ? AND key = ? AND state = 'finished' AND effect = 'read'",
    );
    this.#effect = database.prepare(
      "SELECT 1 AS found FROM steps WHERE run_id = ? AND effect <> 'read' LIMIT 1",
    );
    this.#asked = database.prepare(
      `SELECT params_json, outcome_json FROM steps JOIN runs ON runs.id = steps.run_id
       WHERE person_id = ? AND chat_key = ? AND created_at_ms >= ? AND node = 'system' AND action = 'ask_user'
       AND steps.state = 'finished' AND outcome_json IS NOT NULL ORDER BY steps.rowid`,
    );
  }

  /** What is known of one call of a run; `undefined` when it has not begun. A read whose large value is lost counts as begun only, any other call as failed, in `language`. */
  find(runId: string, key: string, language: Language): StepRecord | undefined {
    const row = this.#find.get(runId, key);
    if (row === undefined) return undefined;
    const outcome = this.#outcomeOf(runId, row.outcome_json);
    const wait = this.#waitOf(runId, row.wait_json, language);
    const isLost = outcome === "lost";
    const isUndone = isLost && row.effect === "read";
    return {
      state: isUndone ? "started" : row.state,
      ...(outcome === undefined || isUndone ? {} : { outcome: isLost ? lost(language) : outcome }),
      ...(row.duration_ms === null ? {} : { durationMs: row.duration_ms }),
      ...(wait === undefined ? {} : { wait }),
      ...(row.allowed_digest === null ? {} : { allowed: row.allowed_digest }),
    };
  }

  /** Every call of a run that was begun or waits, in the order of their beginning. */
  all(runId: string): readonly StepFact[] {
    return this.#all.all(runId).map(({ key, node, action, params_json, state, outcome_json }) => ({
      key,
      node,
      action,
      params: JSON.parse(params_json) as JsonObject, // written by start and wait only
      state: state === "finished" ? endOf(outcome_json ?? "{}") : state,
    }));
  }

  /** What the calls of a run gave, in the order of their beginning. What is lost of it has no text. */
  results(runId: string): readonly StepResult[] {
    return this.#all.all(runId).flatMap(({ node, action, outcome_json }): readonly StepResult[] => {
      const outcome = this.#outcomeOf(runId, outcome_json);
      if (outcome === undefined) return [];
      if (outcome === "lost") return [{ node, action, text: "", tainted: true }];
      const given = outcome.ok ? [outcome.value, outcome.exact ?? null] : [outcome.failure];
      const text = textsOf(given as unknown as Json).join("\n");
      return [{ node, action, text, tainted: outcome.tainted === true }];
    });
  }

  /** Writes that a call begins, with its parameters for people to read: what is compared is their digest. */
  start(runId: string, entry: StepStart): void {
    const { key, node, action, effect, agent = null, paramsDigest } = entry;
    const params = [this.#redact(entry.paramsJson), paramsDigest];
    this.#start.run(runId, key, node, action, effect, agent, ...params, this.#clock.now());
  }

  /** Gives a step its outcome, once: a finished one keeps the outcome it has. `onSpilled` is called when a large one is in its file and not yet in its row. */
  finish(
    runId: string,
    key: string,
    outcome: Outcome,
    durationMs: number,
    onSpilled: () => void = () => undefined,
  ): void {
    const json = JSON.stringify(outcome);
    const reference = this.#spill?.write(runId, key, json);
    if (reference !== undefined) onSpilled();
    const kept = reference === undefined ? json : JSON.stringify(reference);
    this.#finish.run(kept, this.#clock.now(), durationMs, runId, key);
  }

  /** Writes that a step waits for a person, together with what `onWait` writes. */
  wait(runId: string, wait: Wait, onWait: (wait: Wait) => void): void {
    const { key, node, action, digest } = wait;
    inTransaction(this.#database, () => {
      const waitJson = this.#waitJson(runId, wait);
      this.#wait.run(runId, key, node, action, digest, waitJson, this.#clock.now());
      onWait(wait);
    });
  }

  /** A person allowed the values that have this digest. */
  allow(runId: string, key: string, digest: string): void {
    this.#allow.run(digest, runId, key);
  }

  /** Puts a refusal with its reason in the place of one without, for a step that never began. */
  explain(runId: string, key: string, outcome: Outcome): void {
    this.#explain.run(JSON.stringify(outcome), runId, key);
  }

  /** True when no step with an effect was begun. */
  hasOnlyRead(runId: string): boolean {
    return this.#effect.get(runId) === undefined;
  }

  /** What a person typed in answer to questions in a chat since `sinceMs`; never an answer that was offered. */
  typedAnswers(personId: string, chatKey: string, sinceMs: number): readonly string[] {
    return this.#asked.all(personId, chatKey, sinceMs).flatMap((row) => {
      const outcome: unknown = JSON.parse(row.outcome_json);
      const { options } = ASKED.parse(JSON.parse(row.params_json));
      const answer = ANSWERED.safeParse(outcome).data?.value.text;
      return answer === undefined || options.includes(answer) ? [] : [answer];
    });
  }

  /** A wait holds the outcome that an approval will have, which may be a large value that was piped in. */
  #waitJson(runId: string, wait: Wait): string {
    const { resume } = wait;
    const reference =
      resume && this.#spill?.write(runId, `${wait.key}.resume`, JSON.stringify(resume));
    return JSON.stringify(reference === undefined ? wait : { ...wait, resume: reference });
  }

  #waitOf(runId: string, json: string | null, language: Language): Wait | undefined {
    if (json === null) return undefined;
    const { resume, ...wait } = JSON.parse(json) as KeptWait; // written by wait only
    if (resume === undefined) return wait;
    const outcome = isLargeValueReference(resume) ? this.#spilled(runId, resume) : resume;
    return { ...wait, resume: outcome === "lost" ? lost(language) : outcome };
  }

  #outcomeOf(runId: string, json: string | null): Outcome | "lost" | undefined {
    if (json === null) return undefined;
    const kept = JSON.parse(json) as Outcome | LargeValueReference; // written by finish only
    return isLargeValueReference(kept) ? this.#spilled(runId, kept) : kept;
  }

  #spilled(runId: string, reference: LargeValueReference): Outcome | "lost" {
    const json = this.#spill?.read(runId, reference);
    return json === undefined ? "lost" : (JSON.parse(json) as Outcome); // its digest is that of an outcome written here
  }
}

type KeptWait = Omit<Wait, "resume"> & { readonly resume?: Outcome | LargeValueReference };

function lost(language: Language): Outcome {
  return failureIn(language, "spill-lost", {
    en: "This step was done, but its large result is missing from the service's folder, so the steps after it cannot use it. Start the program again if doing it once more is right.",
    ko: "이 단계는 끝났지만 큰 결과가 서비스의 폴더에서 사라져 뒤의 단계가 쓸 수 없어요. 한 번 더 해도 괜찮다면 프로그램을 다시 시작해 주세요.",
  });
}

/** How a finished call ended; a large value that lies in a file is a good one. */
function endOf(outcomeJson: string): "done" | "failed" {
  const outcome: Json = JSON.parse(outcomeJson);
  return isJsonObject(outcome) && outcome["ok"] === false ? "failed" : "done";
}

/** The journal of one run, with a fault point around every write. */
export class RunJournal implements Journal {
  readonly #steps: Steps;
  readonly #runId: string;
  readonly #hooks: JournalHooks;
  readonly #isRestored: boolean;

  /** With `isRestored`, a call that is not known counts as begun: it may have happened after the backup was taken. */
  constructor(parts: {
    readonly steps: Steps;
    readonly runId: string;
    readonly hooks: JournalHooks;
    readonly isRestored?: boolean;
  }) {
    this.#isRestored = parts.isRestored === true;
    this.#steps = parts.steps;
    this.#runId = parts.runId;
    this.#hooks = parts.hooks;
  }

  /** What is known of a call; `undefined` when it has not begun. */
  find(key: string): StepRecord | undefined {
    const record = this.#steps.find(this.#runId, key, this.#hooks.language);
    return record ?? (this.#isRestored ? { state: "started" } : undefined);
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
    this.#steps.finish(this.#runId, key, outcome, durationMs, () =>
      this.#hooks.faultPoint("step-spilled"),
    );
    this.#hooks.faultPoint("step-finished");
  }

  /** Writes that a call waits, and calls `onWait` in the same transaction. */
  wait(wait: Wait): void {
    this.#hooks.faultPoint("step-before-wait");
    this.#steps.wait(this.#runId, wait, this.#hooks.onWait);
    this.#hooks.faultPoint("step-waiting");
  }
}

function textsOf(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(textsOf);
}
