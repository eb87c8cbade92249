import assert from "node:assert/strict";
import { test } from "node:test";
import { wordsIn } from "../../src/base/words.ts";

test("a sentence in Korean has the one particle that fits what came into it, and in English stays as it is", () => {
  const found = (name: string) => ({ ko: `${name}을(를) 찾았습니다.`, en: `Found ${name}을(를).` });
  assert.equal(wordsIn(found("부산"), "ko"), "부산을 찾았습니다.");
  assert.equal(wordsIn(found("제주"), "ko"), "제주를 찾았습니다.");
  assert.equal(wordsIn(found("Jeju"), "ko"), "Jeju을(를) 찾았습니다.");
  assert.equal(wordsIn(found("부산"), "en"), "Found 부산을(를).");
});
