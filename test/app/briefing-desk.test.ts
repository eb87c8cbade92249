import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { toPlainText } from "../../src/bots/markup/parse-markup.ts";
import type { Sender } from "../../src/bots/platform/chat-adapter.ts";
import { Town } from "../support/town.ts";
import { startUpstream } from "../support/upstream.ts";

const ANN: Sender = { id: "1", name: "Ann", languageTag: "en" };
const MINSU: Sender = { id: "2", name: "민수", languageTag: "ko" };

interface Scene {
  readonly town: Town;
  readonly pages: string;
  readonly ids: Readonly<Record<string, string>>;
  /** The last message of someone's chat: its text, and what its buttons are called. */
  last(sender: Sender): { readonly text: string; readonly labels: readonly string[] };
}

async function openScene(t: TestContext): Promise<Scene> {
  const upstream = await startUpstream();
  const town = new Town({ environment: upstream.environment });
  t.after(async () => {
    await town.close();
    await upstream.close();
  });
  const ids = { [ANN.id]: town.admit(ANN, "owner"), [MINSU.id]: town.admit(MINSU, "owner") };
  town.parts.people.change(ids[MINSU.id]!, { zone: "Asia/Seoul" });
  town.clock.set("2026-11-23T00:00:00Z");
  await town.start();
  return {
    town,
    ids,
    pages: upstream.origins.pages,
    last(sender) {
      const message = town.adapter.shown.findLast(
        ({ chatKey }) => chatKey === `telegram:${sender.id}`,
      )!;
      return { text: message.text, labels: message.buttons.flat().map(({ label }) => label) };
    },
  };
}

test("아침 브리핑을 버튼과 말로 꾸며 만들고, 온 뒤에 고치고 멈춘다", async (t) => {
  const { town, ids, last } = await openScene(t);
  const person = ids[MINSU.id]!;
  await town.say(MINSU, "/브리핑");
  assert.match(last(MINSU).text, /^아직 브리핑이 없어요/);
  await town.press(MINSU, "아침 브리핑");
  assert.match(toPlainText(last(MINSU).text), /- 언제: 매일 오전 8시\n다음은 11월 24일\(화\) /);
  assert.deepEqual(last(MINSU).labels, ["이대로 만들기", "언제", "바꾸기", "그만두기"]);
  await town.press(MINSU, "바꾸기");
  await town.press(MINSU, "날씨");
  await town.say(MINSU, "부산");
  await town.press(MINSU, "바꾸기");
  await town.press(MINSU, "뉴스 주제");
  await town.say(MINSU, "반도체, 로봇");
  await town.press(MINSU, "바꾸기");
  assert.deepEqual(last(MINSU).labels, ["날씨", "뉴스 주제", "담을 것", "그대로 두기"]);
  await town.press(MINSU, "담을 것");
  assert.deepEqual(last(MINSU).labels, ["☐ 시세", "☐ 차트", "☑ 날씨", "다 골랐어요"]);
  await town.say(MINSU, "날씨, 할 일, 뉴스");
  await town.press(MINSU, "바꾸기");
  await town.press(MINSU, "담을 것");
  await town.press(MINSU, "☐ 시세");
  await town.press(MINSU, "☐ 차트");
  await town.press(MINSU, "다 골랐어요");
  await town.press(MINSU, "바꾸기");
  assert.deepEqual(last(MINSU).labels, ["날씨", "뉴스 주제", "종목", "담을 것"]);
  await town.press(MINSU, "종목");
  await town.say(MINSU, "삼성전자");
  await town.press(MINSU, "언제");
  await town.say(MINSU, "평일 아침 7시 30분");
  assert.match(last(MINSU).text, /- 날씨: 부산\n- 뉴스 주제: 반도체, 로봇\n- 종목: 삼성전자\n/);
  assert.deepEqual(town.parts.schedules.list(person), []);
  await town.press(MINSU, "이대로 만들기");
  assert.match(last(MINSU).text, /평일 오전 7시 30분/);
  const [made] = town.parts.schedules.list(person);
  assert.equal(
    made?.program,
    '[system:run]("morning_briefing") {topic: ["반도체", "로봇"], parts: ["weather", "todos", "news", "prices", "chart"], place: "부산", symbol: ["삼성전자"]}',
  );
  await town.clock.jump(Date.parse("2026-11-23T22:30:00Z") - town.clock.now());
  await town.tick();
  const pictures = () => town.adapter.shown.flatMap(({ file }) => file ?? []);
  assert.deepEqual(pictures(), []);
  assert.match(
    last(MINSU).text,
    /^🌅 \*\*11월 24일 화요일\*\*\n\*\*부산\*\*[\s\S]*\*\*반도체\*\*[\s\S]*\*\*로봇\*\*[\s\S]*삼성전자/,
  );
  await town.press(MINSU, "차트");
  assert.deepEqual(pictures(), ["차트.png"]);
  await town.say(MINSU, "/briefing");
  assert.match(last(MINSU).text, /1\. 🔁 \*\*아침 브리핑\*\* · 평일 오전 7시 30분$/);
  await town.press(MINSU, "1");
  assert.match(last(MINSU).text, /\n지난번 .* ✓ 전달됨$/);
  await town.press(MINSU, "바꾸기");
  await town.press(MINSU, "바꾸기");
  await town.press(MINSU, "뉴스 주제");
  await town.say(MINSU, "우주");
  await town.press(MINSU, "이대로 저장");
  assert.match(town.parts.schedules.list(person)[0]!.program, /topic: \["우주"\]/);
  assert.equal(
    town.parts.schedules.list(person)[0]!.nextDueMs,
    made && Date.parse("2026-11-24T22:30:00Z"),
  );
  await town.say(MINSU, "/briefing");
  await town.press(MINSU, "1");
  await town.press(MINSU, "끄기");
  assert.equal(town.parts.schedules.list(person)[0]!.state, "disabled");
});

