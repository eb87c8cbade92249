/** Messages that leave before everything else, such as the answer to a stop. */
export const CONTROL_SCHEMA = `
ALTER TABLE outbox ADD COLUMN is_control INTEGER NOT NULL DEFAULT 0;
`;
