import type { Clock } from "../../base/clock.ts";
import { digestOf } from "../../base/digest.ts";
import type { People } from "../../security/access/people.ts";
import type { Approvals } from "../../security/approvals/approvals.ts";
import { type BudgetReach, raiseFor, type Spender } from "../../security/limits/budgets.ts";

/** Shortest time in which owners may answer: a day may end soon after the question. */
const SHORTEST_MS = 60_000;

/**
 * Asks the owners whether more of the model may be used: beyond a soft limit once for each scope and day, at a hard one of tokens once
 * for each raise. `denied` where they have said no today, where none of them can be reached, where the operator alone may allow more,
 * and for an owner at a hard limit, whose answer has a button of its own.
 */
export function askForBudget(
  {
    approvals,
    clock,
    people,
    isReached,
    isUnreached,
  }: {
    readonly approvals: Approvals;
    readonly clock: Clock;
    readonly people: Pick<People, "get" | "owners">;
    /** Whether a person has a chat that can be written to. */
    readonly isReached: (personId: string) => boolean;
    /** Whether the card of an approval arrived with nobody. */
    readonly isUnreached: (approvalId: string) => boolean;
  },
  reach: BudgetReach,
  spender: Spender,
): "asked" | "denied" {
  const { scope, subject, resetsAtMs: untilMs } = reach;
  const raise = raiseFor(reach);
  if (reach.kind === "hard" && (raise === undefined || isOwnTurn(spender, people))) return "denied";
  if (!people.owners().some(({ id }) => isReached(id))) return "denied";
  const wanted = raise ?? { scope, subject, untilMs };
  const digest = digestOf({ budget: wanted });
  const last = approvals.latest("access", digest);
  if (last?.state === "denied") return "denied";
  if (last?.state === "pending") return isUnreached(last.id) ? "denied" : "asked";
  approvals.request({
    kind: "access",
    personId: spender.personId,
    chatKey: spender.chatKey,
    digest,
    card: { budget: { reach, wanted } },
    approver: "owner",
    lifetimeMs: Math.max(SHORTEST_MS, untilMs - clock.now()),
  });
  return "asked";
}

/** An owner reads the answer to what they said; nobody is there when a schedule comes. */
function isOwnTurn({ personId, scheduleId }: Spender, people: Pick<People, "get">): boolean {
  return scheduleId === undefined && people.get(personId)?.role === "owner";
}
