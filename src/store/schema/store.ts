/** Workflows that people saved. */
export const STORE_SCHEMA = `
CREATE TABLE workflows (
  person_id TEXT NOT NULL,
  name TEXT NOT NULL,
  definition_json TEXT NOT NULL,
  tainted INTEGER NOT NULL DEFAULT 0 CHECK (tainted IN (0, 1)),
  created_at_ms INTEGER NOT NULL,
  changed_at_ms INTEGER NOT NULL,
  PRIMARY KEY (person_id, name)
) STRICT;
`;

/** What stood under a workflow's name before the last turn that saved it, as `{definition, tainted, held}`, and that turn. */
export const REPLACED_WORKFLOWS_SCHEMA: string = `
ALTER TABLE workflows ADD COLUMN previous_json TEXT;
ALTER TABLE workflows ADD COLUMN saved_in TEXT;
`;

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

/** Rows of people's own tables as they were before an action changed them (absent: there was none) and after it, by the turn that they are taken back with. */
export const UNDO_SCHEMA: string = `
CREATE TABLE undo_changes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  person_id TEXT NOT NULL,
  chat_key TEXT NOT NULL,
  turn TEXT NOT NULL,
  tbl TEXT NOT NULL,
  row_id INTEGER NOT NULL,
  before_json TEXT,
  after_json TEXT,
  at_ms INTEGER NOT NULL,
  undone_at_ms INTEGER
) STRICT;
CREATE INDEX undo_changes_by_turn ON undo_changes (person_id, turn, id);
CREATE INDEX undo_changes_by_time ON undo_changes (at_ms);
`;

/** Tables of single actions; every row carries its person. */
export const NODES_SCHEMA = `
CREATE TABLE todos (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  person_id TEXT NOT NULL,
  chat_key TEXT NOT NULL,
  content TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'in_progress', 'completed')),
  created_at_ms INTEGER NOT NULL,
  changed_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX todos_by_chat ON todos (person_id, chat_key);

CREATE TABLE memories (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  person_id TEXT NOT NULL,
  content TEXT NOT NULL,
  keywords TEXT NOT NULL,
  category TEXT NOT NULL,
  tainted INTEGER NOT NULL CHECK (tainted IN (0, 1)),
  created_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX memories_by_person ON memories (person_id, created_at_ms);
CREATE VIRTUAL TABLE memories_words USING fts5 (words, content = '', contentless_delete = 1, tokenize = 'unicode61');
`;

/** What a schedule or a chat was told last of a feed or a page. `occurrence_id` is the due time whose message tells it; absent where it was told at once. */
export const TOLD_MARKS_SCHEMA: string = `
CREATE TABLE told_marks (
  id INTEGER PRIMARY KEY,
  person_id TEXT NOT NULL,
  reader TEXT NOT NULL,
  subject TEXT NOT NULL,
  occurrence_id TEXT,
  mark_json TEXT NOT NULL,
  used_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX told_marks_by_subject ON told_marks (person_id, reader, subject, id);
`;

/** What a person keeps as records of a kind: health, how-tos, posts of feeds, places, collected items, bookmarks, notes on folders. */
export const RECORDS_SCHEMA: string = `
CREATE TABLE records (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  person_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  kind TEXT NOT NULL,
  topic TEXT NOT NULL,
  subject TEXT NOT NULL,
  title TEXT NOT NULL,
  body TEXT NOT NULL,
  url TEXT NOT NULL,
  details_json TEXT NOT NULL,
  tainted INTEGER NOT NULL CHECK (tainted IN (0, 1)),
  at_ms INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX records_by_number ON records (person_id, number);
CREATE INDEX records_by_kind ON records (person_id, kind, at_ms);
CREATE VIRTUAL TABLE records_words USING fts5 (words, content = '', contentless_delete = 1, tokenize = 'unicode61');
`;

/** The cookies by which a person is signed in at sites, kept at their wish. */
export const SIGN_INS_SCHEMA: string = `
CREATE TABLE sign_ins (
  person_id TEXT NOT NULL,
  name TEXT NOT NULL,
  sites_json TEXT NOT NULL,
  cookies_json TEXT NOT NULL,
  saved_at_ms INTEGER NOT NULL,
  PRIMARY KEY (person_id, name)
) STRICT;
`;
