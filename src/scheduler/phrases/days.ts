import { daysInMonth } from "../timing/clock-text.ts";
import { dateOfDayNumber, dayNumber } from "../timing/zone.ts";
import type { Nth, SaidDay } from "./said.ts";

/** The days a word may mean, soonest first. "Next Monday" said before Monday may mean either of two. */
export function daysNamed(day: SaidDay, today: number): readonly number[] {
  switch (day.kind) {
    case "offset":
      return [today + day.days];
    case "weekday": {
      // 1970-01-01, day 0, was a Thursday.
      const monday = today - ((today + 3) % 7);
      if (typeof day.weeks === "number") return [monday + 7 * day.weeks + day.weekday];
      const inThisWeek = monday + day.weekday;
      const isAhead = inThisWeek > today;
      if (day.weeks === "next") return isAhead ? [inThisWeek, inThisWeek + 7] : [inThisWeek + 7];
      return [inThisWeek, inThisWeek + 7];
    }
    case "date":
      return datesNamed(day, today);
    case "month":
      return [
        dayOfMonth(
          monthAfter(today, day.months),
          day.day === "same" ? dateOfDayNumber(today).day : day.day,
        ),
      ];
    case "nth":
      return [nthOfMonth(monthAfter(today, day.months), day)];
  }
}

function datesNamed(day: SaidDay & { readonly kind: "date" }, today: number): readonly number[] {
  const { month: said, isEitherWay, ...rest } = day;
  if (isEitherWay === true && said !== undefined)
    return [said, day.day]
      .flatMap(
        (month) => datesNamed({ ...rest, month, day: said + day.day - month }, today)[0] ?? [],
      )
      .sort((one, other) => one - other);
  const now = dateOfDayNumber(today);
  const named = day.yearsAhead === undefined ? day.year : now.year + day.yearsAhead;
  const years =
    named === undefined
      ? Array.from({ length: YEARS_AHEAD }, (_, index) => now.year + index)
      : [named];
  const months = said === undefined ? Array.from({ length: 12 }, (_, index) => index + 1) : [said];
  return years
    .flatMap((year) => months.map((month) => dayNumber({ year, month, day: day.day })))
    .filter((number) => number >= today && dateOfDayNumber(number).day === day.day);
}

/** 29 February may be as far away, round the end of a century that has none. */
const YEARS_AHEAD = 9;

interface Month {
  readonly year: number;
  readonly month: number;
}

function monthAfter(today: number, months: number): Month {
  const { year, month } = dateOfDayNumber(today);
  const count = year * 12 + month - 1 + months;
  return { year: Math.floor(count / 12), month: (count % 12) + 1 };
}

/** A day that a month lacks is its last. */
function dayOfMonth({ year, month }: Month, day: number | "last"): number {
  const longest = daysInMonth(year, month);
  return dayNumber({ year, month, day: day === "last" ? longest : Math.min(day, longest) });
}

/** The fifth of a weekday where there are four is the last one. */
function nthOfMonth(
  of: Month,
  { nth, weekday }: { readonly nth: Nth; readonly weekday: number },
): number {
  const first = dayOfMonth(of, 1);
  const last = dayOfMonth(of, "last");
  const found = Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(
    // 1970-01-01, day 0, was a Thursday.
    (day) => (day + 3) % 7 === weekday,
  );
  return (nth === "last" ? found.at(-1) : (found[nth - 1] ?? found.at(-1))) ?? last;
}
