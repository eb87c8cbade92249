import type { Language } from "../../base/localized.ts";
import { nearNames } from "../../engine/language/nearest-name.ts";
import { codeSpan, escapeMarkup } from "../markup/parse-markup.ts";
import type { ChatEvent } from "../platform/chat-adapter.ts";
import {
  KOREAN_COMMANDS,
  type MenuEntry,
  OTHER_NAMES,
  OWNER_COMMANDS,
  writtenCommand,
} from "../platform/command-names.ts";
import type { OptionValues } from "../platform/command-shape.ts";
import { say, type TextKey } from "../texts/say.ts";
import type { Command, CommandContext, CommandOutcome } from "./command.ts";
import { COMMAND_TREE, type Meaning, type MeaningContext, meaningOf } from "./command-tree.ts";

/** A command as it was typed: `/ibl [system:time]`. */
export interface TypedCommand {
  readonly name: string;
  readonly argument: string;
  readonly values?: OptionValues;
}

/** Reads `/name argument`, the name in English or Korean (also `/name@bot argument` and `/name!`); `undefined` for anything else, such as a path. */
export function parseCommand(text: string): TypedCommand | undefined {
  const match = COMMAND.exec(text.normalize("NFC").trim());
  if (match === null) return undefined;
  const name = (match[1] ?? "").toLowerCase().replaceAll("-", "_");
  return { name: BY_KOREAN.get(name) ?? name, argument: (match[2] ?? "").trim() };
}

/** The command that a message is; forwarded words never are one. */
export function commandIn(
  event: Extract<ChatEvent, { kind: "message" }>,
): TypedCommand | undefined {
  const typed = event.isForwarded === true ? undefined : parseCommand(event.text);
  const { options: values } = event;
  return typed === undefined || values === undefined ? typed : { ...typed, values };
}

const COMMAND = /^\/([\p{L}\p{N}_-]+)(?:@[A-Za-z0-9_]+)?[.!?]*(?:\s+([\s\S]*))?$/u;

const BY_KOREAN: ReadonlyMap<string, string> = new Map([
  ...Object.entries(KOREAN_COMMANDS).map(([name, korean]) => [korean, name] as const),
  ...Object.entries(OTHER_NAMES),
]);

/** Whom and where a command is from. */
type Giver = Pick<CommandContext, "person" | "actor">;

/** The commands, the same on every platform, and the help that lists them. */
export class Commands {
  readonly #commands: readonly Command[];
  readonly #parts: ConstructorParameters<typeof Commands>[1];

  /** `commands` are what the tree and older names lead to; `/help` is added here. */
  constructor(
    commands: readonly Command[],
    parts: {
      /** Unix milliseconds. */
      readonly now: () => number;
      /** A person's open to-dos in a chat. */
      readonly todosOf: (
        personId: string,
        chatKey: string,
      ) => readonly { readonly number: number; readonly content: string }[];
      /** Names of those to whom a person can send. */
      readonly contactsOf: (personId: string) => readonly string[];
    },
  ) {
    const help: Command = {
      name: "help",
      usage: "/help",
      help: "helpHelp",
      run: (context) => this.#help(context),
    };
    this.#commands = [...commands.slice(0, 1), help, ...commands.slice(1)];
    this.#parts = parts;
  }

