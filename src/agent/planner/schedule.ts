import { dateOfDayNumber, dayNumber, localTimeOf } from "../../base/format-time.ts";
import type { Json } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Language } from "../../base/localized.ts";
import { escapeMarkup } from "../../base/visible-text.ts";
import { symbolOfName } from "../../rag/text/listed-names.ts";
import { readWords } from "../../rag/text/normalize.ts";
import { timingWords } from "../../scheduler/ledger/describe.ts";
import { isHourAlone, withHour } from "../../scheduler/phrases/answer.ts";
import { findTime, lacksHour, wordsOfTime } from "../../scheduler/phrases/find-time.ts";
import { FOR_DAYS, QUESTIONS } from "../../scheduler/phrases/questions.ts";
import type { TimingInput } from "../../scheduler/timing/timing-reading.ts";
import { briefingTarget, eachDay, isBriefing } from "./briefing.ts";
import { quoteIbl, readCode } from "./code.ts";
import { saidDay } from "./lookups/everyday.ts";
import { moodOf, shortTitle } from "./message.ts";
import type { PlannerResult, PlanOptions, PlanProposal } from "./result.ts";
import type { Searching } from "./searching.ts";
import { fileSent, readTimedTelling } from "./tell.ts";
import { readTokens, type TokenKind } from "./tokens.ts";
import { type ClosedPhrase, isPhrase } from "./wording/closed-phrases.ts";
import {
  isDeed,
  isReminder,
  namesNothing,
  orderIn,
  plannedThing,
  reminderText,
  thingIn,
  unreadIn,
} from "./wording/reminder-title.ts";
import { PASSED_ON, ringsFirst, saysNoTime } from "./wording/rings-at.ts";
import { findWorkflow } from "./workflow.ts";

/** Actions that look after schedules themselves: no time in a message about them is a time to run them. */
const MANAGING = new Set(
  "system:schedule system:create system:list_events system:manage_events system:enable system:disable system:change_briefing system:ask_user system:approve system:discover".split(
    " ",
  ),
);
/** Actions that keep words as they were said: a time among them belongs to the words. */
const KEEPING = new Set("system:todo source:save_memory system:write system:edit".split(" "));
/** What is offered when a message is about schedules but does not say which. */
const LIST_EVENTS = "[system:list_events]";
const SCHEDULE_NODE = "system";
const MOST_PROPOSALS = 3;
const LONGEST_TITLE = 60;
const WORKFLOW_SCORE = 0.95;
const REMINDER_SCORE = 0.9;
const GUESSED_REMINDER_SCORE = 0.6;

/** Something to run at a time; `code` is the target and the pipeline of `[system:schedule]`, a line each, without the time. */
type Target = PlanProposal;

/** Plans a part of a message without its time words. */
type PlanPart = (part: string) => Searching<PlannerResult>;

/**
 * Plans a message that says when: the time words are taken out, the rest is planned by `plan` (or is a workflow's name, or a
 * reminder), and both become one schedule. `undefined` when no time is said, or when the time belongs to what is to be kept.
 */
export function* planSchedule(
  text: string,
  options: PlanOptions,
  plan: PlanPart,
): Searching<PlannerResult | undefined> {
  if (options.allowedNodes?.includes(SCHEDULE_NODE) === false) return undefined;
  const read = readTiming(text, options);
  if (read === undefined) return undefined;
  const when = { ...read, timings: likeliest(read.timings, text) };
  if (!wantsLater(text, when.rest)) return undefined;
  if (when.timings.length === 0) return yield* askedBack(text, when, plan);
  if (namesNothing(when.rest)) return { kind: "none", question: whatThen(when.timings, options) };
  if (FOR_DAYS.test(when.rest)) return { kind: "none", question: QUESTIONS.end[options.language] };
  const unread = unreadIn(when.rest);
  if (unread !== undefined) return { kind: "none", question: unreadQuestion(unread, options) };
  const known = knownTarget(text, when, options);
  if (known !== undefined) return known;
  const planned = yield* planDelivered(when.rest, plan);
  const proposals = proposalsOf(planned);
  const keeping = yield* keepingPlan(text, proposals, plan);
  if (keeping !== undefined) return keeping;
  if (isAboutSchedules(when.rest, planned, proposals)) return aboutSchedules(options);
  const { targets, isSure } = findTargets(when.rest, options, planned, proposals);
  return targets.length === 0 ? { kind: "none" } : offer(targets, when.timings, isSure, options);
}

/** A briefing, a workflow, or words to be said back: nothing that has to be planned. */
function knownTarget(
  text: string,
  { rest, timings }: Timed,
  options: PlanOptions,
): PlannerResult | undefined {
  const named = isBriefing(rest) ? undefined : namedTarget(rest, options);
  if (named !== undefined) return offer([named], timings, true, options);
  const each = timings.map((one) => eachDay(text, one));
  const [timing] = likeliest(each, text);
  const briefing = briefingTarget(rest, timing, options);
  return briefing && timing && offer([briefing], [timing], true, options);
}

