import { dayAndTime } from "../../base/format-time.ts";
import { korean } from "../../base/korean-particles.ts";
import { inBoth } from "../../base/localized.ts";
import { daysInMonth, parseWeekdays } from "./clock-text.ts";
import { nextDue } from "./cron.ts";
import type { ClockTiming, CronTiming, Rhythm } from "./timing-kinds.ts";
import { dateOf, listOf, type Reading, refuse, textOf, timeOf, wholeOf } from "./timing-reading.ts";
import { instantOf, isoDate, type LocalTime, localTimeOf } from "./zone.ts";

/** `time` on `date`, or else the next time the clock shows it. */
export function readOnce(reading: Reading): ClockTiming | undefined {
  const time = timeOf(reading);
  const hasDate = reading.input["date"] !== undefined;
  const date = dateOf(reading);
  if (time === undefined || (hasDate && date === undefined)) return undefined;
  const { nowMs, zone } = reading.context;
  if (date !== undefined) return once(reading, instantOf({ ...date, ...time, second: 0 }, zone));
  const expression = `${time.minute} ${time.hour} * * *`;
  return { kind: "at", atMs: nextDue({ kind: "cron", expression }, zone, nowMs) ?? nowMs };
}

/** Due at one instant, which must lie ahead. */
export function once(reading: Reading, atMs: number): ClockTiming | undefined {
  const { nowMs, zone } = reading.context;
  if (atMs > nowMs) return { kind: "at", atMs };
  const asked = inBoth((language) => dayAndTime(atMs, { language, zone }, { nowMs }));
  const present = inBoth((language) => dayAndTime(nowMs, { language, zone }));
  return refuse(reading, {
    en: `${asked.en} has already passed; it is ${present.en} now.`,
    ko: korean`${asked.ko}은(는) 이미 지났습니다. 지금은 ${present.ko}입니다.`,
  });
}

/** `repeat` and the keys that go with it. */
export function readRepeat(reading: Reading): ClockTiming | undefined {
  const repeat = textOf(reading, "repeat")?.toLowerCase();
  switch (repeat) {
    case undefined:
      return undefined;
    case "none":
      return readOnce(reading);
    case "interval":
      return readHours(reading);
    case "daily":
    case "weekly":
    case "monthly":
    case "yearly":
      return readCalendar(reading, repeat);
    default:
      return refuse(reading, {
        en: `"repeat" is "${repeat}"; it is one of "daily", "weekly", "monthly", "yearly", "interval" and "none".`,
        ko: `"repeat" 값은 "daily", "weekly", "monthly", "yearly", "interval", "none" 가운데 하나여야 하는데 "${repeat}"입니다.`,
      });
  }
}

function readHours(reading: Reading): ClockTiming | undefined {
  const given = reading.input["interval_hours"];
  const hours = typeof given === "string" ? Number(given) : given;
  if (typeof hours !== "number" || !(hours >= 1 / 60 && hours <= 366 * 24)) {
    return refuse(reading, {
      en: '"interval_hours" is a number of hours from 1/60 to 8784, such as 2.',
      ko: '"interval_hours" 값은 2처럼 1/60에서 8784 사이의 시간 수여야 합니다.',
    });
  }
  const { nowMs, zone } = reading.context;
  const everyMs = Math.round(hours * 3_600_000);
  if (reading.input["time"] === undefined) return { kind: "every", everyMs, anchorMs: nowMs };
  const time = timeOf(reading);
  const date = dateOf(reading) ?? localTimeOf(nowMs, zone);
  if (time === undefined) return undefined;
  return { kind: "every", everyMs, anchorMs: instantOf({ ...date, ...time, second: 0 }, zone) };
}

function readCalendar(
  reading: Reading,
  repeat: "daily" | "weekly" | "monthly" | "yearly",
): ClockTiming | undefined {
  const time = timeOf(reading);
  const date = dateOf(reading);
  const days = daysOf(reading, repeat, date);
  const interval = wholeOf(reading, "interval", 1, 366) ?? 1;
  if (interval > 1 && (repeat === "monthly" || repeat === "yearly")) {
    return refuse(reading, {
      en: `"interval" goes with "daily" and "weekly", not with "${repeat}".`,
      ko: `"interval"은 "daily"와 "weekly"에만 쓸 수 있고 "${repeat}"에는 쓸 수 없습니다.`,
    });
  }
  if (time === undefined || days === undefined || reading.problems.length > 0) return undefined;
  const expression = days.map((fields) => `${time.minute} ${time.hour} ${fields}`).join(" | ");
  return withStart({ kind: "cron", expression }, reading, { repeat, interval, date });
}

