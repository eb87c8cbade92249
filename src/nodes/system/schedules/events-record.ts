import {
  dateOfDayNumber,
  dayAndTime,
  dayNumber,
  instantOf,
  isoInZone,
  localTimeOf,
} from "../../../base/format-time.ts";
import type { JsonObject } from "../../../base/json.ts";
import { korean } from "../../../base/korean-particles.ts";
import type { Localized } from "../../../base/localized.ts";
import { escapeMarkup } from "../../../base/visible-text.ts";
import {
  numberParam,
  optionalString,
  type ReadyCall,
} from "../../../engine/execute/action-types.ts";
import {
  failureIn,
  type Outcome,
  success,
  text as textValue,
} from "../../../engine/values/outcome.ts";
import { describeTiming, OVERLAP_WORDS } from "../../../scheduler/ledger/describe.ts";
import type { Occurrence } from "../../../scheduler/ledger/occurrence-table.ts";
import type { Schedule } from "../../../scheduler/ledger/schedule-table.ts";
import { lineText, momentLine, spokenName } from "../../../scheduler/ledger/schedule-words.ts";
import { dueBetween } from "../../../scheduler/timing/cron.ts";
import { groupOf } from "../../../scheduler/timing/timing-kinds.ts";
import { worded } from "../../localize.ts";
import type { EventParts } from "./events-parts.ts";
import {
  isSwitchedOff,
  itemOf,
  outcomeWord,
  readerOf,
  reasonOff,
  scheduleLine,
} from "./events-words.ts";

/** Lines of the record shown where nothing else is said. */
const USUAL_LINES = 20;

/** Times of one schedule shown in a month. */
const MOST_IN_A_MONTH = 31;

/** `event`: what set the program off that makes the call; in a dry run a sample of it, or what stands for one. */
export function eventOf(parts: EventParts, call: ReadyCall): Outcome {
  const { trial } = call;
  if (trial !== undefined && trial.event === undefined) return eventToCome(call);
  const input = trial?.event ?? parts.schedules.inputOf(call.effectKey);
  if (input === undefined)
    return failureIn(call.actor.language, "no-event", {
      en: "Nothing has happened that I could tell about: this works only in an alert that waits for something.",
      ko: "알려 줄 일이 일어나지 않았어요. 어떤 일을 기다리는 알림에서만 쓸 수 있어요.",
    });
  const { chain, ...data } = input;
  const text = typeof data["text"] === "string" ? data["text"] : JSON.stringify(data);
  return success({ kind: "object", data, text }, { tainted: true });
}

function eventToCome(call: ReadyCall): Outcome {
  const words = worded(call, { ko: "⟨이벤트 내용⟩", en: "⟨what the event brings⟩" });
  return { ok: true, value: textValue(words), tainted: true, standIn: true };
}

/** Schedules and events, by kind and state where asked; with a year and a month, the days of that month; with `days`, what comes in so many days. */
export function list(parts: EventParts, call: ReadyCall): Outcome {
  const { type, enabled_only: isOnlyOn, off, year, month, days: count, from } = call.params;
  const nowMs = parts.clock.now();
  const wanted = type === "channel" ? "message" : type;
  const all = parts.schedules
    .list(call.actor.personId)
    .filter((entry) => (isOnlyOn === true ? entry.state === "active" : entry.state !== "done"))
    .filter((entry) => typeof wanted !== "string" || isOfType(entry, wanted));
  if (typeof year === "number" && typeof month === "number")
    return times(call, all, { ...monthOf(call, { year, month }), none: NOTHING_IN_MONTH, nowMs });
  if (typeof count === "number") {
    const isComing = (entry: Schedule): boolean => entry.state === "active";
    const span = comingDays(call, { count, from: typeof from === "number" ? from : 0, nowMs });
    return times(call, all.filter(isComing), { ...span, none: NOTHING_COMES, nowMs });
  }
  if (off === true) {
    const isOver = ({ timing }: Schedule): boolean => timing.kind === "at" && timing.atMs <= nowMs;
    const found = all.filter((entry) => isSwitchedOff(entry) && !isOver(entry));
    return listed(call, found, { shown: found, none: NOTHING_OFF, nowMs });
  }
  const shown = all.filter((entry) => !isSwitchedOff(entry)).toSorted(byNextTime);
  return listed(call, all, { shown, none: NOTHING_SCHEDULED, nowMs });
}

