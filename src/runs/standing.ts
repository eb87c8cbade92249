import type { Clock } from "../base/clock.ts";
import { digestOf } from "../base/digest.ts";
import { dayNumber, localTimeOf, spokenTime } from "../base/format-time.ts";
import { inBoth } from "../base/localized.ts";
import type { ActionDefinition } from "../engine/catalogue/catalogue.ts";
import type { Actor } from "../engine/execute/action-types.ts";
import type { PlannedEffect } from "../engine/plan/effects-report.ts";
import type { Plan } from "../engine/plan/plan.ts";
import { describeTiming } from "../scheduler/ledger/describe.ts";
import type { Schedule } from "../scheduler/ledger/schedule-table.ts";
import type { Schedules } from "../scheduler/ledger/schedules.ts";
import { mostADay, recurrenceOf } from "../scheduler/timing/how-often.ts";
import { isClockTiming, type Timing } from "../scheduler/timing/timing-kinds.ts";
import { approverFor, type Verdict, waitingEffects } from "../security/access/policy.ts";
import type { Approval, Approvals } from "../security/approvals/approvals.ts";
import type { CardEffect, StandingOffer } from "../security/approvals/card-content.ts";
import { STANDING_ANSWER } from "../security/approvals/decision.ts";
import {
  STANDING_MS,
  type StandingApproval,
  type StandingApprovals,
  type StandingUse,
} from "../security/approvals/standing.ts";
import { cardOfPlan, type PlanSurroundings } from "./approval-cards.ts";
import {
  type CompileExtra,
  compileFor,
  extraOf,
  type PlanningEnvironment,
} from "./plan-and-judge.ts";
import type { Run } from "./run-table.ts";
import { type KeptOf, keptIn } from "./stored-programs.ts";

/** The run of a due time itself, and not of a look, or of what that run asked elsewhere. */
const OWN_RUN = /^occurrence:([^/]+)(?:\/again\d+)?$/;

/** A verdict that asks. */
type Asking = Extract<Verdict, { kind: "ask" }>;

/** What a run of a schedule waits for a press for, where a standing approval may cover all of it. */
interface Standable {
  readonly plan: Plan;
  readonly waiting: readonly PlannedEffect[];
  readonly recipients: readonly string[];
}

/** The run of a due time with its schedule, as it may stand now. */
interface DueRun {
  readonly schedule: Schedule;
  readonly occurrenceId: string;
  readonly standable: Standable;
  readonly binding: string;
}

/** What the press that makes a schedule stands for in its runs: offered on its card, given when it is made, looked up by each run, and offered once more by the run that comes when its time is over. Whatever is not exactly as it was asks again. */
export class StandingGate {
  readonly #parts: ConstructorParameters<typeof StandingGate>[0];

  constructor(
    parts: PlanningEnvironment & {
      readonly standing: StandingApprovals;
      readonly approvals: Pick<Approvals, "approversOf" | "mayDecide" | "needed">;
      readonly schedules: Pick<Schedules, "byId" | "occurrence">;
      readonly clock: Pick<Clock, "now">;
      /** What calls would keep for later. */
      readonly keptOf: KeptOf;
      /** Who or which group is called so by a person; `undefined` for nobody, and for several. */
      readonly recipientOf: (name: string, actor: Actor) => string | undefined;
    },
  ) {
    this.#parts = parts;
  }

