/**
 * Conversations that are longer than what a model is given: summaries of older turns, one for the same turns ever; what a turn was
 * told besides them, the same in all its rounds; and memories that are told always.
 */
export const SESSIONS_SCHEMA = `
CREATE TABLE summaries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  person_id TEXT NOT NULL,
  chat_key TEXT NOT NULL,
  conversation TEXT NOT NULL,
  session_started_at_ms INTEGER NOT NULL,
  through_turn TEXT NOT NULL,
  text TEXT NOT NULL DEFAULT '',
  made_by TEXT NOT NULL DEFAULT '',
  tainted INTEGER NOT NULL CHECK (tainted IN (0, 1)),
  state TEXT NOT NULL CHECK (state IN ('begun', 'done')),
  created_at_ms INTEGER NOT NULL,
  UNIQUE (person_id, chat_key, through_turn)
) STRICT;

CREATE TABLE turn_contexts (
  turn_id TEXT PRIMARY KEY REFERENCES turns (id),
  context_json TEXT NOT NULL,
  tainted INTEGER NOT NULL CHECK (tainted IN (0, 1))
) STRICT;

ALTER TABLE session_starts ADD COLUMN idle INTEGER NOT NULL DEFAULT 0 CHECK (idle IN (0, 1));
ALTER TABLE memories ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1));
`;