/** True where what is left without the words of time is to be done at that time. */
function wantsLater(text: string, rest: string): boolean {
  if (isWeekendToCome(text) && !isReminder(rest)) return false;
  return moodOf(rest, readTokens(rest)) === "request" || isPlan(rest);
}

/** True where a weekend is named alone, without an hour or a word of repeating: it is the one to come. */
function isWeekendToCome(text: string): boolean {
  const isNamed = /주말(?!\s*(?:마다|에만))/u.test(text) && !/매주|매일|마다|항상/u.test(text);
  return isNamed && wordsOfTime(text).said.clocks.length === 0;
}

/** True of words that say what there is, or is to be done, at a time. */
function isPlan(rest: string): boolean {
  return isReminder(rest) || plannedThing(rest) !== undefined;
}

/** Completes a message that said nothing but when, with what is to be told then. */
function thingGiven(
  text: string,
  before: string | undefined,
  { options, plan }: { options: PlanOptions; plan: (message: string) => PlannerResult },
): HourGiven | undefined {
  const when = before === undefined ? undefined : readTiming(before, options);
  const isTime = when !== undefined && when.timings.length > 0 && namesNothing(when.rest);
  if (before === undefined || !isTime || findTime(text, options) !== undefined) return undefined;
  if (thingIn(text) === undefined && reminderText(text, options.language) === undefined)
    return undefined;
  const whole = /\p{Script=Hangul}/u.test(before) ? `${before} ${text}` : `${before}, ${text}`;
  return plan(whole).kind === "none" ? undefined : { text: whole, asked: [before] };
}

/** True where an hour or a day is said, and not a part of any day alone. */
function isDated(text: string): boolean {
  const { clocks, day, after, every, lunar } = wordsOfTime(text).said;
  return clocks.length > 0 || [day, after, every, lunar].some((each) => each !== undefined);
}

/** True of a wish to be told words at a time, whatever those could mean. Pure. */
export function tellsLater(text: string, language: Language): boolean {
  const { said, rest } = wordsOfTime(text);
  const isTimed = said.clocks.length > 0 || said.after !== undefined || said.every !== undefined;
  return isTimed && isReminder(rest) && reminderText(rest, language) !== undefined;
}

/** A thing that is named, or that a sentence about a plan names. */
function bareThing(rest: string): string | undefined {
  return plannedThing(rest) ?? thingIn(rest) ?? orderIn(rest);
}

/** Asks what is to be told, at the time that was said. */
function whatThen(timings: readonly TimingInput[], options: PlanOptions): string {
  const [timing] = likeliest(timings);
  const when = timing === undefined ? "" : timingWords(timing, options, options.language)?.words;
  return options.language === "ko"
    ? `${when}에 무엇을 할까요?`
    : `What should I do then (${when})?`;
}

/** Hours of the day in which people have things told, where they name no half of the day. */
const FIRST_LIKELY = 7;
const LAST_LIKELY = 18;
const NOON = 12;

/** What is done on waking. */
const WAKES = /깨워|기상|일어나|모닝콜|\bwake\b|\bwake-?up\b|\bget(?:ting)?\s+up\b/iu;
const IN_THE_MORNING =
  /알람|아침|조식|등교|출근|해돋이|\balarm\b|\bmorning\b|\bbreakfast\b|\bsunrise\b/iu;
const FIRST_EARLY = 4;

/** Of two times that differ in the half of the day alone, the likelier by what `text` says is to be done then; any others as they are. */
export function likeliest(timings: readonly TimingInput[], text = ""): readonly TimingInput[] {
  const [first, second, third] = timings.map(hourAndRest);
  if (first === undefined || second === undefined || third !== undefined) return timings;
  if (first.rest !== second.rest || Math.abs(first.hour - second.hour) !== 12) return timings;
  const isEarly =
    WAKES.test(text) || (IN_THE_MORNING.test(text) && first.hour % NOON >= FIRST_EARLY);
  const likely = timings.filter((timing) => {
    const hour = hourAndRest(timing)?.hour ?? 0;
    if (isEarly) return hour < NOON;
    return hour >= FIRST_LIKELY && hour <= LAST_LIKELY;
  });
  return likely.length === 1 ? likely : timings;
}

/** The hour of a timing, and all of it but the hour. */
function hourAndRest(
  timing: TimingInput,
): { readonly hour: number; readonly rest: string } | undefined {
  const clock = String(timing["time"] ?? timing["at"] ?? "");
  const hour = /(\d\d):\d\d$/.exec(clock);
  if (hour === null) return undefined;
  const rest = JSON.stringify(timing).replace(`${hour[1]}:`, ":");
  return { hour: Number(hour[1]), rest };
}

