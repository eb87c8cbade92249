import type { Fetch, FetchRequest } from "../../base/fetch.ts";
import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import type { Localized } from "../../base/localized.ts";
import type { ActionDefinition, ApiCall } from "../../engine/catalogue/catalogue.ts";
import type { ReadyCall } from "../../engine/execute/action-types.ts";
import { type Outcome, success, type Value } from "../../engine/values/outcome.ts";
import { worded } from "../localize.ts";
import { errorOfBody, itemsOfBody, itemsText, readApiBody, valueAt } from "./response.ts";
import { askUpstream, type FailureOutcome, failed } from "./upstream.ts";

/** Runs an action whose catalogue entry is a declared API call. Throws only on abort, or for an entry without one. */
export type ApiRouter = (definition: ActionDefinition, call: ReadyCall) => Promise<Outcome>;

/** Makes the router of `router: api` actions: no code for a new API, only its entry. */
export function createApiRouter({
  fetch,
  environment,
}: {
  readonly fetch: Fetch;
  /** The value of a configured variable. */
  readonly environment: (name: string) => string | undefined;
}): ApiRouter {
  return async (definition, call) => {
    const { api } = definition;
    if (api === undefined)
      throw new TypeError(`"${definition.node}:${definition.action}" declares no API call.`);
    const built = buildApiRequest(api, call, environment);
    if (!built.ok) return built;
    const answer = await askUpstream({ fetch, call, name: api.service }, built.request);
    if (!answer.ok) return withoutSecret(answer, built.secret);
    const read = readApiBody(answer.response);
    if (!read.ok) return failed("upstream-changed", worded(call, notJson(api.service)));
    const error = errorOfBody(read.body);
    if (error !== undefined) {
      return withoutSecret(
        failed(
          "upstream-error",
          worded(call, {
            ko: `${api.service} 오류: ${error}`,
            en: `${api.service} says: ${error}`,
          }),
        ),
        built.secret,
      );
    }
    const value = promisedValue(definition, api, call, read.body);
    return value === undefined
      ? failed("not-found", worded(call, NO_RESULTS))
      : success(value, { tainted: definition.taints });
  };
}

const NO_RESULTS: Localized = { ko: "결과가 없어요.", en: "No results." };

function notJson(service: string): Localized {
  return {
    ko: `${service}의 답이 JSON이 아니에요.`,
    en: `${service} answered with something that is not JSON.`,
  };
}

/** The value in the form the entry promises; nothing where an object was promised and none came. */
function promisedValue(
  definition: ActionDefinition,
  api: ApiCall,
  call: ReadyCall,
  body: Json,
): Value | undefined {
  if (definition.returns === "text")
    return { kind: "text", text: textOf(valueAt(body, api.response.extract) ?? "") };
  const items = itemsOfBody(api, body, limitOf(api, call.params));
  const [first] = items;
  if (definition.returns === "object")
    return isJsonObject(first) ? { kind: "object", data: first } : undefined;
  return {
    kind: "list",
    items,
    text: items.length === 0 ? worded(call, NO_RESULTS) : itemsText(items, call.actor),
  };
}

/** The entry's own limit, or a smaller one that the caller asked for. */
function limitOf(api: ApiCall, params: JsonObject): number {
  const asked = params["limit"];
  return typeof asked === "number" && asked >= 1
    ? Math.min(asked, api.response.limit)
    : api.response.limit;
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

/** A failure whose message cannot give away the key, plain or percent-encoded. */
function withoutSecret(
  outcome: Extract<Outcome, { readonly ok: false }>,
  secret: string | undefined,
): Outcome {
  if (secret === undefined) return outcome;
  const { code, retryable } = outcome.failure;
  const message = outcome.failure.message
    .replaceAll(secret, "•••")
    .replaceAll(encodeURIComponent(secret), "•••");
  return failed(code, message, retryable);
}

/** The request of one declared API call, with the secret it carries so that no text repeats it. */
type ApiRequest =
  | { readonly ok: true; readonly request: FetchRequest; readonly secret?: string }
  | FailureOutcome;

/** How the product names itself to programs' upstreams: name and version, as docs.radio-browser.info asks for. */
const API_USER_AGENT = "ibl-bot/0.1";

/** Builds the request: path parts and query from the call's parameters (defaults where absent), what is fixed, then the key. */
function buildApiRequest(
  api: ApiCall,
  call: ReadyCall,
  environment: (name: string) => string | undefined,
): ApiRequest {
  const secret = api.auth === undefined ? "" : (environment(api.auth.env) ?? "");
  if (api.auth !== undefined && secret === "") return missingKey(api.auth.env, api.service, call);
  const params = withDefaults(api.defaults, call.params);
  const path = fillPath(api.endpoint, params);
  if (!path.ok) return failed("bad-parameter", worded(call, badPart(path.part)));
  const url = new URL(`${api.baseUrl.replace(/\/$/, "")}${path.path}`);
  fillQuery(url.searchParams, api, params);
  const headers = lowerCased({
    "user-agent": API_USER_AGENT,
    accept: "application/json",
    ...api.headers,
  });
  if (api.auth?.in === "query") url.searchParams.set(api.auth.name, `${api.auth.prefix}${secret}`);
  if (api.auth?.in === "header")
    headers[api.auth.name.toLowerCase()] = `${api.auth.prefix}${secret}`;
  const request = { url: url.href, headers, service: api.service };
  return { ok: true, request, ...(secret === "" ? {} : { secret }) };
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function fillQuery(query: URLSearchParams, api: ApiCall, params: JsonObject): void {
  for (const [name, value] of Object.entries(api.fixed)) query.set(name, value);
  for (const [input, name] of Object.entries(api.query)) {
    const value = scalarText(params[input]);
    if (value !== undefined) query.set(name, value);
  }
}

function missingKey(name: string, service: string, call: ReadyCall): FailureOutcome {
  const message = worded(call, {
    ko: `${service} 서비스에는 키가 필요해요. 환경 변수 ${name}에 넣어 주세요. 발급 방법은 이 동작의 설명에 있어요.`,
    en: `${service} needs a key: put it in the environment variable ${name}. The action's description says where to get one.`,
  });
  return failed("needs-key", message);
}

function badPart(name: string): Localized {
  return {
    ko: `"${name}" 값은 주소의 한 부분이 되므로 비어 있거나 "."일 수 없어요.`,
    en: `"${name}" becomes a part of the address, so it cannot be empty or dots.`,
  };
}

function withDefaults(defaults: JsonObject, params: JsonObject): JsonObject {
  const merged: Record<string, Json> = Object.assign(Object.create(null), defaults);
  for (const [name, value] of Object.entries(params)) if (value !== null) merged[name] = value;
  return merged;
}

/** Percent-encodes each `{name}` part. `.` and `..` keep their meaning in a URL even when encoded, so they are refused. */
function fillPath(
  endpoint: string,
  params: JsonObject,
): { readonly ok: true; readonly path: string } | { readonly ok: false; readonly part: string } {
  let bad: string | undefined;
  const path = endpoint.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = scalarText(params[name]) ?? "";
    if (value === "" || /^\.+$/.test(value)) bad ??= name;
    return encodeURIComponent(value);
  });
  return bad === undefined ? { ok: true, path } : { ok: false, part: bad };
}

/** A value for a query: lists joined with commas, objects as JSON; nothing where there is none. */
function scalarText(value: Json | undefined): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value))
    return value.length === 0 ? undefined : value.map((part) => scalarText(part) ?? "").join(",");
  return JSON.stringify(value);
}
