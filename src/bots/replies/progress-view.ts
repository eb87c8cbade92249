import type { TurnRequest } from "../../agent/turn/assistant.ts";
import { ProgramProgress, type StepLine } from "../../engine/execute/progress.ts";

/** What is told of work while it goes on: to be spread into the request for it. */
export type Follow = Pick<TurnRequest, "onText" | "onAnew" | "onProgram">;

/** One program of the work. */
interface Program {
  readonly progress: ProgramProgress;
  /** True when something came after it: what of it has not begun does not come. */
  isPassed: boolean;
}

/** What is known of work that goes on: the programs it ran, and the words of its answer so far. */
export class ProgressView {
  readonly #programs: Program[] = [];
  #words = "";

  /** Takes what is told. Words may be told a little late, so that a program has begun already. */
  readonly follow: Required<Follow> = {
    onText: (text) => {
      this.#words += text;
      this.#pass();
    },
    onAnew: () => {
      this.#words = "";
    },
    onProgram: (plan) => {
      this.#pass();
      const progress = new ProgramProgress(plan);
      this.#programs.push({ progress, isPassed: false });
      return progress.follow;
    },
  };

  /** The words of the answer so far, as they were written. */
  get words(): string {
    return this.#words;
  }

  /** The steps of all programs, in the order in which they began. */
  get steps(): readonly StepLine[] {
    return this.#programs.flatMap(({ progress, isPassed }) => {
      const lines = progress.lines();
      return isPassed ? lines.filter(({ state }) => state !== "coming") : lines;
    });
  }

  /** Programs that have begun, and of which nothing goes on, are over. */
  #pass(): void {
    for (const program of this.#programs) {
      if (program.isPassed) continue;
      const states = program.progress.lines().map(({ state }) => state);
      const goesOn = states.includes("running") || states.includes("asking");
      program.isPassed = !goesOn && states.some((state) => state !== "coming");
    }
  }
}