  /** What the card of a plan offers: the runs of the one schedule it makes, where their effects are all known now and no text from outside decided any of it. */
  offer(
    asked: {
      readonly plan: Plan;
      readonly run: Run;
      readonly effects: readonly PlannedEffect[];
      readonly actor: Actor;
    },
    surroundings: PlanSurroundings,
  ): StandingOffer | undefined {
    const { plan, actor } = asked;
    const [effect, ...others] = asked.effects;
    if (effect === undefined || others.length > 0) return undefined;
    const isBarred = asked.run.barsGrants === true || actor.isUnattended === true;
    if (isBarred || !isPlain(effect) || !isAlone(effect, plan)) return undefined;
    const [found] = keptIn(this.#parts.keptOf, plan, asked.run.constants, actor).filter(
      ({ callId }) => callId === effect.callId,
    );
    const { program, timing, zone } = found?.kept ?? {};
    if (program === undefined || timing === undefined || zone === undefined) return undefined;
    const nowMs = this.#parts.clock.now();
    const isFar = timing.kind === "at" && timing.atMs >= nowMs + STANDING_MS;
    const run = this.#standableOf(program.source, actor);
    if (run === undefined || isFar) return undefined;
    const shown = cardOfPlan(run.plan, { ...surroundings, files: [], kept: [] });
    return offerOf(run, { timing, zone, nowMs, effects: shown.effects ?? [] });
  }

  /** What the card of a run offers where a press stood for it until its time was over, and all else is as it was. */
  renewal(run: Run, actor: Actor, effects: readonly CardEffect[]): StandingOffer | undefined {
    const due = run.barsGrants === true ? undefined : this.#dueRun(run, actor);
    if (due === undefined || due.schedule.isTainted || due.schedule.isHeld) return undefined;
    const { schedule, standable, binding } = due;
    const { timing, zone } = schedule;
    const last = this.#parts.standing.lastExpired(schedule.id);
    if (last?.binding !== binding || last.personId !== run.personId) return undefined;
    const nowMs = this.#parts.clock.now();
    const offer = offerOf(standable, { timing, zone, nowMs, effects });
    if (offer === undefined || offer.recurrence === "once") return undefined;
    return { ...offer, renews: binding };
  }

