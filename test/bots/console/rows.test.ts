import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { visibleText } from "../../../src/base/visible-text.ts";
import { layOutLine, type Span } from "../../../src/bots/console/rows.ts";
import { fitWidth, textWidth } from "../../../src/bots/markup/text-width.ts";

const plain = (text: string): Span[] => [{ text, style: "plain" }];

test("columns are counted as a terminal gives them", () => {
  const widths: Readonly<Record<string, number>> = {
    abc: 3,
    한글: 4,
    "\u1112\u1161\u11ab": 2, // one syllable written as three letters
    "漢字、": 6,
    "😀": 2,
    "👨‍👩‍👧": 2,
    "🇰🇷": 2,
    "❤️": 2,
    "e\u0301": 1,
    "\u200b": 0,
  };
  const counted = Object.fromEntries(Object.keys(widths).map((text) => [text, textWidth(text)]));
  assert.deepEqual(counted, widths);
});

test("a line is wrapped between words, and inside a word that is wider than the page", () => {
  const page = { columns: 10, useColour: false };
  assert.equal(layOutLine(plain("오늘 서울은 맑습니다"), page), "오늘\n서울은\n맑습니다");
  assert.equal(layOutLine(plain("가나다라마바사"), page), "가나다라마\n바사");
  assert.equal(layOutLine(plain("가나다라마 바사"), page), "가나다라마\n바사");
  assert.equal(layOutLine(plain("a\tb"), page), "a       b");
  assert.equal(layOutLine([], page), "");
});

test("a style goes on over the end of a row", () => {
  const line: Span[] = [
    { text: "가나 ", style: "plain" },
    { text: "다라마바", style: "bold" },
  ];
  assert.equal(
    layOutLine(line, { columns: 6, useColour: true }),
    "가나 \n\x1b[1m다라마\x1b[0m\n\x1b[1m바\x1b[0m",
  );
});

test("no row is wider than the page and no word is lost", () => {
  const word = fc.string({
    unit: fc.constantFrom("a", "가", "😀", "é"),
    minLength: 1,
    maxLength: 9,
  });
  fc.assert(
    fc.property(fc.array(word), fc.integer({ min: 2, max: 20 }), (words, columns) => {
      const rows = layOutLine(plain(words.join(" ")), { columns, useColour: false }).split("\n");
      assert.equal(
        rows.every((row) => textWidth(row) <= columns),
        true,
      );
      assert.equal(rows.join("").replaceAll(" ", ""), words.join(""));
    }),
  );
});

test("characters that command a terminal or turn a line around are made visible", () => {
  assert.equal(
    visibleText("a\x1b[31m\x07\x9b\x7f\r\nb\rc\td\u202Ee\u2066f\0"),
    "a⟨U+001B⟩[31m⟨U+0007⟩⟨U+009B⟩⟨U+007F⟩\nb⟨U+000D⟩c\td⟨U+202E⟩e⟨U+2066⟩f⟨U+0000⟩",
  );
});

test("a text too wide ends with …", () => {
  assert.equal(fitWidth("가나다라", 8), "가나다라");
  assert.equal(fitWidth("가나다라", 7), "가나다…");
  assert.equal(fitWidth("가나다라", 6), "가나…");
});
