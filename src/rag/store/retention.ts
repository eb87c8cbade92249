import type { TableKeeping } from "../../store/retention.ts";

/** What becomes of the rows of the usage database when a person is forgotten or asks for their data. */
export const USAGE_KEEPING: readonly TableKeeping[] = [
  {
    table: "ibl_examples",
    owned: "person_id = @person",
    exported: { columns: { terms: null, digest: null, embedder: null, build: null } },
    forgotten: {
      instead:
        "DELETE FROM ibl_examples_vec WHERE rowid IN (SELECT id FROM ibl_examples WHERE person_id = @person)",
      also: ["DELETE FROM ibl_examples WHERE person_id = @person"],
    },
  },
  { table: "ibl_execution_logs", owned: "person_id = @person" },
];
