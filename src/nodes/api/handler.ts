import type { Clock } from "../../base/clock.ts";
import type { Fetch } from "../../base/fetch.ts";
import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Localized } from "../../base/localized.ts";
import type { ApiCall, ApiService, ApiStep } from "../../engine/catalogue/api-call.ts";
import type { ActionDefinition } from "../../engine/catalogue/catalogue.ts";
import type { ReadyCall } from "../../engine/execute/action-types.ts";
import { failure, type Outcome, success, type Value } from "../../engine/values/outcome.ts";
import { worded } from "../localize.ts";
import { answerText, saidLines } from "./answer-text.ts";
import { faultOf, isPage, readBody, readZippedItems } from "./body.ts";
import { requestOf, settledParams } from "./request.ts";
import { ServiceClient } from "./service-client.ts";
import { filled, type Scope, scopeOf, textOf, valueAt } from "./template.ts";
import { listOf, wrapped } from "./transform.ts";
import { type FailureOutcome, failed } from "./upstream.ts";

/** Runs an action whose catalogue entry is a declared API call. Throws only on abort, or for an entry without one. */
export type ApiRouter = (definition: ActionDefinition, call: ReadyCall) => Promise<Outcome>;

/** What the router is made of. */
export interface ApiParts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** The value of a configured variable. */
  readonly environment: (name: string) => string | undefined;
}

/** Makes the router of `router: api` actions: no code for a new API, only its entry. Answers, tokens and paces are shared by all its calls. */
export function createApiRouter(parts: ApiParts): ApiRouter {
  const client = new ServiceClient(parts.clock, parts.environment);
  return async (definition, call) => {
    const { api } = definition;
    if (api === undefined)
      throw new TypeError(`"${definition.node}:${definition.action}" declares no API call.`);
    const runner = new ApiRun(parts, client, definition, call);
    const found = await runner.results(api);
    if (!("items" in found)) return found;
    const value = promisedValue(definition, api, found, { call, nowMs: parts.clock.now() });
    return value === undefined
      ? failed("not-found", worded(call, NO_RESULTS))
      : success(value, { tainted: definition.taints });
  };
}

/** What the requests of a call gave. */
interface Found {
  readonly items: readonly Json[];
  /** The newest body, and when the oldest was had. */
  readonly root: Json;
  readonly atMs: number;
  readonly scope: Scope;
  /** Who answered, where that is not the service of the tool. */
  readonly by?: ApiService;
}

/** One call of a tool: its requests, one after another where they need each other. */
class ApiRun {
  readonly #parts: ApiParts;
  readonly #client: ServiceClient;
  readonly #definition: ActionDefinition;
  readonly #call: ReadyCall;

  constructor(
    parts: ApiParts,
    client: ServiceClient,
    definition: ActionDefinition,
    call: ReadyCall,
  ) {
    this.#parts = parts;
    this.#client = client;
    this.#definition = definition;
    this.#call = call;
  }

  async results(api: ApiCall): Promise<Found | FailureOutcome> {
    const asked = scopeOf(this.#call.actor, this.#parts.clock.now());
    const params = settledParams(api, this.#call.params, asked);
    const scope = { ...asked, values: params };
    const atMs = this.#parts.clock.now();
    const found =
      api.table === undefined
        ? await this.#each(api, scope)
        : { items: api.table, root: [], atMs, scope };
    if (!("items" in found)) return found;
    return { ...found, items: listOf(found.items, api.response, found.scope) };
  }

  /** Once for each value of the parameter that is gone through. */
  async #each(api: ApiCall, scope: Scope): Promise<Found | FailureOutcome> {
    const { each } = api;
    const values =
      each === undefined
        ? undefined
        : (monthsOf(scope.values, each) ?? valuesOf(scope.values[each.param]));
    if (each === undefined || values === undefined) return this.#steps(api, scope);
    const results = await Promise.all(
      values
        .slice(0, each.most)
        .map((value) =>
          this.#steps(api, { ...scope, values: { ...scope.values, [each.param]: value } }),
        ),
    );
    return merged(results, "concat");
  }

  async #steps(api: ApiCall, scope: Scope): Promise<Found | FailureOutcome> {
    if (api.merge === "first") return this.#firstThatFinds(api, scope);
    const results: (Found | FailureOutcome)[] = [];
    let values = scope.values;
    const waves = wavesOf(api.steps);
    for (const wave of waves) {
      const found = await Promise.all(
        wave.map((step) => this.#step(api, step, { ...scope, values })),
      );
      const fatal = found.find((result, at) => !("items" in result) && wave[at]?.mayFail !== true);
      if (fatal !== undefined) return fatal;
      results.push(...found);
      const gave = wave.map(({ id }, at) => [id, itemsIn(found[at])] as const);
      values = { ...values, ...Object.fromEntries(gave) };
    }
    return merged(results, waves.length > 1 ? "last" : api.merge);
  }

  /** One request after another until one finds something; those that others need find nothing by themselves. */
  async #firstThatFinds(api: ApiCall, scope: Scope): Promise<Found | FailureOutcome> {
    const results: (Found | FailureOutcome)[] = [];
    let values = scope.values;
    for (const step of api.steps) {
      const found = await this.#step(api, step, { ...scope, values });
      if (!("items" in found) && !step.mayFail) return found;
      values = { ...values, [step.id]: itemsIn(found) };
      if (api.steps.some((other) => needs(other, step.id))) continue;
      if ("items" in found && found.items.length > 0) return { ...found, by: step.service };
      results.push(found);
    }
    return results.at(-1) ?? merged([], "last");
  }

