import { quoteIbl } from "../../agent/planner/code.ts";
import {
  dateOfDayNumber,
  dayNumber,
  instantOf,
  isoMinute,
  localTimeOf,
  padded,
  spokenDay,
  spokenTime,
} from "../../base/format-time.ts";
import type { JsonObject } from "../../base/json.ts";
import { readSingleCall } from "../../engine/language/single-call.ts";
import { priceAlertOf } from "../../scheduler/ledger/price-alert.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import { spokenName } from "../../scheduler/ledger/schedule-words.ts";
import { findTime } from "../../scheduler/phrases/find-time.ts";
import { nextDue } from "../../scheduler/timing/cron.ts";
import { isClockTiming, isRecurring } from "../../scheduler/timing/timing-kinds.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import { say } from "../texts/say.ts";
import type { ScheduleFrame } from "./schedule-frame.ts";
import {
  MOST_IN_LOOP,
  newTiming,
  offOf,
  onceAt,
  presentTiming,
  retimed,
  type Said,
  type ScheduleWish,
  spokenOf,
  which,
} from "./wish-parts.ts";

const DAY_MS = 86_400_000;

/** So many are switched off without a question. */
const MOST_UNASKED = 3;

/** The schedules of the one who says something. */
export interface Own {
  readonly all: readonly Schedule[];
  readonly active: readonly Schedule[];
  /** What rang last and not long ago. */
  readonly rung: { readonly schedule: Schedule; readonly atMs: number } | undefined;
}

/** What a frame wants of the schedules that there are; `undefined` where it is about none of them. */
export function wishOfFrame(
  frame: ScheduleFrame,
  given: Own,
  said: Said,
): ScheduleWish | undefined {
  const isOver = ENDS.has(frame.act) && frame.named.length === 0 && isSettled(given.rung);
  const own = isOver ? { ...given, rung: undefined } : given;
  if (frame.act === "all-off") return allOff(frame, own, said);
  if (frame.act === "done") return done(frame, own);
  if (frame.act === "when") return told(frame, own);
  const able = subjects(frame, own, said);
  const wishes = able.flatMap((schedule) => wishOn(schedule, frame, own, said) ?? []);
  const [first, second] = wishes;
  if (first === undefined || second === undefined) return first;
  const question = frame.act === "off" ? "askWhichOff" : "askWhichChange";
  const codes = new Map(
    wishes.flatMap((wish) => (wish.kind === "run" ? [[wish.about[0]?.id, wish.code]] : [])),
  );
  const those = able.filter(({ id }) => codes.has(id));
  return which(those, question, said, ({ id }) => codes.get(id) ?? "");
}

/** What ends a reminder that is not over. */
const ENDS: ReadonlySet<ScheduleFrame["act"]> = new Set(["off", "done"]);

/** True of what rang and was said to be done since. */
function isSettled(rung: Own["rung"]): boolean {
  return rung?.schedule.doneAtMs !== undefined && rung.schedule.doneAtMs >= rung.atMs;
}

/** Those that a frame is about: what it names, else what rang or was spoken of last. */
function subjects({ act, named }: ScheduleFrame, own: Own, said: Said): readonly Schedule[] {
  const { active, rung } = own;
  const isOn = ({ id }: Schedule): boolean =>
    active.some((one) => one.id === id) || id === rung?.schedule.id;
  if (named.length > 0) return withoutAhead(named.filter(isOn));
  const { schedule, atMs } = spokenOf(active, said);
  const isExplicit = act !== "off" || atMs >= (said.passedAtMs ?? 0);
  const spoken = isExplicit ? schedule : undefined;
  const rangLater = rung !== undefined && atMs < rung.atMs;
  const last = rangLater || spoken === undefined ? rung?.schedule : spoken;
  return last === undefined ? [] : [last];
}

