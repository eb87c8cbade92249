import assert from "node:assert/strict";
import { test } from "node:test";
import { type ReadPicture, withPictures } from "../../../src/agent/models/images.ts";
import type { ImageContent, Message, ModelMode } from "../../../src/agent/models/model-client.ts";
import { scriptedModel } from "../../support/scripted-model.ts";

const PAYER = { personId: "p", chatKey: "telegram:1", zone: "UTC" };

const referring = (path: string): ImageContent => ({
  type: "image",
  mediaType: "image/png",
  dataBase64: "",
  file: { path, digest: "d" },
});

const sent = (...paths: readonly string[]): Message => ({
  role: "user",
  content: [...paths.map(referring), { type: "text", text: "?" }],
});

/** Asks with these messages; gives the pictures that went out, what was said of others, and the modes that were asked. */
async function ask(messages: readonly Message[], read?: ReadPicture) {
  const model = scriptedModel("ok");
  const modes: (ModelMode | undefined)[] = [];
  const readAll: ReadPicture = async (_chat, { file }) => ({
    mediaType: "image/png",
    dataBase64: `bytes of ${file.path}`,
  });
  const modelFor = withPictures((_payer, mode) => {
    modes.push(mode);
    return model;
  }, read ?? readAll);
  const { signal } = new AbortController();
  await modelFor(PAYER, "default").send({ system: "", messages, tools: [] }, signal);
  const blocks = model.requests[0]!.messages.flatMap(({ content }) => [...content]);
  const shown = blocks.flatMap((block) => (block.type === "image" ? [block.dataBase64] : []));
  const told = blocks.flatMap((block) =>
    block.type === "text" && block.text !== "?" ? [block.text] : [],
  );
  return { shown, told, modes };
}

test("pictures get their bytes on the way out, and are asked of the vision mode; words alone are not", async () => {
  assert.deepEqual(await ask([sent("a.png", "b.png")]), {
    shown: ["bytes of a.png", "bytes of b.png"],
    told: [],
    modes: ["default", "vision"],
  });
  assert.deepEqual((await ask([sent()])).modes, ["default"]);
});

test("pictures of long ago, or one too many, are only named", async () => {
  const old = await ask([sent("old.png"), sent(), sent(), sent("new.png"), sent()]);
  assert.deepEqual(old.shown, ["bytes of new.png"]);
  assert.deepEqual(old.told, ['(the picture "old.png" was shown earlier)']);
  const many = await ask([sent(...Array.from({ length: 12 }, (_, index) => `${index}.png`))]);
  assert.deepEqual([many.shown.length, many.shown[0]], [10, "bytes of 2.png"]);
  const large = await ask([sent("a.png", "b.png", "c.png")], async () => ({
    mediaType: "image/png",
    dataBase64: "x".repeat(7_000_000),
  }));
  assert.deepEqual(
    [large.shown.length, large.told],
    [2, ['(the picture "a.png" is one too many to be shown)']],
  );
});

test("a picture that is gone, or is another by now, is only named, and no vision is needed for it", async () => {
  const gone = await ask([sent("a.png")], async () => undefined);
  assert.deepEqual(gone, {
    shown: [],
    told: ['(the picture "a.png" is no longer there, or cannot be shown)'],
    modes: ["default"],
  });
});
