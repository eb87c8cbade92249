import { type OutboxTable, wholeKey } from "../bots/outbox/table.ts";
import type { Deliveries, Delivery } from "../nodes/source/seen-items.ts";
import type { Schedules } from "../scheduler/ledger/schedules.ts";

/** Tells how the words of due times fared, from the record of due times and the outbox. What may have arrived counts as delivered: its person was told, with a button that sends it again. */
export function deliveriesOf(stores: {
  readonly schedules: Pick<Schedules, "jobOf" | "occurrence">;
  readonly table: Pick<OutboxTable, "mentioning">;
}): Deliveries {
  const { schedules, table } = stores;
  return {
    dueTimeOf(effectKey) {
      const id = /^occurrence:([^/]+)/.exec(effectKey)?.[1];
      const scheduleId = schedules.jobOf(effectKey);
      return id === undefined || scheduleId === undefined ? undefined : { id, scheduleId };
    },
    deliveryOf(id) {
      const occurrence = schedules.occurrence(id);
      switch (occurrence?.state) {
        case "due":
        case "claimed":
        case "waiting":
          return "coming";
        case "ran":
          return occurrence.deliveredAs === undefined ? wordsOf(table, id) : "delivered";
        default:
          return "lost";
      }
    },
  };
}

/** What became of the words of a due time that the record does not call delivered. Those that went into one message with others are in the message that was added last. */
function wordsOf(table: Pick<OutboxTable, "mentioning">, id: string): Delivery {
  const rows = table.mentioning("briefing", id);
  const last = wholeKey(rows.at(-1)?.key ?? "");
  const states = rows.flatMap(({ key, state }) => (wholeKey(key) === last ? [state] : []));
  if (states.length === 0 || states.includes("failed")) return "lost";
  return states.some((state) => state === "pending" || state === "sending")
    ? "coming"
    : "delivered";
}
