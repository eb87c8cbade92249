import type { Localized } from "../../base/localized.ts";

/** The rules that a definition can break. */
export type Rule =
  | "file"
  | "unknown-field"
  | "name"
  | "version"
  | "layer"
  | "domain"
  | "description"
  | "input-schema"
  | "output-schema"
  | "schema-type"
  | "schema-properties"
  | "schema-required"
  | "list"
  | "config"
  | "self-dependency"
  | "missing-dependency"
  | "dependency-cycle"
  | "later-dependency";

/** One fault of a definition: where in it, what is wrong and what to do. */
export interface SpecFault {
  readonly rule: Rule;
  readonly path: readonly string[];
  readonly words: Localized;
}

/** What there is for bodies to name. */
export interface KnownHandlers {
  readonly handlers: ReadonlySet<string>;
}
