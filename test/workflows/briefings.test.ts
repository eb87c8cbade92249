import assert from "node:assert/strict";
import { test } from "node:test";
import { openHouse } from "./support/workflow-house.ts";

test("the morning briefing tells time, weather, calendar, to-dos, news and prices in that order, with a chart", async (t) => {
  const { run, read } = await openHouse(t);
  await run('[system:todo]("우유 사기")');
  const { text, envelope } = await run(
    '[system:run]("morning_briefing") {topic: "부동산", symbol: "삼성전자", parts: [weather, calendar, todos, news, prices, chart]}',
  );
  const lines = text.split("\n");
  assert.match(lines[0]!, /^🌅 \d+월 \d+일 .요일 오[전후] \d+:\d+(?:이에요|예요)\.$/);
  assert.deepEqual(lines.slice(1, 4), [
    "**서울** 지금 2°C ☁️ 흐림",
    "- 오늘 ☁️ 흐림, -1~7°C, 비 10%",
    "**🗓️ 오늘 일정**",
  ]);
  assert.equal(lines[4], "일정이 없어요.");
  assert.deepEqual(lines.slice(5, 8), ["**📝 할 일**", "1. ☐ 우유 사기", "**부동산**"]);
  assert.match(
    lines[8]!,
    /^1\. \[부동산 시장, 내년에 두 배로 커진다\]\(https:\/\/.*\) · 한빛경제, /,
  );
  assert.deepEqual(lines.slice(11), [
    "**📈 시세**",
    "**삼성전자** 71,500원 ▲800 (+1.1%) · 11월 20일 15:30",
  ]);
  assert.deepEqual(envelope?.files, [{ path: "삼성전자.png", mediaType: "image/png" }]);
  assert.match(read("삼성전자.png"), /^.PNG/);
});

test("a briefing has as many topics and prices as it is asked for, and only the parts that are wanted", async (t) => {
  const { run } = await openHouse(t);
  const { text, envelope } = await run(
    '[system:run]("morning_briefing") {topic: ["AI", "부동산"], symbol: "AAPL, 삼성전자", parts: [news, prices, chart], count: 1}',
  );
  assert.deepEqual(
    text.split("\n").map((line) => line.slice(0, 18)),
    [
      ...text
        .split("\n")
        .slice(0, 1)
        .map((line) => line.slice(0, 18)),
      "**AI**",
      "1. [AI 시장, 내년에 두 배로",
      "**부동산**",
      "1. [부동산 시장, 내년에 두 배로",
      "**📈 시세**",
      "**애플** $328.88 ▼4.86",
      "**삼성전자** 71,500원 ▲8",
    ].map((line) => line.slice(0, 18)),
  );
  assert.deepEqual(envelope?.files, [{ path: "오늘의-등락률.png", mediaType: "image/png" }]);
});

test("without a course to draw, the briefing is whole in words", async (t) => {
  const { run, upstream } = await openHouse(t);
  upstream.misbehave("yahoo-finance", undefined);
  const program = '[system:run]("morning_briefing") {symbol: "삼성전자", parts: [prices, chart]}';
  const { text: drawn } = await run(program);
  const requests = upstream.requests.length;
  const { text, envelope } = await run(
    '[system:run]("morning_briefing") {symbol: "삼성전자", parts: [prices]}',
  );
  assert.deepEqual(drawn.split("\n").slice(1), text.split("\n").slice(1));
  assert.deepEqual(envelope?.files, []);
  assert.ok(upstream.requests.length > requests);
});

test("the morning briefing says what could not be had, and tells the rest", async (t) => {
  const { run, upstream } = await openHouse(t);
  upstream.misbehave("google-news", { kind: "status", status: 503 });
  upstream.misbehave("yahoo-finance", { kind: "status", status: 503 });
  upstream.misbehave("open-meteo", { kind: "status", status: 503 });
  const { envelope, text } = await run(
    '[system:run]("morning_briefing") {parts: [weather, calendar, todos, news, prices]}',
  );
  assert.equal(envelope?.ok, true);
  assert.deepEqual(text.split("\n").slice(1), [
    "날씨를 가져오지 못했어요.",
    "**🗓️ 오늘 일정**",
    "일정이 없어요.",
    "**📝 할 일**",
    "할 일이 없어요.",
    "📰 소식을 가져오지 못했어요.",
    "**📈 시세**",
    "시세를 가져오지 못했어요.",
  ]);
});

test("a price alert brings the price with its course, or the price alone where that cannot be had", async (t) => {
  const { run, upstream } = await openHouse(t);
  const words = "🔔 **애플** $328.88 ▼4.86 (−1.5%) · 11월 20일 15:30";
  const drawn = await run('[system:run]("price_alert") {symbol: "AAPL"}');
  assert.equal(drawn.text, words);
  assert.deepEqual(drawn.envelope?.files, [{ path: "애플.png", mediaType: "image/png" }]);
  const { text, envelope } = await run('[system:run]("price_alert") {symbol: "AAPL", range: "1y"}');
  assert.equal(text, words);
  assert.equal(envelope?.ok, true);
  assert.ok(upstream.requests.some(({ query }) => query["range"] === "1y"));
});

