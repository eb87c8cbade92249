import { isNegated } from "../../rag/text/mood.ts";
import { planBriefing } from "./briefing.ts";
import { quoteIbl } from "./code.ts";
import { isLongText, moodOf } from "./message.ts";
import { planPolicy, planWithPolicies } from "./policy.ts";
import type { PlannerResult, PlanOptions } from "./result.ts";
import { planSchedule } from "./schedule.ts";
import type { Searching } from "./searching.ts";
import { readTokens } from "./tokens.ts";
import { planUndo } from "./wording/said-limits.ts";
import { workflowToRun } from "./workflow.ts";

const WORKFLOW_SCORE = 0.95;

/**
 * Plans a message that says when, or speaks of schedules, of a briefing, of a workflow by its name, or of taking back; `undefined` for any
 * other. `plan` makes the program of what is to be done then.
 */
export function* planTimed(
  text: string,
  options: PlanOptions,
  plan: (part: string) => Searching<PlannerResult>,
): Searching<PlannerResult | undefined> {
  const schedule = (said: string) => planSchedule(said, options, plan);
  const withPolicies = isLongText(text)
    ? undefined
    : yield* planWithPolicies(text, options, schedule);
  const scheduled = withPolicies ?? (yield* schedule(text));
  const isAsked = scheduled?.kind === "none" && scheduled.question !== undefined;
  const policy = scheduled === undefined || isAsked ? planPolicy(text, options) : undefined;
  if (policy !== undefined) return policy;
  if (scheduled !== undefined) return (isAsked ? planRun(text, options) : undefined) ?? scheduled;
  return planUndo(text) ?? planBriefing(text, options) ?? planRun(text, options);
}

/** A workflow called by its name or title. */
function planRun(text: string, options: PlanOptions): PlannerResult | undefined {
  if (
    options.allowedNodes?.includes("system") === false ||
    isNegated(text) ||
    moodOf(text, readTokens(text)) !== "request"
  )
    return undefined;
  const workflow = workflowToRun(text, options.workflows ?? []);
  if (workflow === undefined) return undefined;
  return {
    kind: "sure",
    code: `[system:run_pipeline](${quoteIbl(workflow.name)})`,
    score: WORKFLOW_SCORE,
    intent: workflow.title,
  };
}
