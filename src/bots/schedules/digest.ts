import type { Clock } from "../../base/clock.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import type { Schedules } from "../../scheduler/ledger/schedules.ts";
import type { People, Person } from "../../security/access/people.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import { parseButtonToken } from "../../security/approvals/button-token.ts";
import { visibleLength } from "../markup/parse-markup.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { type OutboxRow, type OutboxTable, wholeKey } from "../outbox/table.ts";
import type { Button } from "../platform/chat-adapter.ts";
import { isWatch } from "./condition-check.ts";
import type { MissedRunNotice } from "./missed-notice.ts";
import { reminderOf } from "./reminder.ts";
import type { ScheduleButtons } from "./schedule-buttons.ts";

/** What the key of a briefing's message begins with; its subject follows: the ids of its due times, with `+` between. */
export const BRIEFING_KEY = "briefing:";

const MINUTE_MS = 60_000;

/** A run that others wait for takes no longer than this, or they go without it. */
const RUN_MS = MINUTE_MS;

/** The due times whose briefing a message is. */
export function occurrencesOf({ subject = "" }: Pick<OutboxRow, "subject">): readonly string[] {
  return subject.split("+");
}

/** Enqueues briefings; those of one person that are due close together in one chat become one message. */
export class Digest {
  readonly #parts: ConstructorParameters<typeof Digest>[0];

  constructor(parts: {
    readonly schedules: Pick<Schedules, "list" | "isRunning" | "occurrence" | "byId">;
    readonly people: Pick<People, "digestMinutes">;
    readonly outbox: Pick<Outbox, "heldIn" | "join" | "post" | "maxTextLength">;
    readonly table: Pick<OutboxTable, "mentioning">;
    readonly clock: Pick<Clock, "now">;
    readonly buttons: Pick<ScheduleButtons, "ofBriefing" | "ofDigest">;
    /** What the person was not told yet of missed due times. */
    readonly news: Pick<MissedRunNotice, "forBriefing">;
  }) {
    this.#parts = parts;
  }

  /**
   * Posts the words of a due time in its schedule's chat, not before `heldUntilMs`. While another of the person's briefings is about to
   * come there they wait for it, at most a minute beyond its time; those that wait already are joined with them. What a process posted
   * that died before it could end the due time is not posted again.
   */
  post(
    schedule: Schedule,
    person: Person,
    briefing: {
      readonly id: string;
      readonly text: string;
      readonly heldUntilMs: number | undefined;
      /** Sends its picture. */
      readonly chart?: Button;
    },
  ): void {
    const { id, chart, heldUntilMs = 0 } = briefing;
    if (this.#isPosted(id)) return;
    const news = this.#parts.news.forBriefing(schedule, person);
    const text = news === undefined ? briefing.text : `${briefing.text}\n\n${news.text}`;
    const carries = news?.carries ?? [];
    const windowMs = this.#parts.people.digestMinutes(person.id) * MINUTE_MS;
    const mayJoin = windowMs > 0 && !isWatch(schedule, this.#parts.clock.now());
    const waitMs = mayJoin ? this.#othersUntil(schedule, windowMs) : 0;
    const held = Math.max(heldUntilMs, waitMs);
    if (mayJoin && this.#joined(schedule, person, { id, text, held, carries, chart })) return;
    const rows = this.#parts.buttons.ofBriefing(schedule, person.language);
    this.#parts.outbox.post({
      key: `${BRIEFING_KEY}${id}`,
      chatKey: schedule.chatId,
      class: "briefing",
      kind: "briefing",
      subject: id,
      message: {
        text,
        buttons: withChart(rows, chart),
        ...carrying(carries),
      },
      ...(held === 0 ? {} : { heldUntilMs: held }),
    });
  }

  /** True where a message has the words of a due time, alone or with others, whatever became of it. */
  #isPosted(id: string): boolean {
    return this.#parts.table.mentioning("briefing", id).length > 0;
  }

