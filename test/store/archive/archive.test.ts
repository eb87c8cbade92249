import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import fc from "fast-check";
import { codeOf } from "../../../src/base/errors.ts";
import { ArchiveReader } from "../../../src/store/archive/archive-reader.ts";
import { ArchiveWriter, type EntryFacts } from "../../../src/store/archive/archive-writer.ts";
import { Sqlite } from "../../../src/store/sqlite.ts";

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
  writeFileSync(path, "");
  const writer = new ArchiveWriter(path);
  writer.addFolder(facts("files", "folder"));
  await writer.addFile(facts("files/empty", "file"), inChunks(Buffer.alloc(0)));
  await writer.addFile(facts("files/small", "file"), inChunks(Buffer.from("small")));
  await writer.addFile(facts("files/large", "file"), inChunks(LARGE));
  writer.finish(FACTS);
}

/** Everything that reads out of a backup. */
async function readAll(path: string): Promise<readonly (readonly [string, string, Buffer])[]> {
  const reader = new ArchiveReader(path);
  try {
    const found: (readonly [string, string, Buffer])[] = [];
    for (const entry of reader.entries()) {
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
  const reader = new ArchiveReader(path);
  const { entriesSha256, ...manifest } = reader.manifest;
  assert.deepEqual(manifest, {
    product: "ibl-bot",
    ...FACTS,
    entryCount: 4,
    sizeBytes: LARGE.length + 5,
  });
  assert.match(entriesSha256, /^[0-9a-f]{64}$/);
  reader.close();
});

test("content that could not be read to its end is not in the backup, and another may follow", async (t) => {
  const path = temporaryFile(t);
  writeFileSync(path, "");
  const writer = new ArchiveWriter(path);
  const broken = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from("half");
    throw new Error("gone");
  };
  await assert.rejects(writer.addFile(facts("data/a", "file"), broken), /gone/);
  await writer.addFile(facts("data/b", "file"), inChunks(Buffer.from("b")));
  writer.finish(FACTS);
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

for (const [what, sql, code] of [
  [
    "a view in the place of a table",
    "DROP TABLE manifest; CREATE VIEW manifest AS SELECT '{}' AS json, '' AS sha256;",
    "backup-damaged",
  ],
  [
    "a trigger",
    "CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM chunks; END;",
    "backup-damaged",
  ],
  [
    "a chunk that fills the memory",
    "UPDATE chunks SET bytes = zeroblob(1048577) WHERE sequence = 0 AND entry_id = 4",
    "backup-damaged",
  ],
  ["an entry that is missing", "DELETE FROM entries WHERE id = 3", "backup-damaged"],
  ["another path", "UPDATE entries SET path = 'files/other' WHERE id = 3", "backup-damaged"],
  ["a link", "UPDATE entries SET kind = 'link' WHERE id = 3", "backup-damaged"],
  [
    "chunks in another order",
    "UPDATE chunks SET sequence = 9 WHERE sequence = 1",
    "backup-damaged",
  ],
  ["no manifest", "DELETE FROM manifest", "backup-damaged"],
  [
    "an altered manifest",
    "UPDATE manifest SET json = replace(json, '1.2.3', '9.9.9')",
    "backup-damaged",
  ],
  ["a later format", "PRAGMA user_version = 2", "backup-newer"],
  ["another program's file", "PRAGMA application_id = 0", "backup-unknown"],
] as const) {
  test(`a file made by hand is refused: ${what}`, async (t) => {
    const path = temporaryFile(t);
    await writeSample(path);
    const file = new Sqlite(path);
    file.exec(sql);
    file.close();
    await assert.rejects(readAll(path), { code });
  });
}

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
});
