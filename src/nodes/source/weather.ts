import type { Fetch } from "../../base/fetch.ts";
import { isJsonObject, type JsonObject } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import { degreesBetween, type Language, type Localized } from "../../base/localized.ts";
import { responseText } from "../../drivers/http/http-text.ts";
import {
  type Handlers,
  numberParam,
  optionalString,
  type ReadyCall,
} from "../../engine/execute/action-types.ts";
import { literal } from "../../engine/values/link-lines.ts";
import { type Outcome, success } from "../../engine/values/outcome.ts";
import { type Asking, askUpstream, type FailureOutcome, failed } from "../api/upstream.ts";
import { worded } from "../localize.ts";

interface Place {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** One day of a forecast: degrees Celsius, and the chance of rain or snow in percent. */
interface Day {
  readonly date: string;
  readonly code: number;
  readonly high: number;
  readonly low: number;
  readonly chance: number | undefined;
}

/** Days that are told where nothing is said, and days that are known. */
const USUAL_DAYS = 2;
const KNOWN_DAYS = 7;

/** What is asked of each day and of now (open-meteo.com/en/docs, "Daily Parameter Definition" and "15-Minutely and Current"). */
const DAILY = "weather_code,temperature_2m_max,temperature_2m_min,precipitation_probability_max";
const CURRENT = "temperature_2m,apparent_temperature,weather_code";

/** `source:weather`, from Open-Meteo, without a key. */
export function createWeatherHandlers({ fetch }: { readonly fetch: Fetch }): Handlers {
  return { "source:weather": (call) => weather(fetch, call) };
}

async function weather(fetch: Fetch, call: ReadyCall): Promise<Outcome> {
  const asked = placeOf(call);
  if (asked === undefined) return failed("bad-parameters", worded(call, NO_PLACE));
  const asking: Asking = { fetch, call, name: { ko: "날씨 서비스", en: "The weather service" } };
  const place = await findPlace(asking, asked);
  if ("ok" in place) return place;
  const asksDays = call.params["days"] !== undefined;
  const days = numberParam(call, "days", USUAL_DAYS);
  const search = new URLSearchParams({
    latitude: String(place.latitude),
    longitude: String(place.longitude),
    current: CURRENT,
    daily: DAILY,
    timezone: "auto",
    forecast_days: String(KNOWN_DAYS),
  });
  const url = `https://api.open-meteo.com/v1/forecast?${search.toString()}`;
  const answer = await askUpstream(asking, { url, service: "open-meteo" });
  if (!answer.ok) return answer;
  const body = jsonOf(responseText(answer.response));
  const known = body === undefined ? [] : daysOf(body);
  const now = body === undefined ? undefined : nowOf(body);
  if (now === undefined || known.length === 0)
    return failed("upstream-changed", worded(call, CHANGED));
  const shown = known.slice(0, days);
  // Who says how many days gets so many, also as data; who does not may ask for any of them.
  return success(forecastOf(call, { place, now, known: asksDays ? shown : known, shown }), {
    tainted: true,
  });
}

const CHANGED: Localized = {
  ko: "날씨 서비스의 답을 읽지 못했어요.",
  en: "The answer of the weather service can't be read.",
};

/** Words that say when and name no place. */
const DAYS =
  /^(?:오늘|내일|모레|지금|현재|이번\s*주말?|다음\s*주말?|주말|[월화수목금토일]요일|today|tomorrow|now|this\s+week(?:end)?|next\s+week|the\s+weekend)$/iu;

const NO_PLACE: Localized = {
  ko: "어느 도시 날씨요?",
  en: "Weather in which city?",
};

/** The place that is named, or the city of the person's time zone. */
function placeOf(call: ReadyCall): string | undefined {
  const named = optionalString(call, "place")?.trim() ?? "";
  if (named !== "" && !DAYS.test(named)) return named;
  const [, city] = /\/([^/]+)$/.exec(call.actor.zone) ?? [];
  return city?.replaceAll("_", " ");
}

/** The best known place of a name (open-meteo.com/en/docs/geocoding-api: names of two characters and more). */
async function findPlace(asking: Asking, asked: string): Promise<Place | FailureOutcome> {
  const { language } = asking.call.actor;
  const search = new URLSearchParams({ name: asked, count: "1", language, format: "json" });
  const url = `https://geocoding-api.open-meteo.com/v1/search?${search.toString()}`;
  const answer = await askUpstream(asking, { url, service: "open-meteo-geocoding" });
  if (!answer.ok) return answer;
  const found = jsonOf(responseText(answer.response))?.["results"];
  const [first] = Array.isArray(found) ? found : [];
  if (!isJsonObject(first)) return failed("not-found", worded(asking.call, unknownPlace(asked)));
  const { name, latitude, longitude } = first;
  if (typeof latitude !== "number" || typeof longitude !== "number")
    return failed("upstream-changed", worded(asking.call, CHANGED));
  return {
    name: placeWords(typeof name === "string" ? name : asked, language),
    latitude,
    longitude,
  };
}

/** A city as people call it: Korean cities without what they are in law. */
function placeWords(name: string, language: Language): string {
  return language === "ko"
    ? name.replace(/(?<=\p{Script=Hangul}{2})(?:특별자치시|특별자치도|특별시|광역시)$/u, "")
    : name;
}

function unknownPlace(asked: string): Localized {
  return {
    ko: korean`${asked}(이)라는 곳은 못 찾았어요. 도시 이름으로 말해 주세요.`,
    en: `I can't find a place called ${asked}. Try the name of a city.`,
  };
}

/** What is known of a place, and the days of it that are told. */
interface Forecast {
  readonly place: Place;
  readonly now: { readonly temperature: number; readonly feels: number; readonly code: number };
  readonly known: readonly Day[];
  readonly shown: readonly Day[];
}

function forecastOf(
  call: ReadyCall,
  { place, now, known, shown }: Forecast,
): { readonly kind: "object"; readonly data: JsonObject; readonly text: string } {
  const { language } = call.actor;
  const words = weatherWords(now.code)[language];
  const head = worded(call, {
    ko: `**${literal(place.name)}** 지금 ${degrees(now.temperature)} ${words}`,
    en: `**${literal(place.name)}** now ${degrees(now.temperature)} ${words}`,
  });
  const [today] = known;
  return {
    kind: "object",
    data: {
      place: place.name,
      temperature: now.temperature,
      feels_like: now.feels,
      weather: words,
      high: today?.high ?? null,
      low: today?.low ?? null,
      rain_percent: today?.chance ?? null,
      days: known.map(({ date, code, high, low, chance }) => ({
        date,
        weather: weatherWords(code)[language],
        is_snow: isSnow(code),
        high,
        low,
        rain_percent: chance ?? null,
      })),
    },
    text: [head, ...shown.map((day, index) => `- ${dayText(call, day, index)}`)].join("\n"),
  };
}

/** A day by its name, its weather, its temperatures and the chance of rain or snow. */
function dayText(call: ReadyCall, { date, code, high, low, chance }: Day, index: number): string {
  const { language } = call.actor;
  const wet = isSnow(code) ? { ko: "눈", en: "snow" } : { ko: "비", en: "rain" };
  return [
    `${dayName(date, index, language)} ${weatherWords(code)[language]}`,
    degreesBetween(low, high, language),
    ...(chance === undefined ? [] : [`${wet[language]} ${chance}%`]),
  ].join(", ");
}

function dayName(date: string, index: number, language: Language): string {
  const near = NEAR_DAYS[index]?.[language];
  if (near !== undefined) return near;
  const locale = language === "ko" ? "ko-KR" : "en-US";
  return new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    weekday: language === "ko" ? "long" : "short",
  }).format(Date.parse(date));
}

