import { digestOf } from "../../base/digest.ts";
import { messageOf } from "../../base/errors.ts";
import type { Language } from "../../base/localized.ts";
import { visibleText } from "../../base/visible-text.ts";
import { cutText } from "../markup/split-text.ts";
import type { AdapterMemory } from "../platform/adapter-state.ts";
import type { ChatAddress, Sender } from "../platform/chat-adapter.ts";
import { KOREAN_COMMANDS, type MenuEntry } from "../platform/command-names.ts";
import { COMMANDS_WITH_VALUES, type CommandValue } from "../platform/command-values.ts";
import { say, type TextKey } from "../texts/say.ts";
import { DiscordError } from "./errors.ts";
import { ASK, type DiscordInteraction, TEXT_OPTION } from "./events.ts";
import { type InteractionParts, RESPONSE, respond } from "./interactions.ts";

/** The commands of one language, as their menu says them. */
export type CommandMenus = Readonly<Record<Language, readonly MenuEntry[]>>;

/** Types of commands and of options (docs "Application Commands"). */
const TYPE = { slash: 1, message: 3, text: 3, file: 11 } as const;
/** In servers and in direct messages with the bot; for servers that installed it (docs "Application Commands", contexts, integration_types). */
const WHERE = { contexts: [0, 1], integration_types: [0] } as const;
/** Longest description, and longest text of an option (docs "Application Commands"). */
const LONGEST_DESCRIPTION = 100;
const LONGEST_OPTION = 6000;
/** Most slash commands of an application (docs "Application Commands"). */
const MOST_COMMANDS = 100;

const REGISTERED = "commands";

/** Every command of the product as Discord offers it, with `/ask` first, and the entry in the menu of a message. Pure. */
export function commandsOf(menus: CommandMenus): readonly object[] {
  const korean = new Map(menus.ko.map((entry) => [entry.name, entry.description]));
  const slash = menus.en.slice(0, MOST_COMMANDS - 1).map(({ name, description, takesText }) => ({
    ...named(name, KOREAN_COMMANDS[name]),
    type: TYPE.slash,
    description: cutText(description, LONGEST_DESCRIPTION),
    description_localizations: {
      ko: cutText(korean.get(name) ?? description, LONGEST_DESCRIPTION),
    },
    options: takesText ? [textOption(name)] : [],
    ...WHERE,
  }));
  const file = {
    ...named("file", "파일"),
    type: TYPE.file,
    ...localized("description", "discordFileOption"),
    required: false,
  };
  const ask = {
    ...named(ASK, "질문"),
    type: TYPE.slash,
    ...localized("description", "discordAsk"),
    options: [optionOf("discordAskOption", true), file],
    ...WHERE,
  };
  const about = { ...localized("name", "discordAboutThis"), type: TYPE.message, ...WHERE };
  return [ask, ...slash, about];
}

/** Tells Discord the commands when they are not those it was told last; a refusal is logged, since the bot works without. Rejects with `DiscordError` when Discord cannot be asked. */
export async function registerCommands(
  { client, log }: InteractionParts,
  menus: CommandMenus,
  memory: AdapterMemory,
): Promise<void> {
  const commands = commandsOf(menus);
  const { id: applicationId } = await client.identity();
  const digest = digestOf({ applicationId, commands });
  if (memory.get(REGISTERED) === digest) return;
  try {
    await client.call("PUT", `/applications/${applicationId}/commands`, { body: commands });
    memory.set(REGISTERED, digest);
  } catch (thrown) {
    if (!(thrown instanceof DiscordError) || thrown.failure !== "answered") throw thrown;
    log.warn({ problem: messageOf(thrown) }, "Discord refuses the slash commands.");
  }
}

function named(name: string, ko: string | undefined): object {
  return ko === undefined ? { name } : { name, name_localizations: { ko } };
}

/** Values are offered while one types where there are some to choose from. */
function textOption(name: string): object {
  const option = optionOf("discordTextOption", false);
  return COMMANDS_WITH_VALUES.has(name) ? { ...option, autocomplete: true } : option;
}

function optionOf(key: TextKey, isRequired: boolean): object {
  return {
    ...named(TEXT_OPTION, "내용"),
    type: TYPE.text,
    ...localized("description", key),
    required: isRequired,
    max_length: LONGEST_OPTION,
  };
}

function localized(field: "name" | "description", key: TextKey): object {
  return { [field]: say("en", key), [`${field}_localizations`]: { ko: say("ko", key) } };
}

/** Most choices of one answer, and longest name and value of one (docs "Application Commands", Option Choice Structure; "Receiving and Responding", Autocomplete). */
const MOST_CHOICES = 25;
const LONGEST_CHOICE = 100;

/** Gives the values that fit what somebody has typed behind a command so far, at most `limit`. */
export type Suggest = (asked: {
  readonly command: string;
  readonly typed: string;
  readonly sender: Sender;
  readonly chat: ChatAddress;
  readonly limit: number;
}) => readonly CommandValue[];

/** Answers who types into an option of a command with what may stand there. Never rejects. */
export async function offerValues(
  parts: InteractionParts & { readonly suggest: Suggest | undefined },
  interaction: DiscordInteraction,
  place: { readonly chat: ChatAddress; readonly sender: Sender },
): Promise<void> {
  const { name: command = "", options = [] } = interaction.data;
  const typed = String(options.find(({ name }) => name === TEXT_OPTION)?.value ?? "");
  const values = parts.suggest?.({ command, typed, ...place, limit: MOST_CHOICES }) ?? [];
  const choices = values
    .filter(({ value }) => value.length <= LONGEST_CHOICE)
    .map(({ label, value }) => ({ name: cutText(visibleText(label), LONGEST_CHOICE), value }));
  await respond(parts, interaction, RESPONSE.choices, { choices });
}
