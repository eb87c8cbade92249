import { filled } from "../base/particles.ts";
import type { Language, Localized } from "../base/words.ts";
import { AGENTS_TEXTS } from "./texts-agents.ts";
import { BRIEFINGS_TEXTS } from "./texts-briefings.ts";
import { BUDGET_TEXTS } from "./texts-budget.ts";
import { CARDS_TEXTS } from "./texts-cards.ts";
import { COMMANDS_TEXTS } from "./texts-commands.ts";
import { DISCORD_TEXTS } from "./texts-discord.ts";
import { FILES_TEXTS } from "./texts-files.ts";
import { FOLDER_TEXTS } from "./texts-folder.ts";
import { HELP_TEXTS } from "./texts-help.ts";
import { LIFE_TEXTS } from "./texts-life.ts";
import { LINK_TEXTS } from "./texts-link.ts";
import { LISTS_TEXTS } from "./texts-lists.ts";
import { MEMORY_TEXTS } from "./texts-memory.ts";
import { PEOPLE_TEXTS } from "./texts-people.ts";
import { RIGHTS_TEXTS } from "./texts-rights.ts";
import { SCHEDULES_TEXTS } from "./texts-schedules.ts";
import { SETTINGS_TEXTS } from "./texts-settings.ts";
import { TRIED_TEXTS } from "./texts-tried.ts";
import { TURNS_TEXTS } from "./texts-turns.ts";
import { WELCOME_TEXTS } from "./texts-welcome.ts";

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
