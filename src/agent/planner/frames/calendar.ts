import { findTime, wordsOfTime } from "../../../scheduler/phrases/find-time.ts";
import { DAY_COUNTS, englishNumber, koreanNumber } from "../../../scheduler/phrases/lengths.ts";
import { quoteIbl } from "../code.ts";
import type { PlannerResult, PlanOptions } from "../result.ts";
import { withoutAsides } from "../wording/asides.ts";

const SCORE = 0.95;

/** In UTF-16 units: a longer text tells more than a day and what it is. */
const LONGEST = 120;

const POLITE = "(?:\\s*(?:좀|해|줘|주세요|줄래|주라|놔|놔줘|둬|둬줘|놓고|부탁해|고))*(?:요)?";
/** Puts something into the calendar. */
const INTO = [
  new RegExp(
    `(?:내\\s*)?(?:달력|캘린더|일정|스케줄)(?:표)?(?:에다가|에다|에|으로|로|을|를)?\\s*(?:좀\\s*)?(?:추가|등록|넣|잡아|적|기록|표시|올려|올리|써|입력|저장|add)[가-힣]*${POLITE}`,
    "u",
  ),
  /\b(?:(?:please|pls|can\s+you|could\s+you)\s+)*(?:and\s+)?(?:put|add|stick|pop|mark|note|enter|save|throw|get|write|jot|chuck)\s+(?:(?:it|that|this|these)\s+)?(?:down\s+)?(?:in|on|to|into|onto)\s+(?:my\s+|the\s+|our\s+)?(?:calendar|diary|agenda)\b|\b(?:calendar|diari[sz]e)\s+(?:it|this|that)\b|\s+(?:in|on|to|into|onto)\s+(?:my\s+|the\s+|our\s+)?(?:calendar|diary|agenda)\b/iu,
];
/** The same around what is put there. */
const INTO_AROUND = new RegExp(
  `^(?:내\\s*)?(?:달력|캘린더|일정표|스케줄)에(?:다가|다)?\\s+(?<what>.+?)(?:을|를)?\\s*(?:좀\\s*)?(?:추가|등록|넣|적|기록|표시|올려|올리|써|입력|저장)[가-힣]*${POLITE}[\\s.!~]*$`,
  "u",
);
/** Keeps in mind what comes every year. */
const KEEPS = [
  new RegExp(`(?:적어|써|챙겨|등록해|메모해)${POLITE}[\\s.!~]*$|(?:까먹|잊)지\\s?않게[^,.]*$`, "u"),
  /\b(?:don['’]?t|do\s+not)\s+let\s+me\s+forget(?:\s+(?:it|that))?\b/iu,
];
const YEARLY =
  /생일|생신|기념일|제사|기일|환갑|칠순|팔순|\b(?:birthday|bday|b-day|anniversary)\b/iu;
const BIRTHDAY = /생일|생신|환갑|칠순|팔순|\b(?:birthday|bday|b-day)\b/iu;
const ASKS =
  /[?？]|언제|뭐|알려\s?줄|보여|빼|지워|삭제|취소|\b(?:what|when|show|list|remove|delete|cancel)\b/iu;

/** Is not to be done, or only where something else is so. */
const FORBIDS =
  /(?<!까먹|잊)지\s?(?:마|말)|(?<!지\s?)말고|으면|려면|\b(?:don['’]?t|do\s+not|never|not|if|unless|instead)\b/iu;

const TELLS = "(?:알려|귀띔|말해|알림|리마인드|얘기해|언질|챙겨|깨워)";
const AHEAD = [
  new RegExp(
    `[\\s,.]*(?:(?<days>\\d{1,3}|하루|이틀|사흘|나흘|일주일|보름|열흘|한|두|세|네)\\s?(?<unit>일|주일|주|시간|분|달)?\\s?전|(?<eve>전날))(?:에|에도|부터)?\\s*(?:미리\\s*|꼭\\s*|좀\\s*)*(?:나한테\\s*)?${TELLS}[가-힣]*${POLITE}`,
    "u",
  ),
  /[\s,.;]*(?:and\s+)?(?:please\s+)?(?:warn|remind|nudge|tell|ping|alert|notify|buzz|poke|prod)\s+me\s+(?:about\s+it\s+)?(?:(?<days>\d{1,3}|an?|one|two|three|four|five|six|seven|ten)\s*(?<unit>min(?:ute)?s?|h(?:ou)?rs?|days?|weeks?|months?)|(?<eve>the\s+(?:day|night)|(?:a|one)\s+day))\s+(?:before(?:hand)?|ahead|out|in\s+advance|prior|earlier)(?:\s+(?:it|that|of\s+(?:it|time)))?/iu,
];
const UNITS: readonly (readonly [RegExp, number, string])[] = [
  [/^(?:분|min)/iu, 1, "m"],
  [/^(?:시간|h)/iu, 1, "h"],
  [/^(?:주|week)/iu, 7, "d"],
  [/^(?:달|month)/iu, 30, "d"],
];

/** What is said around the name of a day. */
const AROUND_ENGLISH =
  /^(?:(?:it['’]?s|its|there['’]?s|there\s+is|(?:i|we)(?:['’]ve)?(?:\s+(?:have|got))+|that|please|pls|can\s+you|could\s+you|put|add|stick|pop|mark|note|enter|save|schedule|hey|so|an?|the|my|and|calendar)\s+|[\s,.:;-]+)+|(?:[\s,.:;-]+|\s+(?:is|are|on|at|for|in|and|it|that|this|to|of|every|each|year|please|pls|put|add)(?=[\s,.:;-]|$))+$/giu;
const AROUND_KOREAN =
  /^(?:(?:내|나|그|그리고|아|참)\s+|[\s,.:;-]+)+|(?:[\s,.:;-]+|\s+(?:있어|있는데|있거든|있음|잡혔어|잡혔는데|잡았어|일정|꼭|좀|해마다|매년|챙겨야\s?(?:돼|해|함)|까먹지\s?(?:말고|않게)|잊지\s?(?:말고|않게)|기억나게|이야|이에요|예요|임|거든|이고|인데|이라|이라서))+$/gu;
const SUBJECT_END = /(?<=[가-힣])(?:이|가|은|는|을|를)$/u;

/** Plans a message that puts a day into the calendar, or tells when a yearly day is and wants it kept ("dentist friday 3pm, put it in my calendar", 엄마 생신 음력 3월 7일 달력에 넣어줘); undefined for any other. Pure. */
export function planCalendar(message: string, options: PlanOptions): PlannerResult | undefined {
  const wish = wishIn(message);
  if (wish === undefined) return undefined;
  const { told, before } = wish;
  const { said, rest } = wordsOfTime(told);
  const isOther = [said.cycle, said.every, said.after, said.window].some(Boolean);
  const title = titleIn(rest);
  const day = isOther ? undefined : dayOf(told, said.clocks.length > 0, options);
  if (day === undefined || title === undefined) return undefined;
  const fields = [`type: "${typeOf(told)}"`, ...day];
  if (before !== undefined) fields.push(`before: "${before}"`);
  const code = `[system:save_event](${quoteIbl(title)}) {${fields.join(", ")}}`;
  return { kind: "sure", code, score: SCORE, intent: message };
}

/** What is left to be read of a message that wants a day kept, and how long before it its writer is told; `undefined` for any other. */
function wishIn(message: string): { readonly told: string; readonly before?: string } | undefined {
  const given = withoutAsides(message.normalize("NFC"));
  if (given.length > LONGEST || given.includes("\n")) return undefined;
  const text = given.replace(/^(.*?)["“]([^"“”]+)["”](.*)$/u, "$1$2$3");
  const ahead = AHEAD.map((form) => form.exec(text)).find((found) => found !== null);
  const whole = ahead === undefined ? text : text.replace(ahead[0], " ").trim();
  const asked = KEEPS.reduce((left, form) => left.replace(form, " "), whole);
  if (ASKS.test(whole) || FORBIDS.test(asked)) return undefined;
  const bare = whole.replace(INTO_AROUND, "$<what>");
  const into = bare === whole ? INTO.filter((form) => form.test(bare)) : [];
  const isKept =
    YEARLY.test(bare) && (ahead !== undefined || KEEPS.some((form) => form.test(bare)));
  if (bare === whole && into.length === 0 && !isKept) return undefined;
  const forms = [...into, ...(isKept ? KEEPS : [])];
  const told = withPlainDay(forms.reduce((left, form) => left.replace(form, " "), bare));
  return { told, ...(ahead?.groups !== undefined && { before: lengthOf(ahead.groups) }) };
}

/** What kind of day it is; birthdays and anniversaries come every year. */
function typeOf(told: string): "birthday" | "anniversary" | "appointment" {
  if (BIRTHDAY.test(told)) return "birthday";
  return YEARLY.test(told) ? "anniversary" : "appointment";
}

/** 19일이야 is 19일; "lunar 15th of April" is "lunar April 15"; of what comes every year the year is not said. */
function withPlainDay(text: string): string {
  return text
    .replace(/(?<=\d\s?일)(?:이(?=\s)|이야|이에요|이예요|이고|인데|이거든|이라고|임|이다)/gu, " ")
    .replace(/(?<=[가-힣])(?:이|가|은|는)(?=\s+(?:음력\s*)?\d{1,2}\s?월)/u, "")
    .replace(/(?<=생신|생일|기념일|제사|기일)(?:이에요|예요|이야|야|임|이고|이라)(?![가-힣])/u, "")
    .replace(/(?<![가-힣])(?:해마다|매년)(?![가-힣])|\b(?:every|each)\s+year\b/giu, " ")
    .replace(/\blunar\s+(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?([a-z]{3,9})\b/iu, "lunar $2 $1")
    .replace(/\bthe\s+(?=lunar\b)/iu, "");
}

/** When it is, as the parameters of an entry; `undefined` where no day is said. */
function dayOf(
  text: string,
  isTimed: boolean,
  { nowMs, zone }: PlanOptions,
): readonly string[] | undefined {
  const found = findTime(text, { nowMs, zone, isTold: true });
  const all = found?.timing === undefined ? (found?.candidates ?? []) : [found.timing];
  const lunar = all[0]?.["lunar"];
  if (typeof lunar === "string") {
    const time = all[0]?.["time"];
    return [`lunar: "${lunar}"`, ...(isTimed ? [`time: "${String(time)}"`] : [])];
  }
  const moments = all.map((each) => String(each["at"] ?? "")).filter((at) => at.includes("T"));
  const waking = moments.find((at) => Number(at.slice(11, 13)) >= FIRST_WAKING) ?? moments[0];
  if (waking === undefined) return undefined;
  const [date = "", time = ""] = waking.split("T");
  return [`date: "${date}"`, ...(isTimed ? [`time: "${time.slice(0, 5)}"`] : [])];
}

const FIRST_WAKING = 7;

function titleIn(rest: string): string | undefined {
  let title = rest.replace(/\s+/gu, " ").trim();
  for (let before = ""; before !== title; ) {
    before = title;
    title = title.replace(AROUND_KOREAN, "").replace(AROUND_ENGLISH, "").trim();
  }
  title = title.replace(/^["“'‘](?<quoted>[^"”'’]+)["”'’]$/u, "$<quoted>");
  if (title.split(" ").length > 1 || /기념일|생일|생신|칠순/u.test(title))
    title = title.replace(SUBJECT_END, "");
  return /[\p{L}\p{N}]/u.test(title) && !/[,;]/u.test(title) ? title : undefined;
}

function numberIn(said: string): number {
  return /[가-힣]/u.test(said) ? koreanNumber(said) : englishNumber(said.toLowerCase());
}

/** How long before it one is told. */
function lengthOf(groups: Readonly<Record<string, string | undefined>>): string {
  const { days, unit = "", eve } = groups;
  if (eve !== undefined || days === undefined) return "1d";
  const count = DAY_COUNTS[days] ?? (days === "일주일" ? 7 : numberIn(days));
  const [, each, letter] = UNITS.find(([form]) => form.test(unit)) ?? [/./u, 1, "d"];
  return `${count * each}${letter}`;
}
