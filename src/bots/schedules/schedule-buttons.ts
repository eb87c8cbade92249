import type { Clock } from "../../base/clock.ts";
import { AppError, wordsOf } from "../../base/errors.ts";
import { dayAndTime } from "../../base/format-time.ts";
import type { Language } from "../../base/localized.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import type { Schedules } from "../../scheduler/ledger/schedules.ts";
import { isClockTiming, isEventTrigger } from "../../scheduler/timing/timing-kinds.ts";
import { dateOfDayNumber, dayNumber, instantOf, localTimeOf } from "../../scheduler/timing/zone.ts";
import type { People, Person } from "../../security/access/people.ts";
import type { Approvals } from "../../security/approvals/approvals.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import { shortLabel } from "../approvals/buttons.ts";
import { type ButtonHandler, homeOf } from "../approvals/signed-button.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { type Button, chatKey, type PressEvent } from "../platform/chat-adapter.ts";
import { say, type TextKey } from "../texts/say.ts";
import { askTiming } from "./change-time.ts";

/** What a button does: comes again later, runs again now, asks for another time, stops, goes on after failures, or says why they were. */
type Wish = (typeof WISHES)[number];

const WISHES = [
  "soon",
  "hour",
  "tomorrow",
  "again",
  "retime",
  "stop",
  "resume",
  "why",
  "more",
] as const;

/** The letter that stands for each in a token. */
const LETTERS: Readonly<Record<Wish, string>> = {
  soon: BUTTON_KINDS.snoozeSoon,
  hour: BUTTON_KINDS.snoozeHour,
  tomorrow: BUTTON_KINDS.snoozeTomorrow,
  again: BUTTON_KINDS.runAgain,
  retime: BUTTON_KINDS.retime,
  stop: BUTTON_KINDS.stopSchedule,
  resume: BUTTON_KINDS.resumeSchedule,
  why: BUTTON_KINDS.whyFailed,
  more: BUTTON_KINDS.briefingButtons,
};

const LABELS: Readonly<Record<Wish, TextKey>> = {
  soon: "snoozeSoon",
  hour: "snooze",
  tomorrow: "snoozeTomorrow",
  again: "briefingAgain",
  retime: "retime",
  stop: "stopSchedule",
  resume: "switchOnAgain",
  why: "showWhy",
  more: "moreButtons",
};

/** What a schedule's buttons are bound to, besides the schedule and the chat. */
const TOKEN_DIGEST = "schedule";

const ID_PREFIX = "sched_";

/** Longest note for a presser (Telegram Bot API, answerCallbackQuery, text: 0-200 characters). */
const NOTE_LENGTH = 200;

const MINUTE_MS = 60_000;
const SNOOZE_MS = { soon: 10 * MINUTE_MS, hour: 60 * MINUTE_MS };

/** The buttons under what schedules bring, and what a press on one does: each is its person's, bound to the chat, and good after a restart. */
export class ScheduleButtons {
  readonly #parts: ConstructorParameters<typeof ScheduleButtons>[0];

  constructor(parts: {
    readonly schedules: Schedules;
    readonly people: Pick<People, "get">;
    readonly approvals: Pick<Approvals, "pending" | "replace" | "request">;
    readonly outbox: Pick<Outbox, "post">;
    readonly tokens: ButtonTokens;
    readonly clock: Pick<Clock, "now">;
  }) {
    this.#parts = parts;
  }

