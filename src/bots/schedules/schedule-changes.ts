import { alertCurrency } from "../../agent/planner/lookups/alert.ts";
import type { Clock } from "../../base/clock.ts";
import { hourWords, isoMinute, spokenTime } from "../../base/format-time.ts";
import type { JsonObject } from "../../base/json.ts";
import type { Language } from "../../base/localized.ts";
import { amountWords, type PriceAlert, priceAlertOf } from "../../scheduler/ledger/price-alert.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import { patternsOf } from "../../scheduler/timing/cron.ts";
import { isClockTiming } from "../../scheduler/timing/timing-kinds.ts";
import type { Approvals } from "../../security/approvals/approvals.ts";
import { parseButtonToken } from "../../security/approvals/button-token.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { MessageEvent } from "../platform/chat-adapter.ts";
import { askTiming, type ChangeOption } from "./change-time.ts";
import { ID_PREFIX } from "./schedule-button.ts";

/** For so long a schedule that was spoken of is meant by a time alone. */
const SPOKEN_OF_MS = 10 * 60_000;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Who is asked, and by which clock. */
interface Asked {
  readonly id: string;
  readonly language: Language;
  readonly zone: string;
}

/** Asks when a schedule is to come from now on, and knows which one was spoken of last in a chat: a time alone is taken for that one. */
export class ScheduleChanges {
  readonly #parts: ConstructorParameters<typeof ScheduleChanges>[0];
  /** A restart forgets it. */
  readonly #spokenOf = new Map<string, { readonly id: string; readonly atMs: number }>();

  readonly #passedAtMs = new Map<string, number>();

  constructor(parts: {
    readonly approvals: Pick<Approvals, "pending" | "replace" | "request">;
    readonly outbox: Pick<Outbox, "buttonsOf" | "hasMenus">;
    readonly clock: Pick<Clock, "now">;
  }) {
    this.#parts = parts;
  }

  /** Asks in a chat; what becomes of the answer is the question's. */
  ask(schedule: Schedule, chatKey: string, person: Asked): void {
    const { clock, outbox } = this.#parts;
    const most = outbox.hasMenus(chatKey) ? "more" : "few";
    const options = likelyChanges(schedule, person, clock.now(), most);
    askTiming(this.#parts, schedule, { ...person, chatKey }, options);
  }

  /** Something else is said in a chat: an hour alone is no answer any more. */
  passBy(chatKey: string): void {
    this.#passedAtMs.set(chatKey, this.#parts.clock.now());
    this.#spokenOf.delete(chatKey);
  }

  /** When something else was said last in a chat. */
  passedAtMs(chatKey: string): number | undefined {
    return this.#passedAtMs.get(chatKey);
  }

  /** A schedule is spoken of in a chat. */
  note(chatKey: string, schedule: Pick<Schedule, "id"> | undefined): void {
    if (schedule === undefined) this.#spokenOf.delete(chatKey);
    else this.#spokenOf.set(chatKey, { id: schedule.id, atMs: this.#parts.clock.now() });
  }

  /** The schedule that a message is about without naming it, and when that was spoken of: the one whose message it replies to, else the one that was spoken of just now. */
  meantBy(
    event: Pick<MessageEvent, "quoted" | "repliesToId">,
    chatKey: string,
  ): { readonly id: string; readonly atMs: number } | undefined {
    const { outbox, clock } = this.#parts;
    const answered = event.repliesToId ?? event.quoted?.messageId;
    if (answered !== undefined) {
      const buttons = outbox.buttonsOf(chatKey, answered);
      const [id] = buttons.flatMap(({ runs, data }) => idIn(runs) ?? idOf(data) ?? []);
      return id === undefined ? undefined : { id, atMs: Number.POSITIVE_INFINITY };
    }
    const spoken = this.#spokenOf.get(chatKey);
    const isNow = spoken !== undefined && clock.now() - spoken.atMs <= SPOKEN_OF_MS;
    return isNow ? spoken : undefined;
  }
}

function idIn(runs: string | undefined): string | undefined {
  return /^\[system:update\]\("([^"\\]+)"\)/.exec(runs ?? "")?.[1];
}

/** What a button of a schedule is about; another button names no schedule that there is. */
function idOf(data: string | undefined): string | undefined {
  const token = data === undefined ? undefined : parseButtonToken(data);
  return token === undefined ? undefined : `${ID_PREFIX}${token.id}`;
}

/** How far away likely ones are: times of what comes once, hours of what recurs, and lines of an alert as factors; more of them where they are a menu. */
const STEPS = {
  few: {
    times: [-HOUR_MS, HOUR_MS, DAY_MS, 7 * DAY_MS],
    hours: [-1, 1, 2, 12],
    lines: [0.9, 0.95, 1.05, 1.1],
  },
  more: {
    times: [-HOUR_MS, HOUR_MS, 3 * HOUR_MS, DAY_MS, 2 * DAY_MS, 7 * DAY_MS],
    hours: [-2, -1, 1, 2, 3, 12],
    lines: [0.8, 0.9, 0.95, 1.05, 1.1, 1.2],
  },
} as const;

/** Other times, or for an alert other lines, each a press away. */
function likelyChanges(
  schedule: Schedule,
  { language, zone }: Asked,
  nowMs: number,
  most: keyof typeof STEPS,
): readonly ChangeOption[] {
  const steps = STEPS[most];
  const button = (label: string, config: JsonObject): ChangeOption => ({
    label,
    code: JSON.stringify(config),
  });
  const alert = priceAlertOf(schedule.timing);
  if (alert !== undefined) return otherLines(alert, steps.lines, language, button);
  const day = schedule.timing.kind === "entry" ? schedule.timing.day : schedule.timing;
  if (!isClockTiming(day)) return [];
  if (day.kind === "at") {
    return steps.times
      .map((by) => day.atMs + by)
      .filter((atMs) => atMs > nowMs)
      .map((atMs) =>
        button(spokenTime(atMs, { language, zone }, nowMs), {
          at: isoMinute(atMs, schedule.zone),
        }),
      );
  }
  return day.kind === "cron" ? otherHours(day.expression, steps.hours, language, button) : [];
}

type MakeButton = (label: string, config: JsonObject) => ChangeOption;

/** The hours around the one at which it comes; none for what comes at several. */
function otherHours(
  expression: string,
  hours: readonly number[],
  language: Language,
  button: MakeButton,
): readonly ChangeOption[] {
  const [pattern = "", second] = patternsOf(expression);
  const [, minute, hour, days] = /^(\d{1,2}) (\d{1,2}) (.+)$/.exec(pattern) ?? [];
  if (second !== undefined || minute === undefined) return [];
  return hours.map((by) => {
    const other = (Number(hour) + by + 24) % 24;
    const label = hourWords(other, Number(minute), language);
    return button(label, { cron: `${minute} ${other} ${days}` });
  });
}

/** Lines a little and a lot further off. */
function otherLines(
  { isAbove, line, symbol }: PriceAlert,
  factors: readonly number[],
  language: Language,
  button: MakeButton,
): readonly ChangeOption[] {
  return factors.map((factor) => {
    const other = Number((line * factor).toPrecision(3));
    const condition = `price ${isAbove ? ">" : "<"} ${other}`;
    return button(amountWords(other, language, alertCurrency(symbol)), { condition });
  });
}
