import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { AppError } from "../../../src/base/errors.ts";
import { createFiles } from "../../../src/drivers/files/files.ts";
import { pictureSize } from "../../../src/drivers/files/image.ts";
import {
  boxBetween,
  type Coordinate,
  createPictureTextHandlers,
  inPixels,
  normalized,
  parseAnswer,
} from "../../../src/nodes/source/picture-text.ts";
import type { PlaceUnit, Sight, Vision } from "../../../src/nodes/source/vision-port.ts";
import { pngOf } from "../../support/pictures.ts";
import {
  type CallOptions,
  failureOf,
  goodValue,
  outcomeOf,
  run,
} from "../../support/ready-call.ts";

const SIZES = { shown: { width: 200, height: 100 }, own: { width: 400, height: 200 } };

/** An answer with one line, its place in thousandths. */
const LINE = '{"text": "안녕", "confidence": 0.9, "box_2d": [100, 250, 300, 750]}';
const WHOLE = `{"full_text": "안녕", "elements": [${LINE}]}`;
const READ = {
  fullText: "안녕",
  elements: [{ text: "안녕", confidence: 0.9, bbox: { x: 100, y: 20, width: 200, height: 40 } }],
};

test("places are turned into parts of the sides and into pixels, and never lie outside", () => {
  const cases: readonly (readonly [Coordinate, { readonly x: number; readonly y: number }])[] = [
    [
      { unit: "pixel", x: 50, y: 50 },
      { x: 100, y: 100 },
    ],
    [
      { unit: "pixel", x: 0, y: 100 },
      { x: 0, y: 200 },
    ],
    [
      { unit: "pixel", x: 900, y: -3 },
      { x: 400, y: 0 },
    ],
    [
      { unit: "normalized", x: 0.5, y: 1 },
      { x: 200, y: 200 },
    ],
    [
      { unit: "normalized", x: 0.1237, y: 0.0024 },
      { x: 49, y: 0 },
    ],
    [
      { unit: "normalized", x: -0.2, y: 1.4 },
      { x: 0, y: 200 },
    ],
  ];
  for (const [place, expected] of cases)
    assert.deepEqual(inPixels(normalized(place, SIZES.shown), SIZES.own), {
      unit: "pixel",
      ...expected,
    });
  const one = { unit: "pixel", x: 30, y: 5 } as const;
  const other = { unit: "pixel", x: 10, y: 25 } as const;
  const box = { x: 10, y: 5, width: 20, height: 20 };
  assert.deepEqual([boxBetween(one, other), boxBetween(other, one)], [box, box]);
});

test("an answer is read with its places, in a fence, among words, or as words alone", () => {
  const cases: readonly (readonly [string, unknown, number])[] = [
    [WHOLE, READ, 0],
    [`\`\`\`json\n${WHOLE}\n\`\`\``, READ, 0],
    [`Here it is:\n\`\`\`\n${WHOLE}\n\`\`\`\nAnything else?`, READ, 0],
    [WHOLE.replace(/"box_2d": \[.*?\]/, '"box_pixels": [50, 10, 150, 30]'), READ, 0],
    [WHOLE.replace('"full_text": "안녕"', '"full_text": " "'), READ, 0],
    ["  메뉴\n냉면 9,000원 ", { fullText: "메뉴\n냉면 9,000원", elements: [] }, 0],
    ["", { fullText: "", elements: [] }, 0],
    ['{"full_text": "", "elements": []}', { fullText: "", elements: [] }, 0],
    [
      '{"full_text": "code ```json {x} ```", "elements": []}',
      { fullText: "code ```json {x} ```", elements: [] },
      0,
    ],
    [
      WHOLE.replace("0.9", "7").replace("[100, 250, 300, 750]", "[-50, 900, 1200, 400.4]"),
      {
        fullText: "안녕",
        elements: [
          { text: "안녕", confidence: 1, bbox: { x: 160, y: 0, width: 200, height: 200 } },
        ],
      },
      0,
    ],
    [
      `{"full_text": "안녕", "elements": [${LINE}, {"text": "b"}, ${LINE.replace("300, 750", "300")}, ${LINE.replace("0.9", '"sure"')}, ${LINE.replace("안녕", " ")}, 7]}`,
      READ,
      5,
    ],
  ];
  for (const [answer, analysis, lostCount] of cases)
    assert.deepEqual(parseAnswer(answer, SIZES), { kind: "text", analysis, lostCount }, answer);
});

test("JSON that breaks off anywhere, or has another shape, is never taken for the text of a picture", () => {
  for (let length = 1; length < WHOLE.length; length += 1)
    for (const start of ["", "```json\n"])
      assert.deepEqual(
        parseAnswer(start + WHOLE.slice(0, length), SIZES),
        { kind: "unreadable" },
        WHOLE.slice(0, length),
      );
  for (const answer of ['{"text": "안녕"}', "{}", '{"full_text": 7, "elements": []}', "{\n]"])
    assert.deepEqual(parseAnswer(answer, SIZES), { kind: "unreadable" }, answer);
});

