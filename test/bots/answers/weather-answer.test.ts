import assert from "node:assert/strict";
import { test } from "node:test";
import { weatherAnswer } from "../../../src/bots/answers/weather-answer.ts";

const DAYS = [10, 80, 40].map((chance, index) => ({
  date: `2026-11-${22 + index}`,
  weather: "☁️",
  is_snow: false,
  high: 10,
  low: 1,
  rain_percent: chance,
}));

const ANSWERS: readonly (readonly ["ko" | "en", string, string | undefined])[] = [
  ["ko", "부산 내일 비 와?", "네, 부산은 내일 비가 올 것 같아요 (80%). 1–10°C."],
  ["ko", "비 올까?", "아니요, 부산은 오늘 비가 안 올 것 같아요 (10%). 1–10°C."],
  ["ko", "화요일에 우산 필요해?", "부산은 화요일 비가 올 수도 있어요 (40%). 1–10°C."],
  ["ko", "부산 내일 날씨", "**부산** 내일 ☁️ · 1–10°C · 비 80%"],
  ["ko", "부산 날씨", undefined],
  ["ko", "이번 주 비 와?", undefined],
  ["en", "will it rain tomorrow?", "Yes, rain is likely in 부산 tomorrow (80%). 1–10°C."],
  ["en", "do I need an umbrella on Tuesday", "Rain is possible in 부산 on Tuesday (40%). 1–10°C."],
];

test("a question about rain is answered yes or no, one about a day with its numbers", () => {
  for (const [language, said, answer] of ANSWERS)
    assert.equal(weatherAnswer({ place: "부산", days: DAYS }, { said, language }), answer, said);
});
