/** Tables of the security room: who people are, what waits for them, and the keys that sign buttons. */
export const SECURITY_SCHEMA = `
CREATE TABLE people (
  id TEXT PRIMARY KEY,
  role TEXT NOT NULL CHECK (role IN ('owner', 'member', 'guest')),
  name TEXT NOT NULL,
  language TEXT NOT NULL CHECK (language IN ('ko', 'en')),
  zone TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE identities (
  platform TEXT NOT NULL,
  external_id TEXT NOT NULL,
  person_id TEXT NOT NULL REFERENCES people (id),
  created_at_ms INTEGER NOT NULL,
  PRIMARY KEY (platform, external_id)
) STRICT;

CREATE TABLE one_time_codes (
  digest TEXT PRIMARY KEY,
  purpose TEXT NOT NULL CHECK (purpose IN ('claim', 'link')),
  person_id TEXT,
  expires_at_ms INTEGER NOT NULL,
  used_at_ms INTEGER
) STRICT;

CREATE TABLE signing_keys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  secret BLOB NOT NULL,
  created_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE approvals (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('plan', 'value', 'uncertain', 'approval', 'question', 'proposal', 'access')),
  person_id TEXT NOT NULL,
  chat_key TEXT NOT NULL,
  run_id TEXT,
  step_key TEXT,
  digest TEXT NOT NULL,
  card_json TEXT NOT NULL,
  approver TEXT NOT NULL CHECK (approver IN ('requester', 'owner')),
  state TEXT NOT NULL CHECK (state IN ('pending', 'approved', 'denied', 'answered', 'expired', 'cancelled')),
  answer TEXT,
  decided_by TEXT,
  decided_at_ms INTEGER,
  outcome_text TEXT,
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX approvals_by_state ON approvals (state, expires_at_ms);
CREATE INDEX approvals_by_run ON approvals (run_id);
CREATE UNIQUE INDEX approvals_once_per_wait ON approvals (run_id, step_key, digest) WHERE run_id IS NOT NULL AND state = 'pending';
`;

/** Tables of the security room: what was allowed beforehand, each use of it, and who has pressed on a card that needs several people. */
export const GRANTS_SCHEMA = `
CREATE TABLE grants (
  id TEXT PRIMARY KEY,
  person_id TEXT NOT NULL,
  chat_key TEXT,
  action TEXT NOT NULL,
  pattern_json TEXT NOT NULL,
  max_uses INTEGER CHECK (max_uses > 0),
  expires_at_ms INTEGER,
  given_by TEXT NOT NULL,
  approval_id TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  revoked_at_ms INTEGER,
  revoked_by TEXT
) STRICT;
CREATE INDEX grants_by_person ON grants (person_id, action) WHERE revoked_at_ms IS NULL;

CREATE TABLE grant_uses (
  grant_id TEXT NOT NULL REFERENCES grants (id),
  run_id TEXT NOT NULL,
  plan_digest TEXT NOT NULL,
  call_id TEXT NOT NULL,
  times INTEGER NOT NULL CHECK (times > 0),
  used_at_ms INTEGER NOT NULL,
  PRIMARY KEY (grant_id, run_id, plan_digest, call_id)
) STRICT;

CREATE TABLE approval_votes (
  approval_id TEXT NOT NULL,
  person_id TEXT NOT NULL,
  voted_at_ms INTEGER NOT NULL,
  PRIMARY KEY (approval_id, person_id)
) STRICT;

CREATE INDEX runs_by_turn ON runs (turn_id) WHERE turn_id IS NOT NULL;
ALTER TABLE runs ADD COLUMN bars_grants INTEGER NOT NULL DEFAULT 0 CHECK (bars_grants IN (0, 1));
`;

/** What people used up: messages and programs by time, calls of the model with their tokens and money, and what owners allowed besides. */
export const BUDGETS_SCHEMA = `
CREATE TABLE rate_uses (
  kind TEXT NOT NULL CHECK (kind IN ('message', 'program', 'notice')),
  origin TEXT NOT NULL,
  person_id TEXT NOT NULL,
  chat_key TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (kind, origin)
) STRICT;
CREATE INDEX rate_uses_by_person ON rate_uses (person_id, kind, at_ms);
CREATE INDEX rate_uses_by_chat ON rate_uses (chat_key, kind, at_ms);
CREATE INDEX rate_uses_by_time ON rate_uses (at_ms);

CREATE TABLE model_uses (
  id TEXT PRIMARY KEY,
  person_id TEXT NOT NULL,
  chat_key TEXT NOT NULL,
  schedule_id TEXT,
  model TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('reserved', 'settled')),
  tokens INTEGER NOT NULL,
  micros INTEGER,
  at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX model_uses_by_time ON model_uses (at_ms);

CREATE TABLE budget_allowances (
  scope TEXT NOT NULL,
  subject TEXT NOT NULL,
  until_ms INTEGER NOT NULL,
  person_id TEXT NOT NULL,
  approval_id TEXT NOT NULL,
  given_by TEXT NOT NULL,
  PRIMARY KEY (scope, subject, until_ms)
) STRICT;

ALTER TABLE updates ADD COLUMN reason TEXT;
`;

