/** For how long rows are kept: conversations with what was run in them; what arrived and what was sent; to-dos and due times that are over. */
export type KeepClass = "messages" | "transport" | "done";

/**
 * What becomes of the rows of one table in time, in an export and when a person is forgotten: said by the owner of the table,
 * done by `cleaning.ts` and `personal-data.ts`. Conditions are SQL over the table, with these parameters:
 * `@person` the person's id · `@accounts` a JSON list of `{platform, externalId}` · `@chats` a JSON list of the person's private chats ·
 * `@open` a JSON list of names that must be kept · `@before` Unix ms.
 */
export interface TableKeeping {
  readonly table: string;
  /** Rows that are a person's; absent for tables that hold nothing of people, and then `because` says so. */
  readonly owned?: string;
  /** Why rows are kept that one would expect to go, or are not exported. */
  readonly because?: string;
  readonly exported?: ExportRule;
  readonly forgotten?: ForgetRule;
  /** Statements that make the rows of the person `@from` those of `@to`, who is the same; by default their `person_id` is changed where `owned` says no more than that. */
  readonly joined?: readonly string[];
  /** Rows past their time. */
  readonly expires?: { readonly after: KeepClass; readonly when: string; readonly oldest: string };
  /** Tables whose rows belong to one row here by its `id`, through the column named, and go with it. */
  readonly children?: readonly {
    readonly table: string;
    readonly key: string;
    readonly exported?: ExportRule;
  }[];
  /** Texts in which the ids of a row are found: rows elsewhere that mention them are about the same person. */
  readonly names?: readonly string[];
  /** A query for names that something unfinished still hangs on: nothing that mentions one is deleted for its age. */
  readonly open?: string;
}

/** What of a table is exported: by default every column of every row that is the person's. */
export type ExportRule =
  /** `because` says why nothing is. */
  | { readonly none: true }
  | {
      /** Narrower than `owned`. */
      readonly where?: string;
      /** An expression in the place of a column, or `null` to leave the column out. */
      readonly columns?: Readonly<Record<string, string | null>>;
      /** Further queries by name. */
      readonly also?: Readonly<Record<string, string>>;
    };

/** What forgetting does to a table: by default it deletes the person's rows. */
export interface ForgetRule {
  /** A statement in the place of the deletion, for rows that protect from something without saying anything about the person. */
  readonly instead?: string;
  /** Further statements, after it. */
  readonly also?: readonly string[];
}

/** Joins two persons where both may have the same thing once: what `@to` has stays. */
export function oneOfEach(table: string): readonly string[] {
  return [
    `UPDATE OR IGNORE ${table} SET person_id = @to WHERE person_id = @from`,
    `DELETE FROM ${table} WHERE person_id = @from`,
  ];
}

/** Joins two persons where names are each person's own: of two with one name, that of `@from` gets `suffix`, an expression, behind it. `among` narrows which rows can be in the way. */
export function renamedApart(table: string, suffix: string, among = "1"): readonly string[] {
  const isTaken = `EXISTS (SELECT 1 FROM ${table} AS other WHERE other.person_id = @to AND other.name = ${table}.name AND (${among}))`;
  return [
    `UPDATE ${table} SET name = CASE WHEN ${isTaken} THEN name || ${suffix} ELSE name END, person_id = @to WHERE person_id = @from`,
  ];
}

/** A condition on a text column: nothing unfinished is mentioned in it. Name the table too where the column is called like one of `json_each` (key, value, id). */
export function mentionsNothingOpen(column: string): string {
  return `NOT EXISTS (SELECT 1 FROM json_each(@open) WHERE instr(${column}, value) > 0)`;
}
