import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { visibleText } from "../../../src/base/visible-text.ts";
import { toDiscordMarkdown } from "../../../src/bots/discord/markup.ts";
import {
  codeBlock,
  codeSpan,
  escapeMarkup,
  parseMarkup,
  toPlainText,
  toTelegramHtml,
  visibleLength,
} from "../../../src/bots/markup/parse-markup.ts";
import { processorMs } from "../../support/processor-time.ts";
import { parseHtml } from "../../support/telegram-server-entities.ts";

const cases: readonly { name: string; source: string; html: string; plain: string }[] = [
  {
    name: "plain text is escaped and otherwise untouched",
    source: 'a < b & c > "d"',
    html: "a &lt; b &amp; c &gt; &quot;d&quot;",
    plain: 'a < b & c > "d"',
  },
  { name: "bold", source: "a **b c** d", html: "a <b>b c</b> d", plain: "a b c d" },
  {
    name: "bold before a Korean particle",
    source: "**오늘**은 **맑음**입니다",
    html: "<b>오늘</b>은 <b>맑음</b>입니다",
    plain: "오늘은 맑음입니다",
  },
  { name: "powers stay powers", source: "x**2 + y**2", html: "x**2 + y**2", plain: "x**2 + y**2" },
  { name: "an opener without closer", source: "a **b", html: "a **b", plain: "a **b" },
  { name: "spaced stars", source: "a ** b ** c", html: "a ** b ** c", plain: "a ** b ** c" },
  { name: "four stars", source: "****", html: "****", plain: "****" },
  { name: "three stars", source: "***x***", html: "<b><i>x</i></b>", plain: "x" },
  { name: "bold ends with its line", source: "**a\nb**", html: "**a\nb**", plain: "**a\nb**" },
  {
    name: "code keeps what it holds",
    source: "run `a **b** [c](https://d) <e>` now",
    html: "run <code>a **b** [c](https://d) &lt;e&gt;</code> now",
    plain: "run a **b** [c](https://d) <e> now",
  },
  {
    name: "code inside bold ends the bold, since Telegram allows no other entity in code",
    source: "**a `b` c**",
    html: "<b>a </b><code>b</code><b> c</b>",
    plain: "a b c",
  },
  { name: "two backticks hold one", source: "``a`b``", html: "<code>a`b</code>", plain: "a`b" },
  { name: "an odd backtick", source: "it`s", html: "it`s", plain: "it`s" },
  {
    name: "a link",
    source: "see [the **docs**](https://example.org/a_(b)?c=1&d=2).",
    html: 'see <a href="https://example.org/a_(b)?c=1&amp;d=2">the <b>docs</b></a>.',
    plain: "see the docs (https://example.org/a_(b)?c=1&d=2).",
  },
  {
    name: "a link in bold",
    source: "**[a](https://b.kr)**",
    html: '<a href="https://b.kr"><b>a</b></a>',
    plain: "a (https://b.kr)",
  },
  {
    name: "an absolute time",
    source: "⏰ **call** · [tomorrow 3 PM](time:1764000000:F)",
    html: '⏰ <b>call</b> · <tg-time unix="1764000000">tomorrow 3 PM</tg-time>',
    plain: "⏰ call · tomorrow 3 PM",
  },
  {
    name: "a time that is none",
    source: "[a](time:soon) [b](time:1:x)",
    html: "[a](time:soon) [b](time:1:x)",
    plain: "[a](time:soon) [b](time:1:x)",
  },
  {
    name: "a link whose label is its address",
    source: "[https://b.kr](https://b.kr)",
    html: '<a href="https://b.kr">https://b.kr</a>',
    plain: "https://b.kr",
  },
  {
    name: "a scheme that runs code is no link",
    source: "[a](javascript:alert(1))",
    html: "[a](javascript:alert(1))",
    plain: "[a](javascript:alert(1))",
  },
  {
    name: "brackets that are no link",
    source: "a[0] = [1]",
    html: "a[0] = [1]",
    plain: "a[0] = [1]",
  },
  {
    name: "links do not nest",
    source: "[a [b](https://c.kr) d](https://e.kr)",
    html: '[a <a href="https://c.kr">b</a> d](https://e.kr)',
    plain: "[a b (https://c.kr) d](https://e.kr)",
  },
  {
    name: "escapes",
    source: "\\*\\*a\\*\\* \\`b\\` \\\\ \\n",
    html: "**a** `b` \\ \\n",
    plain: "**a** `b` \\ \\n",
  },
  {
    name: "a fence",
    source: "before\n```ts\nconst a = 1 < 2;\n```\nafter",
    html: 'before\n<pre><code class="language-ts">const a = 1 &lt; 2;</code></pre>\nafter',
    plain: "before\nconst a = 1 < 2;\nafter",
  },
  {
    name: "a fence without language, and markup in it",
    source: "```\n**a** `b`\n\n  c\n```",
    html: "<pre>**a** `b`\n\n  c</pre>",
    plain: "**a** `b`\n\n  c",
  },
  {
    name: "a longer fence holds a shorter one",
    source: "````\n```\na\n```\n````",
    html: "<pre>```\na\n```</pre>",
    plain: "```\na\n```",
  },
  { name: "a fence that is never closed", source: "```js\na", html: "```js\na", plain: "```js\na" },
  {
    name: "a language that is no word is left out",
    source: '```"><b>\na\n```',
    html: "<pre>a</pre>",
    plain: "a",
  },
  {
    name: "italic, struck and hidden words, and words that are several of them",
    source: "*a* ~~b~~ ||c|| **d *e*** ||**f** `g`||은 ~~*h*~~",
    html:
      "<i>a</i> <s>b</s> <tg-spoiler>c</tg-spoiler> <b>d </b><b><i>e</i></b> " +
      "<tg-spoiler><b>f</b></tg-spoiler><tg-spoiler> </tg-spoiler><tg-spoiler>g</tg-spoiler>은 <s><i>h</i></s>",
    plain: "a ~~b~~ c d e f g은 ~~h~~",
  },
  {
    name: "marks that mean themselves",
    source: "2*3*4 2 * 3 *.ts src/*/*.js ~5 ~/a a || b || c |x||y|| snake_case_ -*-",
    html: "2*3*4 2 * 3 *.ts src/*/*.js ~5 ~/a a || b || c |x||y|| snake_case_ -*-",
    plain: "2*3*4 2 * 3 *.ts src/*/*.js ~5 ~/a a || b || c |x||y|| snake_case_ -*-",
  },
  {
    name: "lines that are quoted",
    source: "said:\n> one **two**\n>\n> ~~three~~\nand\n>5 is > 4",
    html: "said:\n<blockquote>one <b>two</b>\n\n<s>three</s></blockquote>\nand\n&gt;5 is &gt; 4",
    plain: "said:\n> one two\n> \n> ~~three~~\nand\n>5 is > 4",
  },
  {
    name: "a link in a quote keeps what its label is",
    source: "> ||[a *b*](https://c.kr)||",
    html: '<blockquote><a href="https://c.kr"><tg-spoiler>a </tg-spoiler><tg-spoiler><i>b</i></tg-spoiler></a></blockquote>',
    plain: "> a b (https://c.kr)",
  },
  {
    name: "emoji and joined letters",
    source: "**👨‍👩‍👧 한글**",
    html: "<b>👨‍👩‍👧 한글</b>",
    plain: "👨‍👩‍👧 한글",
  },
];

