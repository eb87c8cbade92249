import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { openTerminal, type Terminal } from "../../support/terminal.ts";

const FIXTURE = [
  "--import",
  "tsx",
  fileURLToPath(new URL("../../support/console-fixture.ts", import.meta.url)),
];

async function openFixture(context: TestContext): Promise<Terminal> {
  const terminal = await openTerminal(process.execPath, FIXTURE, { columns: 60 });
  context.after(() => terminal.close());
  await terminal.waitFor("› ");
  return terminal;
}

test("a conversation on a real terminal: Korean typed, a card while typing, one key, a true end", async (context) => {
  const terminal = await openFixture(context);
  terminal.write("노트를 지");
  await terminal.waitFor("노트를 지");
  terminal.kill("SIGUSR2");
  await terminal.waitFor("[1 승인] [2 거절] › 노트를 지");
  terminal.write("워줘\r");
  await terminal.waitFor('받음:"노트를 지워줘"');
  await terminal.waitFor("[1 승인] [2 거절] › ");
  terminal.write("1");
  await terminal.waitFor("↻ 누름:yes\n\n› ");
  terminal.write("1\r");
  await terminal.waitFor('받음:"1"');
  await terminal.waitFor("› ");
  assert.equal(
    terminal.screenText(),
    [
      "notes.md를 지웁니다",
      "[1] 승인  [2] 거절",
      "빈 줄에서 숫자 키를 누르면 답이 돼요. Tab은 이 카드를 미뤄",
      "두거나 다시 가져와요.",
      "",
      "[1 승인] [2 거절] › 노트를 지워줘",
      '받음:"노트를 지워줘"',
      "",
      "↑ 답을 기다리는 카드: notes.md를 지웁니다",
      "",
      "→ 승인",
      "",
      "↻ 누름:yes",
      "",
      "› 1",
      '받음:"1"',
      "",
      "›",
    ].join("\n"),
  );
});

test("a paste on a real terminal is one message and presses nothing", async (context) => {
  const terminal = await openFixture(context);
  terminal.write("card\r");
  await terminal.waitFor("[1 승인] [2 거절] › ");
  terminal.write("\x1b[200~1\n둘\x1b[201~");
  await terminal.waitFor("1⏎둘");
  terminal.write("\r");
  assert.equal(await terminal.waitFor(/(받음|누름):.*/), '받음:"1\\n둘"');
});

test("a message that holds escape sequences shows them and runs none", async (context) => {
  const terminal = await openFixture(context);
  terminal.write("evil\r");
  await terminal.waitFor("제목⟨U+001B⟩]0;pwned⟨U+0007⟩ ⟨U+001B⟩[2J지움⟨U+009B⟩31m끝");
  assert.equal(terminal.rawText().includes("\x1b]0;"), false);
  assert.equal(terminal.rawText().includes("\x1b[2J"), false);
});

test("Ctrl-D exits with code 0 and restores the terminal", async (context) => {
  const terminal = await openFixture(context);
  terminal.write("\x04");
  assert.equal(await terminal.exitCode, 0);
  assert.equal(terminal.rawText().endsWith("\x1b[?2004l"), true);
});

test("Ctrl-C twice and SIGTERM exit with code 0", async (context) => {
  const first = await openFixture(context);
  first.write("\x03");
  await first.waitFor("Ctrl-D를 누르세요.");
  first.write("\x03");
  assert.equal(await first.exitCode, 0);
  const second = await openFixture(context);
  second.kill("SIGTERM");
  assert.equal(await second.exitCode, 0);
});

test("a process that is killed ends with 137 under the terminal", async (context) => {
  const terminal = await openFixture(context);
  terminal.kill("SIGKILL");
  assert.equal(await terminal.exitCode, 137);
});

test("waiting for what never comes rejects with the screen", async (context) => {
  const terminal = await openFixture(context);
  terminal.write("card\r");
  await terminal.waitFor("[1 승인]");
  await assert.rejects(
    terminal.waitFor("없는 글", 1),
    /In 1 ms no 없는 글 was shown[\s\S]*notes\.md를 지웁니다/,
  );
  terminal.write("\x04");
  await assert.rejects(terminal.waitFor("없는 글"), /The program ended before 없는 글 was shown/);
});

test("piped text never presses, is told so once, and the process ends with the input", async () => {
  const child = spawn(process.execPath, FIXTURE, { stdio: ["pipe", "pipe", "inherit"] });
  let shown = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
  });
  child.stdin.end("card\ny\n1\n한글\ncard\n");
  const [code] = await once(child, "close");
  assert.equal(code, 0);
  assert.equal(
    shown,
    [
      "notes.md를 지웁니다",
      "[승인]  [거절]",
      "여기서는 버튼을 누를 수 없어요. 터미널에서 여는 채팅이나 ibl-bot approvals list로 답할 수 있어요.",
      '받음:"y"',
      '받음:"1"',
      '받음:"한글"',
      "notes.md를 지웁니다",
      "[승인]  [거절]",
      "",
    ].join("\n"),
  );
});
