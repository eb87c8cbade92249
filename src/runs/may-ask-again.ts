import type { People } from "../security/access/people.ts";
import type { Approval, Approvals } from "../security/approvals/approvals.ts";
import type { CardContent } from "../security/approvals/card-content.ts";
import type { Runs } from "./run-table.ts";

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
  if (run === undefined || run.errandId !== undefined) return false;
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
