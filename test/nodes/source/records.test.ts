import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "../../../src/base/json.ts";
import { openHouse } from "../../workflows/support/workflow-house.ts";

type House = Awaited<ReturnType<typeof openHouse>>;

async function rows({ run }: House, program: string): Promise<readonly JsonObject[]> {
  const { envelope, text } = await run(program);
  assert.equal(envelope?.ok, true, text);
  return envelope.value as readonly JsonObject[]; // these programs give lists of objects
}

test("what is measured is kept under one name, whoever calls it how, and told with its mean", async (t) => {
  const house = await openHouse(t);
  const said = await house.run(
    '[source:save_health] {type: "blood_pressure", systolic: 120, diastolic: 80}',
  );
  assert.equal(said.text, "🩺 기록했어요: **혈압 120/80**");
  assert.deepEqual(said.asked, []);
  await house.run('[source:save_health]("혈압") {value: "130/84", at: "2026-11-20 08:30"}');
  await house.run('[source:log]("bp") {value: "150/95", person: "엄마", note: "아침 전"}');
  await house.run(
    '[source:save_health]("measurement") {data: {category: "weight", value: 71.5, unit: "kg"}}',
  );
  await house.run('[source:save_health]("두통") {note: "오후 내내"}');
  const all = await rows(house, '[source:health_query]("blood pressure")');
  assert.deepEqual(
    all.map(({ value, person, number }) => [value, person, number]),
    [
      ["150/95", "엄마", 150],
      ["120/80", "", 120],
      ["130/84", "", 130],
    ],
  );
  assert.equal(all[2]?.["at"], "2026-11-19T23:30:00.000Z");
  const hers = await rows(house, '[source:history]("혈압") {person: "엄마"}');
  assert.deepEqual(
    hers.map(({ value }) => value),
    ["150/95"],
  );
  const symptoms = await rows(house, '[source:get]("symptoms") {type: "health"}');
  assert.deepEqual(
    symptoms.map(({ what, note }) => [what, note]),
    [["두통", "오후 내내"]],
  );
  const summary = await rows(house, "[source:summary]");
  assert.deepEqual(
    summary.map(({ what, person, latest, count, average }) => [
      what,
      person,
      latest,
      count,
      average,
    ]),
    [
      ["두통", "", "", 1, null],
      ["weight", "", "71.5 kg", 1, null],
      ["blood_pressure", "엄마", "150/95", 1, null],
      ["blood_pressure", "", "120/80", 2, 125],
    ],
  );
});

