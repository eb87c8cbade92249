/** A due time may also take the place of the one before it. SQLite changes no check of a column, so the column is made anew. */
export const OVERLAP_SCHEMA: string = `
ALTER TABLE schedules ADD COLUMN when_busy TEXT NOT NULL DEFAULT 'queue' CHECK (when_busy IN ('queue', 'skip', 'replace'));
UPDATE schedules SET when_busy = overlap;
ALTER TABLE schedules DROP COLUMN overlap;
ALTER TABLE schedules RENAME COLUMN when_busy TO overlap;
`;
