import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { DeliveryError, type Sender } from "../../src/bots/platform/chat-adapter.ts";
import { Town } from "../support/town.ts";
import { type LoopbackUpstream, startUpstream } from "../support/upstream.ts";

const ANN: Sender = { id: "1", name: "Ann", languageTag: "en" };
const ANNS = "telegram:1";
const REFUSED = new DeliveryError("refused", { en: "No.", ko: "아니요." });

/** Ann's town with the web on loopback, at seven in the morning. */
async function openScene(
  t: TestContext,
): Promise<{ readonly town: Town; readonly upstream: LoopbackUpstream; readonly ann: string }> {
  const upstream = await startUpstream();
  const town = new Town({ environment: upstream.environment });
  t.after(async () => {
    await town.close();
    await upstream.close();
  });
  const ann = town.admit(ANN, "owner");
  town.clock.set("2026-11-23T07:00:00Z");
  await town.start();
  return { town, upstream, ann };
}

/** What Ann is told by what is due at a time. */
async function due({ town }: { readonly town: Town }, iso: string): Promise<string> {
  const before = town.adapter.texts(ANNS).length;
  await town.clock.jump(Date.parse(iso) - town.clock.now());
  await town.tick();
  return town.adapter.texts(ANNS).slice(before).join("\n");
}

/** An RSS feed with entries of these numbers, newest first. */
function feedOf(...numbers: readonly number[]) {
  const items = numbers.map(
    (number) =>
      `<item><guid>post-${number}</guid><title>Post ${number}</title><link>https://blog.example/${number}</link></item>`,
  );
  const body = `<rss version="2.0"><channel><title>Town blog</title>${items.join("")}</channel></rss>`;
  return { kind: "body", contentType: "application/rss+xml", body } as const;
}

const posts = (text: string): readonly string[] => text.match(/Post \d+/g) ?? [];

test("unread entries whose message was refused come with the next ones, and what was delivered never again", async (t) => {
  const scene = await openScene(t);
  const { town, upstream } = scene;
  upstream.misbehave("pages", feedOf(2, 1));
  const url = `${upstream.origins.pages}/feed.xml`;
  await town.run(
    ANN,
    `[system:schedule]("blog") {pipeline: '[system:run]("unread_feed") {url: "${url}"}', cron: "0 8 * * *"}`,
  );
  assert.deepEqual(posts(await due(scene, "2026-11-23T08:00:00Z")), ["Post 2", "Post 1"]);
  upstream.misbehave("pages", feedOf(3, 2, 1));
  town.adapter.failNext(REFUSED);
  assert.deepEqual(posts(await due(scene, "2026-11-24T08:00:00Z")), []);
  upstream.misbehave("pages", feedOf(4, 3, 2, 1));
  assert.deepEqual(posts(await due(scene, "2026-11-25T08:00:00Z")), ["Post 4", "Post 3"]);
  assert.equal(await due(scene, "2026-11-26T08:00:00Z"), "");
});

test("what waits for the end of quiet hours is not told twice, and what came meanwhile is told after it", async (t) => {
  const scene = await openScene(t);
  const { town, upstream } = scene;
  await town.say(ANN, "/settings quiet 06:30-12:00");
  upstream.misbehave("pages", feedOf(1));
  const url = `${upstream.origins.pages}/feed.xml`;
  await town.run(
    ANN,
    `[system:schedule]("blog") {pipeline: '[system:run]("unread_feed") {url: "${url}"}', every: "2h"}`,
  );
  assert.deepEqual(posts(await due(scene, "2026-11-23T09:00:00Z")), []);
  upstream.misbehave("pages", feedOf(2, 1));
  assert.deepEqual(posts(await due(scene, "2026-11-23T11:00:00Z")), []);
  const told = [
    ...posts(await due(scene, "2026-11-23T12:00:30Z")),
    ...posts(await due(scene, "2026-11-23T13:00:00Z")),
  ];
  assert.deepEqual(told, ["Post 1", "Post 2"]);
});

