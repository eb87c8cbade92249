import assert from "node:assert/strict";
import { test } from "node:test";
import { planned } from "../support/planner-examples.ts";

/** Wednesday 15 July 2026, 10:00 in Seoul. */
const NOW_MS = Date.parse("2026-07-15T01:00:00Z");

async function codeOf(text: string): Promise<string | undefined> {
  const result = await planned(text, { nowMs: NOW_MS });
  return result.kind === "sure" ? result.code : undefined;
}

test("a result that is saved as a file without a name gets one from what it is about and the day", async () => {
  const cases: readonly (readonly [string, string])[] = [
    [
      "로봇 뉴스 찾아서 파일로 저장해줘",
      '[source:search_news]("로봇") >> [system:file]("로봇-2026-07-15.md")',
    ],
    [
      "search for tide pools and save it to a file",
      '[source:web_search]("tide pools") >> [system:file]("tide-pools-2026-07-15.md")',
    ],
    [
      "로봇 뉴스 찾아서 robot.md로 저장해줘",
      '[source:search_news]("로봇") >> [system:file]("robot.md")',
    ],
  ];
  for (const [text, code] of cases) assert.equal(await codeOf(text), code);
});

test("words of time and of asking are no part of a place or a share, and a period is the one that was said", async () => {
  const cases: readonly (readonly [string, string])[] = [
    ["부산 내일 비 와?", '[source:weather]("부산")'],
    ["weather in oslo for the next 3 days", '[source:weather]("oslo") {days: 3}'],
    ["how much is NVDA trading at", '[source:price]("NVDA")'],
  ];
  for (const [text, code] of cases) assert.equal(await codeOf(text), code);
});

test("what leaves a number out, tries the same twice, points at nothing or takes half a sentence for a name is not run", async () => {
  for (const text of ["예전에 기억해둔 김치 레시피 찾아보고 없으면 웹에서 검색해줘"])
    assert.notEqual((await planned(text)).kind, "sure", text);
});

test("what will do at least is named without its particle", async () => {
  assert.equal(
    await codeOf("카카오 주가 알려주고 안 되면 카카오 뉴스라도 찾아줘"),
    '[source:price]("카카오") ?? [source:search_news]("카카오")',
  );
});

test("a page that is opened for a step after it is read, not shown", async () => {
  assert.equal(
    await codeOf("https://example.com/de 열어서 한국어로 번역하고 de.md로 저장"),
    '[source:crawl]("https://example.com/de") >> [system:translate] {to: "ko"} >> [system:file]("de.md")',
  );
});
