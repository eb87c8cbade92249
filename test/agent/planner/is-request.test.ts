import assert from "node:assert/strict";
import { test } from "node:test";
import { isOwnRequest } from "../../../src/agent/planner/small-talk-replies.ts";
import { plannedAtOnce } from "../support/planner-examples.ts";

const isOwn = (text: string): boolean => isOwnRequest(text, plannedAtOnce);

test("a whole request that the planner is sure of is one of its own", () => {
  for (const text of [
    "AI 뉴스 찾아줘",
    "서울 날씨 알려줘",
    "할 일 보여줘",
    "show my to-do list",
    "what time is it in Tokyo?",
    "find AI news and save it to news.md",
  ])
    assert.ok(isOwn(text), text);
});

test("what may be the value that was asked for is none", () => {
  for (const text of [
    "AI 뉴스",
    "반도체",
    "AI 뉴스로 해줘",
    "삼성전자, 애플",
    "AI news",
    "Tesla",
    "make it AI news",
    "400",
    "https://example.com/feed.xml",
    "https://example.com/news/feed.xml, https://example.com/sports/feed.atom",
    "거기 괜찮아 보여줘 봐",
  ])
    assert.ok(!isOwn(text), text);
});
