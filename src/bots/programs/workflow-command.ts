import { quoteIbl } from "../../agent/planner/code.ts";
import { digestOf } from "../../base/digest.ts";
import { compileWorkflow, workflowHead } from "../../engine/plan/workflow.ts";
import type { ProgramGate } from "../../runs/gate.ts";
import { planWorkflow, workflowProblem } from "../../runs/workflow-problem.ts";
import type { People, Person } from "../../security/access/people.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import type { WorkflowRecord, Workflows } from "../../store/workflows.ts";
import { shorten } from "../approvals/effects.ts";
import { programWords } from "../approvals/program-words.ts";
import { type ButtonHandler, type ButtonPress, signButton } from "../approvals/signed-button.ts";
import type { Command } from "../commands/command.ts";
import {
  askedFor,
  inRows,
  moreButton,
  pageNear,
  pageNumbers,
  rowsBeside,
} from "../markup/pagination.ts";
import { codeBlock, escapeMarkup } from "../markup/parse-markup.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { Admission } from "../people/admission.ts";
import {
  type Button,
  type ChatAddress,
  chatKey,
  type OutgoingMessage,
} from "../platform/chat-adapter.ts";
import { say, type TextKey } from "../texts/say.ts";
import type { RunPressed } from "./run-button-program.ts";

/** What a button does: turns to a page, opens one workflow, shows its program, or has the gate run it. */
type Wish =
  | { readonly kind: "page"; readonly page: number }
  | { readonly kind: "open" | "how" | "run"; readonly record: WorkflowRecord };

/** A person in a chat. */
interface Reader {
  readonly person: Person;
  readonly chat: ChatAddress;
}

/** The choice of every button of the list. */
const LIST = BUTTON_KINDS.workflowList;

/** Longest name and longest description in a line, in UTF-16 units. */
const NAME_LENGTH = 60;
const DESCRIPTION_LENGTH = 160;

/** Shows what a person can run by name, a page at a time or one in full, and runs it. */
export class WorkflowList {
  readonly #parts: ConstructorParameters<typeof WorkflowList>[0];

  constructor(parts: {
    readonly workflows: Pick<Workflows, "list">;
    /** Who wants to see programs. */
    readonly people: Pick<People, "answering">;
    readonly gate: Pick<ProgramGate, "compile">;
    readonly runPressed: RunPressed;
    readonly outbox: Pick<Outbox, "edit" | "beginning">;
    readonly admission: Pick<Admission, "actor">;
    readonly tokens: ButtonTokens;
  }) {
    this.#parts = parts;
  }

  /** `/workflows`, alone, with a page, or with words of a name or title. */
  command(person: Person, chat: ChatAddress, argument: string): OutgoingMessage {
    const records = this.#parts.workflows.list(person.id);
    const reader = { person, chat };
    const asked = askedFor(records, argument, namesOf);
    if (asked.kind === "page") return this.#page(records, asked.page, reader);
    if (asked.kind === "one") return this.#detail(asked.item, reader, this.#seesCode(reader));
    if (asked.items.length > 0) return this.#page(asked.items, 1, reader);
    return { text: say(person.language, "workflowNone", { text: escapeMarkup(argument) }) };
  }

  readonly commands: readonly Command[] = [
    {
      name: "workflows",
      usage: "/workflows",
      help: "helpWorkflows",
      isPersonal: () => true,
      run: ({ person, chat, argument }) => this.command(person, chat, argument),
    },
  ];

