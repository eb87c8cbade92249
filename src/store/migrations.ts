import {
  AGENT_RESTORED_SCHEMA,
  AGENT_RUN_TIME_SCHEMA,
  AGENT_SCHEMA,
  COLLEAGUES_SCHEMA,
  SESSIONS_SCHEMA,
  TAINT_SCHEMA,
} from "./schema/agent.ts";

import {
  ALBUMS_SCHEMA,
  ATTACHMENTS_SCHEMA,
  BOTS_SCHEMA,
  CARDS_SCHEMA,
  CLOSED_QUESTIONS_SCHEMA,
  CONTROL_SCHEMA,
  DIGESTS_SCHEMA,
  IN_PLACE_SCHEMA,
  KINDS_SCHEMA,
  MESSAGES_BY_CHAT_SCHEMA,
  OPEN_BY_CHAT_SCHEMA,
  PLATFORM_NOTES_SCHEMA,
  QUIET_HOURS_SCHEMA,
} from "./schema/bots.ts";
import { KEPT_FILES_SCHEMA } from "./schema/kept-files.ts";
import { NODES_SCHEMA, TOLD_MARKS_SCHEMA } from "./schema/nodes.ts";
import { REPLACED_WORKFLOWS_SCHEMA } from "./schema/replaced-workflows.ts";
import {
  EVENTS_SCHEMA,
  OVERLAP_SCHEMA,
  SCHEDULER_SCHEMA,
  WEBHOOK_REQUESTS_SCHEMA,
} from "./schema/scheduler.ts";
import {
  BUDGETS_SCHEMA,
  GRANTS_SCHEMA,
  KEEPING_SCHEMA,
  RESERVATIONS_SCHEMA,
  SECURITY_SCHEMA,
} from "./schema/security.ts";

import { STORE_SCHEMA } from "./schema/store.ts";

import { USERNAMES_SCHEMA } from "./schema/usernames.ts";

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
  { name: "kinds and subjects of messages", sql: KINDS_SCHEMA },
  { name: "questions for values are closed", sql: CLOSED_QUESTIONS_SCHEMA },
];
