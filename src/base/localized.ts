/** The languages that the product speaks. */
export type Language = "ko" | "en";

/** One sentence in every language of the product. */
export interface Localized {
  readonly ko: string;
  readonly en: string;
}

/** The words that `say` has in each language. */
export function inBoth(say: (language: Language) => string): Localized {
  return { ko: say("ko"), en: say("en") };
}

/** Full sentences as one text in each language, a space between. */
export function sentences(all: readonly Localized[]): Localized {
  return joined(...all.flatMap((words, index) => (index === 0 ? [words] : [" ", words])));
}

/** Sentences set one after the other in each language; a plain text is the same in both. */
export function joined(...parts: readonly (Localized | string)[]): Localized {
  return inBoth((language) =>
    parts.map((part) => (typeof part === "string" ? part : part[language])).join(""),
  );
}

/** A text as one line of at most `length` characters, never half of one, with an ellipsis where it was cut. */
export function oneLine(text: string, length: number): string {
  return cutAfter(text.replace(/\s+/gu, " ").trim(), length);
}

/** A text of at most `length` characters, never half of one, with an ellipsis where it was cut; its lines stay. */
export function cutAfter(text: string, length: number): string {
  const letters = [...text];
  return letters.length <= length ? text : `${letters.slice(0, length).join("")}…`;
}

/** A span of temperatures in degrees Celsius: "1–10°C"; below zero a dash could be taken for a sign: "-1 to 7°C", "-1~7°C". */
export function degreesBetween(low: number, high: number, language: Language): string {
  const [from, to] = [Math.round(low), Math.round(high)];
  const between = from >= 0 && to >= 0 ? "–" : { ko: "~", en: " to " }[language];
  return `${from}${between}${to}°C`;
}
