import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setImmediate as nextRound } from "node:timers/promises";
import { startLearning } from "../../../src/app/examples/usage-learning.ts";
import { exportPerson } from "../../../src/app/export/exports.ts";
import type { ChatAddress, Sender } from "../../../src/bots/platform/chat-adapter.ts";
import { startGeminiServer } from "../../support/gemini-server.ts";
import { calling, saying } from "../../support/gemini-shapes.ts";
import { madeExamples } from "../../support/made-examples.ts";
import { Town } from "../../support/town.ts";
import { readZip } from "../../support/zip-reader.ts";

const ANN: Sender = { id: "1", name: "Ann", languageTag: "en" };
const BEN: Sender = { id: "2", name: "Ben", languageTag: "en" };
const CARL: Sender = { id: "3", name: "Carl", languageTag: "en" };
const GROUP: ChatAddress = { platform: "telegram", chatId: "-100", isPrivate: false };
const REQUEST = "kindly show whatever violets have planned for my garden";
/** By then nobody says any more that something else was meant. */
const SETTLED_MS = 6 * 60_000;
const PROGRAM = "[system:list_events] {enabled_only: true}";

/** The whole service with Ann and Ben and a model that gives these answers, its usage examples made. */
async function openTown(t: TestContext, replies: Parameters<typeof startGeminiServer>[0]) {
  const gemini = await startGeminiServer(replies);
  const environment = { GEMINI_API_KEY: "test-key-of-usage", GEMINI_BASE_URL: gemini.origin };
  const town = new Town({ environment, usageDatabase: await madeExamples() });
  t.after(async () => {
    await town.close();
    await gemini.close();
  });
  const ann = town.admit(ANN, "owner");
  const ben = town.admit(BEN, "member");
  await town.start();
  const { usage } = town.parts;
  /** Says something and waits until what can be learned was learned. */
  const say = async (sender: Sender, text: string): Promise<void> => {
    await town.say(sender, text);
    await town.clock.advance(60_000);
    await town.clock.advance(SETTLED_MS);
    await town.parts.learning.settled();
  };
  const learned = () => usage.examples().store.list({ source: "auto_log" }, { limit: 10 });
  return { town, ann, ben, usage, say, learned, gemini };
}

/** What names someone or something in particular, as the programs say it. */
const PRIVATE = [
  ["Minsu Parkington", '[source:search_memory]("Minsu Parkington")'],
  ["010-5550-4821", '[source:search_memory]("010-5550-4821")'],
  ["parkington@corp.example", '[source:search_memory]("parkington@corp.example")'],
  ["salary-2291.xlsx", '[system:find]("salary-2291.xlsx")'],
] as const;

test("a name, a number, an address and a file stay in their person's example and reach nobody else, however many say the same", async (t) => {
  for (const [value, program] of PRIVATE) {
    const { town, say, learned, ann, ben, gemini } = await openTown(t, [
      calling(program, "a"),
      saying("Nothing."),
      calling(program, "b"),
      saying("Nothing."),
      saying("Hello."),
    ]);
    const request = `kindly scare up whatever there is about ${value}`;
    await say(ANN, request);
    await say(BEN, request);
    assert.deepEqual(
      learned()
        .map(({ intent, code, personId }) => ({ intent, code, personId }))
        .sort((one, other) => (one.personId === ann ? -1 : other.personId === ann ? 1 : 0)),
      [ann, ben].map((personId) => ({ intent: request, code: program, personId })),
    );
    town.admit(CARL, "member");
    const told = async (sender: Sender): Promise<string> => {
      await town.say(sender, "kindly scare up whatever there is about violets");
      return JSON.stringify(gemini.requests.at(-1)?.body["contents"]);
    };
    assert.ok((await told(ANN)).includes(value), `${value} is Ann's own`);
    assert.ok(!(await told(CARL)).includes(value), `${value} is not Carl's`);
  }
});

test("words that hold somebody's file or address are their person's alone, also where the program does not name them", async (t) => {
  const request = "kindly show whatever salary-2291.xlsx has planned for my garden";
  const { say, learned, ann, ben } = await openTown(t, [
    calling(PROGRAM, "a"),
    saying("Nothing."),
    calling(PROGRAM, "b"),
    saying("Nothing."),
  ]);
  await say(ANN, request);
  await say(BEN, request);
  assert.deepEqual(
    learned()
      .map(({ personId }) => personId)
      .sort(),
    [ann, ben].sort(),
  );
});

test("nothing is learned from looking up what there is to ask for", async (t) => {
  const { usage, say, learned } = await openTown(t, [
    calling('[system:discover]("garden")'),
    saying("There is a calendar."),
  ]);
  await say(ANN, REQUEST);
  assert.equal(usage.logs().count(), 1);
  assert.deepEqual(learned(), []);
});

test("a turn that one program answered is kept as a log and learned as its person's example", async (t) => {
  const { usage, say, learned, ann } = await openTown(t, [calling(PROGRAM), saying("kept")]);
  await say(ANN, REQUEST);
  assert.equal(usage.logs().count(), 1);
  assert.deepEqual(
    learned().map(({ intent, code, personId }) => ({ intent, code, personId })),
    [{ intent: REQUEST, code: PROGRAM, personId: ann }],
  );
});

test("a program that failed, and a turn of two programs, teach nothing", async (t) => {
  const { usage, say, learned } = await openTown(t, [
    calling('[source:memory_delete]("nothing of the kind")'),
    saying("I never knew that"),
    calling("[system:time]", "a"),
    calling('[source:save_memory]("second")', "b"),
    saying("both done"),
  ]);
  await say(ANN, "forget nothing of the kind");
  await say(ANN, "what hour is it, and keep second in mind");
  assert.equal(usage.logs().count(), 3);
  assert.ok(learned().every(({ intent }) => !intent.includes("second")));
  assert.ok(learned().every(({ code }) => !code.includes("nothing")));
});

