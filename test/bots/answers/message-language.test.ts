import assert from "node:assert/strict";
import { test } from "node:test";
import { messageLanguage } from "../../../src/bots/answers/message-language.ts";

const MESSAGES: Readonly<Record<"ko" | "en" | "none", readonly string[]>> = {
  ko: [
    "내일 비 와?",
    "Tesla 주가",
    "AI 뉴스 찾아줘",
    "고마워",
    "the weather 알려줘",
    "뉴욕은 지금 몇 시야",
    "what이 뭐야",
  ],
  en: [
    "weather in 서울",
    "search the web for 제주도 맛집",
    "hi",
    "thanks!",
    "is it going to rain tomorrow?",
    "삼성전자 price",
    "blorp fizzle",
  ],
  none: [
    "AAPL",
    "1",
    "👍",
    "https://example.com/a",
    '/ibl [system:write]("a.md") {content: "save it"}',
    '/ibl [each: $i in 1..3] { [system:todo] {add: "save $i"} }',
  ],
};

test("verbs and small words decide the language of a message, not names", () => {
  for (const [language, messages] of Object.entries(MESSAGES))
    for (const message of messages)
      assert.equal(messageLanguage(message) ?? "none", language, message);
});
