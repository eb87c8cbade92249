/** How long a run ran before it waited for a person: that time counts towards its limit. */
export const AGENT_RUN_TIME_SCHEMA = `
ALTER TABLE runs ADD COLUMN spent_ms INTEGER NOT NULL DEFAULT 0;
`;
