import type { Clock } from "../../base/clock.ts";
import { type Database, inLazyTransaction, type Statement } from "../../store/database.ts";

/** Whose use a limit is of, within a day: a person's, a chat's, a scheduled job's, or that of the whole service. */
export type BudgetScope = "person" | "chat" | "schedule" | "service";

/** Scopes in the order in which they are checked and told. */
const BUDGET_SCOPES: readonly BudgetScope[] = ["person", "chat", "schedule", "service"];

/** Tokens of the model, or money in millionths of a US dollar. */
export type BudgetUnit = "tokens" | "micros";

/** The most of a day; what is absent is not limited. */
export type BudgetLimit = Readonly<Partial<Record<BudgetUnit, number>>>;

/** What may be used in a day. */
export interface BudgetRules {
  readonly limits: Readonly<Record<BudgetScope, BudgetLimit>>;
  /** From this share of a limit on an owner is asked, in percent; 100 asks never. */
  readonly askPercent: number;
}

/** No limits at all. */
const NO_BUDGETS: BudgetRules = {
  limits: { person: {}, chat: {}, schedule: {}, service: {} },
  askPercent: 100,
};

/** For whom the model is called. */
export interface Spender {
  readonly personId: string;
  readonly chatKey: string;
  /** The scheduled job, where one calls. */
  readonly scheduleId?: string;
}

/** What one call takes. */
export interface Spending {
  readonly tokens: number;
  /** Absent where the price of the model is not known. */
  readonly micros?: number;
}

/** A limit that a call would pass. */
export interface BudgetReach {
  /** `soft`: an owner may allow more, up to the limit. `hard`: an owner may raise a limit of tokens for the day. */
  readonly kind: "soft" | "hard";
  readonly scope: BudgetScope;
  /** The id of the person, chat or schedule; empty for the service. */
  readonly subject: string;
  readonly unit: BudgetUnit;
  readonly used: number;
  /** What the call may take at most. */
  readonly wanted: number;
  readonly limit: number;
  /** How often the limit of tokens was raised today. */
  readonly raises: number;
  /** The end of the day. */
  readonly resetsAtMs: number;
}

/** What a call may take is put aside under an id, or what stands in its way. */
export type Reservation =
  | { readonly ok: true; readonly id: string }
  | { readonly ok: false; readonly reach: BudgetReach };

/** What an owner allows: the scope up to its hard limit, until the end of the day. */
export interface WantedBudget {
  readonly scope: BudgetScope;
  readonly subject: string;
  readonly untilMs: number;
}

/** What an owner allows at a hard limit: half of the configured limit of tokens more, until the end of the day. `raises` is how often that was allowed before, so that one press counts once. */
export interface WantedRaise extends WantedBudget {
  readonly raises: number;
}

/** The raise that would let a spender on; `undefined` where none would: money is the operator's to allow. */
export function raiseFor({
  kind,
  unit,
  scope,
  subject,
  raises,
  resetsAtMs,
}: BudgetReach): WantedRaise | undefined {
  if (kind !== "hard" || unit !== "tokens") return undefined;
  return { scope, subject, untilMs: resetsAtMs, raises };
}

/** What a scope has used today. */
export interface BudgetUse {
  readonly scope: BudgetScope;
  readonly unit: BudgetUnit;
  readonly used: number;
  /** Absent where there is no limit. */
  readonly limit?: number;
  readonly resetsAtMs: number;
}

/** The day that an instant lies in. */
export type DayOf = (atMs: number) => { readonly startMs: number; readonly endMs: number };

type Used = Readonly<Record<BudgetUnit, number>>;

const COLUMNS: Readonly<Record<BudgetScope, string>> = {
  person: "person_id = ?",
  chat: "chat_key = ?",
  schedule: "schedule_id = ?",
  service: "? = ''",
};

