import { digestOf } from "../base/digest.ts";
import type { Edges } from "../base/edges.ts";
import { AppError, messageOf } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import { mediaTypeOfName } from "../base/media-type.ts";
import type { Config } from "../config/config.ts";
import { createFiles, type Files } from "../drivers/files/files.ts";
import type { FileEntry } from "../drivers/files/walk.ts";
import type { FileState } from "../engine/execute/file-state.ts";
import {
  chatFolder,
  copiesIn,
  copyFolder,
  type Hold,
  type Home,
  isLeaseAlive,
} from "./core/home.ts";

/** The files of a chat. */
export type FilesOf = (chatKey: string) => Files;

/** One `Files` for one folder, so that quotas and edits never overlap. `onUsage` is told how much a chat's folder will hold, in bytes, before anything is added. */
export function openChatFiles(
  core: {
    readonly home: Home;
    readonly config: Pick<Config, "quotaBytes">;
    readonly edges: Pick<Edges, "faultPoint">;
    readonly lease: Pick<Hold, "name">;
  },
  onUsage: (chatKey: string, sizeBytes: number) => void,
): FilesOf {
  const known = new Map<string, Files>();
  return (chatKey) => {
    const files =
      known.get(chatKey) ??
      createFiles({
        root: chatFolder(core.home, chatKey),
        quotaBytes: core.config.quotaBytes,
        copyPath: copyFolder(core.home, chatKey, core.lease.name),
        faultPoint: core.edges.faultPoint,
        onUsage: (sizeBytes) => onUsage(chatKey, sizeBytes),
      });
    known.set(chatKey, files);
    return files;
  };
}

/** Settles the folders in which commands ran when their process died: one that holds more than its quota is put back as it was before its command. */
export async function settleFolders(parts: {
  readonly home: Home;
  readonly config: Pick<Config, "quotaBytes">;
  readonly log: Log;
}): Promise<void> {
  const { home, config, log } = parts;
  for (const { path, lease, folder } of copiesIn(home)) {
    if (isLeaseAlive(home, lease)) continue;
    try {
      const { quotaBytes } = config;
      const isPutBack = await createFiles({ root: folder, quotaBytes, copyPath: path }).settle();
      if (isPutBack)
        log.warn({ folder }, "A command filled this folder and was cut off; it is as before it.");
    } catch (error) {
      const facts = { folder, copy: path, problem: messageOf(error) };
      log.error(
        facts,
        "A folder could not be put back as it was before a command; its copy stays.",
      );
    }
  }
}

/** Most entries of a folder that are looked at one by one. */
const MOST_ENTRIES = 1000;

/** Largest file that is told from another by its content: it is read before every effect on it. */
const MOST_DIGESTED_BYTES = 20 * 1024 * 1024;

/** Looks at the files of chats without changing any: what stands at a path, by its content, and of a folder how many files it holds. Refused paths have nothing. */
export function createFileLook(home: Home): (chatKey: string, path: string) => Promise<FileState> {
  return async (chatKey, path) => {
    const files = createFiles({ root: chatFolder(home, chatKey) });
    try {
      const entry = await files.stat(path);
      if (entry.kind === "file") return await fileState(files, entry);
      return entry.kind === "folder" ? await folderState(files, path) : { kind: "none" };
    } catch (error) {
      if (error instanceof AppError) return { kind: "none" };
      throw error;
    }
  };
}

async function fileState(files: Files, entry: FileEntry): Promise<FileState> {
  const { path, sizeBytes, modifiedAtMs: changedAtMs } = entry;
  const mark = await markOf(files, entry);
  return { kind: "file", sizeBytes, mediaType: mediaTypeOfName(path), changedAtMs, mark };
}

/** Of a file that is large or cannot be read its size and time stand for its content. */
async function markOf(files: Files, { path, sizeBytes, modifiedAtMs }: FileEntry): Promise<string> {
  const byTime = `${sizeBytes} ${modifiedAtMs}`;
  if (sizeBytes > MOST_DIGESTED_BYTES) return byTime;
  try {
    return (await files.digest(path)) ?? byTime;
  } catch (error) {
    if (error instanceof AppError) return byTime;
    throw error;
  }
}

async function folderState(files: Files, path: string): Promise<FileState> {
  const found = await files.find("**", { under: path, maxFound: MOST_ENTRIES });
  const inside = found.entries.filter(({ kind }) => kind === "file");
  const facts = found.entries.map((entry) => [entry.path, entry.sizeBytes, entry.modifiedAtMs]);
  return {
    kind: "folder",
    files: inside.length,
    sizeBytes: inside.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    isCut: found.isCut,
    mark: digestOf(facts),
  };
}
