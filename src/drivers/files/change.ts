import { lstat } from "node:fs/promises";
import { codeOf } from "../../base/errors.ts";
import { failed, isFolder } from "./errors.ts";
import { actualName, type Folder, openChild } from "./folder.ts";
import { type Jail, withExisting, withParent } from "./jail.ts";
import { announce, type BeforeChange, digestOfBytes } from "./kept.ts";
import { type JailPath, joinPath, parsePath, shownName } from "./path.ts";
import { measure } from "./quota.ts";
import { readWhole, replaceOnce } from "./read.ts";
import { entryOf } from "./walk.ts";
import { appendToFile, openForReading, removeEntry, replaceFile } from "./write.ts";

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
  options: {
    readonly bytes: Uint8Array;
    readonly overwrite: boolean;
    readonly before?: BeforeChange;
  },
): Promise<WrittenFile> {
  const path = parseFilePath(text);
  const sizeBytes = options.bytes.byteLength;
  const oldBytes = await sizeAt(jail, path);
  await jail.quota.check(path.names.join("/"), sizeBytes - (oldBytes ?? 0));
  return withParent(jail, path, { create: true }, async (folder, name) => {
    const afterDigest = digestOfBytes(options.bytes);
    if (options.overwrite) await announce(options.before, { folder, name }, { afterDigest });
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
  options: {
    readonly bytes: Uint8Array;
    readonly onNewLine?: boolean;
    readonly before?: BeforeChange;
  },
): Promise<WrittenFile> {
  const { before, onNewLine = false } = options;
  const path = parseFilePath(text);
  await jail.quota.check(path.names.join("/"), options.bytes.byteLength + 1);
  return withParent(jail, path, { create: true }, async (folder, name) => {
    const isOpenLine = onNewLine && !(await endsLine(folder, name));
    const bytes = isOpenLine ? Buffer.concat([LINE_BREAK, options.bytes]) : options.bytes;
    await announce(before, { folder, name }, { added: bytes });
    const result = await appendToFile(folder, name, bytes);
    jail.faultPoint("files.appended");
    return { path: joinPath(folder.path, name), ...result };
  });
}

const LINE_BREAK = Buffer.from("\n");

/** True where the last line of a file has an end, or there is none. */
async function endsLine(folder: Folder, name: string): Promise<boolean> {
  const diskName = await actualName(folder, name);
  if (diskName === undefined) return true;
  const handle = await openForReading(folder, diskName);
  try {
    const { size } = await handle.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await handle.read(last, 0, 1, size - 1);
    return size === 0 || last.equals(LINE_BREAK);
  } finally {
    await handle.close();
  }
}

/** Replaces a passage that stands exactly once. */
export async function editFile(
  jail: Jail,
  text: string,
  edit: { readonly oldText: string; readonly newText: string; readonly before?: BeforeChange },
): Promise<WrittenFile> {
  const bytes = await withExisting(jail, text, (folder, diskName) =>
    readWhole(folder, diskName, LARGEST_EDITED_BYTES),
  );
  const path = parsePath(text).names.join("/");
  const { before, ...passage } = edit;
  const changed = Buffer.from(replaceOnce(bytes, { path, ...passage }));
  const told = before === undefined ? {} : { before };
  return writeFile(jail, text, { bytes: changed, overwrite: true, ...told });
}

/** Removes an entry with all it holds. */
export async function removePath(
  jail: Jail,
  text: string,
  before?: BeforeChange,
): Promise<{ readonly path: string; readonly removed: number }> {
  return withExisting(jail, text, async (folder, diskName) => {
    const path = joinPath(folder.path, shownName(diskName));
    const entries = before === undefined ? 0 : await countIn(folder, diskName);
    await announce(before, { folder, name: diskName }, { isRemoval: true });
    const isGone = before !== undefined && (await isMissing(folder, diskName));
    const removed = isGone ? entries : await removeEntry(jail.root, folder, diskName);
    jail.faultPoint("files.removed");
    return { path, removed };
  });
}

async function isMissing(folder: Folder, diskName: string): Promise<boolean> {
  return (await actualName(folder, diskName)) === undefined;
}

/** An entry with all it holds. */
async function countIn(folder: Folder, diskName: string): Promise<number> {
  if ((await entryOf(folder, diskName))?.kind !== "folder") return 1;
  const child = await openChild(folder, diskName);
  try {
    return (await measure(child)).entries + 1;
  } finally {
    await child.close();
  }
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