/** Plans words that are known to be about something to be told later ("내일 병원", "dentist tomorrow"): one proposal for each time they may mean. `undefined` where they name no time, or nothing to be told. Pure. */
export function planTold(text: string, options: PlanOptions): readonly PlanProposal[] | undefined {
  if (options.allowedNodes?.includes(SCHEDULE_NODE) === false) return undefined;
  const when = readTiming(text, options, true);
  if (when === undefined || when.timings.length === 0) return undefined;
  if (namesNothing(when.rest)) return undefined;
  const told =
    reminderText(when.rest, options.language) ?? (isDated(text) ? bareThing(when.rest) : undefined);
  if (told === undefined || unreadIn(when.rest) !== undefined) return undefined;
  const target = reminderTarget(told, GUESSED_REMINDER_SCORE);
  return likeliest(when.timings, text).map((timing) => scheduled(target, timing, options));
}

/** Others are told nothing at night unless that is said. */
function isByDay(timing: TimingInput): boolean {
  const hour = hourAndRest(timing)?.hour;
  return hour !== undefined && hour >= FIRST_LIKELY && hour <= LAST_BY_DAY;
}
const LAST_BY_DAY = 21;

/** Plans a message that has somebody told something at a time, or at times that come again; undefined for any other. Pure. */
export function planTimedTelling(text: string, options: PlanOptions): PlannerResult | undefined {
  if (options.allowedNodes?.includes(SCHEDULE_NODE) === false) return undefined;
  const said = readTimedTelling(text, options);
  const when = readTiming(said?.when ?? text, options, true);
  const isSaid = said !== undefined && /^[\s,.]*$/u.test(when?.rest ?? "");
  const told = isSaid ? said : said === undefined && fileSent(when?.rest ?? "", options);
  if (!told || when === undefined) return undefined;
  const timing = when.timings.find(isByDay) ?? when.timings[0];
  if (timing === undefined || when.timings.length > 2) return undefined;
  const proposal = { code: told.code, intent: text, score: REMINDER_SCORE };
  return offer([programTarget(proposal, titled(told.words))], [timing], true, options);
}

/** Asks about what is over, not about what is to come. */
const LOOKS_BACK =
  /(?:뭐|뭘|무엇을?|무슨\s?일)\s?(?:을\s?)?(?:했|한\s?거|해\s?왔)|회고|돌아보|돌아봐|\bdid\s+i\s+(?:do|get|finish)\b|\b(?:got|have\s+i)\s+done\b/iu;

const KOREAN_AGENDA =
  /^(?:내\s*)?(?:(?<when>오늘|내일|모레|이번\s?주)(?:의|은|는)?\s*)?(?:내\s*)?(?:알림|알람|일정|예약|스케줄|약속)(?:들|\s*목록|\s*리스트)?(?:을|를|은|는|이|가)?\s*(?:좀\s*)?(?:(?:뭐|뭐가|무엇이|뭐뭐|어떤\s?게)\s*(?:있|야|였|잡혀|예요|에요)\S*|뭐|뭐지|몇\s?개\S*|(?:알려|보여|불러)\s*(?:줘|주|달)?\S*|있(?:어|나|니)\S*|확인\S*)?[?？.!~\s]*$/u;
