import type { HourReading } from "./repeats.ts";
import type { DayPart, SaidClock } from "./said.ts";

/** What an hour that was said may mean, earliest first; `loosePart` is the part of the day that stands elsewhere in the message. */
export function readingsOf(
  clock: SaidClock,
  loosePart: DayPart | undefined,
): readonly HourReading[] {
  return hoursOf(clock, clock.part ?? loosePart).map((hour) => ({
    hour: hour % 24,
    minute: clock.minute,
    shift: Math.floor(hour / 24),
  }));
}

/** What a span of a day that was said may mean: it ends at the next time that its second hour can mean. */
export function spansOf(
  { from, to }: { readonly from: SaidClock; readonly to: SaidClock },
  loosePart: DayPart | undefined,
): readonly { readonly from: HourReading; readonly to: HourReading }[] {
  const minutesOf = ({ hour, minute }: HourReading): number => hour * 60 + minute;
  const both = to.isExact || to.part !== undefined ? [] : [{ ...to, part: "afternoon" } as const];
  const ends = [to, ...both]
    .flatMap((end) => readingsOf(end, undefined))
    .sort((one, other) => minutesOf(one) - minutesOf(other));
  return readingsOf(from, loosePart).flatMap((begin) => {
    const end = ends.find((reading) => minutesOf(reading) > minutesOf(begin));
    return begin.shift > 0 || end === undefined ? [] : [{ from: begin, to: end }];
  });
}

/** Hours from the beginning of the day that was named; 24 and more lie on the next day. */
function hoursOf(clock: SaidClock, part: DayPart | undefined): readonly number[] {
  const { hour } = clock;
  if (clock.isMidnight === true) return [0, 24];
  if (clock.isExact) return [hour];
  switch (part) {
    case undefined:
      return hour <= 6 ? [hour, hour + 12] : [hour];
    case "dawn":
    case "morning":
      return [hour % 12];
    case "midday":
      return [hour >= 10 ? hour : hour + 12];
    case "afternoon":
      return [(hour % 12) + 12];
    case "evening":
      return [hour + 12];
    case "night":
      // "밤 1시" and "tonight at 12" come after the midnight that ends the day.
      return [hour <= 5 ? hour + 24 : hour + 12];
  }
}
