import type { StepTrace } from "../engine/execute.ts";
import type { CliContext } from "./context.ts";

/** Time after which a person wants to see that something happens. */
const SHOW_AFTER_MS = 2000;

/** A line on the terminal that tells which step runs, for anything over two seconds. */
export function createProgress(context: CliContext): {
  readonly step: (trace: StepTrace) => void;
  readonly end: () => void;
} {
  const { errors, clock } = context.edges;
  const startedMs = clock.now();
  let isShown = false;
  let current = "";
  let doneCount = 0;
  const draw = (): void => {
    if (!errors.isTTY || context.speaker.json || clock.now() - startedMs < SHOW_AFTER_MS) return;
    isShown = true;
    errors.write(
      `\r\u001b[K… ${current} (${doneCount} done, ${Math.round((clock.now() - startedMs) / 1000)} s)`,
    );
  };
  const timer = setInterval(draw, 500);
  timer.unref();
  return {
    step(trace) {
      if (trace.outcome === undefined) current = `${trace.node}:${trace.action}`;
      else doneCount += 1;
      draw();
    },
    end() {
      clearInterval(timer);
      if (isShown) errors.write("\r\u001b[K");
    },
  };
}
