import type { Fetch } from "../../base/fetch.ts";
import { isJsonObject, type JsonObject } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Localized } from "../../base/localized.ts";
import { responseText } from "../../drivers/http/http-text.ts";
import {
  type Handlers,
  numberParam,
  optionalString,
  type ReadyCall,
} from "../../engine/execute/action-types.ts";
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

/** Days that are told where nothing is said. */
const USUAL_DAYS = 2;

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
  const asking: Asking = { fetch, call, name: "Open-Meteo" };
  const place = await findPlace(asking, asked);
  if ("ok" in place) return place;
  const days = numberParam(call, "days", USUAL_DAYS);
  const search = new URLSearchParams({
    latitude: String(place.latitude),
    longitude: String(place.longitude),
    current: CURRENT,
    daily: DAILY,
    timezone: "auto",
    forecast_days: String(days),
  });
  const url = `https://api.open-meteo.com/v1/forecast?${search.toString()}`;
  const answer = await askUpstream(asking, { url, service: "open-meteo" });
  if (!answer.ok) return answer;
  const body = jsonOf(responseText(answer.response));
  const told = body === undefined ? [] : daysOf(body);
  const now = body === undefined ? undefined : nowOf(body);
  if (now === undefined || told.length === 0)
    return failed("upstream-changed", worded(call, CHANGED));
  return success(forecastOf(call, place, now, told), { tainted: true });
}

const CHANGED: Localized = {
  ko: "Open-Meteo의 답을 읽을 수 없습니다.",
  en: "The answer of Open-Meteo cannot be read.",
};

/** Words that say when and name no place. */
const DAYS =
  /^(?:오늘|내일|모레|지금|현재|이번\s*주말?|다음\s*주말?|주말|[월화수목금토일]요일|today|tomorrow|now|this\s+week(?:end)?|next\s+week|the\s+weekend)$/iu;

const NO_PLACE: Localized = {
  ko: "어느 도시의 날씨인지 말씀해 주세요. 예: 서울 날씨",
  en: "Which city? Say it like: weather in Seoul",
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
  return { name: typeof name === "string" ? name : asked, latitude, longitude };
}

function unknownPlace(asked: string): Localized {
  return {
    ko: korean`"${asked}"(이)라는 곳을 찾지 못했습니다. 도시 이름으로 다시 물어보세요.`,
    en: `No place called "${asked}" was found. Try the name of a city.`,
  };
}

function forecastOf(
  call: ReadyCall,
  place: Place,
  now: { readonly temperature: number; readonly feels: number; readonly code: number },
  days: readonly Day[],
): { readonly kind: "object"; readonly data: JsonObject; readonly text: string } {
  const { language } = call.actor;
  const words = weatherWords(now.code)[language];
  const head = worded(call, {
    ko: `${place.name} 지금 ${degrees(now.temperature)} (체감 ${degrees(now.feels)}), ${words}`,
    en: `${place.name} now ${degrees(now.temperature)} (feels like ${degrees(now.feels)}), ${words}`,
  });
  const [today] = days;
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
      days: days.map(({ date, code, high, low, chance }) => ({
        date,
        weather: weatherWords(code)[language],
        high,
        low,
        rain_percent: chance ?? null,
      })),
    },
    text: [head, ...days.map((day) => `- ${dayText(call, day)}`)].join("\n"),
  };
}

function dayText(call: ReadyCall, { date, code, high, low, chance }: Day): string {
  const [, month, day] = date.split("-").map(Number);
  const words = weatherWords(code)[call.actor.language];
  const rain =
    chance === undefined
      ? { ko: "", en: "" }
      : { ko: `, 비·눈 ${chance}%`, en: `, rain or snow ${chance}%` };
  return worded(call, {
    ko: `${month}월 ${day}일 ${words} ${degrees(low)} ~ ${degrees(high)}${rain.ko}`,
    en: `${month}/${day} ${words} ${degrees(low)} to ${degrees(high)}${rain.en}`,
  });
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

/** What a weather code means; the number itself for one that is not in the table. */
function weatherWords(code: number): Localized {
  return WORDS[code] ?? { ko: `날씨 코드 ${code}`, en: `weather code ${code}` };
}
