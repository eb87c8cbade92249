import { quoteIbl } from "../../agent/planner/code.ts";
import { plainNumbers } from "../../agent/planner/lookups/arithmetic.ts";
import type { Suggestion } from "../../agent/turn/assistant.ts";
import { isoMinute, spokenTime } from "../../base/format-time.ts";
import type { Language, Localized } from "../../base/localized.ts";
import { describeTiming, timingWords } from "../../scheduler/ledger/describe.ts";
import { priceAlertOf } from "../../scheduler/ledger/price-alert.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import { spokenName } from "../../scheduler/ledger/schedule-words.ts";
import type { Schedules } from "../../scheduler/ledger/schedules.ts";
import { timeAnswer } from "../../scheduler/phrases/answer.ts";
import { changedTime, findTime, wordsOfTime } from "../../scheduler/phrases/find-time.ts";
import { parseTiming } from "../../scheduler/timing/timing.ts";
import { isClockTiming, isRecurring } from "../../scheduler/timing/timing-kinds.ts";
import type { TimingInput } from "../../scheduler/timing/timing-reading.ts";
import { say, type TextKey } from "../texts/say.ts";

/** Who says something where, and when. */
export interface Said {
  readonly personId: string;
  /** Key of the chat. */
  readonly chatId: string;
  /** Default: a private chat. */
  readonly inGroup?: unknown;
  readonly zone: string;
  readonly language: Language;
  readonly nowMs: number;
  /** The schedule that was spoken of, by its id or its name, and when. Default: the one that was made last. */
  readonly meant?: { readonly id: string; readonly atMs: number };
  /** When something else was said last. Default: nothing was. */
  readonly passedAtMs?: number | undefined;
}

/** What words want of the schedules that there are: a program about some of them, the choice of one, likely times for one to be shown, its next time put off, or that it is done. */
export type ScheduleWish =
  | { readonly kind: "run"; readonly code: string; readonly about: readonly Schedule[] }
  | { readonly kind: "ask"; readonly question: string; readonly suggests: readonly Suggestion[] }
  | { readonly kind: "change"; readonly schedule: Schedule }
  | { readonly kind: "later"; readonly schedule: Schedule; readonly untilMs: number }
  | { readonly kind: "done"; readonly schedule: Schedule };

/** For so long after a schedule was made, another time alone means that one. */
const JUST_MADE_MS = 10 * 60_000;

/** So long after it rang, a reminder is the one that is put off. */
const JUST_RUNG_MS = 2 * 3_600_000;

/** As many as one message switches off or tells of; more are asked about one by one. */
export const MOST_AT_ONCE = 20;

/** As many as one program goes through. */
export const MOST_IN_LOOP = 100;

/** The same before the new value. */
export const CHANGES_TO =
  /^(?:please\s+)?(?:change|move|reschedule|make|set|do)\s+(?:it|that|this)(?:\s+one)?\s+(?:(?:to|at|for)\s+)?/iu;
/** A new price line, and nothing else. */
export const LINE =
  /^(?:(?:hm+|no|oh|wait|and|음+|아)[\s,.]+)*(?:to\s+)?[$€£₩]?\s?(?<line>\d[\d.]*)\s*(?:원|달러|불|dollars|won|usd)?\s*(?:으로|로|에)?\s*(?:(?:바꿔|변경|고쳐|해|하자)\S*(?:\s*(?:줘|주)\S*)?)?[\s.!~]*$/iu;

/** Hours that are read as the morning where nothing is said with them. */
const MORNING_HOURS = { first: 7, last: 11 };
const NOON = 12;
/** What comes before this hour is for people who are up early, from the other one on. */
const AFTER_WAKING = 9;
const EARLY_HOUR = 5;

const LONGEST_LABEL = 24;

