import { listOf, partNamed } from "../../scheduler/briefings/briefing-values.ts";
import { timeAnswer } from "../../scheduler/phrases/answer.ts";
import type { Approval } from "../../security/approvals/approvals.ts";
import { isForButtons } from "../../security/approvals/card-content.ts";
import { kindOf, numberIn, TIME_FIELD } from "../approvals/briefing-draft.ts";

/** A question that words can answer: its buttons are not all there is to it. */
export function takesWords({ kind, card }: Pick<Approval, "kind" | "card">): boolean {
  return kind === "question" && !isForButtons(card.followUp);
}

/** Where words are judged that come while a question is open. */
export interface AnswerContext {
  readonly zone: string;
  /** True for words that ask for something by themselves. */
  readonly isRequest: (text: string) => boolean;
}

/** Whether words that reply to nothing are the answer to a question: a value of its kind, or one of its options; where any words would do, those that ask for nothing themselves. */
export function isAnswerTo(
  { card: { followUp, options = [] }, createdAtMs: nowMs }: Approval,
  given: string,
  { zone, isRequest }: AnswerContext,
): boolean {
  const text = given.trim();
  if (options.some(({ label }) => label.trim().toLowerCase() === text.toLowerCase())) return true;
  const isTime = (): boolean => timeAnswer(text, { nowMs, zone }) !== undefined;
  if (followUp?.kind === "timing") return isTime();
  if (followUp?.kind !== "briefing") return !isRequest(text);
  if (followUp.asks === TIME_FIELD) return isTime();
  const field = kindOf(followUp.draft)?.fields.find(({ name }) => name === followUp.asks);
  if (field?.shape === "number") return numberIn(text) !== undefined;
  if (field?.name === "url") return /^https?:\/\/\S/u.test(text);
  if (field?.shape === "parts") return listOf(text).some((part) => partNamed(part) !== undefined);
  return !isRequest(text);
}
