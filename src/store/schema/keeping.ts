/** What keeping needs: when something was last done, indexes by the end of things, and numbers of memories that are each person's own. */
export const KEEPING_SCHEMA = `
CREATE TABLE marks (
  name TEXT PRIMARY KEY,
  at_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX turns_by_end ON turns (ended_at_ms) WHERE ended_at_ms IS NOT NULL;
CREATE INDEX runs_by_end ON runs (ended_at_ms) WHERE ended_at_ms IS NOT NULL;
CREATE INDEX updates_by_end ON updates (ended_at_ms) WHERE ended_at_ms IS NOT NULL;
CREATE INDEX outbox_by_end ON outbox (ended_at_ms) WHERE ended_at_ms IS NOT NULL;
CREATE INDEX outbox_by_chat ON outbox (chat_key);
CREATE INDEX approvals_by_decision ON approvals (decided_at_ms) WHERE decided_at_ms IS NOT NULL;

CREATE TABLE memory_numbers (
  person_id TEXT PRIMARY KEY,
  last INTEGER NOT NULL
) STRICT;
ALTER TABLE memories ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
UPDATE memories SET number = id;
INSERT INTO memory_numbers (person_id, last) SELECT person_id, MAX(id) FROM memories GROUP BY person_id;
CREATE UNIQUE INDEX memories_by_number ON memories (person_id, number);
`;
