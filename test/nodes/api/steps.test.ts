import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "../../../src/base/json.ts";
import { failureOf, goodValue } from "../../support/ready-call.ts";
import { ask } from "./support/scene.ts";

test("requests are sent one after another until one finds something, and the answer names who gave it", async () => {
  const tool = {
    merge: "first",
    steps: {
      near: { endpoint: "/near", on_error: "continue" },
      point: { endpoint: "/point", response: { limit: 1 } },
      far: { endpoint: "/far/{point.id}" },
      never: { endpoint: "/never" },
    },
  };
  const { urls, outcome } = await ask({ tool, bodies: [[], [{ id: "7" }], [{ title: "A" }]] });
  assert.deepEqual(urls, ["/near", "/point", "/far/7"]);
  const { items } = goodValue(outcome) as unknown as { items: unknown };
  assert.deepEqual(items, [{ title: "A" }]);
});

test("the months from one parameter to another are asked for one by one", async () => {
  const { urls } = await ask({
    tool: {
      params: { from: { type: "string" }, to: { type: "string" } },
      query: { from: "month" },
      each: { param: "from", until: "to", most: 12 },
    },
    params: { from: "2025-11", to: "202602" },
  });
  assert.deepEqual(
    urls,
    ["202511", "202512", "202601", "202602"].map((month) => `/items?month=${month}`),
  );
});

for (const [address, code] of [
  ["https://books.example.com/next?x=1", undefined],
  ["https://elsewhere.example.com/next", "upstream-changed"],
  ["file:///etc/passwd", "upstream-changed"],
] as const) {
  test(`an address that another answer gave is asked only at the service: ${address}`, async () => {
    const tool = {
      steps: { list: { endpoint: "/list" }, whole: { address: "{list.next}" } },
      merge: "last",
    };
    const { outcome, requests } = await ask({
      tool,
      bodies: [{ next: address }, [{ title: "A" }]],
    });
    assert.equal(outcome.ok ? undefined : outcome.failure.code, code);
    assert.equal(requests.length, code === undefined ? 2 : 1);
  });
}

test("a page in place of the declared form means nothing found where the service says so", async () => {
  const page = "<!DOCTYPE html><html><body>No matching ticker.</body></html>";
  const { outcome } = await ask({ service: { page: "nothing" }, body: page });
  assert.equal(goodValue(outcome).text, "No results.");
  assert.equal(failureOf((await ask({ body: page })).outcome).code, "upstream-changed");
});

test("a service that answers browsers alone is asked as one, the others by the product's name", async () => {
  const asBrowser = await ask({ service: { browser: true } });
  assert.match(asBrowser.headers?.["user-agent"] ?? "", /^Mozilla\/5\.0 .* ibl-bot/);
  assert.equal((await ask({})).headers?.["user-agent"], "ibl-bot/0.1");
});

test("a filter whose bar was not given holds, and a parameter may say how many", async () => {
  const tool = {
    params: { word: { type: "string" }, most: { type: "integer" } },
    response: { filter: [{ field: "title", contains: "{word}" }], limit: "{most}" },
  };
  const body = [{ title: "Apple" }, { title: "Pear" }, { title: "Pineapple" }];
  const titles = async (params: JsonObject) => {
    const { items } = goodValue((await ask({ tool, body, params })).outcome) as unknown as {
      items: readonly { title: string }[];
    };
    return items.map(({ title }) => title);
  };
  assert.deepEqual(await titles({}), ["Apple", "Pear", "Pineapple"]);
  assert.deepEqual(await titles({ word: "apple", most: 1 }), ["Apple"]);
});

test("a course in time is drawn above its lines, oldest first, and several at one time are none", async () => {
  const tool = {
    series: { of: "value", by: "year" },
    say: { ko: "{year}: {value}", en: "{year}: {value}" },
  };
  const body = [3, 2, 1].map((value) => ({ year: 2020 + value, value }));
  assert.match(goodValue((await ask({ tool, body })).outcome).text ?? "", /^▁▅█\n1\. 2023: 3\n/);
  const mixed = body.map(({ value }) => ({ year: 2020, value }));
  assert.match(goodValue((await ask({ tool, body: mixed })).outcome).text ?? "", /^1\. 2020: 3\n/);
});
