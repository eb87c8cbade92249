import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "../../../src/base/json.ts";
import { failureOf, goodValue, readyCall } from "../../support/ready-call.ts";
import { ask, declared, type Scene, upstreamOf } from "./support/scene.ts";

test("path parts are percent-encoded and the query holds fixed, default and given values", async () => {
  const { url, service } = await ask({
    tool: {
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
      tool: { endpoint: "/shelves/{shelf}" },
      params: { shelf },
    });
    assert.deepEqual([failureOf(outcome).code, requestCount], ["bad-parameter", 0]);
  });
}

const HEADER_KEY = { auth: { headers: { Authorization: "Key {BOOKS_KEY}" } } };

test("a missing key is told, with its variable and where it is had as the cause, and nothing is sent", async () => {
  const service = { ...HEADER_KEY, key_page: "https://books.example.com/keys" };
  const { outcome, requestCount } = await ask({ service });
  assert.deepEqual(failureOf(outcome), {
    code: "needs-key",
    message: "books needs a key.",
    retryable: false,
    cause: [
      {
        code: "key-not-set",
        message:
          "Get one at https://books.example.com/keys and put it in the environment variable BOOKS_KEY.",
        retryable: false,
      },
    ],
  });
  assert.equal(requestCount, 0);
  assert.deepEqual(declared({ service }).requires, [{ kind: "env", names: ["BOOKS_KEY"] }]);
});

