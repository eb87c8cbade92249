import type { Json, JsonObject } from "../../base/json.ts";
import { isJsonObject } from "../../base/json.ts";

/** A place in a value named by a program: `$x.items.0.title`, `${x.title}` or `{{x}}`. */
export interface Reference {
  /** As written. */
  readonly text: string;
  /** The variable; `_prev_result` is `prev`. */
  readonly name: string;
  /** Steps into its value: names, and indexes from 0. */
  readonly path: readonly (string | number)[];
  /** `bare` ($x) stays text where it is undefined; `braced` (${x}, {{x}}) must be defined. */
  readonly form: "bare" | "braced";
}

/** A string of the tree taken apart: literal text (escapes removed) and references, in order. Empty text is left out. */
export type TextPart = { readonly literal: string } | { readonly reference: Reference };

const NAME = String.raw`[\p{L}_][\p{L}\p{M}\p{N}_]*`;
const PATH = String.raw`(${NAME}(?:\.[\p{L}\p{M}\p{N}_]+)*)`;
/** A reference, or a run of backslashes in front of what would be one in braces. */
const PART = new RegExp(
  String.raw`(?<!\\)(\\+)(?=\$\{|\{\{)|\$\{[^\S\n]*${PATH}[^\S\n]*\}|\{\{[^\S\n]*${PATH}[^\S\n]*\}\}|\$${PATH}`,
  "gu",
);
const WHOLE = new RegExp(
  String.raw`^(?:\$\{[^\S\n]*${PATH}[^\S\n]*\}|\{\{[^\S\n]*${PATH}[^\S\n]*\}\}|\$${PATH})$`,
  "u",
);
/** Particles and endings that stick to a Korean word, in syllables: "에서부터는" has five. */
const LONGEST_PARTICLE = 8;
const HANGUL = /^[가-힣]+$/;
const INDEX = /^(?:0|[1-9]\d{0,14})$/;

/** The reference a text is as a whole, or undefined. */
export function parseReference(text: string): Reference | undefined {
  const match = WHOLE.exec(text);
  return match === null ? undefined : referenceOf(text, match[1] ?? match[2], match[3]);
}

/**
 * Takes a string of the tree apart. Strings in the tree keep one rule, whatever quotes they were written in: of the
 * backslashes right in front of `${` or `{{`, each pair is one backslash, and an odd one makes the braces text. All other
 * backslashes are themselves.
 */
export function parseText(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let literal = "";
  let from = 0;
  PART.lastIndex = 0;
  for (let match = PART.exec(text); match !== null; match = PART.exec(text)) {
    literal += text.slice(from, match.index);
    from = match.index + match[0].length;
    if (match[1] !== undefined) {
      literal += "\\".repeat(match[1].length >> 1);
      if (match[1].length % 2 === 1) {
        literal += text.slice(from, from + 2);
        from += 2;
      }
      PART.lastIndex = from;
      continue;
    }
    if (literal !== "") parts.push({ literal });
    literal = "";
    parts.push({ reference: referenceOf(match[0], match[2] ?? match[3], match[4]) });
  }
  literal += text.slice(from);
  if (literal !== "") parts.push({ literal });
  return parts;
}

/** Writes any text so that `parseText` gives it back as one literal, as far as the language can: `$x` has no escape. */
export function escapeReferences(text: string): string {
  return text.replace(/(\\*)(\$\{|\{\{)/g, (_all, run: string, braces: string) => {
    return `${run}${run}\\${braces}`;
  });
}

/** What lies at a path inside a value: undefined where a step leads nowhere. A list knows its own `count`. */
export function readPath(
  value: Json | undefined,
  path: readonly (string | number)[],
): Json | undefined {
  let here = value;
  for (const step of path) {
    if (here === undefined || here === null || typeof here !== "object") return undefined;
    here = isJsonObject(here) ? readKey(here, String(step)) : readItem(here, step);
  }
  return here;
}

/** What a reference leads to. `rest` is the end of its text that is not part of it: a Korean particle, or `.md` after a text. */
export type Resolution =
  | { readonly kind: "found"; readonly value: Json; readonly rest: string }
  | { readonly kind: "no-variable" }
  | { readonly kind: "no-path" };

/**
 * Follows a reference; `lookup` answers undefined for a variable that does not exist. A bare one gives way where it must:
 * `$x건` finds `x` when `x건` is undefined, and `$name.md` ends at `$name` when that holds a text or a number.
 */
export function resolveReference(
  reference: Reference,
  lookup: (name: string) => Json | undefined,
): Resolution {
  const isBare = reference.form === "bare";
  let found = find(reference.name, isBare, lookup);
  if (found === undefined) return { kind: "no-variable" };
  for (const [index, step] of reference.path.entries()) {
    const { value, rest } = found;
    const unread = `.${reference.path.slice(index).join(".")}`;
    if (rest !== "") return { kind: "found", value, rest: rest + unread };
    found = find(String(step), isBare, (key) => readPath(value, [stepOf(key)]));
    if (found === undefined) {
      const endsHere = isBare && typeof value !== "object";
      return endsHere ? { kind: "found", value, rest: unread } : { kind: "no-path" };
    }
  }
  return { kind: "found", ...found };
}

/** The value `read` has for a name, or for the name without the Korean particle at its end. */
function find(
  name: string,
  mayShorten: boolean,
  read: (name: string) => Json | undefined,
): { readonly value: Json; readonly rest: string } | undefined {
  const value = read(name);
  if (value !== undefined) return { value, rest: "" };
  if (!mayShorten) return undefined;
  for (let length = 1; length <= LONGEST_PARTICLE && length < name.length; length += 1) {
    const rest = name.slice(-length);
    if (!HANGUL.test(rest)) return undefined;
    const shorter = read(name.slice(0, -length));
    if (shorter !== undefined) return { value: shorter, rest };
  }
  return undefined;
}

function stepOf(step: string): string | number {
  return INDEX.test(step) ? Number(step) : step;
}

function readKey(value: JsonObject, key: string): Json | undefined {
  if (Object.hasOwn(value, key)) return value[key];
  const items = Object.hasOwn(value, "items") ? value["items"] : undefined;
  return key === "count" && Array.isArray(items) ? items.length : undefined;
}

function readItem(value: readonly Json[], step: string | number): Json | undefined {
  if (typeof step === "number") return value[step];
  if (step === "count") return value.length;
  return step === "items" ? value : undefined;
}

function referenceOf(
  text: string,
  braced: string | undefined,
  bare: string | undefined,
): Reference {
  const [name = "", ...steps] = (braced ?? bare ?? "").split(".");
  return {
    text,
    name: name === "_prev_result" ? "prev" : name,
    path: steps.map(stepOf),
    form: braced === undefined ? "bare" : "braced",
  };
}

/** A value in which nothing is a reference. */
export function escapedValue(value: Json): Json {
  if (typeof value === "string") return escapeReferences(value);
  if (Array.isArray(value)) return value.map(escapedValue);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, escapedValue(member)]),
  );
}
