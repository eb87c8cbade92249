/*
 * What is done here: Telegram tells the built service that it came into a group, that somebody has blocked it and that they do so
 * no longer, and refuses a message to them meanwhile.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceProcess, temporaryHome } from "../support/service.ts";
import { startTelegramServer } from "../support/telegram-server.ts";

const TOKEN = "123456:test-token-of-the-membership";
const PATIENCE_MS = 60_000;

test("a group is greeted, and who blocked the bot is invited again and told later", {
  timeout: 240_000,
}, async (t) => {
  const telegram = await startTelegramServer({ token: TOKEN });
  const home = temporaryHome();
  const environment = { TELEGRAM_BOT_TOKEN: TOKEN, TELEGRAM_API_ROOT: telegram.url };
  const service = new ServiceProcess(home.path, environment);
  t.after(async () => {
    await service.kill();
    await telegram.close();
    home.remove();
  });
  const ann = telegram.user({ id: 1001, firstName: "Ann", languageCode: "en" });
  const ben = telegram.user({ id: 2002, firstName: "Ben", languageCode: "en" });
  const group = telegram.group({ id: -100200, title: "Home" });
  const reads = (chat: { readonly id: number }, pattern: RegExp, after = 0) =>
    telegram.waitFor(
      () =>
        telegram
          .messages(chat.id)
          .findLast(({ messageId, text }) => messageId > after && pattern.test(text)),
      PATIENCE_MS,
    );

  await t.test("people come in", async () => {
    const [, code] = await service.prints(/\/claim ([0-9A-Z]{4}-[0-9A-Z]{4})/, PATIENCE_MS);
    telegram.say(ann, `/claim ${code}`);
    await reads(ann, /You're the owner/);
    telegram.say(ben, "hello");
    const wish = await reads(ann, /ID …/);
    telegram.press(ann, wish.messageId, "Let in");
    await reads(ben, /You're in/);
  });

  await t.test("the bot comes into a group", async () => {
    telegram.block(group);
    telegram.unblock(group);
    const greeting = await reads(group, /^Hi! Say @\w+ when you need me\.$/);
    assert.equal(telegram.messages(group.id).at(-1)?.messageId, greeting.messageId);
  });

  await t.test("who blocked it cannot be sent to, and that has a way on", async () => {
    telegram.block(ben);
    telegram.say(ann, 'send Ben "Running late"');
    const card = await reads(ann, /^Send to Ben\?/);
    telegram.press(ann, card.messageId, "Send");
    // One edit of the card shows the press and what came of it.
    const told = await reads(ann, /blocked/, card.messageId - 1);
    assert.deepEqual(
      told.buttons.flat().map(({ text }) => text),
      ["Invite"],
    );
    telegram.press(ann, told.messageId, "Invite");
    await reads(ann, /Have them write anything to me/, told.messageId);
  });

  await t.test("what did not arrive is told when they block it no longer", async () => {
    telegram.unblock(ben);
    telegram.say(ben, "remind me in 1 minute to call mum");
    const set = await reads(ben, /⏰ call mum/);
    telegram.block(ben);
    await service.shiftClock(70_000);
    await service.prints(/"key":"briefing:[^"]+","kind":"gone"/, PATIENCE_MS);
    telegram.unblock(ben);
    await reads(ben, /^📭 call mum/, set.messageId);
  });
});
