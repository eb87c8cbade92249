import type { Clock } from "../../base/clock.ts";
import type { MissedDues } from "../../scheduler/ledger/ledger.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import type { Person } from "../../security/access/people.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import { type QuietParts, quietHold } from "../outbox/hold-for-quiet-hours.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { Button } from "../platform/chat-adapter.ts";
import { say } from "../texts/say.ts";
import type { MissedRunNotice } from "./missed-notice.ts";
import type { ScheduleButtons } from "./schedule-buttons.ts";

/** What notices about schedules are told with. */
export interface ScheduleNoticesParts extends QuietParts {
  readonly clock: Pick<Clock, "now">;
  readonly outbox: Pick<Outbox, "post">;
  readonly buttons: Pick<ScheduleButtons, "ofFailing">;
  readonly news: Pick<MissedRunNotice, "tell">;
}

/** Tells owners what became of their schedules beside their results, each in the schedule's chat and not in its owner's quiet hours. */
export class ScheduleNotices {
  readonly #parts: ScheduleNoticesParts;

  constructor(parts: ScheduleNoticesParts) {
    this.#parts = parts;
  }

  /** What was not run, and why; `later` while that is on its way or waits for a briefing. */
  missed(missed: MissedDues): "told" | "later" {
    return this.#parts.news.tell(missed, quietHold(this.#parts, missed.schedule));
  }

  /** A group hears, once for a due time, that its report went to one person alone. */
  moved(occurrenceId: string, schedule: Schedule, { language }: Pick<Person, "language">): void {
    const name = escapeMarkup(schedule.name);
    this.#post(`moved:${occurrenceId}`, schedule, say(language, "briefingMoved", { name }));
  }

  /** A schedule was paused since its program cannot run any more, or it can again and goes on. */
  paused(schedule: Schedule): void {
    const { people, clock } = this.#parts;
    const person = people.get(schedule.personId);
    if (person === undefined) return;
    const { language } = person;
    const { pausedBecause: reason } = schedule;
    const name = escapeMarkup(schedule.name);
    const text =
      reason === undefined
        ? say(language, "scheduleResumed", { name })
        : say(language, "schedulePaused", { name, reason: escapeMarkup(reason) });
    const kind = reason === undefined ? "resumed" : "paused";
    this.#post(`${kind}:${schedule.id}:${clock.now()}`, schedule, text);
  }

  /** Failures in a row have switched a schedule off; with buttons that tell why, and that switch it on again. */
  disabled(schedule: Schedule): void {
    const { people, clock, buttons } = this.#parts;
    const person = people.get(schedule.personId);
    if (person === undefined) return;
    const { language } = person;
    this.#post(
      `disabled:${schedule.id}:${clock.now()}`,
      schedule,
      say(language, "scheduleDisabled", { name: escapeMarkup(schedule.name) }),
      buttons.ofFailing(schedule, language),
    );
  }

  #post(
    key: string,
    schedule: Schedule,
    text: string,
    buttons: readonly (readonly Button[])[] = [],
  ): void {
    this.#parts.outbox.post({
      key,
      chatKey: schedule.chatId,
      class: "briefing",
      message: { text, ...(buttons.length === 0 ? {} : { buttons }) },
      ...quietHold(this.#parts, schedule),
    });
  }
}
