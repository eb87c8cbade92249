import { quoteIbl } from "../../agent/planner/code.ts";
import { alertCurrency } from "../../agent/planner/lookups/alert.ts";
import type { Clock } from "../../base/clock.ts";
import { spokenTime } from "../../base/format-time.ts";
import type { ProgramGate } from "../../runs/gate.ts";
import { comingTimes, describeTiming, OVERLAP_WORDS } from "../../scheduler/ledger/describe.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import { lineText } from "../../scheduler/ledger/schedule-words.ts";
import type { Schedules } from "../../scheduler/ledger/schedules.ts";
import { isClockTiming } from "../../scheduler/timing/timing-kinds.ts";
import type { People, Person } from "../../security/access/people.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import { briefingIn } from "../approvals/briefing-draft.ts";
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
import { codeBlock, escapeMarkup, timeMark } from "../markup/parse-markup.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { Admission } from "../people/admission.ts";
import {
  type Button,
  type ChatAddress,
  chatKey,
  type OutgoingMessage,
} from "../platform/chat-adapter.ts";
import type { RunPressed } from "../programs/run-button-program.ts";
import { say, type TextKey } from "../texts/say.ts";
import { timingQuestionDigest } from "./change-time.ts";
import { lastRunText } from "./condition-check.ts";
import { reminderOf } from "./reminder.ts";
import type { ScheduleChanges } from "./schedule-changes.ts";

/** What a button does: turns to a page, opens one schedule, switches it off, asks when it is to come from now on, or asks the gate to switch it on or run it. */
type Wish =
  | { readonly kind: "page"; readonly page: number }
  | { readonly kind: "open" | "pause" | "resume" | "retime" | "run"; readonly schedule: Schedule };

/** The choice of every button of the list. */
const LIST = BUTTON_KINDS.scheduleList;

/** Shows a person's schedules, a page at a time or one in full, and pauses, resumes and runs them. */
export class ScheduleList {
  readonly #parts: ConstructorParameters<typeof ScheduleList>[0];

  constructor(parts: {
    readonly schedules: Schedules;
    /** Who wants to see programs. */
    readonly people: Pick<People, "answering">;
    readonly clock: Clock;
    readonly runPressed: RunPressed;
    readonly outbox: Pick<Outbox, "edit" | "beginning">;
    readonly changes: Pick<ScheduleChanges, "ask">;
    readonly gate: Pick<ProgramGate, "compile">;
    readonly admission: Pick<Admission, "actor">;
    readonly tokens: ButtonTokens;
  }) {
    this.#parts = parts;
  }

  /** `/schedule`, alone, with a page, or with the name of one. In a group only what is delivered there is shown. */
  command(person: Person, chat: ChatAddress, argument: string): OutgoingMessage {
    const schedules = this.#list(person, chat);
    const asked = askedFor(schedules, argument, ({ name }) => [name.toLowerCase()]);
    if (asked.kind === "page")
      return this.#page(schedules.filter(isToCome), asked.page, person, chat);
    if (asked.kind === "one") return this.#detail(asked.item, person, chat);
    if (asked.items.length > 0) return this.#page(asked.items, 1, person, chat);
    return { text: say(person.language, "scheduleNone", { text: escapeMarkup(argument) }) };
  }

  readonly commands: readonly Command[] = [
    {
      name: "schedule",
      usage: "/schedule",
      help: "helpSchedule",
      run: ({ person, chat, argument }) => this.command(person, chat, argument),
    },
  ];

