import type { GrantPattern } from "../access/grant-pattern.ts";
import type { Grants } from "../access/grants.ts";
import type { People, RoleChange, RoleChangeResult } from "../access/people.ts";
import { siteOf } from "../access/site-grant.ts";
import type { Budgets } from "../limits/budgets.ts";
import type { Approval, Approvals } from "./approvals.ts";
import { GRANT_ANSWER } from "./decision.ts";
import { STANDING_MS, type StandingApprovals } from "./standing.ts";

/** How long a grant from a plan's card lasts; one for the pages of a site as long as what stands for a schedule. */
const CARD_GRANT_MS = 24 * 60 * 60 * 1000;

function lifetimeOf(pattern: GrantPattern): number {
  return siteOf(pattern) === undefined ? CARD_GRANT_MS : STANDING_MS;
}

/** Grants and revokes rights. Each method must run inside the transaction of the press that decided it. */
export class Rights {
  readonly #parts: ConstructorParameters<typeof Rights>[0];

  constructor(parts: {
    readonly people: People;
    readonly approvals: Approvals;
    readonly grants: Grants;
    readonly standing: Pick<StandingApprovals, "endAllOf">;
    readonly budgets: Pick<Budgets, "allow" | "raise">;
  }) {
    this.#parts = parts;
  }

  /** Writes what an approved card gives: the grants that it offered or asked for, a role, or more of the model. */
  apply(approval: Approval): void {
    const { grants, people } = this.#parts;
    const { id, state, kind, card, decidedBy: givenBy } = approval;
    if (state !== "approved" || givenBy === undefined) return;
    const press = { givenBy, approvalId: id };
    if ((kind === "plan" || kind === "value") && approval.answer === GRANT_ANSWER) {
      const { personId, chatKey } = approval;
      for (const pattern of card.offers ?? [])
        grants.add({ pattern, personId, chatKey, lifetimeMs: lifetimeOf(pattern) }, press);
    }
    if (kind !== "access") return;
    if (card.grant !== undefined) grants.add(card.grant, press);
    this.#allowMore(approval, givenBy);
    if (card.role !== undefined) people.changeRole({ ...card.role, by: givenBy });
  }

  #allowMore({ id: approvalId, card, personId }: Approval, givenBy: string): void {
    const { budgets } = this.#parts;
    const { wanted } = card.budget ?? {};
    if (wanted === undefined) return;
    if ("raises" in wanted) budgets.raise(wanted, { personId, pressId: approvalId, givenBy });
    else budgets.allow(wanted, { personId, approvalId, givenBy });
  }

  /** Takes rights from someone: their grants and what stands for their schedules end, and what they pressed on cards that still wait counts no more. */
  narrow(change: RoleChange): RoleChangeResult {
    const { people, grants, standing, approvals } = this.#parts;
    const result = people.changeRole(change);
    if (result !== "changed") return result;
    grants.revokeAllOf(change.personId, change.by);
    standing.endAllOf(change.personId, "role");
    approvals.forgetVotes(change.personId);
    return result;
  }
}
