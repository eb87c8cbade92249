/** Which agents act in runs, steps, turns and schedules; what they ask of each other; whom a chat speaks with; commands at one tap. */
export const COLLEAGUES_SCHEMA = `
ALTER TABLE runs ADD COLUMN agents_json TEXT;
ALTER TABLE runs ADD COLUMN errand_id TEXT;
ALTER TABLE steps ADD COLUMN agent TEXT;
ALTER TABLE turns ADD COLUMN agents_json TEXT;
ALTER TABLE turns ADD COLUMN conversation TEXT NOT NULL DEFAULT '';
ALTER TABLE turns ADD COLUMN said_json TEXT;
ALTER TABLE schedules ADD COLUMN agents_json TEXT;

CREATE TABLE errands (
  id TEXT PRIMARY KEY,
  origin TEXT NOT NULL UNIQUE,
  run_id TEXT NOT NULL,
  person_id TEXT NOT NULL,
  chat_key TEXT NOT NULL,
  agents_json TEXT NOT NULL,
  message TEXT NOT NULL,
  context TEXT,
  tainted INTEGER NOT NULL CHECK (tainted IN (0, 1)),
  said_json TEXT NOT NULL,
  reports INTEGER NOT NULL CHECK (reports IN (0, 1)),
  state TEXT NOT NULL CHECK (state IN ('open', 'ended', 'reported')),
  outcome_json TEXT,
  created_at_ms INTEGER NOT NULL,
  ended_at_ms INTEGER
) STRICT;
CREATE INDEX errands_by_state ON errands (state);

CREATE TABLE chat_agents (
  person_id TEXT NOT NULL,
  chat_key TEXT NOT NULL,
  agent TEXT NOT NULL,
  chosen_at_ms INTEGER NOT NULL,
  PRIMARY KEY (person_id, chat_key)
) STRICT;

CREATE TABLE switches (
  person_id TEXT NOT NULL,
  name TEXT NOT NULL,
  program TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  PRIMARY KEY (person_id, name)
) STRICT;
`;
