import type { ProcessEdges } from "../base/edges.ts";

/** How a command speaks: machine or person, and in which language. */
export interface Speaker {
  readonly json: boolean;
  /** One JSON value on one line. */
  data(value: unknown): void;
  /** A line for a person. */
  line(text: string): void;
  /** A line beside the result: progress, warnings. */
  note(text: string): void;
}

/** Results go to standard output, everything else to standard error. */
export function createSpeaker(
  edges: Pick<ProcessEdges, "output" | "errors">,
  json: boolean,
): Speaker {
  return {
    json,
    data: (value) => void edges.output.write(`${JSON.stringify(value)}\n`),
    line: (text) => void edges.output.write(`${text}\n`),
    note: (text) => void edges.errors.write(`${text}\n`),
  };
}

/** Exit codes of the command line. */
export const EXIT = { ok: 0, failed: 1, refused: 2, waiting: 3 } as const;
