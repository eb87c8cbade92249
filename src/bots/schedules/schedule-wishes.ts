import { quoteIbl } from "../../agent/planner/code.ts";
import type { Suggestion } from "../../agent/turn/assistant.ts";
import { isoInZone, spokenTime } from "../../base/format-time.ts";
import type { Language } from "../../base/localized.ts";
import { describeTiming } from "../../scheduler/ledger/describe.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import { spokenName } from "../../scheduler/ledger/schedule-words.ts";
import type { Schedules } from "../../scheduler/ledger/schedules.ts";
import { isHourAlone, timeAnswer } from "../../scheduler/phrases/answer.ts";
import { findTime, wordsOfTime } from "../../scheduler/phrases/find-time.ts";
import type { TimingInput } from "../../scheduler/timing/timing-reading.ts";
import { say, type TextKey } from "../texts/say.ts";

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

/** What words want of the schedules that there are: a program about some of them, the choice of one, or likely times for one to be shown. */
export type ScheduleWish =
  | { readonly kind: "run"; readonly code: string; readonly about: readonly Schedule[] }
  | { readonly kind: "ask"; readonly question: string; readonly suggests: readonly Suggestion[] }
  | { readonly kind: "change"; readonly schedule: Schedule };

/** For so long after a schedule was made, another time alone means that one. */
const JUST_MADE_MS = 10 * 60_000;

/** In UTF-16 units; a longer text says more than what is to be changed or switched off. */
const LONGEST_WISH = 80;

/** As many as one message switches off or tells of; more are asked about one by one. */
const MOST_AT_ONCE = 20;

/** What says that a time is to take the place of another. */
const CORRECTS = /^\s*(?:아니(?:야|요|다|고)?|아냐|no|nope|sorry|actually|wait)[\s,.!]+/iu;
const CHANGES =
  /바꿔|바꾸|변경|옮겨|\b(?:change|move|reschedule|make)\s+(?:it|that|this)\b|\bmake\s+it\b/iu;

const KOREAN_KIND = "알림|알람|예약|일정|약속|브리핑|리마인더";
const ENGLISH_KIND = "reminder|alarm|alert|schedule|briefing|event|appointment";
const KOREAN_OFF = "꺼|끄|취소|지워|지우|그만|삭제|해제|없애|중지|멈춰";
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

/** The same without what kind of thing it is: the name must be whole then. */
const OFF_BY_NAME = [
  /^(?<what>.+?)(?:을|를|은|는)?\s*(?:이제\s*|좀\s*)*(?:꺼|끄|취소)[^?]*$/u,
  new RegExp(`^${POLITE}(?:cancel|turn\\s+off)\\s+(?:the\\s+|my\\s+)?(?<what>.+?)[\\s.!]*$`, "iu"),
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
  schedules: Pick<Schedules, "list">,
  given: string,
  said: Said,
): ScheduleWish | undefined {
  const text = given.trim();
  if (text.length > LONGEST_WISH) return undefined;
  const own = schedules
    .list(said.personId)
    .filter(({ state }) => state === "active")
    .filter(({ chatId }) => said.inGroup === undefined || chatId === said.chatId);
  if (own.length === 0) return undefined;
  return (
    correction(text, own, said) ??
    allOff(text, own) ??
    switchOff(text, own, said) ??
    changed(text, own, said) ??
    askedWhen(text, own)
  );
}

/** The program that gives a schedule another time in words: the words say nothing else. `undefined` for any other words. */
function retiming(
  schedule: Schedule,
  words: string,
  context: Pick<Said, "nowMs" | "zone">,
): string | undefined {
  const present = presentTiming(schedule);
  const timing = present && newTiming(words, context, present);
  if (timing === undefined) return undefined;
  return `[system:update](${quoteIbl(schedule.name)}) {config: ${JSON.stringify(timing)}}`;
}

/** The timing that words give in the place of another: an hour alone stays on its days and, where it names no half of the day, in the half that there was; a day alone keeps the hour. */
export function newTiming(
  words: string,
  { nowMs, zone }: Pick<Said, "nowMs" | "zone">,
  present: TimingInput = {},
): TimingInput | undefined {
  const when = timeAnswer(words, { nowMs, zone }, present);
  if (when === undefined || when.candidates.length === 0)
    return onOtherDay(words, present, { nowMs, zone });
  const timing = when.timing ?? sameHalf(when.candidates, present);
  return timing === undefined ? undefined : inHalfOf(present, timing, words);
}

/** Hours that are read as the morning where nothing is said with them. */
const MORNING_HOURS = { first: 7, last: 11 };