function wishOn(
  schedule: Schedule,
  frame: ScheduleFrame,
  { rung }: Own,
  said: Said,
): ScheduleWish | undefined {
  const { act, when, lengthMs = 0, title, weekdays } = frame;
  const isRung = schedule.id === rung?.schedule.id && !isAhead(schedule, said);
  switch (act) {
    case "rename":
      return renamed(schedule, title, said);
    case "off":
      return frame.isForGood === true ? goneOf(schedule) : offOf([schedule]);
    case "run":
      return ofOne(schedule, "run_now");
    case "again":
      return isRung ? laterAt(schedule, when, said) : undefined;
    case "ahead":
      return toldAhead(schedule, lengthMs, said);
    case "push":
      return frame.isForGood === true
        ? movedFor(schedule, lengthMs, said)
        : pushed(schedule, lengthMs, isRung, said);
    case "leave-out":
      return weekdays === undefined ? undefined : withoutDays(schedule, weekdays);
    case "skip":
      return skipped(schedule, when, said);
    case "retime":
      return isRung ? laterAt(schedule, when, said) : retimed(schedule, when, said);
    default:
      return undefined;
  }
}

/** What is deleted is gone from the list of schedules as well. */
function goneOf(schedule: Schedule): ScheduleWish {
  return ofOne(schedule, "delete_event");
}

function ofOne(schedule: Schedule, action: "delete_event" | "run_now"): ScheduleWish {
  const code = `[system:${action}](${quoteIbl(schedule.name)})`;
  return { kind: "run", code, about: [schedule] };
}

/** A reminder, and not the one that is told ahead of it, which is called after it. */
function withoutAhead(named: readonly Schedule[]): readonly Schedule[] {
  const names = named.map(spokenName);
  return named.filter((each) => !names.some((name) => spokenName(each).startsWith(`${name} (`)));
}

/** What rang and was put off since, or comes again, has a time of its own to change. */
function isAhead({ timing, state }: Schedule, { nowMs }: Said): boolean {
  return timing.kind === "at" && state === "active" && timing.atMs > nowMs;
}

/** Another name, which is also what it says where it says no more than its name; without one it is asked for. */
function renamed(schedule: Schedule, title: string | undefined, { language }: Said): ScheduleWish {
  const old = spokenName(schedule);
  const tells = readSingleCall(schedule.program);
  const isOwnWords = tells?.action === "notify_user" && tells.target === old;
  const naming = (name: string): string => {
    const pipeline = `[system:notify_user](${quoteIbl(name)})`;
    const says = isOwnWords ? `, pipeline: ${quoteIbl(pipeline)}` : "";
    return `[system:update](${quoteIbl(schedule.name)}) {name: ${quoteIbl(name)}${says}}`;
  };
  if (title !== undefined) return { kind: "run", code: naming(title), about: [schedule] };
  const question = say(language, "askTitle", { name: old });
  const code = `$title = [system:ask_user](${quoteIbl(question)})\n[system:update](${quoteIbl(schedule.name)}) {name: $title}`;
  return { kind: "run", code, about: [schedule] };
}

/** A second time to be told, so long before the first. */
function toldAhead(schedule: Schedule, lengthMs: number, said: Said): ScheduleWish | undefined {
  const { timing } = schedule;
  if (timing.kind !== "at") return undefined;
  const dueMs = timing.atMs - lengthMs;
  if (dueMs <= said.nowMs) return undefined;
  const name = `${spokenName(schedule)} (${spokenTime(timing.atMs, said, said.nowMs)})`;
  const tell = `[system:notify_user](${quoteIbl(name)})`;
  const at = quoteIbl(isoMinute(dueMs, said.zone));
  const code = `[system:schedule](${quoteIbl(name)}) {pipeline: ${quoteIbl(tell)}, at: ${at}}`;
  return { kind: "run", code, about: [schedule] };
}

