import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openChild, openRoot } from "../../../src/drivers/files/folder.ts";
import { everything, everyUse, jail, putInPlace, SECRET } from "../files-jail.ts";

test("a file is written with its folders, read, added to, edited and listed", async (t) => {
  const { files, root } = jail(t);
  assert.deepEqual(await files.write("메모/오늘.md", "점심\n"), {
    path: "메모/오늘.md",
    sizeBytes: 7,
    created: true,
  });
  assert.equal((await files.append("메모/오늘.md", "저녁 $& $1\n")).created, false);
  assert.equal((await files.edit("메모/오늘.md", "점심", "아침 $& $1")).created, false);
  assert.deepEqual(await files.read("./메모//오늘.md"), {
    path: "메모/오늘.md",
    text: "아침 $& $1\n저녁 $& $1\n",
    charset: "utf-8",
    sizeBytes: 26,
    isCut: false,
  });
  await files.write("b.txt", Uint8Array.of(1, 2));
  const { entries, total, unreadable } = await files.list();
  assert.deepEqual(
    entries.map(({ path, kind, sizeBytes }) => [path, kind, sizeBytes]),
    [
      ["메모", "folder", 0],
      ["b.txt", "file", 2],
    ],
  );
  assert.deepEqual([total, unreadable], [2, 0]);
  assert.equal(statSync(join(root, "메모/오늘.md")).mode & 0o777, 0o600);
});

test("a path that leaves the folder is refused by every use, and changes nothing", async (t) => {
  const { files, root, outside } = jail(t);
  writeFileSync(join(root, "a.txt"), "a");
  const paths = [
    "../outside/secret.txt",
    "a/../../outside/secret.txt",
    "..",
    "x/..",
    "/etc/passwd",
    join(outside, "secret.txt"),
    "//etc/passwd",
    "~/secret.txt",
    "~root/secret.txt",
    "C:/Windows/win.ini",
    "c:secret.txt",
  ];
  for (const path of paths) {
    for (const use of everyUse(files, path)) {
      await assert.rejects(use, { code: "path-outside" }, `${path}: ${use}`);
    }
  }
  assert.deepEqual(everything(root), ["a.txt"]);
});

test("a path that no file may have is refused by every use", async (t) => {
  const { files, root } = jail(t);
  writeFileSync(join(root, "a.txt"), "a");
  const paths = [
    "a\0.txt",
    "a\n.txt",
    "\u001b[2J.txt",
    "report\u202efdp.exe",
    "zero\u200bwidth",
    "\ud800.txt",
    "..\\outside\\secret.txt",
    `${"가".repeat(86)}.txt`,
    "d/".repeat(33),
    "a/".repeat(600),
    ".ibl-part-1",
    "x/.ibl-trash-1/y",
  ];
  for (const path of paths) {
    for (const use of everyUse(files, path)) {
      await assert.rejects(use, { code: "path-not-allowed" }, `${JSON.stringify(path)}: ${use}`);
    }
  }
  assert.deepEqual(everything(root), ["a.txt"]);
});

test("a refusal shows what cannot be seen", async (t) => {
  const { files } = jail(t);
  await assert.rejects(files.read("report\u202efdp.exe\n"), {
    message:
      'The path "report\\u{202e}fdp.exe\\u{a}" has control or invisible characters. Use letters that can be seen.',
  });
});

