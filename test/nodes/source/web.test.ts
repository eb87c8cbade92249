import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { isAbort } from "../../../src/base/errors.ts";
import type { JsonObject } from "../../../src/base/json.ts";
import type { HandlerResult } from "../../../src/engine/execute/action-types.ts";
import { createWebHandlers } from "../../../src/nodes/source/web.ts";
import {
  type CallOptions,
  failureOf,
  goodValue,
  outcomeOf,
  run,
} from "../../support/ready-call.ts";
import { pageFile } from "../../support/upstream-replies.ts";
import { startWeb } from "../../support/web-fetch.ts";

async function web(context: TestContext) {
  const { upstream, fetch, pages } = await startWeb(context);
  const handlers = createWebHandlers({ fetch });
  return {
    upstream,
    pages,
    crawl: (path: string, params: JsonObject = {}, options: CallOptions = {}) =>
      run(
        handlers,
        "source:crawl",
        { url: path.startsWith("/") ? `${pages}${path}` : path, ...params },
        options,
      ),
    search: (query: string, params: JsonObject = {}, options: CallOptions = {}) =>
      run(handlers, "source:web_search", { query, ...params }, options),
  };
}

function textOf(result: HandlerResult): string {
  const value = goodValue(result);
  return value.text ?? "";
}

test("an article is read without its menus, scripts and advertisements, and is tainted", async (t) => {
  const { crawl, pages } = await web(t);
  const result = await crawl("/article-ko");
  const text = textOf(result);
  assert.match(
    text,
    new RegExp(
      `^# 한강 자전거길 100km, 주말에 다녀온 이야기 - 바람길 신문\n${pages}/article-ko\n\n`,
    ),
  );
  assert.match(
    text,
    /일행은 반포에서 첫 휴식을 하고 따뜻한 국수를 먹었다\.\n\n## 가장 힘든 구간\n\n여의도를/,
  );
  assert.match(text, /“바람은 언덕보다 정직하다”고/);
  assert.match(text, /\n- 총 거리 101\.4km\n- 달린 시간 5시간 12분\n/);
  assert.doesNotMatch(text, /스크립트가 쓴|자전거 보험|많이 본 기사|스포츠|dataLayer|자바스크립트/);
  assert.equal(outcomeOf(result).ok && "tainted" in result && result.tainted, true);
});

test("an English article is read the same way", async (t) => {
  const { crawl } = await web(t);
  const text = textOf(await crawl("/article-en"));
  assert.match(text, /brass band\.\n\n“I came for the soup,” says Ada Brennan/);
  assert.doesNotMatch(text, /Subscribe|cookies/);
});

test("a page in EUC-KR is read as Korean", async (t) => {
  const { crawl } = await web(t);
  assert.match(
    textOf(await crawl("/euc-kr")),
    /^# 동네 도서관 안내\n.*\n\n[\s\S]*월요일과 공휴일에는 쉽니다\./,
  );
});

test("a table keeps its rows and cells apart", async (t) => {
  const { crawl } = await web(t);
  assert.match(
    textOf(await crawl("/table")),
    /도시 \| 인구 \| 면적\(㎢\)\n부산 \| 3,266,598 \| 770\n인천 \| 3,021,010 \| 1,067\n/,
  );
});

test("JSON is laid out and plain text is left as it is", async (t) => {
  const { crawl, pages } = await web(t);
  assert.equal(
    textOf(await crawl("/data.json")),
    `${pages}/data.json\n\n{\n  "city": "서울",\n  "temperature": 4.5,\n  "hours": [\n    1,\n    2\n  ]\n}`,
  );
  assert.equal(
    textOf(await crawl("/robots.txt")),
    `${pages}/robots.txt\n\nUser-agent: *\nDisallow: /private`,
  );
});

test("a long page is cut at max_length and says so", async (t) => {
  const { crawl } = await web(t);
  const text = textOf(await crawl("/article-ko", { max_length: 200 }));
  const [head = "", body = ""] = text.split("\n\n");
  assert.match(head, /\(전체 \d+자 가운데 처음 200자\)$/);
  assert.equal(Array.from(text.slice(head.length + 2)).length, 200);
  assert.notEqual(body, "");
});

test("a redirect is followed and the address where it ended is told", async (t) => {
  const { crawl, pages } = await web(t);
  assert.match(
    textOf(await crawl("/moved")),
    new RegExp(`^# How a small town.*\n${pages}/article-en\n`),
  );
});

const FAILURES: readonly (readonly [string, string, string, boolean])[] = [
  ["/nowhere", "upstream-404", "그 주소에는 아무것도 없어요.", false],
  ["/missing", "upstream-404", "그 주소에는 아무것도 없어요.", false],
  ["/error", "upstream-500", " 답하지 않아요.", true],
  ["/forbidden", "upstream-403", " 거절했어요.", false],
  ["/busy", "upstream-429", " 지금 붐벼요. 30초 뒤에 다시 해 주세요.", true],
  ["/spa", "upstream-empty", "이 페이지에는 읽을 글이 없어요.", false],
  ["/empty", "upstream-empty", "이 페이지에는 읽을 글이 없어요.", false],
  ["/error.json", "upstream-error", "오류를 냈어요: no such city", false],
  ["/file.pdf", "unreadable-page", "글이 아니라 파일이 있는 주소예요.", false],
  ["/large", "http-too-large", "", false],
  ["/close", "http-unreachable", "", true],
  ["/redirect-private", "http-blocked-address", "", false],
  ["/redirect-loop", "http-redirects", "", false],
  ["ftp://example.com/x", "bad-url", "ftp://example.com/x", false],
  ["javascript:alert(1)", "bad-url", "javascript:alert(1)", false],
  ["http://10.0.0.1/", "http-blocked-address", "", false],
];

