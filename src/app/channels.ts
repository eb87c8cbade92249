import { createDiscordAdapter } from "../bots/discord/adapter.ts";
import { PlatformNotes } from "../bots/platform/adapter-state.ts";
import { type ChatAdapter, chatKey } from "../bots/platform/chat-adapter.ts";
import { createTelegramAdapter } from "../bots/telegram/adapter.ts";
import type { Approval } from "../security/approvals/approvals.ts";
import { openCommandValues } from "./command-values.ts";
import { tellOwners } from "./connect-channels.ts";
import type { Parts } from "./open-app.ts";
import { telegramMenus } from "./telegram-menus.ts";

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
    languageIn: (chat) => parts.admission.languageIn(chatKey(chat)),
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
