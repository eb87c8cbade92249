import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import type { ChatEvent } from "../../../src/bots/platform/chat-adapter.ts";
import {
  CONSOLE_CHAT,
  card,
  openConsole,
  openConsoleFor,
  pasteOf,
  textsOf,
} from "../../support/console-session.ts";
import { createTerminalScreen } from "../../support/terminal-screen.ts";

const ESC = "\u001b";
const DELETE_CARD = card("notes.md를 지웁니다", ["승인", "a.yes"], ["거절", "a.no"]);

/** A promise that the test keeps when it likes. */
function createGate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

test("a typed line is one message event from the local person", async (context) => {
  const session = await openConsoleFor(context);
  await session.type("지금 몇 시야");
  await session.type("\r");
  assert.deepEqual(session.events, [
    {
      kind: "message",
      updateId: "update_1",
      chat: CONSOLE_CHAT,
      sender: { id: "local", name: "local", languageTag: "ko" },
      text: "지금 몇 시야",
      messageId: "msg_2",
      sentAtMs: 1_700_000_000_000,
      isAddressed: true,
    },
  ]);
  assert.equal(session.screen(), "› 지금 몇 시야\n›");
});

test("a syllable whose bytes come in two pieces is whole", async (context) => {
  const session = await openConsoleFor(context);
  const bytes = Buffer.from("각");
  await session.type(bytes.subarray(0, 2));
  await session.type(bytes.subarray(2));
  await session.type("\r");
  assert.deepEqual(textsOf(session), ["각"]);
});

test("a blank line is no message", async (context) => {
  const session = await openConsoleFor(context);
  await session.type("  \r");
  await session.type("\r");
  assert.deepEqual(session.events, []);
});

test("a typed line can be edited and brought back from history", async (context) => {
  const session = await openConsoleFor(context);
  await session.type("가나달\x7f다\x1b[D\x1b[D\x1b[D앞\r");
  await session.type("\x1b[A");
  await session.type("\r");
  assert.deepEqual(textsOf(session), ["앞가나다", "앞가나다"]);
});

test("a paste of several lines is one message", async (context) => {
  const session = await openConsoleFor(context);
  await session.type(`적어줘: ${pasteOf("하나\r\n\t둘\x1b[31m\r셋")}`);
  assert.equal(session.screen(), "› 적어줘: 하나⏎    둘[31m⏎셋");
  await session.type("\r");
  assert.deepEqual(textsOf(session), ["적어줘: 하나\n    둘[31m\n셋"]);
});

test("a paste that comes in pieces, and one whose end is lost, are still text", async (context) => {
  const session = await openConsoleFor(context);
  await session.type("\x1b[200~하나\r");
  await session.type("둘\x1b[201~\r");
  await session.type("\x1b[200~셋");
  await session.type("\x03");
  await session.type("\r");
  assert.deepEqual(textsOf(session), ["하나\n둘", "셋"]);
});

test("a paste of 64 KiB is one message", async (context) => {
  const session = await openConsoleFor(context);
  const program = "[system:time]\n".repeat(4681).trim();
  await session.type(pasteOf(program));
  await session.type("\r");
  assert.deepEqual(textsOf(session), [program]);
});

test("Alt-Enter puts a newline into the message", async (context) => {
  const session = await openConsoleFor(context);
  await session.type("하나\x1b\r둘\r");
  assert.deepEqual(textsOf(session), ["하나\n둘"]);
});

test("a message that arrives while the person types is shown above the input line", async (context) => {
  const session = await openConsoleFor(context);
  await session.type("타자 치는");
  await session.send({ text: "브리핑이 왔습니다" });
  await session.type(" 중\r");
  assert.equal(session.screen(), "브리핑이 왔습니다\n\n› 타자 치는 중\n›");
  assert.deepEqual(textsOf(session), ["타자 치는 중"]);
});

test("whatever is typed and whenever messages arrive, the screen holds each message once and the line whole", async () => {
  const key = fc.constantFrom(
    "가",
    "힣",
    "a",
    "😀",
    "\x1b[D",
    "\x1b[C",
    "\x1b[H",
    "\x1b[F",
    "\x7f",
    "message",
  );
  const keys = fc.array(key, { minLength: 20, maxLength: 80 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 8, max: 30 }), keys, async (columns, pressed) => {
      const session = await openConsole({ columns });
      const expected = createTerminalScreen(columns);
      for (const each of pressed) {
        if (each === "message") {
          await session.send({ text: "도착" });
          expected.write("도착\n\n");
        } else await session.type(each);
      }
      const screen = session.screen();
      await session.type("\r");
      await session.adapter.stop();
      expected.write(`› ${textsOf(session).join()}`);
      assert.equal(screen.trim(), expected.text().trim());
    }),
    { numRuns: 200 },
  );
});

