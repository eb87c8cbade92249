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

/** Day and time of day where a person lives, in their language. */
export function shortTime(
  atMs: number,
  { language, zone }: { readonly language: Language; readonly zone: string },
): string {
  return shortFormat(language, zone).format(atMs);
}

/** The same with the day of the week, for times to come. */
export function dayAndTime(
  atMs: number,
  reader: { readonly language: Language; readonly zone: string },
): string {
  const weekday = new Intl.DateTimeFormat(reader.language === "ko" ? "ko-KR" : "en-US", {
    timeZone: reader.zone,
    weekday: "short",
  });
  const name = weekday.format(atMs);
  return reader.language === "ko"
    ? `${shortTime(atMs, reader)} (${name})`
    : `${name} ${shortTime(atMs, reader)}`;
}

/** Making one takes far longer than using it, and there are few zones. */
const SHORT_FORMATS = new Map<string, Intl.DateTimeFormat>();

function shortFormat(language: Language, zone: string): Intl.DateTimeFormat {
  const key = `${language} ${zone}`;
  const known = SHORT_FORMATS.get(key);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat(language === "ko" ? "ko-KR" : "en-US", {
    timeZone: zone,
    month: "numeric",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  SHORT_FORMATS.set(key, format);
  return format;
}
