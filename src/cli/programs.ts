import type { PlannedPart, PlannerResult, PlanProposal } from "../agent/planner/result.ts";
import { type ActionLine, describeProgram, listActions, planWords } from "../app/describe.ts";
import {
  cardAsText,
  checkCode,
  checkText,
  envelopeIn,
  nearestIn,
  obstacleTo,
  ownLanguage,
  problemJson,
  problemText,
  resultText,
  runCode,
  setupIn,
  tryCode,
} from "../app/local-owner.ts";
import type { App } from "../app/open-app.ts";
import type { Language, Localized } from "../base/localized.ts";
import type { Warning } from "../engine/language/diagnostics.ts";
import type { PlanResult } from "../engine/plan/plan.ts";
import type { RunResult } from "../runs/run-result.ts";
import type { TriedProgram } from "../security/approvals/dry-run-result.ts";
import type { CliContext } from "./command.ts";
import { textArgument, withParts } from "./context.ts";
import { answerer, howToDecide } from "./conversation.ts";
import { EXIT } from "./output.ts";
import { createProgress } from "./progress.ts";

/** What stands before "after the command". */
const THE_PROGRAM: Localized = { ko: "프로그램을", en: "the program" };
const THE_MESSAGE: Localized = { ko: "메시지를", en: "the message" };

/** The command `parse CODE`. */
export async function parseProgram(context: CliContext): Promise<number> {
  const { speaker } = context;
  const described = describeProgram(await textArgument(context, THE_PROGRAM));
  if (!described.ok) {
    if (speaker.json) speaker.data({ ok: false, error: problemJson(described.error) });
    else speaker.note(problemText(described.error, speaker.language));
    return EXIT.refused;
  }
  const { program, warnings } = described;
  if (speaker.json) speaker.data({ ok: true, ...program, warnings: warnings.map(problemJson) });
  else {
    speaker.line(JSON.stringify(program, null, 2));
    for (const warning of warnings) speaker.note(warningLine(warning));
  }
  return EXIT.ok;
}

function warningLine({ code, words, line, column }: Warning): Localized {
  return {
    ko: `⚠️ ${line}번째 줄 ${column}번째 글자: ${words.ko} (${code})`,
    en: `⚠️ ${line}:${column}: ${words.en} (${code})`,
  };
}

/** The command `check CODE [--dry-run]`. */
export async function checkProgram(context: CliContext): Promise<number> {
  const code = await textArgument(context, THE_PROGRAM);
  return withParts(context, async (parts) => {
    const planned = checkCode(parts, code);
    if (!planned.ok) {
      refuse(context, parts, planned.problems);
      return EXIT.refused;
    }
    const tried = context.arguments.dryRun ? await tryProgram(context, parts, code) : undefined;
    await tellPlan(context, parts, planned, tried);
    return tried?.kind === "failed" || tried?.kind === "refused" ? EXIT.failed : EXIT.ok;
  });
}

/** What a plan would do, and what lets it only fail as things are now. */
async function tellPlan(
  { speaker }: CliContext,
  parts: App,
  planned: Extract<PlanResult, { ok: true }>,
  tried: TriedProgram | undefined,
): Promise<void> {
  const { plan } = planned;
  const obstacle = await obstacleTo(parts, plan);
  if (!speaker.json) {
    speaker.line(checkText(parts, planned, tried));
    if (obstacle !== undefined) speaker.note(`⚠️ ${obstacle.text}`);
    return;
  }
  speaker.data({
    ok: true,
    program: plan.program,
    digest: plan.digest,
    ...plan.report,
    approvals: plan.report.effects.filter((effect) => effect.approval && !effect.later),
    warnings: plan.warnings.map(problemJson),
    ...(obstacle === undefined ? {} : { obstacle: obstacleJson(obstacle) }),
    ...(tried === undefined ? {} : { dryRun: tried }),
  });
}

async function tryProgram(context: CliContext, parts: App, code: string): Promise<TriedProgram> {
  const progress = createProgress(context);
  try {
    return await tryCode(parts, code, { signal: context.signal, onStep: progress.step });
  } finally {
    progress.end();
  }
}

/** The command `run CODE [--yes]`. */
export async function runProgram(context: CliContext): Promise<number> {
  return runText(context, await textArgument(context, THE_PROGRAM));
}

/** Runs a program as the local owner and tells its result. */
export async function runText(context: CliContext, code: string): Promise<number> {
  return withParts(context, async (parts) => {
    const progress = createProgress(context);
    const result = await runCode(parts, code, {
      answer: answerer(context, parts),
      signal: context.signal,
      onStep: progress.step,
    });
    progress.end();
    return tellResult(context, parts, result);
  });
}

function tellResult(context: CliContext, parts: App, result: RunResult): number {
  if (result.kind === "refused") {
    refuse(context, parts, result.problems);
    return EXIT.refused;
  }
  const envelope = envelopeIn(result);
  if (result.kind === "waiting") return tellWaiting(context, parts, result);
  if (context.speaker.json)
    context.speaker.data(
      envelope === undefined
        ? { ok: false, error: failureJson(parts, result) }
        : envelopeJson(envelope),
    );
  else {
    const nearest = nearestIn(parts, result);
    const lines = [
      resultText(parts, result),
      ...setupIn(result),
      ...(nearest === undefined ? [] : [nearest.text]),
    ];
    context.speaker.line(lines.join("\n"));
  }
  return envelope?.ok === true ? EXIT.ok : EXIT.failed;
}

