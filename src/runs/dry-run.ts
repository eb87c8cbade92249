import type { Clock } from "../base/clock.ts";
import { AppError, isAbort, wordsOf } from "../base/errors.ts";
import type { JsonObject } from "../base/json.ts";
import { linkSignals } from "../base/linked-signal.ts";
import { cutAfter } from "../base/localized.ts";
import { maskTexts, type Redact } from "../base/redact.ts";
import type { ActionDefinition } from "../engine/catalogue/catalogue.ts";
import type { ActionHandler, Actor } from "../engine/execute/action-types.ts";
import type { Execution, ExecutionContext } from "../engine/execute/executor.ts";
import type { Journal } from "../engine/execute/journal.ts";
import type { Plan } from "../engine/plan/plan.ts";
import type { Said } from "../engine/plan/taint-of-literals.ts";
import { holdsFor } from "../engine/plan/value-sources.ts";
import { text } from "../engine/values/outcome.ts";
import type { TriedProgram } from "../security/approvals/dry-run-result.ts";
import { DryRunNotes } from "./dry-run-notes.ts";
import { compileFor, judgeFor, type PlanningEnvironment } from "./plan-and-judge.ts";
import { type Envelope, envelopeOf } from "./result-envelope.ts";
import type { FollowProgram } from "./run-result.ts";

/** How long the dry runs for one card take at most, all together. */
const DRY_RUN_LIMIT_MS = 12_000;

/** Longest text that is told of what a program would bring, in letters. */
const BRINGS_LENGTH = 600;

/** Longest text that is told of a sample, in letters. */
const SAMPLE_LENGTH = 60;

/** What dry runs need of the gate. */
export interface DryRunEnvironment extends PlanningEnvironment {
  readonly clock: Clock;
  readonly handlerOf: (definition: ActionDefinition) => ActionHandler | undefined;
  /** Masks secrets in programs and in what their calls give. Default: they stay as they are. */
  readonly redact?: Redact;
  readonly faultPoint: (name: string) => void;
  /** The executor, which the gate alone holds. */
  readonly execute: (plan: Plan, context: ExecutionContext) => Promise<Execution>;
}

/** A program to try. */
export interface DryRunRequest {
  readonly source: string;
  /** What is looked at until `condition` is true of it, before the program runs. */
  readonly watched?: { readonly watch: string; readonly condition: string };
  /** A sample of the event that sets it off, with its `text`; what is watched is its own sample. Default: none. */
  readonly sample?: JsonObject;
}

/** For whom programs are tried, and until when. */
export interface DryRunScope {
  readonly actor: Actor;
  /** Begins the key of every call: unlike that of any run. */
  readonly origin: string;
  /** There where whoever wrote the programs had read something from outside. */
  readonly said?: Said;
  /** Aborts what is tried, and with it this work. Default: only the limit of time ends it. */
  readonly signal?: AbortSignal;
  /** Default: nobody watches. */
  readonly onProgram?: FollowProgram;
}

/** Runs what only reads of a program, as its person and within their rights, and tells what it came to; nothing is done and nothing is kept. Throws the reason of an abort. */
export function tryProgram(
  parts: DryRunEnvironment,
  request: DryRunRequest,
  scope: DryRunScope,
): Promise<TriedProgram> {
  return inTime(parts, (limit) => new DryRun(parts, scope, limit).run(request));
}

/** The same for several programs one after the other, which have the time of one. */
export async function tryPrograms(
  parts: DryRunEnvironment,
  requests: readonly DryRunRequest[],
  scope: DryRunScope,
): Promise<readonly TriedProgram[]> {
  if (requests.length === 0) return [];
  return inTime(parts, async (limit) => {
    const tried: TriedProgram[] = [];
    for (const request of requests) tried.push(await new DryRun(parts, scope, limit).run(request));
    return tried;
  });
}

/** Work with a signal that aborts when the time of dry runs is up. */
async function inTime<T>(
  { clock, faultPoint }: DryRunEnvironment,
  work: (limit: AbortSignal) => Promise<T>,
): Promise<T> {
  faultPoint("dry-run");
  const limit = new AbortController();
  const ended = new AbortController();
  const timer = clock.sleep(DRY_RUN_LIMIT_MS, ended.signal).then(
    () => limit.abort(new AppError("aborted", "The time of the dry run is up.")),
    () => undefined,
  );
  try {
    const result = await work(limit.signal);
    faultPoint("dry-run-ended");
    return result;
  } finally {
    ended.abort(new AppError("aborted", "The dry run has ended."));
    await timer;
  }
}

/** One program being tried. */
class DryRun {
  readonly #parts: DryRunEnvironment;
  readonly #scope: DryRunScope;
  readonly #limit: AbortSignal;
  readonly #notes: DryRunNotes;
  #event: JsonObject | undefined;

  constructor(parts: DryRunEnvironment, scope: DryRunScope, limit: AbortSignal) {
    this.#parts = parts;
    this.#scope = scope;
    this.#limit = limit;
    this.#notes = new DryRunNotes();
  }

