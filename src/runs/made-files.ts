import type { Envelope } from "./result-envelope.ts";
import type { Run } from "./run-table.ts";

/** The files that finished runs left as results, each once, in the order in which they were first made. */
export function filesMadeBy(runs: readonly Pick<Run, "state" | "resultJson">[]): Envelope["files"] {
  const made = runs
    .filter(({ state }) => state === "finished" || state === "failed")
    .flatMap(({ resultJson }) => envelopeIn(resultJson)?.files ?? []);
  return [...new Map(made.map((file) => [file.path, file] as const)).values()];
}

/** A run of these states keeps its envelope as its result; one that was refused before it began keeps none. */
export function envelopeIn(resultJson: string | undefined): Partial<Envelope> | undefined {
  return resultJson === undefined ? undefined : JSON.parse(resultJson); // written by `Runs.end`
}