  /** The buttons of the list. */
  readonly buttons: readonly ButtonHandler[] = [
    {
      kinds: [LIST],
      subjectsOf: (press) =>
        wishesOf(this.#list(press.person, press.event.chat)).map((wish) => ({
          digest: subjectOf(wish, press.person),
          ...(wish.kind === "retime" && {
            asks: timingQuestionDigest(wish.schedule.id, chatKey(press.event.chat)),
          }),
          run: () => this.#pressed(wish, press),
        })),
      refusal: ({ person }) => say(person.language, "scheduleGone"),
    },
  ];

  async #pressed(wish: Wish, press: ButtonPress): Promise<void> {
    const { event, person, acknowledge } = press;
    const { chat } = event;
    if (wish.kind === "resume" || wish.kind === "run") {
      await acknowledge("");
      const program = programFor(wish.kind, wish.schedule);
      await this.#parts.runPressed(press, program);
      return;
    }
    if (wish.kind === "retime") {
      this.#parts.changes.ask(wish.schedule, chatKey(chat), person);
      await acknowledge("");
      return;
    }
    await acknowledge("");
    this.#redraw(press, this.#shown(wish, { person, chat }));
  }

  /** What the message shows after a press that changes nothing but the list: of a long program the beginning, and how to have all of it. */
  #shown(
    wish: Exclude<Wish, { readonly kind: "resume" | "run" | "retime" }>,
    { person, chat }: { readonly person: Person; readonly chat: ChatAddress },
  ): OutgoingMessage {
    if (wish.kind === "page")
      return this.#page(this.#list(person, chat).filter(isToCome), wish.page, person, chat);
    const { schedule } = wish;
    const { schedules: table } = this.#parts;
    const now = wish.kind === "pause" ? table.disable(schedule.id, person.id) : schedule;
    const { text, ...rest } = this.#detail(now, person, chat);
    const note = say(person.language, "programCut");
    return { ...rest, text: this.#parts.outbox.beginning(chatKey(chat), text, note) };
  }

  #redraw({ event: { chat, messageId, updateId } }: ButtonPress, message: OutgoingMessage): void {
    const key = `edit:schedules:${chat.platform}:${updateId}`;
    this.#parts.outbox.edit({ key, chatKey: chatKey(chat), messageId, message });
  }

  #list({ id }: Person, chat: ChatAddress): readonly Schedule[] {
    const home = chatKey(chat);
    const { schedules } = this.#parts;
    return schedules.list(id).filter(({ chatId }) => chat.isPrivate || chatId === home);
  }

  #page(
    schedules: readonly Schedule[],
    wanted: number,
    person: Person,
    chat: ChatAddress,
  ): OutgoingMessage {
    const { language } = person;
    if (schedules.length === 0) return { text: say(language, "scheduleEmpty") };
    const rows = rowsBeside(schedules.length);
    const page = pageNear(wanted, schedules.length, rows);
    const first = (page.at - 1) * rows;
    const shown = schedules.slice(first, first + rows);
    const sign = this.#signer(person, chat);
    const nowMs = this.#parts.clock.now();
    const opens = shown.map((schedule, index) => ({
      label: String(first + index + 1),
      data: sign({ kind: "open", schedule }),
    }));
    const more = moreButton(page, language, (to) => sign({ kind: "page", page: to }));
    const hasBriefing = schedules.some((each) => briefingIn(each, language) !== undefined);
    const head = hasBriefing ? "scheduleHeadBoth" : "scheduleHead";
    return {
      text: [
        say(language, head, { count: schedules.length }),
        ...shown.map((each, index) => `${first + index + 1}. ${lineOf(each, person, nowMs)}`),
      ].join("\n"),
      buttons: inRows([...opens, ...more]),
    };
  }

  /** When one comes, what it does in words, and what became of it last. */
  #detail(schedule: Schedule, person: Person, chat: ChatAddress): OutgoingMessage {
    const { language } = person;
    const { schedules, people, clock } = this.#parts;
    const nowMs = clock.now();
    const sign = this.#signer(person, chat);
    const button = (key: TextKey, kind: Exclude<Wish["kind"], "page">): Button => ({
      label: say(language, key),
      data: sign({ kind, schedule }),
    });
    const { state, timing, overlap, program } = schedule;
    const isOver = state === "done";
    const switched = state === "active" ? "pause" : "resume";
    const switchLabel = state === "active" ? "schedulePause" : "scheduleResume";
    return {
      text: [
        lineOf(schedule, person, nowMs),
        ...nextLine(schedule, person, nowMs),
        ...this.#deedLines(schedule, person, chat),
        ...lastLine(schedules, schedule, person),
        ...(overlap === "queue" ? [] : [OVERLAP_WORDS[overlap][language]]),
        ...(people.answering(person.id).showsCode ? [codeBlock(program, "ibl")] : []),
      ].join("\n"),
      buttons: inRows([
        ...(isClockTiming(timing) && !isOver ? [button("retime", "retime")] : []),
        ...(reminderOf(schedule) === undefined || isOver ? [button("scheduleRunNow", "run")] : []),
        ...(isOver ? [] : [button(switchLabel, switched)]),
        { label: say(language, "scheduleBack"), data: sign({ kind: "page", page: 1 }) },
      ]),
    };
  }

  /** What it does: the words of a reminder where they are not its name, or what its program comes to. */
  #deedLines(schedule: Schedule, person: Person, chat: ChatAddress): readonly string[] {
    const reminder = reminderOf(schedule);
    const message = reminder?.message;
    if (message !== undefined)
      return schedule.name.startsWith(message)
        ? []
        : message.split("\n").map((line) => `> ${escapeMarkup(line)}`);
    const actor = this.#parts.admission.actor(person, chatKey(chat));
    const planned = this.#parts.gate.compile(schedule.program, actor);
    if (!planned.ok) return [];
    return programWords(planned.plan.report, person.language).map(
      (step) => `• ${escapeMarkup(step)}`,
    );
  }

  #signer(person: Person, chat: ChatAddress): (wish: Wish) => string {
    const { tokens } = this.#parts;
    return (wish) => signButton(tokens, { subject: subjectOf(wish, person), choice: LIST, chat });
  }
}

