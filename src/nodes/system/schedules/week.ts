import type { Clock } from "../../../base/clock.ts";
import { dateOfDayNumber, dayNumber, instantOf, localTimeOf } from "../../../base/format-time.ts";
import type { JsonObject } from "../../../base/json.ts";
import {
  type Handlers,
  numberParam,
  type ReadyCall,
} from "../../../engine/execute/action-types.ts";
import { type Outcome, success } from "../../../engine/values/outcome.ts";
import type { Occurrence } from "../../../scheduler/ledger/occurrence-table.ts";
import type { Schedules } from "../../../scheduler/ledger/schedules.ts";
import { worded } from "../../localize.ts";
import type { TodoReader } from "../todos.ts";

const USUAL_DAYS = 7;

/** Rows of the record that are counted; looks of a condition that found nothing are one row together. */
const MOST_ROWS = 5000;

/** Schedules told by name. */
const MOST_NAMED = 12;

/** `system:week`: what was done and what ran in the last days, today with them. */
export function createWeekHandlers(parts: {
  readonly schedules: Pick<Schedules, "history" | "list">;
  readonly clock: Pick<Clock, "now">;
  readonly doneSince: TodoReader["doneSince"];
}): Handlers {
  return { "system:week": async (call) => week(parts, call) };
}

function week(parts: Parameters<typeof createWeekHandlers>[0], call: ReadyCall): Outcome {
  const { personId, chatId, zone } = call.actor;
  const today = dayNumber(localTimeOf(parts.clock.now(), zone));
  const first = today - numberParam(call, "days", USUAL_DAYS) + 1;
  const sinceMs = instantOf({ ...dateOfDayNumber(first), hour: 0, minute: 0, second: 0 }, zone);
  const done = parts.doneSince(personId, chatId, sinceMs);
  const rows = parts.schedules
    .history(personId, { limit: MOST_ROWS })
    .filter(({ dueMs, cause }) => dueMs >= sinceMs && cause !== "look");
  const dayOf = (atMs: number): number => dayNumber(localTimeOf(atMs, zone));
  const items = Array.from({ length: today - first + 1 }, (_unused, index): JsonObject => {
    const day = first + index;
    const { month, day: date } = dateOfDayNumber(day);
    const onDay = rows.filter(({ dueMs }) => dayOf(dueMs) === day);
    return {
      date: `${month}/${date}`,
      done: done.filter(({ doneAtMs }) => dayOf(doneAtMs) === day).length,
      ran: countOf(onDay, "ran"),
      failed: countOf(onDay, "failed"),
    };
  });
  const text = [
    worded(call, {
      ko: `**✅ 끝낸 일 (${done.length})**`,
      en: `**✅ Done (${done.length})**`,
    }),
    ...done.map(({ content }) => `- ${content}`),
    ...recordLines(parts.schedules, call, rows),
  ].join("\n");
  // To-dos and names of schedules may hold words from outside.
  const tainted = done.some(({ isTainted }) => isTainted) || rows.length > 0;
  return success({ kind: "list", items, text }, { tainted });
}

/** What ran, all together and by schedule, what ran most often first. */
function recordLines(
  schedules: Pick<Schedules, "list">,
  call: ReadyCall,
  rows: readonly Occurrence[],
): readonly string[] {
  const named = schedules
    .list(call.actor.personId)
    .map(({ id, name }) => ({ name, own: rows.filter(({ scheduleId }) => scheduleId === id) }))
    .filter(({ own }) => own.length > 0)
    .sort((left, right) => right.own.length - left.own.length);
  const more = named.length - MOST_NAMED;
  return [
    worded(call, {
      ko: `**⏱️ 왔던 알림 (${countOf(rows, "ran")})**`,
      en: `**⏱️ Schedules that ran (${countOf(rows, "ran")})**`,
    }),
    ...named.slice(0, MOST_NAMED).map(({ name, own }) => `- ${name}: ${countsText(call, own)}`),
    ...(more > 0 ? [worded(call, { ko: `… 그 밖에 ${more}개`, en: `… and ${more} more` })] : []),
  ];
}

function countsText(call: ReadyCall, rows: readonly Occurrence[]): string {
  const failed = countOf(rows, "failed");
  const missed = countOf(rows, "missed") + countOf(rows, "told");
  return [
    worded(call, { ko: `${countOf(rows, "ran")}번`, en: `${countOf(rows, "ran")}×` }),
    ...(failed > 0 ? [worded(call, { ko: `실패 ${failed}번`, en: `failed ${failed}×` })] : []),
    ...(missed > 0 ? [worded(call, { ko: `놓침 ${missed}번`, en: `missed ${missed}×` })] : []),
  ].join(", ");
}

function countOf(rows: readonly Occurrence[], state: Occurrence["state"]): number {
  return rows.filter((row) => row.state === state).length;
}
