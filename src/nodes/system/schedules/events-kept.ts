import type { JsonObject } from "../../../base/json.ts";
import {
  type ClockTime,
  parseClockTime,
  parseDuration,
} from "../../../scheduler/timing/clock-text.ts";
import { patternsOf } from "../../../scheduler/timing/cron.ts";
import {
  type ClockTiming,
  ENTRY_KINDS,
  type EntryTiming,
  type Timing,
} from "../../../scheduler/timing/timing-kinds.ts";
import { instantOf, localTimeOf } from "../../../scheduler/timing/zone.ts";

/** Keys that say on which day an entry is. */
const DAY_KEYS = [
  "cron",
  "every",
  "at",
  "after",
  "lunar",
  "repeat",
  "date",
  "month",
  "day",
  "weekdays",
  "interval",
];

/** An entry on the same day, at another time, or told or called otherwise; `undefined` where the day changes too. */
export function entryWith(
  entry: EntryTiming,
  config: JsonObject,
  zone: string,
): EntryTiming | undefined {
  if (DAY_KEYS.some((key) => config[key] !== undefined)) return undefined;
  const { before, time, description } = config;
  const clock = typeof time === "string" ? parseClockTime(time) : undefined;
  const day = time === undefined ? entry.day : clock && atTime(entry.day, clock, zone);
  if (day === undefined) return undefined;
  const beforeMs = typeof before === "string" ? (parseDuration(before) ?? 0) : entry.beforeMs;
  const kind = ENTRY_KINDS.find((known) => known === config["entry"]) ?? entry.entry;
  return {
    ...entry,
    day,
    entry: kind,
    ...(beforeMs === undefined ? {} : { beforeMs }),
    ...(typeof description === "string" ? { note: description } : {}),
  };
}

/** The same days at another time of day; `undefined` for days that have no time of their own. */
function atTime(day: ClockTiming, { hour, minute }: ClockTime, zone: string) {
  switch (day.kind) {
    case "at": {
      const local = localTimeOf(day.atMs, zone);
      return { ...day, atMs: instantOf({ ...local, hour, minute, second: 0 }, zone) };
    }
    case "lunar":
      return { ...day, hour, minute };
    case "cron": {
      const patterns = patternsOf(day.expression).map((pattern) =>
        [minute, hour, ...pattern.split(/\s+/).slice(-3)].join(" "),
      );
      return { ...day, expression: patterns.join(" | ") };
    }
    case "every":
      return undefined;
  }
}

/** The parts of what sets a schedule off that stay as they are where an update does not name them, as they are asked for. */
export function fieldsOf(timing: Timing): JsonObject {
  switch (timing.kind) {
    case "message":
    case "file":
    case "run": {
      const { kind, ...fields } = timing;
      return { ...fields };
    }
    case "condition":
      return {
        watch: timing.watch,
        condition: timing.condition,
        cooldown: secondsText(timing.coolDownMs),
        ...lookOf(timing.look),
      };
    case "entry":
      return {
        entry: timing.entry,
        ...(timing.beforeMs === undefined ? {} : { before: secondsText(timing.beforeMs) }),
        ...(timing.note === undefined ? {} : { description: timing.note }),
      };
    default:
      return {};
  }
}

function lookOf(look: Timing): JsonObject {
  if (look.kind === "every") return { every: secondsText(look.everyMs) };
  return look.kind === "cron" && look.rhythm === undefined ? { cron: look.expression } : {};
}

function secondsText(lengthMs: number): string {
  return `${Math.round(lengthMs / 1000)}s`;
}