test("events are handed over one at a time, in order", async (context) => {
  const steps: string[] = [];
  const session = await openConsoleFor(context, {
    onEvent: async (event: ChatEvent) => {
      const text = event.kind === "message" ? event.text : "";
      steps.push(`begin ${text}`);
      await nextTurn();
      steps.push(`end ${text}`);
    },
  });
  await session.type("하나\r둘\r");
  assert.deepEqual(steps, ["begin 하나", "end 하나", "begin 둘", "end 둘"]);
});

test("Ctrl-C clears the input line; twice on an empty line it exits", async (context) => {
  const session = await openConsoleFor(context);
  await session.type("잘못 친 말");
  await session.type("\x03");
  assert.equal(session.screen(), "›");
  await session.type("\x03");
  assert.match(session.screen(), /끝내려면 Ctrl-C를 한 번 더 누르거나 Ctrl-D를 누르세요\./);
  await session.type("가");
  await session.type("\x03");
  await session.type("\x03");
  assert.equal(session.ends(), 0);
  await session.type("\x03");
  assert.equal(session.ends(), 1);
});

test("Ctrl-D exits once, after the last event is handled", async (context) => {
  const gate = createGate();
  const session = await openConsoleFor(context, { onEvent: () => gate.opened });
  await session.type("마지막\r\x04");
  await session.type("\x04");
  assert.equal(session.ends(), 0);
  gate.open();
  await session.type("\x04");
  assert.equal(session.ends(), 1);
});

test("Ctrl-D in a typed line deletes a character and does not exit", async (context) => {
  const session = await openConsoleFor(context);
  await session.type("가나\x1b[D\x04\r");
  assert.deepEqual(textsOf(session), ["가"]);
  assert.equal(session.ends(), 0);
});

test("a terminal that goes away ends the chat", async (context) => {
  const session = await openConsoleFor(context);
  await session.endInput();
  assert.equal(session.ends(), 1);
});

test("stop gives the terminal back and delivers nothing more", async () => {
  const session = await openConsole();
  await session.type("반쯤");
  await session.adapter.stop();
  await session.adapter.stop();
  await session.type("1\r");
  assert.deepEqual(session.rawModes, [true, false]);
  assert.equal(session.raw().startsWith("\x1b[?2004h"), true);
  assert.equal(session.raw().endsWith("\x1b[?2004l"), true);
  assert.equal(session.screen(), "");
  assert.deepEqual(session.events, []);
});

test("nothing in a message can command the terminal", async (context) => {
  const session = await openConsoleFor(context);
  const before = session.raw().length;
  const evil = "\x1b]0;제목\x07\x1b[2J\x9b31m\u202E거꾸로\x7f\r지움\b";
  await session.send({
    text: `${evil}\n**${evil}** [${evil}](https://example.com/)\n\`\`\`\n${evil}\n\`\`\``,
    buttons: [[{ label: `${evil}\n승인`, data: "yes" }]],
    files: [{ path: `out/${evil}`, name: evil, mediaType: "text/plain" }],
  });
  await session.type("1");
  const [press] = session.events;
  await session.adapter.acknowledge(press?.kind === "press" ? press.pressId : "", evil);
  const written = session.raw().slice(before);
  const ours = new RegExp(`${ESC}\\[\\d*[AGJ]`, "g");
  assert.equal(/[^\P{Cc}\n\r]|\u202E/u.exec(written.replace(ours, "")), null);
});

test("colours are used only when asked for", async (context) => {
  const message = { text: "**굵게** `코드`", buttons: DELETE_CARD.buttons ?? [] };
  const plain = await openConsoleFor(context);
  const coloured = await openConsoleFor(context, { useColour: true });
  await plain.send(message);
  await coloured.send(message);
  assert.equal(plain.raw().includes("m굵게"), false);
  assert.equal(coloured.raw().includes("\x1b[1m굵게\x1b[0m \x1b[36m코드\x1b[0m"), true);
  assert.equal(coloured.screen(), plain.screen());
});

