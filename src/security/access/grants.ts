import type { Clock } from "../../base/clock.ts";
import type { Database } from "../../store/database.ts";
import { type Columns, json, plain, Table } from "../../store/table.ts";
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

const COLUMNS: Columns<Grant> = {
  id: plain(),
  pattern: json("pattern_json"),
  personId: plain(),
  chatKey: plain(),
  maxUses: plain(),
  expiresAtMs: plain(),
  givenBy: plain(),
  approvalId: plain(),
  createdAtMs: plain(),
  revokedAtMs: plain(),
  used: plain(),
  lastUsedAtMs: plain(),
};

const USE_COLUMNS: Columns<CountedUse> = {
  grantId: plain(),
  runId: plain(),
  callId: plain(),
  times: plain(),
  usedAtMs: plain(),
};

const WITH_USES = `SELECT grants.*, COALESCE(SUM(times), 0) AS used, MAX(used_at_ms) AS last_used_at_ms
  FROM grants LEFT JOIN grant_uses ON grant_uses.grant_id = grants.id`;

/** In force: not revoked, and not yet at its end. */
const IN_FORCE = "revoked_at_ms IS NULL AND (expires_at_ms IS NULL OR expires_at_ms > @nowMs)";

/** Owner of the tables grants and grant_uses. How often a grant was used is nowhere but in its uses. */
export class Grants {
  readonly #clock: Clock;
  readonly #newId: (prefix: string) => string;
  readonly #grants: Table<Grant>;
  readonly #uses: Table<CountedUse>;

  constructor({
    database,
    clock,
    newId,
  }: {
    readonly database: Database;
    readonly clock: Clock;
    readonly newId: (prefix: string) => string;
  }) {
    this.#clock = clock;
    this.#newId = newId;
    this.#grants = new Table(database, "grants", COLUMNS);
    this.#uses = new Table(database, "grant_uses", USE_COLUMNS);
  }

  /** Writes a grant down, in the transaction that claimed the press which gives it. */
  add(wanted: WantedGrant, press: { readonly givenBy: string; readonly approvalId: string }): void {
    const { lifetimeMs, ...grant } = wanted;
    const nowMs = this.#clock.now();
    this.#grants.insert(
      { ...grant, ...press, id: this.#newId("grant"), createdAtMs: nowMs },
      {
        action: nameOf(wanted.pattern),
        expires_at_ms: lifetimeMs === undefined ? undefined : nowMs + lifetimeMs,
      },
    );
  }

  /** The grant with an id, in force or not; `undefined` for one that does not exist. */
  get(id: string): Grant | undefined {
    return this.#grants.one(`${WITH_USES} WHERE grants.id = ? GROUP BY grants.id`, id);
  }

  /** What is in force and not used up, oldest first; of one person, or for one chat alone. */
  inForce(
    filter: { readonly personId?: string; readonly chatKey?: string } = {},
  ): readonly Grant[] {
    return this.#grants
      .many(
        `${WITH_USES} WHERE (@personId IS NULL OR person_id = @personId) AND (@chatKey IS NULL OR chat_key = @chatKey)
         AND ${IN_FORCE} GROUP BY grants.id ORDER BY created_at_ms, grants.rowid`,
        { personId: filter.personId, chatKey: filter.chatKey, nowMs: this.#clock.now() },
      )
      .filter((grant) => leftOf(grant) > 0);
  }

  /** Every use of a grant that was counted, oldest first. */
  uses(id: string): readonly CountedUse[] {
    return this.#uses.many(
      "SELECT * FROM grant_uses WHERE grant_id = ? ORDER BY used_at_ms, rowid",
      id,
    );
  }

  /** Which of a run's calls are granted now, each by one grant with enough uses left. Counts nothing: the caller counts in the same transaction. */
  find(run: GrantedRun, calls: readonly GrantableCall[]): readonly GrantUse[] {
    const taken = new Map<string, number>();
    return calls.flatMap(({ callId, times, call }) => {
      const found = this.#candidates(run, call).find((grant) => {
        if (!covers(grant.pattern, call)) return false;
        return this.#isCounted(grant.id, run, callId) || leftOf(grant, taken) >= times;
      });
      if (found === undefined) return [];
      if (!this.#isCounted(found.id, run, callId))
        taken.set(found.id, (taken.get(found.id) ?? 0) + times);
      return [{ grantId: found.id, callId, times }];
    });
  }

  /** Counts uses, each once for its run, plan and call however often it is called. Belongs into the transaction that goes on with the run. */
  count(run: GrantedRun, uses: readonly GrantUse[]): void {
    const usedAtMs = this.#clock.now();
    for (const use of uses)
      this.#uses.insert(
        { ...use, runId: run.runId, usedAtMs },
        { plan_digest: run.digest },
        { isNewOnly: true },
      );
  }

  /** Ends a grant; false when it had ended before. Runs that wait meanwhile ask again. */
  revoke(id: string, by: string): boolean {
    return this.#revoke("id", id, by) > 0;
  }

  /** Ends every grant of a person; says how many that were. */
  revokeAllOf(personId: string, by: string): number {
    return this.#revoke("person_id", personId, by);
  }

  #revoke(column: "id" | "person_id", value: string, by: string): number {
    return this.#grants.run(
      `UPDATE grants SET revoked_at_ms = ?, revoked_by = ? WHERE ${column} = ? AND revoked_at_ms IS NULL`,
      this.#clock.now(),
      by,
      value,
    );
  }

  /** Those without a count first, so that counted uses are kept for what nothing else covers. */
  #candidates({ personId, chatKey }: GrantedRun, call: GrantCall): readonly Grant[] {
    return this.#grants.many(
      `${WITH_USES} WHERE person_id = @personId AND action = @action AND (chat_key IS NULL OR chat_key = @chatKey)
       AND ${IN_FORCE} GROUP BY grants.id ORDER BY max_uses IS NOT NULL, created_at_ms, grants.rowid`,
      { personId, chatKey, action: nameOf(call), nowMs: this.#clock.now() },
    );
  }

  #isCounted(grantId: string, { runId, digest }: GrantedRun, callId: string): boolean {
    return this.#uses.has(
      "SELECT 1 FROM grant_uses WHERE grant_id = ? AND run_id = ? AND plan_digest = ? AND call_id = ?",
      grantId,
      runId,
      digest,
      callId,
    );
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
