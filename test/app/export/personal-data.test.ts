import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { exportPerson } from "../../../src/app/export/exports.ts";
import type { Sender } from "../../../src/bots/platform/chat-adapter.ts";
import { Town, type TownOptions } from "../../support/town.ts";
import { tracesOf } from "../../support/traces.ts";
import { readZip } from "../../support/zip-reader.ts";

const ANN: Sender = { id: "1001", name: "Ann", languageTag: "en" };
const BEN: Sender = { id: "7002200299", name: "Benedictus", languageTag: "en" };
const GROUP = { platform: "telegram", chatId: "-5", isPrivate: false };

/** Stands in everything that Ben writes. */
const CANARY = "zanzibar";

async function openTown(t: TestContext, options: TownOptions = {}) {
  const town = new Town(options);
  t.after(() => town.close());
  const [ann, ben] = [town.admit(ANN, "owner"), town.admit(BEN, "member")];
  await town.start();
  return { town, ann, ben };
}

/** Something of everything that a member can leave behind. */
async function liveALife(town: Town, sender: Sender, word: string): Promise<void> {
  await town.run(sender, `[source:save_memory]("the ${word} is in the garden")`);
  await town.run(sender, `[system:todo] {add: "feed the ${word}"}`);
  await town.run(sender, `[system:todo] {add: "sell the ${word}", done: 1}`);
  await town.run(sender, `[system:write]("${word}.md") {content: "all about ${word}"}`);
  await town.run(sender, `[system:write]("old ${word}/a.md") {content: "all about ${word}"}`);
  await town.run(sender, `[system:save_workflow]("${word}_flow") {pipeline: "[system:time]"}`);
  await town.run(sender, `[system:schedule]("${word}_flow") {cron: "0 8 * * *"}`);
  const { turns, people } = town.parts;
  const personId = people.find({ platform: "telegram", externalId: sender.id })!.id;
  const place = { personId, chatKey: `telegram:${sender.id}` };
  const turn = turns.begin({ ...place, origin: `turn:${word}`, input: `tell me about ${word}` });
  turns.end(turn.id, "done", `${word} is an island`);
  await town.say(sender, `what do you think of ${word}`);
  await town.say(sender, `/ibl [system:time] {zone: "${word}"`);
  await town.say(sender, `/ibl [system:delete]("old ${word}")`);
  await town.say(sender, `hello group, ${word} here`, { chat: GROUP });
}

/** Everything that lies below HOME, by path; only bytes of the database count, and of what hangs on it. */
function filesWith(town: Town, text: string): readonly string[] {
  return readdirSync(town.homePath, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text) || path.includes(text))
    .map((path) => path.slice(town.homePath.length + 1));
}

test("an export has everything that a person owns, and nothing of anybody else", async (t) => {
  const { town, ann, ben } = await openTown(t);
  await liveALife(town, BEN, CANARY);
  await liveALife(town, ANN, "secretgarden");
  await town.run(BEN, '[messenger:send]("a letter") {to: "Ann"}');
  const person = town.parts.people.get(ben)!;
  const file = join(town.homePath, "out.zip");
  const facts = await exportPerson(
    {
      stores: town.parts,
      home: town.parts.home,
      config: town.parts.config,
      edges: town.parts.edges,
      usage: town.parts.usage,
    },
    { person, file, withFiles: true, signal: new AbortController().signal },
  );
  const zip = await readZip(readFileSync(file));
  const rows = (name: string): readonly Record<string, unknown>[] =>
    JSON.parse(zip.get(`data/${name}.json`)!.toString());
  for (const name of [
    "memories",
    "todos",
    "workflows",
    "schedules",
    "runs",
    "turns",
    "updates",
    "outbox",
    "approvals",
  ])
    assert.match(JSON.stringify(rows(name)), new RegExp(CANARY), name);
  assert.equal(
    zip.get(`files/telegram_7002200299/${CANARY}.md`)?.toString(),
    `all about ${CANARY}`,
  );
  assert.deepEqual([facts.files, zip.size > 10], [2, true]);
  assert.deepEqual(
    rows("people").map(({ name, role }) => ({ name, role })),
    [{ name: "Benedictus", role: "member" }],
  );
  assert.deepEqual(
    rows("identities").map(({ external_id }) => external_id),
    ["7002200299"],
  );
  assert.match(String(rows("memories")[0]?.["created_at"]), /^2026-11-23T/, "times are ISO 8601");
  for (const [name, content] of zip) {
    assert.ok(!content.includes("secretgarden"), name);
    assert.ok(!content.includes(ann), `${name} names another person`);
  }
  assert.match(zip.get("README.txt")!.toString(), /The data of Benedictus/);
  assert.equal(zip.has("data/signing_keys.json"), false);
});

