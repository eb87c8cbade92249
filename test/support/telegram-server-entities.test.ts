import assert from "node:assert/strict";
import { test } from "node:test";
import { parseHtml } from "./telegram-server-entities.ts";

test("HTML is read with Telegram's rules and errors", () => {
  assert.deepEqual(
    parseHtml(
      'a <b>굵은 <a href="https://x.kr/?a=1&amp;b=2">링크</a></b> &lt;&#128512;&gt; &nope;',
    ),
    {
      text: "a 굵은 링크 <😀> &nope;",
      entities: [
        { type: "bold", offset: 2, length: 5 },
        { type: "text_link", offset: 5, length: 2, url: "https://x.kr/?a=1&b=2" },
      ],
    },
  );
  assert.deepEqual(
    parseHtml('<pre><code class="language-ts">a</code></pre><code>b</code>').entities,
    [
      { type: "pre", offset: 0, length: 1, language: "ts" },
      { type: "code", offset: 1, length: 1 },
    ],
  );
  const errors: [string, string][] = [
    ["가<b>a", 'Can\'t find end tag corresponding to start tag "b"'],
    ["가<x>a</x>", 'Unsupported start tag "x" at byte offset 3'],
    ["<b>a</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'],
    ["a</b>", "Unexpected end tag at byte offset 1"],
    ["a < b", "Unclosed start tag at byte offset 2"],
  ];
  for (const [html, message] of errors) assert.throws(() => parseHtml(html), { message });
});
