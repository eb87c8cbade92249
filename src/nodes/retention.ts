import { oneOfEach, type TableKeeping } from "../store/retention.ts";

/** The tables of single actions in time. Memories and records stay until someone deletes them. */
export const NODES_KEEPING: readonly TableKeeping[] = [
  {
    table: "todos",
    owned: "person_id = @person",
    expires: {
      after: "done",
      when: "status = 'completed' AND changed_at_ms < @before",
      oldest: "changed_at_ms",
    },
  },
  {
    table: "memories_words",
    owned: "rowid IN (SELECT id FROM memories WHERE person_id = @person)",
    because: "It is the index of the memories; the memories themselves are exported.",
    exported: { none: true },
    // What was deleted leaves its segments of the index only when they are merged (SQLite documentation, FTS5, "optimize").
    forgotten: { also: ["INSERT INTO memories_words (memories_words) VALUES ('optimize')"] },
  },
  // The files of private chats go with their person, so what is known of the files does too; a group's stays.
  { table: "trusted_files", owned: "chat_key IN (SELECT value FROM json_each(@chats))" },
  // Its owner deletes copies and rows together, after seven days.
  { table: "kept_files", owned: "person_id = @person" },
  {
    table: "told_marks",
    owned: "person_id = @person",
    expires: { after: "done", when: "used_at_ms < @before", oldest: "used_at_ms" },
  },
  {
    table: "memories",
    owned: "person_id = @person",
    joined: [
      `UPDATE memories SET person_id = @to,
         number = number + COALESCE((SELECT last FROM memory_numbers WHERE person_id = @to), 0)
       WHERE person_id = @from`,
    ],
  },
  {
    table: "sign_ins",
    owned: "person_id = @person",
    because: "Cookies are as good as a password: an export, which may be sent about, holds none.",
    exported: { columns: { cookies_json: null } },
    joined: oneOfEach("sign_ins"),
  },
  {
    table: "records_words",
    owned: "rowid IN (SELECT id FROM records WHERE person_id = @person)",
    because: "It is the index of the records; the records themselves are exported.",
    exported: { none: true },
    forgotten: { also: ["INSERT INTO records_words (records_words) VALUES ('optimize')"] },
  },
  {
    table: "records",
    owned: "person_id = @person",
    joined: [
      `UPDATE records SET person_id = @to,
         number = number + COALESCE((SELECT last FROM memory_numbers WHERE person_id = @to), 0)
       WHERE person_id = @from`,
    ],
  },
  {
    table: "memory_numbers",
    owned: "person_id = @person",
    joined: [
      `INSERT INTO memory_numbers (person_id, last)
         SELECT @to, last FROM memory_numbers WHERE person_id = @from
         ON CONFLICT (person_id) DO UPDATE SET last = last + excluded.last`,
      "DELETE FROM memory_numbers WHERE person_id = @from",
    ],
    because: "It holds the last number that a memory or record got, which stands beside it.",
    exported: { none: true },
  },
];