const NEAR_DAYS: readonly Localized[] = [
  { ko: "오늘", en: "Today" },
  { ko: "내일", en: "Tomorrow" },
];

/** WMO codes of snow: 71 to 77, and its showers. */
function isSnow(code: number): boolean {
  return (code >= 71 && code <= 77) || code === 85 || code === 86;
}

function degrees(celsius: number): string {
  return `${Math.round(celsius)}°C`;
}

function nowOf(body: JsonObject) {
  const { current } = body;
  if (!isJsonObject(current)) return undefined;
  const { temperature_2m: temperature, apparent_temperature: felt, weather_code: code } = current;
  if (typeof temperature !== "number" || typeof code !== "number") return undefined;
  return { temperature, feels: typeof felt === "number" ? felt : temperature, code };
}

/** A column for each variable; a day that lacks its code or a temperature is left out. */
function daysOf({ daily }: JsonObject): readonly Day[] {
  if (!isJsonObject(daily)) return [];
  const column = (name: string): readonly unknown[] => {
    const values = daily[name];
    return Array.isArray(values) ? values : [];
  };
  const [codes, highs] = [column("weather_code"), column("temperature_2m_max")];
  const [lows, chances] = [column("temperature_2m_min"), column("precipitation_probability_max")];
  return column("time").flatMap((date, index) => {
    const [code, high, low, chance] = [codes[index], highs[index], lows[index], chances[index]];
    if (typeof date !== "string" || typeof code !== "number") return [];
    if (typeof high !== "number" || typeof low !== "number") return [];
    return [{ date, code, high, low, chance: typeof chance === "number" ? chance : undefined }];
  });
}