  /** Names of all commands: those of the menus, then the older ones. */
  get names(): readonly string[] {
    return [...new Set([...COMMAND_TREE, ...this.#commands].map(({ name }) => name))];
  }

  /** Runs a command; an unknown one is answered with the nearest, as a button where nothing was typed behind it. */
  async run(name: string, context: CommandContext): Promise<CommandOutcome> {
    const { argument, person } = context;
    const meaning = this.#meaning({ ...context, name }, context);
    if (meaning?.kind === "words") return { text: "", words: meaning.text };
    if (meaning?.kind === "problem") return { text: meaning.text };
    const [meant, rest] = commandBehind(meaning) ?? [name, argument];
    const command = this.#named(meant);
    const given = meaning?.kind === "command" && meaning.values ? { values: meaning.values } : {};
    if (command !== undefined) return command.run({ ...context, ...given, argument: rest });
    const { language } = person;
    const nearest = nearestName(name, this.names.flatMap(namesOf));
    if (nearest === undefined)
      return { text: say(language, "unknownCommand", { name, near: "" }), offers: ["help"] };
    const real = BY_KOREAN.get(nearest) ?? nearest;
    const written = writtenCommand(real, language);
    const typed = argument === "" ? written : codeSpan(`${written} ${argument}`);
    const near = say(language, "nearCommand", { name: typed });
    const text = say(language, "unknownCommand", { name, near });
    return argument === "" ? { text, offers: [real] } : { text };
  }

  /** Whether a command answers with what is one person's alone, or asks about it. */
  isPersonal(typed: TypedCommand, giver: Giver): boolean {
    if (typed.name === "message" || typed.values?.["where"] === "private") return true;
    const meant = commandBehind(this.#meaning(typed, giver)) ?? [typed.name, typed.argument];
    return this.#named(meant[0])?.isPersonal?.(meant[1]) === true;
  }

  /** What a menu says of these commands, in their order. */
  menu(language: Language, names: readonly string[]): readonly MenuEntry[] {
    return names.map((name) => {
      const real = name === "files" ? "file" : (OTHER_NAMES[name] ?? name);
      const entry = COMMAND_TREE.find((each) => each.name === real);
      const command = this.#named(real);
      const older = command === undefined ? "" : say(language, command.help);
      return { name, description: entry?.description[language] ?? older };
    });
  }

  #meaning(typed: TypedCommand, { person, actor }: Giver): Meaning | undefined {
    const { language, zone } = person;
    const context: MeaningContext = {
      language,
      zone,
      nowMs: this.#parts.now(),
      todos: () => this.#parts.todosOf(person.id, actor.chatId),
      contacts: () => this.#parts.contactsOf(person.id),
    };
    return meaningOf(typed, context);
  }

  #named(name: string): Command | undefined {
    return this.#commands.find((entry) => entry.name === name);
  }

  #help({ person: { language, role }, argument }: CommandContext): CommandOutcome {
    if (argument !== "") return this.#helpOf(argument, language);
    const shown = COMMAND_TREE.filter(
      ({ name }) => name !== "help" && (role === "owner" || !OWNER_COMMANDS.has(name)),
    ).map(({ name, korean }) => (language === "ko" ? `/${korean}` : `/${name}`));
    return { text: say(language, "help", { commands: shown.join(" ") }) };
  }

  #helpOf(words: string, language: Language): CommandOutcome {
    const name = parseCommand(`/${words.replace(/^\//, "")}`)?.name ?? words;
    const topic = topicOf(name, language);
    if (topic !== undefined) return { text: topic };
    const command = this.#named(name);
    const detail = HELP_DETAILS[name];
    if (command === undefined || detail === undefined) {
      const nearest = nearestName(name, this.names.flatMap(namesOf));
      const near = nearest === undefined ? undefined : (BY_KOREAN.get(nearest) ?? nearest);
      if (near !== undefined && this.names.includes(near)) return this.#helpOf(near, language);
      return { text: say(language, "helpUnknown", { name: escapeMarkup(name) }), offers: ["help"] };
    }
    const text = say(language, "helpOf", {
      command: writtenCommand(name, language),
      help: say(language, command.help),
      detail: say(language, detail),
    });
    return command.usage === `/${name}` ? { text, offers: [name] } : { text };
  }
}

/** The command that a meaning is, with what stands behind it. */
function commandBehind(meaning: Meaning | undefined): readonly [string, string] | undefined {
  if (meaning?.kind === "program") return ["ibl", meaning.code];
  return meaning?.kind === "command" ? [meaning.name, meaning.argument ?? ""] : undefined;
}

/** What the help says of a command of the menus: each of its subcommands as it is typed. */
function topicOf(name: string, language: Language): string | undefined {
  const entry = COMMAND_TREE.find((each) => each.name === name);
  if (entry?.subcommands === undefined) return undefined;
  const isKorean = language === "ko";
  const lines = entry.subcommands.map((each) => {
    const options = (each.options ?? [])
      .filter(({ isRequired }) => isRequired)
      .map((option) => `‹${isKorean ? option.korean : option.name}›`);
    const typed = isKorean ? [entry.korean, each.korean] : [entry.name, each.name];
    return `${codeSpan(`/${[...typed, ...options].join(" ")}`)} · ${each.description[language]}`;
  });
  return [`**${entry.description[language]}**`, ...lines].join("\n");
}

/** Its name and its Korean one. */
function namesOf(name: string): readonly string[] {
  const korean = KOREAN_COMMANDS[name];
  return korean === undefined ? [name] : [name, korean];
}

/** Korean is compared letter by letter, not syllable by syllable: "도움맗" is one letter away from "도움말". */
function nearestName(name: string, names: readonly string[]): string | undefined {
  const letters = new Map(names.map((each) => [each.normalize("NFD"), each]));
  const [nearest] = nearNames(name.normalize("NFD"), letters.keys(), 1);
  return nearest === undefined ? undefined : letters.get(nearest);
}

/** What `/help COMMAND` says of a command: what it does in full, with what may be typed behind it. */
const HELP_DETAILS: Readonly<Record<string, TextKey>> = {
  start: "detailStart",
  help: "detailHelp",
  new: "detailNew",
  stop: "detailStop",
  history: "detailHistory",
  remember: "detailRemember",
  memory: "detailMemory",
  forget: "detailForget",
  ibl: "detailIbl",
  check: "detailCheck",
  workflows: "detailWorkflows",
  switches: "detailSwitches",
  agent: "detailAgent",
  briefing: "detailBriefing",
  schedule: "detailSchedule",
  approvals: "detailApprovals",
  grants: "detailGrants",
  files: "detailFiles",
  vision: "detailVision",
  settings: "detailSettings",
  language: "detailLanguage",
  timezone: "detailTimezone",
  status: "detailStatus",
  usage: "detailUsage",
  people: "detailPeople",
  claim: "detailClaim",
  link: "detailLink",
  export: "detailExport",
  forget_me: "detailForgetMe",
};
