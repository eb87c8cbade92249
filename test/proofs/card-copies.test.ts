/*
 * What is done here: the real service kills itself by SIGKILL between the platform's answer to a card and the row that remembers it.
 * A new process sends the card once more, so that two may stand in the chat. Whichever is pressed, once or as often as a person can,
 * the effect happens once and every copy ends in the true state.
 */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { isCalled } from "../support/button-meaning.ts";
import { startDiscordServer } from "../support/discord-server.ts";
import { DISCORD_TOKEN } from "../support/discord-server-adapter.ts";
import { ServiceProcess, temporaryHome } from "../support/service.ts";
import { startTelegramServer } from "../support/telegram-server.ts";

const TOKEN = "123456:test-token-of-the-copies";
const ALICE = { id: 1001, firstName: "Alice", languageCode: "en" };
const PATIENCE_MS = 90_000;

const ENVIRONMENT = {
  IBL_LANGUAGE: "en",
  IBL_RATE_MESSAGES_PERSON: "0/0",
  IBL_RATE_MESSAGES_CHAT: "0/0",
  IBL_RATE_PROGRAMS_PERSON: "0/0",
  IBL_RATE_PROGRAMS_CHAT: "0/0",
};

function put(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "x");
}

/** Which copies are pressed, in which order: 0 is the one that the dead process sent. */
const PRESSES: readonly (readonly number[])[] = [[0], [1, 0], [0, 0, 1, 1], [1, 1, 0, 0]];

test("on Telegram, a card that stands twice decides once, and both copies say what came of it", {
  timeout: 600_000,
}, async (t) => {
  const telegram = await startTelegramServer({ token: TOKEN });
  const home = temporaryHome();
  const start = () =>
    new ServiceProcess(home.path, {
      ...ENVIRONMENT,
      TELEGRAM_BOT_TOKEN: TOKEN,
      TELEGRAM_API_ROOT: telegram.url,
    });
  let service = start();
  t.after(async () => {
    await service.kill();
    await telegram.close();
    home.remove();
  });
  const [, code] = await service.prints(/\/claim ([0-9A-Z]{4}-[0-9A-Z]{4})/, PATIENCE_MS);
  telegram.user(ALICE);
  telegram.say(ALICE, `/claim ${code}`);
  const texts = () => telegram.messages(ALICE.id);
  await telegram.waitFor(
    () => texts().some(({ text }) => /(?:you are|You.re) the owner/.test(text)),
    PATIENCE_MS,
  );
  for (const [round, presses] of PRESSES.entries()) {
    const name = `old${round}.md`;
    const path = join(home.path, "files", `telegram_${ALICE.id}`, name);
    put(path);
    await service.dieAt("message-answered");
    telegram.say(ALICE, `/ibl [system:run_command]("rm ${name}")`);
    await service.ended();
    service = start();
    const copies = () =>
      texts().filter(({ text }) => !text.startsWith("/ibl") && text.includes(`rm ${name}`));
    const sent = await telegram.waitFor(
      () => (copies().length === 2 ? copies() : undefined),
      PATIENCE_MS,
    );
    assert.ok(existsSync(path));
    for (const index of presses) {
      const { messageId, buttons = [] } = sent[index] ?? assert.fail("There is no such copy.");
      const approve = buttons
        .flat()
        .find(({ text: label, callback_data: data }) => isCalled({ label, data }, "Run"));
      telegram.press(ALICE, messageId, approve?.callback_data ?? "", { isStale: true });
    }
    await telegram.waitFor(
      () => copies().length === 2 && copies().every(({ text }) => /^✅ Ran/.test(text)),
      PATIENCE_MS,
    );
    assert.ok(!existsSync(path));
    for (const { text, buttons } of copies())
      assert.doesNotMatch(`${text}${JSON.stringify(buttons ?? [])}`, /⏳|"Run"/);
    assert.equal(copies().length, 2);
  }
});

test("on Discord, the card is known again by its nonce: it stands once and ends in the true state", {
  timeout: 600_000,
}, async (t) => {
  const discord = await startDiscordServer({ token: DISCORD_TOKEN });
  discord.state.firstResponseMs = PATIENCE_MS;
  const home = temporaryHome();
  const start = () =>
    new ServiceProcess(home.path, {
      ...ENVIRONMENT,
      DISCORD_BOT_TOKEN: DISCORD_TOKEN,
      DISCORD_API_BASE: discord.apiBase,
      DISCORD_GATEWAY: discord.gatewayUrl,
    });
  let service = start();
  t.after(async () => {
    await service.kill();
    await discord.close();
    home.remove();
  });
  const alice = discord.user({ id: "200000000000001001", name: "Alice", locale: "en-US" });
  const dm = discord.dm(alice);
  const seen = (pattern: RegExp) => discord.seen(dm).filter(({ text }) => pattern.test(text));
  const [, code = ""] = await service.prints(/\/claim ([0-9A-Z]{4}-[0-9A-Z]{4})/, PATIENCE_MS);
  await service.ready();
  await discord.waitFor(
    () => discord.gateway.log.some((line) => line.startsWith("identify")),
    PATIENCE_MS,
  );
  discord.say(alice, dm, `/claim ${code}`);
  await discord.waitFor(() => seen(/(?:you are|You.re) the owner/).length > 0, PATIENCE_MS);
  const path = join(home.path, "files", `discord_${dm}`, "old.md");
  put(path);
  await service.dieAt("message-answered");
  discord.say(alice, dm, '/ibl [system:run_command]("rm old.md")');
  await service.ended();
  service = start();
  await service.ready();
  const card = await discord.waitFor(() => seen(/^(?!\/ibl)[\s\S]*rm old\.md/)[0], PATIENCE_MS);
  discord.press(alice, card.id, "Run");
  discord.press(alice, card.id, "Run");
  await discord.waitFor(() => seen(/✅ Ran/).length > 0, PATIENCE_MS);
  assert.ok(!existsSync(path));
  assert.equal(seen(/^(?!\/ibl)[\s\S]*rm old\.md/).length, 1);
  // On a slow machine a message shows the work until shortly after its end.
  await discord.waitFor(() => seen(/⏳/).length === 0, PATIENCE_MS);
});
