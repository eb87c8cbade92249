import type { Language } from "../base/localized.ts";
import type { StepTrace } from "../engine/execute/executor.ts";
import type { CliContext } from "./command.ts";

/** Time after which a person wants to see that something happens. */
const SHOW_AFTER_MS = 2000;

/** A line on the terminal for anything over two seconds: `text` tells how far it is. `draw` shows it at once when it is time, or `early` when what comes leaves no time to. Whoever made it ends it. */
export function createProgressLine(
  context: CliContext,
  text: () => string,
): { readonly draw: (options?: { readonly early: boolean }) => void; readonly end: () => void } {
  const { errors, clock } = context.edges;
  const startedMs = clock.now();
  let isShown = false;
  const draw = (options?: { readonly early: boolean }): void => {
    if (!errors.isTTY || context.speaker.json) return;
    if (options?.early !== true && clock.now() - startedMs < SHOW_AFTER_MS) return;
    isShown = true;
    errors.write(`\r\u001b[K… ${text()}`);
  };
  const timer = setInterval(() => draw(), 500);
  timer.unref();
  return {
    draw,
    end() {
      clearInterval(timer);
      if (isShown) errors.write("\r\u001b[K");
    },
  };
}

const SO_FAR: Readonly<Record<Language, (step: string, done: number, seconds: number) => string>> =
  {
    ko: (step, done, seconds) => `${step} (${done}개 끝남, ${seconds}초)`,
    en: (step, done, seconds) => `${step} (${done} done, ${seconds} s)`,
  };

/** A line on the terminal that tells which step runs, for anything over two seconds. */
export function createProgress(context: CliContext): {
  readonly step: (trace: StepTrace) => void;
  readonly end: () => void;
} {
  const { clock } = context.edges;
  const startedMs = clock.now();
  let current = "";
  let doneCount = 0;
  const line = createProgressLine(context, () =>
    SO_FAR[context.speaker.language](
      current,
      doneCount,
      Math.round((clock.now() - startedMs) / 1000),
    ),
  );
  return {
    step(trace) {
      const { part } = trace;
      if (part !== undefined)
        current = `${part.title[context.speaker.language]} (${part.number}/${part.count})`;
      else if (trace.outcome === undefined) current = `${trace.node}:${trace.action}`;
      else doneCount += 1;
      line.draw();
    },
    end: line.end,
  };
}
