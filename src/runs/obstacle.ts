import type { Localized } from "../base/localized.ts";
import { printValue } from "../engine/language/printer.ts";
import type { Plan } from "../engine/plan/plan.ts";

/** Why a plan that would be asked about cannot succeed, and what can: near programs, or words that ask for something else. */
export interface Obstacle {
  readonly message: Localized;
  readonly nearest: readonly {
    readonly label: Localized;
    readonly runs?: string;
    readonly says?: string;
  }[];
}

/** Finds what is known before a card to end in a failure: a recipient that does not exist. */
export type FindObstacle = (plan: Plan) => Obstacle | undefined;

/** A program with one text in it replaced; `undefined` where that text does not stand there exactly once, as a value of its own. Pure. */
export function withText(program: string, before: string, after: string): string | undefined {
  const [start, end, ...others] = program.split(printValue(before));
  if (start === undefined || end === undefined || others.length > 0) return undefined;
  return `${start}${printValue(after)}${end}`;
}