test("the news briefing has three articles on each of its two topics", async (t) => {
  const { run } = await openHouse(t);
  const { text } = await run('[system:run]("news_briefing")');
  for (const topic of ["AI", "부동산"]) {
    assert.ok(text.includes(`**${topic}**\n1. [${topic} 시장, 내년에`), topic);
  }
  assert.equal(text.match(/^\d\. /gm)?.length, 6);
});

test("two topics come as one briefing, from the web where there is no news", async (t) => {
  const { run, upstream } = await openHouse(t);
  const { text } = await run('[system:run]("two_topics") {second: "부동산", count: 2}');
  assert.equal(text.split("\n")[0], "**AI · 부동산**");
  assert.deepEqual(
    text
      .split("\n")
      .slice(1)
      .map((line) => /AI|부동산/.exec(line)?.[0]),
    ["AI", "AI", "부동산", "부동산"],
  );
  upstream.misbehave("google-news", { kind: "status", status: 503 });
  const { text: fromWeb } = await run('[system:run]("two_topics") {count: 1}');
  assert.equal(fromWeb.split("\n")[0], "**AI · 반도체**");
  assert.equal(fromWeb.split("\n").length, 3);
  assert.deepEqual(
    upstream.requests
      .flatMap(({ service, body }) =>
        service === "duckduckgo" ? [new URLSearchParams(body).get("q")] : [],
      )
      .sort(),
    ["AI", "반도체"],
  );
});

test("a news digest is told and put with its time above the earlier ones", async (t) => {
  const { run, read } = await openHouse(t);
  const { text } = await run('[system:run]("news_digest") {count: 2}');
  assert.match(text, /^\*\*AI\*\*\n- \[AI 시장, .*\n- \[정부, AI /);
  const first = read("news_digest.md");
  assert.match(first, /^## \d{4}-\d\d-\d\dT[\d:]{8}\+09:00\n\*\*AI\*\*\n/);
  await run('[system:run]("news_digest") {topic: "반도체", count: 1}');
  const both = read("news_digest.md");
  assert.match(both, /^## \S+\n\*\*반도체\*\*\n- \[반도체 시장, .*\n\n## /);
  assert.ok(both.endsWith(first));
});

test("a news digest without news says nothing and leaves the file alone", async (t) => {
  const { run, files } = await openHouse(t);
  const { envelope } = await run('[system:run]("news_digest") {topic: "zxqv"}');
  assert.deepEqual([envelope?.ok, envelope?.text], [true, ""]);
  assert.deepEqual(files(), []);
});

test("the weekly review tells what was done, what ran, open to-dos, what comes, files and memories", async (t) => {
  const { run } = await openHouse(t);
  const { text: empty, envelope: plain } = await run('[system:run]("weekly_review")');
  assert.equal(
    empty,
    "**✅ 끝낸 일 (0)**\n**⏱️ 왔던 알림 (0)**\n**📝 남은 일 (0)**\n남은 것이 없어요.\n**🗓️ 앞으로 한 주**\n일정이 없어요.\n**⏰ 켜진 알림과 브리핑 (0)**\n알림이 없어요.\n**📁 최근에 바뀐 파일**\n남은 것이 없어요.\n**🧠 최근에 기억한 것**\n기억하는 것이 없어요.",
  );
  assert.deepEqual(plain?.files, []);
  for (const program of [
    '[system:todo]("우유 사기")',
    '[system:todo]("책 반납")',
    "[system:todo] {done: 1}",
    '[system:write]("회의록.md") {content: "가"}',
    '[source:save_memory]("민수 생일은 3월 2일")',
    '[system:schedule]("물") {pipeline: "[system:notify_user](\'물\')", every: "2h"}',
  ])
    await run(program);
  const { text, envelope } = await run('[system:run]("weekly_review")');
  assert.match(
    text,
    /^\*\*✅ 끝낸 일 \(1\)\*\*\n- 우유 사기\n\*\*⏱️ 왔던 알림 \(0\)\*\*\n\*\*📝 남은 일 \(1\)\*\*\n1\. 책 반납\n\*\*🗓️ 앞으로 한 주\*\*\n일정이 없어요\.\n\*\*⏰ 켜진 알림과 브리핑 \(1\)\*\*\n.*물.*\n\*\*📁 최근에 바뀐 파일\*\*\n1\. 회의록\.md \(\d{4}년 .*\)\n\*\*🧠 최근에 기억한 것\*\*\n- 민수 생일은 3월 2일 \(.*\)$/,
  );
  assert.deepEqual(envelope?.files, [{ path: "지난-한-주.png", mediaType: "image/png" }]);
});

test("radio comes from the country asked for, or else from anywhere", async (t) => {
  const { run, upstream } = await openHouse(t);
  const { text } = await run('[system:run]("radio_pick") {tag: "classical"}');
  assert.equal(
    text,
    "1. KBS Classic FM (tags: classical)\n   https://stream.example.com/kbs-classic-fm",
  );
  const { text: foreign } = await run('[system:run]("radio_pick") {count: 1}');
  assert.equal(foreign, "1. Jazz24 (tags: jazz)\n   https://stream.example.com/jazz24");
  assert.deepEqual(
    upstream.requests.map(({ query }) => [query["tag"], query["countrycode"]]),
    [
      ["classical", "KR"],
      ["jazz", "KR"],
      ["jazz", undefined],
    ],
  );
});
