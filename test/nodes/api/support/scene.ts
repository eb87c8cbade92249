import assert from "node:assert/strict";
import type { FetchRequest, FetchResponse } from "../../../../src/base/fetch.ts";
import type { JsonObject } from "../../../../src/base/json.ts";
import type { ActionDefinition } from "../../../../src/engine/catalogue/catalogue.ts";
import { parseCatalogue } from "../../../../src/engine/catalogue/catalogue-parse.ts";
import { createApiRouter } from "../../../../src/nodes/api/handler.ts";
import { ManualClock } from "../../../support/manual-clock.ts";
import { type CallOptions, readyCall } from "../../../support/ready-call.ts";

/** A service with one tool, what is asked of it, and what its upstream answers. */
export interface Scene {
  /** Keys of the service. */
  readonly service?: JsonObject;
  /** Keys of its one tool. */
  readonly tool?: JsonObject;
  readonly params?: JsonObject;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** What each request gets, the last one from then on. */
  readonly bodies?: readonly unknown[];
  readonly body?: unknown;
  readonly environment?: Readonly<Record<string, string>>;
  readonly call?: CallOptions;
}

/** The tool "books" of a service, as its file declares it. */
export function declared({ service = {}, tool = {} }: Scene): ActionDefinition {
  const endpoint = tool["steps"] === undefined ? { endpoint: "/items" } : {};
  const value = {
    service: "books",
    base_url: "https://books.example.com/v1/",
    retry: 0,
    ...service,
    tools: { books: { description: "Books", ...endpoint, node: "source", ...tool } },
  };
  const parsed = parseCatalogue([{ file: "b.yaml", kind: "registry", value, lineOf: () => 1 }]);
  assert.deepEqual(parsed.problems, []);
  const definition = parsed.ok ? parsed.catalogue.actions.get("source:books") : undefined;
  assert.ok(definition);
  return definition;
}

/** A router over an upstream that gives these answers, and what it was asked. */
export function upstreamOf(scene: Scene) {
  const requests: FetchRequest[] = [];
  const { bodies = [scene.body ?? []] } = scene;
  const fetch = (request: FetchRequest): Promise<FetchResponse> => {
    const body = bodies[Math.min(requests.length, bodies.length - 1)];
    requests.push(request);
    return Promise.resolve({
      status: scene.status ?? 200,
      url: request.url,
      headers: scene.headers ?? {},
      body:
        body instanceof Uint8Array
          ? body
          : Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
    });
  };
  const clock = new ManualClock("2026-11-22T03:00:00Z");
  const route = createApiRouter({
    fetch,
    clock,
    environment: (name) => scene.environment?.[name],
  });
  return { requests, clock, route };
}

/** Runs one declared call. */
export async function ask(scene: Scene) {
  const { requests, route } = upstreamOf(scene);
  const outcome = await route(
    declared(scene),
    readyCall("source:books", scene.params ?? {}, { language: "en", ...scene.call }),
  );
  return {
    outcome,
    url: requests[0]?.url,
    urls: requests.map(({ url }) =>
      decodeURIComponent(url.replace(/^https:\/\/books\.example\.com\/v1/, "")),
    ),
    headers: requests[0]?.headers,
    service: requests[0]?.service,
    requestCount: requests.length,
    requests,
  };
}
