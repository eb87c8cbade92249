import assert from "node:assert/strict";
import { test } from "node:test";
import type { FetchRequest, FetchResponse } from "../../../src/base/fetch.ts";
import type { JsonObject } from "../../../src/base/json.ts";
import type { ActionDefinition, ApiCall } from "../../../src/engine/catalogue/catalogue.ts";
import { createApiRouter } from "../../../src/nodes/api/handler.ts";
import { type CallOptions, failureOf, goodValue, readyCall } from "../../support/ready-call.ts";

const API: ApiCall = {
  service: "books",
  baseUrl: "https://books.example.com/v1/",
  endpoint: "/items",
  query: {},
  defaults: {},
  fixed: {},
  headers: {},
  response: { extract: "", fields: {}, limit: 50 },
};

interface Scene {
  readonly api?: Partial<ApiCall>;
  readonly returns?: ActionDefinition["returns"];
  readonly params?: JsonObject;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly environment?: Readonly<Record<string, string>>;
  readonly call?: CallOptions;
}

/** Runs one declared call against an upstream that gives one answer. */
async function ask(scene: Scene) {
  const requests: FetchRequest[] = [];
  const fetch = (request: FetchRequest): Promise<FetchResponse> => {
    requests.push(request);
    const body = typeof scene.body === "string" ? scene.body : JSON.stringify(scene.body ?? []);
    return Promise.resolve({
      status: scene.status ?? 200,
      url: request.url,
      headers: scene.headers ?? {},
      body: Buffer.from(body),
    });
  };
  const definition: ActionDefinition = {
    node: "source",
    action: "books",
    description: { ko: "책", en: "Books" },
    router: "api",
    handler: "source:books",
    params: {},
    effect: "read",
    approval: false,
    roles: {},
    returns: scene.returns ?? "list",
    result: scene.returns ?? "list",
    taints: true,
    timeoutMs: 60_000,
    requires: [],
    ownerOnly: false,
    conditions: [],
    scripts: [],
    formats: {},
    card: { ko: "책", en: "Books" },
    examples: [],
    api: { ...API, ...scene.api },
  };
  const route = createApiRouter({ fetch, environment: (name) => scene.environment?.[name] });
  const outcome = await route(
    definition,
    readyCall("source:books", scene.params ?? {}, { language: "en", ...scene.call }),
  );
  return {
    outcome,
    url: requests[0]?.url,
    headers: requests[0]?.headers,
    service: requests[0]?.service,
    requestCount: requests.length,
  };
}

test("path parts are percent-encoded and the query holds fixed, default and given values", async () => {
  const { url, service } = await ask({
    api: {
      endpoint: "/shelves/{shelf}/items",
      query: { keyword: "q", limit: "max", tags: "tag", none: "none" },
      defaults: { limit: 10, keyword: "x" },
      fixed: { format: "json" },
    },
    params: {
      shelf: "소설/a?b",
      keyword: "R&D 50%",
      tags: ["a", "b"],
      none: null,
      unknown: "left out",
    },
  });
  assert.equal(
    url,
    "https://books.example.com/v1/shelves/%EC%86%8C%EC%84%A4%2Fa%3Fb/items?format=json&q=R%26D+50%25&max=10&tag=a%2Cb",
  );
  assert.equal(service, "books");
});

for (const shelf of ["..", ".", ""]) {
  test(`the path part "${shelf}" is refused before anything is sent`, async () => {
    const { outcome, requestCount } = await ask({
      api: { endpoint: "/shelves/{shelf}" },
      params: { shelf },
    });
    assert.deepEqual([failureOf(outcome).code, requestCount], ["bad-parameter", 0]);
  });
}

const AUTH = { in: "header", name: "Authorization", env: "BOOKS_KEY", prefix: "Key " } as const;

test("a missing key is told by its variable, and nothing is sent", async () => {
  const { outcome, requestCount } = await ask({ api: { auth: AUTH } });
  assert.deepEqual(failureOf(outcome), {
    code: "needs-key",
    message:
      "books needs a key: put it in the environment variable BOOKS_KEY. The action's description says where to get one.",
    retryable: false,
  });
  assert.equal(requestCount, 0);
});

test("a key travels in its header or in the query, and stays out of every message", async () => {
  const environment = { BOOKS_KEY: "s3cret/=" };
  const inHeader = await ask({ api: { auth: AUTH }, environment });
  assert.equal(inHeader.headers?.["authorization"], "Key s3cret/=");
  const inQuery = await ask({
    api: { auth: { in: "query", name: "key", env: "BOOKS_KEY", prefix: "" } },
    environment,
    body: { error: "the key s3cret/= (s3cret%2F%3D) is not known" },
  });
  assert.equal(inQuery.url, "https://books.example.com/v1/items?key=s3cret%2F%3D");
  assert.deepEqual(failureOf(inQuery.outcome), {
    code: "upstream-error",
    message: "books says: the key ••• (•••) is not known",
    retryable: false,
  });
});

