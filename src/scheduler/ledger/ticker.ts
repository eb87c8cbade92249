import type { ScheduledTask } from "node-cron";
import type { Clock } from "../../base/clock.ts";
import { AppError, isAbort, messageOf } from "../../base/errors.ts";
import type { Localized } from "../../base/localized.ts";
import type { ClaimedOccurrence, Ledger, MissedDues } from "./ledger.ts";
import type { OccurrenceResult } from "./occurrence-table.ts";
import type { Schedule } from "./schedule-table.ts";

/** Hands for the ticker. What they throw is logged and stops nothing else. */
export interface TickerParts {
  readonly schedules: Ledger;
  readonly clock: Clock;
  /** Runs one occurrence to its end, or to the point where it waits for a person. A throw counts as failed, but an abort while stopping leaves it to be continued after the next start. `replaced` aborts when another takes its place; its result then counts no more. */
  readonly run: (occurrence: ClaimedOccurrence, replaced: AbortSignal) => Promise<OccurrenceResult>;
  /** Brings the news to the owner. `told` ends those due times; with `later` it is asked again at the next tick, and after a throw at one that is a minute later. */
  readonly onMissed: (missed: MissedDues) => Promise<"told" | "later">;
  /** Tells the owner that failures in a row have disabled the schedule. */
  readonly onDisabled: (schedule: Schedule) => Promise<void>;
  readonly log: TickerLog;
  /** How many schedules run at a time, default 4; one schedule's occurrences run one after another. */
  readonly maxRunning?: number;
  /** When the heartbeat comes, as six-field cron in UTC; default every 5 seconds. */
  readonly heartbeat?: string;
}

/** Where the ticker reports what it could not do. */
export interface TickerLog {
  error(details: Readonly<Record<string, string>>, message: string): void;
}

/** Claims what is due and runs it. */
export interface Ticker {
  /** One look at the ledger. Resolves when all it claimed has ended; never rejects. May be called again meanwhile: it claims at once and waits for its own. */
  tick(nowMs: number): Promise<void>;
  /** Continues what a dead process left unfinished, looks at once, at every event and at every heartbeat. Resolves when the heart beats. */
  start(): Promise<void>;
  /** Starts nothing more from this call on; resolves when what runs has ended, so abort the runs after calling it. What was claimed and not begun is continued after the next start. */
  stop(): Promise<void>;
}

const RETRY_TELLING_MS = 60_000;

/** A ticker at rest; `start` begins the heartbeat. */
export function createTicker(parts: TickerParts): Ticker {
  const queue = createRunQueue(parts);
  const tellMissed = createTeller(parts);
  const tick = async (nowMs: number): Promise<void> => {
    if (queue.isStopped()) return;
    try {
      const running: Promise<void>[] = [];
      parts.schedules.beat(nowMs);
      do {
        running.push(...parts.schedules.claimDue(nowMs).map(queue.run));
        // Between two parts of a long catch-up everything else gets its turn.
        await new Promise((resolve) => setImmediate(resolve));
      } while (!queue.isStopped() && parts.schedules.hasDue(nowMs));
      await tellMissed(nowMs);
      await Promise.all(running);
    } catch (error) {
      parts.log.error({ error: messageOf(error) }, "A tick of the scheduler failed.");
    }
  };
  const heartbeat = createHeartbeat({
    clock: parts.clock,
    pattern: parts.heartbeat ?? "*/5 * * * * *",
    beat: () => void tick(parts.clock.now()),
    onError: (error) =>
      parts.log.error({ error: messageOf(error) }, "The watch over the heartbeat ended."),
  });
  let stopListening: () => void = () => undefined;
  return {
    tick,
    async start() {
      stopListening = parts.schedules.onFired(() => void tick(parts.clock.now()));
      for (const occurrence of parts.schedules.unfinished()) void queue.run(occurrence);
      void tick(parts.clock.now());
      await heartbeat.start();
    },
    async stop() {
      stopListening();
      const ended = queue.stop();
      await heartbeat.stop();
      await ended;
    },
  };
}

interface RunQueue {
  /** Resolves when the occurrence has ended or the queue has stopped; never rejects. */
  run(occurrence: ClaimedOccurrence): Promise<void>;
  isStopped(): boolean;
  stop(): Promise<void>;
}

