import assert from "node:assert/strict";
import { test } from "node:test";
import { openHouse } from "../workflows/support/workflow-house.ts";

test("a feed of either kind gives its entries with whole addresses", async (t) => {
  const { run, upstream } = await openHouse(t);
  const { pages } = upstream.origins;
  const rss = await run(`[source:feed]("${pages}/feed.xml")`);
  assert.deepEqual(
    (rss.envelope!.value as { readonly url: string }[]).map(({ url }) => url), // rows of the feed
    ["https://blog.example/bridge", `${pages}/market`],
  );
  assert.match(
    rss.text,
    /^1\. The bridge is open \(.*\)\n {3}https:\/\/blog\.example\/bridge\n2\. /,
  );
  const atom = await run(`[source:feed]("${pages}/feed.atom")`);
  assert.match(atom.text, /^1\. On rivers \(.*\)\n {3}https:\/\/notes\.example\/rivers$/);
});

test("only what came after a time is given, and a page is no feed", async (t) => {
  const { run, upstream } = await openHouse(t);
  const { pages } = upstream.origins;
  const since = await run(`[source:feed]("${pages}/feed.xml") {since: "2026-11-20T12:00:00Z"}`);
  assert.match(since.text, /^1\. The bridge is open/);
  assert.doesNotMatch(since.text, /market/);
  const none = await run(`[source:feed]("${pages}/feed.xml") {since: "2026-11-22T12:00:00Z"}`);
  assert.equal(none.text, "새 글이 없습니다.");
  const page = await run(`[source:feed]("${pages}/article-en")`);
  assert.equal(page.envelope?.ok, false);
  assert.match(page.text, /피드\(RSS, Atom, JSON Feed\)가 아닙니다/);
});

test("the unread entries of a feed are told once", async (t) => {
  const { run, upstream, read } = await openHouse(t);
  const program = `[system:run]("unread_feed") {url: "${upstream.origins.pages}/feed.xml"}`;
  const { text } = await run(program);
  assert.match(text, /^\*\*새 글\*\*\n- \[The bridge is open\]\(https:\/\/blog\.example\/bridge\)/);
  assert.match(read("unread_feed.txt"), /^\d{4}-\d\d-\d\dT/);
  const { envelope } = await run(program);
  assert.equal(envelope?.ok, true);
});
