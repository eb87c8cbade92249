import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { type TestContext, test } from "node:test";
import { parse } from "yaml";
import { systemClock } from "../../../src/base/clock.ts";
import type { JsonObject } from "../../../src/base/json.ts";
import { parseCatalogue } from "../../../src/engine/catalogue/catalogue-parse.ts";
import { createApiRouter } from "../../../src/nodes/api/handler.ts";
import { type CallOptions, failureOf, goodValue, readyCall } from "../../support/ready-call.ts";
import { startWeb } from "../../support/web-fetch.ts";

async function radio(context: TestContext) {
  const file = new URL("../../../data/api_registry/radio-browser.yaml", import.meta.url);
  const value: unknown = parse(await readFile(file, "utf8"));
  const parsed = parseCatalogue([
    { file: "radio-browser.yaml", kind: "registry", value, lineOf: () => 1 },
  ]);
  assert.ok(parsed.ok);
  const definition = parsed.catalogue.actions.get("stream:search_radio");
  assert.ok(definition);
  const { upstream, fetch } = await startWeb(context);
  const route = createApiRouter({ fetch, clock: systemClock, environment: () => undefined });
  return {
    upstream,
    search: (params: JsonObject, options: CallOptions = {}) =>
      route(definition, readyCall("stream:search_radio", params, options)),
  };
}

test("stations come with title, address, country, codec and bit rate, most listened to first", async (t) => {
  const { search, upstream } = await radio(t);
  const result = await search({ name: "KBS", limit: 2 });
  const value = goodValue(result);
  assert.deepEqual(value.kind === "list" && value.items[0], {
    title: "KBS Cool FM",
    url: "https://stream.example.com/kbs-cool-fm",
    country: "KR",
    codec: "AAC",
    bitrate: 192,
    tags: "pop,kpop",
    homepage: "https://radio.example.com/kr",
  });
  assert.equal(
    value.text,
    [
      "1. [KBS Cool FM](https://stream.example.com/kbs-cool-fm) · 대한민국, AAC, pop,kpop",
      "2. [KBS 1라디오](https://stream.example.com/kbs-1%EB%9D%BC%EB%94%94%EC%98%A4) · 대한민국, MP3, news,talk",
    ].join("\n"),
  );
  assert.equal(result.ok && result.tainted, true);
  assert.deepEqual(upstream.requests[0]?.query, {
    hidebroken: "true",
    reverse: "true",
    name: "KBS",
    order: "clickcount",
    limit: "2",
  });
  assert.match(upstream.requests[0]?.headers["user-agent"] ?? "", /^ibl-bot\/\d/);
});

test("stations are found by genre and country, ten at most unless asked", async (t) => {
  const { search, upstream } = await radio(t);
  const value = goodValue(await search({ tag: "jazz", country: "US", bitrate_min: 100 }));
  assert.deepEqual(value.kind === "list" && value.items.length, 1);
  const { countrycode, bitrateMin, limit } = upstream.requests[0]?.query ?? {};
  assert.deepEqual([countrycode, bitrateMin, limit], ["US", "100", "10"]);
});

test("no station is an empty list that says so", async (t) => {
  const { search } = await radio(t);
  assert.deepEqual(goodValue(await search({ name: "없는 방송" })), {
    kind: "list",
    items: [],
    text: "결과가 없어요.",
  });
});

test("a directory that hangs up is a failure to be tried again", async (t) => {
  const { search, upstream } = await radio(t);
  upstream.misbehave("radio-browser", { kind: "close" });
  const failure = failureOf(await search({ name: "KBS" }));
  assert.deepEqual([failure.code, failure.retryable], ["http-unreachable", true]);
});
