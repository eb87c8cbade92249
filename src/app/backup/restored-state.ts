import type { Edges } from "../../base/edges.ts";
import { dateAndTime } from "../../base/format-time.ts";
import type { Localized } from "../../base/localized.ts";
import { say } from "../../bots/texts/say.ts";
import type { Config } from "../../config/config.ts";
import { failureIn } from "../../engine/values/outcome.ts";
import { messageKey } from "../../nodes/outbox-port.ts";
import { inTransaction } from "../../store/database.ts";
import { homeAt } from "../core/home.ts";
import { openStores, type Stores } from "../core/stores.ts";

/** What waits in a state that was restored. */
export interface RestoredState {
  readonly approvals: number;
  readonly schedules: number;
  readonly people: number;
  /** Messages that will be sent, cards aside. */
  readonly unsent: number;
  /** Runs that were in flight, and ask before each further effect. */
  readonly inFlight: number;
}

/**
 * Brings the database of a restored state up to date, and to a state that repeats nothing blindly: after the backup was taken
 * the service went on, so what was in flight may have happened since. Effects of such runs ask; their messages are taken back
 * until then; other messages that waited go out behind a notice that they may have arrived before.
 * Throws `AppError` `database-newer`, and SQLite's errors.
 */
export function settleRestored(parts: {
  readonly path: string;
  readonly config: Config;
  readonly edges: Edges;
  readonly takenAtMs: number;
}): RestoredState {
  const { config, edges } = parts;
  const home = homeAt(parts.path);
  const stores = openStores({
    config,
    edges,
    home,
    library: { workflows: () => new Map(), agents: () => [] },
  });
  const { database } = stores;
  try {
    const state = inTransaction(database, () => settle(stores, config, parts.takenAtMs));
    database.pragma("wal_checkpoint(TRUNCATE)");
    return state;
  } finally {
    database.close();
  }
}

/** What colleagues had not answered may have been done since the backup was taken. */
const CUT_OFF: Localized = {
  en: "The backup was taken before this was done, and it may have been done since. Ask again if it is still needed.",
  ko: "백업이 이 일을 마치기 전에 만들어졌고, 그 뒤에 이미 했을 수도 있습니다. 아직 필요하면 다시 부탁해 주세요.",
};

function settle(stores: Stores, config: Config, takenAtMs: number): RestoredState {
  const { approvals, errands, people, runs, schedules, table } = stores;
  const decided = approvals.unsettled().flatMap((approval) => approval.runId ?? []);
  const inFlight = runs.markRestored(decided);
  errands.endOpen(failureIn(config.language, "restored", CUT_OFF));
  const keys = runs
    .openEffects()
    .flatMap((key) => [messageKey("message", key), messageKey("notice", key)]);
  table.dropUnsent(keys);
  const waiting = table.chatsWaiting();
  for (const { chatKey } of waiting) announce(stores, config, chatKey, takenAtMs);
  return {
    approvals: approvals.waiting().length,
    schedules: schedules.list().filter((schedule) => schedule.state === "active").length,
    people: people.all().length,
    unsent: waiting.reduce((sum, { count }) => sum + count, 0),
    inFlight,
  };
}

function announce(stores: Stores, config: Config, chatKey: string, takenAtMs: number): void {
  const reader = stores.people.get(stores.updates.personIn(chatKey) ?? "") ?? config;
  const text = say(reader.language, "restoredMessages", { time: dateAndTime(takenAtMs, reader) });
  const [platform = ""] = chatKey.split(":");
  const key = `restored:${takenAtMs}:${chatKey}`;
  stores.table.addInFront({ key, platform, chatKey, class: "briefing", message: { text } });
}