  /** Under what a schedule brings in its chat. */
  ofBriefing(schedule: Schedule, language: Language): readonly (readonly Button[])[] {
    return wishesFor(schedule).map((row) => this.#row(row, schedule, language));
  }

  /** Under the news that a schedule was switched off because it kept failing. */
  ofFailing(schedule: Schedule, language: Language): readonly (readonly Button[])[] {
    return [this.#row(["resume", "why"], schedule, language)];
  }

  /** Under several briefings in one message: one for each, which brings its own. */
  ofDigest(schedules: readonly Schedule[], language: Language): readonly (readonly Button[])[] {
    return schedules.map((schedule) =>
      this.#row(["more"], schedule, language).map(({ data }) => ({
        label: say(language, "moreButtons", { name: shortLabel(schedule.name) }),
        data,
      })),
    );
  }

  #row(wishes: readonly Wish[], schedule: Schedule, language: Language): readonly Button[] {
    const id = schedule.id.slice(ID_PREFIX.length);
    const facts = { id, digest: TOKEN_DIGEST, chatKey: schedule.chatId };
    return wishes.map((wish) => ({
      label: say(language, LABELS[wish]),
      data: this.#parts.tokens.sign({ ...facts, choice: LETTERS[wish] }),
    }));
  }

  /** What a press on one of them does. */
  readonly handlers: readonly ButtonHandler[] = WISHES.map((wish) => ({
    kinds: [LETTERS[wish]],
    subjectsOf: ({ event, person, token: { id } }) => {
      const schedule = this.#parts.schedules.get(`${ID_PREFIX}${id}`, person.id);
      if (schedule === undefined) return [];
      const homes = homeOf(event.chat, schedule.chatId);
      const run = (): string => this.#press(wish, schedule, { event, person });
      return [{ id, digest: TOKEN_DIGEST, homes, run }];
    },
    refusal: ({ person }) => say(person.language, "scheduleGone"),
  }));

  #press(
    wish: Wish,
    schedule: Schedule,
    { event, person }: { readonly event: PressEvent; readonly person: Person },
  ): string {
    try {
      return this.#act(wish, schedule, { event, person });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return error.code === "schedule-off"
        ? say(person.language, "scheduleOff")
        : wordsOf(error, person.language);
    }
  }

  #act(
    wish: Wish,
    schedule: Schedule,
    { event, person }: { readonly event: PressEvent; readonly person: Person },
  ): string {
    const { schedules } = this.#parts;
    const { language } = person;
    const { name } = schedule;
    switch (wish) {
      case "stop":
        schedules.disable(schedule.id, person.id);
        return say(language, "scheduleStopped", { name });
      case "resume":
        schedules.enable(schedule.id, person.id);
        return say(language, "scheduleOn", { name });
      case "more":
        this.#bring(schedule, { event, person });
        return "";
      case "why":
        return this.#why(schedule, person);
      case "again":
        schedules.runNow(schedule.id, person.id, `${event.chat.platform}:${event.updateId}`);
        return say(language, "runsAgain", { name });
      case "retime":
        askTiming(this.#parts, schedule, person, chatKey(event.chat));
        return say(language, "askingTiming");
      default:
        return this.#snooze(wish, schedule, person);
    }
  }

  /** The buttons of one of several briefings, in a message of their own. */
  #bring(
    schedule: Schedule,
    { event, person }: { readonly event: PressEvent; readonly person: Person },
  ): void {
    const { chat, updateId } = event;
    const home = { ...schedule, chatId: chatKey(chat) };
    const { language } = person;
    const text = say(language, "briefingHead", { name: escapeMarkup(schedule.name) });
    this.#parts.outbox.post({
      key: `schedule-buttons:${chat.platform}:${updateId}`,
      chatKey: home.chatId,
      class: "reply",
      message: { text, buttons: this.ofBriefing(home, language) },
    });
  }

  /** What the last failure said. */
  #why(schedule: Schedule, person: Person): string {
    const rows = this.#parts.schedules.history(person.id, { scheduleId: schedule.id, limit: 50 });
    const failed = rows.find(({ state }) => state === "failed");
    if (failed === undefined) return say(person.language, "scheduleNoFailure");
    const time = dayAndTime(failed.finishedAtMs ?? failed.dueMs, person);
    return `${time}: ${failed.summary ?? ""}`.slice(0, NOTE_LENGTH);
  }

  #snooze(wish: "soon" | "hour" | "tomorrow", schedule: Schedule, person: Person): string {
    const nowMs = this.#parts.clock.now();
    const untilMs =
      wish === "tomorrow" ? sameTimeTomorrow(nowMs, person.zone) : nowMs + SNOOZE_MS[wish];
    this.#parts.schedules.snooze(schedule.id, person.id, untilMs);
    return say(person.language, "snoozed", { time: dayAndTime(untilMs, person) });
  }
}

/** An event cannot be put off or run again without what set it off; what was due once has nothing left to stop. */
function wishesFor({ timing }: Schedule): readonly (readonly Wish[])[] {
  const later = ["soon", "hour", "tomorrow"] as const;
  if (isEventTrigger(timing)) return [["stop"]];
  if (timing.kind === "at") return [later];
  return isClockTiming(timing) ? [later, ["again", "retime", "stop"]] : [later, ["stop"]];
}

/** The same time of the next day by the wall clock: over a clock change the same hour. */
export function sameTimeTomorrow(nowMs: number, zone: string): number {
  const local = localTimeOf(nowMs, zone);
  const date = dateOfDayNumber(dayNumber(local) + 1);
  const { hour, minute, second } = local;
  return instantOf({ ...date, hour, minute, second }, zone);
}
