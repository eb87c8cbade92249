import type { Outbox } from "../bots/outbox/outbox.ts";
import type { Admission } from "../bots/people/admission.ts";
import { AccountLinking } from "../bots/people/link-accounts.ts";
import type { RunningWork } from "../bots/replies/running-work.ts";
import type { ProgramGate } from "../runs/gate.ts";
import { OneTimeCodes } from "../security/access/one-time-codes.ts";
import { KEEPING } from "./core/retention.ts";
import type { Core } from "./open-core.ts";

/** The desk that joins a person's accounts. */
export function openLinking(
  { stores, personalFiles, edges }: Core,
  joined: {
    readonly outbox: Outbox;
    readonly gate: ProgramGate;
    readonly runningWork: RunningWork;
    readonly admission: Admission;
  },
): AccountLinking {
  const { gate, ...chatFeatures } = joined;
  const { clock, randomBytes } = edges;
  const { database, runs } = stores;
  const reason = "The person's accounts were joined.";
  return new AccountLinking({
    ...stores,
    ...chatFeatures,
    personalFiles,
    clock,
    keeping: KEEPING,
    codes: new OneTimeCodes({ database, clock, randomBytes }),
    stopRuns: (personId) => {
      for (const run of runs.running()) if (run.personId === personId) gate.stop(run.id, reason);
    },
  });
}
