import type { JsonObject } from "../../base/json.ts";
import type { Localized } from "../../base/localized.ts";
import {
  type ApiAuth,
  type ApiCall,
  type ApiService,
  type ApiStep,
  type BodyForm,
  type Change,
  type ErrorRule,
  type Pages,
  type Transform,
  variablesOf,
  type ZippedItems,
} from "./api-call.ts";
import type { Entry } from "./catalogue-entry.ts";
import { isListType, kindOfResult, type ResultType } from "./result-type.ts";

/** A request as it stands in a file. */
interface StepEntry {
  readonly base_url?: string;
  readonly endpoint?: string;
  readonly address?: string;
  readonly method?: "GET" | "POST";
  readonly query?: ApiStep["query"];
  readonly fixed?: Readonly<Record<string, string>>;
  readonly json?: JsonObject;
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyForm;
  readonly zipped?: ZippedItems;
  readonly pages?: Omit<Pages, "most"> & { readonly most?: number };
  readonly response?: Transform;
  readonly transform?: string;
}

/** A tool as it stands in a file. */
export interface RegistryTool
  extends Omit<Entry, "description" | "effect" | "returns">,
    Partial<StepEntry> {
  readonly description: Localized | string;
  readonly effect?: Entry["effect"];
  readonly returns?: ResultType;
  /** Another name of `target`. */
  readonly target_key?: string;
  readonly service?: string;
  /** Without one it is called by `[system:call]` alone. */
  readonly node?: string;
  readonly action_name?: string;
  readonly steps?: Readonly<
    Record<
      string,
      StepEntry & { readonly service?: string; readonly on_error?: "stop" | "continue" }
    >
  >;
  /** The values of this parameter are the answer. */
  readonly table?: string;
  readonly merge?: ApiCall["merge"];
  readonly each?: { readonly param: string; readonly until?: string; readonly most?: number };
  readonly defaults?: JsonObject;
  readonly values?: ApiCall["values"];
  readonly say?: Localized;
  readonly series?: ApiCall["series"] & object;
  readonly cache?: number;
}

/** A service as it stands in a file. */
export interface ServiceEntry {
  readonly service: string;
  readonly title?: Localized | string;
  readonly base_url: string;
  readonly key_page?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly browser?: true;
  readonly page?: "nothing";
  readonly auth?: ApiAuth;
  readonly body?: BodyForm;
  readonly errors?: readonly ErrorRule[];
  readonly rate?: ApiService["rate"] & object;
  readonly retry?: number;
  readonly cache?: number;
  /** Meant for every tool of the service. */
  readonly query?: ApiStep["query"];
  readonly fixed?: Readonly<Record<string, string>>;
  readonly defaults?: JsonObject;
  readonly values?: ApiCall["values"];
  /** Transforms by name. */
  readonly transforms?: Readonly<Record<string, Transform>>;
  readonly tools?: Readonly<Record<string, unknown>>;
}

/** The services that are declared, by name. */
export type Services = ReadonlyMap<string, ServiceEntry>;

const DEFAULT_RETRIES = 2;
const DEFAULT_LIMIT = 50;
const DEFAULT_EACH = 10;
const DEFAULT_PAGES = 5;

/** The calls of a tool and its entry with every default filled in, or the sentence that says why it is none. */
export function registeredTool(
  name: string,
  tool: RegistryTool,
  services: Services,
): { readonly entry: Entry; readonly api: ApiCall } | { readonly fault: string } {
  const reader = new ToolReader(name, tool, services);
  const api = reader.call();
  return reader.fault === undefined && api !== undefined
    ? { entry: entryOf(tool, api), api }
    : { fault: reader.fault ?? "It names no service." };
}

/** A service with its defaults. */
function serviceOf(entry: ServiceEntry): ApiService {
  const { service, title = service } = entry;
  return {
    service,
    title: localized(title),
    baseUrl: entry.base_url.replace(/\/$/, ""),
    headers: entry.headers ?? {},
    ...(entry.auth === undefined ? {} : { auth: entry.auth }),
    ...(entry.key_page === undefined ? {} : { keyPage: entry.key_page }),
    body: entry.body ?? "json",
    errors: entry.errors ?? [],
    ...(entry.rate === undefined ? {} : { rate: entry.rate }),
    ...(entry.browser && { asBrowser: entry.browser }),
    ...(entry.page && { isPageNothing: true as const }),
    retries: entry.retry ?? DEFAULT_RETRIES,
  };
}

/** Puts together what a tool, its service and named transforms say; the first fault is kept. */
class ToolReader {
  fault: string | undefined;
  readonly #name: string;
  readonly #tool: RegistryTool;
  readonly #services: Services;

  constructor(name: string, tool: RegistryTool, services: Services) {
    this.#name = name;
    this.#tool = tool;
    this.#services = services;
  }

  call(): ApiCall | undefined {
    const tool = this.#tool;
    const own = this.#service(tool.service);
    if (own === undefined) return undefined;
    const steps = this.#steps(own);
    const isJoined = tool.steps !== undefined || tool.table !== undefined;
    const table = tool.table === undefined ? undefined : tableOf(own.values?.[tool.table] ?? {});
    const last = isJoined ? this.#transform(own, tool) : {};
    return {
      tool: this.#name,
      service: serviceOf(own),
      steps,
      merge: tool.merge ?? "concat",
      ...(tool.each === undefined ? {} : { each: { most: DEFAULT_EACH, ...tool.each } }),
      defaults: { ...own.defaults, ...tool.defaults },
      values: { ...own.values, ...tool.values },
      ...(table === undefined ? {} : { table }),
      response: { limit: table?.length ?? DEFAULT_LIMIT, ...last },
      ...(tool.say === undefined ? {} : { say: tool.say }),
      ...(tool.series === undefined ? {} : { series: tool.series }),
      cacheS: tool.cache ?? own.cache ?? 0,
    };
  }

