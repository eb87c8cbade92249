/** What Excel needs to read a file as UTF-8 (Unicode, byte order mark). */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Rows as a CSV file (RFC 4180: CRLF after every row, quotes around cells that hold a comma, a quote or a line end). A cell that a
 * spreadsheet would run as a formula gets an apostrophe before it (OWASP, "CSV Injection"); negative numbers stay numbers.
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => `${row.map(cellOf).join(",")}\r\n`);
  return BYTE_ORDER_MARK + lines.join("");
}

function cellOf(text: string): string {
  const isNumber = /^-\d+(?:\.\d+)?$/.test(text);
  const safe = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