const NOTHING_SCHEDULED: Localized = { ko: "알림이 없어요.", en: "Nothing is scheduled." };
const NOTHING_OFF: Localized = { ko: "꺼진 알림이 없어요.", en: "Nothing is switched off." };

/** Schedules as data, and those of them in words that are `shown`. */
function listed(
  call: ReadyCall,
  all: readonly Schedule[],
  {
    shown,
    none,
    nowMs,
  }: { readonly shown: readonly Schedule[]; readonly none: Localized; readonly nowMs: number },
): Outcome {
  const text =
    shown.length === 0
      ? worded(call, none)
      : shown.map((entry) => scheduleLine(call, entry, nowMs)).join("\n");
  const tainted = all.some((entry) => entry.isTainted);
  return success({ kind: "list", items: all.map(itemOf), text }, { tainted });
}

/** What comes next stands first; what waits for something else than a time comes last. */
function byNextTime(left: Schedule, right: Schedule): number {
  return (left.nextDueMs ?? Number.MAX_VALUE) - (right.nextDueMs ?? Number.MAX_VALUE);
}

/** Everything about one of them. */
export function show(parts: EventParts, call: ReadyCall, event: string): Outcome {
  const entry = parts.schedules.get(event, call.actor.personId);
  if (entry === undefined) return unknownEvent(call, event);
  const { timing } = entry;
  const nowMs = parts.clock.now();
  const isWebhook = timing.kind === "webhook";
  const address = isWebhook ? { address: parts.webhooks.addressOf(entry) } : {};
  const reason = reasonOff(entry);
  const lines = [
    scheduleLine(call, entry, nowMs),
    ...(entry.overlap === "queue" ? [] : [worded(call, OVERLAP_WORDS[entry.overlap])]),
    ...(timing.kind === "entry" && timing.note !== undefined ? [timing.note] : []),
    ...(isWebhook ? [parts.webhooks.addressOf(entry)] : []),
    ...(entry.pausedBecause === undefined ? [] : [entry.pausedBecause]),
  ];
  const data = {
    ...itemOf(entry),
    ...address,
    when: describeTiming(timing, entry.zone, call.actor.language),
    missed: entry.missed.kind,
    overlap: entry.overlap,
    ...(reason === undefined ? {} : { off_because: worded(call, reason) }),
  };
  return success({ kind: "object", data, text: lines.join("\n") }, { tainted: entry.isTainted });
}

/** How many there are of each kind, what comes next, and what went wrong last. */
export function status(parts: EventParts, call: ReadyCall): Outcome {
  const { personId } = call.actor;
  const all = parts.schedules.list(personId);
  const counts: Record<string, number> = {};
  for (const entry of all) {
    const group = groupOf(entry.timing);
    counts[group] = (counts[group] ?? 0) + 1;
  }
  const isOn = all.filter((entry) => entry.state === "active");
  const next = isOn
    .filter((entry) => entry.nextDueMs !== undefined)
    .sort((left, right) => (left.nextDueMs ?? 0) - (right.nextDueMs ?? 0))[0];
  const failed = parts.schedules
    .history(personId, { limit: 200 })
    .find((row) => row.state === "failed");
  const off = all.filter((entry) => entry.state === "failing" || entry.pausedBecause !== undefined);
  const nowMs = parts.clock.now();
  const lines = [
    worded(call, {
      ko: `알림 ${all.length}개, 켜진 것 ${isOn.length}개.`,
      en: `Schedules and events: ${all.length}, of which ${isOn.length} are on.`,
    }),
    ...(next === undefined ? [] : [`→ ${scheduleLine(call, next, nowMs).slice(2)}`]),
    ...off.map((entry) => scheduleLine(call, entry, nowMs)),
    ...(failed === undefined ? [] : [recordLine(call, failed, nameOf(all, failed))]),
  ];
  const data: JsonObject = {
    total: all.length,
    active: isOn.length,
    by_type: counts,
    next: next?.nextDueMs === undefined ? null : isoInZone(next.nextDueMs, next.zone),
  };
  return success(
    { kind: "object", data, text: lines.join("\n") },
    { tainted: failed !== undefined },
  );
}

