/**
 * What an action returns, as data/ declares it: a word for a plain value (`text`, `number`, `datetime` …), the fields of an object with
 * their types, or a list of one type. `json`, `list`, `object` and `file` are open: what is in them is known only while running.
 */
export type ResultType = string | readonly [ResultType] | { readonly [field: string]: ResultType };

/** Declared by what hands on the kind of list that it is given, such as a filter. */
export const SAME = "same";

/** Words for results, and for their parts. */
const WHOLE = ["text", "list", "object", "file", SAME] as const;
const PLAIN = [
  "text",
  "number",
  "boolean",
  "datetime",
  "date",
  "url",
  "path",
  "bytes",
  "id",
  "json",
] as const;

/** Deepest nesting of a declared result. */
const MOST_DEPTH = 4;

/** What is wrong with the words of a declared result, in English; `undefined` for nothing. Pure. */
export function resultFault(declared: ResultType): string | undefined {
  const isWord = typeof declared === "string";
  return partFault(declared, isWord ? [...WHOLE, ...PLAIN] : PLAIN, MOST_DEPTH);
}

function partFault(type: ResultType, words: readonly string[], depth: number): string | undefined {
  if (typeof type === "string")
    return words.includes(type)
      ? undefined
      : `"returns" names "${type}"; it may name ${words.join(", ")}.`;
  if (depth === 0) return `"returns" is nested deeper than ${MOST_DEPTH}.`;
  const parts = Object.values(type);
  if (parts.length === 0 || (Array.isArray(type) && parts.length > 1))
    return '"returns" is a word, fields with their words, or a list of one of these.';
  return parts
    .map((part) => partFault(part, PLAIN, depth - 1))
    .find((fault) => fault !== undefined);
}

/** How a result is handed on: as words, as a list, as one thing, or as a file. */
export type ResultKind = "text" | "list" | "object" | "file";

/** The kind of a declared result. */
export function kindOfResult(type: ResultType): ResultKind {
  if (typeof type !== "string") return isListType(type) ? "list" : "object";
  if (type === "list" || type === SAME) return "list";
  return type === "object" || type === "file" ? type : "text";
}

/** True for a list of a declared type. */
export function isListType(type: ResultType): type is readonly [ResultType] {
  return Array.isArray(type);
}

/** A type in short, fields without their types: `[{title, url}]`; empty for what has no declared parts. */
export function typeText(type: ResultType): string {
  if (typeof type === "string") return "";
  if (!isListType(type)) return `{${Object.entries(type).map(fieldText).join(", ")}}`;
  const [item] = type;
  return typeof item === "string" ? `[${item}]` : `[${typeText(item)}]`;
}

function fieldText([name, type]: readonly [string, ResultType]): string {
  const inside = typeText(type);
  return inside === "" ? name : `${name}: ${inside}`;
}
