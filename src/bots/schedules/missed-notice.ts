import type { Clock } from "../../base/clock.ts";
import { shortTime } from "../../base/format-time.ts";
import type { MissedDues } from "../../scheduler/ledger/ledger.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import type { Schedules } from "../../scheduler/ledger/schedules.ts";
import type { People, Person } from "../../security/access/people.ts";
import { escapeMarkup, timeMark } from "../markup/parse-markup.ts";
import { deliveryOf } from "../outbox/message-parts.ts";
import type { Outbox, PostFacts } from "../outbox/outbox.ts";
import type { OutboxRow, OutboxTable } from "../outbox/table.ts";
import { say } from "../texts/say.ts";
import { isWatch } from "./condition-check.ts";
import { reminderName } from "./reminder.ts";
import type { ScheduleButtons } from "./schedule-buttons.ts";

/** News that goes along with a briefing: its words, and the keys under which it is settled when that has arrived. */
export interface CarriedNews {
  readonly text: string;
  readonly carries: readonly string[];
}

/** News waits no longer than this for a briefing, from when the service was there again. */
const WAIT_MS = 4 * 3_600_000;

/**
 * Reports missed due times: inside the person's next briefing in the same chat if one is due soon, else as a message of its own.
 * It counts as told only when the message that tells it has the platform's id; until then the next briefing takes it along.
 */
export class MissedRunNotice {
  readonly #parts: ConstructorParameters<typeof MissedRunNotice>[0];

  constructor(parts: {
    readonly schedules: Pick<Schedules, "isRunning" | "list" | "missedToTell" | "told">;
    readonly people: Pick<People, "get">;
    readonly outbox: Pick<Outbox, "post">;
    readonly table: Pick<OutboxTable, "openIn" | "partsOf">;
    readonly clock: Pick<Clock, "now">;
    readonly buttons: Pick<ScheduleButtons, "ofMissed">;
  }) {
    this.#parts = parts;
  }

  /** Enqueues the notice unless a briefing will include it. `told` once it is delivered, or nobody is left to notify. */
  tell(missed: MissedDues, held: Pick<PostFacts, "heldUntilMs">): "told" | "later" {
    const { people, outbox } = this.#parts;
    const { schedule } = missed;
    const person = people.get(schedule.personId);
    if (person === undefined) return "told";
    const key = keyOf(missed);
    const state = this.#stateOf(key);
    if (state === "sent") return "told";
    if (state !== undefined || this.#isOnItsWay(schedule, key)) return "later";
    if (this.#isBriefingNear(missed)) return "later";
    const text = newsText(missed, person, this.#parts.clock.now());
    const buttons = this.#parts.buttons.ofMissed(schedule, person.language);
    const message = { text, ...(buttons.length > 0 && { buttons }) };
    const facts = { class: "briefing", kind: "missed", subject: key, message } as const;
    outbox.post({ key, chatKey: schedule.chatId, ...facts, ...held });
    return "later";
  }

  /** What a briefing that is about to be posted takes along; `undefined` where there is nothing. */
  forBriefing({ personId, chatId }: Schedule, person: Person): CarriedNews | undefined {
    const news = this.#parts.schedules
      .missedToTell()
      .filter(({ schedule }) => schedule.personId === personId && schedule.chatId === chatId)
      .filter((missed) => !this.#isOnItsWay(missed.schedule, keyOf(missed)));
    if (news.length === 0) return undefined;
    const text = news.map((missed) => newsText(missed, person, this.#parts.clock.now())).join("\n");
    return { text, carries: news.map(keyOf) };
  }

  /** A message has arrived, whole: the news that it is, or that it carried, is told. */
  settle({ kind, subject, message }: Pick<OutboxRow, "kind" | "subject" | "message">): void {
    const own = kind === "missed" && subject !== undefined ? [subject] : [];
    for (const each of [...own, ...(message.carries ?? [])])
      this.#parts.schedules.told(missedOf(each));
  }

  /** What became of a message of its own; `undefined` where there is none. */
  #stateOf(key: string): "sent" | "open" | "lost" | undefined {
    const rows = this.#parts.table.partsOf(key);
    if (rows.length === 0) return undefined;
    const delivery = deliveryOf(rows);
    if (delivery === undefined) return "open";
    return delivery.state === "sent" ? "sent" : "lost";
  }

  /** True while a message that tells it has yet to leave: one of its own, or a briefing that carries it. */
  #isOnItsWay({ id, chatId }: Schedule, key: string): boolean {
    return this.#parts.table
      .openIn(chatId)
      .some(
        ({ kind, subject = "", message }) =>
          (kind === "missed" && missedOf(subject).schedule.id === id) ||
          message.carries?.includes(key),
      );
  }

  #isBriefingNear({ schedule, lastDueMs, down }: MissedDues): boolean {
    const { schedules, clock } = this.#parts;
    const { personId, chatId } = schedule;
    const nowMs = clock.now();
    const untilMs = (down?.toMs ?? lastDueMs) + WAIT_MS;
    return schedules
      .list(personId)
      .filter((other) => other.chatId === chatId && !isWatch(other, nowMs))
      .some(({ id, state, nextDueMs }) => {
        if (schedules.isRunning(id)) return true;
        return state === "active" && nextDueMs !== undefined && nextDueMs <= untilMs;
      });
  }
}

/** Names missed due times: in the key of the message that tells of them, and in the list of what another message carries. */
function keyOf({ schedule, lastDueMs }: MissedDues): string {
  return `missed:${schedule.id}:${lastDueMs}`;
}

/** The missed due times that `keyOf` named. */
function missedOf(key: string): { schedule: { id: string }; lastDueMs: number } {
  const [, id = "", lastDueMs] = key.split(":");
  return { schedule: { id }, lastDueMs: Number(lastDueMs) };
}

function newsText(missed: MissedDues, person: Person, nowMs: number): string {
  const { schedule, count, firstDueMs, lastDueMs } = missed;
  const { language } = person;
  const time = (atMs: number): string => timeMark(shortTime(atMs, person, nowMs), atMs);
  const name = escapeMarkup(reminderName(schedule));
  if (count === 1) {
    const late = say(language, "reminderLate", { time: time(lastDueMs) });
    return `⏰ **${name}** ${late}`;
  }
  return say(language, "missedOften", { name, count, since: time(firstDueMs) });
}
