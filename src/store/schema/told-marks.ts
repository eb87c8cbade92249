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