  async run({ source, watched, sample }: DryRunRequest): Promise<TriedProgram> {
    this.#event = sample;
    const { text: words } = sample ?? {};
    const told = typeof words === "string" ? { sample: cutAfter(words, SAMPLE_LENGTH) } : {};
    return { ...(await this.#tried(source, watched)), ...told };
  }

  async #tried(source: string, watched: DryRunRequest["watched"]): Promise<TriedProgram> {
    try {
      const looked = watched === undefined ? undefined : await this.#look(watched);
      return looked ?? (await this.#program(source));
    } catch (error) {
      this.#scope.signal?.throwIfAborted();
      if (isAbort(error)) return this.#notes.tell("cut");
      return this.#notes.tell("failed", wordsOf(error, this.#scope.actor.language));
    }
  }

  /** Looks at what a condition watches; gives the end of the dry run where that cannot be. */
  async #look({
    watch,
    condition,
  }: NonNullable<DryRunRequest["watched"]>): Promise<TriedProgram | undefined> {
    const looked = await this.#execute(watch);
    if ("kind" in looked) return looked;
    if (!looked.envelope.ok) return this.#notes.tell("failed", problemsIn(looked.envelope));
    const { value, text: shown } = looked.envelope;
    if (!this.#notes.isWhole) {
      this.#notes.decided({ id: "watch", text: condition });
      return undefined;
    }
    const { zone } = this.#scope.actor;
    const decision = holdsFor(condition, value, { nowMs: this.#parts.clock.now(), zone });
    if (!decision.decided)
      return this.#notes.tell("failed", decision.reason[this.#scope.actor.language]);
    this.#notes.decided({ id: "watch", text: condition, value: decision.value });
    this.#event = { kind: "condition", condition, value, text: shown };
    return undefined;
  }

  async #program(source: string): Promise<TriedProgram> {
    const tried = await this.#execute(source);
    if ("kind" in tried) return tried;
    const { ok, text: brings } = tried.envelope;
    if (!ok) return this.#notes.tell("failed", problemsIn(tried.envelope));
    const shown = brings.trim();
    const isKnown = shown !== "" || this.#notes.isWhole;
    return {
      ...this.#notes.tell("done"),
      ...(isKnown ? { brings: cutAfter(shown, BRINGS_LENGTH) } : {}),
    };
  }

  async #execute(source: string): Promise<TriedProgram | { readonly envelope: Envelope }> {
    const { actor, said } = this.#scope;
    const { language } = actor;
    const planned = compileFor(this.#parts, source, actor, said === undefined ? {} : { said });
    if (!planned.ok)
      return this.#notes.tell(
        "refused",
        planned.problems.map(({ words }) => words[language]).join(" "),
      );
    const { plan } = planned;
    const verdict = judgeFor(this.#parts, plan, actor);
    if (verdict.kind === "deny")
      return this.#notes.tell(
        verdict.isPersonal === true ? "private" : "refused",
        verdict.words[language],
      );
    const either = linkSignals([this.#scope.signal, this.#limit]);
    const execution = await this.#parts
      .execute(plan, this.#contextOf(plan, either.signal))
      .finally(either.release);
    if (execution.kind === "suspended") return this.#notes.tell("cut");
    return { envelope: envelopeOf(withoutStandIns(execution), plan) };
  }

  #contextOf(plan: Plan, signal: AbortSignal): ExecutionContext {
    this.#notes.begin();
    const { clock, handlerOf, redact } = this.#parts;
    const { actor, origin, onProgram } = this.#scope;
    const follow = onProgram?.(plan);
    const waiting = plan.report.effects.filter(({ approval }) => approval);
    return {
      actor,
      effectOrigin: origin,
      handlerOf,
      journal: NOTHING_KEPT,
      clock,
      signal,
      mask: (outcome) => (redact === undefined ? outcome : maskTexts(outcome, redact)),
      trial: {
        asks: new Set(waiting.map(({ callId }) => callId)),
        given: this.#event === undefined ? {} : { event: this.#event },
        onLeftOut: (leftOut) => this.#notes.leftOut(leftOut),
        onDecided: (decided) => this.#notes.decided(decided),
      },
      onStep: (trace, call) => {
        this.#notes.step(trace, call);
        follow?.(trace, call);
      },
    };
  }
}

/** Nothing of a dry run is written down. */
const NOTHING_KEPT: Journal = {
  find: () => undefined,
  start: () => undefined,
  finish: () => undefined,
  wait: () => undefined,
};

type Finished = Extract<Execution, { kind: "finished" }>;

/** A statement whose value is not known yet is no value of the program. */
function withoutStandIns(execution: Finished): Finished {
  const statements = execution.statements.map((outcome) =>
    outcome.ok && outcome.standIn === true ? { ...outcome, value: text("") } : outcome,
  );
  return { ...execution, statements };
}

function problemsIn({ statements }: Envelope): string {
  return statements.flatMap(({ error }) => (error === undefined ? [] : [error.message])).join(" ");
}