/** Another time in words for a schedule: the words say nothing else. What comes again and again stays so: of a single time, its next one is put off to it. `undefined` for any other words. */
export function retimed(
  schedule: Schedule,
  words: string,
  context: Pick<Said, "nowMs" | "zone">,
): Extract<ScheduleWish, { readonly kind: "run" | "later" }> | undefined {
  const line = newLine(schedule, words);
  if (line !== undefined) return line;
  const present = presentTiming(schedule);
  const timing = present && newTiming(words, context, present);
  if (timing === undefined) return undefined;
  const apart = present && onSomeDays(schedule, { present, timing, words });
  if (apart !== undefined) return apart;
  const untilMs = isRecurring(schedule) ? onceAt(timing, context) : undefined;
  if (untilMs !== undefined) return { kind: "later", schedule, untilMs };
  const code = `[system:update](${quoteIbl(schedule.name)}) {config: ${JSON.stringify(timing)}}`;
  return { kind: "run", code, about: [schedule] };
}

const ALL_DAYS: readonly number[] = [0, 1, 2, 3, 4, 5, 6];
const DAYS: Readonly<Record<Language, readonly string[]>> = {
  ko: ["월", "화", "수", "목", "금", "토", "일"],
  en: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
};
const KINDS_OF_DAYS: readonly (readonly [string, Localized])[] = [
  ["5,6", { ko: "주말", en: "weekends" }],
  ["0,1,2,3,4", { ko: "평일", en: "weekdays" }],
];

/** Another time on some of the days on which something comes: those get one of their own, and the others keep theirs. */
function onSomeDays(
  schedule: Schedule,
  {
    present,
    timing,
    words,
  }: { readonly present: TimingInput; readonly timing: TimingInput; readonly words: string },
): Extract<ScheduleWish, { readonly kind: "run" }> | undefined {
  const { repeat, time } = present;
  const { weekdays: days, time: other } = timing;
  if (repeat !== "daily" && repeat !== "weekly") return undefined;
  if (!Array.isArray(days) || typeof time !== "string" || typeof other !== "string")
    return undefined;
  const own = Array.isArray(present["weekdays"]) ? present["weekdays"] : ALL_DAYS;
  const left = own.filter((day) => !days.includes(day));
  const isPart = left.length > 0 && days.every((day) => own.includes(day));
  if (
    !isPart ||
    schedule.program === "" ||
    /만(?![가-힣])|빼|제외|말고|\b(?:only|just|except|excluding|skipping|but|not)\b/iu.test(words)
  )
    return undefined;
  const language = /\p{Script=Hangul}/u.test(words) ? "ko" : "en";
  const kind = KINDS_OF_DAYS.find(([numbers]) => numbers === days.join(","))?.[1][language];
  const called = kind ?? days.map((day) => DAYS[language][Number(day)]).join(" ");
  const name = `${spokenName(schedule)} (${called})`;
  const config = { repeat: "weekly", weekdays: left, time };
  const when = `repeat: "weekly", weekdays: ${JSON.stringify(days)}, time: ${quoteIbl(other)}`;
  const code = `[system:update](${quoteIbl(schedule.name)}) {config: ${JSON.stringify(config)}}
[system:schedule](${quoteIbl(name)}) {pipeline: ${quoteIbl(schedule.program)}, ${when}}`;
  return { kind: "run", code, about: [schedule] };
}

/** Another line of an alert on a price. */
export function newLine(
  schedule: Schedule,
  words: string,
): Extract<ScheduleWish, { readonly kind: "run" }> | undefined {
  const alert = priceAlertOf(schedule.timing);
  const line = alert && LINE.exec(plainNumbers(words.replace(CHANGES_TO, "")))?.groups?.["line"];
  if (alert === undefined || line === undefined) return undefined;
  const condition = `price ${alert.isAbove ? ">" : "<"} ${Number(line)}`;
  const code = `[system:update](${quoteIbl(schedule.name)}) {config: ${JSON.stringify({ condition })}}`;
  return { kind: "run", code, about: [schedule] };
}

/** The moment of a timing that comes once; undefined of any other. */
export function onceAt(
  timing: TimingInput,
  context: Pick<Said, "nowMs" | "zone">,
): number | undefined {
  const parsed = parseTiming(timing, context);
  return parsed.ok && parsed.timing.kind === "at" ? parsed.timing.atMs : undefined;
}

