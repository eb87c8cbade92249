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
