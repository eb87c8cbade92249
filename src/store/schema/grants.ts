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
