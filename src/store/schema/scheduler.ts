/**
 * The tables of the scheduler room. `schedules.kind` says what makes a row due ("time" now; messages, webhooks, files and
 * conditions later) and `spec` holds its JSON. An occurrence is one due time, or one `cause` other than time, of one schedule.
 */
export const SCHEDULER_SCHEMA: string = `
CREATE TABLE schedules (
  id TEXT PRIMARY KEY,
  person_id TEXT NOT NULL,
  chat_id TEXT NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  spec TEXT NOT NULL,
  zone TEXT NOT NULL,
  program TEXT NOT NULL,
  workflow TEXT,
  plan_digest TEXT NOT NULL,
  missed_policy TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('active', 'disabled', 'failing', 'done', 'removed')),
  next_due_ms INTEGER,
  snoozed_until_ms INTEGER,
  fail_count INTEGER NOT NULL DEFAULT 0,
  created_at_ms INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX schedules_by_name ON schedules (person_id, name) WHERE state <> 'removed';
CREATE INDEX schedules_by_due ON schedules (next_due_ms) WHERE state = 'active';

CREATE TABLE occurrences (
  id TEXT PRIMARY KEY,
  schedule_id TEXT NOT NULL REFERENCES schedules (id),
  person_id TEXT NOT NULL,
  due_ms INTEGER NOT NULL,
  cause TEXT NOT NULL DEFAULT 'time',
  state TEXT NOT NULL CHECK (state IN ('due', 'claimed', 'waiting', 'ran', 'failed', 'skipped', 'missed', 'told')),
  attempt INTEGER NOT NULL DEFAULT 0,
  claimed_by TEXT,
  claimed_at_ms INTEGER,
  finished_at_ms INTEGER,
  summary TEXT,
  run_id TEXT,
  delivered_as TEXT,
  delivered_at_ms INTEGER,
  UNIQUE (schedule_id, due_ms, cause)
) STRICT;
CREATE INDEX occurrences_by_state ON occurrences (state, due_ms);
CREATE INDEX occurrences_by_person ON occurrences (person_id, due_ms);
`;

/**
 * What sets schedules off besides time: what a schedule remembers between two looks, what came with an event (kept with the
 * occurrence that it made, one for each event), the secrets of webhooks, and when the service was not there. `zone_named` is 0
 * for a schedule that follows its person's zone; those from before keep theirs, as was said when they were made.
 */
export const EVENTS_SCHEMA: string = `
ALTER TABLE schedules ADD COLUMN memory_json TEXT;
ALTER TABLE schedules ADD COLUMN overlap TEXT NOT NULL DEFAULT 'queue' CHECK (overlap IN ('queue', 'skip'));
ALTER TABLE schedules ADD COLUMN zone_named INTEGER NOT NULL DEFAULT 1 CHECK (zone_named IN (0, 1));
ALTER TABLE schedules ADD COLUMN nodes_json TEXT;
ALTER TABLE schedules ADD COLUMN paused_because TEXT;
CREATE INDEX schedules_by_kind ON schedules (kind) WHERE state = 'active';

ALTER TABLE occurrences ADD COLUMN input_json TEXT;
ALTER TABLE occurrences ADD COLUMN not_before_ms INTEGER;
ALTER TABLE occurrences ADD COLUMN retries INTEGER NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX occurrences_by_event ON occurrences (schedule_id, cause) WHERE substr(cause, 1, 6) = 'event:';
CREATE INDEX occurrences_open ON occurrences (schedule_id) WHERE state IN ('due', 'claimed', 'waiting');

CREATE TABLE webhook_secrets (
  schedule_id TEXT PRIMARY KEY REFERENCES schedules (id) ON DELETE CASCADE,
  secret TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE downtimes (
  from_ms INTEGER PRIMARY KEY,
  to_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE heartbeats (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  beat_ms INTEGER NOT NULL
) STRICT;
`;

/** A due time may also take the place of the one before it. SQLite changes no check of a column, so the column is made anew. */
export const OVERLAP_SCHEMA: string = `
ALTER TABLE schedules ADD COLUMN when_busy TEXT NOT NULL DEFAULT 'queue' CHECK (when_busy IN ('queue', 'skip', 'replace'));
UPDATE schedules SET when_busy = overlap;
ALTER TABLE schedules DROP COLUMN overlap;
ALTER TABLE schedules RENAME COLUMN when_busy TO overlap;
`;

/** When its person said last that what a schedule told is done. */
export const DONE_SCHEMA: string = `
ALTER TABLE schedules ADD COLUMN done_at_ms INTEGER;
`;

/** The requests to webhooks that count against what may come to them: those of the last hour, older ones until the next. */
export const WEBHOOK_REQUESTS_SCHEMA: string = `
CREATE TABLE webhook_requests (
  id INTEGER PRIMARY KEY,
  schedule_id TEXT NOT NULL REFERENCES schedules (id) ON DELETE CASCADE,
  at_ms INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_requests_by_schedule ON webhook_requests (schedule_id, at_ms);
`;
