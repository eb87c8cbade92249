import type { Language } from "../../base/localized.ts";
import { nearNames } from "../../engine/language/nearest-name.ts";
import { codeSpan, escapeMarkup } from "../markup/parse-markup.ts";
import type { ChatEvent } from "../platform/chat-adapter.ts";
import { KOREAN_COMMANDS, type MenuEntry } from "../platform/command-names.ts";
import { say, type TextKey } from "../texts/say.ts";
import type { Command, CommandContext, CommandOutcome } from "./command.ts";

/** A command as it was typed: `/ibl [system:time]`. */
export interface TypedCommand {
  readonly name: string;
  readonly argument: string;
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
  return event.isForwarded === true ? undefined : parseCommand(event.text);
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
      takesText: true,
      help: "helpHelp",
      run: (context) => this.#help(context),
    };
    this.#commands = [...commands.slice(0, 1), help, ...commands.slice(1)];
  }

  /** Names of all commands, in the order of the menus. */
  get names(): readonly string[] {
    return this.#commands.map(({ name }) => name);
  }

  /** Runs a command; an unknown one is answered with the nearest, as a button where nothing was typed behind it. */
  async run(name: string, context: CommandContext): Promise<CommandOutcome> {
    const command = this.#named(name);
    if (command !== undefined) return command.run(context);
    const { argument, person } = context;
    const { language } = person;
    const nearest = nearestName(name, this.#commands.flatMap(namesOf));
    if (nearest === undefined) return { text: say(language, "unknownCommand", { name, near: "" }) };
    const meant = argument === "" ? `/${nearest}` : codeSpan(`/${nearest} ${argument}`);
    const near = say(language, "nearCommand", { name: meant });
    const text = say(language, "unknownCommand", { name, near });
    return argument === "" ? { text, offers: [BY_KOREAN.get(nearest) ?? nearest] } : { text };
  }

  /** Whether a command answers with what is one person's alone. */
  isPersonal({ name, argument }: TypedCommand): boolean {
    const command = this.#commands.find((entry) => entry.name === name);
    return command?.isPersonal?.(argument) === true;
  }

  /** The commands for a platform's menu. */
  menu(language: Language): readonly MenuEntry[] {
    return this.#commands.map((command) => ({
      name: command.name,
      description: say(language, command.help),
      takesText: command.takesText ?? command.usage.includes(" "),
    }));
  }

  #named(name: string): Command | undefined {
    return this.#commands.find((entry) => entry.name === name);
  }

  #help({ person: { language }, argument }: CommandContext): CommandOutcome {
    if (argument !== "") return this.#helpOf(argument, language);
    const groups = HELP_GROUPS.map(({ title, names }) => {
      const known = names.filter((name) => this.#named(name) !== undefined);
      return `**${say(language, title)}**: ${known.map((name) => `/${name}`).join(" ")}`;
    });
    return { text: say(language, "help", { groups: groups.join("\n") }) };
  }

  #helpOf(words: string, language: Language): CommandOutcome {
    const name = parseCommand(`/${words.replace(/^\//, "")}`)?.name ?? words;
    const command = this.#named(name);
    const detail = HELP_DETAILS[name];
    if (command === undefined || detail === undefined) {
      const nearest = nearestName(name, this.#commands.flatMap(namesOf));
      const near = nearest === undefined ? undefined : (BY_KOREAN.get(nearest) ?? nearest);
      if (near !== undefined && HELP_DETAILS[near] !== undefined)
        return this.#helpOf(near, language);
      return { text: say(language, "helpUnknown", { name: escapeMarkup(name) }) };
    }
    const text = say(language, "helpOf", {
      name,
      korean: KOREAN_COMMANDS[name] ?? name,
      help: say(language, command.help),
      detail: say(language, detail),
    });
    return command.usage === `/${name}` ? { text, offers: [name] } : { text };
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

/** A part of the help: what it is called, and its commands in order. */
interface HelpGroup {
  readonly title: TextKey;
  readonly names: readonly string[];
}

/** The commands by what they are for; every command stands in one group. */
export const HELP_GROUPS: readonly HelpGroup[] = [
  {
    title: "groupTalk",
    names: ["start", "help", "new", "stop", "history", "remember", "memory", "forget"],
  },
  { title: "groupWork", names: ["ibl", "check", "workflows", "switches", "agent"] },
  { title: "groupTime", names: ["briefing", "schedule", "approvals", "grants"] },
  { title: "groupFiles", names: ["files", "vision"] },
  { title: "groupSelf", names: ["settings", "language", "timezone", "status", "usage"] },
  { title: "groupPeople", names: ["people", "claim", "link", "export", "forget_me"] },
];

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
