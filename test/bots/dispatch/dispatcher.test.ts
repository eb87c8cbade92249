import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reply } from "../../../src/agent/turn/assistant.ts";
import { AppError } from "../../../src/base/errors.ts";
import type { Approval } from "../../../src/security/approvals/approvals.ts";
import { ANN, BEN, type House, openHouse, personOf } from "../../support/bots-house.ts";
import { settled } from "../../support/manual-clock.ts";
import type { EventFacts } from "../../support/recording-adapter.ts";
import { answer, finished } from "../../support/scripted-assistant.ts";

const ANNS = "telegram:1";
const BENS = "telegram:2";

/** Turns that a test ends by the text they were asked. */
function heldTurns(house: House): (text: string) => Promise<void> {
  const ends = new Map<string, (reply: Reply) => void>();
  house.assistant.onAnswer = ({ text, signal }) =>
    new Promise((resolve, reject) => {
      ends.set(text, resolve);
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
  return async (text) => {
    ends.get(text)?.(answer(`done ${text}`));
    await settled();
  };
}

async function say(house: House, text: string, facts: EventFacts = {}, who = ANN): Promise<void> {
  await house.adapter.say(who, text, facts);
  await settled();
}

const stateOf = (house: House, updateId: string): unknown =>
  house.database.prepare("SELECT state FROM updates WHERE update_id = ?").pluck().get(updateId);

/** A question to a person in the middle of a program. */
async function ask(
  house: House,
  facts: { readonly lifetimeMs?: number; readonly origin?: string } = {},
): Promise<Approval> {
  const question = house.waitingRun(personOf(house, ANN), ANNS, {
    kind: "question",
    stepKey: "1",
    card: { prompt: "Which format?", options: [{ label: "md" }, { label: "pdf" }] },
    ...facts,
  });
  house.cards.show(question);
  await settled();
  return question;
}

test("a message has its row before it counts as received, and ends as done", async () => {
  const house = await openHouse();
  const end = heldTurns(house);
  await house.adapter.say(ANN, "a", { updateId: "77" });
  assert.equal(stateOf(house, "77"), "received");
  await settled();
  await end("a");
  assert.deepEqual(house.adapter.texts(ANNS), ["done a"]);
  assert.equal(stateOf(house, "77"), "done");
});

test("an update that arrives twice is answered once", async () => {
  const house = await openHouse();
  await Promise.all([
    house.adapter.say(ANN, "a", { updateId: "77" }),
    house.adapter.say(ANN, "a", { updateId: "77" }),
  ]);
  await settled();
  await say(house, "a", { updateId: "77" });
  assert.deepEqual(house.adapter.texts(ANNS), ["echo a"]);
  assert.equal(house.assistant.turns.length, 1);
});

test("messages of one chat are answered in order, and a slow chat delays no other", async () => {
  const house = await openHouse();
  const end = heldTurns(house);
  await say(house, "a1");
  await say(house, "a2");
  await say(house, "b1", {}, BEN);
  assert.deepEqual(
    house.assistant.turns.map(({ text }) => text),
    ["a1", "b1"],
  );
  await end("b1");
  assert.deepEqual(house.adapter.texts(BENS), ["done b1"]);
  await end("a1");
  await end("a2");
  assert.deepEqual(house.adapter.texts(ANNS), ["done a1", "done a2"]);
});

test("the chat shows typing while a turn runs", async () => {
  const house = await openHouse();
  await say(house, "a");
  assert.deepEqual(house.adapter.typed, [ANNS]);
});

test("a press overtakes a running turn", async () => {
  const house = await openHouse();
  const end = heldTurns(house);
  house.cards.show(house.waitingRun(personOf(house, ANN), ANNS));
  await say(house, "slow");
  await house.adapter.press(ANN, "Approve");
  await settled();
  assert.equal(house.assistant.continued.length, 1);
  assert.match(house.adapter.texts(ANNS)[0]!, /^✅ Allowed/);
  await end("slow");
});

test("stop ends what runs in its own chat alone, and says so", async () => {
  const house = await openHouse();
  const end = heldTurns(house);
  await say(house, "slow", { updateId: "5" });
  await say(house, "other", {}, BEN);
  await say(house, "next");
  await say(house, "/stop");
  assert.deepEqual(house.adapter.texts(ANNS), ["⏹ Stopped."]);
  assert.equal(stateOf(house, "5"), "done");
  await end("next");
  await end("other");
  assert.equal(house.adapter.texts(ANNS).at(-1), "done next");
  assert.deepEqual(house.adapter.texts(BENS), ["done other"]);
});

test("stop ends a turn that was asked for a moment before, also where many begin at once", async () => {
  const house = await openHouse();
  heldTurns(house);
  const others = Array.from({ length: 20 }, (_, index) =>
    house.adapter.say(BEN, "other", {
      chat: { platform: "telegram", chatId: "-5", threadId: String(index), isPrivate: false },
    }),
  );
  await Promise.all([
    ...others,
    house.adapter.say(ANN, "slow", { updateId: "500" }),
    house.adapter.say(ANN, "/stop"),
  ]);
  for (let round = 0; round < 10; round += 1) await settled();
  assert.deepEqual(house.adapter.texts(ANNS), ["⏹ Stopped."]);
  assert.equal(stateOf(house, "500"), "done");
});

test("a message over the limit is refused with its length", async () => {
  const house = await openHouse();
  await say(house, "x".repeat(70_001));
  assert.match(house.adapter.texts(ANNS)[0]!, /\(70001 characters, at most 70000\)/);
  assert.deepEqual(house.assistant.turns, []);
});

test("in a group only what is meant for the bot is answered; the rest is ignored", async () => {
  const house = await openHouse();
  const chat = { platform: "telegram", chatId: "-5", isPrivate: false };
  await say(house, "to others", { chat, isAddressed: false, updateId: "8" });
  assert.equal(stateOf(house, "8"), "ignored");
  assert.deepEqual(house.adapter.passedOver, ["8"]);
  await say(house, "to the bot", { chat });
  assert.deepEqual(house.adapter.texts("telegram:-5"), ["echo to the bot"]);
  assert.deepEqual(house.updates.chatsOf(personOf(house, ANN).id), [ANNS]);
});

test("a turn that the model cannot take is answered by examples, and the trouble is said", async () => {
  const house = await openHouse();
  house.assistant.onAnswer = () => {
    throw new AppError("model-refused", "The key is not accepted.");
  };
  await say(house, "a");
  assert.deepEqual(house.adapter.texts(ANNS), ["The key is not accepted.\n\nby example a"]);
});

test("where examples know no answer either, the model's failure and what to do are all that is said", async () => {
  for (const [code, words] of [
    ["model-auth", /^The language model refuses its key\..* an owner has mended it\.$/],
    ["model-unavailable", /^The language model isn't answering\.$/],
    ["model-bad-answer", /^The language model's answer can't be read\.$/],
    ["model-budget", /^Used up until midnight\.$/],
  ] as const) {
    const house = await openHouse();
    house.assistant.onAnswer = () => {
      throw new AppError(code, "Used up until midnight.");
    };
    house.assistant.onExample = () => ({ kind: "none" });
    await say(house, "a");
    const [text = "", ...more] = house.adapter.texts(ANNS);
    assert.match(text, words);
    assert.doesNotMatch(text, /Without a language model/);
    assert.deepEqual(more, []);
  }
});

test("a failed turn is reported in the person's language, and internal errors go to the log", async () => {
  const house = await openHouse();
  house.people.change(personOf(house, ANN).id, { language: "ko" });
  house.assistant.onAnswer = () => {
    throw new TypeError("x is undefined");
  };
  await say(house, "a", { updateId: "9" });
  assert.match(house.adapter.texts(ANNS)[0]!, /^처리하지 못했어요: 제 안의 문제예요/);
  assert.doesNotMatch(house.adapter.texts(ANNS)[0]!, /undefined/);
  assert.equal(stateOf(house, "9"), "failed");
  assert.deepEqual(house.log.lines, ["An update could not be handled. x is undefined"]);
  house.assistant.onAnswer = () => {
    throw new AppError("disk-full", "The disk is full.");
  };
  await say(house, "b");
  assert.equal(house.adapter.texts(ANNS).at(-1), "처리하지 못했어요: The disk is full.");
});

test("the picture of a run comes from the chat's own folder, with the words about it", async () => {
  const house = await openHouse();
  const files = [
    { path: "charts/week.png", mediaType: "image/png" },
    { path: "notes.md", mediaType: "text/markdown" },
  ];
  house.assistant.onAnswer = () => ({ kind: "run", result: finished("Drawn", { files }) });
  await say(house, "a");
  assert.deepEqual(
    house.adapter.shown.map(({ text, file }) => [text, file]),
    [["Drawn", "week.png"]],
  );
});

test("the program that a message became is shown with its result", async () => {
  const house = await openHouse();
  house.assistant.onAnswer = () => ({
    kind: "run",
    code: "[system:time]",
    result: finished("It is noon."),
  });
  await say(house, "what time is it");
  assert.deepEqual(house.adapter.texts(ANNS), ["It is noon."]);
});

test("typed words answer an open question, and the program goes on with them", async () => {
  const house = await openHouse();
  const question = await ask(house);
  await say(house, "docx please");
  assert.equal(house.approvals.get(question.id)?.answer, "docx please");
  assert.deepEqual(house.assistant.turns, []);
  assert.match(house.adapter.texts(ANNS)[0]!, /^✅ docx please · \[/);
  assert.equal(house.adapter.texts(ANNS).at(-1), "answered docx please");
});

test("a button answers a question too, once", async () => {
  const house = await openHouse();
  const question = await ask(house);
  await house.adapter.press(ANN, "pdf");
  await settled();
  assert.equal(house.approvals.get(question.id)?.answer, "pdf");
  await say(house, "md");
  assert.deepEqual(
    house.assistant.turns.map(({ text }) => text),
    ["md"],
  );
});

test("forwarded words, commands, another chat and another person answer no question", async () => {
  const house = await openHouse();
  const question = await ask(house);
  const chat = { platform: "telegram", chatId: "-5", isPrivate: false };
  await say(house, "forwarded", { isForwarded: true });
  await say(house, "elsewhere", { chat });
  await say(house, "by Ben", { chat: { platform: "telegram", chatId: "1", isPrivate: true } }, BEN);
  await say(house, "/help");
  assert.equal(house.approvals.get(question.id)?.state, "pending");
  assert.deepEqual(
    house.assistant.turns.map(({ text }) => text),
    ["forwarded", "elsewhere", "by Ben"],
  );
  assert.deepEqual(
    house.assistant.turns.map(({ isForwarded }) => isForwarded === true),
    [true, false, false],
  );
});

test("words about another message answer no question, and those about its card answer that one", async () => {
  const house = await openHouse();
  const first = await ask(house);
  const second = await ask(house, { origin: "test:second" });
  const [card] = house.adapter.shown;
  const other = { quoted: { text: "pdf or docx?", author: "Bob" } };
  await say(house, "about a line of mail", other);
  await say(house, "about its picture", { repliesToId: "no-card" });
  assert.equal(house.approvals.get(second.id)?.state, "pending");
  assert.deepEqual(
    house.assistant.turns.map(({ text }) => text),
    ["about a line of mail", "about its picture"],
  );
  await say(house, "docx", { ...other, repliesToId: card!.messageId });
  assert.equal(house.approvals.get(first.id)?.answer, "docx");
  assert.equal(house.approvals.get(second.id)?.state, "pending");
  await say(house, "typed into the form of the first", { repliesToId: card!.messageId });
  assert.equal(house.adapter.texts(ANNS).at(-1), "This has ended already.");
  assert.equal(house.assistant.turns.length, 2);
  await say(house, "md");
  assert.equal(house.approvals.get(second.id)?.answer, "md");
});

test("words that come after a question's time are a message like any other", async () => {
  const house = await openHouse();
  await ask(house, { lifetimeMs: 1000 });
  await house.clock.advance(1001);
  await say(house, "pdf");
  assert.equal(house.adapter.texts(ANNS).at(-1), "echo pdf");
});

test("a proposal that is chosen runs, and is not edited", async () => {
  const house = await openHouse();
  house.assistant.onAnswer = ({ actor, text, origin }) => {
    const approval = house.approvals.request({
      kind: "proposal",
      personId: actor.personId,
      chatKey: actor.chatId,
      digest: origin,
      card: { prompt: text, options: [{ label: "the time", code: "[system:time]" }] },
      approver: "requester",
      lifetimeMs: 60_000,
    });
    return { kind: "proposals", approval };
  };
  house.assistant.onContinue = (approval) =>
    approval.state === "answered" ? { kind: "run", result: finished("Noon") } : undefined;
  await say(house, "tiem");
  await house.adapter.press(ANN, "the time");
  await settled();
  assert.deepEqual(house.adapter.texts(ANNS), ["Did you mean this?", "Noon"]);
});

test("what a message answers goes to the assistant as words of somebody", async () => {
  const house = await openHouse();
  const quoted = { text: "See you at three", author: "Cho" };
  await say(house, "translate this", { quoted });
  await say(house, "and this");
  assert.deepEqual(
    house.assistant.turns.map(({ text, quoted: words }) => [text, words]),
    [
      ["translate this", quoted],
      ["and this", undefined],
    ],
  );
});
