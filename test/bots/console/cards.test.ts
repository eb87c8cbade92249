import assert from "node:assert/strict";
import { test } from "node:test";
import {
  CONSOLE_CHAT,
  card,
  openConsoleFor,
  pasteOf,
  textsOf,
} from "../../support/console-session.ts";

const DELETE_CARD = card("notes.md를 지웁니다", ["승인", "a.yes"], ["거절", "a.no"]);
const SEND_CARD = card("메일을 보냅니다", ["승인", "b.yes"], ["거절", "b.no"]);

test("a key at the card's own prompt is a press of its button", async (context) => {
  const session = await openConsoleFor(context);
  const messageId = await session.send(DELETE_CARD);
  assert.equal(
    session.screen(),
    [
      "notes.md를 지웁니다",
      "[1] 승인  [2] 거절",
      "빈 줄에서 숫자 키를 누르면 답이 돼요. Tab은 이 카드를 미뤄",
      "두거나 다시 가져와요.",
      "",
      "[1 승인] [2 거절] ›",
    ].join("\n"),
  );
  await session.type("2");
  assert.deepEqual(session.events, [
    {
      kind: "press",
      updateId: "update_3",
      chat: CONSOLE_CHAT,
      sender: { id: "local", name: "local", languageTag: "ko" },
      data: "a.no",
      messageId,
      pressId: "press_2",
    },
  ]);
});

test("a second key is not sent until the card is drawn again", async (context) => {
  const session = await openConsoleFor(context);
  const messageId = await session.send(DELETE_CARD);
  await session.type("1");
  await session.type("1");
  await session.type("2");
  assert.deepEqual(textsOf(session), ["press a.yes"]);
  await session.edit(messageId, DELETE_CARD);
  await session.type("2");
  assert.deepEqual(textsOf(session), ["press a.yes", "press a.no"]);
});

test("text typed at the card's prompt is a message and the card stays open", async (context) => {
  const session = await openConsoleFor(context);
  await session.send(DELETE_CARD);
  await session.type("아니 1");
  await session.type("2");
  await session.type("\r");
  await session.type("3");
  await session.type("시\r");
  await session.type("1");
  assert.deepEqual(textsOf(session), ["아니 12", "3시", "press a.yes"]);
});

test("a pasted digit and digits that come with other keys are text, never a press", async (context) => {
  const session = await openConsoleFor(context);
  await session.send(DELETE_CARD);
  await session.type(pasteOf("1"));
  await session.type("\r");
  await session.type("1\r");
  await session.type("12");
  await session.type("\r");
  await session.type("\x1b1");
  await session.type("\x1b[200~\x1b[201~1");
  await session.type("\r");
  assert.deepEqual(textsOf(session), ["1", "1", "12", "1"]);
});

test("a key pressed before the card was drawn does not answer it", async (context) => {
  const session = await openConsoleFor(context);
  const sent = session.send(DELETE_CARD);
  await session.type("1");
  await sent;
  assert.deepEqual(textsOf(session), []);
  assert.match(session.screen(), /\[1 승인\] \[2 거절\] › 1$/);
});

test("a digit without a card is text", async (context) => {
  const session = await openConsoleFor(context);
  await session.type("1");
  await session.type("\r");
  assert.deepEqual(textsOf(session), ["1"]);
});

test("an edit without buttons closes the card and shows its new state", async (context) => {
  const session = await openConsoleFor(context);
  const messageId = await session.send(DELETE_CARD);
  await session.type("1");
  session.shown();
  await session.edit(messageId, { text: "승인됨: **지웠습니다**" });
  await session.type("1");
  await session.type("\r");
  assert.equal(session.shown(), "↻ 승인됨: 지웠습니다\n\n› 1\n› ");
  assert.deepEqual(textsOf(session), ["press a.yes", "1"]);
});

test("an edit that changes nothing draws nothing", async (context) => {
  const session = await openConsoleFor(context);
  const messageId = await session.send(DELETE_CARD);
  await session.edit(messageId, { text: "끝" });
  session.shown();
  await session.edit(messageId, { text: "끝" });
  assert.equal(session.shown(), "");
});

