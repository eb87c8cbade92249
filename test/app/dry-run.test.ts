import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { localOwner } from "../../src/app/local-owner.ts";
import type { Database } from "../../src/store/database.ts";
import { cautiousData } from "../support/cautious-data.ts";
import { openProgramHouse } from "../support/program-house.ts";
import type { ShownMessage } from "../support/recording-adapter.ts";
import { Town } from "../support/town.ts";
import { type LoopbackUpstream, startUpstream } from "../support/upstream.ts";

const ANN = { id: "1", name: "Ann", languageTag: "en" };
const MINA = { id: "2", name: "민아", languageTag: "ko" };

interface Scene {
  readonly town: Town;
  readonly upstream: LoopbackUpstream;
}

/** A town with the web on loopback, at seven in the morning, with an owner of each language. */
async function openScene(t: TestContext): Promise<Scene> {
  const upstream = await startUpstream();
  const town = new Town({ data: cautiousData(), environment: upstream.environment });
  t.after(async () => {
    await town.close();
    await upstream.close();
  });
  town.admit(ANN, "owner");
  town.admit(MINA, "owner");
  town.clock.set("2026-11-23T07:00:00Z");
  await town.start();
  return { town, upstream };
}

/** The card that a program of Ann's raises, and the labels of its buttons. */
async function cardFor(
  { town }: Scene,
  code: string,
  who = ANN,
): Promise<{ readonly text: string; readonly labels: readonly string[] }> {
  await town.say(who, `/ibl ${code}`);
  return shownCard(town.adapter.shown.findLast(({ chatKey }) => chatKey === `telegram:${who.id}`));
}

function shownCard(message: ShownMessage | undefined) {
  assert.ok(message !== undefined);
  return { text: message.text, labels: message.buttons.flat().map(({ label }) => label) };
}

function scheduled(pipeline: string): string {
  return `[system:schedule]("test") {cron: "0 8 * * *", pipeline: ${JSON.stringify(pipeline)}}`;
}

test("the card of a schedule tells when it comes and what it will do", async (t) => {
  const scene = await openScene(t);
  const program = '[source:search_news]("AI") {count: 2} >> [system:notify_user]';
  const { text, labels } = await cardFor(scene, scheduled(program));
  assert.match(
    text,
    /^\*\*Schedule “test”\?\*\*\n.*Next: \[Mon, Nov 23, 8 AM\]\(time:\d+:f\)\nLater, each time:\n- Notify me/,
  );
  assert.deepEqual(labels, ["Schedule", "Don't", "⋯"]);
  const [tried = ""] = await scene.town.say(ANN, `/check --dry-run ${program}`);
  assert.match(
    tried,
    /🧪 Tried just now:\n✓ Search the news: AI \(2\)\n⏸️ Not done: Notify me: …\n/,
  );
  assert.match(tried, /- message:\n```\n1\. AI demand/);
});

test("a read that fails is told with its reason, and a press keeps it all the same", async (t) => {
  const scene = await openScene(t);
  const url = `${scene.upstream.origins.pages}/nowhere`;
  const card = await cardFor(scene, scheduled(`[source:crawl]("${url}")`));
  assert.match(card.text, /⚠️ It did not work just now\. There's nothing at that address\.$/);
  await scene.town.press(ANN, "Approve");
  assert.equal(rowsOf(scene.town.parts.database, "schedules"), 1);
});

test("the card of a briefing shows what it has, and a try brings its text", async (t) => {
  const scene = await openScene(t);
  const program =
    '[system:run]("morning_briefing") {topic: ["반도체"], place: "서울", parts: ["weather", "news", "prices", "chart"]}';
  const { text } = await cardFor(scene, scheduled(program), MINA);
  assert.match(text, /📋 \*\*test\*\*\n- 날씨: 서울\n- 뉴스 주제: 반도체/);
  const [tried = ""] = await scene.town.say(MINA, `/check --dry-run ${program}`);
  assert.match(tried, /✓ 여러 주제의 뉴스를 주제별로 모은다 \(\d+개\)/);
  assert.match(tried, /⏸️ 하지 않음: 차트 그리기/);
  assert.match(tried, /```\n🌅 [^\n]*11월 23일/);
});

