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
