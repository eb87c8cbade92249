/*
 * What is done here: the built service is killed by SIGKILL while the message that a person sent to another is on its way: the
 * platform has it, and its answer has not come back. Started again, it says that nobody knows whether it arrived, sends nothing by
 * itself, and does what the button says that is pressed.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceProcess, temporaryHome } from "../support/service.ts";
import { startTelegramServer } from "../support/telegram-server.ts";

const TOKEN = "123456:test-token-of-the-unsure";
const PATIENCE_MS = 60_000;

const WORDS = {
  en: {
    says: 'send Ben "Running late"',
    asks: /^Send to Ben\?/,
    send: "Send",
    unsure: "I'm not sure it reached Ben.\nRunning late",
    again: "Send again",
    did: "It did",
    sent: /^✅ Sent to Ben/,
    let: "Let in",
    claimed: /You're the owner/,
    isIn: /You're in/,
  },
  ko: {
    says: '벤에게 "늦을 것 같아"라고 보내줘',
    asks: /^벤에게 보낼까요\?/,
    send: "보내기",
    unsure: "벤에게 갔는지 확실하지 않아요.\n늦을 것 같아",
    again: "다시 보내기",
    did: "갔어요",
    sent: /^✅ 벤에게 보냈어요/,
    let: "들이기",
    claimed: /주인이에요/,
    isIn: /들어오셨어요/,
  },
} as const;

for (const language of ["en", "ko"] as const)
  test(`killed while a message is on its way, the service asks what became of it (${language})`, {
    timeout: 240_000,
  }, async (t) => {
    const words = WORDS[language];
    const telegram = await startTelegramServer({ token: TOKEN });
    const home = temporaryHome();
    const environment = { TELEGRAM_BOT_TOKEN: TOKEN, TELEGRAM_API_ROOT: telegram.url };
    let service = new ServiceProcess(home.path, environment);
    t.after(async () => {
      await service.kill();
      await telegram.close();
      home.remove();
    });
    const name = language === "ko" ? "벤" : "Ben";
    const ann = telegram.user({ id: 1001, firstName: "Ann", languageCode: language });
    const ben = telegram.user({ id: 2002, firstName: name, languageCode: language });
    type Someone = { readonly id: number };
    const reads = (person: Someone, pattern: RegExp, after = 0) =>
      telegram.waitFor(
        () =>
          telegram
            .messages(person.id)
            .findLast(({ messageId, text }) => messageId > after && pattern.test(text)),
        PATIENCE_MS,
      );
    const newest = (person: Someone): number => telegram.messages(person.id).at(-1)?.messageId ?? 0;
    const bens = (): number =>
      telegram.messages(ben.id).filter(({ text }) => text.startsWith("✉️")).length;
    /** Presses *Send*, and kills the service while the platform's answer is on its way back. */
    const sendAndDie = async (): Promise<void> => {
      const before = newest(ann);
      telegram.say(ann, words.says);
      const card = await reads(ann, words.asks, before);
      const count = bens();
      const held = telegram.holdNext({ method: "sendMessage" });
      telegram.press(ann, card.messageId, words.send);
      await held.arrived;
      assert.equal(bens(), count + 1);
      await service.kill();
      held.release();
      service = new ServiceProcess(home.path, environment);
      await service.ready();
    };

    const [, code] = await service.prints(/\/claim ([0-9A-Z]{4}-[0-9A-Z]{4})/, PATIENCE_MS);
    telegram.say(ann, `/claim ${code}`);
    await reads(ann, words.claimed);
    telegram.say(ben, "hello");
    const wish = await reads(ann, /ID …/);
    telegram.press(ann, wish.messageId, words.let);
    await reads(ben, words.isIn);

    await t.test("it did: nothing is sent again", async () => {
      await sendAndDie();
      const card = await reads(ann, new RegExp(`^${words.unsure.split("\n")[0]}`, "u"));
      assert.equal(card.text, words.unsure);
      telegram.press(ann, card.messageId, words.did);
      await reads(ann, words.sent, card.messageId - 1);
      assert.equal(bens(), 1);
    });

    await t.test("again: it is sent once more, and once", async () => {
      await sendAndDie();
      const card = await reads(
        ann,
        new RegExp(`^${words.unsure.split("\n")[0]}`, "u"),
        newest(ann) - 1,
      );
      telegram.press(ann, card.messageId, words.again);
      telegram.press(ann, card.messageId, words.again);
      await reads(ann, words.sent, card.messageId - 1);
      await telegram.waitFor(() => bens() === 3, PATIENCE_MS);
      telegram.say(ann, words.says);
      await reads(ann, words.asks, card.messageId);
      assert.equal(bens(), 3);
    });
  });