/** A reservation that nobody settles counts for its whole day: a call over which a process died may have been made. */
export const RESERVATIONS_SCHEMA = `
ALTER TABLE model_uses DROP COLUMN expires_at_ms;
`;

/** What keeping needs: when something was last done, indexes by the end of things, and numbers of memories that are each person's own. */
export const KEEPING_SCHEMA = `
CREATE TABLE marks (
  name TEXT PRIMARY KEY,
  at_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX turns_by_end ON turns (ended_at_ms) WHERE ended_at_ms IS NOT NULL;
CREATE INDEX runs_by_end ON runs (ended_at_ms) WHERE ended_at_ms IS NOT NULL;
CREATE INDEX updates_by_end ON updates (ended_at_ms) WHERE ended_at_ms IS NOT NULL;
CREATE INDEX outbox_by_end ON outbox (ended_at_ms) WHERE ended_at_ms IS NOT NULL;
CREATE INDEX outbox_by_chat ON outbox (chat_key);
CREATE INDEX approvals_by_decision ON approvals (decided_at_ms) WHERE decided_at_ms IS NOT NULL;

CREATE TABLE memory_numbers (
  person_id TEXT PRIMARY KEY,
  last INTEGER NOT NULL
) STRICT;
ALTER TABLE memories ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
UPDATE memories SET number = id;
INSERT INTO memory_numbers (person_id, last) SELECT person_id, MAX(id) FROM memories GROUP BY person_id;
CREATE UNIQUE INDEX memories_by_number ON memories (person_id, number);
`;

/** What the press that made a schedule allows of its runs, and the due times for which it stood; what each of several people pressed on a card. */
export const STANDING_SCHEMA = `
CREATE TABLE standing_approvals (
  id TEXT PRIMARY KEY,
  person_id TEXT NOT NULL,
  schedule_id TEXT NOT NULL,
  binding TEXT NOT NULL,
  targets_json TEXT NOT NULL,
  most_a_day INTEGER NOT NULL CHECK (most_a_day > 0),
  givers_json TEXT NOT NULL,
  approval_id TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  ended_at_ms INTEGER,
  ended_because TEXT CHECK (ended_because IN ('withdrawn', 'replaced', 'expired', 'role', 'restored'))
) STRICT;
CREATE UNIQUE INDEX standing_approvals_by_schedule ON standing_approvals (schedule_id) WHERE ended_at_ms IS NULL;
CREATE INDEX standing_approvals_by_person ON standing_approvals (person_id);

CREATE TABLE standing_uses (
  standing_id TEXT NOT NULL REFERENCES standing_approvals (id),
  occurrence_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  used_at_ms INTEGER NOT NULL,
  PRIMARY KEY (standing_id, occurrence_id)
) STRICT;

ALTER TABLE approval_votes ADD COLUMN answer TEXT;
`;

/** How often an owner raised a limit of a day, each a press. */
export const RAISES_SCHEMA = `
CREATE TABLE budget_raises (
  scope TEXT NOT NULL,
  subject TEXT NOT NULL,
  until_ms INTEGER NOT NULL,
  number INTEGER NOT NULL,
  person_id TEXT NOT NULL,
  press_id TEXT NOT NULL,
  given_by TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (scope, subject, until_ms, number)
) STRICT;
`;

/** How a person is answered: with the programs that were run, and in one language whatever they write. */
export const ANSWERING_SCHEMA = `
ALTER TABLE people ADD COLUMN shows_code INTEGER NOT NULL DEFAULT 0 CHECK (shows_code IN (0, 1));
ALTER TABLE people ADD COLUMN keeps_language INTEGER NOT NULL DEFAULT 0 CHECK (keeps_language IN (0, 1));
`;

/** What an account is called on its platform beside its name: unique there, and its owner's to change. */
export const USERNAMES_SCHEMA = `
ALTER TABLE identities ADD COLUMN username TEXT;
`;