  /** Until when the last of the others is awaited that run or come within the window; 0 where there is none. */
  #othersUntil({ id, personId, chatId }: Schedule, windowMs: number): number {
    const { schedules, clock } = this.#parts;
    const nowMs = clock.now();
    const dues = schedules
      .list(personId)
      .filter((other) => other.id !== id && other.chatId === chatId)
      .filter((other) => !isWatch(other, nowMs) && reminderOf(other) === undefined)
      .flatMap(({ id: otherId, state, nextDueMs }) => {
        if (schedules.isRunning(otherId)) return [nowMs];
        const isNear = nextDueMs !== undefined && nextDueMs <= nowMs + windowMs;
        return state === "active" && isNear ? [nextDueMs] : [];
      });
    return dues.length === 0 ? 0 : Math.max(nowMs, ...dues) + RUN_MS;
  }

  /** True where it went into one message with those that wait in its chat; false where there are none, or all would be too long. */
  #joined(
    schedule: Schedule,
    person: Person,
    briefing: {
      readonly id: string;
      readonly text: string;
      readonly held: number;
      readonly carries: readonly string[];
      readonly chart: Button | undefined;
    },
  ): boolean {
    const { outbox, buttons } = this.#parts;
    const { chatId } = schedule;
    const { id, text, held, chart } = briefing;
    const waiting = outbox
      .heldIn(chatId)
      .filter((row) => isWhole(row) && row.message.buttons !== undefined)
      .map((row) => ({ row, message: row.message, of: this.#schedulesOf(row, chatId) }))
      .filter(({ of }) => of.length > 0 && of.every(({ personId }) => personId === person.id));
    if (waiting.length === 0) return false;
    const whole = [...waiting.map((one) => one.message.text), text].join("\n\n");
    if (visibleLength(whole) > outbox.maxTextLength(chatId)) return false;
    const ids = [...waiting.flatMap(({ row }) => occurrencesOf(row)), id];
    const all = [...waiting.flatMap(({ of }) => of), schedule];
    const charts = [
      ...waiting.flatMap(({ message }) => message.buttons?.flat().filter(sendsChart) ?? []),
      ...(chart === undefined ? [] : [chart]),
    ];
    const carries = [
      ...waiting.flatMap(({ message }) => message.carries ?? []),
      ...briefing.carries,
    ];
    outbox.join(
      waiting.map(({ row }) => row.key),
      {
        key: `${BRIEFING_KEY}${ids.join("+")}`,
        chatKey: chatId,
        class: "briefing",
        kind: "briefing",
        subject: ids.join("+"),
        message: {
          text: whole,
          buttons: charts.reduce(withChart, buttons.ofDigest(all, person.language)),
          ...carrying(carries),
        },
        ...(held === 0 ? {} : { heldUntilMs: held }),
      },
    );
    return true;
  }

  /** The schedules whose briefing a message is, as they are delivered in its chat. */
  #schedulesOf(row: OutboxRow, chatId: string): readonly Schedule[] {
    const { schedules } = this.#parts;
    return occurrencesOf(row).flatMap((id) => {
      const found = schedules.byId(schedules.occurrence(id)?.scheduleId ?? "");
      return found === undefined ? [] : [{ ...found, chatId }];
    });
  }
}

/** A briefing that was not split. */
function isWhole({ kind, key }: OutboxRow): boolean {
  return kind === "briefing" && wholeKey(key) === key;
}

/** In the last row, with the other buttons of the briefing. */
export function withChart(
  rows: readonly (readonly Button[])[],
  chart: Button | undefined,
): readonly (readonly Button[])[] {
  if (chart === undefined) return rows;
  const last = rows.at(-1) ?? [];
  return [...rows.slice(0, -1), [...last, chart]];
}

function sendsChart({ data }: Button): boolean {
  return parseButtonToken(data)?.choice === BUTTON_KINDS.answerFile;
}

function carrying(carries: readonly string[]): { readonly carries?: readonly string[] } {
  return carries.length === 0 ? {} : { carries };
}
