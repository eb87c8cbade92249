import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import type { JsonObject } from "../../base/json.ts";
import {
  type ActionDefinition,
  type ApiCall,
  type Catalogue,
  cardParams,
  type Verb,
} from "./catalogue.ts";
import {
  apiCallOf,
  definitionOf,
  type Entry,
  type NodeFile,
  type RegistryFile,
} from "./catalogue-entry.ts";
import { NODE_FILE_SCHEMA, REGISTRY_FILE_SCHEMA } from "./catalogue-schema.ts";
import { resultFault } from "./result-type.ts";

/** A YAML file already read: `lineOf` gives the line (from 1) of a path of keys, as far as it is known. */
export interface CatalogueSource {
  readonly file: string;
  readonly kind: "node" | "registry";
  readonly value: unknown;
  readonly lineOf: (path: readonly string[]) => number;
  /** Its schemas were found good before: they are not checked again. */
  readonly isPrepared?: boolean;
}

/** One fault of a data file. */
export interface CatalogueProblem {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** Builds the catalogue from all files at once, or tells every problem with its file and line; never half of it. A node file's action wins over a registry tool of the same name. */
export function parseCatalogue(
  sources: readonly CatalogueSource[],
):
  | { readonly ok: true; readonly catalogue: Catalogue }
  | { readonly ok: false; readonly problems: readonly CatalogueProblem[] } {
  const builder = new CatalogueBuilder();
  for (const source of sources.filter((entry) => entry.kind === "node"))
    builder.addNodeFile(source);
  for (const source of sources.filter((entry) => entry.kind === "registry"))
    builder.addRegistryFile(source);
  return builder.finish();
}

class CatalogueBuilder {
  readonly #actions = new Map<string, ActionDefinition>();
  readonly #verbs = new Map<
    string,
    Map<string, { routes: Record<string, string>; fallback?: string }>
  >();
  readonly #problems: CatalogueProblem[] = [];

