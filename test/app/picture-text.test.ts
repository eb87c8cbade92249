import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { CHO } from "../support/bots-house.ts";
import { startGeminiServer } from "../support/gemini-server.ts";
import { saying } from "../support/gemini-shapes.ts";
import { attachmentOf, pngOf } from "../support/pictures.ts";
import { Town } from "../support/town.ts";

const PICTURE = pngOf(400, 200);

/** What Gemini says of the picture: two lines, in thousandths. */
const ANSWER = JSON.stringify({
  full_text: "냉면 9,000원\n만두 7,000원",
  elements: [
    { text: "냉면 9,000원", confidence: 0.98, box_2d: [100, 250, 300, 750] },
    { text: "만두 7,000원", confidence: 0.6, box_2d: [500, 250, 700, 750] },
  ],
});

/** A town where Cho has sent a picture, with a model that gives these answers. */
async function townWithPicture(
  t: TestContext,
  replies: Parameters<typeof startGeminiServer>[0] | undefined,
  environment: Readonly<Record<string, string>> = {},
) {
  const gemini = await startGeminiServer(replies ?? []);
  const model = {
    GEMINI_API_KEY: "key-of-a-test",
    GEMINI_BASE_URL: gemini.origin,
    IBL_MODEL_VISION: "google/gemini-eyes",
  };
  const town = new Town({
    environment: { ...(replies === undefined ? {} : model), ...environment },
  });
  town.admit(CHO, "member");
  await town.start();
  t.after(async () => {
    await town.close();
    await gemini.close();
  });
  const photo = attachmentOf(town.adapter, PICTURE, { kind: "photo", name: "photo.png" });
  await town.say(CHO, "", { attachments: [photo] });
  return { town, gemini, folder: join(town.homePath, "files", "telegram_3") };
}

test("a program reads a picture by the vision model, and its text goes on through pipes", async (t) => {
  const { town, gemini, folder } = await townWithPicture(t, [saying(ANSWER)]);
  const [read] = await town.run(CHO, '[source:read_picture]("inbox/photo.png")');
  assert.match(read ?? "", /냉면 9,000원\n만두 7,000원/);
  await town.run(CHO, '[source:ocr] >> [system:file]("menu.txt")');
  assert.equal(readFileSync(join(folder, "menu.txt"), "utf8"), "냉면 9,000원\n만두 7,000원");
  assert.equal(gemini.requests.length, 2);
  const [first] = gemini.requests;
  assert.match(first?.url ?? "", /gemini-eyes:generateContent/);
  const { contents, systemInstruction } = first?.body ?? {};
  const data = PICTURE.toString("base64");
  assert.deepEqual(contents, [
    {
      role: "user",
      parts: [{ inlineData: { mimeType: "image/png", data } }, { text: "Read this picture." }],
    },
  ]);
  assert.match(JSON.stringify(systemInstruction), /box_2d/);
});

test("the lines are a list that list words and each work on, with places in pixels", async (t) => {
  const { town } = await townWithPicture(t, [saying(ANSWER)]);
  const [sure] = await town.run(
    CHO,
    '$r = [source:read_picture]("inbox/photo.png"); [system:filter]("confidence > 0.9") {items: $r.elements} >> [system:select]("text, bbox.x as x, bbox.y as y, bbox.width as width")',
  );
  assert.match(sure ?? "", /냉면 9,000원.*100.*20.*200/s);
});

test("what stands in a picture names no path without a press", async (t) => {
  const { town, folder } = await townWithPicture(t, [saying("evil.txt")]);
  await town.say(
    CHO,
    '/ibl $r = [source:read_picture]("inbox/photo.png"); [system:write]("$r.fullText") {content: "x"}',
  );
  assert.match(town.adapter.withButton("승인").text, /evil\.txt/);
  assert.equal(existsSync(join(folder, "evil.txt")), false);
});

test("an answer that breaks off is told as such, and nothing is written from it", async (t) => {
  const { town, folder } = await townWithPicture(t, [saying(ANSWER.slice(0, 80), "MAX_TOKENS")]);
  const said = await town.run(CHO, '[source:read_picture] >> [system:file]("menu.txt")');
  assert.match(said.join("\n"), /답이 중간에 끊겼어요. 사진을 나누어 보내 주세요/);
  assert.equal(existsSync(join(folder, "menu.txt")), false);
});

test("the person's budget stands before the model", async (t) => {
  const { town, gemini } = await townWithPicture(t, [saying(ANSWER)], {
    IBL_TOKENS_PERSON: "100",
  });
  town.admit({ id: "1", name: "Ann", languageTag: "ko" }, "owner");
  const said = await town.run(CHO, "[source:read_picture]");
  assert.match(said.join("\n"), /^오늘 몫을 다 썼어요.*주인에게 물어봤어요\.$/);
  assert.equal(gemini.requests.length, 0);
});

test("without a model it says who can connect one", async (t) => {
  const { town } = await townWithPicture(t, undefined);
  assert.match(
    (await town.run(CHO, "[source:read_picture]")).join("\n"),
    /봇을 돌리는 분이 언어 모델을 연결하면 볼 수 있어요/,
  );
});

test("a stop ends the request on the line", async (t) => {
  const { town, gemini } = await townWithPicture(t, [{ fault: "silence" }]);
  await town.adapter.say(CHO, "/ibl [source:read_picture]");
  const asked = await gemini.request(1);
  await town.adapter.say(CHO, "/stop");
  await asked.closed;
  await town.quiet();
  assert.equal(gemini.requests.length, 1);
});
