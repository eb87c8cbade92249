import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reply, TurnRequest } from "../../../src/agent/turn/assistant.ts";
import { DeliveryError } from "../../../src/bots/platform/chat-adapter.ts";
import { ANN, BEN, type House, openHouse, personOf } from "../../support/bots-house.ts";
import { settled } from "../../support/manual-clock.ts";
import { answer } from "../../support/scripted-assistant.ts";

const ANNS = "telegram:1";
const GROUP = { platform: "telegram", chatId: "-5", isPrivate: false };

/** A turn of the house that lasts until it is stopped or ended. */
interface LongTurn {
  readonly end: (reply: Reply) => Promise<void>;
  readonly fail: (error: Error) => Promise<void>;
  /** What the assistant was asked, with what it is to tell. */
  readonly request: () => TurnRequest;
}

function longTurn(house: House): LongTurn {
  let end: (reply: Reply) => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  house.assistant.onAnswer = ({ signal }) =>
    new Promise((resolve, reject) => {
      end = resolve;
      fail = reject;
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
  const after = async (): Promise<void> => {
    await settled();
    await house.clock.advance(1000);
  };
  return {
    end: (reply) => {
      end(reply);
      return after();
    },
    fail: (error) => {
      fail(error);
      return after();
    },
    request: () => house.assistant.turns.at(-1)!,
  };
}

function stopButton(house: House): string {
  const data = house.adapter.withButton("Stop").buttons[0]?.[0]?.data;
  assert.ok(data !== undefined);
  assert.ok(data.length <= 64);
  return data;
}

/** Ann's work, `afterMs` after she asked for it; shown by default. */
async function work(
  facts: {
    readonly afterMs?: number;
    readonly chat?: typeof GROUP;
    readonly maxTextLength?: number;
  } = {},
): Promise<{ readonly house: Awaited<ReturnType<typeof openHouse>> } & LongTurn> {
  const { afterMs = 5100, chat, ...options } = facts;
  const house = await openHouse(options);
  const turn = longTurn(house);
  await house.adapter.say(ANN, "do it", chat === undefined ? {} : { chat });
  await house.clock.advance(afterMs);
  return { house, ...turn };
}

test("work that takes long is shown with a stop button, and its message becomes the answer", async () => {
  const { house, end } = await work();
  assert.deepEqual(house.adapter.texts(ANNS), ["⏳ Working on it… 5 s"]);
  assert.equal(house.adapter.shown[0]?.buttons[0]?.[0]?.label, "Stop");
  await end(answer("here it is"));
  assert.deepEqual(house.adapter.texts(ANNS), ["here it is"]);
  assert.deepEqual(house.adapter.shown[0]?.buttons, []);
});

test("work that ends soon shows nothing but its answer", async () => {
  const { house, end } = await work({ afterMs: 2000 });
  await end(answer("here it is"));
  await house.clock.advance(5000);
  assert.deepEqual(house.adapter.calls, ["send telegram:1 here it is"]);
});

test("a status changes ever more seldom: six times in the first minute, thrice in the two after it", async () => {
  const { house } = await work();
  await house.clock.advance(54_000);
  assert.deepEqual(
    edits(house),
    [8, 12, 18, 27, 41].map((seconds) => `⏳ Working on it… ${seconds} s`),
  );
  await house.clock.advance(120_000);
  assert.equal(edits(house).length, 8);
  assert.match(edits(house).at(-1) ?? "", /^⏳ Working on it… 2 min \d+ s$/);
});

test("a long answer begins where the status was, and the rest follows", async () => {
  const { house, end } = await work({ maxTextLength: 100 });
  await end(answer(`${"one ".repeat(24)}\n\n${"two ".repeat(20)}`));
  await house.clock.advance(5000);
  const texts = house.adapter.texts(ANNS);
  assert.equal(texts.length, 2);
  assert.match(texts[0] ?? "", /^one one/);
  assert.match(texts[1] ?? "", /^two two/);
});

test("who waited more than a minute is told by a message of its own, and the status says that it is over", async () => {
  const { house, end } = await work({ afterMs: 61_000 });
  await end(answer("here it is"));
  await house.clock.advance(5000);
  assert.deepEqual(house.adapter.texts(ANNS), ["☑️ It took 1 min 1 s.", "here it is"]);
  assert.deepEqual(house.adapter.shown[0]?.buttons, []);
});

test("where the status was deleted, the answer is a message of its own, once", async () => {
  const { house, end } = await work();
  house.adapter.failNext(new DeliveryError("refused", "message to edit not found"));
  await end(answer("here it is"));
  await house.clock.advance(5000);
  assert.equal(house.adapter.texts(ANNS).filter((text) => text === "here it is").length, 1);
});

test("an answer that comes while the status is being sent takes its place when it is there", async () => {
  const { house, end } = await work({ afterMs: 2000 });
  const release = house.adapter.hold(ANNS);
  await house.clock.advance(1000);
  await end(answer("here it is"));
  release();
  await house.clock.advance(5000);
  assert.deepEqual(house.adapter.texts(ANNS), ["here it is"]);
});

test("work that ends with a card says that it asked", async () => {
  const { house, end } = await work();
  const approval = house.waitingRun(personOf(house, ANN), ANNS);
  await end({ kind: "answer", text: "", approvals: [approval] });
  assert.equal(house.adapter.texts(ANNS)[0], "⏸️ It took 5 s up to a question: see the card.");
});

test("the button stops the work at once, and is dead after", async () => {
  const { house } = await work();
  const data = stopButton(house);
  await house.adapter.pressData(ANN, data);
  await settled();
  await house.clock.advance(1000);
  assert.deepEqual(house.adapter.notes, ["Stopping."]);
  assert.deepEqual(house.adapter.texts(ANNS), ["⏹️ Stopped.", "⏹ Stopped."]);
  await house.adapter.pressData(ANN, data);
  await settled();
  assert.deepEqual(house.adapter.notes, ["Stopping.", "That has ended already."]);
});

test("work that fails says so on its status", async () => {
  const { house, fail } = await work();
  await fail(new Error("broken"));
  assert.equal(house.adapter.texts(ANNS)[0], "✖️ It failed after 5 s.");
  assert.match(house.adapter.texts(ANNS)[1] ?? "", /^That did not work/);
});

test("a stop button works for the one who asked and for owners, in its own chat, as it was signed", async () => {
  const { house } = await work({ chat: GROUP });
  const data = stopButton(house);
  await house.adapter.pressData(BEN, data, { chat: GROUP });
  await house.adapter.pressData(ANN, data);
  await house.adapter.pressData(
    ANN,
    data.replace(/.$/, (last) => (last === "a" ? "b" : "a")),
    { chat: GROUP },
  );
  await settled();
  assert.deepEqual(house.adapter.notes, [
    "Who asked for it or an owner can stop it.",
    "This button is not valid.",
    "This button is not valid.",
  ]);
  await house.adapter.pressData(ANN, data, { chat: GROUP });
  await settled();
  assert.equal(house.adapter.notes.at(-1), "Stopping.");
});

test("after a crash, what was shown as going on is shown as cut off, once", async () => {
  const { house } = await work();
  const next = house.again("second");
  next.outbox.start(house.adapter, { recover: true });
  for (let count = 0; count < 2; count += 1) {
    next.statuses.reconcile();
    await house.clock.advance(1000);
  }
  assert.match(house.adapter.texts(ANNS)[0] ?? "", /^🔌 The service went down/);
  assert.equal(edits(house).length, 1);
});

test("after a crash between the answer and its way, the answer still takes the place of the status, once", async () => {
  const { house, end } = await work();
  await house.outbox.stop();
  await end(answer("here it is"));
  assert.deepEqual(house.adapter.texts(ANNS), ["⏳ Working on it… 5 s"]);
  const next = house.again("second");
  next.outbox.start(house.adapter, { recover: true });
  next.statuses.reconcile();
  await house.clock.advance(5000);
  assert.deepEqual(house.adapter.texts(ANNS), ["here it is"]);
});

test("a status that nobody knows to have arrived is put right when its button is pressed", async () => {
  const { house, end } = await work({ afterMs: 4500 });
  house.adapter.failNext(new DeliveryError("unknown", "No answer came."), { arrives: true });
  await house.clock.advance(600);
  await end(answer("here it is"));
  assert.deepEqual(house.adapter.texts(ANNS), ["⏳ Working on it… 5 s", "here it is"]);
  const stale = stopButton(house);
  for (let count = 0; count < 2; count += 1) {
    await house.adapter.pressData(ANN, stale, { messageId: "1" });
    await house.clock.advance(1000);
  }
  assert.deepEqual(house.adapter.texts(ANNS), ["That has ended already.", "here it is"]);
  assert.equal(edits(house).length, 1);
});

test("words are shown with the first status, and never half-formed", async () => {
  const { house, end, request } = await work({ afterMs: 4000 });
  const text = `The **answer** is \`forty two\` and [a link](https://example.org) now. ${"So it is. ".repeat(20)}`;
  for (let at = 0; at < text.length; at += 4) {
    request().onText?.(text.slice(at, at + 4));
    await house.clock.advance(200);
  }
  const seen = house.adapter.calls.map((call) => call.replace(/^send telegram:1 |^edit 1 /, ""));
  assert.equal(seen[0], "The **answer** is …\n\n⏳ Writing… 5 s");
  for (const shown of seen)
    assert.match(
      shown,
      /^The( \*\*answer\*\*( is( `forty two`[^*`]*)?)?)? …\n\n⏳ Writing… \d+ s$/,
    );
  assert.ok(seen.length <= 4, String(seen.length));
  await end(answer(text));
  assert.deepEqual(house.adapter.texts(ANNS), [text.trim()]);
});

test("words that are no part of the answer vanish when that is known, and at the latest in the answer", async () => {
  const { house, end, request } = await work();
  request().onText?.("I have sent it already. ");
  await house.clock.advance(3000);
  assert.match(house.adapter.texts(ANNS)[0] ?? "", /^I have sent it already/);
  request().onAnew?.();
  await house.clock.advance(4000);
  assert.equal(house.adapter.texts(ANNS)[0], "⏳ Working on it… 12 s");
  await end(answer("Nothing was sent."));
  assert.deepEqual(house.adapter.texts(ANNS), ["Nothing was sent."]);
});

test("a message that came too late for its place is not changed by what was shown before", async () => {
  const { house, end, request } = await work();
  request().onText?.("Some words of it. ");
  const release = house.adapter.hold(ANNS);
  await house.clock.advance(1000);
  await end(answer("All of it."));
  release();
  await house.clock.advance(5000);
  assert.deepEqual(house.adapter.texts(ANNS), ["All of it."]);
});

/** What the messages were changed to, in order. */
function edits(house: House): readonly string[] {
  return house.adapter.calls.flatMap((call) => /^edit \S+ ([\s\S]*)$/.exec(call)?.[1] ?? []);
}
