import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { toPlainText } from "../../src/bots/markup/parse-markup.ts";
import type { Sender } from "../../src/bots/platform/chat-adapter.ts";
import { cautiousData } from "../support/cautious-data.ts";
import { startGeminiServer } from "../support/gemini-server.ts";
import { calling, saying } from "../support/gemini-shapes.ts";
import { Town } from "../support/town.ts";

const ANN: Sender = { id: "1", name: "Ann", languageTag: "en" };
const BEN: Sender = { id: "2", name: "Ben", languageTag: "en" };
const BENS = "telegram:2";
const KEY = "test-key-of-the-budget";

/** A town with an owner Ann and a member Ben, whose model says "hello" at 100 tokens in and 20 out. */
async function openTown(
  t: TestContext,
  environment: Readonly<Record<string, string>>,
  replies: Parameters<typeof startGeminiServer>[0] = [saying("hello")],
) {
  const gemini = await startGeminiServer(replies);
  const town = new Town({
    data: cautiousData(),
    environment: { GEMINI_API_KEY: KEY, GEMINI_BASE_URL: gemini.origin, ...environment },
  });
  t.after(async () => {
    await town.close();
    await gemini.close();
  });
  town.admit(ANN, "owner");
  const ben = town.admit(BEN, "member");
  await town.start();
  const reasonOf = (updateId: string) =>
    town.parts.database
      .prepare("SELECT state || ' ' || COALESCE(reason, '-') FROM updates WHERE update_id = ?")
      .pluck()
      .get(updateId);
  return { town, gemini, ben, reasonOf };
}

test("over the rate one message is told, the others end as such, and /help, /stop and presses go on", async (t) => {
  const { town, reasonOf } = await openTown(t, { IBL_RATE_MESSAGES_PERSON: "2/100" });
  await town.say(BEN, '/ibl [system:write]("old/a.md") {content: "x"}');
  await town.say(BEN, '/ibl [system:delete]("old")');
  const told = await town.say(BEN, "one too many", { updateId: "o1" });
  assert.deepEqual(told, [
    "🐢 Too many messages: 2 in a minute at most. I'll take the next in 60 s. /stop and buttons work meanwhile.",
  ]);
  await town.again({ isKilled: false });
  assert.deepEqual(await town.say(BEN, "and another", { updateId: "o2" }), []);
  assert.deepEqual([reasonOf("o1"), reasonOf("o2")], ["ignored over-rate", "ignored over-rate"]);
  assert.match((await town.say(BEN, "/help")).join(), /Just say it[\s\S]*\/account/);
  assert.deepEqual(await town.say(BEN, "/stop"), ["Nothing is running."]);
  assert.deepEqual(await town.say(ANN, "hi"), ["hello"]);
  await town.press(BEN, "Approve");
  assert.match(town.adapter.texts(BENS).join("\n"), /✅ Deleted old · /);
  await town.clock.advance(60_000);
  assert.deepEqual(await town.say(BEN, "later", { updateId: "o3" }), ["hello"]);
  assert.equal(reasonOf("o3"), "done -");
});

test("over the rate of programs a program is refused with the limit, and a schedule's too", async (t) => {
  const { town } = await openTown(t, { IBL_RATE_PROGRAMS_PERSON: "1/100" });
  await town.say(BEN, "/ibl [system:time]");
  assert.match(
    (await town.say(BEN, "/ibl [system:time]")).join(),
    /Too many programs: 1 in a minute at most/,
  );
});

