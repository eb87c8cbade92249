import { stdin, stdout } from "node:process";
import { systemClock } from "../../src/base/clock.ts";
import { createConsoleAdapter } from "../../src/bots/console/adapter.ts";
import type {
  ChatAddress,
  ChatEvent,
  OutgoingMessage,
} from "../../src/bots/platform/chat-adapter.ts";

/** A small bot on the console of this process: it repeats messages, shows a card for "card" and on SIGUSR2, and closes it when pressed. */
const chat: ChatAddress = { platform: "console", chatId: "local", isPrivate: true };
const card: OutgoingMessage = {
  text: "**notes.md**를 지웁니다",
  buttons: [
    [
      { label: "승인", data: "yes" },
      { label: "거절", data: "no" },
    ],
  ],
};
let count = 0;
const adapter = createConsoleAdapter({
  input: stdin,
  output: stdout,
  isTerminal: stdin.isTTY === true && stdout.isTTY === true,
  useColour: true,
  language: "ko",
  newId: (prefix) => `${prefix}_${++count}`,
  clock: systemClock,
  onEnd: () => void adapter.stop(),
});

async function answer(event: ChatEvent): Promise<void> {
  if (event.kind === "press") {
    await adapter.acknowledge(event.pressId);
    await adapter.edit(chat, event.messageId, { text: `누름:${event.data}` });
    return;
  }
  if (event.text === "card") await adapter.send(chat, card);
  else if (event.text === "evil") {
    await adapter.send(chat, { text: "제목\x1b]0;pwned\x07 \x1b[2J지움\x9b31m끝" });
  } else await adapter.send(chat, { text: `받음:${JSON.stringify(event.text)}` });
}

process.on("SIGUSR2", () => void adapter.send(chat, card));
process.on("SIGTERM", () => void adapter.stop());
await adapter.start(answer);
