import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Sender } from "../../src/bots/platform/chat-adapter.ts";
import { cautiousData } from "../support/cautious-data.ts";
import { Town } from "../support/town.ts";

const ANN: Sender = { id: "1", name: "Ann", languageTag: "en" };
const ANNS = "telegram:1";
const DAY_MS = 24 * 60 * 60 * 1000;

/** A town with an owner, her folder and the folder of its copies. */
async function openTown(t: TestContext, environment: Readonly<Record<string, string>> = {}) {
  const town = new Town({ data: cautiousData(), environment });
  t.after(() => town.close());
  town.admit(ANN, "owner");
  await town.start();
  const folder = join(town.homePath, "files", "telegram_1");
  const keptFolder = join(town.homePath, "kept", "telegram_1");
  mkdirSync(folder, { recursive: true });
  /** Says something, and gives what was answered. */
  const say = async (text: string): Promise<string> => {
    const before = town.adapter.texts(ANNS).length;
    await town.say(ANN, text);
    return town.adapter.texts(ANNS).slice(before).join("\n");
  };
  const run = (code: string): Promise<string> => say(`/ibl ${code}`);
  const approve = async (code: string): Promise<string> => {
    await run(code);
    await town.press(ANN, "Approve");
    return town.adapter.texts(ANNS).join("\n");
  };
  return {
    town,
    folder,
    say,
    run,
    approve,
    put: (name: string, bytes: string | Uint8Array) => writeFileSync(join(folder, name), bytes),
    bytes: (name: string) => readFileSync(join(folder, name)),
    text: (name: string) => readFileSync(join(folder, name), "utf8"),
    has: (name: string) => existsSync(join(folder, name)),
    kept: () => (existsSync(keptFolder) ? readdirSync(keptFolder) : []),
    keptFolder,
  };
}

test("what is added to a file goes to its end, on a line of its own, and is taken back by words", async (t) => {
  const { say, text, has } = await openTown(t);
  await say("save buy eggs and bread to groceries.txt");
  const first = text("groceries.txt");
  assert.match(await say("append butter to groceries.txt"), /Added to .*groceries\.txt/);
  await say("groceries.txt에 김치 추가해줘");
  assert.equal(text("groceries.txt"), `${first}\nbutter\n김치`);
  assert.match(await say("undo"), /groceries\.txt/);
  assert.equal(text("groceries.txt"), `${first}\nbutter`);
  await say("되돌려줘");
  assert.equal(text("groceries.txt"), `${first}\nbutter`, "undoing twice changes nothing");
  assert.equal(has("groceries.txt"), true);
});

test("what was replaced, edited, deleted, moved over or copied over comes back byte for byte", async (t) => {
  const { approve, run, put, bytes, has } = await openTown(t);
  const before = Uint8Array.from({ length: 3000 }, (_, index) => (index * 7) % 256);
  const cases: readonly string[] = [
    '[system:write]("a.bin") {content: "x"}',
    '[system:write]("a.bin") {content: "x", append: true}',
    '[system:time] >> [system:file]("a.bin")',
    '[system:copy]("b.txt") {destination: "a.bin", overwrite: true}',
    '[system:move]("b.txt") {destination: "a.bin", overwrite: true}',
  ];
  put("b.txt", "b");
  for (const code of cases) {
    put("a.bin", before);
    await run(code);
    assert.notDeepEqual(Uint8Array.from(bytes("a.bin")), before, code);
    assert.match(await run("[system:undo]"), /Undone/, code);
    assert.deepEqual(Uint8Array.from(bytes("a.bin")), before, code);
    assert.equal(has("b.txt"), true, code);
    assert.match(await run("[system:undo]"), /already/, code);
    assert.deepEqual(Uint8Array.from(bytes("a.bin")), before, code);
  }
  await approve('[system:delete]("a.bin")');
  assert.equal(has("a.bin"), false);
  assert.match(await run("[system:undo]"), /Undone/);
  assert.deepEqual(Uint8Array.from(bytes("a.bin")), before);
});

test("a deleted folder comes back with all in it", async (t) => {
  const { approve, run, folder, text, has } = await openTown(t);
  mkdirSync(join(folder, "d", "e"), { recursive: true });
  writeFileSync(join(folder, "d", "e", "f.txt"), "deep");
  await approve('[system:delete]("d")');
  assert.equal(has("d"), false);
  assert.match(await run('[system:restore]("d")'), /Undone/);
  assert.equal(text("d/e/f.txt"), "deep");
  assert.match(await run('[system:restore]("d")'), /already/);
});

