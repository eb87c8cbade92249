import type { Assistant } from "../../agent/turn/assistant.ts";
import type { Language } from "../../base/localized.ts";
import { type Diagnostic, formatDiagnostic } from "../../engine/language/diagnostics.ts";
import type { Plan } from "../../engine/plan/plan.ts";
import type { ProgramGate } from "../../runs/gate.ts";
import { obstacleText } from "../../runs/obstacle.ts";
import type { Approval } from "../../security/approvals/approvals.ts";
import { triedLines } from "../approvals/dry-run.ts";
import {
  type Command,
  type CommandContext,
  type CommandOutcome,
  usageOf,
} from "../commands/command.ts";
import { codeBlock, escapeMarkup } from "../markup/parse-markup.ts";

/** The commands that run or explain a program. */
export function programCommands(assistant: Assistant, gate: ProgramGate): readonly Command[] {
  return [
    {
      name: "ibl",
      usage: "/ibl [system:time]",
      help: "helpIbl",
      run: (context) =>
        context.argument === ""
          ? usageOf(context, '/ibl [source:search_news]("AI")')
          : runProgram(assistant, context, context.argument),
    },
    {
      name: "check",
      usage: '/check [system:delete]("notes.md")',
      help: "helpCheck",
      run: (context) => checkProgram(assistant, gate, context),
    },
  ];
}

async function runProgram(
  assistant: Assistant,
  context: CommandContext,
  code: string,
): Promise<CommandOutcome> {
  const { origin, actor } = context;
  const result = await context.run((signal, follow) =>
    assistant.runProgram({
      origin: `${origin}/0`,
      actor,
      code,
      isByHand: true,
      ...follow,
      signal,
    }),
  );
  const offer = assistant.offerFor(result, { origin, actor });
  return { text: "", reply: { kind: "run", result, ...offer } };
}

/** Stands before a program whose reads are to be tried. */
const DRY_RUN = /^(?:--|—)dry-run\s+/;

async function checkProgram(
  assistant: Assistant,
  gate: ProgramGate,
  context: CommandContext,
): Promise<CommandOutcome> {
  const source = context.argument.replace(DRY_RUN, "");
  if (source === "") return usageOf(context, '/check [system:delete]("notes.md")');
  const { language } = context.person;
  const planned = gate.check(source, context.actor, true);
  if (planned.ok) {
    const tried = DRY_RUN.test(context.argument) ? await tryProgram(gate, context, source) : [];
    const obstacle = await gate.obstacleTo(planned.plan, context.actor);
    const fails = obstacle === undefined ? [] : [`⚠️ ${obstacleText(obstacle, language)}`];
    return { text: [planText(planned.plan, language), ...fails, ...tried].join("\n") };
  }
  const correction = correctionFor(assistant, context, planned.problems);
  return {
    text: planned.problems
      .map((problem) => codeBlock(formatDiagnostic(problem, language)))
      .join("\n"),
    ...(correction === undefined ? {} : { reply: { kind: "proposals", approval: correction } }),
  };
}

/** What came of the reads of a program, in lines of light markup. */
async function tryProgram(
  gate: ProgramGate,
  { actor, origin, person, run }: CommandContext,
  source: string,
): Promise<readonly string[]> {
  const tried = await run((signal, { onProgram }) =>
    gate.dryRun(
      { source },
      {
        actor,
        origin: `dry-run:${origin}`,
        signal,
        ...(onProgram === undefined ? {} : { onProgram }),
      },
    ),
  );
  return triedLines(tried, { language: person.language, seesValues: true });
}

/** The offer to run the corrected form of a wrong program, where it has just one. */
function correctionFor(
  assistant: Assistant,
  { origin, actor }: CommandContext,
  problems: readonly Diagnostic[],
): Approval | undefined {
  if (problems.length === 0) return undefined;
  return assistant.offerCorrection(problems, { origin, actor });
}

/** What a plan would do, for a reader. */
export function planText(plan: Plan, language: Language): string {
  const lines = plan.report.effects.map((effect) => {
    const mark = effect.approval ? "🔐" : effect.effect === "read" ? "👁" : "✏️";
    return `${mark} \`${effect.node}:${effect.action}\` ${escapeMarkup(effect.card[language])}`;
  });
  return [
    codeBlock(plan.program, "ibl"),
    ...lines,
    ...plan.warnings.map((warning) => `⚠️ ${warning.words[language]}`),
  ].join("\n");
}
