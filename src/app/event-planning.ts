import type { Clock } from "../base/clock.ts";
import { messageOf } from "../base/errors.ts";
import { type Localized, sentences } from "../base/localized.ts";
import type { Log } from "../base/log.ts";
import type { Admission } from "../bots/people/admission.ts";
import type { OccurrenceRunner } from "../bots/schedules/occurrence-runner.ts";
import type { Catalogue } from "../engine/catalogue/catalogue.ts";
import { actingAs } from "../engine/execute/action-types.ts";
import type { EventPlanning } from "../nodes/system/schedules/events-parts.ts";
import { previewOf } from "../nodes/system/schedules/events-preview.ts";
import type { ProgramGate } from "../runs/gate.ts";
import { onlyReads } from "../runs/only-reads.ts";
import type { Planning } from "../runs/plan-and-judge.ts";
import type { Run, RunState, Runs } from "../runs/run-table.ts";
import type { KeptOf } from "../runs/stored-programs.ts";
import type { Schedule } from "../scheduler/ledger/schedule-table.ts";
import type { Schedules } from "../scheduler/ledger/schedules.ts";
import { nextDue } from "../scheduler/timing/cron.ts";
import { isEventTrigger, type RunTrigger } from "../scheduler/timing/timing-kinds.ts";
import type { Switches } from "../store/switches.ts";
import type { WorkflowRecord, Workflows } from "../store/workflows.ts";

/** Plans what schedules and events run, as it would run for their person. */
export function eventPlanning({
  schedules,
  clock,
  planning,
}: {
  readonly schedules: Schedules;
  readonly clock: Clock;
  readonly planning: Pick<Planning, "compile">;
}): EventPlanning {
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
export function keptByEvents(parts: Parameters<typeof eventPlanning>[0]): KeptOf {
  const planning = eventPlanning(parts);
  return ({ node, action }, params, actor) => previewOf(planning, { node, action, params, actor });
}

/** Stands before the name of a switch that is run as a workflow is; no workflow has a colon in its name. */
const SWITCH_MARK = "switch:";

/** What a person can run by its name: workflows, and switches as `switch:NAME`. */
export interface Runnable {
  get(personId: string, name: string): WorkflowRecord | undefined;
  names(personId: string): readonly string[];
}

/** The workflows and switches of the stores. */
export function createRunnable(stores: {
  readonly workflows: Pick<Workflows, "get" | "list">;
  readonly switches: Pick<Switches, "get" | "list">;
}): Runnable {
  const { workflows, switches } = stores;
  return {
    get(personId, name) {
      if (!name.startsWith(SWITCH_MARK)) return workflows.get(personId, name);
      const found = switches.get(personId, name.slice(SWITCH_MARK.length));
      if (found === undefined) return undefined;
      const { program: pipeline } = found;
      return { name, definition: { pipeline }, isShipped: false, isTainted: false, isHeld: false };
    },
    names: (personId) => [
      ...workflows.list(personId).map(({ name }) => name),
      ...switches.list(personId).map(({ name }) => `${SWITCH_MARK}${name}`),
    ],
  };
}

/** Nodes beyond which a run never goes, since its schedule was made with them; `undefined` for any other run. */
export function nodesOfJob(
  schedules: Pick<Schedules, "jobOf" | "byId">,
  origin: string,
): readonly string[] | undefined {
  const id = schedules.jobOf(origin);
  return id === undefined ? undefined : schedules.byId(id)?.nodes;
}

/** Plans every schedule anew at the first call, and at every later one for which the catalogue has changed. One that cannot run any more is paused, one that can again goes on; each time its owner is told, once. */
export function createRechecker(parts: {
  readonly schedules: Schedules;
  readonly gate: Pick<ProgramGate, "compile">;
  readonly admission: Pick<Admission, "person" | "actor">;
  readonly occurrenceRunner: Pick<OccurrenceRunner, "tellPaused">;
  readonly clock: Pick<Clock, "now">;
  readonly library: { readonly catalogue: () => Catalogue };
}): () => void {
  let checked: Catalogue | undefined;
  return () => {
    const catalogue = parts.library.catalogue();
    if (catalogue === checked) return;
    checked = catalogue;
    for (const schedule of parts.schedules.list()) recheck(parts, schedule);
  };
}

function recheck(parts: Parameters<typeof createRechecker>[0], schedule: Schedule): void {
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
function problemOf(
  parts: Parameters<typeof createRechecker>[0],
  schedule: Schedule,
): string | undefined {
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

/** Begins the origin of what schedules run: their ends set others off by the ledger, in the transaction in which they end. */
const SCHEDULED = "occurrence:";

const LONGEST_TEXT = 200;

/** A call that runs a workflow or a switch by its name, in the canonical text of a program. */
const NAMED_RUN = /\[system:run(?:_pipeline)?\]\(("(?:[^"\\\n]|\\.)*")/gu;

/** From now on the end of a program that somebody ran by hand sets off the person's schedules that wait for a workflow or switch that it ran. */
export function fireRunEvents(parts: {
  readonly runs: Pick<Runs, "whenEnded">;
  readonly schedules: Pick<Schedules, "listening" | "fire">;
  readonly clock: Pick<Clock, "now">;
  readonly log: Pick<Log, "error">;
}): void {
  const { schedules, clock, log } = parts;
  const fire = (run: Run, outcome: "ok" | "failed", result: unknown): void => {
    const names = namesIn(run.program);
    const input = { kind: "run", outcome, text: textOf(result), chain: [] };
    for (const { id, personId, timing } of schedules.listening("run"))
      if (timing.kind === "run" && personId === run.personId && isMeant(timing, names, outcome))
        schedules.fire(id, {
          key: `run:${run.id}`,
          atMs: clock.now(),
          input: { ...input, name: timing.of },
        });
  };
  parts.runs.whenEnded((run, state, result) => {
    const outcome = OUTCOMES[state];
    if (outcome === undefined || run.origin.startsWith(SCHEDULED)) return;
    try {
      fire(run, outcome, result);
    } catch (error) {
      log.error({ run: run.id, problem: messageOf(error) }, "The end of a run set nothing off.");
    }
  });
}

/** A program that was denied or stopped has come to no end of its own. */
const OUTCOMES: Readonly<Partial<Record<RunState, "ok" | "failed">>> = {
  finished: "ok",
  failed: "failed",
};

function namesIn(program: string): readonly string[] {
  return [...program.matchAll(NAMED_RUN)].flatMap(([, quoted = '""']) => {
    const name: unknown = JSON.parse(quoted);
    return typeof name === "string" ? [name] : [];
  });
}

function isMeant(
  { of, outcome }: RunTrigger,
  names: readonly string[],
  ended: "ok" | "failed",
): boolean {
  return names.includes(of) && (outcome === "any" || outcome === ended);
}

function textOf(result: unknown): string {
  const hasText = typeof result === "object" && result !== null && "text" in result;
  const text = hasText && typeof result.text === "string" ? result.text : "";
  return (text.split("\n")[0] ?? "").slice(0, LONGEST_TEXT);
}
