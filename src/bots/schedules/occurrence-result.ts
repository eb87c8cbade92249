import type { Envelope } from "../../runs/result-envelope.ts";
import type { RunResult } from "../../runs/run-result.ts";
import type { OccurrenceResult } from "../../scheduler/ledger/occurrence-table.ts";

/** A watch that has nothing to tell stays silent; its due time is on record as run. */
export function isSilent(result: RunResult): boolean {
  if (result.kind !== "finished") return false;
  const { ok, text, files } = result.envelope;
  return ok && text === "" && files.length === 0;
}

/** True where every failure in it says that the same may work later. */
export function mayWorkLater({ statements }: Envelope): boolean {
  const errors = statements.flatMap(({ error }) => (error === undefined ? [] : [error]));
  return errors.length > 0 && errors.every(({ retryable }) => retryable);
}

/** How a due time ended whose run came to this. */
export function endOf(result: RunResult): OccurrenceResult {
  if (result.kind === "finished") {
    const summary = result.envelope.text.split("\n")[0]?.slice(0, 200) ?? "";
    return { state: result.envelope.ok ? "ran" : "failed", summary, runId: result.runId };
  }
  if (result.kind === "waiting")
    return { state: "waiting", summary: "It waits for a person.", runId: result.runId };
  const summary =
    result.kind === "refused" ? (result.problems[0]?.message ?? "It cannot run.") : result.message;
  return { state: "failed", summary };
}
