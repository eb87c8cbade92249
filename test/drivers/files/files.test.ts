import assert from "node:assert/strict";
import { mkdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { processorMs } from "../../support/processor-time.ts";
import { everything, jail } from "../files-jail.ts";

test("a Korean name is found whichever way the disk spells it", async (t) => {
  const { files, root } = jail(t);
  const decomposed = "보고서".normalize("NFD");
  mkdirSync(join(root, decomposed));
  writeFileSync(join(root, decomposed, `${decomposed}.md`), "old");
  assert.equal((await files.read("보고서/보고서.md")).path, "보고서/보고서.md");
  assert.equal((await files.read(`${decomposed}/${decomposed}.md`)).text, "old");
  assert.deepEqual(await files.write("보고서/보고서.md", "new"), {
    path: "보고서/보고서.md",
    sizeBytes: 3,
    created: false,
  });
  assert.deepEqual(
    (await files.find("보고서.*")).entries.map(({ path }) => path),
    ["보고서/보고서.md"],
  );
  assert.deepEqual(everything(root), [decomposed, `${decomposed}/${decomposed}.md`]);
});

test("a missing file names the nearest ones of its folder", async (t) => {
  const { files } = jail(t);
  await files.write("notes.md", "");
  await files.write("회의록.md", "");
  await files.write("d/other.bin", "");
  await assert.rejects(files.read("note.md"), {
    code: "file-not-found",
    message: `There's no "note.md". Did you mean "notes.md"?`,
  });
  await assert.rejects(files.read("회의룍.md"), {
    message: `There's no "회의룍.md". Did you mean "회의록.md"?`,
  });
  await assert.rejects(files.remove("d/absent.txt"), { message: `There's no "d/absent.txt".` });
  await assert.rejects(files.read("gone/x.md"), { message: `There's no "gone".` });
  assert.equal(await files.exists("gone/x.md"), false);
  assert.equal(await files.exists("notes.md/x"), false);
  assert.equal(await files.exists("notes.md"), true);
});

test("a folder is no file and a file no folder", async (t) => {
  const { files } = jail(t);
  await files.write("d/x.md", "");
  await assert.rejects(files.read("d"), {
    code: "file-is-folder",
    message: '"d" is a folder, not a file.',
  });
  await assert.rejects(files.write("d", "x"), { code: "file-is-folder" });
  await assert.rejects(files.write("new/", "x"), { code: "file-is-folder" });
  await assert.rejects(files.append("d", "x"), { code: "file-is-folder" });
  await assert.rejects(files.list("d/x.md"), {
    code: "file-not-folder",
    message: '"d/x.md" is a file, not a folder.',
  });
  await assert.rejects(files.write("d/x.md/y", "x"), { code: "file-not-folder" });
  await assert.rejects(files.write("", "x"), { code: "path-not-allowed" });
});

test("without overwrite an existing file stays", async (t) => {
  const { files, root } = jail(t);
  await files.write("a.md", "first");
  await assert.rejects(files.write("a.md", "second", { overwrite: false }), {
    code: "file-exists",
    message:
      '"a.md" exists already and was left as it is. Choose another name, or ask to replace it.',
  });
  await files.write("b.md", "new", { overwrite: false });
  assert.equal(readFileSync(join(root, "a.md"), "utf8"), "first");
  assert.deepEqual(everything(root), ["a.md", "b.md"]);
});

test("a full disk leaves the old file, no part of the new one, and says so", async (t) => {
  let isFull = false;
  const { files, root } = jail(t, {
    faultPoint: () => {
      if (isFull) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    },
  });
  await files.write("a.md", "first");
  isFull = true;
  await assert.rejects(files.write("a.md", "second"), {
    code: "disk-full",
    message:
      'The disk is full, so "a.md" was not written; what was there before is unchanged. Free some space and try again.',
  });
  assert.equal(readFileSync(join(root, "a.md"), "utf8"), "first");
  assert.deepEqual(everything(root), ["a.md"]);
});

test("the quota is told with numbers, counts what a write replaces, and lets less be written", async (t) => {
  const { files, root } = jail(t, { quotaBytes: 3000 });
  await files.write("a.bin", "a".repeat(2000));
  const message =
    'There is no room for "b.bin": this chat\'s folder already holds all it may. Delete something first.';
  await assert.rejects(files.write("b.bin", "b".repeat(1500)), { code: "quota-exceeded", message });
  await assert.rejects(files.append("a.bin", "b".repeat(1500)), { code: "quota-exceeded" });
  await assert.rejects(files.copy("a.bin", "b.bin"), { code: "quota-exceeded" });
  await files.write("a.bin", "c".repeat(2900));
  writeFileSync(join(root, "from-a-program.bin"), "d".repeat(5000));
  await files.write("a.bin", "e".repeat(2000));
  assert.deepEqual(await files.usage(), { sizeBytes: 7000, entries: 2 });
});

test("what is refused does not count as held", async (t) => {
  const told: number[] = [];
  const { files } = jail(t, { quotaBytes: 1000, onUsage: (sizeBytes) => told.push(sizeBytes) });
  await assert.rejects(files.write("big", "x".repeat(2000)), { code: "quota-exceeded" });
  assert.deepEqual(told, [0]);
});

test("writes at the same time cannot pass the quota together", async (t) => {
  const { files } = jail(t, { quotaBytes: 1000 });
  const results = await Promise.allSettled(
    ["a", "b", "c", "d"].map((name) => files.write(`${name}.bin`, "x".repeat(400))),
  );
  assert.equal(results.filter(({ status }) => status === "fulfilled").length, 2);
  assert.equal((await files.usage()).sizeBytes, 800);
});

test("an edit needs the passage exactly once", async (t) => {
  const { files } = jail(t);
  await files.write("a.md", "one two two");
  await assert.rejects(files.edit("a.md", "three", "x"), {
    code: "text-not-found",
    message:
      'The text to be replaced does not stand in "a.md". Read the file and copy the passage exactly.',
  });
  await assert.rejects(files.edit("a.md", "two", "x"), {
    code: "text-not-unique",
    message:
      'The text to be replaced stands 2 times in "a.md". Give more of the lines around the one that is meant.',
  });
  await assert.rejects(files.edit("a.md", "", "x"), { code: "text-not-found" });
  await files.write("bom.md", "\ufeffone");
  await files.edit("bom.md", "one", "two");
  assert.deepEqual([...(await files.readBytes("bom.md"))], [0xef, 0xbb, 0xbf, 0x74, 0x77, 0x6f]);
});

test("two edits at the same time both last", async (t) => {
  const { files } = jail(t);
  await files.write("a.md", "one two");
  await Promise.all([files.edit("a.md", "one", "1"), files.edit("a.md", "two", "2")]);
  assert.equal((await files.read("a.md")).text, "1 2");
});

test("Korean text of Windows is read, other bytes are refused as text", async (t) => {
  const { files } = jail(t);
  await files.write("old.txt", Uint8Array.of(0xb0, 0xa1, 0x8c, 0x63));
  const { text, charset } = await files.read("old.txt");
  assert.deepEqual([text, charset], ["가똠", "euc-kr"]);
  await files.write("a.png", Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 1, 2));
  await assert.rejects(files.read("a.png"), {
    code: "file-binary",
    message:
      '"a.png" holds 7 bytes that are no text; it may be a picture, a document or a program.',
  });
  await assert.rejects(files.edit("old.txt", "가", "나"), { code: "file-binary" });
});

