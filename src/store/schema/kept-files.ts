/**
 * What programs changed in files, with the copy of what stood there before: `id` is its name below HOME/kept. `was` says what stood at
 * the path, `own` whether its content was the person's own, `from_path` where a moved entry came from, `reversal` whether an undo or a
 * restore made the change. Digests are SHA-256 of files.
 */
export const KEPT_FILES_SCHEMA: string = `
CREATE TABLE kept_files (
  id TEXT PRIMARY KEY,
  person_id TEXT NOT NULL,
  chat_key TEXT NOT NULL,
  turn TEXT NOT NULL,
  effect_key TEXT NOT NULL,
  change TEXT NOT NULL CHECK (change IN ('written', 'appended', 'moved', 'deleted')),
  path TEXT NOT NULL,
  from_path TEXT,
  was TEXT NOT NULL CHECK (was IN ('none', 'file', 'folder')),
  size_bytes INTEGER NOT NULL,
  before_digest TEXT,
  after_digest TEXT,
  own INTEGER NOT NULL CHECK (own IN (0, 1)),
  reversal TEXT CHECK (reversal IN ('undo', 'restore')),
  at_ms INTEGER NOT NULL,
  undone_at_ms INTEGER
) STRICT;
CREATE INDEX kept_files_by_chat ON kept_files (chat_key, person_id, at_ms);
CREATE INDEX kept_files_by_time ON kept_files (at_ms);
`;
