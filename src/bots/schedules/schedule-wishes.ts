import { quoteIbl } from "../../agent/planner/code.ts";
import { plainNumbers } from "../../agent/planner/lookups/arithmetic.ts";
import { dropsLast } from "../../agent/planner/wording/said-limits.ts";
import type { Suggestion } from "../../agent/turn/assistant.ts";
import { isoInZone, spokenTime } from "../../base/format-time.ts";
import type { Language } from "../../base/localized.ts";
import { describeTiming } from "../../scheduler/ledger/describe.ts";
import { priceAlertOf } from "../../scheduler/ledger/price-alert.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import { spokenName } from "../../scheduler/ledger/schedule-words.ts";
import type { Schedules } from "../../scheduler/ledger/schedules.ts";
import { isHourAlone, timeAnswer } from "../../scheduler/phrases/answer.ts";
import { findTime, wordsOfTime } from "../../scheduler/phrases/find-time.ts";
import { parseTiming } from "../../scheduler/timing/timing.ts";
import { isClockTiming, isRecurring } from "../../scheduler/timing/timing-kinds.ts";
import type { TimingInput } from "../../scheduler/timing/timing-reading.ts";
import { say, type TextKey } from "../texts/say.ts";
import { type Called, namedBy } from "./named-by.ts";
import { checkedTime, doneAlready, switchedOn } from "./schedule-questions.ts";

