import type { Language } from "../base/localized.ts";
import { createDiscordAdapter } from "../bots/discord/adapter.ts";
import { languageIn } from "../bots/people/admission.ts";
import { PlatformNotes } from "../bots/platform/adapter-state.ts";
import {
  type ChatAdapter,
  type ChatAddress,
  chatKey,
  type Sender,
} from "../bots/platform/chat-adapter.ts";
import { OWNER_COMMANDS, PRIVATE_COMMANDS } from "../bots/platform/command-names.ts";
import { type CommandValue, valuesFor } from "../bots/platform/command-values.ts";
import { createTelegramAdapter } from "../bots/telegram/adapter.ts";
import type { CommandMenu } from "../bots/telegram/menus.ts";
import { LOCAL_PERSON_ID } from "../security/access/people.ts";
import type { Approval } from "../security/approvals/approvals.ts";
import { tellOwners } from "./connect-channels.ts";
import { plannerWorkflows } from "./message-planner.ts";
import type { Parts } from "./open-app.ts";

/** The adapter of every platform that has a token. The library of a platform without one is not loaded. */
export function channelsOf(parts: Parts): readonly ChatAdapter[] {
  return [...telegramOf(parts), ...discordOf(parts)];
}

function telegramOf(parts: Parts): readonly ChatAdapter[] {
  const { telegram } = parts.config;
  if (telegram === undefined) return [];
  const { clock } = parts.edges;
  const adapter = createTelegramAdapter({
    ...telegram,
    log: parts.log,
    clock,
    memory: new PlatformNotes(parts.database, clock).of("telegram"),
    menus: () => telegramMenus(parts),
    onRefused: (problem) => tellOwners(parts, "telegram", problem),
  });
  return [adapter];
}

function discordOf(parts: Parts): readonly ChatAdapter[] {
  const { discord } = parts.config;
  if (discord === undefined) return [];
  const { clock } = parts.edges;
  const adapter = createDiscordAdapter({
    ...discord,
    log: parts.log,
    clock,
    memory: new PlatformNotes(parts.database, clock).of("discord"),
    menus: { ko: parts.commands.menu("ko"), en: parts.commands.menu("en") },
    suggest: openCommandValues(parts),
    onRefused: (problem) => tellOwners(parts, "discord", problem),
    languageIn: (chat) => languageIn(parts, chatKey(chat)),
    presentOf: (chat, messageId) => presentIn(parts.cards.approvalAt(chatKey(chat), messageId)),
  });
  return [adapter];
}

/** The value, or the time of a schedule, that an open question asks to be changed. */
function presentIn(question: Approval | undefined): string | undefined {
  const followUp = question?.state === "pending" ? question.card.followUp : undefined;
  if (followUp?.kind === "timing") return followUp.words;
  return followUp?.kind === "value" ? followUp.present : undefined;
}

/** What somebody types behind a command. */
interface TypedBehind {
  readonly command: string;
  readonly typed: string;
  readonly sender: Sender;
  readonly chat: ChatAddress;
  readonly limit: number;
}

/** Offers values to people who were let in; to anyone else none. */
function openCommandValues(parts: Parts): (asked: TypedBehind) => readonly CommandValue[] {
  const { admission, agentRegistry, switches, workflows } = parts;
  const values = {
    agentRegistry,
    switches,
    workflows: ({ id: personId, language }: { id: string; language: "ko" | "en" }) =>
      plannerWorkflows(workflows, { personId, language }),
  };
  return ({ command, typed, sender, chat, limit }) => {
    const person = admission.find(chat.platform, sender);
    return person === undefined ? [] : valuesFor(values, { command, typed, person, limit });
  };
}

/** What the menus are made of. */
type MenuSource = Pick<Parts, "commands" | "people" | "updates">;

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
