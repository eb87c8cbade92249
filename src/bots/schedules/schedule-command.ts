import { quoteIbl } from "../../agent/planner/code.ts";
import type { Clock } from "../../base/clock.ts";
import { dayAndTime } from "../../base/format-time.ts";
import { comingTimes, describeTiming, OVERLAP_WORDS } from "../../scheduler/ledger/describe.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import type { Schedules } from "../../scheduler/ledger/schedules.ts";
import { isClockTiming } from "../../scheduler/timing/timing-kinds.ts";
import type { People, Person } from "../../security/access/people.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import { shorten } from "../approvals/effects.ts";
import { type ButtonHandler, type ButtonPress, signButton } from "../approvals/signed-button.ts";
import type { Command } from "../commands/command.ts";
import { askedFor, pageNear, pageNumbers, turnButtons } from "../markup/pagination.ts";
import { codeBlock, codeSpan, escapeMarkup } from "../markup/parse-markup.ts";
import { cutText } from "../markup/split-text.ts";
import type { Outbox } from "../outbox/outbox.ts";
import {
  type Button,
  type ChatAddress,
  chatKey,
  type OutgoingMessage,
} from "../platform/chat-adapter.ts";
import type { RunPressed } from "../programs/run-button-program.ts";
import { say, type TextKey } from "../texts/say.ts";
import { lastRunText } from "./condition-check.ts";
import type { ScheduleChanges } from "./schedule-changes.ts";

/** What a button does: turns to a page, opens one schedule, switches it off, asks when it is to come from now on, or asks the gate to switch it on or run it. */
type Wish =
  | { readonly kind: "page"; readonly page: number }
  | { readonly kind: "open" | "pause" | "resume" | "retime" | "run"; readonly schedule: Schedule };

/** The choice of every button of the list. */
const LIST = BUTTON_KINDS.scheduleList;

/** Schedules of one page: with two buttons for the pages, every button has a key on a terminal. */
const PAGE_ROWS = 5;

/** Longest name and longest words about the time in a line, in UTF-16 units. */
const LINE_NAME = 60;
const LINE_TIMING = 160;

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
    readonly tokens: ButtonTokens;
  }) {
    this.#parts = parts;
  }

  /** `/schedule`, alone, with a page, or with the name of one. In a group only what is delivered there is shown. */
  command(person: Person, chat: ChatAddress, argument: string): OutgoingMessage {
    const schedules = this.#list(person, chat);
    const asked = askedFor(schedules, argument, ({ name }) => [name.toLowerCase()]);
    if (asked.kind === "page") return this.#page(schedules, asked.page, person, chat);
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
          run: () => this.#pressed(wish, press),
        })),
      refusal: ({ person }) => say(person.language, "scheduleGone"),
    },
  ];

  async #pressed(wish: Wish, press: ButtonPress): Promise<void> {
    const { event, person, acknowledge } = press;
    const { chat } = event;
    const { language } = person;
    if (wish.kind === "resume" || wish.kind === "run") {
      await acknowledge(say(language, "scheduleAsking"));
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
    if (wish.kind === "page") return this.#page(this.#list(person, chat), wish.page, person, chat);
    const { schedule } = wish;
    const { schedules: table } = this.#parts;
    const now = wish.kind === "pause" ? table.disable(schedule.id, person.id) : schedule;
    const { text, ...rest } = this.#detail(now, person, chat);
    const usage = codeSpan(`/schedule ${cutText(now.name, LINE_NAME).trim()}`);
    const note = say(person.language, "programCut", { usage });
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
    const page = pageNear(wanted, schedules.length, PAGE_ROWS);
    const { at, pages } = page;
    const first = (at - 1) * PAGE_ROWS;
    const shown = schedules.slice(first, first + PAGE_ROWS);
    const sign = this.#signer(person, chat);
    const nowMs = this.#parts.clock.now();
    const lines = shown.map(
      (entry, index) => `${first + index + 1}. ${lineOf(entry, person, nowMs)}`,
    );
    const opens = shown.map((schedule, index) => ({
      label: `🗓️ ${first + index + 1}`,
      data: sign({ kind: "open", schedule }),
    }));
    const turns = turnButtons(page, language, (to) => sign({ kind: "page", page: to }), {
      before: "pageBefore",
      after: "pageAfter",
    });
    const count = schedules.length;
    return {
      text: [say(language, "scheduleHead", { count, page: at, pages }), ...lines].join("\n"),
      buttons: [opens, ...(turns.length === 0 ? [] : [turns])],
    };
  }

  #detail(schedule: Schedule, person: Person, chat: ChatAddress): OutgoingMessage {
    const { language } = person;
    const nowMs = this.#parts.clock.now();
    const times = comingTimes(schedule, nowMs);
    const coming = times.map((atMs) => `- ${dayAndTime(atMs, person, { nowMs })}`);
    const sign = this.#signer(person, chat);
    const button = (key: TextKey, wish: Wish): Button => ({
      label: say(language, key),
      data: sign(wish),
    });
    const isOn = schedule.state === "active";
    return {
      text: [
        `🗓️ **${escapeMarkup(schedule.name)}**`,
        `${escapeMarkup(whenOf(schedule, language))} · ${say(language, stateOf(schedule))}`,
        ...(coming.length === 0 ? [] : [say(language, "scheduleComing"), ...coming]),
        lastRunText(this.#parts.schedules, schedule, person),
        ...(schedule.overlap === "queue" ? [] : [OVERLAP_WORDS[schedule.overlap][language]]),
        ...(this.#parts.people.answering(person.id).showsCode
          ? [codeBlock(schedule.program, "ibl")]
          : []),
      ].join("\n"),
      buttons: [
        [
          isOn
            ? button("schedulePause", { kind: "pause", schedule })
            : button("scheduleResume", { kind: "resume", schedule }),
          button("scheduleRunNow", { kind: "run", schedule }),
        ],
        ...(isClockTiming(schedule.timing) && schedule.state !== "done"
          ? [[button("retime", { kind: "retime", schedule })]]
          : []),
        [button("scheduleBack", { kind: "page", page: 1 })],
      ],
    };
  }

  #signer(person: Person, chat: ChatAddress): (wish: Wish) => string {
    const { tokens } = this.#parts;
    return (wish) => signButton(tokens, { subject: subjectOf(wish, person), choice: LIST, chat });
  }
}

function wishesOf(schedules: readonly Schedule[]): readonly Wish[] {
  const { pages } = pageNear(1, schedules.length, PAGE_ROWS);
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

function lineOf(schedule: Schedule, person: Person, nowMs: number): string {
  const { language } = person;
  const { name } = schedule;
  const mark = schedule.state === "active" ? "▶" : "⏸";
  const next = nextWords(schedule, person, nowMs);
  const when = escapeMarkup(shorten(whenOf(schedule, language), LINE_TIMING));
  return `${mark} **${escapeMarkup(shorten(name, LINE_NAME))}** — ${when} · ${next}`;
}

/** When a schedule comes next, or how it stands where no time is known. */
export function nextWords(schedule: Schedule, person: Person, nowMs: number): string {
  const { language } = person;
  const [next] = comingTimes(schedule, nowMs);
  if (next === undefined) return say(language, stateOf(schedule));
  return say(language, "scheduleNext", { time: dayAndTime(next, person, { nowMs }) });
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
