import {
  hourWords,
  localTimeOf,
  type MomentReader,
  shortTime,
  spokenDay,
  spokenTime,
} from "../../base/format-time.ts";
import { FINAL, finalOf, korean } from "../../base/korean-particles.ts";
import type { Language } from "../../base/localized.ts";
import { escapeMarkup, timeMark } from "../../base/visible-text.ts";
import { entrySign, lengthText } from "../timing/describe-trigger.ts";
import { type ClockTiming, isClockTiming } from "../timing/timing-kinds.ts";
import { describeTiming } from "./describe.ts";
import { amountWords, type PriceAlert, priceAlertOf } from "./price-alert.ts";
import type { Schedule } from "./schedule-table.ts";

/** Who reads of a schedule, and when. */
export interface ScheduleReader extends MomentReader {
  readonly nowMs: number;
  /** The currency of a price by the name that is watched, such as KRW. Default: none is known. */
  readonly currencyOf?: (symbol: string) => string | undefined;
}

/** The parts of a schedule that are told. */
type Told = Pick<Schedule, "name" | "timing" | "zone" | "nextDueMs" | "program" | "snoozedUntilMs">;

/** What is said, in light markup, when a schedule is made or switched on: its name and when it comes. `isShared` where it will come to a chat that others read. */
export function setText(schedule: Told, reader: ScheduleReader, isShared = false): string {
  const alert = priceAlertOf(schedule.timing);
  if (alert !== undefined) return alertText(spokenName(schedule), alert, reader);
  const head = `${signOf(schedule)} **${escapeMarkup(spokenName(schedule))}** · ${whenMarkup(schedule, reader)}`;
  const first = firstText(schedule, reader);
  const told = tellingText(schedule, reader.language);
  const here = isShared ? { ko: ", 여기서 알릴게요.", en: ", here" }[reader.language] : "";
  return `${head}${first}${told}${here}`;
}

function alertText(
  given: string,
  { isAbove, line, symbol }: PriceAlert,
  { language, currencyOf }: ScheduleReader,
): string {
  const name = `**${escapeMarkup(given)}**`;
  const amount = amountWords(line, language, currencyOf?.(symbol));
  if (language === "en")
    return `🔔 ${name} ${isAbove ? "above" : "below"} ${amount}: I'll tell you.`;
  const subject = hasFinal(given) ? "이" : "가";
  const way = isAbove ? korean`${amount}을(를) 넘으면` : `${amount} 아래로 내려가면`;
  return `🔔 ${name}${subject} ${way} 알릴게요.`;
}

/** What is said when a schedule was changed: when it comes now, and when it came before. */
export function changedText(before: Told, after: Told, reader: ScheduleReader): string {
  const { language } = reader;
  const head = `✏️ **${escapeMarkup(spokenName(after))}** · ${whenMarkup(after, reader)}`;
  const old = formerText(before, after, reader);
  if (old === undefined) return head;
  return language === "ko" ? `${head} (${old}${koreanWas(old)})` : `${head} (was ${old})`;
}

/** What is said when a schedule was switched off or deleted. */
export function offText(schedule: Told, reader: ScheduleReader): string {
  const name = `**${escapeMarkup(spokenName(schedule))}**`;
  const when = plainWhen(schedule, reader);
  const isReminder = schedule.program.includes("notify") || schedule.program === "";
  if (reader.language === "ko")
    return isReminder ? `🗑 ${name} 알림을 껐어요 (${when}).` : `🗑 ${name} 껐어요 (${when}).`;
  return isReminder ? `🗑 ${name} reminder is off (${when}).` : `🗑 ${name} is off (${when}).`;
}

/** A schedule in one line of a list: its sign, its name and when it comes, which of what comes once and was put off is when it comes again. */
export function lineText(schedule: Told, reader: ScheduleReader): string {
  const { snoozedUntilMs } = schedule;
  const isPutOff = snoozedUntilMs !== undefined && clockOf(schedule)?.kind === "at";
  if (isPutOff) return momentLine(schedule, snoozedUntilMs, reader);
  return `${signOf(schedule)} **${escapeMarkup(spokenName(schedule))}** · ${whenMarkup(schedule, reader)}`;
}

/** A schedule in one line of a list, with one of the moments at which it comes. */
export function momentLine(schedule: Told, atMs: number, reader: ScheduleReader): string {
  const sign = schedule.snoozedUntilMs === atMs ? "💤" : signOf(schedule);
  const time = timeMark(spokenTime(atMs, reader, reader.nowMs), atMs, "F");
  return `${sign} **${escapeMarkup(spokenName(schedule))}** · ${time}`;
}

/** What a schedule is called: the number behind the second reminder of the same words is left out. */
export function spokenName({ name, program }: Pick<Schedule, "name" | "program">): string {
  const [, words] = /^(.+) \d+$/su.exec(name) ?? [];
  return words !== undefined && program.includes(JSON.stringify(words)) ? words : name;
}