function createRunQueue(parts: TickerParts): RunQueue {
  const lastOfSchedule = new Map<string, Promise<void>>();
  const begun = new Map<string, AbortController>();
  const waiting: (() => void)[] = [];
  let freePlaces = parts.maxRunning ?? 4;
  let isStopped = false;
  const inPlace = async (work: () => Promise<void>): Promise<void> => {
    if (freePlaces > 0) freePlaces -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      if (!isStopped) await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) freePlaces += 1;
      else next();
    }
  };
  const run = (occurrence: ClaimedOccurrence): Promise<void> => {
    const { id } = occurrence.schedule;
    for (const replaced of occurrence.replaces)
      begun.get(replaced.id)?.abort(new AppError("aborted", TAKEN));
    const own = new AbortController();
    begun.set(occurrence.id, own);
    const before = lastOfSchedule.get(id) ?? Promise.resolve();
    const mine = before.then(() =>
      inPlace(async () => {
        if (!own.signal.aborted)
          await runOne(parts, occurrence, { replaced: own.signal, isStopped: () => isStopped });
      }),
    );
    lastOfSchedule.set(id, mine);
    return mine.finally(() => {
      begun.delete(occurrence.id);
      if (lastOfSchedule.get(id) === mine) lastOfSchedule.delete(id);
    });
  };
  return {
    run,
    isStopped: () => isStopped,
    async stop() {
      isStopped = true;
      await Promise.all(lastOfSchedule.values());
    },
  };
}

/** How the run of an occurrence may be cut off. */
interface Ending {
  readonly replaced: AbortSignal;
  readonly isStopped: () => boolean;
}

const TAKEN: Localized = {
  ko: "다음 실행이 자리를 대신했어요.",
  en: "The next one took its place.",
};

async function runOne(
  parts: TickerParts,
  occurrence: ClaimedOccurrence,
  ending: Ending,
): Promise<void> {
  try {
    const result = await resultOf(parts, occurrence, ending);
    if (result === undefined) return;
    const { disabled } = parts.schedules.finish(occurrence.id, result);
    if (disabled !== undefined) await parts.onDisabled(disabled);
  } catch (error) {
    const details = { occurrence: occurrence.id, error: messageOf(error) };
    parts.log.error(details, "The end of a scheduled run could not be recorded or told.");
  }
}

/** Undefined for a run that stays unfinished because the process stops. */
async function resultOf(
  parts: TickerParts,
  occurrence: ClaimedOccurrence,
  { replaced, isStopped }: Ending,
): Promise<OccurrenceResult | undefined> {
  try {
    return await parts.run(occurrence, replaced);
  } catch (error) {
    if (isAbort(error) && (isStopped() || replaced.aborted)) return undefined;
    const details = { occurrence: occurrence.id, error: messageOf(error) };
    parts.log.error(details, "A scheduled run threw.");
    return { state: "failed", summary: messageOf(error) };
  }
}

function createTeller(parts: TickerParts): (nowMs: number) => Promise<void> {
  let silentUntilMs = Number.NEGATIVE_INFINITY;
  let isTelling = false;
  const tell = async (missed: MissedDues, nowMs: number): Promise<void> => {
    try {
      if ((await parts.onMissed(missed)) === "told") parts.schedules.told(missed);
    } catch (error) {
      silentUntilMs = nowMs + RETRY_TELLING_MS;
      const details = { schedule: missed.schedule.id, error: messageOf(error) };
      parts.log.error(details, "A missed run could not be told.");
    }
  };
  return async (nowMs) => {
    if (isTelling || nowMs < silentUntilMs) return;
    isTelling = true;
    try {
      for (const missed of parts.schedules.missedToTell()) await tell(missed, nowMs);
    } finally {
      isTelling = false;
    }
  };
}

/** A regular call from node-cron, which is loaded at `start`. */
interface Heartbeat {
  /** Resolves when the first beat is set up; the one who starts it stops it. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** node-cron waits for the wall clock: set back, it stays silent until the old time comes again (seen in 4.6.0). After this long without a beat it is started anew. */
const LONGEST_SILENCE_MS = 15_000;

/** A heartbeat at rest. */
export function createHeartbeat(parts: {
  readonly clock: Clock;
  /** Six-field cron, read in UTC. */
  readonly pattern: string;
  /** Called at every beat; must not throw. */
  readonly beat: () => void;
  /** Told when the watch over the heartbeat ends by an error. */
  readonly onError: (error: unknown) => void;
}): Heartbeat {
  const stopped = new AbortController();
  let task: ScheduledTask | undefined;
  let hasBeaten = false;
  const beat = (): void => {
    hasBeaten = true;
    parts.beat();
  };
  const watch = async (startBeating: () => ScheduledTask): Promise<void> => {
    while (!stopped.signal.aborted) {
      hasBeaten = false;
      await parts.clock.sleep(LONGEST_SILENCE_MS, stopped.signal);
      if (hasBeaten) continue;
      await task?.destroy();
      if (stopped.signal.aborted) return;
      task = startBeating();
      beat();
    }
  };
  return {
    async start() {
      const { schedule } = await import("node-cron");
      if (stopped.signal.aborted) return;
      const options = { timezone: "UTC", suppressMissedWarning: true };
      const startBeating = (): ScheduledTask => schedule(parts.pattern, beat, options);
      task = startBeating();
      watch(startBeating).catch((error: unknown) => {
        if (!stopped.signal.aborted) parts.onError(error);
      });
    },
    async stop() {
      stopped.abort();
      await task?.destroy();
    },
  };
}
