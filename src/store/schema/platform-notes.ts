/** When a message first left, and what an adapter has to know again after a restart. */
export const PLATFORM_NOTES_SCHEMA = `
ALTER TABLE outbox ADD COLUMN first_sent_ms INTEGER;
CREATE TABLE platform_notes (
  platform TEXT NOT NULL,
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  expires_at_ms INTEGER,
  PRIMARY KEY (platform, name)
) STRICT;
`;
