import { renamedApart, type TableKeeping } from "../../store/retention.ts";

/** The scheduler room's tables in time: past due times go, then schedules that are over and have none left. */
export const SCHEDULER_KEEPING: readonly TableKeeping[] = [
  {
    table: "occurrences",
    owned: "person_id = @person",
    names: ["id"],
    open: "SELECT 'occurrence:' || id FROM occurrences WHERE state IN ('due', 'claimed', 'waiting', 'missed')",
    expires: {
      after: "done",
      when: `state IN ('ran', 'failed', 'skipped', 'told') AND due_ms < @before
        AND COALESCE(finished_at_ms, due_ms) < @before`,
      oldest: "due_ms",
    },
  },
  {
    table: "schedules",
    owned: "person_id = @person",
    joined: renamedApart("schedules", "' (' || substr(id, -4) || ')'", "other.state <> 'removed'"),
    names: ["id"],
    // Who has the secret of a webhook can set it off.
    children: [
      { table: "webhook_secrets", key: "schedule_id", exported: { none: true } },
      { table: "webhook_requests", key: "schedule_id", exported: { none: true } },
    ],
    expires: {
      after: "done",
      when: `state IN ('done', 'removed') AND created_at_ms < @before
        AND NOT EXISTS (SELECT 1 FROM occurrences WHERE schedule_id = schedules.id)`,
      oldest: "created_at_ms",
    },
  },
  { table: "downtimes", because: "It says when the service was not there, and nothing of people." },
  {
    table: "heartbeats",
    because: "It says when the service was last there, and nothing of people.",
  },
];