test("a key travels in its header or in the query, and stays out of every message", async () => {
  const environment = { BOOKS_KEY: "s3cret/=" };
  const inHeader = await ask({ service: HEADER_KEY, environment });
  assert.equal(inHeader.headers?.["authorization"], "Key s3cret/=");
  const inQuery = await ask({
    service: { auth: { query: { key: "{BOOKS_KEY}" } } },
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

test("a pair of headers needs both of its keys, and an optional key is sent where it is set", async () => {
  const pair = { auth: { headers: { "X-Id": "{BOOKS_ID}", "X-Secret": "{BOOKS_SECRET}" } } };
  const half = await ask({ service: pair, environment: { BOOKS_ID: "me" } });
  assert.match(failureOf(half.outcome).cause?.[0]?.message ?? "", /BOOKS_SECRET/);
  const both = await ask({ service: pair, environment: { BOOKS_ID: "me", BOOKS_SECRET: "so" } });
  assert.deepEqual([both.headers?.["x-id"], both.headers?.["x-secret"]], ["me", "so"]);
  const optional = { auth: { query: { key: "{BOOKS_KEY}" }, optional: true } };
  assert.equal((await ask({ service: optional })).url, "https://books.example.com/v1/items");
  const given = await ask({ service: optional, environment: { BOOKS_KEY: "k" } });
  assert.equal(given.url, "https://books.example.com/v1/items?key=k");
});

test("client credentials are changed for a token, which serves until it ends", async () => {
  const scene: Scene = {
    service: { auth: { oauth2: { token_url: "/token", id: "BOOKS_ID", secret: "BOOKS_SECRET" } } },
    environment: { BOOKS_ID: "me", BOOKS_SECRET: "so" },
    bodies: [{ access_token: "t1", expires_in: 600 }, [], [], { access_token: "t2" }, []],
  };
  const { requests, route, clock } = upstreamOf(scene);
  const call = () => route(declared(scene), readyCall("source:books", {}));
  await call();
  await call();
  await clock.advance(600_000);
  await call();
  const paths = requests.map(({ url, headers }) => [
    new URL(url).pathname,
    headers?.["authorization"],
  ]);
  assert.deepEqual(paths, [
    ["/token", undefined],
    ["/v1/items", "Bearer t1"],
    ["/v1/items", "Bearer t1"],
    ["/token", undefined],
    ["/v1/items", "Bearer t2"],
  ]);
  assert.equal(requests[0]?.body, "grant_type=client_credentials&client_id=me&client_secret=so");
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
  [404, {}, "not-found", false, "No results."],
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
    tool: { response: { extract: "docs", limit: 5 } },
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
    tool: {
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
    tool: { response: { extract: "items", limit: 5 } },
  });
  assert.deepEqual(goodValue(outcome), { kind: "list", items: [{ title: "A" }], text: "1. **A**" });
});

for (const body of [[], { items: [] }, { items: null }, {}, ""]) {
  test(`${JSON.stringify(body)} is an empty list, not a failure`, async () => {
    const { outcome } = await ask({
      body,
      tool: { response: { extract: Array.isArray(body) ? "" : "items", limit: 5 } },
    });
    assert.deepEqual(goodValue(outcome), { kind: "list", items: [], text: "No results." });
  });
}

test("an action that returns an object gives the first, or says that there is none", async () => {
  const found = await ask({ body: [{ name: "A" }, { name: "B" }], tool: { returns: "object" } });
  assert.deepEqual(goodValue(found.outcome), { kind: "object", data: { name: "A" } });
  assert.equal(
    failureOf((await ask({ body: [], tool: { returns: "object" } })).outcome).code,
    "not-found",
  );
});

test("an action that returns text gives the text at its path", async () => {
  const { outcome } = await ask({
    body: { answer: "42" },
    tool: { returns: "text", response: { extract: "answer" } },
  });
  assert.deepEqual(goodValue(outcome), { kind: "text", text: "42" });
});

test("a body that is not JSON is a failure", async () => {
  assert.equal(failureOf((await ask({ body: "<html>" })).outcome).code, "upstream-changed");
});

test("XML of one hit and of several are lists, without namespaces, numbers as texts", async () => {
  const service = { body: "xml" };
  const tool = {
    response: { extract: "feed.entry", fields: { title: "title", id: "@id", by: "author.name" } },
  };
  const entry = (id: string, more = ""): string =>
    `<entry id="${id}"><title>R&amp;D 007</title>${more}</entry>`;
  const several = `<?xml version="1.0"?><a:feed xmlns:a="x">${entry("1", "<author><name>A</name></author><author><name>B</name></author>")}${entry("2")}</a:feed>`;
  const many = goodValue((await ask({ service, tool, body: several })).outcome);
  assert.deepEqual(many.kind === "list" && many.items, [
    { title: "R&D 007", id: "1", by: ["A", "B"] },
    { title: "R&D 007", id: "2", by: null },
  ]);
  const one = goodValue((await ask({ service, tool, body: `<feed>${entry("1")}</feed>` })).outcome);
  assert.equal(one.kind === "list" && one.items.length, 1);
  assert.equal(
    failureOf((await ask({ service, tool, body: "<!DOCTYPE html><p>no" })).outcome).code,
    "upstream-changed",
  );
});

test("JSONP, CSV and a body in EUC-KR are read", async () => {
  const jsonp = await ask({ service: { body: "jsonp" }, body: 'cb([{"title": "A"}]);' });
  assert.deepEqual(itemsOf(jsonp.outcome), [{ title: "A" }]);
  const csv = await ask({ service: { body: "csv" }, body: "title,price\nA,10\nB,20\n" });
  assert.equal(itemsOf(csv.outcome).length, 2);
  const korean = Buffer.concat([
    Buffer.from('[{"title": "'),
    Buffer.from([0xc7, 0xd1, 0xb1, 0xdb]),
    Buffer.from('"}]'),
  ]);
  const headers = { "content-type": "application/json; charset=euc-kr" };
  assert.deepEqual(itemsOf((await ask({ body: korean, headers })).outcome), [{ title: "한글" }]);
});

test("errors inside a good answer are told as the service declares them, and nothing found is no error", async () => {
  const service = {
    errors: [{ at: "head.code", ok: ["00"], none: ["03"], say: "head.message" }],
  };
  const bad = await ask({ service, body: { head: { code: "22", message: "limit reached" } } });
  assert.equal(failureOf(bad.outcome).message, "books says: limit reached");
  assert.deepEqual(itemsOf((await ask({ service, body: { head: { code: "03" } } })).outcome), []);
  const good = { head: { code: "00" }, items: [{ title: "A" }] };
  const tool = { response: { extract: "items" } };
  assert.deepEqual(itemsOf((await ask({ service, tool, body: good })).outcome), [{ title: "A" }]);
});

test("fields are changed, made of texts, given defaults; then filtered, sorted, cut", async () => {
  const body = [
    {
      name: "<b>A</b> &amp; co",
      price: "1,200",
      at: 1_763_776_800,
      tags: ["x", "y"],
      day: "20261122",
    },
    { name: "B", price: "900", at: 0, day: "2026.11.23" },
    { name: "C", price: "", tags: [] },
    { name: "D", price: "5000" },
  ];
  const tool = {
    response: {
      fields: {
        title: { from: "name", as: "html" },
        price: { as: "number" },
        at: { as: "time" },
        tags: { as: "text", default: "none" },
        day: { as: "date" },
        url: { template: "https://x.example.com/{price}[?d={day}]" },
        shop: { value: "books" },
      },
      filter: [
        { field: "price", gte: 500 },
        { field: "title", not_contains: "d" },
      ],
      sort: { by: "price", order: "desc" },
      limit: 2,
    },
  };
  assert.deepEqual(itemsOf((await ask({ tool, body })).outcome), [
    {
      title: "A & co",
      price: 1200,
      at: "2025-11-22T02:00:00.000Z",
      tags: "x, y",
      day: "2026-11-22",
      url: "https://x.example.com/1,200?d=20261122",
      shop: "books",
    },
    {
      title: "B",
      price: 900,
      at: null,
      tags: "none",
      day: "2026-11-23",
      url: "https://x.example.com/900?d=2026.11.23",
      shop: "books",
    },
  ]);
  assert.deepEqual(declared({ tool }).result, [
    {
      title: "text",
      price: "number",
      at: "datetime",
      tags: "text",
      day: "date",
      url: "text",
      shop: "json",
    },
  ]);
});

test("defaults know the day, values are said as the service does, dates are written as it wants them", async () => {
  const tool = {
    query: {
      genre: "cate",
      from: { name: "stdate", as: "yyyymmdd" },
      to: { name: "eddate", as: "yyyymmdd" },
    },
    defaults: { from: "{today-1}", to: "{today+30}" },
    values: { genre: { play: "AAAA", 연극: "AAAA" } },
  };
  const { urls } = await ask({ tool, params: { genre: "연극", to: "2027-01-02" } });
  assert.deepEqual(urls, ["/items?cate=AAAA&stdate=20261121&eddate=20270102"]);
});

test("a filter and a fixed text may name parameters, and mean nothing without them", async () => {
  const tool = {
    params: { words: { type: "string" }, lat: { type: "number" }, lon: { type: "number" } },
    query: {},
    fixed: { near: "[{lat},{lon}]" },
    response: { filter: [{ field: "title", contains: "{words}" }] },
  };
  const body = [{ title: "Jazz" }, { title: "Rock" }];
  const all = await ask({ tool, body });
  assert.deepEqual([all.urls, itemsOf(all.outcome).length], [["/items"], 2]);
  const some = await ask({ tool, body, params: { words: "jazz", lat: 1, lon: 2 } });
  assert.deepEqual([some.urls, itemsOf(some.outcome)], [["/items?near=1,2"], [{ title: "Jazz" }]]);
});

test("a POST sends JSON with its places filled by the values themselves, or a form", async () => {
  const json = await ask({
    tool: { json: { q: "{words}", page: { size: "{limit}" }, note: "about {words}" } },
    params: { words: 'a "b"', limit: 3 },
  });
  const sent: unknown = JSON.parse(String(json.requests[0]?.body));
  assert.deepEqual(sent, { q: 'a "b"', page: { size: 3 }, note: 'about a "b"' });
  assert.equal(json.requests[0]?.method, "POST");
  const form = await ask({
    tool: { form: { q: "{words}", none: "{none}" } },
    params: { words: "a&b" },
  });
  assert.equal(form.requests[0]?.body, "q=a%26b");
});

test("more pages are asked for until there is enough, by number or by cursor", async () => {
  const byNumber = await ask({
    tool: { pages: { by: "page" } },
    params: { limit: 3 },
    bodies: [
      [{ title: "A" }, { title: "B" }],
      [{ title: "C" }, { title: "D" }],
    ],
  });
  assert.deepEqual(byNumber.urls, ["/items?page=1", "/items?page=2"]);
  assert.equal(itemsOf(byNumber.outcome).length, 3);
  const byCursor = await ask({
    tool: { pages: { by: "after", cursor: "next" }, response: { extract: "items" } },
    params: { limit: 9 },
    bodies: [{ items: [{ title: "A" }], next: "x" }, { items: [{ title: "B" }] }],
  });
  assert.deepEqual(byCursor.urls, ["/items", "/items?after=x"]);
});

test("one request takes what another gave; without any it is not sent", async () => {
  const tool = {
    steps: {
      found: { endpoint: "/search", query: { words: "q" }, response: { extract: "ids" } },
      papers: { endpoint: "/summary", fixed: { id: "{found}" } },
    },
  };
  const both = await ask({
    tool,
    params: { words: "x" },
    bodies: [{ ids: [1, 2] }, [{ title: "A" }]],
  });
  assert.deepEqual(both.urls, ["/search?q=x", "/summary?id=1,2"]);
  assert.deepEqual(itemsOf(both.outcome), [{ title: "A" }]);
  const none = await ask({ tool, params: { words: "x" }, body: { ids: [] } });
  assert.deepEqual([none.requestCount, itemsOf(none.outcome)], [1, []]);
});

test("results of several requests are joined, also where one fails that may", async () => {
  const step = (endpoint: string, shop: string) => ({
    endpoint,
    query: { words: "q" },
    on_error: "continue",
    response: { fields: { title: "title", shop: { value: shop } } },
  });
  const tool = {
    steps: { one: step("/one", "1"), two: step("/two", "2") },
    response: { sort: { by: "title" } },
  };
  const both = await ask({
    tool,
    params: { words: "x" },
    bodies: [[{ title: "B" }], [{ title: "A" }]],
  });
  assert.deepEqual(itemsOf(both.outcome), [
    { title: "A", shop: "2" },
    { title: "B", shop: "1" },
  ]);
  const half = await ask({
    tool,
    params: { words: "x" },
    bodies: [{ error: "no" }, [{ title: "A" }]],
  });
  assert.deepEqual(itemsOf(half.outcome), [{ title: "A", shop: "2" }]);
  const neither = await ask({ tool, params: { words: "x" }, body: { error: "no" } });
  assert.equal(failureOf(neither.outcome).code, "upstream-error");
});

test("a list of values is gone through, one request each", async () => {
  const { urls, outcome } = await ask({
    tool: { query: { symbols: "s" }, each: { param: "symbols" } },
    params: { symbols: "AAPL, MSFT" },
    bodies: [[{ title: "A" }], [{ title: "B" }]],
  });
  assert.deepEqual([urls, itemsOf(outcome).length], [["/items?s=AAPL", "/items?s=MSFT"], 2]);
});

test("an object is put around a result, with its count and what else the body says", async () => {
  const tool = {
    returns: "object",
    response: {
      extract: "rows",
      wrap: { total: "{root.total}", shown: "{_count}", rows: "{_results}", of: "{words}" },
    },
  };
  const { outcome } = await ask({
    tool,
    params: { words: "x" },
    body: { total: 40, rows: [{ title: "A" }] },
  });
  const value = goodValue(outcome);
  assert.deepEqual(value.kind === "object" && value.data, {
    total: 40,
    shown: 1,
    rows: [{ title: "A" }],
    of: "x",
  });
});

test("an answer is kept for its time and tells its age; a request that changes something is not", async () => {
  const scene: Scene = { service: { title: "Book shop", cache: 600 }, body: [{ title: "A" }] };
  const { requests, route, clock } = upstreamOf(scene);
  const text = async (): Promise<string | undefined> =>
    goodValue(await route(declared(scene), readyCall("source:books", {}, { language: "en" }))).text;
  assert.equal(await text(), "1. **A**\n— Book shop");
  await clock.advance(180_000);
  assert.equal(await text(), "1. **A**\n— Book shop, 3 minutes ago");
  assert.equal(requests.length, 1);
  await clock.advance(600_000);
  await text();
  assert.equal(requests.length, 2);
});

test("a passing failure is tried again after a pause, twice; what writes is sent once", async () => {
  const scene: Scene = { service: { retry: 2 }, status: 503 };
  const read = upstreamOf(scene);
  const failing = read.route(declared(scene), readyCall("source:books", {}));
  await read.clock.advance(5_000);
  assert.equal(failureOf(await failing).code, "upstream-503");
  assert.equal(read.requests.length, 3);
  const writing: Scene = { ...scene, tool: { effect: "send", card: { ko: "x", en: "x" } } };
  const write = upstreamOf(writing);
  await write.route(declared(writing), readyCall("source:books", {}));
  assert.equal(write.requests.length, 1);
});

test("requests keep to the service's pace", async () => {
  const scene: Scene = { service: { rate: { calls: 1, seconds: 3 } } };
  const { requests, route, clock } = upstreamOf(scene);
  const calls = [1, 2].map(() => route(declared(scene), readyCall("source:books", {})));
  await clock.advance(2_900);
  assert.equal(requests.length, 1);
  await clock.advance(200);
  await Promise.all(calls);
  assert.equal(requests.length, 2);
});

test("a line of the answer is said in the words of the tool", async () => {
  const tool = {
    say: { ko: "{title}: {price}원[, {shop}]", en: "{title}: {price} won[, {shop}]" },
  };
  const { outcome } = await ask({
    tool,
    body: [{ title: "A*", price: 12000, url: "https://a.example.com" }],
  });
  assert.equal(goodValue(outcome).text, "[A\\*](https://a.example.com): 12,000 won");
});

function itemsOf(outcome: Parameters<typeof goodValue>[0]) {
  const value = goodValue(outcome);
  assert.ok(value.kind === "list");
  return value.items;
}
