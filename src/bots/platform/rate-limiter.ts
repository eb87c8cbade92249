/** At most `most` calls in any `perMs` milliseconds; with 0, at most so many in flight at once. */
export interface Bucket {
  readonly most: number;
  readonly perMs: number;
}

/** What a platform allows in one place. */
export interface PlaceLimits {
  /** Chats with the same name share the buckets. */
  readonly name: string;
  readonly buckets: readonly Bucket[];
  /** Changes for show leave so far apart at least; default 0. */
  readonly showEveryMs?: number;
}

/** What a platform allows a bot over all. */
export interface CallLimits {
  readonly all: readonly Bucket[];
  /** Calls that may be refused (for a wait, or for want of a right) before the platform shuts the bot out; default any number. */
  readonly refusals?: Bucket;
}

/** From the most urgent to the least. */
export const URGENCIES = ["control", "card", "reply", "briefing", "edit", "live"] as const;

/** How soon something has to leave: answers to a stop and acknowledgements first, changes for show last. */
export type Urgency = (typeof URGENCIES)[number];

/** A call that is to be made. */
export interface OutgoingCall {
  readonly urgency: Urgency;
  /** A platform may hold new messages and changes apart. */
  readonly kind: "send" | "edit" | "other";
  /** As how many calls the platform counts it; default 1. One that is more than a bucket holds leaves when that is empty. */
  readonly count?: number;
  /** Absent for a call that is about no chat. */
  readonly place?: PlaceLimits;
}

/** What a platform asks to wait with: one kind of call in a place, all calls there, or all there are. */
export type HoldScope = "route" | "chat" | "all";

/** Tells a pace that a call has been answered, and whether it was refused. */
export type Answered = (nowMs: number, isRefused?: boolean) => void;

const SCOPES: readonly HoldScope[] = ["route", "chat", "all"];

/** The share of every bucket that each may fill: what is left over waits for what is more urgent. */
const SHARES: Readonly<Record<Urgency, number>> = {
  control: 1,
  card: 1,
  reply: 0.9,
  briefing: 0.8,
  edit: 0.8,
  live: 0.6,
};

/** A part of the refusals that is not used up, since they are counted by the platform's clock. */
const REFUSALS_SHARE = 0.9;

/** A place where nothing has left for so long is forgotten. */
const FORGET_AFTER_MS = 120_000;

interface Place {
  readonly uses: readonly Use[];
  lastLeftMs: number;
  lastShownMs: number;
}

/**
 * When calls of one bot may leave. A call counts from when it leaves until `perMs` after its answer: whatever time it took on the
 * way, the platform never sees more than its buckets hold. Keeps no time of its own; every `nowMs` is Unix milliseconds.
 */
export class RateLimiter {
  readonly #all: readonly Use[];
  readonly #refusals: Use | undefined;
  readonly #places = new Map<string, Place>();
  readonly #holds = new Map<string, { readonly fromMs: number; readonly untilMs: number }>();
  #sweptAtMs = 0;

  constructor({ all, refusals }: CallLimits) {
    this.#all = all.map((bucket) => new Use(bucket));
    this.#refusals = refusals && new Use(refusals);
  }

