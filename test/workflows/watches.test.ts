import assert from "node:assert/strict";
import { test } from "node:test";
import { openHouse, type WorkflowHouse } from "./support/workflow-house.ts";

/** What a run of a watch says; nothing is the empty text. */
async function said(house: WorkflowHouse, code: string): Promise<string | undefined> {
  const { envelope, text } = await house.run(code);
  return envelope?.ok === true ? envelope.text : `failed: ${text}`;
}

const QUOTE = "**삼성전자** 71,500원 ▲800 (+1.1%) · 11월 20일 15:30";

test("a price is told when it crosses a mark, and not again while it stays there", async (t) => {
  const house = await openHouse(t);
  const steps: readonly (readonly [string, string, string])[] = [
    ["", "", "between"],
    ["{above: 71500}", `🔺 71500 이상이 됐어요.\n${QUOTE}`, "above"],
    ["{above: 71500}", "", "above"],
    ["", `↔️ 50000–100000 사이로 돌아왔어요.\n${QUOTE}`, "between"],
    ["{below: 71500}", `🔻 71500 이하가 됐어요.\n${QUOTE}`, "below"],
    ["{below: 71500}", "", "below"],
    ["{above: 70000}", `🔺 70000 이상이 됐어요.\n${QUOTE}`, "above"],
  ];
  for (const [parameters, told, kept] of steps) {
    assert.equal(await said(house, `[system:run]("price_watch") ${parameters}`), told, parameters);
    assert.equal(house.read("price_watch.txt"), kept);
  }
  assert.equal(
    await said(house, '[system:run]("price_watch") {symbol: "AAPL", above: 300, file: "애플.txt"}'),
    "🔺 300 이상이 됐어요.\n**애플** $328.88 ▼4.86 (−1.5%) · 11월 20일 15:30",
  );
  assert.deepEqual([house.read("애플.txt"), house.read("price_watch.txt")], ["above", "above"]);
});

test("a price that cannot be had is a failure and forgets nothing", async (t) => {
  const house = await openHouse(t);
  house.write("price_watch.txt", "above");
  house.upstream.misbehave("yahoo-finance", { kind: "status", status: 503 });
  const { envelope, text } = await house.run('[system:run]("price_watch") {above: 70000}');
  assert.equal(envelope?.ok, false);
  assert.equal(text, "시세 서비스가 답하지 않아요.");
  assert.equal(house.read("price_watch.txt"), "above");
});

/** An answer of the pages in the place of theirs. */
function page(...lines: readonly string[]) {
  const body = `<title>공지</title>${lines.map((line) => `<p>${line}</p>`).join("")}`;
  return { kind: "body", contentType: "text/html; charset=utf-8", body } as const;
}

test("of a page that has changed only the lines are told that did, once", async (t) => {
  const house = await openHouse(t);
  const url = `${house.upstream.origins.pages}/article-ko`;
  const watch = (): Promise<string | undefined> =>
    said(house, `[system:run]("page_watch") {url: "${url}"}`);
  house.upstream.misbehave("pages", page("오늘은 엽니다.", "입장료 3,000원", "문의는 전화로."));
  assert.equal(await watch(), `👀 지금부터 지켜봐요: ${url}`);
  assert.equal(await watch(), "");
  house.upstream.misbehave("pages", page("문의는 전화로.", "입장료 4,000원", "오늘은 엽니다."));
  assert.equal(
    await watch(),
    `🔔 페이지가 달라졌어요: ${url}\n➖ 입장료 3,000원\n➕ 입장료 4,000원`,
  );
  assert.equal(await watch(), "");
});

test("a page that does not open is a failure and no change", async (t) => {
  const house = await openHouse(t);
  const url = `${house.upstream.origins.pages}/article-ko`;
  const run = `[system:run]("page_watch") {url: "${url}"}`;
  await house.run(run);
  house.upstream.misbehave("pages", { kind: "status", status: 500 }, 1);
  const { envelope, text } = await house.run(run);
  assert.equal(envelope?.ok, false);
  assert.match(text, /^127\.0\.0\.1:\d+[이가] 답하지 않아요\.$/);
  assert.equal(await said(house, run), "");
});

test("a site is told when it stops answering and when it is back, each once", async (t) => {
  const house = await openHouse(t);
  const url = `${house.upstream.origins.pages}/article-ko`;
  const watch = (): Promise<string | undefined> =>
    said(house, `[system:run]("site_watch") {url: "${url}"}`);
  assert.equal(await watch(), "");
  house.upstream.misbehave("pages", { kind: "status", status: 503 });
  assert.equal(await watch(), `🔴 열리지 않아요: ${url}`);
  assert.equal(await watch(), "");
  house.upstream.misbehave("pages", undefined);
  assert.equal(await watch(), `🟢 다시 열려요: ${url}`);
  assert.equal(await watch(), "");
});
