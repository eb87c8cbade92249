import { constants, createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, rename } from "node:fs/promises";
import { alreadyExists, failed } from "./errors.ts";
import {
  actualName,
  type Folder,
  openChild,
  openRoot,
  visibleNames,
  withFolder,
} from "./folder.ts";
import { type Jail, withExisting, withParent } from "./jail.ts";
import { announce, type BeforeChange, digestOfStream } from "./kept.ts";
import {
  type JailPath,
  joinPath,
  notAllowed,
  parsePath,
  parseShownPath,
  shownName,
} from "./path.ts";
import { measure } from "./quota.ts";
import { entryOf, type FileEntry } from "./walk.ts";
import { makePartFolder, openForReading, purge, replaceFile } from "./write.ts";

/** What a copy or a move has done. `path` is where the entry stands now; `skipped` counts links and special files left out of a copied folder. */
export interface Transferred {
  readonly path: string;
  readonly skipped: number;
}

/** One copy or move as it was asked for. */
export interface TransferRequest {
  readonly source: string;
  readonly destination: string;
  readonly overwrite: boolean;
  readonly before?: BeforeChange;
}

interface Source {
  readonly folder: Folder;
  readonly diskName: string;
  readonly entry: FileEntry;
}

interface Target {
  readonly folder: Folder;
  readonly name: string;
  readonly overwrite: boolean;
}

/** Copies a file or folder. */
export function copyPath(jail: Jail, request: TransferRequest): Promise<Transferred> {
  return transfer(jail, request, async (source, target) => {
    const sizeBytes = await sizeOf(source);
    await jail.quota.check(joinPath(target.folder.path, shownName(target.name)), sizeBytes);
    await announce(request.before, target, {
      ...(source.entry.kind === "file" ? { afterDigest: await digestIn(source) } : {}),
    });
    const skipped =
      source.entry.kind === "folder" ? await copyFolder(jail.root, source, target) : 0;
    if (source.entry.kind !== "folder") await copyFile(jail.root, source, target);
    jail.faultPoint("files.copied");
    return skipped;
  });
}

/** Moves or renames a file, link or folder. */
export function movePath(jail: Jail, request: TransferRequest): Promise<Transferred> {
  return transfer(jail, request, async ({ folder, diskName }, target) => {
    await announce(request.before, target, {});
    const path = joinPath(target.folder.path, shownName(target.name));
    const standing = (await actualName(target.folder, target.name)) ?? target.name;
    try {
      await rename(folder.at(diskName), target.folder.at(standing));
      await target.folder.handle.sync();
    } catch (error) {
      throw failed(error, path);
    }
    jail.faultPoint("files.moved");
    return 0;
  });
}

/** Judges both ends, opens them and does the work; nothing is changed where one is refused. */
async function transfer(
  jail: Jail,
  request: TransferRequest,
  work: (source: Source, target: Target) => Promise<number>,
): Promise<Transferred> {
  const from = parseShownPath(request.source);
  const to = await destinationOf(jail, from, parsePath(request.destination));
  refuseOverlap(from, to);
  return withExisting(jail, request.source, async (folder, diskName) => {
    const entry = await entryOf(folder, diskName);
    if (entry === undefined)
      throw notAllowed(request.source, { en: "has just been removed", ko: "방금 지워졌어요" });
    return withParent(jail, to, { create: true }, async (targetFolder, name) => {
      const target = { folder: targetFolder, name, overwrite: request.overwrite };
      await refuseReplacing(entry, target);
      const skipped = await work({ folder, diskName, entry }, target);
      return { path: joinPath(targetFolder.path, shownName(name)), skipped };
    });
  });
}

/** A destination that is a folder, or is written as one, takes the entry in under its own name. */
async function destinationOf(jail: Jail, from: JailPath, to: JailPath): Promise<JailPath> {
  const name = from.names.at(-1);
  if (name === undefined)
    throw notAllowed("", {
      en: "is this chat's whole folder; name a file in it",
      ko: "이 대화의 폴더 전체예요. 그 안의 파일을 말해 주세요",
    });
  const inside = { names: [...to.names, name], isFolder: false };
  if (to.isFolder) return inside;
  const kind = await kindAt(jail, to);
  return kind === "folder" ? inside : to;
}

async function kindAt(jail: Jail, path: JailPath): Promise<FileEntry["kind"] | undefined> {
  const [first, ...rest] = path.names;
  if (first === undefined) return "folder";
  return withFolder(jail.root, [], {}, (root) => kindBelow(root, first, rest));
}

async function kindBelow(
  folder: Folder,
  name: string,
  rest: readonly string[],
): Promise<FileEntry["kind"] | undefined> {
  const diskName = await actualName(folder, name);
  const entry = diskName === undefined ? undefined : await entryOf(folder, diskName);
  const [next, ...others] = rest;
  if (next === undefined || entry?.kind !== "folder") return entry?.kind;
  const child = await openChild(folder, name);
  try {
    return await kindBelow(child, next, others);
  } finally {
    await child.close();
  }
}

function refuseOverlap(from: JailPath, to: JailPath): void {
  const source = `${from.names.join("/")}/`;
  const target = `${to.names.join("/")}/`;
  if (target === source)
    throw notAllowed(to.names.join("/"), {
      en: "is where it stands already",
      ko: "이미 그 자리에 있어요",
    });
  if (target.startsWith(source)) {
    throw notAllowed(to.names.join("/"), {
      en: "lies inside the folder that is to go there",
      ko: "옮기거나 복사할 폴더의 안쪽이에요",
    });
  }
}

/** A plain file may replace a plain file where that was asked for; nothing else is ever replaced. */
async function refuseReplacing(entry: FileEntry, target: Target): Promise<void> {
  const diskName = await actualName(target.folder, target.name);
  if (diskName === undefined) return;
  const standing = await entryOf(target.folder, diskName);
  const bothFiles = entry.kind === "file" && standing?.kind === "file";
  if (!target.overwrite || !bothFiles) {
    throw alreadyExists(joinPath(target.folder.path, shownName(target.name)));
  }
}

async function digestIn({ folder, diskName }: Source): Promise<string> {
  const handle = await openForReading(folder, diskName);
  return digestOfStream(createReadStream("", { fd: handle }));
}

async function sizeOf(source: Source): Promise<number> {
  if (source.entry.kind !== "folder") return source.entry.sizeBytes;
  const folder = await openChild(source.folder, source.diskName);
  try {
    return (await measure(folder)).sizeBytes;
  } finally {
    await folder.close();
  }
}

/** Where a copy goes. */
interface CopyTarget {
  readonly folder: Folder;
  readonly name: string;
  readonly overwrite: boolean;
}

const CHUNK_BYTES = 256 * 1024;

/** Deepest nesting copied; each level holds two open descriptors. */
const DEEPEST_COPY = 64;

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;

/** Copies one plain file, all of it or nothing. */
async function copyFile(
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
async function copyFolder(
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
        ko: "폴더가 너무 깊이 겹쳐 있어 복사할 수 없어요",
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
