import { dayAndTime } from "../../base/format-time.ts";
import type { Occurrence } from "../../scheduler/ledger/occurrence-table.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import type { Schedules } from "../../scheduler/ledger/schedules.ts";
import type { Person } from "../../security/access/people.ts";
import { say } from "../texts/say.ts";

/** From so much later on a delivery has its own time told. */
const LATE_MS = 60_000;

/** What became last of a schedule of a person, when it was due, and when it arrived where that was later. */
export function lastRunText(
  schedules: Pick<Schedules, "history">,
  { id }: Schedule,
  person: Person,
): string {
  const { language } = person;
  const [row] = schedules.history(person.id, { scheduleId: id, limit: 1 });
  if (row === undefined) return say(language, "briefingNever");
  const time = dayAndTime(row.dueMs, person);
  return say(language, "briefingLast", { time, outcome: outcomeText(row, person) });
}

/** What ran and was not delivered had nothing to tell, told it itself, or is about to leave. */
function outcomeText({ state, dueMs, deliveredAtMs }: Occurrence, person: Person): string {
  const { language } = person;
  switch (state) {
    case "ran":
      if (deliveredAtMs === undefined) return say(language, "briefingQuiet");
      return deliveredAtMs - dueMs < LATE_MS
        ? say(language, "briefingDelivered")
        : say(language, "briefingDeliveredAt", { time: dayAndTime(deliveredAtMs, person) });
    case "failed":
      return say(language, "briefingFailedLast");
    case "missed":
    case "told":
    case "skipped":
      return say(language, "briefingMissedLast");
    default:
      return say(language, "briefingOnItsWay");
  }
}
