import { asksByForm } from "../../agent/planner/small-talk-replies.ts";
import { readRefusal } from "../../agent/planner/wording/said-limits.ts";
import { listOf, partNamed } from "../../scheduler/briefings/briefing-values.ts";
import { timeAnswer } from "../../scheduler/phrases/answer.ts";
import type { Approval, Approvals } from "../../security/approvals/approvals.ts";
import { isForButtons } from "../../security/approvals/card-content.ts";
import { kindOf, numberIn, TIME_FIELD } from "../approvals/briefing-draft.ts";

/** A question that words can answer: its buttons are not all there is to it. */
export function takesWords({ kind, card }: Pick<Approval, "kind" | "card">): boolean {
  return kind === "question" && !isForButtons(card.followUp);
}

/** From now on words answer none of the questions that a person was asked in a chat but the one with the digest `kept`: something else was asked for. */
export function passByQuestions(
  approvals: Pick<Approvals, "pending" | "passBy">,
  personId: string,
  chatKey: string,
  kept?: string,
): void {
  for (const { id, digest } of openQuestions(approvals, personId, chatKey))
    if (digest !== kept) approvals.passBy(id);
}

/** What a person was asked in a chat and words may still answer, oldest first. */
export function openQuestions(
  approvals: Pick<Approvals, "pending">,
  personId: string,
  chatKey: string,
): readonly Approval[] {
  return approvals
    .pending({ personId })
    .filter((each) => takesWords(each) && each.chatKey === chatKey && !each.card.isPassedBy);
}

/** Where words are judged that come while a question is open. */
export interface AnswerContext {
  readonly zone: string;
  /** True for words that ask for something by themselves; those that ask by their form are known anyway. */
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
  // What goes to somebody else is never taken from words that may be for the bot.
  if (followUp?.kind === "reply") return false;
  if (followUp?.kind === "timing") return isTime();
  const isOther = (): boolean => asksByForm(text) || isRequest(text);
  if (followUp?.kind !== "briefing") return !isOther();
  if (followUp.asks === TIME_FIELD) return isTime();
  const field = kindOf(followUp.draft)?.fields.find(({ name }) => name === followUp.asks);
  if (field?.shape === "number") return numberIn(text) !== undefined;
  if (field?.name === "url") return /^https?:\/\/\S/u.test(text);
  if (field?.shape === "parts") return listOf(text).some((part) => partNamed(part) !== undefined);
  return !isOther();
}

/** Gives the words of a card anew, after a colon or between quotation marks. */
const REWORDS: readonly RegExp[] = [
  /^(?:(?:no|actually|please|pls)[\s,]+)*(?:change|edit|reword|correct|fix|make)\s+(?:it|that|this|(?:the\s+)?(?:message|text|wording|words))(?:\s+(?:to(?:\s+say)?|say))?\s*(?::\s*(?<said>[^\s].*)|["“](?<quoted>[^"”]+)["”])$/isu,
  /^(?:아니\s?)?(?:(?:내용|문구|글|말|메시지|그거|이거|그걸|이걸)(?:을|를)?\s?)?(?:이렇게\s?)?(?:바꿔|고쳐|수정해)\s?(?:줘|주세요|줄래)?\s*:\s*(?<said>[^\s].*)$/su,
  /^(?:아니\s?)?(?:(?:내용|문구|글|말|메시지|그거|이거|그걸|이걸)(?:을|를)?\s?)?["“](?<quoted>[^"”]+)["”](?:으로|로|라고)\s?(?:바꿔|고쳐|수정해)\s?(?:줘|주세요|줄래)?[.!~]*$/u,
];

/** The words that a message puts into the card that waits; `undefined` for any other message. Pure. */
export function rewordedAs(text: string): string | undefined {
  for (const form of REWORDS) {
    const { said, quoted } = form.exec(text.trim())?.groups ?? {};
    if (said !== undefined || quoted !== undefined) return said ?? quoted;
  }
  return undefined;
}

/** What of the things that wait, oldest first, is refused by words that do nothing else: one that has what they name, else the newest. "No" to a question that it answers is its answer; who asks to come in is refused by a button alone. */
export function refusedBy(
  text: string,
  waiting: readonly Approval[],
  context: AnswerContext,
): Approval | undefined {
  const refusal = readRefusal(text);
  if (refusal === undefined) return undefined;
  const { isNo, things } = refusal;
  const open = waiting.filter(({ card }) => card.account === undefined);
  if (things.length > 0) return open.findLast((each) => names(each, things));
  const newest = open.at(-1);
  if (newest === undefined) return undefined;
  return isNo && takesWords(newest) && isAnswerTo(newest, text, context) ? undefined : newest;
}

function names({ card: { effects = [] } }: Approval, things: readonly string[]): boolean {
  const values = effects.flatMap(({ details }) =>
    details.flatMap(({ value, whole = value }) => whole?.toLowerCase() ?? []),
  );
  return things.some((thing) => values.some((value) => value.includes(thing.toLowerCase())));
}
