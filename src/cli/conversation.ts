import type { Reply } from "../agent/turn/assistant.ts";
import { approvalLine, localIso } from "../app/describe.ts";
import { askText, cardAsText, decideLocally } from "../app/local-owner.ts";
import type { App } from "../app/open-app.ts";
import { AppError } from "../base/errors.ts";
import type { Language, Localized } from "../base/localized.ts";
import type { Approval } from "../security/approvals/approvals.ts";
import type { Decision } from "../security/approvals/decision.ts";
import type { CliContext } from "./command.ts";
import { askOnTerminal, pathArgument, textArgument, withParts } from "./context.ts";
import { EXIT } from "./output.ts";
import { createProgress } from "./progress.ts";

/** What stands before "after the command". */
const WHAT_YOU_WANT: Localized = { ko: "원하는 것을", en: "what you want" };

/** The command `ask TEXT [--session NAME] [--file PATH]`. */
export async function ask(context: CliContext): Promise<number> {
  const text = await textArgument(context, WHAT_YOU_WANT);
  const { session, files } = context.arguments;
  return withParts(context, async (parts) => {
    const progress = createProgress(context);
    const answer = await askText(parts, text, {
      ...(session === undefined ? {} : { session }),
      files: files.map((file) => pathArgument(context, file)),
      note: (line) => context.speaker.note(line),
      answer: answerer(context, parts),
      signal: context.signal,
      onStep: progress.step,
    });
    progress.end();
    tellAnswer(context, parts, answer);
    if (answer.waiting.length > 0) return EXIT.waiting;
    return isGood(answer.reply) ? EXIT.ok : EXIT.failed;
  });
}

function tellAnswer(
  context: CliContext,
  parts: App,
  answer: Awaited<ReturnType<typeof askText>>,
): void {
  const { speaker } = context;
  const { reply, waiting, text } = answer;
  if (speaker.json) {
    const code = reply.kind === "run" && reply.made !== undefined ? { code: reply.made.code } : {};
    speaker.data({
      ok: isGood(reply) && waiting.length === 0,
      kind: reply.kind,
      text,
      ...code,
      waiting: waiting.map(approvalJson),
    });
    return;
  }
  if (text !== "") speaker.line(text);
  for (const approval of waiting) {
    speaker.note(cardAsText(parts, approval));
    speaker.note(howToDecide(approval));
  }
}

function isGood(reply: Reply): boolean {
  if (reply.kind === "run") return reply.result.kind === "finished" && reply.result.envelope.ok;
  return ["answer", "courtesy", "proposals"].includes(reply.kind);
}

/** The command `approvals list`. */
export async function listApprovals(context: CliContext): Promise<number> {
  return withParts(context, (parts) => {
    const pending = parts.approvals.waiting();
    if (context.speaker.json)
      context.speaker.data(
        pending.map((approval) => ({
          ...approvalJson(approval),
          what: approvalLine(parts, approval),
        })),
      );
    else if (pending.length === 0)
      context.speaker.line({
        ko: "결정을 기다리는 것이 없어요.",
        en: "Nothing waits for a decision.",
      });
    else
      for (const approval of pending)
        context.speaker.line(
          `${approval.id}  ${approval.kind}  ${UNTIL[context.speaker.language](localIso(parts, approval.expiresAtMs))}  ${approvalLine(parts, approval)}`,
        );
    return EXIT.ok;
  });
}

/** `approvals approve ID`. */
export function approve(context: CliContext): Promise<number> {
  return decide(context, { state: "approved" });
}

/** `approvals deny ID [REASON]`. */
export function deny(context: CliContext): Promise<number> {
  return decide(context, refusalOf(context));
}

async function decide(context: CliContext, decision: Decision): Promise<number> {
  const [id] = context.arguments.rest;
  if (id === undefined)
    throw new AppError("bad-arguments", {
      ko: "어느 승인인지 적어 주세요. id는 `ibl-bot approvals list`에 있어요.",
      en: "Say which approval; `ibl-bot approvals list` shows their ids.",
    });
  return withParts(context, async (parts) => {
    return tellDecision(context, parts, await decideLocally(parts, id, decision));
  });
}

/** What stands after the id is why. */
function refusalOf(context: CliContext): Decision {
  const reason = context.arguments.rest.slice(1).join(" ").trim();
  return reason === "" ? { state: "denied" } : { state: "denied", reason };
}

