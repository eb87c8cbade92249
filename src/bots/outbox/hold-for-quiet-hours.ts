import type { Clock } from "../../base/clock.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import type { People, Person } from "../../security/access/people.ts";
import type { Updates } from "../inbox/update-table.ts";
import type { Outbox, PostFacts } from "./outbox.ts";
import { quietUntil } from "./quiet-hours.ts";

/** What quiet hours are looked up in. */
export interface QuietParts {
  readonly people: Pick<People, "get" | "quietHours">;
  readonly updates: Pick<Updates, "personIn" | "chatsOf">;
  readonly clock: Pick<Clock, "now">;
}

/** Until when a message of a schedule is held in a chat; `undefined` where it leaves at once: a group, somebody without quiet hours, or a reminder that was set for one time. */
export function untilQuietEnds(
  parts: QuietParts,
  schedule: Pick<Schedule, "timing">,
  chatKey: string,
): number | undefined {
  const { timing } = schedule;
  if (timing.kind === "at" || (timing.kind === "entry" && timing.day.kind === "at"))
    return undefined;
  const person = parts.people.get(parts.updates.personIn(chatKey) ?? "");
  return person === undefined ? undefined : quietEndOf(parts, person);
}

/** How a message of a schedule is posted in its chat so that it keeps to quiet hours. */
export function quietHold(
  parts: QuietParts,
  schedule: Pick<Schedule, "timing" | "chatId">,
): Pick<PostFacts, "heldUntilMs"> {
  const heldUntilMs = untilQuietEnds(parts, schedule, schedule.chatId);
  return heldUntilMs === undefined ? {} : { heldUntilMs };
}

/** When the quiet that a person has now is over; `undefined` where there is none now. */
function quietEndOf({ people, clock }: QuietParts, person: Person): number | undefined {
  const hours = people.quietHours(person.id);
  return hours === undefined ? undefined : quietUntil(hours, person.zone, clock.now());
}

/** What is held for a person keeps to the quiet hours that they have chosen now. */
export function reapplyQuietHours(
  parts: QuietParts & { readonly outbox: Pick<Outbox, "reapplyQuietHours"> },
  personId: string,
): void {
  const person = parts.people.get(personId);
  if (person === undefined) return;
  const untilMs = quietEndOf(parts, person);
  for (const chatKey of parts.updates.chatsOf(personId))
    parts.outbox.reapplyQuietHours(chatKey, untilMs);
}
