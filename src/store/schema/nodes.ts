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
