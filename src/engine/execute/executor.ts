import { AppError } from "../../base/errors.ts";
import { isJsonObject, type Json } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import { linkSignals } from "../../base/linked-signal.ts";
import type { Language } from "../../base/localized.ts";
import type { Formula } from "../language/formula-tree.ts";
import { parseReference, type Reference } from "../language/reference.ts";
import { hasLoop, knownBefore, leadingCall } from "../plan/asks-when-reached.ts";
import { EACH_MOST } from "../plan/loop-source.ts";
import type { Plan } from "../plan/plan.ts";
import type {
  InnerProgram,
  LoopSource,
  Planned,
  PlannedCall,
  PlannedStatement,
} from "../plan/planned-tree.ts";
import { sourcesOf } from "../plan/value-sources.ts";
import { fitted, misfit } from "../plan/workflow-params.ts";
import {
  type Decision,
  evaluateCondition,
  NOT_KNOWN_YET,
  type Resolve,
} from "../values/evaluate-formula.ts";
import type { Moment } from "../values/formula-dates.ts";
import {
  dataOf,
  type Failure,
  failure,
  failureIn,
  type Outcome,
  success,
  type Value,
  valueFrom,
} from "../values/outcome.ts";
import {
  type Binding,
  constant,
  lookUp,
  missing,
  resolveParams,
  type Scope,
} from "../values/resolve-references.ts";
import { recordsOfText } from "../values/text-rows.ts";
import type { WorkPart } from "./action-types.ts";
import {
  type CallContext,
  type CallReport,
  CallRunner,
  type GatheredWait,
  type Step,
} from "./call-runner.ts";
import { undecidedStandIn } from "./dry-run.ts";
import { collected, joinBranches } from "./join-outcomes.ts";
import type { Wait } from "./journal.ts";

/** Branches of a `&` that run at once. */
const MAX_PARALLEL = 8;

/** Longest a program runs, not counting time spent waiting for a person. */
const PROGRAM_LIMIT_MS = 300_000;

/** What a program needs of the world. */
export interface ExecutionContext extends CallContext {
  /** What the program has run for already, before it waited. Default: 0. */
  readonly spentMs?: number;
  /** Calls that were allowed beforehand: they do not ask when they are reached. Default: none. */
  readonly allowed?: ReadonlySet<string>;
  /** Called when a call begins (outcome absent), comes to a part of its work, waits and ends; what the journal has is told too. */
  readonly onStep?: FollowSteps;
}

/** One call of a run, for the envelope and for progress. */
export interface StepTrace {
  readonly key: string;
  readonly statement: number;
  readonly node: string;
  readonly action: string;
  readonly outcome?: Outcome;
  /** There when the call waits for a person. */
  readonly waits?: true;
  /** There when the call tells which part of its work it is at. */
  readonly part?: WorkPart;
  readonly durationMs: number;
}

/** Told of the calls of one run as they begin, wait and end. */
export type FollowSteps = (trace: StepTrace, call: PlannedCall) => void;

/** How far a plan came: to its end, with an outcome for each statement, or to where it waits for people. */
export type Execution =
  | {
      readonly kind: "finished";
      readonly statements: readonly Outcome[];
      readonly steps: readonly StepTrace[];
    }
  | {
      readonly kind: "suspended";
      readonly waits: readonly Wait[];
      readonly steps: readonly StepTrace[];
      /** How long it ran this time. */
      readonly ranMs: number;
    };

