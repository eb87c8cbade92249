import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { toDiscordMarkdown } from "../../../src/bots/discord/markup.ts";
import { answerMarkup } from "../../../src/bots/markup/markdown.ts";
import { toPlainText, toTelegramHtml } from "../../../src/bots/markup/parse-markup.ts";
import { textWidth } from "../../../src/bots/markup/text-width.ts";
import { processorMs } from "../../support/processor-time.ts";

/** What models write, and what is made of it. */
const LINES: readonly (readonly [string, string])[] = [
  ["# News of the day", "**News of the day**"],
  ["### 오늘의 **뉴스** ##", "**오늘의 뉴스**"],
  ["* one\n  + two\n- three", "- one\n  - two\n- three"],
  ["1. one\n2. two\n   - deep", "1. one\n2. two\n   - deep"],
  ["- [ ] milk\n- [x] bread", "☐ milk\n☑ bread"],
  ["---\n***\n_ _ _", "———\n———\n———"],
  ["it is *very* good, **really**", "it is *very* good, **really**"],
  ["> # Title\n> > * deep\n>\n> end", "> **Title**\n> - deep\n> \n> end"],
];

/** Texts that mean themselves. */
const LITERAL: readonly string[] = [
  "2*3*4 and 2 * 3 * 4",
  "snake_case and _private_ and __init__",
  "https://example.org/a_b_c*d*e?x=1",
  "`*not*` and [*label*](https://example.org/a)",
  "\\*escaped\\* stars",
  "a | b, and c | d",
  "#hashtag and C# code",
  "-5 degrees",
  ">5 and ~~old~~ ||hidden||",
  "```md\n# kept\n* kept\n| a | b |\n|---|---|\n```",
  "| a | b |\nno ruler",
];

for (const [markdown, shown] of LINES)
  test(`Markdown becomes light markup: ${JSON.stringify(markdown)}`, () => {
    assert.equal(answerMarkup(markdown), shown);
  });

for (const text of LITERAL)
  test(`a text stays what it is: ${JSON.stringify(text)}`, () => {
    assert.equal(answerMarkup(text), text);
  });

test("a narrow table stands in columns, Korean two wide, numbers to the right", () => {
  const table = "| 과일 | 값 |\n|:---|---:|\n| 사과 | 900 |\n| fig | **1,200** |\nafter";
  assert.equal(
    answerMarkup(table),
    "```\n과일     값\n────  ─────\n사과    900\nfig   1,200\n```\nafter",
  );
});

test("a table wider than a phone becomes a block of lines for each row", () => {
  const table = [
    "Hotel | Where | Price",
    "--- | --- | ---",
    "Blue *Bird* | by the river, north side | [120](https://example.org/b)",
    "Pine | | 95 \\| 99",
  ].join("\n");
  assert.equal(
    answerMarkup(table),
    [
      "**Hotel: Blue *Bird***",
      "- Where: by the river, north side",
      "- Price: [120](https://example.org/b)",
      "",
      "**Hotel: Pine**",
      "- Price: 95 | 99",
    ].join("\n"),
  );
});

const cell = fc.oneof(
  fc.constantFrom("사과", "fig", "👨‍👩‍👧", "a_b", "1,200", "", "e\u0301"),
  fc.string({ unit: "grapheme", maxLength: 8 }).map((text) => text.replace(/[|\\\n\r`[\]*]/g, "")),
);

test("every cell of a table is shown, and no row of columns is wider than a phone", () => {
  const tables = fc.integer({ min: 2, max: 4 }).chain((columns) =>
    fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), {
      minLength: 1,
      maxLength: 6,
    }),
  );
  fc.assert(
    fc.property(tables, (rows) => {
      const lines = rows.map((row) => `| ${row.join(" | ")} |`);
      const names = rows[0]!.map((_, column) => `c${column}`);
      const ruler = `|${"---|".repeat(names.length)}`;
      const shown = answerMarkup([`| ${names.join(" | ")} |`, ruler, ...lines].join("\n"));
      const plain = toPlainText(shown);
      for (const text of rows.flat()) assert.ok(plain.includes(toPlainText(text.trim())), text);
      if (shown.startsWith("```"))
        for (const line of plain.split("\n")) assert.ok(textWidth(line) <= 36, line);
    }),
  );
});

test("a row with more cells than the table has columns loses none of them", () => {
  const table = ["| tool | call |", "|---|---|", "| count | `cat a | wc -l` | twice |"];
  const shown = toPlainText(answerMarkup(table.join("\n")));
  assert.ok(shown.includes("cat a | wc -l | twice"), shown);
});

test("whatever a model writes is shown, and formatted in balance", () => {
  const pieces = fc.constantFrom(
    ..."*_~`#>-|[]()\\ \n".split(""),
    "```",
    "**",
    "word",
    "한글",
    "| a | b |\n|---|---|\n",
    "1. ",
    "- [ ] ",
    "https://example.org/a_b",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      const shown = answerMarkup(parts.join(""));
      assert.doesNotThrow(() => toDiscordMarkdown(shown));
      const tags = [
        ...toTelegramHtml(shown).matchAll(/<(\/?)(b|i|s|tg-spoiler|blockquote|code|pre|a)\b/g),
      ];
      const depth = tags.reduce((open, [, slash]) => open + (slash === "/" ? -1 : 1), 0);
      assert.equal(depth, 0);
      for (const word of ["word", "한글"])
        assert.equal(shown.split(word).length, parts.join("").split(word).length);
    }),
    { numRuns: 500 },
  );
});

test("100,000 characters of marks are made ready within a second", async () => {
  for (const mark of ["*a ", "`", "[", "|", "*", "- [ ] ", "# ", "|-"]) {
    const text = mark.repeat(100_000 / mark.length);
    assert.ok((await processorMs(() => answerMarkup(text))) < 1000, mark);
  }
});