  addNodeFile(source: CatalogueSource): void {
    if (!this.#accepts(NODE_FILE_SCHEMA, source)) return;
    const file = source.value as NodeFile; // validated by NODE_FILE_SCHEMA just above
    for (const [action, entry] of Object.entries(file.actions)) {
      this.#add(source, ["actions", action], file.node, action, entry, undefined);
    }
  }

  addRegistryFile(source: CatalogueSource): void {
    if (!this.#accepts(REGISTRY_FILE_SCHEMA, source)) return;
    const file = source.value as RegistryFile; // validated by REGISTRY_FILE_SCHEMA just above
    for (const [name, tool] of Object.entries(file.tools)) {
      const action = tool.action_name ?? name;
      if (this.#actions.has(`${tool.node}:${action}`)) continue;
      this.#add(source, ["tools", name], tool.node, action, tool, apiCallOf(file, tool));
    }
  }

  finish(): ReturnType<typeof parseCatalogue> {
    if (this.#problems.length > 0) return { ok: false, problems: this.#problems };
    const nodes = [...new Set([...this.#actions.values()].map((entry) => entry.node))].sort();
    return { ok: true, catalogue: { actions: this.#actions, nodes, verbs: this.#verbs } };
  }

  #accepts(schema: object, source: CatalogueSource): boolean {
    if (source.isPrepared) return true;
    const validate = validatorOf(schema);
    if (validate(source.value)) return true;
    for (const error of validate.errors ?? []) {
      const path = error.instancePath.split("/").slice(1).map(unescapePointer);
      this.#problem(source, path, `${path.join(".") || "The file"} ${describeError(error)}.`);
    }
    return false;
  }

  #add(
    source: CatalogueSource,
    path: readonly string[],
    node: string,
    action: string,
    entry: Entry,
    api: ApiCall | undefined,
  ): void {
    const definition = definitionOf({ node, action, entry, api });
    this.#checkEntry(source, path, entry, definition.params);
    const mayWait =
      definition.approval ||
      definition.approvalIn !== undefined ||
      definition.approvalBeyond !== undefined;
    if (mayWait && entry.card === undefined) {
      this.#problem(
        source,
        path,
        `"${node}:${action}" waits for approval, so it needs a "card" saying what it will do.`,
      );
    }
    this.#actions.set(`${node}:${action}`, definition);
    for (const route of entry.verbs ?? []) this.#addVerb(source, path, node, action, route);
  }

  #checkEntry(
    source: CatalogueSource,
    path: readonly string[],
    entry: Entry,
    params: JsonObject,
  ): void {
    const known = new Set(Object.keys(entry.params ?? {}));
    for (const [key, name] of mentionedIn(entry)) {
      if (name !== undefined && !known.has(name))
        this.#problem(
          source,
          [...path, key],
          `"${key}" names the parameter "${name}", which "params" does not have.`,
        );
    }
    const fault = resultFault(entry.returns);
    if (fault !== undefined) this.#problem(source, [...path, "returns"], fault);
    if (source.isPrepared) return;
    try {
      validatorOf(params);
    } catch (error) {
      this.#problem(
        source,
        [...path, "params"],
        `"params" is not a JSON Schema: ${error instanceof Error ? error.message : String(error)}.`,
      );
    }
  }

  #addVerb(
    source: CatalogueSource,
    path: readonly string[],
    node: string,
    action: string,
    route: { readonly verb: string; readonly type?: string },
  ): void {
    const verbs =
      this.#verbs.get(node) ??
      new Map<string, { routes: Record<string, string>; fallback?: string }>();
    this.#verbs.set(node, verbs);
    const verb = verbs.get(route.verb) ?? { routes: Object.create(null) as Record<string, string> }; // null prototype: route names come from data
    verbs.set(route.verb, verb);
    const taken = route.type === undefined ? verb.fallback : verb.routes[route.type];
    if (taken !== undefined) {
      const name =
        route.type === undefined ? `"${route.verb}"` : `"${route.verb}" with type "${route.type}"`;
      this.#problem(
        source,
        [...path, "verbs"],
        `The verb ${name} of "${node}" already leads to "${taken}".`,
      );
      return;
    }
    if (route.type === undefined) verb.fallback = action;
    else verb.routes[route.type] = action;
  }

  #problem(source: CatalogueSource, path: readonly string[], message: string): void {
    this.#problems.push({ file: source.file, line: source.lineOf(path), message });
  }
}

function describeError(error: ErrorObject): string {
  const extra = error.params["additionalProperty"];
  if (typeof extra === "string") return `has the unknown key "${extra}"`;
  const allowed = error.params["allowedValues"];
  if (Array.isArray(allowed))
    return `must be one of ${allowed.map((value) => `"${String(value)}"`).join(", ")}`;
  return error.message ?? "is not as expected";
}

function unescapePointer(part: string): string {
  return part.replace(/~1/g, "/").replace(/~0/g, "~");
}

/** Verbs of one node; empty when it has none. */
export function verbsOf(catalogue: Catalogue, node: string): ReadonlyMap<string, Verb> {
  return catalogue.verbs.get(node) ?? new Map();
}

/** The parameters that an entry speaks of, under the key that does. */
function mentionedIn(entry: Entry): readonly (readonly [string, string | undefined])[] {
  return [
    ["target", entry.target],
    ["input", entry.input?.param],
    ...Object.keys(entry.roles ?? {}).map((name) => ["roles", name] as const),
    ...Object.keys(entry.files ?? {}).map((name) => ["files", name] as const),
    ...Object.keys(entry.targets ?? {}).map((name) => ["targets", name] as const),
    ...(entry.required ?? []).map((name) => ["required", name] as const),
    ...(entry.reads_without ?? []).map((name) => ["reads_without", name] as const),
    ["approval_when", entry.approval_when?.param],
    ["personal", entry.personal === true ? undefined : entry.personal?.param],
    ["runs", entry.runs?.program],
    ["runs", entry.runs?.workflow],
    ["runs", entry.runs?.steps],
    ["runs", entry.runs?.agent],
    ["runs", entry.runs?.fed_by?.param],
    ...placesOf(entry.deed).map((name) => ["deed", name] as const),
  ];
}

/** Every parameter that the words of a deed name. */
function placesOf(deed: Entry["deed"]): readonly string[] {
  if (deed === undefined) return [];
  const { ask, verb, done, undone, note, unsure, many, edits, silent = [] } = deed;
  const texts = [ask, verb, done, undone, note, unsure?.say, unsure?.again, unsure?.did];
  return [
    ...texts.flatMap((text) => (text ? cardParams(`${text.ko} ${text.en}`) : [])),
    ...(many === undefined ? [] : [many.names]),
    ...(edits === undefined ? [] : [edits]),
    ...silent,
  ];
}

const COMPILED = new WeakMap<object, ValidateFunction>();

let compiler: Ajv2020 | undefined;

/**
 * The check of a JSON Schema (draft 2020-12, strict), compiled once for the same schema object; it gathers all errors. Throws where the
 * object is no such schema. One compiler serves all: making one, with the schema of schemas, takes longer than most schemas do.
 */
export function validatorOf<Value = unknown>(schema: object): ValidateFunction<Value> {
  const known = COMPILED.get(schema);
  // A compiled schema says nothing of the type: whoever asks names the type that the schema describes.
  if (known !== undefined) return known as ValidateFunction<Value>;
  compiler ??= new Ajv2020({
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
    code: { optimize: false },
  });
  try {
    const validate = compiler.compile<Value>(schema);
    COMPILED.set(schema, validate);
    return validate;
  } finally {
    // Kept above, as long as the schema lives; the compiler itself would keep those of every reload.
    compiler.removeSchema(schema);
  }
}
