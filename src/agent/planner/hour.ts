import { isHourAlone, withHour } from "../../scheduler/phrases/answer.ts";
import { lacksHour } from "../../scheduler/phrases/find-time.ts";
import type { PlannerResult, PlanOptions } from "./result.ts";

/** A message whose hour came in a message of its own. */
export interface HourGiven {
  /** The whole of it, as it would have been said at once. */
  readonly text: string;
  /** What was asked about for want of it, with all answers that were not enough, the newest first. */
  readonly asked: readonly string[];
}

/** True where an hour is what was asked for, of what a message was planned to be. */
export function asksHour(message: string, planned: PlannerResult, options: PlanOptions): boolean {
  if (planned.kind === "sure" || !lacksHour(message, options)) return false;
  if (planned.kind === "none") return planned.question !== undefined;
  return planned.proposals.every(({ code }) => code.startsWith("[system:schedule]("));
}

/**
 * Completes a message that says nothing but an hour, where the one before it was asked for its hour ("remind me tomorrow to call",
 * then "at 9"). `before` is what the same person wrote just before, oldest first; `plan` tells what was made of it. Undefined for
 * any other message.
 */
export function hourGiven(
  text: string,
  before: readonly string[],
  { options, plan }: { options: PlanOptions; plan: (message: string) => PlannerResult },
): HourGiven | undefined {
  if (!isHourAlone(text)) return undefined;
  let asked: readonly string[] = [];
  for (const said of before) {
    const isAnswer = asked.length > 0 && isHourAlone(said);
    const whole = isAnswer ? completed(said, asked) : said;
    asked = asksHour(whole, plan(whole), options) ? [whole, ...(isAnswer ? asked : [])] : [];
  }
  return asked.length === 0 ? undefined : { text: completed(text, asked), asked };

  /** With what was asked last, or, where the new hour takes the place of an earlier one, with what was asked before it. */
  function completed(answer: string, questions: readonly string[]): string {
    const wholes = questions.map((question) => withHour(question, answer));
    return wholes.find((whole) => plan(whole).kind !== "none") ?? wholes[0] ?? answer;
  }
}
