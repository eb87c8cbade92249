import { filled } from "../../base/korean-particles.ts";
import type { Language, Localized } from "../../base/localized.ts";
import { AGENTS_TEXTS } from "./agents.ts";
import { BRIEFINGS_TEXTS } from "./briefings.ts";
import { BUDGET_TEXTS } from "./budget.ts";
import { CARDS_TEXTS } from "./cards.ts";
import { COMMANDS_TEXTS } from "./commands.ts";
import { DISCORD_TEXTS } from "./discord.ts";
import { FILES_TEXTS } from "./files.ts";
import { FOLDER_TEXTS } from "./folder.ts";
import { HELP_TEXTS } from "./help.ts";
import { LIFE_TEXTS } from "./life.ts";
import { LINK_TEXTS } from "./link.ts";
import { LISTS_TEXTS } from "./lists.ts";
import { MEMORY_TEXTS } from "./memory.ts";
import { PEOPLE_TEXTS } from "./people.ts";
import { RIGHTS_TEXTS } from "./rights.ts";
import { SCHEDULES_TEXTS } from "./schedules.ts";
import { SETTINGS_TEXTS } from "./settings.ts";
import { TRIED_TEXTS } from "./tried.ts";
import { TURNS_TEXTS } from "./turns.ts";
import { WELCOME_TEXTS } from "./welcome.ts";

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
