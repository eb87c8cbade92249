import { changeIn } from "../../agent/planner/briefing.ts";
import { quoteIbl } from "../../agent/planner/code.ts";
import { plainNumbers } from "../../agent/planner/lookups/arithmetic.ts";
import { dropsLast } from "../../agent/planner/wording/said-limits.ts";
import { spokenTime } from "../../base/format-time.ts";
import { priceAlertOf } from "../../scheduler/ledger/price-alert.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import { spokenName } from "../../scheduler/ledger/schedule-words.ts";
import type { Schedules } from "../../scheduler/ledger/schedules.ts";
import { isHourAlone } from "../../scheduler/phrases/answer.ts";
import { escapeMarkup, timeMark } from "../markup/parse-markup.ts";
import { say } from "../texts/say.ts";
import { wishOfFrame } from "./frame-wishes.ts";
import { type Called, namedBy } from "./named-by.ts";
import { readFrame } from "./schedule-frame.ts";
import { checkedTime, switchedOn } from "./schedule-questions.ts";
import {
  CHANGES_TO,
  LINE,
  MOST_AT_ONCE,
  newLine,
  offOf,
  retimed,
  rungOf,
  type Said,
  type ScheduleWish,
  spokenOf,
  which,
} from "./wish-parts.ts";

/** In UTF-16 units; a longer text says more than what is to be changed or switched off. */
const LONGEST_WISH = 80;

/** As many as are asked about with a button each. */
const MOST_ASKED = 4;

/** What says that a time is to take the place of another. */
const CORRECTS =
  /^\s*(?:(?:아+|어+|엥|앗|엇|헉|음+|oh|huh|u[hm]+|hm+|ugh)[\s,.!…]+)*(?:(?:아니(?:야|요|다|고|라)?|아냐|미안(?:해)?|잠깐만?|no(?:pe)?|sorry|actually|wait|oops|i\s+mean(?:t)?|i\s+said)[\s,.!…]+)+/iu;
const CORRECTS_AFTER =
  /[\s,]+(?:i\s+mean(?:t)?|i\s+said|actually|instead|obviously|of\s+course)[\s.!]*$|(?:으?로)?\s+당연히[\s.!~]*$|(?:이?라고|이라니까|라니까|말이야|말한\s?거야)[\s.!~]*$/iu;
/** What says that the time of something is not right; the right one follows. */
const WRONG =
  /^(?<what>.{1,40}?)\s*(?:time\s+)?(?:\b(?:is|was)\s+(?:wrong|incorrect|not\s+right)|(?:시간)?(?:이|가)?\s*(?:틀렸|잘못)\S*(?:\s*(?:됐|했|맞)\S*)?)[\s,.;:!]+(?=\S)/iu;
const CHANGES = /바꿔|바꾸|변경|옮겨|\b(?:change|move|reschedule|make|set)\s+(?:it|that|this)\b/iu;
/** What says no more than that somebody is surprised. */
const SURPRISED = /^\s*(?:(?:아+|어+|엥|앗|엇|헉|음+|oh|huh|u[hm]+|hm+|ugh)[\s,.!…?]+)+/iu;
/** What says of something by its name when it is: "the dentist is friday", 치과 금요일로 바뀌었어. */
const IS_WHEN = [
  /^(?:my\s+|the\s+)?(?<what>.+?)\s+(?:is|was|got|has\s+been|moved|changed)\s+(?:(?:actually|now|moved|changed|on|at|to|for)\s+)*(?<when>\S.*?)[\s.!]*$/iu,
  /^(?<what>.+?)(?:은|는|이|가)?\s+(?<when>\S.*?)\s*(?:이야|야|이에요|예요|임|(?:으로|로)\s*(?:바뀌|바뀜|바꼈|변경|옮겨졌|미뤄졌|당겨졌)\S*)[\s.!~]*$/u,
];
/** A length of time and nothing else; without its unit it has that of what was said before. */
const LENGTH =
  /^(?:(?:make|change|move|set)\s+(?:it|that|this)\s+)?(?:지금(?:으로)?부터\s*)?(?:(?:to|in|for|after)\s+)?(?<count>\d{1,3})\s*(?<unit>m(?:in(?:ute)?s?)?|h(?:(?:ou)?rs?)?|분|시간)?\s*(?:뒤|후|있다가|from\s+now)?(?:에|으?로)?(?:\s*(?:바꿔|변경|해)\S*(?:\s*(?:줘|주)\S*)?)?[\s.!~]*$/iu;

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;

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
/** Politeness behind it, and nothing else. */
const KOREAN_END = "(?:[가-힣]{0,3}(?:\\s*(?:해|줘|주|보내|도|돼|되|괜)\\S*)*)[\\s.!~]*$";
const ENGLISH_OFF = "(?:cancel|stop|turn\\s+off|switch\\s+off|delete|remove|disable|drop|clear)";
const POLITE = "(?:please\\s+|can\\s+you\\s+|could\\s+you\\s+)*";

