import type { Clock } from "../../base/clock.ts";
import { shortTime } from "../../base/format-time.ts";
import {
  BRIEFING_KINDS,
  type BriefingKind,
  type BriefingKindId,
  briefingKind,
} from "../../scheduler/briefings/briefing-kinds.ts";
import { withUsual } from "../../scheduler/briefings/briefing-values.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import type { Schedules } from "../../scheduler/ledger/schedules.ts";
import { isClockTiming } from "../../scheduler/timing/timing-kinds.ts";
import type { Person } from "../../security/access/people.ts";
import type { Approvals } from "../../security/approvals/approvals.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import { briefingIn, freeName, valueText } from "../approvals/briefing-draft.ts";
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
import { escapeMarkup } from "../markup/parse-markup.ts";
import type { Outbox } from "../outbox/outbox.ts";
import {
  type Button,
  type ChatAddress,
  chatKey,
  type OutgoingMessage,
} from "../platform/chat-adapter.ts";
import type { RunPressed } from "../programs/run-button-program.ts";
import { say, type TextKey } from "../texts/say.ts";
import { showDraft } from "./briefing-form.ts";
import { sameTimeTomorrow } from "./reminder-buttons.ts";
import { lastLine, lineOf, nextLine, programFor, whenOf } from "./schedule-command.ts";

/** What a button does: turns to a page, offers the kinds, begins one, or does something with a briefing. */
type Wish =
  | { readonly kind: "page"; readonly page: number }
  | { readonly kind: "kinds"; readonly page: number }
  | { readonly kind: "make"; readonly of: BriefingKindId }
  | { readonly kind: Doing; readonly schedule: Schedule };

type Doing = (typeof DOINGS)[number];

const DOINGS = ["open", "configure", "run", "snooze", "pause", "resume"] as const;

/** The choice of every button of the list. */
const LIST = BUTTON_KINDS.briefingList;

/** Kinds offered at a time, beside the button for the others. */
const KINDS_OF_PAGE = 3;

/** A person in a chat. */
interface Reader {
  readonly person: Person;
  readonly chat: ChatAddress;
}

/** Shows a person's briefings with how they fared, puts new ones together, and changes, runs, puts off and stops them. */
export class BriefingCommand {
  readonly #parts: ConstructorParameters<typeof BriefingCommand>[0];

  constructor(parts: {
    readonly schedules: Schedules;
    readonly approvals: Pick<Approvals, "request">;
    readonly clock: Clock;
    readonly runPressed: RunPressed;
    readonly outbox: Pick<Outbox, "edit">;
    readonly tokens: ButtonTokens;
  }) {
    this.#parts = parts;
  }

  /** `/briefing`, alone, with a page, or with the name of one. In a group only what is delivered there is shown. */
  command(person: Person, chat: ChatAddress, argument: string): OutgoingMessage {
    const reader = { person, chat };
    const briefings = this.#list(reader);
    const asked = askedFor(briefings, argument, ({ name }) => [name.toLowerCase()]);
    if (asked.kind === "one") return this.#detail(asked.item, reader);
    const isPage = asked.kind === "page";
    return this.#page(isPage ? briefings : asked.items, isPage ? asked.page : 1, reader);
  }

  readonly commands: readonly Command[] = [
    {
      name: "briefing",
      usage: "/briefing",
      help: "helpBriefing",
      run: ({ person, chat, argument }) => this.command(person, chat, argument),
    },
  ];

