import { AGENT_SCHEMA } from "./schema/agent.ts";
import { AGENT_RESTORED_SCHEMA } from "./schema/agent-restored.ts";
import { AGENT_RUN_TIME_SCHEMA } from "./schema/agent-run-time.ts";
import { ALBUMS_SCHEMA } from "./schema/albums.ts";
import { ATTACHMENTS_SCHEMA } from "./schema/attachments.ts";
import { BOTS_SCHEMA } from "./schema/bots.ts";
import { BUDGETS_SCHEMA, RESERVATIONS_SCHEMA } from "./schema/budgets.ts";
import { CARDS_SCHEMA } from "./schema/cards.ts";
import { COLLEAGUES_SCHEMA } from "./schema/colleagues.ts";
import { CONTROL_SCHEMA } from "./schema/control.ts";
import { DIGESTS_SCHEMA } from "./schema/digests.ts";
import { EVENTS_SCHEMA } from "./schema/events.ts";
import { GRANTS_SCHEMA } from "./schema/grants.ts";
import { IN_PLACE_SCHEMA } from "./schema/in-place.ts";
import { KEEPING_SCHEMA } from "./schema/keeping.ts";
import { KEPT_FILES_SCHEMA } from "./schema/kept-files.ts";
import { MESSAGES_BY_CHAT_SCHEMA } from "./schema/messages.ts";
import { NODES_SCHEMA } from "./schema/nodes.ts";
import { OPEN_BY_CHAT_SCHEMA } from "./schema/open-by-chat.ts";
import { OVERLAP_SCHEMA } from "./schema/overlap.ts";
import { PLATFORM_NOTES_SCHEMA } from "./schema/platform-notes.ts";
import { QUIET_HOURS_SCHEMA } from "./schema/quiet-hours.ts";
import { REPLACED_WORKFLOWS_SCHEMA } from "./schema/replaced-workflows.ts";
import { SCHEDULER_SCHEMA } from "./schema/scheduler.ts";
import { SECURITY_SCHEMA } from "./schema/security.ts";
import { SESSIONS_SCHEMA } from "./schema/sessions.ts";
import { STORE_SCHEMA } from "./schema/store.ts";
import { TAINT_SCHEMA } from "./schema/taint.ts";
import { TOLD_MARKS_SCHEMA } from "./schema/told-marks.ts";
import { USERNAMES_SCHEMA } from "./schema/usernames.ts";
import { WEBHOOK_REQUESTS_SCHEMA } from "./schema/webhook-requests.ts";

/** One forward step of the schema. Never edited once it has landed. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** All steps in order; a database's `user_version` is how many of them it has. */
export const MIGRATIONS: readonly Migration[] = [
  { name: "people, identities, approvals", sql: SECURITY_SCHEMA },
  { name: "turns, runs, steps", sql: AGENT_SCHEMA },
  { name: "updates, outbox", sql: BOTS_SCHEMA },
  { name: "schedules, occurrences", sql: SCHEDULER_SCHEMA },
  { name: "todos, memories, contacts", sql: NODES_SCHEMA },
  { name: "workflows", sql: STORE_SCHEMA },
  { name: "runs in flight in a backup", sql: AGENT_RESTORED_SCHEMA },
  { name: "grants, their uses, votes", sql: GRANTS_SCHEMA },
  { name: "reasons, changes and follow-ups of cards", sql: CARDS_SCHEMA },
  { name: "taint", sql: TAINT_SCHEMA },
  { name: "keeping in time", sql: KEEPING_SCHEMA },
  { name: "how long a run has run", sql: AGENT_RUN_TIME_SCHEMA },
  { name: "rates and budgets", sql: BUDGETS_SCHEMA },
  { name: "reservations of the model stay", sql: RESERVATIONS_SCHEMA },
  { name: "files that came with messages", sql: ATTACHMENTS_SCHEMA },
  { name: "notes of the adapters, when a message first left", sql: PLATFORM_NOTES_SCHEMA },
  { name: "agents, errands, switches", sql: COLLEAGUES_SCHEMA },
  { name: "summaries, contexts of turns, pinned memories", sql: SESSIONS_SCHEMA },
  { name: "quiet hours", sql: QUIET_HOURS_SCHEMA },
  { name: "messages in the place of others", sql: IN_PLACE_SCHEMA },
  { name: "messages that go before all others", sql: CONTROL_SCHEMA },
  { name: "messages by chat", sql: MESSAGES_BY_CHAT_SCHEMA },
  { name: "events", sql: EVENTS_SCHEMA },
  { name: "what waits, by chat", sql: OPEN_BY_CHAT_SCHEMA },
  { name: "digests", sql: DIGESTS_SCHEMA },
  { name: "what was told of feeds and pages", sql: TOLD_MARKS_SCHEMA },
  { name: "due times that take the place of others", sql: OVERLAP_SCHEMA },
  { name: "albums", sql: ALBUMS_SCHEMA },
  { name: "requests to webhooks", sql: WEBHOOK_REQUESTS_SCHEMA },
  { name: "user names of accounts", sql: USERNAMES_SCHEMA },
  { name: "copies of changed files", sql: KEPT_FILES_SCHEMA },
  { name: "workflows in the place of others", sql: REPLACED_WORKFLOWS_SCHEMA },
];
