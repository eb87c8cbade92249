import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { SHIPPED } from "../support/program.ts";
import { ROOT, temporaryHome, testEnvironment } from "../support/service.ts";
import { openTerminal } from "../support/terminal.ts";
import { startUpstream } from "../support/upstream.ts";

/** The prompt under the card of a deletion, whose five answers are too wide to be named there. */
const PLAN_PROMPT = /\[1\] 승인[\s\S]*\[1\] \[2\] \[3\] \[4\] ›/;

test("the same story in the console: ask, save, delete with a key across a crash, answer a question", {
  timeout: 180_000,
}, async (t) => {
  const upstream = await startUpstream();
  const home = temporaryHome();
  const files = join(home.path, "files", "console_local");
  const open = () =>
    openTerminal(process.execPath, [SHIPPED, "start", "--home", home.path], {
      cwd: ROOT,
      env: testEnvironment({ TERM: "xterm-256color", ...upstream.environment }),
    });
  let terminal = await open();
  t.after(async () => {
    terminal.kill("SIGKILL");
    await upstream.close();
    home.remove();
  });

  await t.test("the first screen says what is there, what is missing and what to try", async () => {
    await terminal.waitFor("텔레그램: 토큰이 없습니다");
    await terminal.waitFor("이렇게 말해 보세요");
    terminal.write("지금 몇 시야\r");
    await terminal.waitFor(/요일 오[전후] \d+:\d+이에요/);
  });

  await t.test("a note is saved and stays when the deletion is refused", async () => {
    terminal.write("notes.md에 회의 내용이라고 적어줘\r");
    await terminal.waitFor(/notes\.md\S*에 적었어요/);
    terminal.write("notes.md 지워줘\r");
    await terminal.waitFor(PLAN_PROMPT);
    terminal.write("2");
    await terminal.waitFor(/거절됨/);
    assert.equal(existsSync(join(files, "notes.md")), true);
  });

  await t.test(
    "killed between card and key, the console shows the card again and deletes once",
    async () => {
      terminal.write("notes.md 지워줘\r");
      await terminal.waitFor(PLAN_PROMPT);
      terminal.kill("SIGKILL");
      await terminal.exitCode;
      assert.equal(existsSync(join(files, "notes.md")), true);
      terminal = await open();
      await terminal.waitFor(PLAN_PROMPT);
      terminal.write("1");
      await terminal.waitFor(/승인됨/);
      await terminal.waitFor(/지웠습니다/);
      assert.equal(existsSync(join(files, "notes.md")), false);
    },
  );

  await t.test(
    "what waits blocks nothing, and is denied in words before it is asked for as it is meant",
    async () => {
      for (const name of ["e.md", "f.md"]) {
        terminal.write(`/ibl [system:write]("${name}") {content: "x"}\r`);
        await terminal.waitFor(new RegExp(`${name}\\S*에 적었어요`));
      }
      terminal.write('/ibl [system:delete]("e.md")\r');
      await terminal.waitFor(/"e\.md" 지우기/);
      terminal.write("/ibl [system:todo]\r");
      await terminal.waitFor(/할 일/);
      terminal.write("e.md 지우지 마\r");
      await terminal.waitFor(/거절됨/);
      terminal.write('/ibl [system:delete]("f.md")\r');
      await terminal.waitFor(/"f\.md" 지우기/);
      // A key right after one card gave way to another is not taken for the new one.
      while (existsSync(join(files, "f.md"))) {
        terminal.write("1");
        await terminal.waitFor(/카드가 바뀌었습니다|"f\.md"[^\n]*지웠습니다/);
      }
      assert.deepEqual(
        ["e.md", "f.md"].map((name) => existsSync(join(files, name))),
        [true, false],
      );
    },
  );

  await t.test("a program asks in its middle and goes on with the answer", async () => {
    terminal.write(
      '/ibl [system:ask_user]("어떤 형식?") {options: ["md", "pdf"]} >> [system:file]("answer.md")\r',
    );
    await terminal.waitFor("[1 md]");
    terminal.write("1");
    await terminal.waitFor(/answer\.md\S*에 적었어요/);
    assert.equal(existsSync(join(files, "answer.md")), true);
  });

  await t.test("an explicit approval shows what follows and needs one press", async () => {
    terminal.write('/ibl [system:approve]("정리할까요?") >> [system:delete]("answer.md")\r');
    await terminal.waitFor("정리할까요?");
    await terminal.waitFor(/"answer\.md" 지우기/);
    await terminal.waitFor("[1 승인]");
    terminal.write("1");
    await terminal.waitFor(/지웠습니다/);
    assert.equal(existsSync(join(files, "answer.md")), false);
  });

  await t.test("Ctrl-D ends it with exit code 0", async () => {
    terminal.write("\u0004");
    assert.equal(await terminal.exitCode, 0);
  });
});
