import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { once } from "../../base/clock.ts";
import { isJsonObject, type JsonObject } from "../../base/json.ts";
import type { ApiCall } from "./api-call.ts";
import { type ActionDefinition, type Catalogue, cardParams, type Verb } from "./catalogue.ts";
import { definitionOf, type Entry, type NodeFile } from "./catalogue-entry.ts";
import { NODE_FILE_SCHEMA } from "./catalogue-schema.ts";
import {
  type RegistryTool,
  registeredTool,
  type ServiceEntry,
  type Services,
} from "./registry-entry.ts";
import { SERVICE_SCHEMA, TOOL_SCHEMA } from "./registry-schema.ts";
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

/** What stands in all files at once. Without a catalogue where a node file is wrong; of the registry what is wrong is left out, tool by tool. */
export type ParsedCatalogue = {
  /** Every fault with its file and line. */
  readonly problems: readonly CatalogueProblem[];
} & ({ readonly ok: true; readonly catalogue: Catalogue } | { readonly ok: false });

/** Builds the catalogue from all files. A node file's action wins over a registry tool of the same name, a later tool over an earlier one. */
export function parseCatalogue(sources: readonly CatalogueSource[]): ParsedCatalogue {
  const builder = new CatalogueBuilder();
  for (const source of sources.filter((entry) => entry.kind === "node"))
    builder.addNodeFile(source);
  const isBroken = builder.problems.length > 0;
  builder.addRegistry(sources.filter((entry) => entry.kind === "registry"));
  return isBroken
    ? { ok: false, problems: builder.problems }
    : { ok: true, catalogue: builder.catalogue(), problems: builder.problems };
}

class CatalogueBuilder {
  readonly #actions = new Map<string, ActionDefinition>();
  readonly #verbs = new Map<
    string,
    Map<string, { routes: Record<string, string>; fallback?: string }>
  >();
  readonly #tools = new Map<string, ActionDefinition>();
  readonly problems: CatalogueProblem[] = [];

  addNodeFile(source: CatalogueSource): void {
    if (!this.#accepts(NODE_FILE_SCHEMA, source)) return;
    const file = source.value as NodeFile; // validated by NODE_FILE_SCHEMA just above
    for (const [action, entry] of Object.entries(file.actions)) {
      this.#add(source, ["actions", action], file.node, action, entry, undefined);
    }
  }

  /** The services first: a tool may name one of another file. */
  addRegistry(sources: readonly CatalogueSource[]): void {
    const services = new Map<string, ServiceEntry>();
    for (const source of sources) {
      if (!isService(source.value) || !this.#accepts(SERVICE_SCHEMA, source)) continue;
      const service = source.value as ServiceEntry & JsonObject; // validated by SERVICE_SCHEMA just above
      services.set(service.service, service);
    }
    for (const source of sources)
      for (const [path, tool, service] of toolsIn(source.value))
        if (service === undefined || services.has(service))
          this.#addWritten(source, path, { tool, service }, services);
  }

  #addWritten(
    source: CatalogueSource,
    path: readonly string[],
    { tool, service }: { readonly tool: unknown; readonly service: string | undefined },
    services: Services,
  ): void {
    if (!this.#accepts(TOOL_SCHEMA, source, path, tool)) return;
    const entry = { ...(service && { service }), ...(tool as RegistryTool) }; // validated by TOOL_SCHEMA just above
    this.#addTool(source, path, entry, services);
  }

  #addTool(
    source: CatalogueSource,
    path: readonly string[],
    tool: RegistryTool,
    services: Services,
  ): void {
    const name = path.at(-1) ?? "";
    const made = registeredTool(name, tool, services);
    if ("fault" in made) {
      this.#problem(source, path, made.fault);
      return;
    }
    const { entry, api } = made;
    const node = tool.node ?? NODE_OF_TOOLS;
    const action = tool.action_name ?? name;
    const faults = this.problems.length;
    const own = this.#actions.get(`${node}:${action}`);
    if (tool.node !== undefined && own?.router !== "handler")
      this.#add(source, path, node, action, entry, api);
    else this.#checkEntry(source, path, entry, definitionOf({ node, action, entry, api }).params);
    if (this.problems.length > faults) return;
    const called = definitionOf({ node, action: `${CALL_OF_TOOLS}:${name}`, entry, api });
    this.#tools.set(name, { ...called, tool: name });
  }

  catalogue(): Catalogue {
    const nodes = [...new Set([...this.#actions.values()].map((entry) => entry.node))].sort();
    return { actions: this.#actions, nodes, verbs: this.#verbs, apiTools: this.#tools };
  }

  #accepts(
    schema: object,
    source: CatalogueSource,
    at: readonly string[] = [],
    value = source.value,
  ): boolean {
    if (source.isPrepared) return true;
    const validate = validatorOf(schema);
    if (validate(value)) return true;
    for (const error of validate.errors ?? []) {
      const path = [...at, ...error.instancePath.split("/").slice(1).map(unescapePointer)];
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
    const faults = this.problems.length;
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
    if (this.problems.length > faults) return;
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
    if (taken !== undefined && taken !== action) {
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
    this.problems.push({ file: source.file, line: source.lineOf(path), message });
  }
}

/** The node of tools that name none, and the action by which they are called. */
const NODE_OF_TOOLS = "source";
const CALL_OF_TOOLS = "call";

function isService(value: unknown): boolean {
  return isJsonObject(value) && typeof value["service"] === "string";
}

/** Each tool of a file with its place: those of its service, or, where the file is none, each by its name. */
function toolsIn(
  value: unknown,
): readonly (readonly [path: readonly string[], tool: unknown, service: string | undefined])[] {
  if (!isJsonObject(value)) return [];
  const { service, tools = {} } = value;
  if (typeof service !== "string")
    return Object.entries(value).map(([name, tool]) => [[name], tool, undefined]);
  return Object.entries(isJsonObject(tools) ? tools : {}).map(([name, tool]) => [
    ["tools", name],
    tool,
    service,
  ]);
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
    ...Object.keys(entry.also ?? {}).map((name) => ["also", name] as const),
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

const OPTIONS = {
  allErrors: true,
  strict: true,
  allowUnionTypes: true,
  code: { optimize: false },
} as const;

/** One compiler serves all: making one, with the schema of schemas, takes longer than most schemas do. */
const checking = once(() => new Ajv2020(OPTIONS));

/** Knows no schema of schemas: for what was compiled by the other one before, by this process or the build. */
const trusting = once(() => new Ajv2020({ ...OPTIONS, meta: false, validateSchema: false }));

/**
 * The check of a JSON Schema (draft 2020-12, strict), compiled once for the same schema object; it gathers all errors. Throws where the
 * object is no such schema. `isGood` says that it is known to be one, and need not be checked itself.
 */
export function validatorOf<Value = unknown>(
  schema: object,
  { isGood = false }: { readonly isGood?: boolean } = {},
): ValidateFunction<Value> {
  const known = COMPILED.get(schema);
  // A compiled schema says nothing of the type: whoever asks names the type that the schema describes.
  if (known !== undefined) return known as ValidateFunction<Value>;
  const compiler = isGood ? trusting() : checking();
  try {
    const validate = compiler.compile<Value>(schema);
    COMPILED.set(schema, validate);
    return validate;
  } finally {
    // Kept above, as long as the schema lives; the compiler itself would keep those of every reload.
    compiler.removeSchema(schema);
  }
}
