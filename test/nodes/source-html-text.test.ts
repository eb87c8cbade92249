import assert from "node:assert/strict";
import { test } from "node:test";
import {
  decodeEntities,
  sizeOfHtml,
  textOfHtml,
  titleOfHtml,
} from "../../src/nodes/source/html-text.ts";
import { readPage } from "../../src/nodes/source/page.ts";
import { processorMs } from "../support/processor-time.ts";

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
  assert.deepEqual(sizeOfHtml("<div><div><p>a<p>b<br></div></div>"), { elementCount: 5, depth: 2 });
});

test("references beyond Unicode stay as they are", () =>
  assert.equal(decodeEntities("&#x110000;&#9999999;"), "&#x110000;&#9999999;"));

const HOSTILE: readonly (readonly [string, string])[] = [
  ["100,000 nested elements", `<body>${"<div>".repeat(100_000)}deep${"</div>".repeat(100_000)}`],
  ["a million open comments", "<!--".repeat(250_000)],
  ["unfinished tags", "<a ".repeat(300_000)],
  ["unfinished scripts", "<script>".repeat(100_000)],
  ["a hundred thousand paragraphs", "<p>text".repeat(100_000)],
];

for (const [name, html] of HOSTILE) {
  test(`a page of ${name} is read in under five seconds`, async () => {
    const page = {
      status: 200,
      url: "https://example.com/",
      headers: { "content-type": "text/html" },
      body: Buffer.from(html),
    };
    assert.ok((await processorMs(() => readPage(page))) < 5000);
  });
}
