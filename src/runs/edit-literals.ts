import { canonicalJson, type Json } from "../base/json.ts";
import type { Catalogue } from "../engine/catalogue/catalogue.ts";
import type { Actor } from "../engine/execute/action-types.ts";
import type { Diagnostic } from "../engine/language/diagnostics.ts";
import { parse } from "../engine/language/parser.ts";
import { printProgram } from "../engine/language/printer.ts";
import type { Program } from "../engine/language/tree.ts";
import {
  boundNames,
  type Literal,
  type LiteralKind,
  type LiteralPlace,
  literalsOf,
  withLiteral,
} from "../engine/plan/literals.ts";
import type { Plan } from "../engine/plan/plan.ts";
import { readTyped, shownValue } from "../engine/plan/typed-value.ts";
import { referencesOf } from "../engine/values/resolve-references.ts";
import type { Person } from "../security/access/people.ts";
import type { Verdict } from "../security/access/policy.ts";
import type { Approval, Approvals } from "../security/approvals/approvals.ts";
import type { ProgramChange } from "../security/approvals/card-content.ts";
import { type Database, inTransaction } from "../store/database.ts";
import { cardOfPlan, type PlanSurroundings } from "./approval-cards.ts";
import type { Run, Runs } from "./run-table.ts";

/** A literal of a waiting program and the text that a person typed for it. */
export interface Revision {
  readonly place: LiteralPlace;
  readonly text: string;
  readonly by: Person;
}

/** What became of a wish to change a waiting program. Only `revised` changed anything. */
export type RevisionResult =
  | { readonly kind: "revised"; readonly approval: Approval; readonly change: ProgramChange }
  /** The approval was decided before, or the program has no such literal. */
  | { readonly kind: "gone" }
  | { readonly kind: "same" }
  /** The text cannot be read as what stands there. */
  | { readonly kind: "unreadable"; readonly expected: LiteralKind }
  /** The text names a value of the program, which nobody could see before it runs. */
  | { readonly kind: "reference"; readonly name: string }
  | { readonly kind: "refused"; readonly problems: readonly Diagnostic[] }
  | { readonly kind: "denied"; readonly message: string };

type CompileResult =
  | { readonly ok: true; readonly plan: Plan }
  | { readonly ok: false; readonly problems: readonly Diagnostic[] };

/** The literals of the program that waits under an approval: first those of effects that wait for the press, then the others. */
export function editableLiterals(
  runs: Runs,
  catalogue: Catalogue,
  approval: Approval,
): readonly Literal[] {
  const program = waitingProgram(runs, approval)?.program;
  const literals = program === undefined ? [] : literalsOf(program, catalogue);
  const waits = ({ node, action }: Literal): boolean =>
    catalogue.actions.get(`${node}:${action}`)?.approval === true;
  return [...literals.filter(waits), ...literals.filter((literal) => !waits(literal))];
}

/**
 * Puts another literal into the program that waits under a plan's approval: planned and judged again for the one who asked, under a
 * new approval that needs its own press. The old one is cancelled in the same transaction. The run keeps its origin and turn.
 */
