import type { Fetch } from "../../base/fetch.ts";
import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import type { Localized } from "../../base/localized.ts";
import type { ActionDefinition, ApiCall } from "../../engine/catalogue/catalogue.ts";
import type { ReadyCall } from "../../engine/execute/action-types.ts";
import { type Outcome, success, type Value } from "../../engine/values/outcome.ts";
import { worded } from "../localize.ts";
import { buildApiRequest } from "./request.ts";
import { errorOfBody, itemsOfBody, itemsText, readApiBody, valueAt } from "./response.ts";
import { askUpstream, failed } from "./upstream.ts";

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

const NO_RESULTS: Localized = { ko: "결과가 없습니다.", en: "No results." };

function notJson(service: string): Localized {
  return {
    ko: `${service}의 답이 JSON이 아닙니다.`,
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
    text: items.length === 0 ? worded(call, NO_RESULTS) : itemsText(items),
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