/** Runs a judged plan. Finished calls are taken from the journal and not run again, so the same call resumes a run after a wait or a crash. Throws `AppError` (`aborted`, `program-timeout`) on abort; failures are outcomes. */
export async function execute(plan: Plan, context: ExecutionContext): Promise<Execution> {
  const limit = new AbortController();
  const either = linkSignals([context.signal, limit.signal]);
  const leftMs = Math.max(0, PROGRAM_LIMIT_MS - (context.spentMs ?? 0));
  const timer = context.clock.sleep(leftMs, limit.signal).then(
    () =>
      limit.abort(
        new AppError("program-timeout", {
          en: `The program ran longer than ${PROGRAM_LIMIT_MS / 1000} s and was stopped.`,
          ko: `프로그램이 ${PROGRAM_LIMIT_MS / 1000}초를 넘겨서 멈췄어요.`,
        }),
      ),
    () => undefined,
  );
  const executor = new Executor({ ...context, signal: either.signal }, plan);
  try {
    return await executor.run(plan);
  } finally {
    limit.abort(new AppError("aborted", "The program has ended."));
    either.release();
    await timer;
  }
}

type OnError = PlannedStatement["onError"];
type Each = Extract<Planned, { kind: "each" }>;

/** One item of an `each`: the names that its body sees, and where its calls stand in the journal. */
interface Round {
  readonly names: Scope["names"];
  readonly path: string;
}

/** What an `each` goes through. */
interface Items {
  readonly items: readonly Json[];
  /** How many there are; of a range no more than `each` can use are counted out. */
  readonly count: number;
  readonly tainted: boolean;
}

const NO_NAMES: ReadonlySet<string> = new Set();

class Executor {
  readonly #context: ExecutionContext;
  readonly #language: Language;
  readonly #calls: CallRunner;
  /** Ids of the calls that the plan's report knows: those of programs that became known later stand in none. */
  readonly #planned: ReadonlySet<string>;
  readonly #statements: readonly PlannedStatement[];
  readonly #steps: StepTrace[] = [];
  /** What one card is to ask for, while something goes on in which several calls may each wait for a press. */
  #gathering: GatheredWait[] | undefined;
  #statement = 0;

  constructor(context: ExecutionContext, { report, statements }: Plan) {
    this.#context = context;
    this.#language = context.actor.language;
    const asking = report.effects.filter(
      ({ asksWhenReached, callId }) => asksWhenReached === true && !context.allowed?.has(callId),
    );
    const ids = new Set(asking.map(({ callId }) => callId));
    this.#calls = new CallRunner(context, (traced) => this.#trace(traced), ids);
    this.#planned = new Set(report.effects.map(({ callId }) => callId));
    this.#statements = statements;
  }

