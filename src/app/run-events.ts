import type { Clock } from "../base/clock.ts";
import { messageOf } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import type { Run, RunState, Runs } from "../runs/run-table.ts";
import type { Schedules } from "../scheduler/ledger/schedules.ts";
import type { RunTrigger } from "../scheduler/timing/timing-kinds.ts";

/** What runs that end are told to schedules with. */
export interface RunEventParts {
  readonly runs: Pick<Runs, "whenEnded">;
  readonly schedules: Pick<Schedules, "listening" | "fire">;
  readonly clock: Pick<Clock, "now">;
  readonly log: Pick<Log, "error">;
}

/** Begins the origin of what schedules run: their ends set others off by the ledger, in the transaction in which they end. */
const SCHEDULED = "occurrence:";

const LONGEST_TEXT = 200;

/** A call that runs a workflow or a switch by its name, in the canonical text of a program. */
const NAMED_RUN = /\[system:run(?:_pipeline)?\]\(("(?:[^"\\\n]|\\.)*")/gu;

/** From now on the end of a program that somebody ran by hand sets off the person's schedules that wait for a workflow or switch that it ran. */
export function fireRunEvents(parts: RunEventParts): void {
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
