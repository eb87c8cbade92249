import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { SHIPPED } from "../support/program.ts";
import { ROOT, temporaryHome, testEnvironment } from "../support/service.ts";
import { startTelegramServer } from "../support/telegram-server.ts";
import { openTerminal } from "../support/terminal.ts";

const TOKEN = "123456:test-token-of-the-setup";

/** Setup on a terminal of its own, in English, over a fresh HOME. */
async function openSetup(t: TestContext, environment: Readonly<Record<string, string>>) {
  const home = temporaryHome();
  const env = testEnvironment({ TERM: "xterm-256color", IBL_LANGUAGE: "en", ...environment });
  const terminal = await openTerminal(process.execPath, [SHIPPED, "setup", "--home", home.path], {
    cwd: ROOT,
    env,
  });
  t.after(() => {
    terminal.kill("SIGKILL");
    home.remove();
  });
  return { terminal, home: home.path };
}

test("setup asks in the language that is chosen first, refuses what cannot be, and writes the file", {
  timeout: 120_000,
}, async (t) => {
  const home = temporaryHome();
  const terminal = await openTerminal(process.execPath, [SHIPPED, "setup", "--home", home.path], {
    cwd: ROOT,
    env: testEnvironment({ TERM: "xterm-256color", IBL_LANGUAGE: "", LANG: "C" }),
  });
  t.after(() => {
    terminal.kill("SIGKILL");
    home.remove();
  });
  await terminal.waitFor("Language, ko or en");
  terminal.write("ko\r");
  await terminal.waitFor("텔레그램 봇 토큰");
  terminal.write("not a token\r");
  await terminal.waitFor("봇 토큰이 아니에요");
  terminal.write("\r");
  await terminal.waitFor("디스코드 봇 토큰");
  terminal.write("\r");
  await terminal.waitFor("답할 모델");
  terminal.write("gpt\r");
  await terminal.waitFor("gemini, claude, openai, ollama 가운데");
  await terminal.waitFor("답할 모델");
  terminal.write("gemini\r");
  await terminal.waitFor("API 키 (aistudio.google.com)");
  terminal.write("key-of-a-test\r");
  await terminal.waitFor("••••");
  await terminal.waitFor("IBL_TIME_ZONE: 이미 있어요");
  await terminal.waitFor("이제 이렇게 하세요: npm start");
  const path = join(home.path, ".env");
  assert.equal(readFileSync(path, "utf8"), 'IBL_LANGUAGE="ko"\nGEMINI_API_KEY="key-of-a-test"\n');
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.doesNotMatch(terminal.rawText(), /key-of-a-test|not a token/);
});

test("setup asks Telegram about a token: one that it refuses is asked for again, one that it knows is kept", {
  timeout: 120_000,
}, async (t) => {
  const telegram = await startTelegramServer({ token: TOKEN });
  const { terminal, home } = await openSetup(t, { TELEGRAM_API_ROOT: telegram.url });
  await terminal.waitFor("IBL_LANGUAGE: is set.");
  await terminal.waitFor("Telegram bot token");
  terminal.write("123456:not-the-token-of-this-bot\r");
  await terminal.waitFor("✗ Telegram account: Telegram does not accept this token.");
  await terminal.waitFor("Telegram bot token");
  terminal.write(`${TOKEN}\r`);
  await terminal.waitFor("✓ Telegram account: @test_bot");
  await terminal.waitFor("Model that answers");
  terminal.write("ollama/qwen3:8b\r");
  await terminal.waitFor("Wrote 2 setting(s)");
  assert.equal(
    readFileSync(join(home, ".env"), "utf8"),
    `TELEGRAM_BOT_TOKEN="${TOKEN}"\nIBL_MODEL="ollama/qwen3:8b"\n`,
  );
  assert.equal(terminal.rawText().includes(TOKEN), false);
  await telegram.close();
});

test("a token that cannot be asked about is kept, and that is said", {
  timeout: 120_000,
}, async (t) => {
  const telegram = await startTelegramServer({ token: TOKEN });
  await telegram.close();
  const { terminal, home } = await openSetup(t, { TELEGRAM_API_ROOT: telegram.url });
  await terminal.waitFor("Telegram bot token");
  terminal.write(`${TOKEN}\r`);
  await terminal.waitFor("✗ Telegram account: Telegram could not be reached.");
  await terminal.waitFor("Model that answers");
  terminal.write("\r");
  await terminal.waitFor("Wrote 1 setting(s)");
  assert.match(readFileSync(join(home, ".env"), "utf8"), /^TELEGRAM_BOT_TOKEN=/);
});
