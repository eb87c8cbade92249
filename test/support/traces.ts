import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Sqlite } from "../../src/store/sqlite.ts";

/** Where any of `words` stands below a HOME: in every text and blob of every table of every database, in every byte and every name of its files. */
export function tracesOf(home: string, words: readonly string[]): readonly string[] {
  const found = (text: string): readonly string[] => words.filter((word) => text.includes(word));
  return readdirSync(home, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(home.length + 1);
    const named = found(name).map((word) => `${name}: ${word} in its name`);
    if (!entry.isFile()) return named;
    const bytes = found(readFileSync(path).toString("latin1")).map((word) => `${name}: ${word}`);
    return [...named, ...bytes, ...(name.endsWith(".db") ? cellsWith(path, name, found) : [])];
  });
}

function cellsWith(
  path: string,
  name: string,
  found: (text: string) => readonly string[],
): readonly string[] {
  const database = new Sqlite(path);
  try {
    const tables = database
      .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'")
      .pluck()
      .all();
    return tables.flatMap((table) => {
      if (/^(sqlite_|.*_(vec|fts|words|data|idx))/.test(table)) return [];
      const rows = database.prepare<[], Record<string, unknown>>(`SELECT * FROM "${table}"`).all();
      return rows.flatMap((row) =>
        Object.entries(row).flatMap(([column, value]) =>
          found(Buffer.isBuffer(value) ? value.toString("latin1") : String(value)).map(
            (word) => `${name}: ${word} in ${table}.${column}: ${String(value).slice(0, 200)}`,
          ),
        ),
      );
    });
  } finally {
    database.close();
  }
}
