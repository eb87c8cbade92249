import type { Effect } from "../../../engine/catalogue/catalogue.ts";
import { readCode } from "../code.ts";
import type { PlannerResult, PlanProposal } from "../result.ts";
import type { Framed } from "./frame-planner.ts";

/** From here on a program that only reads runs at once: how sure it is, and how much of the message it explains. */
const SURE_SCORE = 0.3;
const SURE_COVERAGE = 0.8;
/** What is less is not even offered. */
const OFFERED_SCORE = 0.22;
/** How far behind another action must stay. */
const CLEAR_SHARE = 0.92;
const MOST_PROPOSALS = 3;

/** Runs what explains the message, and offers what comes near; an effect that leaves a word unexplained is neither run nor offered. Pure. */
export function judgeFrames(
  framed: readonly Framed[],
  effectOf: (action: string) => Effect | undefined,
): PlannerResult {
  const reads = (code: string): boolean =>
    readCode(code).calls.every((call) => effectOf(call) === "read");
  const fitting = framed.filter(
    ({ code, unexplained, score }) =>
      score >= OFFERED_SCORE && (reads(code) || unexplained.length === 0) && !namesResult(code),
  );
  const [best, next] = fitting;
  if (best === undefined) return { kind: "none" };
  const proposals = fitting.slice(0, MOST_PROPOSALS).map(proposalOf);
  const isClear =
    next === undefined || next.score < best.score * CLEAR_SHARE || next.coverage < best.coverage;
  if (best.score < SURE_SCORE || best.coverage < SURE_COVERAGE || !best.isWhole || !isClear)
    return { kind: "unsure", proposals };
  return { kind: "sure", ...proposalOf(best) };
}

/** True where a value would be read as the result of the step before; the language has no way to write that as text. Pure. */
export function namesResult(code: string): boolean {
  return code.includes(" >> ") && /\$(?:prev|_prev_result)/u.test(code);
}

function proposalOf({ code, score }: Framed): PlanProposal {
  return { code, score: Math.min(1, Math.round(score * 1000) / 1000), intent: code };
}
