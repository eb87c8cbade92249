/** Any JSON value; what parameters, results and journal rows are made of. */
export type Json = null | boolean | number | string | JsonArray | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}
export type JsonArray = readonly Json[];

/** True for an object that is neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** JSON text with sorted keys and no spaces: equal values give equal text. `undefined` members are left out, as JSON does. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => {
    if (!isJsonObject(member)) return member;
    const sorted: Record<string, unknown> = Object.create(null);
    for (const key of Object.keys(member).sort()) sorted[key] = member[key];
    return sorted;
  });
}
