import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceProcess, temporaryHome } from "../support/service.ts";
import { startTelegramServer } from "../support/telegram-server.ts";
import { startUpstream } from "../support/upstream.ts";

const TOKEN = "123456:test-token-of-the-story";
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Until it is eight in the morning in Seoul, where the service is. */
function untilEightMs(): number {
  return DAY_MS - ((Date.now() + 9 * HOUR_MS - 8 * HOUR_MS) % DAY_MS);
}

test("two people have briefings of their own: asked for in Korean and English, changed by words, with a picture", {
  timeout: 180_000,
}, async (t) => {
  const telegram = await startTelegramServer({ token: TOKEN });
  const upstream = await startUpstream();
  const home = temporaryHome();
  const service = new ServiceProcess(home.path, {
    TELEGRAM_BOT_TOKEN: TOKEN,
    TELEGRAM_API_ROOT: telegram.url,
    ...upstream.environment,
  });
  t.after(async () => {
    await service.kill();
    await telegram.close();
    await upstream.close();
    home.remove();
  });
  const jieun = telegram.user({ id: 1001, firstName: "지은", languageCode: "ko" });
  const ann = telegram.user({ id: 2002, firstName: "Ann", languageCode: "en" });
  const shown = (person: { readonly id: number }, pattern: RegExp) =>
    telegram.waitFor(
      () => telegram.messages(person.id).findLast((message) => pattern.test(message.text)),
      30_000,
    );
  const press = async (person: typeof jieun, pattern: RegExp, label: string): Promise<void> => {
    const { messageId } = await shown(person, pattern);
    telegram.press(person, messageId, label);
  };
  const [, code] = await service.prints(/\/claim ([0-9A-Z]{4}-[0-9A-Z]{4})/);
  telegram.say(jieun, `/claim ${code}`);
  await shown(jieun, /주인이에요/);
  telegram.say(ann, "hello");
  await press(jieun, /Ann/, "들이기");
  await shown(ann, /You're in/);

  await t.test("지은: 말로 부탁하면 바로 되고, 처음 오는 때를 보고, 주제를 바꾼다", async () => {
    telegram.say(jieun, "매일 아침 8시에 서울 날씨랑 AI 뉴스, 삼성전자 주가 브리핑해줘");
    const set = await shown(jieun, /🔁 아침 브리핑 · 매일 오전 8시, 처음은 /);
    assert.deepEqual(
      set.buttons?.flat().map(({ text }) => text),
      ["되돌리기", "바꾸기"],
    );
    telegram.say(jieun, "뉴스 주제를 반도체로 바꿔줘");
    await shown(jieun, /✏️ 아침 브리핑 · 매일 오전 8시/);
  });

  await t.test("Ann: puts hers together with buttons and words", async () => {
    telegram.say(ann, "/briefing");
    await press(ann, /no briefing yet/, "Morning briefing");
    await press(ann, /^🗞️[\s\S]*Press what you want to change/, "Change");
    await press(ann, /^What shall I change/, "News topics");
    await shown(ann, /News on which topics/);
    telegram.say(ann, "space");
    await press(ann, /^🗞️[\s\S]*News topics: space/, "Change");
    await press(ann, /^What shall I change/, "Parts");
    await press(ann, /^What shall it have[\s\S]*news$/, "☐ prices");
    await press(ann, /^What shall it have[\s\S]*news, prices$/, "☐ chart");
    await press(ann, /^What shall it have[\s\S]*prices, chart$/, "Done");
    await press(ann, /Parts: .*, news, prices, chart\n/, "Make it");
    await shown(ann, /🔁 Morning briefing/);
  });

  await t.test("each gets their own, with the chart, and sees that it was delivered", async () => {
    await service.shiftClock(untilEightMs() + 1000);
    const korean = await shown(jieun, /^🌅 \d+월/);
    assert.match(korean.text, /반도체[\s\S]*📈 시세[\s\S]*삼성전자/);
    assert.doesNotMatch(korean.text, /space|할 일/);
    const english = await shown(ann, /^🌅 [A-Z]/);
    assert.match(english.text, /space[\s\S]*📈 Prices[\s\S]*S&P 500/);
    const picturesOf = ({ id }: typeof ann) =>
      telegram.messages(id).filter(({ file }) => file?.kind === "photo").length;
    assert.deepEqual([jieun, ann].map(picturesOf), [0, 0]);
    await press(ann, /^🌅 [A-Z]/, "Chart");
    await telegram.waitFor(() => picturesOf(ann) === 1);
    telegram.say(jieun, "/브리핑");
    await press(jieun, /브리핑 1개\n1\. 🔁 아침 브리핑/, "1");
    await shown(jieun, /지난번 .* ✓ 전달됨$/);
    telegram.say(ann, "remove the weather from my briefing");
    await shown(ann, /✏️ Morning briefing · every day at 8 AM/);
  });
});
