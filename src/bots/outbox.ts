import type { ChatAdapter, OutgoingMessage } from "./adapter.ts";
import { LiveEdits, type LiveFacts } from "./live-edits.ts";
import { type Delivery, deliveryOf, messagesOf } from "./message-parts.ts";
import { Sending, type SendingParts } from "./outbox-sending.ts";
import type { MessageClass } from "./outbox-statements.ts";
import type { OutboxRow } from "./outbox-table.ts";

/** A message to send; the same key is sent once. */
export interface PostFacts {
  readonly key: string;
  readonly chatKey: string;
  readonly class: MessageClass;
  readonly message: OutgoingMessage;
  /** It leaves then at the earliest, and what comes after it in its chat need not wait for it. */
  readonly heldUntilMs?: number;
  /**
   * The key of an earlier message of the same chat, which reads as this one from then on: the first part leaves as an edit of it. Where
   * the earlier message has not begun to leave it is withdrawn; where it is not there (any more), or the platform refuses to change it,
   * this one is a message of its own. Left aside where the first part has a file.
   */
  readonly inPlaceOf?: string;
}

/** Other processes on the same HOME add messages too, so the table is looked at this often. */
const LOOK_EVERY_MS = 1000;

/** Chats written to at the same time on one platform. */
const MOST_AT_ONCE = 16;

/** Length of a message, in UTF-16 units, where this process has no adapter that could say: Telegram's. */
const USUAL_LENGTH = 4096;

/** Sends what the outbox holds, in order inside a chat, and waits as platforms demand. Nothing else sends. At rest until `start`. */
export class Courier {
  readonly #parts: SendingParts;
  readonly #adapters = new Map<string, ChatAdapter>();
  readonly #wakers = new Set<() => void>();
  readonly #loops: Promise<void>[] = [];
  readonly #live = new LiveEdits<OutgoingMessage>();
  readonly #sending: Sending;
  /** Until when nothing leaves to a chat, since its platform asked to wait. */
  readonly #held = new Map<string, number>();
  #isStopped = false;

  constructor(parts: SendingParts) {
    this.#parts = parts;
    const hold = (chatKey: string, waitMs: number): void => {
      this.#held.set(chatKey, parts.clock.now() + waitMs);
    };
    this.#sending = new Sending({ ...parts, live: this.#live, hold });
  }

  /** Longest text of one message in a chat, in UTF-16 units. */
  maxTextLength(chatKey: string): number {
    return this.#adapters.get(platformOf(chatKey))?.maxTextLength ?? USUAL_LENGTH;
  }

  /** False for a chat of a platform that this process does not deliver to while it delivers to others. */
  mayReach(chatKey: string): boolean {
    return this.#adapters.size === 0 || this.#adapters.has(platformOf(chatKey));
  }

  /** Largest file that can be sent to a chat, in bytes; `undefined` where there is no limit. */
  maxFileBytes(chatKey: string): number | undefined {
    return this.#adapters.get(platformOf(chatKey))?.maxFileBytes;
  }

  /** Puts a message into the outbox; the same key is sent once. All but cards are split to fit their platform; buttons and a file go with the last part. */
  post(facts: PostFacts): void {
    const { table, faultPoint } = this.#parts;
    const platform = platformOf(facts.chatKey);
    const lengthOf = this.#adapters.get(platform)?.lengthOf;
    const messages = messagesOf(facts, this.maxTextLength(facts.chatKey), lengthOf);
    const { inPlaceOf, ...own } = facts;
    table.inTransaction(() => {
      for (const [index, message] of messages.entries()) {
        const isInPlace = index === 0 && inPlaceOf !== undefined && message.file === undefined;
        const place = isInPlace ? { inPlaceOf } : {};
        const key = index === 0 ? facts.key : `${facts.key}#${index}`;
        table.add({ ...own, ...place, key, platform, message });
      }
    });
    faultPoint("message-posted");
    this.#wake();
  }

  /** Takes back a message that has not begun to leave; false when it has, or is gone already. */
  withdraw(key: string): boolean {
    return this.#parts.table.withdraw(key);
  }

