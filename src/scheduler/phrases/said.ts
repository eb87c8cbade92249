/** The part of the day that stands with an hour, or alone. */
export type DayPart = "dawn" | "morning" | "midday" | "afternoon" | "evening" | "night";

/** An hour as it was said. `isExact` for a 24-hour reading ("08:00", "15시", "noon"); else `part` or the hour itself decides the half of the day. */
export interface SaidClock {
  readonly hour: number;
  readonly minute: number;
  readonly isExact: boolean;
  readonly part?: DayPart;
  /** True for an hour that by itself asks for a schedule: "3시에", "at 3". */
  readonly isPointed: boolean;
  /** True for the midnight that may begin or end a day. */
  readonly isMidnight?: boolean;
}

/** Which one of a weekday in its month. */
export type Nth = 1 | 2 | 3 | 4 | 5 | "last";

/** A repetition; what it lacks (weekdays, a day) has to be asked for. */
export interface SaidCycle {
  readonly repeat: "daily" | "weekly" | "monthly" | "yearly";
  readonly interval?: number;
  /** 0 = Monday. */
  readonly weekdays?: readonly number[];
  /** With a monthly repetition on `weekdays`: which of them. */
  readonly nths?: readonly Nth[];
  readonly day?: number | "last";
  /** Several days of the month, in the place of `day`. */
  readonly days?: readonly (number | "last")[];
  readonly month?: number;
  /** Of a monthly repetition: the months that have one. */
  readonly months?: readonly number[];
  /** The first or last day of the month that is no Saturday or Sunday. */
  readonly workday?: 1 | "last";
  /** What the same words may mean besides ("every second Tuesday"). */
  readonly either?: SaidCycle;
}

/** Where a day lies in a year: on a date ("12-25"), so many days from Easter Sunday, on a lunar day, or on one of a weekday in its month and days after that. */
export type YearDay =
  | { readonly date: string }
  | { readonly easter: number }
  | { readonly lunar: string }
  | { readonly month: number; readonly nth: Nth; readonly weekday: number; readonly plus?: number };

/** One day: so many days from today, a day or one of a weekday in this month or a later one, a weekday (in this week, the next …, or simply the coming one), or a date. */
export type SaidDay =
  | { readonly kind: "offset"; readonly days: number }
  | { readonly kind: "month"; readonly months: number; readonly day: number | "last" | "same" }
  | { readonly kind: "nth"; readonly months: number; readonly nth: Nth; readonly weekday: number }
  | {
      readonly kind: "weekday";
      readonly weekday: number;
      readonly weeks?: number | "next";
      /** So many days after that one. */
      readonly shift?: number;
    }
  | {
      readonly kind: "named";
      /** Where it lies in a year, for a person of a zone. */
      readonly on: (zone: string) => YearDay | undefined;
      readonly shift: number;
      readonly yearsAhead?: number;
    }
  | {
      readonly kind: "date";
      readonly year?: number;
      /** So many years from this one, where no year was named. */
      readonly yearsAhead?: number;
      readonly month?: number;
      readonly day: number;
      /** True where the month and the day may stand the other way round ("1/5"). */
      readonly isEitherWay?: boolean;
    };

/** What a schedule cannot do, or what is too vague to be one. */
export type Limit =
  | "holidays"
  | "sun"
  | "lunar"
  | "end"
  | "count"
  | "except"
  | "months"
  | "working-day"
  | "random"
  | "window"
  | "often"
  | "no-hour"
  | "gone"
  | "vague";

/** Where a repetition ends: after so many times, days or minutes, with a month, or at what other words of time say. */
export type SaidEnd =
  | { readonly kind: "count"; readonly count: number }
  | { readonly kind: "days"; readonly days: number }
  | { readonly kind: "minutes"; readonly minutes: number }
  | { readonly kind: "month"; readonly month: number }
  | { readonly kind: "words"; readonly words: string };

/** All that a message says about time. */
export interface Said {
  readonly clocks: readonly SaidClock[];
  readonly part?: DayPart;
  readonly cycle?: SaidCycle;
  /** Weekdays that are left out of a repetition, from 0 = Monday. */
  readonly exceptDays?: readonly number[];
  /** True where the hour is that of the moment it is said. */
  readonly isSameHour?: boolean;
  /** Ready for `every`, such as "30m". */
  readonly every?: string;
  /** With `every` of one hour: the minute of each hour. */
  readonly minuteOfHour?: number;
  /** Ready for `after`. */
  readonly after?: string;
  readonly day?: SaidDay;
  /** A day of the lunar calendar, ready for `lunar`: the next one, or that of every year. */
  readonly lunar?: { readonly day: string; readonly isYearly: boolean };
  /** The first day of a repetition. */
  readonly start?: SaidDay;
  /** The end of a repetition. */
  readonly end?: SaidEnd;
  /** The hours of a day between which something is repeated. */
  readonly window?: { readonly from: SaidClock; readonly to: SaidClock };
  /** How often a day, where no hours are said with it. */
  readonly timesADay?: number;
  /** The zone of the clock that was meant, where it was named. */
  readonly zone?: string;
  /** So many minutes before the hour that was said. */
  readonly leadMinutes?: number;
  readonly limit?: Limit;
}

