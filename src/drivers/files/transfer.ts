import { createReadStream } from "node:fs";
import { rename } from "node:fs/promises";
import { copyFile, copyFolder } from "./copy.ts";
import { alreadyExists, failed } from "./errors.ts";
import { actualName, type Folder, openChild, withFolder } from "./folder.ts";
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
import { openForReading } from "./write.ts";

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
      throw notAllowed(request.source, { en: "has just been removed", ko: "방금 지워졌습니다" });
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
      ko: "이 대화의 폴더 전체입니다. 그 안의 파일을 말해 주세요",
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
      ko: "이미 그 자리에 있습니다",
    });
  if (target.startsWith(source)) {
    throw notAllowed(to.names.join("/"), {
      en: "lies inside the folder that is to go there",
      ko: "옮기거나 복사할 폴더의 안쪽입니다",
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
