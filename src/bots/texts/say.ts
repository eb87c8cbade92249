import { filled } from "../../base/korean-particles.ts";
import type { Language, Localized } from "../../base/localized.ts";
import { AGENTS_TEXTS, CARDS_TEXTS, LISTS_TEXTS, TRIED_TEXTS } from "./cards.ts";
import { FILES_TEXTS, FOLDER_TEXTS } from "./files.ts";
import { LIFE_TEXTS, LINK_TEXTS, PEOPLE_TEXTS, RIGHTS_TEXTS } from "./people.ts";
import { BRIEFINGS_TEXTS, SCHEDULES_TEXTS } from "./schedules.ts";
import { BUDGET_TEXTS, MEMORY_TEXTS, SETTINGS_TEXTS } from "./settings.ts";
import { COMMANDS_TEXTS, DISCORD_TEXTS, HELP_TEXTS, TURNS_TEXTS, WELCOME_TEXTS } from "./turns.ts";

/** Every sentence the bot says by itself, in both languages. */
const TEXTS = {
  ...AGENTS_TEXTS,
  ...BRIEFINGS_TEXTS,
  ...BUDGET_TEXTS,
  ...CARDS_TEXTS,
  ...COMMANDS_TEXTS,
  ...FILES_TEXTS,
  ...DISCORD_TEXTS,
  ...FOLDER_TEXTS,
  ...HELP_TEXTS,
  ...LIFE_TEXTS,
  ...LISTS_TEXTS,
  ...LINK_TEXTS,
  ...MEMORY_TEXTS,
  ...PEOPLE_TEXTS,
  ...RIGHTS_TEXTS,
  ...SCHEDULES_TEXTS,
  ...SETTINGS_TEXTS,
  ...TRIED_TEXTS,
  ...TURNS_TEXTS,
  ...WELCOME_TEXTS,
} as const satisfies Record<string, Localized>;

/** The name of a sentence. */
export type TextKey = keyof typeof TEXTS;

/** A sentence in a language with its places filled. */
export function say(
  language: Language,
  key: TextKey,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return filled(language, TEXTS[key][language], /\{([a-z]+)\}/, (name) =>
    String(values[name] ?? `{${name}}`),
  );
}

/** A sentence without places, in every language. */
export function wordsOfText(key: TextKey): Localized {
  return TEXTS[key];
}

/** Both languages of every sentence, for the completeness test. */
export function allTexts(): Readonly<Record<string, Localized>> {
  return TEXTS;
}
