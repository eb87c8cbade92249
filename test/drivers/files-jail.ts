import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { createFiles, type Files, type FilesOptions } from "../../src/drivers/files/files.ts";

export const SECRET = "outside the jail";

/** A jail with `root` on the disk, and a folder beside it that nothing in the jail may reach. */
export function jail(context: TestContext, options: Partial<FilesOptions> = {}) {
  const base = mkdtempSync(join(tmpdir(), "ibl-files-"));
  context.after(() => rmSync(base, { recursive: true, force: true }));
  const root = join(base, "chat");
  const outside = join(base, "outside");
  mkdirSync(root);
  mkdirSync(outside);
  writeFileSync(join(outside, "secret.txt"), SECRET);
  return { files: createFiles({ root, ...options }), root, outside };
}

/** Every name on the disk, unfinished work too. */
export function everything(root: string): readonly string[] {
  return readdirSync(root, { recursive: true })
    .map((name) => String(name))
    .sort();
}

/** Renames also where the work under test has just made a folder of that name. */
export function putInPlace(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    rmSync(to, { recursive: true });
    renameSync(from, to);
  }
}

export function everyUse(files: Files, path: string): readonly (() => Promise<unknown>)[] {
  return [
    () => files.read(path),
    () => files.readBytes(path),
    () => files.write(path, "x"),
    () => files.append(path, "x"),
    () => files.edit(path, "a", "b"),
    () => files.list(path),
    () => files.grep("a", { under: path }),
    () => files.find("*", { under: path }),
    () => files.copy(path, "copy.txt"),
    () => files.copy("a.txt", path),
    () => files.move(path, "moved.txt"),
    () => files.move("a.txt", path),
    () => files.remove(path),
    () => files.stat(path),
    () => files.exists(path),
  ];
}