test("past a soft limit an owner is asked by a button, and the press lets the person go on up to the hard one", async (t) => {
  const { town, gemini, ben } = await openTown(t, {
    IBL_TOKENS_PERSON: "20000",
    IBL_MODEL_MAX_OUTPUT_TOKENS: "8000",
    IBL_BUDGET_ASK_PERCENT: "20",
  });
  const [refused = "", ...others] = await town.say(BEN, "what time is it");
  assert.equal(gemini.requests.length, 0);
  assert.match(refused, /^Today's share is nearly used up, so I asked an owner\./);
  assert.match(refused, /Monday, November 23/, "the planner without a model answers");
  assert.deepEqual(others, []);
  await town.say(BEN, "what time is it now");
  const cards = town.adapter.shown.filter(({ text }) =>
    text.includes("close to its limit. This person"),
  );
  assert.equal(cards.length, 1);
  assert.equal(cards[0]!.chatKey, "telegram:1");
  await town.press(ANN, "Allow");
  assert.match(town.adapter.texts(BENS).at(-1) ?? "", /An owner allowed more of the model today/);
  assert.deepEqual(await town.say(BEN, "hi"), ["hello"]);
  assert.equal(gemini.requests.length, 1);
  const [use] = town.parts.budgets.useOf({ personId: ben, chatKey: BENS });
  assert.equal(use?.limit, 20_000);
});

test("a soft limit that an owner does not raise ends the turn as what it is: said once, answered without the model, and not asked again", async (t) => {
  const call = calling("[system:time]");
  const usageMetadata = { promptTokenCount: 20_000, candidatesTokenCount: 10 };
  const { town, gemini } = await openTown(
    t,
    {
      IBL_TOKENS_PERSON: "50000",
      IBL_MODEL_MAX_OUTPUT_TOKENS: "256",
      IBL_BUDGET_ASK_PERCENT: "42",
    },
    [{ ...call, body: { ...(call.body as object), usageMetadata } }],
  );
  const [ended = "", ...others] = await town.say(BEN, "what time is it");
  const sent = gemini.requests.length;
  assert.ok(sent > 0);
  assert.match(ended, /so I asked an owner[\s\S]*Done:\n- Time/);
  assert.deepEqual(others, []);
  await town.press(ANN, "Deny");
  assert.match(town.adapter.texts(BENS).at(-1) ?? "", /An owner did not allow more/);
  const [next = "", ...more] = await town.say(BEN, "what time is it");
  assert.match(toPlainText(next), /^Used up until midnight\.[\s\S]*Monday, November 23/);
  assert.deepEqual(more, []);
  assert.equal(gemini.requests.length, sent);
  assert.throws(() => town.adapter.withButton("Allow"));
});

test("past the hard limit nothing is sent, the words say what to do, and another person is not held up", async (t) => {
  const { town, gemini } = await openTown(t, {
    IBL_TOKENS_PERSON: "20000",
    IBL_TOKENS_CHAT: "0",
    IBL_MODEL_MAX_OUTPUT_TOKENS: "8000",
    IBL_BUDGET_ASK_PERCENT: "100",
    IBL_SESSION_IDLE_HOURS: "0",
  });
  const database = town.parts.database;
  await town.say(BEN, "hi");
  assert.equal(gemini.requests.length, 1);
  database.prepare("UPDATE model_uses SET tokens = 15000").run();
  await town.again();
  const told = (await town.say(BEN, "what time is it")).join("\n");
  assert.equal(gemini.requests.length, 1);
  assert.match(
    toPlainText(told),
    /Used up until midnight\. Reminders, weather and search still work\. I asked the owner\./,
  );
  assert.deepEqual(await town.say(ANN, "hi"), ["hello"]);
  town.clock.set("2026-11-24T00:00:00Z");
  assert.deepEqual(await town.say(BEN, "hi"), ["hello"]);
});

test("an owner's press allows half of the limit more, today alone, and what was asked is answered", async (t) => {
  const { town, gemini } = await openTown(t, {
    IBL_TOKENS_PERSON: "20000",
    IBL_MODEL_MAX_OUTPUT_TOKENS: "8000",
    IBL_BUDGET_ASK_PERCENT: "100",
    IBL_SESSION_IDLE_HOURS: "0",
  });
  await town.say(ANN, "hi");
  town.parts.database.prepare("UPDATE model_uses SET tokens = 15000").run();
  const limits = "Used up until midnight. Reminders, weather and search still work.";
  const [told, ...others] = await town.say(ANN, "compare Plato with Kant");
  assert.deepEqual([toPlainText(told ?? ""), others], [limits, []]);
  const message = town.adapter.withButton("Allow more");
  await town.press(ANN, "Allow more");
  assert.equal(town.adapter.texts("telegram:1").at(-1), "hello");
  assert.equal(gemini.requests.length, 2);
  await town.press(ANN, "Allow more", { message });
  assert.equal(town.adapter.notes.at(-1), "More was allowed already.");
  assert.equal(gemini.requests.length, 2);
  town.clock.set("2026-11-24T00:00:00Z");
  town.parts.database.prepare("UPDATE model_uses SET at_ms = ?").run(town.clock.now());
  town.parts.database.prepare("UPDATE model_uses SET tokens = 15000").run();
  assert.match(
    toPlainText((await town.say(ANN, "compare Kant with Hegel")).join()),
    /^Used up until/,
  );
});

test("a member at the limit is allowed more by an owner's press alone", async (t) => {
  const { town, gemini } = await openTown(t, {
    IBL_TOKENS_PERSON: "20000",
    IBL_MODEL_MAX_OUTPUT_TOKENS: "8000",
    IBL_BUDGET_ASK_PERCENT: "100",
    IBL_SESSION_IDLE_HOURS: "0",
  });
  await town.say(BEN, "hi");
  town.parts.database.prepare("UPDATE model_uses SET tokens = 15000").run();
  const [told = ""] = await town.say(BEN, "compare Plato with Kant");
  assert.match(toPlainText(told), /I asked the owner\.$/);
  await town.say(BEN, "compare Kant with Hegel");
  const [message, ...others] = town.adapter.shown.filter(({ text }) => text.includes("too small"));
  assert.deepEqual([message?.chatKey, others], ["telegram:1", []]);
  assert.ok(message !== undefined);
  await town.press(BEN, "Allow", { message });
  await town.say(BEN, "hi");
  assert.equal(gemini.requests.length, 1);
  await town.press(ANN, "Allow", { message });
  assert.match(town.adapter.texts(BENS).at(-1) ?? "", /An owner allowed more of the model today/);
  assert.deepEqual(await town.say(BEN, "hi"), ["hello"]);
});

test("where no owner can be reached nobody is asked, and the answer does not say so", async (t) => {
  const { town } = await openTown(t, {
    IBL_TOKENS_PERSON: "9000",
    IBL_MODEL_MAX_OUTPUT_TOKENS: "8000",
    IBL_BUDGET_ASK_PERCENT: "100",
  });
  town.parts.database.prepare("DELETE FROM chats WHERE chat_key = 'telegram:1'").run();
  const told = await town.say(BEN, "compare Plato with Kant");
  assert.deepEqual(told.map(toPlainText), [
    "Used up until midnight. Reminders, weather and search still work.",
  ]);
  assert.deepEqual(town.parts.approvals.pending(), []);
});

test("an owner goes on by a press where the limit ended a turn that had done something", async (t) => {
  const { body } = calling("[system:time]");
  const usageMetadata = { promptTokenCount: 99_900, candidatesTokenCount: 7 };
  const { town, gemini } = await openTown(
    t,
    {
      IBL_TOKENS_PERSON: "100000",
      IBL_MODEL_MAX_OUTPUT_TOKENS: "256",
      IBL_BUDGET_ASK_PERCENT: "100",
    },
    [{ body: { ...(body as object), usageMetadata } }, saying("there it is")],
  );
  const told = (await town.say(ANN, "loop")).join("\n");
  assert.match(toPlainText(told), /^Used up until midnight\.[\s\S]*Done:\n- Time/);
  const before = gemini.requests.length;
  await town.press(ANN, "Allow more");
  assert.equal(gemini.requests.length, before + 1);
  assert.match(JSON.stringify(gemini.requests.at(-1)?.body), /loop[\s\S]*"go on"/);
  assert.equal(town.adapter.texts("telegram:1").at(-1), "there it is");
});

test("a word of the model in a scheduled program counts for the job and its owner", async (t) => {
  const { town, gemini, ben } = await openTown(t, {}, [saying("short")]);
  const text = "One. Two. Three. Four. Five. Six. Seven. Eight. Nine. Ten. Eleven.";
  town.parts.schedules.add({
    personId: ben,
    chatId: BENS,
    name: "daily",
    timing: { kind: "cron", expression: "0 8 * * *" },
    zone: "UTC",
    program: `[system:summarize]("${text}")`,
    planDigest: "d",
  });
  const [job] = town.parts.schedules.list(ben);
  assert.ok(job !== undefined, town.adapter.texts(BENS).join("\n"));
  town.clock.set("2026-11-23T08:00:00Z");
  await town.tick();
  assert.equal(gemini.requests.length, 1, town.adapter.texts(BENS).join("\n"));
  const uses = town.parts.budgets.useOf({ personId: ben, chatKey: BENS, scheduleId: job.id });
  const used = Object.fromEntries(uses.map((use) => [use.scope, use.used]));
  assert.ok((used["schedule"] ?? 0) > 0);
  assert.deepEqual(used, {
    person: used["schedule"],
    chat: used["schedule"],
    schedule: used["schedule"],
    service: used["schedule"],
  });
  const shown = (await town.say(BEN, "/usage")).join("\n");
  assert.match(shown, /Reminder “daily”, today: \d+ tokens of 500,000 tokens/);
  assert.match(shown, /The price of this model is not known/);
  assert.doesNotMatch(shown, /The whole service/);
  assert.match((await town.say(ANN, "/usage")).join("\n"), /The whole service, today: \d+ tokens/);
});

test("a model that calls a program again and again stops at the limit with what it did", async (t) => {
  const { town, gemini } = await openTown(
    t,
    {
      IBL_TOKENS_PERSON: "25000",
      IBL_MODEL_MAX_OUTPUT_TOKENS: "256",
      IBL_BUDGET_ASK_PERCENT: "100",
    },
    (request) => calling("[system:time]", `call-${JSON.stringify(request.body).length}`),
  );
  const told = (await town.say(BEN, "loop")).join("\n");
  assert.ok(gemini.requests.length < 11);
  assert.match(told, /Done:\n- Time/);
});

test("a soft limit in the middle of a turn tells what was done, and a denial is told and stands for the day", async (t) => {
  const { body } = calling('[system:write]("notes.md") {content: "x"}');
  const usageMetadata = {
    promptTokenCount: 60_000,
    candidatesTokenCount: 7,
    totalTokenCount: 60_007,
  };
  const { town, gemini } = await openTown(
    t,
    {
      IBL_TOKENS_PERSON: "150000",
      IBL_MODEL_MAX_OUTPUT_TOKENS: "256",
      IBL_BUDGET_ASK_PERCENT: "40",
    },
    [{ body: { ...(body as object), usageMetadata } }, saying("never said")],
  );
  const told = (await town.say(BEN, "note that")).join("\n");
  assert.equal(gemini.requests.length, 1);
  assert.match(told, /so I asked an owner/);
  assert.match(told, /Done:\n- .*notes\.md/);
  await town.press(ANN, "Deny");
  assert.match(
    town.adapter.texts(BENS).at(-1) ?? "",
    /An owner did not allow more of the model today\. I go on answering from examples\./,
  );
  const later = (await town.say(BEN, "what time is it")).join("\n");
  assert.equal(gemini.requests.length, 1);
  assert.match(toPlainText(later), /^Used up until midnight\./);
  assert.match(later, /Monday, November 23/);
  await town.again();
  assert.match(
    toPlainText((await town.say(BEN, "thanks")).join("\n")),
    /^Used up until midnight\./,
  );
  const asked = town.adapter
    .texts("telegram:1")
    .filter((text) => /close to its limit. This person|^✖️ /.test(text));
  assert.equal(asked.length, 1, "the owners are asked once a day");
  assert.equal(gemini.requests.length, 1);
});

test("a dry run of a program counts as a program, and only where the program can run", async (t) => {
  const { town } = await openTown(t, { IBL_RATE_PROGRAMS_PERSON: "1/100" });
  const check = "/check --dry-run [system:time]";
  assert.match((await town.say(BEN, "/check --dry-run [system:tme]")).join(), /tme/);
  assert.match((await town.say(BEN, check)).join(), /Tried just now/);
  assert.match(
    (await town.say(BEN, check)).join(),
    /It may not run as things are: Too many programs/,
  );
  assert.match((await town.say(BEN, "/ibl [system:time]")).join(), /Too many programs/);
  assert.match((await town.say(BEN, "/check [system:time]")).join(), /system:time/);
});
