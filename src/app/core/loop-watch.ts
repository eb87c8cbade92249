import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { Marks } from "../../store/marks.ts";

/** The mark of the last time that the service was held for long. */
export const HELD_MARK = "service-held";

/** Nobody is answered while the event loop is held; from this on it is told. */
export const LONG_HELD_MS = 1000;

/** How finely it is measured: Node records how late a timer of this interval was, with the interval. */
const RESOLUTION_MS = 20;

/** How often the measure is looked at. */
const LOOK_EVERY_MS = 1000;

/** Measures how long the event loop of this process is held at a stretch, from `start` to `stop`. */
export interface LoopWatch {
  start(): void;
  stop(): void;
  /** The longest since `start`, in ms; `undefined` where it was not started. */
  worstMs(): number | undefined;
}

/** A watch at rest. What is held for a second or more is logged and marked. */
export function createLoopWatch(parts: {
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  readonly marks: Pick<Marks, "set">;
}): LoopWatch {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let timer: NodeJS.Timeout | undefined;
  let worst = 0;
  const look = (): void => {
    const heldMs = Math.max(0, Math.round(histogram.max / 1e6) - RESOLUTION_MS);
    histogram.reset();
    worst = Math.max(worst, heldMs);
    if (heldMs < LONG_HELD_MS) return;
    parts.log.warn({ heldMs }, "Nothing was answered for so long: the event loop was held.");
    parts.marks.set(HELD_MARK, parts.clock.now());
  };
  return {
    start() {
      histogram.enable();
      timer = setInterval(look, LOOK_EVERY_MS).unref();
    },
    stop() {
      clearInterval(timer);
      histogram.disable();
    },
    worstMs() {
      if (timer === undefined) return undefined;
      look();
      return worst;
    },
  };
}
