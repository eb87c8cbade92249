import { cardAsText } from "../app/local-owner.ts";
import type { Parts } from "../app/open-app.ts";
import type { Localized } from "../base/localized.ts";
import type { Approval } from "../security/approvals/approvals.ts";
import type { Decision } from "../security/approvals/decision.ts";
import { askOnTerminal, type CliContext } from "./context.ts";

/** Answers what holds a command up: `--yes` presses on what `check` shows; values known only while running, and questions, are asked on the terminal or left waiting. */
export function answerer(
  context: CliContext,
  parts: Parts,
): (approval: Approval) => Promise<Decision | undefined> {
  return async (approval) => {
    const isShown = approval.kind === "plan" || approval.kind === "approval";
    if (context.arguments.yes && isShown) return { state: "approved" };
    return askPerson(context, parts, approval);
  };
}

/** The command that decides what waits. */
export function howToDecide({ id, kind }: Approval): Localized {
  return asksWords(kind)
    ? {
        ko: `답을 기다립니다: ibl-bot approvals answer ${id} TEXT`,
        en: `Waiting for an answer: ibl-bot approvals answer ${id} TEXT`,
      }
    : {
        ko: `승인을 기다립니다. 이렇게 결정하세요: ibl-bot approvals approve ${id}`,
        en: `Waiting for approval. Decide with: ibl-bot approvals approve ${id}`,
      };
}

/** True where yes and no are no answer. */
function asksWords(kind: Approval["kind"]): boolean {
  return kind === "question" || kind === "proposal";
}

const APPROVE: Localized = { ko: "승인할까요? [y/n] ", en: "Approve? [y/n] " };

async function askPerson(
  context: CliContext,
  parts: Parts,
  approval: Approval,
): Promise<Decision | undefined> {
  const { input, errors } = context.edges;
  if (!input.isTTY || !errors.isTTY) return undefined;
  context.speaker.note(cardAsText(parts, approval));
  const isQuestion = asksWords(approval.kind);
  const answer =
    (await askOnTerminal(context, isQuestion ? "› " : APPROVE[context.speaker.language])) ?? "";
  if (answer === "") return undefined;
  return isQuestion ? chosen(approval, answer) : yesOrNo(answer);
}

/** Anything but a clear yes or no leaves it waiting. */
function yesOrNo(answer: string): Decision | undefined {
  if (/^(y|yes|예|네)$/i.test(answer)) return { state: "approved" };
  return /^(n|no|아니요|아니오)$/i.test(answer) ? { state: "denied" } : undefined;
}

/** The number of an option, or words of one's own where a question takes them. */
function chosen(approval: Approval, answer: string): Decision {
  const option = approval.card.options?.[Number(answer) - 1];
  if (approval.kind === "question") return { state: "answered", answer: option?.label ?? answer };
  return option?.code === undefined
    ? { state: "denied" }
    : { state: "answered", answer: option.code };
}