test("an export comes as a file in private, is taken away when it has left, also when asked in a group", async (t) => {
  const { town } = await openTown(t);
  await liveALife(town, BEN, CANARY);
  const told = await town.say(BEN, "/export");
  assert.match(told.join("\n"), /📦 Here is your data: \d+ records and 2 files/);
  assert.equal(town.adapter.shown.at(-1)?.file, "ibl-bot-2026-11-23.zip");
  const left = readdirSync(join(town.homePath, "exports"), {
    recursive: true,
    withFileTypes: true,
  });
  assert.deepEqual(
    left.filter((entry) => entry.isFile()),
    [],
  );
  const [note = ""] = await town.say(BEN, "/export", { chat: GROUP });
  assert.match(note, /sent it to our private chat/);
  const { chatKey, file } = town.adapter.shown.findLast((shown) => shown.file !== undefined)!;
  assert.deepEqual([chatKey, file], [`telegram:${BEN.id}`, "ibl-bot-2026-11-23.zip"]);
});

test("an export that cannot be sent whole goes without the files, and says so", async (t) => {
  const { town } = await openTown(t, { maxFileBytes: 20_000 });
  mkdirSync(join(town.homePath, "files", "telegram_7002200299"), { recursive: true });
  writeFileSync(
    join(town.homePath, "files", "telegram_7002200299", "film"),
    Buffer.alloc(2_000_000),
  );
  const told = (await town.say(BEN, "/export")).join("\n");
  assert.match(told, /Your files are 1\.9 MB, more than can be sent here \(0\.1 MB\)/);
  assert.match(told, /and 0 files/);
});

test("someone who is forgotten is in no row, no file and no byte any more, and a stranger", async (t) => {
  const { town, ben } = await openTown(t);
  await liveALife(town, BEN, CANARY);
  await liveALife(town, ANN, "secretgarden");
  const [card = ""] = await town.say(BEN, "/forget_me");
  assert.match(card, /Shall I forget everything about you/);
  assert.match(
    card,
    /1 reminders and briefings, 1 workflows, 2 to-dos, 1 memories, the files of your private chats \(0\.1 MB\)/,
  );
  assert.ok(filesWith(town, CANARY).length > 1);
  await town.press(BEN, "Delete everything");
  await town.night();
  assert.deepEqual(filesWith(town, CANARY), []);
  assert.deepEqual(filesWith(town, ben), []);
  assert.deepEqual(filesWith(town, "Benedictus"), []);
  assert.deepEqual(filesWith(town, "7002200299"), [], "not even where they wrote from");
  assert.match(town.adapter.texts("telegram:7002200299").join("\n"), /🗑️ Everything is deleted/);
  assert.equal(existsSync(join(town.homePath, "files", "telegram_7002200299")), false);
  assert.ok(filesWith(town, "secretgarden").length > 1, "others keep what is theirs");
  assert.equal(town.parts.schedules.list().length, 1);
  const [answer = ""] = await town.say(BEN, "hello?");
  assert.match(answer, /owner|let you in/i);
});

test("a card of someone who was forgotten loses its buttons in the owner's chat", async (t) => {
  const { town } = await openTown(t);
  const { parts } = town;
  const person = parts.people.find({ platform: "telegram", externalId: BEN.id })!;
  const approval = parts.approvals.request({
    kind: "approval",
    personId: person.id,
    chatKey: "telegram:7002200299",
    digest: "d",
    card: { prompt: "may I" },
    approver: "owner",
    lifetimeMs: 1000,
  });
  parts.cards.show(approval);
  await town.quiet();
  await town.say(BEN, "/forget_me");
  await town.press(BEN, "Delete everything");
  const shown = town.adapter.shown.find(({ text }) => text.includes("so it is gone"));
  assert.deepEqual([shown?.chatKey, shown?.buttons], ["telegram:1001", []]);
});

test("who says no is not forgotten, words decide nothing, and a group hears nothing", async (t) => {
  const { town, ben } = await openTown(t);
  const told = await town.say(BEN, "/forget_me", { chat: GROUP });
  assert.match(told.join("\n"), /^📨 That is for your eyes alone.*private chat\.$/);
  await town.say(BEN, "Delete everything");
  assert.notEqual(town.parts.people.get(ben), undefined);
  await town.press(ANN, "Delete everything", {
    chat: { platform: "telegram", chatId: "7002200299", isPrivate: true },
  });
  assert.notEqual(town.parts.people.get(ben), undefined, "not by an owner either");
  await town.press(BEN, "Keep everything");
  assert.notEqual(town.parts.people.get(ben), undefined);
});

