import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { discordLength } from "../../../src/bots/discord/message.ts";
import { answerMarkup } from "../../../src/bots/markup/markdown.ts";
import {
  toPlainText,
  toTelegramHtml,
  visibleLength,
} from "../../../src/bots/markup/parse-markup.ts";
import { cutText, splitIntoParts, splitText } from "../../../src/bots/markup/split-text.ts";
import { processorMs } from "../../support/processor-time.ts";
import { parseHtml } from "../../support/telegram-server-entities.ts";

test("a text that fits stays as it is, and an empty text is one empty message", () => {
  assert.deepEqual(splitText("**a** b", 16), ["**a** b"]);
  assert.deepEqual(splitIntoParts("**a** b", 16), [{ text: "**a** b", source: "**a** b" }]);
  assert.deepEqual(splitText("", 16), [""]);
});

test("a blank text stays one part, and blank ends join their neighbour", () => {
  assert.deepEqual(splitIntoParts(" \n ", 16), [{ text: " \n ", source: " \n " }]);
  const source = `\n\n${"a".repeat(16)}${" \n".repeat(40)}`;
  assert.deepEqual(splitIntoParts(source, 16), [{ text: "a".repeat(16), source }]);
});

test("paragraphs come before lines, lines before sentences, sentences before words", () => {
  assert.deepEqual(splitText("one two three.\n\nfour\nfive six", 20), [
    "one two three.",
    "four\nfive six",
  ]);
  assert.deepEqual(splitText("one two. three\nfour five. six", 20), [
    "one two. three",
    "four five. six",
  ]);
  assert.deepEqual(splitText("one two. three four five", 16), ["one two.", "three four five"]);
  assert.deepEqual(splitText("첫째 문장은 조금 더 길다. 둘째 문장이다.", 22), [
    "첫째 문장은 조금 더 길다.",
    "둘째 문장이다.",
  ]);
  assert.deepEqual(splitText("alpha beta gamma delta", 17), ["alpha beta gamma", "delta"]);
  assert.deepEqual(splitText("一二三四五六七八九十。一二三四五六七八九十。", 16), [
    "一二三四五六七八九十。",
    "一二三四五六七八九十。",
  ]);
});

test("words in marks that are longer than a part keep their marks in every part", () => {
  assert.deepEqual(splitText("**one two three four *five six* seven**", 16), [
    "**one two three**",
    "**four *five six***",
    "**seven**",
  ]);
  assert.deepEqual(splitText("||hidden words are hidden||", 16), [
    "||hidden words are||",
    "||hidden||",
  ]);
  assert.deepEqual(splitText(`~~${"x".repeat(20)}~~`, 16), [
    `~~${"x".repeat(16)}~~`,
    `~~${"x".repeat(4)}~~`,
  ]);
});

test("a quoted line longer than a part is quoted in every part", () => {
  assert.deepEqual(splitText("> one two *three four five*\n> six", 16), [
    "> one two",
    "> *three four five*",
    "> six",
  ]);
});

test("a table that is cut begins again with its head", () => {
  const row = (name: string): string => `${name}  12`;
  const table = ["name   n", "─────  ──", ...["apple", "berry", "cherr", "dates"].map(row)];
  const parts = splitText(`\`\`\`\n${table.join("\n")}\n\`\`\``, 80);
  assert.deepEqual(parts, [`\`\`\`\n${table.join("\n")}\n\`\`\``]);
  const rows = Array.from({ length: 12 }, () => row("apple")).join("\n");
  const long = splitText(`\`\`\`\nname   n\n─────  ──\n${rows}\n\`\`\``, 80);
  assert.ok(long.length > 1);
  for (const part of long)
    assert.ok(part.startsWith("```\nname   n\n─────  ──\napple  12\n"), part);
  assert.equal(long.join("\n").split("apple").length - 1, 12);
});

test("an early paragraph break does not make a tiny part", () => {
  assert.deepEqual(splitText("a\n\nbbbbbbb ccccccc ddddddd", 20), [
    "a\n\nbbbbbbb ccccccc",
    "ddddddd",
  ]);
});

test("bold, code and links are not cut while a place outside them is left", () => {
  assert.deepEqual(splitText("aaaa bbbb **cccc dddd eeee** ffff", 17), [
    "aaaa bbbb",
    "**cccc dddd eeee**",
    "ffff",
  ]);
  const link = "[the label](https://example.org/a/very/long/address/that/does/not/count)";
  assert.deepEqual(splitText(`aaaa bbbb ${link} cc`, 19), [`aaaa bbbb ${link}`, "cc"]);
});