/** ⏰ for what comes once, 🔁 for what comes again and again, 🔔 for what waits for something else; a calendar entry has its own. */
function signOf({ name, timing }: Pick<Told, "name" | "timing">): string {
  if (timing.kind === "entry") return entrySign(timing, name);
  if (!isClockTiming(timing)) return "🔔";
  return timing.kind === "at" ? "⏰" : "🔁";
}

/** The days or moments at which it comes, of a calendar entry those of the entry itself. */
function clockOf({ timing }: Pick<Told, "timing">): ClockTiming | undefined {
  const day = timing.kind === "entry" ? timing.day : timing;
  return isClockTiming(day) ? day : undefined;
}

function whenMarkup(schedule: Told, reader: ScheduleReader): string {
  const clock = clockOf(schedule);
  if (clock?.kind !== "at") return escapeMarkup(plainWhen(schedule, reader));
  return timeMark(spokenTime(clock.atMs, reader, reader.nowMs), clock.atMs, "F");
}

function plainWhen(schedule: Told, reader: ScheduleReader): string {
  const { timing, zone } = schedule;
  const clock = clockOf(schedule);
  if (clock?.kind === "at") return spokenTime(clock.atMs, reader, reader.nowMs);
  const alert = priceAlertOf(timing);
  if (alert !== undefined) return alertWhen(alert, reader);
  const words = describeTiming(clock ?? timing, zone, reader.language);
  return zone === reader.zone || clock === undefined ? words : `${words} (${zoneName(zone)})`;
}

function alertWhen(
  { isAbove, line, symbol }: PriceAlert,
  { language, currencyOf }: ScheduleReader,
): string {
  const amount = amountWords(line, language, currencyOf?.(symbol));
  if (language === "ko") return `${amount} ${isAbove ? "위" : "아래"}`;
  return `${isAbove ? "above" : "below"} ${amount}`;
}

/** The city of a zone that is not the reader's. */
function zoneName(zone: string): string {
  return (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
}

/** When something that comes again and again comes first; by the day, or by the time where it comes more often. */
function firstText(schedule: Told, reader: ScheduleReader): string {
  const clock = clockOf(schedule);
  const { nextDueMs } = schedule;
  if (clock === undefined || clock.kind === "at" || nextDueMs === undefined) return "";
  const isByDay = clock.kind !== "every";
  const { nowMs, language } = reader;
  const words = isByDay ? spokenDay(nextDueMs, reader, nowMs) : shortTime(nextDueMs, reader, nowMs);
  const first = timeMark(words, nextDueMs, isByDay ? "D" : "t");
  return language === "ko" ? `, 처음은 ${first}` : `, first ${first}`;
}

/** How long before its day a calendar entry is told. */
function tellingText({ timing }: Told, language: Language): string {
  if (timing.kind !== "entry" || !timing.beforeMs) return "";
  const length = lengthText(timing.beforeMs, language);
  return language === "ko" ? `, ${length} 전에 알려요` : `, told ${length} before`;
}

/** From when to when a schedule was moved, in short; undefined where that has not changed. */
export function movedText(from: Told, to: Told, reader: ScheduleReader): string | undefined {
  const [old, now] = [formerText(from, to, reader), formerText(to, from, reader)];
  return old === undefined || now === undefined ? undefined : `${old} → ${now}`;
}

/** When it came before; of another time on the same day the time alone. Undefined where that has not changed. */
function formerText(before: Told, after: Told, reader: ScheduleReader): string | undefined {
  const [old, now] = [plainWhen(before, reader), plainWhen(after, reader)];
  if (old === now) return undefined;
  const [from, to] = [clockOf(before), clockOf(after)];
  if (from?.kind !== "at" || to?.kind !== "at") return old;
  const [fromTime, toTime] = [from.atMs, to.atMs].map((atMs) => localTimeOf(atMs, reader.zone));
  const isSameDay =
    spokenDay(from.atMs, reader, reader.nowMs) === spokenDay(to.atMs, reader, reader.nowMs);
  if (!isSameDay || fromTime === undefined || toTime === undefined) return old;
  const isSameHalf = fromTime.hour < 12 === toTime.hour < 12;
  const words = hourWords(fromTime.hour, fromTime.minute, reader.language);
  return isSameHalf ? words.replace(/^오[전후] | [AP]M$/u, "") : words;
}

/** The ending of "was" behind a Korean word: 3시였어요, 30분이었어요. */
function koreanWas(word: string): string {
  return hasFinal(word) ? "이었어요" : "였어요";
}

/** True for a word whose last letter is a syllable of Hangul that ends in a consonant. */
function hasFinal(word: string): boolean {
  return (finalOf(word.at(-1) ?? "") ?? FINAL.none) !== FINAL.none;
}
