import type { Language } from "./localized.ts";

/** A span of temperatures in degrees Celsius, as answers of two rooms say it: "1–10°C"; below zero a dash could be taken for a sign: "-1 to 7°C", "-1~7°C". */
export function degreesBetween(low: number, high: number, language: Language): string {
  const [from, to] = [Math.round(low), Math.round(high)];
  const between = from >= 0 && to >= 0 ? "–" : { ko: "~", en: " to " }[language];
  return `${from}${between}${to}°C`;
}
