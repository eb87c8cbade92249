import type { Stats } from "node:fs";
import { lstat } from "node:fs/promises";
import { AppError, codeOf } from "../../base/errors.ts";
import { failed } from "./errors.ts";
import { type Folder, openChild, visibleNames } from "./folder.ts";
import { joinPath, shownName } from "./path.ts";

/** What an entry of a folder is; a link is never followed, and `other` is a device, socket or pipe. */
export type EntryKind = "file" | "folder" | "link" | "other";

/** One entry as people may see it. */
export interface FileEntry {
  /** From the chat's folder down, in Unicode NFC, odd characters written out. */
  readonly path: string;
  readonly name: string;
  readonly kind: EntryKind;
  /** 0 unless it is a file. */
  readonly sizeBytes: number;
  /** Unix milliseconds. */
  readonly modifiedAtMs: number;
}

/** An entry met on a walk; `folder` is open only until the next one. */
export interface Visit {
  readonly entry: FileEntry;
  readonly folder: Folder;
  /** The name as the disk has it. */
  readonly diskName: string;
}

/** Deepest folder that a walk enters; each level holds one open descriptor. */
const DEEPEST_WALK = 64;

/** Every entry below a folder, folders before what is in them, by name; what disappears meanwhile is left out. Throws `file-failed` below 64 folders. */
export async function* walk(folder: Folder, depth = 0): AsyncGenerator<Visit> {
  if (depth > DEEPEST_WALK) {
    throw new AppError("file-failed", {
      en: `Folders are nested deeper than ${DEEPEST_WALK} in this chat's folder. Delete the outermost of them.`,
      ko: `이 대화의 폴더 안에 폴더가 ${DEEPEST_WALK}겹보다 깊이 겹쳐 있어요. 가장 바깥 폴더를 지워 주세요.`,
    });
  }
  const names = [...(await visibleNames(folder))].sort();
  for (const diskName of names) {
    const entry = await entryOf(folder, diskName);
    if (entry === undefined) continue;
    yield { entry, folder, diskName };
    if (entry.kind === "folder") yield* walkChild(folder, diskName, depth);
  }
}

/** The entry of a name as the disk has it, or undefined where it is gone. */
export async function entryOf(folder: Folder, diskName: string): Promise<FileEntry | undefined> {
  const name = shownName(diskName);
  const path = joinPath(folder.path, name);
  try {
    return describe(path, name, await lstat(folder.at(diskName)));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw failed(error, path);
  }
}

/** An entry from what the file system says of it. */
export function describe(path: string, name: string, stats: Stats): FileEntry {
  const kind = kindOf(stats);
  const sizeBytes = kind === "file" ? stats.size : 0;
  return { path, name, kind, sizeBytes, modifiedAtMs: Math.round(stats.mtimeMs) };
}

async function* walkChild(folder: Folder, diskName: string, depth: number): AsyncGenerator<Visit> {
  let child: Folder;
  try {
    child = await openChild(folder, diskName);
  } catch (error) {
    if (isGone(error)) return;
    throw error;
  }
  try {
    yield* walk(child, depth + 1);
  } finally {
    await child.close();
  }
}

/** Another program may remove or replace what a walk has just seen. */
function isGone(error: unknown): boolean {
  return ["file-not-found", "file-not-folder", "path-not-allowed"].includes(codeOf(error));
}

function kindOf(stats: Stats): EntryKind {
  if (stats.isFile()) return "file";
  if (stats.isDirectory()) return "folder";
  return stats.isSymbolicLink() ? "link" : "other";
}
