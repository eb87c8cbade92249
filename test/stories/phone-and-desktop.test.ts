import assert from "node:assert/strict";
import { test } from "node:test";
import { openPhone } from "../support/phone/phone.ts";
import { openScreen } from "../support/screen.ts";
import { ServiceProcess, temporaryHome } from "../support/service.ts";
import { startTelegramServer } from "../support/telegram-server.ts";

const TOKEN = "123456:test-token-of-the-screens";

test("an owner taps on a phone and clicks on a screen by cards that show them; a member does neither", {
  timeout: 240_000,
}, async (t) => {
  const telegram = await startTelegramServer({ token: TOKEN });
  const phone = await openPhone();
  const screen = await openScreen();
  const home = temporaryHome();
  const service = new ServiceProcess(home.path, {
    ...screen.environment,
    TELEGRAM_BOT_TOKEN: TOKEN,
    TELEGRAM_API_ROOT: telegram.url,
    ANDROID_ADB_SERVER_PORT: String(phone.port),
  });
  t.after(async () => {
    await service.kill();
    await screen.close();
    await phone.close();
    await telegram.close();
    home.remove();
  });
  const alice = telegram.user({ id: 1001, firstName: "지은", languageCode: "ko" });
  const bob = telegram.user({ id: 2002, firstName: "Bob", languageCode: "en" });
  type Someone = { readonly id: number };
  const newest = (person: Someone): number => telegram.messages(person.id).at(-1)?.messageId ?? 0;
  const shown = (person: Someone, pattern: RegExp, after = 0) =>
    telegram.waitFor(
      () =>
        telegram
          .messages(person.id)
          .findLast(
            ({ messageId, text, from }) =>
              messageId > after && from.id !== person.id && pattern.test(text),
          ),
      30_000,
    );

  await t.test("an owner comes in, and lets a member in", async () => {
    await service.ready();
    const [, code] = await service.prints(/\/claim ([0-9A-Z]{4}-[0-9A-Z]{4})/);
    telegram.say(alice, `/claim ${code}`);
    await shown(alice, /주인이에요/);
    telegram.say(bob, "hello");
    const card = await shown(alice, /Bob.*쓰고 싶대요/);
    telegram.press(alice, card.messageId, "들이기");
    await shown(bob, /You're in/);
  });

  await t.test("the card of a tap is a picture of the phone; the press taps", async () => {
    telegram.say(alice, '휴대폰에서 "보내기" 눌러줘');
    const card = await shown(alice, /“보내기”을\(를\) 누를까요|“보내기”를 누를까요/);
    assert.equal(card.file?.kind, "photo");
    assert.deepEqual(phone.done(), []);
    telegram.press(alice, card.messageId, "누르기");
    await telegram.waitFor(() => phone.done().length > 0, 30_000);
    assert.deepEqual(phone.done(), [["input", "tap", "1000", "2200"]]);
    await telegram.waitFor(
      () =>
        /눌렀어요/.test(
          telegram.messages(alice.id).find(({ messageId }) => messageId === card.messageId)?.text ??
            "",
        ),
      30_000,
    );
  });

  await t.test("a member is refused, and nothing is done or shown", async () => {
    for (const program of [
      "[interface:tap] {x: 1, y: 2}",
      "[interface:android_screenshot]",
      "[interface:desktop_click] {x: 1, y: 2}",
    ]) {
      const before = newest(bob);
      telegram.say(bob, `/ibl ${program}`);
      const answer = await shown(bob, /./, before);
      assert.match(answer.text, /owner/i);
      assert.equal(answer.file, undefined);
    }
    assert.equal(phone.done().length, 1);
  });

  await t.test("a click on the screen presses the button of a real window", async () => {
    const { answer } = await screen.question("Ask me");
    const before = newest(alice);
    telegram.say(alice, "/ibl [interface:desktop_windows]");
    const listed = await shown(alice, /Ask me/, before);
    const [, x, y, , height] = /Ask me.*\((\d+), (\d+)\) (\d+) × (\d+)/.exec(listed.text) ?? [];
    const place = `{x: ${Number(x) + 20}, y: ${Number(y) + Number(height) - 15}}`;
    telegram.say(alice, `/ibl [interface:desktop_click] ${place}`);
    const card = await shown(alice, /이 자리를 클릭할까요/, before);
    assert.equal(card.file?.kind, "photo");
    telegram.press(alice, card.messageId, "클릭");
    assert.equal(await answer, "yes");
  });

  await t.test("what a phone says is told, and without it how to connect one", async () => {
    const before = newest(alice);
    telegram.say(alice, "휴대폰 문자 보여줘");
    await shown(alice, /100% 할인/, before);
    await phone.unplug();
    const after = newest(alice);
    telegram.say(alice, "휴대폰 문자 보여줘");
    await shown(alice, /USB 디버깅|휴대폰 연결이 끊겼어요|답하지 않아요/, after);
  });
});
