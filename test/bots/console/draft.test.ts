import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { createConsoleScreen, draftRow } from "../../../src/bots/console/screen.ts";

import type { ChatAdapter, ChatAddress } from "../../../src/bots/platform/chat-adapter.ts";
import { RunningWork } from "../../../src/bots/replies/running-work.ts";
import type { StatusMessages } from "../../../src/bots/replies/status-message.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { createTerminalScreen } from "../../support/terminal-screen.ts";

const ACTOR = {
  personId: "person_1",
  chatId: "console:1",
  language: "en",
  zone: "UTC",
  isOwner: true,
} as const;
const CHAT: ChatAddress = { platform: "console", chatId: "local", isPrivate: true };

test("a draft is the end of the last line that is sure, as the answer will show it, on one row", () => {
  const cases: readonly (readonly [string, number, string])[] = [
    ["", 40, ""],
    [" \n ", 40, ""],
    ["Noon. ", 40, "… Noon."],
    ["First line.\nSecond\n\n", 40, "… Second"],
    ["지금은 정오예요. 점심 드세요!!", 20, "… 요. 점심 드세요!"],
    ["a\x1b7b.", 40, "… a⟨U+001B⟩7b"],
    ["a[2Jb.", 40, "… a"],
    ["# Lun", 40, ""],
    ["# Lunch\n", 40, "… Lunch"],
    ["The **best** of **al", 40, "… The best of"],
    ["See [the menu](https://exa", 40, "… See"],
    ["See [the menu](https://example.org).", 60, "… See the menu (https://example.org)"],
    ["Prices:\n| a | b |\n|---|---|\n| 1 |", 40, "… Prices:"],
    ["Run:\n```sh\nls -l\necho *do", 40, "… echo *d"],
    ["* one\n* [x] two!", 40, "… ☑ two"],
  ];
  for (const [text, columns, row] of cases)
    assert.equal(draftRow(text, { columns, language: "en" }), row, JSON.stringify(text));
});

test("a table too large for the row's terminal is told of as the answer will", () => {
  const rows = Array.from({ length: 31 }, (_, row) => `| ${row} | some longer words |`);
  const table = ["| n | words |", "|--:|---|", ...rows, "", ""].join("\n");
  const place = { columns: 20, language: "ko" } as const;
  assert.equal(draftRow(table, place), "…  파일에 있습니다.");
});

test("a terminal shows the words as they come, above what is being typed, and the reply in their place", async () => {
  const clock = new ManualClock();
  const output = Object.assign(new PassThrough(), { columns: 40 });
  const terminal = createTerminalScreen(40);
  output.on("data", (chunk: Buffer) => terminal.write(chunk.toString()));
  const screen = createConsoleScreen({
    output,
    useColour: false,
    clock,
    language: "ko",
    promptOf: () => "› ",
  });
  screen.open(() => undefined);
  screen.line()!.insert("next question");
  screen.draft("지금은 ");
  assert.equal(terminal.text(), "… 지금은\n› next question");
  screen.draft("지금은 정오");
  assert.equal(terminal.text(), "… 지금은\n› next question");
  await clock.advance(100);
  screen.draft("지금은 정오예요. ");
  assert.equal(terminal.text(), "… 지금은 정오예요.\n› next question");
  screen.print("지금은 정오예요. 점심 드세요!\n");
  assert.equal(terminal.text(), "지금은 정오예요. 점심 드세요!\n\n› next question");
  screen.draft("cut off");
  await clock.advance(6000);
  assert.equal(terminal.text(), "지금은 정오예요. 점심 드세요!\n\n› next question");
  screen.close();
});

test("on a terminal the words go to the screen, all of them each time, and no status is shown", async () => {
  const drafts: string[] = [];
  const runningWork = new RunningWork({ statuses: {} as StatusMessages, clock: new ManualClock() }); // a terminal has no status
  const adapter = {
    platform: "console",
    typing: async () => undefined,
    draft: (_chat: ChatAddress, text: string) => drafts.push(text),
  };
  runningWork.attach(adapter as unknown as ChatAdapter); // only these three are asked for
  await runningWork.run({ chat: CHAT, key: "w", actor: ACTOR }, async (_signal, { onText }) => {
    onText?.("One ");
    onText?.("moment.");
  });
  assert.deepEqual(drafts, ["One ", "One moment."]);
});