for (const { name, source, html, plain } of cases) {
  test(`markup: ${name}`, () => {
    assert.equal(toTelegramHtml(source), html);
    assert.equal(toPlainText(source), plain);
  });
}

test("a name from right to left turns nothing beside it, and its length counts", () => {
  const source = "⏰ **call שלום** · 3 PM";
  assert.equal(toTelegramHtml(source), "⏰ <b>\u2068call שלום\u2069</b> · 3 PM");
  assert.equal(toDiscordMarkdown(source), "⏰ **\u2068call שלום\u2069** · 3 PM");
  assert.equal(toPlainText(source), "⏰ call שלום · 3 PM");
  assert.equal(visibleLength(source), "⏰ call שלום · 3 PM".length + 2);
});

test("control characters and bidi overrides of others never reach a terminal", () => {
  assert.equal(
    toPlainText("a\u001b[31mb\u0007\u009bc\u202ed\r\n\te"),
    "a⟨U+001B⟩[31mb⟨U+0007⟩⟨U+009B⟩c⟨U+202E⟩d\n\te",
  );
});

test("what a reader sees is counted, not delimiters or addresses", () => {
  assert.equal(
    visibleLength("**굵게** [a](https://example.org/long) `c`\n```js\nd\n```"),
    "굵게 a c\nd".length,
  );
});

