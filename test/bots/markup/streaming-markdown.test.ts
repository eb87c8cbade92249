import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type AnswerPage, answerMarkup } from "../../../src/bots/markup/markdown.ts";
import { toTelegramHtml, visibleLength } from "../../../src/bots/markup/parse-markup.ts";
import { answerDraft } from "../../../src/bots/markup/streaming-markdown.ts";
import { parseHtml } from "../../support/telegram-server-entities.ts";

const LIMIT = 4096;
const PAGE: AnswerPage = { columns: 36, showWide: ({ index }) => `[table ${index}]` };

/** What a reader of Telegram sees; throws where its server would refuse the text. */
function shown(markup: string): string {
  return parseHtml(toTelegramHtml(markup)).text.replace(/^([ \t]*\n)+/, "");
}

const BEGINNINGS: readonly (readonly [beginning: string, draft: string])[] = [
  ["# He", ""],
  ["# Hello\nThe *pr", "**Hello**\nThe …"],
  ["Yes:\n* ", "Yes: …"],
  ["Yes:\n* on", "Yes:\n- o …"],
  ["Yes:\n- [", "Yes: …"],
  ["Yes:\n- [x] don", "Yes:\n☑ do …"],
  ["Yes:\n--", "Yes: …"],
  ["Prices:\n| a | b |\n|---|---|\n| 1 | 2 |\n", "Prices: …"],
  ["| a | b |\n|---|---|\n| 1 | 2 |\nthat is", ""],
  ["| a | b |\n|---|---|\n| 1 | 2 |\n\nthat is", "```\na  b\n─  ─\n1  2\n```\n\nthat i …"],
  ["a | b\n--", ""],
  ["a | b\nand so", "a | b\nand s …"],
  ["Look:\n```sh\n# no heading\n* no", "Look:\n```sh\n# no heading\n* n\n```\n…"],
  ["> # Title\n> and", "> **Title**\n> an …"],
];

test("a draft shows headings, lists, tables and quotes as the answer will", () => {
  assert.deepEqual(
    BEGINNINGS.map(([beginning]) => [beginning, answerDraft(beginning, PAGE, LIMIT)]),
    BEGINNINGS,
  );
});

const BLOCK = fc.constantFrom(
  "# A *heading* ##",
  "plain words, 한국어 and **bold** ones",
  "* one\n  + two\n- [ ] milk\n- [x] bread",
  "1. one\n2. two *too*",
  "---",
  "***",
  "- - -",
  "> quoted ||hidden||\n> > deeper ~~struck~~",
  "| a | b |\n|---|--:|\n| 사과 | 12 |\n| fig | **9** |",
  "| Where it is | What it costs there | When |\n|---|---|---|\n| by the river | 120 | today |",
  "```js\n# not | a heading\n* x\n|---|\n```",
  "",
  "ends | with bars | in words",
  "👨‍👩‍👧🇰🇷 e\u0301 [label](https://example.org/a_b) `code`",
  "-5 degrees, *almost",
  "x | y\nno ruler",
);

test("every beginning of every answer shows the beginning of the whole answer", () => {
  fc.assert(
    fc.property(fc.array(BLOCK, { minLength: 1, maxLength: 6 }), (blocks) => {
      const markdown = blocks.join("\n");
      const whole = shown(answerMarkup(markdown, PAGE));
      for (let length = 0; length <= markdown.length; length += 1) {
        const beginning = markdown.slice(0, length);
        const draft = shown(answerDraft(beginning, PAGE, LIMIT)).replace(/(?:^|[ \n])…$/, "");
        assert.ok(
          whole.startsWith(draft),
          `${JSON.stringify(beginning)} → ${JSON.stringify(draft)} of ${JSON.stringify(whole)}`,
        );
      }
    }),
    { numRuns: 200 },
  );
});

test("a draft is within the limit", () => {
  const markdown = `# Long\n${"- an entry of *some* words\n".repeat(300)}`;
  for (let length = 0; length < markdown.length; length += 211)
    assert.ok(visibleLength(answerDraft(markdown.slice(0, length), PAGE, 2000)) <= 2000);
});
