import { hash } from "node:crypto";
import { canonicalJson } from "./json.ts";

/** SHA-256 over the canonical JSON of a value, as 64 lower-case hex digits. */
export function digestOf(value: unknown): string {
  return hash("sha256", canonicalJson(value), "hex");
}
