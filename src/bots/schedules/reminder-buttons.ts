import type { Clock } from "../../base/clock.ts";
import { AppError } from "../../base/errors.ts";
import {
  dateOfDayNumber,
  dayNumber,
  instantOf,
  localTimeOf,
  shortTime,
} from "../../base/format-time.ts";
import type { Language, Localized } from "../../base/localized.ts";
import { describeTiming } from "../../scheduler/ledger/describe.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import type { Schedules } from "../../scheduler/ledger/schedules.ts";
import { dueBetween } from "../../scheduler/timing/cron.ts";
import { isClockTiming, isRecurring } from "../../scheduler/timing/timing-kinds.ts";
import type { People, Person } from "../../security/access/people.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import type { ButtonHandler } from "../approvals/signed-button.ts";
import { escapeMarkup, timeMark } from "../markup/parse-markup.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { Button, ButtonStyle, OutgoingMessage } from "../platform/chat-adapter.ts";
import { say, type TextKey } from "../texts/say.ts";
import { reminderName } from "./reminder.ts";
import { replacePressed, scheduleButton, scheduleSubjects } from "./schedule-button.ts";
import type { ScheduleButtons } from "./schedule-buttons.ts";

/** What a button under a reminder does: settles it, brings it again later or takes that back, or shows how it is changed. */
type Wish = (typeof WISHES)[number];

const WISHES = ["done", "soon", "hour", "tomorrow", "wake", "options"] as const;

const FACES: Readonly<
  Record<Wish, { readonly choice: string; readonly label: TextKey; readonly style?: ButtonStyle }>
> = {
  done: { choice: BUTTON_KINDS.reminderDone, label: "reminderDone", style: "success" },
  soon: { choice: BUTTON_KINDS.snoozeSoon, label: "snoozeSoon" },
  hour: { choice: BUTTON_KINDS.snoozeHour, label: "snooze" },
  tomorrow: { choice: BUTTON_KINDS.snoozeTomorrow, label: "snoozeTomorrow" },
  wake: { choice: BUTTON_KINDS.cancelSnooze, label: "cancelSnooze" },
  options: { choice: BUTTON_KINDS.reminderOptions, label: "reminderOptions" },
};

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
/** What comes every minute. */
const MOST_A_DAY = 1440;
const SNOOZE_MS = { soon: 10 * MINUTE_MS, hour: 60 * MINUTE_MS };

/** The buttons under a reminder. A press changes its message to one line that says what came of it. */
export class ReminderButtons {
  readonly #parts: ConstructorParameters<typeof ReminderButtons>[0];

  constructor(parts: {
    readonly schedules: Schedules;
    readonly people: Pick<People, "get">;
    readonly outbox: Pick<Outbox, "edit">;
    readonly tokens: ButtonTokens;
    readonly clock: Pick<Clock, "now">;
    readonly buttons: Pick<ScheduleButtons, "ofChange">;
  }) {
    this.#parts = parts;
  }

  /** Under a reminder: what comes again by itself needs no button that brings it tomorrow. */
  under(schedule: Schedule, language: Language): readonly (readonly Button[])[] {
    const row = (...wishes: readonly Wish[]): readonly Button[] =>
      wishes.map((wish) => this.#button(wish, schedule, language));
    const first = row("done", "soon", "hour");
    if (isRecurring(schedule)) return [[...first, ...row("options")]];
    return [isTimer(schedule) ? first : [...first, ...row("tomorrow")]];
  }

  #button(wish: Wish, schedule: Schedule, language: Language): Button {
    return scheduleButton(this.#parts.tokens, schedule, language, FACES[wish]);
  }

  /** What a press on one of them does. */
  readonly handlers: readonly ButtonHandler[] = WISHES.map((wish) => ({
    kinds: [FACES[wish].choice],
    subjectsOf: (press) =>
      scheduleSubjects(this.#parts, press, {
        run: (schedule) =>
          replacePressed(this.#parts.outbox, press, () => this.#act(wish, schedule, press.person)),
      }),
    refusal: ({ person }) => say(person.language, "scheduleGone"),
  }));

  #act(wish: Wish, schedule: Schedule, person: Person): OutgoingMessage {
    const { schedules, buttons } = this.#parts;
    const { language } = person;
    const name = escapeMarkup(reminderName(schedule));
    switch (wish) {
      case "done":
        return this.done(schedule, language);
      case "wake": {
        const woken = schedules.wake(schedule.id, person.id);
        return { text: `⏰ **${name}**`, buttons: this.under(woken, language) };
      }
      case "options": {
        const when = escapeMarkup(describeTiming(schedule.timing, schedule.zone, language));
        return { text: `🔁 **${name}** · ${when}`, buttons: buttons.ofChange(schedule, language) };
      }
      default:
        return this.#snooze(wish, schedule, person);
    }
  }