  /** Posts a message for a program. What failed, or what nobody knows to have arrived, leaves again: a program comes with the same key once more only when a person was told so and asked for it. */
  postForProgram(facts: PostFacts): void {
    const { state } = deliveryOf(this.#parts.table.partsOf(facts.key)) ?? {};
    if (state === "unknown" || state === "failed") this.#parts.table.reopen(facts.key);
    this.post(facts);
  }

  /** What is held in a chat is held until then from now on; without a time it leaves at once. */
  holdAnew(chatKey: string, untilMs: number | undefined): void {
    this.#parts.table.holdAnew(chatKey, untilMs);
    this.#wake();
  }

  /** Changes a card that was sent; the key is `edit:` and the rest of its card's key, and more. A newer change takes the place of one that still waits. */
  edit(facts: {
    readonly key: string;
    readonly chatKey: string;
    readonly messageId: string;
    readonly message: OutgoingMessage;
  }): void {
    this.#parts.table.add({ ...facts, platform: platformOf(facts.chatKey), class: "edit" });
    this.#wake();
  }

  /**
   * Changes a message that was sent, for show only: tried once when nothing else is to leave, the newest taking the place of one that
   * waits, and not kept. Never leaves once an `edit` of that message, or a message in its place, was added.
   */
  showLive(facts: LiveFacts<OutgoingMessage>): void {
    if (this.#parts.table.isFinal(facts.chatKey, facts.messageId)) return;
    this.#live.show(facts);
    this.#wake();
  }

  /** Drops what `showLive` left waiting for a message; resolves when none of it is on its way. */
  endLive(chatKey: string, messageId: string): Promise<void> {
    return this.#live.end(chatKey, messageId);
  }

  /** True when every part of a message has the platform's id. */
  hasArrived(key: string): boolean {
    return deliveryOf(this.#parts.table.partsOf(key))?.state === "sent";
  }

  /** Resolves when all parts of a message have left for good, or when `timeoutMs` has passed or the courier has stopped (then `undefined`). */
  async settled(key: string, timeoutMs: number): Promise<Delivery | undefined> {
    const { table, clock } = this.#parts;
    const untilMs = clock.now() + timeoutMs;
    for (;;) {
      const delivery = deliveryOf(table.partsOf(key));
      const leftMs = untilMs - clock.now();
      if (delivery !== undefined || leftMs <= 0 || this.#isStopped) return delivery;
      await this.#change(Math.min(leftMs, LOOK_EVERY_MS));
    }
  }

  /** Resolves when everything that may leave now has left, or when `timeoutMs` has passed; what waits for its time is not waited for. */
  async flush(timeoutMs: number): Promise<void> {
    const { clock } = this.#parts;
    const untilMs = clock.now() + timeoutMs;
    while (!this.#isStopped && this.#isBusy() && clock.now() < untilMs)
      await this.#change(Math.min(untilMs - clock.now(), LOOK_EVERY_MS));
  }

  /** Begins to deliver for a platform. With `recover` (only for the process that holds HOME), what a dead process left half sent is settled by its class first. */
  start(adapter: ChatAdapter, options: { readonly recover: boolean }): void {
    this.#adapters.set(adapter.platform, adapter);
    if (options.recover) this.#sending.recover(adapter);
    this.#loops.push(this.#deliverAll(adapter));
  }

  /** Stops after what is being sent now. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wake();
    await Promise.all(this.#loops);
  }

  async #deliverAll(adapter: ChatAdapter): Promise<void> {
    const leaving = new Set<Promise<void>>();
    const add = (work: Promise<void>): void => {
      const job = work.finally(() => {
        leaving.delete(job);
        this.#wake();
      });
      leaving.add(job);
    };
    while (!this.#isStopped) {
      const room = MOST_AT_ONCE - leaving.size;
      const rows = this.#due(adapter.platform, room);
      for (const row of rows) add(this.#sending.deliver(adapter, row));
      const shown = rows.length === 0 && room > 0 ? this.#nextShown(adapter.platform) : undefined;
      if (shown !== undefined)
        add(this.#live.move(shown, () => this.#sending.show(adapter, shown)));
      if (rows.length === 0 && shown === undefined)
        await this.#change(this.#waitMs(adapter.platform));
    }
    await Promise.all(leaving);
  }

  #due(platform: string, room: number): readonly OutboxRow[] {
    const rows = this.#parts.table.due(platform, room + this.#held.size);
    return rows.filter(({ chatKey }) => !this.#isHeld(chatKey)).slice(0, room);
  }

  #nextShown(platform: string): LiveFacts<OutgoingMessage> | undefined {
    return this.#live.take(
      ({ chatKey }) => platformOf(chatKey) === platform && !this.#isHeld(chatKey),
    );
  }

  #isHeld(chatKey: string): boolean {
    const isHeld = (this.#held.get(chatKey) ?? 0) > this.#parts.clock.now();
    if (!isHeld) this.#held.delete(chatKey);
    return isHeld;
  }

  #isBusy(): boolean {
    const { table } = this.#parts;
    return [...this.#adapters.keys()].some(
      (platform) => table.due(platform, 1).length > 0 || table.cutOff(platform).length > 0,
    );
  }

  /** How long nothing can be due that is there already. */
  #waitMs(platform: string): number {
    const { table, clock } = this.#parts;
    const heldMs = [...this.#held.values()];
    const atMs = [table.nextAttemptMs(platform), ...heldMs].flatMap((time) => time ?? []);
    const waitMs = Math.min(LOOK_EVERY_MS, ...atMs.map((time) => time - clock.now()));
    return Math.max(waitMs, 0);
  }

  #wake(): void {
    for (const waker of [...this.#wakers]) waker();
  }

  /** Resolves when a message was added or has left here, or after `delayMs`. */
  async #change(delayMs: number): Promise<void> {
    const waking = new AbortController();
    const waker = (): void => waking.abort();
    this.#wakers.add(waker);
    try {
      await this.#parts.clock.sleep(delayMs, waking.signal);
    } catch (error) {
      if (!waking.signal.aborted) throw error;
    } finally {
      this.#wakers.delete(waker);
    }
  }
}

function platformOf(chatKey: string): string {
  return chatKey.split(":")[0] ?? "";
}
