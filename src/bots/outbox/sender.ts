import type { Clock } from "../../base/clock.ts";
import {
  type ChatAdapter,
  type ChatAddress,
  DeliveryError,
  type MessageEvent,
  type OutgoingMessage,
  type PlatformPace,
} from "../platform/chat-adapter.ts";
import {
  type OutgoingCall,
  RateLimiter,
  URGENCIES,
  type Urgency,
} from "../platform/rate-limiter.ts";
import type { OutboxDelivery } from "./delivery.ts";
import { type LiveEdits, type LiveFacts, nameOf } from "./live-edits.ts";
import { LOOK_EVERY_MS, QueueHeads } from "./queue-heads.ts";
import type { Head } from "./statements.ts";
import type { OutboxTable } from "./table.ts";

/** Where a platform says nothing of limits. */
const AT_ONCE: PlatformPace = {
  all: [{ most: 16, perMs: 0 }],
  placeOf: ({ chatId }) => ({ name: chatId, buckets: [] }),
};

/** Chats of which is known when they last got something. */
const MOST_CHATS = 10_000;

/** A press is acknowledged before anything else leaves. */
const ACKNOWLEDGEMENT: OutgoingCall = { urgency: "control", kind: "other" };

/** What shows that work goes on. */
const SHOWING: OutgoingCall = { urgency: "live", kind: "other" };
const UNMARKING: OutgoingCall = { urgency: "edit", kind: "other" };
const BEGINNING: OutgoingCall = UNMARKING;

/** Sends the waiting messages of one platform: by urgency, in order inside a chat, within the platform's rate limits. */
export class OutboxWorker {
  readonly #parts: ConstructorParameters<typeof OutboxWorker>[0];
  readonly #limits: PlatformPace;
  readonly #pace: RateLimiter;
  readonly #leaving = new Set<Promise<void>>();
  /** Messages on the platform that are being changed for good. */
  readonly #changing = new Set<string>();
  /** When a message last left to a chat. */
  readonly #lastLeftMs = new Map<string, number>();
  readonly #chats = new Map<string, ChatAddress>();
  readonly #wakeSignal: WakeSignal;
  readonly #waiting: QueueHeads;
  /** When the outbox is to be looked at again, unless something changes before. */
  #rowsAtMs = 0;
  /** True if a message waits for a call in flight. */
  #isHanging = false;
  #isStopped = false;

  constructor(parts: {
    readonly adapter: ChatAdapter;
    readonly table: OutboxTable;
    readonly clock: Clock;
    readonly sending: OutboxDelivery;
    readonly live: LiveEdits<OutgoingMessage>;
    readonly addressOf: (chatKey: string) => ChatAddress | undefined;
    /** Called when something was answered. */
    readonly onAnswer: () => void;
  }) {
    this.#parts = parts;
    this.#limits = parts.adapter.pace ?? AT_ONCE;
    this.#pace = new RateLimiter(this.#limits);
    this.#wakeSignal = new WakeSignal(parts.clock);
    this.#waiting = new QueueHeads({ ...parts, platform: parts.adapter.platform });
  }