  async run(plan: Plan): Promise<Execution> {
    const startedMs = this.#context.clock.now();
    const names = new Map<string, Binding>();
    const outcomes: Outcome[] = [];
    for (const [index, statement] of plan.statements.entries()) {
      this.#statement = index;
      const step = await this.#statementAt(plan.statements, index, { names }, "");
      if ("waits" in step) {
        const ranMs = this.#context.clock.now() - startedMs;
        return { kind: "suspended", waits: step.waits, steps: this.#steps, ranMs };
      }
      bind(names, statement, step);
      outcomes.push(step);
      // A refusal of what asks in the place of the plan's card ends the run, as on that card.
      if (!step.ok && this.#calls.isRefused) break;
    }
    return { kind: "finished", statements: outcomes, steps: this.#steps };
  }

  /** A statement, which asks together with what stands behind it where that is known by now. */
  async #statementAt(
    statements: readonly PlannedStatement[],
    index: number,
    scope: Scope,
    path: string,
  ): Promise<Step> {
    const statement = statements[index];
    if (statement === undefined) return good("");
    const first = leadingCall(statement.body);
    const isAlone = first === undefined || hasLoop(statement.body);
    const behind = isAlone ? [] : this.#plannedOf(knownBefore(statements, index));
    const work = (): Promise<Step> => this.#statementOf(statement, scope, path);
    if (first === undefined || behind.length === 0) return work();
    return this.#askingOnce(`${path}${first.id}#next`, async () => {
      const step = await work();
      if (!("waits" in step) || this.#gathering === undefined) return step;
      const { names } = scope;
      const calls = behind.map((call) => ({ call, scope: { names }, key: `${path}${call.id}` }));
      const known = await this.#calls.gather(calls);
      this.#gathering.push(...known);
      return { waits: [...step.waits, ...known.map(({ wait }) => wait)] };
    });
  }

  /** Does what several calls may each wait for a press in, and asks for all of them with one card. A refusal refuses each of them, or is all that comes of it. */
  async #askingOnce(
    key: string,
    work: () => Promise<Step>,
    refuses: "each" | "all" = "each",
  ): Promise<Step> {
    if (this.#gathering !== undefined || this.#context.trial !== undefined) return work();
    const answer = this.#calls.answerTo(key, (id) => this.#plannedCalls().get(id));
    if (answer !== undefined) {
      const isOver = "waits" in answer || (!answer.ok && refuses === "all");
      return isOver ? answer : work();
    }
    const gathered: GatheredWait[] = [];
    this.#gathering = gathered;
    let step: Step;
    try {
      step = await work();
    } finally {
      this.#gathering = undefined;
    }
    if (!("waits" in step) || gathered.length === 0) return step;
    // Who is asked already answers first: what was gathered is gathered once more then.
    const asked = step.waits.filter((wait) => !gathered.some((each) => each.wait === wait));
    return asked.length > 0 ? { waits: asked } : this.#calls.askTogether(key, gathered);
  }

  /** Whether nobody has been asked for any of these waits. */
  #isGathered(waits: readonly Wait[]): boolean {
    return waits.every((wait) => this.#gathering?.some((each) => each.wait === wait) === true);
  }

  /** Those of the calls that stand in the plan's report, so that a card can tell of them. */
  #plannedOf(calls: readonly PlannedCall[]): readonly PlannedCall[] {
    return calls.filter(({ id }) => this.#planned.has(id));
  }

  #plannedCalls(): ReadonlyMap<string, PlannedCall> {
    return new Map(sourcesOf(this.#statements).map(({ call }) => [call.id, call]));
  }

  #trace({ key, call, outcome, waits, part, durationMs }: CallReport): void {
    const trace: StepTrace = {
      key,
      statement: this.#statement,
      node: call.definition.node,
      action: call.definition.action,
      ...(outcome === undefined ? {} : { outcome }),
      ...(waits === undefined ? {} : { waits }),
      ...(part === undefined ? {} : { part }),
      durationMs,
    };
    if (outcome !== undefined) this.#steps.push(trace);
    this.#context.onStep?.(trace, call);
  }

  /** `on_error` speaks of every step of its statement, also where there is only one. */
  async #statementOf(statement: PlannedStatement, scope: Scope, path: string): Promise<Step> {
    const { body, onError } = statement;
    return this.#sequence(body.kind === "sequence" ? body.steps : [body], scope, path, onError);
  }

