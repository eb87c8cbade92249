import type { Localized } from "../../base/localized.ts";
import { headOf } from "../catalogue/catalogue.ts";
import type { Plan } from "../plan/plan.ts";
import type { Planned, PlannedCall, PlannedStatement } from "../plan/planned-tree.ts";
import type { WorkPart } from "./action-types.ts";
import type { FollowSteps } from "./executor.ts";

/** How far a call is; `asking` is one that waits for a person. */
export type StepState = "coming" | "running" | "asking" | "done" | "failed";

/** A call of a program as a watcher sees it. */
export interface StepLine {
  readonly title: Localized;
  /** What it is about, where that is known before it runs. */
  readonly subject?: string;
  readonly state: StepState;
  /** How often it was begun: more than once inside an `each`. */
  readonly times: number;
  /** Which part of its work it is at, where it has told. */
  readonly part?: WorkPart;
}

/** What is known of one call, for all the times it was begun. */
interface Begun {
  readonly call: PlannedCall;
  readonly states: Map<string, StepState>;
  part?: WorkPart;
}

/** How far one program is. `follow` is told of its steps, once or again; what will not happen any more is no line. */
export class ProgramProgress {
  readonly #plan: Plan;
  readonly #begun = new Map<string, Begun>();

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  /** Takes one event of the execution. */
  readonly follow: FollowSteps = (trace, call) => {
    const known = this.#begun.get(call.id);
    const states = known?.states ?? new Map<string, StepState>();
    states.set(trace.key, stateOf(trace));
    const begun = known ?? { call, states };
    if (trace.part !== undefined) begun.part = trace.part;
    this.#begun.set(call.id, begun);
  };

  /** The calls that were begun and those that come as far as is known, in the order of the program. */
  lines(): readonly StepLine[] {
    return new LineReader(this.#begun).statements(this.#plan.statements).lines;
  }
}

function stateOf({ outcome, waits }: Parameters<FollowSteps>[0]): StepState {
  if (waits === true) return "asking";
  if (outcome === undefined) return "running";
  return outcome.ok ? "done" : "failed";
}

/** Lines of a part of a program, and whether that part has failed. */
interface Part {
  readonly lines: readonly StepLine[];
  readonly hasFailed: boolean;
}

const NOTHING: Part = { lines: [], hasFailed: false };

/** Reads the lines of a program from its tree and what was begun of it. */
class LineReader {
  readonly #begun: ReadonlyMap<string, Begun>;

  constructor(begun: ReadonlyMap<string, Begun>) {
    this.#begun = begun;
  }

  /** Statements go on after one that failed. */
  statements(statements: readonly PlannedStatement[]): Part {
    const parts = statements.map(({ body, onError }) =>
      body.kind === "sequence" ? this.#sequence(body.steps, onError === "stop") : this.#part(body),
    );
    return { lines: inOrder(parts), hasFailed: parts.some((part) => part.hasFailed) };
  }

  #part(planned: Planned): Part {
    switch (planned.kind) {
      case "call":
        return this.#call(planned);
      case "value":
        return { lines: [], hasFailed: false };
      case "sequence":
        return this.#sequence(planned.steps, true);
      case "parallel": {
        const parts = planned.branches.map((branch) => this.#part(branch));
        const hasFailed = parts.every((part) => part.hasFailed);
        return { lines: parts.flatMap((part) => part.lines), hasFailed };
      }
      case "fallback":
        return this.#fallback(planned.options);
      case "if":
        return this.#chosen([
          ...planned.branches.map((branch) => branch.body),
          planned.otherwise ?? [],
        ]);
      case "each":
        // One item that failed is not the end of the others.
        return { lines: this.statements(planned.body).lines, hasFailed: false };
    }
  }

  /** What follows a failure does not come any more. */
  #sequence(steps: readonly Planned[], stopsAtFailure: boolean): Part {
    const parts: Part[] = [];
    for (const step of steps) {
      const part = this.#part(step);
      parts.push(part);
      if (part.hasFailed && stopsAtFailure) return { lines: inOrder(parts), hasFailed: true };
    }
    return { lines: inOrder(parts), hasFailed: false };
  }

  /** An option comes when the one before it has failed, or was passed by with nothing found. */
  #fallback(options: readonly Planned[]): Part {
    const parts: Part[] = [];
    for (const option of options) {
      const part = this.#part(option);
      const isNext = parts.every((before) => before.hasFailed);
      if (isNext || hasBegun(part)) parts.push(part);
    }
    return { lines: inOrder(parts), hasFailed: parts.at(-1)?.hasFailed === true };
  }

  /** Which body runs is known when one was begun. */
  #chosen(bodies: readonly (readonly PlannedStatement[])[]): Part {
    return bodies.map((body) => this.statements(body)).find(hasBegun) ?? NOTHING;
  }

  /** A call that runs a program is shown by the calls of that program. */
  #call(call: PlannedCall): Part {
    if (call.inner !== undefined) return this.statements(call.inner.statements);
    const begun = this.#begun.get(call.id);
    const states = [...(begun?.states.values() ?? [])];
    const inside = [...this.#begun.values()].filter(({ call: other }) =>
      isInside(other, begun?.call ?? call),
    );
    if (inside.length > 0) {
      const lines = inside.map((other) => lineOf(other.call, [...other.states.values()]));
      return { lines, hasFailed: states.includes("failed") };
    }
    const line = { ...lineOf(call, states), ...(begun?.part && { part: begun.part }) };
    return { lines: [line], hasFailed: line.state === "failed" };
  }
}

/** A program that became known while it ran has its calls under the call that runs it. */
function isInside(call: PlannedCall, outer: PlannedCall): boolean {
  return call.id.startsWith(`${outer.id}/`);
}

function lineOf({ definition, subject }: PlannedCall, states: readonly StepState[]): StepLine {
  return {
    title: headOf(definition),
    ...(subject === undefined ? {} : { subject }),
    state: jointState(states),
    times: states.length,
  };
}

/** Of all the times that a call was begun, what matters most to who watches. */
function jointState(states: readonly StepState[]): StepState {
  for (const state of ["asking", "running", "done", "failed"] as const)
    if (states.includes(state)) return state;
  return "coming";
}

/** What stands before a part that was begun and was not begun itself was passed by. */
function inOrder(parts: readonly Part[]): readonly StepLine[] {
  const latest = parts.findLastIndex(hasBegun);
  return parts.flatMap(({ lines }, index) => (index < latest ? lines.filter(isBegun) : lines));
}

function hasBegun({ lines }: Part): boolean {
  return lines.some(isBegun);
}

function isBegun({ state }: StepLine): boolean {
  return state !== "coming";
}