/** What became of due times and events, the latest first. */
export function history(parts: EventParts, call: ReadyCall): Outcome {
  const { personId } = call.actor;
  const event = optionalString(call, "name") ?? optionalString(call, "event_id");
  const one = event === undefined ? undefined : parts.schedules.get(event, personId);
  if (event !== undefined && one === undefined) return unknownEvent(call, event);
  const rows = parts.schedules.history(personId, {
    ...(one === undefined ? {} : { scheduleId: one.id }),
    limit: numberParam(call, "limit", USUAL_LINES),
  });
  const all = parts.schedules.list(personId);
  const text =
    rows.length === 0
      ? worded(call, { ko: "아직 실행 기록이 없어요.", en: "Nothing has run yet." })
      : rows.map((row) => recordLine(call, row, nameOf(all, row))).join("\n");
  const items = rows.map((row) => ({
    name: nameOf(all, row) ?? row.scheduleId,
    due: isoInZone(row.dueMs, call.actor.zone),
    state: row.state,
    summary: row.summary ?? "",
    delivered:
      row.deliveredAtMs === undefined ? null : isoInZone(row.deliveredAtMs, call.actor.zone),
  }));
  // What a run had to say may be somebody else's words.
  return success({ kind: "list", items, text }, { tainted: rows.length > 0 });
}

/** Why there is nothing to say about an event. */
function unknownEvent(call: ReadyCall, event: string): Outcome {
  return failureIn(call.actor.language, "schedule-unknown", {
    en: `You have no reminder called "${event}". Say “my reminders” to see them.`,
    ko: korean`"${event}"(이)라는 알림은 없어요. “내 알림”이라고 하면 목록을 보여 드려요.`,
  });
}

function isOfType(entry: Schedule, type: string): boolean {
  const { timing } = entry;
  const group = groupOf(timing);
  if (type === "plan") return group === "entry" || TELLS_ALONE.test(entry.program);
  return type === group || (type === "schedule" && group === "time") || isEntry(entry, type);
}

/** A reminder: its program says words, and nothing else. */
const TELLS_ALONE = /^\[system:notify_user\]\("(?:[^"\\]|\\.)*"\)$/u;

function isEntry({ timing }: Schedule, type: string): boolean {
  return timing.kind === "entry" && timing.entry === type;
}

/** A span of time, and what is said where nothing is in it. */
interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly none: Localized;
  readonly nowMs: number;
}

type DaysOfSpan = Pick<Span, "fromMs" | "untilMs">;

const NOTHING_IN_MONTH: Localized = {
  ko: "그달에는 아무것도 없어요.",
  en: "There is nothing in that month.",
};

const NOTHING_COMES: Localized = { ko: "일정이 없어요.", en: "There is nothing planned." };

function monthOf(
  call: ReadyCall,
  { year, month }: { readonly year: number; readonly month: number },
): DaysOfSpan {
  const { zone } = call.actor;
  const midnight = { day: 1, hour: 0, minute: 0, second: 0 };
  const isLast = month === 12;
  const next = { year: isLast ? year + 1 : year, month: isLast ? 1 : month + 1 };
  return {
    fromMs: instantOf({ ...midnight, year, month }, zone),
    untilMs: instantOf({ ...midnight, ...next }, zone),
  };
}

