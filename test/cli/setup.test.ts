import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT, temporaryHome, testEnvironment } from "../support/service.ts";
import { openTerminal } from "../support/terminal.ts";

const MAIN = join(ROOT, "test", "support", "process-main.ts");

test("setup asks in the language that is chosen first, refuses what cannot be, and writes the file", {
  timeout: 120_000,
}, async (t) => {
  const home = temporaryHome();
  const terminal = await openTerminal(
    process.execPath,
    ["--import", "tsx", MAIN, "setup", "--home", home.path],
    { cwd: ROOT, env: testEnvironment({ TERM: "xterm-256color", IBL_LANGUAGE: "", LANG: "C" }) },
  );
  t.after(() => {
    terminal.kill("SIGKILL");
    home.remove();
  });
  await terminal.waitFor("Language, ko or en");
  terminal.write("ko\r");
  await terminal.waitFor("텔레그램 봇 토큰");
  terminal.write("not a token\r");
  await terminal.waitFor("is not a bot token");
  terminal.write("\r");
  await terminal.waitFor("디스코드 봇 토큰");
  terminal.write("\r");
  await terminal.waitFor("Gemini API 키");
  terminal.write("key-of-a-test\r");
  await terminal.waitFor("Claude API 키");
  terminal.write("\r");
  await terminal.waitFor("OpenAI API 키");
  terminal.write("\r");
  await terminal.waitFor("답할 모델");
  terminal.write("\r");
  await terminal.waitFor("IBL_TIME_ZONE: 이미 있습니다");
  await terminal.waitFor("이제 이렇게 하세요: npm start");
  const path = join(home.path, ".env");
  assert.equal(readFileSync(path, "utf8"), 'IBL_LANGUAGE="ko"\nGEMINI_API_KEY="key-of-a-test"\n');
  assert.equal(statSync(path).mode & 0o777, 0o600);
});
