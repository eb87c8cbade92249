import type { Clock } from "../base/clock.ts";
import { messageOf, wordsOf } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import type { Localized } from "../base/words.ts";
import type { ChatAdapter, ChatAddress, OutgoingMessage } from "./adapter.ts";
import { DeliveryError } from "./adapter.ts";
import { isPastKnowing, mayRepeat, waitAfter } from "./outbox-repeating.ts";
import type { MessageClass, OutboxRow, OutboxTable } from "./outbox-table.ts";
import { type MeasureText, splitText } from "./split-text.ts";

/** What became of one message. */
export type Delivery =
  | { readonly state: "sent"; readonly messageId: string }
  | { readonly state: "unknown" | "failed"; readonly problem: Localized };

/** A message to send; the same key is sent once. */
export interface PostFacts {
  readonly key: string;
  readonly chatKey: string;
  readonly class: MessageClass;
  readonly message: OutgoingMessage;
  /** It leaves then at the earliest, and what comes after it in its chat need not wait for it. */
  readonly heldUntilMs?: number;
}

/** What the courier is made of. */
export interface CourierParts {
  readonly table: OutboxTable;
  readonly clock: Clock;
  readonly log: Log;
  readonly addressOf: (chatKey: string) => ChatAddress | undefined;
  readonly faultPoint: (name: string) => void;
  /** Draws a card as it is now, just before it leaves. */
  readonly redraw: (row: OutboxRow) => OutgoingMessage;
  /** Called when a message has left, with the platform's id for it. */
  readonly onSent: (row: OutboxRow, messageId: string) => void;
  /** Called when nobody will ever know whether a message has arrived. */
  readonly onUnsure: (row: OutboxRow) => void;
  /** Called when no further try is made: the message was not delivered, as far as anyone knows. */
  readonly onUndelivered: (row: OutboxRow) => void;
}

/** Other processes on the same HOME add messages too, so the table is looked at this often. */
const LOOK_EVERY_MS = 1000;

/** Chats written to at the same time on one platform. */
const MOST_AT_ONCE = 16;

/** Length of a message, in UTF-16 units, where this process has no adapter that could say: Telegram's. */
const USUAL_LENGTH = 4096;

/** Longest text that goes under a file (Telegram Bot API, caption: 1,024 characters after entity parsing). */
const CAPTION_LENGTH = 900;

/** Sends what the outbox holds, in order inside a chat, and waits as platforms demand. Nothing else sends. At rest until `start`. */
export class Courier {
  readonly #parts: CourierParts;
  readonly #adapters = new Map<string, ChatAdapter>();
  readonly #wakers = new Set<() => void>();
  readonly #loops: Promise<void>[] = [];
  #isStopped = false;

