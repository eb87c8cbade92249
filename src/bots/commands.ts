import type { Assistant, Reply } from "../agent/assistant.ts";
import type { Gate } from "../agent/run-ibl.ts";
import type { Actor } from "../engine/action.ts";
import { type Diagnostic, formatDiagnostic } from "../engine/diagnostics.ts";
import { nearNames } from "../engine/near.ts";
import type { Plan } from "../engine/plan.ts";
import { parseZone } from "../scheduler/zone.ts";
import { type Approval, type Approvals, mayDecide } from "../security/approvals.ts";
import type { People, Person } from "../security/people.ts";
import { codeBlock, escapeMarkup } from "./markup.ts";
import { say, type TextKey } from "./texts.ts";

/** A command as it was typed: `/ibl [system:time]`. */
export interface TypedCommand {
  readonly name: string;
  readonly argument: string;
}

/** What a command is given. */
export interface CommandContext {
  readonly origin: string;
  readonly actor: Actor;
  readonly person: Person;
  readonly argument: string;
  /** False in a group: what others must not see is left out there. */
  readonly isPrivate: boolean;
  /** Aborts what runs in this chat; says how much that was. */
  readonly stop: () => number;
  /** Runs work that `/stop` can end. */
  readonly run: <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
}

/** What a command says and shows. `cards` are shown again below what was said since. */
export interface CommandOutcome {
  readonly text: string;
  readonly reply?: Reply;
  readonly cards?: readonly Approval[];
}

interface Command {
  readonly name: string;
  readonly usage: string;
  readonly help: TextKey;
  readonly run: (context: CommandContext) => Promise<CommandOutcome> | CommandOutcome;
}

/** What the commands work with. */
export interface CommandParts {
  readonly assistant: Assistant;
  readonly gate: Gate;
  readonly approvals: Approvals;
  readonly people: People;
  /** Starts a new conversation for a person in a chat. */
  readonly newSession: (personId: string, chatKey: string) => void;
}

/** Reads `/name argument` (also `/name@bot argument`); `undefined` for anything else. */
export function parseCommand(text: string): TypedCommand | undefined {
  const match = /^\/([\p{L}_]+)(?:@[A-Za-z0-9_]+)?(?:\s+([\s\S]*))?$/u.exec(text.trim());
  if (match === null) return undefined;
  return { name: (match[1] ?? "").toLowerCase(), argument: (match[2] ?? "").trim() };
}

/** The commands, the same on every platform. */
export class Commands {
  readonly #parts: CommandParts;
  readonly #commands: readonly Command[];