export async function revise(
  parts: {
    readonly database: Database;
    readonly runs: Runs;
    readonly approvals: Approvals;
    readonly catalogue: () => Catalogue;
    readonly compile: (run: Run, source: string, actor: Actor) => CompileResult;
    readonly judge: (plan: Plan, actor: Actor) => Verdict;
    /** What the card of a plan shows besides it. */
    readonly planContext: (run: Run, plan: Plan, actor: Actor) => Promise<PlanSurroundings>;
    readonly faultPoint: (name: string) => void;
  },
  approval: Approval,
  actor: Actor,
  revision: Revision,
): Promise<RevisionResult> {
  const { runs, approvals } = parts;
  const waiting = waitingProgram(runs, approval);
  const isOpen = approvals.get(approval.id)?.state === "pending";
  if (waiting === undefined || !isOpen) return { kind: "gone" };
  const { run, program } = waiting;
  const literal = literalsOf(program, parts.catalogue()).find(isAt(revision.place));
  if (literal === undefined) return { kind: "gone" };
  const value = readTyped(literal.kind, literal.value, revision.text);
  if (value === undefined) return { kind: "unreadable", expected: literal.kind };
  if (canonicalJson(value) === canonicalJson(literal.value)) return { kind: "same" };
  const name = unseenName(value, literal, { program, run });
  if (name !== undefined) return { kind: "reference", name };
  const source = printProgram(withLiteral(program, revision.place, value));
  const { node, action, param, value: before } = literal;
  const wording = { from: shownValue(before), to: revision.text, by: revision.by.name };
  const change = { node, action, param, ...wording };
  const changes = [...(run.changes ?? []), change];
  const planned = parts.compile({ ...run, changes }, source, actor);
  if (!planned.ok) return { kind: "refused", problems: planned.problems };
  const verdict = parts.judge(planned.plan, actor);
  if (verdict.kind === "deny") return { kind: "denied", message: verdict.words[actor.language] };
  // What needs no press after the change gets one all the same: whoever changed it has not allowed it yet.
  const approver = verdict.kind === "ask" ? verdict.approver : "requester";
  const { plan } = planned;
  const surroundings = await parts.planContext({ ...run, changes }, plan, actor);
  const facts = { run, plan, changes, approver, by: revision.by, surroundings };
  const next = replaceApproval(parts, approval, facts);
  parts.faultPoint("approval-revised");
  return next === undefined ? { kind: "gone" } : { kind: "revised", approval: next, change };
}

function replaceApproval(
  { database, runs, approvals, catalogue }: Parameters<typeof revise>[0],
  old: Approval,
  next: {
    readonly run: Run;
    readonly plan: Plan;
    readonly changes: readonly ProgramChange[];
    readonly approver: "requester" | "owner";
    readonly by: Person;
    readonly surroundings: PlanSurroundings;
  },
): Approval | undefined {
  const { run, plan, changes, approver, by, surroundings } = next;
  return inTransaction(database, () => {
    if (approvals.replace(old.id, by) === undefined) return undefined;
    runs.revise(run.id, plan, changes);
    return approvals.request({
      kind: "plan",
      personId: run.personId,
      chatKey: run.chatKey,
      runId: run.id,
      digest: plan.digest,
      card: {
        ...cardOfPlan(plan, catalogue(), surroundings),
        ...actingOn(old),
      },
      approver,
      lifetimeMs: old.expiresAtMs - old.createdAtMs,
    });
  });
}

function actingOn({ card: { agents } }: Approval): Pick<Approval["card"], "agents"> {
  return agents === undefined ? {} : { agents };
}

/** The run of a plan's approval with its canonical program, while nothing of it has begun. */
function waitingProgram(
  runs: Runs,
  { kind, runId }: Approval,
): { readonly run: Run; readonly program: Program } | undefined {
  const run = kind !== "plan" || runId === undefined ? undefined : runs.get(runId);
  if (run?.state !== "waiting") return undefined;
  const parsed = parse(run.program);
  return parsed.ok ? { run, program: parsed.program } : undefined;
}

function isAt(place: LiteralPlace): (literal: Literal) => boolean {
  const wanted = JSON.stringify(place);
  return (literal) => JSON.stringify(literal.place) === wanted;
}

/** The name of a value that the program would put in the place of the text, unless it stands there already. */
function unseenName(
  value: Json,
  literal: Literal,
  { program, run }: { readonly program: Program; readonly run: Run },
): string | undefined {
  const present = referencesOf(literal.value).map((reference) => reference.name);
  const bound = [...boundNames(program), ...Object.keys(run.constants), "prev"];
  return referencesOf(value)
    .map((reference) => reference.name)
    .filter((name) => !present.includes(name))
    .find((name) => bound.some((known) => name.startsWith(known)));
}
