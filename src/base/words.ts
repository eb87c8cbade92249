/** The languages that the product speaks. */
export type Language = "ko" | "en";

/** One sentence in every language of the product. */
export interface Localized {
  readonly ko: string;
  readonly en: string;
}

/** Full sentences as one text in each language, a space between. */
export function sentences(all: readonly Localized[]): Localized {
  return joined(...all.flatMap((words, index) => (index === 0 ? [words] : [" ", words])));
}

/** Sentences set one after the other in each language; a plain text is the same in both. */
export function joined(...parts: readonly (Localized | string)[]): Localized {
  const inLanguage = (language: Language): string =>
    parts.map((part) => (typeof part === "string" ? part : part[language])).join("");
  return { ko: inLanguage("ko"), en: inLanguage("en") };
}
