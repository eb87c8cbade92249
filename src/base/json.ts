/** Any JSON value; what parameters, results and journal rows are made of. */
export type Json = null | boolean | number | string | JsonArray | JsonObject;
/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json;
}
/** A JSON array. */
export type JsonArray = readonly Json[];

/** True for an object that is neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a text says as JSON; `undefined` where it is none. */
export function parsedJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json; // JSON.parse gives nothing but JSON
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** JSON text with sorted keys and no spaces: equal values give equal text. `undefined` members are left out, as JSON does. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(inOrder(value));
}

/** The same plain data with the keys of every object sorted: a copy costs half of what a replacer does. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isJsonObject(value)) return value;
  // Only the one key that means something to JavaScript needs the dearer record without a prototype.
  const sorted: Record<string, unknown> = Object.hasOwn(value, "__proto__")
    ? Object.create(null)
    : {};
  for (const key of sortedKeys(value)) sorted[key] = inOrder(value[key]);
  return sorted;
}

/** Objects of more keys than this are sorted by the library, whose sort of a few takes longer than all else here. */
const FEW_KEYS = 16;

function sortedKeys(value: object): readonly string[] {
  const keys = Object.keys(value);
  if (keys.length > FEW_KEYS) return keys.sort();
  for (let index = 1; index < keys.length; index += 1) insert(keys, index);
  return keys;
}

/** Moves the key at `index` to its place among those before it, which are in order. */
function insert(keys: string[], index: number): void {
  const key = keys[index] ?? "";
  let place = index;
  for (
    let before = keys[place - 1];
    before !== undefined && before > key;
    before = keys[place - 1]
  ) {
    keys[place] = before;
    place -= 1;
  }
  keys[place] = key;
}
