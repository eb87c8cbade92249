import type { Language, Localized } from "../../base/localized.ts";

const NAMES: Readonly<Record<string, Localized>> = {
  telegram: { ko: "텔레그램", en: "Telegram" },
  discord: { ko: "디스코드", en: "Discord" },
  console: { ko: "콘솔", en: "console" },
};

/** A platform as people call it; one that is not known by its own name. */
export function platformName(platform: string, language: Language): string {
  return NAMES[platform]?.[language] ?? platform;
}