function failureJson(parts: App, result: RunResult): object {
  const nearest = nearestIn(parts, result)?.names;
  return {
    code: codeOf(result),
    message: resultText(parts, result),
    ...(nearest === undefined ? {} : { nearest }),
  };
}

function obstacleJson({
  text: _told,
  ...told
}: NonNullable<Awaited<ReturnType<typeof obstacleTo>>>): object {
  return told;
}

/** A word for why a program did not run: what it could only fail at, where that is known. */
function codeOf(result: RunResult): string {
  return result.kind === "denied" ? (result.obstacle?.code ?? result.kind) : result.kind;
}

function tellWaiting(
  context: CliContext,
  parts: App,
  result: Extract<RunResult, { kind: "waiting" }>,
): number {
  const [first] = result.approvals;
  const approval =
    first === undefined
      ? undefined
      : { id: first.id, expiresAt: new Date(first.expiresAtMs).toISOString() };
  if (context.speaker.json)
    context.speaker.data({
      ok: false,
      partial: false,
      value: null,
      statements: [],
      warnings: [],
      approval,
    });
  else {
    for (const waiting of result.approvals) context.speaker.note(cardAsText(parts, waiting));
    if (first !== undefined) context.speaker.note(howToDecide(first));
  }
  return EXIT.waiting;
}

function envelopeJson(envelope: NonNullable<ReturnType<typeof envelopeIn>>): object {
  const { ok, partial, value, text, statements, files, warnings } = envelope;
  return { ok, partial, value, statements, warnings, text, files };
}

function refuse(
  context: CliContext,
  parts: App,
  problems: Extract<RunResult, { kind: "refused" }>["problems"],
): void {
  const described = problems.map(problemJson);
  if (context.speaker.json)
    context.speaker.data({ ok: false, error: described[0], problems: described });
  else
    for (const problem of problems) context.speaker.note(problemText(problem, ownLanguage(parts)));
}

/** The command `plan TEXT`. */
export async function planMessage(context: CliContext): Promise<number> {
  const text = await textArgument(context, THE_MESSAGE);
  return withParts(context, async (parts) => {
    const planned = await planWords(parts, text, context.signal);
    if (context.speaker.json) context.speaker.data(planned);
    else
      for (const line of plannedLines(planned, context.speaker.language))
        context.speaker.line(line);
    return EXIT.ok;
  });
}

/** The command `actions`. */
export async function showActions(context: CliContext): Promise<number> {
  return withParts(context, (parts) => {
    const actions = listActions(parts);
    if (context.speaker.json) context.speaker.data(actions);
    else for (const entry of actions) context.speaker.line(actionText(entry));
    return EXIT.ok;
  });
}

function actionText(entry: ActionLine): string {
  const marks = `${entry.effect}${entry.approval ? ", approval" : ""}`;
  const needs = entry.needs.length === 0 ? "" : ` — ${entry.needs.join(" ")}`;
  return `${entry.ready ? "✓" : "✗"} ${entry.node}:${entry.action} (${marks}) ${entry.description}${needs}`;
}

const SURE: Localized = {
  ko: "확실해요. 모델 없이는 이 프로그램을 실행해요.",
  en: "Sure: without a model this would be run.",
};
const UNSURE: Localized = {
  ko: "확실하지 않아요. 모델 없이는 이것들을 단추로 보여 드려요.",
  en: "Not sure: without a model these would be offered as buttons.",
};
const NOTHING: Localized = {
  ko: "맞는 것이 없어요. 할 수 있는 일은 ibl-bot actions 로 볼 수 있어요.",
  en: "Nothing fits. What can be done is shown by ibl-bot actions.",
};
const OTHERS: Localized = { ko: "그 밖에:", en: "Instead of it:" };
const LIKE: Localized = { ko: "예시", en: "like" };

/** What a planned message is, for a person to read: verdict, programs with their scores, the examples they were made from and the values put into them. */
export function plannedLines(planned: PlannerResult, language: Language): readonly string[] {
  switch (planned.kind) {
    case "none":
      return [planned.answer ?? planned.question ?? NOTHING[language]];
    case "unsure":
      return [
        UNSURE[language],
        ...planned.proposals.flatMap((proposal) => proposalLines(proposal, language)),
      ];
    case "sure": {
      const others = planned.others ?? [];
      return [
        SURE[language],
        ...proposalLines(planned, language),
        ...(others.length === 0 ? [] : [OTHERS[language]]),
        ...others.map(headLine),
      ];
    }
  }
}

function proposalLines(proposal: PlanProposal, language: Language): readonly string[] {
  return [headLine(proposal), ...(proposal.from ?? []).map((part) => partLine(part, language))];
}

function headLine({ score, code, intent }: PlanProposal): string {
  return `${score.toFixed(2)}  ${code.replaceAll("\n", " ; ")}  — ${intent}`;
}

function partLine({ score, example, slots }: PlannedPart, language: Language): string {
  const values = slots.map(({ kind, value }) => `${kind} "${value}"`).join(", ");
  const filled = values === "" ? "" : `: ${values}`;
  return `      ${score.toFixed(2)} ${LIKE[language]} "${example}"${filled}`;
}