  constructor(parts: CourierParts) {
    this.#parts = parts;
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
    table.inTransaction(() => {
      for (const [index, message] of messages.entries()) {
        const key = index === 0 ? facts.key : `${facts.key}#${index}`;
        table.add({ ...facts, key, platform, message });
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
    const { table, clock } = this.#parts;
    this.#adapters.set(adapter.platform, adapter);
    for (const row of options.recover ? table.cutOff(adapter.platform) : []) {
      if (mayRepeat(row, adapter)) table.retry(row.id, clock.now(), CUT_OFF);
      else this.#finish(row, { state: "unknown", problem: MAY_HAVE_ARRIVED });
    }
    this.#loops.push(this.#deliverAll(adapter));
  }

  /** Stops after what is being sent now. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wake();
    await Promise.all(this.#loops);
  }

  async #deliverAll(adapter: ChatAdapter): Promise<void> {
    const { table } = this.#parts;
    const sending = new Set<Promise<void>>();
    while (!this.#isStopped) {
      const rows = table.due(adapter.platform, MOST_AT_ONCE - sending.size);
      for (const row of rows) {
        const job = this.#deliver(adapter, row).finally(() => {
          sending.delete(job);
          this.#wake();
        });
        sending.add(job);
      }
      if (rows.length === 0) await this.#change(this.#waitMs(adapter.platform));
    }
    await Promise.all(sending);
  }

  #isBusy(): boolean {
    const { table } = this.#parts;
    return [...this.#adapters.keys()].some(
      (platform) => table.due(platform, 1).length > 0 || table.cutOff(platform).length > 0,
    );
  }

  /** One message, to its end or its next try. Never rejects. */
  async #deliver(adapter: ChatAdapter, row: OutboxRow): Promise<void> {
    try {
      const address = this.#parts.addressOf(row.chatKey);
      if (address !== undefined) await this.#send(adapter, address, row);
      else
        this.#finish(row, {
          state: "failed",
          problem: {
            en: `No chat "${row.chatKey}" is known.`,
            ko: `알려진 대화 "${row.chatKey}"이(가) 없습니다.`,
          },
        });
    } catch (error) {
      const facts = { key: row.key, problem: messageOf(error) };
      this.#parts.log.error(
        facts,
        "A message could not be handled; it is settled at the next start.",
      );
    }
  }

  async #send(adapter: ChatAdapter, address: ChatAddress, row: OutboxRow): Promise<void> {
    const { table, faultPoint, redraw, onSent } = this.#parts;
    if (!table.claim(row.id)) return;
    faultPoint("message-claimed");
    let messageId: string | undefined;
    try {
      const message = row.class === "card" ? redraw(row) : row.message;
      messageId = await this.#transmit(adapter, address, { ...row, message });
    } catch (error) {
      this.#notDelivered(adapter, row, error);
      return;
    }
    if (messageId === undefined) {
      this.#finish(row, { state: "unknown", problem: MAY_HAVE_ARRIVED });
      return;
    }
    this.#finish(row, { state: "sent", messageId });
    onSent(row, messageId);
  }

  /** Gives the platform's id; `undefined` where the message may be there already, cannot be found, and must not be there twice. */
  async #transmit(
    adapter: ChatAdapter,
    address: ChatAddress,
    row: OutboxRow,
  ): Promise<string | undefined> {
    const { key, message, firstSentMs } = row;
    if (row.class === "edit" && row.messageId !== undefined) {
      await adapter.edit(address, row.messageId, message);
      return row.messageId;
    }
    if (firstSentMs !== undefined && isPastKnowing(row, adapter, this.#parts.clock.now())) {
      const found = await adapter.find?.(address, message, { key, sinceMs: firstSentMs });
      if (found !== undefined || row.class !== "card") return found;
    }
    return (await adapter.send(address, message, { key })).messageId;
  }

  #notDelivered(adapter: ChatAdapter, row: OutboxRow, error: unknown): void {
    const { table, clock, log } = this.#parts;
    const problem = { en: wordsOf(error, "en"), ko: wordsOf(error, "ko") };
    const kind = error instanceof DeliveryError ? error.kind : "refused";
    const facts = { chat: row.chatKey, key: row.key, kind, problem: problem.en };
    log.warn(facts, "A message was not delivered.");
    const waitMs = waitAfter(row, error, adapter);
    const isUnsent = kind !== "unknown" && row.firstSentMs === undefined;
    if (table.isReplaced(row)) {
      this.#finish(row, {
        state: "failed",
        problem: {
          en: "A newer edit took its place.",
          ko: "더 새로운 수정이 그 자리를 대신했습니다.",
        },
      });
      return;
    }
    if (waitMs !== undefined) table.retry(row.id, clock.now() + waitMs, problem, isUnsent);
    else this.#finish(row, { state: kind === "unknown" ? "unknown" : "failed", problem });
    if (row.class === "edit" && kind === "refused") this.#sendAnew(row);
  }

  /** The card to change was deleted, or is too old: it is forgotten, and what it says now is sent as a card of its own. */
  #sendAnew({ key, chatKey, messageId = "", message }: OutboxRow): void {
    this.#parts.table.forget(chatKey, messageId);
    this.post({ key: key.replace(/^edit:/, "card:"), chatKey, class: "card", message });
  }

  #finish(row: OutboxRow, delivery: Delivery): void {
    const { state, ...facts } = delivery;
    const { table, faultPoint, onUndelivered, onUnsure } = this.#parts;
    table.inTransaction(() => {
      table.settle(row.id, state, facts);
      if (state === "unknown") onUnsure(row);
    });
    faultPoint("message-settled");
    if (state !== "sent") onUndelivered(row);
  }

  /** How long nothing can be due that is there already. */
  #waitMs(platform: string): number {
    const { table, clock } = this.#parts;
    const atMs = table.nextAttemptMs(platform);
    return atMs === undefined ? LOOK_EVERY_MS : Math.min(LOOK_EVERY_MS, atMs - clock.now());
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

const CUT_OFF: Localized = {
  en: "The process ended while sending.",
  ko: "보내는 중에 서비스가 끝났습니다.",
};

const MAY_HAVE_ARRIVED: Localized = {
  en: "The process ended while sending; it may have arrived.",
  ko: "보내는 중에 서비스가 끝나, 갔는지 알 수 없습니다.",
};

const NO_REASON: Localized = { en: "No reason is known.", ko: "까닭을 알 수 없습니다." };

function platformOf(chatKey: string): string {
  return chatKey.split(":")[0] ?? "";
}

/** A card is never split: its buttons belong to all of it. */
function messagesOf(
  { class: kind, message }: PostFacts,
  maxLength: number,
  lengthOf?: MeasureText,
): readonly OutgoingMessage[] {
  if (kind === "card" || message.text === "") return [message];
  const texts = splitText(message.text, maxLength, lengthOf);
  const isCaption = message.file === undefined || message.text.length <= CAPTION_LENGTH;
  const alone = isCaption ? texts.slice(0, -1) : texts;
  const last = isCaption ? (texts.at(-1) ?? "") : "";
  return [...alone.map((text) => ({ text })), { ...message, text: last }];
}

/** What became of a message by what became of its parts; `undefined` while one has not left. */
function deliveryOf(parts: readonly OutboxRow[]): Delivery | undefined {
  const open = parts.some((part) => part.state === "pending" || part.state === "sending");
  const last = parts.at(-1);
  if (open || last === undefined) return undefined;
  for (const state of ["failed", "unknown"] as const) {
    const bad = parts.find((part) => part.state === state);
    if (bad !== undefined) return { state, problem: bad.problem ?? NO_REASON };
  }
  return { state: "sent", messageId: last.messageId ?? "" };
}
