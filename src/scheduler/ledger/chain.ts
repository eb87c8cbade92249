import type { Json } from "../../base/json.ts";
import type { RunTrigger } from "../timing/timing-kinds.ts";
import { type LedgerTables, reasonToSkip } from "./fire-event.ts";
import type { NewOccurrence, Occurrence } from "./occurrence-table.ts";
import type { Schedule } from "./schedule-table.ts";

/** Most schedules that set one another off in a row, the first among them. */
const LONGEST_CHAIN = 5;

/** Rows for the schedules that the end of an occurrence sets off. Where a schedule would come round to itself, or the chain grows longer than five, the row is on record as skipped and says so. */
export function followersOf(parts: LedgerTables, ended: Occurrence): readonly NewOccurrence[] {
  const schedule = parts.schedules.byId(ended.scheduleId);
  const isOver = ended.state === "ran" || ended.state === "failed";
  if (schedule === undefined || !isOver || ended.cause === "look") return [];
  const chain = [...chainOf(ended), schedule.id];
  return parts.schedules
    .active("run")
    .filter((follower) => isSetOffBy(follower, schedule, ended))
    .map((follower) => rowOf(parts, follower, { schedule, ended, chain }));
}

/** True where a schedule that follows `of` would in the end follow itself; `name` is its own. */
export function followsItself(
  name: string,
  of: string,
  others: readonly Pick<Schedule, "name" | "timing">[],
): boolean {
  const seen = new Set([name]);
  for (let next: string | undefined = of; next !== undefined; ) {
    if (seen.has(next)) return true;
    seen.add(next);
    const current: string = next;
    const other = others.find((entry) => entry.name === current);
    next = other?.timing.kind === "run" ? other.timing.of : undefined;
  }
  return false;
}

function isSetOffBy(follower: Schedule, { name, workflow, personId }: Schedule, ended: Occurrence) {
  if (follower.timing.kind !== "run" || follower.personId !== personId) return false;
  const { of, outcome } = follower.timing;
  if (of !== name && of !== workflow) return false;
  return outcome === "any" || outcome === outcomeOf(ended);
}

function rowOf(
  parts: LedgerTables,
  follower: Schedule,
  facts: {
    readonly schedule: Schedule;
    readonly ended: Occurrence;
    readonly chain: readonly string[];
  },
): NewOccurrence {
  const { schedule, ended, chain } = facts;
  const nowMs = parts.clock.now();
  const reason =
    reasonInChain(follower, chain) ??
    reasonToSkip(follower, parts.occurrences.openCount(follower.id));
  return {
    id: parts.newId("occ"),
    scheduleId: follower.id,
    personId: follower.personId,
    dueMs: nowMs,
    cause: `event:run:${ended.id}`,
    state: reason === null ? "due" : "skipped",
    claimedBy: null,
    nowMs,
    summary: reason,
    input: {
      kind: "run",
      name: schedule.name,
      outcome: outcomeOf(ended),
      text: ended.summary ?? "",
      chain,
    },
  };
}

function reasonInChain(follower: Schedule, chain: readonly string[]): string | null {
  if (chain.includes(follower.id)) return "It would set itself off.";
  return chain.length >= LONGEST_CHAIN
    ? `${LONGEST_CHAIN} schedules in a row set one another off already.`
    : null;
}

function outcomeOf({ state }: Occurrence): Exclude<RunTrigger["outcome"], "any"> {
  return state === "ran" ? "ok" : "failed";
}

/** Ids of the schedules that led to an occurrence, the first one first. */
function chainOf({ input }: Occurrence): readonly string[] {
  const chain: Json | undefined = input?.["chain"];
  return Array.isArray(chain) ? chain.map(String) : [];
}