  /** The buttons of the list. */
  readonly buttons: readonly ButtonHandler[] = [
    {
      kinds: [LIST],
      subjectsOf: (press) =>
        wishesOf(this.#list({ person: press.person, chat: press.event.chat })).map((wish) => ({
          digest: subjectOf(wish, press.person),
          run: () => this.#pressed(wish, press),
        })),
      refusal: ({ person }) => say(person.language, "briefingGone"),
    },
  ];

  async #pressed(wish: Wish, press: ButtonPress): Promise<void> {
    const { event, person, acknowledge } = press;
    const reader = { person, chat: event.chat };
    if (wish.kind === "run" || wish.kind === "resume") {
      await acknowledge("");
      await this.#parts.runPressed(press, programFor(wish.kind, wish.schedule));
      return;
    }
    await acknowledge(this.#act(wish, reader));
    const shown = this.#shown(wish, reader);
    if (shown === undefined) return;
    const { chat, messageId, updateId } = event;
    const key = `edit:briefings:${chat.platform}:${updateId}`;
    this.#parts.outbox.edit({ key, chatKey: chatKey(chat), messageId, message: shown });
  }

  /** Does what needs no card; the note for the presser, as plain text. */
  #act(wish: Exclude<Wish, { readonly kind: "run" | "resume" }>, { person, chat }: Reader): string {
    const { schedules, clock } = this.#parts;
    const { language } = person;
    switch (wish.kind) {
      case "make":
        this.#begin(briefingKind(wish.of), { person, chat });
        return "";
      case "configure":
        this.#configure(wish.schedule, { person, chat });
        return "";
      case "snooze": {
        const untilMs = sameTimeTomorrow(clock.now(), person.zone);
        schedules.snooze(wish.schedule.id, person.id, untilMs);
        return say(language, "snoozed", { time: shortTime(untilMs, person, clock.now()) });
      }
      case "pause":
        schedules.disable(wish.schedule.id, person.id);
        return "";
      default:
        return "";
    }
  }

  /** What the message shows after a press; `undefined` where it stays as it is. */
  #shown(wish: Wish, reader: Reader): OutgoingMessage | undefined {
    switch (wish.kind) {
      case "page":
        return this.#page(this.#list(reader), wish.page, reader);
      case "kinds":
        return this.#kinds(reader, wish.page);
      case "open":
      case "snooze":
      case "pause": {
        const { id } = wish.schedule;
        const now = this.#parts.schedules.get(id, reader.person.id) ?? wish.schedule;
        return this.#detail(now, reader);
      }
      default:
        return undefined;
    }
  }

  #begin(kind: BriefingKind, { person, chat }: Reader): void {
    const { language } = person;
    const taken = this.#parts.schedules.list(person.id).map(({ name }) => name);
    const draft = {
      kind: kind.id,
      name: freeName(kind.title[language], taken),
      values: withUsual(kind, {}, language),
      timing: kind.timing,
    };
    showDraft(this.#parts, draft, this.#place({ person, chat }));
  }

  #configure(schedule: Schedule, reader: Reader): void {
    const { language } = reader.person;
    const found = briefingIn(schedule, language);
    if (found === undefined) return;
    const { kind, values } = found;
    const { id, name } = schedule;
    const present = whenOf(schedule, language);
    const draft = { kind: kind.id, name, values, timing: {}, schedule: id, present };
    showDraft(this.#parts, draft, this.#place(reader));
  }

  #place({ person, chat }: Reader) {
    return { person, chatKey: chatKey(chat), nowMs: this.#parts.clock.now() };
  }

  #list({ person, chat }: Reader): readonly Schedule[] {
    const home = chatKey(chat);
    return this.#parts.schedules
      .list(person.id)
      .filter(({ chatId }) => chat.isPrivate || chatId === home)
      .filter((schedule) => briefingIn(schedule, person.language) !== undefined);
  }

  #page(briefings: readonly Schedule[], wanted: number, reader: Reader): OutgoingMessage {
    const { language } = reader.person;
    if (briefings.length === 0) {
      const { text, ...kinds } = this.#kinds(reader, 1);
      return { ...kinds, text: say(language, "briefingsNone") };
    }
    const rows = rowsBeside(briefings.length, 1);
    const page = pageNear(wanted, briefings.length, rows);
    const first = (page.at - 1) * rows;
    const shown = briefings.slice(first, first + rows);
    const sign = this.#signer(reader);
    const nowMs = this.#parts.clock.now();
    const opens = shown.map((schedule, index) => ({
      label: String(first + index + 1),
      data: sign({ kind: "open", schedule }),
    }));
    const make = { label: say(language, "briefingNew"), data: sign({ kind: "kinds", page: 1 }) };
    const more = moreButton(page, language, (to) => sign({ kind: "page", page: to }));
    return {
      text: [
        say(language, "briefingsHead", { count: briefings.length }),
        ...shown.map(
          (each, index) => `${first + index + 1}. ${lineOf(each, reader.person, nowMs)}`,
        ),
      ].join("\n"),
      buttons: inRows([...opens, ...more, make]),
    };
  }

  /** Some of the kinds to choose from, each with a button. */
  #kinds(reader: Reader, wanted: number): OutgoingMessage {
    const { language } = reader.person;
    const sign = this.#signer(reader);
    const page = pageNear(wanted, BRIEFING_KINDS.length, KINDS_OF_PAGE);
    const shown = BRIEFING_KINDS.slice((page.at - 1) * KINDS_OF_PAGE, page.at * KINDS_OF_PAGE);
    const makes = shown.map(({ id, title }) => ({
      label: title[language],
      data: sign({ kind: "make", of: id }),
    }));
    const more = moreButton(page, language, (to) => sign({ kind: "kinds", page: to }));
    return {
      text: [
        say(language, "briefingKinds"),
        ...shown.map(({ title, about }) => `**${title[language]}** · ${about[language]}`),
      ].join("\n"),
      buttons: inRows([...makes, ...more]),
    };
  }

  #detail(schedule: Schedule, reader: Reader): OutgoingMessage {
    const { person } = reader;
    const { language } = person;
    const { schedules, clock } = this.#parts;
    const found = briefingIn(schedule, language);
    const sign = this.#signer(reader);
    const button = (key: TextKey, wish: Wish): Button => ({
      label: say(language, key),
      data: sign(wish),
    });
    const nowMs = clock.now();
    const { state, timing } = schedule;
    const isOn = state === "active";
    const canSnooze = isOn && isClockTiming(timing) && timing.kind !== "at";
    return {
      text: [
        lineOf(schedule, person, nowMs),
        ...nextLine(schedule, person, nowMs),
        ...(found?.kind.fields ?? []).map(
          (field) =>
            `${field.label[language]}: ${escapeMarkup(valueText(field, found?.values[field.name], language))}`,
        ),
        ...lastLine(schedules, schedule, person),
      ].join("\n"),
      buttons: inRows([
        button("briefingConfigure", { kind: "configure", schedule }),
        button("scheduleRunNow", { kind: "run", schedule }),
        isOn
          ? button("schedulePause", { kind: "pause", schedule })
          : button("scheduleResume", { kind: "resume", schedule }),
        canSnooze
          ? button("briefingSnooze", { kind: "snooze", schedule })
          : button("scheduleBack", { kind: "page", page: 1 }),
      ]),
    };
  }

  #signer({ person, chat }: Reader): (wish: Wish) => string {
    const { tokens } = this.#parts;
    return (wish) => signButton(tokens, { subject: subjectOf(wish, person), choice: LIST, chat });
  }
}

function wishesOf(schedules: readonly Schedule[]): readonly Wish[] {
  const { pages } = pageNear(1, schedules.length, rowsBeside(schedules.length, 1));
  const kinds = pageNear(1, BRIEFING_KINDS.length, KINDS_OF_PAGE);
  return [
    ...pageNumbers(pages).map((page) => ({ kind: "page", page }) as const),
    ...pageNumbers(kinds.pages).map((page) => ({ kind: "kinds", page }) as const),
    ...BRIEFING_KINDS.map(({ id }) => ({ kind: "make", of: id }) as const),
    ...schedules.flatMap((schedule) => DOINGS.map((kind) => ({ kind, schedule }))),
  ];
}

/** A button is one person's: in a group nobody changes what is another's. */
function subjectOf(wish: Wish, { id }: Person): string {
  switch (wish.kind) {
    case "page":
      return `briefings:${id}:page:${wish.page}`;
    case "kinds":
      return `briefings:${id}:kinds:${wish.page}`;
    case "make":
      return `briefings:${id}:make:${wish.of}`;
    default:
      return `briefings:${id}:${wish.kind}:${wish.schedule.id}`;
  }
}
