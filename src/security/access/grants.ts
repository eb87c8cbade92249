import type { Clock } from "../../base/clock.ts";
import { type Database, inTransaction, type Statement } from "../../store/database.ts";
import { covers, type GrantCall, type GrantPattern } from "./grant-pattern.ts";

/** What is to be granted: to whom, where, and for how long from the press on. */
export interface WantedGrant {
  readonly pattern: GrantPattern;
  readonly personId: string;
  /** Absent: in every chat of the person. */
  readonly chatKey?: string;
  /** Absent: any number of times. */
  readonly maxUses?: number;
  /** Absent: until it is revoked. */
  readonly lifetimeMs?: number;
}

/** A kind of call that an owner allowed beforehand to one person. */
export interface Grant extends Omit<WantedGrant, "lifetimeMs"> {
  readonly id: string;
  readonly expiresAtMs?: number;
  /** The owner whose press gave it, and the card it was given on. */
  readonly givenBy: string;
  readonly approvalId: string;
  readonly createdAtMs: number;
  readonly revokedAtMs?: number;
  /** Uses counted so far. */
  readonly used: number;
  readonly lastUsedAtMs?: number;
}

/** One call of a run that a grant lets through. */
export interface GrantUse {
  readonly grantId: string;
  readonly callId: string;
  readonly times: number;
}

/** A use that was counted. */
export interface CountedUse extends GrantUse {
  readonly runId: string;
  readonly usedAtMs: number;
}

/** A call that would have to wait for a press. `times` is how often it may happen at most. */
export interface GrantableCall {
  readonly callId: string;
  readonly times: number;
  readonly call: GrantCall;
}

/** For which run calls are looked up: a use of the same run, plan and call is counted once. */
export interface GrantedRun {
  readonly runId: string;
  readonly digest: string;
  readonly personId: string;
  readonly chatKey: string;
}

interface Row {
  readonly id: string;
  readonly person_id: string;
  readonly chat_key: string | null;
  readonly pattern_json: string;
  readonly max_uses: number | null;
  readonly expires_at_ms: number | null;
  readonly given_by: string;
  readonly approval_id: string;
  readonly created_at_ms: number;
  readonly revoked_at_ms: number | null;
  readonly used: number;
  readonly last_used_at_ms: number | null;
}

interface UseRow {
  readonly grant_id: string;
  readonly run_id: string;
  readonly call_id: string;
  readonly times: number;
  readonly used_at_ms: number;
}

/** What the table of grants is opened with. */
export interface GrantsParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: (prefix: string) => string;
}

const WITH_USES = `SELECT grants.*, COALESCE(SUM(times), 0) AS used, MAX(used_at_ms) AS last_used_at_ms
  FROM grants LEFT JOIN grant_uses ON grant_uses.grant_id = grants.id`;

/** In force: not revoked, and not yet at its end. */
const IN_FORCE = "revoked_at_ms IS NULL AND (expires_at_ms IS NULL OR expires_at_ms > ?)";

/** Owner of the tables grants and grant_uses. How often a grant was used is nowhere but in its uses. */
export class Grants {
  readonly #parts: GrantsParts;
  readonly #insert: Statement<(string | number | null)[]>;
  readonly #byId: Statement<[string], Row>;
  readonly #inForce: Statement<
    [string | null, string | null, string | null, string | null, number],
    Row
  >;
  readonly #candidates: Statement<[string, string, string, number], Row>;
  readonly #revoke: Statement<[number, string, string]>;
  readonly #revokeAll: Statement<[number, string, string]>;
  readonly #hasUse: Statement<[string, string, string, string]>;
  readonly #count: Statement<[string, string, string, string, number, number]>;
  readonly #uses: Statement<[string], UseRow>;

