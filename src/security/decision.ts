import type { ApprovalKind } from "./approval-table.ts";

/** The answer by which the row of a card remembers that its press granted what the card offered. */
export const GRANT_ANSWER = "granted";

/** What a press or a typed answer decides. */
export type Decision =
  | { readonly state: "approved"; readonly isGrant?: boolean }
  | { readonly state: "denied"; readonly reason?: string }
  /** `origin`: the message that is the answer, so that it is never taken for anything else. */
  | { readonly state: "answered"; readonly answer: string; readonly origin?: string };

/** Whether a decision that is no button fits a kind of card: questions and proposals are answered, everything else is approved; all can be denied. Grants are given by buttons alone. */
export function accepts(kind: ApprovalKind, decision: Decision): boolean {
  if (decision.state === "denied") return true;
  if ("isGrant" in decision && decision.isGrant === true) return false;
  const takesWords = kind === "question" || kind === "proposal";
  if (decision.state === "approved") return !takesWords;
  return takesWords || kind === "uncertain";
}

/** What a row keeps of a decision in its column `answer`. Pure. */
export function answerOf(decision: Decision): string | null {
  if (decision.state === "answered") return decision.answer;
  return decision.state === "approved" && decision.isGrant === true ? GRANT_ANSWER : null;
}
