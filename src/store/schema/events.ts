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