/** An hour that could be the evening's as well is, where there was an evening one. */
function inHalfOf(present: TimingInput, timing: TimingInput, words: string): TimingInput {
  const { said } = wordsOfTime(
    /[가-힣]/u.test(words) ? words : `at ${words.replace(/^at\s+/iu, "")}`,
  );
  const [clock] = said.clocks;
  const isPlain = clock !== undefined && !clock.isExact && (clock.part ?? said.part) === undefined;
  const isEither = isPlain && clock.hour >= MORNING_HOURS.first && clock.hour <= MORNING_HOURS.last;
  if (!isEither || isMorning(present) !== false || isMorning(timing) !== true) return timing;
  const evening = (text: string): string =>
    text.replace(/(\d\d)(?=:\d\d$)/u, (hour) => String(Number(hour) + 12));
  const { at, time } = timing;
  return {
    ...timing,
    ...(typeof at === "string" && { at: evening(at) }),
    ...(typeof time === "string" && { time: evening(time) }),
  };
}

function isMorning(timing: TimingInput): boolean | undefined {
  const clock = /(\d\d):\d\d$/.exec(String(timing["time"] ?? timing["at"] ?? ""));
  return clock === null ? undefined : Number(clock[1]) < 12;
}

function correction(text: string, own: readonly Schedule[], said: Said): ScheduleWish | undefined {
  const isExplicit = CORRECTS.test(text) || CHANGES.test(text);
  if (!isExplicit && !isHourAlone(text)) return undefined;
  const { schedule, atMs } = spokenOf(own, said);
  if (schedule === undefined || (!isExplicit && atMs < (said.passedAtMs ?? 0))) return undefined;
  const bare = text.replace(CORRECTS, "").replace(/(?:으로|로)\s*(?:해|하자)\S*[.!~]*$/u, "");
  const code = retiming(schedule, bare, said);
  return code === undefined ? undefined : { kind: "run", code, about: [schedule] };
}

/** The schedule that was made or spoken of last, and when. */
function spokenOf(
  own: readonly Schedule[],
  { nowMs, chatId, meant }: Said,
): { readonly schedule?: Schedule | undefined; readonly atMs: number } {
  const [latest] = own
    .filter((one) => one.chatId === chatId && nowMs - one.createdAtMs <= JUST_MADE_MS)
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
  const found = groupsOf(OFF, text);
  const exact = found ?? groupsOf(OFF_BY_NAME, text);
  if (exact === undefined) return undefined;
  const named = namedBy(exact, own, found === undefined);
  const [only, second] = named;
  if (only === undefined) return undefined;
  if (second === undefined) return offOf([only]);
  return which(named, "askWhichOff", said, ({ name }) => `[system:disable](${quoteIbl(name)})`);
}

function askedWhen(text: string, own: readonly Schedule[]): ScheduleWish | undefined {
  const found = groupsOf(ASKS_WHEN, text);
  const about = found === undefined ? [] : namedBy(found, own, false);
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
    const named = namedBy({ what: head.replace(end, ""), kind }, own, false);
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
  const able = named.flatMap((schedule) => {
    const code = retiming(schedule, when, said);
    return code === undefined ? [] : [{ schedule, code }];
  });
  const [first, other] = able;
  if (first === undefined) return undefined;
  if (other === undefined) return { kind: "run", code: first.code, about: [first.schedule] };
  const codes = new Map(able.map(({ schedule, code }) => [schedule.id, code]));
  const those = able.map(({ schedule }) => schedule);
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

type Named = Readonly<Record<string, string | undefined>>;

function groupsOf(patterns: readonly RegExp[], text: string): Named | undefined {
  return patterns.map((pattern) => pattern.exec(text)?.groups).find(Boolean);
}

const IS_BRIEFING = /브리핑|briefing/iu;

/** Those that are called so: by the whole name, or else by words of it; a briefing also by what it is. */
function namedBy(
  { what = "", kind = "" }: Named,
  own: readonly Schedule[],
  isWhole: boolean,
): readonly Schedule[] {
  const said = [what, `${what} ${kind}`].map(plain).filter((one) => one !== "");
  const exact = own.filter((each) =>
    [each.name, spokenName(each)].some((name) => said.includes(plain(name))),
  );
  if (exact.length > 0 || isWhole) return exact;
  const words = what
    .split(/\s+/u)
    .map(plain)
    .filter((word) => word !== "");
  if (words.length === 0)
    return IS_BRIEFING.test(kind)
      ? own.filter(({ name, program }) => IS_BRIEFING.test(name) || program.includes("_briefing"))
      : [];
  return own.filter(({ name }) => words.every((word) => plain(name).includes(word)));
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
