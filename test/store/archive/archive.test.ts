import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import fc from "fast-check";
import { codeOf } from "../../../src/base/errors.ts";
import { ArchiveReader } from "../../../src/store/archive/archive-reader.ts";
import { ArchiveWriter, type EntryFacts } from "../../../src/store/archive/archive-writer.ts";
import { Sqlite } from "../../../src/store/sqlite.ts";
import {
  type CraftedBackup,
  craftedFile,
  craftedFolder,
  writeCrafted,
} from "../../support/crafted-backup.ts";
import { readZip } from "../../support/zip-reader.ts";

const FACTS = { version: "1.2.3", schema: 4, createdAtMs: 1_700_000_000_000, hasSecrets: false };
const LARGE = Buffer.alloc(3 * 1024 * 1024 + 5, "가나다");

function temporaryFile(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "ibl-bot-archive-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "a.backup");
}

function facts(path: string, kind: EntryFacts["kind"]): EntryFacts {
  return { path, kind, mode: 0o600, modifiedAtMs: 1_600_000_000_000 };
}

/** Gives content in the chunks that a file is read in. */
function inChunks(content: Buffer): () => AsyncGenerator<Uint8Array> {
  return async function* () {
    for (let at = 0; at < content.length; at += 1024 * 1024)
      yield content.subarray(at, at + 1024 * 1024);
  };
}

/** A backup with a folder, an empty file, a small and a large one. */
async function writeSample(path: string): Promise<void> {
  rmSync(path, { force: true });
  const writer = await ArchiveWriter.create(path);
  writer.addFolder(facts("files", "folder"));
  await writer.addFile(facts("files/empty", "file"), inChunks(Buffer.alloc(0)));
  await writer.addFile(facts("files/small", "file"), inChunks(Buffer.from("small")));
  await writer.addFile(facts("files/large", "file"), inChunks(LARGE));
  await writer.finish(FACTS);
}

/** Everything that reads out of a backup. */
async function readAll(path: string): Promise<readonly (readonly [string, string, Buffer])[]> {
  const reader = await ArchiveReader.open(path);
  try {
    const found: (readonly [string, string, Buffer])[] = [];
    for (const entry of reader.manifest.entries) {
      const chunks: Uint8Array[] = [];
      if (entry.kind === "file")
        for await (const bytes of reader.content(entry)) chunks.push(bytes);
      found.push([entry.kind, entry.path, Buffer.concat(chunks)]);
    }
    return found;
  } finally {
    reader.close();
  }
}

const SAMPLE = [
  ["folder", "files", Buffer.alloc(0)],
  ["file", "files/empty", Buffer.alloc(0)],
  ["file", "files/small", Buffer.from("small")],
  ["file", "files/large", LARGE],
] as const;

test("what was written is read again, in order, with its manifest", async (t) => {
  const path = temporaryFile(t);
  await writeSample(path);
  assert.deepEqual(await readAll(path), SAMPLE);
  const reader = await ArchiveReader.open(path);
  const { entries, ...manifest } = reader.manifest;
  assert.deepEqual(manifest, { product: "ibl-bot", ...FACTS, sizeBytes: LARGE.length + 5 });
  assert.match(entries[1]!.sha256, /^[0-9a-f]{64}$/);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  reader.close();
});

test("content that could not be read to its end is not in the backup, and another may follow", async (t) => {
  const path = temporaryFile(t);
  const writer = await ArchiveWriter.create(path);
  const broken = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from("half");
    throw new Error("gone");
  };
  await assert.rejects(writer.addFile(facts("data/a", "file"), broken), /gone/);
  await writer.addFile(facts("data/b", "file"), inChunks(Buffer.from("b")));
  await writer.finish(FACTS);
  assert.deepEqual(await readAll(path), [["file", "data/b", Buffer.from("b")]]);
});

test("wherever a byte is altered, the backup is refused or reads the same", async (t) => {
  const path = temporaryFile(t);
  await writeSample(path);
  const whole = readFileSync(path);
  let refused = 0;
  const attempt = async (at: number, flip: number): Promise<void> => {
    const altered = Buffer.from(whole);
    altered[at] = altered[at]! ^ flip;
    writeFileSync(path, altered);
    const read = await readAll(path).catch((error: unknown) => codeOf(error));
    if (typeof read !== "string") return assert.deepEqual(read, SAMPLE, `byte ${at} ^ ${flip}`);
    refused += 1;
    assert.match(read, /^backup-(damaged|unknown|newer)$/, `byte ${at} ^ ${flip}`);
  };
  const places = fc.oneof(
    fc.integer({ min: 0, max: 4096 }),
    fc.integer({ min: 0, max: whole.length - 1 }),
    fc.integer({ min: whole.length - 8192, max: whole.length - 1 }),
  );
  await fc.assert(fc.asyncProperty(places, fc.integer({ min: 1, max: 255 }), attempt), {
    numRuns: 150,
  });
  assert.ok(refused > 20, `${refused} refused`);
});

