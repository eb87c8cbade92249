import { isJsonObject, type Json, type JsonObject, parsedJson } from "../../base/json.ts";
import type { Step } from "../language/reference.ts";

/** Longest text read as data, in UTF-16 units. */
const TEXT_LIMIT = 1_000_000;

/**
 * The rows that a text holds, so that a file's content can be drawn: a JSON list (or an object with one list in it), or lines of
 * cells parted by commas, tabs or semicolons with quotes around cells that need them. Nothing where it holds no such thing.
 */
export function rowsOfText(text: string): readonly Json[] | undefined {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > TEXT_LIMIT) return undefined;
  if (/^[[{]/.test(trimmed)) return listOfJson(trimmed);
  const separator = ["\t", ",", ";"].find(
    (mark) => trimmed.split("\n", 1)[0]?.includes(mark) === true,
  );
  return separator === undefined || !trimmed.includes("\n")
    ? undefined
    : cellsOf(trimmed, separator);
}

/**
 * The things that a text holds, so that the content of a file can be filtered and sorted: those of a JSON list, of the one
 * list of objects inside a JSON object (or that object itself), the JSON objects of its lines, or the lines of a table with
 * commas or tabs under their column names. Nothing where it holds no such thing: it is a text of lines then.
 */
export function recordsOfText(text: string): readonly Json[] | undefined {
  const trimmed = text.replace(/^\ufeff/, "").trim();
  if (trimmed === "" || trimmed.length > TEXT_LIMIT) return undefined;
  if (!/^[[{]/.test(trimmed)) return recordsOfTable(trimmed);
  const whole = parsedJson(trimmed);
  if (Array.isArray(whole)) return whole;
  if (isJsonObject(whole)) return listInside(whole, DEEPEST_LIST) ?? [whole];
  const lines = trimmed.split(/\r?\n/).filter((line) => line.trim() !== "");
  const values = lines.map(parsedJson);
  return values.every(isJsonObject) ? values : undefined;
}

/** What a path is read in: of a text that is a table or JSON the things in it, or its object, where the path leads somewhere there; else the value itself. */
export function readableBy(value: Json, path: readonly Step[]): Json {
  const [first] = path;
  if (typeof value !== "string" || first === undefined) return value;
  const records = recordsOfText(value);
  const isThere =
    records !== undefined &&
    (typeof first === "number" ||
      first === "*" ||
      records.some((record) => isJsonObject(record) && Object.hasOwn(record, first)));
  if (isThere) return records;
  const whole = value.trimStart().startsWith("{") ? parsedJson(value.trim()) : undefined;
  return isJsonObject(whole) && Object.hasOwn(whole, String(first)) ? whole : value;
}

/** How many objects may stand around a list for it to be found. */
const DEEPEST_LIST = 5;

/** The list of objects in an object: its `items`, or the only one inside it, as answers of web services have it. */
function listInside(value: JsonObject, depth: number): readonly Json[] | undefined {
  if (Array.isArray(value["items"])) return value["items"];
  const found = Object.values(value).flatMap((part) => {
    if (Array.isArray(part)) return part.length > 0 && part.every(isJsonObject) ? [part] : [];
    const inner = isJsonObject(part) && depth > 0 ? listInside(part, depth - 1) : undefined;
    return inner === undefined ? [] : [inner];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** The lines below a line of column names; a text is no table when a line has more or fewer cells, or a name could not be one. */
function recordsOfTable(text: string): readonly JsonObject[] | undefined {
  const head = text.split("\n", 1)[0] ?? "";
  const separator = head.includes("\t") ? "\t" : ",";
  const [names, ...rows] = cellsOf(text, separator).filter((row) =>
    row.some((cell) => cell !== ""),
  );
  if (names === undefined || rows.length === 0 || names.length < 2) return undefined;
  const isHead = names.every(isColumnName) && new Set(names).size === names.length;
  const isProse = separator === "," && /,\s/.test(head);
  if (!isHead || isProse || rows.some((row) => row.length !== names.length)) return undefined;
  return rows.map((row) =>
    Object.fromEntries(names.map((name, index) => [name, row[index] ?? ""] as const)),
  );
}

function isColumnName(cell: string): boolean {
  return cell.length <= 60 && /\p{L}/u.test(cell) && !/[.!?]$/.test(cell);
}

function listOfJson(text: string): readonly Json[] | undefined {
  const value = parsedJson(text);
  if (Array.isArray(value)) return value;
  const lists = isJsonObject(value)
    ? Object.values(value).filter((part) => Array.isArray(part))
    : [];
  return lists.length === 1 ? lists[0] : undefined;
}

function cellsOf(text: string, separator: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"\\r\\n${separator}][^\\r\\n${separator}]*)?)(${separator}|\\r?\\n|$)`,
    "gy",
  );
  let row: string[] = [];
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (match === null) break;
    row.push((match[1]?.replaceAll('""', '"') ?? match[2] ?? "").trim());
    if (match[3] === separator) continue;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push([...row, ""]);
  return rows;
}