  #steps(own: ServiceEntry): readonly ApiStep[] {
    const { steps, ...single } = this.#tool;
    if (single.table !== undefined) return [];
    if (steps !== undefined)
      return Object.entries(steps).flatMap(([id, step]) => {
        const service = step.service === undefined ? own : this.#service(step.service);
        const mayFail = step.on_error === "continue";
        if (step.endpoint === undefined && step.address === undefined)
          this.fault ??= `Its step "${id}" needs an "endpoint", or an "address" that another step gave.`;
        return service === undefined ? [] : [this.#step(id, step, service, mayFail)];
      });
    const { endpoint } = single;
    if (endpoint === undefined) {
      this.fault ??= 'It needs an "endpoint", or "steps".';
      return [];
    }
    return [this.#step(this.#name, { ...single, endpoint }, own, false)];
  }

  #step(id: string, step: StepEntry, own: ServiceEntry, mayFail: boolean): ApiStep {
    const { address, json, form, pages, zipped } = step;
    const isPost = json !== undefined || form !== undefined;
    return {
      id,
      service: serviceOf(own),
      baseUrl: (step.base_url ?? own.base_url).replace(/\/$/, ""),
      endpoint: step.endpoint ?? "",
      ...(address && { address }),
      method: step.method ?? (isPost ? "POST" : "GET"),
      query: { ...this.#targetByName(own), ...own.query, ...step.query },
      fixed: { ...own.fixed, ...step.fixed },
      ...(json && { json }),
      ...(form && { form }),
      headers: { ...own.headers, ...step.headers },
      body: step.body ?? own.body ?? "json",
      ...(pages && { pages: { most: DEFAULT_PAGES, ...pages } }),
      ...(zipped && { zipped }),
      response: this.#transform(own, step),
      mayFail,
    };
  }

  /** The target of a tool that says no place of it is sent under its own name. */
  #targetByName(own: ServiceEntry): ApiStep["query"] {
    const { target_key: key, target = key, query, steps, ...tool } = this.#tool;
    const isSaid = query !== undefined || steps !== undefined || own.query !== undefined;
    const isNamed = target === undefined || JSON.stringify(tool).includes(`{${target}`);
    return isSaid || isNamed ? {} : { [target]: target };
  }

  #transform(own: ServiceEntry, { response, transform }: Partial<StepEntry>): Transform {
    if (transform === undefined) return response ?? {};
    const named = own.transforms?.[transform];
    if (named === undefined)
      this.fault ??= `It names the transform "${transform}", which "transforms" of the service "${own.service}" does not have.`;
    return { ...named, ...response };
  }

  #service(name: string | undefined): ServiceEntry | undefined {
    const found = name === undefined ? undefined : this.#services.get(name);
    if (found === undefined)
      this.fault ??= `It names the service "${name ?? ""}", which no file declares.`;
    return found;
  }
}

/** The values of a parameter, one row for each code: its first name, and the others. */
function tableOf(values: Readonly<Record<string, string>>): readonly JsonObject[] {
  const names = new Map<string, string[]>();
  for (const [name, code] of Object.entries(values))
    names.set(code, [...(names.get(code) ?? []), name]);
  return [...names].map(([code, [name = "", ...also]]) => ({ name, code, also: also.join(", ") }));
}

function entryOf(tool: RegistryTool, api: ApiCall): Entry {
  const target = tool.target ?? tool.target_key;
  const params = tool.params ?? (target === undefined ? {} : { [target]: { type: "string" } });
  const entry = {
    ...tool,
    description: localized(tool.description),
    effect: tool.effect ?? "read",
    taints: tool.taints ?? true,
    params,
    requires: [...(tool.requires ?? []), ...keysOf(api)],
  };
  return {
    ...entry,
    ...(target === undefined ? {} : { target }),
    returns: resultOf(tool.returns ?? "list", api),
  };
}

/** What must be set before the tool can answer. */
function keysOf({ steps }: ApiCall): readonly string[] {
  const needed = steps
    .filter(({ mayFail, service }) => !mayFail && service.auth?.optional !== true)
    .flatMap(({ service }) => variablesOf(service));
  const names = [...new Set(needed)];
  return names.length === 0 ? [] : [`env:${names.join("+")}`];
}

/** A tool gives the fields that its answer is mapped to, unless it says more of them. */
function resultOf(returns: ResultType, { response, steps }: ApiCall): ResultType {
  if (typeof returns !== "string" || kindOfResult(returns) === "text") return returns;
  const { fields } = response.fields === undefined ? (steps.at(-1)?.response ?? {}) : response;
  const types = Object.entries(fields ?? {}).map(([name, field]) => [name, typeOf(field)] as const);
  const item = Object.fromEntries(types);
  if (types.length === 0) return returns;
  return kindOfResult(returns) === "list" || isListType(returns) ? [item] : item;
}

const TYPES: Readonly<Partial<Record<Change, string>>> = {
  text: "text",
  lower: "text",
  symbol: "text",
  html: "text",
  index_text: "text",
  km: "number",
  minutes: "number",
  number: "number",
  integer: "number",
  date: "date",
  time: "datetime",
};

function typeOf(field: NonNullable<Transform["fields"]>[string]): string {
  if (typeof field === "string") return "json";
  if (field.template !== undefined) return "text";
  return (field.as === undefined ? undefined : TYPES[field.as]) ?? "json";
}

function localized(text: Localized | string): Localized {
  return typeof text === "string" ? { ko: text, en: text } : text;
}
