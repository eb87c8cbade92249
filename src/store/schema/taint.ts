/**
 * Where text from outside went. Turns and messages from before are looked through; saved workflows from outside that nobody has looked
 * at wait from now on. `trusted_files` names the files whose name and content somebody here wrote: any other file is from outside.
 */
export const TAINT_SCHEMA: string = `
ALTER TABLE turns ADD COLUMN tainted INTEGER NOT NULL DEFAULT 0 CHECK (tainted IN (0, 1));
ALTER TABLE turns ADD COLUMN own_words INTEGER NOT NULL DEFAULT 1 CHECK (own_words IN (0, 1));
UPDATE turns SET tainted = 1 WHERE id IN (SELECT turn_id FROM messages WHERE content_json LIKE '%"tainted":true%');
ALTER TABLE runs ADD COLUMN said_json TEXT;
ALTER TABLE todos ADD COLUMN tainted INTEGER NOT NULL DEFAULT 0 CHECK (tainted IN (0, 1));
ALTER TABLE workflows ADD COLUMN held INTEGER NOT NULL DEFAULT 0 CHECK (held IN (0, 1));
UPDATE workflows SET held = tainted;
ALTER TABLE schedules ADD COLUMN held INTEGER NOT NULL DEFAULT 0 CHECK (held IN (0, 1));
ALTER TABLE schedules ADD COLUMN tainted INTEGER NOT NULL DEFAULT 0 CHECK (tainted IN (0, 1));

CREATE TABLE trusted_files (
  chat_key TEXT NOT NULL,
  path TEXT NOT NULL,
  digest TEXT NOT NULL,
  PRIMARY KEY (chat_key, path)
) STRICT;
CREATE INDEX trusted_files_by_digest ON trusted_files (chat_key, digest);
`;
