/** Tables of the bots room: what arrived, what must leave, and where chats are. */
export const BOTS_SCHEMA = `
CREATE TABLE updates (
  platform TEXT NOT NULL,
  update_id TEXT NOT NULL,
  chat_key TEXT NOT NULL,
  event_json TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('received', 'done', 'ignored', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  received_at_ms INTEGER NOT NULL,
  ended_at_ms INTEGER,
  PRIMARY KEY (platform, update_id)
) STRICT;
CREATE INDEX updates_open ON updates (state) WHERE state = 'received';

CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  platform TEXT NOT NULL,
  chat_key TEXT NOT NULL,
  class TEXT NOT NULL CHECK (class IN ('card', 'reply', 'briefing', 'edit')),
  message_json TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'sending', 'sent', 'unknown', 'failed')),
  message_id TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_ms INTEGER NOT NULL,
  problem TEXT,
  created_at_ms INTEGER NOT NULL,
  ended_at_ms INTEGER
) STRICT;
CREATE INDEX outbox_open ON outbox (platform, state, next_attempt_ms) WHERE state IN ('pending', 'sending');

CREATE TABLE chats (
  chat_key TEXT PRIMARY KEY,
  address_json TEXT NOT NULL,
  person_id TEXT,
  last_seen_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX chats_by_person ON chats (person_id);
`;
