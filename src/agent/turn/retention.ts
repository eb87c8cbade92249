import { mentionsNothingOpen, oneOfEach, type TableKeeping } from "../../store/retention.ts";

/** The agent room's tables in time: a turn goes with its messages, a run with its steps. */
export const AGENT_KEEPING: readonly TableKeeping[] = [
  {
    table: "turns",
    owned: "person_id = @person",
    children: [
      { table: "messages", key: "turn_id" },
      { table: "turn_contexts", key: "turn_id" },
    ],
    names: ["id", "origin"],
    open: "SELECT origin FROM turns WHERE state IN ('running', 'waiting')",
    expires: {
      after: "messages",
      when: `ended_at_ms < @before AND state IN ('done', 'failed', 'stopped') AND ${mentionsNothingOpen("origin")}`,
      oldest: "ended_at_ms",
    },
  },
  {
    table: "runs",
    owned: "person_id = @person",
    children: [{ table: "steps", key: "run_id" }],
    names: ["id", "origin"],
    open: "SELECT origin FROM runs WHERE state IN ('running', 'waiting')",
    expires: {
      after: "messages",
      when: `ended_at_ms < @before AND state IN ('finished', 'failed', 'denied', 'stopped') AND ${mentionsNothingOpen("origin")}`,
      oldest: "ended_at_ms",
    },
  },
  {
    table: "errands",
    owned: "person_id = @person",
    names: ["id", "origin"],
    open: "SELECT origin FROM errands WHERE state = 'open' OR (state = 'ended' AND reports = 1)",
    expires: {
      after: "messages",
      when: `ended_at_ms < @before AND (state = 'reported' OR (state = 'ended' AND reports = 0)) AND ${mentionsNothingOpen("origin")}`,
      oldest: "ended_at_ms",
    },
  },
  // A choice, not a record: it holds until another is made.
  {
    table: "chat_agents",
    owned: "person_id = @person",
    joined: oneOfEach("chat_agents"),
  },
  {
    table: "summaries",
    owned: "person_id = @person",
    joined: oneOfEach("summaries"),
    expires: { after: "messages", when: "created_at_ms < @before", oldest: "created_at_ms" },
  },
  {
    table: "session_starts",
    owned: "person_id = @person",
    joined: oneOfEach("session_starts"),
    // Older than every turn that is kept, it divides nothing any more.
    expires: { after: "messages", when: "started_at_ms < @before", oldest: "started_at_ms" },
  },
];
