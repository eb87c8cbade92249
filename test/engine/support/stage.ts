import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/base/json.ts";
import type { AskingSituation, Catalogue } from "../../../src/engine/catalogue/catalogue.ts";
import type {
  ActionHandler,
  Actor,
  HandlerResult,
  ReadyCall,
} from "../../../src/engine/execute/action-types.ts";
import type { Trial } from "../../../src/engine/execute/dry-run.ts";
import {
  type Execution,
  execute,
  type FollowSteps,
  type StepTrace,
} from "../../../src/engine/execute/executor.ts";
import type { Journal, StepRecord, Wait } from "../../../src/engine/execute/journal.ts";
import { formatDiagnostic } from "../../../src/engine/language/diagnostics.ts";
import { parse } from "../../../src/engine/language/parser.ts";
import type { ColleagueShelf } from "../../../src/engine/plan/nested-program.ts";
import { type Plan, type PlanResult, planProgram } from "../../../src/engine/plan/plan.ts";
import type { Said } from "../../../src/engine/plan/taint-of-literals.ts";
import { compileWorkflow } from "../../../src/engine/plan/workflow.ts";
import { failure, type Outcome, success, textOf } from "../../../src/engine/values/outcome.ts";
import { cautiousCatalogue } from "../../support/catalogue.ts";
import { ManualClock } from "../../support/manual-clock.ts";

/** What a plan may start from beside its text; by default the shipped catalogue and no workflows. */
export interface PlanOptions {
  readonly catalogue?: Catalogue;
  /** Definitions by name, in either form. */
  readonly workflows?: Readonly<Record<string, unknown>>;
  readonly constants?: JsonObject;
  readonly chatId?: string;
  /** Who can be asked to run steps. Default: nobody. */
  readonly colleagues?: ColleagueShelf;
  /** As of a request to plan. */
  readonly said?: Said;
  readonly situations?: readonly AskingSituation[];
  readonly isByModel?: boolean;
}

/** Parses and plans a program for one person. */
export function plan(source: string, options: PlanOptions = {}): PlanResult {
  const parsed = parse(source);
  assert.ok(parsed.ok, parsed.ok ? "" : formatDiagnostic(parsed.error, "en"));
  const {
    workflows = {},
    chatId = "console:1",
    constants,
    colleagues,
    said,
    situations,
    isByModel,
  } = options;
  return planProgram({
    source,
    program: parsed.program,
    catalogue: options.catalogue ?? openCatalogue(),
    workflows: {
      get: (name) =>
        workflows[name] === undefined ? undefined : compileWorkflow(name, workflows[name]).stored,
      names: () => Object.keys(workflows),
    },
    owner: { personId: "person_1", chatId },
    ...(constants === undefined ? {} : { constants }),
    ...(colleagues === undefined ? {} : { colleagues }),
    ...(said === undefined ? {} : { said }),
    ...(situations === undefined ? {} : { situations }),
    ...(isByModel === undefined ? {} : { isByModel }),
  });
}

/** The plan of a program that must have no problems. */
export function goodPlan(source: string, options: PlanOptions = {}): Plan {
  const planned = plan(source, options);
  assert.ok(
    planned.ok,
    planned.ok ? "" : planned.problems.map((problem) => formatDiagnostic(problem, "en")).join("\n"),
  );
  return planned.plan;
}

/** The problems of a program as `code line:column message`. */
export function problemsOf(source: string, options: PlanOptions = {}): readonly string[] {
  const planned = plan(source, options);
  if (planned.ok) return [];
  return planned.problems.map(
    ({ code, line, column, message }) => `${code} ${line}:${column} ${message}`,
  );
}

/** Gives what a handler gives; a string stands for a text, `undefined` for "done". */
export type Act = (
  call: ReadyCall,
) => HandlerResult | string | undefined | Promise<HandlerResult | string | undefined>;

/** Actors by `node:action`; an action without one gives "done". */
export type Acts = Readonly<Record<string, Act>>;

