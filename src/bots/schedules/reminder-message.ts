import { describeTiming } from "../../scheduler/ledger/describe.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import { earlierBy, nextDue } from "../../scheduler/timing/cron.ts";
import { entryName, lengthText } from "../../scheduler/timing/describe-trigger.ts";
import type { EntryTiming } from "../../scheduler/timing/timing-kinds.ts";
import type { Person } from "../../security/access/people.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import { say } from "../texts/say.ts";

/** Days that may lie between the telling of one and the day itself: a monthly entry told a quarter before. */
const DAYS_SEARCHED = 4;

/** What a person is told of a calendar entry that was due to be told at `dueMs`; `undefined` where nobody wanted to be told. */
export function reminderMessage(
  { timing, zone, name }: Schedule,
  dueMs: number,
  { language }: Person,
): string | undefined {
  if (timing.kind !== "entry" || timing.beforeMs === undefined) return undefined;
  const { beforeMs, note } = timing;
  const day = describeTiming({ kind: "at", atMs: dayOf(timing, zone, dueMs) }, zone, language);
  const when =
    beforeMs === 0
      ? say(language, "entryNow")
      : say(language, "entryAhead", { length: lengthText(beforeMs, language) });
  const head = `${entryName(timing, language)} **${escapeMarkup(name)}**`;
  return [head, `${day} · ${when}`, ...(note === undefined ? [] : [escapeMarkup(note)])].join("\n");
}

/** The day that is told at `dueMs`; put off, the first that comes. */
function dayOf({ day, beforeMs = 0 }: EntryTiming, zone: string, dueMs: number): number {
  const firstMs = nextDue(day, zone, dueMs - 1) ?? dueMs;
  let dayMs: number | undefined = firstMs;
  for (let count = 0; count < DAYS_SEARCHED && dayMs !== undefined; count += 1) {
    if (earlierBy(beforeMs, dayMs, zone) === dueMs) return dayMs;
    dayMs = nextDue(day, zone, dayMs);
  }
  return firstMs;
}
