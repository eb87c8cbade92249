import type { Reply, Report } from "../agent/assistant.ts";
import { agentLabel } from "../agent/roster.ts";
import { accountText } from "../agent/run-account.ts";
import type { RunResult } from "../agent/run-result.ts";
import { AppError, wordsOf } from "../base/errors.ts";
import type { Language } from "../base/words.ts";
import { formatDiagnostic } from "../engine/diagnostics.ts";
import { textOf } from "../engine/outcome.ts";
import type { Approval } from "../security/approvals.ts";
import { answerMarkup } from "./answer-markup.ts";
import { codeBlock, escapeMarkup } from "./markup.ts";
import { say } from "./texts.ts";

/** A reply in words: what to send, which cards go with it, and which files of the chat's folder. */
export interface Wording {
  readonly text: string;
  readonly approvals: readonly Approval[];
  readonly files: readonly { readonly path: string; readonly mediaType: string }[];
}

/** Puts a reply into the person's language. */
export function wordReply(reply: Reply, language: Language): Wording {
  switch (reply.kind) {
    case "answer":
      return { text: answerMarkup(reply.text), approvals: reply.approvals, files: [] };
    case "proposals":
      return { text: "", approvals: [reply.approval], files: [] };
    case "none":
      return {
        text: reply.question === undefined ? say(language, "plannerNone") : `❔ ${reply.question}`,
        approvals: [],
        files: [],
      };
    case "report":
      return { text: reportText(reply, language), approvals: reply.approvals, files: [] };
    case "run": {
      const wording = wordResult(reply.result, language);
      const shown =
        reply.code === undefined || reply.result.kind === "waiting"
          ? []
          : [say(language, "plannerShown", { code: reply.code })];
      return {
        ...wording,
        approvals: [
          ...wording.approvals,
          ...(reply.correction === undefined ? [] : [reply.correction]),
        ],
        text: [...shown, ...(wording.text === "" ? [] : [wording.text])].join("\n\n"),
      };
    }
  }
}

/** What went wrong as a sentence for a person: our own errors are written for people, all others are for the log. */
export function wordError(error: unknown, language: Language): string {
  return error instanceof AppError
    ? escapeMarkup(wordsOf(error, language))
    : say(language, "internalError");
}

/** What a colleague brings; while it waits its cards say so. */
function reportText({ agent, outcome }: Report, language: Language): string {
  if (outcome === undefined) return "";
  const name = escapeMarkup(agentLabel(agent, language));
  return outcome.ok
    ? say(language, "reportGood", { agent: name, text: answerMarkup(textOf(outcome.value)) })
    : say(language, "reportBad", { agent: name, text: escapeMarkup(outcome.failure.message) });
}

/** That something was stopped, and what was done and what was not. */
function stoppedText(
  { message, account }: Extract<RunResult, { kind: "stopped" }>,
  language: Language,
): string {
  const lists = escapeMarkup(accountText(account, language));
  return [say(language, "stopped", { message }), ...(lists === "" ? [] : [lists])].join("\n\n");
}

/** Puts the result of a run into words; a waiting run says nothing, its card does. */
export function wordResult(result: RunResult, language: Language): Wording {
  const plain = (text: string): Wording => ({ text, approvals: [], files: [] });
  switch (result.kind) {
    case "waiting":
      return { text: "", approvals: result.approvals, files: [] };
    case "refused":
      return plain(
        [
          say(language, "refusedProgram"),
          ...result.problems.map((problem) => codeBlock(formatDiagnostic(problem, language))),
        ].join("\n"),
      );
    case "denied":
      return plain(say(language, "deniedProgram", { message: result.message }));
    case "stopped":
      return plain(stoppedText(result, language));
    case "finished": {
      const { text, files } = result.envelope;
      return {
        text: text === "" ? say(language, "doneEmpty") : text,
        approvals: [],
        files: files.map(({ path, mediaType }) => ({ path, mediaType })),
      };
    }
  }
}