  /** The buttons of the list. */
  readonly buttons: readonly ButtonHandler[] = [
    {
      kinds: [LIST],
      subjectsOf: (press) =>
        wishesOf(this.#parts.workflows.list(press.person.id)).map((wish) => ({
          digest: subjectOf(wish, press.person),
          run: () => this.#pressed(wish, press),
        })),
      refusal: ({ person }) => say(person.language, "workflowGone"),
    },
  ];

  async #pressed(wish: Wish, press: ButtonPress): Promise<void> {
    const { event, person, acknowledge } = press;
    const { chat, messageId, updateId } = event;
    const reader = { person, chat };
    const { outbox, workflows } = this.#parts;
    if (wish.kind === "run") {
      const { title } = this.#read(wish.record, reader);
      await acknowledge(say(person.language, "switchRuns", { name: title }));
      await this.#parts.runPressed(press, programOf(wish.record));
      return;
    }
    await acknowledge("");
    const home = chatKey(chat);
    const message =
      wish.kind === "page"
        ? this.#page(workflows.list(person.id), wish.page, reader)
        : this.#fitting(wish.record, reader, wish.kind === "how" || this.#seesCode(reader));
    const key = `edit:workflows:${chat.platform}:${updateId}`;
    outbox.edit({ key, chatKey: home, messageId, message });
  }

  #page(records: readonly WorkflowRecord[], wanted: number, reader: Reader): OutgoingMessage {
    const { language } = reader.person;
    if (records.length === 0) return { text: say(language, "workflowsEmpty") };
    const rows = rowsBeside(records.length);
    const page = pageNear(wanted, records.length, rows);
    const first = (page.at - 1) * rows;
    const shown = records.slice(first, first + rows);
    const sign = this.#signer(reader);
    const opens = shown.map((record, index) => ({
      label: String(first + index + 1),
      data: sign({ kind: "open", record }),
    }));
    const more = moreButton(page, language, (to) => sign({ kind: "page", page: to }));
    return {
      text: [
        say(language, "workflowsHead", { count: records.length }),
        ...shown.map((record, index) => `${first + index + 1}. ${this.#line(record, reader)}`),
      ].join("\n"),
      buttons: inRows([...opens, ...more]),
    };
  }

  #line(record: WorkflowRecord, reader: Reader): string {
    const { title, description, problem } = this.#read(record, reader);
    const words = problem === undefined ? description : `✗ ${problem}`;
    const about = words === "" ? "" : ` · ${escapeMarkup(shorten(words, DESCRIPTION_LENGTH))}`;
    return `${headOf(record, title)}${about}`;
  }

  #seesCode({ person }: Reader): boolean {
    return this.#parts.people.answering(person.id).showsCode;
  }

  /** One workflow as a message that is changed can show it: of a long program the beginning. */
  #fitting(record: WorkflowRecord, reader: Reader, hasProgram: boolean): OutgoingMessage {
    const { text, ...rest } = this.#detail(record, reader, hasProgram);
    const note = say(reader.person.language, "programCut");
    return { ...rest, text: this.#parts.outbox.beginning(chatKey(reader.chat), text, note) };
  }

  /** What one workflow does, step by step, with its program for who asks for that. */
  #detail(record: WorkflowRecord, reader: Reader, hasProgram: boolean): OutgoingMessage {
    const { language } = reader.person;
    const { title, description, problem, stored, steps } = this.#read(record, reader);
    const sign = this.#signer(reader);
    const params = stored.ok ? Object.values(stored.params) : [];
    const source = stored.ok ? stored.source.trim() : "";
    const isWhole = params.every(({ absent }) => absent !== undefined);
    const button = (key: TextKey, wish: Wish): Button => ({
      label: say(language, key),
      data: sign(wish),
    });
    return {
      text: [
        headOf(record, title),
        ...(description === "" ? [] : [escapeMarkup(description)]),
        ...(problem === undefined ? [] : [`✗ ${escapeMarkup(problem)}`]),
        ...(isWhole ? [] : [say(language, "workflowNeeds")]),
        ...steps.map((step) => `• ${escapeMarkup(step)}`),
        ...(hasProgram && source !== "" ? [codeBlock(source, "ibl")] : []),
      ].join("\n"),
      buttons: [
        [
          ...(problem === undefined && isWhole
            ? [button("workflowRun", { kind: "run", record })]
            : []),
          ...(hasProgram || source === "" ? [] : [button("showHow", { kind: "how", record })]),
          button("scheduleBack", FIRST_PAGE),
        ],
      ],
    };
  }

  #read(record: WorkflowRecord, { person, chat }: Reader) {
    const { admission, gate } = this.#parts;
    const { language } = person;
    const compiled = compileWorkflow(record.name, record.definition, language);
    const actor = admission.actor(person, chatKey(chat));
    const problem = record.isHeld
      ? say(language, "scheduleIsHeld")
      : workflowProblem(gate, compiled, actor);
    const planned = planWorkflow(gate, compiled, actor);
    const steps = planned?.ok === true ? programWords(planned.plan.report, language) : [];
    return { ...compiled, problem, steps };
  }

  #signer({ person, chat }: Reader): (wish: Wish) => string {
    const { tokens } = this.#parts;
    return (wish) => signButton(tokens, { subject: subjectOf(wish, person), choice: LIST, chat });
  }
}

const FIRST_PAGE: Wish = { kind: "page", page: 1 };

function wishesOf(records: readonly WorkflowRecord[]): readonly Wish[] {
  const { pages } = pageNear(1, records.length, rowsBeside(records.length));
  const kinds = ["open", "how", "run"] as const;
  return [
    ...pageNumbers(pages).map((page) => ({ kind: "page", page }) as const),
    ...records.flatMap((record) => kinds.map((kind) => ({ kind, record }))),
  ];
}

/** A button is one person's, and runs what it showed: a workflow that was changed since has another digest. */
function subjectOf(wish: Wish, { id }: Person): string {
  if (wish.kind === "page") return `workflows:${id}:page:${wish.page}`;
  const { name, definition } = wish.record;
  const facts = wish.kind === "run" ? `${name}:${digestOf({ definition })}` : name;
  return `workflows:${id}:${wish.kind}:${facts}`;
}

function programOf({ name }: WorkflowRecord): string {
  return `[system:run_pipeline](${quoteIbl(name)})`;
}

/** What it is known by, folded to lower case: its name, and its titles in all languages. */
function namesOf({ name, definition }: WorkflowRecord): readonly string[] {
  const { title, titles } = workflowHead(name, definition);
  return [name, title, ...titles].map((each) => each.normalize("NFC").toLowerCase());
}

/** One's own has a mark beside those that come with the product. */
function headOf({ isShipped }: WorkflowRecord, title: string): string {
  const shown = `**${escapeMarkup(shorten(title, NAME_LENGTH))}**`;
  return isShipped ? shown : `${shown} ✍️`;
}
