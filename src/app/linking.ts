import type { Gate } from "../agent/run-ibl.ts";
import type { Activity } from "../bots/activity.ts";
import { LinkDesk } from "../bots/link-desk.ts";
import type { Courier } from "../bots/outbox.ts";
import type { PeopleDesk } from "../bots/people-desk.ts";
import { OneTimeCodes } from "../security/one-time-codes.ts";
import type { Ground } from "./ground.ts";
import { KEEPING } from "./keeping.ts";

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
