import type { Clock } from "../../base/clock.ts";
import { AppError, wordsOf } from "../../base/errors.ts";
import { dayAndTime } from "../../base/format-time.ts";
import type { Language } from "../../base/localized.ts";
import { priceAlertOf } from "../../scheduler/ledger/price-alert.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import { offText } from "../../scheduler/ledger/schedule-words.ts";
import type { Schedules } from "../../scheduler/ledger/schedules.ts";
import { isClockTiming } from "../../scheduler/timing/timing-kinds.ts";
import type { People, Person } from "../../security/access/people.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import { shortLabel } from "../approvals/buttons.ts";
import type { ButtonHandler, ButtonPress } from "../approvals/signed-button.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { type Button, chatKey, type PressEvent } from "../platform/chat-adapter.ts";
import { say, type TextKey } from "../texts/say.ts";
import { timingQuestionDigest } from "./change-time.ts";
import { reminderOf } from "./reminder.ts";
import { replacePressed, scheduleButton, scheduleSubjects } from "./schedule-button.ts";
import type { ScheduleChanges } from "./schedule-changes.ts";

/** What a button does: runs again now, asks for another time, stops, goes on after failures, or says why they were. */
type Wish = (typeof WISHES)[number];

const WISHES = ["again", "retime", "stop", "resume", "why", "more"] as const;

const FACES: Readonly<Record<Wish, { readonly choice: string; readonly label: TextKey }>> = {
  again: { choice: BUTTON_KINDS.runAgain, label: "briefingAgain" },
  retime: { choice: BUTTON_KINDS.retime, label: "retime" },
  stop: { choice: BUTTON_KINDS.stopSchedule, label: "stopSchedule" },
  resume: { choice: BUTTON_KINDS.resumeSchedule, label: "switchOnAgain" },
  why: { choice: BUTTON_KINDS.whyFailed, label: "showWhy" },
  more: { choice: BUTTON_KINDS.briefingButtons, label: "moreButtons" },
};

/** Longest note for a presser (Telegram Bot API, answerCallbackQuery, text: 0-200 characters). */
const NOTE_LENGTH = 200;

/** The buttons under what schedules bring, and what a press on one does: each is its person's, bound to the chat, and good after a restart. */
export class ScheduleButtons {
  readonly #parts: ConstructorParameters<typeof ScheduleButtons>[0];

  constructor(parts: {
    readonly schedules: Schedules;
    readonly people: Pick<People, "get">;
    readonly changes: Pick<ScheduleChanges, "ask">;
    readonly outbox: Pick<Outbox, "edit" | "post">;
    readonly tokens: ButtonTokens;
    readonly clock: Pick<Clock, "now">;
  }) {
    this.#parts = parts;
  }

  /** Under what a schedule brings in its chat. */
  ofBriefing(schedule: Schedule, language: Language): readonly (readonly Button[])[] {
    const row = this.#row(wishesFor(schedule), schedule, language);
    return row.length === 0 ? [] : [row];
  }

  /** Under the news that it was made: none for what words cannot give another time. */
  ofNew(schedule: Schedule, language: Language): readonly Button[] {
    const { timing } = schedule;
    const day = timing.kind === "entry" ? timing.day : timing;
    const isChangeable = isClockTiming(day) || priceAlertOf(timing) !== undefined;
    return isChangeable ? this.#row(["retime"], schedule, language) : [];
  }

  /** Where somebody asked how a schedule is changed. */
  ofChange(schedule: Schedule, language: Language): readonly (readonly Button[])[] {
    return [this.#row(["retime", "stop"], schedule, language)];
  }

  /** Under the news that it was missed: a reminder has nothing to be had later, nor has what hangs on an event. */
  ofMissed(schedule: Schedule, language: Language): readonly (readonly Button[])[] {
    if (reminderOf(schedule) !== undefined || !isClockTiming(schedule.timing)) return [];
    const face = { choice: FACES.again.choice, label: "missedNow" } as const;
    return [[scheduleButton(this.#parts.tokens, schedule, language, face)]];
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
    return wishes.map((wish) =>
      scheduleButton(this.#parts.tokens, schedule, language, FACES[wish]),
    );
  }

  /** What a press on one of them does. */
  readonly handlers: readonly ButtonHandler[] = WISHES.map((wish) => ({
    kinds: [FACES[wish].choice],
    subjectsOf: (press) =>
      scheduleSubjects(this.#parts, press, {
        run: (schedule) => this.#press(wish, schedule, press),
        ...(wish === "retime" && {
          asks: ({ id }) => timingQuestionDigest(id, chatKey(press.event.chat)),
        }),
      }),
    refusal: ({ person }) => say(person.language, "scheduleGone"),
  }));

  #press(wish: Wish, schedule: Schedule, press: ButtonPress): string {
    const { event, person } = press;
    const { schedules, outbox, clock } = this.#parts;
    const { language } = person;
    if (wish === "stop")
      return replacePressed(outbox, press, () => {
        const off = schedules.disable(schedule.id, person.id);
        return {
          text: offText(off, { ...person, nowMs: clock.now() }),
          buttons: [this.#row(["resume"], schedule, language)],
        };
      });
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
    wish: Exclude<Wish, "stop">,
    schedule: Schedule,
    { event, person }: { readonly event: PressEvent; readonly person: Person },
  ): string {
    const { schedules } = this.#parts;
    const { language } = person;
    const { name } = schedule;
    switch (wish) {
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
        this.#ask(schedule, { event, person });
        return "";
    }
  }

  #ask(
    schedule: Schedule,
    { event, person }: { readonly event: PressEvent; readonly person: Person },
  ): void {
    this.#parts.changes.ask(schedule, chatKey(event.chat), person);
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
}

/** What was sent is not sent again by a button. An event cannot be run again without what set it off, nor what it watches be brought at another time; what was due once has nothing left to change. */
function wishesFor({ timing, program }: Schedule): readonly Wish[] {
  if (isClockTiming(timing) && program.includes('"morning_briefing"')) return ["retime", "again"];
  const isSending = program.includes("[messenger:send");
  if (timing.kind === "at") return isSending ? [] : ["again"];
  if (!isClockTiming(timing)) return ["stop"];
  return isSending ? ["retime", "stop"] : ["retime", "again", "stop"];
}
