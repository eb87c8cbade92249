import type { Clock } from "../../base/clock.ts";
import { hourWords, instantOf, localTimeOf, padded } from "../../base/format-time.ts";
import type { Language } from "../../base/localized.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import type { People, Person, QuietHours } from "../../security/access/people.ts";
import type { Updates } from "../inbox/update-table.ts";
import type { Outbox, PostFacts } from "./outbox.ts";

const MINUTES_OF_DAY = 1440;

/** What most people would choose; any other hours can be written. */
export const QUIET_OFFERS: readonly QuietHours[] = [
  { fromMinute: 22 * 60, toMinute: 7 * 60 },
  { fromMinute: 23 * 60, toMinute: 8 * 60 },
];

/** `22:00-07:00`, `22-7`, `22시~7시`, `10pm to 7am`, `밤 10시부터 아침 7시까지`. */
const HOURS =
  /^(?<from>.+?)\s*(?:-|–|—|~|부터|에서|\bto\b|\buntil\b|\btill\b)\s*(?<to>.+?)(?:\s*까지)?$/iu;

const TIME =
  /^(?<half>오전|오후|아침|새벽|낮|저녁|밤|am|pm)?\s*(?<hour>\d{1,2})(?::(?<minute>[0-5]\d)|\s*시(?:\s*(?<words>[0-5]?\d)\s*분|\s*(?<thirty>반))?)?\s*(?<after>am|pm)?$/iu;

/** Reads when someone is not to be disturbed; `undefined` for anything else, and where both times are the same. */
export function parseQuietHours(text: string): QuietHours | undefined {
  const { from, to } = HOURS.exec(text.trim())?.groups ?? {};
  const fromMinute = minuteOf(from);
  const toMinute = minuteOf(to);
  if (fromMinute === undefined || toMinute === undefined || fromMinute === toMinute)
    return undefined;
  return { fromMinute, toMinute };
}

/** As people say it: "오후 10시–오전 7시", "10 PM–7 AM". */
export function quietWords({ fromMinute, toMinute }: QuietHours, language: Language): string {
  const said = (minute: number): string =>
    hourWords(Math.floor(minute / 60), minute % 60, language);
  return `${said(fromMinute)}–${said(toMinute)}`;
}

/** As it is set: `22:00–07:00`. */
export function quietText({ fromMinute, toMinute }: QuietHours): string {
  return `${clockText(fromMinute)}–${clockText(toMinute)}`;
}

/** When the quiet that holds at `atMs` in `zone` ends, by the wall clock there; `undefined` where it does not hold. */
export function quietUntil(
  { fromMinute, toMinute }: QuietHours,
  zone: string,
  atMs: number,
): number | undefined {
  const local = localTimeOf(atMs, zone);
  const minute = local.hour * 60 + local.minute;
  const sinceStart = (minute - fromMinute + MINUTES_OF_DAY) % MINUTES_OF_DAY;
  const length = (toMinute - fromMinute + MINUTES_OF_DAY) % MINUTES_OF_DAY;
  if (sinceStart >= length) return undefined;
  const end = { ...local, hour: Math.floor(toMinute / 60), minute: toMinute % 60, second: 0 };
  const sameDay = instantOf(end, zone);
  if (toMinute > minute) return Math.max(sameDay, atMs + 1);
  const tomorrow = localTimeOf(Date.UTC(local.year, local.month - 1, local.day + 1, 12), "UTC");
  return instantOf({ ...tomorrow, hour: end.hour, minute: end.minute, second: 0 }, zone);
}

function minuteOf(text = ""): number | undefined {
  const found = TIME.exec(text.trim())?.groups;
  if (found === undefined) return undefined;
  const hour = Number(found["hour"]);
  const minute = found["thirty"] ? 30 : Number(found["minute"] ?? found["words"] ?? 0);
  const half = (found["half"] ?? found["after"] ?? "").toLowerCase();
  const hours = hourOf(hour, half);
  return hours === undefined ? undefined : (hours * 60 + minute) % MINUTES_OF_DAY;
}

/** The hour of the day; 24 is midnight. A half of the day goes with an hour from 1 to 12. */
function hourOf(hour: number, half: string): number | undefined {
  if (half === "") return hour <= 24 ? hour % 24 : undefined;
  if (hour < 1 || hour > 12) return hour <= 23 ? hour : undefined;
  if (["오전", "아침", "새벽", "am"].includes(half)) return hour % 12;
  if (half === "밤" && (hour === 12 || hour < 5)) return hour % 12;
  return (hour % 12) + 12;
}

function clockText(minute: number): string {
  return `${padded(Math.floor(minute / 60))}:${padded(minute % 60)}`;
}

/** What quiet hours are looked up in. */
export interface QuietHoursSource {
  readonly people: Pick<People, "get" | "quietHours">;
  readonly updates: Pick<Updates, "personIn" | "chatsOf">;
  readonly clock: Pick<Clock, "now">;
}

/** Until when a message of a schedule is held in a chat; `undefined` where it leaves at once: a group, somebody without quiet hours, or a reminder that was set for one time. */
export function untilQuietEnds(
  parts: QuietHoursSource,
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
  parts: QuietHoursSource,
  schedule: Pick<Schedule, "timing" | "chatId">,
): Pick<PostFacts, "heldUntilMs"> {
  const heldUntilMs = untilQuietEnds(parts, schedule, schedule.chatId);
  return heldUntilMs === undefined ? {} : { heldUntilMs };
}

/** When the quiet that a person has now is over; `undefined` where there is none now. */
function quietEndOf({ people, clock }: QuietHoursSource, person: Person): number | undefined {
  const hours = people.quietHours(person.id);
  return hours === undefined ? undefined : quietUntil(hours, person.zone, clock.now());
}

/** What is held for a person keeps to the quiet hours that they have chosen now. */
export function reapplyQuietHours(
  parts: QuietHoursSource & { readonly outbox: Pick<Outbox, "reapplyQuietHours"> },
  personId: string,
): void {
  const person = parts.people.get(personId);
  if (person === undefined) return;
  const untilMs = quietEndOf(parts, person);
  for (const chatKey of parts.updates.chatsOf(personId))
    parts.outbox.reapplyQuietHours(chatKey, untilMs);
}
