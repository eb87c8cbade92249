import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import type { Localized } from "../../base/localized.ts";
import { formulaOf } from "../language/formula.ts";
import { type Formula, formulaReferences } from "../language/formula-tree.ts";
import {
  type EmbeddedFormula,
  parseText,
  type Reference,
  readPath,
  resolveReference,
} from "../language/reference.ts";
import { evaluateFormula } from "./evaluate-formula.ts";
import type { Moment } from "./formula-dates.ts";
import type { Value } from "./outcome.ts";
import { dataOf, textOf } from "./outcome.ts";
import { readableBy } from "./text-rows.ts";

/** A value under a name while a program runs. */
export type Binding =
  | {
      readonly ok: true;
      readonly value: Value | Json;
      readonly isValue: boolean;
      readonly tainted: boolean;
      /** In a dry run: it stands for what a call that was not made would have given; every path into it leads to itself. */
      readonly standIn?: true;
    }
  /** The statement that should have given it failed. */
  | { readonly ok: false };

/** Names that have values at a place of a program; `previous` is the result of the step before. */
interface Names {
  readonly names: Pick<ReadonlyMap<string, Binding>, "get">;
  readonly previous?: Binding;
  /** When the run began. Default: what asks for the time has no value. */
  readonly moment?: Moment;
}

/** Names in force at a place of a running program. */
export interface Scope extends Names {
  readonly names: ReadonlyMap<string, Binding>;
}

/** Parameters with every reference replaced, or why one could not be. */
export type Resolved =
  | {
      readonly ok: true;
      readonly params: JsonObject;
      readonly taintedParams: ReadonlySet<string>;
      /** Parameters into which a stand-in went. */
      readonly standIns: ReadonlySet<string>;
    }
  | { readonly ok: false; readonly fault: Unresolved };

/** Why a reference gives no value. */
export interface Unresolved {
  readonly code: string;
  readonly words: Localized;
}

/** Every formula in a value, at any depth. */
export function formulasOf(value: Json): readonly EmbeddedFormula[] {
  if (typeof value === "string")
    return parseText(value).flatMap((part) => ("formula" in part ? [part] : []));
  if (Array.isArray(value)) return value.flatMap(formulasOf);
  return isJsonObject(value) ? Object.values(value).flatMap(formulasOf) : [];
}

/** Every reference in a value, at any depth, those of formulas too. */
export function referencesOf(value: Json): readonly Reference[] {
  if (typeof value === "string")
    return parseText(value).flatMap((part) => {
      if ("reference" in part) return [part.reference];
      const parsed = "formula" in part ? formulaOf(part) : undefined;
      return parsed?.ok === true ? formulaReferences(parsed.formula) : [];
    });
  if (Array.isArray(value)) return value.flatMap(referencesOf);
  if (isJsonObject(value)) return Object.values(value).flatMap(referencesOf);
  return [];
}

/** The parameters whose values are settled before the program runs (with constants put in), and the names of the others. What asks for the time is settled only where `moment` says when the run began. */
export function knownPart(
  params: JsonObject,
  names: ReadonlyMap<string, Json | undefined>,
  moment?: Moment,
): { readonly params: JsonObject; readonly runtime: readonly string[] } {
  const known: Record<string, Json> = {};
  const runtime: string[] = [];
  const bindings = { get: (name: string) => constantOf(names.get(name)) };
  const scope: Names = { names: bindings, ...(moment === undefined ? {} : { moment }) };
  for (const [param, value] of Object.entries(params)) {
    const isRuntime = referencesOf(value).some(
      (reference) => reference.name === "prev" || isBoundLater(reference.name, names),
    );
    const resolved = isRuntime ? undefined : resolveParams({ [param]: value }, scope);
    if (resolved?.ok === true) known[param] = resolved.params[param] ?? null;
    else runtime.push(param);
  }
  return { params: known, runtime };
}

function constantOf(value: Json | undefined): Binding | undefined {
  return value === undefined ? undefined : constant(value);
}

/** A literal of the program or of a workflow's parameters: never tainted by itself. */
export function constant(value: Json): Extract<Binding, { ok: true }> {
  return { ok: true, value, isValue: false, tainted: false };
}

/** What becomes of a list or object that is the whole value of a parameter for text. */
export interface WantedText {
  /** The field of an object that stands for it. */
  readonly field?: string | undefined;
  /** How it is written; `undefined` where it is written as people read it. */
  readonly write?: ((value: Json) => string | undefined) | undefined;
}

