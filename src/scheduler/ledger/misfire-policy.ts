/**
 * What happens to due times that were not run on time.
 * `once`: the latest is caught up when it is at most `windowMs` late, those before it are skipped.
 * `skip`: none is caught up; all are missed, and the person is told.
 * `all`: the latest `max` are caught up, however late; those before them are skipped.
 * `window`: the latest `max` that are at most `windowMs` late are caught up; the others are missed, and the person is told.
 */
export interface MissedPolicy {
  readonly kind: "once" | "skip" | "all" | "window";
  /** How many may be caught up, 1 to 50; `once` and `skip` do not look at it. */
  readonly max: number;
  readonly windowMs: number;
}

/** Right for a read-only briefing: caught up once within four hours. */
export const CATCH_UP_ONCE: MissedPolicy = { kind: "once", max: 1, windowMs: 4 * 3_600_000 };

/** Right for a program with effects: nothing is done late, the person is told. */
export const SKIP_AND_TELL: MissedPolicy = { kind: "skip", max: 1, windowMs: 0 };

/** Right for a look at something, as the next one sees how things stand, and for a reminder of one time: at most one is made up for, and nobody is told of others. */
export const ONE_HOWEVER_LATE: MissedPolicy = { kind: "all", max: 1, windowMs: 0 };

/** Runs caught up at most under `all` and `window`, where nothing else is said. */
const USUAL_MOST = 10;

/** The policy of a name; `undefined` for no name or another one. `once` and `window` look at `windowMs` (default four hours), `all` and `window` at `max` (default 10). */
export function policyOf(
  kind: string | undefined,
  given: { readonly windowMs?: number | undefined; readonly max?: number | undefined },
): MissedPolicy | undefined {
  const { windowMs = CATCH_UP_ONCE.windowMs, max = USUAL_MOST } = given;
  switch (kind) {
    case "once":
      return { ...CATCH_UP_ONCE, windowMs };
    case "skip":
      return SKIP_AND_TELL;
    case "all":
      return { kind, max, windowMs: 0 };
    case "window":
      return { kind, max, windowMs };
    default:
      return undefined;
  }
}

/** A due time is on time up to this lateness: the heartbeat comes every 5 s and may be held up. */
export const ON_TIME_MS = 60_000;

/** `run` now; `skipped` by policy, silently; `missed`, to be told. */
export type Fate = "run" | "skipped" | "missed";

/** A due time and what happens to it. */
export interface Decision {
  readonly dueMs: number;
  readonly fate: Fate;
}

/**
 * Decides over due times (ascending, none after `nowMs`). Where `hasMore` says that later ones are due as well, those that
 * could still be among the latest `max` are left undecided: the answer is shorter than `duesMs`.
 */
export function decideFates(
  duesMs: readonly number[],
  nowMs: number,
  policy: MissedPolicy,
  hasMore: boolean,
): readonly Decision[] {
  if (hasMore) {
    const fate = policy.kind === "skip" || policy.kind === "window" ? "missed" : "skipped";
    const heldBack = policy.kind === "all" || policy.kind === "window" ? policy.max : 0;
    return duesMs.slice(0, duesMs.length - heldBack).map((dueMs) => ({ dueMs, fate }));
  }
  const lateCount = duesMs.filter((dueMs) => nowMs - dueMs > ON_TIME_MS).length;
  const lateMs = duesMs.slice(0, lateCount);
  const fates = lateFates(lateMs, lateCount < duesMs.length, nowMs, policy);
  return duesMs.map((dueMs, index) => ({ dueMs, fate: fates[index] ?? "run" }));
}

function lateFates(
  lateMs: readonly number[],
  hasOnTime: boolean,
  nowMs: number,
  policy: MissedPolicy,
): readonly Fate[] {
  const isWithin = (dueMs: number | undefined): boolean =>
    dueMs !== undefined && nowMs - dueMs <= policy.windowMs;
  switch (policy.kind) {
    case "skip":
      return lateMs.map(() => "missed");
    case "all":
      return lateMs.map((_, index) => (index >= lateMs.length - policy.max ? "run" : "skipped"));
    case "window":
      return lateMs.map((dueMs, index) =>
        index >= lateMs.length - policy.max && isWithin(dueMs) ? "run" : "missed",
      );
    case "once": {
      // One that is on time stands for those before it: two briefings at once help nobody.
      if (hasOnTime) return lateMs.map(() => "skipped");
      const isCaughtUp = isWithin(lateMs.at(-1));
      return lateMs.map((_, index) => {
        if (!isCaughtUp) return "missed";
        return index === lateMs.length - 1 ? "run" : "skipped";
      });
    }
  }
}
