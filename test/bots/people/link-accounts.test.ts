import assert from "node:assert/strict";
import { test } from "node:test";
import type { Sender } from "../../../src/bots/platform/chat-adapter.ts";
import { LOCAL_ACCOUNT, LOCAL_PERSON_ID } from "../../../src/security/access/people.ts";
import { ANN, BEN, CHO, type House, openHouse, personOf } from "../../support/bots-house.ts";
import { settled } from "../../support/manual-clock.ts";
import { RecordingAdapter } from "../../support/recording-adapter.ts";

const MINUTE_MS = 60_000;

async function say(house: House, who: Sender, text: string): Promise<string> {
  await house.adapter.say(who, text);
  await settled();
  return house.adapter.texts(`telegram:${who.id}`).at(-1) ?? "";
}

async function press(house: House, who: Sender, label: string): Promise<string> {
  await house.adapter.press(who, label);
  await settled();
  return house.adapter.texts(`telegram:${who.id}`).at(-1) ?? "";
}

/** The code that `/link` shows to someone. */
async function codeOf(house: House, who: Sender): Promise<string> {
  const text = await say(house, who, "/link");
  return /\/link ([0-9A-Z]{4}-[0-9A-Z]{4})/.exec(text)?.[1] ?? assert.fail(text);
}

/** A second platform of the same house, with the console's name if asked for. */
async function withPlatform(house: House, platform: string): Promise<RecordingAdapter> {
  const adapter = new RecordingAdapter({ platform });
  house.dispatcher.attach(house.outbox.start(adapter, { recover: false }), { recover: false });
  await adapter.start((event) => house.dispatcher.receive(event));
  return adapter;
}

test("a stranger with the code is the person who made it, on both platforms, and both are told", async () => {
  const house = await openHouse();
  const discord = await withPlatform(house, "discord");
  const code = await codeOf(house, ANN);
  const there: Sender = { id: "900", name: "Ann D", languageTag: "en" };
  await discord.say(there, `/link ${code.toLowerCase()}`);
  await settled();
  assert.match(discord.texts("discord:900").at(-1) ?? "", /^🔗 Joined: you are one person on /);
  assert.match(
    house.adapter.texts("telegram:1").at(-1) ?? "",
    /The account Discord \(Ann D\) was joined with yours/,
  );
  const ann = personOf(house, ANN);
  assert.equal(house.people.find({ platform: "discord", externalId: "900" })?.id, ann.id);
  await discord.say({ id: "901", name: "Eve", languageTag: "en" }, `/link ${code}`);
  await settled();
  assert.match(discord.texts("discord:901").at(-1) ?? "", /wrong, was used, or is older/);
});

test("a code is good for ten minutes, and only the newest", async () => {
  const house = await openHouse();
  const first = await codeOf(house, ANN);
  const second = await codeOf(house, ANN);
  assert.match(await say(house, CHO, `/link ${first}`), /코드는 맞지 않거나/);
  await house.clock.advance(10 * MINUTE_MS);
  assert.match(await say(house, CHO, `/link ${second}`), /코드는 맞지 않거나/);
  assert.equal(house.people.find({ platform: "telegram", externalId: "3" }), undefined);
});

test("five wrong codes within an hour lock linking for an hour, also for a right code", async () => {
  const house = await openHouse();
  for (let count = 0; count < 4; count += 1)
    assert.match(await say(house, CHO, "/link AAAA-AAAA"), /코드는 맞지 않거나/);
  assert.match(await say(house, CHO, "/link AAAA-AAAA"), /다섯 번/);
  const code = await codeOf(house, ANN);
  assert.match(await say(house, CHO, `/link ${code}`), /다섯 번/);
  await house.clock.advance(60 * MINUTE_MS);
  assert.match(await say(house, CHO, `/link ${await codeOf(house, ANN)}`), /^🔗/);
});

test("a forwarded code and a code in a group join nobody", async () => {
  const house = await openHouse();
  const code = await codeOf(house, ANN);
  await house.adapter.say(CHO, `/link ${code}`, { isForwarded: true });
  const group = { platform: "telegram", chatId: "-9", isPrivate: false } as const;
  await house.adapter.say(CHO, `/link ${code}`, { chat: group });
  await settled();
  assert.equal(house.people.find({ platform: "telegram", externalId: "3" }), undefined);
});

