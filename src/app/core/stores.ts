import { join } from "node:path";
import { DelegationTable } from "../../agent/delegation/delegation-table.ts";
import { ChatAgents } from "../../agent/roster/agent-definitions.ts";
import { AgentRegistry } from "../../agent/roster/roster.ts";
import { createSummaries, type Summaries } from "../../agent/turn/compaction.ts";
import { createTurns, type Turns } from "../../agent/turn/turn-table.ts";
import type { Clock } from "../../base/clock.ts";
import type { Edges } from "../../base/edges.ts";
import { dayIn } from "../../base/format-time.ts";
import { createIds } from "../../base/ids.ts";
import type { Language, Localized } from "../../base/localized.ts";
import { createRedactor } from "../../base/log.ts";
import { Attachments } from "../../bots/inbox/attachment-table.ts";
import { Updates } from "../../bots/inbox/update-table.ts";
import { escapeMarkup } from "../../bots/markup/parse-markup.ts";
import { OutboxTable } from "../../bots/outbox/table.ts";
import type { Config } from "../../config/config.ts";
import { factWords } from "../../nodes/source/facts.ts";
import { Memories } from "../../nodes/source/memories.ts";
import { Records } from "../../nodes/source/records/records.ts";
import { LargeValueFolder } from "../../runs/large-values.ts";
import { Runs } from "../../runs/run-table.ts";
import { movedText } from "../../scheduler/ledger/schedule-words.ts";
import { createSchedules, type Schedules } from "../../scheduler/ledger/schedules.ts";
import {
  createWebhookAllowance,
  createWebhookSecrets,
  type WebhookAllowance,
  type WebhookSecrets,
} from "../../scheduler/ledger/webhook-allowance.ts";
import type { Timing } from "../../scheduler/timing/timing-kinds.ts";
import { Grants } from "../../security/access/grants.ts";
import { People } from "../../security/access/people.ts";
import { Approvals } from "../../security/approvals/approvals.ts";
import { type ButtonTokens, createButtonTokens } from "../../security/approvals/button-token.ts";
import { Rights } from "../../security/approvals/rights.ts";
import { StandingApprovals } from "../../security/approvals/standing.ts";
import { Budgets } from "../../security/limits/budgets.ts";
import { Rates } from "../../security/limits/rate-limits.ts";
import { type Database, openDatabase } from "../../store/database.ts";
import { Marks } from "../../store/marks.ts";
import { Switches } from "../../store/switches.ts";
import { type Row, type UndoableTable, UndoLog } from "../../store/undo-log.ts";
import { Workflows } from "../../store/workflows.ts";
import type { Library } from "./data-library.ts";
import type { Home } from "./home.ts";

/** The owners of all tables over one database. */
export interface Stores {
  readonly database: Database;
  readonly people: People;
  readonly tokens: ButtonTokens;
  readonly approvals: Approvals;
  readonly grants: Grants;
  readonly standing: StandingApprovals;
  readonly rates: Rates;
  readonly budgets: Budgets;
  readonly rights: Rights;
  readonly runs: Runs;
  readonly turns: Turns;
  readonly summaries: Summaries;
  readonly schedules: Schedules;
  readonly webhookSecrets: WebhookSecrets;
  readonly webhookAllowance: WebhookAllowance;
  readonly workflows: Workflows;
  readonly updates: Updates;
  readonly table: OutboxTable;
  readonly attachments: Attachments;
  readonly marks: Marks;
  readonly delegations: DelegationTable;
  readonly chatAgents: ChatAgents;
  readonly switches: Switches;
  readonly undoLog: UndoLog;
  /** The agents as data/ declares them now. */
  readonly agentRegistry: AgentRegistry;
}

