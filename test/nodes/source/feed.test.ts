import assert from "node:assert/strict";
import { test } from "node:test";
import { openHouse } from "../../workflows/support/workflow-house.ts";

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
  assert.equal(none.text, "새 글이 없어요.");
  const page = await run(`[source:feed]("${pages}/article-en")`);
  assert.equal(page.envelope?.ok, false);
  assert.match(page.text, /피드\(RSS, Atom, JSON Feed\)가 아니에요/);
});

/** An RSS feed with entries of these numbers, newest first. */
function feedOf(...numbers: readonly number[]) {
  const items = numbers.map(
    (number) =>
      `<item><guid isPermaLink="false">post-${number}</guid><title>Post ${number}</title><link>https://blog.example/${number}</link></item>`,
  );
  const body = `<rss version="2.0"><channel><title>Town blog</title>${items.join("")}</channel></rss>`;
  return { kind: "body", contentType: "application/rss+xml", body } as const;
}

test("the unread entries of feeds are told once, what came meanwhile comes next, and much comes in parts", async (t) => {
  const { run, upstream } = await openHouse(t);
  const program = `[system:run]("unread_feed") {url: "${upstream.origins.pages}/feed.xml", count: 2}`;
  const titles = async (): Promise<readonly string[]> =>
    (await run(program)).text.match(/Post \d+|이어져요/g) ?? [];
  upstream.misbehave("pages", feedOf(3, 2, 1));
  assert.deepEqual(await titles(), ["Post 3", "Post 2"]);
  assert.deepEqual(await titles(), []);
  upstream.misbehave("pages", feedOf(6, 5, 4, 3, 2));
  assert.deepEqual(await titles(), ["Post 5", "Post 4", "이어져요"]);
  assert.deepEqual(await titles(), ["Post 6"]);
  assert.deepEqual(await titles(), []);
});

test("feeds that answer come, and the one that does not is said beside them", async (t) => {
  const { run, upstream } = await openHouse(t);
  const { pages } = upstream.origins;
  const { text, envelope } = await run(
    `[system:run]("unread_feed") {url: ["${pages}/feed.xml", "${pages}/article-en", "${pages}/feed.atom"]}`,
  );
  assert.equal(envelope?.ok, true);
  assert.match(text, /^\*\*📬 새 글 \(3\)\*\*\n\*\*Town blog\*\*\n- \[The bridge is open\]/);
  assert.match(text, /\*\*Notes\*\*\n- \[On rivers\]/);
  assert.match(text, /피드\(RSS, Atom, JSON Feed\)가 아니에요/);
});
