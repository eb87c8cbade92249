import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { mkdir, open, rename } from "node:fs/promises";
import { alreadyExists, failed } from "./errors.ts";
import { actualName, type Folder, openChild, openRoot, visibleNames } from "./folder.ts";
import { joinPath, notAllowed } from "./path.ts";
import { entryOf } from "./walk.ts";
import { makePartFolder, openForReading, purge, replaceFile } from "./write.ts";

/** Where a copy goes. */
export interface CopyTarget {
  readonly folder: Folder;
  readonly name: string;
  readonly overwrite: boolean;
}

const CHUNK_BYTES = 256 * 1024;

/** Deepest nesting copied; each level holds two open descriptors. */
const DEEPEST_COPY = 64;

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;

/** Copies one plain file, all of it or nothing. */
export async function copyFile(
  root: string,
  source: { readonly folder: Folder; readonly diskName: string },
  target: CopyTarget,
): Promise<void> {
  const handle = await openForReading(source.folder, source.diskName);
  try {
    await replaceFile(root, target, (part) => copyBytes(handle, part));
  } finally {
    await handle.close();
  }
}

/** Copies a folder with its files and folders, all of it or nothing; an existing entry is never replaced. Links and special files are left out, and their number is given. */
export async function copyFolder(
  root: string,
  source: { readonly folder: Folder; readonly diskName: string },
  target: CopyTarget,
): Promise<number> {
  const path = joinPath(target.folder.path, target.name);
  const base = await openRoot(root);
  const part = await makePartFolder(base);
  try {
    const skipped = await copyChild(source, { folder: base, diskName: part }, 0);
    if ((await actualName(target.folder, target.name)) !== undefined) throw alreadyExists(path);
    await rename(base.at(part), target.folder.at(target.name));
    return skipped;
  } catch (error) {
    await purge(base, part);
    throw failed(error, path);
  } finally {
    await base.close();
  }
}

interface Place {
  readonly folder: Folder;
  readonly diskName: string;
}

/** Copies what is in one existing folder into another, and gives the number of entries left out. */
async function copyChild(from: Place, to: Place, depth: number): Promise<number> {
  const source = await openChild(from.folder, from.diskName);
  try {
    if (depth > DEEPEST_COPY)
      throw notAllowed(source.path, {
        en: "is nested too deep to be copied",
        ko: "폴더가 너무 깊이 겹쳐 있어 복사할 수 없습니다",
      });
    const target = await openChild(to.folder, to.diskName);
    try {
      return await copyEntries(source, target, depth);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function copyEntries(source: Folder, target: Folder, depth: number): Promise<number> {
  let skipped = 0;
  for (const diskName of await visibleNames(source)) {
    const entry = await entryOf(source, diskName);
    if (entry?.kind === "folder") {
      await mkdir(target.at(entry.name), { mode: 0o700 });
      const to = { folder: target, diskName: entry.name };
      skipped += await copyChild({ folder: source, diskName }, to, depth + 1);
    } else if (entry?.kind === "file") {
      await copyPlain({ folder: source, diskName }, target.at(entry.name));
    } else {
      skipped += 1;
    }
  }
  return skipped;
}

async function copyPlain(from: Place, place: string): Promise<void> {
  const source = await openForReading(from.folder, from.diskName);
  try {
    const { mode } = await source.stat();
    const target = await open(place, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode & 0o700);
    try {
      await copyBytes(source, target);
      await target.sync();
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** A file that grows meanwhile is copied as long as it was at first. */
async function copyBytes(source: FileHandle, target: FileHandle): Promise<void> {
  let { size: left } = await source.stat();
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  while (left > 0) {
    const { bytesRead } = await source.read(buffer, 0, Math.min(left, CHUNK_BYTES), null);
    if (bytesRead === 0) return;
    await target.writeFile(buffer.subarray(0, bytesRead));
    left -= bytesRead;
  }
}