/** The handlers over a folder with these files and a model that answers so. */
function reading(
  t: TestContext,
  files: Readonly<Record<string, Uint8Array>>,
  model: { readonly answer?: string | Error; readonly isCut?: boolean; readonly unit?: PlaceUnit },
) {
  const root = mkdtempSync(join(tmpdir(), "pictures-"));
  t.after(() => rmSync(root, { recursive: true }));
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(root, name), bytes);
  const asked: Parameters<Vision["look"]>[0][] = [];
  const look = async (question: (typeof asked)[number], signal: AbortSignal): Promise<Sight> => {
    signal.throwIfAborted();
    asked.push(question);
    if (model.answer instanceof Error) throw model.answer;
    return { text: model.answer ?? "", isCut: model.isCut === true };
  };
  const handlers = createPictureTextHandlers({
    filesOf: () => createFiles({ root }),
    lastPicture: () => Object.keys(files).at(-1),
    visionFor:
      model.answer === undefined
        ? undefined
        : () => ({ placeUnit: model.unit ?? "thousandths", look }),
  });
  const read = (path?: string, options: CallOptions = {}) =>
    run(handlers, "source:read_picture", path === undefined ? {} : { path }, options);
  return { read, asked };
}

test("the text is what goes on in a pipe, the lines with their pixels are data, and all of it is from outside", async (t) => {
  const { read, asked } = reading(t, { "a.png": pngOf(400, 200) }, { answer: WHOLE });
  const outcome = outcomeOf(await read("a.png"));
  const data = { ...READ, width: 400, height: 200 };
  const value = { kind: "object", data, text: "안녕" };
  assert.deepEqual(outcome, { ok: true, value, tainted: true });
  assert.match(asked[0]!.instruction, /\[y_min, x_min, y_max, x_max\].*0 to 1000/);
  assert.deepEqual(goodValue(await read()), value);
});

test("a model that is good at pixels is shown few enough of them, and its places are those of the whole picture", async (t) => {
  const answer = `{"full_text": "a", "elements": [{"text": "a", "confidence": 1, "box_pixels": [0, 536, 1072, 1072]}]}`;
  const model = { answer, unit: "pixels" } as const;
  const { read, asked } = reading(t, { "a.png": pngOf(1500, 1500) }, model);
  const value = goodValue(await read("a.png"));
  assert.deepEqual(pictureSize(asked[0]!.picture), { width: 1072, height: 1072 });
  assert.match(asked[0]!.instruction, /which is 1072 wide and 1072 high/);
  assert.ok(value.kind === "object");
  const bbox = { x: 0, y: 750, width: 1500, height: 750 };
  assert.deepEqual(value.data["elements"], [{ text: "a", confidence: 1, bbox }]);
});

test("what cannot be read is told with the next step, in both languages", async (t) => {
  const files = {
    "a.png": pngOf(40, 20),
    "cut.png": pngOf(40, 20).subarray(0, 12),
    "n.png": Buffer.from("글"),
  };
  const cases = [
    [{}, "a.png", "needs-model", /봇을 돌리는 분이 언어 모델을/, /Whoever runs me can connect/],
    [{ answer: "a" }, "n.png", "not-a-picture", /\(text\/plain\).*n\.png 읽어줘/, /is no picture/],
    [{ answer: "a" }, "cut.png", "picture-broken", /깨졌거나/, /Send the picture again/],
    [{ answer: "" }, "a.png", "picture-no-text", /글자가 없어요/, /no text/],
    [{ answer: WHOLE.slice(0, 60) }, "a.png", "model-bad-answer", /다시 해 보세요/, /Try again/],
    [
      { answer: WHOLE.slice(0, 60), isCut: true },
      "a.png",
      "picture-text-too-long",
      /나누어/,
      /in parts/,
    ],
  ] as const;
  for (const [model, path, code, korean, english] of cases) {
    const { read } = reading(t, files, model);
    const failure = failureOf(await read(path));
    assert.equal(failure.code, code);
    assert.match(failure.message, korean);
    assert.match(failureOf(await read(path, { language: "en" })).message, english);
  }
  const none = failureOf(await reading(t, {}, { answer: "a" }).read());
  assert.deepEqual([none.code, /사진을 먼저 보내/.test(none.message)], ["no-picture", true]);
  const { read } = reading(t, files, { answer: "a" });
  await assert.rejects(read("b.png"), { code: "file-not-found" });
});

test("what was left out is said beside what was read", async (t) => {
  const answer = WHOLE.replace(LINE, `${LINE}, {"text": "b"}`);
  const { read } = reading(t, { "a.png": pngOf(400, 200) }, { answer });
  const outcome = outcomeOf(await read("a.png", { language: "en" }));
  assert.ok(outcome.ok);
  assert.deepEqual(
    outcome.partial?.map(({ code }) => code),
    ["places-lost"],
  );
  const cut = reading(t, { "a.png": pngOf(400, 200) }, { answer: "가나다", isCut: true });
  const half = outcomeOf(await cut.read());
  assert.ok(half.ok);
  assert.match(half.partial?.[0]?.message ?? "", /앞부분만/);
});

test("an abort and the model's own failures are passed on", async (t) => {
  const down = new AppError("model-unavailable", "The model is away.");
  const { read, asked } = reading(t, { "a.png": pngOf(40, 20) }, { answer: down });
  await assert.rejects(read("a.png"), down);
  const signal = AbortSignal.abort(new AppError("aborted", "Stopped."));
  await assert.rejects(read("a.png", { signal }), { code: "aborted" });
  assert.equal(asked.length, 1);
});