test("what is clearly another request while a briefing asks goes its own way, and words answer the question no more unless they reply to it", async (t) => {
  const { town, ids, last } = await openScene(t);
  const person = ids[ANN.id]!;
  await town.say(ANN, "/briefing");
  await town.press(ANN, "Price alert");
  const asked = (): readonly string[] =>
    town.parts.approvals
      .pending({ personId: person })
      .flatMap(({ card: { followUp } }) =>
        followUp?.kind === "briefing" && followUp.asks !== undefined ? [followUp.asks] : [],
      );
  assert.deepEqual(asked(), ["symbol"]);
  assert.match((await town.say(ANN, "what time is it in Tokyo?")).join(), /Tokyo/);
  await town.say(ANN, "/status");
  assert.deepEqual(asked(), ["symbol"]);
  const question = town.adapter.shown.findLast(({ text }) => /Which share/.test(text));
  await town.say(ANN, "Tesla");
  assert.deepEqual(asked(), ["symbol"]);
  await town.say(ANN, "Tesla", { repliesToId: question?.messageId ?? "" });
  assert.match(last(ANN).text, /Tell at or above which price\?/);
  await town.say(ANN, "400");
  assert.match(last(ANN).text, /\*\*Tesla Price alert\*\*/);
});

test("a price alert asks for its symbol and its line, a page and feeds for their address, also after a restart", async (t) => {
  const { town, ids, last, pages } = await openScene(t);
  const person = ids[ANN.id]!;
  await town.say(ANN, "/briefing");
  await town.press(ANN, "Price alert");
  assert.match(last(ANN).text, /Which share, index or currency\?/);
  await town.say(ANN, "AAPL");
  assert.match(last(ANN).text, /Tell at or above which price\?/);
  const line = town.adapter.shown.at(-1);
  await town.say(ANN, "a lot", { repliesToId: line?.messageId ?? "" });
  assert.match(last(ANN).text, /^❔ Please write a number\./);
  await town.again();
  await town.say(ANN, "400");
  assert.match(last(ANN).text, /\*\*AAPL Price alert\*\*/);
  await town.press(ANN, "Make it");
  const alert = town.parts.schedules.get("AAPL Price alert", person)!;
  assert.equal(alert.timing.kind === "condition" && alert.timing.condition, "price >= 400");
  assert.equal(alert.timing.kind === "condition" && alert.timing.coolDownMs, 6 * 3_600_000);

  await town.say(ANN, "/briefing");
  await town.press(ANN, "New");
  await town.press(ANN, "Page change");
  const where = town.adapter.shown.at(-1);
  await town.say(ANN, "the museum", { repliesToId: where?.messageId ?? "" });
  assert.match(last(ANN).text, /Please write an address/);
  await town.say(ANN, `${pages}/article-en`);
  await town.press(ANN, "Make it");
  await town.say(ANN, "/briefing");
  await town.press(ANN, "New");
  await town.press(ANN, "More");
  await town.press(ANN, "Unread feeds");
  await town.say(ANN, `${pages}/feed.xml, ${pages}/feed.atom`);
  await town.press(ANN, "Make it");
  await town.say(ANN, "/briefing");
  assert.match(last(ANN).text, /^🗞️ \*\*Briefings\*\* \(3\)/);
  assert.deepEqual(
    town.parts.schedules.list(person).map(({ program }) => program),
    [
      '[system:event] >> [system:run]("price_alert") {symbol: "AAPL"}',
      `[system:run]("page_watch") {url: "${pages}/article-en"}`,
      `[system:run]("unread_feed") {url: ["${pages}/feed.xml", "${pages}/feed.atom"]}`,
    ],
  );
});

test("while a draft is open, words are no answer to it, and its buttons are its person's alone", async (t) => {
  const { town, ids } = await openScene(t);
  await town.say(ANN, "/briefing");
  await town.press(ANN, "More");
  await town.press(ANN, "Weekly review");
  await town.press(ANN, "When");
  await town.press(ANN, "Leave as it is");
  const form = town.adapter.withButton("Make it");
  const [answer = ""] = await town.say(ANN, "what time is it");
  assert.match(answer, /^It's /);
  await town.press(MINSU, "Make it", {
    message: form,
    chat: { platform: "telegram", chatId: "1", isPrivate: true },
  });
  assert.deepEqual(town.parts.schedules.list(ids[ANN.id]!), []);
  await town.press(ANN, "Make it");
  const made = town.adapter.shown.filter(({ text }) => text.startsWith("🔁 **Weekly review**"));
  assert.equal(made.length, 1, "in the place of the draft");
  assert.ok(!town.adapter.shown.some(({ text }) => text.includes("Press what you want")));
});