  /** What is done is not put off any more by the buttons of the time before. */
  done(schedule: Schedule, language: Language): OutgoingMessage {
    this.#parts.schedules.settle(schedule.id, schedule.personId);
    return {
      text: say(language, "reminderIsDone", { name: escapeMarkup(reminderName(schedule)) }),
    };
  }

  #isOver({ id, personId, doneAtMs: doneMs }: Schedule): boolean {
    if (doneMs === undefined) return false;
    const [last] = this.#parts.schedules.history(personId, { scheduleId: id, limit: 1 });
    return last === undefined || last.dueMs <= doneMs;
  }

  #snooze(wish: "soon" | "hour" | "tomorrow", schedule: Schedule, person: Person): OutgoingMessage {
    if (this.#isOver(schedule)) throw new AppError("reminder-over", overWords(schedule));
    const nowMs = this.#parts.clock.now();
    const untilMs =
      wish === "tomorrow"
        ? sameTimeTomorrow(nowMs, person.zone, this.#dueOf(schedule) ?? nowMs)
        : nowMs + SNOOZE_MS[wish];
    return this.putOff(schedule, person, untilMs);
  }

  /** The time of its own for which a schedule came last, which a snooze does not change. */
  #dueOf({ id, personId, timing, zone }: Schedule): number | undefined {
    if (timing.kind === "at") return timing.atMs;
    const [last] = this.#parts.schedules.history(personId, { scheduleId: id, limit: 1 });
    if (last === undefined || !isClockTiming(timing)) return undefined;
    return dueBetween(timing, zone, last.dueMs - DAY_MS, last.dueMs, MOST_A_DAY).at(-1);
  }

  /** Brings a schedule again at a moment, once, and says so. */
  putOff(
    schedule: Schedule,
    person: Pick<Person, "id" | "language" | "zone">,
    untilMs: number,
  ): OutgoingMessage {
    const { schedules, clock } = this.#parts;
    const { language } = person;
    const nowMs = clock.now();
    schedules.snooze(schedule.id, person.id, untilMs);
    const name = escapeMarkup(reminderName(schedule));
    const time = timeMark(shortTime(untilMs, person, nowMs), untilMs, "t");
    return {
      text: say(language, "reminderSnoozed", { name, time }),
      buttons: [[this.#button("wake", schedule, language)]],
    };
  }
}

/** Says so, and how it is set anew. */
function overWords(schedule: Schedule): Localized {
  const name = reminderName(schedule);
  return {
    ko: `이미 끝낸 알림이에요. 다시 받으려면 “1시간 뒤에 ${name} 알려줘”라고 하세요.`,
    en: `That one is done. For another, say “remind me in 1 hour: ${name}”.`,
  };
}

/** The next day by the wall clock, at the time of another moment: over a clock change the same hour. */
export function sameTimeTomorrow(nowMs: number, zone: string, timeMs = nowMs): number {
  const date = dateOfDayNumber(dayNumber(localTimeOf(nowMs, zone)) + 1);
  const { hour, minute } = localTimeOf(timeMs, zone);
  return instantOf({ ...date, hour, minute, second: 0 }, zone);
}

/** True for a reminder of nothing but that its time is up. */
function isTimer(schedule: Schedule): boolean {
  return /^(?:타이머|Timer)$/u.test(reminderName(schedule));
}