  /** Gives anew what the press on a run's card said, and counts that run; nothing where that was done before, or something has changed since. For the transaction in which the run goes on. */
  renew(approval: Approval, run: Run, actor: Actor): void {
    const { standing, approvals } = this.#parts;
    const { standing: offer } = approval.card;
    if (offer?.renews === undefined || approval.answer !== STANDING_ANSWER) return;
    const due = this.#dueRun(run, actor);
    if (due?.binding !== offer.renews || due.schedule.personId !== approval.personId) return;
    const { schedule, occurrenceId } = due;
    if (standing.lastExpired(schedule.id)?.binding !== offer.renews) return;
    const standingId = standing.give({
      personId: schedule.personId,
      scheduleId: schedule.id,
      binding: offer.renews,
      targets: offer.targets,
      mostADay: offer.mostADay,
      givers: approvals.approversOf(approval),
      approvalId: approval.id,
    });
    standing.count({ standingId, occurrenceId, runId: run.id, day: this.#dayOf(schedule) });
  }

  /** Gives what the press on a card said, now that its schedule is there; nothing where that is not the one which the card showed. For the transaction in which the schedule is made. */
  give(approval: Approval, scheduleId: string, actor: Actor): void {
    const { schedules, standing, approvals, clock } = this.#parts;
    const { standing: offer } = approval.card;
    const schedule = schedules.byId(scheduleId);
    if (offer === undefined || schedule === undefined || approval.answer !== STANDING_ANSWER)
      return;
    if (schedule.isTainted || schedule.isHeld || schedule.personId !== approval.personId) return;
    const run = this.#standableOf(schedule.program, { ...actor, chatId: schedule.chatId });
    const most = mostADay(schedule.timing, schedule.zone, clock.now());
    if (run === undefined || most === undefined || most > offer.mostADay) return;
    if (run.plan.digest !== offer.planDigest || !areSame(run.recipients, offer.recipients)) return;
    standing.give({
      personId: schedule.personId,
      scheduleId,
      binding: bindingOf(schedule, run),
      targets: offer.targets,
      mostADay: offer.mostADay,
      givers: approvals.approversOf(approval),
      approvalId: approval.id,
    });
  }

  /** Whether the run of a due time may begin or go on without a card; counts the due time, once. For the transaction that goes on with the run. */
  takeUse(run: Run, verdict: Asking, actor: Actor): boolean {
    const use = this.#find(run, verdict, actor);
    if (use !== undefined) this.#parts.standing.count(use);
    return use !== undefined;
  }

  #find(run: Run, verdict: Asking, actor: Actor): StandingUse | undefined {
    const { standing } = this.#parts;
    const due = this.#dueRun(run, actor);
    if (due === undefined) return undefined;
    const { schedule, occurrenceId, binding } = due;
    const known = standing.of(schedule.id);
    if (known === undefined || known.personId !== run.personId) return undefined;
    if (known.binding !== binding || !this.#isStillGiven(known, verdict)) return undefined;
    const day = this.#dayOf(schedule);
    const use = { standingId: known.id, occurrenceId, runId: run.id, day };
    return standing.hasRoom(known, use) ? use : undefined;
  }

  /** The due time whose own run this is, in its own chat; `undefined` for any other run, and where its effects may not stand. */
  #dueRun(run: Run, actor: Actor): DueRun | undefined {
    const { schedules } = this.#parts;
    const occurrenceId = OWN_RUN.exec(run.origin)?.[1];
    const occurrence = occurrenceId && schedules.occurrence(occurrenceId);
    const schedule = occurrence ? schedules.byId(occurrence.scheduleId) : undefined;
    if (!occurrence || schedule === undefined || !isOwnCause(occurrence.cause, schedule.timing))
      return undefined;
    if (schedule.personId !== run.personId || schedule.chatId !== run.chatKey) return undefined;
    const { createdAtMs: _anyDay, ...asOnCard } = run;
    const standable = this.#standableOf(run.source, actor, extraOf(asOnCard));
    if (standable === undefined) return undefined;
    const binding = bindingOf(schedule, standable);
    return { schedule, occurrenceId: occurrence.id, standable, binding };
  }

  #dayOf({ zone }: Schedule): number {
    return dayNumber(localTimeOf(this.#parts.clock.now(), zone));
  }

  /** Whether those who gave it could still give it today, and are enough. */
  #isStillGiven({ givers, personId }: StandingApproval, { approver }: Asking): boolean {
    const { approvals, people } = this.#parts;
    const facts = { kind: "plan", approver, personId, card: {} } as const;
    const able = givers.filter((id) => {
      const giver = people.get(id);
      return giver !== undefined && approvals.mayDecide(facts, giver);
    });
    return able.length === givers.length && able.length >= approvals.needed(facts);
  }

  #standableOf(source: string, actor: Actor, extra: CompileExtra = {}): Standable | undefined {
    const alone: Actor = { ...actor, isUnattended: true };
    const planned = compileFor(this.#parts, source, alone, extra);
    return planned.ok ? this.#standable(planned.plan, alone) : undefined;
  }

  /** The plan of a run, where every effect that waits in it may stand, with who each one reaches. */
  #standable(plan: Plan, actor: Actor): Standable | undefined {
    const { catalogue, people, recipientOf } = this.#parts;
    const { actions } = catalogue();
    const waiting = waitingEffects(plan);
    if (plan.report.effects.some(({ asksWhenReached }) => asksWhenReached === true))
      return undefined;
    const isOwners = approverFor(waiting) === "owner";
    if (waiting.length === 0 || (isOwners && people.get(actor.personId)?.role !== "owner"))
      return undefined;
    const isFew = waiting.every((effect) => {
      const most = actions.get(nameOf(effect))?.approvalBeyond ?? Number.POSITIVE_INFINITY;
      const same = waiting.filter((other) => nameOf(other) === nameOf(effect));
      return same.reduce((sum, { times }) => sum + times, 0) <= most;
    });
    const mayAll = waiting.every((effect) => mayStand(effect, actions.get(nameOf(effect)), actor));
    if (!isFew || !mayAll) return undefined;
    const names = waiting.flatMap(({ details }) =>
      details.flatMap(({ role, value, whole = value }) =>
        role === "recipient" ? [whole ?? ""] : [],
      ),
    );
    const recipients = names.flatMap((name) => recipientOf(name, actor) ?? []);
    return recipients.length === names.length ? { plan, waiting, recipients } : undefined;
  }
}

