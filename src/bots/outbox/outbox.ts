import { EventEmitter } from "node:events";
import { visibleLength } from "../markup/parse-markup.ts";
import { splitText } from "../markup/split-text.ts";
import type {
  Button,
  ChatAdapter,
  LongAnswers,
  OutgoingMessage,
} from "../platform/chat-adapter.ts";
import { OutboxDelivery, type OutboxEvents, type SendingParts, type TextRoom } from "./delivery.ts";
import { LiveEdits, type LiveFacts } from "./live-edits.ts";
import { MAX_REPLY_LENGTH } from "./long-text.ts";
import { type Delivery, deliveryOf, messagesOf, messageWords } from "./message-parts.ts";
import { LOOK_EVERY_MS } from "./queue-heads.ts";
import { OutboxWorker, WakeSignal } from "./sender.ts";
import type { MessageClass, MessageKind } from "./statements.ts";
import type { OutboxRow } from "./table.ts";

/** A message to send; the same key is sent once. */
export interface PostFacts {
  readonly key: string;
  readonly chatKey: string;
  readonly class: MessageClass;
  /** Default: "other". */
  readonly kind?: MessageKind;
  /** What it is about, as `MessageKind` says. */
  readonly subject?: string;
  readonly message: OutgoingMessage;
  /** It leaves then at the earliest, and what comes after it in its chat need not wait for it. */
  readonly heldUntilMs?: number;
  /**
   * The key of an earlier message of the same chat, which reads as this one from then on: the first part leaves as an edit of it. Where
   * the earlier message has not begun to leave it is withdrawn; where it is not there (any more), or the platform refuses to change it,
   * this one is a message of its own. Left aside where the first part has files.
   */
  readonly inPlaceOf?: string;
  /** True for what leaves before everything else, also of its chat: the answer to a stop, and what went wrong with one or with a press. Default false. */
  readonly isControl?: boolean;
}

/** Length of a message, in UTF-16 units, where this process has no adapter that could say: Telegram's. */
const USUAL_LENGTH = 4096;

/** Between two blocks of a message, in UTF-16 units: platforms want a blank line there at most. */
const JOINT_LENGTH = 2;

/** Durable queue of outgoing messages. Delivers in order inside a chat and within the platforms' rate limits; nothing else sends. Delivers nothing until `start`. */
export class Outbox {
  readonly #parts: SendingParts;
  readonly #adapters = new Map<string, ChatAdapter>();
  readonly #outboxWorker = new Map<string, OutboxWorker>();
  readonly #loops: Promise<void>[] = [];
  readonly #live = new LiveEdits<OutgoingMessage>();
  readonly #events = new EventEmitter<OutboxEvents>().setMaxListeners(0);
  /** Subscribes to what becomes of messages. */
  readonly on: EventEmitter<OutboxEvents>["on"] = this.#events.on.bind(this.#events);
  readonly #sending: OutboxDelivery;
  readonly #wakeSignal: WakeSignal;
  #isStopped = false;