/** The timing that words give in the place of another: an hour alone stays on its days and, where it names no half of the day, in the half that there was; a day alone keeps the hour. */
export function newTiming(
  words: string,
  { nowMs, zone }: Pick<Said, "nowMs" | "zone">,
  present: TimingInput = {},
): TimingInput | undefined {
  const when = timeAnswer(inHalfOf(present, words), { nowMs, zone }, present);
  const other = when && (when.timing ?? likelyHalf(when.candidates, present));
  if (other !== undefined) return other;
  return onOtherDay(words, present, { nowMs, zone }) ?? changed(words, present, { nowMs, zone });
}

/** What words change of a timing besides its hour: its days, its end. */
function changed(
  words: string,
  present: TimingInput,
  context: Pick<Said, "nowMs" | "zone">,
): TimingInput | undefined {
  const said = timingWords(present, context, "en")?.words;
  const hour = hourOf(present);
  const whole =
    hour === undefined ? words : words.replace(MINUTES_PAST, `$& ${hour % NOON || NOON}`);
  const times = said === undefined ? [] : changedTime(inHalfOf(present, whole), said, context);
  return times.length === 1 ? times[0] : likelyHalf(times, present);
}

/** Of the hour that there was. */
const MINUTES_PAST = /\b(?:half|(?:a\s+)?quarter|five|ten|twenty|\d{1,2})\s+past(?=[\s.!]*$)/iu;

/** The same words, with the evening named where an hour could be the evening's as well and there was an evening one. */
function inHalfOf(present: TimingInput, words: string): string {
  const { said } = wordsOfTime(
    /[가-힣]/u.test(words) ? words : `at ${words.replace(/^(?:at|to)\s+/iu, "")}`,
  );
  const [clock] = said.clocks;
  const isPlain = clock !== undefined && !clock.isExact && (clock.part ?? said.part) === undefined;
  const isEither = isPlain && clock.hour >= MORNING_HOURS.first && clock.hour <= MORNING_HOURS.last;
  if (!isEither || isMorning(present) !== false) return words;
  return /[가-힣]/u.test(words)
    ? words.replace(/(?=(?:\d{1,2}|일곱|여덟|아홉|열한|열)\s*시(?!\s*간))/u, "오후 ")
    : words.replace(/\b(\d{1,2}(?::[0-5]\d)?)\b/u, "$1 pm");
}

function isMorning(timing: TimingInput): boolean | undefined {
  const hour = hourOf(timing);
  return hour === undefined ? undefined : hour < NOON;
}

function hourOf(timing: TimingInput): number | undefined {
  const clock = /(\d\d):\d\d$/.exec(String(timing["time"] ?? timing["at"] ?? ""));
  return clock === null ? undefined : Number(clock[1]);
}

/** What rang last and not long ago, and when. */
export function rungOf(
  schedules: Pick<Schedules, "history">,
  own: readonly Schedule[],
  { personId, nowMs }: Said,
): { readonly schedule: Schedule; readonly atMs: number } | undefined {
  const able = own.filter(({ timing, state }) => {
    const day = timing.kind === "entry" ? timing.day : timing;
    return isClockTiming(day) && (state === "active" || state === "done");
  });
  return schedules
    .history(personId, { limit: MOST_AT_ONCE })
    .filter(({ dueMs }) => dueMs <= nowMs && nowMs - dueMs <= JUST_RUNG_MS)
    .sort((left, right) => right.dueMs - left.dueMs)
    .flatMap(({ scheduleId, dueMs }) => {
      const schedule = able.find(({ id }) => id === scheduleId);
      return schedule === undefined ? [] : [{ schedule, atMs: dueMs }];
    })[0];
}

