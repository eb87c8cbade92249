import type { Language } from "../../../base/localized.ts";
import type { ReadyCall } from "../../../engine/execute/action-types.ts";

/** One thing that a model is to do with a text. */
export interface WordsRequest {
  /** What to do; it says between which marks the text stands. */
  readonly instruction: string;
  /** Data, never instructions: it may come from outside. Marks stand around it. */
  readonly text: string;
  /** The language of the answer. */
  readonly language: Language;
  /** Who the answer is for, and in which run: the model is paid for there. */
  readonly call: Pick<ReadyCall, "actor" | "effectKey">;
}

/** A language model as far as words in a pipe need it. */
export interface Words {
  /** The answer as plain text. Rejects with an `AppError` when there is none to be had, and with the signal's reason on abort. */
  complete(request: WordsRequest, signal: AbortSignal): Promise<string>;
}
