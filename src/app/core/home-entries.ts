import { constants, type Stats } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../../base/errors.ts";
import { byteNames, type Folder, openByBytes, openRoot } from "../../drivers/files/folder.ts";
import { joinPath, OWN_PREFIX } from "../../drivers/files/path.ts";
import { USAGE_DATABASE_NAME } from "../../rag/store/database-name.ts";
import type { EntryFacts } from "../../store/archive/archive-writer.ts";

/** Name of the database below HOME. */
export const DATABASE_NAME = "ibl-bot.db";

/** Name of the settings below HOME. */
export const SETTINGS_NAME = ".env";

/** Folders below HOME that are state. Leases, the lock, the browser and states moved aside are none. */
export const STATE_FOLDERS = ["spill", "files", "kept", "data"] as const;

/** What a backup leaves out, and why: it follows no link, and a device or a socket has no content. */
export interface LeftOut {
  /** From HOME down. */
  readonly path: string;
  readonly reason: "link" | "special" | "unreadable" | "name" | "too-deep";
}

/** One thing met below HOME: an entry, with the way to read a file; or what is left out. */
export type Found =
  | { readonly kind: "folder"; readonly facts: EntryFacts }
  | { readonly kind: "file"; readonly facts: EntryFacts; readonly read: ReadContent }
  | { readonly kind: "left-out"; readonly leftOut: LeftOut };

/** Reads a file from its beginning, in chunks of at most 1 MiB. */
type ReadContent = () => AsyncIterable<Uint8Array>;

/** A file was written to, in place, while it was being read. */
export class ChangedMeanwhile extends Error {}

/** Largest piece of a file that is held in memory at a time. */
const CHUNK_BYTES = 1024 * 1024;

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Folders inside each other that are entered; each level holds one open descriptor. */
const DEEPEST = 200;

/** Most a path in a backup may be long, in UTF-16 units (PATH_MAX of Linux is 4,096 bytes). */
const LONGEST_PATH = 4096;

/** Walks one of the state folders, a folder before what is in it, by name. What disappears meanwhile is passed over. */
export async function* walkState(homePath: string, name: string): AsyncGenerator<Found> {
  const root = await openExisting(join(homePath, name));
  if (root === undefined) return;
  try {
    yield folderFound(name, await root.handle.stat());
    yield* walk(root, name, 0);
  } finally {
    await root.close();
  }
}

/** One file right below HOME, such as the settings; `undefined` where there is none. Follows a link: it is the owner's. */
export async function singleFile(
  path: string,
  name: string,
): Promise<Extract<Found, { kind: "file" }> | undefined> {
  let handle: FileHandle;
  try {
    handle = await open(path, O_RDONLY);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
  try {
    const facts = factsOf(name, "file", await handle.stat());
    return { kind: "file", facts, read: () => contentOf(path, O_RDONLY) };
  } finally {
    await handle.close();
  }
}

/** True where a path may stand in a backup: one of the state's own files, or below one of its folders, with no way out of it. Pure. */
export function isStatePath(path: string, kind: "file" | "folder"): boolean {
  const names = path.split("/");
  const [first = ""] = names;
  if (names.some(isBadName) || path.length > LONGEST_PATH) return false;
  if (names.length === 1 && kind === "file")
    return [DATABASE_NAME, USAGE_DATABASE_NAME, SETTINGS_NAME].includes(first);
  return STATE_FOLDERS.some((folder) => folder === first);
}

function isBadName(name: string): boolean {
  return name === "" || name === "." || name === ".." || name.includes("\0");
}

async function openExisting(path: string): Promise<Folder | undefined> {
  try {
    await lstat(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
  return openRoot(path);
}

async function* walk(folder: Folder, path: string, depth: number): AsyncGenerator<Found> {
  const names = [...(await byteNames(folder))].sort(Buffer.compare);
  for (const bytes of names) {
    const name = bytes.toString("utf8");
    if (isUnfinished(name)) continue;
    const below = joinPath(path, name);
    if (!Buffer.from(name).equals(bytes)) yield leftOut(below, "name");
    else yield* visit(folder, bytes, below, depth);
  }
}

async function* visit(
  folder: Folder,
  bytes: Buffer,
  path: string,
  depth: number,
): AsyncGenerator<Found> {
  const stats = await statsOf(folder, bytes);
  if (stats === undefined) return;
  if (stats.isFile()) {
    const place = folder.atBytes(bytes);
    const read = (): AsyncIterable<Uint8Array> =>
      contentOf(place, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    yield { kind: "file", facts: factsOf(path, "file", stats), read };
  } else if (!stats.isDirectory()) yield leftOut(path, stats.isSymbolicLink() ? "link" : "special");
  else if (depth >= DEEPEST) yield leftOut(path, "too-deep");
  else yield* enter(folder, bytes, path, depth);
}

async function* enter(
  folder: Folder,
  bytes: Buffer,
  path: string,
  depth: number,
): AsyncGenerator<Found> {
  let child: Folder;
  try {
    child = await openByBytes(folder, bytes);
  } catch (error) {
    if (codeOf(error) !== "file-not-found") yield leftOut(path, "unreadable");
    return;
  }
  try {
    yield folderFound(path, await child.handle.stat());
    yield* walk(child, path, depth + 1);
  } finally {
    await child.close();
  }
}

/** The bytes of a file. Throws `ChangedMeanwhile` at the end where it was written to in place; a file that was replaced meanwhile gives its old content, whole. */
async function* contentOf(place: string | Buffer, flags: number): AsyncGenerator<Uint8Array> {
  const handle = await open(place, flags);
  try {
    const before = await handle.stat({ bigint: true });
    // Up to the size it had: one that grows all the time would have no end.
    for (let left = Number(before.size); left > 0; ) {
      const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, left));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
      if (bytesRead === 0) break;
      left -= bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
    const after = await handle.stat({ bigint: true });
    if (after.mtimeNs !== before.mtimeNs || after.size !== before.size)
      throw new ChangedMeanwhile();
  } finally {
    await handle.close();
  }
}

async function statsOf(folder: Folder, bytes: Buffer): Promise<Stats | undefined> {
  try {
    return await lstat(folder.atBytes(bytes));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** What the service itself is in the middle of writing: it is renamed when it is whole. */
function isUnfinished(name: string): boolean {
  return name.startsWith(OWN_PREFIX);
}

function folderFound(path: string, stats: Stats): Found {
  return { kind: "folder", facts: factsOf(path, "folder", stats) };
}

function leftOut(path: string, reason: LeftOut["reason"]): Found {
  return { kind: "left-out", leftOut: { path, reason } };
}

/** Rights of others are not kept: HOME is its owner's alone. */
function factsOf(path: string, kind: "file" | "folder", stats: Stats): EntryFacts {
  const modifiedAtMs = Math.max(0, Math.round(stats.mtimeMs));
  return { path, kind, mode: stats.mode & 0o700, modifiedAtMs };
}