test("a message that a program was made of without a model is learned from, forwarded words are not", async (t) => {
  const town = new Town({ usageDatabase: await madeExamples() });
  t.after(() => town.close());
  const ann = town.admit(ANN, "owner");
  await town.start();
  const { usage, learning } = town.parts;
  const learned = () => usage.examples().store.list({ source: "auto_log" }, { limit: 10 });
  const say = async (text: string, facts: { isForwarded?: boolean } = {}): Promise<void> => {
    await town.say(ANN, text, facts);
    await town.clock.advance(SETTLED_MS);
    await learning.settled();
    await learning.settled();
  };
  await say("please list all my to-dos for me now", { isForwarded: true });
  assert.deepEqual(learned(), []);
  await say("please list all my to-dos for me now");
  assert.deepEqual(
    learned().map(({ personId, code }) => ({ personId, code })),
    [{ personId: ann, code: "[system:todo]" }],
  );
  await say('add "purple socks" to my to-do list');
  assert.deepEqual(
    learned()
      .map(({ personId, intent }) => [personId, intent])
      .sort(),
    [
      [ann, 'add "purple socks" to my to-do list'],
      [ann, "please list all my to-dos for me now"],
    ],
  );
  assert.equal(usage.logs().count(), 2);
});

test("nothing is learned from what the next message of its writer says was not meant, whoever writes in between", async (t) => {
  const town = new Town({ usageDatabase: await madeExamples() });
  t.after(() => town.close());
  town.admit(ANN, "owner");
  town.admit(BEN, "member");
  await town.start();
  const { usage, learning } = town.parts;
  const learned = () => usage.examples().store.list({ source: "auto_log" }, { limit: 10 });
  const settle = async (): Promise<void> => {
    await town.clock.advance(SETTLED_MS);
    await learning.settled();
    await learning.settled();
  };
  for (const correction of ["no, I meant my reminders", "아니 그거 말고 알림", "/undo"]) {
    await town.say(ANN, "please list all my to-dos for me now");
    await town.clock.advance(20_000);
    await town.say(ANN, correction);
    await settle();
    assert.deepEqual(learned(), [], correction);
  }
  const inGroup = { chat: GROUP, isAddressed: true };
  await town.say(ANN, "please list all my to-dos for me now", inGroup);
  await town.clock.advance(20_000);
  await town.say(BEN, "good morning", inGroup);
  await town.say(ANN, "no, I meant my reminders", inGroup);
  await settle();
  assert.deepEqual(learned(), []);
  await town.say(ANN, "please list all my to-dos for me now", inGroup);
  await town.clock.advance(20_000);
  await town.say(BEN, "no, I meant my reminders", inGroup);
  await settle();
  assert.equal(learned().length, 1);
});

test("a program that went well in part teaches nothing, one that went well does", async (t) => {
  const { usage, say, learned } = await openTown(t, [
    calling('[system:todo] & [system:read]("nothing of the kind.txt")'),
    saying("only the list"),
    calling("[system:todo] & [system:list_events]"),
    saying("both"),
  ]);
  await say(ANN, REQUEST);
  assert.equal(usage.logs().count(), 2);
  assert.deepEqual(learned(), []);
  await say(ANN, "kindly show whatever lilies have planned for my garden");
  assert.equal(learned().length, 1);
});

test("forgetting a person and exporting them cover what was logged and learned, and nobody else's", async (t) => {
  const { town, say, ann, ben, usage, learned } = await openTown(t, [
    calling(PROGRAM),
    saying("kept"),
    calling(PROGRAM),
    saying("kept"),
  ]);
  await say(ANN, REQUEST);
  await say(BEN, "what do roses have planned, as ever");
  const file = join(town.homePath, "out.zip");
  const { parts } = town;
  await exportPerson(
    { stores: parts, home: parts.home, config: parts.config, edges: parts.edges, usage },
    {
      person: parts.people.get(ben)!,
      file,
      withFiles: false,
      signal: new AbortController().signal,
    },
  );
  const zip = await readZip(readFileSync(file));
  const logs = zip.get("data/ibl_execution_logs.json")!.toString();
  assert.match(logs, /roses/);
  assert.doesNotMatch(logs, /violets/);
  assert.equal(JSON.parse(zip.get("data/ibl_examples.json")!.toString()).length, 1);
  parts.personalFiles.condemn({ personId: ben, accounts: [], chats: [] });
  await parts.personalFiles.erase();
  assert.equal(usage.logs().count(), 1);
  assert.deepEqual(
    learned().map(({ personId }) => personId),
    [ann],
  );
  assert.ok(!readFileSync(join(town.homePath, "usage.db"), "latin1").includes("roses"));
  assert.ok(existsSync(join(town.homePath, "usage.db")));
});

test("the end of the service does not wait for examples that are being made", async (t) => {
  const town = new Town({ usageDatabase: await madeExamples() });
  t.after(() => town.close());
  const ann = town.admit(ANN, "owner");
  await town.start();
  const { parts } = town;
  let isWaited = false;
  const usage = {
    ...parts.usage,
    idle(): Promise<void> {
      isWaited = true;
      return new Promise(() => undefined);
    },
  };
  const learning = startLearning({ ...parts, stores: parts, clock: town.clock, usage });
  learning.heard("word:1", REQUEST);
  const actor = parts.admission.actor(parts.people.get(ann)!, "telegram:1");
  await parts.gate.run({ source: "[system:time]", actor, origin: "word:1" });
  await nextRound();
  await learning.close();
  assert.equal(isWaited, true);
});