for (const [path, code, words, retryable] of FAILURES) {
  test(`crawling ${path} fails with ${code}`, async (t) => {
    const { crawl } = await web(t);
    const failure = failureOf(await crawl(path));
    assert.deepEqual([failure.code, failure.retryable], [code, retryable]);
    assert.ok(failure.message.includes(words), failure.message);
  });
}

test("a page that hangs is left when the call is aborted, and the abort is thrown", async (t) => {
  const { crawl } = await web(t);
  const controller = new AbortController();
  const crawling = crawl("/hang", {}, { signal: controller.signal });
  controller.abort();
  await assert.rejects(crawling, isAbort);
});

for (const path of ["/hang", "/drip"]) {
  test(`crawling ${path} ends with the request's own time limit`, async (t) => {
    const { fetch, pages } = await startWeb(t);
    const handlers = createWebHandlers({
      fetch: (request) => fetch({ ...request, timeoutMs: 150 }),
    });
    const failure = failureOf(await run(handlers, "source:crawl", { url: `${pages}${path}` }));
    assert.deepEqual([failure.code, failure.retryable], ["http-timeout", true]);
  });
}

test("a search gives the hits without advertisements, their addresses freed from the redirect", async (t) => {
  const { search, upstream } = await web(t);
  const result = await search("제주도 <맛집>", { count: 4 });
  const value = goodValue(result);
  assert.equal(value.kind, "list");
  assert.deepEqual(value.kind === "list" && value.items, [
    {
      title: "제주도 <맛집> 총정리 - 위키백과",
      url: "https://ko.wikipedia.org/wiki/%EC%9C%84%ED%82%A4?action=raw&lang=ko",
      snippet: "제주도 <맛집>에 대해 알려진 것을 모은 문서. 역사, 종류, 쓰임을 차례로 다룬다.",
    },
    {
      title: "제주도 <맛집> 추천 10곳 & 후기",
      url: "https://blog.example.com/posts/2026/10",
      snippet: "직접 다녀온 사람들의 후기를 모았습니다. 가격과 시간, 가는 길까지 한눈에.",
    },
    {
      title: "The complete guide to 제주도 <맛집>",
      url: "https://guide.example.org/complete?ref=ddg",
      snippet: "Everything you need to know about 제주도 <맛집>, with examples that work.",
    },
    {
      title: "제주도 <맛집> 최신 소식",
      url: "https://news.example.net/topics/latest",
      snippet: "오늘 올라온 제주도 <맛집> 소식과 해설.",
    },
  ]);
  assert.match(
    value.text ?? "",
    /^1\. \[제주도 <맛집> 총정리 - 위키백과\]\(https:\/\/ko\.wikipedia\S+\) · ko\.wikipedia\.org\n제주도 <맛집>에 대해 /,
  );
  assert.equal("tainted" in result && result.tainted, true);
  assert.equal(new URLSearchParams(upstream.requests[0]?.body).get("kl"), "kr-kr");
});

test("a search asks for five hits in the person's region, or for the region given", async (t) => {
  const { search, upstream } = await web(t);
  const value = goodValue(await search("tea", {}, { language: "en" }));
  assert.equal(value.kind === "list" && value.items.length, 5);
  await search("tea", { country: "jp-jp" });
  const regions = upstream.requests.map((request) => new URLSearchParams(request.body).get("kl"));
  assert.deepEqual(regions, ["us-en", "jp-jp"]);
});

test("a search without a hit is an empty list that says so", async (t) => {
  const { search } = await web(t);
  assert.deepEqual(goodValue(await search("zxqv")), {
    kind: "list",
    items: [],
    text: "zxqv 검색 결과가 없어요.",
  });
});

test("a challenge instead of results is a failure to be tried again, with status 202 or 200", async (t) => {
  const { search, upstream } = await web(t);
  const body = await pageFile("challenge.html");
  for (const status of [202, 200]) {
    upstream.misbehave("duckduckgo", { kind: "status", status, body });
    const failure = failureOf(await search("AI"));
    assert.deepEqual([failure.code, failure.retryable], ["upstream-blocked", true]);
  }
});

test("a page of another form is not taken for an empty result", async (t) => {
  const { search, upstream } = await web(t);
  upstream.misbehave("duckduckgo", {
    kind: "body",
    contentType: "text/html",
    body: "<p>We have a new look.</p>",
  });
  assert.equal(failureOf(await search("AI")).code, "upstream-changed");
  upstream.misbehave("duckduckgo", { kind: "status", status: 503 }, 1);
  assert.deepEqual(failureOf(await search("AI", {}, { language: "en" })), {
    code: "upstream-503",
    message: "The search service isn't answering.",
    retryable: true,
  });
});
