/** The requests to webhooks that count against what may come to them: those of the last hour, older ones until the next. */
export const WEBHOOK_REQUESTS_SCHEMA: string = `
CREATE TABLE webhook_requests (
  id INTEGER PRIMARY KEY,
  schedule_id TEXT NOT NULL REFERENCES schedules (id) ON DELETE CASCADE,
  at_ms INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_requests_by_schedule ON webhook_requests (schedule_id, at_ms);
`;
