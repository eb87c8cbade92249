import { digestOf } from "../../base/digest.ts";
import { messageOf } from "../../base/errors.ts";
import type { Localized } from "../../base/localized.ts";
import { visibleText } from "../../base/visible-text.ts";
import { cutText } from "../markup/split-text.ts";
import type { AdapterMemory } from "../platform/adapter-state.ts";
import type { ChatAddress, Sender } from "../platform/chat-adapter.ts";
import type { CommandShape, OptionShape, OptionValues } from "../platform/command-shape.ts";
import type { CommandValue } from "../platform/command-values.ts";
import { type TextKey, wordsOfText } from "../texts/say.ts";
import { DiscordError } from "./errors.ts";
import { ASK, type DiscordInteraction, focusedIn, pathOf } from "./events.ts";
import { type InteractionParts, RESPONSE, respond } from "./interactions.ts";

/** Types of commands and of options (docs "Application Commands", Application Command Types and Option Types). */
const TYPE = {
  slash: 1,
  message: 3,
  subcommand: 1,
  text: 3,
  boolean: 5,
  user: 6,
  file: 11,
} as const;
/** In servers and in direct messages with the bot; for servers that installed it (docs "Application Commands", contexts, integration_types). */
const WHERE = { contexts: [0, 1], integration_types: [0] } as const;
/** Longest description, and longest text of an option (docs "Application Commands"). */
const LONGEST_DESCRIPTION = 100;
const LONGEST_OPTION = 6000;

const REGISTERED = "commands";

/** The entries in the menu of a message: what each is called, and what it asks for. */
export const MESSAGE_MENU = {
  about: "discordAboutThis",
  remind: "discordRemindMe",
  todo: "discordAddTodo",
} as const satisfies Readonly<Record<string, TextKey>>;

/** `/ask`, the commands of the product, and the entries in the menu of a message, as Discord registers them. Pure. */
export function commandsOf(commands: readonly CommandShape[]): readonly object[] {
  const messages = Object.values(MESSAGE_MENU).map((key) => ({
    ...localized("name", wordsOfText(key)),
    type: TYPE.message,
    ...WHERE,
  }));
  return [ask(), ...commands.map(slashOf), ...messages];
}

function ask(): object {
  const question = { ...named(QUESTION), ...described("discordAskOption"), type: TYPE.text };
  const file = { ...named(["file", "파일"]), ...described("discordFileOption"), type: TYPE.file };
  const onlyMe = { ...named(ONLY_ME), ...described("discordOnlyMe"), type: TYPE.boolean };
  return {
    ...named([ASK, "질문"]),
    type: TYPE.slash,
    ...described("discordAsk"),
    options: [
      { ...question, required: true, max_length: LONGEST_OPTION },
      { ...file, required: false },
      { ...onlyMe, required: false },
    ],
    ...WHERE,
  };
}

/** The options of `/ask`. */
const QUESTION = ["question", "질문"] as const;
const ONLY_ME = ["only_me", "나만"] as const;

function slashOf(shape: CommandShape): object {
  const subcommands = (shape.subcommands ?? []).map((each) => ({
    ...shown(each),
    type: TYPE.subcommand,
    options: (each.options ?? []).map(optionOf),
  }));
  const options = subcommands.length > 0 ? subcommands : (shape.options ?? []).map(optionOf);
  return { ...shown(shape), type: TYPE.slash, options, ...WHERE };
}

function optionOf(option: OptionShape): object {
  const { type = "text", isRequired = false, choices, suggests } = option;
  return {
    ...shown(option),
    type: TYPE[type],
    required: isRequired,
    ...(type === "text" && choices === undefined && { max_length: LONGEST_OPTION }),
    ...(suggests !== undefined && { autocomplete: true }),
    ...(choices && {
      choices: choices.map(({ value, label }) => ({ ...localized("name", label), value })),
    }),
  };
}

function shown({ name, korean, description }: OptionShape): object {
  const { ko, en } = description;
  const cut = { ko: cutText(ko, LONGEST_DESCRIPTION), en: cutText(en, LONGEST_DESCRIPTION) };
  return { ...named([name, korean]), ...localized("description", cut) };
}

function named([name, ko]: readonly [string, string]): object {
  return { name, name_localizations: { ko } };
}

function described(key: TextKey): object {
  return localized("description", wordsOfText(key));
}

function localized(field: "name" | "description", { ko, en }: Localized): object {
  return { [field]: en, [`${field}_localizations`]: { ko } };
}

/** Tells Discord the commands when they are not those it was told last; a refusal is logged, since the bot works without. Rejects with `DiscordError` when Discord cannot be asked. */
export async function registerCommands(
  { client, log }: InteractionParts,
  shapes: readonly CommandShape[],
  memory: AdapterMemory,
): Promise<void> {
  const commands = commandsOf(shapes);
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

/** Most choices of one answer, and longest name and value of one (docs "Application Commands", Option Choice Structure; "Receiving and Responding", Autocomplete). */
const MOST_CHOICES = 25;
const LONGEST_CHOICE = 100;

/** Gives the values that fit what somebody has typed into an option so far, at most `limit`. */
export type Suggest = (asked: {
  /** The command, with its subcommand behind a space. */
  readonly command: string;
  readonly option: string;
  readonly typed: string;
  /** What stands in the other options. */
  readonly values: OptionValues;
  readonly sender: Sender;
  readonly chat: ChatAddress;
  readonly limit: number;
}) => Promise<readonly CommandValue[]> | readonly CommandValue[];

/** Answers who types into an option of a command with what may stand there. Never rejects. */
export async function offerValues(
  parts: InteractionParts & { readonly suggest: Suggest | undefined },
  interaction: DiscordInteraction,
  place: { readonly chat: ChatAddress; readonly sender: Sender },
): Promise<void> {
  const { path, values } = pathOf(interaction);
  const option = focusedIn(interaction) ?? "";
  const typed = values[option] ?? "";
  const asked = { command: path.join(" "), option, typed, values, ...place, limit: MOST_CHOICES };
  const found = await Promise.resolve(parts.suggest?.(asked) ?? []).catch((thrown: unknown) => {
    parts.log.warn({ problem: messageOf(thrown) }, "Values of an option could not be found.");
    return [];
  });
  const choices = found
    .filter(({ value }) => value.length <= LONGEST_CHOICE)
    .map(({ label, value }) => ({ name: cutText(visibleText(label), LONGEST_CHOICE), value }));
  await respond(parts, interaction, RESPONSE.choices, { choices });
}
