import type { OutboxRow, OutboxTable } from "../../src/bots/outbox/table.ts";
import type { Database } from "../../src/store/database.ts";

/** Every row of the outbox, whatever became of it, in the order in which they were added. */
export function outboxRows(house: {
  readonly database: Database;
  readonly table: OutboxTable;
}): readonly OutboxRow[] {
  const ids = house.database
    .prepare<[], { readonly id: number }>("SELECT id FROM outbox ORDER BY id")
    .all();
  return ids.flatMap(({ id }) => house.table.byId(id) ?? []);
}