test("a long text is cut at a whole line or character, and bytes above the limit are refused", async (t) => {
  const { files } = jail(t);
  await files.write("lines.txt", "가나다\n라마바\n");
  const lines = await files.read("lines.txt", { maxBytes: 15 });
  assert.deepEqual([lines.text, lines.isCut, lines.sizeBytes], ["가나다\n", true, 20]);
  await files.write("one.txt", "가나다");
  assert.equal((await files.read("one.txt", { maxBytes: 5 })).text, "가");
  await assert.rejects(files.readBytes("one.txt", { maxBytes: 5 }), {
    code: "file-too-large",
    message: '"one.txt" has 9 bytes, and at most 5 bytes can be used here.',
  });
});

test("copy and move put things where they were asked to, and replace nothing unasked", async (t) => {
  const { files, root } = jail(t);
  await files.write("a.md", "a");
  await files.write("d/b.md", "b");
  await files.write("d/e/c.md", "c");
  assert.deepEqual(await files.copy("a.md", "d"), { path: "d/a.md", skipped: 0 });
  assert.deepEqual(await files.copy("a.md", "new/"), { path: "new/a.md", skipped: 0 });
  assert.deepEqual(await files.move("a.md", "f/z.md"), { path: "f/z.md", skipped: 0 });
  await assert.rejects(files.move("f/z.md", "d/b.md"), { code: "file-exists" });
  await assert.rejects(files.copy("f/z.md", "d/b.md"), { code: "file-exists" });
  assert.equal((await files.read("d/b.md")).text, "b");
  await files.copy("f/z.md", "d/b.md", { overwrite: true });
  assert.equal((await files.read("d/b.md")).text, "a");
  symlinkSync("/", join(root, "d/link"));
  assert.deepEqual(await files.copy("d", "copy"), { path: "copy", skipped: 1 });
  assert.deepEqual(everything(join(root, "copy")), ["a.md", "b.md", "e", "e/c.md"]);
  await assert.rejects(files.copy("copy", "copy/inner"), { code: "path-not-allowed" });
  await assert.rejects(files.move("copy", "copy/e/x"), { code: "path-not-allowed" });
  await assert.rejects(files.move("f/z.md", "f/z.md"), { code: "path-not-allowed" });
  await assert.rejects(files.move("f/z.md", "f"), { code: "path-not-allowed" });
  await files.move("copy", "d");
  assert.equal((await files.read("d/copy/e/c.md")).text, "c");
  await files.write("copy/x.md", "");
  await assert.rejects(files.move("d/copy", ".", { overwrite: true }), { code: "file-exists" });
});

