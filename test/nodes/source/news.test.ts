import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { JsonObject } from "../../../src/base/json.ts";
import { createNewsHandlers } from "../../../src/nodes/source/news.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { type CallOptions, failureOf, goodValue, run } from "../../support/ready-call.ts";
import { startWeb } from "../../support/web-fetch.ts";

const NOW = "2026-11-20T07:24:00Z";

async function news(context: TestContext) {
  const { upstream, fetch } = await startWeb(context);
  const handlers = createNewsHandlers({ fetch, clock: new ManualClock(NOW) });
  const search = (query: string, params: JsonObject = {}, options: CallOptions = {}) =>
    run(handlers, "source:search_news", { query, ...params }, options);
  return { upstream, search };
}

test("news have title, source, time and what the feed adds, in the person's language", async (t) => {
  const { search, upstream } = await news(t);
  const result = await search("AI & 로봇", { count: 2 });
  const value = goodValue(result);
  assert.deepEqual(value.kind === "list" && value.items, [
    {
      title: "AI & 로봇 시장, 내년에 두 배로 커진다",
      url: `https://news.google.com/rss/articles/CBMi${"QVVfeXFMT".repeat(6)}0?oc=5`,
      source: "한빛경제",
      published: "2026-11-20T06:30:00.000Z",
      summary: 'AI & 로봇 투자 늘린다 새벽일보\n전문가들 "AI & 로봇 속도 조절 필요" 가람신문',
    },
    {
      title: "정부, AI & 로봇 지원 대책 발표… 3년간 1조 원",
      url: `https://news.google.com/rss/articles/CBMi${"QVVfeXFMT".repeat(6)}1?oc=5`,
      source: "새벽일보",
      published: "2026-11-20T05:43:00.000Z",
      summary: "",
    },
  ]);
  assert.match(
    value.text ?? "",
    /^1\. \[AI & 로봇 시장, 내년에 두 배로 커진다\]\(https:\/\/news\S+\) · 한빛경제, 54분 전\n/,
  );
  assert.equal("tainted" in result && result.tainted, true);
  assert.deepEqual(upstream.requests[0]?.query, {
    q: "AI & 로봇",
    hl: "ko",
    gl: "KR",
    ceid: "KR:ko",
  });
});

test("an English speaker gets the English edition, and a Korean one who asks for it", async (t) => {
  const { search, upstream } = await news(t);
  const value = goodValue(await search("tea", {}, { language: "en", zone: "America/New_York" }));
  assert.equal(value.kind === "list" && value.items.length, 5);
  assert.match(
    value.text ?? "",
    /^1\. \[tea demand to double next year, survey says\]\(\S+\) · The Harbour Post, 54 minutes ago\n/,
  );
  assert.match(
    value.text ?? "",
    /3\. \[Opinion: tea needs fewer promises - and more tests\]\(\S+\) · Daily Ledger/,
  );
  await search("tea", { language: "en" });
  assert.deepEqual(
    upstream.requests.map((request) => request.query["ceid"]),
    ["US:en", "US:en"],
  );
});

test("no news is an empty list that says so", async (t) => {
  const { search } = await news(t);
  assert.deepEqual(goodValue(await search("zxqv")), {
    kind: "list",
    items: [],
    text: "zxqv 뉴스는 없어요.",
  });
});

const BROKEN: readonly (readonly [string, string, string])[] = [
  [
    "a feed cut short",
    "application/rss+xml",
    '<?xml version="1.0"?><rss><channel><item><title>끝나지 않는',
  ],
  [
    "a page that asks for consent",
    "text/html",
    "<!doctype html><title>Before you continue</title><p>consent",
  ],
  ["nothing", "application/rss+xml", ""],
];

for (const [name, contentType, body] of BROKEN) {
  test(`${name} is a failure, not an empty list`, async (t) => {
    const { search, upstream } = await news(t);
    upstream.misbehave("google-news", { kind: "body", contentType, body });
    assert.equal(failureOf(await search("AI")).code, "upstream-changed");
  });
}

test("a feed server in trouble is a failure to be tried again", async (t) => {
  const { search, upstream } = await news(t);
  upstream.misbehave("google-news", { kind: "status", status: 500 });
  const failure = failureOf(await search("AI"));
  assert.deepEqual([failure.code, failure.retryable], ["upstream-500", true]);
});
