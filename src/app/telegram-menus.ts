import type { Language } from "../base/localized.ts";
import { OWNER_COMMANDS, PRIVATE_COMMANDS } from "../bots/platform/command-names.ts";
import type { CommandMenu } from "../bots/telegram/menus.ts";
import { LOCAL_PERSON_ID } from "../security/access/people.ts";
import type { Parts } from "./open-app.ts";

/** What the menus are made of. */
export type MenuSource = Pick<Parts, "commands" | "people" | "updates">;

/**
 * The menus of Telegram: in private what anybody may use there, in groups what does something there, and in an owner's own chat all of it, in the
 * language they chose. Everybody else reads them in the language of their Telegram.
 */
export function telegramMenus(parts: MenuSource): readonly CommandMenu[] {
  const inPrivate = (name: string): boolean => !OWNER_COMMANDS.has(name);
  const inGroups = (name: string): boolean => inPrivate(name) && !PRIVATE_COMMANDS.has(name);
  const menus = (language: Language): readonly CommandMenu[] => {
    // English is what everybody reads whose language has no menu.
    const place = language === "en" ? {} : ({ languageCode: language } as const);
    return [
      { ...place, commands: commandsOf(parts, language, inPrivate) },
      { ...place, audience: "groups", commands: commandsOf(parts, language, inGroups) },
    ];
  };
  return [...menus("en"), ...menus("ko"), ...ownersMenus(parts)];
}

function ownersMenus(parts: MenuSource): readonly CommandMenu[] {
  const { people, updates } = parts;
  return people
    .owners()
    .filter(({ id }) => id !== LOCAL_PERSON_ID)
    .flatMap(({ id, language }) => {
      const commands = commandsOf(parts, language, () => true);
      const chats = updates.chatsOf(id).flatMap((key) => updates.address(key) ?? []);
      const ids = chats
        .filter(({ platform, isPrivate }) => platform === "telegram" && isPrivate)
        .map(({ chatId }) => chatId);
      return [...new Set(ids)].map((chatId) => ({ audience: { chatId }, commands }));
    });
}

function commandsOf(
  { commands }: MenuSource,
  language: Language,
  isShown: (name: string) => boolean,
): CommandMenu["commands"] {
  return commands
    .menu(language)
    .filter(({ name }) => isShown(name))
    .map(({ name, description }) => ({ command: name, description }));
}
