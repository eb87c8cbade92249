import assert from "node:assert/strict";
import { test } from "node:test";
import { fitPicture, pictureSize } from "../../../src/drivers/files/image.ts";
import { pngOf } from "../../support/pictures.ts";

const LIMITS = { maxBytes: 100_000, maxSide: 500 };
const { signal } = new AbortController();

/** The first bytes of each format with 300 × 200 pixels in them. */
const HEADS: Readonly<Record<string, string>> = {
  "image/gif": "4749463839612c01c800",
  "image/jpeg": "ffd8ffe000044a46ffc0000b0800c8012c01011100",
  "image/webp": "524946460000000057454250565038580a0000001000000" + "02b0100c70000",
};

test("the size of a picture is read from its first bytes, and from nothing that is cut or no picture", () => {
  for (const [mediaType, hex] of Object.entries(HEADS)) {
    const bytes = Buffer.from(hex, "hex");
    assert.deepEqual(pictureSize({ mediaType, bytes }), { width: 300, height: 200 }, mediaType);
    assert.equal(pictureSize({ mediaType, bytes: bytes.subarray(0, 6) }), undefined, mediaType);
  }
  assert.deepEqual(pictureSize({ mediaType: "image/png", bytes: pngOf(30, 20) }), {
    width: 30,
    height: 20,
  });
  assert.equal(pictureSize({ mediaType: "image/heic", bytes: pngOf(30, 20) }), undefined);
});

test("a picture that fits stays as it is, a larger one becomes smaller, a moving one a still", async () => {
  const small = { mediaType: "image/png", bytes: pngOf(300, 200) };
  assert.equal(await fitPicture(small, LIMITS, signal), small);
  const fitted = await fitPicture(
    { mediaType: "image/png", bytes: pngOf(2600, 1300) },
    LIMITS,
    signal,
  );
  assert.deepEqual(fitted && pictureSize(fitted), { width: 1280, height: 640 });
  const gif = Buffer.from("R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==", "base64");
  assert.equal(
    (await fitPicture({ mediaType: "image/gif", bytes: gif }, LIMITS, signal))?.mediaType,
    "image/png",
  );
});

test("what claims too many pixels, or is no picture, is not unpacked", async () => {
  const bomb = Buffer.from(pngOf(10, 10));
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  assert.equal(
    await fitPicture({ mediaType: "image/png", bytes: bomb }, LIMITS, signal),
    undefined,
  );
  const text = { mediaType: "image/png", bytes: Buffer.from("no") };
  assert.equal(await fitPicture(text, LIMITS, signal), undefined);
});
