import type { ScheduledTask } from "node-cron";
import type { Clock } from "../../base/clock.ts";

/** Hands for the heartbeat. */
export interface HeartbeatParts {
  readonly clock: Clock;
  /** Six-field cron, read in UTC. */
  readonly pattern: string;
  /** Called at every beat; must not throw. */
  readonly beat: () => void;
  /** Told when the watch over the heartbeat ends by an error. */
  readonly onError: (error: unknown) => void;
}

/** A regular call from node-cron, which is loaded at `start`. */
export interface Heartbeat {
  /** Resolves when the first beat is set up; the one who starts it stops it. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** node-cron waits for the wall clock: set back, it stays silent until the old time comes again (seen in 4.6.0). After this long without a beat it is started anew. */
const LONGEST_SILENCE_MS = 15_000;

/** A heartbeat at rest. */
export function createHeartbeat(parts: HeartbeatParts): Heartbeat {
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