  async #step(api: ApiCall, step: ApiStep, scope: Scope): Promise<Found | FailureOutcome> {
    const missing = this.#client.missingKey(step.service);
    if (missing !== undefined) return this.#needsKey(missing, step.service);
    if (api.steps.some(({ id }) => needs(step, id) && textOf(scope.values[id]) === ""))
      return { items: [], root: [], atMs: this.#parts.clock.now(), scope };
    const limit = limitOf(scope.values);
    const items: Json[] = [];
    let page = firstPage(step);
    for (let count = 1; ; count += 1) {
      const got = await this.#page(api, step, scope, page);
      if (!("items" in got)) return got;
      items.push(...got.items);
      page = nextPage(step, got.root, count);
      const isEnough = got.items.length === 0 || limit === undefined || items.length >= limit;
      if (page === undefined || isEnough)
        return { ...got, items: limit === undefined ? items : items.slice(0, limit) };
    }
  }

  async #page(
    api: ApiCall,
    step: ApiStep,
    scope: Scope,
    page: Readonly<Record<string, string>> | undefined,
  ): Promise<Found | FailureOutcome> {
    const { title } = step.service;
    const made = requestOf(step, scope, page);
    if ("badPart" in made) return this.#failed("bad-parameter", badPart(made.badPart));
    if ("strange" in made) return this.#failed("upstream-changed", strangeAddress(step));
    const asking = { fetch: this.#parts.fetch, call: this.#call, name: title };
    const { service } = step;
    const isRead = this.#definition.effect === "read";
    const asked = { service, request: made.request, isRead, cacheS: api.cacheS };
    const answer = await this.#client.ask(asking, asked);
    if (!answer.ok && answer.failure.code === "upstream-404")
      return this.#failed("not-found", NO_RESULTS);
    if (!answer.ok) return answer;
    const root =
      step.zipped === undefined
        ? readBody(answer.response, step.body)
        : await readZippedItems(answer.response.body, {
            ...step.zipped,
            is: filled(step.zipped.is, scope),
          });
    if (root === undefined && service.isPageNothing === true && isPage(answer.response))
      return { items: [], root: [], atMs: answer.atMs, scope };
    if (root === undefined) return this.#failed("upstream-changed", unreadable(step));
    const fault = faultOf(root, service.errors);
    if (fault !== undefined && fault !== "nothing") {
      const words = this.#client.masked(fault.error, service);
      return this.#failed("upstream-error", {
        ko: `${title.ko} 오류: ${words}`,
        en: `${title.en} says: ${words}`,
      });
    }
    const items = fault === "nothing" ? [] : listOf(root, step.response, scope);
    return { items, root, atMs: answer.atMs, scope };
  }

  /** Says which service it is; the cause, for who can mend it, how a key is had. */
  #needsKey(name: string, { title, keyPage }: ApiService): FailureOutcome {
    const message = worded(this.#call, keyWanted(name, keyPage));
    const cause = [{ code: "key-not-set", message, retryable: false }];
    const words = {
      ko: korean`${title.ko}에는 키가 필요해요.`,
      en: `${title.en} needs a key.`,
    };
    return failure("needs-key", worded(this.#call, words), { cause });
  }

  #failed(code: string, words: Localized): FailureOutcome {
    return failed(code, worded(this.#call, words));
  }
}

/** Several results as one: a failure only where all failed. */
function merged(
  results: readonly (Found | FailureOutcome)[],
  way: ApiCall["merge"],
): Found | FailureOutcome {
  const found = results.filter((result) => "items" in result);
  const [first] = found;
  const last = found.at(-1);
  const [bad] = results.filter((result) => !("items" in result));
  if (first === undefined || last === undefined)
    return bad ?? { items: [], root: [], atMs: 0, scope: { values: {} } };
  const chosen = way === "last" ? last : (found.find((each) => each.items.length > 0) ?? first);
  const items = way === "concat" ? found.flatMap((each) => each.items) : chosen.items;
  return {
    ...(way === "first" ? chosen : last),
    items,
    atMs: Math.min(...found.map(({ atMs }) => atMs)),
  };
}

/** The value in the form the entry promises; nothing where an object was promised and none came. */
function promisedValue(
  definition: ActionDefinition,
  api: ApiCall,
  { items, root, atMs, scope, by = api.service }: Found,
  { call, nowMs }: { readonly call: ReadyCall; readonly nowMs: number },
): Value | undefined {
  const [first] = items;
  const text =
    items.length === 0
      ? worded(call, NO_RESULTS)
      : answerText(api, items, call.actor, { atMs, nowMs, by });
  const { wrap } =
    api.response.wrap === undefined ? (api.steps.at(-1)?.response ?? {}) : api.response;
  if (wrap !== undefined)
    return { kind: "object", data: wrapped(wrap, items, { scope, root }), text };
  if (definition.returns === "text") {
    const lines = api.say === undefined ? items.map(textOfItem) : saidLines(api, items, call.actor);
    return { kind: "text", text: lines.join("\n") };
  }
  if (definition.returns === "object") {
    if (!isJsonObject(first)) return undefined;
    return { kind: "object", data: first, ...(api.say === undefined ? {} : { text }) };
  }
  return { kind: "list", items, text };
}

const NO_RESULTS: Localized = { ko: "결과가 없어요.", en: "No results." };

function textOfItem(item: Json): string {
  return typeof item === "string" ? item : JSON.stringify(item, null, 2);
}

/** How many the caller asked for. */
function limitOf(params: JsonObject): number | undefined {
  const { limit } = params;
  return typeof limit === "number" && limit >= 1 ? limit : undefined;
}

function itemsIn(found: Found | FailureOutcome | undefined): readonly Json[] {
  return found !== undefined && "items" in found ? found.items : [];
}

/** The requests in the order in which they may be sent, those together that need nothing of each other. */
function wavesOf(steps: readonly ApiStep[]): readonly (readonly ApiStep[])[] {
  const isReady = (step: ApiStep): boolean =>
    !steps.some(({ id }) => id !== step.id && needs(step, id));
  const ready = steps.filter(isReady);
  if (ready.length === 0 || ready.length === steps.length) return steps.length === 0 ? [] : [steps];
  return [ready, ...wavesOf(steps.filter((step) => !isReady(step)))];
}

/** Whether a request names what another gave. */
function needs({ address = "", endpoint, fixed, json, form }: ApiStep, id: string): boolean {
  const texts = JSON.stringify([address, endpoint, fixed, json ?? null, form ?? null]);
  return texts.includes(`{${id}}`) || texts.includes(`{${id}.`) || texts.includes(`{${id}|`);
}

function valuesOf(value: Json | undefined): readonly Json[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value !== "string" || !value.includes(",")) return undefined;
  return value.split(",").flatMap((part) => part.trim() || []);
}

/** The months from one parameter to the other, both `YYYYMM` with or without a hyphen; nothing where the second is not said. */
function monthsOf(
  params: JsonObject,
  { param, until, most }: NonNullable<ApiCall["each"]>,
): readonly string[] | undefined {
  const [first, last] = [params[param], until === undefined ? undefined : params[until]].map(
    (value) => /^(\d{4})-?(\d\d)/.exec(textOf(value)),
  );
  if (!first || !last) return undefined;
  const numberOf = ([, year, month]: RegExpExecArray): number =>
    Number(year) * 12 + Number(month) - 1;
  const count = Math.min(most, Math.max(1, numberOf(last) - numberOf(first) + 1));
  return Array.from({ length: count }, (_none, at) => {
    const month = numberOf(first) + at;
    return `${Math.floor(month / 12)}${String((month % 12) + 1).padStart(2, "0")}`;
  });
}

function firstPage({ pages }: ApiStep): Readonly<Record<string, string>> | undefined {
  if (pages === undefined || pages.cursor !== undefined) return undefined;
  return { [pages.by]: String(pages.start ?? 1) };
}

/** What the query of the next page holds; nothing behind the last. */
function nextPage(
  { pages }: ApiStep,
  root: Json,
  count: number,
): Readonly<Record<string, string>> | undefined {
  if (pages === undefined || count >= pages.most) return undefined;
  const { by, start = 1, step = 1, cursor } = pages;
  if (cursor === undefined) return { [by]: String(start + count * step) };
  const next = textOf(valueAt(root, cursor));
  return next === "" ? undefined : { [by]: next };
}

function keyWanted(name: string, keyPage: string | undefined): Localized {
  const put = {
    ko: korean`환경 변수 ${name}에 넣어 주세요.`,
    en: `put it in the environment variable ${name}.`,
  };
  if (keyPage === undefined) return { ko: `키를 ${put.ko}`, en: `Get a key and ${put.en}` };
  return { ko: `${keyPage} 에서 받아 ${put.ko}`, en: `Get one at ${keyPage} and ${put.en}` };
}

function badPart(name: string): Localized {
  return {
    ko: `"${name}" 값은 주소의 한 부분이 되므로 비어 있거나 "."일 수 없어요.`,
    en: `"${name}" becomes a part of the address, so it cannot be empty or dots.`,
  };
}

function strangeAddress({ service }: ApiStep): Localized {
  return {
    ko: korean`${service.title.ko}이(가) 준 주소가 그 서비스의 것이 아니에요.`,
    en: `${service.title.en} gave an address that is not its own.`,
  };
}

function unreadable({ service, body }: ApiStep): Localized {
  const form = body.toUpperCase();
  return {
    ko: korean`${service.title.ko}의 답이 ${form} 형식이 아니에요.`,
    en: `${service.title.en} answered with something that is not ${form}.`,
  };
}
