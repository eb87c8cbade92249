/** How close together briefings may be due to come as one message, in minutes; 0 for never. */
export const DIGESTS_SCHEMA: string = `
ALTER TABLE people ADD COLUMN digest_minutes INTEGER NOT NULL DEFAULT 2 CHECK (digest_minutes BETWEEN 0 AND 60);
`;