/** Opens the database of HOME with the owners of its tables; the caller closes `database`. */
export function openStores(parts: {
  readonly config: Config;
  readonly edges: Edges;
  readonly home: Home;
  readonly library: Pick<Library, "workflows" | "agents">;
}): Stores {
  const { config, edges, home, library } = parts;
  const { clock, randomBytes } = edges;
  const newId = createIds(randomBytes);
  const database = openDatabase(home.databasePath);
  const people = new People({
    database,
    clock,
    newId,
    randomBytes,
    defaults: { language: config.language, zone: config.zone },
  });
  const tokens = createButtonTokens({ database, clock, randomBytes });
  const own = { database, clock, newId };
  const approvals = new Approvals({ ...own, tokens, policy: config.approvalPolicy });
  const allowed = { grants: new Grants(own), standing: new StandingApprovals(own) };
  const redact = createRedactor(config.secrets);
  const budgets = new Budgets({
    database,
    clock,
    newId,
    dayOf: (atMs) => dayIn(config.zone, atMs),
    rules: config.budgets,
  });
  const spill = new LargeValueFolder(join(home.path, "spill"));
  const runs = new Runs({ database, clock, newId, spill, redact });
  runs.sweepSpills();
  return {
    database,
    people,
    tokens,
    approvals,
    ...allowed,
    rates: new Rates({ database, clock, limits: config.rates }),
    budgets,
    rights: new Rights({ people, approvals, ...allowed, budgets }),
    runs,
    turns: createTurns({ database, clock, newId, redact }),
    summaries: createSummaries({ database, clock, redact }),
    schedules: createSchedules({ database, clock, newId }),
    webhookSecrets: createWebhookSecrets({ database, clock, randomBytes }),
    webhookAllowance: createWebhookAllowance({ database }),
    workflows: new Workflows({ database, clock, shipped: () => library.workflows() }),
    updates: new Updates({ database, clock, redact }),
    table: new OutboxTable({ database, clock, redact }),
    attachments: new Attachments({ database, clock, redact }),
    marks: new Marks(database),
    undoLog: openUndoLog(database, clock),
    ...agentStores({ database, clock, newId }, library),
  };
}

/** The tables in which people's own actions can be taken back. A number of a memory is never given twice, so what counts them is none. */
function openUndoLog(database: Database, clock: Clock): UndoLog {
  const memories = new Memories(database, clock);
  const records = new Records(database);
  const bold =
    (column: string) =>
    (row: Row): string =>
      `**${escapeMarkup(String(row[column]))}**`;
  const tables: readonly UndoableTable[] = [
    {
      table: "todos",
      title: bold("content"),
      isGone: (row) => row["status"] === "completed",
    },
    {
      table: "memories",
      title: (row) => factWords(String(row["content"])),
      onRestored: (rowId, row) =>
        memories.reindex(
          rowId,
          row && { content: String(row["content"]), keywords: String(row["keywords"]) },
        ),
    },
    {
      table: "records",
      title: bold("title"),
      onRestored: (rowId, row) =>
        records.reindex(
          rowId,
          row && {
            title: String(row["title"]),
            body: String(row["body"]),
            topic: String(row["topic"]),
            subject: String(row["subject"]),
          },
        ),
    },
    // A role and a name are not a person's own to put back.
    { table: "people", person: "ROW.id", onlyColumns: ["zone"], title: () => "🕒" },
    { table: "workflows", title: bold("name") },
    { table: "switches", title: bold("name") },
    {
      table: "schedules",
      title: bold("name"),
      change: (from, to) => movedOf(from, to, clock.now()),
      ownColumns: ["next_due_ms", "fail_count", "memory_json"],
      isGone: (row) => row["state"] === "removed" || row["state"] === "disabled",
      putAway:
        "UPDATE schedules SET state = 'removed', next_due_ms = NULL, snoozed_until_ms = NULL",
    },
  ];
  return new UndoLog({ database, clock, tables });
}

/** From when to when the row of a schedule was moved. */
function movedOf(from: Row, to: Row, nowMs: number): Localized | undefined {
  const told = (row: Row): Parameters<typeof movedText>[0] => ({
    name: String(row["name"]),
    timing: JSON.parse(String(row["spec"])) as Timing, // written by the scheduler only
    zone: String(row["zone"]),
    program: String(row["program"]),
  });
  const words = (language: Language): string | undefined =>
    movedText(told(from), told(to), { nowMs, language, zone: String(to["zone"]) });
  const [ko, en] = [words("ko"), words("en")];
  return ko === undefined || en === undefined ? undefined : { ko, en };
}

/** Who the agents are, with whom people speak, what agents ask each other, and what runs at one tap. */
function agentStores(
  parts: ConstructorParameters<typeof DelegationTable>[0],
  library: Pick<Library, "agents">,
): Pick<Stores, "delegations" | "chatAgents" | "switches" | "agentRegistry"> {
  return {
    delegations: new DelegationTable(parts),
    chatAgents: new ChatAgents(parts),
    switches: new Switches(parts),
    agentRegistry: new AgentRegistry(() => library.agents()),
  };
}