test("a fence cut across parts is closed and opened again with its language", () => {
  assert.deepEqual(
    splitText("intro\n```js\nconst a = 1;\nconst b = 2;\nconst c = 3;\n```\nend", 26),
    ["intro\n```js\nconst a = 1;\n```", "```js\nconst b = 2;\nconst c = 3;\n```", "end"],
  );
});

test("one line of code longer than a part is cut inside the line", () => {
  const parts = splitText(`\`\`\`\n${"x".repeat(40)}\n\`\`\``, 16);
  assert.deepEqual(
    parts,
    ["x".repeat(16), "x".repeat(16), "x".repeat(8)].map((code) => `\`\`\`\n${code}\n\`\`\``),
  );
});

test("a word without any place is cut between grapheme clusters", () => {
  const family = "👨‍👩‍👧‍👦";
  assert.deepEqual(splitText(family.repeat(3), 24), [family.repeat(2), family]);
  const flag = "🇰🇷";
  assert.deepEqual(splitText(flag.repeat(6), 21), [flag.repeat(5), flag]);
  assert.deepEqual(splitText(`${"a".repeat(15)}e\u0301e\u0301`, 16), [
    "a".repeat(15),
    "e\u0301e\u0301",
  ]);
});

test("a measure of the platform decides what fits", () => {
  const parts = splitText("**aaaa** **bbbb** **cccc**", 18, (markup) => markup.length);
  assert.deepEqual(parts, ["**aaaa** **bbbb**", "**cccc**"]);
});

test("short notes are cut between grapheme clusters too", () => {
  assert.equal(cutText("한글", 5), "한글");
  assert.equal(cutText("ab👨‍👩‍👧‍👦", 5), "ab");
});

const markupText = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.string({ unit: "grapheme", maxLength: 12 }) },
      {
        weight: 6,
        arbitrary: fc.constantFrom(
          "\n",
          "\n\n",
          "```js\n",
          "\n```\n",
          "**bold words**",
          "`code x`",
          " ",
          ". ",
          "[label a](https://example.org/x)",
          "\\*",
          "한국어 문장이다. ",
          "👨‍👩‍👧‍👦",
          "🇰🇷",
          "e\u0301",
        ),
      },
      {
        weight: 1,
        arbitrary: fc.string({ unit: fc.constantFrom("*", "`", "[", "]", "(", "\\", " ", "\n") }),
      },
    ),
    { maxLength: 60 },
  )
  .map((pieces) => pieces.join(""));

test("sources join to the original, every part fits and none is blank", () => {
  fc.assert(
    fc.property(markupText, fc.integer({ min: 16, max: 80 }), (source, maxLength) => {
      const parts = splitIntoParts(source, maxLength);
      assert.equal(parts.map((part) => part.source).join(""), source);
      for (const part of parts) {
        assert.ok(visibleLength(part.text) <= maxLength, JSON.stringify(part));
        assert.doesNotMatch(part.text, /\p{Surrogate}/u);
        if (parts.length > 1) assert.notEqual(toPlainText(part.text).trim(), "");
      }
    }),
    { numRuns: 1_000 },
  );
});

test("no cut stands inside a grapheme cluster that fits a part", () => {
  fc.assert(
    fc.property(markupText, fc.integer({ min: 32, max: 80 }), (source, maxLength) => {
      const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
      const ends = new Set(
        Array.from(segmenter.segment(source), ({ index, segment }) => index + segment.length),
      );
      let at = 0;
      for (const part of splitIntoParts(source, maxLength)) {
        at += part.source.length;
        assert.ok(ends.has(at), `cut at ${at} of ${JSON.stringify(source)}`);
      }
    }),
    { numRuns: 500 },
  );
});

test("the words of a text without fences survive in order", () => {
  fc.assert(
    fc.property(markupText, fc.integer({ min: 16, max: 60 }), (source, maxLength) => {
      fc.pre(!source.includes("```"));
      const kept = splitText(source, maxLength).join("");
      const words = (text: string): string => text.replace(/[\s*~|>\\]/g, "");
      assert.equal(words(kept), words(source));
    }),
  );
});

