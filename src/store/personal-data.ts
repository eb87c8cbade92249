import type { Database } from "./database.ts";
import type { TableKeeping } from "./retention.ts";

/** Who a person is in the tables. */
export interface PersonScope {
  readonly personId: string;
  readonly accounts: readonly { readonly platform: string; readonly externalId: string }[];
  /** Private chats. */
  readonly chats: readonly string[];
}

/** The condition of most tables. */
const OWNED_BY_ID = "person_id = @person";

/** Rows read at a time: between two pages everything else gets its turn. */
const PAGE_ROWS = 200;

/** Part of every id of the product and of every origin: what a key mentions. */
const NAME = /[a-z]+_[0-9a-z]{16}|update:[^:/#]+:[^:/#]+/g;

/** The rows of a person, table by table, a page at a time, as they stand in the tables. Tables without any are there too, empty. */
export function* personalRows(
  database: Database,
  keeping: readonly TableKeeping[],
  scope: PersonScope,
): Generator<{
  readonly name: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}> {
  for (const part of keeping.flatMap((rule) => exportParts(database, rule))) {
    const page = database.prepare<[object], { readonly export_rowid: number }>(part.sql);
    let after = -1;
    for (let rows = page.all({ ...parametersOf(scope), after }); ; ) {
      yield { name: part.name, rows: rows.map(({ export_rowid: _rowid, ...row }) => row) };
      if (rows.length < PAGE_ROWS) break;
      after = rows.at(-1)?.export_rowid ?? after;
      rows = page.all({ ...parametersOf(scope), after });
    }
  }
}

/** How many rows of each table are a person's. */
export function countRows(
  database: Database,
  keeping: readonly TableKeeping[],
  scope: PersonScope,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    withChildren(keeping).map(({ table, owned }) => [
      table,
      database
        .prepare<[object], number>(`SELECT COUNT(*) FROM ${table} WHERE ${owned}`)
        .pluck()
        .get(parametersOf(scope)) ?? 0,
    ]),
  );
}

/** How many rows these tables have, whosever they are. */
export function countAllRows(
  database: Database,
  tables: readonly string[],
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    tables.map((table) => [
      table,
      database.prepare<[], number>(`SELECT COUNT(*) FROM ${table}`).pluck().get() ?? 0,
    ]),
  );
}

/** Names by which keys elsewhere mention what is a person's. */
export function namesOf(
  database: Database,
  keeping: readonly TableKeeping[],
  scope: PersonScope,
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { table, owned, names = [] } of keeping) {
    if (owned === undefined || names.length === 0) continue;
    const texts = database
      .prepare<[object], string>(`SELECT ${names.join(" || ' ' || ")} FROM ${table} WHERE ${owned}`)
      .pluck()
      .all(parametersOf(scope));
    for (const text of texts) for (const name of namesIn(text)) found.add(name);
  }
  return found;
}

/** The names that a key mentions. */
export function namesIn(key: string): readonly string[] {
  return key.match(NAME) ?? [];
}

/** Deletes the rows of a person, or does what a table's owner says instead. For a transaction of the caller. */
export function forgetRows(
  database: Database,
  keeping: readonly TableKeeping[],
  scope: PersonScope,
): void {
  for (const { table, owned, forgotten } of withChildren(keeping)) {
    const first = forgotten?.instead ?? `DELETE FROM ${table} WHERE ${owned}`;
    for (const sql of [first, ...(forgotten?.also ?? [])])
      database.prepare<[object]>(sql).run(parametersOf(scope));
  }
}

/** Makes the rows of one person those of another, who turned out to be the same. For a transaction of the caller. */
export function joinRows(
  database: Database,
  keeping: readonly TableKeeping[],
  persons: { readonly from: string; readonly to: string },
): void {
  for (const { table, owned, joined } of keeping) {
    const usual =
      owned === OWNED_BY_ID ? [`UPDATE ${table} SET person_id = @to WHERE person_id = @from`] : [];
    for (const sql of joined ?? usual) database.prepare<[object]>(sql).run(persons);
  }
}

/** Every table with rows of people, children before the rows they belong to. */
export function withChildren(
  keeping: readonly TableKeeping[],
): readonly (TableKeeping & { readonly owned: string })[] {
  return keeping.flatMap((rule) => {
    const { table, owned, children = [] } = rule;
    if (owned === undefined) return [];
    const theirs = children.map((child) => ({
      table: child.table,
      ...(child.exported === undefined ? {} : { exported: child.exported }),
      owned: `${child.key} IN (SELECT id FROM ${table} WHERE ${owned})`,
    }));
    return [...theirs, { ...rule, owned }];
  });
}

function exportParts(
  database: Database,
  rule: TableKeeping,
): readonly { readonly name: string; readonly sql: string }[] {
  return withChildren([rule]).flatMap(({ table, owned, exported = {} }) => {
    if ("none" in exported) return [];
    const { where = owned, columns = {}, also = {} } = exported;
    const chosen = columnsOf(database, table).flatMap((name) => {
      const expression = columns[name];
      if (expression === null) return [];
      return [expression === undefined ? name : `${expression} AS ${name}`];
    });
    const select = `SELECT rowid AS export_rowid, ${chosen.join(", ")} FROM ${table}`;
    const others = Object.entries(also).map(([name, sql]) => ({ name, sql: paged(sql) }));
    return [{ name: table, sql: paged(`${select} WHERE (${where})`) }, ...others];
  });
}

/** A query whose first column is `rowid AS export_rowid` and that ends with its condition. */
function paged(sql: string): string {
  return `${sql} AND rowid > @after ORDER BY rowid LIMIT ${PAGE_ROWS}`;
}

function columnsOf(database: Database, table: string): readonly string[] {
  return database
    .prepare<[string], string>("SELECT name FROM pragma_table_info(?)")
    .pluck()
    .all(table);
}

function parametersOf({ personId, accounts, chats }: PersonScope) {
  return {
    person: personId,
    accounts: JSON.stringify(accounts),
    chats: JSON.stringify(chats),
  };
}