  constructor(parts: GrantsParts) {
    const { database } = parts;
    this.#parts = parts;
    this.#insert = database.prepare(
      `INSERT INTO grants (id, person_id, chat_key, action, pattern_json, max_uses, expires_at_ms, given_by, approval_id, created_at_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#byId = database.prepare(`${WITH_USES} WHERE grants.id = ? GROUP BY grants.id`);
    this.#inForce = database.prepare(
      `${WITH_USES} WHERE (? IS NULL OR person_id = ?) AND (? IS NULL OR chat_key = ?) AND ${IN_FORCE}
       GROUP BY grants.id ORDER BY created_at_ms, grants.rowid`,
    );
    // Those without a count first, so that counted uses are kept for what nothing else covers.
    this.#candidates = database.prepare(
      `${WITH_USES} WHERE person_id = ? AND action = ? AND (chat_key IS NULL OR chat_key = ?) AND ${IN_FORCE}
       GROUP BY grants.id ORDER BY max_uses IS NOT NULL, created_at_ms, grants.rowid`,
    );
    this.#revoke = database.prepare(
      "UPDATE grants SET revoked_at_ms = ?, revoked_by = ? WHERE id = ? AND revoked_at_ms IS NULL",
    );
    this.#revokeAll = database.prepare(
      "UPDATE grants SET revoked_at_ms = ?, revoked_by = ? WHERE person_id = ? AND revoked_at_ms IS NULL",
    );
    this.#hasUse = database.prepare(
      "SELECT 1 FROM grant_uses WHERE grant_id = ? AND run_id = ? AND plan_digest = ? AND call_id = ?",
    );
    this.#count = database.prepare(
      `INSERT OR IGNORE INTO grant_uses (grant_id, run_id, plan_digest, call_id, times, used_at_ms) VALUES (?, ?, ?, ?, ?, ?)`,
    );
    this.#uses = database.prepare(
      "SELECT * FROM grant_uses WHERE grant_id = ? ORDER BY used_at_ms, rowid",
    );
  }

  /** Writes a grant down, in the transaction that claimed the press which gives it. */
  add(wanted: WantedGrant, press: { readonly givenBy: string; readonly approvalId: string }): void {
    const { pattern, personId, chatKey = null, maxUses = null, lifetimeMs } = wanted;
    const nowMs = this.#parts.clock.now();
    this.#insert.run(
      this.#parts.newId("grant"),
      personId,
      chatKey,
      nameOf(pattern),
      JSON.stringify(pattern),
      maxUses,
      lifetimeMs === undefined ? null : nowMs + lifetimeMs,
      press.givenBy,
      press.approvalId,
      nowMs,
    );
  }

  /** The grant with an id, in force or not; `undefined` for one that does not exist. */
  get(id: string): Grant | undefined {
    const row = this.#byId.get(id);
    return row === undefined ? undefined : grantOf(row);
  }

  /** What is in force and not used up, oldest first; of one person, or for one chat alone. */
  inForce(
    filter: { readonly personId?: string; readonly chatKey?: string } = {},
  ): readonly Grant[] {
    const { personId = null, chatKey = null } = filter;
    const nowMs = this.#parts.clock.now();
    return this.#inForce
      .all(personId, personId, chatKey, chatKey, nowMs)
      .map(grantOf)
      .filter((grant) => leftOf(grant) > 0);
  }

  /** Every use of a grant that was counted, oldest first. */
  uses(id: string): readonly CountedUse[] {
    return this.#uses.all(id).map((row) => ({
      grantId: row.grant_id,
      runId: row.run_id,
      callId: row.call_id,
      times: row.times,
      usedAtMs: row.used_at_ms,
    }));
  }

  /** Which of a run's calls are granted now, each by one grant with enough uses left. Counts nothing: the caller counts in the same transaction. */
  find(run: GrantedRun, calls: readonly GrantableCall[]): readonly GrantUse[] {
    const taken = new Map<string, number>();
    return calls.flatMap(({ callId, times, call }) => {
      const rows = this.#candidates.all(
        run.personId,
        nameOf(call),
        run.chatKey,
        this.#parts.clock.now(),
      );
      const found = rows.map(grantOf).find((grant) => {
        if (!covers(grant.pattern, call)) return false;
        return this.#isCounted(grant.id, run, callId) || leftOf(grant, taken) >= times;
      });
      if (found === undefined) return [];
      if (!this.#isCounted(found.id, run, callId))
        taken.set(found.id, (taken.get(found.id) ?? 0) + times);
      return [{ grantId: found.id, callId, times }];
    });
  }

  /** Counts uses, each once for its run, plan and call however often it is called. */
  count(run: GrantedRun, uses: readonly GrantUse[]): void {
    const nowMs = this.#parts.clock.now();
    inTransaction(this.#parts.database, () => {
      for (const { grantId, callId, times } of uses)
        this.#count.run(grantId, run.runId, run.digest, callId, times, nowMs);
    });
  }

  /** Ends a grant; false when it had ended before. Runs that wait meanwhile ask again. */
  revoke(id: string, by: string): boolean {
    return this.#revoke.run(this.#parts.clock.now(), by, id).changes > 0;
  }

  /** Ends every grant of a person; says how many that were. */
  revokeAllOf(personId: string, by: string): number {
    return this.#revokeAll.run(this.#parts.clock.now(), by, personId).changes;
  }

  #isCounted(grantId: string, run: GrantedRun, callId: string): boolean {
    return this.#hasUse.get(grantId, run.runId, run.digest, callId) !== undefined;
  }
}

/** Uses that a grant has left, after those that the same plan has taken. */
function leftOf({ id, maxUses, used }: Grant, taken?: ReadonlyMap<string, number>): number {
  if (maxUses === undefined) return Number.POSITIVE_INFINITY;
  return maxUses - used - (taken?.get(id) ?? 0);
}

function nameOf({ node, action }: Pick<GrantPattern, "node" | "action">): string {
  return `${node}:${action}`;
}

function grantOf(row: Row): Grant {
  return {
    id: row.id,
    pattern: JSON.parse(row.pattern_json) as GrantPattern, // written by add only
    personId: row.person_id,
    ...(row.chat_key === null ? {} : { chatKey: row.chat_key }),
    ...(row.max_uses === null ? {} : { maxUses: row.max_uses }),
    ...(row.expires_at_ms === null ? {} : { expiresAtMs: row.expires_at_ms }),
    givenBy: row.given_by,
    approvalId: row.approval_id,
    createdAtMs: row.created_at_ms,
    ...(row.revoked_at_ms === null ? {} : { revokedAtMs: row.revoked_at_ms }),
    used: row.used,
    ...(row.last_used_at_ms === null ? {} : { lastUsedAtMs: row.last_used_at_ms }),
  };
}