test("a script stays executable when it is replaced", async (t) => {
  const { files, root } = jail(t);
  writeFileSync(join(root, "run.sh"), "old", { mode: 0o755 });
  await files.write("run.sh", "new");
  assert.equal(statSync(join(root, "run.sh")).mode & 0o777, 0o755);
});

test("removal takes a folder with all in it, of any depth and any name, but never the root", async (t) => {
  const { files, root } = jail(t);
  let deepest = join(root, "deep");
  for (let depth = 0; depth < 150; depth += 1) deepest = join(deepest, "d");
  mkdirSync(deepest, { recursive: true });
  writeFileSync(join(deepest, "x"), "x");
  writeFileSync(Buffer.concat([Buffer.from(`${root}/deep/`), Buffer.of(0xb0, 0xa1)]), "cp949");
  assert.equal((await files.list("deep")).unreadable, 1);
  assert.deepEqual(await files.remove("deep"), { path: "deep", removed: 153 });
  assert.deepEqual(everything(root), []);
  for (const path of ["", ".", "./"]) {
    await assert.rejects(files.remove(path), { code: "path-not-allowed" });
  }
});

test("find knows stars, names in any folder, whole paths and alternatives", async (t) => {
  const { files } = jail(t);
  for (const path of ["a.md", "B.MD", "notes/c.md", "notes/old/[초안] d.txt", "notes/e.png"]) {
    await files.write(path, "");
  }
  const find = async (pattern: string, under = "") =>
    (await files.find(pattern, { under })).entries.map(({ path }) => path);
  assert.deepEqual(await find("*.md"), ["B.MD", "a.md", "notes/c.md"]);
  assert.deepEqual(await find("notes/*"), ["notes/c.md", "notes/e.png", "notes/old"]);
  assert.deepEqual(await find("**/d.txt"), []);
  assert.deepEqual(await find("**/*d.txt"), ["notes/old/[초안] d.txt"]);
  assert.deepEqual(await find("[초안]*"), ["notes/old/[초안] d.txt"]);
  assert.deepEqual(await find("notes/**/*.{md,png}"), ["notes/c.md", "notes/e.png"]);
  assert.deepEqual(await find("?.md", "notes"), ["notes/c.md"]);
  assert.deepEqual(await find("**"), await find("*"));
  const cut = await files.find("*", { maxFound: 2 });
  assert.deepEqual([cut.entries.length, cut.isCut], [2, true]);
  for (const pattern of ["../*", "/etc/*", "~/*"]) {
    await assert.rejects(files.find(pattern), { code: "path-outside" });
  }
  await assert.rejects(files.find(""), { code: "bad-pattern" });
  await assert.rejects(files.find("{a,b}".repeat(20)), { code: "bad-pattern" });
});