/** So much later than it was to come; what rang, and what is due anyway, comes so much later from now. */
function pushed(
  schedule: Schedule,
  lengthMs: number,
  isRung: boolean,
  said: Said,
): ScheduleWish | undefined {
  const { timing, zone, name, nextDueMs = 0 } = schedule;
  const day = timing.kind === "entry" ? timing.day : timing;
  if (!isClockTiming(day)) return undefined;
  if (isRung || (day.kind === "at" && day.atMs <= said.nowMs))
    return { kind: "later", schedule, untilMs: said.nowMs + lengthMs };
  if (day.kind !== "at")
    return { kind: "later", schedule, untilMs: Math.max(nextDueMs, said.nowMs) + lengthMs };
  const config = { at: isoMinute(day.atMs + lengthMs, zone) };
  const code = `[system:update](${quoteIbl(name)}) {config: ${JSON.stringify(config)}}`;
  return { kind: "run", code, about: [schedule] };
}

/** So much later every day on which it comes. */
function movedFor(schedule: Schedule, lengthMs: number, said: Said): ScheduleWish | undefined {
  const present = presentTiming(schedule);
  const time = present?.["time"];
  if (typeof time !== "string") return undefined;
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const minutes = hour * 60 + minute + lengthMs / 60_000;
  if (minutes >= 24 * 60) return undefined;
  const later = `${padded(Math.floor(minutes / 60))}:${padded(minutes % 60)}`;
  return retimed(schedule, later, said);
}

/** What rang comes again at a time. */
function laterAt(schedule: Schedule, when: string, said: Said): ScheduleWish | undefined {
  const timing = newTiming(when, said, presentTiming(schedule));
  const untilMs = timing === undefined ? undefined : onceAt(timing, said);
  return untilMs === undefined ? undefined : { kind: "later", schedule, untilMs };
}

/** Other days of the week from now on. */
function withoutDays(
  schedule: Schedule,
  { days, isOnly }: NonNullable<ScheduleFrame["weekdays"]>,
): ScheduleWish | undefined {
  const present = presentTiming(schedule);
  const { repeat, time, until } = present ?? {};
  if (typeof time !== "string" || (repeat !== "daily" && repeat !== "weekly")) return undefined;
  const own = Array.isArray(present?.["weekdays"]) ? present["weekdays"].map(Number) : ALL_DAYS;
  const left = own.filter((day) => days.includes(day) === isOnly);
  if (left.length === 0 || left.length === own.length) return undefined;
  const end = until === undefined ? {} : { until };
  const config = { repeat: "weekly", weekdays: left, time, ...end } satisfies JsonObject;
  const code = `[system:update](${quoteIbl(schedule.name)}) {config: ${JSON.stringify(config)}}`;
  return { kind: "run", code, about: [schedule] };
}

const ALL_DAYS: readonly number[] = [0, 1, 2, 3, 4, 5, 6];

/** The next time, or that of a day, is left out: it comes again at the one after. What comes before that day would be left out too, which is asked about. */
function skipped(schedule: Schedule, when: string, said: Said): ScheduleWish | undefined {
  const { timing, zone, nextDueMs } = schedule;
  if (!isRecurring(schedule) || nextDueMs === undefined) return undefined;
  const day = when === "" ? undefined : dayOf(when, said);
  const endMs = day === undefined ? nextDueMs : day + DAY_MS - 1;
  const untilMs = nextDue(timing, zone, Math.max(endMs, nextDueMs));
  if (untilMs === undefined || (day !== undefined && nextDueMs > endMs)) return undefined;
  if (day === undefined || nextDueMs >= day) return { kind: "later", schedule, untilMs };
  const name = escapeMarkup(spokenName(schedule));
  const facts = { name, first: spokenTime(nextDueMs, said, said.nowMs) };
  return { kind: "ask", question: say(said.language, "skipNotAlone", facts), suggests: [] };
}

