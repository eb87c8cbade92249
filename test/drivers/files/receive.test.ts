import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { createFiles, type FilesOptions } from "../../../src/drivers/files/files.ts";

const MIB = 1024 * 1024;

function jail(t: TestContext, options: Partial<FilesOptions> = {}) {
  const root = mkdtempSync(join(tmpdir(), "ibl-bot-receive-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  return { root, files: createFiles({ root, ...options }) };
}

const nameAt = (count: number): string => (count === 1 ? "inbox/a.txt" : `inbox/a-${count}.txt`);

const filled = (...pieces: readonly string[]) => ({
  nameAt,
  fill: async (write: (bytes: Uint8Array) => Promise<void>): Promise<void> => {
    for (const piece of pieces) await write(Buffer.from(piece));
  },
});

test("a file comes in pieces and stands under the first free name, with its digest and first bytes", async (t) => {
  const { root, files } = jail(t);
  await files.write("inbox/a.txt", "before");
  const seen: string[] = [];
  const received = await files.receive({
    ...filled("one ", "two"),
    onWhole: ({ path }) => {
      seen.push(path, String(readdirSync(join(root, "inbox"))));
    },
  });
  const digest = createHash("sha256").update("one two").digest("hex");
  assert.deepEqual(
    { ...received, head: Buffer.from(received.head).toString() },
    { path: "inbox/a-2.txt", sizeBytes: 7, digest, head: "one two" },
  );
  assert.deepEqual(seen, ["inbox/a-2.txt", "a.txt"]);
  assert.equal(readFileSync(join(root, "inbox", "a-2.txt"), "utf8"), "one two");
  assert.equal(await files.digest("inbox/a-2.txt"), digest);
  assert.equal(await files.digest("inbox/none.txt"), undefined);
});

test("two that come at once both keep all their bytes, under names of their own", async (t) => {
  const { root, files } = jail(t);
  const both = await Promise.all([files.receive(filled("x")), files.receive(filled("y"))]);
  assert.deepEqual(both.map(({ path }) => path).sort(), ["inbox/a-2.txt", "inbox/a.txt"]);
  const texts = readdirSync(join(root, "inbox")).map((name) =>
    readFileSync(join(root, "inbox", name), "utf8"),
  );
  assert.deepEqual(texts.sort(), ["x", "y"]);
});

test("what breaks off leaves nothing behind", async (t) => {
  const { root, files } = jail(t);
  const broken = files.receive({
    nameAt,
    fill: async (write) => {
      await write(Buffer.from("half"));
      throw new Error("cut");
    },
  });
  await assert.rejects(broken, { message: "cut" });
  assert.deepEqual(readdirSync(root), []);
});

test("what does not fit is refused before it comes where its size is known, else while it comes", async (t) => {
  const { root, files } = jail(t, { quotaBytes: 6 * MIB });
  let pieces = 0;
  const endless = async (write: (bytes: Uint8Array) => Promise<void>): Promise<void> => {
    for (; pieces < 64; pieces += 1) await write(Buffer.alloc(MIB));
  };
  await assert.rejects(files.receive({ nameAt, sizeBytes: 7 * MIB, fill: endless }), {
    code: "quota-exceeded",
  });
  assert.equal(pieces, 0);
  await assert.rejects(files.receive({ nameAt, fill: endless }), { code: "quota-exceeded" });
  assert.ok(pieces < 10, `${pieces} pieces were taken`);
  assert.deepEqual(readdirSync(root), []);
  await files.receive({
    nameAt,
    sizeBytes: 6 * MIB,
    fill: (write) => write(Buffer.alloc(6 * MIB)),
  });
  assert.deepEqual(readdirSync(join(root, "inbox")), ["a.txt"]);
});

test("a name that leads out of the folder is refused before anything comes", async (t) => {
  const { root, files } = jail(t);
  await assert.rejects(files.receive({ ...filled("x"), nameAt: () => "../out.txt" }), {
    code: "path-outside",
  });
  assert.deepEqual(readdirSync(root), []);
});
