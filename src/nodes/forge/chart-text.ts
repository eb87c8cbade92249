import { isJsonObject, type Json } from "../../base/json.ts";

/** Longest text read as a table, in UTF-16 units; far above what a chart can show. */
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
    : linesOf(trimmed, separator);
}

function listOfJson(text: string): readonly Json[] | undefined {
  try {
    const value = JSON.parse(text) as Json; // JSON.parse gives nothing but JSON
    if (Array.isArray(value)) return value;
    const lists = isJsonObject(value)
      ? Object.values(value).filter((part) => Array.isArray(part))
      : [];
    return lists.length === 1 ? lists[0] : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function linesOf(text: string, separator: string): readonly Json[] {
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
  return rows;
}