/** Pieces of what models answer with: lists in lists, tables, code, scripts of both directions, and characters of many code points. */
const answerText = fc
  .array(
    fc.constantFrom(
      "# A heading\n",
      "- one\n  - deeper\n    1. first\n    2. second\n",
      "\n1. one\n2. two\n3. three\n",
      "\n\n",
      "\n| name | price |\n|---|--:|\n| 사과 | 1,200 |\n| fig | 90 |\n",
      `\n| n | v |\n|---|--:|\n${"| fig | 90 |\n".repeat(60)}`,
      "\n> a quotation with **bold** and `code`\n> and ||a secret||\n",
      "\n```python\nfor i in range(3):\n    print(i)\n```\n",
      `\n\`\`\`python\n${"print(7)\n".repeat(40)}\`\`\`\n`,
      "**굵은 글자** ",
      "*기울인* and *italic* ",
      "~~struck out~~ ",
      `||${"hidden words ".repeat(30)}all|| `,
      `\n> ${"one quoted line ".repeat(30)}*in ${"italics ".repeat(30)}end*\n`,
      "[the label](https://example.org/a_b(c)?d=*e*) ",
      "שלום עולם ",
      "\u2067مرحبا بالعالم\u2069 \u200Fא\u200E ",
      "👩🏽‍🚀👨‍👩‍👧‍👦🇰🇷🏴󠁧󠁢󠁳󠁣󠁴󠁿👍🏿 ",
      "\u1112\u1161\u11AB\u1100\u1173\u11AF ",
      "e\u0301\u0323 नमस्ते ",
      "snake_case 2*3*4 a||not|| ~kept~ <b> & ",
      "word ",
      ". ",
    ),
    { maxLength: 120 },
  )
  .map((pieces) => answerMarkup(pieces.join("")));

/** What each platform takes at once: texts of Telegram, words under its files, texts and cards of Discord. */
const LIMITS = [
  [4096, visibleLength],
  [1024, visibleLength],
  [256, visibleLength],
  [2000, discordLength],
  [4096, discordLength],
  [512, discordLength],
] as const;

test("every part of an answer fits its platform, is read without a fault, and nothing is lost", () => {
  // marks and lines under the heads of tables may be written again, and so may the heads
  const letters = (text: string): string =>
    text.replace(/(?:n {2,}v|name +price)\n─+ {2}─+\n/g, "").replace(/[\s`─~>]|python/g, "");
  fc.assert(
    fc.property(answerText, fc.constantFrom(...LIMITS), (source, [limit, measure]) => {
      const parts = splitIntoParts(source, limit, measure);
      assert.equal(parts.map((part) => part.source).join(""), source);
      for (const { text } of parts) {
        assert.ok(measure(text) <= limit, `${measure(text)} of ${limit}: ${JSON.stringify(text)}`);
        const read = parseHtml(toTelegramHtml(text));
        assert.ok(read.text.length <= limit || measure === discordLength);
        const words = read.entities
          .filter(({ type }) => type === "pre")
          .reduceRight(
            (left, { offset, length }) => left.slice(0, offset) + left.slice(offset + length),
            read.text,
          );
        assert.doesNotMatch(words, /\*\*|~~|```/, "no mark is left over");
        assert.doesNotMatch(text, /\p{Surrogate}/u);
      }
      const shown = parts.map(({ text }) => letters(toPlainText(text))).join("");
      assert.equal(shown, letters(toPlainText(source)));
    }),
    { numRuns: 200 },
  );
});

test("hidden words stay hidden, quoted words quoted and code code, wherever a text is cut", () => {
  const kinds = ["spoiler", "blockquote", "pre", "italic", "bold", "strikethrough"] as const;
  const covered = (markup: string): Record<string, string> => {
    const { text, entities } = parseHtml(toTelegramHtml(markup));
    return Object.fromEntries(
      kinds.map((kind) => [
        kind,
        entities
          .filter(({ type }) => type === kind)
          .map(({ offset, length }) => text.slice(offset, offset + length))
          .join("")
          .replace(/(?:n {2,}v|name +price)\n─+ {2}─+\n/g, "")
          .replace(/\s|─/g, ""),
      ]),
    );
  };
  fc.assert(
    fc.property(answerText, fc.constantFrom(256, 512, 1024), (source, limit) => {
      const parts = splitText(source, limit).map(covered);
      for (const kind of kinds)
        assert.equal(parts.map((part) => part[kind]).join(""), covered(source)[kind], kind);
    }),
    { numRuns: 200 },
  );
});

test("64 KiB of words, code and links are split within two seconds", async () => {
  const source =
    "단어 word **bold** [a](https://example.org/b) `c`. ".repeat(700) +
    `\`\`\`\n${"line of code\n".repeat(2_000)}\`\`\``;
  assert.ok(splitText(source, 4096).length > 5);
  assert.ok((await processorMs(() => splitText(source, 4096))) < 2_000);
});
