/**
 * Files that came with messages: a row each, by the update that brought it and its place in it. `digest` is written before the file takes
 * its name, so that a restarted process knows its own file from another of that name. `files_json` of a turn lists the paths that came with it.
 */
export const ATTACHMENTS_SCHEMA = `
CREATE TABLE attachments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  origin TEXT NOT NULL,
  position INTEGER NOT NULL,
  person_id TEXT NOT NULL,
  chat_key TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('photo', 'image', 'voice', 'audio', 'video', 'document')),
  name TEXT NOT NULL,
  media_type TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'whole', 'saved', 'failed')),
  path TEXT,
  digest TEXT,
  size_bytes INTEGER,
  transcript TEXT,
  problem_json TEXT,
  at_ms INTEGER NOT NULL,
  UNIQUE (origin, position)
) STRICT;
CREATE INDEX attachments_by_chat ON attachments (chat_key, id);
CREATE INDEX attachments_by_time ON attachments (at_ms);

ALTER TABLE turns ADD COLUMN files_json TEXT;
`;
