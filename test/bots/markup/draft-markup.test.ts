import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { scanLines, toTelegramHtml, visibleLength } from "../../../src/bots/markup/parse-markup.ts";
import { draftOf } from "../../../src/bots/markup/streaming-markdown.ts";
import { parseHtml } from "../../support/telegram-server-entities.ts";

const LIMIT = 4096;

/** What a reader of Telegram sees; throws where its server would refuse the text. */
function shown(markup: string): string {
  return parseHtml(toTelegramHtml(markup)).text;
}

/** The same without the mark that more comes. */
function shownDraft(beginning: string, limit = LIMIT): string {
  return shown(draftOf(beginning, limit)).replace(/[ \n]…$/, "");
}

/** Empty lines at the start are sent by nobody. */
function withoutBlankStart(text: string): string {
  return text.replace(/^([ \t]*\n)+/, "");
}

const BEGINNINGS: readonly (readonly [beginning: string, draft: string])[] = [
  ["", ""],
  ["Hello the", "Hello th …"],
  ["Hello **bo", "Hello …"],
  ["Hello **bold** wor", "Hello **bold** wo …"],
  ["Use `npm i", "Use …"],
  ["Use `npm i` to", "Use `npm i` t …"],
  ["See [the page](https://exam", "See …"],
  ["See [the page](https://example.org) or", "See [the page](https://example.org) o …"],
  ["A [note] is", "A [note] i …"],
  ["Look:\n```js\nlet a = 1;\nlet", "Look:\n```js\nlet a = 1;\nle\n```\n…"],
  ["Look:\n```js\nlet a = 1;\n``", "Look:\n```js\nlet a = 1;\n```\n…"],
  ["Look:\n```js", "Look: …"],
  ["Look:\n```js\n", "Look: …"],
  ["Done.\n```\na\n```\nThen", "Done.\n```\na\n```\nThe …"],
  ["Prices:\n| a | b |\n", "Prices: …"],
  ["Prices:\n| a | b |\n|---|---|\n| 1 | 2", "Prices:\n| a | b |\n|---|---| …"],
  ["A family 👨‍👩", "A family …"],
  ["2 * 3 ** 4 is", "2 * 3 ** 4 i …"],
  ["ends with \\", "ends with …"],
  ["It is *ver", "It is …"],
  ["It is *very* go", "It is *very* g …"],
  ["Not ~~this~~ but ||th", "Not ~~this~~ but …"],
  ["They say:\n>", "They say: …"],
  ["They say:\n> tha", "They say:\n> th …"],
];

test("a draft shows what is finished and holds the rest back", () => {
  assert.deepEqual(
    BEGINNINGS.map(([beginning]) => [beginning, draftOf(beginning, LIMIT)]),
    BEGINNINGS,
  );
});

const WORD = fc.constantFrom(
  "one",
  "둘",
  "three.",
  "👨‍👩‍👧",
  "🇰🇷",
  "é",
  "x**2",
  "a*b",
  "**",
  "*",
  "`",
  "[",
  "]",
  "](",
  "\\*",
  "\\",
  "***",
  "`` ` ``",
  "(see",
  "[x]",
  "<b>",
  "&",
  "😀",
  "![",
  "_",
  "~~",
  "||",
  "~",
  "|",
  "> ",
);
const PIECE = fc.oneof(
  { weight: 6, arbitrary: WORD },
  WORD.map((word) => `**${word}**`),
  WORD.map((word) => `*${word}*`),
  WORD.map((word) => `~~${word}~~`),
  WORD.map((word) => `||${word}||`),
  WORD.map((word) => `\`${word}\``),
  WORD.map((word) => `[${word}](https://example.org/a_(b)?q=1)`),
  fc.constantFrom("**`a` b**", "[**b**](https://x.org)", "**[a](tg://b)**"),
);
const LINE = fc
  .tuple(
    fc.constantFrom("", "", "> ", ">"),
    fc.array(fc.tuple(PIECE, fc.constantFrom(" ", "")), { maxLength: 7 }),
  )
  .map(([start, pieces]) => start + pieces.map(([piece, gap]) => piece + gap).join(""));
const FENCE = fc
  .tuple(
    fc.constantFrom("```", "```js", "````"),
    fc.array(fc.constantFrom("let a;", "", "  b", "`x`", "**"), { maxLength: 4 }),
  )
  .map(([opener, lines]) => [opener, ...lines, opener.replace("js", "")].join("\n"));
const TEXT = fc
  .array(fc.oneof({ weight: 3, arbitrary: LINE }, FENCE), { minLength: 1, maxLength: 5 })
  .map((blocks) => blocks.join("\n"));

test("every beginning of every text gives well-formed markup that shows a beginning of the whole", () => {
  fc.assert(
    fc.property(TEXT, (text) => {
      fc.pre(
        scanLines(text).every(
          ({ kind, start }) => kind !== "text" || !text.startsWith("```", start),
        ),
      );
      const whole = withoutBlankStart(shown(text));
      for (let length = 0; length <= text.length; length += 1) {
        const beginning = text.slice(0, length);
        const draft = withoutBlankStart(shownDraft(beginning));
        assert.ok(
          whole.startsWith(draft),
          `${JSON.stringify(beginning)} → ${JSON.stringify(draft)} of ${JSON.stringify(whole)}`,
        );
        assert.doesNotMatch(draft, /\p{Surrogate}/u);
      }
    }),
    { numRuns: 400 },
  );
});

test("what is shown grows as the text does, by whole characters", () => {
  const characters = fc.array(fc.constantFrom("👨‍👩‍👧", "🇰🇷", "é", "각", "a", " ", "👍🏽", "\n"), {
    maxLength: 20,
  });
  fc.assert(
    fc.property(characters, (pieces) => {
      const text = `a${pieces.join("")}`;
      const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
      const ends = new Set([
        0,
        ...Array.from(segmenter.segment(text), ({ index, segment }) => index + segment.length),
      ]);
      for (let length = 0; length <= text.length; length += 1)
        assert.ok(ends.has(shownDraft(text.slice(0, length)).length));
    }),
    { numRuns: 200 },
  );
});

test("a draft longer than a message is its start, within the limit", () => {
  const text = `${"Some words. ".repeat(400)}\n\`\`\`\n${"code\n".repeat(900)}`;
  for (let length = 0; length < text.length; length += 97) {
    const draft = draftOf(text.slice(0, length), 2000);
    assert.ok(visibleLength(draft) <= 2000);
    assert.ok(shown(text).startsWith(shown(draft).replace(/[ \n]…$/, "")));
  }
});
