import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { link, lstat, mkdir, open, readdir, rename, rmdir, unlink } from "node:fs/promises";
import { codeOf } from "../../base/errors.ts";
import { alreadyExists, failed, isFolder, refusedLink } from "./errors.ts";
import { actualName, byteNames, type Folder, openByBytes, openRoot } from "./folder.ts";
import { joinPath, notAllowed, OWN_PREFIX, shownName } from "./path.ts";

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW, O_RDONLY, O_NONBLOCK } = constants;

const NO_PLAIN_FILE = { en: "is no plain file", ko: "보통 파일이 아니에요" };

/** Unfinished work older than this was left by a process that died, in milliseconds. */
const LEFTOVER_AGE_MS = 60 * 60 * 1000;

/** Deepest folder emptied in place; what lies deeper is moved up first. */
const DEEPEST_PURGE = 32;

/** Fills an empty file that nobody can see yet; the handle is closed by the caller. */
export type FillFile = (handle: FileHandle) => Promise<void>;

/** Puts a new file in the place of `name`, all of it or nothing: it is filled beside, flushed to the disk, then takes the name in one step. Without `overwrite` an existing entry stays and `file-exists` is thrown. */
export async function replaceFile(
  root: string,
  target: { readonly folder: Folder; readonly name: string; readonly overwrite: boolean },
  fill: FillFile,
): Promise<void> {
  const { folder, overwrite } = target;
  const path = joinPath(folder.path, target.name);
  const diskName = (await actualName(folder, target.name)) ?? target.name;
  const mode = await replacedMode(folder.at(diskName), path, overwrite);
  const base = await openRoot(root);
  const part = base.at(`${OWN_PREFIX}part-${randomUUID()}`);
  try {
    await writePart(part, mode, fill);
    if (overwrite) await rename(part, folder.at(diskName));
    else await takeFreeName(part, folder.at(diskName));
    await folder.handle.sync();
  } catch (error) {
    await unlink(part).catch(() => undefined); // the error below says what happened
    throw codeOf(error) === "EEXIST" ? alreadyExists(path) : failed(error, path);
  } finally {
    await base.close();
  }
}

/** Adds bytes at the end of a file, making it where it is missing; a failure cuts the file back to what it was. */
export async function appendToFile(
  folder: Folder,
  name: string,
  bytes: Uint8Array,
): Promise<{ readonly sizeBytes: number; readonly created: boolean }> {
  const path = joinPath(folder.path, name);
  const diskName = await actualName(folder, name);
  const flags = O_WRONLY | O_NOFOLLOW | O_NONBLOCK | constants.O_APPEND;
  const fresh = diskName === undefined ? O_CREAT | O_EXCL : 0;
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder.at(diskName ?? name), flags | fresh, 0o600);
    const before = await handle.stat();
    if (!before.isFile()) throw notAllowed(path, NO_PLAIN_FILE);
    await appendAll(handle, bytes, before.size);
    return { sizeBytes: before.size + bytes.byteLength, created: diskName === undefined };
  } catch (error) {
    throw failed(error, path);
  } finally {
    await handle?.close();
  }
}

