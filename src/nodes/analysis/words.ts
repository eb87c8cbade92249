import type { Json, JsonObject } from "../../base/json.ts";
import { isJsonObject } from "../../base/json.ts";

/** A whole number with commas. */
export function countWords(count: number): string {
  return Math.round(count).toLocaleString("en-US");
}

/** A part of a whole, rounded to four places; 0 of nothing. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : rounded(part / whole);
}

/** A number to four places, or to so many. */
export function rounded(value: number, places = 4): number {
  const scale = 10 ** places;
  return Math.round(value * scale) / scale;
}

/** A share as a percentage with one place. */
export function percentWords(share: number): string {
  return `${rounded(share * 100, 1)}%`;
}

/** The list under a name of an object; empty where there is none. */
export function listIn(value: Json | undefined, name: string): readonly JsonObject[] {
  const list = isJsonObject(value) ? value[name] : undefined;
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

/** The object under a name of an object; empty where there is none. */
export function objectIn(value: Json | undefined, name: string): JsonObject {
  const object = isJsonObject(value) ? value[name] : undefined;
  return isJsonObject(object) ? object : {};
}

/** The number under a name of an object. */
export function numberIn(value: Json | undefined, name: string, absent = 0): number {
  const number = isJsonObject(value) ? value[name] : undefined;
  return typeof number === "number" ? number : absent;
}

/** The text under a name of an object. */
export function textIn(value: Json | undefined, name: string): string {
  const text = isJsonObject(value) ? value[name] : undefined;
  return typeof text === "string" ? text : "";
}

/** The texts in a list. */
export function textsIn(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

/** How often each thing is there, most often first, then by name. */
export function counted(things: Iterable<string>): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const thing of things) counts.set(thing, (counts.get(thing) ?? 0) + 1);
  return [...counts].sort(
    (left, right) => right[1] - left[1] || (left[0] < right[0] ? -1 : left[0] > right[0] ? 1 : 0),
  );
}