/** What a press on runs that come so may stand for; `undefined` where nobody knows how often they come. */
function offerOf(
  { plan, recipients, waiting }: Standable,
  {
    timing,
    zone,
    nowMs,
    effects,
  }: {
    readonly timing: Timing;
    readonly zone: string;
    readonly nowMs: number;
    readonly effects: readonly CardEffect[];
  },
): StandingOffer | undefined {
  const most = mostADay(timing, zone, nowMs);
  if (most === undefined) return undefined;
  return {
    planDigest: plan.digest,
    recipients,
    targets: targetsOf(waiting),
    mostADay: most,
    recurrence: recurrenceOf(timing),
    when: inBoth((language) =>
      timing.kind === "at"
        ? spokenTime(timing.atMs, { language, zone }, nowMs)
        : describeTiming(timing, zone, language),
    ),
    ...(timing.kind === "at" && { atMs: timing.atMs }),
    effects,
  };
}

/** True for a call of the person's own that happens for certain, once, and whose values nobody outside decided. */
function isPlain(effect: PlannedEffect): boolean {
  const { times, conditional, coveredBy, agents, tainted, details, callId } = effect;
  const isCertain = times === 1 && !conditional && coveredBy === undefined && !callId.includes("/");
  const isOwn = agents === undefined && tainted !== true;
  return isCertain && isOwn && !details.some((detail) => detail.tainted === true);
}

/** True where nothing else of a program does anything now, so that the card need not tell of it. */
function isAlone({ callId }: PlannedEffect, { report }: Plan): boolean {
  return report.effects.every(
    (other) => other.callId === callId || other.later || other.effect === "read",
  );
}

/** Whether the press on a schedule may stand for an effect of its runs: its action says so, and all that decides where it goes, of a command all there is, is known now and the person's own. */
function mayStand(
  { details, effect, tainted }: PlannedEffect,
  definition: ActionDefinition | undefined,
  { inGroup }: Actor,
): boolean {
  if (definition?.mayStand !== true || tainted === true) return false;
  if (inGroup !== undefined && definition.approvalIn?.includes("group") === true) return false;
  const isFixed = effect === "execute" || effect === "device";
  return details.every(
    (detail) =>
      detail.tainted !== true &&
      (detail.value !== undefined || (detail.role === undefined && !isFixed)),
  );
}

/** A due time of its own, or an event that it waits for, and nothing that somebody set off beside them. */
function isOwnCause(cause: string, timing: Timing): boolean {
  if (isClockTiming(timing) || timing.kind === "condition") return cause === "time";
  return cause.startsWith("event:") && !cause.startsWith("event:wish:");
}

/** Everything that must still be as it was when a run begins. */
function bindingOf(schedule: Schedule, { plan, recipients }: Standable): string {
  const { program, timing, zone, isZoneNamed, chatId, agents, nodes } = schedule;
  return digestOf({
    program,
    timing: { ...timing },
    zone: isZoneNamed ? zone : null,
    chatId,
    agents: agents ?? null,
    nodes: nodes ?? null,
    plan: plan.digest,
    recipients,
  });
}

/** Recipients, files and commands of effects as they are written. */
function targetsOf(effects: readonly PlannedEffect[]): readonly string[] {
  return effects.flatMap(({ details }) =>
    details.flatMap(({ role, value }) =>
      role === undefined || value === undefined ? [] : [value],
    ),
  );
}

function nameOf({ node, action }: PlannedEffect): string {
  return `${node}:${action}`;
}

function areSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((each, index) => each === right[index]);
}
