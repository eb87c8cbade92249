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