test("the last owner cannot be forgotten, and is told how", async (t) => {
  const { town, ann } = await openTown(t);
  assert.match((await town.say(ANN, "/forget_me")).join(), /Make someone else an owner first/);
  town.admit({ id: "3003", name: "Cho" }, "owner");
  await town.say(ANN, "/forget_me");
  await town.press(ANN, "Delete everything");
  assert.equal(town.parts.people.get(ann), undefined);
});

test("an update that comes again after its sender was forgotten and let in again does nothing", async (t) => {
  const { town } = await openTown(t);
  const text = '/ibl [source:save_memory]("once")';
  await town.say(BEN, text, { updateId: "900" });
  await town.say(BEN, "/forget_me");
  await town.press(BEN, "Delete everything");
  const again = town.admit(BEN, "member");
  await town.say(BEN, text, { updateId: "900" });
  const count = town.parts.database.prepare("SELECT COUNT(*) FROM memories").pluck().get();
  assert.equal(count, 0);
  assert.deepEqual(town.parts.runs.latest(again, "telegram:7002200299", 5), []);
});

test("what runs is stopped before anything is deleted, and what waits behind it is dropped", async (t) => {
  const { town, ben } = await openTown(t);
  await town.adapter.say(BEN, '/ibl [system:run]("[system:time]") & [system:time]');
  await town.say(BEN, "/forget_me");
  await town.adapter.press(BEN, "Delete everything");
  await town.adapter.say(BEN, "/ibl [system:time]");
  await town.quiet();
  assert.equal(town.parts.people.get(ben), undefined);
  const rows = town.parts.database
    .prepare<[string], number>("SELECT COUNT(*) FROM runs WHERE person_id = ?")
    .pluck()
    .get(ben);
  assert.equal(rows, 0);
});

for (const point of ["approval-claimed", "rows-forgotten"]) {
  test(`a death at "${point}" ends in the same: everything is gone after the next start`, async (t) => {
    let isArmed = false;
    const { town, ben } = await openTown(t, {
      faultPoint: (name) => {
        if (isArmed && name === point) throw new Error("The process dies.");
      },
    });
    await liveALife(town, BEN, CANARY);
    await town.say(BEN, "/forget_me");
    isArmed = true;
    await town.press(BEN, "Delete everything");
    isArmed = false;
    await town.again();
    await town.night();
    assert.equal(town.parts.people.get(ben), undefined);
    assert.deepEqual(filesWith(town, CANARY), []);
  });
}

test("a chat is warned once when its files come close to the quota, and nothing is deleted", async (t) => {
  const { town } = await openTown(t, { environment: { IBL_FILE_QUOTA_MB: "0.01" } });
  const write = (name: string, length: number) =>
    town.run(BEN, `[system:write]("${name}") {content: "${"x".repeat(length)}"}`);
  assert.doesNotMatch((await write("a", 5000)).join(), /💾/);
  assert.match(
    (await write("b", 4900)).join(),
    /💾 The files of this chat are 0\.1 MB, 94% of the 0\.1 MB/,
  );
  assert.doesNotMatch((await write("c", 100)).join(), /💾/);
  assert.deepEqual(readdirSync(join(town.homePath, "files", "telegram_7002200299")).sort(), [
    "a",
    "b",
    "c",
  ]);
});

test("a press that comes after its sender was forgotten leaves neither sender nor chat", async (t) => {
  const { town } = await openTown(t);
  await town.say(BEN, "/forget_me");
  const message = town.adapter.shown.findLast(({ buttons }) => buttons.length > 0)!;
  await town.adapter.press(BEN, "Delete everything", { message });
  await town.adapter.press(BEN, "Delete everything", { message });
  await town.quiet();
  await town.adapter.press(BEN, "Delete everything", { message }).catch(() => undefined); // its buttons may be gone
  await town.quiet();
  await town.night();
  assert.match(town.adapter.texts("telegram:7002200299").join("\n"), /🗑️ Everything is deleted/);
  assert.deepEqual(tracesOf(town.homePath, ["7002200299", "Benedictus"]), []);
});

test("what someone who is not let in writes in a group is kept without sender and words", async (t) => {
  const { town } = await openTown(t);
  const stranger = { id: "7245550137", name: "Dorothea" };
  await town.say(stranger, "a secret of the group", { chat: GROUP });
  await town.again();
  assert.deepEqual(tracesOf(town.homePath, [stranger.id, stranger.name, "a secret"]), []);
});
