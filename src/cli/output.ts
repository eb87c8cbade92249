import type { ProcessEdges } from "../base/edges.ts";
import { codeOf } from "../base/errors.ts";
import type { Language, Localized } from "../base/localized.ts";

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
  /** Resolves when all that was printed has been taken: with what kept that from happening, if anything did. A reader who has seen enough (`| head -1`) is no failure. */
  printed(): Promise<Error | undefined>;
}

/** Results go to standard output, everything else to standard error. */
export function createSpeaker(
  edges: Pick<ProcessEdges, "output" | "errors">,
  facts: { readonly json: boolean; readonly language: Language },
): Speaker {
  const { json, language } = facts;
  const worded = (text: string | Localized): string =>
    typeof text === "string" ? text : text[language];
  const { output, errors } = edges;
  // A stream without a listener for its failures ends the process by them.
  for (const stream of [output, errors]) stream.on("error", () => undefined);
  let lost: Error | undefined;
  const print = (text: string): void =>
    void output.write(text, (error) => {
      if (error && codeOf(error) !== "EPIPE") lost ??= error;
    });
  return {
    json,
    language,
    data: (value) => print(`${JSON.stringify(value)}\n`),
    line: (text) => print(`${worded(text)}\n`),
    note: (text) => void errors.write(`${worded(text)}\n`),
    async printed() {
      await new Promise((resolve) => output.write("", resolve));
      return lost;
    },
  };
}

/** Exit codes of the command line. */
export const EXIT = { ok: 0, failed: 1, refused: 2, waiting: 3 } as const;
