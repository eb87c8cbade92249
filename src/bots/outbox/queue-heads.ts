import type { Clock } from "../../base/clock.ts";
import type { Head } from "./statements.ts";
import type { OutboxTable } from "./table.ts";

/** Other processes on the same HOME add messages too, so the whole table is looked at this often. */
export const LOOK_EVERY_MS = 1000;

/** What is next in the chats of one platform, as the outbox has it: all of it is read once a second, a chat in which something changed at once. */
export class QueueHeads {
  readonly #table: OutboxTable;
  readonly #clock: Clock;
  readonly #platform: string;
  readonly #heads = new Map<string, readonly Head[]>();
  readonly #changed = new Set<string>();
  #readAtMs = Number.NEGATIVE_INFINITY;
  #nextReadMs = Number.NEGATIVE_INFINITY;

  constructor(parts: {
    readonly table: OutboxTable;
    readonly clock: Clock;
    readonly platform: string;
  }) {
    this.#table = parts.table;
    this.#clock = parts.clock;
    this.#platform = parts.platform;
  }

  /** When all has to be read again, in Unix ms. */
  get nextReadMs(): number {
    return this.#nextReadMs;
  }

  /** Something changed in a chat. */
  note(chatKey: string): void {
    this.#changed.add(chatKey);
  }

  /** Everything that is next, in no order. */
  all(): readonly Head[] {
    const nowMs = this.#clock.now();
    // Also where the clock was put back.
    if (nowMs >= this.#nextReadMs || nowMs < this.#readAtMs) this.#readAll(nowMs);
    for (const chatKey of this.#changed) this.#keep(chatKey, this.#table.headsIn(chatKey));
    this.#changed.clear();
    return [...this.#heads.values()].flat();
  }

  #readAll(nowMs: number): void {
    const heldMs = this.#table.nextHeldMs(this.#platform) ?? Number.POSITIVE_INFINITY;
    this.#readAtMs = nowMs;
    this.#nextReadMs = Math.min(nowMs + LOOK_EVERY_MS, heldMs);
    this.#changed.clear();
    this.#heads.clear();
    for (const head of this.#table.heads(this.#platform))
      this.#keep(head.chatKey, [...(this.#heads.get(head.chatKey) ?? []), head]);
  }

  #keep(chatKey: string, heads: readonly Head[]): void {
    if (heads.length > 0) this.#heads.set(chatKey, heads);
    else this.#heads.delete(chatKey);
  }
}
