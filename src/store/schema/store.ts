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
