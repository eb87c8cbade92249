import {
  dateOfDayNumber,
  dayNumber,
  hourWords,
  instantOf,
  localTimeOf,
  spokenTime,
} from "../../base/format-time.ts";
import type { JsonObject } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import { readSingleCall } from "../../engine/language/single-call.ts";
import { wordsOfTime } from "../../scheduler/phrases/find-time.ts";
import { planQuestion } from "./lookups/question.ts";
import { moodOf } from "./message.ts";
import type { PlannerResult, PlanOptions, PlanProposal } from "./result.ts";
import { planTold } from "./schedule.ts";
import { readTokens } from "./tokens.ts";
import { plannedThing } from "./wording/reminder-title.ts";
import { isLimited } from "./wording/said-limits.ts";

/** Another time that may have been meant: what its button says, and the timing as it is asked for. */
export interface OtherTime {
  readonly label: string;
  readonly timing: JsonObject;
}

/** What is set at once where the hour is not wholly clear, and the other times that may have been meant. */
export interface LikelyPlan {
  readonly code: string;
  readonly others: readonly OtherTime[];
}

/** A day that can be read in two ways: what is asked, and the whole request for each. */
export interface DayChoice {
  readonly question: string;
  readonly choices: readonly { readonly label: string; readonly says: string }[];
}

const MOST_OTHERS = 2;
const HALF_DAY_MS = 12 * 3_600_000;
const DAY_MS = 2 * HALF_DAY_MS;

/** Waking hours, of which a reminder is likelier than of others. */
const FIRST_WAKING = 7;
const LAST_WAKING = 21;

/** Hours that mean the morning where nothing is said with them. */
const FIRST_MORNING = 7;
const LAST_MORNING = 11;

/** Where no hour is said at all. */
const USUAL_HOUR = "08:00";

const WAKES = /깨워|기상|일어나|\bwake\b|\bget\s+up\b|\balarm\b|알람|\bmorning\b|\bbreakfast\b/iu;

/** A message whose morning hour is over today, with the evening named: "8시에 드라마" at ten in the morning is about eight in the evening. Any other message stays as it is. Pure. */
export function inLikelyHalf(text: string, { nowMs, zone }: PlanOptions): string {
  const { said } = wordsOfTime(text);
  const { clocks, day, part, cycle, every, after, window } = said;
  const [clock, second] = clocks;
  const isToday = day === undefined || (day.kind === "offset" && day.days === 0);
  const isMore = [part, cycle, every, after, window, second].some((each) => each !== undefined);
  if (clock === undefined || isMore || !isToday || WAKES.test(text)) return text;
  const { hour, minute, isExact, part: own } = clock;
  if (isExact || own !== undefined || hour < FIRST_MORNING || hour > LAST_MORNING) return text;
  const today = localTimeOf(nowMs, zone);
  const at = (shown: number): number =>
    instantOf({ ...today, hour: shown, minute, second: 0 }, zone);
  if (at(hour) > nowMs || at(hour + 12) <= nowMs) return text;
  return text
    .replace(/(?<![\d:오전후가-힣])(?=(?:\d{1,2}|일곱|여덟|아홉|열한|열)\s*시(?!\s*간))/u, "오후 ")
    .replace(/\b(at|by)\s+(\d{1,2}(?::\d\d)?)\b(?!\s*(?:[ap]\.?m|[%/.\d]))/iu, "$1 $2 pm");
}

/** What is set at once for a message about something to be told later: of several times the likelier. `said` is the message as it was planned. `undefined` where nothing can be set. Pure. */
export function likelyPlan(
  said: { readonly text: string; readonly planned: string },
  plan: PlannerResult,
  options: PlanOptions,
): LikelyPlan | undefined {
  if (plan.kind === "sure") {
    const isGuessed = said.planned !== said.text && isReminder(plan);
    return isGuessed ? { code: plan.code, others: earlierHalf(plan, options) } : undefined;
  }
  if (plan.kind === "none" && plan.answer !== undefined) return undefined;
  const offered = plan.kind === "unsure" ? plan.proposals : [];
  const set = offered.every(isReminder) ? offered : [];
  const told = set.length > 0 ? set : ownTold(said.planned, offered, options);
  const [first] = told;
  const target = first === undefined ? undefined : readSingleCall(first.code)?.target;
  const all = told.filter(({ code }) => readSingleCall(code)?.target === target);
  const likely = likeliestOf(all, WAKES.test(said.text)) ?? first;
  if (likely === undefined) return undefined;
  const others = all.filter((one) => one !== likely).slice(0, MOST_OTHERS);
  return {
    code: likely.code,
    others: others.flatMap((other) => otherTime(other, likely, options)),
  };
}

