// biome-ignore-all lint/suspicious/noTemplateCurlyInString: braces after a dollar are a sign of the language
import assert from "node:assert/strict";
import { test } from "node:test";
import { openHouse } from "../../workflows/support/workflow-house.ts";

test("the weather of a place is told now and for the days asked for", async (t) => {
  const { run, upstream } = await openHouse(t);
  const { text, envelope } = await run('[source:weather]("서울") {days: 3}');
  assert.deepEqual(text.split("\n"), [
    "**서울** 지금 2°C ☁️ 흐림",
    "- 오늘 ☁️ 흐림, -1~7°C, 비 10%",
    "- 내일 🌧️ 약한 비, -1~8°C, 비 80%",
    "- 화요일 🌧️ 약한 비, -1~9°C, 비 80%",
  ]);
  assert.equal(envelope?.tainted, true);
  const [places, forecast] = upstream.requests;
  assert.deepEqual(places?.query["name"], "서울");
  assert.deepEqual(
    [forecast?.query["latitude"], forecast?.query["timezone"], forecast?.query["forecast_days"]],
    ["37.566", "auto", "7"],
  );
});

test("as many days as are asked for are given as data too", async (t) => {
  const { run } = await openHouse(t);
  const { text } = await run('$w = [source:weather]("서울") {days: 3}; "${count($w.days)}"');
  assert.equal(text, "3");
});

test("a place that nobody knows, and an upstream that is down, are failures that say so", async (t) => {
  const { run, upstream } = await openHouse(t);
  const unknown = await run('[source:weather]("없는도시")');
  assert.equal(unknown.envelope?.ok, false);
  assert.match(unknown.text, /^없는도시라는 곳은 못 찾았어요/);
  upstream.misbehave("open-meteo", { kind: "status", status: 503 });
  const down = await run('[source:weather]("Berlin")');
  assert.equal(down.envelope?.ok, false);
  assert.match(down.text, /^날씨 서비스가 답하지 않아요\.$/);
});

test("without a place, and with a day in its place, it is the city of the person's time zone", async (t) => {
  const { run, upstream } = await openHouse(t);
  for (const program of ["[source:weather]", '[source:weather]("내일")']) {
    const { text } = await run(program);
    assert.match(text, /^\*\*서울\*\* 지금/);
  }
  assert.equal(upstream.requests[0]?.query["name"], "Seoul");
});
