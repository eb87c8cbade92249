import type { Json, JsonObject } from "../../base/json.ts";
import { isJsonObject } from "../../base/json.ts";
import { formulaEnd, nameEnd } from "./lexer-text.ts";

/** One step into a value: a name, a place from 0 (from the end where it is negative), or `*` for every item. */
export type Step = string | number;

/** A place in a value named by a program: `$x.items.0.title`, `$x[-1]["a b"]`, `${x.title}` or `{{x}}`. */
export interface Reference {
  /** As written. */
  readonly text: string;
  /** The variable; `_prev_result` is `prev`. */
  readonly name: string;
  /** Steps into its value. */
  readonly path: readonly Step[];
  /** `bare` ($x) stays text where it is undefined; `braced` (${x}, {{x}}) must be defined. */
  readonly form: "bare" | "braced";
}

/** A string of the tree taken apart: literal text (escapes removed), references and what else stands in `${…}`, in order. Empty text is left out. */
export type TextPart =
  | { readonly literal: string }
  | { readonly reference: Reference }
  | EmbeddedFormula;

/** `${…}` that is more than a reference: what stands between the braces, not read yet. */
export interface EmbeddedFormula {
  readonly formula: string;
  /** As written, with the braces. */
  readonly text: string;
  readonly isClosed: boolean;
  /** There for `$rows[$i]`, which stands without braces and is text where it leads nowhere. */
  readonly isBare?: true;
}

const NAME = String.raw`[\p{L}_][\p{L}\p{M}\p{N}_]*`;
const INDEXED = String.raw`\[(?:-?\d{1,15}|"[^"\n]{1,200}"|'[^'\n]{1,200}')\]`;
/** A step where text may follow: a star counts only before a name. */
const STEP_IN_TEXT = String.raw`(?:\.[\p{L}\p{M}\p{N}_]+|\.\*(?=(?:\.\*){0,3}\.[\p{L}_])|${INDEXED})`;
/** A step in a formula. */
const STEP = String.raw`(?:\.[\p{L}\p{M}\p{N}_]+|\.\*|${INDEXED})`;
const BRACED = String.raw`\$\{\s*\$?(${NAME}${STEP}*)\s*\}|\{\{[^\S\n]*(${NAME}${STEP}*)[^\S\n]*\}\}`;
const BARE = String.raw`\$(${NAME}${STEP_IN_TEXT}*)`;
/** A place that a variable names, with what follows it. */
const BY_VARIABLE = String.raw`\[\$${NAME}(?:\.[\p{L}\p{M}\p{N}_]+)*\]${STEP_IN_TEXT}*`;
/** A reference, a formula, or a run of backslashes in front of what would be one in braces. */
const PART = new RegExp(
  String.raw`(?<!\\)(\\+)(?=\$\{|\{\{)|${BRACED}|(\$\{)|${BARE}((?:${BY_VARIABLE})*)`,
  "gu",
);
const VARIABLE = new RegExp(String.raw`\$${NAME}(?:${STEP}|${BY_VARIABLE})*`, "uy");
const WHOLE = new RegExp(`^(?:${BRACED}|${BARE})$`, "u");
const STEPS = new RegExp(`${STEP}+`, "uy");
const EACH_STEP = new RegExp(STEP, "gu");
const PATH = new RegExp(`${NAME}${STEP}*`, "uy");
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
    const part = partOf(text, match);
    parts.push(part);
    from = match.index + ("formula" in part ? part.text : match[0]).length;
    PART.lastIndex = from;
  }
  literal += text.slice(from);
  if (literal !== "") parts.push({ literal });
  return parts;
}

/** The reference or the formula that starts here; one that is never closed takes all that follows. */
function partOf(text: string, match: RegExpExecArray): Exclude<TextPart, { literal: string }> {
  const [all, , dollarBraced, braced, opensFormula, bare, byVariable = ""] = match;
  if (byVariable !== "") return { formula: all, text: all, isClosed: true, isBare: true };
  if (opensFormula === undefined)
    return { reference: referenceOf(all, dollarBraced ?? braced, bare) };
  const end = formulaEnd(text, match.index);
  const isClosed = end > match.index;
  const written = text.slice(match.index, isClosed ? end : text.length);
  return { formula: written.slice(2, isClosed ? -1 : undefined), text: written, isClosed };
}

