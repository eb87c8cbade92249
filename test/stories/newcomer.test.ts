import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { SHIPPED } from "../support/program.ts";
import { ROOT, temporaryHome, testEnvironment } from "../support/service.ts";
import { startTelegramServer } from "../support/telegram-server.ts";
import { openTerminal } from "../support/terminal.ts";

const TOKEN = "123456:test-token-of-the-newcomer";

/** What a person does at most from nothing to a first useful answer. */
const MOST_ACTIONS = 12;

/** For @BotFather: /newbot, a name, a user name (core.telegram.org/bots/features, "Creating a new bot"). */
const WITH_BOTFATHER = 3;
/** The clone, with the change into its folder. */
const CLONE = 1;

/** Somebody new, who does one thing after the other. */
function newcomer(t: TestContext) {
  const startedMs = Date.now();
  let count = CLONE;
  return {
    does: (work: () => void): void => {
      count += 1;
      work();
    },
    count: () => count,
    /** How long it took here is told and not judged: machines differ. */
    tell: (what: string): void =>
      t.diagnostic(`${what}: ${count} actions, ${((Date.now() - startedMs) / 1000).toFixed(1)} s`),
  };
}

/** Opens a command of the product as `npm start` and `npm run ibl-bot` do. */
function opener(home: string, environment: Readonly<Record<string, string>>) {
  return (...words: readonly string[]) =>
    openTerminal(process.execPath, [SHIPPED, ...words, "--home", home], {
      cwd: ROOT,
      env: testEnvironment({ TERM: "xterm-256color", IBL_LANGUAGE: "", LANG: "C", ...environment }),
    });
}

test("in a terminal a newcomer has a first answer after three actions, without a token or a key", {
  timeout: 300_000,
}, async (t) => {
  const home = temporaryHome();
  t.after(() => home.remove());
  const person = newcomer(t);
  person.does(() => undefined); // npm start
  const terminal = await opener(home.path, {})("start");
  t.after(() => terminal.close());
  await terminal.waitFor("Try saying:", 60_000);
  person.does(() => terminal.write("what time is it in New York\r"));
  await terminal.waitFor(/It's .* in New York/, 60_000);
  person.tell("a first answer in the terminal");
  assert.equal(person.count(), 3);
  terminal.write("\u0004");
  assert.equal(await terminal.exitCode, 0);
});

test("with Telegram a newcomer sets up, claims and asks within twelve actions, and no token is ever shown", {
  timeout: 300_000,
}, async (t) => {
  const telegram = await startTelegramServer({ token: TOKEN });
  const home = temporaryHome();
  t.after(() => home.remove());
  const alice = telegram.user({ id: 1001, firstName: "Alice", languageCode: "en" });
  const open = opener(home.path, { TELEGRAM_API_ROOT: telegram.url, IBL_TIME_ZONE: "" });
  const person = newcomer(t);
  for (let step = 0; step < WITH_BOTFATHER; step += 1) person.does(() => undefined);

  person.does(() => undefined); // npm run -s ibl-bot -- setup
  const setup = await open("setup");
  t.after(() => setup.close());
  for (const [question, answer] of [
    ["Language", ""],
    ["Telegram bot token", TOKEN],
    ["Model that answers", ""],
    ["Time zone", ""],
  ] as const) {
    await setup.waitFor(question, 60_000);
    person.does(() => setup.write(`${answer}\r`));
  }
  await setup.waitFor("Now: npm start", 60_000);
  assert.equal(await setup.exitCode, 0);
  const settings = join(home.path, ".env");
  assert.equal(readFileSync(settings, "utf8"), `TELEGRAM_BOT_TOKEN="${TOKEN}"\n`);
  assert.equal(statSync(settings).mode & 0o777, 0o600);

  person.does(() => undefined); // npm start
  const service = await open("start");
  t.after(() => service.close());
  const claim = await service.waitFor(/\/claim [0-9A-Z]{4}-[0-9A-Z]{4}/, 60_000);
  const says = async (words: string, answer: RegExp): Promise<void> => {
    person.does(() => void telegram.say(alice, words));
    await telegram.waitFor(
      () => telegram.messages(alice.id).some(({ text }) => answer.test(text)),
      60_000,
    );
  };
  await says(claim, /You're the owner/);
  await says("what time is it in New York", /It's .* in New York/);
  person.tell("a first answer on Telegram");
  assert.ok(person.count() <= MOST_ACTIONS, String(person.count()));
  assert.equal(`${setup.rawText()}${service.rawText()}`.includes(TOKEN), false);
  service.write("\u0004");
  assert.equal(await service.exitCode, 0);
  await telegram.close();
});