/** Owner of the tables model_uses, budget_allowances and budget_raises. What a call may take is reserved before it and settled after it. */
export class Budgets {
  readonly rules: BudgetRules;
  readonly #parts: ConstructorParameters<typeof Budgets>[0];
  readonly #insert: Statement<(string | number | null)[]>;
  readonly #settle: Statement<[number, number | null, string]>;
  readonly #release: Statement<[string]>;
  readonly #allow: Statement<[string, string, number, string, string, string]>;
  readonly #allowed: Statement<[string, string, number], { readonly found: number }>;
  readonly #raise: Statement<[string, string, number, number, string, string, string, number]>;
  readonly #raises: Statement<[string, string, number], { readonly count: number }>;
  readonly #sums: Readonly<Record<BudgetScope, Statement<[string, number], Used>>>;

  constructor(parts: {
    readonly database: Database;
    readonly clock: Clock;
    readonly newId: (prefix: string) => string;
    /** Days begin and end where the service is, for everybody: who moves to another zone gets no second day. */
    readonly dayOf: DayOf;
    /** Default: none. */
    readonly rules?: BudgetRules;
  }) {
    const { database } = parts;
    this.rules = parts.rules ?? NO_BUDGETS;
    this.#parts = parts;
    this.#insert = database.prepare(
      `INSERT INTO model_uses (id, person_id, chat_key, schedule_id, model, state, tokens, micros, at_ms)
       VALUES (?, ?, ?, ?, ?, 'reserved', ?, ?, ?)`,
    );
    this.#settle = database.prepare(
      "UPDATE model_uses SET state = 'settled', tokens = ?, micros = ? WHERE id = ?",
    );
    this.#release = database.prepare("DELETE FROM model_uses WHERE id = ? AND state = 'reserved'");
    this.#allow = database.prepare(
      `INSERT OR REPLACE INTO budget_allowances (scope, subject, until_ms, person_id, approval_id, given_by)
       VALUES (?, ?, ?, ?, ?, ?)`,
    );
    this.#allowed = database.prepare(
      "SELECT 1 AS found FROM budget_allowances WHERE scope = ? AND subject = ? AND until_ms = ?",
    );
    this.#raise = database.prepare(
      `INSERT OR IGNORE INTO budget_raises (scope, subject, until_ms, number, person_id, press_id, given_by, at_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#raises = database.prepare(
      "SELECT COUNT(*) AS count FROM budget_raises WHERE scope = ? AND subject = ? AND until_ms = ?",
    );
    const sum = (scope: BudgetScope) =>
      database.prepare<[string, number], Used>(
        `SELECT COALESCE(SUM(tokens), 0) AS tokens, COALESCE(SUM(micros), 0) AS micros FROM model_uses
         WHERE ${COLUMNS[scope]} AND at_ms >= ?`,
      );
    this.#sums = {
      person: sum("person"),
      chat: sum("chat"),
      schedule: sum("schedule"),
      service: sum("service"),
    };
  }

  /** Sets aside what a call may take at most, in one transaction with the look at every limit: calls at the same time cannot pass one together. */
  reserve(spender: Spender, model: string, wanted: Spending): Reservation {
    const { database, clock, newId } = this.#parts;
    return inLazyTransaction(database, () => {
      const nowMs = clock.now();
      const reach = this.#reach(spender, wanted, nowMs);
      if (reach !== undefined) return { ok: false, reach };
      const id = newId("use");
      const { personId, chatKey, scheduleId = null } = spender;
      const { tokens, micros = null } = wanted;
      this.#insert.run(id, personId, chatKey, scheduleId, model, tokens, micros, nowMs);
      return { ok: true, id };
    });
  }

  /** Puts what a call really took in the place of what was reserved, also where that is more. What a dead process had reserved and nobody settles counts as used: the call may have been made. */
  settle(id: string, taken: Spending): void {
    inLazyTransaction(this.#parts.database, () =>
      this.#settle.run(taken.tokens, taken.micros ?? null, id),
    );
  }

  /** Gives back what was reserved for a call that took nothing. */
  release(id: string): void {
    inLazyTransaction(this.#parts.database, () => this.#release.run(id));
  }

  /** Lets a scope go on to its hard limit until the end of its day. Belongs into the transaction of the owner's press. */
  allow(
    { scope, subject, untilMs }: WantedBudget,
    press: { readonly personId: string; readonly approvalId: string; readonly givenBy: string },
  ): void {
    this.#allow.run(scope, subject, untilMs, press.personId, press.approvalId, press.givenBy);
  }

  /** Raises a limit of tokens by half of what is configured, until the end of its day; false where this raise was given before, or its day is over. Belongs to an owner's press. */
  raise(
    { scope, subject, untilMs, raises }: WantedRaise,
    press: { readonly personId: string; readonly pressId: string; readonly givenBy: string },
  ): boolean {
    const { clock, database } = this.#parts;
    const nowMs = clock.now();
    return inLazyTransaction(database, () => {
      if (untilMs <= nowMs || this.#raisesOf(scope, subject, untilMs) !== raises) return false;
      const { personId, pressId, givenBy } = press;
      const place = [scope, subject, untilMs, raises] as const;
      return this.#raise.run(...place, personId, pressId, givenBy, nowMs).changes === 1;
    });
  }

  /** What a spender's scopes have used today: tokens, and money where it is limited or was counted. */
  useOf(spender: Spender): readonly BudgetUse[] {
    const { startMs, endMs: resetsAtMs } = this.#parts.dayOf(this.#parts.clock.now());
    return this.#subjects(spender).flatMap(({ scope, subject }) => {
      const used = this.#used(scope, subject, startMs);
      const raises = this.#raisesOf(scope, subject, resetsAtMs);
      return (["tokens", "micros"] as const).flatMap((unit): readonly BudgetUse[] => {
        const limit = this.#limitOf(scope, unit, raises);
        if (unit === "micros" && limit === undefined && used.micros === 0) return [];
        const use = { scope, unit, used: used[unit], resetsAtMs };
        return [limit === undefined ? use : { ...use, limit }];
      });
    });
  }

  /** A hard limit before any soft one, and one of money before one of tokens: asking for the other would be in vain. */
  #reach(spender: Spender, wanted: Spending, nowMs: number): BudgetReach | undefined {
    const { startMs, endMs } = this.#parts.dayOf(nowMs);
    const reaches = this.#subjects(spender).flatMap(({ scope, subject }) => {
      const used = this.#used(scope, subject, startMs);
      const raises = this.#raisesOf(scope, subject, endMs);
      const isAllowed = raises > 0 || this.#allowed.get(scope, subject, endMs) !== undefined;
      return (["micros", "tokens"] as const).flatMap((unit): readonly BudgetReach[] => {
        const limit = this.#limitOf(scope, unit, raises);
        const more = wanted[unit];
        if (limit === undefined || more === undefined) return [];
        const kind = this.#kindOf(used[unit] + more, limit, isAllowed);
        if (kind === undefined) return [];
        const facts = { scope, subject, unit, used: used[unit], wanted: more, limit, raises };
        return [{ kind, ...facts, resetsAtMs: endMs }];
      });
    });
    const hard = reaches.filter(({ kind }) => kind === "hard");
    return hard.find(({ unit }) => unit === "micros") ?? hard[0] ?? reaches[0];
  }

  #limitOf(scope: BudgetScope, unit: BudgetUnit, raises: number): number | undefined {
    const limit = this.rules.limits[scope][unit];
    if (limit === undefined || unit === "micros") return limit;
    return limit + raises * Math.ceil(limit / 2);
  }

  #raisesOf(scope: BudgetScope, subject: string, untilMs: number): number {
    return this.#raises.get(scope, subject, untilMs)?.count ?? 0;
  }

  #kindOf(total: number, limit: number, isAllowed: boolean): BudgetReach["kind"] | undefined {
    if (total > limit) return "hard";
    const { askPercent } = this.rules;
    const asks = askPercent < 100 && total > (limit * askPercent) / 100;
    return asks && !isAllowed ? "soft" : undefined;
  }

  #used(scope: BudgetScope, subject: string, startMs: number): Used {
    return this.#sums[scope].get(subject, startMs) ?? { tokens: 0, micros: 0 };
  }

  #subjects(spender: Spender): readonly { scope: BudgetScope; subject: string }[] {
    const subjects: Readonly<Record<BudgetScope, string | undefined>> = {
      person: spender.personId,
      chat: spender.chatKey,
      schedule: spender.scheduleId,
      service: "",
    };
    return BUDGET_SCOPES.flatMap((scope) => {
      const subject = subjects[scope];
      return subject === undefined ? [] : [{ scope, subject }];
    });
  }
}
