import type { Person } from "../access/people.ts";
import type { CardContent } from "./card-content.ts";

/** Who must press before something is allowed. */
export interface ApprovalPolicy {
  /** True when the one who asked may not also approve. */
  readonly fourEyes: boolean;
  /** How many different people must approve; one denial always denies. */
  readonly quorum: number;
}

/** One press by anybody who may: the policy of a bot that one person owns. */
export const ONE_PRESS: ApprovalPolicy = { fourEyes: false, quorum: 1 };

/** What decides who may answer a card. */
export interface Decidable {
  readonly kind: string;
  readonly personId: string;
  readonly approver: "requester" | "owner";
  readonly card: Pick<CardContent, "account">;
}

/** Whether a person may answer: for an owner's matter any owner, else the one who asked or any owner; questions only the one who was asked; nobody what they asked for themselves where four eyes are wanted. */
export function mayDecide(
  approval: Decidable,
  person: Person,
  policy: ApprovalPolicy = ONE_PRESS,
): boolean {
  if (person.role === "guest") return false;
  if (approval.kind === "question" || approval.kind === "proposal")
    return person.id === approval.personId;
  // A stranger's wish to come in has the local owner's name on it, who did not ask for it.
  const isOwnWish = person.id === approval.personId && approval.card.account === undefined;
  if (policy.fourEyes && isOwnWish) return false;
  if (person.role === "owner") return true;
  return (
    approval.approver === "requester" && person.role === "member" && person.id === approval.personId
  );
}