/** Replaces references: a whole-value reference keeps its type, one inside text (or for a parameter in `textParams`) becomes text. */
export function resolveParams(
  params: JsonObject,
  scope: Names,
  textParams: ReadonlyMap<string, WantedText> = new Map(),
): Resolved {
  const result: Record<string, Json> = {};
  const taintedParams = new Set<string>();
  const standIns = new Set<string>();
  for (const [name, value] of Object.entries(params)) {
    const reading = new Reading(scope, textParams.get(name));
    const resolved = reading.resolve(value);
    if (reading.fault !== undefined) return { ok: false, fault: reading.fault };
    result[name] = resolved;
    if (reading.tainted) taintedParams.add(name);
    if (reading.hasStandIn) standIns.add(name);
  }
  return { ok: true, params: result, taintedParams, standIns };
}

/** The value a reference points at, as JSON; `undefined` when nothing is there. */
export function lookUp(
  reference: Reference,
  scope: Names,
): { readonly value: Json; readonly tainted: boolean; readonly standIn?: true } | undefined {
  const binding = bindingOf(reference.name, scope);
  if (binding?.ok !== true) return undefined;
  const { tainted, standIn } = binding;
  if (standIn === true) return { value: asJson(binding), tainted, standIn };
  const value = readPath(readableBy(asJson(binding), reference.path), reference.path);
  return value === undefined ? undefined : { value, tainted };
}

/** True for text with at least one reference or formula in it. */
export function hasReference(value: string): boolean {
  return parseText(value).some((part) => !("literal" in part));
}

/** One reading of a parameter: collects whether anything tainted or a stand-in went in, and the first thing that had no value. */
class Reading {
  tainted = false;
  hasStandIn = false;
  fault: Unresolved | undefined;
  readonly #scope: Names;
  /** There where text is wanted. */
  readonly #wanted: WantedText | undefined;

  constructor(scope: Names, wanted: WantedText | undefined) {
    this.#scope = scope;
    this.#wanted = wanted;
  }

