import type { ProcessEdges } from "../base/edges.ts";
import { type Language, type Localized, wordsIn } from "../base/words.ts";

/** How a command speaks: machine or person, and in which language. */
export interface Speaker {
  readonly json: boolean;
  readonly language: Language;
  /** One JSON value on one line. */
  data(value: unknown): void;
  /** A line for a person. */
  line(text: string | Localized): void;
  /** A line beside the result: progress, warnings. */
  note(text: string | Localized): void;
}

/** Results go to standard output, everything else to standard error. */
export function createSpeaker(
  edges: Pick<ProcessEdges, "output" | "errors">,
  facts: { readonly json: boolean; readonly language: Language },
): Speaker {
  const { json, language } = facts;
  const worded = (text: string | Localized): string =>
    typeof text === "string" ? text : wordsIn(text, language);
  return {
    json,
    language,
    data: (value) => void edges.output.write(`${JSON.stringify(value)}\n`),
    line: (text) => void edges.output.write(`${worded(text)}\n`),
    note: (text) => void edges.errors.write(`${worded(text)}\n`),
  };
}

/** Exit codes of the command line. */
export const EXIT = { ok: 0, failed: 1, refused: 2, waiting: 3 } as const;
