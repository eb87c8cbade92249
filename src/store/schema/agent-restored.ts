/** Marks the runs that were in flight when the backup was taken from which this database was restored. */
export const AGENT_RESTORED_SCHEMA = `
ALTER TABLE runs ADD COLUMN restored INTEGER NOT NULL DEFAULT 0 CHECK (restored IN (0, 1));
`;
