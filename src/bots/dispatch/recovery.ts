import type { Run, Runs } from "../../runs/run-table.ts";
import type { Approval, Approvals } from "../../security/approvals/approvals.ts";
import type { Updates } from "../inbox/update-table.ts";

/** What a dead process left that nothing else takes up. */
export interface LeftBehind {
  /** Decided, and not carried out. */
  readonly approvals: readonly Approval[];
  /** Cut off in the middle, and continued by no update, no due time and no approval. */
  readonly runs: readonly Run[];
}

/** Finds what a dead process left: for the one process that holds HOME, once at its start. `isAlive` tells whether a lease is that of a living process. */
export function leftBehind(
  parts: { readonly approvals: Approvals; readonly runs: Runs; readonly updates: Updates },
  isAlive: (lease: string | undefined) => boolean,
): LeftBehind {
  const running = parts.runs.running();
  const alive = new Set(running.filter((run) => isAlive(run.lease)).map((run) => run.id));
  const approvals = parts.approvals
    .unsettled()
    .filter(({ runId }) => runId === undefined || !alive.has(parts.runs.topOf(runId).runId));
  const continued = continuedRuns(approvals, parts.runs);
  const open = parts.updates.open().map((update) => update.origin);
  const runs = running.filter((run) => {
    if (alive.has(run.id) || continued(run) || run.origin.startsWith("occurrence:")) return false;
    // What colleagues do is gone on with by who asked.
    if (run.errandId !== undefined) return false;
    return !open.some((origin) => run.origin === origin || run.origin.startsWith(`${origin}/`));
  });
  return { approvals, runs };
}

/** Whether carrying the approvals out takes a run up too: their own, one chosen on a card, or a later one of the same turn. */
function continuedRuns(approvals: readonly Approval[], runs: Runs): (run: Run) => boolean {
  const origins = new Set(approvals.map((approval) => `proposal:${approval.id}`));
  const ids = new Set(
    approvals.flatMap(({ runId }) => (runId === undefined ? [] : runs.topOf(runId).runId)),
  );
  const turns = new Set([...ids].flatMap((id) => runs.get(id)?.turnId ?? []));
  return (run) =>
    ids.has(run.id) ||
    origins.has(run.origin) ||
    (run.turnId !== undefined && turns.has(run.turnId));
}
