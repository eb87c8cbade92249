import type { LunarDay } from "./lunar.ts";

/** What sets a schedule off: the time, or something that happens. Times are read together with an IANA zone. */
export type Timing = ClockTiming | Trigger;

/** Due at times that are known beforehand. */
export type ClockTiming = CronTiming | EveryTiming | AtTiming | LunarTiming;

/** Something else than a time of its own: an event, a condition that is looked at now and then, or a day in the calendar. */
export type Trigger =
  | MessageTrigger
  | WebhookTrigger
  | FileTrigger
  | RunTrigger
  | ConditionTrigger
  | EntryTiming;

/** Set off by what happens alone: it has no due times of its own. */
export type EventTrigger = MessageTrigger | WebhookTrigger | FileTrigger | RunTrigger;

/**
 * Due by the wall clock. `expression` is one cron pattern of five or six fields, or several joined by " | ": due when any of them is.
 * A fixed time runs once on the day of a clock change: at the end of a gap, and at the first of two equal readings. A pattern with
 * "*" or "/" in its minutes or hours follows elapsed time: it runs through a repeated hour, and not in one that is left out.
 */
export interface CronTiming {
  readonly kind: "cron";
  readonly expression: string;
  /** Leaves out the days (or the weeks from Monday to Sunday) that are not every `count`-th from the one that holds `anchorDate` (YYYY-MM-DD). */
  readonly rhythm?: Rhythm;
  /** Never due before this instant. */
  readonly fromMs?: number;
  /** Never due after this instant. */
  readonly untilMs?: number;
}

/** Every second, third … day or week, counted from an anchor. */
export interface Rhythm {
  readonly unit: "day" | "week";
  readonly count: number;
  readonly anchorDate: string;
}

/** Due at `anchorMs` and every `everyMs` of elapsed time after it, whatever the wall clock does. */
export interface EveryTiming {
  readonly kind: "every";
  readonly everyMs: number;
  readonly anchorMs: number;
  /** Never due after this instant. */
  readonly untilMs?: number;
}

/** Due once. */
export interface AtTiming {
  readonly kind: "at";
  readonly atMs: number;
}

/** Due once in every year of the Korean lunar calendar, at a time of day. */
export interface LunarTiming extends LunarDay {
  readonly kind: "lunar";
  readonly hour: number;
  readonly minute: number;
}

/** A message that comes into the schedule's own chat, or into the owner's private chat on the platform `channel`. All that is given must hold; texts are compared without regard to case. */
export interface MessageTrigger {
  readonly kind: "message";
  readonly channel?: string;
  /** Name or platform id of the sender, whole. */
  readonly from?: string;
  /** Stands anywhere in the text. */
  readonly keyword?: string;
}

/** A signed request to the address of the schedule. */
export interface WebhookTrigger {
  readonly kind: "webhook";
}

/** A file of the schedule's chat that came or changed, and has come to rest. */
export interface FileTrigger {
  readonly kind: "file";
  /** Glob over the path; absent: every file. */
  readonly pattern?: string;
  readonly change: "created" | "changed" | "any";
}

/** Another schedule of the same person that has ended, or a program that they ran by hand. */
export interface RunTrigger {
  readonly kind: "run";
  /** Name of that schedule, or of the workflow (or `switch:` and the switch) that it or the program runs. */
  readonly of: string;
  readonly outcome: "ok" | "failed" | "any";
}

/** What a program that only reads gives is looked at at the times of `look`; set off when `condition` turns true, and not again within `coolDownMs`. */
export interface ConditionTrigger {
  readonly kind: "condition";
  /** IBL text. */
  readonly watch: string;
  readonly condition: string;
  readonly look: ClockTiming;
  readonly coolDownMs: number;
}

/** What a day in the calendar can be. */
export const ENTRY_KINDS = ["anniversary", "birthday", "appointment", "reminder", "other"] as const;

/** A day in the calendar, without a program. With `beforeMs` its person is told that long before, by the wall clock where it is whole days. */
export interface EntryTiming {
  readonly kind: "entry";
  readonly entry: (typeof ENTRY_KINDS)[number];
  readonly day: ClockTiming;
  readonly beforeMs?: number;
  readonly note?: string;
}

/** How schedules are told apart by what sets them off; `time` for all clock timings. */
export type TimingGroup = "time" | Trigger["kind"];

/** The group of a timing. */
export function groupOf(timing: Timing): TimingGroup {
  return isClockTiming(timing) ? "time" : timing.kind;
}

/** True for cron, every, at and lunar. */
export function isClockTiming(timing: Timing): timing is ClockTiming {
  return ["cron", "every", "at", "lunar"].includes(timing.kind);
}

/** True for what has no due times of its own. */
export function isEventTrigger(timing: Timing): timing is EventTrigger {
  return ["message", "webhook", "file", "run"].includes(timing.kind);
}

/** True for what comes again and again by the clock. */
export function isRecurring({ timing }: { readonly timing: Timing }): boolean {
  const day = timing.kind === "entry" ? timing.day : timing;
  return isClockTiming(day) && day.kind !== "at";
}
