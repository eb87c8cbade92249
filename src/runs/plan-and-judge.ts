import type { JsonObject } from "../base/json.ts";
import { type Localized, sentences } from "../base/localized.ts";
import type { Redact } from "../base/redact.ts";
import type { AskingSituation, Catalogue } from "../engine/catalogue/catalogue.ts";
import type { Actor } from "../engine/execute/action-types.ts";
import type { Diagnostic } from "../engine/language/diagnostics.ts";
import { parse } from "../engine/language/parser.ts";
import { type Plan, type PlanResult, planProgram } from "../engine/plan/plan.ts";
import type { PlanFault } from "../engine/plan/plan-position.ts";
import type { InnerProgram } from "../engine/plan/planned-tree.ts";
import { correctedProblems } from "../engine/plan/suggest-correction.ts";
import type { Said } from "../engine/plan/taint-of-literals.ts";
import type { StoredWorkflow } from "../engine/plan/workflow.ts";
import { failureIn, type Outcome } from "../engine/values/outcome.ts";
import type { People } from "../security/access/people.ts";
import { approverFor, judge, type Verdict } from "../security/access/policy.ts";
import { createSaid } from "../security/access/quoted-by-person.ts";
import type { AgentNames } from "./agent-names.ts";

/** Stored workflows as one person sees them. */
export interface WorkflowSource {
  get(name: string, actor: Pick<Actor, "personId" | "language">): StoredWorkflow | undefined;
  names(personId: string): readonly string[];
}

/** The nodes besides `system` that all of these agents may reach, the person's first; `undefined` for all. Without agents: those of the system agent. */
export type AllowedNodes = (agents: readonly string[] | undefined) => readonly string[] | undefined;

/** What programs are compiled with. */
export interface PlanningEnvironment {
  readonly people: People;
  readonly catalogue: () => Catalogue;
  readonly workflows: WorkflowSource;
  /** Default: all nodes. */
  readonly allowedNodes?: AllowedNodes;
  /** Nodes beyond which a run of this origin never goes, whoever acts. Default: no bound. */
  readonly nodesOf?: (origin: string) => readonly string[] | undefined;
  /** Default: nobody can be asked, and titles are the ids. */
  readonly agentRegistry?: AgentNames;
}

/** What planning needs, without judging. */
export type PlanSources = Omit<PlanningEnvironment, "people">;

/** Values that a program may use by name, names of those that come only when it runs, what stands before the ids of its calls, and the programs around it. */
export interface CompileExtra {
  readonly constants?: JsonObject;
  readonly unknown?: readonly string[];
  readonly prefix?: string;
  readonly within?: readonly string[];
  /** There when whoever wrote the program had read something from outside: which of its words the person said. */
  readonly said?: Said;
  /** True where a model wrote the program. */
  readonly isByModel?: boolean;
  /** True where a person wrote it as a program. Default: it was made of words. */
  readonly isByHand?: boolean;
  /** When the run begins. Default: not known yet. */
  readonly beganMs?: number;
}

/** A program planned to run in the place of a call, or why it may not. */
export type ExpandResult =
  | { readonly ok: true; readonly inner: InnerProgram; readonly plan: Plan }
  | { readonly ok: false; readonly outcome: Outcome };

/** Plans programs as they would run for a person; runs nothing and stores nothing. */
export interface Planning {
  /** Parses and plans, as `compileFor` does. */
  compile(source: string, actor: Actor, extra?: CompileExtra): PlanResult;
  /** Plans and judges a program that becomes known while another runs. Its effects wait for the press that shows the program; `said` where its text came from outside. */
  expand(
    source: string,
    actor: Actor,
    extra: CompileExtra & { readonly constants: JsonObject },
  ): ExpandResult;
}

/** Plans over these tables. `redact` takes out of a program what nobody may see. */
export function createPlanning(
  parts: PlanningEnvironment & { readonly redact?: Redact },
): Planning {
  const masked = (source: string): string => parts.redact?.(source) ?? source;
  return {
    compile: (source, actor, extra = {}) => compileFor(parts, masked(source), actor, extra),
    expand: (source, actor, extra) => expandFor(parts, masked(source), actor, extra),
  };
}

/** What a run's plan is made of besides its text, the same each time it is planned. */
export function extraOf({
  constants,
  ownWords,
  createdAtMs,
}: {
  readonly constants?: JsonObject;
  readonly ownWords?: readonly string[];
  readonly createdAtMs?: number;
}): CompileExtra {
  return {
    ...(createdAtMs === undefined ? {} : { beganMs: createdAtMs }),
    ...(constants === undefined ? {} : { constants }),
    ...(ownWords === undefined ? {} : { said: createSaid(ownWords) }),
  };
}