test("typing shows … before the prompt until a message or five seconds have passed", async (context) => {
  const session = await openConsoleFor(context);
  await session.adapter.typing(CONSOLE_CHAT);
  assert.equal(session.screen(), "… ›");
  await session.send({ text: "답" });
  assert.equal(session.screen(), "답\n\n›");
  await session.adapter.typing(CONSOLE_CHAT);
  session.clock.advance(4000);
  await session.adapter.typing(CONSOLE_CHAT);
  session.clock.advance(4000);
  await session.type("");
  assert.equal(session.screen(), "답\n\n… ›");
  session.clock.advance(1000);
  await session.type("");
  assert.equal(session.screen(), "답\n\n›");
});

test("long labels leave room to type", async (context) => {
  const session = await openConsoleFor(context);
  await session.send(
    card("어느 것?", ["아주 아주 긴 첫째 선택지입니다", "1"], ["더욱 긴 둘째 선택지입니다", "2"]),
  );
  assert.match(session.screen(), /\n\[1\] \[2\] ›$/);
});

test("a message for another chat is refused", async (context) => {
  const session = await openConsoleFor(context);
  await assert.rejects(
    session.adapter.send({ ...CONSOLE_CHAT, chatId: "other" }, { text: "비밀" }),
    {
      code: "delivery-gone",
    },
  );
  assert.equal(session.screen(), "›");
});

test("lines of a pipe are messages and never a press", async (context) => {
  const session = await openConsoleFor(context, { isTerminal: false });
  await session.send(DELETE_CARD);
  await session.type("y\n1\n\n한글");
  await session.endInput();
  assert.deepEqual(textsOf(session), ["y", "1", "한글"]);
  assert.equal(session.ends(), 1);
});

test("a line of a pipe arrives whole, however it is cut and whatever bytes it has", async (context) => {
  const session = await openConsoleFor(context, { isTerminal: false });
  const bytes = Buffer.from("하나 👩‍👩‍👧‍👦\r\nمرحبا\n", "utf8");
  for (const byte of bytes) await session.type(Uint8Array.of(byte));
  await session.type(Uint8Array.of(0xff, 0xc3, 0x28, 0x0a));
  await session.type("끝에 줄 바꿈이 없다");
  await session.endInput();
  assert.deepEqual(textsOf(session), [
    "하나 👩‍👩‍👧‍👦",
    "مرحبا",
    "\uFFFD\uFFFD(",
    "끝에 줄 바꿈이 없다",
  ]);
  assert.equal(session.ends(), 1);
});

test("a line without end is refused once, kept nowhere, and loses nothing else", async (context) => {
  const session = await openConsoleFor(context, { isTerminal: false });
  await session.type("앞\n");
  const piece = "\0".repeat(1_000_000);
  for (let count = 0; count < 25; count++) await session.type(piece);
  await session.type("\n뒤\n");
  await session.endInput();
  assert.deepEqual(textsOf(session), ["앞", "뒤"]);
  assert.equal(session.raw(), "한 줄이 1,000만 자를 넘어서 받지 않았어요. 나누어 보내 주세요.\n");
});

test("a pipe is read no faster than its lines are received", async (context) => {
  const gate = createGate();
  const session = await openConsoleFor(context, { isTerminal: false, onEvent: () => gate.opened });
  await session.type("하나\n둘\n셋\n");
  assert.deepEqual(textsOf(session), ["하나"]);
  gate.open();
  await session.endInput();
  assert.deepEqual(textsOf(session), ["하나", "둘", "셋"]);
});

test("a pipe ends after the last event was handled", async (context) => {
  const gate = createGate();
  const session = await openConsoleFor(context, { isTerminal: false, onEvent: () => gate.opened });
  await session.type("하나\n둘\n");
  await session.endInput();
  assert.equal(session.ends(), 0);
  gate.open();
  await session.type("").catch(() => {});
  assert.equal(session.ends(), 1);
});

test("a pipe gets plain text, whatever was asked for", async (context) => {
  const session = await openConsoleFor(context, {
    isTerminal: false,
    useColour: true,
    language: "en",
    columns: 20,
  });
  const messageId = await session.send({
    text: "**Delete** notes.md, which is a rather long line\x1b[2J",
    buttons: [[{ label: "Approve", data: "yes" }]],
  });
  await session.adapter.typing(CONSOLE_CHAT);
  await session.edit(messageId, { text: "See [the page](https://example.com/)" });
  assert.equal(
    session.raw(),
    [
      "Delete notes.md, which is a rather long line⟨U+001B⟩[2J",
      "[Approve]",
      "Buttons cannot be pressed here. Answer in a chat opened on a terminal, or with ibl-bot approvals list.",
      "↻ See the page (https://example.com/)",
      "",
    ].join("\n"),
  );
});
