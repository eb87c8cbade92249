import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { englishStem } from "../../../src/rag/text/english.ts";
import { jamoOf, particleOf } from "../../../src/rag/text/korean.ts";
import {
  letterGroups,
  readWords,
  splitCompound,
  syllablePairs,
} from "../../../src/rag/text/normalize.ts";

function keys(text: string): readonly string[] {
  return readWords(text).map((word) => word.key);
}

test("different forms of a request are the same words", () => {
  for (const text of [
    "찾아줘",
    "찾아 주세요",
    "찾아서",
    "검색해줘",
    "검색",
    "find",
    "searching",
    "look up",
  ]) {
    assert.deepEqual(keys(text), ["c:find"], text);
  }
  for (const text of [
    "지워줘",
    "지우고",
    "지워 줄래?",
    "삭제했어",
    "삭제해 주세요",
    "deleted",
    "get rid of",
  ]) {
    assert.deepEqual(keys(text), ["c:delete"], text);
  }
});

test("Korean spacing does not matter where words only count together", () => {
  for (const text of ["할 일", "할일", "할 일을", "to do", "to-do"])
    assert.deepEqual(keys(text), ["c:todo"], text);
  for (const text of ["몇 시야", "몇시야", "몇시인지", "what time"])
    assert.deepEqual(keys(text), ["c:what-time"], text);
});

test("particles go where Korean puts them and stay where a noun ends so", () => {
  assert.deepEqual(particleOf("삼성전자의"), { body: "삼성전자", role: "owner" });
  assert.deepEqual(particleOf("서울에서는"), { body: "서울", role: "from" });
  assert.deepEqual(particleOf("책을"), { body: "책", role: "object" });
  assert.deepEqual(particleOf("엄마한테"), { body: "엄마", role: "recipient" });
  for (const noun of ["바나나", "제주도", "회의", "고양이", "추가", "뉴스"])
    assert.equal(particleOf(noun), undefined, noun);
});

test("past forms and told speech are known as such", () => {
  assert.deepEqual(
    readWords("뉴스 봤어").map((word) => word.past),
    [false, true],
  );
  const [told] = readWords("사랑한다고");
  assert.equal(told?.particle, "quoted");
  assert.equal("사랑한다고".slice(0, told?.bodyEnd), "사랑한다");
});

test("a word written without spaces is cut where a known word begins", () => {
  const text = "삼성전자주가알려줘";
  const words = readWords(text).flatMap((word) => splitCompound(text, word));
  assert.deepEqual(
    words.map((word) => word.key),
    ["삼성전자", "c:price", "c:show"],
  );
  assert.deepEqual(
    words.map((word) => text.slice(word.start, word.end)),
    ["삼성전자", "주가", "알려줘"],
  );
});

test("English words lose their endings", () => {
  const stems = {
    news: "news",
    notes: "not",
    deleting: "delet",
    delete: "delet",
    stories: "story",
    running: "run",
    boxes: "box",
    stock: "stock",
  };
  for (const [word, stem] of Object.entries(stems)) assert.equal(englishStem(word), stem, word);
});

test("letters and pairs of a word", () => {
  assert.equal(jamoOf("각 a"), "ㄱㅏㄱ a");
  assert.deepEqual(letterGroups("가나"), ["^ㄱㅏ", "ㄱㅏㄴ", "ㅏㄴㅏ", "ㄴㅏ$"]);
  assert.deepEqual(syllablePairs("부동산"), ["부동", "동산"]);
  assert.deepEqual(syllablePairs("news"), []);
});

test("any text is read in order, inside its bounds, without an error", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      let from = 0;
      for (const word of readWords(text)) {
        assert.ok(word.start >= from && word.end > word.start && word.end <= text.length);
        assert.ok(word.bodyEnd > word.start && word.bodyEnd <= word.end);
        from = word.end;
      }
    }),
  );
});