function tellDecision(
  context: CliContext,
  parts: App,
  result: Awaited<ReturnType<typeof decideLocally>>,
): number {
  if (context.speaker.json) context.speaker.data(decisionJson(result));
  else {
    if (result.approval !== undefined) context.speaker.line(cardAsText(parts, result.approval));
    if (!result.ok) context.speaker.note(reasonText(result.reason));
  }
  if (result.reason === "more-needed") return EXIT.waiting;
  return result.ok ? EXIT.ok : EXIT.failed;
}

function decisionJson(result: Awaited<ReturnType<typeof decideLocally>>): object {
  const { ok, reason, approval } = result;
  const error =
    reason === undefined ? {} : { error: { code: reason, message: reasonText(reason).en } };
  const shown =
    approval === undefined
      ? {}
      : { approval: { ...approvalJson(approval), outcome: approval.outcomeText ?? null } };
  return { ok, ...error, ...shown };
}

function reasonText(reason: string | undefined): Localized {
  return REASONS[reason ?? ""] ?? { ko: "결정할 수 없었어요.", en: "It could not be decided." };
}

/** Words of one's own, or the number of a ready answer. */
export async function answerQuestion(context: CliContext): Promise<number> {
  const [id, ...words] = context.arguments.rest;
  const text = words.join(" ");
  if (id === undefined || text === "")
    throw new AppError("bad-arguments", {
      ko: "어느 질문에 무엇이라고 답할지 적어 주세요.",
      en: "Say which question and what you answer.",
    });
  return withParts(context, async (parts) => {
    const approval = parts.approvals.get(id);
    const option = approval?.card.options?.[Number(text) - 1];
    const answer = option?.code ?? option?.label ?? text;
    return tellDecision(
      context,
      parts,
      await decideLocally(parts, id, { state: "answered", answer }),
    );
  });
}

const UNTIL: Readonly<Record<Language, (time: string) => string>> = {
  ko: (time) => `${time}까지`,
  en: (time) => `until ${time}`,
};

const REASONS: Readonly<Record<string, Localized>> = {
  unknown: {
    ko: "그런 id의 승인이 없어요. 기다리는 것은 `ibl-bot approvals list`에 있어요.",
    en: "There is no approval with that id; `ibl-bot approvals list` shows what waits.",
  },
  answered: { ko: "이미 답한 것이에요.", en: "It was answered already." },
  expired: { ko: "시간이 지났어요.", en: "Its time is over." },
  "wrong-answer": {
    ko: "맞지 않는 답이에요. 질문에는 `approvals answer ID TEXT`, 나머지에는 approve나 deny로 답하세요.",
    en: "That does not fit: a question takes `approvals answer ID TEXT`, everything else approve or deny.",
  },
  "not-yours": {
    ko: "이 컴퓨터의 주인이 정할 일이 아니에요. 다른 사람의 질문이거나, 이 컴퓨터의 주인이 부탁해서 다른 사람이 승인해야 하는 일이에요.",
    en: "It is not the local owner's to decide: it is someone else's question, or the local owner asked for it and someone else must approve.",
  },
  "more-needed": {
    ko: "승인이 셈에 들어갔어요. 다른 사람도 승인해야 해요.",
    en: "Your approval counts. Someone else must approve too.",
  },
};

function approvalJson(approval: Approval): object {
  return {
    id: approval.id,
    kind: approval.kind,
    state: approval.state,
    chat: approval.chatKey,
    expiresAt: new Date(approval.expiresAtMs).toISOString(),
  };
}

/** Answers what holds a command up: `--yes` presses on what `check` shows, also where its words are known only while running; targets known only then, and questions, are asked on the terminal or left waiting. */
export function answerer(
  context: CliContext,
  parts: App,
): (approval: Approval) => Promise<Decision | undefined> {
  return async (approval) => {
    const isShown =
      approval.kind === "plan" ||
      approval.kind === "approval" ||
      approval.card.standsForPlan === true;
    if (context.arguments.yes && isShown) return { state: "approved" };
    return askPerson(context, parts, approval);
  };
}

/** The command that decides what waits. */
export function howToDecide({ id, kind }: Approval): Localized {
  return asksWords(kind)
    ? {
        ko: `답을 기다려요: ibl-bot approvals answer ${id} TEXT`,
        en: `Waiting for an answer: ibl-bot approvals answer ${id} TEXT`,
      }
    : {
        ko: `승인을 기다려요. 이렇게 결정하세요: ibl-bot approvals approve ${id}`,
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
  parts: App,
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