test("a link is never followed, at the end or on the way", async (t) => {
  const { files, root, outside } = jail(t);
  writeFileSync(join(root, "a.txt"), "a");
  symlinkSync(join(outside, "secret.txt"), join(root, "file-link"));
  symlinkSync(outside, join(root, "folder-link"));
  symlinkSync("../outside", join(root, "relative-link"));
  symlinkSync("a.txt", join(root, "inner-link"));
  symlinkSync("loop", join(root, "loop"));
  symlinkSync(join(outside, "new.txt"), join(root, "dangling"));
  const links = ["file-link", "inner-link", "loop", "dangling"];
  const below = ["folder-link/secret.txt", "relative-link/secret.txt", "folder-link/new/x.txt"];
  for (const path of [...links, ...below]) {
    for (const use of [
      () => files.read(path),
      () => files.readBytes(path),
      () => files.write(path, "x"),
      () => files.append(path, "x"),
      () => files.edit(path, "a", "b"),
      () => files.copy(path, "copy.txt"),
      () => files.list(path),
      () => files.grep("outside", { under: path }),
    ]) {
      await assert.rejects(use, { code: "path-not-allowed" }, `${path}: ${use}`);
    }
  }
  for (const path of below) {
    await assert.rejects(files.remove(path), { code: "path-not-allowed" });
    await assert.rejects(files.move("a.txt", path), { code: "path-not-allowed" });
    await assert.rejects(files.stat(path), { code: "path-not-allowed" });
  }
  assert.deepEqual((await files.grep("outside")).lines, []);
  assert.deepEqual((await files.find("secret*")).entries, []);
  assert.deepEqual(readdirSync(outside), ["secret.txt"]);
  assert.equal(readFileSync(join(outside, "secret.txt"), "utf8"), SECRET);
});

test("removing a link, or a folder that holds one, leaves what it points to", async (t) => {
  const { files, root, outside } = jail(t);
  mkdirSync(join(root, "d"));
  symlinkSync(outside, join(root, "d", "link"));
  symlinkSync(outside, join(root, "link"));
  assert.deepEqual(await files.remove("link"), { path: "link", removed: 1 });
  assert.deepEqual(await files.remove("d"), { path: "d", removed: 2 });
  assert.deepEqual(everything(root), []);
  assert.deepEqual(readdirSync(outside), ["secret.txt"]);
});

test("a folder swapped for a link in the middle of the work leads nowhere", async (t) => {
  const { files, root, outside } = jail(t);
  const folder = join(root, "d");
  const aside = join(root, "aside");
  mkdirSync(folder);
  writeFileSync(join(folder, "secret.txt"), "inside");
  symlinkSync(outside, join(root, "trap"));
  let isOver = false;
  const swapping = (async () => {
    while (!isOver) {
      renameSync(folder, aside);
      putInPlace(join(root, "trap"), folder);
      await new Promise(setImmediate);
      renameSync(folder, join(root, "trap"));
      putInPlace(aside, folder);
      await new Promise(setImmediate);
    }
  })();
  const seen = new Set<string>();
  for (let round = 0; round < 300; round += 1) {
    const results = await Promise.allSettled([
      files.read("d/secret.txt").then(({ text }) => seen.add(text)),
      files.write("d/new.txt", "mine"),
      files.grep("jail", { under: "d" }).then(({ lines }) => seen.add(String(lines.length))),
      files.remove("d/new.txt"),
    ]);
    for (const result of results) {
      if (result.status === "rejected") seen.add(String(result.reason.code));
    }
  }
  isOver = true;
  await swapping;
  const allowed = ["inside", "0", "path-not-allowed", "file-not-found", "file-not-folder"];
  assert.deepEqual(
    [...seen].filter((result) => !allowed.includes(result)),
    [],
  );
  assert.ok(seen.has("inside") && seen.has("path-not-allowed"), [...seen].join());
  assert.deepEqual(readdirSync(outside), ["secret.txt"]);
});

test("where descriptors cannot be named, links are refused all the same", async (t) => {
  const { root, outside } = jail(t);
  mkdirSync(join(root, "d"));
  symlinkSync(outside, join(root, "link"));
  const folder = await openRoot(root, false);
  t.after(() => folder.close());
  const child = await openChild(folder, "d");
  assert.equal(child.isAnchored, false);
  await child.close();
  await assert.rejects(openChild(folder, "link"), { code: "path-not-allowed" });
});

test("pipes and devices are no files, and reading one does not wait", async (t) => {
  const { files, root } = jail(t);
  execFileSync("mkfifo", [join(root, "pipe")]);
  for (const use of [
    () => files.read("pipe"),
    () => files.write("pipe", "x"),
    () => files.append("pipe", "x"),
    () => files.copy("pipe", "copy"),
  ]) {
    await assert.rejects(use, (error: { code?: string }) =>
      ["path-not-allowed", "file-failed"].includes(error.code ?? ""),
    );
  }
  assert.equal((await files.stat("pipe")).kind, "other");
});