/** The day, month and weekday fields, one entry a pattern. */
function daysOf(
  reading: Reading,
  repeat: "daily" | "weekly" | "monthly" | "yearly",
  date: LocalTime | undefined,
): readonly string[] | undefined {
  switch (repeat) {
    case "daily":
      return ["* * *"];
    case "weekly":
      return weeklyFields(reading, date);
    case "monthly":
      return monthlyFields(reading, date);
    case "yearly":
      return yearlyFields(reading, date);
  }
}

function weeklyFields(
  reading: Reading,
  date: LocalTime | undefined,
): readonly string[] | undefined {
  const given = reading.input["weekdays"];
  if (given === undefined && date !== undefined) {
    return [`* * ${new Date(Date.UTC(date.year, date.month - 1, date.day)).getUTCDay()}`];
  }
  const weekdays = parseWeekdays(listOf(given));
  if (weekdays === undefined) {
    return refuse(reading, {
      en: '"weekdays" lists the days of the week: 0 (Monday) to 6 (Sunday), or names such as "mon".',
      ko: '"weekdays"에는 요일을 0(월요일)에서 6(일요일)까지의 수나 "mon" 같은 이름으로 써 주세요.',
    });
  }
  // Cron counts from Sunday.
  const fields = weekdays.map((weekday) => (weekday + 1) % 7).sort((left, right) => left - right);
  if (fields.length === 7) return ["* * *"];
  return [`* * ${fields.join(",") === "1,2,3,4,5" ? "1-5" : fields.join(",")}`];
}

function monthlyFields(
  reading: Reading,
  date: LocalTime | undefined,
): readonly string[] | undefined {
  if (reading.input["day"] === "last") return ["L * *"];
  const problemCount = reading.problems.length;
  const day = wholeOf(reading, "day", 1, 31) ?? date?.day;
  if (reading.problems.length > problemCount) return undefined;
  if (day === undefined) {
    return refuse(reading, {
      en: '"day" is missing: a day of the month from 1 to 31, or "last".',
      ko: '"day"가 없습니다. 1에서 31까지의 날이나 "last"를 써 주세요.',
    });
  }
  if (day === 31) return ["L * *"];
  return day <= 28 ? [`${day} * *`] : [`${day} 1,3-12 *`, "L 2 *"];
}

function yearlyFields(
  reading: Reading,
  date: LocalTime | undefined,
): readonly string[] | undefined {
  const problemCount = reading.problems.length;
  const month = wholeOf(reading, "month", 1, 12) ?? date?.month;
  const day = wholeOf(reading, "day", 1, 31) ?? date?.day;
  if (reading.problems.length > problemCount) return undefined;
  if (month === undefined || day === undefined) {
    return refuse(reading, {
      en: 'A yearly repetition needs "month" and "day", or a "date".',
      ko: '해마다 되풀이하려면 "month"와 "day", 또는 "date"가 필요합니다.',
    });
  }
  const longest = daysInMonth(undefined, month);
  if (day > longest)
    return refuse(reading, {
      en: `Month ${month} has ${longest} days, so there is no day ${day}.`,
      ko: `${month}월은 ${longest}일까지여서 ${day}일이 없습니다.`,
    });
  return [month === 2 && day === 29 ? "L 2 *" : `${day} ${month} *`];
}

function withStart(
  timing: CronTiming,
  reading: Reading,
  parts: {
    readonly repeat: string;
    readonly interval: number;
    readonly date: LocalTime | undefined;
  },
): CronTiming {
  const { nowMs, zone } = reading.context;
  const startMs = parts.date === undefined ? undefined : instantOf(parts.date, zone);
  const start = startMs === undefined || startMs <= nowMs ? {} : { fromMs: startMs };
  const from: CronTiming = { ...timing, ...start };
  if (parts.interval === 1) return from;
  const anchorDate = isoDate(parts.date ?? localTimeOf(nextDue(from, zone, nowMs) ?? nowMs, zone));
  const unit: Rhythm["unit"] = parts.repeat === "weekly" ? "week" : "day";
  return { ...from, rhythm: { unit, count: parts.interval, anchorDate } };
}
