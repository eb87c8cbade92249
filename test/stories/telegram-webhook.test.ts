import assert from "node:assert/strict";
import { test } from "node:test";
import { freePort } from "../support/platform-server.ts";
import { commandLine, ServiceProcess, temporaryHome } from "../support/service.ts";
import { startTelegramServer } from "../support/telegram-server.ts";

const TOKEN = "123456:test-token-of-the-story";

test("a service with a webhook answers, loses nothing when it is killed over a message, and goes back to polling", {
  timeout: 120_000,
}, async (t) => {
  const telegram = await startTelegramServer({ token: TOKEN });
  const home = temporaryHome();
  const port = await freePort();
  const base = { TELEGRAM_BOT_TOKEN: TOKEN, TELEGRAM_API_ROOT: telegram.url, IBL_LANGUAGE: "en" };
  const environment = {
    ...base,
    TELEGRAM_WEBHOOK_URL: `http://127.0.0.1:${port}/telegram`,
    TELEGRAM_WEBHOOK_LISTEN: `127.0.0.1:${port}`,
  };
  let service = new ServiceProcess(home.path, environment);
  t.after(async () => {
    await service.kill();
    home.remove();
  });
  const alice = telegram.user({ id: 1001, firstName: "Alice", languageCode: "en" });
  const answers = (pattern: RegExp) =>
    telegram.messages(alice.id).filter(({ text, from }) => from.isBot && pattern.test(text));
  const shown = (pattern: RegExp, count = 1) =>
    telegram.waitFor(() => answers(pattern).length >= count, 20_000);
  const doctor = async (settings: Readonly<Record<string, string>>): Promise<string> =>
    (await commandLine(home.path, ["doctor", "--online"], { environment: settings })).output;

  await service.ready();
  const [, code] = await service.prints(/\/claim ([0-9A-Z]{4}-[0-9A-Z]{4})/);
  telegram.say(alice, `/claim ${code}`);
  await shown(/you're the owner/i);

  // Dead between its row and its answer to Telegram: the same update comes again, and is one turn.
  await service.dieAt("update-stored");
  const { updateId } = telegram.say(alice, "what time is it in Paris");
  assert.equal(await service.ended(), "SIGKILL");
  await telegram.waitFor(() => telegram.deliveries.some(({ status }) => status === 0));
  assert.deepEqual(telegram.pendingUpdates(), [updateId]);
  assert.match(await doctor(environment), /Telegram webhook online: .*\(1 message waits\)/);
  service = new ServiceProcess(home.path, environment);
  await shown(/Paris/);
  await telegram.waitFor(() => telegram.pendingUpdates().length === 0);

  const told = await doctor(environment);
  assert.match(told, new RegExp(`Telegram webhook: http://127.0.0.1:${port}/telegram → 127.0.0.1`));
  const { url = "", secret = "" } = telegram.webhook() ?? {};
  for (const hidden of [url, secret, TOKEN])
    assert.equal(`${told}${service.printed}`.includes(hidden), false);

  assert.equal(await service.stop(), 0);
  telegram.say(alice, "what time is it in Tokyo");
  assert.match(await doctor(base), /a webhook is left over/);
  service = new ServiceProcess(home.path, base);
  await shown(/Tokyo/);
  assert.equal(telegram.callsOf("deleteWebhook").length, 1);
  assert.equal(answers(/Paris/).length, 1);
  await service.stop();
  await telegram.close();
});
