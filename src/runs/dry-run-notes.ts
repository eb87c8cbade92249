import { cutAfter, oneLine } from "../base/localized.ts";
import { cardParams, titleOf } from "../engine/catalogue/catalogue.ts";
import type { Decided, LeftOut } from "../engine/execute/dry-run.ts";
import type { StepTrace } from "../engine/execute/executor.ts";
import { cardOf } from "../engine/plan/effects-report.ts";
import type { PlannedCall } from "../engine/plan/planned-tree.ts";
import type { Outcome } from "../engine/values/outcome.ts";
import type { TriedProgram, TriedStep, UntriedStep } from "../security/approvals/dry-run-result.ts";

/** Steps, calls left out and conditions that are told at most, each. */
const MOST_TOLD = 12;

/** Longest subject, reason and value that is told, in letters. */
const SUBJECT_LENGTH = 40;
const MESSAGE_LENGTH = 160;
const VALUE_LENGTH = 300;

/** Longest text that stands in the words of a card, in UTF-16 units. */
const LINE_LENGTH = 120;

/** Gathers what is told of a dry run while it goes on, so that it can be told however it ends. */
export class DryRunNotes {
  #programs = 0;
  /** Calls in the order of their beginning: those side by side end in any. */
  readonly #begun: string[] = [];
  readonly #steps = new Map<string, TriedStep>();
  readonly #leftOut = new Map<string, UntriedStep>();
  readonly #decided = new Map<string, { readonly text: string; readonly value?: boolean }>();

  /** Another program is tried: what is told from now on is of it. */
  begin(): void {
    this.#programs += 1;
  }

  /** A call that was made: one that looks outside or at the person's own data is told, and any that failed. What a sample gave is told by the sample. */
  step({ outcome }: StepTrace, call: PlannedCall): void {
    const key = this.#keyOf(call);
    if (!this.#begun.includes(key)) this.#begun.push(key);
    if (outcome === undefined) return;
    const { taints, personal, node, action } = call.definition;
    const looks = (taints || personal !== undefined) && `${node}:${action}` !== "system:event";
    if (outcome.ok && !looks) return;
    this.#steps.set(key, added(this.#steps.get(key), stepOf(outcome, call)));
  }

  /** A call that was not made; in an `each` it is told once. */
  leftOut({ call, reason, params }: LeftOut): void {
    const key = this.#keyOf(call);
    if (this.#leftOut.has(key)) return;
    const long = Object.entries(params).flatMap(([param, value]) =>
      typeof value === "string" && isLong(value)
        ? [{ param, value: cutAfter(value, VALUE_LENGTH) }]
        : [],
    );
    const cut = Object.fromEntries(long.map(({ param }) => [param, "…"]));
    const card = cardOf(call.definition, { ...params, ...cut });
    const told = new Set(cardParams(call.definition.card.en));
    const others = Object.entries(params).flatMap(([param, value]) => {
      const isText = typeof value === "string" && value !== "" && !isLong(value);
      return isText && !told.has(param) ? [{ param, value }] : [];
    });
    this.#leftOut.set(key, { card, reason, values: [...others, ...long] });
  }

  /** A condition of the program itself; those of programs that it runs are their own matter. */
  decided({ id, text, ...rest }: Decided): void {
    if (!id.includes("/")) this.#decided.set(`${id} ${text}`, { text, ...rest });
  }

  #keyOf({ id }: PlannedCall): string {
    return `${this.#programs} ${id}`;
  }

  /** Whether every call was made. */
  get isWhole(): boolean {
    return this.#leftOut.size === 0;
  }

  /** All of it so far. */
  tell(kind: TriedProgram["kind"], message?: string): TriedProgram {
    return {
      kind,
      ...(message === undefined || message === ""
        ? {}
        : { message: oneLine(message, MESSAGE_LENGTH) }),
      steps: this.#begun.flatMap((key) => this.#steps.get(key) ?? []).slice(0, MOST_TOLD),
      leftOut: [...this.#leftOut.values()].slice(0, MOST_TOLD),
      decided: [...this.#decided.values()].slice(0, MOST_TOLD),
    };
  }
}

function stepOf(outcome: Outcome, { definition, subject }: PlannedCall): TriedStep {
  const about = subject ? { subject: oneLine(subject, SUBJECT_LENGTH) } : {};
  const step = { title: titleOf(definition), ...about, ok: outcome.ok };
  if (!outcome.ok) return { ...step, message: oneLine(outcome.failure.message, MESSAGE_LENGTH) };
  return outcome.value.kind === "list" ? { ...step, count: outcome.value.items.length } : step;
}

/** The same call once more, as in an `each`. */
function added(before: TriedStep | undefined, step: TriedStep): TriedStep {
  if (before === undefined) return step;
  const count = (before.count ?? 0) + (step.count ?? 0);
  const isCounted = before.count !== undefined || step.count !== undefined;
  return { ...before, ...step, ok: before.ok && step.ok, ...(isCounted ? { count } : {}) };
}

/** True for a text that gets a place of its own. */
function isLong(value: string): boolean {
  return value.length > LINE_LENGTH || value.includes("\n");
}