test("somebody who is known is asked first; then what they have follows them, names and numbers apart", async () => {
  const house = await openHouse();
  const ann = personOf(house, ANN);
  const ben = personOf(house, BEN);
  const memory = house.database.prepare<[string, number, string]>(
    `INSERT INTO memories (person_id, number, content, keywords, category, tainted, created_at_ms)
     VALUES (?, ?, ?, '', '', 0, 0)`,
  );
  const last = house.database.prepare<[string, number]>(
    "INSERT INTO memory_numbers (person_id, last) VALUES (?, ?)",
  );
  const workflow = house.database.prepare<[string]>(
    `INSERT INTO workflows (person_id, name, definition_json, created_at_ms, changed_at_ms)
     VALUES (?, 'news', '{}', 0, 0)`,
  );
  for (const [person, texts] of [
    [ann, ["a1", "a2"]],
    [ben, ["b1"]],
  ] as const) {
    for (const [index, text] of texts.entries()) memory.run(person.id, index + 1, text);
    last.run(person.id, texts.length);
    workflow.run(person.id);
    house.switches.save({ personId: person.id, name: "s", program: "[system:time]" });
  }
  const waiting = house.waitingRun(ben, "telegram:2");
  const asked = await say(house, BEN, `/link ${await codeOf(house, ANN)}`);
  assert.match(asked, /Join this account with \*\*Ann\*\* \(Telegram \(Ann\)\) as one person/);
  assert.equal(personOf(house, BEN).id, ben.id);
  assert.match(
    await press(house, BEN, "🔗 Join"),
    /^🔗 Joined: you are one person on Telegram \(Ann\), Telegram \(Ben\)/,
  );
  assert.match(house.adapter.texts("telegram:1").at(-1) ?? "", /Telegram \(Ben\) was joined/);
  assert.equal(personOf(house, BEN).id, ann.id);
  assert.equal(house.people.get(ben.id), undefined);
  assert.equal(house.approvals.get(waiting.id)?.personId, ann.id);
  const numbers = house.database
    .prepare("SELECT number || content FROM memories ORDER BY number")
    .pluck();
  assert.deepEqual(numbers.all(), ["1a1", "2a2", "3b1"]);
  const names = house.database
    .prepare("SELECT name FROM workflows UNION ALL SELECT name FROM switches ORDER BY name")
    .pluck();
  const suffix = ben.id.slice(-4);
  assert.deepEqual(names.all(), ["news", `news_${suffix}`, "s", `s (${suffix})`]);
});

test("nothing of a joined person keeps the old id, in any table", async () => {
  const house = await openHouse();
  const ben = personOf(house, BEN);
  house.waitingRun(ben, "telegram:2");
  await say(house, BEN, "hello");
  await say(house, BEN, `/link ${await codeOf(house, ANN)}`);
  await press(house, BEN, "🔗 Join");
  const tables = house.database
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%person_id%'",
    )
    .pluck()
    .all();
  assert.ok(tables.length > 15);
  const left = tables.filter((table) => {
    const sql = `SELECT 1 FROM ${table} WHERE person_id = ?`;
    return house.database.prepare<[string]>(sql).get(ben.id) !== undefined;
  });
  assert.deepEqual(left, []);
});

test("nobody is joined with someone who may do less, or with themselves", async () => {
  const house = await openHouse();
  const bens = await codeOf(house, BEN);
  assert.match(await say(house, ANN, `/link ${bens}`), /This account may do more/);
  assert.match(await say(house, BEN, `/link ${bens}`), /This code is your own/);
  assert.equal(personOf(house, ANN).role, "owner");
});

test("the console comes to the person, its local owner stays, and parted it is the local owner's again", async () => {
  const house = await openHouse();
  const terminal = await withPlatform(house, "console");
  const local: Sender = { id: LOCAL_ACCOUNT.externalId, name: "local owner" };
  await terminal.say(local, "/link");
  await settled();
  const code = /\/link (\S{9})`/.exec(terminal.texts("console:local").at(-1) ?? "")?.[1] ?? "";
  const joined = await say(house, CHO, `/link ${code}`);
  assert.match(joined, /^🔗 Joined: you are one person on console, Telegram \(Cho\) now/);
  const cho = personOf(house, CHO);
  assert.equal(cho.role, "owner");
  assert.equal(house.people.find(LOCAL_ACCOUNT)?.id, cho.id);
  assert.equal(house.people.get(LOCAL_PERSON_ID)?.role, "owner");
  const to = {
    personId: cho.id,
    from: "owner",
    to: "member",
    by: personOf(house, ANN).id,
  } as const;
  assert.equal(house.people.changeRole(to), "local");
  await say(house, CHO, "/link");
  assert.match(await press(house, CHO, "✂️ Part console"), /^✂️ The account console was parted/);
  assert.equal(house.people.find(LOCAL_ACCOUNT)?.id, LOCAL_PERSON_ID);
});

test("a parted account is a stranger's again, and what was delivered there comes here", async () => {
  const house = await openHouse();
  await say(house, CHO, `/link ${await codeOf(house, ANN)}`);
  const ann = personOf(house, ANN);
  const schedule = house.schedules.add({
    personId: ann.id,
    chatId: "telegram:3",
    name: "news",
    timing: { kind: "every", everyMs: 3_600_000, anchorMs: 0 },
    zone: "UTC",
    program: "[system:time]",
    planDigest: "d",
  });
  await say(house, ANN, "/link");
  assert.match(
    await press(house, ANN, "✂️ Part Telegram (Cho)"),
    /^✂️ The account Telegram \(Cho\) was parted/,
  );
  assert.equal(house.people.find({ platform: "telegram", externalId: "3" }), undefined);
  assert.deepEqual(house.updates.chatsOf(ann.id), ["telegram:1"]);
  assert.equal(house.schedules.byId(schedule.id)?.chatId, "telegram:1");
  assert.match(house.adapter.texts("telegram:3").at(-1) ?? "", /^✂️ This account was parted/);
  assert.match(await say(house, CHO, "안녕"), /주인에게 물어봤어요/);
});
