import { constants, existsSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { lstat, mkdir, open, readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { AppError, codeOf } from "../../base/errors.ts";
import { korean } from "../../base/korean-particles.ts";
import { failed, notFound, refusedLink } from "./errors.ts";
import { joinPath, OWN_PREFIX, quotePath, shownName } from "./path.ts";

/** An open folder of the jail. What is done through `at` happens in this very folder, even where its path has been changed meanwhile. Whoever opened it closes it. */
export interface Folder {
  readonly handle: FileHandle;
  /** Path from the jail's root, "" for the root. */
  readonly path: string;
  /** True where entries are named from the open descriptor; false where only paths can be checked, which a swap at the right moment could get past. */
  readonly isAnchored: boolean;
  /** The system path of an entry; `name` is one name, never a path. */
  at(name: string): string;
  /** The same for a name in the disk's own bytes, which need not be UTF-8. */
  atBytes(name: Buffer): Buffer;
  close(): Promise<void>;
}

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Linux resolves a name below this folder from the open descriptor, as `openat` does (proc(5), /proc/pid/fd). */
const DESCRIPTORS = "/proc/self/fd";

/** Most names read to say what a missing file may have been meant to be. */
const MOST_NAMES_COMPARED = 2000;

/** Opens the root of a jail, making it (mode 0700) where it is missing. It is anchored wherever the system can do it, which is Linux. */
export async function openRoot(
  root: string,
  isAnchored = existsSync(DESCRIPTORS),
): Promise<Folder> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const place = await realpath(root);
  const handle = await open(place, O_RDONLY | O_DIRECTORY);
  return folderOf({ handle, path: "", place, isAnchored });
}

/** Opens a folder below `parent` without following a link. Throws `file-not-found`, `path-not-allowed` for a link, `file-not-folder`. */
export async function openChild(parent: Folder, name: string): Promise<Folder> {
  const actual = await actualName(parent, name);
  if (actual === undefined) throw await notFoundIn(parent, name);
  return openPlace(parent, parent.at(actual), name);
}

/** Opens a folder by the disk's own bytes, by the rules of `openChild`. */
export async function openByBytes(parent: Folder, name: Buffer): Promise<Folder> {
  return openPlace(parent, parent.atBytes(name), name.toString());
}

/** Every name in a folder in the disk's own bytes, those of unfinished work among them. */
export async function byteNames(folder: Folder): Promise<readonly Buffer[]> {
  return readdir(folder.at("."), { encoding: "buffer" });
}

async function openPlace(parent: Folder, place: string | Buffer, name: string): Promise<Folder> {
  const path = joinPath(parent.path, shownName(name));
  const { isAnchored } = parent;
  let handle: FileHandle;
  try {
    handle = await open(place, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    throw await explainNoFolder(error, place, path);
  }
  try {
    if (!isAnchored) await checkPlace(handle, place, path);
  } catch (error) {
    await handle.close();
    throw error;
  }
  return folderOf({ handle, path, place, isAnchored });
}

/** Opens a folder by names from the root and hands it to `use`; closes everything after. With `create`, missing folders are made (mode 0700). */
export async function withFolder<T>(
  root: string,
  names: readonly string[],
  options: { readonly create?: boolean },
  use: (folder: Folder) => Promise<T>,
): Promise<T> {
  let folder = await openRoot(root);
  try {
    for (const name of names) {
      if (options.create === true) await makeChild(folder, name);
      const child = await openChild(folder, name);
      await folder.close();
      folder = child;
    }
    return await use(folder);
  } finally {
    await folder.close();
  }
}

/** The name as the disk has it: macOS and some clients store Korean in NFD, while programs say NFC. Undefined where there is no such entry. */
export async function actualName(folder: Folder, name: string): Promise<string | undefined> {
  try {
    await lstat(folder.at(name));
    return name;
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw failed(error, joinPath(folder.path, name));
  }
  const names = await readdir(folder.at("."));
  return names.find((candidate) => candidate.normalize("NFC") === name);
}

/** The names in a folder that people may know of, as the disk has them, unsorted. */
export async function visibleNames(folder: Folder): Promise<readonly string[]> {
  const names = await readdir(folder.at("."));
  return names.filter((name) => !name.startsWith(OWN_PREFIX));
}

/** The failure for a missing entry, with the nearest names that the folder does have. */
export async function notFoundIn(folder: Folder, name: string): Promise<AppError> {
  const names = (await visibleNames(folder)).slice(0, MOST_NAMES_COMPARED);
  return notFound(joinPath(folder.path, name), name, names);
}

function folderOf(parts: {
  readonly handle: FileHandle;
  readonly path: string;
  readonly place: string | Buffer;
  readonly isAnchored: boolean;
}): Folder {
  const { handle, path, isAnchored } = parts;
  const base = isAnchored ? `${DESCRIPTORS}/${handle.fd}` : parts.place;
  return {
    handle,
    path,
    isAnchored,
    at: (name) => `${base.toString()}/${name}`,
    atBytes: (name) => Buffer.concat([Buffer.from(base), Buffer.from("/"), name]),
    close: () => handle.close(),
  };
}

async function makeChild(folder: Folder, name: string): Promise<void> {
  if ((await actualName(folder, name)) !== undefined) return;
  try {
    await mkdir(folder.at(name), { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw failed(error, joinPath(folder.path, name));
  }
}

async function explainNoFolder(
  error: unknown,
  place: string | Buffer,
  path: string,
): Promise<AppError> {
  const stats = await lstat(place).catch(() => undefined);
  if (stats?.isSymbolicLink() === true || codeOf(error) === "ELOOP") return refusedLink(path);
  if (codeOf(error) !== "ENOTDIR") return failed(error, path);
  return new AppError("file-not-folder", {
    en: `${quotePath(path)} is a file, not a folder.`,
    ko: korean`${quotePath(path)}은(는) 폴더가 아니라 파일이에요.`,
  });
}

/** Where no descriptor can be named: the path must still lead, through no link, to the folder that was opened. */
async function checkPlace(handle: FileHandle, place: string | Buffer, path: string): Promise<void> {
  const [opened, named, real] = await Promise.all([handle.stat(), lstat(place), realpath(place)]);
  if (opened.ino !== named.ino || opened.dev !== named.dev || real !== join(place.toString())) {
    throw refusedLink(path);
  }
}
