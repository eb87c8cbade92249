import { dateOfDayNumber, dayNumber } from "../../base/format-time.ts";
import { daysInMonth } from "../timing/clock-text.ts";
import { dayInYear, nthDay } from "./named-days.ts";
import type { SaidDay } from "./said.ts";

/** The days a word may mean, soonest first. "Next Monday" said before Monday may mean either of two. */
export function daysNamed(
  day: SaidDay,
  { today, zone }: { readonly today: number; readonly zone: string },
): readonly number[] {
  switch (day.kind) {
    case "offset":
      return [today + day.days];
    case "weekday":
      return weekdaysNamed(day, today);
    case "named":
      return yearsFrom(today, day.yearsAhead).flatMap((year) => {
        const on = day.on(zone);
        const number = on && dayInYear(on, year);
        return number === undefined || number + day.shift < today ? [] : [number + day.shift];
      });
    case "date":
      return datesNamed(day, today);
    case "month":
      return (day.day === "last" && day.months === 0 ? [0, 1] : [0]).map((later) =>
        dayOfMonth(
          monthAfter(today, day.months + later),
          day.day === "same" ? dateOfDayNumber(today).day : day.day,
        ),
      );
    case "nth":
      return [nthDay(monthAfter(today, day.months), day)];
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
  const years = day.year === undefined ? yearsFrom(today, day.yearsAhead) : [day.year];
  const months = said === undefined ? Array.from({ length: 12 }, (_, index) => index + 1) : [said];
  return years
    .flatMap((year) => months.map((month) => dayNumber({ year, month, day: day.day })))
    .filter((number) => number >= today && dateOfDayNumber(number).day === day.day);
}

function weekdaysNamed(
  { weekday, weeks, shift = 0 }: SaidDay & { readonly kind: "weekday" },
  today: number,
): readonly number[] {
  // 1970-01-01, day 0, was a Thursday.
  const monday = today - ((today + 3) % 7);
  if (typeof weeks === "number") return [monday + 7 * weeks + weekday];
  const inThisWeek = monday + weekday;
  const coming = inThisWeek > today ? inThisWeek : inThisWeek + 7;
  if (weeks === undefined && shift > 0) return [coming + shift];
  const first = weeks === "next" ? coming : inThisWeek;
  return (first === inThisWeek ? [first, first + 7] : [first]).map((one) => one + shift);
}

/** The years that are meant: a named one, or this and the next ones. */
function yearsFrom(today: number, ahead: number | undefined): readonly number[] {
  const { year } = dateOfDayNumber(today);
  if (ahead !== undefined) return [year + ahead];
  return Array.from({ length: YEARS_AHEAD }, (_, index) => year + index);
}

/** 29 February may be as far away, round the end of a century that has none. */
const YEARS_AHEAD = 9;

/** A month of a year. */
export interface Month {
  readonly year: number;
  readonly month: number;
}

/** The month so many months after that of a day. */
export function monthAfter(today: number, months: number): Month {
  const { year, month } = dateOfDayNumber(today);
  const count = year * 12 + month - 1 + months;
  return { year: Math.floor(count / 12), month: (count % 12) + 1 };
}

/** A day that a month lacks is its last. */
export function dayOfMonth({ year, month }: Month, day: number | "last"): number {
  const longest = daysInMonth(year, month);
  return dayNumber({ year, month, day: day === "last" ? longest : Math.min(day, longest) });
}
