import { statSync } from "node:fs";
import { join } from "node:path";
import { toPlainText } from "../bots/markup/parse-markup.ts";
import {
  type ActivityCounts,
  type KeptCounts,
  type StatusReport,
  wordWholeStatus,
} from "../bots/people/status-command.ts";
import { type NamedUse, type UsageReport, wordUsage } from "../bots/people/usage-report.ts";
import { presentAgent } from "../bots/programs/agent-command.ts";
import type { Config } from "../config/config.ts";
import { findChromium } from "../drivers/browser/browser.ts";
import { createProcessDriver } from "../drivers/process/process.ts";
import type { Person } from "../security/access/people.ts";
import { countAllRows, countRows } from "../store/personal-data.ts";
import { channelsWithToken } from "./core/channel-names.ts";
import type { Library } from "./core/data-library.ts";
import { chatFolder, type Home, isLeaseAlive, isServiceAlive } from "./core/home.ts";
import { readinessOf } from "./core/readiness.ts";
import { CLEANED_MARK, KEEPING } from "./core/retention.ts";
import type { Stores } from "./core/stores.ts";
import { versionOf } from "./core/version.ts";
import { folderBytes } from "./export/person-files.ts";
import { mainModelName } from "./model-clients.ts";

/** The mark of the last start of the service. */
export const STARTED_MARK = "service-started";

/** Longest piece of a running program that is shown, in UTF-16 units. */
const PROGRAM_LENGTH = 80;

/** How the service is, for one person in one chat: owners see all of it in private, everybody else their own part, and a group nothing of anybody. */
export async function statusOf(
  parts: {
    readonly stores: Stores;
    readonly home: Home;
    readonly config: Config;
    readonly root: string;
    readonly nowMs: number;
    readonly library: Pick<Library, "catalogue">;
    /** The longest that this process was held; absent where it is not the service. */
    readonly heldMs?: number | undefined;
  },
  asked: { readonly person: Person; readonly chatKey: string; readonly isPrivate: boolean },
): Promise<StatusReport> {
  const { config, heldMs, home, nowMs, root } = parts;
  const { person, chatKey, isPrivate } = asked;
  const startedAtMs = isServiceAlive(home) ? parts.stores.marks.get(STARTED_MARK) : undefined;
  const isOwner = isPrivate && person.role === "owner";
  const model = mainModelName(config);
  const hasChosen = parts.stores.chatAgents.get(person.id, chatKey) !== undefined;
  return {
    version: versionOf(root),
    ...(startedAtMs === undefined ? {} : { startedAtMs }),
    nowMs,
    ...(heldMs === undefined ? {} : { heldMs }),
    ...(hasChosen ? { agent: presentAgent(parts.stores, person, chatKey) } : {}),
    ...(model === undefined ? {} : { model }),
    channels: [...channelsWithToken(config), "console"],
    sandbox: await createProcessDriver().sandbox(),
    hasBrowser: findChromium(config.chromiumPath) !== undefined,
    keepDays: config.keepDays,
    files: {
      usedBytes: await folderBytes(chatFolder(home, chatKey)),
      quotaBytes: config.quotaBytes,
    },
    ...(isPrivate ? { own: activityOf(parts, person) } : {}),
    actions: readinessOf(parts.library.catalogue(), config),
    ...(isOwner ? { service: await serviceOf(parts) } : {}),
  };
}

function activityOf(
  { stores, home }: Parameters<typeof statusOf>[0],
  person?: Person,
): ActivityCounts {
  const { approvals, runs, schedules } = stores;
  const pending = approvals
    .waiting()
    .filter((approval) => person === undefined || approvals.mayDecide(approval, person));
  const active = schedules.list(person?.id).filter(({ state }) => state === "active");
  // What is looked at now and then comes only when it turns true: when it is looked at next is nobody's news.
  const watched = active.filter(({ timing }) => timing.kind === "condition");
  const [next] = active
    .filter((schedule) => !watched.includes(schedule))
    .flatMap(({ name, nextDueMs: atMs }) => (atMs === undefined ? [] : [{ name, atMs }]))
    .sort((left, right) => left.atMs - right.atMs);
  const running = runs
    .running()
    .filter((run) => person === undefined || run.personId === person.id)
    .filter((run) => run.lease !== undefined && isLeaseAlive(home, run.lease));
  return {
    running: running.map((run) => headOf(run.program)),
    pendingApprovals: pending.length,
    activeSchedules: active.length,
    ...(next === undefined ? {} : { next }),
    watched: watched.map(({ name }) => name),
    kept: keptOf(stores, person),
  };
}

