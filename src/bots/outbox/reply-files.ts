import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { digestOf } from "../../base/digest.ts";

/** Names in a chat's folder that begin so belong to the service: no program can name them, and what is left of them is removed. */
const FILE_PREFIX = ".ibl-reply-";

/** A file that was not sent after a day will not be. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** Absolute path of a file in a chat's folder. */
export type ReplyFiles = (path: string) => string;

/** Where a file stands that goes with a reply: the same path for the same key and ending. */
export function replyFilePath(filePath: ReplyFiles, key: string, ending: string): string {
  return filePath(`${FILE_PREFIX}${digestOf(key).slice(0, 32)}.${ending}`);
}

/** The path of the file in a chat's folder whose key has a digest that begins so, with letters and digits; `undefined` where there is none any more. */
export function findReplyFile(filePath: ReplyFiles, digestStart: string): string | undefined {
  const start = `${FILE_PREFIX}${digestStart}`;
  const folder = dirname(filePath(start));
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const name = names.find((each) => each.startsWith(start));
  return name === undefined ? undefined : join(folder, name);
}

/** True of the path of such a file. */
export function isReplyFile(path: string): boolean {
  return path.startsWith(FILE_PREFIX);
}

/** Writes such a file, for the service alone to read. Never writes through a link that stands in its place; old ones of its folder go. Throws what the disk throws. */
export function writeReplyFile(path: string, content: string | Uint8Array): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  removeOld(folder);
  rmSync(path, { force: true });
  writeFileSync(path, content, { flag: "wx", mode: 0o600 });
}

function removeOld(folder: string): void {
  const beforeMs = Date.now() - KEPT_MS; // compared with the disk's own times
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(FILE_PREFIX)) continue;
    const path = join(folder, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined || stats.mtimeMs < beforeMs) rmSync(path, { force: true });
  }
}