  constructor(parts: SendingParts) {
    this.#parts = parts;
    this.#wakeSignal = new WakeSignal(parts.clock);
    this.#sending = new OutboxDelivery({
      ...parts,
      live: this.#live,
      events: this.#events,
      roomIn: (chatKey) => this.roomIn(chatKey),
    });
  }

  /** Longest text of one message in a chat, in UTF-16 units. */
  maxTextLength(chatKey: string): number {
    return this.#adapters.get(platformOf(chatKey))?.maxTextLength ?? USUAL_LENGTH;
  }

  /** Length of a text in light markup as the platform of a chat counts it, in UTF-16 units. */
  lengthIn(chatKey: string): (markup: string) => number {
    return this.#adapters.get(platformOf(chatKey))?.lengthOf ?? visibleLength;
  }

  /** What one message of a chat can hold. */
  roomIn(chatKey: string): TextRoom {
    return {
      maxLength: this.maxTextLength(chatKey),
      lengthOf: this.lengthIn(chatKey),
      hasMenus: this.hasMenus(chatKey),
    };
  }

  /** A text as one message of a chat can show it: all of it, or its beginning with `note` below. */
  beginning(chatKey: string, text: string, note: string): string {
    const maxLength = this.maxTextLength(chatKey);
    const lengthOf = this.lengthIn(chatKey);
    if (lengthOf(text) <= maxLength) return text;
    const [first = ""] = splitText(text, maxLength - lengthOf(note) - JOINT_LENGTH, lengthOf);
    return `${first}\n${note}`;
  }

  /** How much of a long answer a chat shows; `undefined` where all of it. */
  longAnswers(chatKey: string): LongAnswers | undefined {
    return this.#adapters.get(platformOf(chatKey))?.longAnswers;
  }

  /** False for a chat of a platform that this process does not deliver to while it delivers to others. */
  mayReach(chatKey: string): boolean {
    return this.#adapters.size === 0 || this.#adapters.has(platformOf(chatKey));
  }

  /** True where choices beyond a few are a menu in a chat. */
  hasMenus(chatKey: string): boolean {
    return this.#adapters.get(platformOf(chatKey))?.hasMenus === true;
  }

  /** True where a message of a chat can be shown to one person among others. */
  mayShowQuietly(chatKey: string): boolean {
    const isPrivate = this.#parts.addressOf(chatKey)?.isPrivate === true;
    return !isPrivate && this.#adapters.get(platformOf(chatKey))?.showsQuietly === true;
  }

  /** Largest file that can be sent to a chat, in bytes; `undefined` where there is no limit. */
  maxFileBytes(chatKey: string): number | undefined {
    return this.#adapters.get(platformOf(chatKey))?.maxFileBytes;
  }

  /** Letters of code in a line of a chat, in columns of a terminal; `undefined` where its platform is none. */
  columns(chatKey: string): number | undefined {
    return this.#adapters.get(platformOf(chatKey))?.columns?.();
  }

  /** Enqueues a message. Idempotent by `key`. All but cards are split to fit their platform, as `messagesOf` says; of a text of more than 20,000 characters the start is sent and a file with all of it. */
  post(facts: PostFacts): void {
    const { table, faultPoint } = this.#parts;
    const platform = platformOf(facts.chatKey);
    const { lengthOf, together } = this.#adapters.get(platform) ?? {};
    const room = {
      maxLength: this.maxTextLength(facts.chatKey),
      ...(lengthOf === undefined ? {} : { lengthOf }),
      ...(together === undefined ? {} : { together }),
    };
    const messages = this.#shortened(facts).flatMap((message) =>
      messagesOf({ ...facts, message }, room),
    );
    const { inPlaceOf, ...own } = facts;
    const answered = { ...this.#parts.answered?.(facts), ...onlyForOf(facts.message) };
    table.inTransaction(() => {
      for (const [index, message] of answering(messages, answered).entries()) {
        const isInPlace = index === 0 && inPlaceOf !== undefined && message.files === undefined;
        const place = isInPlace ? { inPlaceOf } : {};
        const key = index === 0 ? facts.key : `${facts.key}#${index}`;
        table.add({ ...own, ...place, key, platform, message });
      }
    });
    faultPoint("message-posted");
    this.#look(facts.chatKey);
  }

  #shortened({ class: kind, chatKey, key, message }: PostFacts): readonly OutgoingMessage[] {
    const { keepWhole } = this.#parts;
    if (kind === "card" || message.text.length <= MAX_REPLY_LENGTH || keepWhole === undefined)
      return [message];
    const { head, whole } = keepWhole(key, chatKey, message.text);
    const { text: _, ...rest } = message;
    return message.files === undefined
      ? [head, { ...rest, ...whole }]
      : [head, whole, { ...rest, text: "" }];
  }

  /** Withdraws a message that is still pending; false if it is being sent, settled or unknown. */
  withdraw(key: string): boolean {
    return this.#parts.table.withdraw(key);
  }

  /** Posts a message for a program. What failed, or what nobody knows to have arrived, leaves again: a program comes with the same key once more only when a person was told so and asked for it. */
  postForProgram(facts: PostFacts): void {
    const { state } = deliveryOf(this.#parts.table.partsOf(facts.key)) ?? {};
    if (state === "unknown" || state === "failed") this.#parts.table.reopen(facts.key);
    this.post(facts);
  }

  /** A message that failed, or that nobody knows to have arrived, leaves again. */
  sendAnew({ key, chatKey }: Pick<PostFacts, "key" | "chatKey">): void {
    this.#parts.table.reopen(key);
    this.#look(chatKey);
  }

  /** What is held in a chat is held until then from now on; without a time it leaves at once. */
  reapplyQuietHours(chatKey: string, untilMs: number | undefined): void {
    this.#parts.table.reapplyQuietHours(chatKey, untilMs);
    this.#look(chatKey);
  }

  /** Changes a message that was sent; `kind` and `subject` are those of it. A newer change takes the place of one that still waits; one that changes nothing since the last does not leave. */
  edit(facts: {
    readonly key: string;
    readonly chatKey: string;
    readonly messageId: string;
    readonly kind?: MessageKind;
    readonly subject?: string;
    readonly message: OutgoingMessage;
    /** It leaves then at the earliest, if nothing newer has taken its place. */
    readonly heldUntilMs?: number;
    /** True for what leaves before everything else: what came of a press that failed. Default false. */
    readonly isControl?: boolean;
  }): void {
    if (this.#parts.table.isAsShown(facts)) return;
    this.#parts.table.add({ ...facts, platform: platformOf(facts.chatKey), class: "edit" });
    this.#look(facts.chatKey);
  }

  /**
   * Changes a message that was sent, for show only: tried once when nothing else is to leave, the newest taking the place of one that
   * waits, and not kept. Never leaves once an `edit` of that message, or a message in its place, was added.
   */
  showLive(facts: LiveFacts<OutgoingMessage>): void {
    if (this.#parts.table.isFinal(facts.chatKey, facts.messageId)) return;
    this.#live.show(facts);
    this.#outboxWorker.get(platformOf(facts.chatKey))?.lookForLive();
  }

  /** What stands as `messageId` on a platform, as it was written; `undefined` for a card, and for what did not leave here. */
  wordsSent(chatKey: string, messageId: string): string | undefined {
    const row = this.#parts.table.byMessage(chatKey, messageId);
    return row === undefined || row.class === "card" ? undefined : messageWords(row.message);
  }

  /** The buttons below what stands as `messageId`, as it was sent last; none for what did not leave here. */
  buttonsOf(chatKey: string, messageId: string): readonly Button[] {
    return this.#parts.table.byMessage(chatKey, messageId)?.message.buttons?.flat() ?? [];
  }

  /** The buttons below what was sent last in a chat, where that left at `sinceMs` or later. */
  buttonsOfLast(chatKey: string, sinceMs: number): readonly Button[] {
    const { firstSentMs = 0, message } = this.#parts.table.lastIn(chatKey) ?? {};
    return firstSentMs >= sinceMs ? (message?.buttons?.flat() ?? []) : [];
  }

  /** The words of a message with all its parts, as it was written; empty for one that was never posted. */
  wordsOf(key: string): string {
    return this.#parts.table
      .partsOf(key)
      .map(({ message }) => messageWords(message))
      .join("\n");
  }

  /** The briefings that wait in a chat for their time, oldest first. */
  heldIn(chatKey: string): readonly OutboxRow[] {
    return this.#parts.table.heldIn(chatKey);
  }

  /** Posts a message in the place of others that have not begun to leave; all of it, or nothing. */
  join(keys: readonly string[], facts: PostFacts): void {
    this.#parts.table.inTransaction(() => {
      for (const key of keys) this.withdraw(key);
      this.post(facts);
    });
  }

  /** True when every part of a message has the platform's id. */
  hasArrived(key: string): boolean {
    return deliveryOf(this.#parts.table.partsOf(key))?.state === "sent";
  }

  /** Resolves when every part of a message is settled; resolves to `undefined` when `timeoutMs` has passed or the outbox has stopped. */
  async settled(key: string, timeoutMs: number): Promise<Delivery | undefined> {
    const { table, clock } = this.#parts;
    const untilMs = clock.now() + timeoutMs;
    for (;;) {
      const delivery = deliveryOf(table.partsOf(key));
      const leftMs = untilMs - clock.now();
      if (delivery !== undefined || leftMs <= 0 || this.#isStopped) return delivery;
      await this.#wakeSignal.change(Math.min(leftMs, LOOK_EVERY_MS));
    }
  }

  /** Resolves when everything that may leave now has left, or when `timeoutMs` has passed; what waits for its time is not waited for. */
  async flush(timeoutMs: number): Promise<void> {
    const { clock } = this.#parts;
    const untilMs = clock.now() + timeoutMs;
    while (!this.#isStopped && this.#isBusy() && clock.now() < untilMs)
      await this.#wakeSignal.change(Math.min(untilMs - clock.now(), LOOK_EVERY_MS));
  }

  /** Begins to deliver for a platform. With `recover` (only for the process that holds HOME), what a dead process left half sent is settled by its class first. Gives the adapter for everyone else: its `acknowledge` leaves before all that waits here, and what it shows of work (`typing`, `noted`) where there is room. */
  start(adapter: ChatAdapter, options: { readonly recover: boolean }): ChatAdapter {
    this.#adapters.set(adapter.platform, adapter);
    if (options.recover) this.#sending.recover(adapter);
    const outboxWorker = new OutboxWorker({
      ...this.#parts,
      adapter,
      live: this.#live,
      sending: this.#sending,
      onAnswer: () => this.#wakeSignal.wake(),
    });
    this.#outboxWorker.set(adapter.platform, outboxWorker);
    this.#loops.push(outboxWorker.run());
    return rateLimitedAdapter(adapter, {
      acknowledge: (pressId, note) => outboxWorker.acknowledge(pressId, note),
      typing: (chat) => outboxWorker.typing(chat),
      noted: (event) => outboxWorker.noted(event),
      settled: (event) => outboxWorker.settled(event),
      startThread: (...at) => outboxWorker.startThread(...at),
    });
  }

  /** Stops after the calls in flight. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const outboxWorker of this.#outboxWorker.values()) outboxWorker.stop();
    this.#wakeSignal.wake();
    await Promise.all(this.#loops);
  }

  #look(chatKey: string): void {
    this.#outboxWorker.get(platformOf(chatKey))?.look(chatKey);
    this.#wakeSignal.wake();
  }

  #isBusy(): boolean {
    const { table, clock } = this.#parts;
    const isDue = (platform: string): boolean =>
      table.heads(platform).some(({ nextAttemptMs }) => nextAttemptMs <= clock.now());
    return [...this.#adapters.keys()].some(
      (platform) => isDue(platform) || table.cutOff(platform).length > 0,
    );
  }
}

/** The first of them names the message that they answer; who alone may see them, all do. */
function answering(
  messages: readonly OutgoingMessage[],
  { repliesTo, onlyFor }: Pick<OutgoingMessage, "repliesTo" | "onlyFor">,
): readonly OutgoingMessage[] {
  return messages.map((message, index) => ({
    ...message,
    ...(index === 0 && repliesTo !== undefined && { repliesTo }),
    ...(onlyFor !== undefined && { onlyFor }),
  }));
}

function onlyForOf({ onlyFor }: OutgoingMessage): Pick<OutgoingMessage, "onlyFor"> {
  return onlyFor === undefined ? {} : { onlyFor };
}

function platformOf(chatKey: string): string {
  return chatKey.split(":")[0] ?? "";
}

/** Adapter calls that others than the outbox make, and that count against the platform's rate limits. */
type Counted = Required<
  Pick<ChatAdapter, "acknowledge" | "typing" | "noted" | "settled" | "startThread">
>;

/** The same adapter, with its rate-limited calls replaced by `counted`. */
function rateLimitedAdapter(adapter: ChatAdapter, counted: Counted): ChatAdapter {
  return new Proxy(adapter, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      const isCounted = Object.hasOwn(counted, name);
      return isCounted ? Reflect.get(counted, name) : value.bind(target);
    },
  });
}
