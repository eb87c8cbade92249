import { joined, type Language, type Localized } from "../base/localized.ts";
import type { Wait } from "../engine/execute/journal.ts";
import { failureIn, type Outcome, success } from "../engine/values/outcome.ts";
import type { People } from "../security/access/people.ts";
import type { Approval, Approvals } from "../security/approvals/approvals.ts";
import type { CardContent } from "../security/approvals/card-content.ts";
import type { Runs } from "./run-table.ts";

/** Why a thing was not done, as a sentence: a refusal with its reason where one was given, or nobody in time. */
function refusalWords(approval: Approval): Localized {
  if (approval.state === "expired") return TOO_LATE;
  const { reason } = approval;
  if (reason === undefined) return SAID_NO;
  return joined(SAID_NO, { en: ` Their reason: ${reason}`, ko: ` 이유: ${reason}` });
}

/** Writes what a decision means for its run, in the language of the one it runs for, in the transaction that claimed the row. Resuming is the caller's next step. */
export function applyDecision(
  parts: { readonly runs: Runs; readonly people: People },
  approval: Approval,
): void {
  const { runs } = parts;
  const { runId, stepKey, personId } = approval;
  if (runId === undefined) return;
  const language = parts.people.get(personId)?.language ?? "en";
  if (approval.kind === "plan") {
    if (approval.state === "approved") runs.approve(runId, approval.digest);
    else runs.end(runId, "denied", { message: refusalWords(approval)[language] });
    return;
  }
  const wait = stepKey === undefined ? undefined : runs.waitOf(runId, stepKey, language);
  if (stepKey === undefined || wait === undefined) return;
  const outcome = decidedOutcome(approval, wait, language);
  if (outcome === undefined) runs.allowStep(runId, stepKey, wait.digest);
  else runs.settleStep(runId, stepKey, outcome);
}

/** Tells a run why it was refused, where the reason came after the refusal and nothing has gone on since. */
export function applyReason(
  parts: { readonly runs: Runs; readonly people: People },
  approval: Approval,
): void {
  const { runs } = parts;
  const { runId, stepKey, personId } = approval;
  const run = runId === undefined ? undefined : runs.get(runId);
  if (run === undefined) return;
  const language = parts.people.get(personId)?.language ?? "en";
  const words = refusalWords(approval);
  if (approval.kind === "plan" && run.state === "denied")
    runs.end(run.id, "denied", { message: words[language] });
  else if (stepKey !== undefined && run.state === "waiting")
    runs.explainStep(run.id, stepKey, failureIn(language, "denied", words));
}

/** Why nobody is asked: more people must press than may. */
export function tooFewApprovers(needed: number, count: number): Localized {
  return {
    en: `This needs the approval of ${needed} different ${needed === 1 ? "person" : "people"}, and only ${count} may give it. An owner can add owners with /people.`,
    ko: `서로 다른 ${needed}명의 승인이 필요한데 승인할 수 있는 사람이 ${count}명뿐이에요. 주인이 /people 에서 주인을 늘릴 수 있어요.`,
  };
}

/** What a waiting step comes to by a decision, without running, in the language of the person the program runs for; `undefined` when it may run now. Pure. */
function decidedOutcome(approval: Approval, wait: Wait, language: Language): Outcome | undefined {
  switch (approval.state) {
    case "answered":
      return success(
        approval.kind === "uncertain" ? TAKEN_AS_DONE[language] : (approval.answer ?? ""),
      );
    case "approved":
      return approval.kind === "approval"
        ? (wait.resume ?? success(APPROVED[language]))
        : undefined;
    case "expired":
      return failureIn(language, "expired", refusalWords(approval));
    case "denied":
    case "cancelled":
    case "pending":
      return failureIn(language, "denied", refusalWords(approval));
  }
}

const TOO_LATE: Localized = {
  en: "Nobody answered in time, so it was not done.",
  ko: "제때 답이 없어 하지 않았어요.",
};

const SAID_NO: Localized = {
  en: "A person said no, so it was not done.",
  ko: "사람이 거절해서 하지 않았어요.",
};

const TAKEN_AS_DONE: Localized = {
  en: "The step was taken as done.",
  ko: "그 단계는 된 것으로 보았어요.",
};

const APPROVED: Localized = { en: "approved", ko: "승인됨" };

/** What tells whether something can still be asked for. */
export interface AgainParts {
  readonly approvals: Pick<Approvals, "latest">;
  readonly people: Pick<People, "find" | "get">;
  readonly runs: Runs;
}

/**
 * Whether an expired approval may be asked anew: once, while it would still do what it says. A program only after its run has ended with
 * nothing done: one that went on after the expiry of a step, or had done something before, would do it twice. A right only while it is
 * still to be given and nobody has asked for it since; more of the model never, since the day it was for is over.
 */
export function mayBeAskedAgain(approval: Approval, parts: AgainParts): boolean {
  const { state, askedAgainBy, runId, kind } = approval;
  if (state !== "expired" || askedAgainBy !== undefined) return false;
  if (kind === "proposal") return isAdmitted(approval.personId, parts);
  if (kind === "access") return mayStillBeGiven(approval, parts);
  const run = runId === undefined ? undefined : parts.runs.get(runId);
  // What a colleague did not do was told to who asked for it.
  if (run === undefined || run.delegationId !== undefined) return false;
  if (run.state !== "denied" && run.state !== "failed") return false;
  return parts.runs.hasOnlyRead(run.id);
}

function mayStillBeGiven({ id, digest, personId, card }: Approval, parts: AgainParts): boolean {
  if (parts.approvals.latest("access", digest)?.id !== id) return false;
  const { account, grant, role } = card;
  if (account !== undefined) return isUnknown(account, parts);
  if (!isAdmitted(personId, parts)) return false;
  if (grant !== undefined) return isAdmitted(grant.personId, parts);
  return role !== undefined && parts.people.get(role.personId)?.role === role.from;
}

function isUnknown(account: NonNullable<CardContent["account"]>, { people }: AgainParts): boolean {
  return people.find(account) === undefined;
}

function isAdmitted(personId: string, { people }: AgainParts): boolean {
  const role = people.get(personId)?.role;
  return role !== undefined && role !== "guest";
}
