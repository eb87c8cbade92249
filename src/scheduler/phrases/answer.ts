import { isoInZone } from "../../base/format-time.ts";
import type { TimingContext, TimingInput } from "../timing/timing-reading.ts";
import { findTime, type When, wordsOfTime } from "./find-time.ts";

/** In UTF-16 units; a longer text says more than an hour. */
const LONGEST_ANSWER = 40;

/** What people say before and after an hour that is all they say. */
const BEFORE =
  /^(?:음+|어+|아|그럼|그러면|네|응|then|ok(?:ay)?|yes|well|let'?s\s+say|maybe|make\s+it|please)[\s,.!]+/iu;
const AFTER =
  /(?:[\s,]+(?:please|then|thanks)|\s*(?:해\s*(?:줘|주세요)|부탁(?:해요?|드려요)?)|(?:이|으로|로)?(?:요|에요|예요)|(?<=[가-힣])(?:으?로|에|쯤|정도))$/iu;

const MARKS = /^[\s.,!~]+|[\s.,!?~]+$/gu;

const HANGUL = /[가-힣]/u;

/** A number alone, which is an hour where an hour was asked for. */
const NUMBER = /^(?:at\s+)?([01]?\d|2[0-4])$/iu;

/** What says only that a time is to be so, around the time itself ("매일 7시로 바꿔줘", "change it to 5pm"). */
const CHANGE_BEFORE =
  /^(?:(?:please|let'?s)\s+)*(?:make|set|change|move|put|switch|reschedule)\s+(?:(?:it|that|this|the\s+(?:time|hour))\s+)?(?:(?:to|at|for)\s+)?|^(?:to|시간[을은]?|시각[을은]?)\s+/iu;
const CHANGE_AFTER =
  /(?<=\S)(?:으로|로|에)?\s*(?:다시\s*)?(?:바꿔|바꾸|변경|옮겨|맞춰|설정|할게|하자)(?:\S|\s(?=해|줘|주|줄|부탁|싶))*[\s.!]*$/u;

/** What is left of such an answer without its words of time. */
const SAID_BESIDES =
  /^(?:then|please)?[\s,]*(?:으로|로|에)?(?:\s*(?:다시|해\S*|부탁\S*))*[\s.!]*$/iu;

/** Before the right one. */
const NO = /^\s*(?:아니(?:요|야)?|no)[\s,.]+/iu;

/** In UTF-16 units; a longer text says more than a time. */
const LONGEST_TIME = 80;

/**
 * The time that answers "when?": of words that say nothing else but that it is to be so. An hour alone changes the hour of `present`, where
 * that has one, and is the next such hour where it has none or that hour of its day is over. `undefined` for words that name no time, or
 * more than one.
 */
export function timeAnswer(
  given: string,
  context: TimingContext,
  present?: TimingInput,
): When | undefined {
  if (given.length > LONGEST_TIME) return undefined;
  const text = given
    .replace(NO, "")
    .replace(MARKS, "")
    .replace(BEFORE, "")
    .replace(CHANGE_BEFORE, "")
    .replace(CHANGE_AFTER, "");
  if (isHourAlone(text)) return atHour(text, context, present);
  if (!SAID_BESIDES.test(wordsOfTime(text).rest)) return undefined;
  return findTime(text, context);
}

/** The hours that were said, on the days of what there is. */
function atHour(
  text: string,
  context: TimingContext,
  present: TimingInput | undefined,
): When | undefined {
  const said = findTime(hourOf(text), context);
  if (said === undefined || present === undefined) return said;
  const kept = said.candidates.flatMap(({ at }): readonly TimingInput[] => {
    const time = typeof at === "string" ? at.slice("YYYY-MM-DDT".length) : "";
    return time === "" ? [] : onDaysOf(present, time);
  });
  const ahead = kept.filter((each) => isAhead(each, context));
  const candidates = kept.length > 0 && ahead.length === 0 ? said.candidates : ahead;
  const unique = [...new Map(candidates.map((each) => [JSON.stringify(each), each])).values()];
  const [timing, second] = unique;
  if (timing === undefined) return { rest: said.rest, candidates: [] };
  if (second === undefined) return { timing, rest: said.rest, candidates: unique };
  const ambiguity = HANGUL.test(text) ? "몇 시인가요?" : "Which hour do you mean?";
  return { rest: said.rest, ambiguity, candidates: unique };
}

/** Where what there is has several hours, or none, an hour alone does not say enough. */
function onDaysOf(present: TimingInput, time: string): readonly TimingInput[] {
  if (typeof present["time"] === "string") return [{ ...present, time }];
  const { at } = present;
  return typeof at === "string" ? [{ at: `${at.slice(0, "YYYY-MM-DD".length)}T${time}` }] : [];
}

/** False for a single time that is over. */
function isAhead({ at }: TimingInput, { nowMs, zone }: TimingContext): boolean {
  return typeof at !== "string" || at > isoInZone(nowMs, zone).slice(0, at.length);
}

/** True for a message that says nothing but an hour, or a part of the day ("저녁 7시요", "at 9", "in the evening"). */
export function isHourAlone(text: string): boolean {
  if (text.length > LONGEST_ANSWER) return false;
  const { said, rest } = wordsOfTime(hourOf(text));
  const { clocks, part, cycle, day, every, after } = said;
  const isMore = [cycle, day, every, after].some((words) => words !== undefined);
  return (clocks.length > 0 || part !== undefined) && !isMore && rest === "";
}

/** A message that lacks its hour together with the words that name it. */
export function withHour(message: string, answer: string): string {
  const asked = message.replace(MARKS, "");
  const hour = hourOf(answer);
  return HANGUL.test(hour) ? `${hour} ${asked}` : `${asked} ${hour}`;
}

/** The hour as it is said in a sentence: "음, 3시요" becomes "3시에", "9pm please" "at 9pm". */
function hourOf(answer: string): string {
  let hour = answer;
  for (let before = ""; before !== hour; ) {
    before = hour;
    hour = hour.replace(MARKS, "").replace(BEFORE, "").replace(AFTER, "");
  }
  if (NUMBER.test(hour)) return hour.replace(NUMBER, "at $1");
  if (HANGUL.test(hour)) return `${hour}에`;
  return /^\d/u.test(hour) ? `at ${hour}` : hour;
}