/** Who says something where, and when. */
interface Said {
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

/** What words want of the schedules that there are: a program about some of them, the choice of one, likely times for one to be shown, or its next time put off. */
export type ScheduleWish =
  | { readonly kind: "run"; readonly code: string; readonly about: readonly Schedule[] }
  | { readonly kind: "ask"; readonly question: string; readonly suggests: readonly Suggestion[] }
  | { readonly kind: "change"; readonly schedule: Schedule }
  | { readonly kind: "later"; readonly schedule: Schedule; readonly untilMs: number };

/** For so long after a schedule was made, another time alone means that one. */
const JUST_MADE_MS = 10 * 60_000;

/** In UTF-16 units; a longer text says more than what is to be changed or switched off. */
const LONGEST_WISH = 80;

/** As many as are asked about with a button each. */
const MOST_ASKED = 4;

/** As many as one message switches off or tells of; more are asked about one by one. */
const MOST_AT_ONCE = 20;

/** What says that a time is to take the place of another. */
const CORRECTS =
  /^\s*(?:(?:아니(?:야|요|다|고|라)?|아냐|미안(?:해)?|잠깐만?|no(?:pe)?|sorry|actually|wait|oops|i\s+mean(?:t)?|i\s+said)[\s,.!…]+)+/iu;
const CORRECTS_AFTER =
  /[\s,]+(?:i\s+mean(?:t)?|i\s+said|actually|instead)[\s.!]*$|(?:이?라고|이라니까|라니까|말이야|말한\s?거야)[\s.!~]*$/iu;
/** What says that the time of something is not right; the right one follows. */
const WRONG =
  /^(?<what>.{1,40}?)\s*(?:time\s+)?(?:\b(?:is|was)\s+(?:wrong|incorrect|not\s+right)|(?:시간)?(?:이|가)?\s*(?:틀렸|잘못)\S*(?:\s*(?:됐|했|맞)\S*)?)[\s,.;:!]+(?=\S)/iu;
const CHANGES = /바꿔|바꾸|변경|옮겨|\b(?:change|move|reschedule|make|set)\s+(?:it|that|this)\b/iu;
/** The same before the new value. */
const CHANGES_TO =
  /^(?:please\s+)?(?:change|move|reschedule|make|set)\s+(?:it|that|this)(?:\s+one)?\s+(?:(?:to|at|for)\s+)?/iu;
/** A new price line, and nothing else. */
const LINE =
  /^(?:(?:hm+|no|oh|wait|and|음+|아)[\s,.]+)*(?:to\s+)?[$€£₩]?\s?(?<line>\d[\d.]*)\s*(?:원|달러|불|dollars|won|usd)?\s*(?:으로|로|에)?\s*(?:(?:바꿔|변경|고쳐|해|하자)\S*(?:\s*(?:줘|주)\S*)?)?[\s.!~]*$/iu;
/** What says of something by its name when it is: "the dentist is friday", 치과 금요일로 바뀌었어. */
const IS_WHEN = [
  /^(?:my\s+|the\s+)?(?<what>.+?)\s+(?:is|was|got|has\s+been|moved|changed)\s+(?:(?:actually|now|moved|changed|on|at|to|for)\s+)*(?<when>\S.*?)[\s.!]*$/iu,
  /^(?<what>.+?)(?:은|는|이|가)?\s+(?<when>\S.*?)\s*(?:이야|야|이에요|예요|임|(?:으로|로)\s*(?:바뀌|바뀜|바꼈|변경|옮겨졌|미뤄졌|당겨졌)\S*)[\s.!~]*$/u,
];
/** Told of what was just spoken of so long before it. */
const AHEAD = [
  /^(?:(?:and|also|please|oh|can\s+you|could\s+you)\s+)*(?:remind|tell|ping|notify|alert|warn)\s+me\s+(?:(?:about|of)\s+(?:it|that|this)\s+)?(?<length>\S+\s*\S*?)\s+(?:before(?:hand)?|earlier|ahead|in\s+advance)(?:\s+(?:it|that|too|as\s+well))*[\s.!]*$/iu,
  /^(?:(?:그거|그것|그|이거)\s+)?(?<length>\S+(?:\s?반)?)\s*(?:전|먼저)(?:에)?(?:도|만)?\s*(?:한번\s*|또\s*|미리\s*)*(?:알려|말해|알림|깨워)\S*(?:\s*(?:줘|주)\S*)?[\s.!~]*$/u,
];

/** A length of time and nothing else; without its unit it has that of what was said before. */
const LENGTH =
  /^(?:(?:make|change|move|set)\s+(?:it|that|this)\s+)?(?:(?:to|in|for|after)\s+)?(?<count>\d{1,3})\s*(?<unit>m(?:in(?:ute)?s?)?|h(?:(?:ou)?rs?)?|분|시간)?\s*(?:뒤|후|있다가)?(?:에|으?로)?(?:\s*(?:바꿔|변경|해)\S*(?:\s*(?:줘|주)\S*)?)?[\s.!~]*$/iu;

/** To be told once more, later. */
const AGAIN = [
  /^(?:please\s+)?(?:snooze|postpone|delay)(?:\s+(?:it|that|this|the\s+(?:alarm|reminder)))?\s+(?:(?:for|by|to)\s+)?(?<length>\S.*?)[\s.!]*$/iu,
  /^(?:please\s+)?remind\s+me\s+again\s+(?<length>in\s+.*?)[\s.!]*$/iu,
  /^(?<length>\S.*?)\s*(?:뒤|후|있다가|만)?(?:에|으?로)?\s*(?:더\s*)?(?:미뤄|스누즈|(?:다시|또)\s*(?:알려|알림|울려|깨워|말해))\s*(?:줘|주)?\S*[\s.!~]*$/u,
];
const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;

/** So long after it rang, a reminder is the one that is put off. */
const JUST_RUNG_MS = 2 * HOUR_MINUTES * MINUTE_MS;
/** The most hours that a number alone means. */
const MOST_HOURS = 12;

/** What is called by when it was made alone. */
const JUST_NOW =
  /^(?:(?:방금|좀\s*전|아까|마지막|그|이)(?:의|에)?(?:\s*(?:만든|설정한|말한|한|그))*(?:\s*(?:거|것))?|(?:that|this|it|(?:the\s+)?(?:last|latest|newest)(?:\s+one)?|that\s+one))$/iu;
/** Before what is asked for. */
const LEAD =
  /^(?:(?:그럼|그러면|그리고|근데|아|음|이제|아니|아니다|아냐|그냥|then|and|also|ok(?:ay)?|oh|no|wait|hm+|actually|never\s?mind)[\s,.]+)+/iu;

const KOREAN_KIND = "알림|알람|예약|일정|약속|브리핑|리마인더";
const ENGLISH_KIND = "reminder|alarm|alert|schedule|briefing|event|appointment";
const KOREAN_OFF =
  "꺼|끄|취소|지워|지우|그만|삭제|해제|없애|중지|멈춰|(?:안\\s?(?:보내|와|줘|해)|(?:보내|주|울리)지\\s?않아)도\\s?(?:돼|되|괜찮)|필요\\s?없|(?:보내|울리)지\\s?마";
const ENGLISH_OFF = "(?:cancel|stop|turn\\s+off|switch\\s+off|delete|remove|disable|drop|clear)";
const POLITE = "(?:please\\s+|can\\s+you\\s+|could\\s+you\\s+)*";

const ALL_OFF = [
  new RegExp(
    `^(?:내\\s*)?(?:(?:모든|전체)\\s*(?:${KOREAN_KIND})|(?:${KOREAN_KIND})(?:을|를)?\\s*(?:모두|전부|싹|다))(?:을|를)?\\s*(?:모두|전부|다)?\\s*(?:${KOREAN_OFF})[^?]*$`,
    "u",
  ),
  new RegExp(
    `^${POLITE}${ENGLISH_OFF}\\s+(?:all|every)\\s*(?:of\\s+)?(?:my|the)?\\s*(?:${ENGLISH_KIND})s?[\\s.!]*$`,
    "iu",
  ),
];

const OFF = [
  new RegExp(
    `^(?<what>.*?)\\s*(?<kind>${KOREAN_KIND})(?:을|를|은|는|도)?\\s*(?:이제\\s*|좀\\s*|다\\s*)*(?:${KOREAN_OFF})[^?]*$`,
    "u",
  ),
  new RegExp(
    `^${POLITE}${ENGLISH_OFF}\\s+(?:the\\s+|my\\s+)?(?<what>.*?)\\s*\\b(?<kind>${ENGLISH_KIND})s?(?:\\s+please)?[\\s.!]*$`,
    "iu",
  ),
];

/** The same without what kind of thing it is: what ends otherwise than by deleting. */
const OFF_BY_NAME = [
  /^(?<what>.+?)(?:을|를|은|는|도)?\s*(?:이제\s*|좀\s*)*(?:꺼|끄|취소)[^?]*$/u,
  new RegExp(`^${POLITE}(?:cancel|turn\\s+off)\\s+(?:the\\s+|my\\s+)?(?<what>.+?)[\\s.!]*$`, "iu"),
];

/** What may be deleted as well: a word for each of its name must be said. */
const GONE_BY_NAME = [
  /^(?<what>.+?)(?:을|를|은|는|도)?\s*(?:이제\s*|좀\s*)*(?:지워|지우|삭제|없애|그만|멈춰)[^?]*$/u,
  new RegExp(`^${POLITE}${ENGLISH_OFF}\\s+(?:the\\s+|my\\s+)?(?<what>.+?)[\\s.!]*$`, "iu"),
];

const ASKS_WHEN = [
  new RegExp(
    `^(?<what>.+?)\\s*(?<kind>${KOREAN_KIND})?(?:은|는|이|가)?\\s*(?:언제|몇\\s*시)(?:야|지|예요|에요|이야|인가요|인지|더라|였지|였더라|니|로\\s*되어\\s*있어)?[\\s?？.]*$`,
    "u",
  ),
  new RegExp(
    `^(?:when|what\\s+time)(?:['’]?s|\\s+is|\\s+are)\\s+(?:my\\s+|the\\s+)?(?:next\\s+)?(?<what>.+?)\\s*\\b(?<kind>${ENGLISH_KIND})?[\\s?.]*$`,
    "iu",
  ),
];

const KOREAN_CHANGE =
  /(?:으로|로|에)?\s*(?:좀\s*)?(?:바꿔|바꾸|변경|옮겨|미뤄|당겨)\S*(?:\s*(?:줘|주|줄|싶)\S*)*[.!~\s]*$/u;
const ENGLISH_CHANGE = new RegExp(
  `^${POLITE}(?:change|move|reschedule|shift|push|set)\\s+(?:the\\s+|my\\s+)?`,
  "iu",
);
const KOREAN_KIND_END = new RegExp(
  `\\s*(?<kind>${KOREAN_KIND})?(?:을|를|은|는)?(?:\\s*시간(?:을|를|은)?)?$`,
  "u",
);
const ENGLISH_KIND_END = new RegExp(`\\s*\\b(?<kind>${ENGLISH_KIND})?s?(?:\\s+time)?$`, "iu");

/**
 * What a message wants of the schedules that there are: another time for what was just made ("no, 4pm") or for one by its name, one or all
 * of them switched off, or when one comes; undefined for any other message.
 */
export function scheduleWish(
  schedules: Pick<Schedules, "list" | "history">,
  given: string,
  said: Said,
): ScheduleWish | undefined {
  const text = given.trim();
  if (text.length > LONGEST_WISH) return undefined;
  const all = schedules
    .list(said.personId)
    .filter(({ chatId }) => said.inGroup === undefined || chatId === said.chatId);
  const own = all.filter(({ state }) => state === "active");
  const on = switchedOn(text, all);
  if (on !== undefined) return { kind: "run", ...on };
  const later = putOff(text, said, () => rungOf(schedules, all, said));
  if (later !== undefined || own.length === 0) return later;
  return (
    dropped(text, own, said) ??
    checked(text, own, said) ??
    done(text, own) ??
    correction(text, own, said) ??
    isWhen(text, own, said) ??
    toldAhead(text, own, said) ??
    allOff(text, own) ??
    switchOff(text, own, said) ??
    changed(text, own, said) ??
    askedWhen(text, own)
  );
}

/** Another time in words for a schedule: the words say nothing else. What comes again and again stays so: of a single time, its next one is put off to it. `undefined` for any other words. */
function retimed(
  schedule: Schedule,
  words: string,
  context: Pick<Said, "nowMs" | "zone">,
): Extract<ScheduleWish, { readonly kind: "run" | "later" }> | undefined {
  const line = newLine(schedule, words);
  if (line !== undefined) return line;
  const present = presentTiming(schedule);
  const timing = present && newTiming(words, context, present);
  if (timing === undefined) return undefined;
  const untilMs = isRecurring(schedule) ? onceAt(timing, context) : undefined;
  if (untilMs !== undefined) return { kind: "later", schedule, untilMs };
  const code = `[system:update](${quoteIbl(schedule.name)}) {config: ${JSON.stringify(timing)}}`;
  return { kind: "run", code, about: [schedule] };
}

/** Another line of an alert on a price. */
function newLine(
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

function checked(text: string, own: readonly Schedule[], said: Said): ScheduleWish | undefined {
  const words = checkedTime(text, own, said);
  return words && { kind: "ask", question: words[said.language], suggests: [] };
}

/** What is done already need not be told of any more. */
function done(text: string, own: readonly Schedule[]): ScheduleWish | undefined {
  const only = doneAlready(text, own);
  return only && offOf([only]);
}

/** What was made or spoken of last is wanted no more. */
function dropped(text: string, own: readonly Schedule[], said: Said): ScheduleWish | undefined {
  if (!dropsLast(text)) return undefined;
  const alerts = /\balert\b/iu.test(text)
    ? own.filter(({ timing }) => priceAlertOf(timing) !== undefined)
    : [];
  const isKindSaid = new RegExp(`${KOREAN_KIND}|\\b(?:${ENGLISH_KIND})\\b`, "iu").test(text);
  const [last] = justMade(alerts.length > 0 ? alerts : own, said, isKindSaid);
  return last === undefined ? undefined : offOf([last]);
}

/** Another time for one by its name, told as how it is. */
function isWhen(text: string, own: readonly Schedule[], said: Said): ScheduleWish | undefined {
  const bare = text.replace(CORRECTS, "");
  if (
    /[?？]/u.test(text) ||
    (bare === text && !/바뀌|바뀜|바꼈|변경|moved|changed|now/iu.test(text))
  )
    return undefined;
  for (const form of IS_WHEN) {
    const { what, when } = form.exec(bare)?.groups ?? {};
    const named =
      what === undefined ? [] : namedBy({ what: what.replace(ENGLISH_KIND_END, "") }, own);
    const wish = when === undefined ? undefined : changeOf(named, when, said);
    if (wish !== undefined) return wish;
  }
  return undefined;
}

/** A second time to be told of what was just made or spoken of, so long before it. */
function toldAhead(text: string, own: readonly Schedule[], said: Said): ScheduleWish | undefined {
  const length = AHEAD.map((form) => form.exec(text)?.groups?.["length"]).find(Boolean);
  const { schedule } = length === undefined ? { schedule: undefined } : spokenOf(own, said);
  if (length === undefined || schedule?.timing.kind !== "at") return undefined;
  const { atMs } = schedule.timing;
  const counted = length.replace(/^(?:an?)\s/iu, "1 ");
  const words = /[가-힣]/u.test(counted) ? `${counted} 뒤에` : `in ${counted}`;
  const timing = findTime(words, said)?.timing;
  const laterMs = timing === undefined ? undefined : onceAt(timing, said);
  const dueMs = laterMs === undefined ? said.nowMs : atMs - (laterMs - said.nowMs);
  if (dueMs <= said.nowMs) return undefined;
  const name = `${spokenName(schedule)} (${spokenTime(atMs, said, said.nowMs)})`;
  const at = isoInZone(dueMs, said.zone).slice(0, "YYYY-MM-DDTHH:MM".length);
  const tell = `[system:notify_user](${quoteIbl(name)})`;
  const code = `[system:schedule](${quoteIbl(name)}) {pipeline: ${quoteIbl(tell)}, at: ${quoteIbl(at)}}`;
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
  if (when === undefined || when.candidates.length === 0)
    return onOtherDay(words, present, { nowMs, zone });
  return when.timing ?? sameHalf(when.candidates, present);
}

/** Hours that are read as the morning where nothing is said with them. */
const MORNING_HOURS = { first: 7, last: 11 };

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
  const clock = /(\d\d):\d\d$/.exec(String(timing["time"] ?? timing["at"] ?? ""));
  return clock === null ? undefined : Number(clock[1]) < 12;
}

function correction(text: string, own: readonly Schedule[], said: Said): ScheduleWish | undefined {
  const isExplicit = [CORRECTS, CORRECTS_AFTER, CHANGES, WRONG].some((each) => each.test(text));
  const isLine = LINE.test(plainNumbers(text));
  if (!isExplicit && !isLine && !isHourAlone(text)) return undefined;
  const wrong = WRONG.exec(text)?.groups?.["what"]?.replace(ENGLISH_KIND_END, "");
  const named = wrong === undefined ? [] : namedBy({ what: wrong }, own);
  const { schedule, atMs } = spokenOf(named.length > 0 ? named : own, said, named.length === 1);
  if (schedule === undefined || (!isExplicit && atMs < (said.passedAtMs ?? 0))) return undefined;
  const bare = text
    .replace(WRONG, "")
    .replace(CORRECTS, "")
    .replace(CORRECTS_AFTER, "")
    .replace(CHANGES_TO, "")
    .replace(/(?:으로|로)\s*(?:해|하자)\S*[.!~]*$/u, "");
  return retimed(schedule, lengthIn(bare, schedule) ?? bare, said);
}

/** A length of time as it is said in a sentence; a number alone has the unit of the length that there was. Undefined for any other words. */
function lengthIn(words: string, { timing, createdAtMs }: Schedule): string | undefined {
  const { count, unit } = LENGTH.exec(words.trim())?.groups ?? {};
  if (count === undefined) return undefined;
  if (unit !== undefined) return `in ${count} ${/^(?:h|시)/iu.test(unit) ? "hours" : "minutes"}`;
  // What was said by the clock comes at a full minute.
  if (timing.kind !== "at" || timing.atMs % MINUTE_MS === 0) return undefined;
  const minutes = Math.round((timing.atMs - createdAtMs) / MINUTE_MS);
  const isInHours = minutes % HOUR_MINUTES === 0 && Number(count) <= MOST_HOURS;
  return `in ${count} ${isInHours ? "hours" : "minutes"}`;
}

/** To be told again so much later: what is spoken of, or what rang last. */
function putOff(
  text: string,
  said: Said,
  rung: () => Schedule | undefined,
): ScheduleWish | undefined {
  const length = AGAIN.map((pattern) => pattern.exec(text)?.groups).find(Boolean)?.["length"];
  if (length === undefined) return undefined;
  const isNumber = /^\d{1,3}$/u.test(length);
  const words = /[가-힣]/u.test(length)
    ? `${length} 뒤에`
    : `in ${length.replace(/^in\s+/iu, "")}${isNumber ? " minutes" : ""}`;
  const when = findTime(words, said);
  const untilMs = when?.timing?.["after"] === undefined ? undefined : onceAt(when.timing, said);
  const schedule = untilMs === undefined || when?.rest.trim() !== "" ? undefined : rung();
  if (schedule === undefined || untilMs === undefined) return undefined;
  return { kind: "later", schedule, untilMs };
}

/** What rang last and not long ago, unless another was spoken of since. */
function rungOf(
  schedules: Pick<Schedules, "history">,
  own: readonly Schedule[],
  { personId, nowMs, meant }: Said,
): Schedule | undefined {
  const able = own.filter(({ timing, state }) => {
    const day = timing.kind === "entry" ? timing.day : timing;
    return isClockTiming(day) && (state === "active" || state === "done");
  });
  const spoken = able.find(({ id }) => id === meant?.id);
  if (spoken !== undefined) return spoken;
  return schedules
    .history(personId, { limit: MOST_AT_ONCE })
    .filter(({ dueMs }) => dueMs <= nowMs && nowMs - dueMs <= JUST_RUNG_MS)
    .sort((left, right) => right.dueMs - left.dueMs)
    .flatMap(({ scheduleId }) => able.filter(({ id }) => id === scheduleId))[0];
}

/** The schedule that was made or spoken of last, and when; `isNamed` where the only one was named. */
function spokenOf(
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
function presentTiming({ timing, zone }: Schedule): TimingInput | undefined {
  const day = timing.kind === "entry" ? timing.day : timing;
  if (day.kind === "at")
    return { at: isoInZone(day.atMs, zone).slice(0, "YYYY-MM-DDTHH:MM".length) };
  if (day.kind !== "cron") return undefined;
  return findTime(describeTiming(day, zone, "en"), { nowMs: 0, zone })?.timing;
}

/** Of times that differ in the half of the day, the one in the half that there was. */
function sameHalf(
  candidates: readonly TimingInput[],
  present: TimingInput,
): TimingInput | undefined {
  const same = candidates.filter((one) => isMorning(one) === isMorning(present));
  return same.length === 1 ? same[0] : undefined;
}

function allOff(text: string, own: readonly Schedule[]): ScheduleWish | undefined {
  if (!ALL_OFF.some((pattern) => pattern.test(text)) || own.length > MOST_AT_ONCE) return undefined;
  return offOf(own);
}

function offOf(about: readonly Schedule[]): ScheduleWish {
  const code = about.map(({ name }) => `[system:disable](${quoteIbl(name)})`).join("\n");
  return { kind: "run", code, about };
}

function switchOff(text: string, own: readonly Schedule[], said: Said): ScheduleWish | undefined {
  const bare = text.replace(LEAD, "");
  const found = groupsOf(OFF, bare);
  const ended = found ?? groupsOf(OFF_BY_NAME, bare);
  const called = ended ?? groupsOf(GONE_BY_NAME, bare);
  if (called === undefined) return undefined;
  const named = JUST_NOW.test(called["what"] ?? "")
    ? justMade(own, said, found !== undefined)
    : namedBy(called, own, ended === undefined ? "every" : "some");
  const [only, second] = named;
  if (only === undefined || named.length > MOST_ASKED) return undefined;
  if (second === undefined) return offOf([only]);
  return which(named, "askWhichOff", said, ({ name }) => `[system:disable](${quoteIbl(name)})`);
}

/** The one that was made or spoken of last; where its kind is not said, only if nothing else was said since. */
function justMade(own: readonly Schedule[], said: Said, isKindSaid: boolean): readonly Schedule[] {
  const { schedule, atMs } = spokenOf(own, said);
  const isLast = isKindSaid || atMs >= (said.passedAtMs ?? 0);
  return schedule === undefined || !isLast ? [] : [schedule];
}

function askedWhen(text: string, own: readonly Schedule[]): ScheduleWish | undefined {
  const found = groupsOf(ASKS_WHEN, text);
  const about = found === undefined ? [] : namedBy(found, own);
  if (about.length === 0 || about.length > MOST_AT_ONCE) return undefined;
  const code = about.map(({ name }) => `[system:get_event](${quoteIbl(name)})`).join("\n");
  return { kind: "run", code, about };
}

/** Another time for one by its name; without the time likely ones are shown. */
function changed(text: string, own: readonly Schedule[], said: Said): ScheduleWish | undefined {
  const isKorean = KOREAN_CHANGE.test(text);
  if (!isKorean && !ENGLISH_CHANGE.test(text)) return undefined;
  const words = text
    .replace(isKorean ? KOREAN_CHANGE : ENGLISH_CHANGE, "")
    .replace(/[\s.!]+$/u, "")
    .split(/\s+/u);
  const end = isKorean ? KOREAN_KIND_END : ENGLISH_KIND_END;
  for (let at = words.length; at > 0; at -= 1) {
    const when = words
      .slice(at)
      .join(" ")
      .replace(/^(?:to|for|at|until)\s+/iu, "");
    const head = words.slice(0, at).join(" ");
    const kind = end.exec(head)?.groups?.["kind"];
    const named = namedBy({ what: head.replace(end, ""), kind }, own);
    const wish = changeOf(named, when, said);
    if (wish !== undefined) return wish;
  }
  return undefined;
}

/** Another time for one of those that are named; several that can have it are asked about. */
function changeOf(named: readonly Schedule[], when: string, said: Said): ScheduleWish | undefined {
  const [only, second] = named;
  if (when === "")
    return only === undefined || second !== undefined
      ? undefined
      : { kind: "change", schedule: only };
  const wishes = named.flatMap((schedule) => retimed(schedule, when, said) ?? []);
  const [first, other] = wishes;
  if (first === undefined || other === undefined) return first;
  const runs = wishes.filter((wish) => wish.kind === "run");
  const codes = new Map(runs.map(({ about, code }) => [about[0]?.id, code]));
  const those = runs.flatMap(({ about }) => about);
  return which(those, "askWhichChange", said, ({ id }) => codes.get(id) ?? "");
}

/** Asks which of several is meant: by their names, or where those are the same by their times. */
function which(
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

const LONGEST_LABEL = 24;

function whenIn({ timing, zone }: Schedule, reader: Said): string {
  const day = timing.kind === "entry" ? timing.day : timing;
  if (day.kind === "at") return spokenTime(day.atMs, reader, reader.nowMs);
  return describeTiming(day, zone, reader.language);
}

function groupsOf(patterns: readonly RegExp[], text: string): Called | undefined {
  return patterns.map((pattern) => pattern.exec(text)?.groups).find(Boolean);
}
