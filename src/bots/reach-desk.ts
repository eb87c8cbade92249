import { dayAndTime } from "../base/moments.ts";
import type { Person } from "../security/people.ts";
import { type Marks, unreachedMark } from "../store/marks.ts";
import type { Courier } from "./outbox.ts";
import type { OutboxRow, OutboxTable } from "./outbox-table.ts";
import { say } from "./texts.ts";

/** What the reach desk is made of. */
export interface ReachDeskParts {
  readonly courier: Pick<Courier, "post">;
  readonly table: Pick<OutboxTable, "partsOf">;
  readonly marks: Marks;
  readonly now: () => number;
  /** Who reads along in a chat: their language and zone are used. */
  readonly readerOf: (chatKey: string) => Pick<Person, "language" | "zone">;
}

/** Tells a chat that can be written to again, because someone blocks the bot no longer, that scheduled messages did not come meanwhile. */
export class ReachDesk {
  readonly #parts: ReachDeskParts;

  constructor(parts: ReachDeskParts) {
    this.#parts = parts;
  }

  /** Notes when the first scheduled message did not arrive, and is not tried again. */
  undelivered({ class: kind, key, chatKey }: OutboxRow): void {
    const { marks, now, table } = this.#parts;
    const hasFailed = table.partsOf(key).some(({ state }) => state === "failed");
    if (kind === "briefing" && hasFailed) marks.setOnce(unreachedMark(chatKey), now());
  }

  /** A message arrived: the chat is told once what did not. */
  sent({ class: kind, chatKey }: OutboxRow): void {
    const { courier, marks, readerOf } = this.#parts;
    const sinceMs = kind === "edit" ? undefined : marks.get(unreachedMark(chatKey));
    if (sinceMs === undefined) return;
    marks.clear(unreachedMark(chatKey));
    const reader = readerOf(chatKey);
    const text = say(reader.language, "unreached", { time: dayAndTime(sinceMs, reader) });
    const key = `unreached:${chatKey}:${sinceMs}`;
    courier.post({ key, chatKey, class: "reply", message: { text } });
  }
}
