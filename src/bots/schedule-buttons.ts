import type { Clock } from "../base/clock.ts";
import { AppError, wordsOf } from "../base/errors.ts";
import type { Language } from "../base/words.ts";
import type { Schedule } from "../scheduler/schedule-table.ts";
import type { Schedules } from "../scheduler/schedules.ts";
import { isEventTrigger } from "../scheduler/timing-kinds.ts";
import { type ButtonTokens, parseButtonToken } from "../security/button-token.ts";
import type { Person } from "../security/people.ts";
import type { Button, ChatAddress } from "./adapter.ts";
import { isGenuineIn } from "./place-button.ts";
import { say, shortTime, type TextKey } from "./texts.ts";

/** What the buttons of schedules act on. */
export interface ScheduleButtonsParts {
  readonly schedules: Schedules;
  readonly tokens: ButtonTokens;
  readonly clock: Clock;
}

const SNOOZE_MS = 60 * 60 * 1000;

/** What a schedule's buttons are bound to, besides the schedule and the chat. */
const TOKEN_DIGEST = "schedule";

/** Snooze, stop, switch on again, show why it failed. */
const CHOICES = ["z", "x", "E", "F"] as const;

type Choice = (typeof CHOICES)[number];

/** Longest note for a presser (Telegram Bot API, answerCallbackQuery, text: 0-200 characters). */
const NOTE_LENGTH = 200;

/** The buttons under what schedules bring, and what a press on one does. */
export class ScheduleButtons {
  readonly #parts: ScheduleButtonsParts;

  constructor(parts: ScheduleButtonsParts) {
    this.#parts = parts;
  }

  /** Under what a schedule brings: again later, unless an event sets it off, and no more. */
  ofBriefing(schedule: Schedule, language: Language): readonly (readonly Button[])[] {
    const stop = this.#button(schedule, language, { key: "stopSchedule", choice: "x" });
    if (isEventTrigger(schedule.timing)) return [[stop]];
    return [[this.#button(schedule, language, { key: "snooze", choice: "z" }), stop]];
  }

  /** Under the news that a schedule was switched off because it kept failing. */
  ofFailing(schedule: Schedule, language: Language): readonly (readonly Button[])[] {
    return [
      [
        this.#button(schedule, language, { key: "switchOnAgain", choice: "E" }),
        this.#button(schedule, language, { key: "showWhy", choice: "F" }),
      ],
    ];
  }

  /** Acts on a button; `undefined` when the button is none of a schedule's. Returns the note for the presser, as plain text. */
  press(data: string, person: Person, chat: ChatAddress): string | undefined {
    const token = parseButtonToken(data);
    const choice = CHOICES.find((known) => known === token?.choice);
    if (token === undefined || choice === undefined) return undefined;
    const schedule = this.#parts.schedules.get(`sched_${token.id}`, person.id);
    const { tokens } = this.#parts;
    const isGenuine =
      schedule !== undefined &&
      isGenuineIn(tokens, token, { digest: TOKEN_DIGEST, home: schedule.chatId, chat });
    if (!isGenuine) return say(person.language, "scheduleGone");
    try {
      return this.#do(choice, schedule, person);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return error.code === "schedule-off"
        ? say(person.language, "scheduleOff")
        : wordsOf(error, person.language);
    }
  }

  #do(choice: Choice, schedule: Schedule, person: Person): string {
    switch (choice) {
      case "x":
        return this.#stop(schedule, person);
      case "z":
        return this.#snooze(schedule, person);
      case "E":
        this.#parts.schedules.enable(schedule.id, person.id);
        return say(person.language, "scheduleOn", { name: schedule.name });
      case "F":
        return this.#why(schedule, person);
    }
  }

  /** What the last failure said. */
  #why(schedule: Schedule, person: Person): string {
    const rows = this.#parts.schedules.history(person.id, { scheduleId: schedule.id, limit: 50 });
    const failed = rows.find(({ state }) => state === "failed");
    if (failed === undefined) return say(person.language, "scheduleNoFailure");
    const time = shortTime(failed.finishedAtMs ?? failed.dueMs, person);
    return `${time}: ${failed.summary ?? ""}`.slice(0, NOTE_LENGTH);
  }

  #stop(schedule: Schedule, person: Person): string {
    this.#parts.schedules.disable(schedule.id, person.id);
    return say(person.language, "scheduleStopped", { name: schedule.name });
  }

  #snooze(schedule: Schedule, person: Person): string {
    const untilMs = this.#parts.clock.now() + SNOOZE_MS;
    this.#parts.schedules.snooze(schedule.id, person.id, untilMs);
    return say(person.language, "snoozed", { time: shortTime(untilMs, person) });
  }

  #button(
    schedule: Schedule,
    language: Language,
    { key, choice }: { readonly key: TextKey; readonly choice: Choice },
  ): Button {
    const id = schedule.id.slice("sched_".length);
    const facts = { id, digest: TOKEN_DIGEST, chatKey: schedule.chatId };
    return { label: say(language, key), data: this.#parts.tokens.sign({ ...facts, choice }) };
  }
}