test("a condition is decided by what it is now, and its program is tried with what was watched", async (t) => {
  const { town } = await openScene(t);
  const person = town.parts.people.owners().find(({ name }) => name === "Ann");
  assert.ok(person !== undefined);
  const actor = town.parts.admission.actor(person, "telegram:1");
  const watch = '[source:price]("AAPL")';
  const triedOver = (line: number) =>
    town.parts.gate.dryRun(
      {
        source: "[system:event] >> [system:notify_user]",
        watched: { watch, condition: `price > ${line}` },
      },
      { actor, origin: `dry-run:${line}` },
    );
  const below = await triedOver(9_000_000);
  assert.deepEqual(below.decided, [{ text: "price > 9000000", value: false }]);
  const above = await triedOver(1);
  assert.deepEqual(above.decided, [{ text: "price > 1", value: true }]);
  assert.match(above.leftOut[0]?.card.en ?? "", /^Notify me: .*Apple/);
});

test("a condition on what is asked about first is not decided, and nothing of it fails", async (t) => {
  const { town, upstream } = await openScene(t);
  const person = town.parts.people.owners().find(({ name }) => name === "Ann");
  assert.ok(person !== undefined);
  const tried = await town.parts.gate.dryRun(
    {
      source: "[system:event] >> [system:notify_user]",
      watched: {
        watch: `[source:crawl]("${upstream.origins.pages}/article-en")`,
        condition: "$prev contains x",
      },
    },
    {
      actor: town.parts.admission.actor(person, "telegram:1"),
      origin: "dry-run:test",
      said: () => false,
    },
  );
  assert.deepEqual([tried.kind, tried.decided], ["done", [{ text: "$prev contains x" }]]);
  assert.deepEqual(
    tried.leftOut.map(({ reason }) => reason),
    ["asks", "event", "acts"],
  );
});

test("what only an event brings is left open, and a message is tried as if it had come", async (t) => {
  const { town } = await openScene(t);
  const person = town.parts.people.owners().find(({ name }) => name === "Ann");
  assert.ok(person !== undefined);
  const actor = town.parts.admission.actor(person, "telegram:1");
  const source = "[system:event] >> [system:notify_user]";
  const webhook = await town.parts.gate.dryRun({ source }, { actor, origin: "dry-run:webhook" });
  assert.deepEqual(
    webhook.leftOut.map(({ reason }) => reason),
    ["event", "acts"],
  );
  assert.equal(webhook.leftOut[1]?.card.en, "Notify me: ⟨what the event brings⟩");
  const sample = { kind: "message", text: "parcel", from: person.id };
  const message = await town.parts.gate.dryRun({ source, sample }, { actor, origin: "dry-run:m" });
  assert.equal(message.sample, "parcel");
  assert.deepEqual(
    message.leftOut.map(({ card }) => card.en),
    ["Notify me: parcel"],
  );
});

