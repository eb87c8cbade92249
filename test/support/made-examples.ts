import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { USAGE_DATABASE_NAME } from "../../src/rag/store/database-name.ts";
import { Sqlite } from "../../src/store/sqlite.ts";
import { Town } from "./town.ts";

let made: Promise<string> | undefined;

/** A file with the usage examples that are shipped, for the `usageDatabase` of a town: made once for all tests of a file, since it takes seconds. */
export function madeExamples(): Promise<string> {
  made ??= makeExamples();
  return made;
}

async function makeExamples(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "ibl-bot-examples-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, USAGE_DATABASE_NAME);
  const town = new Town();
  try {
    await town.parts.usage.examples().generate();
    const database = new Sqlite(join(town.homePath, USAGE_DATABASE_NAME), { readonly: true });
    await database.backup(path);
    database.close();
  } finally {
    await town.close();
  }
  return path;
}