/** The first moment of the day that words name. */
function dayOf(words: string, said: Said): number | undefined {
  const found = findTime(words, { ...said, isTold: true });
  const [timing] = found?.timing === undefined ? (found?.candidates ?? []) : [found.timing];
  const atMs = timing === undefined ? undefined : onceAt(timing, said);
  if (atMs === undefined) return undefined;
  const date = dateOfDayNumber(dayNumber(localTimeOf(atMs, said.zone)));
  return instantOf({ ...date, hour: 0, minute: 0, second: 0 }, said.zone);
}

/** It is done: what rang, or one of a single time that is still to come and is named by most of its words, which need not be told of any more. */
function done({ named, isMostly }: ScheduleFrame, { rung, active }: Own): ScheduleWish | undefined {
  const [only, second] = named;
  const isOfRung = only === undefined || named.some(({ id }) => id === rung?.schedule.id);
  if (rung !== undefined && isOfRung) return { kind: "done", schedule: rung.schedule };
  const isOnce = only?.timing.kind === "at" && active.some(({ id }) => id === only.id);
  const isSure = only !== undefined && second === undefined && isMostly === true;
  return isSure && isOnce ? offOf([only]) : undefined;
}

/** When those come that are named. */
function told({ named }: ScheduleFrame, { active }: Own): ScheduleWish | undefined {
  const about = named.filter(({ id }) => active.some((one) => one.id === id));
  const code = about.map(({ name }) => `[system:get_event](${quoteIbl(name)})`).join("\n");
  return about.length === 0 ? undefined : { kind: "run", code, about };
}

/** All of them, or all of a day: alerts on prices and briefings only where they are named; more than a few are asked about. */
function allOff({ when, kind }: ScheduleFrame, own: Own, said: Said): ScheduleWish | undefined {
  const named = own.active.filter((each) => kindOf(each) === kind);
  const reminders =
    named.length > 0 ? named : own.active.filter((each) => kindOf(each) === "reminder");
  if (when !== "") return dayOff(reminders, when, said);
  if (reminders.length === 0 || reminders.length > MOST_IN_LOOP) return undefined;
  if (reminders.length <= MOST_UNASKED) return offOf(reminders);
  return askedOff(reminders, said);
}

function kindOf({ timing, program }: Schedule): ScheduleFrame["kind"] {
  if (priceAlertOf(timing) !== undefined) return "alert";
  return program.includes("_briefing") ? "briefing" : "reminder";
}

function askedOff(about: readonly Schedule[], { language }: Said): ScheduleWish {
  const wish = offOf(about);
  const names = about.slice(0, MOST_UNASKED).map((each) => `**${escapeMarkup(spokenName(each))}**`);
  const left = about.length - names.length;
  const more = left > 0 ? ` … ${say(language, "offMore", { count: String(left) })}` : "";
  const count = String(about.length);
  const question = say(language, "askAllOff", { count, names: `${names.join(", ")}${more}` });
  const label = say(language, "allOff", { count });
  return { kind: "ask", question, suggests: [{ label, runs: wish.code, says: wish.code }] };
}

/** What comes once on a day is switched off; of what recurs that day is skipped where it is all there is. */
function dayOff(
  reminders: readonly Schedule[],
  when: string,
  said: Said,
): ScheduleWish | undefined {
  const day = dayOf(when, said);
  if (day === undefined) return undefined;
  const there = reminders.filter(({ timing, zone }) => {
    const dueMs = nextDue(timing, zone, Math.max(day - 1, said.nowMs));
    return dueMs !== undefined && dueMs < day + DAY_MS;
  });
  const once = there.filter((each) => !isRecurring(each));
  const [only, second] = there;
  if (only !== undefined && second === undefined && once.length === 0)
    return skipped(only, when, said);
  if (once.length > MOST_UNASKED) return askedOff(once, said);
  if (once.length > 0) return offOf(once);
  const words = spokenDay(day, said, said.nowMs);
  return { kind: "ask", question: say(said.language, "noneOfDay", { day: words }), suggests: [] };
}