  async #evaluate(planned: Planned, scope: Scope, path: string, onError: OnError): Promise<Step> {
    this.#throwIfAborted();
    switch (planned.kind) {
      case "call":
        return this.#call(planned, scope, path);
      case "value":
        return this.#value(planned, scope);
      case "sequence":
        return this.#sequence(planned.steps, scope, path, onError);
      case "parallel":
        return this.#parallel(planned.branches, scope, path);
      case "fallback":
        return this.#fallback(planned.options, scope, path);
      case "if":
        return this.#if(planned, scope, path);
      case "each":
        return this.#each(planned, scope, path);
    }
  }

  /** What is written after `$name =`. Of one known before the run nothing is told. */
  #value({ value, tainted, isKnown }: Extract<Planned, { kind: "value" }>, scope: Scope): Outcome {
    const whole = typeof value === "string" ? wholeBinding(value, scope) : undefined;
    if (whole !== undefined) return { ...whole, tainted: tainted || whole.tainted };
    const resolved = resolveParams({ value }, { ...scope, moment: this.#calls.moment });
    if (!resolved.ok) return failureIn(this.#language, resolved.fault.code, resolved.fault.words);
    const exact = resolved.params["value"] ?? null;
    const standIn = resolved.standIns.size > 0 ? { standIn: true as const } : {};
    const isTainted = tainted || resolved.taintedParams.size > 0;
    const shown: Value = isKnown ? { kind: "text", text: "" } : valueFrom(exact);
    return { ok: true, value: shown, exact, tainted: isTainted, ...standIn };
  }

  /** A failure ends the sequence, unless the statement says to go on with the previous value or with nothing. */
  async #sequence(
    steps: readonly Planned[],
    scope: Scope,
    path: string,
    onError: OnError,
  ): Promise<Step> {
    let state: Passed = { last: good(""), previous: scope.previous };
    const noted: Failure[] = [];
    for (const planned of steps) {
      const inside = scopeOf(scope.names, state.previous);
      const step = await this.#evaluate(planned, inside, path, onError);
      if ("waits" in step) return step;
      if (!step.ok && onError === "stop") return step;
      noted.push(...(step.ok ? (step.partial ?? []) : [step.failure]));
      state = passOn(step, state, onError);
    }
    const { last } = state;
    return noted.length === 0 ? last : { ...last, partial: noted };
  }

  async #parallel(branches: readonly Planned[], scope: Scope, path: string): Promise<Step> {
    const first = leadingCall({ kind: "parallel", branches });
    const work = async (): Promise<Step> => {
      const results = await this.#together(branches, (branch) =>
        this.#evaluate(branch, scope, path, "stop"),
      );
      return "waits" in results ? results : joinBranches(branches, results, this.#language);
    };
    return first === undefined ? work() : this.#askingOnce(`${path}${first.id}#beside`, work);
  }

  /** Several steps at a time, to the end of all: what they gave, or what they wait for. */
  async #together<Part>(
    parts: readonly Part[],
    run: (part: Part) => Promise<Step>,
  ): Promise<readonly Outcome[] | { readonly waits: readonly Wait[] }> {
    const results = new Array<Step>(parts.length);
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < parts.length) {
        const index = next;
        next += 1;
        const part = parts[index];
        if (part !== undefined) results[index] = await run(part);
      }
    };
    const settled = await Promise.allSettled(
      Array.from({ length: Math.min(MAX_PARALLEL, parts.length) }, worker),
    );
    for (const entry of settled) if (entry.status === "rejected") throw entry.reason;
    const waits = results.flatMap((step) => ("waits" in step ? step.waits : []));
    if (waits.length > 0) return { waits };
    return results.filter((step): step is Outcome => !("waits" in step));
  }

  async #fallback(options: readonly Planned[], scope: Scope, path: string): Promise<Step> {
    const attempts: Failure[] = [];
    let empty: { readonly outcome: Good; readonly option: number } | undefined;
    for (const [index, option] of options.entries()) {
      const step = await this.#evaluate(option, scope, path, "stop");
      if ("waits" in step) return step;
      const missed = missOf(step, option, this.#language);
      if (step.ok && missed === undefined) return answered(step, index + 1, attempts);
      if (step.ok) empty ??= { outcome: step, option: index + 1 };
      if (missed !== undefined) attempts.push(missed);
    }
    if (empty !== undefined) return answered(empty.outcome, empty.option, attempts);
    const reasons = attempts.map((entry) => entry.message).join(" ");
    const words = {
      en: `None of the ${options.length} options worked: ${reasons}`,
      ko: `${options.length}가지 방법이 모두 안 됐어요: ${reasons}`,
    };
    return failureIn(this.#language, "all-failed", words, {
      retryable: attempts.at(-1)?.retryable === true,
      cause: attempts,
    });
  }

  async #if(planned: Extract<Planned, { kind: "if" }>, scope: Scope, path: string): Promise<Step> {
    for (const branch of planned.branches) {
      const { decision, isOpen } = decide(branch.condition, scope, this.#calls.moment);
      this.#tellDecided(planned.id, branch.text, decision);
      if (!decision.decided && isOpen) return undecidedStandIn(this.#language);
      if (!decision.decided) return failureIn(this.#language, "undecided", decision.reason);
      if (decision.value) return this.#body(branch.body, scope, path);
    }
    return planned.otherwise === null ? success("") : this.#body(planned.otherwise, scope, path);
  }

  async #each(planned: Each, scope: Scope, path: string): Promise<Step> {
    const source = await this.#itemsOf(planned.source, scope, path);
    if (!("items" in source)) return source;
    const { tainted } = source;
    const items = source.items.slice(0, planned.max);
    const rounds = items.map((item, index) => {
      const names = new Map(scope.names).set(planned.variable, { ...constant(item), tainted });
      if (planned.counter !== undefined) names.set(planned.counter, constant(index + 1));
      return { names, path: `${path}${planned.id}#${index}:` };
    });
    const work = async (): Promise<Step> => {
      const results = await this.#rounds(planned, rounds);
      if ("waits" in results) return results;
      return collected(results, items, capNotes(items.length, source.count, this.#language));
    };
    return this.#askingOnce(`${path}${planned.id}#all`, work, "all");
  }

  /** The body for each item: one after another to the first that waits, while waits are gathered each as far as it comes, or several at a time. */
  async #rounds(
    { body, parallel }: Each,
    rounds: readonly Round[],
  ): Promise<readonly Outcome[] | { readonly waits: readonly Wait[] }> {
    if (parallel === true)
      return this.#together(rounds, ({ names, path }) => this.#body(body, { names }, path));
    const results: Outcome[] = [];
    const waits: Wait[] = [];
    for (const { names, path } of rounds) {
      const step = await this.#body(body, { names }, path);
      if (!("waits" in step)) results.push(step);
      else waits.push(...step.waits);
      if (waits.length > 0 && !this.#isGathered(waits)) return { waits };
    }
    return waits.length === 0 ? results : { waits };
  }

  /** What an `each` goes through, or what keeps it from being known. */
  async #itemsOf(source: LoopSource, scope: Scope, path: string): Promise<Step | Items> {
    switch (source.kind) {
      case "reference":
        return this.#referredItems(source.reference, scope);
      case "range":
        return this.#numbersOf(source, scope);
      case "expression": {
        const step = await this.#evaluate(source.planned, scope, path, "stop");
        if ("waits" in step || !step.ok) return step;
        if (step.standIn === true) return undecidedStandIn(this.#language);
        const { exact = dataOf(step.value), tainted } = step;
        return listedIn(exact, tainted) ?? this.#notAList(source.text);
      }
    }
  }

  #referredItems(reference: Reference, scope: Scope): Step | Items {
    const found = lookUp(reference, scope);
    if (found === undefined) {
      const { code, words } = missing(reference, scope);
      return failureIn(this.#language, code, words);
    }
    if (found.standIn === true) return undecidedStandIn(this.#language);
    return listedIn(found.value, found.tainted) ?? this.#notAList(reference.text);
  }

  #numbersOf(
    { from, to, text }: Extract<LoopSource, { kind: "range" }>,
    scope: Scope,
  ): Step | Items {
    const resolved = resolveParams({ from, to }, scope);
    if (!resolved.ok) return failureIn(this.#language, resolved.fault.code, resolved.fault.words);
    if (resolved.standIns.size > 0) return undecidedStandIn(this.#language);
    const [first, last] = [Number(resolved.params["from"]), Number(resolved.params["to"])];
    if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last)) return this.#notAList(text);
    const count = Math.max(0, last - first + 1);
    const length = Math.min(count, EACH_MOST);
    const items = Array.from({ length }, (_, index) => first + index);
    return { items, count, tainted: resolved.taintedParams.size > 0 };
  }

  #notAList(text: string): Outcome {
    return failureIn(this.#language, "not-a-list", {
      en: `"${text}" is not a list, so "each" cannot go through it.`,
      ko: korean`"${text}"은(는) 목록이 아니라서 "each"로 훑을 수 없어요.`,
    });
  }

  /** A block body: all statements run, the value is the last one's, and it is good only if every statement is. */
  async #body(statements: readonly PlannedStatement[], scope: Scope, path: string): Promise<Step> {
    const names = new Map(scope.names);
    const failures: Failure[] = [];
    const partial: Failure[] = [];
    let last = good("");
    for (const [index, statement] of statements.entries()) {
      const inside = scopeOf(names, index === 0 ? scope.previous : undefined);
      const step = await this.#statementAt(statements, index, inside, path);
      if ("waits" in step) return step;
      bind(names, statement, step);
      if (step.ok) last = step;
      else failures.push(step.failure);
      if (step.ok) partial.push(...(step.partial ?? []));
    }
    if (failures.length > 0) return bodyFailure(failures);
    return partial.length === 0 ? last : { ...last, partial };
  }

  async #call(call: PlannedCall, scope: Scope, path: string): Promise<Step> {
    if (call.inner !== undefined) return this.#inner(call.inner, scope, path, NO_NAMES);
    const gathering = this.#planned.has(call.id) ? this.#gathering : undefined;
    const result = await this.#calls.run({ call, scope, key: `${path}${call.id}` }, gathering);
    if (!("expand" in result)) return result;
    return this.#inner(result.expand, scope, path, result.taintedNames);
  }

  /** Runs a program in the place of a call; it sees its own parameters, and none of the names around it. */
  async #inner(
    inner: InnerProgram,
    scope: Scope,
    path: string,
    taintedNames: ReadonlySet<string>,
  ): Promise<Step> {
    const given = resolveParams(inner.given ?? {}, { ...scope, moment: this.#calls.moment });
    if (!given.ok) return failureIn(this.#language, given.fault.code, given.fault.words);
    const tainted = new Set([
      ...taintedNames,
      ...(inner.taintedNames ?? []),
      ...given.taintedParams,
    ]);
    const names = new Map<string, Binding>();
    for (const [name, value] of Object.entries({ ...inner.constants, ...given.params })) {
      const type = inner.types?.[name];
      const isStandIn = given.standIns.has(name);
      const fit = isStandIn ? value : fitted(type, value);
      if (fit === undefined) return failureIn(this.#language, "bad-parameters", misfit(name, type));
      const standIn = isStandIn ? { standIn: true as const } : {};
      names.set(name, { ...constant(fit), tainted: tainted.has(name), ...standIn });
    }
    return this.#body(inner.statements, scopeOf(names, scope.previous), path);
  }

  #tellDecided(id: string, text: string, decision: Decision): void {
    const value = decision.decided ? { value: decision.value } : {};
    this.#context.trial?.onDecided({ id, text, ...value });
  }

  #throwIfAborted(): void {
    if (this.#context.signal.aborted) throw this.#context.signal.reason;
  }
}

/** Decides a condition; `isOpen` where it depends on what a dry run did not do. */
function decide(
  condition: Formula,
  scope: Scope,
  moment: Moment,
): { readonly decision: Decision; readonly isOpen: boolean } {
  let isOpen = false;
  const resolve: Resolve = (reference) => {
    const found = lookUp(reference, scope);
    isOpen ||= found?.standIn === true;
    return found?.standIn === true ? NOT_KNOWN_YET : found?.value;
  };
  const decision = evaluateCondition(condition, resolve, moment);
  return { decision, isOpen };
}

/** What a variable holds that stands alone, with the words it has for a reader. */
function wholeBinding(text: string, scope: Scope): Good | undefined {
  const reference = parseReference(text);
  if (reference === undefined || reference.path.length > 0) return undefined;
  const binding = reference.name === "prev" ? scope.previous : scope.names.get(reference.name);
  if (binding?.ok !== true || !binding.isValue) return undefined;
  const { tainted, standIn } = binding;
  // isValue says so.
  const value = binding.value as Value;
  return { ok: true, value, tainted, ...(standIn === undefined ? {} : { standIn }) };
}

type Good = Extract<Outcome, { ok: true }>;

/** How far a sequence is: its value, and what its next step gets. */
interface Passed {
  readonly last: Good;
  readonly previous: Binding | undefined;
}

/** A skipped step hands on what it was given; the first one was given nothing, and so hands on nothing. */
function passOn(step: Outcome, state: Passed, onError: OnError): Passed {
  if (!step.ok && onError !== "empty")
    return { last: state.last, previous: state.previous ?? { ok: false } };
  const last = step.ok ? step : good({ kind: "list", items: [] });
  return { last, previous: bindingOf(last) };
}

function good(value: Parameters<typeof success>[0]): Good {
  return success(value) as Good; // success() gives nothing else
}

function scopeOf(names: Scope["names"], previous: Binding | undefined): Scope {
  return previous === undefined ? { names } : { names, previous };
}

function bind(names: Map<string, Binding>, statement: PlannedStatement, outcome: Outcome): void {
  const { variable, variables = [] } = statement;
  if (variable !== undefined) names.set(variable, bindingFor(outcome));
  const branches = outcome.ok ? outcome.branches : undefined;
  for (const [index, name] of variables.entries())
    names.set(name, bindingFor(branches?.[index] ?? outcome));
}

function bindingFor(outcome: Outcome): Binding {
  return outcome.ok ? bindingOf(outcome) : { ok: false };
}

function bindingOf(outcome: Good): Binding {
  const { value, exact, tainted, standIn } = outcome;
  const held = exact === undefined ? { value, isValue: true } : { value: exact, isValue: false };
  return { ok: true, ...held, tainted, ...(standIn === undefined ? {} : { standIn }) };
}

function bodyFailure(failures: readonly Failure[]): Outcome {
  const [first] = failures;
  if (first !== undefined && failures.length === 1) return { ok: false, failure: first };
  const message = failures.map((entry) => entry.message).join(" ");
  return failure("statements-failed", message, { cause: failures });
}

/** What an `each` goes through: a list, or the `items` of an object. */
function listedIn(value: Json, tainted: boolean): Items | undefined {
  const inside = isJsonObject(value) ? value["items"] : value;
  const items = typeof inside === "string" ? recordsOfText(inside) : inside;
  return Array.isArray(items) ? { items, count: items.length, tainted } : undefined;
}

/** Says that only the first `used` of all items were used; nothing where all were. */
function capNotes(used: number, all: number, language: Language): readonly Failure[] {
  if (used === all) return [];
  const words = {
    en: `Only the first ${used} of ${all} items were used.`,
    ko: `${all}개 중 앞의 ${used}개만 썼어요.`,
  };
  return [failureIn(language, "each-cap", words).failure];
}

/** Why a `??` goes on behind an option: it failed, or its list is empty. */
function missOf(outcome: Outcome, option: Planned, language: Language): Failure | undefined {
  if (!outcome.ok) return outcome.failure;
  const isEmpty = outcome.value.kind === "list" && outcome.value.items.length === 0;
  if (!isEmpty || !mayReturnList(option)) return undefined;
  const { partial } = outcome;
  const failed = (partial ?? []).map((entry) => ` ${entry.message}`).join("");
  const words = { en: `It found nothing.${failed}`, ko: `찾은 것이 없어요.${failed}` };
  const cause = partial === undefined ? {} : { cause: partial };
  return failureIn(language, "empty", words, cause).failure;
}

/** What an option gave, with why those before it gave nothing. */
function answered(
  outcome: Extract<Outcome, { ok: true }>,
  option: number,
  attempts: readonly Failure[],
): Outcome {
  return attempts.length === 0 ? outcome : { ...outcome, answeredBy: option, attempts };
}

/** True for actions that return lists, for programs (their last statement may), and for what joins several results. */
function mayReturnList(planned: Planned): boolean {
  if (planned.kind === "sequence")
    return planned.steps.some(
      (step, index) => index === planned.steps.length - 1 && mayReturnList(step),
    );
  if (planned.kind !== "call") return true;
  return planned.definition.returns === "list" || planned.definition.runs !== undefined;
}
