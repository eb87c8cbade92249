import type { Wait } from "../engine/journal.ts";
import { failure, type Outcome, success } from "../engine/outcome.ts";
import type { Approval } from "../security/approvals.ts";

/** Why a thing was not done, as a sentence: a refusal, or nobody in time. */
export function refusalMessage(approval: Approval): string {
  return approval.state === "expired"
    ? "Nobody answered in time, so it was not done."
    : "A person said no, so it was not done.";
}

/** What a waiting step comes to by a decision, without running; `undefined` when it may run now. Pure. */
export function decidedOutcome(approval: Approval, wait: Wait): Outcome | undefined {
  switch (approval.state) {
    case "answered":
      return success(
        approval.kind === "uncertain" ? "The step was taken as done." : (approval.answer ?? ""),
      );
    case "approved":
      return approval.kind === "approval" ? (wait.resume ?? success("approved")) : undefined;
    case "expired":
      return failure("expired", refusalMessage(approval));
    case "denied":
    case "cancelled":
    case "pending":
      return failure("denied", refusalMessage(approval));
  }
}