/** So many days from today, or from so many days after it; nothing before now. */
function comingDays(
  call: ReadyCall,
  { count, from, nowMs }: { readonly count: number; readonly from: number; readonly nowMs: number },
): DaysOfSpan {
  const { zone } = call.actor;
  const today = dayNumber(localTimeOf(nowMs, zone));
  const midnight = (days: number): number =>
    instantOf({ ...dateOfDayNumber(today + days), hour: 0, minute: 0, second: 0 }, zone);
  return { fromMs: Math.max(nowMs, midnight(from)), untilMs: midnight(from + count) };
}

function times(call: ReadyCall, all: readonly Schedule[], span: Span): Outcome {
  const { zone } = call.actor;
  const found = all
    .map((entry) => ({ entry, days: daysOf(entry, span.fromMs, span.untilMs) }))
    .filter(({ days }) => days.length > 0)
    .toSorted((left, right) => (left.days[0] ?? 0) - (right.days[0] ?? 0));
  const items = found
    .flatMap(({ entry, days }) => days.map((dayMs) => ({ entry, dayMs })))
    .toSorted((left, right) => left.dayMs - right.dayMs)
    .map(({ entry, dayMs }) => ({ ...itemOf(entry), at: isoInZone(dayMs, zone) }));
  const lines = found.map(({ entry, days }) => spanLine(call, entry, days, span.nowMs));
  const text = lines.length === 0 ? worded(call, span.none) : lines.join("\n");
  return success({ kind: "list", items, text }, { tainted: all.some((entry) => entry.isTainted) });
}

/** What comes in a span of days, in one line: with its time where it comes once, else with the rule by which it comes. */
function spanLine(
  call: ReadyCall,
  entry: Schedule,
  days: readonly number[],
  nowMs: number,
): string {
  const [dayMs = nowMs, ...others] = days;
  if (entry.timing.kind === "entry") {
    const { note } = entry.timing;
    const noted = note === undefined ? "" : ` · ${escapeMarkup(note.replace(/\s+/gu, " "))}`;
    const when = dayAndTime(dayMs, call.actor, { nowMs });
    return `- ${when} **${escapeMarkup(spokenName(entry))}**${noted}`;
  }
  const reader = readerOf(call, nowMs);
  return others.length === 0 ? momentLine(entry, dayMs, reader) : lineText(entry, reader);
}

/** The times of a schedule in a span; of an entry the days themselves, not when somebody is told. What was put off comes when that ends, and not before. What comes more often than daily is left out: it would bury the rest. */
function daysOf(
  { timing, zone, snoozedUntilMs }: Schedule,
  fromMs: number,
  untilMs: number,
): readonly number[] {
  const clock = timing.kind === "entry" ? timing.day : timing;
  const foundMs = dueBetween(clock, zone, fromMs - 1, untilMs - 1, MOST_IN_A_MONTH + 1);
  if (foundMs.length > MOST_IN_A_MONTH) return [];
  if (snoozedUntilMs === undefined) return foundMs;
  const isWithin = snoozedUntilMs >= fromMs && snoozedUntilMs < untilMs;
  return [...(isWithin ? [snoozedUntilMs] : []), ...foundMs.filter((at) => at > snoozedUntilMs)];
}

function recordLine(call: ReadyCall, row: Occurrence, name: string | undefined): string {
  const of = name === undefined ? "" : ` **${name}**`;
  const summary = row.summary === undefined || row.summary === "" ? "" : `: ${row.summary}`;
  return `- ${dayAndTime(row.dueMs, call.actor)}${of} ${outcomeWord(call, row.state)}${summary}`;
}

function nameOf(all: readonly Schedule[], row: Occurrence): string | undefined {
  return all.find((entry) => entry.id === row.scheduleId)?.name;
}