test("grep finds plain text in any case, skips what is no text, and says when it stopped", async (t) => {
  const { files, root } = jail(t);
  await files.write("a.md", "one\nTwo (.*) three\r\n둘\n");
  await files.write("b/c.txt", "two");
  await files.write("old.txt", Uint8Array.of(0xb5, 0xd1)); // 둘 in EUC-KR
  await files.write("bin", Uint8Array.of(0, 0xff));
  writeFileSync(join(root, "nfd.md"), "둘".normalize("NFD"));
  assert.deepEqual(await files.grep("two"), {
    lines: [
      { path: "a.md", line: 2, text: "Two (.*) three" },
      { path: "b/c.txt", line: 1, text: "two" },
    ],
    filesSearched: 4,
    skipped: 1,
    isCut: false,
  });
  assert.equal((await files.grep("(.*)")).lines.length, 1);
  assert.equal((await files.grep("둘")).lines.length, 3);
  assert.equal((await files.grep("two", { matchCase: true })).lines.length, 1);
  assert.equal((await files.grep("t?o*three", { wildcard: true })).lines.length, 1);
  assert.equal((await files.grep("two", { files: "*.txt" })).lines.length, 1);
  const cut = await files.grep("o", { maxLines: 1 });
  assert.deepEqual([cut.lines.length, cut.isCut], [1, true]);
});

test("no pattern makes a search slow", async (t) => {
  const { files } = jail(t);
  await files.write("a.txt", "a".repeat(9_000));
  await files.write(`${"a".repeat(200)}.txt`, "");
  const tookMs = await processorMs(async () => {
    await files.find(`${"*a".repeat(100)}b`);
    await files.grep(`${"*a".repeat(100)}b`, { wildcard: true });
  });
  assert.ok(tookMs < 3000, `${tookMs}`);
});

test("what a dead process left unfinished is removed, what a live one writes is not", async (t) => {
  const { files, root } = jail(t);
  writeFileSync(join(root, ".ibl-part-fresh"), "half");
  mkdirSync(join(root, ".ibl-trash-old", "d"), { recursive: true });
  utimesSync(join(root, ".ibl-trash-old"), 0, 0);
  writeFileSync(join(root, "a.md"), "");
  assert.deepEqual(
    (await files.list()).entries.map(({ name }) => name),
    ["a.md"],
  );
  await files.write("b.md", "");
  assert.deepEqual(everything(root), [".ibl-part-fresh", "a.md", "b.md"]);
});

test("odd names are shown written out, break no listing or search, and are read, moved and deleted as shown", async (t) => {
  const { files, root } = jail(t);
  const odd = [
    "a\u202eb.txt",
    "bell\u0007.txt",
    "back\\slash.txt",
    "\\u{7}.txt",
    "~home.txt",
    "c:x.txt",
  ];
  const deep = join(root, ...Array.from({ length: 40 }, () => "d"));
  mkdirSync(deep, { recursive: true });
  mkdirSync(join(root, "~dir"));
  for (const name of odd) writeFileSync(join(root, name), "needle");
  writeFileSync(join(root, "~dir", "in\u200bside.txt"), "needle");
  const shown = [
    "./c:x.txt",
    "./~dir/in\\u{200b}side.txt",
    "./~home.txt",
    "\\\\u{7}.txt",
    "a\\u{202e}b.txt",
    "back\\\\slash.txt",
    "bell\\u{7}.txt",
  ];
  const { entries } = await files.find("*.txt");
  assert.deepEqual(entries.map(({ path }) => path).sort(), shown);
  const { lines } = await files.grep("needle");
  assert.deepEqual(lines.map(({ path }) => path).sort(), shown);
  assert.equal((await files.list()).total, 8);
  assert.deepEqual(
    (await files.list("./~dir")).entries.map(({ path }) => path),
    ["./~dir/in\\u{200b}side.txt"],
  );
  for (const path of shown) assert.equal((await files.read(path)).text, "needle");
  assert.equal((await files.move("a\\u{202e}b.txt", "plain.txt")).path, "plain.txt");
  for (const path of shown) if (!path.startsWith("a")) await files.remove(path);
  await files.remove("d");
  assert.deepEqual(everything(root), ["plain.txt", "~dir"]);
});

test("a name written out leads nowhere else, and nothing new gets one", async (t) => {
  const { files, root } = jail(t);
  await files.write("a.txt", "a");
  const paths = [
    "\\u{2e}\\u{2e}/outside/secret.txt",
    "\\u{2f}etc/passwd",
    "\\u{2e}ibl-part",
    "a\\b",
  ];
  for (const path of [...paths, "d\\u{2f}a", "\\u{110000}", "\\u{0}"])
    await assert.rejects(files.read(path), { code: "path-not-allowed" }, path);
  await assert.rejects(files.write("a\\u{202e}b", "x"), { code: "path-not-allowed" });
  await assert.rejects(files.move("a.txt", "a\\u{202e}b"), { code: "path-not-allowed" });
  assert.deepEqual(everything(root), ["a.txt"]);
});