  /** Runs until `stop`; resolves when every call in flight is answered. */
  async run(): Promise<void> {
    const { clock } = this.#parts;
    while (!this.#isStopped) {
      const nowMs = clock.now();
      // Also where the clock was put back.
      if (nowMs >= this.#rowsAtMs || nowMs < this.#rowsAtMs - LOOK_EVERY_MS)
        this.#rowsAtMs = this.#tryRows(nowMs);
      const nextMs = Math.min(this.#rowsAtMs, this.#tryLive(nowMs));
      if (!this.#isStopped) await this.#wakeSignal.change(Math.max(0, nextMs - clock.now()));
    }
    await Promise.all(this.#leaving);
  }

  /** Starts no further call. */
  stop(): void {
    this.#isStopped = true;
    this.#wakeSignal.wake();
  }

  /** Something changed in a chat's outbox. */
  look(chatKey: string): void {
    this.#waiting.note(chatKey);
    this.#rowsAtMs = 0;
    this.#wakeSignal.wake();
  }

  /** A change for show was added. */
  lookForLive(): void {
    this.#wakeSignal.wake();
  }

  /** Acknowledges a press as soon as the platform takes it. Rejects as the adapter does. */
  async acknowledge(pressId: string, note?: string): Promise<void> {
    await this.#room(ACKNOWLEDGEMENT);
    const { adapter } = this.#parts;
    await this.#counted(ACKNOWLEDGEMENT, () => adapter.acknowledge(pressId, note));
  }

  /** Shows "typing" where there is room for it now. Rejects as the adapter does. */
  async typing(chat: ChatAddress): Promise<void> {
    if (this.#hasRoom(chat)) await this.#counted(SHOWING, () => this.#parts.adapter.typing(chat));
  }

  /** Marks a message where there is room for it now. Never rejects. */
  async noted(event: MessageEvent): Promise<void> {
    const { adapter } = this.#parts;
    if (this.#hasRoom(event.chat)) await this.#counted(SHOWING, async () => adapter.noted?.(event));
  }

  /** Begins a thread as soon as there is room for it. Never rejects. */
  async startThread(
    ...at: Parameters<NonNullable<ChatAdapter["startThread"]>>
  ): Promise<ChatAddress | undefined> {
    const { adapter } = this.#parts;
    let thread: ChatAddress | undefined;
    await this.#room(BEGINNING);
    await this.#counted(BEGINNING, async () => {
      thread = await adapter.startThread?.(...at);
    });
    return thread;
  }

  /** Takes a mark away as soon as there is room for it. Never rejects. */
  async settled(event: MessageEvent): Promise<void> {
    await this.#room(UNMARKING);
    await this.#counted(UNMARKING, async () => this.#parts.adapter.settled?.(event));
  }

  /** Resolves when there is room over all, or when it is stopped. */
  async #room(call: OutgoingCall): Promise<void> {
    const { clock } = this.#parts;
    for (;;) {
      const waitMs = this.#pace.roomAtMs(call, clock.now()) - clock.now();
      if (waitMs <= 0 || this.#isStopped) return;
      await this.#wakeSignal.change(Math.min(LOOK_EVERY_MS, waitMs));
    }
  }

  /** True where something may be shown that is no message: of its place nothing is used up. */
  #hasRoom(chat: ChatAddress): boolean {
    const call = this.#callTo("live", "other", chat);
    return this.#roomAtMs(call, chat) <= this.#parts.clock.now();
  }

  /** Sends every message that may be sent; returns the time of the next look. */
  #tryRows(nowMs: number): number {
    this.#isHanging = false;
    let nextMs = nowMs + LOOK_EVERY_MS;
    const note = (atMs: number): void => {
      if (atMs > nowMs) nextMs = Math.min(nextMs, atMs);
      if (atMs === Number.POSITIVE_INFINITY) this.#isHanging = true;
    };
    const openMs = this.#openMs(0, nowMs);
    note(openMs);
    if (openMs > nowMs) return nextMs;
    for (const head of this.#heads()) {
      if (this.#isStopped) break;
      const rankOpenMs = this.#openMs(head.rank, nowMs);
      note(rankOpenMs > nowMs ? rankOpenMs : this.#tryHead(head, nowMs));
      if (rankOpenMs > nowMs) break;
    }
    note(this.#waiting.nextReadMs);
    return nextMs;
  }

  /** The most urgent first, and among alike ones what has waited longest, or whose chat has. */
  #heads(): readonly Head[] {
    const sinceMs = ({ createdAtMs, chatKey }: Head): number =>
      Math.max(createdAtMs, this.#lastLeftMs.get(chatKey) ?? 0);
    return [...this.#waiting.all()].sort(
      (one, other) => one.rank - other.rank || sinceMs(one) - sinceMs(other) || one.id - other.id,
    );
  }

  /** Sends a message if it may be sent; else returns the time from which it may, infinity if that depends on a call in flight. */
  #tryHead(head: Head, nowMs: number): number {
    const { table, adapter, sending, live } = this.#parts;
    if (head.nextAttemptMs > nowMs) return head.nextAttemptMs;
    const changed = head.messageId === null ? undefined : nameOf(head.chatKey, head.messageId);
    const isChange = head.isChange === 1 && changed !== undefined;
    if (isChange && (this.#changing.has(changed) || live.isMoving(changed)))
      return Number.POSITIVE_INFINITY;
    const chat = this.#chatOf(head.chatKey);
    const call = {
      ...this.#callTo(urgencyOf(head.rank), isChange ? "edit" : "send", chat),
      count: this.#limits.countsFiles === true && !isChange ? Math.max(1, head.fileCount) : 1,
    };
    const atMs = this.#roomAtMs(call, chat);
    if (atMs > nowMs) return atMs;
    const row = table.byId(head.id);
    this.#waiting.note(head.chatKey);
    // It was withdrawn, or removed.
    if (row?.state !== "pending") return nowMs + 1;
    if (isChange) this.#changing.add(changed);
    this.#noteLeft(head.chatKey, nowMs);
    this.#launch(call, async () => {
      const problem = await sending.deliver(adapter, row);
      if (isChange) this.#changing.delete(changed);
      this.#waiting.note(head.chatKey);
      this.#rowsAtMs = 0;
      return problem;
    });
    return nowMs;
  }

  /** Sends transient edits; returns the time from which more may be sent. */
  #tryLive(nowMs: number): number {
    const { adapter, live, sending } = this.#parts;
    const openMs = this.#openMs(URGENCIES.indexOf("live"), nowMs);
    if (openMs > nowMs) return openMs;
    let nextMs = Number.POSITIVE_INFINITY;
    const callOf = (facts: LiveFacts<OutgoingMessage>): OutgoingCall =>
      this.#callTo("live", "edit", this.#chatOf(facts.chatKey));
    for (;;) {
      if (this.#isStopped) return nextMs;
      const facts = live.take((waiting, name) => {
        if (!waiting.chatKey.startsWith(`${adapter.platform}:`)) return false;
        if (this.#changing.has(name)) return false;
        const atMs = this.#roomAtMs(callOf(waiting), this.#chatOf(waiting.chatKey));
        if (atMs > nowMs) nextMs = Math.min(nextMs, atMs);
        return atMs <= nowMs;
      });
      if (facts === undefined) return nextMs;
      this.#launch(callOf(facts), () => live.move(facts, () => sending.show(adapter, facts)));
    }
  }

  /** When the platform takes anything so urgent, wherever it goes. */
  #openMs(rank: number, nowMs: number): number {
    return this.#pace.roomAtMs({ urgency: urgencyOf(rank), kind: "other" }, nowMs);
  }

  /** Of chats beyond so many, those that got something longest ago are forgotten. */
  #noteLeft(chatKey: string, nowMs: number): void {
    this.#lastLeftMs.delete(chatKey);
    this.#lastLeftMs.set(chatKey, nowMs);
    const [oldest] = this.#lastLeftMs.keys();
    if (this.#lastLeftMs.size > MOST_CHATS && oldest !== undefined) this.#lastLeftMs.delete(oldest);
  }

  #callTo(
    urgency: Urgency,
    kind: OutgoingCall["kind"],
    chat: ChatAddress | undefined,
  ): OutgoingCall {
    return chat === undefined
      ? { urgency, kind }
      : { urgency, kind, place: this.#limits.placeOf(chat) };
  }

  #roomAtMs(call: OutgoingCall, chat: ChatAddress | undefined): number {
    const atMs = this.#pace.roomAtMs(call, this.#parts.clock.now());
    const toldMs = chat === undefined ? 0 : (this.#limits.roomAtMs?.(chat, call.kind) ?? 0);
    return Math.max(atMs, toldMs);
  }

  /** `work` never rejects; what it resolves to is why the platform did not take it. */
  #launch(call: OutgoingCall, work: () => Promise<DeliveryError | undefined>): void {
    const { clock } = this.#parts;
    const answered = this.#pace.leave(call, clock.now());
    const job = work().then((problem) => {
      this.#hold(call, problem);
      answered(clock.now(), isRefusal(problem));
      this.#leaving.delete(job);
      this.#goOn();
    });
    this.#leaving.add(job);
  }

  async #counted(call: OutgoingCall, work: () => Promise<void>): Promise<void> {
    const { clock } = this.#parts;
    const answered = this.#pace.leave(call, clock.now());
    let problem: unknown;
    try {
      await work();
    } catch (error) {
      problem = error;
      throw error;
    } finally {
      answered(clock.now(), isRefusal(problem));
      this.#goOn();
    }
  }

  /** A call in flight was answered. */
  #goOn(): void {
    if (this.#isHanging) this.#rowsAtMs = 0;
    this.#wakeSignal.wake();
    this.#parts.onAnswer();
  }

  /** What the pace has to know of a chat never changes. */
  #chatOf(chatKey: string): ChatAddress | undefined {
    const known = this.#chats.get(chatKey);
    if (known !== undefined) return known;
    const chat = this.#parts.addressOf(chatKey);
    if (this.#chats.size >= MOST_CHATS) this.#chats.clear();
    if (chat !== undefined) this.#chats.set(chatKey, chat);
    return chat;
  }

  #hold(call: OutgoingCall, problem: DeliveryError | undefined): void {
    if (problem?.kind !== "rate-limited") return;
    const facts = { nowMs: this.#parts.clock.now(), waitMs: problem.retryAfterMs };
    this.#pace.hold(problem.scope, call, facts);
  }
}

function urgencyOf(rank: number): Urgency {
  return URGENCIES[rank] ?? "live";
}

function isRefusal(problem: unknown): boolean {
  return (
    problem instanceof DeliveryError && (problem.kind === "rate-limited" || problem.kind === "gone")
  );
}

/** Lets many wait for a time or for the next change, whichever comes first. */
export class WakeSignal {
  readonly #clock: Clock;
  readonly #wakers = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Everyone who waits goes on. */
  wake(): void {
    for (const waker of [...this.#wakers]) waker();
  }

  /** Resolves at the next `wake`, or after `delayMs`. */
  async change(delayMs: number): Promise<void> {
    const wakeSignal = new AbortController();
    const waker = (): void => wakeSignal.abort();
    this.#wakers.add(waker);
    try {
      await this.#clock.sleep(delayMs, wakeSignal.signal);
    } catch (error) {
      if (!wakeSignal.signal.aborted) throw error;
    } finally {
      this.#wakers.delete(waker);
    }
  }
}
