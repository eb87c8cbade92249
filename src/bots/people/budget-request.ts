import type { Clock } from "../../base/clock.ts";
import { digestOf } from "../../base/digest.ts";
import type { Approvals } from "../../security/approvals/approvals.ts";
import type { BudgetReach, Spender } from "../../security/limits/budgets.ts";

/** Shortest time in which owners may answer: a day may end soon after the question. */
const SHORTEST_MS = 60_000;

/** Asks the owners whether more of the model may be used beyond a soft limit, once for each scope and day; `denied` where they have said no today. */
export function askForBudget(
  { approvals, clock }: { readonly approvals: Approvals; readonly clock: Clock },
  reach: BudgetReach,
  spender: Spender,
): "asked" | "denied" {
  const { scope, subject, resetsAtMs: untilMs } = reach;
  const wanted = { scope, subject, untilMs };
  const digest = digestOf({ budget: wanted });
  const last = approvals.latest("access", digest)?.state;
  if (last === "denied") return "denied";
  if (last === "pending") return "asked";
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