test("what is told of feeds and pages in a try is not counted as told", async (t) => {
  const scene = await openScene(t);
  const { town, upstream } = scene;
  const feed = `<rss version="2.0"><channel><title>Blog</title><item><guid>1</guid><title>Post 1</title><link>https://blog.example/1</link></item></channel></rss>`;
  upstream.misbehave("pages", { kind: "body", contentType: "application/rss+xml", body: feed });
  const url = `${upstream.origins.pages}/feed.xml`;
  const program = `[system:run]("unread_feed") {url: "${url}"}`;
  const [tried = ""] = await town.say(ANN, `/check --dry-run ${program}`);
  assert.match(tried, /Now it would bring:\n```[\s\S]*Post 1/);
  await cardFor(scene, scheduled(program));
  assert.equal(rowsOf(town.parts.database, "told_marks"), 0);
  await town.press(ANN, "Approve");
  await town.clock.jump(3_600_000);
  await town.tick();
  assert.match(town.adapter.texts("telegram:1").at(-1) ?? "", /Post 1/);
});

test("what is one person's alone is not tried where others read along", async (t) => {
  const scene = await openScene(t);
  const { town } = scene;
  await town.say(ANN, '/ibl [system:todo]("buy a secret ring")');
  const chat = { platform: "telegram", chatId: "-100", isPrivate: false };
  const program = "[system:todo] >> [system:filter](\"status != 'completed'\")";
  await town.say(ANN, `/ibl ${scheduled(program)}`, { chat });
  await town.say(ANN, `/check --dry-run ${program}`, { chat });
  const shown = town.adapter.texts("telegram:-100").join("\n");
  assert.match(shown, /🧪 Not tried here: some of it is for one person alone/);
  assert.ok(!shown.includes("ring"), shown);
});

test("an address that somebody else wrote is not looked at before a person has seen it", async (t) => {
  const { town, upstream } = await openScene(t);
  const person = town.parts.people.owners().find(({ name }) => name === "Ann");
  assert.ok(person !== undefined);
  const before = upstream.requests.length;
  const result = await town.parts.gate.run({
    source: scheduled(`[source:crawl]("${upstream.origins.pages}/article-en?told=secret")`),
    actor: town.parts.admission.actor(person, "telegram:1"),
    origin: "update:tainted",
    ownWords: ["schedule it"],
  });
  assert.ok(result.kind === "waiting", JSON.stringify(result));
  const effect = result.approvals[0]?.card.effects?.find(({ action }) => action === "schedule");
  assert.deepEqual(
    effect?.tried?.leftOut.map(({ reason }) => reason),
    ["asks"],
  );
  assert.equal(upstream.requests.length, before);
});

test("a briefing that is changed in words shows all that it has then, and when it comes next", async (t) => {
  const scene = await openScene(t);
  const { town } = scene;
  await town.run(
    MINA,
    '[system:schedule]("아침 브리핑") {cron: "0 8 * * *", pipeline: \'[system:run]("morning_briefing") {topic: ["AI"], symbol: ["AAPL"], place: "서울"}\'}',
  );
  const { text } = await cardFor(
    scene,
    '[system:change_briefing]("아침 브리핑") {add: {topic: "반도체"}, remove: {parts: "calendar"}}',
    MINA,
  );
  assert.match(
    text,
    /📋 \*\*아침 브리핑\*\*\n- 날씨: 서울\n- 뉴스 주제: AI, 반도체\n- 종목: AAPL\n- 담을 것: 날씨, 할 일, 뉴스, 시세\n- 언제: 매일 오전 8시\n🗓️ 다음 시각: \[11월 23일\(월\) 오전 8시\]\(time:\d+:f\)$/m,
  );
  await town.press(MINA, "승인");
  const [briefing] = town.parts.schedules.list();
  assert.match(briefing?.program ?? "", /반도체/);
});

test("/check --dry-run tries a program, and /check alone runs nothing", async (t) => {
  const { town, upstream } = await openScene(t);
  const program = '[source:search_news]("AI") {count: 2} >> [system:file]("news.md")';
  const [plan] = await town.say(ANN, `/check ${program}`);
  assert.ok(!plan?.includes("🧪"));
  assert.equal(upstream.requests.length, 0);
  const [tried] = await town.say(ANN, `/check --dry-run ${program}`);
  assert.match(
    tried ?? "",
    /🧪 Tried just now:\n✓ Search the news: AI \(2\)\n⏸️ Not done: Save to "news\.md"/,
  );
  assert.match((await town.say(ANN, "/ibl [system:list]"))[0] ?? "", /empty|no files/i);
});

test("a dry run of every example of the catalogue and of every workflow changes no row but their count, and no file", async (t) => {
  const house = await openProgramHouse();
  t.after(() => house.close());
  const { parts, filePath } = house;
  const { actor } = localOwner(parts);
  const programs = [...parts.library.catalogue().actions.values()]
    .filter(({ requires }) => requires.every(({ kind }) => kind !== "browser"))
    .flatMap(({ examples }) => examples.map(({ code }) => code))
    .filter((code) => !/https?:/.test(code));
  const workflows = parts.workflows
    .list(actor.personId)
    .map(({ name }) => `[system:run_pipeline](${JSON.stringify(name)})`);
  const before = stateOf(parts.database, filePath("."));
  for (const source of [...programs, ...workflows])
    await parts.gate.dryRun({ source }, { actor, origin: "dry-run:test" });
  assert.deepEqual(stateOf(parts.database, filePath(".")), before);
});

/** Every table but that of rates, in which dry runs count as programs, with a digest of its rows, and every file of a folder with one of its bytes. */
function stateOf(database: Database, folder: string): Readonly<Record<string, string>> {
  const tables = database
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'rate_uses'",
    )
    .all();
  const rows = tables.map(({ name }) => {
    const all = database.prepare(`SELECT * FROM "${name}"`).all();
    return [name, digestOf(JSON.stringify(all))] as const;
  });
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path, digestOf(readFileSync(path))] as const);
  return Object.fromEntries([...rows, ...files]);
}

function digestOf(bytes: string | Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function rowsOf(database: Database, table: string): unknown {
  return database.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
}