/** Opens a plain file for reading, without following a link and without waiting for a pipe. */
export async function openForReading(folder: Folder, diskName: string): Promise<FileHandle> {
  const path = joinPath(folder.path, shownName(diskName));
  let handle: FileHandle;
  try {
    handle = await open(folder.at(diskName), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    throw failed(error, path);
  }
  const stats = await handle.stat();
  if (stats.isFile()) return handle;
  await handle.close();
  throw stats.isDirectory() ? isFolder(path) : notAllowed(path, NO_PLAIN_FILE);
}

/** Takes an entry out of sight in one step and then removes it with all it holds. Gives the number of entries removed. */
export async function removeEntry(root: string, folder: Folder, diskName: string): Promise<number> {
  const base = await openRoot(root);
  const trash = `${OWN_PREFIX}trash-${randomUUID()}`;
  try {
    await rename(folder.at(diskName), base.at(trash));
    return await purge(base, trash);
  } catch (error) {
    throw failed(error, joinPath(folder.path, shownName(diskName)));
  } finally {
    await base.close();
  }
}

/** Removes what processes that died left unfinished in a jail: parts never named, folders never emptied. */
export async function sweepLeftovers(root: string, nowMs: number): Promise<void> {
  const base = await openRoot(root);
  try {
    for (const name of await readdir(base.at("."))) {
      if (!name.startsWith(OWN_PREFIX)) continue;
      const stats = await lstat(base.at(name)).catch(() => undefined);
      if (stats !== undefined && nowMs - stats.mtimeMs > LEFTOVER_AGE_MS) await purge(base, name);
    }
  } finally {
    await base.close();
  }
}

/** Removes an entry of the root with all it holds, following no link, and counts what was removed. */
export async function purge(base: Folder, name: string): Promise<number> {
  const waiting = [Buffer.from(name)];
  let removed = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    removed += await purgeIn(base, next, { base, waiting, depth: 0 });
  }
  return removed;
}

interface Purge {
  readonly base: Folder;
  /** Names in the root of folders that were too deep to be emptied where they were. */
  readonly waiting: Buffer[];
  readonly depth: number;
}

async function purgeIn(folder: Folder, name: Buffer, state: Purge): Promise<number> {
  const place = folder.atBytes(name);
  const stats = await lstat(place).catch(() => undefined);
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) {
    await unlink(place).catch(ignoreGone);
    return 1;
  }
  if (state.depth > DEEPEST_PURGE) {
    const moved = `${OWN_PREFIX}trash-${randomUUID()}`;
    await rename(place, state.base.at(moved));
    state.waiting.push(Buffer.from(moved));
    return 0;
  }
  return (await emptyFolder(folder, name, state)) + 1;
}

async function emptyFolder(folder: Folder, name: Buffer, state: Purge): Promise<number> {
  const child = await openByBytes(folder, name);
  let removed = 0;
  try {
    for (const inner of await byteNames(child)) {
      removed += await purgeIn(child, inner, { ...state, depth: state.depth + 1 });
    }
  } finally {
    await child.close();
  }
  await rmdir(folder.atBytes(name)).catch(ignoreGone);
  return removed;
}

/** Another process may be sweeping the same leftovers. */
function ignoreGone(error: unknown): void {
  if (codeOf(error) !== "ENOENT") throw error;
}

/** Makes an unfinished folder in the root that a copy fills before it takes its name. */
export async function makePartFolder(base: Folder): Promise<string> {
  const name = `${OWN_PREFIX}part-${randomUUID()}`;
  await mkdir(base.at(name), { mode: 0o700 });
  return name;
}

/** The mode of the file to be replaced, so that a script stays executable; 0600 for a new one. */
async function replacedMode(place: string, path: string, overwrite: boolean): Promise<number> {
  const stats = await lstat(place).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw failed(error, path);
  });
  if (stats === undefined) return 0o600;
  if (stats.isSymbolicLink()) throw refusedLink(path);
  if (stats.isDirectory()) throw isFolder(path);
  if (!stats.isFile()) throw notAllowed(path, NO_PLAIN_FILE);
  if (!overwrite) throw alreadyExists(path);
  return stats.mode & 0o777;
}

async function writePart(part: string, mode: number, fill: FillFile): Promise<void> {
  const handle = await open(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    await fill(handle);
    await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Names a finished part; fails with EEXIST where something stands, since a rename would replace it. */
export async function takeFreeName(part: string, place: string): Promise<void> {
  await link(part, place);
  await unlink(part);
}

async function appendAll(handle: FileHandle, bytes: Uint8Array, before: number): Promise<void> {
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } catch (error) {
    await handle.truncate(before);
    throw error;
  }
}
