import type { Clock } from "../base/clock.ts";
import { sentences } from "../base/localized.ts";
import type { EventPlanning } from "../nodes/system/schedules/events-parts.ts";
import { previewOf } from "../nodes/system/schedules/events-preview.ts";
import { onlyReads } from "../runs/only-reads.ts";
import type { Planning } from "../runs/plan-and-judge.ts";
import type { KeptOf } from "../runs/stored-programs.ts";
import type { Schedules } from "../scheduler/ledger/schedules.ts";

/** What schedules and events are planned with. */
export interface EventPlanningParts {
  readonly schedules: Schedules;
  readonly clock: Clock;
  readonly planning: Pick<Planning, "compile">;
}

/** Plans what schedules and events run, as it would run for their person. */
export function eventPlanning({ schedules, clock, planning }: EventPlanningParts): EventPlanning {
  return {
    schedules,
    clock,
    onlyReads: (plan) => onlyReads(plan.report),
    planForLater: (call, source) => {
      const planned = planning.compile(source, call.actor);
      if (planned.ok) return planned;
      const words = sentences(planned.problems.map((problem) => problem.words));
      return { ok: false, message: words[call.actor.language] };
    },
  };
}

/** The programs that schedules and events would keep, for who tries them before. */
export function keptByEvents(parts: EventPlanningParts): KeptOf {
  const planning = eventPlanning(parts);
  return ({ node, action }, params, actor) => previewOf(planning, { node, action, params, actor });
}
