import type { Said } from "./said.ts";

/** Words of a repetition that nothing has read: what was read beside them is only half of it. */
const REPEATS_LEFT =
  /(?<![가-힣])매\s?(?:일|주|월|달|년|시간?)(?![가-힣])|(?:[일주달년분날]|시간|요일|아침|저녁)마다(?![가-힣])|(?<![가-힣])격[주일월](?![가-힣])|에\s*한\s*번|(?:홀수|짝수)\s*(?:날|일|주|달|해)?(?=\s|$)|\b(?:every|each|alternate)\s+(?:\d|other|second|third|few|couple|odd|even|leap|day|week|month|year|hour|min|morning|afternoon|evening|night|noon|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|\bfrom\s+(?:now|today|tomorrow)\b/iu;

/** A day that is named by another one, or that is over. */
const DAY_LEFT =
  /(?<=\S\s?)전날|(?<![가-힣])(?:어제|그저께|그제|엊그제)(?![가-힣])|\b(?:day|night|morning|evening)s?\s+(?:before|after)\b|\byesterday\b/iu;

/** A length of time that counts from a day ("a week from Monday"). */
const LENGTH_LEFT =
  /\b(?:an?|one|two|three|four|\d{1,2})\s+(?:day|week|month)s?\s*(?:from\b|after\b|$)/iu;

/** A second length of time from now. */
const AFTER_LEFT = /(?:분|시간)\s*(?:뒤|후)|\bin\s+\d+\s*(?:min|h)/iu;

/** The hours of a span. */
const SPAN_LEFT = /\d\s*(?:[ap]m\s*)?(?:to|-|~|–)\s*\d/iu;

/** True where words of time are left in `rest` without which the others say something else. */
export function isHalfRead(said: Said, rest: string): boolean {
  const { after, cycle, day, every, leadMinutes, window } = said;
  if (REPEATS_LEFT.test(rest)) return true;
  if (leadMinutes !== undefined && (cycle ?? every ?? after) !== undefined) return true;
  if (after !== undefined) return AFTER_LEFT.test(rest);
  if (every !== undefined) return window === undefined && SPAN_LEFT.test(rest);
  if (LENGTH_LEFT.test(rest) && countsFrom(said, rest)) return true;
  return cycle === undefined && day === undefined && DAY_LEFT.test(rest);
}

/** True where a length of time has a day beside it to count from. */
function countsFrom({ day, start }: Said, rest: string): boolean {
  return day?.kind === "weekday" || start !== undefined || /\bfrom\b/iu.test(rest);
}
