import type { Clock } from "../base/clock.ts";
import { type Localized, sentences } from "../base/localized.ts";
import type { Admission } from "../bots/people/admission.ts";
import type { OccurrenceRunner } from "../bots/schedules/occurrence-runner.ts";
import type { Catalogue } from "../engine/catalogue/catalogue.ts";
import { actingAs } from "../engine/execute/action-types.ts";
import type { ProgramGate } from "../runs/gate.ts";
import type { Schedule } from "../scheduler/ledger/schedule-table.ts";
import type { Schedules } from "../scheduler/ledger/schedules.ts";
import { nextDue } from "../scheduler/timing/cron.ts";
import { isEventTrigger } from "../scheduler/timing/timing-kinds.ts";

/** Nodes beyond which a run never goes, since its schedule was made with them; `undefined` for any other run. */
export function nodesOfJob(
  schedules: Pick<Schedules, "jobOf" | "byId">,
  origin: string,
): readonly string[] | undefined {
  const id = schedules.jobOf(origin);
  return id === undefined ? undefined : schedules.byId(id)?.nodes;
}

/** What schedules are planned anew with. */
export interface RecheckParts {
  readonly schedules: Schedules;
  readonly gate: Pick<ProgramGate, "compile">;
  readonly admission: Pick<Admission, "person" | "actor">;
  readonly occurrenceRunner: Pick<OccurrenceRunner, "tellPaused">;
  readonly clock: Pick<Clock, "now">;
  readonly library: { readonly catalogue: () => Catalogue };
}

/** Plans every schedule anew at the first call, and at every later one for which the catalogue has changed. One that cannot run any more is paused, one that can again goes on; each time its owner is told, once. */
export function createRechecker(parts: RecheckParts): () => void {
  let checked: Catalogue | undefined;
  return () => {
    const catalogue = parts.library.catalogue();
    if (catalogue === checked) return;
    checked = catalogue;
    for (const schedule of parts.schedules.list()) recheck(parts, schedule);
  };
}

function recheck(parts: RecheckParts, schedule: Schedule): void {
  const { schedules, occurrenceRunner } = parts;
  const isPaused = schedule.pausedBecause !== undefined;
  if (schedule.state !== "active" && !isPaused) return;
  const problem = problemOf(parts, schedule);
  const isOver = nextDue(schedule.timing, schedule.zone, parts.clock.now()) === undefined;
  if (problem === undefined && isPaused && (!isOver || isEventTrigger(schedule.timing)))
    occurrenceRunner.tellPaused(schedules.enable(schedule.id, schedule.personId));
  if (problem === undefined || isPaused) return;
  const paused = schedules.pause(schedule.id, problem);
  if (paused !== undefined) occurrenceRunner.tellPaused(paused);
}

/** Why a schedule cannot run any more, in its owner's language. */
function problemOf(parts: RecheckParts, schedule: Schedule): string | undefined {
  const person = parts.admission.person(schedule.personId);
  if (person === undefined) return undefined;
  const actor = actingAs(parts.admission.actor(person, schedule.chatId), schedule.agents);
  const { timing, program } = schedule;
  const programs = [program, ...(timing.kind === "condition" ? [timing.watch] : [])];
  for (const source of programs.filter((text) => text !== "")) {
    const planned = parts.gate.compile(source, actor);
    const words: readonly Localized[] = planned.ok
      ? []
      : planned.problems.map((problem) => problem.words);
    if (words.length > 0) return sentences(words)[actor.language];
  }
  return undefined;
}
