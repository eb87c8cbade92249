import { wordsOfTime } from "./when.ts";

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