function headOf(program: string): string {
  const [line = ""] = program.split("\n");
  return line.length <= PROGRAM_LENGTH ? line : `${line.slice(0, PROGRAM_LENGTH)}…`;
}

const COUNTED = ["updates", "runs", "memories", "todos", "workflows"];

const COUNTED_KEEPING = KEEPING.filter(({ table }) => COUNTED.includes(table));

function keptOf({ database, people, updates }: Stores, person: Person | undefined): KeptCounts {
  const rows =
    person === undefined
      ? countAllRows(database, COUNTED)
      : countRows(database, COUNTED_KEEPING, {
          personId: person.id,
          accounts: people.accountsOf(person.id),
          chats: updates.chatsOf(person.id),
        });
  const count = (table: string): number => rows[table] ?? 0;
  return {
    messages: count("updates"),
    runs: count("runs"),
    memories: count("memories"),
    todos: count("todos"),
    workflows: count("workflows"),
  };
}

async function serviceOf(
  parts: Parameters<typeof statusOf>[0],
): Promise<NonNullable<StatusReport["service"]>> {
  const { stores, home } = parts;
  const cleanedAtMs = stores.marks.get(CLEANED_MARK);
  const files = [home.databasePath, `${home.databasePath}-wal`];
  return {
    ...activityOf(parts),
    people: stores.people.all().length,
    fileBytes: await folderBytes(home.filesPath),
    spillBytes: await folderBytes(join(home.path, "spill")),
    databaseBytes: files.reduce((sum, path) => sum + sizeOf(path), 0),
    unsentMessages: stores.table.chatsWaiting().reduce((sum, { count }) => sum + count, 0),
    ...(cleanedAtMs === undefined ? {} : { cleanedAtMs }),
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** The report as plain text for a terminal. */
export function statusText(report: StatusReport, person: Person): string {
  return toPlainText(wordWholeStatus(report, person));
}

/** What someone has used and may use: in private their own with their schedules' part, in a group that of the group alone; the service's whole for owners in private. */
export function usageOf(
  { stores, config }: { readonly stores: Stores; readonly config: Config },
  asked: { readonly person: Person; readonly chatKey: string; readonly isPrivate: boolean },
): UsageReport {
  const { person, chatKey, isPrivate } = asked;
  const { budgets, rates, schedules } = stores;
  const all = budgets.useOf({ personId: person.id, chatKey });
  const own = all.filter(({ scope }) => {
    if (scope === "service") return isPrivate && person.role === "owner";
    return scope === "chat" || isPrivate;
  });
  const jobs = isPrivate ? schedules.list(person.id) : [];
  const used = jobs.flatMap(({ id, name }): readonly NamedUse[] =>
    budgets
      .useOf({ personId: person.id, chatKey, scheduleId: id })
      .filter((use) => use.scope === "schedule" && use.used > 0)
      .map((use) => ({ ...use, name })),
  );
  const model = mainModelName(config);
  return {
    rates: isPrivate ? rates.useOf(person.id) : [],
    budgets: [...own, ...used],
    askPercent: budgets.rules.askPercent,
    ...(model === undefined
      ? {}
      : { model: { name: model, hasPrice: config.modelPrices[model] !== undefined } }),
  };
}

/** The report as plain text for a terminal. */
export function usageText(report: UsageReport, person: Person): string {
  return toPlainText(wordUsage(report, person));
}