const OFF = [
  new RegExp(
    `^(?<what>.*?)\\s*(?<kind>${KOREAN_KIND})(?:을|를|은|는|도)?\\s*(?:이제\\s*|좀\\s*|다\\s*)*(?:${KOREAN_OFF})${KOREAN_END}`,
    "u",
  ),
  new RegExp(
    `^${POLITE}${ENGLISH_OFF}\\s+(?:the\\s+|my\\s+)?(?<what>.*?)\\s*\\b(?<kind>${ENGLISH_KIND})s?(?:\\s+please)?[\\s.!]*$`,
    "iu",
  ),
];

/** The same without what kind of thing it is: what ends otherwise than by deleting. */
const OFF_BY_NAME = [
  /^(?<what>.+?)(?:을|를|은|는|도)?\s*(?:이제\s*|좀\s*)*(?:꺼|끄|취소)(?:[가-힣]{0,3}(?:\s*(?:해|줘|주|도|돼|되|괜)\S*)*)[\s.!~]*$/u,
  new RegExp(`^${POLITE}(?:cancel|turn\\s+off)\\s+(?:the\\s+|my\\s+)?(?<what>.+?)[\\s.!]*$`, "iu"),
];

/** What may be deleted as well: a word for each of its name must be said. */
const GONE_BY_NAME = [
  /^(?<what>.+?)(?:을|를|은|는|도)?\s*(?:이제\s*|좀\s*)*(?:지워|지우|삭제|없애|그만|멈춰)(?:[가-힣]{0,3}(?:\s*(?:해|줘|주|보내|도|돼|되|괜)\S*)*)[\s.!~]*$/u,
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

/** Another line for an alert: "lower the alert to 80k", 알림 8만으로 낮춰줘. */
const LINE_CHANGES = [
  new RegExp(
    `^${POLITE}(?:lower|raise|drop|bump|increase|decrease|reduce|bring|change|move|set|put)\\s+(?:(?:up|down)\\s+)?(?:the\\s+|my\\s+)?(?<what>.*?)\\s*(?:\\b(?:price\\s+)?(?:alert|target|line)\\b|\\bit\\b|\\bthat\\b)?\\s*(?:(?:up|down)\\s+)?to\\s+(?<line>[$€£₩]?\\s?\\d\\S*(?:\\s?(?:dollars|won|usd))?)(?:\\s+please)?[\\s.!]*$`,
    "iu",
  ),
  /^(?<what>.*?)\s*(?:(?:가격\s*)?알림|기준|가격)?(?:을|를|은|는)?\s*(?<line>[$₩]?\d[\d.,]*\s*(?:억|만|천|k)?(?:\s*\d[\d,]*\s*천?)?\s*(?:원|달러|불)?)\s*(?:으로|로)\s*(?:좀\s*)?(?:낮춰|낮추|내려|내리|올려|올리|높여|높이|바꿔|바꾸|변경|고쳐)\S*(?:\s*(?:줘|주)\S*)?[\s.!~]*$/u,
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
  // 주말엔 is 주말에 to all who read times.
  const text = given.trim().replace(/(?<=주말|평일|주중|요일)(?:엔|은|는)(?=\s)/gu, "에");
  if (text.length > LONGEST_WISH || AT_HOME.test(text)) return undefined;
  const both = timeAndParts(text, (part) => wishIn(schedules, part, said));
  if (both !== undefined) return both;
  const wish = wishIn(schedules, text, said);
  const bare = wish === undefined ? withoutReason(text) : text;
  return bare === text ? wish : wishIn(schedules, bare, said);
}

/** Wants lights or doors at home switched or shut, which are no reminder's name: 불 꺼줘. */
const AT_HOME =
  /^(?:(?:집|거실|방|안방|주방|부엌|화장실|현관)\s?)?(?:불|전등|조명|문|창문)(?:을|를|도)?\s?(?:좀\s?|다\s?)*(?:꺼|켜|닫아|잠가|잠궈|열어)(?:라|줘|주세요|줄래)?요?[.!?\s]*$/u;

/** Why something is wanted, behind what is wanted. */
const REASON =
  /\s*(?:[,;–—]\s*(?:as\s+|since\s+|because\s+|cause\s+|cuz\s+)?(?:(?:i|we|he|she|they)\s+(?!need\b|want\b)\p{L}+\b.*|(?:i|we|he|she|they|it|there|my|our|the|\p{Lu}?\p{L}+)(?:['’](?:m|re|s|ve|ll))?\s+(?:am|is|are|was|were|have|has|had|do|does|did|can|could|will|would|got|need|handles?|takes?|covers?|already|just|still|in|on|at)\b.*|(?:i['’]?m|we['’]?re|it['’]?s|he['’]?s|she['’]?s|they['’]?re)\s.*)|\s(?:because|since|cause|cuz|as\s+i|i['’]?m|im)\s.+|[,;–—]\s*(?!.*(?:줘|주세요|주라)[\s.!~]*$)(?:이제|지금|나|내가|우리|오늘|\p{Script=Hangul}+(?:이|가|은|는))\s.*\p{Script=Hangul}[\s.!~ㅋㅎㅠㅜ]*)$/iu;
/** The same behind a Korean request without a mark, and before one. */
const KOREAN_REASONS =
  /(?<=줘|줘요|주세요|(?:미루|옮기|바꾸|당기|늦추|하)자)\s+\S.*(?:거든|니까|[아어해]서|이?라서?|는데|해|한대|함)(?:요)?[\s.!~]*$|^[^,]{2,30}(?:니까|라서|[아어해]서|거든|[은는]데)[\s,]+(?=\S.*(?:줘|주세요|꺼|미뤄|취소)[\s.!~]*$)/u;

/** The same before a wish for later: "I'm busy now, again in 15 min", 지금은 안되고 이따 다시. */
const FIRST_REASON =
  /^(?:아+\s+|음+\s+)?(?:지금|오늘)은?\s(?:[^,\s]+\s)?[^,\s]{1,8}(?:고|니까|[아어]서|[은는]데)[\s,]+(?=.*(?:다시|이따|나중|미뤄|미루))|^(?:hm+[\s,]+)?[^,]{2,30}\s(?:is|are|was|feels|seems)\s[^,]{2,30},\s*(?=(?:make|change|move|set|push)\b)|^(?:sorry[\s,]+)?(?:i['’]?m|i\s+am|we['’]?re|we\s+are)\s[^,]{2,30},\s*(?=(?:again|later|in|snooze|remind|push|move|wait)\b)/iu;

function withoutReason(text: string): string {
  return text.replace(REASON, "").replace(KOREAN_REASONS, "").replace(FIRST_REASON, "").trim();
}

function wishIn(
  schedules: Pick<Schedules, "list" | "history">,
  text: string,
  said: Said,
): ScheduleWish | undefined {
  const all = schedules
    .list(said.personId)
    .filter(({ chatId }) => said.inGroup === undefined || chatId === said.chatId);
  const own = all.filter(({ state }) => state === "active");
  const on = switchedOn(text, all);
  if (on !== undefined) return { kind: "run", ...on };
  const rung = rungOf(schedules, all, said);
  const early = lengthAnew(text, own, said) ?? hourInName(text, own, said);
  if (early !== undefined) return early;
  const frame = own.length === 0 && rung === undefined ? undefined : readFrame(text, all);
  const framed = frame && wishOfFrame(frame, { all, active: own, rung }, said);
  if (framed !== undefined || own.length === 0) return framed;
  return (
    dropped(text, own, said) ??
    checked(text, own, said) ??
    correction(text, own, said) ??
    isWhen(text, own, said) ??
    relined(text, own, said) ??
    switchOff(text, own, said) ??
    changed(text, own, said) ??
    askedWhen(text, own)
  );
}

function checked(text: string, own: readonly Schedule[], said: Said): ScheduleWish | undefined {
  const words = checkedTime(text, own, said);
  return words && { kind: "ask", question: words[said.language], suggests: [] };
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
    .replace(SURPRISED, "")
    .replace(CORRECTS_AFTER, "")
    .replace(CHANGES_TO, "")
    .replace(/^(?:it['’]?s|it\s+is|that['’]?s|should\s+be)\s+/iu, "")
    .replace(/(?:으로|로)\s*(?:해|하자)\S*[.!~]*$/u, "");
  return retimed(schedule, lengthIn(bare, schedule) ?? bare, said);
}

/** So long from now on, in the place of what was just made: of a correction it is never counted from the time that was wrong. */
function lengthAnew(text: string, own: readonly Schedule[], said: Said): ScheduleWish | undefined {
  if (!CORRECTS.test(text) && !CORRECTS_AFTER.test(text)) return undefined;
  const bare = text.replace(CORRECTS, "").replace(CORRECTS_AFTER, "").replace(SURPRISED, "");
  if (LENGTH.exec(bare.trim())?.groups?.["unit"] === undefined) return undefined;
  return correction(text, own, said);
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

/** Another line for the alert that is named, or was spoken of last, or is the only one. */
function relined(text: string, own: readonly Schedule[], said: Said): ScheduleWish | undefined {
  const alerts = own.filter(({ timing }) => priceAlertOf(timing) !== undefined);
  const { what, line } = groupsOf(LINE_CHANGES, text) ?? {};
  if (line === undefined || alerts.length === 0) return undefined;
  const isNamed = what !== undefined && what.trim() !== "";
  const named = isNamed ? namedBy({ what }, alerts) : alerts;
  const about = named.length > 1 ? spokenOf(named, said).schedule : named[0];
  return about && newLine(about, line);
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

/** An hour that stands in what a reminder says. */
const HOUR =
  /(?:(?:오전|오후|아침|점심|저녁|밤|새벽)\s*)?\d{1,2}\s*시(?:\s*(?:반|\d{1,2}\s*분))?(?!간)|\b\d{1,2}(?::[0-5]\d)?\s?[ap]m\b|\b\d{1,2}:[0-5]\d\b/giu;

/** Kinds of what comes by itself, and not of what it tells of. */
const IS_TOLD = /^(?:알림|알람|리마인더|브리핑|reminder|alarm|alert|schedule|briefing)$/iu;

/** When something is that a reminder tells of: where its words hold an hour, that is asked for and not when the reminder comes. */
function hourInName(text: string, own: readonly Schedule[], said: Said): ScheduleWish | undefined {
  const found = groupsOf(ASKS_WHEN, text);
  if (found === undefined || IS_TOLD.test(found["kind"] ?? "")) return undefined;
  const [about, second] = namedBy(found, own);
  if (about?.nextDueMs === undefined || second !== undefined) return undefined;
  const name = spokenName(about);
  const [hour, other] = name.match(HOUR) ?? [];
  if (hour === undefined || other !== undefined) return undefined;
  const time = timeMark(spokenTime(about.nextDueMs, said, said.nowMs), about.nextDueMs, "F");
  const facts = { hour: escapeMarkup(hour.trim()), name: escapeMarkup(name), time };
  return { kind: "ask", question: say(said.language, "hourInName", facts), suggests: [] };
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

function groupsOf(
  patterns: readonly RegExp[],
  text: string,
): (Called & { readonly line?: string }) | undefined {
  return patterns.map((pattern) => pattern.exec(text)?.groups).find(Boolean);
}

const BRIEFING = /브리핑|\bbriefing\b/iu;

/** Between two wishes about one briefing: 8시로 바꾸고 뉴스는 빼줘. */
const BETWEEN =
  /(?<=(?:[꾸기하빼넣]|추가하|제외하|옮기|바꿔주|해주))고[\s,]+|[\s,]+(?:and|but)\s+/iu;

/** A briefing as it is named before what is wanted of it. */
const NAMED =
  /^(?<name>(?:내\s*)?(?:\S+\s)?브리핑)(?:을|를|은|는|에서는?|에)?\s+|\b(?<english>(?:the|my)\s+(?:\w+\s)?briefing)\b/iu;

/** Another time for a briefing and other parts of it, in one message and in either order; `undefined` for any other. `wishOf` reads what is wanted of schedules. */
function timeAndParts(
  text: string,
  wishOf: (part: string) => ScheduleWish | undefined,
): ScheduleWish | undefined {
  const [first, second, third] = BRIEFING.test(text) ? text.split(BETWEEN) : [];
  const { name, english = name } = NAMED.exec(text)?.groups ?? {};
  if (first === undefined || second === undefined || third !== undefined) return undefined;
  if (english === undefined) return undefined;
  const parts = [first, second].map((part) => part.trim());
  const timed = parts.map((part) => wishOf(withName(part, english, name !== undefined)));
  const contents = parts.map((part) => contentsChange(part, english, name !== undefined));
  for (const at of [0, 1]) {
    const [wish, code] = [timed[at], contents[1 - at]];
    if (wish?.kind === "run" && code !== undefined)
      return { ...wish, code: `${wish.code}\n${code}` };
  }
  return undefined;
}

/** One of two wishes as it would be said alone. */
function withName(part: string, name: string, isKorean: boolean): string {
  if (isKorean) {
    const named = BRIEFING.test(part) ? part : `${name} ${part}`;
    return /줘|주세요|[.!~]$/u.test(named) ? named : `${named}줘`.replace(/꾸줘$/u, "꿔줘");
  }
  return BRIEFING.test(part) ? part : part.replace(/\bit\b/iu, name);
}

function contentsChange(part: string, name: string, isKorean: boolean): string | undefined {
  const bare = part.replace(NAMED, "").trim();
  if (!isKorean) {
    const direct = changeIn(part);
    return direct ?? changeIn(`${bare} from ${name}`) ?? changeIn(`${bare} to ${name}`);
  }
  const asked = /줘|주세요/u.test(bare) ? bare : `${bare}줘`;
  return changeIn(`${name}에서 ${asked}`) ?? changeIn(`${name}에 ${asked}`);
}
