import assert from "node:assert/strict";
import { test } from "node:test";
import { openHouse, type WorkflowHouse } from "./support/workflow-house.ts";

/** Puts pages of the loopback web on the reading list. */
async function keep(house: WorkflowHouse, ...paths: readonly string[]): Promise<string> {
  let text = "";
  for (const path of paths) {
    const url = `${house.upstream.origins.pages}/${path}`;
    ({ text } = await house.run(`[system:run]("read_later") {url: "${url}"}`));
  }
  return text;
}

test("an address goes on the reading list once", async (t) => {
  const house = await openHouse(t);
  const { pages } = house.upstream.origins;
  const text = await keep(house, "article-ko", "article-en", "article-ko");
  assert.equal(text, `📚 읽을 목록 (2)\n${pages}/article-ko\n${pages}/article-en`);
  assert.equal(house.read("reading_list.txt"), `${pages}/article-ko\n${pages}/article-en\n`);
});

test("the reading list is read page by page, all asked about on one card, and what was read is taken off", async (t) => {
  const house = await openHouse(t);
  const { pages } = house.upstream.origins;
  await keep(house, "article-ko", "missing", "article-en");
  const { asked, envelope, text } = await house.run('[system:run]("reading_list") {sentences: 1}');
  assert.equal(envelope?.ok, true);
  assert.deepEqual(
    asked.map(({ kind }) => kind),
    ["value"],
  );
  assert.match(text, new RegExp(`^${pages}/article-ko\n.*[가-힣]`));
  const [, missing = ""] = text.split(`**${pages}/missing**\n`);
  const left = `✗ 열지 못해 목록에 남겨 둬요: ${pages}/missing\n\n${pages}/article-en\n`;
  assert.ok(missing.startsWith(left), missing);
  assert.match(text, /library/);
  assert.equal(house.read("reading_list.txt"), `${pages}/missing\n`);
});

test("a page that the person does not allow stays on the list unread", async (t) => {
  const house = await openHouse(t);
  await keep(house, "article-ko");
  const before = house.upstream.requests.length;
  const { text } = await house.run('[system:run]("reading_list")', () => ({ state: "denied" }));
  assert.match(text, /✗ 열지 못해 목록에 남겨 둬요: /);
  assert.equal(house.upstream.requests.length, before);
  assert.equal(house.read("reading_list.txt"), `${house.upstream.origins.pages}/article-ko\n`);
});

test("a reading list that is empty or was never made says so", async (t) => {
  const house = await openHouse(t);
  for (const content of [undefined, "", "메모\n"]) {
    if (content !== undefined) house.write("reading_list.txt", content);
    const { text } = await house.run('[system:run]("reading_list")');
    assert.equal(text, "📚 읽을 목록이 비어 있어요.");
  }
});

test("a page is saved as a file, under the name that is given", async (t) => {
  const house = await openHouse(t);
  const url = `${house.upstream.origins.pages}/article-ko`;
  const { envelope, text } = await house.run(
    `[system:run]("save_page") {url: "${url}", file: "글/한강.md"}`,
  );
  assert.match(text, /글\/한강\.md\S*에 적었어요/);
  assert.deepEqual(envelope?.files, [{ path: "글/한강.md", mediaType: "text/markdown" }]);
  assert.match(house.read("글/한강.md"), new RegExp(`^# .*\n${url}\n\n[^]*한강`));
});

test("a price is logged a line at a time and drawn", async (t) => {
  const house = await openHouse(t);
  for (const count of [1, 2]) {
    const { envelope } = await house.run('[system:run]("price_log")');
    const [file] = envelope?.files ?? [];
    assert.equal(file?.mediaType, "image/png");
    assert.ok(house.files().includes(file.path), file.path);
    const lines = house.read("price_log.csv").split("\n");
    assert.equal(lines.length, 1 + count);
    assert.equal(lines[0], "date,price");
    assert.match(lines.at(-1)!, /^\d{4}-\d\d-\d\dT[\d:]{8}\+09:00,2921\.36$/);
  }
  house.upstream.misbehave("yahoo-finance", { kind: "status", status: 503 });
  const { envelope } = await house.run('[system:run]("price_log")');
  assert.equal(envelope?.ok, false);
  assert.equal(house.read("price_log.csv").split("\n").length, 3);
});

test("prices are compared in one picture, also when one of them is unknown", async (t) => {
  const house = await openHouse(t);
  for (const second of ["SK하이닉스", "없는회사"]) {
    const { envelope } = await house.run(`[system:run]("compare_prices") {second: "${second}"}`);
    assert.equal(envelope?.ok, true);
    assert.equal(envelope?.files[0]?.mediaType, "image/png");
  }
  assert.deepEqual(house.files(), ["오늘의-등락률-2.png", "오늘의-등락률.png"]);
  assert.deepEqual(
    house.upstream.requests
      .map(({ path }) => path)
      .filter((path) => path.includes("/chart/"))
      .slice(0, 3)
      .sort(),
    ["/v8/finance/chart/000660.KS", "/v8/finance/chart/005930.KS", "/v8/finance/chart/AAPL"],
  );
});
