/** When a person is not to be disturbed, in minutes of their day, and until when a message waits for the end of that. */
export const QUIET_HOURS_SCHEMA = `
ALTER TABLE people ADD COLUMN quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 1439);
ALTER TABLE people ADD COLUMN quiet_to INTEGER CHECK (quiet_to BETWEEN 0 AND 1439);
ALTER TABLE outbox ADD COLUMN held_until_ms INTEGER;
`;
