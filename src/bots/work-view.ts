import type { TurnRequest } from "../agent/assistant.ts";
import { ProgramProgress, type StepLine } from "../engine/progress.ts";

/** What is told of work while it goes on: to be spread into the request for it. */
export type Follow = Pick<TurnRequest, "onText" | "onAnew" | "onProgram">;

/** What is known of work that goes on: the programs it ran, and the words of its answer so far. */
export class WorkView {
  readonly #over: StepLine[] = [];
  #programs: ProgramProgress[] = [];
  #words = "";

  /** Takes what is told. */
  readonly follow: Required<Follow> = {
    onText: (text) => {
      this.#words += text;
    },
    onAnew: () => {
      this.#words = "";
      // Programs before these words have come as far as they do for now.
      this.#over.push(...this.#lines().filter(({ state }) => state !== "coming"));
      this.#programs = [];
    },
    onProgram: (plan) => {
      const progress = new ProgramProgress(plan);
      this.#programs.push(progress);
      return progress.follow;
    },
  };

  /** The words of the answer so far, as they were written. */
  get words(): string {
    return this.#words;
  }

  /** The steps of all programs, in the order in which they began. */
  get steps(): readonly StepLine[] {
    return [...this.#over, ...this.#lines()];
  }

  #lines(): readonly StepLine[] {
    return this.#programs.flatMap((program) => program.lines());
  }
}
