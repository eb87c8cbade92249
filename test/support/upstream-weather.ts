import type { JsonAnswer } from "./upstream-quotes.ts";

const SEOUL = { ko: "서울특별시", en: "Seoul", latitude: 37.566, longitude: 126.9784 };
const PLACES: Readonly<Record<string, typeof SEOUL>> = {
  서울: SEOUL,
  seoul: SEOUL,
  부산: { ko: "부산", en: "Busan", latitude: 35.1028, longitude: 129.0403 },
  busan: { ko: "부산", en: "Busan", latitude: 35.1028, longitude: 129.0403 },
  berlin: { ko: "베를린", en: "Berlin", latitude: 52.52437, longitude: 13.41053 },
};

/** Places in the form of Open-Meteo's geocoding API; without `results` where there is none. */
export function placesAnswer(name: string, language: string | undefined): JsonAnswer {
  const place = PLACES[name.toLowerCase()];
  if (place === undefined) return { status: 200, body: { generationtime_ms: 0.5 } };
  const { latitude, longitude } = place;
  const found = { id: 1, name: language === "ko" ? place.ko : place.en, latitude, longitude };
  return { status: 200, body: { results: [found] } };
}

/** A forecast in the form of Open-Meteo's forecast API: two degrees above freezing and rain from tomorrow on. */
export function forecastAnswer(query: Readonly<Record<string, string>>): JsonAnswer {
  const count = Number(query["forecast_days"] ?? 7);
  const days = Array.from({ length: count }, (_, index) => index);
  return {
    status: 200,
    body: {
      latitude: Number(query["latitude"]),
      timezone: "Asia/Seoul",
      current: {
        time: "2026-11-22T07:00",
        temperature_2m: 1.6,
        apparent_temperature: -1.8,
        weather_code: 3,
      },
      daily: {
        time: days.map((day) => `2026-11-${22 + day}`),
        weather_code: days.map((day) => (day === 0 ? 3 : 61)),
        temperature_2m_max: days.map((day) => 7.4 + day),
        temperature_2m_min: days.map(() => -0.6),
        precipitation_probability_max: days.map((day) => (day === 0 ? 10 : 80)),
      },
    },
  };
}
