/** Tables of the agent room: turns with their messages, and the journal of runs and steps. */
export const AGENT_SCHEMA = `
CREATE TABLE turns (
  id TEXT PRIMARY KEY,
  origin TEXT NOT NULL UNIQUE,
  person_id TEXT NOT NULL,
  chat_key TEXT NOT NULL,
  input TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'waiting', 'done', 'failed', 'stopped')),
  reply TEXT,
  round INTEGER NOT NULL DEFAULT 0,
  started_at_ms INTEGER NOT NULL,
  ended_at_ms INTEGER
) STRICT;
CREATE INDEX turns_by_chat ON turns (person_id, chat_key, started_at_ms);

CREATE TABLE messages (
  turn_id TEXT NOT NULL REFERENCES turns (id),
  sequence INTEGER NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('user', 'assistant', 'tool')),
  content_json TEXT NOT NULL,
  PRIMARY KEY (turn_id, sequence)
) STRICT;

CREATE TABLE session_starts (
  person_id TEXT NOT NULL,
  chat_key TEXT NOT NULL,
  started_at_ms INTEGER NOT NULL,
  PRIMARY KEY (person_id, chat_key)
) STRICT;

CREATE TABLE runs (
  id TEXT PRIMARY KEY,
  origin TEXT NOT NULL UNIQUE,
  person_id TEXT NOT NULL,
  chat_key TEXT NOT NULL,
  turn_id TEXT,
  source TEXT NOT NULL,
  program TEXT NOT NULL,
  digest TEXT NOT NULL,
  constants_json TEXT NOT NULL,
  approved_digest TEXT,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'finished', 'failed', 'denied', 'stopped')),
  result_json TEXT,
  lease TEXT,
  created_at_ms INTEGER NOT NULL,
  ended_at_ms INTEGER
) STRICT;
CREATE INDEX runs_by_state ON runs (state);
CREATE INDEX runs_by_chat ON runs (person_id, chat_key, created_at_ms);

CREATE TABLE steps (
  run_id TEXT NOT NULL REFERENCES runs (id),
  key TEXT NOT NULL,
  node TEXT NOT NULL,
  action TEXT NOT NULL,
  effect TEXT NOT NULL,
  params_json TEXT NOT NULL,
  params_digest TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('started', 'waiting', 'finished')),
  outcome_json TEXT,
  wait_json TEXT,
  allowed_digest TEXT,
  started_at_ms INTEGER NOT NULL,
  ended_at_ms INTEGER,
  duration_ms INTEGER,
  PRIMARY KEY (run_id, key)
) STRICT;
`;
