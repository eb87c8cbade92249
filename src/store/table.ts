import type { Database, Statement } from "./database.ts";

/** What SQLite stores in a field. */
type Stored = string | number | Uint8Array | null;

/** What stands for a placeholder: `undefined` is NULL, a boolean 0 or 1. */
export type Parameter = Stored | boolean | undefined;

/** Values of the placeholders of a statement: one for each `?` in order, or one object for all `@name`. */
export type Parameters = readonly Parameter[] | readonly [Readonly<Record<string, Parameter>>];

/** How one field of a record is stored. NULL is a field that is absent. */
export interface Column<Value> {
  /** The column's name. Default: the field's in snake_case. */
  readonly name?: string;
  readonly write: (value: Value) => Stored;
  /** `undefined` where the field is absent though something is stored. */
  readonly read: (stored: never) => Value | undefined;
}

/** A column for every field of a record, optional ones too. */
export type Columns<Fields> = {
  readonly [Field in keyof Fields]-?: Column<Exclude<Fields[Field], undefined>>;
};

/** A text or number, as it is. */
export function plain<Value extends Exclude<Stored, null>>(name?: string): Column<Value> {
  return { ...named(name), write: (value) => value, read: (stored) => stored };
}

/** A boolean, as 0 or 1. */
export function flag(name?: string): Column<boolean> {
  return { ...named(name), write: Number, read: (stored: number) => stored === 1 };
}

/** A value that JSON can say, as JSON. Only what this column wrote is read by it. */
export function json<Value>(name: string): Column<Value> {
  return {
    name,
    write: (value) => JSON.stringify(value),
    read: (stored: string) => JSON.parse(stored) as Value, // written by `write` of the same column
  };
}

function named(name: string | undefined): { readonly name?: string } {
  return name === undefined ? {} : { name };
}

interface StoredField {
  readonly field: string;
  readonly name: string;
  readonly column: Column<unknown>;
}

/** One table of an open database, its rows as records of the product. Statements are prepared when first used and kept. */
export class Table<Fields extends object> {
  readonly #database: Database;
  readonly #name: string;
  readonly #fields: readonly StoredField[];
  readonly #statements = new Map<string, Statement<unknown[], never>>();

  constructor(database: Database, name: string, columns: Columns<Fields>) {
    this.#database = database;
    this.#name = name;
    // Each column gets values of its own field alone.
    const entries = Object.entries(columns) as [string, Column<unknown>][];
    this.#fields = entries.map(([field, column]) => ({
      field,
      name: column.name ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      column,
    }));
  }

  /** The first row that a statement gives (`SELECT *`, `RETURNING *`), as a record. */
  one(sql: string, ...parameters: Parameters): Fields | undefined {
    const row = this.#prepared(sql).get(...bound(parameters));
    return row === undefined ? undefined : this.#read(row);
  }

  /** All rows that a statement gives, as records. */
  many(sql: string, ...parameters: Parameters): Fields[] {
    return this.#prepared(sql)
      .all(...bound(parameters))
      .map((row) => this.#read(row));
  }

  /** Rows that are no records, as SQLite gives them: counts, sums, single columns. */
  rows<Row>(sql: string, ...parameters: Parameters): Row[] {
    return this.#prepared(sql).all(...bound(parameters));
  }

  /** True where a statement gives any row. */
  has(sql: string, ...parameters: Parameters): boolean {
    return this.#prepared(sql).get(...bound(parameters)) !== undefined;
  }

  /** Runs a statement that gives nothing; returns how many rows it changed. */
  run(sql: string, ...parameters: Parameters): number {
    return this.#prepared(sql).run(...bound(parameters)).changes;
  }

  /** Adds a row: the fields of a record, and columns that no record has. With `isNewOnly` a row that breaks a uniqueness is left out. Returns the rowid, or `undefined` for a row that was left out. */
  insert(
    record: Partial<Fields>,
    columns: Readonly<Record<string, Parameter>> = {},
    { isNewOnly = false }: { readonly isNewOnly?: boolean } = {},
  ): number | undefined {
    const values = {
      ...this.#write(
        record,
        this.#fields.filter(({ field }) => field in record),
      ),
      ...columns,
    };
    const names = Object.keys(values);
    const { changes, lastInsertRowid } = this.#prepared(
      `INSERT ${isNewOnly ? "OR IGNORE " : ""}INTO ${this.#name} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
    ).run(...bound(Object.values(values)));
    return changes === 0 ? undefined : Number(lastInsertRowid);
  }

  /** Writes a whole record over the row with its id: an absent field becomes NULL. */
  save(
    record: Fields & { readonly id: string | number },
    columns: Readonly<Record<string, Parameter>> = {},
  ): void {
    const values = { ...this.#write(record, this.#fields), ...columns };
    const names = Object.keys(values).map((name) => `${name} = ?`);
    const sql = `UPDATE ${this.#name} SET ${names.join(", ")} WHERE id = ?`;
    this.run(sql, ...Object.values(values), record.id);
  }

  /** A row as a record; columns that no field has are left out. */
  #read(row: object): Fields {
    const stored = row as Readonly<Record<string, never>>; // as SQLite gave it
    const record: Record<string, unknown> = {};
    for (const { field, name, column } of this.#fields) {
      const value = stored[name] ?? undefined;
      const read = value === undefined ? undefined : column.read(value);
      if (read !== undefined) record[field] = read;
    }
    return record as Fields; // `Columns` has a column for each of its fields
  }

  /** Some fields of a record by the names of their columns. */
  #write(record: Partial<Fields>, fields: readonly StoredField[]): Record<string, Stored> {
    const values = record as Readonly<Record<string, unknown>>; // its fields are looked up by name
    return Object.fromEntries(
      fields.map(({ field, name, column }) => [
        name,
        values[field] === undefined ? null : column.write(values[field]),
      ]),
    );
  }

  #prepared(sql: string): Statement<unknown[], never> {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare<unknown[], never>(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

function bound(parameters: Parameters): readonly unknown[] {
  const [first] = parameters;
  if (typeof first !== "object" || first === null || first instanceof Uint8Array)
    return (parameters as readonly Parameter[]).map(storedOf); // only the first may be an object
  return [
    Object.fromEntries(Object.entries(first).map(([name, value]) => [name, storedOf(value)])),
  ];
}

function storedOf(parameter: Parameter): Stored {
  if (parameter === undefined) return null;
  return typeof parameter === "boolean" ? Number(parameter) : parameter;
}
