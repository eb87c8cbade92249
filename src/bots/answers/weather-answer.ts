import { isJsonObject, type JsonObject } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import { degreesBetween, inBoth, type Language, type Localized } from "../../base/localized.ts";
import { literal } from "../../engine/values/link-lines.ts";

/** One day of a forecast, `index` days from the first. */
interface Day {
  readonly index: number;
  readonly date: string;
  readonly weather: string;
  readonly isSnow: boolean;
  readonly high: number;
  readonly low: number;
  readonly chance: number | undefined;
}

/** From these chances on, in percent, rain is likely and possible. */
const LIKELY = 50;
const POSSIBLE = 30;

/** Answers what was asked of a forecast: whether it rains, or how one day will be. `undefined` where neither was asked. Pure. */
export function weatherAnswer(
  forecast: JsonObject,
  { said, language }: { readonly said: string; readonly language: Language },
): string | undefined {
  const { place } = forecast;
  const days = daysOf(forecast);
  if (typeof place !== "string" || days.length === 0) return undefined;
  const day = dayAsked(said, days);
  const asksWet = WET.test(said);
  if (day === undefined && (!asksWet || PERIOD.test(said))) return undefined;
  const told = day ?? days[0];
  if (told === undefined) return undefined;
  return asksWet && told.chance !== undefined
    ? wetWords(place, told, told.chance)[language]
    : dayWords(place, told, language);
}

/** Asks for rain, snow or an umbrella. */
const WET =
  /비\s?(?:가|는|도)?\s?(?:와|올|오|내|그)|눈\s?(?:이|은|도)?\s?(?:와|올|오|내)|우산|소나기|\b(?:rain\w*|snow\w*|umbrella|shower\w*)\b/iu;

/** More than one day. */
const PERIOD = /이번\s?주|다음\s?주|일주일|주간|주말|\bweek(?:end)?\b|\d+\s?(?:일간|days)\b/iu;

const NEAR: readonly (readonly [number, RegExp])[] = [
  [2, /모레|\bday after tomorrow\b/iu],
  [1, /내일|\b(?:tomorrow|tmrw)\b/iu],
  [0, /오늘|\b(?:today|tonight)\b/iu],
];

/** Sunday first. */
const WEEKDAYS: readonly RegExp[] = [
  /일요일|\bsun(?:day)?\b/iu,
  /월요일|\bmon(?:day)?\b/iu,
  /화요일|\btue(?:s|sday)?\b/iu,
  /수요일|\bwed(?:nesday)?\b/iu,
  /목요일|\bthu(?:rs|rsday)?\b/iu,
  /금요일|\bfri(?:day)?\b/iu,
  /토요일|\bsat(?:urday)?\b/iu,
];

function dayAsked(said: string, days: readonly Day[]): Day | undefined {
  if (PERIOD.test(said)) return undefined;
  const near = NEAR.find(([, words]) => words.test(said));
  if (near !== undefined) return days[near[0]];
  const weekday = WEEKDAYS.findIndex((words) => words.test(said));
  return weekday === -1 ? undefined : days.find(({ date }) => weekdayOf(date) === weekday);
}

function weekdayOf(date: string): number {
  return new Date(Date.parse(date)).getUTCDay();
}

/** Whether it rains or snows that day, and how warm it gets. */
function wetWords(place: string, day: Day, chance: number): Localized {
  const where = literal(place);
  const when = dayName(day);
  const degrees = inBoth((language) => degreesBetween(day.low, day.high, language));
  const wet = day.isSnow ? { ko: "눈이", en: "snow" } : { ko: "비가", en: "rain" };
  const Wet = day.isSnow ? "Snow" : "Rain";
  if (chance >= LIKELY)
    return {
      ko: korean`네, ${where}은(는) ${when.ko} ${wet.ko} 올 것 같아요 (${chance}%). ${degrees.ko}.`,
      en: `Yes, ${wet.en} is likely in ${where} ${when.en} (${chance}%). ${degrees.en}.`,
    };
  if (chance >= POSSIBLE)
    return {
      ko: korean`${where}은(는) ${when.ko} ${wet.ko} 올 수도 있어요 (${chance}%). ${degrees.ko}.`,
      en: `${Wet} is possible in ${where} ${when.en} (${chance}%). ${degrees.en}.`,
    };
  return {
    ko: korean`아니요, ${where}은(는) ${when.ko} ${wet.ko} 안 올 것 같아요 (${chance}%). ${degrees.ko}.`,
    en: `No, ${wet.en} is unlikely in ${where} ${when.en} (${chance}%). ${degrees.en}.`,
  };
}

/** A day in numbers. */
function dayWords(place: string, day: Day, language: Language): string {
  const wet = day.isSnow ? { ko: "눈", en: "snow" } : { ko: "비", en: "rain" };
  return [
    `**${literal(place)}** ${dayName(day)[language]} ${day.weather}`,
    degreesBetween(day.low, day.high, language),
    ...(day.chance === undefined ? [] : [`${wet[language]} ${day.chance}%`]),
  ].join(" · ");
}

function dayName({ index, date }: Day): Localized {
  const near = NEAR_NAMES[index];
  if (near !== undefined) return near;
  const named = (locale: string): string =>
    new Intl.DateTimeFormat(locale, { timeZone: "UTC", weekday: "long" }).format(Date.parse(date));
  return { ko: named("ko-KR"), en: `on ${named("en-US")}` };
}

const NEAR_NAMES: readonly Localized[] = [
  { ko: "오늘", en: "today" },
  { ko: "내일", en: "tomorrow" },
];

function daysOf({ days }: JsonObject): readonly Day[] {
  if (!Array.isArray(days)) return [];
  return days.flatMap((day, index) => {
    if (!isJsonObject(day)) return [];
    const { date, weather, is_snow: isSnow, high, low, rain_percent: chance } = day;
    if (typeof date !== "string" || typeof weather !== "string") return [];
    if (typeof high !== "number" || typeof low !== "number") return [];
    const known = { index, date, weather, isSnow: isSnow === true, high, low };
    return [{ ...known, chance: typeof chance === "number" ? chance : undefined }];
  });
}