test("wherever the file is cut off, it is refused", async (t) => {
  const path = temporaryFile(t);
  await writeSample(path);
  const whole = readFileSync(path);
  const attempt = async (length: number): Promise<void> => {
    writeFileSync(path, whole);
    truncateSync(path, length);
    await assert.rejects(readAll(path), (error: unknown) =>
      ["backup-damaged", "backup-unknown"].includes(codeOf(error)),
    );
  };
  const lengths = fc.integer({ min: 0, max: whole.length - 1 });
  await fc.assert(fc.asyncProperty(lengths, attempt), { numRuns: 60 });
  for (const length of [0, 1, 100, 4096, 8192, whole.length - 4096, whole.length - 1])
    await attempt(length);
});

test("any unpacker reads a backup, also names with a backslash", async (t) => {
  const path = temporaryFile(t);
  const writer = await ArchiveWriter.create(path);
  await writer.addFile(facts("files/a/..\\b", "file"), inChunks(Buffer.from("b")));
  await writer.finish(FACTS);
  assert.deepEqual(await readAll(path), [["file", "files/a/..\\b", Buffer.from("b")]]);
  const names = [...(await readZip(readFileSync(path))).keys()];
  assert.deepEqual(names, ["ibl-bot-backup", "files/a/..%5Cb", "manifest.json"]);
});

const [ONE, TWO] = [Buffer.from("one"), Buffer.from("two, longer")];
const ENTRIES = [
  craftedFolder("files"),
  craftedFile("files/one", ONE, 1),
  craftedFile("files/two", TWO, 2),
];
const MANIFEST = { product: "ibl-bot", ...FACTS, sizeBytes: 14, entries: ENTRIES };
const WHOLE: CraftedBackup = { manifest: MANIFEST, contents: [ONE, TWO] };

/** Entries that say the same of one content, many times. */
const REPEATED = Array.from({ length: 1000 }, (_, at) => craftedFile(`files/${at}`, LARGE, 1));

for (const [what, crafted, code] of [
  ["a link", { manifest: { ...MANIFEST, entries: [{ ...ENTRIES[0], kind: "link" }] } }],
  ["other content", { contents: [ONE, Buffer.from("two, linger")] }],
  ["content that is shorter", { contents: [ONE, Buffer.from("two")] }],
  ["contents in another order", { contents: [TWO, ONE] }],
  ["content that is missing", { contents: [ONE] }],
  ["content that is compressed", { compress: true }],
  [
    "one content under many names",
    {
      manifest: { ...MANIFEST, entries: REPEATED, sizeBytes: 1000 * LARGE.length },
      contents: [LARGE],
    },
  ],
  ["a sum that is not that of the sizes", { manifest: { ...MANIFEST, sizeBytes: 15 } }],
  ["no manifest", { manifestName: "other.json" }],
  ["a manifest of another program", { manifest: { ...MANIFEST, product: "other" } }],
  ["an altered manifest", { comment: `2 ${"0".repeat(64)}` }],
  ["another comment", { comment: "hello" }],
  ["a later format", { comment: `3 ${"0".repeat(64)}` }, "backup-newer"],
  ["another program's file", { markerName: "mimetype" }, "backup-unknown"],
] as const satisfies readonly (readonly [string, Partial<CraftedBackup>, string?])[]) {
  test(`a file made by hand is refused: ${what}`, async (t) => {
    const path = temporaryFile(t);
    await writeCrafted(path, WHOLE);
    assert.equal((await readAll(path)).length, 3);
    await writeCrafted(path, { ...WHOLE, ...crafted });
    await assert.rejects(readAll(path), { code: code ?? "backup-damaged" });
  });
}

test("a file whose ZIP names lead out is refused", async (t) => {
  const path = temporaryFile(t);
  await writeCrafted(path, WHOLE);
  writeFileSync(
    path,
    readFileSync(path).toString("latin1").replaceAll("content-0", "../../../"),
    "latin1",
  );
  await assert.rejects(readAll(path), { code: "backup-damaged" });
});

test("a pipe is refused and not waited for", async (t) => {
  const path = temporaryFile(t);
  execFileSync("mkfifo", [path]);
  await assert.rejects(readAll(path), { code: "backup-missing" });
});

test("a file that is no backup, and one that is missing, are told apart", async (t) => {
  const path = temporaryFile(t);
  await assert.rejects(readAll(path), {
    code: "backup-missing",
    message: `The backup "${path}" cannot be opened. Check its path, and that you may read it.`,
  });
  writeFileSync(path, "just some text, and no database at all".repeat(100));
  await assert.rejects(readAll(path), {
    code: "backup-unknown",
    message: `"${path}" is not a file that "ibl-bot backup" has written.`,
  });
  const file = new Sqlite(`${path}.db`);
  file.exec("CREATE TABLE entries (id INTEGER PRIMARY KEY)");
  file.close();
  await assert.rejects(readAll(`${path}.db`), { code: "backup-older" });
});