  constructor(parts: CommandParts) {
    this.#parts = parts;
    this.#commands = [
      {
        name: "start",
        usage: "/start",
        help: "helpStart",
        run: ({ person }) => ({
          text: say(person.language, "greeting", { name: escapeMarkup(person.name) }),
        }),
      },
      { name: "help", usage: "/help", help: "helpHelp", run: (context) => this.#help(context) },
      {
        name: "ibl",
        usage: "/ibl [system:time]",
        help: "helpIbl",
        run: (context) => this.#ibl(context),
      },
      {
        name: "check",
        usage: '/check [system:delete]("notes.md")',
        help: "helpCheck",
        run: (context) => this.#check(context),
      },
      { name: "stop", usage: "/stop", help: "helpStop", run: (context) => this.#stop(context) },
      { name: "new", usage: "/new", help: "helpNew", run: (context) => this.#new(context) },
      {
        name: "approvals",
        usage: "/approvals",
        help: "helpApprovals",
        run: (context) => this.#approvals(context),
      },
      {
        name: "schedule",
        usage: "/schedule",
        help: "helpSchedule",
        run: (context) => this.#program(context, "[system:list_events]"),
      },
      {
        name: "workflows",
        usage: "/workflows",
        help: "helpWorkflows",
        run: (context) => this.#program(context, "[system:list_workflows]"),
      },
      {
        name: "language",
        usage: "/language ko",
        help: "helpLanguage",
        run: (context) => this.#language(context),
      },
      {
        name: "timezone",
        usage: "/timezone Asia/Seoul",
        help: "helpZone",
        run: (context) => this.#zone(context),
      },
      {
        name: "claim",
        usage: "/claim XXXX-XXXX",
        help: "helpClaim",
        run: ({ person }) => ({
          text: say(person.language, "greeting", { name: escapeMarkup(person.name) }),
        }),
      },
    ];
  }

  /** Runs a command; an unknown one is answered with the nearest. */
  async run(name: string, context: CommandContext): Promise<CommandOutcome> {
    const command = this.#commands.find((entry) => entry.name === name);
    if (command !== undefined) return command.run(context);
    const [nearest] = nearNames(
      name,
      this.#commands.map((entry) => entry.name),
      1,
    );
    const near =
      nearest === undefined ? "" : say(context.person.language, "nearCommand", { name: nearest });
    return { text: say(context.person.language, "unknownCommand", { name, near }) };
  }

  /** Names and help lines, for a platform's command menu. */
  menu(language: "ko" | "en"): readonly { readonly name: string; readonly description: string }[] {
    return this.#commands.map((command) => ({
      name: command.name,
      description: say(language, command.help),
    }));
  }

  /** The person with an id, if known. */
  personOf(id: string): Person | undefined {
    return this.#parts.people.get(id);
  }

  #help({ person }: CommandContext): CommandOutcome {
    const commands = this.#commands
      .map((command) => `- \`${command.usage}\` ${say(person.language, command.help)}`)
      .join("\n");
    return { text: say(person.language, "help", { commands }) };
  }

  async #ibl(context: CommandContext): Promise<CommandOutcome> {
    if (context.argument === "") return usage(context, '/ibl [source:search_news]("AI")');
    return this.#program(context, context.argument);
  }

  async #program(context: CommandContext, code: string): Promise<CommandOutcome> {
    const { origin, actor } = context;
    const result = await context.run((signal) =>
      this.#parts.assistant.runProgram({ origin: `${origin}/0`, actor, code, signal }),
    );
    const problems = result.kind === "refused" ? result.problems : [];
    const correction = this.#correction(context, problems);
    const offer = correction === undefined ? {} : { correction };
    return { text: "", reply: { kind: "run", result, ...offer } };
  }

  #check(context: CommandContext): CommandOutcome {
    if (context.argument === "") return usage(context, '/check [system:delete]("notes.md")');
    const planned = this.#parts.gate.compile(context.argument, context.actor);
    if (planned.ok) return { text: planText(planned.plan, context.person.language) };
    const correction = this.#correction(context, planned.problems);
    return {
      text: planned.problems.map((problem) => codeBlock(formatDiagnostic(problem))).join("\n"),
      ...(correction === undefined ? {} : { reply: { kind: "proposals", approval: correction } }),
    };
  }

  /** The offer to run the corrected form of a wrong program, where it has just one. */
  #correction(
    { origin, actor }: CommandContext,
    problems: readonly Diagnostic[],
  ): Approval | undefined {
    if (problems.length === 0) return undefined;
    return this.#parts.assistant.offerCorrection(problems, { origin, actor });
  }

  #stop(context: CommandContext): CommandOutcome {
    const count = context.stop();
    return { text: count === 0 ? say(context.person.language, "nothingRuns") : "" };
  }

  #new({ person, actor }: CommandContext): CommandOutcome {
    this.#parts.newSession(person.id, actor.chatId);
    return { text: say(person.language, "newSession") };
  }

  #approvals({ person, actor, isPrivate }: CommandContext): CommandOutcome {
    const cards = this.#parts.approvals
      .pending()
      .filter((approval) => mayDecide(approval, person))
      .filter((approval) => isPrivate || approval.chatKey === actor.chatId);
    if (cards.length === 0) return { text: say(person.language, "noApprovals") };
    return { text: say(person.language, "openApprovals", { count: cards.length }), cards };
  }

  #language(context: CommandContext): CommandOutcome {
    const { person, argument } = context;
    if (argument !== "ko" && argument !== "en")
      return { text: say(person.language, "languageUnknown") };
    this.#parts.people.change(person.id, { language: argument });
    return { text: say(argument, "languageSet") };
  }

  #zone(context: CommandContext): CommandOutcome {
    if (context.argument === "") return usage(context, "/timezone Asia/Seoul");
    const parsed = parseZone(context.argument);
    if (!parsed.ok) return { text: parsed.problem };
    this.#parts.people.change(context.person.id, { zone: parsed.zone });
    return { text: say(context.person.language, "zoneSet", { zone: parsed.zone }) };
  }
}

function usage({ person }: CommandContext, text: string): CommandOutcome {
  return { text: say(person.language, "needsArgument", { usage: text }) };
}

/** What a plan would do, for a reader. */
export function planText(plan: Plan, language: "ko" | "en"): string {
  const lines = plan.report.effects.map((effect) => {
    const mark = effect.approval ? "🔐" : effect.effect === "read" ? "👁" : "✏️";
    return `${mark} \`${effect.node}:${effect.action}\` ${escapeMarkup(effect.card[language])}`;
  });
  return [
    codeBlock(plan.program, "ibl"),
    ...lines,
    ...plan.warnings.map((warning) => `⚠️ ${warning.message}`),
  ].join("\n");
}
