import { codeOf, isAbort, isServiceEnd, wordsOf } from "../base/errors.ts";
import type { Catalogue } from "../engine/catalogue/catalogue.ts";
import type { Actor } from "../engine/execute/action-types.ts";
import type { Execution } from "../engine/execute/executor.ts";
import type { Plan } from "../engine/plan/plan.ts";
import type { Approvals } from "../security/approvals/approvals.ts";
import { envelopeOf } from "./result-envelope.ts";
import type { RunResult } from "./run-result.ts";
import { joinAccounts, summarizeRun } from "./run-summary.ts";
import type { Run, Runs } from "./run-table.ts";

/** Ends a run whose program came to its end, well or not. */
export function endFinished(
  { runs, faultPoint }: { readonly runs: Runs; readonly faultPoint: (name: string) => void },
  run: Run,
  plan: Plan,
  execution: Extract<Execution, { kind: "finished" }>,
): RunResult {
  const envelope = envelopeOf(execution, plan);
  runs.end(run.id, envelope.ok ? "finished" : "failed", envelope);
  faultPoint("run-ended");
  return { kind: "finished", runId: run.id, envelope };
}

/** Ends a run that someone stopped, or whose time was up, with all that waits in it; throws any other error. Where only the process ends, the run stays as it is and is continued. */
export function endStopped(
  {
    runs,
    approvals,
    catalogue,
  }: { readonly runs: Runs; readonly approvals: Approvals; readonly catalogue: () => Catalogue },
  run: Run,
  { plan, actor, error }: { readonly plan: Plan; readonly actor: Actor; readonly error: unknown },
): RunResult {
  const isStopped = isAbort(error) || codeOf(error) === "program-timeout";
  if (!isStopped || isServiceEnd(error)) throw error;
  const message = wordsOf(error, actor.language);
  const account = summarizeRun(runs.steps(run.id), catalogue(), plan.report.effects);
  for (const { id, state } of runs.inside(run.id)) {
    approvals.cancelRun(id);
    if (state === "waiting") runs.end(id, "stopped", { message, account: joinAccounts([]) });
  }
  approvals.cancelRun(run.id);
  runs.end(run.id, "stopped", { message, account });
  return { kind: "stopped", runId: run.id, message, account };
}

/** Ends a run that goes no further, with all that waits in it: nothing of it happens any more, whoever presses. Where it runs in this process it has to be aborted besides. */
export function giveUp(
  { runs, approvals }: { readonly runs: Runs; readonly approvals: Approvals },
  runId: string,
  message: string,
): void {
  for (const id of [...runs.inside(runId).map((run) => run.id), runId]) {
    const state = runs.get(id)?.state;
    approvals.cancelRun(id);
    if (state === "waiting" || state === "running")
      runs.end(id, "stopped", { message, account: joinAccounts([]) });
  }
}