/** A reminder in words that nothing else was made of. */
function ownTold(
  text: string,
  offered: readonly PlanProposal[],
  options: PlanOptions,
): readonly PlanProposal[] {
  const isTimed = offered.every(({ code }) => code.startsWith("[system:schedule]("));
  const isAsked =
    moodOf(text, readTokens(text)) === "request" ||
    plannedThing(wordsOfTime(text).rest) !== undefined;
  const isFact = planQuestion(wordsOfTime(text).rest.trim(), options) !== undefined;
  if (!isTimed || !isAsked || isFact || isLimited(text)) return [];
  return planTold(text, options) ?? [];
}

/** What only tells its person something, or looks something up for them. */
function isReminder({ code }: Pick<PlanProposal, "code">): boolean {
  const call = readSingleCall(code);
  const program = call?.params["pipeline"];
  if (call?.action !== "schedule" || typeof program !== "string") return false;
  const run = readSingleCall(program);
  return run?.node === "source" || run?.action === "notify_user";
}

/** The one at the hour that people mean most; of a day without an hour the usual one. */
function likeliestOf(all: readonly PlanProposal[], isWaking: boolean): PlanProposal | undefined {
  const usual = all.find((one) => clockOf(one) === USUAL_HOUR);
  if (all.length > 2 && usual !== undefined) return usual;
  return all.find((one) => {
    const hour = Number(clockOf(one).slice(0, 2));
    if (isWaking) return hour < 12;
    return hour >= FIRST_WAKING && hour <= LAST_WAKING;
  });
}

function clockOf({ code }: Pick<PlanProposal, "code">): string {
  const timing = timingOf(code);
  const { at, time, cron } = timing;
  const [minute = "", hour = ""] = typeof cron === "string" ? cron.split(" ") : [];
  if (hour !== "") return `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`;
  return String(at ?? time ?? "").slice(-"HH:MM".length);
}

/** When a program of a schedule is to come, as it is asked for. */
function timingOf(code: string): JsonObject {
  const { pipeline, ...timing } = readSingleCall(code)?.params ?? {};
  return timing;
}

function otherTime(
  other: PlanProposal,
  likely: PlanProposal,
  { language, zone, nowMs }: PlanOptions,
): readonly OtherTime[] {
  const timing = timingOf(other.code);
  const { at } = timing;
  const isSameDay = String(at).slice(0, 10) === String(timingOf(likely.code)["at"]).slice(0, 10);
  const [hour = 0, minute = 0] = clockOf(other).split(":").map(Number);
  const words =
    typeof at === "string" && !isSameDay
      ? spokenTime(momentOf(at, zone), { language, zone }, nowMs)
      : hourWords(hour, minute, language);
  return [{ label: insteadOf(words, language), timing }];
}

function insteadOf(words: string, language: PlanOptions["language"]): string {
  return language === "ko" ? korean`${words}(으)로` : `${words} instead`;
}

/** The same hour before noon, where the evening was taken: the next one. */
function earlierHalf(plan: Pick<PlanProposal, "code">, options: PlanOptions): readonly OtherTime[] {
  const { at } = timingOf(plan.code);
  if (typeof at !== "string") return [];
  const { language, zone, nowMs } = options;
  const atMs = momentOf(at, zone) - HALF_DAY_MS + DAY_MS;
  const words = spokenTime(atMs, { language, zone }, nowMs);
  const { year, month, day, hour, minute } = localTimeOf(atMs, zone);
  const two = (value: number): string => String(value).padStart(2, "0");
  const timing = { at: `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}` };
  return [{ label: insteadOf(words, language), timing }];
}

/** A moment written as YYYY-MM-DDTHH:MM by a wall clock. */
function momentOf(at: string, zone: string): number {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = at.split(/[-T:]/u).map(Number);
  return instantOf({ year, month, day, hour, minute, second: 0 }, zone);
}

const SLASHED = /(?<![\d/.])(?<one>\d{1,2})\s?\/\s?(?<other>\d{1,2})(?![\d/])/u;

/** What is asked where the day of something to be told can be read in two ways ("1/5"), with the request for each of them; `undefined` for any other message. Pure. */
export function dayChoice(text: string, options: PlanOptions): DayChoice | undefined {
  const { language, nowMs, zone } = options;
  const [written = "", one, other] = SLASHED.exec(text) ?? [];
  const [first, second] = [Number(one), Number(other)];
  const isEither = first >= 1 && first <= 12 && second >= 1 && second <= 12 && first !== second;
  if (written === "" || !isEither) return undefined;
  const today = dayNumber(localTimeOf(nowMs, zone));
  const choices = [
    { month: first, day: second },
    { month: second, day: first },
  ].map(({ month, day }) => {
    const { year } = dateOfDayNumber(today);
    const name = new Intl.DateTimeFormat("en-US", {
      timeZone: "UTC",
      month: "short",
    }).format(Date.UTC(year, month - 1, 1));
    const label = language === "ko" ? `${month}월 ${day}일` : `${name} ${day}`;
    return { label, says: text.replace(written, () => label) };
  });
  const isTold = choices.every(({ says }) => ownTold(says, [], options).length > 0);
  if (!isTold) return undefined;
  const question = { ko: `${written}이 언제예요?`, en: `${written}, which day?` }[language];
  return { question, choices };
}