const STATUSES: readonly (readonly [
  number,
  Readonly<Record<string, string>>,
  string,
  boolean,
  string,
])[] = [
  [401, {}, "upstream-401", false, "books refused me."],
  [403, {}, "upstream-403", false, "books refused me."],
  [404, {}, "upstream-404", false, "There's nothing at that address."],
  [418, {}, "upstream-418", false, "books didn't accept the request."],
  [429, { "retry-after": "120" }, "upstream-429", true, "books is busy; try again in 120 seconds."],
  [
    429,
    { "retry-after": "Fri, 20 Nov 2026 07:00:00 GMT" },
    "upstream-429",
    true,
    "books is busy; try again after Fri, Nov 20, 4 PM.",
  ],
  [429, { "retry-after": "<b>soon" }, "upstream-429", true, "books is busy; try again in a while."],
  [502, {}, "upstream-502", true, "books isn't answering."],
];

for (const [status, headers, code, retryable, message] of STATUSES) {
  test(`status ${status} ${JSON.stringify(headers)} is the failure ${code}`, async () => {
    const { outcome } = await ask({ status, headers, body: "no" });
    assert.deepEqual(failureOf(outcome), { code, message, retryable });
  });
}

const ERRORS: readonly (readonly [JsonObject, string])[] = [
  [{ error: { code: 3, message: "no such table" } }, "no such table"],
  [{ err: "30", errMsg: "데이터가 존재하지 않아요." }, "데이터가 존재하지 않아요."],
  [{ status: "error", message: "quota used up" }, "quota used up"],
  [{ error: true }, "true"],
  [{ error: "x".repeat(1000) }, "x".repeat(300)],
];

for (const [body, words] of ERRORS) {
  test(`a good status with ${JSON.stringify(body).slice(0, 60)} is a failure`, async () => {
    assert.deepEqual(failureOf((await ask({ body })).outcome), {
      code: "upstream-error",
      message: `books says: ${words}`,
      retryable: false,
    });
  });
}

test("empty and zero error fields are no errors", async () => {
  const { outcome } = await ask({
    body: { error: null, err: "000", errMsg: "", status: "ok", docs: [{ title: "A" }] },
    api: { response: { extract: "docs", fields: {}, limit: 5 } },
  });
  assert.deepEqual(goodValue(outcome), { kind: "list", items: [{ title: "A" }], text: "1. **A**" });
});

test("a list is taken from its path, with its fields, up to the limit", async () => {
  const body = {
    result: [
      {
        books: [
          { name: "하나", link: { self: "https://a" }, pages: 10 },
          { name: "둘" },
          { name: "셋" },
        ],
      },
    ],
  };
  const { outcome } = await ask({
    body,
    api: {
      response: {
        extract: "result[0].books",
        fields: { title: "name", url: "link.self", pages: "pages" },
        limit: 2,
      },
    },
  });
  assert.deepEqual(goodValue(outcome), {
    kind: "list",
    items: [
      { title: "하나", url: "https://a", pages: 10 },
      { title: "둘", url: null, pages: null },
    ],
    text: "1. [하나](https://a)\n2. **둘**",
  });
});

test("one hit that comes as an object is a list of one", async () => {
  const { outcome } = await ask({
    body: { items: { title: "A" } },
    api: { response: { extract: "items", fields: {}, limit: 5 } },
  });
  assert.deepEqual(goodValue(outcome), { kind: "list", items: [{ title: "A" }], text: "1. **A**" });
});

for (const body of [[], { items: [] }, { items: null }, {}, ""]) {
  test(`${JSON.stringify(body)} is an empty list, not a failure`, async () => {
    const { outcome } = await ask({
      body,
      api: { response: { extract: Array.isArray(body) ? "" : "items", fields: {}, limit: 5 } },
    });
    assert.deepEqual(goodValue(outcome), { kind: "list", items: [], text: "No results." });
  });
}

test("an action that returns an object gives the first, or says that there is none", async () => {
  const found = await ask({ body: [{ name: "A" }, { name: "B" }], returns: "object" });
  assert.deepEqual(goodValue(found.outcome), { kind: "object", data: { name: "A" } });
  assert.equal(failureOf((await ask({ body: [], returns: "object" })).outcome).code, "not-found");
});

test("an action that returns text gives the text at its path", async () => {
  const { outcome } = await ask({
    body: { answer: "42" },
    returns: "text",
    api: { response: { extract: "answer", fields: {}, limit: 1 } },
  });
  assert.deepEqual(goodValue(outcome), { kind: "text", text: "42" });
});

test("a body that is not JSON is a failure", async () => {
  assert.equal(failureOf((await ask({ body: "<html>" })).outcome).code, "upstream-changed");
});