/** Parses and plans a program as it would run for a person; runs nothing and stores nothing. Where a refused one has one likely correction that plans, its first problem holds it. */
export function compileFor(
  parts: PlanSources,
  source: string,
  actor: Actor,
  extra: CompileExtra,
): PlanResult {
  const planned = planFor(parts, source, actor, extra);
  if (planned.ok) return planned;
  const problemsOf = (text: string): readonly Diagnostic[] => {
    const attempt = planFor(parts, text, actor, extra);
    return attempt.ok ? [] : attempt.problems;
  };
  const { problems } = planned;
  const catalogue = parts.catalogue();
  return { ok: false, problems: correctedProblems({ source, problems, catalogue, problemsOf }) };
}

function planFor(
  parts: PlanSources,
  source: string,
  actor: Actor,
  { beganMs, ...extra }: CompileExtra,
): PlanResult {
  const parsed = parse(source);
  if (!parsed.ok) return { ok: false, problems: [parsed.error] };
  const planned = planProgram({
    source: parsed.source ?? source,
    program: parsed.program,
    catalogue: parts.catalogue(),
    workflows: {
      get: (name) => parts.workflows.get(name, actor),
      names: () => parts.workflows.names(actor.personId),
    },
    owner: { personId: actor.personId, chatId: actor.chatId },
    ...(actor.agents === undefined ? {} : { agents: actor.agents }),
    situations: situationsOf(actor),
    colleagues: (name, agents) =>
      parts.agentRegistry?.ask(name, agents, "all") ?? { ok: false, fault: NOBODY_ELSE },
    ...(beganMs === undefined ? {} : { moment: { nowMs: beganMs, zone: actor.zone } }),
    ...extra,
  });
  if (!planned.ok) return planned;
  return {
    ok: true,
    plan: { ...planned.plan, warnings: [...parsed.warnings, ...planned.plan.warnings] },
  };
}

/** What the policy says to a plan of a person. `granted` are the calls that grants let through. */
export function judgeFor(
  parts: PlanningEnvironment,
  plan: Plan,
  actor: Actor,
  granted: ReadonlySet<string> = new Set(),
): Verdict {
  const { actions } = parts.catalogue();
  return judge(plan, parts.people.get(actor.personId), {
    ownerOnly: ({ node, action }) => actions.get(`${node}:${action}`)?.ownerOnly === true,
    granted,
    isInGroup: actor.inGroup !== undefined,
    allowedNodes: (agents) => within(actor.nodes, parts.allowedNodes?.(agents)),
  });
}

/** Who acts in the run of an origin: within the nodes that are its own, and without anybody there where a due time or an event began it. */
export function boundedFor(parts: PlanningEnvironment, actor: Actor, origin: string): Actor {
  const nodes = parts.nodesOf?.(origin);
  return {
    ...actor,
    ...(nodes === undefined ? {} : { nodes }),
    ...(origin.startsWith(UNATTENDED_ORIGIN) ? { isUnattended: true } : {}),
  };
}

/** Begins the origin of what due times and events run, and of what that asks others to do. */
const UNATTENDED_ORIGIN = "occurrence:";

function situationsOf({ isUnattended, inGroup }: Actor): readonly AskingSituation[] {
  return [
    ...(isUnattended === true ? (["unattended"] as const) : []),
    ...(inGroup === undefined ? [] : (["group"] as const)),
  ];
}

function within(
  bound: readonly string[] | undefined,
  allowed: readonly string[] | undefined,
): readonly string[] | undefined {
  if (bound === undefined || allowed === undefined) return bound ?? allowed;
  return allowed.filter((node) => bound.includes(node));
}

/** Plans and judges a program that becomes known while another runs. Its effects wait for the press that shows the program; what an owner alone may allow is refused to others, also below an `approve` or in a loop: the plan of the program that runs it does not know who must press those. */
function expandFor(
  parts: PlanningEnvironment,
  source: string,
  actor: Actor,
  extra: CompileExtra & { readonly constants: JsonObject },
): ExpandResult {
  const { language } = actor;
  const planned = compileFor(parts, source, actor, extra);
  if (!planned.ok) {
    const words = sentences(planned.problems.map((problem) => problem.words));
    return { ok: false, outcome: failureIn(language, "refused", words) };
  }
  const { plan } = planned;
  const verdict = judgeFor(parts, plan, actor);
  if (verdict.kind === "deny")
    return { ok: false, outcome: failureIn(language, "denied", verdict.words) };
  const asking = plan.report.effects.filter(({ approval }) => approval);
  if (approverFor(asking) === "owner" && !actor.isOwner)
    return { ok: false, outcome: failureIn(language, "denied", OWNER_ONLY) };
  return { ok: true, inner: { statements: plan.statements, constants: extra.constants }, plan };
}

const NOBODY_ELSE: PlanFault = {
  code: "unknown-agent",
  words: { en: "There is nobody to ask here.", ko: "여기에는 부탁할 동료가 없어요." },
};

const OWNER_ONLY: Localized = {
  en: "This program does what only an owner may allow, so it was not run.",
  ko: "주인만 허락할 수 있는 일을 하는 프로그램이어서 실행하지 않았어요.",
};
