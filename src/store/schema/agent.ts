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

/** Marks the runs that were in flight when the backup was taken from which this database was restored. */
export const AGENT_RESTORED_SCHEMA = `
ALTER TABLE runs ADD COLUMN restored INTEGER NOT NULL DEFAULT 0 CHECK (restored IN (0, 1));
`;

/** How long a run ran before it waited for a person: that time counts towards its limit. */
export const AGENT_RUN_TIME_SCHEMA = `
ALTER TABLE runs ADD COLUMN spent_ms INTEGER NOT NULL DEFAULT 0;
`;

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

/**
 * Where text from outside went. Turns and messages from before are looked through; saved workflows from outside that nobody has looked
 * at wait from now on. `trusted_files` names the files whose name and content somebody here wrote: any other file is from outside.
 */
export const TAINT_SCHEMA: string = `
ALTER TABLE turns ADD COLUMN tainted INTEGER NOT NULL DEFAULT 0 CHECK (tainted IN (0, 1));
ALTER TABLE turns ADD COLUMN own_words INTEGER NOT NULL DEFAULT 1 CHECK (own_words IN (0, 1));
UPDATE turns SET tainted = 1 WHERE id IN (SELECT turn_id FROM messages WHERE content_json LIKE '%"tainted":true%');
ALTER TABLE runs ADD COLUMN said_json TEXT;
ALTER TABLE todos ADD COLUMN tainted INTEGER NOT NULL DEFAULT 0 CHECK (tainted IN (0, 1));
ALTER TABLE workflows ADD COLUMN held INTEGER NOT NULL DEFAULT 0 CHECK (held IN (0, 1));
UPDATE workflows SET held = tainted;
ALTER TABLE schedules ADD COLUMN held INTEGER NOT NULL DEFAULT 0 CHECK (held IN (0, 1));
ALTER TABLE schedules ADD COLUMN tainted INTEGER NOT NULL DEFAULT 0 CHECK (tainted IN (0, 1));

CREATE TABLE trusted_files (
  chat_key TEXT NOT NULL,
  path TEXT NOT NULL,
  digest TEXT NOT NULL,
  PRIMARY KEY (chat_key, path)
) STRICT;
CREATE INDEX trusted_files_by_digest ON trusted_files (chat_key, digest);
`;