const ENGLISH_AGENDA = [
  /^(?:please\s+|can\s+you\s+)?(?:(?:show|list|tell|give|see)\s+(?:me\s+)?)?(?:all\s+)?(?:(?:of\s+)?my\s+|the\s+)?(?:(?<when>today|tomorrow|this\s+week)(?:['’]?s)?\s+)?(?:reminders|schedules?|agenda|appointments|events|alarms|(?:price\s+)?alerts)(?:\s+list)?(?:\s+(?:for\s+)?(?<later>today|tomorrow|this\s+week))?(?:\s+please)?[?.!\s]*$/iu,
  /^(?:what|which)(?:\s+are)?(?:\s+(?:my|the))?\s+(?:reminders|alarms|appointments|events|(?:price\s+)?alerts)(?:\s+(?:do\s+i\s+have|have\s+i(?:\s+got)?|are\s+(?:set|there|coming(?:\s+up)?)|did\s+i\s+set))?(?:\s+(?:set|on|for|coming\s+up))?(?:\s+(?<when>today|tomorrow|this\s+week))?[?.!\s]*$/iu,
  /^what(?:['’]?s|\s+is|\s+do\s+i\s+have|\s+have\s+i\s+got|\s+am\s+i\s+doing)\s+(?:(?:on|planned|scheduled|coming\s+up)\s+)?(?:(?:on\s+)?my\s+(?:schedule|calendar|agenda)\s+)?(?:for\s+|on\s+)?(?<when>today|tomorrow|this\s+week)[?.!\s]*$/iu,
];

/** Plans a message that asks what is to come ("오늘 일정", "what do I have tomorrow"); `undefined` for any other. Pure. */
export function planAgenda(text: string, options: PlanOptions): PlannerResult | undefined {
  const { allowedNodes } = options;
  if (allowedNodes?.includes(SCHEDULE_NODE) === false || LOOKS_BACK.test(text)) return undefined;
  const said = [KOREAN_AGENDA, ...ENGLISH_AGENDA]
    .map((pattern) => pattern.exec(text.trim()))
    .find((match) => match !== null);
  if (said === undefined) return agendaOf(text, options);
  const when = (said?.groups?.["when"] ?? said?.groups?.["later"] ?? "").toLowerCase();
  const days = AGENDA_DAYS.find(([words]) => words.test(when))?.[1];
  const code = days === undefined ? LIST_EVENTS : `${LIST_EVENTS} ${days}`;
  return { kind: "sure", code, score: REMINDER_SCORE, intent: text };
}

const DAY_AGENDA = [
  /^(?<when>.+?)(?:에는|에|은|는)?\s*(?:내\s*|무슨\s*|어떤\s*)?(?:일정|약속|알림|예약|스케줄|계획)?(?:이|은|는|가|을|를)?\s*(?:(?:뭐|뭐가|뭐뭐|무슨\s?일|어떤\s?게)\s*(?:있|야|였|잡혀|예정)\S*|있(?:어|나|니|지|더라|을까)\S*|(?:알려|보여)\s?줘)[?？.!~\s]*$/u,
  /^(?:what(?:['’]?s|\s+is|\s+do\s+i\s+have|\s+have\s+i\s+got|\s+am\s+i\s+doing)|(?:do\s+i\s+have|is\s+there|have\s+i\s+got|am\s+i\s+doing)\s+(?:anything|something|any\s+plans|plans?)|anything|any\s+plans)\s+(?:(?:on|planned|scheduled|happening|going\s+on|coming\s+up)\s+)*(?:for\s+|on\s+)?(?<when>.+?)[?.!\s]*$/iu,
];

/** The last day that is asked about, counted from today. */
const LAST_AGENDA_DAY = 366;

/** What there is on any one day. */
function agendaOf(text: string, options: PlanOptions): PlannerResult | undefined {
  const when = DAY_AGENDA.map((form) => form.exec(text.trim())?.groups?.["when"]).find(Boolean);
  if (wordsOfTime(text).said.clocks.length > 0) return undefined;
  const week = weekAgenda(text, options);
  if (week !== undefined) return week;
  if (KIND.test(text) && isPhrase(text, AGENDA))
    return { kind: "sure", code: LIST_EVENTS, score: REMINDER_SCORE, intent: text };
  if (when === undefined || saidDay(when, options) === undefined) return dayAgenda(text, options);
  const atMs = saidDay(when, options);
  if (atMs === undefined) return undefined;
  return onDay(text, atMs, options);
}

/** What is to be done today is the to-do list, not what comes by itself. */
const TO_DO = /할\s?일/u;

function onDay(text: string, atMs: number, options: PlanOptions): PlannerResult | undefined {
  const dayOf = (ms: number): number => dayNumber(localTimeOf(ms, options.zone));
  const from = dayOf(atMs) - dayOf(options.nowMs);
  if (from === 0 && TO_DO.test(text)) return undefined;
  if (from < 0 || from > LAST_AGENDA_DAY) return undefined;
  const code = `${LIST_EVENTS} {days: 1, from: ${from}}`;
  return { kind: "sure", code, score: REMINDER_SCORE, intent: text };
}

/** Names what is listed. */
const KIND =
  /^(?=.*(?:일정|약속|알림|알람|스케줄|\b(?:reminders|alarms|alerts|appointments|events)\b)).*(?:보여|보자|알려|뭐|있|목록|리스트|확인|\b(?:show|list|see|what|which|any|have)\b)/iu;

/** Asks for what is to come, whatever else is said with it. */
const AGENDA: ClosedPhrase = {
  needs:
    /일정|약속|알림|알람|예약|스케줄|계획|뭐|뭔|뭘|무슨일|어떤|\b(?:reminders?|alarms?|alerts?|appointments?|events?|schedules?|calendar|agenda|plans?|on|up|happening|planned)\b|\bwhat\b.*\bremind\b/u,
  words:
    "what whats which any anything something show see list tell give got get have there is are am doing will you send remind about reminder reminders alarm alarms alert alerts appointment appointments event events schedule schedules calendar agenda plan plans planned scheduled set on up coming happening going look like free busy day for during whole week 일정 약속 알림 알람 예약 스케줄 계획 뭐 뭐뭐 뭔 뭘 뭐가 무슨 일 일이 어떤 있 있어 있나 있니 있지 있더라 있는지 있었지 있을까 있음 있냐 있는거 들 지금 걸린 걸려 켜진 켜져 시세 가격 잡혀 잡혔 잡힌 보여 보여줘 보여줄래 보자 볼래 알려 알려줘 말해 불러 확인 목록 리스트 해야 할 하기로 했 더라 들 때 정리해 쭉",
};
const WEEK =
  /(?<next>다음\s?주|담주|\bnext\s+week\b)|이번\s?주|금주|\b(?:this|the)\s+week\b|일주일/iu;

/** What there is in this week or the next. */
function weekAgenda(text: string, { nowMs, zone }: PlanOptions): PlannerResult | undefined {
  const week = WEEK.exec(text);
  const asks = { ...AGENDA, needs: /./u };
  if (week === null || !isPhrase(text.replace(WEEK, " "), asks)) return undefined;
  const { year, month, day } = localTimeOf(nowMs, zone);
  // 1970-01-01, day 0, was a Thursday.
  const weekday = (dayNumber({ year, month, day }) + 3) % 7;
  const from = week.groups?.["next"] === undefined ? 0 : 7 - weekday;
  const code = from === 0 ? `${LIST_EVENTS} {days: 7}` : `${LIST_EVENTS} {days: 7, from: ${from}}`;
  return { kind: "sure", code, score: REMINDER_SCORE, intent: text };
}

/** What there is on a day that is named anywhere in a message. */
function dayAgenda(text: string, options: PlanOptions): PlannerResult | undefined {
  const { said, rest } = wordsOfTime(text);
  const isDay = said.day !== undefined && said.clocks.length === 0 && said.cycle === undefined;
  if (!isDay || !isPhrase(rest, AGENDA)) return undefined;
  const left = rest.split(/\s+/u);
  const words = text.split(/\s+/u).filter((word) => !left.includes(word));
  const atMs = saidDay(words.join(" ").replace(/[?？!.]+$/u, ""), options);
  if (atMs === undefined) return undefined;
  return onDay(text, atMs, options);
}

/** So many days before the day of something: "Gran's birthday is Dec 10, tell me three days before". */
const IN_ADVANCE =
  /(?<korean>\d{1,2}\s?일|하루|이틀|사흘|나흘|일주일|한\s?주|보름)\s?전(?:에|쯤)?(?:\s?미리)?|[\s,.;]*(?:and\s+)?(?:(?:please\s+)?(?:tell|remind|ping|notify|warn|let)\s+me\s+(?:know\s+)?)?(?<english>(?:an?|one|two|three|four|\d{1,2})\s+(?:days?|weeks?))\s+(?:before(?:hand)?|ahead|earlier|in\s+advance|prior)\b/iu;
/** Says that a day is so. */
const IS_THE_DAY = /(?<=\d\s?일)(?:이?야|이에요|예요|임|이고|인데)(?=\s|$)/u;
const DAYS: readonly (readonly [RegExp, number])[] = [
  [/^(?:하루|an?\s+d|one\s+d)/iu, 1],
  [/^(?:이틀|two\s+d)/iu, 2],
  [/^(?:사흘|three\s+d)/iu, 3],
  [/^(?:나흘|four\s+d)/iu, 4],
  [/^(?:일주일|한\s?주|an?\s+w|one\s+w|1\s+w)/iu, 7],
  [/^(?:two\s+w|2\s+w)/iu, 14],
  [/^보름/u, 15],
];

/** A message that wants to be told days before something, as the wish for that day; `undefined` for any other. Pure. */
export function inAdvance(text: string, options: PlanOptions): string | undefined {
  const found = IN_ADVANCE.exec(text);
  const lead = found?.groups?.["korean"] ?? found?.groups?.["english"];
  if (found === null || lead === undefined) return undefined;
  const days = DAYS.find(([form]) => form.test(lead))?.[1] ?? Number.parseInt(lead, 10);
  const left = text.replace(found[0], " ").replace(IS_THE_DAY, "");
  const { said, rest } = wordsOfTime(left);
  if (said.day === undefined || said.clocks.length > 0 || !Number.isInteger(days)) return undefined;
  const when = findTime(left, { nowMs: options.nowMs, zone: options.zone, isTold: true });
  const at = when?.candidates[0]?.["at"];
  if (typeof at !== "string") return undefined;
  const [year = 0, month = 1, day = 1] = at.slice(0, 10).split("-").map(Number);
  const date = dateOfDayNumber(dayNumber({ year, month, day }) - days);
  const what = rest
    .replace(
      /(?:알려|말해|챙겨|기억해)\S*(?:\s*(?:줘|주)\S*)?[\s.!~]*$|[\s,]+(?:is|are|on)(?=[\s,.]*$)|^(?:remind|tell)\s+me\s+(?:about|of|that)\s+/giu,
      "",
    )
    .replace(/(?:^|\s)(?:이?야|이에요|예요|임|이고|인데)(?=\s|$)/gu, " ")
    .replace(/[\s,.]+$/u, "")
    .trim();
  if (what === "") return undefined;
  const isKorean = /\p{Script=Hangul}/u.test(text);
  return isKorean
    ? `${date.month}월 ${date.day}일 "${what}"라고 알려줘`
    : `remind me on ${MONTHS[date.month - 1]} ${date.day}: ${what}`;
}

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** What is asked where words of time that were not read stand beside a day or an hour. */
export function askedUnread(text: string, options: PlanOptions): string | undefined {
  const { said, rest } = wordsOfTime(text);
  const isTimed = said.clocks.length > 0 || said.day !== undefined || said.cycle !== undefined;
  const unread = isTimed ? unreadIn(rest) : undefined;
  return unread === undefined ? undefined : unreadQuestion(unread, options);
}

/** Which days are asked about. */
const AGENDA_DAYS: readonly (readonly [RegExp, string])[] = [
  [/오늘|today/u, "{days: 1}"],
  [/내일|tomorrow/u, "{days: 1, from: 1}"],
  [/모레/u, "{days: 1, from: 2}"],
  [/주|week/u, "{days: 7}"],
];

/** What a schedule brings is sent anyway: to send it is to show it. */
function* planDelivered(rest: string, plan: PlanPart): Searching<PlannerResult> {
  const planned = yield* plan(rest);
  if (planned.kind === "sure") return planned;
  const shown = rest
    .replace(/보내\s?(?=줘|주|달)/u, "보여")
    .replace(/^\s*send\s+me\b/iu, "show me");
  if (shown === rest) return planned;
  const other = yield* plan(shown);
  return other.kind === "sure" ? other : planned;
}

function proposalsOf(planned: PlannerResult): readonly PlanProposal[] {
  if (planned.kind === "none") return [];
  return planned.kind === "sure" ? [planned] : planned.proposals;
}

/** What has to be said more clearly, unless the words of time belong to what is to be kept or looked after. */
function* askedBack(
  text: string,
  { question }: Timed,
  plan: PlanPart,
): Searching<PlannerResult | undefined> {
  const direct = yield* plan(text);
  const isKept =
    direct.kind === "sure" && (usesAny(direct.code, KEEPING) || usesAny(direct.code, MANAGING));
  return isKept || question === undefined ? undefined : { kind: "none", question };
}

/** A workflow, or words to be said back: nothing that has to be planned. */
function namedTarget(rest: string, options: PlanOptions): Target | undefined {
  const workflow = findWorkflow(rest, options.workflows ?? [], { isTimed: true });
  if (workflow !== undefined) {
    return { code: quoteIbl(workflow.name), intent: workflow.title, score: WORKFLOW_SCORE };
  }
  const told = isReminder(rest) ? reminderText(rest, options.language) : undefined;
  return told === undefined ? undefined : reminderTarget(told, REMINDER_SCORE);
}

/** The whole message planned as words to be kept, time included, when that is what the rest of it asks for. */
function* keepingPlan(
  text: string,
  proposals: readonly PlanProposal[],
  plan: PlanPart,
): Searching<PlannerResult | undefined> {
  const [first] = proposals;
  if (first === undefined || !usesAny(first.code, KEEPING) || takesNothing(first.code)) {
    return undefined;
  }
  const direct = yield* plan(text);
  return direct.kind === "sure" && usesAny(direct.code, KEEPING) ? direct : undefined;
}

/** Every target at every time that the words allow: one is sure if its target is, several are for the person to choose from. */
function offer(
  targets: readonly Target[],
  timings: readonly TimingInput[],
  isSure: boolean,
  options: PlanOptions,
): PlannerResult {
  const proposals = targets.flatMap((target) =>
    timings.map((timing) => scheduled(target, timing, options)),
  );
  const [only, second] = proposals;
  if (isSure && only !== undefined && second === undefined) return { kind: "sure", ...only };
  return { kind: "unsure", proposals: proposals.slice(0, MOST_PROPOSALS) };
}

function isAboutSchedules(
  rest: string,
  planned: PlannerResult,
  proposals: readonly PlanProposal[],
): boolean {
  if (isDeed(rest) || isDeed(reminderText(rest, "ko") ?? "")) return false;
  if (APPOINTMENT.test(rest.trim())) return false;
  const [first] = proposals;
  if (first !== undefined && usesAny(first.code, MANAGING)) return true;
  const words = planned.kind === "sure" ? [] : readWords(rest).map(({ key }) => key);
  const isDone = bareThing(rest) !== undefined && !words.includes("c:event");
  return !isDone && words.some((key) => SCHEDULE_WORDS.has(key));
}

/** A place or thing that has been booked, and not a schedule to look after: 정비소 예약. */
const APPOINTMENT =
  /^(?!.*(?:알림|알람|브리핑|일정|스케줄))(?!(?:내|나의|제|저의|우리|모든|모두|전체|전부|다음|다른|이|그|저|무슨|어떤|새)\s+예약)\S.*\s예약[\s.!~]*$/u;

/** Asks what words of time mean that stand beside those that were read. */
function unreadQuestion(unread: string, { language }: PlanOptions): string {
  const words = `**${escapeMarkup(unread)}**`;
  return language === "ko"
    ? korean`${words}은(는) 언제라는 뜻인지 모르겠어요. 날짜와 시각으로 말해 줄래요?`
    : `I can't tell when ${words} is. Could you say it as a day and a time?`;
}

const SCHEDULE_WORDS = new Set(["c:event", "c:stop", "c:start"]);

function aboutSchedules(options: PlanOptions): PlannerResult {
  const intent = options.language === "ko" ? "예약 목록 보기" : "Show the schedules";
  return {
    kind: "unsure",
    proposals: [{ code: LIST_EVENTS, score: GUESSED_REMINDER_SCORE, intent }],
  };
}

interface Timed {
  readonly timings: readonly TimingInput[];
  readonly rest: string;
  /** Where nothing is left to choose from. */
  readonly question?: string;
}

/** Time words before a colon count; behind it they are part of what is to be kept, unless the message is a reminder. */
function readTiming(text: string, options: PlanOptions, isTold = false): Timed | undefined {
  const colon = /(?<=\p{L})\s?[:：]\s+|\n/u.exec(text);
  const whole =
    colon === null || isReminder(text.slice(0, colon.index)) ? text : text.slice(0, colon.index);
  const head = isReminder(whole) ? whole : whole.slice(0, PASSED_ON.exec(whole)?.[0].length);
  const context = { nowMs: options.nowMs, zone: options.zone, isTold };
  const names = [...namesIn(head), ...saysNoTime(head)];
  const when = findTime(
    names.reduce((said, name, index) => said.replace(name, nameMark(index)), ringsFirst(head)),
    context,
  );
  if (when === undefined) return undefined;
  const candidates = when.timing === undefined ? when.candidates : [when.timing];
  const rest = names.reduce(
    (said, name, index) => said.replace(nameMark(index), () => name),
    when.rest,
  );
  return {
    timings: candidates.filter(
      (candidate) => timingWords(candidate, context, options.language) !== undefined,
    ),
    rest: rest + text.slice(head.length),
    ...(when.ambiguity === undefined ? {} : { question: when.ambiguity }),
  };
}

/** File names, addresses and names such as daily_news: words of time in them say nothing. */
function namesIn(text: string): readonly string[] {
  const entities = readTokens(text).filter((token) => NAME_KINDS.has(token.kind));
  const written = entities
    .map((token) => text.slice(token.start, token.bodyEnd))
    .filter((name) => wordsOfTime(name).rest !== "");
  return [...written, ...(text.match(/[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+/gu) ?? [])];
}

const NAME_KINDS: ReadonlySet<TokenKind> = new Set(["file", "path", "url", "glob"] as const);

/** Stands for a name while time words are looked for; quoted texts are left alone there. */
function nameMark(index: number): string {
  return `"\ue010${index}"`;
}

/** Somebody goes to do it themselves: 공연 보러 가는데. */
const ERRAND = /[가-힣]러\s?(?:가|와|오|나가|다녀)/u;

/** What the rest of the message asks for: what was planned for it, or to be reminded. */
function findTargets(
  rest: string,
  options: PlanOptions,
  planned: PlannerResult,
  proposals: readonly PlanProposal[],
): { readonly targets: readonly Target[]; readonly isSure: boolean } {
  const reminder = reminderText(rest, options.language);
  const tellsAlone = (code: string): boolean => code.startsWith("[system:notify_user](");
  if (planned.kind === "sure" && !tellsAlone(planned.code) && !ERRAND.test(rest))
    return { targets: [programTarget(planned, shortTitle(rest))], isSure: true };
  const price = priceTarget(rest, options);
  if (price !== undefined) return { targets: [price], isSure: true };
  if (reminder !== undefined)
    return { targets: [reminderTarget(reminder, REMINDER_SCORE)], isSure: true };
  const guessed = guessReminder(rest);
  // Words to be told are a title or nothing.
  const others = proposals.filter(({ code }) => !tellsAlone(code));
  const planable = others.map((proposal) => programTarget(proposal, shortTitle(rest)));
  return { targets: guessed === undefined ? planable : [guessed, ...planable], isSure: false };
}

/** A name with a price ("코스피 알려줘", "tell me the KOSPI"): told again and again, it is the price that is wanted. */
function priceTarget(rest: string, { allowedNodes }: PlanOptions): Target | undefined {
  const name = shortTitle(rest).replace(/^the\s+/iu, "");
  if (allowedNodes?.includes("source") === false || symbolOfName(name) === undefined)
    return undefined;
  const intent = rest.trim();
  return programTarget(
    { code: `[source:price](${quoteIbl(name)})`, intent, score: REMINDER_SCORE },
    name,
  );
}

/** A bare thing with a time ("내일 3시 회의") is most likely to be remembered. */
function guessReminder(rest: string): Target | undefined {
  const title = bareThing(rest);
  const isPlain = title !== undefined && (shortTitle(title) === title || isDeed(title));
  return !isPlain ? undefined : reminderTarget(title, GUESSED_REMINDER_SCORE);
}

function reminderTarget(what: string, score: number): Target {
  return programTarget(
    { code: `[system:notify_user](${quoteIbl(what)})`, intent: what, score },
    titled(what),
  );
}

function titled(words: string): string {
  return words.length > LONGEST_TITLE ? `${words.slice(0, LONGEST_TITLE - 1).trimEnd()}…` : words;
}

function programTarget(proposal: PlanProposal, title: string): Target {
  return { ...proposal, code: `${quoteIbl(title)}\n${quoteIbl(proposal.code)}` };
}

function scheduled(target: Target, timing: TimingInput, options: PlanOptions): PlanProposal {
  const [name = "", pipeline] = target.code.split("\n");
  const params = [
    ...(pipeline === undefined ? [] : [`pipeline: ${pipeline}`]),
    ...timingParams(timing),
  ].join(", ");
  const said = timingWords(timing, options, options.language)?.words;
  return {
    code: `[system:schedule](${name}) {${params}}`,
    score: target.score,
    intent: said === undefined ? target.intent : `${said}: ${target.intent}`,
    ...(target.from === undefined ? {} : { from: target.from }),
  };
}

/** The timing as parameters: a plain daily, weekly or monthly repetition as cron, any other as it is. */
function timingParams(timing: TimingInput): readonly string[] {
  const cron = cronOf(timing);
  const given: TimingInput = cron === undefined ? timing : { cron };
  return Object.entries(given).map(([name, value]) => `${name}: ${literalOf(value)}`);
}

function literalOf(value: Json): string {
  return typeof value === "string" ? quoteIbl(value) : JSON.stringify(value);
}

function cronOf(timing: TimingInput): string | undefined {
  const { repeat, time, weekdays, day, ...others } = timing;
  const clock = typeof time === "string" ? /^(\d{2}):(\d{2})$/u.exec(time) : null;
  if (clock === null || Object.keys(others).length > 0) return undefined;
  const minuteAndHour = `${Number(clock[2])} ${Number(clock[1])}`;
  if (repeat === "daily") return `${minuteAndHour} * * *`;
  if (repeat === "weekly" && Array.isArray(weekdays))
    return `${minuteAndHour} * * ${cronWeekdays(weekdays.map(Number))}`;
  return repeat === "monthly" && typeof day === "number" && day <= 28
    ? `${minuteAndHour} ${day} * *`
    : undefined;
}

/** From 0 = Monday to cron's 0 = Sunday. */
function cronWeekdays(weekdays: readonly number[]): string {
  const days = weekdays.map((weekday) => (weekday + 1) % 7).sort((a, b) => a - b);
  return days.join(",") === "1,2,3,4,5" ? "1-5" : days.join(",");
}

function usesAny(code: string, actions: ReadonlySet<string>): boolean {
  return readCode(code).calls.some((call) => actions.has(call));
}

function takesNothing(code: string): boolean {
  return readCode(code).literals.length === 0;
}

/** A message whose hour came in a message of its own. */
interface HourGiven {
  /** The whole of it, as it would have been said at once. */
  readonly text: string;
  /** What was asked about for want of it, with all answers that were not enough, the newest first. */
  readonly asked: readonly string[];
}

/** True where an hour is what was asked for, of what a message was planned to be. */
export function asksHour(message: string, planned: PlannerResult, options: PlanOptions): boolean {
  if (planned.kind === "sure" || !lacksHour(message, options)) return false;
  if (planned.kind === "none") return planned.question !== undefined;
  return planned.proposals.every(({ code }) => code.startsWith("[system:schedule]("));
}

/**
 * Completes a message that says nothing but an hour, where the one before it was asked for its hour ("remind me tomorrow to call",
 * then "at 9"). `before` is what the same person wrote just before, oldest first; `plan` tells what was made of it. Undefined for
 * any other message.
 */
export function hourGiven(
  text: string,
  before: readonly string[],
  { options, plan }: { options: PlanOptions; plan: (message: string) => PlannerResult },
): HourGiven | undefined {
  if (!isHourAlone(text)) return thingGiven(text, before.at(-1), { options, plan });
  let asked: readonly string[] = [];
  for (const said of before) {
    const isAnswer = asked.length > 0 && isHourAlone(said);
    const whole = isAnswer ? completed(said, asked) : said;
    asked = asksHour(whole, plan(whole), options) ? [whole, ...(isAnswer ? asked : [])] : [];
  }
  return asked.length === 0 ? undefined : { text: completed(text, asked), asked };

  /** With what was asked last, or, where the new hour takes the place of an earlier one, with what was asked before it. */
  function completed(answer: string, questions: readonly string[]): string {
    const wholes = questions.map((question) => withHour(question, answer));
    return wholes.find((whole) => plan(whole).kind !== "none") ?? wholes[0] ?? answer;
  }
}
