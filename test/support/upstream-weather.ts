import type { JsonAnswer } from "./upstream-quotes.ts";

const SHORTER: Readonly<Record<string, readonly string[]>> = { Seoul: ["서울"], Jeju: ["제주"] };

/** Korean and English name, latitude, longitude. */
const KNOWN: readonly (readonly [string, string, number, number])[] = [
  ["서울특별시", "Seoul", 37.566, 126.9784],
  ["부산", "Busan", 35.1028, 129.0403],
  ["제주시", "Jeju", 33.5097, 126.5219],
  ["강릉", "Gangneung", 37.7556, 128.8961],
  ["베를린", "Berlin", 52.52437, 13.41053],
  ["런던", "London", 51.50853, -0.12574],
  ["파리", "Paris", 48.85341, 2.3488],
  ["도쿄", "Tokyo", 35.6895, 139.69171],
  ["오사카", "Osaka", 34.69379, 135.50107],
  ["방콕", "Bangkok", 13.75398, 100.50144],
  ["뉴욕", "New York", 40.71427, -74.00597],
];

const PLACES = new Map(
  KNOWN.flatMap((place) =>
    [place[0], place[1], ...(SHORTER[place[1]] ?? [])].map(
      (name) => [name.toLowerCase(), place] as const,
    ),
  ),
);

/** Places in the form of Open-Meteo's geocoding API; without `results` where there is none. */
export function placesAnswer(name: string, language: string | undefined): JsonAnswer {
  const place = PLACES.get(name.toLowerCase());
  if (place === undefined) return { status: 200, body: { generationtime_ms: 0.5 } };
  const [korean, english, latitude, longitude] = place;
  const found = { id: 1, name: language === "ko" ? korean : english, latitude, longitude };
  return { status: 200, body: { results: [found] } };
}

/** A forecast in the form of Open-Meteo's forecast API: two degrees above freezing and rain from tomorrow on. */
export function forecastAnswer(query: Readonly<Record<string, string>>): JsonAnswer {
  const count = Number(query["forecast_days"] ?? 7);
  const days = Array.from({ length: count }, (_, index) => index);
  const isJeju = Math.trunc(Number(query["latitude"])) === 33;
  return {
    status: 200,
    body: {
      latitude: Number(query["latitude"]),
      timezone: "Asia/Seoul",
      current: {
        time: "2026-11-22T07:00",
        temperature_2m: isJeju ? 13.6 : 1.6,
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