test("a card sent by a process before this one opens with its edit", async (context) => {
  const session = await openConsoleFor(context);
  await session.edit("msg_of_before", DELETE_CARD);
  await session.type("1");
  assert.deepEqual(textsOf(session), ["press a.yes"]);
});

test("the newest card is active, and the older one comes back in full when it is closed", async (context) => {
  const session = await openConsoleFor(context);
  await session.send(DELETE_CARD);
  const newest = await session.send(SEND_CARD);
  session.clock.advance(1000);
  await session.type("1");
  session.shown();
  await session.edit(newest, { text: "보냈습니다" });
  assert.equal(
    session.shown(),
    "↻ 보냈습니다\n\n↻ notes.md를 지웁니다\n[1] 승인  [2] 거절\n\n[1 승인] [2 거절] › ",
  );
  session.clock.advance(1000);
  await session.type("2");
  assert.deepEqual(textsOf(session), ["press b.yes", "press a.no"]);
});

test("a key meant for the card before is not taken for the card that came up under the finger", async (context) => {
  const session = await openConsoleFor(context);
  await session.send(DELETE_CARD);
  const newest = await session.send(SEND_CARD);
  await session.type("1");
  assert.deepEqual(textsOf(session), []);
  assert.match(session.screen(), /그 사이 카드가 바뀌었어요/);
  await session.type("1");
  await session.edit(newest, { text: "보냈습니다" });
  await session.type("1");
  assert.deepEqual(textsOf(session), ["press b.yes"]);
  await session.type("1");
  assert.deepEqual(textsOf(session), ["press b.yes", "press a.yes"]);
});

test("a message between names the card that the prompt still belongs to", async (context) => {
  const session = await openConsoleFor(context);
  await session.send(DELETE_CARD);
  session.shown();
  await session.send({ text: "뉴스를 저장할까요?" });
  assert.equal(
    session.shown(),
    "뉴스를 저장할까요?\n\n↑ 답을 기다리는 카드: notes.md를 지웁니다\n\n[1 승인] [2 거절] › ",
  );
});

test("Tab suspends a card so that digits are text, and Tab again resumes it", async (context) => {
  const session = await openConsoleFor(context);
  await session.send(DELETE_CARD);
  await session.type("\t");
  await session.type("1");
  await session.type("시간 뒤에\r");
  await session.type("\t");
  await session.type("1");
  assert.deepEqual(textsOf(session), ["1시간 뒤에", "press a.yes"]);
});

test("Tab goes from the newest card to the older ones", async (context) => {
  const session = await openConsoleFor(context);
  await session.send(DELETE_CARD);
  await session.send(SEND_CARD);
  await session.type("\t");
  await session.type("1");
  assert.deepEqual(textsOf(session), ["press a.yes"]);
});

test("a note is shown to the person and its card is put aside", async (context) => {
  const session = await openConsoleFor(context);
  await session.send(DELETE_CARD);
  await session.type("1");
  const [press] = session.events;
  assert.equal(press?.kind, "press");
  session.shown();
  await session.adapter.acknowledge(
    press.kind === "press" ? press.pressId : "",
    "1시간 뒤에 다시 알립니다",
  );
  await session.adapter.acknowledge("press_unknown");
  assert.equal(session.shown(), "1시간 뒤에 다시 알립니다\n\n› ");
});

test("an event that could not be received is told, and its card can be pressed again", async (context) => {
  let isBroken = true;
  const session = await openConsoleFor(context, {
    onEvent: async () => {
      if (isBroken) throw new Error("The disk is full.");
    },
  });
  await session.send(DELETE_CARD);
  await session.type("1");
  assert.match(session.screen(), /받지 못했어요: The disk is full\. 다시 보내 주세요\./);
  isBroken = false;
  await session.type("1");
  assert.deepEqual(textsOf(session), ["press a.yes", "press a.yes"]);
});
