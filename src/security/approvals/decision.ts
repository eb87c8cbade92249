import { BUTTON_KINDS } from "./button-kinds.ts";
import type { CardContent } from "./card-content.ts";

/** What is asked: a plan before its first step, a value that is known only now, a step whose outcome is unknown, an `approve`, a question, a program to choose, or to be let in. */
export type ApprovalKind =
  | "plan"
  | "value"
  | "uncertain"
  | "approval"
  | "question"
  | "proposal"
  | "access";
/** What became of it; everything but `pending` is final. */
export type ApprovalState =
  | "pending"
  | "approved"
  | "denied"
  | "answered"
  | "expired"
  | "cancelled";

/** The answer by which the row of a card remembers that its press granted what the card offered. */
export const GRANT_ANSWER = "granted";

/** The answer by which the row of a card remembers that its press stands for the runs of the schedule it makes. */
export const STANDING_ANSWER = "standing";

/** What a press or a typed answer decides. */
export type Decision =
  | { readonly state: "approved"; readonly isGrant?: boolean; readonly isStanding?: boolean }
  /** `origin`: the message that is the answer or the refusal, so that it is never taken for anything else. */
  | { readonly state: "denied"; readonly reason?: string; readonly origin?: string }
  | { readonly state: "answered"; readonly answer: string; readonly origin?: string };

/** Whether a decision that is no button fits a kind of card: questions and proposals are answered, everything else is approved; all can be denied. Grants and standing approvals are given by buttons alone. */
export function accepts(kind: ApprovalKind, decision: Decision): boolean {
  if (decision.state === "denied") return true;
  if (decision.state === "approved" && (decision.isGrant === true || decision.isStanding === true))
    return false;
  const takesWords = kind === "question" || kind === "proposal";
  if (decision.state === "approved") return !takesWords;
  return takesWords || kind === "uncertain";
}

/** What the letter of a button decides on a kind of card; `undefined` for one that the card does not have, and for those that grant. */
export function decisionOf(
  { kind, card }: { readonly kind: ApprovalKind; readonly card: Pick<CardContent, "options"> },
  choice: string,
): Decision | undefined {
  const takesWords = kind === "question" || kind === "proposal";
  if (choice === BUTTON_KINDS.approve && !takesWords) return { state: "approved" };
  if (choice === BUTTON_KINDS.deny) return { state: "denied" };
  const option = card.options?.[Number(choice) - 1];
  return option === undefined
    ? undefined
    : { state: "answered", answer: option.code ?? option.label };
}

const OPEN_TO_REQUESTER: ReadonlySet<string> = new Set([
  BUTTON_KINDS.details,
  BUTTON_KINDS.how,
  BUTTON_KINDS.askAgain,
]);

/** Whether the letter is of a button that decides nothing about the effects: who asked may press it, even where an owner decides. */
export function isOpenToRequester(choice: string): boolean {
  return OPEN_TO_REQUESTER.has(choice);
}

/** What a row keeps of a decision in its column `answer`. Pure. */
export function answerOf(decision: Decision): string | null {
  if (decision.state === "answered") return decision.answer;
  if (decision.state !== "approved") return null;
  if (decision.isGrant === true) return GRANT_ANSWER;
  return decision.isStanding === true ? STANDING_ANSWER : null;
}
