import type { Actor } from "../engine/execute/action-types.ts";
import type { LookAtFile, SeenFile } from "../engine/execute/file-state.ts";
import type { Plan } from "../engine/plan/plan.ts";
import type { CommandShelter } from "../security/approvals/card-content.ts";
import type { PlanSurroundings } from "./approval-cards.ts";
import type { CalledBy } from "./card-deeds.ts";
import type { DryRunEnvironment, DryRunScope } from "./dry-run.ts";
import type { Run, Runs } from "./run-table.ts";
import { filesOfPlan } from "./seen-files.ts";
import { type KeptOf, storedPrograms } from "./stored-programs.ts";
import { type OriginOf, originsIn } from "./value-origins.ts";

/** Looks at a file of a chat, by the chat's key and the path. */
export type LookInChat = (chatKey: string, path: string) => ReturnType<LookAtFile>;

/** What looking around a plan needs. */
export interface CardSurroundings extends DryRunEnvironment {
  readonly runs: Runs;
  /** Looks at a file of a chat. Default: cards say nothing of files. */
  readonly lookAtFile?: LookInChat;
  /** What calls would keep for later, which is tried before it is asked about. Default: nothing. */
  readonly keptOf?: KeptOf;
  /** How commands run: whether without the internet and apart from the machine, and how long. Default: cards say nothing of it. */
  readonly shelter?: () => Promise<CommandShelter>;
  /** What a recipient of a person calls itself; `undefined` for nobody. Default: cards name them as programs do. */
  readonly recipientName?: (name: string, actor: Actor) => string | undefined;
}

/** What the card of a plan shows besides it: the programs that it keeps for later are tried. Throws the reason of an abort. */
export async function planContext(
  parts: CardSurroundings,
  { run, plan }: { readonly run: Run; readonly plan: Plan },
  scope: Pick<DryRunScope, "actor" | "signal" | "onProgram">,
): Promise<PlanSurroundings> {
  const files = await filesIn(parts.lookAtFile, run, plan);
  const kept = await storedPrograms(parts, { plan, run }, { ...scope, extra: run });
  const shelter = await shelterOf(parts, plan);
  const around = shelter === undefined ? {} : { shelter };
  const called = calledBy(parts, scope.actor);
  const originOf = originsOf(parts, run);
  return { files, kept, ...around, called, originOf, clock: parts.clock, actor: scope.actor };
}

/** Whose the doubtful values of a run are. */
export function originsOf({ runs }: { readonly runs: Runs }, run: Run): OriginOf {
  return originsIn(run.ownWords ?? [], runs.resultsUpTo(run));
}

/** What the recipients of a person's programs are called on cards. */
export function calledBy(
  { recipientName }: Pick<CardSurroundings, "recipientName">,
  actor: Actor,
): CalledBy {
  return (name) => recipientName?.(name, actor) ?? name;
}

/** How the commands of a plan run; `undefined` for a plan without any. */
export async function shelterOf(
  { shelter }: Pick<CardSurroundings, "shelter">,
  { report }: Plan,
): Promise<CommandShelter | undefined> {
  return report.commands.length === 0 ? undefined : shelter?.();
}

/** How the files are that effects of a run's plan take or write over; by default all of its effects. */
export async function filesIn(
  lookAtFile: LookInChat | undefined,
  run: Run,
  plan: Plan,
  effects = plan.report.effects,
): Promise<readonly SeenFile[]> {
  const look = lookIn(lookAtFile, run);
  return look === undefined ? [] : filesOfPlan(plan, effects, look);
}

/** Looks at files of the chat of a run; `undefined` where nobody can. */
export function lookIn(
  lookAtFile: LookInChat | undefined,
  { chatKey }: Run,
): LookAtFile | undefined {
  return lookAtFile === undefined ? undefined : (path) => lookAtFile(chatKey, path);
}
