import { quoteIbl } from "../../agent/planner/code.ts";
import { digestOf } from "../../base/digest.ts";
import { formatDiagnostic } from "../../engine/language/diagnostics.ts";
import type { ProgramGate } from "../../runs/gate.ts";
import type { Person } from "../../security/access/people.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import type { Switch, Switches } from "../../store/switches.ts";
import type { Workflows } from "../../store/workflows.ts";
import {
  type ButtonHandler,
  type ButtonPress,
  buttonIdOf,
  signButton,
} from "../approvals/signed-button.ts";
import type { Command, CommandContext, CommandOutcome } from "../commands/command.ts";
import {
  inRows,
  LONGEST_LABEL,
  moreButton,
  pageNear,
  pageNumbers,
  rowsBeside,
} from "../markup/pagination.ts";
import { codeBlock, escapeMarkup } from "../markup/parse-markup.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { type ChatAddress, chatKey, type OutgoingMessage } from "../platform/chat-adapter.ts";
import { say } from "../texts/say.ts";
import type { RunPressed } from "./run-button-program.ts";

/** The choice of a button that runs a switch. */
const RUN = BUTTON_KINDS.switch;

/** What a switch may be called. */
const NAME = /^[\p{L}\p{N}_-]{1,40}$/u;

/** Most names that are offered. */
const MOST_CHOICES = 4;

/** Most switches of a person. */
const MOST_SWITCHES = 30;

/** Keeps a person's programs that run at one tap. */
export class SwitchCommand {
  readonly #parts: ConstructorParameters<typeof SwitchCommand>[0];

  constructor(parts: {
    readonly switches: Switches;
    readonly workflows: Pick<Workflows, "list">;
    readonly tokens: ButtonTokens;
    readonly gate: Pick<ProgramGate, "compile">;
    readonly runPressed: RunPressed;
    readonly outbox: Pick<Outbox, "edit">;
  }) {
    this.#parts = parts;
  }

  /** `add NAME PROGRAM`, `remove NAME`, or the list with a button each. A name alone makes a switch of the workflow of that name. */
  command(context: CommandContext): CommandOutcome {
    const { argument, chat, person } = context;
    const match = /^(add|remove)\s+(\S+)(?:\s+([\s\S]+))?$/i.exec(argument);
    if (match === null) return argument === "" ? this.#list(person, chat) : this.#choices(person);
    const [, verb = "", name = "", program] = match;
    return verb.toLowerCase() === "add"
      ? this.#add(context, name, program ?? `[system:run_pipeline](${quoteIbl(name)})`)
      : this.#remove(person, name);
  }

  readonly commands: readonly Command[] = [
    {
      name: "switches",
      usage: "/switches",
      help: "helpSwitches",
      isPersonal: (argument) => argument === "",
      run: (context) => this.command(context),
    },
  ];

  /** The buttons of the list: each runs its program through the gate as if it were typed, but for the one that goes on. */
  readonly buttons: readonly ButtonHandler[] = [
    {
      kinds: [RUN],
      subjectsOf: (press) => {
        const all = this.#parts.switches.list(press.person.id);
        const { pages } = pageNear(1, all.length, rowsBeside(all.length));
        return [
          ...pageNumbers(pages).map((page) => ({
            digest: pageSubject(page, press.person),
            run: () => this.#turn(page, press),
          })),
          ...all.map((entry) => ({
            id: idOf(entry),
            digest: digestFor(entry),
            run: () => this.#run(entry, press),
          })),
        ];
      },
      refusal: ({ person, token }) => {
        const all = this.#parts.switches.list(person.id);
        const isChanged = all.some((entry) => idOf(entry) === token.id);
        return say(person.language, isChanged ? "switchChanged" : "switchGone");
      },
    },
  ];

  async #run({ name, program }: Switch, press: ButtonPress): Promise<void> {
    await press.acknowledge(say(press.person.language, "switchRuns", { name }));
    await this.#parts.runPressed(press, program);
  }

  #turn(page: number, { event: { chat, messageId, updateId }, person }: ButtonPress): string {
    const key = `edit:switches:${chat.platform}:${updateId}`;
    const message = this.#list(person, chat, page);
    this.#parts.outbox.edit({ key, chatKey: chatKey(chat), messageId, message });
    return "";
  }

  #list(person: Person, chat: ChatAddress, wanted = 1): OutgoingMessage {
    const { switches, tokens } = this.#parts;
    const { language } = person;
    const all = switches.list(person.id);
    if (all.length === 0) return { text: say(language, "switchesNone") };
    const rows = rowsBeside(all.length);
    const page = pageNear(wanted, all.length, rows);
    const first = (page.at - 1) * rows;
    const shown = all.slice(first, first + rows);
    const home = chatKey(chat);
    const buttons = shown.map((entry, index) => {
      const facts = { id: idOf(entry), choice: RUN, digest: digestFor(entry) };
      const isShort = entry.name.length <= LONGEST_LABEL;
      const label = isShort ? entry.name : String(first + index + 1);
      return { label, data: tokens.sign({ ...facts, chatKey: home }) };
    });
    const more = moreButton(page, language, (to) =>
      signButton(tokens, { subject: pageSubject(to, person), choice: RUN, chat }),
    );
    const lines = shown.map(({ name }, index) => `${first + index + 1}. **${escapeMarkup(name)}**`);
    return {
      text: [say(language, "switchesHead"), ...lines].join("\n"),
      buttons: inRows([...buttons, ...more]),
    };
  }

  #add({ actor, person }: CommandContext, name: string, program: string): CommandOutcome {
    const { gate, switches } = this.#parts;
    const { language, id: personId } = person;
    if (!NAME.test(name)) return this.#choices(person);
    const isNew = switches.get(personId, name) === undefined;
    if (isNew && switches.list(personId).length >= MOST_SWITCHES)
      return { text: say(language, "switchesFull", { count: MOST_SWITCHES }) };
    const planned = gate.compile(program, actor);
    if (!planned.ok)
      return {
        text: planned.problems
          .map((problem) => codeBlock(formatDiagnostic(problem, language)))
          .join("\n"),
      };
    switches.save({ personId, name, program });
    return { text: say(language, "switchSaved", { name: escapeMarkup(name) }) };
  }

  /** What may become a switch: whatever the person has saved under a name. */
  #choices({ id, language }: Person): CommandOutcome {
    const names = this.#parts.workflows
      .list(id)
      .map(({ name }) => name)
      .filter((name) => NAME.test(name))
      .slice(0, MOST_CHOICES);
    return {
      text: say(language, names.length === 0 ? "switchesNothing" : "switchesWhich"),
      suggestions: names.map((name) => ({ label: name, says: `/switches add ${name}` })),
    };
  }

  #remove(person: Person, name: string): CommandOutcome {
    const isRemoved = this.#parts.switches.remove(person.id, name);
    const key = isRemoved ? "switchRemoved" : "switchUnknown";
    return { text: say(person.language, key, { name: escapeMarkup(name) }) };
  }
}

function pageSubject(page: number, { id }: Person): string {
  return `switches:${id}:page:${page}`;
}

/** A button runs what its list showed: a switch that was changed since has another digest. */
function digestFor({ name, program }: Switch): string {
  return digestOf({ switch: name, program });
}

function idOf({ personId, name }: Switch): string {
  return buttonIdOf(`${personId} ${name}`);
}
