import {
  type ChatAdapter,
  type ChatAddress,
  chatKey,
  DeliveryError,
  type OutgoingMessage,
  type PlatformPace,
} from "../../src/bots/platform/chat-adapter.ts";
import type { Bucket } from "../../src/bots/platform/rate-limiter.ts";
import type { ManualClock } from "./manual-clock.ts";

/** A call as the platform took it, or refused it. */
export interface StrictCall {
  readonly atMs: number;
  readonly what: string;
  readonly chat: string;
  readonly isRefused: boolean;
}

/** How long the refused have to wait. */
const RETRY_MS = 5000;

/** A platform that refuses whatever goes beyond its buckets, and takes a while over every call. */
export class StrictPlatform implements ChatAdapter {
  readonly platform = "telegram";
  readonly maxTextLength = 4096;
  readonly calls: StrictCall[] = [];
  readonly pace: PlatformPace;
  readonly #clock: ManualClock;
  readonly #takesMs: () => number;
  #last = 0;

  /** A call arrives in the middle of the time that it takes. */
  constructor(facts: {
    readonly clock: ManualClock;
    readonly pace: PlatformPace;
    readonly takesMs?: () => number;
  }) {
    this.pace = facts.pace;
    this.#clock = facts.clock;
    this.#takesMs = facts.takesMs ?? (() => 0);
  }

  /** Calls that were beyond a bucket. */
  get refused(): readonly StrictCall[] {
    return this.calls.filter(({ isRefused }) => isRefused);
  }

  /** What was done, in order, in one chat or in all. */
  done(chat?: string): readonly string[] {
    return this.calls
      .filter((call) => !call.isRefused && (chat === undefined || call.chat === chat))
      .map(({ what }) => what);
  }

  async start(): Promise<void> {}

  async stop(): Promise<void> {}

  async send(chat: ChatAddress, { text }: OutgoingMessage): Promise<{ messageId: string }> {
    await this.#take(`send ${text}`, chat);
    this.#last += 1;
    return { messageId: String(this.#last) };
  }

  async edit(chat: ChatAddress, messageId: string, { text }: OutgoingMessage): Promise<void> {
    await this.#take(`edit ${messageId} ${text}`, chat);
  }

  async acknowledge(pressId: string): Promise<void> {
    await this.#take(`acknowledge ${pressId}`);
  }

  async typing(chat: ChatAddress): Promise<void> {
    const { chatId: _, ...nowhere } = chat;
    await this.#take(`typing ${nowhere.platform}`);
  }

  async #take(what: string, chat?: ChatAddress): Promise<void> {
    const takesMs = this.#takesMs();
    if (takesMs > 0) await this.#clock.sleep(takesMs / 2);
    const name = chat === undefined ? "" : chatKey(chat);
    const places = chat === undefined ? [] : this.pace.placeOf(chat).buckets;
    const isRefused =
      this.pace.all.some((bucket) => this.#isFull(bucket)) ||
      places.some((bucket) => this.#isFull(bucket, name));
    this.calls.push({ atMs: this.#clock.now(), what, chat: name, isRefused });
    if (takesMs > 0) await this.#clock.sleep(takesMs / 2);
    if (isRefused)
      throw new DeliveryError("rate-limited", "Slow down.", { retryAfterMs: RETRY_MS });
  }

  #isFull({ most, perMs }: Bucket, chat?: string): boolean {
    const sinceMs = this.#clock.now() - perMs;
    const taken = this.calls.filter(
      (call) =>
        !call.isRefused && call.atMs > sinceMs && (chat === undefined || call.chat === chat),
    );
    return taken.length >= most;
  }
}
