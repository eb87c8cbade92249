import assert from "node:assert/strict";
import { test } from "node:test";
import { readPage } from "../../../src/nodes/source/web.ts";
import {
  decodeEntities,
  sizeOfHtml,
  textOfHtml,
  titleOfHtml,
} from "../../../src/nodes/text/html-text.ts";

const CASES: readonly (readonly [string, string, string])[] = [
  ["paragraphs stand apart", "<p>one</p><p>two\n  three</p>", "one\n\ntwo three"],
  ["a break ends a line and two leave one empty", "a<br>b<br><br>c", "a\nb\n\nc"],
  ["list items get a dash", "<ul><li>one<li>two</ul>", "- one\n- two"],
  ["headings get their marks", "<h2>Title</h2>text", "## Title\n\ntext"],
  ["preformatted lines are kept", "<pre>a\n  b</pre>", "a\n  b"],
  [
    "what nobody reads is left out",
    "a<script>if (1 < 2) x</script><style>p{}</style><!-- c --><template>t</template>b",
    "ab",
  ],
  ["an unclosed head ends at the body", "<head><title>T</title><body>text", "text"],
  ["a lone less-than is text", "1 < 2 and a <b>b</b>", "1 < 2 and a b"],
  ["an unfinished comment ends the page", "a<!-- b <p>c", "a"],
  ["an unfinished tag ends the page", "a<p class='b", "a"],
  ["an svg without content hides nothing", "a<svg/>b<svg><path/>x</svg>c", "abc"],
  [
    "character references are decoded once",
    "&lt;b&gt; &amp;lt; &#44032; &#x1F600; &unknown; &#0;",
    "<b> &lt; 가 😀 &unknown; &#0;",
  ],
];

for (const [name, html, text] of CASES) test(name, () => assert.equal(textOfHtml(html), text));

test("a title is found wherever it stands before the body", () => {
  assert.equal(titleOfHtml("<head><meta><title> A &amp;\n B </title>"), "A & B");
  assert.equal(titleOfHtml("<body><svg><title>icon</title></svg>"), undefined);
});

test("size counts elements and how deep they stand", () => {
  assert.deepEqual(sizeOfHtml("<div><div><p>a<p>b<br></div></div>"), { elementCount: 5, depth: 3 });
});

test("closing tags that nothing opened, rows and list items make a page no shallower", () => {
  assert.equal(sizeOfHtml("<div>a</b>".repeat(300)).depth, 300);
  assert.equal(sizeOfHtml("<ul><li>".repeat(300)).depth, 600);
  assert.equal(sizeOfHtml("<tr><td>".repeat(300)).depth, 600);
  assert.equal(sizeOfHtml("<li>a".repeat(300)).depth, 1);
});

test("references beyond Unicode stay as they are", () =>
  assert.equal(decodeEntities("&#x110000;&#9999999;"), "&#x110000;&#9999999;"));

const HOSTILE: readonly (readonly [string, string])[] = [
  ["100,000 nested elements", `<body>${"<div>".repeat(100_000)}deep${"</div>".repeat(100_000)}`],
  ["a million open comments", "<!--".repeat(250_000)],
  ["unfinished tags", "<a ".repeat(300_000)],
  ["unfinished scripts", "<script>".repeat(100_000)],
  ["14,000 links", '<a href="https://a.b/c">word</a> '.repeat(14_000)],
  ["closing tags that nothing opened", "<div>word, word, word </b>".repeat(15_000)],
  ["four million less-thans", "<".repeat(4_000_000)],
  ["a line of a million pieces", "a<b>".repeat(1_000_000)],
  ["cells without rows", "<td>a".repeat(300_000)],
  ["a hundred thousand paragraphs", "<p>text".repeat(100_000)],
];

for (const [name, html] of HOSTILE) {
  test(`a page of ${name} is read in time`, async () => {
    const page = await readPage(
      {
        status: 200,
        url: "https://example.com/",
        headers: { "content-type": "text/html" },
        body: Buffer.from(html),
      },
      { who: "test", signal: new AbortController().signal },
    );
    assert.ok(page.kind === "page" || page.kind === "empty");
  });
}