function jsonOf(text: string): JsonObject | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isJsonObject(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

/** The codes of the World Meteorological Organization that Open-Meteo uses (open-meteo.com/en/docs, "WMO Weather interpretation codes"). */
const WORDS: Readonly<Record<number, Localized>> = {
  0: { ko: "☀️ 맑음", en: "☀️ clear" },
  1: { ko: "🌤️ 대체로 맑음", en: "🌤️ mostly clear" },
  2: { ko: "⛅ 구름 조금", en: "⛅ partly cloudy" },
  3: { ko: "☁️ 흐림", en: "☁️ overcast" },
  45: { ko: "🌫️ 안개", en: "🌫️ fog" },
  48: { ko: "🌫️ 서리 안개", en: "🌫️ icy fog" },
  51: { ko: "🌦️ 약한 이슬비", en: "🌦️ light drizzle" },
  53: { ko: "🌦️ 이슬비", en: "🌦️ drizzle" },
  55: { ko: "🌦️ 강한 이슬비", en: "🌦️ heavy drizzle" },
  56: { ko: "🌧️ 약한 어는 이슬비", en: "🌧️ light freezing drizzle" },
  57: { ko: "🌧️ 어는 이슬비", en: "🌧️ freezing drizzle" },
  61: { ko: "🌧️ 약한 비", en: "🌧️ light rain" },
  63: { ko: "🌧️ 비", en: "🌧️ rain" },
  65: { ko: "🌧️ 강한 비", en: "🌧️ heavy rain" },
  66: { ko: "🌧️ 약한 어는 비", en: "🌧️ light freezing rain" },
  67: { ko: "🌧️ 어는 비", en: "🌧️ freezing rain" },
  71: { ko: "🌨️ 약한 눈", en: "🌨️ light snow" },
  73: { ko: "🌨️ 눈", en: "🌨️ snow" },
  75: { ko: "❄️ 많은 눈", en: "❄️ heavy snow" },
  77: { ko: "🌨️ 싸락눈", en: "🌨️ snow grains" },
  80: { ko: "🌦️ 약한 소나기", en: "🌦️ light showers" },
  81: { ko: "🌦️ 소나기", en: "🌦️ showers" },
  82: { ko: "⛈️ 강한 소나기", en: "⛈️ violent showers" },
  85: { ko: "🌨️ 약한 소낙눈", en: "🌨️ light snow showers" },
  86: { ko: "🌨️ 소낙눈", en: "🌨️ snow showers" },
  95: { ko: "⛈️ 뇌우", en: "⛈️ thunderstorm" },
  96: { ko: "⛈️ 우박을 동반한 뇌우", en: "⛈️ thunderstorm with hail" },
  99: { ko: "⛈️ 강한 우박을 동반한 뇌우", en: "⛈️ thunderstorm with heavy hail" },
};

/** What a weather code means; nothing for one that is not in the table. */
function weatherWords(code: number): Localized {
  return WORDS[code] ?? { ko: "", en: "" };
}