/** Writes any text so that `parseText` gives it back as one literal, as far as the language can: `$x` has no escape. */
export function escapeReferences(text: string): string {
  return text.replace(/(\\*)(\$\{|\{\{)/g, (_all, run: string, braces: string) => {
    return `${run}${run}\\${braces}`;
  });
}

/** End of the steps that start at an offset of a text, or that offset. */
export function stepsEnd(text: string, at: number): number {
  return endOf(STEPS, text, at);
}

/** End of the variable with its path that starts at an offset of a text, or that offset. */
export function variableEnd(text: string, at: number): number {
  return endOf(VARIABLE, text, at);
}

/** End of the name with its steps that starts at an offset of a text, or that offset. */
export function pathEnd(text: string, at: number): number {
  return endOf(PATH, text, at);
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** The steps of a path as it is written: `.items[0].*`. */
export function stepsOf(written: string): readonly Step[] {
  return writtenSteps(written).map(({ step }) => step);
}

function writtenSteps(
  written: string,
): readonly { readonly step: Step; readonly written: string }[] {
  return [...written.matchAll(EACH_STEP)].map(([piece]) => ({
    step: stepIn(piece),
    written: piece,
  }));
}

function stepIn(piece: string): Step {
  if (piece.startsWith(".")) return stepOf(piece.slice(1));
  const inner = piece.slice(1, -1);
  return /^-?\d/.test(inner) ? Number(inner) : inner.slice(1, -1);
}

/**
 * What lies at a path inside a value: undefined where a step leads nowhere. A list knows its own `count`, and its `length` where its items have none; any other name, and
 * what stands behind `*`, leads to the list of what its items have there, `null` for one without.
 */
export function readPath(value: Json | undefined, path: readonly Step[]): Json | undefined {
  let here = value;
  for (const [index, step] of path.entries()) {
    if (here === undefined || here === null || typeof here !== "object") return undefined;
    if (step === "*" && !Object.hasOwn(here, "*"))
      return readEach(Array.isArray(here) ? here : Object.values(here), path.slice(index + 1));
    here = isJsonObject(here) ? readKey(here, String(step)) : readItem(here, step);
  }
  return here;
}

/** What the items have at a path, in their order; undefined where none has it. */
function readEach(items: readonly Json[], path: readonly Step[]): Json | undefined {
  const values = items.map((item) => readPath(item, path));
  const isFound = values.length === 0 || values.some((value) => value !== undefined);
  if (!isFound) return undefined;
  const found = values.map((value) => value ?? null);
  return path.includes("*") ? found.flat() : found;
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
  const found = find(reference.name, isBare, lookup);
  if (found === undefined) return { kind: "no-variable" };
  if (isBare) return followBare(found, writtenSteps(reference.text));
  const value = readPath(found.value, reference.path);
  return value === undefined ? { kind: "no-path" } : { kind: "found", value, rest: "" };
}

type Written = ReturnType<typeof writtenSteps>;

/** Goes on step by step, to where the rest is text. */
function followBare(start: Found, steps: Written): Resolution {
  let { value, rest } = start;
  for (const [index, step] of steps.entries()) {
    if (rest !== "") return { kind: "found", value, rest: rest + unread(steps, index) };
    const next = findStep(value, step, () => unread(steps, index));
    if (next === undefined && typeof value === "object") return { kind: "no-path" };
    if (next === undefined) return { kind: "found", value, rest: unread(steps, index) };
    ({ value, rest } = next);
    if (step.step === "*") break;
  }
  return { kind: "found", value, rest };
}

/** Where one step leads; a star takes all that is unread with it. */
function findStep(
  value: Json,
  { step, written }: Written[number],
  left: () => string,
): Found | undefined {
  if (step === "*") {
    const each = readPath(value, stepsOf(left()));
    return each === undefined ? undefined : { value: each, rest: "" };
  }
  return find(String(step), written.startsWith("."), (key) =>
    readPath(value, [written.startsWith(".") ? stepOf(key) : step]),
  );
}

function unread(steps: Written, from: number): string {
  return steps
    .slice(from)
    .map(({ written }) => written)
    .join("");
}

interface Found {
  readonly value: Json;
  readonly rest: string;
}

/** The value `read` has for a name, or for the name without the Korean particle at its end. */
function find(
  name: string,
  mayShorten: boolean,
  read: (name: string) => Json | undefined,
): Found | undefined {
  if (mayShorten) return withoutParticle(name, read);
  const value = read(name);
  return value === undefined ? undefined : { value, rest: "" };
}

/** What `read` has for a name or, where it has nothing, for the longest beginning of it behind which only a Korean particle stands. `rest` is that particle. */
export function withoutParticle<Value>(
  name: string,
  read: (name: string) => Value | undefined,
): { readonly value: Value; readonly rest: string } | undefined {
  const value = read(name);
  if (value !== undefined) return { value, rest: "" };
  for (let length = 1; length <= LONGEST_PARTICLE && length < name.length; length += 1) {
    const rest = name.slice(-length);
    if (!HANGUL.test(rest)) return undefined;
    const shorter = read(name.slice(0, -length));
    if (shorter !== undefined) return { value: shorter, rest };
  }
  return undefined;
}

function stepOf(step: string): Step {
  return INDEX.test(step) ? Number(step) : step;
}

function readKey(value: JsonObject, key: string): Json | undefined {
  if (Object.hasOwn(value, key)) return value[key];
  const items = Object.hasOwn(value, "items") ? value["items"] : undefined;
  return key === "count" && Array.isArray(items) ? items.length : undefined;
}

function readItem(value: readonly Json[], step: Step): Json | undefined {
  if (typeof step === "number") return value.at(step);
  if (step === "count") return value.length;
  if (step === "items") return value;
  const each = value.some(isJsonObject) ? readEach(value, [step]) : undefined;
  return each === undefined && step === "length" ? value.length : each;
}

function referenceOf(
  text: string,
  braced: string | undefined,
  bare: string | undefined,
): Reference {
  const written = braced ?? bare ?? "";
  const end = nameEnd(written, 0);
  const name = written.slice(0, end);
  return {
    text,
    name: name === "_prev_result" ? "prev" : name,
    path: stepsOf(written.slice(end)),
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
