import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { fitDiscordMarkdown, toDiscordMarkdown } from "../../../src/bots/discord/markup.ts";
import { discordLength, displayedText, lookOf } from "../../../src/bots/discord/message.ts";
import { toPlainText } from "../../../src/bots/markup/parse-markup.ts";
import { splitText } from "../../../src/bots/markup/split-text.ts";

const CASES: readonly (readonly [string, string, string])[] = [
  ["bold", "a **b c** d", "a **b c** d"],
  ["italic, struck and hidden words", "*a b* ~~c~~ ||d||은", "_a b_ ~~c~~ ||d||은"],
  ["styles inside one another", "||**a *b*** `c`|| ***d***", "||**a _b_** `c`|| **_d_**"],
  ["a bare _ in italic words does not end them", "*see `a_b` there*", "*see `a_b` there*"],
  ["a bar at the end of hidden words", "||a \\|\\|||", "||a \\|\\|\u200B||"],
  [
    "a link that is partly hidden is hidden",
    "[a ||b||](https://c.kr)",
    "||[a b](<https://c.kr>)||",
  ],
  ["quoted lines", "> a **b**\n>\n> c", "> a **b**\n> \n> c"],
  ["bold with code in it stays one", "**a `b` c**", "**a `b` c**"],
  [
    "stray signs are literal",
    "x**2 _y_ ~z~ ~~ a||s||",
    "x\\*\\*2 \\_y\\_ \\~z\\~ \\~\\~ a\\|\\|s\\|\\|",
  ],
  ["mentions are words", "<@123> <#4> <@&5>", "\\<@123\\> \\<#4\\> \\<@&5\\>"],
  [
    "an address keeps its underscores",
    "보기: https://a.example/b_c_d.",
    "보기: <https://a.example/b_c_d>.",
  ],
  ["a link", "[글](https://a.example/x_(y))", "[글](<https://a.example/x_(y)>)"],
  [
    "a link that looks like another address shows both",
    "[https://bank.example](https://evil.example)",
    "https://bank.example (<https://evil.example>)",
  ],
  [
    "an absolute time is in its reader's zone",
    "**병원** · [내일 오후 3시](time:1764000000:F), ||[3시](time:1764000000)||",
    "**병원** · <t:1764000000:F>, ||<t:1764000000:f>||",
  ],
  ["a mail link shows its address", "[글](mailto:a_b@c.example)", "글 (mailto:a\\_b@c.example)"],
  ["headings are words", "# a\n>b\n-# c\n- d\n> # e", "\\# a\n\\>b\n\\-# c\n- d\n> \\# e"],
  ["code with a backtick", "``a`b``", "`` a`b ``"],
  ["a fence", "```js\na*b\n```", "```js\na*b\n```"],
  ["an empty fence", "```\n\n```", "```\n\u200B\n```"],
];

for (const [name, source, expected] of CASES)
  test(`Discord's Markdown: ${name}`, () => {
    assert.equal(toDiscordMarkdown(source), expected);
  });

test("a fence can hold backticks without ending", () => {
  const shown = toDiscordMarkdown("````\na ``` b\n````");
  assert.equal(shown.match(/```/g)?.length, 2);
});

/** Pieces of texts that are hard to write in Markdown. */
const HARD = fc
  .array(
    fc.constantFrom(
      "**",
      "`",
      "```",
      "\n",
      "[",
      "](https://a.example/b_c)",
      "\\",
      "_",
      "* ",
      "> ",
      "# ",
      "가나다 ",
      "abc ",
      "👩‍👩‍👧",
      "<@1>",
      "||",
      "https://x.example/_y_ ",
    ),
    { maxLength: 60 },
  )
  .map((pieces) => pieces.join(""));

test("whatever is written, a message fits and what is not formatting is escaped", () => {
  fc.assert(
    fc.property(HARD, (source) => {
      const look = lookOf({ text: source, buttons: [[{ label: "예", data: "1.y" }]] }, "ko");
      assert.ok("content" in look && look.content !== undefined && look.content.length <= 2000);
      const card = lookOf({ text: source, tone: "question" }, "ko");
      assert.ok(displayedText(card.components).join("").length <= 4000);
      assert.ok(fitDiscordMarkdown(source.repeat(20), 300).length <= 300);
      const outside = toDiscordMarkdown(source).replace(
        /\\.|```[\s\S]*?\n```|``.*?``(?!`)|`[^`\n]+`|<https?:[^>]*>/g,
        "",
      );
      const unquoted = outside.replace(/^> /gm, "");
      assert.equal(unquoted.replace(/\*\*|~~|\|\||_|\*/g, "").match(/[~`|<>]/), null, outside);
      for (const mark of [/\*\*/g, /~~/g, /\|\|/g, /_/g, /\*/g])
        assert.equal((unquoted.match(mark) ?? []).length % 2, 0, `${mark} in ${outside}`);
    }),
    { numRuns: 300 },
  );
});

test("parts of a long text fit as Discord counts them and hold every word", () => {
  fc.assert(
    fc.property(HARD, (piece) => {
      const source = `${piece}\n`.repeat(40);
      const parts = splitText(source, 400, discordLength);
      for (const part of parts) assert.ok(discordLength(part) <= 400, String(discordLength(part)));
      const words = (text: string) => text.match(/가나다|abc/g)?.length ?? 0;
      assert.equal(words(parts.map(toPlainText).join("\n")), words(toPlainText(source)));
    }),
    { numRuns: 40 },
  );
});
