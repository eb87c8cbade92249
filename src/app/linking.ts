import type { Courier } from "../bots/outbox/outbox.ts";
import type { PeopleDesk } from "../bots/people/admission.ts";
import { LinkDesk } from "../bots/people/link-accounts.ts";
import type { Activity } from "../bots/replies/running-work.ts";
import type { Gate } from "../runs/gate.ts";
import { OneTimeCodes } from "../security/access/one-time-codes.ts";
import { KEEPING } from "./core/retention.ts";
import type { Ground } from "./open-core.ts";

/** The desk that joins a person's accounts. */
export function openLinking(
  { stores, belongings, edges }: Ground,
  joined: {
    readonly courier: Courier;
    readonly gate: Gate;
    readonly activity: Activity;
    readonly door: PeopleDesk;
  },
): LinkDesk {
  const { gate, ...desks } = joined;
  const { clock, randomBytes } = edges;
  const { database, runs } = stores;
  const reason = "The person's accounts were joined.";
  return new LinkDesk({
    ...stores,
    ...desks,
    belongings,
    clock,
    keeping: KEEPING,
    codes: new OneTimeCodes({ database, clock, randomBytes }),
    stopRuns: (personId) => {
      for (const run of runs.running()) if (run.personId === personId) gate.stop(run.id, reason);
    },
  });
}
