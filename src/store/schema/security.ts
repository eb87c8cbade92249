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
