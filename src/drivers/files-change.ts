import { lstat } from "node:fs/promises";
import { codeOf } from "../base/errors.ts";
import { failed, isFolder } from "./files-errors.ts";
import { actualName, type Folder } from "./files-folder.ts";
import { type Jail, withExisting, withParent } from "./files-jail.ts";
import { type JailPath, joinPath, parsePath, shownName } from "./files-path.ts";
import { readWhole, replaceOnce } from "./files-read.ts";
import { appendToFile, removeEntry, replaceFile } from "./files-write.ts";

/** A file that was written. */
export interface WrittenFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** False where a file of that name was replaced or added to. */
  readonly created: boolean;
}

/** Largest file edited in place. */
const LARGEST_EDITED_BYTES = 5 * 1024 * 1024;

/** Puts `bytes` where the path says, whole or not at all. */
export async function writeFile(
  jail: Jail,
  text: string,
  options: { readonly bytes: Uint8Array; readonly overwrite: boolean },
): Promise<WrittenFile> {
  const path = parseFilePath(text);
  const sizeBytes = options.bytes.byteLength;
  const oldBytes = await sizeAt(jail, path);
  await jail.quota.check(path.names.join("/"), sizeBytes - (oldBytes ?? 0));
  return withParent(jail, path, { create: true }, async (folder, name) => {
    await replaceFile(jail.root, { folder, name, overwrite: options.overwrite }, async (part) => {
      await part.writeFile(options.bytes);
      jail.faultPoint("files.part-written");
    });
    jail.faultPoint("files.renamed");
    return { path: joinPath(folder.path, name), sizeBytes, created: oldBytes === undefined };
  });
}

/** Adds `bytes` at the end. */
export async function appendFile(
  jail: Jail,
  text: string,
  bytes: Uint8Array,
): Promise<WrittenFile> {
  const path = parseFilePath(text);
  await jail.quota.check(path.names.join("/"), bytes.byteLength);
  return withParent(jail, path, { create: true }, async (folder, name) => {
    const result = await appendToFile(folder, name, bytes);
    jail.faultPoint("files.appended");
    return { path: joinPath(folder.path, name), ...result };
  });
}

/** Replaces a passage that stands exactly once. */
export async function editFile(
  jail: Jail,
  text: string,
  edit: { readonly oldText: string; readonly newText: string },
): Promise<WrittenFile> {
  const bytes = await withExisting(jail, text, (folder, diskName) =>
    readWhole(folder, diskName, LARGEST_EDITED_BYTES),
  );
  const path = parsePath(text).names.join("/");
  const changed = Buffer.from(replaceOnce(bytes, { path, ...edit }));
  return writeFile(jail, text, { bytes: changed, overwrite: true });
}

/** Removes an entry with all it holds. */
export async function removePath(
  jail: Jail,
  text: string,
): Promise<{ readonly path: string; readonly removed: number }> {
  return withExisting(jail, text, async (folder, diskName) => {
    const removed = await removeEntry(jail.root, folder, diskName);
    jail.faultPoint("files.removed");
    return { path: joinPath(folder.path, shownName(diskName)), removed };
  });
}

function parseFilePath(text: string): JailPath {
  const path = parsePath(text);
  if (path.isFolder && path.names.length > 0) throw isFolder(text);
  return path;
}

/** The size of what a write would replace; undefined where nothing stands. */
async function sizeAt(jail: Jail, path: JailPath): Promise<number | undefined> {
  const sizeIn = async (folder: Folder, name: string): Promise<number | undefined> => {
    const diskName = await actualName(folder, name);
    if (diskName === undefined) return undefined;
    const stats = await lstat(folder.at(diskName)).catch((error: unknown) => {
      throw failed(error, joinPath(folder.path, name));
    });
    return stats.size;
  };
  try {
    return await withParent(jail, path, {}, sizeIn);
  } catch (error) {
    if (codeOf(error) === "file-not-found") return undefined;
    throw error;
  }
}
