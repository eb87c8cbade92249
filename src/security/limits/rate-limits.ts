import type { Clock } from "../../base/clock.ts";
import { type Database, inLazyTransaction, type Statement } from "../../store/database.ts";

/** Most in a minute and in an hour; a limit that is absent does not hold. */
export interface Rate {
  readonly perMinute?: number;
  readonly perHour?: number;
}

/** What is counted. */
export type RateKind = "message" | "program";

/** The limits of each kind: of one person in all chats, and of one chat with everybody in it. */
export type RateLimits = Readonly<Record<RateKind, { readonly person: Rate; readonly chat: Rate }>>;

/** No limits at all. */
const NO_RATES: RateLimits = {
  message: { person: {}, chat: {} },
  program: { person: {}, chat: {} },
};

/** One thing that a person wants done. */
export interface RateRequest {
  readonly kind: RateKind;
  /** The update or the run: the same one is counted once, also after a restart. */
  readonly origin: string;
  readonly personId: string;
  readonly chatKey: string;
}

/** A limit that is reached. */
export interface RateRefusal {
  readonly ok: false;
  readonly kind: RateKind;
  readonly per: "person" | "chat";
  readonly most: number;
  readonly windowMs: number;
  /** How long until the next one is taken, in ms. */
  readonly waitMs: number;
  /** True for the first refusal of this person in the window: the one to be told. */
  readonly isFirst: boolean;
}

/** Whether one more is taken. */
export type RateVerdict = { readonly ok: true } | RateRefusal;

/** How often a person has used something in the last hour. */
export interface RateUse {
  readonly kind: RateKind;
  readonly lastMinute: number;
  readonly lastHour: number;
  readonly limits: Rate;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

interface Window {
  readonly per: "person" | "chat";
  readonly subject: string;
  readonly most: number;
  readonly windowMs: number;
}

/** Owner of the table rate_uses: sliding windows over rows, so that a restart begins none anew. */
export class Rates {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #limits: RateLimits;
  readonly #known: Statement<[string, string]>;
  readonly #insert: Statement<[string, string, string, string, number]>;
  readonly #old: Statement<[number]>;
  readonly #told: Statement<[string, number, number], { readonly found: number }>;
  readonly #nth: Readonly<
    Record<"person" | "chat", Statement<[string, string, number, number, number], { at: number }>>
  >;
  readonly #count: Statement<[string, string, number, number], { readonly uses: number }>;

  constructor(parts: {
    readonly database: Database;
    readonly clock: Clock;
    /** Default: none. */
    readonly limits?: RateLimits;
  }) {
    const { database } = parts;
    this.#database = database;
    this.#clock = parts.clock;
    this.#limits = parts.limits ?? NO_RATES;
    this.#known = database.prepare("SELECT 1 FROM rate_uses WHERE kind = ? AND origin = ?");
    this.#insert = database.prepare(
      "INSERT OR IGNORE INTO rate_uses (kind, origin, person_id, chat_key, at_ms) VALUES (?, ?, ?, ?, ?)",
    );
    this.#old = database.prepare("DELETE FROM rate_uses WHERE at_ms <= ?");
    this.#told = database.prepare(
      "SELECT 1 AS found FROM rate_uses WHERE person_id = ? AND kind = 'notice' AND at_ms > ? AND at_ms <= ?",
    );
    // A clock that was turned back leaves rows of the future behind: those within a window of now still count.
    const nth = (column: string) =>
      database.prepare<[string, string, number, number, number], { at: number }>(
        `SELECT at_ms AS at FROM rate_uses WHERE ${column} = ? AND kind = ? AND at_ms > ? AND at_ms <= ?
         ORDER BY at_ms DESC LIMIT 1 OFFSET ?`,
      );
    this.#nth = { person: nth("person_id"), chat: nth("chat_key") };
    this.#count = database.prepare(
      "SELECT COUNT(*) AS uses FROM rate_uses WHERE person_id = ? AND kind = ? AND at_ms > ? AND at_ms <= ?",
    );
  }

  /** Counts one more, or says which limit stands against it: then nothing is counted. Of concurrent callers none gets past a limit. */
  take(request: RateRequest): RateVerdict {
    return inLazyTransaction(this.#database, () => {
      const nowMs = this.#clock.now();
      this.#old.run(nowMs - 2 * HOUR_MS);
      if (this.#known.get(request.kind, request.origin) !== undefined) return { ok: true };
      const refusal = this.#refusal(request, nowMs);
      if (refusal !== undefined) return refusal;
      this.#insert.run(request.kind, request.origin, request.personId, request.chatKey, nowMs);
      return { ok: true };
    });
  }

  /** What a person has used lately, with the person's limits. */
  useOf(personId: string): readonly RateUse[] {
    const nowMs = this.#clock.now();
    const since = (kind: RateKind, windowMs: number): number =>
      this.#count.get(personId, kind, nowMs - windowMs, nowMs + windowMs)?.uses ?? 0;
    return (["message", "program"] as const).map((kind) => ({
      kind,
      lastMinute: since(kind, MINUTE_MS),
      lastHour: since(kind, HOUR_MS),
      limits: this.#limits[kind].person,
    }));
  }

  /** The limit that opens last of those that are reached. */
  #refusal(request: RateRequest, nowMs: number): RateRefusal | undefined {
    const [worst] = this.#windows(request)
      .flatMap((window) => {
        const { per, subject, most, windowMs } = window;
        const limits = [nowMs - windowMs, nowMs + windowMs] as const;
        const row = this.#nth[per].get(subject, request.kind, ...limits, Math.max(0, most - 1));
        if (most > 0 && row === undefined) return [];
        return [{ ...window, opensAtMs: (row?.at ?? nowMs) + windowMs }];
      })
      .sort((left, right) => right.opensAtMs - left.opensAtMs);
    if (worst === undefined) return undefined;
    const { per, most, windowMs, opensAtMs } = worst;
    const isFirst =
      this.#told.get(request.personId, nowMs - windowMs, nowMs + windowMs) === undefined;
    if (isFirst)
      this.#insert.run("notice", request.origin, request.personId, request.chatKey, nowMs);
    return {
      ok: false,
      kind: request.kind,
      per,
      most,
      windowMs,
      waitMs: opensAtMs - nowMs,
      isFirst,
    };
  }

  #windows({ kind, personId, chatKey }: RateRequest): readonly Window[] {
    return (["person", "chat"] as const).flatMap((per) => {
      const { perMinute, perHour } = this.#limits[kind][per];
      const subject = per === "person" ? personId : chatKey;
      return [
        ...(perMinute === undefined
          ? []
          : [{ per, subject, most: perMinute, windowMs: MINUTE_MS }]),
        ...(perHour === undefined ? [] : [{ per, subject, most: perHour, windowMs: HOUR_MS }]),
      ];
    });
  }
}
