import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { SHIPPED } from "../support/program.ts";
import { ROOT, temporaryHome, testEnvironment } from "../support/service.ts";
import { openTerminal } from "../support/terminal.ts";
import { startUpstream } from "../support/upstream.ts";

/** The card of a deletion, with its keys. */
const CARD = /지울까요\?[\s\S]*\[1\] 지우기[\s\S]*›/;

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

  /** A key right after one card gave way to another is not taken for the new one. */
  const answer = async (key: string, pattern: RegExp): Promise<void> => {
    for (let isTaken = false; !isTaken; ) {
      terminal.write(key);
      const shown = await terminal.waitFor(new RegExp(`카드가 바뀌었|${pattern.source}`));
      isTaken = !/카드가 바뀌었/.test(String(shown));
    }
  };

  await t.test("the first screen says what is there, what is missing and what to try", async () => {
    await terminal.waitFor("텔레그램: 토큰이 없어요");
    await terminal.waitFor("이렇게 말해 보세요");
    terminal.write("지금 몇 시야\r");
    await terminal.waitFor(/요일 오[전후] \d+:\d+(?:이에요|예요)/);
  });

  await t.test("a folder is filled and stays when its deletion is refused", async () => {
    terminal.write('/ibl [system:write]("notes/a.md") {content: "x"}\r');
    await terminal.waitFor(/a\.md\S*에 적었어요/);
    terminal.write('/ibl [system:delete]("notes")\r');
    await terminal.waitFor(CARD);
    await answer("2", /✖️/);
    assert.equal(existsSync(join(files, "notes")), true);
  });

  await t.test(
    "killed between card and key, the console shows the card again and deletes once",
    async () => {
      terminal.write('/ibl [system:delete]("notes")\r');
      await terminal.waitFor(CARD);
      terminal.kill("SIGKILL");
      await terminal.exitCode;
      assert.equal(existsSync(join(files, "notes")), true);
      terminal = await open();
      await terminal.waitFor(CARD);
      terminal.write("1");
      await terminal.waitFor(/✅ \S+ 지웠어요/);
      assert.equal(existsSync(join(files, "notes")), false);
    },
  );

  await t.test(
    "what waits blocks nothing, and is denied in words before it is asked for as it is meant",
    async () => {
      for (const name of ["e", "f"]) {
        terminal.write(`/ibl [system:write]("${name}.old/x.md") {content: "x"}\r`);
        await terminal.waitFor(new RegExp(`${name}\\.old\\S*에 적었어요`));
      }
      terminal.write('/ibl [system:delete]("e.old")\r');
      await terminal.waitFor(/e\.old\S* 지울까요/);
      terminal.write("/ibl [system:todo]\r");
      await terminal.waitFor(/할 일/);
      terminal.write("e.old 지우지 마\r");
      await terminal.waitFor(/✖️/);
      terminal.write('/ibl [system:delete]("f.old")\r');
      await terminal.waitFor(/f\.old\S* 지울까요/);
      await answer("1", /f\.old[^\n]*지웠어요/);
      assert.deepEqual(
        ["e.old", "f.old"].map((name) => existsSync(join(files, name))),
        [true, false],
      );
    },
  );

  await t.test("a program asks in its middle and goes on with the answer", async () => {
    terminal.write(
      '/ibl [system:ask_user]("어떤 형식?") {options: ["md", "pdf"]} >> [system:file]("answer.md")\r',
    );
    await terminal.waitFor("[1 md]");
    await answer("1", /answer\.md\S*에 적었어요/);
    assert.equal(existsSync(join(files, "answer.md")), true);
  });

  await t.test("a script computes, and an endless one is ended", async () => {
    terminal.write(
      '/ibl [system:compute]("""return rows.map(n => n * 1111).join("+")""") {rows: [1, 2]}\r',
    );
    await terminal.waitFor("1111+2222");
    terminal.write('/ibl [system:compute]("for (;;);")\r');
    await terminal.waitFor("2초 안에 끝나지 않아 멈췄어요");
  });

  await t.test("an explicit approval shows what follows and needs one press", async () => {
    terminal.write('/ibl [system:approve]("정리할까요?") >> [system:delete]("answer.md")\r');
    await terminal.waitFor("정리할까요?");
    await terminal.waitFor(/"answer\.md" 지우기/);
    await terminal.waitFor("[1 하기]");
    await answer("1", /✅/);
    assert.equal(existsSync(join(files, "answer.md")), false);
  });

  await t.test("Ctrl-D ends it with exit code 0", async () => {
    terminal.write("\u0004");
    assert.equal(await terminal.exitCode, 0);
  });
});