test("a change of a page whose message was lost is told with the next one", async (t) => {
  const scene = await openScene(t);
  const { town, upstream } = scene;
  const page = (price: string) =>
    ({ kind: "body", contentType: "text/html", body: `<p>Open</p><p>${price}</p>` }) as const;
  const url = `${upstream.origins.pages}/article-en`;
  upstream.misbehave("pages", page("3 dollars"));
  await town.run(
    ANN,
    `[system:schedule]("museum") {pipeline: '[system:run]("page_watch") {url: "${url}"}', cron: "0 * * * *"}`,
  );
  assert.match(await due(scene, "2026-11-23T08:00:00Z"), /Watching from now on/);
  upstream.misbehave("pages", page("4 dollars"));
  town.adapter.failNext(REFUSED);
  assert.doesNotMatch(await due(scene, "2026-11-23T09:00:00Z"), /dollars/);
  assert.match(
    await due(scene, "2026-11-23T10:00:00Z"),
    /🔔 The page has changed: http.*\n➖ 3 dollars\n➕ 4 dollars/,
  );
  assert.equal(await due(scene, "2026-11-23T11:00:00Z"), "");
});

test("a price alert comes when the price crosses its line, not while it stays there, and after its cool-down again", async (t) => {
  const scene = await openScene(t);
  const { town, upstream } = scene;
  const price = (now: number) => {
    const meta = { currency: "USD", symbol: "AAPL", regularMarketPrice: now, longName: "Apple" };
    const quote = [{ close: [now - 2, null, now] }];
    const result = [{ meta, timestamp: [1e9, 1e9 + 86400, 1e9 + 172800], indicators: { quote } }];
    const body = JSON.stringify({ chart: { result, error: null } });
    upstream.misbehave("yahoo-finance", { kind: "body", contentType: "application/json", body });
  };
  price(299);
  await town.run(
    ANN,
    `[system:create]("apple") {type: "condition", watch: '[source:price]("AAPL")', condition: "price >= 300", config: {every: "10m", cooldown: "1h"}, pipeline: '[system:run]("price_alert") {symbol: "AAPL"}'}`,
  );
  const told: string[] = [];
  const prices = [299, 301, 302, 299, 301, 299, 299, 299, 301];
  for (const [index, now] of prices.entries()) {
    price(now);
    const at = Date.parse("2026-11-23T07:00:00Z") + (index + 1) * 600_000;
    told.push(await due(scene, new Date(at).toISOString()));
  }
  assert.deepEqual(
    told.map((text) => /US\$?\s?\d+|\$\d+/.exec(text)?.[0] ?? ""),
    ["", "$301", "", "", "", "", "", "", "$301"],
  );
  assert.equal(town.adapter.shown.filter(({ file }) => file === "Apple.png").length >= 1, true);
});

test("a briefing is made and changed by plain words, and every change can be taken back", async (t) => {
  const { town, ann } = await openScene(t);
  const program = (): string | undefined =>
    town.parts.schedules.list(ann).find(({ name }) => name === "Morning briefing")?.program;
  await town.say(ANN, "brief me every morning at 8 with the weather in Seoul and AI news");
  assert.equal(
    program(),
    '[system:run]("morning_briefing") {parts: ["weather", "news"], place: "Seoul", topic: ["AI"]}',
  );
  for (const said of [
    "add prices of AAPL to my morning briefing",
    "remove the weather from my briefing",
    "change the news topic to chips",
  ]) {
    const before = program();
    await town.say(ANN, said);
    const changed = program();
    assert.notEqual(changed, before, said);
    await town.press(ANN, "Undo");
    assert.equal(program(), before, said);
    await town.say(ANN, said);
    assert.equal(program(), changed);
  }
  assert.equal(
    program(),
    '[system:run]("morning_briefing") {topic: ["chips"], symbol: ["AAPL"], parts: ["news", "prices"], place: "Seoul"}',
  );
  const texts = await town.run(ANN, '[system:change_briefing]("lunch") {topic: "food"}');
  assert.match(texts.join("\n"), /no briefing "lunch" to change.*"Morning briefing"/);
});

test("a price alert is changed with what it looks at", async (t) => {
  const { town, ann } = await openScene(t);
  await town.run(
    ANN,
    `[system:create]("apple") {type: "condition", watch: '[source:price]("AAPL")', condition: "price >= 300", config: {every: "10m", cooldown: "6h"}, pipeline: '[system:run]("price_alert") {symbol: "AAPL"}'}`,
  );
  await town.run(ANN, '[system:change_briefing]("apple") {symbol: "NVDA", above: 200, below: 150}');
  const { timing, program } = town.parts.schedules.get("apple", ann)!;
  assert.deepEqual(timing, {
    kind: "condition",
    watch: '[source:price]("NVDA")',
    condition: "price >= 200 or price <= 150",
    coolDownMs: 6 * 3_600_000,
    look: { kind: "every", everyMs: 600_000, anchorMs: Date.parse("2026-11-23T07:00:00Z") },
  });
  assert.match(program, /\[system:run\]\("price_alert"\) \{symbol: "NVDA"\}$/);
});