/** The schedule that was made or spoken of last, and when; `isNamed` where the only one was named. */
export function spokenOf(
  own: readonly Schedule[],
  { nowMs, chatId, meant }: Said,
  isNamed = false,
): { readonly schedule?: Schedule | undefined; readonly atMs: number } {
  const [latest] = own
    .filter((one) => isNamed || (one.chatId === chatId && nowMs - one.createdAtMs <= JUST_MADE_MS))
    .sort((left, right) => right.createdAtMs - left.createdAtMs);
  const spoken = own.find(({ id, name }) => id === meant?.id || name === meant?.id);
  const isNewer = (latest?.createdAtMs ?? 0) > (meant?.atMs ?? 0);
  if (spoken === undefined || meant === undefined || isNewer)
    return { schedule: latest, atMs: latest?.createdAtMs ?? 0 };
  return { schedule: spoken, atMs: meant.atMs };
}

/** The day alone was said: the hour stays. */
function onOtherDay(
  words: string,
  { at }: TimingInput,
  context: Pick<Said, "nowMs" | "zone">,
): TimingInput | undefined {
  if (typeof at !== "string") return undefined;
  const { said, rest } = wordsOfTime(words);
  if (
    said.day === undefined ||
    said.clocks.length > 0 ||
    !/^(?:to|on|for)?\s*(?:에|로|으로)?$/iu.test(rest)
  )
    return undefined;
  const [day] = findTime(words, { ...context, isTold: true })?.candidates ?? [];
  const other = day?.["at"];
  if (typeof other !== "string") return undefined;
  return { at: `${other.slice(0, "YYYY-MM-DD".length)}${at.slice("YYYY-MM-DD".length)}` };
}

/** When a schedule comes, as words could ask for it; undefined where they could not. */
export function presentTiming({ timing, zone }: Schedule): TimingInput | undefined {
  const day = timing.kind === "entry" ? timing.day : timing;
  if (day.kind === "at") return { at: isoMinute(day.atMs, zone) };
  if (day.kind !== "cron") return undefined;
  return findTime(describeTiming(day, zone, "en"), { nowMs: 0, zone })?.timing;
}

/** Of times that differ in the half of the day, the one in the half that there was, unless people sleep then. */
function likelyHalf(
  candidates: readonly TimingInput[],
  present: TimingInput,
): TimingInput | undefined {
  const [only, second] = candidates.filter((one) => isMorning(one) === isMorning(present));
  if (only === undefined || second !== undefined) return undefined;
  const wakesAt = (hourOf(present) ?? NOON) < AFTER_WAKING ? EARLY_HOUR : MORNING_HOURS.first;
  if ((hourOf(only) ?? NOON) >= wakesAt) return only;
  const [other, another] = candidates.filter((one) => one !== only);
  return another === undefined ? (other ?? only) : only;
}

/** Switches schedules off. */
export function offOf(about: readonly Schedule[]): Extract<ScheduleWish, { readonly kind: "run" }> {
  const names = about.map(({ name }) => quoteIbl(name));
  const code =
    names.length > MOST_AT_ONCE
      ? `[each: $name in [${names.join(", ")}], max: ${MOST_IN_LOOP}] { [system:disable]("$name") }`
      : names.map((name) => `[system:disable](${name})`).join("\n");
  return { kind: "run", code, about };
}

/** Asks which of several is meant: by their names, or where those are the same by their times. */
export function which(
  named: readonly Schedule[],
  question: TextKey,
  reader: Said,
  code: (schedule: Schedule) => string,
): ScheduleWish {
  const names = named.map(spokenName);
  const isSame = new Set(names).size < names.length;
  const suggests = named.map((schedule, index) => {
    const label = isSame ? whenIn(schedule, reader) : (names[index] ?? "");
    const runs = code(schedule);
    // The program is the person's own: it names what they were asked about.
    return { label: label.slice(0, LONGEST_LABEL), runs, says: runs };
  });
  return { kind: "ask", question: say(reader.language, question), suggests };
}

function whenIn({ timing, zone }: Schedule, reader: Said): string {
  const day = timing.kind === "entry" ? timing.day : timing;
  if (day.kind === "at") return spokenTime(day.atMs, reader, reader.nowMs);
  return describeTiming(day, zone, reader.language);
}
