import type { JsonObject } from "../../base/json.ts";
import type { Localized } from "../../base/localized.ts";
import type { AnalysisOrder } from "./analysis-thread.ts";

/** What an analysis has found, and words that tell it. */
export interface Analysed {
  readonly output: JsonObject;
  readonly words: Localized;
}

/** A computation over JSON: the same input gives the same output. Throws `AnalysisFault` for input that it cannot work with. */
export type Analysis = (
  order: Pick<AnalysisOrder, "input" | "settings" | "nowMs" | "language">,
) => Analysed | Promise<Analysed>;

/** Why there is no result, for a person. */
export class AnalysisFault extends Error {
  readonly code: string;
  readonly words: Localized;

  constructor(code: string, words: Localized) {
    super(words.en);
    this.code = code;
    this.words = words;
  }
}
