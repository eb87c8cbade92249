import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { AppError } from "../../../src/base/errors.ts";
import type { JsonObject } from "../../../src/base/json.ts";
import { SHAPES } from "../../../src/nodes/forge/chart-series.ts";
import { createChartHandlers } from "../../../src/nodes/forge/charts.ts";
import { processorMs } from "../../support/processor-time.ts";
import { type CallOptions, failureOf, goodValue, run } from "../../support/ready-call.ts";

const FONT = fileURLToPath(new URL("../../../assets/fonts/NanumGothic.ttf", import.meta.url));
const MONTHS = [
  { 월: "1월", 매출: 120, 비용: 80 },
  { 월: "2월", 매출: 150, 비용: 90 },
];

async function forge(context: TestContext, fontPath = FONT) {
  const folder = await mkdtemp(join(tmpdir(), "charts-"));
  context.after(() => rm(folder, { recursive: true }));
  const handlers = createChartHandlers({
    fontPath,
    saveFile: async (_call, name, bytes, mediaType) => {
      await writeFile(join(folder, name), bytes);
      return { kind: "file", path: name, mediaType, sizeBytes: bytes.length };
    },
  });
  return {
    draw: (action: string, params: JsonObject, options: CallOptions = {}) =>
      run(handlers, `forge:${action}`, params, options),
    read: (name: string) => readFile(join(folder, name)),
  };
}

/** Width and height from a PNG's header chunk. */
function sizeOfPng(bytes: Buffer): readonly [number, number] {
  assert.equal(bytes.toString("latin1", 1, 4), "PNG");
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

test("a line chart becomes a PNG named after its title", async (t) => {
  const { draw, read } = await forge(t);
  const value = goodValue(
    await draw("line", { title: "월별 매출 추이", data: MONTHS, x_label: "월", y_label: "만원" }),
  );
  const bytes = await read("월별-매출-추이.png");
  assert.deepEqual(value, {
    kind: "file",
    path: "월별-매출-추이.png",
    mediaType: "image/png",
    sizeBytes: bytes.length,
  });
  assert.deepEqual(sizeOfPng(bytes), [1920, 1080]);
});

test("Korean letters are drawn with the shipped font: without it the picture is another, and much emptier", async (t) => {
  const params = { title: "가나다라마바사아자차카타파하", data: MONTHS };
  const [shipped, none] = [await forge(t), await forge(t, join(tmpdir(), "no-such-font.ttf"))];
  await shipped.draw("bar", params);
  await none.draw("bar", params);
  const [withFont, without] = [
    await shipped.read("가나다라마바사아자차카타파하.png"),
    await none.read("가나다라마바사아자차카타파하.png"),
  ];
  assert.ok(
    withFont.length > without.length * 1.3,
    `${withFont.length} and ${without.length} bytes`,
  );
});

test("an SVG holds title, labels, names and a white ground, with markup in texts made harmless", async (t) => {
  const { draw, read } = await forge(t);
  const value = goodValue(
    await draw("bar", { title: "매출 <b>&", data: MONTHS, output_format: "svg", y_label: "만원" }),
  );
  assert.equal(value.kind === "file" && value.mediaType, "image/svg+xml");
  const svg = (await read("매출-b.svg")).toString("utf8");
  for (const text of ["매출 &lt;b&gt;&amp;", "1월", "2월", "비용", "만원", "NanumGothic", "#fff"])
    assert.ok(svg.includes(text), text);
});

test("bars lie down, stack and carry their values with commas", async (t) => {
  const { draw, read } = await forge(t);
  await draw("bar", {
    title: "h",
    data: Array.from({ length: 60 }, (_, index) => [`항목 ${index}`, index]),
    horizontal: true,
  });
  const [, height] = sizeOfPng(await read("h.png"));
  assert.equal(height, 2 * (160 + 60 * 26));
  await draw("bar", { title: "v", data: [{ name: "서울", 인구: 9411000 }], output_format: "svg" });
  assert.match((await read("v.svg")).toString("utf8"), />9,411,000</);
  await draw("bar", { title: "s", data: MONTHS, stacked: true, output_format: "svg" });
  await draw("bar", { title: "n", data: MONTHS, output_format: "svg" });
  const [stacked, beside] = [await read("s.svg"), await read("n.svg")];
  assert.deepEqual([highestMark(stacked), highestMark(beside)], [250, 150]);
});

/** The largest number written on a chart's axis. */
function highestMark(svg: Buffer): number {
  return Math.max(
    ...[...svg.toString("utf8").matchAll(/>(\d+)</g)].map((match) => Number(match[1])),
  );
}

test("pictographs are left out of the picture, which has no letters for them", async (t) => {
  const { draw, read } = await forge(t);
  await draw("line", { title: "로켓 🚀🇰🇷 발사", data: [1, 2], output_format: "svg" });
  assert.match((await read("로켓-발사.svg")).toString("utf8"), />로켓 발사</);
});

test("a text that holds a table is drawn, as it comes from a file", async (t) => {
  const { draw, read } = await forge(t);
  await draw("bar", { data: ["도시,인구\n서울,9\n부산,3"], output_format: "svg" });
  const svg = (await read("chart.svg")).toString("utf8");
  for (const text of [">서울<", ">부산<", ">9<"]) assert.ok(svg.includes(text), text);
});

test("a title cannot become a path", async (t) => {
  const { draw } = await forge(t);
  const paths = [];
  for (const title of [
    "../../etc/passwd",
    "..",
    "a/b\\c:d*e",
    "가".repeat(300),
    ".hidden",
    "\u0000",
  ]) {
    const value = goodValue(
      await draw("line", { title: title.slice(0, 120), data: [1, 2], output_format: "svg" }),
    );
    paths.push(value.kind === "file" ? value.path : "");
  }
  assert.deepEqual(paths, [
    "etc-passwd.svg",
    "chart.svg",
    "a-b-c-d-e.svg",
    `${"가".repeat(60)}.svg`,
    "hidden.svg",
    "chart.svg",
  ]);
});

test("a chart of tainted data is tainted", async (t) => {
  const { draw } = await forge(t);
  const result = await draw("line", { data: [1, 2], output_format: "svg" }, { tainted: true });
  assert.equal("tainted" in result && result.tainted, true);
});

test("data that cannot be drawn fails in the person's language", async (t) => {
  const { draw } = await forge(t);
  const failures = [
    failureOf(await draw("line", { data: [1, "둘"] })),
    failureOf(await draw("line", { data: [] }, { language: "en" })),
  ];
  assert.deepEqual(failures, [
    { code: "bad-data", message: '"1"의 2번째 값 "둘"은 숫자가 아니에요.', retryable: false },
    {
      code: "bad-data",
      message: `There is no data to draw. ${SHAPES.en}`,
      retryable: false,
    },
  ]);
});

test("a folder that is full is a failure with its own code", async () => {
  const handlers = createChartHandlers({
    fontPath: FONT,
    saveFile: () => Promise.reject(new AppError("quota", "Your folder is full.")),
  });
  const failure = failureOf(await run(handlers, "forge:bar", { data: [1], output_format: "svg" }));
  assert.deepEqual(failure, { code: "quota", message: "Your folder is full.", retryable: false });
});

test("5,000 points are drawn in under five seconds", async (t) => {
  const { draw } = await forge(t);
  const data = Array.from({ length: 5000 }, (_, index) => Math.sin(index / 100));
  const tookMs = await processorMs(async () => goodValue(await draw("line", { data })));
  assert.ok(tookMs < 5000, `${tookMs}`);
});
