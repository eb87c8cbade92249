import type { Actor } from "../engine/execute/action-types.ts";
import type { CallToLookAt, LookAtCall } from "../engine/execute/call-look.ts";
import type { CallPicture, TakePicture } from "../engine/execute/call-picture.ts";
import type { LookAtFile, LookedCall, SeenFile } from "../engine/execute/file-state.ts";
import type { Plan } from "../engine/plan/plan.ts";
import { sourcesOf } from "../engine/plan/value-sources.ts";
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

/** Takes a picture of what a call of an actor acts on, for its card; `undefined` where there is nothing to see. Rejects only with the signal's reason. */
export type PictureOfCall = (
  call: LookedCall,
  around: Pick<DryRunScope, "actor" | "signal">,
) => Promise<CallPicture | undefined>;

/** Looks at what a call of an actor acts on: see `LookAtCall`. */
export type LookForActor = (
  call: CallToLookAt,
  around: { readonly actor: Actor; readonly signal: AbortSignal },
) => ReturnType<LookAtCall>;

/** What looking around a plan needs. */
export interface CardSurroundings extends DryRunEnvironment {
  readonly runs: Runs;
  /** Looks at a file of a chat. Default: cards say nothing of files. */
  readonly lookAtFile?: LookInChat;
  /** Looks at what calls act on when they are reached. Default: nobody can, and each of them waits. */
  readonly lookAtCall?: LookForActor;
  /** Default: cards have no pictures. */
  readonly pictureOf?: PictureOfCall;
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
  const picture = await pictureOfPlan(pictureTaker(parts, scope), plan);
  const around = {
    ...(shelter === undefined ? {} : { shelter }),
    ...(picture === undefined ? {} : { picture }),
  };
  const called = calledBy(parts, scope.actor);
  const originOf = originsOf(parts, run);
  return { files, kept, ...around, called, originOf, clock: parts.clock, actor: scope.actor };
}

/** Takes pictures for the cards of a run; `undefined` where nobody can. */
export function pictureTaker(
  { pictureOf }: Pick<CardSurroundings, "pictureOf">,
  around: Pick<DryRunScope, "actor" | "signal">,
): TakePicture | undefined {
  return pictureOf === undefined ? undefined : (call) => pictureOf(call, around);
}

/** The picture of what the first effect that asks acts on: later ones may find it changed. */
async function pictureOfPlan(
  take: TakePicture | undefined,
  { statements, report }: Plan,
): Promise<CallPicture | undefined> {
  const first = report.effects.find(({ approval, later }) => approval && !later);
  const found = sourcesOf(statements).find(({ call }) => call.id === first?.callId);
  if (take === undefined || found === undefined) return undefined;
  const { id, definition, params, runtimeRoles } = found.call;
  const known = Object.entries(params).filter(([name]) => !runtimeRoles.includes(name));
  return take({ id, definition, params: Object.fromEntries(known) });
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