function wishesOf(schedules: readonly Schedule[]): readonly Wish[] {
  const { pages } = pageNear(1, schedules.length, rowsBeside(schedules.length));
  const kinds = ["open", "pause", "resume", "retime", "run"] as const;
  return [
    ...pageNumbers(pages).map((page) => ({ kind: "page", page }) as const),
    ...schedules.flatMap((schedule) => kinds.map((kind) => ({ kind, schedule }))),
  ];
}

/** A button is one person's: in a group nobody changes what is another's. */
function subjectOf(wish: Wish, { id }: Person): string {
  const what = wish.kind === "page" ? String(wish.page) : wish.schedule.id;
  return `schedules:${id}:${wish.kind}:${what}`;
}

/** What came once is over and stands in no list. */
function isToCome({ state }: Schedule): boolean {
  return state !== "done";
}

/** A schedule in a line: what and when, and how it stands where it does not come. */
export function lineOf(schedule: Schedule, person: Person, nowMs: number): string {
  const line = lineText(schedule, { ...person, nowMs, currencyOf: alertCurrency });
  const { state, isHeld } = schedule;
  return state === "active" && !isHeld
    ? line
    : `${line} · ${say(person.language, stateOf(schedule))}`;
}

/** When it comes next, for what comes again and again. */
export function nextLine(schedule: Schedule, person: Person, nowMs: number): readonly string[] {
  const [next] = schedule.timing.kind === "at" ? [] : comingTimes(schedule, nowMs);
  if (next === undefined) return [];
  const time = timeMark(spokenTime(next, person, nowMs), next, "F");
  return [say(person.language, "scheduleNext", { time })];
}

/** What became of it last; nothing of what has not come yet. */
export function lastLine(
  schedules: Pick<Schedules, "history">,
  schedule: Schedule,
  person: Person,
): readonly string[] {
  const [row] = schedules.history(person.id, { scheduleId: schedule.id, limit: 1 });
  return row === undefined ? [] : [lastRunText(schedules, schedule, person)];
}

/** When a schedule comes, in words with its zone, as markup. */
export function whenOf({ timing, zone }: Schedule, language: Person["language"]): string {
  return describeTiming(timing, zone, language);
}

/** What makes programs run is a program itself, which the gate asks about. */
export function programFor(kind: "resume" | "run", { name }: Schedule): string {
  return kind === "resume"
    ? `[system:enable](${quoteIbl(name)})`
    : `[system:manage_events]("run_now") {event_id: ${quoteIbl(name)}}`;
}

/** How a schedule stands, in a word. */
function stateOf({ state, isHeld }: Schedule): TextKey {
  if (isHeld) return "scheduleIsHeld";
  switch (state) {
    case "active":
      return "scheduleIsOn";
    case "failing":
      return "scheduleIsFailing";
    case "done":
      return "scheduleIsDone";
    case "disabled":
    case "removed":
      return "scheduleIsOff";
  }
}