test("blocks carry runs and fences for a platform that renders by itself", () => {
  assert.deepEqual(parseMarkup("a **b**\n```py\nc\n```"), [
    {
      kind: "text",
      lines: [
        [
          { text: "a ", isBold: false, isCode: false },
          { text: "b", isBold: true, isCode: false },
        ],
      ],
    },
    { kind: "fence", language: "py", text: "c" },
  ]);
});

/** Any text that shows as it is; what is hidden in a text shows as its code (`visibleText`). */
const anyText = fc
  .oneof(
    fc.string({ unit: "grapheme" }),
    fc.string({
      unit: fc.constantFrom(
        "*",
        "`",
        "[",
        "]",
        "(",
        ")",
        "\\",
        "a",
        " ",
        "\n",
        "한",
        "https://",
        "~~",
        "||",
        "> ",
      ),
    }),
  )
  .map(visibleText);

test("escaped text shows exactly as it was, on every renderer", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      assert.equal(toPlainText(escapeMarkup(text)), text);
      assert.equal(visibleLength(escapeMarkup(text)), text.length);
    }),
  );
});

test("a code block and a code span hold any text", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      assert.deepEqual(parseMarkup(codeBlock(text, "ts")), [
        { kind: "fence", language: "ts", text },
      ]);
      const line = text.replaceAll("\n", " ");
      if (line.trim() === "") return;
      assert.deepEqual(parseMarkup(codeSpan(line)), [
        { kind: "text", lines: [[{ text: line, isBold: false, isCode: true }]] },
      ]);
    }),
  );
});

test("rendered HTML is balanced and holds no bare angle bracket, whatever comes in", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const html = toTelegramHtml(text);
      const open: string[] = [];
      for (const match of html.matchAll(
        /<(\/?)(b|i|s|tg-spoiler|blockquote|code|pre|a)(?: (?:class|href)="[^"<>]*")?>/g,
      )) {
        if (match[1] === "/") assert.equal(open.pop(), match[2]);
        else open.push(match[2]!);
      }
      assert.deepEqual(open, []);
      assert.doesNotMatch(
        html.replace(
          /<\/?(b|i|s|tg-spoiler|blockquote|code|pre|a)(?: (?:class|href)="[^"<>]*")?>/g,
          "",
        ),
        /[<>"]/,
      );
    }),
  );
});

test("Telegram reads the HTML as the very text that was counted", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      assert.equal(parseHtml(toTelegramHtml(text)).text.length, visibleLength(text));
    }),
  );
});

test("hostile text of 200,000 characters is read in linear time", async () => {
  const unit = 20_000;
  for (const piece of [
    "[",
    "](http://",
    "`",
    "``a`",
    "**a",
    "```a\n",
    "\\",
    "```\n",
    "](((",
    "*a ",
    "~~a",
    "||a ",
    "> \n",
  ]) {
    const text = piece.repeat(unit).slice(0, 200_000);
    assert.ok((await processorMs(() => toTelegramHtml(text))) < 2_000, `"${piece}" took too long`);
  }
});
