import { AppError } from "../../base/errors.ts";
import type { Phone, PhoneUse } from "./phones.ts";

/** A question to a content provider of a phone. */
export interface ContentQuery {
  readonly uri: string;
  /** The columns to read. What may hold any text stands last, and alone. */
  readonly columns: readonly string[];
  /** SQL of a `WHERE`, made of names and of values by `sqlText` or of checked numbers. */
  readonly where?: string;
  readonly sort?: string;
}

/** A row by its columns; null where it holds nothing. */
export type ContentRow = Readonly<Record<string, string | null>>;

/** Lists of a phone are long: rows beyond this much output are left out. */
const LIST_BYTES = 8 * 1024 * 1024;
const LIST_USE: PhoneUse = { maxBytes: LIST_BYTES, timeoutMs: 45_000 };

/** A text as a literal of SQL. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** SQL that is true where a column holds a text, whatever the case. */
export function sqlHolds(column: string, text: string): string {
  const escaped = text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
  return `${column} LIKE ${sqlText(`%${escaped}%`)} ESCAPE ${sqlText("\\")}`;
}

/** The rows of a query. A text in the last column that looks like the start of a row counts as one only with the number that comes next. */
export async function queryContent(
  phone: Phone,
  { uri, columns, where, sort }: ContentQuery,
): Promise<readonly ContentRow[]> {
  const output = await phone.run(
    [
      ...["content", "query", "--uri", uri, "--projection", columns.join(":")],
      ...(where === undefined ? [] : ["--where", where]),
      ...(sort === undefined ? [] : ["--sort", sort]),
    ],
    LIST_USE,
  );
  return parseRows(output, columns);
}

/** Deletes the rows of a provider that a `WHERE` picks. */
export async function deleteContent(phone: Phone, uri: string, where: string): Promise<void> {
  await phone.run(["content", "delete", "--uri", uri, "--where", where]);
}

/** What `content query` prints: `Row: 0 _id=1, address=…`. */
export function parseRows(output: string, columns: readonly string[]): readonly ContentRow[] {
  const rows: ContentRow[] = [];
  let at = output.startsWith("Row: 0 ") ? 0 : -1;
  while (at >= 0) {
    const mark = `\nRow: ${rows.length + 1} ${columns[0]}=`;
    const next = output.indexOf(mark, at);
    const end = next < 0 ? output.length : next;
    const row = parseRow(output.slice(at, end).replace(/\n$/, ""), columns);
    if (row === undefined) break; // what was cut off
    rows.push(row);
    at = next < 0 ? -1 : next + 1;
  }
  return rows;
}

function parseRow(line: string, columns: readonly string[]): ContentRow | undefined {
  let at = line.indexOf(" ", "Row: ".length) + 1;
  const row: Record<string, string | null> = {};
  for (const [index, column] of columns.entries()) {
    const start = `${column}=`;
    if (!line.startsWith(start, at)) return undefined;
    const following = columns[index + 1];
    const from = at + start.length;
    const end = following === undefined ? line.length : line.indexOf(`, ${following}=`, from);
    if (end < 0) return undefined;
    const value = line.slice(from, end);
    row[column] = value === "NULL" ? null : value;
    at = end + 2;
  }
  return row;
}

/**
 * The texts of rows whose keys are known, in their order. A text cannot pretend to be another row: it is cut only where the next row stands
 * with all of its known values. Rejects with `phone-changed` where the rows are others by now.
 */
export async function queryTexts(
  phone: Phone,
  query: ContentQuery & { readonly text: string },
  rows: readonly ContentRow[],
): Promise<readonly string[]> {
  const { uri, columns, text, where, sort } = query;
  const output = await phone.run(
    [
      ...["content", "query", "--uri", uri, "--projection", [...columns, text].join(":")],
      ...(where === undefined ? [] : ["--where", where]),
      ...(sort === undefined ? [] : ["--sort", sort]),
    ],
    LIST_USE,
  );
  const marks = rows.map((row, index) => {
    const known = columns.map((column) => `${column}=${row[column] ?? "NULL"}`);
    return `Row: ${index} ${[...known, `${text}=`].join(", ")}`;
  });
  const starts: number[] = [];
  for (const mark of marks) {
    const at = output.indexOf(mark, starts.at(-1) ?? 0);
    if (at < 0 || (at > 0 && output[at - 1] !== "\n")) throw changed();
    starts.push(at);
  }
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? output.length;
    const value = output.slice(start + (marks[index]?.length ?? 0), end).replace(/\n$/, "");
    return value === "NULL" ? "" : value;
  });
}

function changed(): AppError {
  return new AppError("phone-changed", {
    en: "Something new came on the phone while I was reading. Ask once more.",
    ko: "읽는 사이에 휴대폰에 새로운 것이 왔어요. 한 번 더 말해 주세요.",
  });
}