  resolve(value: Json): Json {
    if (typeof value === "string") return this.#text(value);
    if (Array.isArray(value)) return value.map((item) => this.resolve(item));
    if (isJsonObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([key, member]) => [key, this.resolve(member)]),
      );
    return value;
  }

  #text(text: string): Json {
    const parts = parseText(text);
    const [only] = parts;
    if (parts.length === 1 && only !== undefined && !("literal" in only)) {
      const found = this.#find(only);
      if (found === undefined || found.rest !== "") return this.#embedded(only, found);
      if (this.#wanted === undefined || typeof found.value !== "object") return found.value;
      const { field, write } = this.#wanted;
      return fieldOf(found.value, field) ?? write?.(found.value) ?? found.text;
    }
    return parts
      .map((part) => ("literal" in part ? part.literal : this.#embedded(part, this.#find(part))))
      .join("");
  }

  #embedded(part: Placeholder, found: Found | undefined): string {
    const { text } = "reference" in part ? part.reference : part;
    return found === undefined ? text : `${found.text}${found.rest}`;
  }

  #find(part: Placeholder): Found | undefined {
    if ("reference" in part) return this.#read(part.reference);
    return part.isBare === true ? this.#indexed(part) : this.#formula(part);
  }

  /** `$rows[$i]` where it leads somewhere, else the texts of both with the brackets. */
  #indexed(part: EmbeddedFormula): Found | undefined {
    const parsed = formulaOf(part);
    const names = parsed.ok ? formulaReferences(parsed.formula) : [];
    const isBound = names.every(({ name }) => bindingOf(name, this.#scope) !== undefined);
    if (!parsed.ok || !isBound) return { ...this.#unindexed(part), rest: "" };
    const standIn = this.#markSources(parsed.formula);
    if (this.fault !== undefined) return undefined;
    if (standIn !== undefined) return { value: standIn, text: jsonText(standIn), rest: "" };
    const read = (name: Reference): Json | undefined => lookUp(name, this.#scope)?.value;
    const result = evaluateFormula(parsed.formula, read);
    const value = result.ok ? result.value : undefined;
    if (value !== undefined) return { value, text: jsonText(value), rest: "" };
    const [base] = names;
    const isPlace = base !== undefined && typeof read(base) === "object";
    return isPlace ? undefined : { ...this.#unindexed(part), rest: "" };
  }

  #unindexed({ text }: EmbeddedFormula): { readonly value: Json; readonly text: string } {
    const pieces = text.split("[").map((piece) => String(this.#text(piece)));
    const whole = pieces.join("[");
    return { value: whole, text: whole };
  }

  #formula(part: EmbeddedFormula): Found | undefined {
    const parsed = formulaOf(part);
    if (!parsed.ok) return this.#refuse(parsed.error);
    const { formula } = parsed;
    const standIn = this.#markSources(formula);
    if (this.fault !== undefined) return undefined;
    if (standIn !== undefined) return { value: standIn, text: jsonText(standIn), rest: "" };
    const resolve = (reference: Reference): Json | undefined =>
      lookUp(reference, this.#scope)?.value;
    const result = evaluateFormula(formula, resolve, this.#scope.moment);
    if (!result.ok) return this.#refuse(result);
    if (result.value === undefined) {
      this.fault = noValue(part);
      return undefined;
    }
    return { value: result.value, text: jsonText(result.value), rest: "" };
  }

  #refuse({ code, words }: Unresolved): undefined {
    this.fault = { code, words };
    return undefined;
  }

  /** What a formula gives is from outside if anything that it names is, taken or not. Gives the stand-in among what it names. */
  #markSources(formula: Formula): Json | undefined {
    let standIn: Json | undefined;
    for (const reference of formulaReferences(formula)) {
      const binding = bindingOf(reference.name, this.#scope);
      if (binding === undefined) continue;
      if (!binding.ok) {
        this.fault = unavailable(reference);
        return undefined;
      }
      if (binding.tainted) this.tainted = true;
      if (binding.standIn === true) standIn ??= asJson(binding);
    }
    if (standIn !== undefined) this.hasStandIn = true;
    return standIn;
  }

  #read(reference: Reference): Found | undefined {
    let used: Binding | undefined;
    const resolution = resolveReference(reference, (name) => {
      const binding = bindingOf(name, this.#scope);
      if (binding === undefined) return undefined;
      used = binding;
      return binding.ok ? readableBy(asJson(binding), reference.path) : null;
    });
    if (used?.ok === false) {
      this.fault = unavailable(reference);
      return undefined;
    }
    if (used?.standIn === true) return this.#readStandIn(used, reference, resolution);
    if (resolution.kind !== "found" || used === undefined) {
      if (reference.form === "braced") this.fault = noValue(reference);
      return undefined;
    }
    if (used.tainted) this.tainted = true;
    const isWhole = used.isValue && resolution.value === asJson(used);
    const text = isWhole ? textOf(used.value as Value) : jsonText(resolution.value); // isValue says so
    return { value: resolution.value, text, rest: resolution.rest };
  }

  #readStandIn(
    binding: Extract<Binding, { ok: true }>,
    { path }: Reference,
    resolution: Resolution,
  ): Found {
    this.hasStandIn = true;
    this.tainted ||= binding.tainted;
    const value = asJson(binding);
    const isWhole = path.length === 0 && resolution.kind === "found";
    return { value, text: jsonText(value), rest: isWhole ? resolution.rest : "" };
  }
}

/** What stands in a text for something else. */
type Placeholder = { readonly reference: Reference } | EmbeddedFormula;

function fieldOf(value: Json, field: string | undefined): string | undefined {
  const found = isJsonObject(value) && field !== undefined ? value[field] : undefined;
  return typeof found === "string" ? found : undefined;
}

/** What a reference to a name may lead to. */
type Resolution = ReturnType<typeof resolveReference>;

interface Found {
  readonly value: Json;
  readonly text: string;
  readonly rest: string;
}

const HANGUL = /[\uac00-\ud7a3]/;

function bindingOf(name: string, scope: Names): Binding | undefined {
  return name === "prev" ? scope.previous : scope.names.get(name);
}

/** Whether a name, or what it is without the particle at its end, gets its value while the program runs. */
function isBoundLater(name: string, names: ReadonlyMap<string, Json | undefined>): boolean {
  if (names.has(name)) return names.get(name) === undefined;
  for (let end = name.length - 1; end > 0 && HANGUL.test(name.charAt(end)); end -= 1) {
    const shorter = name.slice(0, end);
    if (names.has(shorter) && names.get(shorter) === undefined) return true;
  }
  return false;
}

function asJson(binding: Extract<Binding, { ok: true }>): Json {
  return binding.isValue ? dataOf(binding.value as Value) : (binding.value as Json); // isValue tells which
}

function jsonText(value: Json): string {
  return typeof value === "string"
    ? value
    : textOf(
        Array.isArray(value)
          ? { kind: "list", items: value }
          : isJsonObject(value)
            ? { kind: "object", data: value }
            : { kind: "text", text: String(value) },
      );
}

/** Why a reference that leads nowhere has no value. */
export function missing(reference: Reference, scope: Scope): Unresolved {
  return bindingOf(reference.name, scope)?.ok === false
    ? unavailable(reference)
    : noValue(reference);
}

function noValue({ text }: Pick<Reference, "text">): Unresolved {
  const words = { en: `"${text}" has no value here.`, ko: `"${text}"의 값이 여기에 없어요.` };
  return { code: "undefined-variable", words };
}

function unavailable({ text }: Reference): Unresolved {
  return {
    code: "variable-unavailable",
    words: {
      en: `"${text}" has no value, because the statement that should give it failed.`,
      ko: `"${text}"에 값을 줄 문장이 실패해서 값이 없어요.`,
    },
  };
}
