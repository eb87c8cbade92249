import type { Localized } from "../../base/localized.ts";

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
export function weatherWords(code: number): Localized {
  return WORDS[code] ?? { ko: `날씨 코드 ${code}`, en: `weather code ${code}` };
}