/** Words of one kind: where they stand, and what they say. Undefined when the match means something else. */
export interface Finder {
  /** Made when it is first asked for: there are hundreds, and most processes need few. */
  readonly pattern: () => RegExp;
  /** Where it is looked for at all; everywhere where it does not say. */
  readonly beside?: (said: Said) => boolean;
  readonly read: (
    groups: Readonly<Record<string, string | undefined>>,
  ) => Partial<Said> | undefined;
}

/** Stands in the rest where words were taken out, so that the words around it are not read as neighbours. */
const GAP = "\uE000";

/** As many words of one kind are read, such as hours. */
const MOST_ALIKE = 5;

/** Words that only join two that were taken out. */
const BETWEEN_GAPS = /\uE000(?:\s*(?:,|와|과|하고|이?랑|그리고|and|&)\s*\uE000)+/gu;

/** The words next to one. */
const BESIDE = /(?<=^|\s)(\S*?)[\s,]*\uE000[\s,]*([^\s,\uE000]*)/gu;

/** Stands for a quoted text, whose words are not ours to read. */
const QUOTE = "\uE001";

/** What the words of `finders`, looked for in their order, say; `rest` is the message without them, and `beside` are the words that stood next to them. The first word of a kind counts, of clock times every one. `spell` writes words of time in their usual way; quoted text stays as it is. `around` is what was said of time before. */
export function gather(
  message: string,
  finders: readonly Finder[],
  spell: (text: string) => string = (text) => text,
  around: Said = { clocks: [] },
): { readonly said: Said; readonly rest: string; readonly beside: string } {
  const quotes: string[] = [];
  let said: Said = { clocks: [] };
  const unquoted = message.replace(/"[^"]*"|“[^”]*”|「[^」]*」/g, (quote) => {
    quotes.push(quote);
    return QUOTE;
  });
  let rest = spell(unquoted);
  for (const finder of finders)
    if (finder.beside?.({ ...around, ...said }) !== false) [said, rest] = taken(finder, said, rest);
  const beside = [...rest.matchAll(BESIDE)].map(
    ([, before = "", after = ""]) => `${before} ${GAP} ${after}`,
  );
  return {
    said,
    rest: tidy(rest).replaceAll(QUOTE, () => quotes.shift() ?? ""),
    beside: beside.join(" "),
  };
}

/** What a finder finds, as often as it does, and the text without that. */
function taken(finder: Finder, said: Said, rest: string): readonly [Said, string] {
  let [all, left] = [said, rest];
  for (let tries = 0; tries < MOST_ALIKE; tries += 1) {
    const match = finder.pattern().exec(left);
    const joined = match === null ? undefined : joinedTo(all, finder.read(match.groups ?? {}));
    if (match === null || joined === undefined) break;
    all = joined;
    left = `${left.slice(0, match.index)} ${GAP} ${left.slice(match.index + match[0].length)}`;
  }
  return [all, left];
}

/** What was said with what was found; nothing where that was said before, or is no time. */
function joinedTo(said: Said, found: Partial<Said> | undefined): Said | undefined {
  if (found === undefined) return undefined;
  const cycle = oneWeekly(said.cycle, found.cycle);
  if (cycle === undefined && isSaidAlready(said, found)) return undefined;
  const clocks = [...said.clocks, ...(found.clocks ?? [])];
  return { ...said, ...found, clocks, ...(cycle === undefined ? {} : { cycle }) };
}

/** "Every week" beside weekdays says nothing more. */
function oneWeekly(
  first: SaidCycle | undefined,
  second: SaidCycle | undefined,
): SaidCycle | undefined {
  if (first?.repeat !== "weekly" || second?.repeat !== "weekly") return undefined;
  const isBare =
    first.weekdays === undefined ||
    (second.weekdays === undefined && second.interval === undefined);
  return isBare ? { ...first, ...second } : undefined;
}

/** A part of the day beside an hour that names its own is a word of something else ("lunch"). */
function isSaidAlready(said: Said, found: Partial<Said>): boolean {
  const isPartAlone = found.part !== undefined && Object.keys(found).length === 1;
  if (isPartAlone && said.clocks.some(({ part, isExact }) => part !== undefined || isExact))
    return true;
  return Object.keys(found).some((key) => key !== "clocks" && key in said);
}

function tidy(rest: string): string {
  return rest
    .replace(BETWEEN_GAPS, GAP)
    .replaceAll(GAP, " ")
    .replace(/\s+/g, " ")
    .replace(/ ([,.!?])/g, "$1")
    .replace(/^[\s,.;:·]+|[\s,;:·]+$/g, "");
}
