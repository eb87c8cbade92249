import type { App } from "../../src/app/open-app.ts";
import { createTicker } from "../../src/scheduler/ledger/ticker.ts";
import type { ManualClock } from "./manual-clock.ts";

/** One look at what is due now, as the service's heartbeat takes it. */
export async function runDue(
  { schedules, occurrenceRunner, log }: Pick<App, "schedules" | "occurrenceRunner" | "log">,
  clock: ManualClock,
): Promise<void> {
  const ticker = createTicker({
    schedules,
    clock,
    run: (occurrence, replaced) => occurrenceRunner.run(occurrence, replaced),
    onMissed: (missed) => occurrenceRunner.tellMissed(missed),
    onDisabled: (schedule) => occurrenceRunner.tellDisabled(schedule),
    log,
  });
  await ticker.tick(clock.now());
}