test("a how-to is replaced under its name, found by its words, read, deleted, and comes back with an undo", async (t) => {
  const house = await openHouse(t);
  await house.run('[source:skill_add]("김치 담그기") {content: "배추를 절인다"}');
  await house.run('[source:skill_add]("김치 담그기") {content: "배추를 절이고 양념을 바른다"}');
  house.write("how/bread.md", "---\nname: 빵 굽기\ntags: [밀, 효모]\n---\n반죽을 굽는다");
  house.write("how/soup.md", "# 국 끓이기\n물을 끓인다");
  const came = await rows(house, '[source:skill_import]("how")');
  assert.deepEqual(
    came.map(({ title }) => title),
    ["빵 굽기", "국 끓이기"],
  );
  const found = await rows(house, '[source:skill_search]("양념")');
  assert.deepEqual(
    found.map(({ title }) => title),
    ["김치 담그기"],
  );
  assert.match((await house.run('[source:skill_read]("빵 굽기")')).text, /반죽을 굽는다/);
  const missing = await house.run('[source:skill_delete]("빵")');
  assert.equal(missing.envelope?.ok, false);
  assert.match(missing.text, /가까운 것:\n- #\d+ \(밖에서 온 글\)/);
  await house.run('[source:skill_delete]("김치 담그기")');
  assert.equal((await rows(house, '[source:skill_search] {query: "김치"}')).length, 0);
  await house.run("[system:undo]");
  assert.deepEqual((await rows(house, '[source:skill_search]("양념")')).length, 1);
});

test("the posts of a feed are kept once with their text, searched, read and summed up", async (t) => {
  const house = await openHouse(t);
  const { pages } = house.upstream.origins;
  const first = await house.run(`[source:check_new]("${pages}/feed.xml")`);
  assert.equal(first.envelope?.ok, true, first.text);
  assert.equal(first.envelope.tainted, true);
  const kept = await rows(house, "[source:posts]");
  assert.deepEqual(
    kept.map(({ url }) => url).sort(),
    [`${pages}/market`, "https://blog.example/bridge"].sort(),
  );
  assert.equal((await house.run("[source:check_new]")).text, "새 글이 없어요.");
  const [hit] = await rows(house, '[source:rag_search]("bridge")');
  assert.equal(hit?.["title"], "The bridge is open");
  assert.match((await house.run(`[source:get_post](${hit?.["id"]})`)).text, /The bridge is open/);
  const [blog] = await rows(house, "[source:blog_stats]");
  assert.equal(blog?.["count"], 2);
  assert.equal(
    (await house.run("[source:rebuild_index]")).text,
    "글 2개의 색인을 새로 만들었어요.",
  );
  assert.equal((await house.run("[source:insight]")).envelope?.ok, true);
  await house.run("[system:undo]");
  assert.deepEqual(await rows(house, "[source:posts]"), []);
});

test("items of a page are collected by selectors, of JSON by paths, and a selector that is none is said", async (t) => {
  const house = await openHouse(t);
  const { pages } = house.upstream.origins;
  house.upstream.misbehave("pages", {
    kind: "body",
    contentType: "text/html",
    body: '<ul><li class="c"><h3>Lamp</h3><a href="/lamp">more</a><b>12</b></li><li class="c"><h3>Desk</h3><a href="/desk">more</a><b>90</b></li></ul>',
  });
  const collect = `[source:collect]("${pages}/shop") {selectors: {items: "li.c", title: "h3", link: "a@href", price: "b"}}`;
  const items = await rows(house, collect);
  assert.deepEqual(
    items.map(({ title, url, fields }) => [title, url, (fields as JsonObject)["price"]]),
    [
      ["Lamp", `${pages}/lamp`, "12"],
      ["Desk", `${pages}/desk`, "90"],
    ],
  );
  await house.run(collect);
  assert.equal((await rows(house, "[system:query]")).length, 2);
  assert.deepEqual(
    (await rows(house, '[system:query]("desk")')).map(({ title }) => title),
    ["Desk"],
  );
  assert.equal((await rows(house, "[system:sites]"))[0]?.["count"], 2);
  const bad = await house.run(`[source:collect]("${pages}/shop") {selectors: {items: "li:::"}}`);
  assert.equal(bad.envelope?.ok, false);
  assert.match(bad.text, /items 선택자를 확인해 주세요/);
  house.upstream.misbehave("pages", {
    kind: "body",
    contentType: "application/json",
    body: '{"data":{"list":[{"name":"One","n":1},{"name":"Two","n":2}]}}',
  });
  const json = await rows(
    house,
    `[source:collect]("${pages}/api") {selectors: {items: "data.list", title: "name"}}`,
  );
  assert.deepEqual(
    json.map(({ title }) => title),
    ["One", "Two"],
  );
});

test("places, bookmarks and notes on folders are kept and found", async (t) => {
  const house = await openHouse(t);
  await house.run('[source:save]("소문난 국수") {area: "망원", rating: 4.5, phone: "02-123-4567"}');
  await house.run('[source:save]("소문난 국수") {notes: "월요일 휴무"}');
  const places = await rows(house, '[source:local_query] {area: "망원"}');
  assert.deepEqual(
    places.map(({ title, rating, phone, notes }) => [title, rating, phone, notes]),
    [["소문난 국수", 4.5, "02-123-4567", "월요일 휴무"]],
  );
  await house.run('[system:launch]("예제") {url: "example.com"}');
  assert.equal((await house.run('[system:launch]("예제")')).text, "- [예제](https://example.com/)");
  assert.equal((await house.run('[system:launch]("없음")')).envelope?.ok, false);
  house.write("old/a.txt", "a");
  await house.run('[system:annotate]("old") {note: "보관용"}');
  assert.deepEqual(
    (await rows(house, "[system:annotations]")).map(({ path, note }) => [path, note]),
    [["old", "보관용"]],
  );
  assert.equal((await house.run('[system:annotate]("none") {note: "x"}')).envelope?.ok, false);
});

test("one memory is read by its number, and numbers of records and memories are never the same", async (t) => {
  const house = await openHouse(t);
  await house.run('[source:save_memory]("창고 열쇠는 화분 밑")');
  await house.run('[source:log]("weight") {value: 70}');
  assert.match((await house.run("[source:memory_read](1)")).text, /창고 열쇠는 화분 밑/);
  assert.equal((await rows(house, "[source:health_query]"))[0]?.["id"], 2);
  assert.equal((await house.run("[source:memory_read](2)")).envelope?.ok, false);
});
