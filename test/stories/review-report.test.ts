import assert from "node:assert/strict";
import { test } from "node:test";
import { reviewTable } from "../nodes/analysis/support/reviews.ts";
import { ServiceProcess, temporaryHome } from "../support/service.ts";
import { startTelegramServer } from "../support/telegram-server.ts";

const TOKEN = "4242:AAsecret-token_of-nobody-at-all-really";
const ANN = { id: 1, firstName: "안나", languageCode: "ko" };

test("a table of reviews that is sent with a wish becomes a report with charts in the chat, in Korean and in English", async (t) => {
  const telegram = await startTelegramServer({ token: TOKEN });
  const home = temporaryHome();
  const service = new ServiceProcess(home.path, {
    TELEGRAM_BOT_TOKEN: TOKEN,
    TELEGRAM_API_ROOT: telegram.url,
  });
  t.after(async () => {
    await service.stop();
    await telegram.close();
    home.remove();
  });
  const shown = (pattern: RegExp) =>
    telegram.waitFor(
      () =>
        telegram
          .messages(ANN.id)
          .find(({ from, text }) => from.isBot === true && pattern.test(text)),
      90_000,
    );
  const files = () =>
    telegram
      .messages(ANN.id)
      .flatMap(({ from, file }) => (from.isBot === true ? (file ?? []) : []));
  telegram.user(ANN);
  const [, code = ""] = await service.prints(/\/claim ([A-Z0-9]{4}-[A-Z0-9]{4})/);
  await service.ready();
  telegram.say(ANN, `/claim ${code}`);
  await shown(/주인|owner/i);
  const send = (name: string, caption: string): void => {
    const bytes = Buffer.from(reviewTable(300, 3));
    telegram.sendFile(ANN, { kind: "document", name, bytes, caption });
  };
  telegram.say(ANN, "/language ko");
  send("reviews.csv", "이 리뷰 파일 분석해서 보고서 만들어줘");
  assert.match((await shown(/(?:부정|긍정) 평이/u)).text, /리뷰 분석 보고서/u);
  await telegram.waitFor(() => files().length === 2, 30_000);
  telegram.say(ANN, "/language en");
  send("more.csv", "analyse this review file and make a report");
  const english = await shown(/of opinions are positive|Negative opinions/);
  assert.match(english.text, /Review report/);
  await telegram.waitFor(() => files().length === 4, 30_000);
});