/** A place where plans run: a journal in memory, a clock that stands, and a list of every call that was made. */
export class Stage {
  readonly clock = new ManualClock();
  readonly journal = new MapJournal();
  readonly calls: string[] = [];
  readonly traces: StepTrace[] = [];
  readonly stop = new AbortController();
  readonly #acts: Acts;
  readonly #inGroup: Pick<Actor, "inGroup">;

  constructor(acts: Acts = {}, inGroup: Pick<Actor, "inGroup"> = {}) {
    this.#acts = acts;
    this.#inGroup = inGroup;
  }

  /** Runs a program of the shipped catalogue as far as it goes. */
  run(source: string, options: PlanOptions = {}): Promise<Execution> {
    return this.perform(goodPlan(source, options));
  }

  /** Runs a plan as far as it goes, with a `trial` only what reads; `follow` is told of its steps. */
  perform(planned: Plan, follow?: FollowSteps, trial?: Trial): Promise<Execution> {
    return execute(planned, {
      ...(trial === undefined ? {} : { trial }),
      actor: {
        personId: "person_1",
        chatId: "console:1",
        language: "en",
        zone: "Asia/Seoul",
        isOwner: true,
        ...this.#inGroup,
      },
      effectOrigin: "test:1",
      handlerOf: ({ node, action }) => this.#handler(`${node}:${action}`),
      journal: this.journal,
      clock: this.clock,
      signal: this.stop.signal,
      onStep: (trace, call) => {
        this.traces.push(trace);
        follow?.(trace, call);
      },
    });
  }

  #handler(name: string): ActionHandler {
    return async (call) => {
      this.calls.push(`${name} ${JSON.stringify(call.params)}`);
      const result = await this.#acts[name]?.(call);
      if (result === undefined) return success("done");
      return typeof result === "string" ? success(result) : result;
    };
  }
}

/** A journal that lives as long as its test. */
class MapJournal implements Journal {
  readonly records = new Map<string, StepRecord>();

  find(key: string): StepRecord | undefined {
    return this.records.get(key);
  }

  start({ key }: { readonly key: string }): void {
    this.records.set(key, { ...this.records.get(key), state: "started" });
  }

  finish(key: string, outcome: Outcome, durationMs: number): void {
    this.records.set(key, { ...this.records.get(key), state: "finished", outcome, durationMs });
  }

  wait(wait: Wait): void {
    this.records.set(wait.key, { ...this.records.get(wait.key), state: "waiting", wait });
  }

  /** A person allowed what a step waits for. */
  allow(key: string): void {
    const record = this.records.get(key);
    assert.ok(record?.wait !== undefined);
    this.records.set(key, { ...record, allowed: record.wait.digest });
  }
}

/** The outcomes of a run that must have come to its end. */
export function outcomesOf(execution: Execution): readonly Outcome[] {
  assert.equal(execution.kind, "finished", JSON.stringify(execution));
  return execution.kind === "finished" ? execution.statements : [];
}

/** The outcome of a program of one statement. */
export function outcomeOf(execution: Execution): Outcome {
  const [outcome] = outcomesOf(execution);
  assert.ok(outcome !== undefined);
  return outcome;
}

/** What a reader sees of an outcome. */
export function words(outcome: Outcome): string {
  return outcome.ok ? textOf(outcome.value) : `✗ ${outcome.failure.message}`;
}

/** A list as an action gives it. */
export function listOf(...items: readonly (string | JsonObject)[]): Outcome {
  return success({ kind: "list", items });
}

/** A failure as an action gives it. */
export function fails(message: string): Outcome {
  return failure("failed", message);
}

/** The shipped catalogue for made-up results: any field may be in them. */
function openCatalogue(): Catalogue {
  const catalogue = cautiousCatalogue();
  const actions = [...catalogue.actions].map(
    ([name, action]) => [name, { ...action, result: "json" }] as const,
  );
  return { ...catalogue, actions: new Map(actions) };
}
