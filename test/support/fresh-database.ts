import { type Database, openDatabase } from "../../src/store/database.ts";
import { Sqlite } from "../../src/store/sqlite.ts";

let template: Buffer | undefined;

/** A database in memory with today's schema and nothing in it. The schema is made once for each process of a test: making it takes longer than most of what is tried on it. */
export function freshDatabase(): Database {
  if (template === undefined) {
    const first = openDatabase(":memory:");
    template = first.serialize();
    first.close();
  }
  const database = new Sqlite(template);
  database.pragma("foreign_keys = ON");
  return database;
}
