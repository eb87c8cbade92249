/** The languages that the product speaks. */
export type Language = "ko" | "en";

/** One sentence in every language of the product. */
export interface Localized {
  readonly ko: string;
  readonly en: string;
}

/** Sentences set one after the other in each language; a plain text is the same in both. */
export function joined(...parts: readonly (Localized | string)[]): Localized {
  const inLanguage = (language: Language): string =>
    parts.map((part) => (typeof part === "string" ? part : part[language])).join("");
  return { ko: inLanguage("ko"), en: inLanguage("en") };
}
