import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "../../../src/base/json.ts";
import { drawPicture } from "../../../src/drivers/files/image-drawing.ts";
import { openHouse } from "../../workflows/support/workflow-house.ts";

const ASCII = 2;
const LONG = 4;
const RATIONAL = 5;

/** One directory of TIFF 6.0 (section 2): entries of 12 bytes, what is longer than four bytes behind them. */
function directory(
  start: number,
  entries: readonly { readonly tag: number; readonly type: number; readonly bytes: Buffer }[],
): Buffer {
  const sizes: Readonly<Record<number, number>> = { [ASCII]: 1, [LONG]: 4, [RATIONAL]: 8 };
  const head = Buffer.alloc(2 + entries.length * 12 + 4);
  const behind: Buffer[] = [];
  head.writeUInt16BE(entries.length, 0);
  let free = start + head.length;
  for (const [index, { tag, type, bytes }] of entries.entries()) {
    const at = 2 + index * 12;
    head.writeUInt16BE(tag, at);
    head.writeUInt16BE(type, at + 2);
    head.writeUInt32BE(bytes.length / (sizes[type] ?? 1), at + 4);
    if (bytes.length <= 4) bytes.copy(head, at + 8);
    else {
      head.writeUInt32BE(free, at + 8);
      behind.push(bytes);
      free += bytes.length;
    }
  }
  return Buffer.concat([head, ...behind]);
}

function long(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function degrees(...parts: readonly number[]): Buffer {
  return Buffer.concat(parts.flatMap((part) => [long(part), long(1)]));
}

/** A JPEG that says of itself when, with what and where it was taken (CIPA DC-008). */
function photo(taken: string, camera: string): Buffer {
  const text = (value: string): Buffer => Buffer.from(`${value}\0`, "latin1");
  const first = (exifStart: number, gpsStart: number): Buffer =>
    directory(8, [
      { tag: 0x010f, type: ASCII, bytes: text("Maker") },
      { tag: 0x0110, type: ASCII, bytes: text(camera) },
      { tag: 0x8769, type: LONG, bytes: long(exifStart) },
      { tag: 0x8825, type: LONG, bytes: long(gpsStart) },
    ]);
  const exifAt = 8 + first(0, 0).length;
  const exif = directory(exifAt, [{ tag: 0x9003, type: ASCII, bytes: text(taken) }]);
  const gpsAt = exifAt + exif.length;
  const gps = directory(gpsAt, [
    { tag: 1, type: ASCII, bytes: text("N") },
    { tag: 2, type: RATIONAL, bytes: degrees(37, 30, 0) },
    { tag: 3, type: ASCII, bytes: text("E") },
    { tag: 4, type: RATIONAL, bytes: degrees(127, 0, 0) },
  ]);
  const tiff = Buffer.concat([
    Buffer.from("MM\0*\0\0\0\x08", "latin1"),
    first(exifAt, gpsAt),
    exif,
    gps,
  ]);
  const app1 = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(app1.length + 2);
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 30, 0, 40, 1, 1, 0x11, 0]); // 40 × 30, one component
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe1]),
    length,
    app1,
    frame,
    Buffer.from([0xff, 0xd9]),
  ]);
}

test("photos are found by camera and day, counted by month, camera and folder, and shown with their place", async (t) => {
  const house = await openHouse(t);
  house.write("trip/one.jpg", photo("2026:07:01 09:30:00", "Maker X1"));
  house.write("trip/copy.jpg", photo("2026:07:01 09:30:00", "Maker X1"));
  house.write("two.JPG", photo("2025:12:24 18:00:00", "Y2"));
  house.write("broken.png", "no picture");
  house.write("notes.txt", "no picture");
  const rows = async (program: string): Promise<readonly JsonObject[]> => {
    const { envelope, text } = await house.run(program);
    assert.equal(envelope?.ok, true, text);
    assert.equal(envelope.tainted, true);
    return envelope.value as readonly JsonObject[]; // these programs give lists of objects
  };
  const byCamera = await rows('[source:search_photos]("x1") {from: "2026-01-01"}');
  assert.deepEqual(byCamera.map(({ path }) => path).sort(), ["trip/copy.jpg", "trip/one.jpg"]);
  const [first] = byCamera;
  assert.deepEqual(
    [
      first?.["camera"],
      first?.["taken"],
      first?.["width"],
      first?.["height"],
      first?.["latitude"],
      first?.["longitude"],
    ],
    ["Maker X1", "2026-07-01T00:30:00.000Z", 40, 30, 37.5, 127],
  );
  const detail = await house.run('[source:photo_detail]("two.JPG")');
  assert.match(detail.text, /Maker Y2/);
  assert.match(detail.text, /📍 37\.50000, 127\.00000/);
  const months = await rows("[source:timeline]");
  assert.deepEqual(
    months.filter(({ key }) => key !== "2026-11").map(({ key, count }) => [key, count]),
    [
      ["2025-12", 1],
      ["2026-07", 2],
    ],
  );
  const cameras = await rows("[source:photo_stats]");
  assert.deepEqual(
    cameras.map(({ key, count }) => [key, count]),
    [
      ["Maker X1", 2],
      ["Maker Y2", 1],
      ["알 수 없음", 1],
    ],
  );
  assert.deepEqual(
    (await rows("[source:list_scans]")).map(({ key, count }) => [key, count]),
    [
      ["/", 2],
      ["trip", 2],
    ],
  );
  const twice = await rows("[source:duplicates]");
  assert.deepEqual(
    twice.map(({ count }) => count),
    [2],
  );
  assert.equal((await rows('[source:scan]("trip")')).length, 2);
});

test("photos that look alike are found where their bytes differ, and what cannot be drawn is left out", async (t) => {
  const house = await openHouse(t);
  const picture = (left: string, size: number): Promise<string> =>
    drawPicture({
      mediaType: "image/svg+xml",
      bytes: Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="80"><rect width="90" height="80" fill="#888"/><rect x="10" y="10" width="30" height="40" fill="${left}"/><circle cx="70" cy="50" r="15" fill="#222"/></svg>`,
      ),
      width: size,
      height: size,
    });
  house.write("a.png", Buffer.from(await picture("#fff", 180), "base64"));
  house.write("b.png", Buffer.from(await picture("#eee", 120), "base64"));
  house.write("c.png", Buffer.from(await picture("#000", 180), "base64"));
  house.write("d.png", "no picture");
  const { envelope } = await house.run("[source:similar_photos]");
  const groups = (envelope?.value ?? []) as readonly { readonly paths: readonly string[] }[]; // as declared
  assert.deepEqual(
    groups.map(({ paths }) => [...paths].sort()),
    [["a.png", "b.png"]],
  );
  assert.deepEqual((await house.run("[source:duplicates]")).envelope?.value, []);
});

test("without photos it is said how to send them", async (t) => {
  const { run } = await openHouse(t);
  assert.match((await run("[source:gallery]")).text, /사진을 파일로 보내 주시면/);
});