test("one turn is taken back as a whole, newest first; a new file goes, and can be had again", async (t) => {
  const { run, put, text, has } = await openTown(t);
  put("a.txt", "one");
  await run(
    '[system:write]("a.txt") {content: "two"}\n[system:write]("a.txt") {content: "three"}\n[system:write]("new.txt") {content: "n"}\n[system:move]("a.txt") {destination: "b.txt"}',
  );
  await run("[system:undo]");
  assert.equal(text("a.txt"), "one");
  assert.deepEqual([has("b.txt"), has("new.txt")], [false, false]);
  await run('[system:restore]("new.txt")');
  assert.equal(text("new.txt"), "n");
});

test("a file that changed meanwhile is left as it is, and says so", async (t) => {
  const { run, approve, put, text } = await openTown(t);
  put("a.txt", "one");
  await run('[system:write]("a.txt") {content: "two"}');
  put("a.txt", "by hand");
  assert.match(await run("[system:undo]"), /[Cc]hanged since then/);
  assert.equal(text("a.txt"), "by hand");
  assert.match(await run('[system:restore]("a.txt")'), /Undone/);
  assert.equal(text("a.txt"), "one");
  await approve('[system:delete]("a.txt")');
  put("a.txt", "another");
  assert.match(await run("[system:undo]"), /[Cc]hanged since then/);
  assert.equal(text("a.txt"), "another");
});

test("undo takes the last thing back whatever it is, and one person takes nothing of another back", async (t) => {
  const { town, run, put, text } = await openTown(t);
  put("a.txt", "one");
  await run('[system:write]("a.txt") {content: "two"}');
  await run('[system:todo]("milk")');
  assert.match(await run("[system:undo]"), /Undone: .*milk/);
  assert.equal(text("a.txt"), "two");
  const ben: Sender = { id: "2", name: "Ben", languageTag: "en" };
  town.admit(ben, "member");
  await town.say(ben, "/ibl [system:undo]");
  assert.match(town.adapter.texts("telegram:2").join("\n"), /nothing to undo/);
});

test("a workflow that another was saved over comes back, with the files of that turn", async (t) => {
  const { run, put, text } = await openTown(t);
  const save = (name: string, program: string): string =>
    `[system:save_workflow]("${name}") {title: "Daily", params: {topic: "AI"}, pipeline: "${program}"}`;
  const before = await run('[system:get_workflow]("daily")');
  assert.match(before, /no workflow/);
  assert.match(await run(save("daily", "[system:time]")), /Saved the workflow "daily"\.$/m);
  const kept = (): Promise<string> =>
    run('$kept = [system:get_workflow]("daily")\n[system:take](1) {items: "$kept"}');
  const first = await kept();
  assert.match(first, /\[system:time\]/);
  put("a.txt", "one");
  const both = `${save("daily", "[system:list]")}\n${save("daily", "[system:todo]")}\n[system:write]("a.txt") {content: "two"}`;
  assert.match(await run(both), /in the place of the one before; “undo” brings that one back/);
  assert.match(await kept(), /\[system:todo\]/);
  assert.match(await run("[system:undo]"), /Undone: .*a\.txt.*daily/);
  assert.equal(await kept(), first);
  assert.equal(text("a.txt"), "one");
  await run("[system:undo]");
  assert.equal(await kept(), first);
  await run(save("daily", "[system:list]"));
  await run('[system:todo]("milk")');
  assert.match(await run("[system:undo]"), /Undone: .*milk/);
  assert.match(await kept(), /\[system:list\]/);
});

test("the answer says whether a file was made, added to, replaced or deleted", async (t) => {
  const { run, approve } = await openTown(t);
  assert.match(await run('[system:write]("a.md") {content: "1"}'), /Saved \S*a\.md/);
  assert.match(
    await run('[system:write]("a.md") {content: "2", append: true}'),
    /Added to .*a\.md/,
  );
  assert.match(
    await run('[system:write]("a.md") {content: "3"}'),
    /Replaced .*a\.md.*; the old text is kept/,
  );
  assert.match(await approve('[system:delete]("a.md")'), /Deleted \S*a\.md/);
});

test("copies are out of sight, 0600, go after seven days and when their chat is full of them", async (t) => {
  const { town, run, put, kept, keptFolder } = await openTown(t, { IBL_FILE_QUOTA_MB: "1" });
  put("a.txt", "x".repeat(600 * 1024));
  await run('[system:write]("a.txt") {content: "y"}');
  const [name = ""] = kept();
  assert.equal(statSync(join(keptFolder, name)).mode & 0o777, 0o600);
  assert.doesNotMatch(await run('[system:find]("**")'), /kept/);
  put("a.txt", "z".repeat(600 * 1024));
  await run('[system:write]("a.txt") {content: "y"}');
  assert.equal(kept().length, 1);
  assert.equal(kept().includes(name), false);
  await town.clock.jump(8 * DAY_MS);
  await town.night();
  assert.deepEqual(kept(), []);
  assert.match(await run('[system:restore]("a.txt")'), /No earlier copy/);
});
