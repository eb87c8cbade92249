import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceProcess, temporaryHome } from "../support/service.ts";
import { startTelegramServer } from "../support/telegram-server.ts";
import { tracesOf } from "../support/traces.ts";

const TOKEN = "123456:test-token-of-the-forgotten";
const PATIENCE_MS = 45_000;

/** What may stand nowhere below HOME after its owner was forgotten. */
const BEN = { id: 7_245_550_137, firstName: "Benedictus", username: "ben_the_quiet" };

test("after /forget_me the id, the name and the username of a person stand nowhere below HOME", {
  timeout: 300_000,
}, async (t) => {
  const telegram = await startTelegramServer({ token: TOKEN });
  const home = temporaryHome();
  const service = new ServiceProcess(home.path, {
    IBL_LANGUAGE: "en",
    TELEGRAM_BOT_TOKEN: TOKEN,
    TELEGRAM_API_ROOT: telegram.url,
  });
  t.after(async () => {
    await service.kill();
    home.remove();
    await telegram.close();
  });
  const ann = telegram.user({ id: 1001, firstName: "Ann", languageCode: "en" });
  const ben = telegram.user({ ...BEN, languageCode: "en" });
  const tea = telegram.group({ id: -1005, title: "Tea" });
  const says = async (who: typeof ann, text: string, answer: RegExp, group?: typeof tea) => {
    const place = group?.id ?? who.id;
    const before = telegram.messages(place).length;
    telegram.say(who, text, group === undefined ? {} : { chat: group });
    const answered = (): boolean =>
      telegram
        .messages(place)
        .slice(before)
        .some((message) => answer.test(message.text));
    await telegram.waitFor(answered, PATIENCE_MS).catch((error) => {
      throw new Error(
        `${text}: ${telegram
          .messages(place)
          .slice(before)
          .map((m) => m.text)}`,
        { cause: error },
      );
    });
  };
  const presses = async (who: typeof ann, label: string): Promise<void> => {
    const card = await telegram.waitFor(
      () =>
        telegram
          .messages(who.id)
          .findLast(({ buttons = [] }) => buttons.flat().some(({ text }) => text === label)),
      PATIENCE_MS,
    );
    telegram.press(who, card.messageId, label);
  };

  const claim = await service.prints(/\/claim [0-9A-Z]{4}-[0-9A-Z]{4}/);
  await says(ann, claim[0], /You're the owner/);
  await says(ben, "may I come in?", /asked the owner/);
  await presses(ann, "Let in");
  await telegram.waitFor(() => telegram.messages(ben.id).length > 1, PATIENCE_MS);
  await says(ben, '/ibl [source:save_memory]("my name is Benedictus")', /./);
  await says(ben, '/ibl [system:write]("diary.md") {content: "by Benedictus"}', /diary\.md/);
  await says(ben, "/ibl [system:time]()", /\d/);
  await says(ben, '/ibl [messenger:send]("a letter") {to: "Ann"}', /Send to Ann\?/);
  await says(ben, "/ibl [system:time]()", /\d/, tea);
  telegram.sendFile(ben, { kind: "document", name: "ben.txt", bytes: Buffer.from("from ben") });
  await telegram.waitFor(
    () => telegram.messages(ben.id).some(({ text }) => /ben\.txt/.test(text)),
    PATIENCE_MS,
  );
  await says(ben, "/forget_me", /Shall I forget/);
  const card = telegram.messages(ben.id).findLast(({ buttons = [] }) => buttons.length > 0)!;
  const data = card.buttons!.flat().find(({ text }) => text === "Delete everything")!
    .callback_data!;
  await presses(ben, "Delete everything");
  await telegram.waitFor(
    () => telegram.messages(ben.id).some(({ text }) => /Everything is deleted/.test(text)),
    PATIENCE_MS,
  );
  const late = telegram.press(ben, card.messageId, data, { isStale: true });
  await telegram.waitFor(() => telegram.answersTo(late.pressId).length > 0, PATIENCE_MS);
  assert.equal(await service.stop(), 0);
  assert.deepEqual(tracesOf(home.path, [String(BEN.id), BEN.firstName, BEN.username]), []);
});
