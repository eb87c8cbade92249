import type { FetchRequest } from "../../base/fetch.ts";
import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import type { ApiCall, ApiStep } from "../../engine/catalogue/api-call.ts";
import { changed, filled, filledJson, isVoid, type Scope, textOf } from "./template.ts";

/** How the product names itself to programs' upstreams: name and version, as docs.radio-browser.info and api.crossref.org ask for. */
const API_USER_AGENT = "ibl-bot/0.1";

/** The parameters of a call with defaults where none was given, and with values as the service calls them. */
export function settledParams(
  { defaults, values }: ApiCall,
  params: JsonObject,
  scope: Scope,
): JsonObject {
  const given = Object.entries(params).filter(([, value]) => value !== null && value !== "");
  const merged = Object.entries({ ...defaultsIn(defaults, scope), ...Object.fromEntries(given) });
  return Object.fromEntries(merged.map(([name, value]) => [name, meant(value, values[name])]));
}

/** The request of one step, without its key; `badPart` names a part of the path that is empty or dots, `strange` is an address of elsewhere. */
export function requestOf(
  step: ApiStep,
  scope: Scope,
  page: Readonly<Record<string, string>> = {},
): { readonly request: FetchRequest } | { readonly badPart: string } | { readonly strange: true } {
  const path = pathOf(step.endpoint, scope);
  if ("badPart" in path) return path;
  const base = step.baseUrl.replace("{language}", scope.language ?? "en");
  const url =
    step.address === undefined ? new URL(`${base}${path.path}`) : givenAddress(step, scope);
  if (url === undefined) return { strange: true };
  const headers: Record<string, string> = {
    ...(step.service.asBrowser === true ? {} : { "user-agent": API_USER_AGENT }),
    accept: ACCEPTED[step.body],
  };
  for (const [name, value] of Object.entries(step.headers)) headers[name.toLowerCase()] = value;
  const sent = { ...textsOf(step.fixed, scope), ...queryOf(step, scope.values), ...page };
  for (const [name, value] of Object.entries(sent)) url.searchParams.set(name, value);
  const body = bodyOf(step, scope);
  if (body !== undefined) headers["content-type"] ??= body.type;
  return {
    request: {
      url: url.href,
      method: step.method,
      headers,
      service: step.service.service,
      ...(body === undefined ? {} : { body: body.text }),
    },
  };
}

/** The address that another answer gave, where it is one of the service itself. */
function givenAddress({ address = "", baseUrl }: ApiStep, scope: Scope): URL | undefined {
  const text = filled(address, scope);
  const { origin } = new URL(baseUrl);
  return URL.canParse(text) && new URL(text).origin === origin ? new URL(text) : undefined;
}

const ACCEPTED: Readonly<Record<ApiStep["body"], string>> = {
  json: "application/json",
  jsonp: "*/*",
  xml: "application/xml, text/xml, application/atom+xml",
  csv: "text/csv, */*",
  text: "*/*",
};

function defaultsIn(defaults: JsonObject, scope: Scope): JsonObject {
  const settled = filledJson(defaults, scope);
  return isJsonObject(settled) ? settled : {};
}

/** A value as the service calls it; lists value by value, others as they are. */
function meant(value: Json, names: Readonly<Record<string, string>> | undefined): Json {
  if (names === undefined) return value;
  if (Array.isArray(value)) return value.map((each: Json) => meant(each, names));
  const text = textOf(value).trim().toLowerCase();
  return Object.entries(names).find(([name]) => name.toLowerCase() === text)?.[1] ?? value;
}

function queryOf({ query }: ApiStep, params: JsonObject): Readonly<Record<string, string>> {
  const sent: Record<string, string> = {};
  for (const [param, place] of Object.entries(query)) {
    const { name, as } = typeof place === "string" ? { name: place, as: undefined } : place;
    const value = textOf(changed(params[param], as));
    if (value !== "") sent[name] = value;
  }
  return sent;
}

/** Texts with their places filled, without those that say nothing. */
function textsOf(texts: Readonly<Record<string, string>>, scope: Scope): Record<string, string> {
  const said = Object.entries(texts).filter(([, text]) => !isVoid(text, scope));
  const all = said.map(([name, text]) => [name, filled(text, scope)] as const);
  return Object.fromEntries(all.filter(([, text]) => text !== ""));
}

function bodyOf(
  { json, form }: ApiStep,
  scope: Scope,
): { readonly type: string; readonly text: string } | undefined {
  if (json !== undefined)
    return { type: "application/json", text: JSON.stringify(filledJson(json, scope)) };
  if (form === undefined) return undefined;
  const text = new URLSearchParams(textsOf(form, scope)).toString();
  return { type: "application/x-www-form-urlencoded", text };
}

/** Percent-encodes each `{name}` part. `.` and `..` keep their meaning in a URL even when encoded, so they are refused. */
function pathOf(
  endpoint: string,
  scope: Scope,
): { readonly path: string } | { readonly badPart: string } {
  let badPart: string | undefined;
  const path = endpoint.replace(/\{[^{}]+\}/g, (place) => {
    const value = filled(place, scope);
    if (value === "" || /^\.+$/.test(value)) badPart ??= place.slice(1, -1);
    return encodeURIComponent(value);
  });
  return badPart === undefined ? { path } : { badPart };
}
