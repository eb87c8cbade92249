import type { Language } from "../base/words.ts";
import { nearNames } from "../engine/near.ts";
import type { Command, CommandContext, CommandOutcome } from "./command.ts";
import { KOREAN_COMMANDS } from "./command-names.ts";
import { say } from "./texts.ts";

/** A command as it was typed: `/ibl [system:time]`. */
export interface TypedCommand {
  readonly name: string;
  readonly argument: string;
}

/** A command as a platform's menu shows it; `takesText` when something may follow its name. */
export interface MenuEntry {
  readonly name: string;
  readonly description: string;
  readonly takesText: boolean;
}

/** Reads `/name argument`, the name in English or Korean (also `/name@bot argument` and `/name!`); `undefined` for anything else, such as a path. */
export function parseCommand(text: string): TypedCommand | undefined {
  const match = COMMAND.exec(text.normalize("NFC").trim());
  if (match === null) return undefined;
  const name = (match[1] ?? "").toLowerCase().replaceAll("-", "_");
  return { name: BY_KOREAN.get(name) ?? name, argument: (match[2] ?? "").trim() };
}

const COMMAND = /^\/([\p{L}\p{N}_-]+)(?:@[A-Za-z0-9_]+)?[.!?]*(?:\s+([\s\S]*))?$/u;

const BY_KOREAN: ReadonlyMap<string, string> = new Map(
  Object.entries(KOREAN_COMMANDS).map(([name, korean]) => [korean, name]),
);

/** The commands, the same on every platform, and the help that lists them. */
export class Commands {
  readonly #commands: readonly Command[];

  /** `commands` in the order in which help and menus show them; `/start` first, then `/help`, which is added here. */
  constructor(commands: readonly Command[]) {
    const help: Command = {
      name: "help",
      usage: "/help",
      help: "helpHelp",
      run: (context) => this.#help(context),
    };
    this.#commands = [...commands.slice(0, 1), help, ...commands.slice(1)];
  }

  /** Runs a command; an unknown one is answered with the nearest. */
  async run(name: string, context: CommandContext): Promise<CommandOutcome> {
    const command = this.#commands.find((entry) => entry.name === name);
    if (command !== undefined) return command.run(context);
    const nearest = nearestName(name, this.#commands.flatMap(namesOf));
    const { language } = context.person;
    const near = nearest === undefined ? "" : say(language, "nearCommand", { name: nearest });
    return { text: say(language, "unknownCommand", { name, near }) };
  }

  /** The commands for a platform's menu. */
  menu(language: Language): readonly MenuEntry[] {
    return this.#commands.map((command) => ({
      name: command.name,
      description: say(language, command.help),
      takesText: command.takesText ?? command.usage.includes(" "),
    }));
  }

  #help({ person }: CommandContext): CommandOutcome {
    const commands = this.#commands
      .map((command) => `- \`${command.usage}\` ${say(person.language, command.help)}`)
      .join("\n");
    return { text: say(person.language, "help", { commands }) };
  }
}

/** Its name and its Korean one. */
function namesOf({ name }: Command): readonly string[] {
  const korean = KOREAN_COMMANDS[name];
  return korean === undefined ? [name] : [name, korean];
}

/** Korean is compared letter by letter, not syllable by syllable: "도움맗" is one letter away from "도움말". */
function nearestName(name: string, names: readonly string[]): string | undefined {
  const letters = new Map(names.map((each) => [each.normalize("NFD"), each]));
  const [nearest] = nearNames(name.normalize("NFD"), letters.keys(), 1);
  return nearest === undefined ? undefined : letters.get(nearest);
}