  /** When a call may leave: `nowMs` when it may, infinity if that depends on calls in flight. */
  roomAtMs({ urgency, kind, place, count = 1 }: OutgoingCall, nowMs: number): number {
    const share = SHARES[urgency];
    const known = place === undefined ? undefined : this.#places.get(place.name);
    let atMs = this.#refusals?.roomAtMs(REFUSALS_SHARE, nowMs) ?? nowMs;
    for (const use of [...this.#all, ...(known?.uses ?? [])])
      atMs = Math.max(atMs, use.roomAtMs(share, nowMs, count));
    if (urgency === "live" && known !== undefined)
      atMs = Math.max(atMs, Math.min(known.lastShownMs, nowMs) + (place?.showEveryMs ?? 0));
    return Math.max(atMs, this.#holdsUntilMs(kind, place?.name, nowMs));
  }

  /** Counts a call that leaves now. The function is to be called once, when it has been answered or has failed. */
  leave({ urgency, place, count = 1 }: OutgoingCall, nowMs: number): Answered {
    this.#sweep(nowMs);
    const known = place === undefined ? undefined : this.#place(place);
    if (known !== undefined) known.lastLeftMs = nowMs;
    if (known !== undefined && urgency === "live") known.lastShownMs = nowMs;
    const uses = [...this.#all, ...(known?.uses ?? [])];
    for (const use of uses) use.begin(count);
    return (endMs, isRefused = false) => {
      for (const use of uses) use.end(endMs, count);
      if (isRefused) this.#refusals?.count(endMs);
    };
  }

  /** Nothing of that scope leaves for `waitMs`. */
  hold(
    scope: HoldScope,
    { kind, place }: Pick<OutgoingCall, "kind" | "place">,
    facts: { readonly nowMs: number; readonly waitMs: number },
  ): void {
    const { nowMs, waitMs } = facts;
    const name = holdName(scope, kind, place?.name);
    const untilMs = Math.max(nowMs + waitMs, this.#heldUntilMs(name, nowMs));
    this.#holds.set(name, { fromMs: nowMs, untilMs });
  }

  #holdsUntilMs(kind: OutgoingCall["kind"], place: string | undefined, nowMs: number): number {
    if (this.#holds.size === 0) return nowMs;
    const times = SCOPES.map((scope) => this.#heldUntilMs(holdName(scope, kind, place), nowMs));
    return Math.max(...times);
  }

  /** A hold is over also where the clock was put back to before it began. */
  #heldUntilMs(name: string, nowMs: number): number {
    const hold = this.#holds.get(name);
    return hold === undefined || nowMs < hold.fromMs ? nowMs : hold.untilMs;
  }

  #place({ name, buckets }: PlaceLimits): Place {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    const uses = buckets.map((bucket) => new Use(bucket));
    const place = { uses, lastLeftMs: 0, lastShownMs: 0 };
    this.#places.set(name, place);
    return place;
  }

  #sweep(nowMs: number): void {
    if (Math.abs(nowMs - this.#sweptAtMs) < FORGET_AFTER_MS) return;
    this.#sweptAtMs = nowMs;
    for (const name of this.#holds.keys())
      if (this.#heldUntilMs(name, nowMs) <= nowMs) this.#holds.delete(name);
    for (const [name, { uses, lastLeftMs }] of this.#places) {
      const isIdle = lastLeftMs + FORGET_AFTER_MS <= nowMs;
      if (isIdle && uses.every((use) => use.isEmpty(nowMs))) this.#places.delete(name);
    }
  }
}

/** How full one bucket is. */
class Use {
  readonly #bucket: Bucket;
  #moving = 0;
  /** When calls that still count were answered, earliest first. */
  #ends: number[] = [];

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  /** When there is room for so many more in that share of the bucket, which is one call at least. */
  roomAtMs(share: number, nowMs: number, count = 1): number {
    this.#forget(nowMs);
    const { most, perMs } = this.#bucket;
    const room = Math.max(1, Math.floor(most * share));
    const tooMany = this.#moving + this.#ends.length + Math.min(count, room) - room;
    if (tooMany <= 0) return nowMs;
    return (this.#ends[tooMany - 1] ?? Number.POSITIVE_INFINITY) + perMs;
  }

  begin(count: number): void {
    this.#moving += count;
  }

  end(nowMs: number, count: number): void {
    this.#moving -= count;
    for (let call = 0; call < count; call += 1) this.count(nowMs);
  }

  count(nowMs: number): void {
    if (this.#bucket.perMs > 0) this.#ends.push(nowMs);
  }

  isEmpty(nowMs: number): boolean {
    this.#forget(nowMs);
    return this.#moving === 0 && this.#ends.length === 0;
  }

  /** Also where the clock was put back: what ended later than now ended now. */
  #forget(nowMs: number): void {
    if ((this.#ends.at(-1) ?? 0) > nowMs)
      this.#ends = this.#ends.map((end) => Math.min(end, nowMs));
    let gone = 0;
    while ((this.#ends[gone] ?? Number.POSITIVE_INFINITY) + this.#bucket.perMs <= nowMs) gone += 1;
    if (gone > 0) this.#ends.splice(0, gone);
  }
}

function holdName(scope: HoldScope, kind: OutgoingCall["kind"], place: string | undefined): string {
  if (scope === "all" || place === undefined) return "";
  return scope === "chat" ? ` ${place}` : `${kind} ${place}`;
}
