import type { Stats } from "node:fs";
import { lstat } from "node:fs/promises";
import { AppError, codeOf } from "../../base/errors.ts";
import { byteNames, type Folder, openByBytes, withFolder } from "./folder.ts";
import { notAllowed, quotePath } from "./path.ts";

/** What a chat's folder holds now. */
export interface Usage {
  readonly sizeBytes: number;
  readonly entries: number;
}

/** The bound on one jail. */
export interface Quota {
  /** Throws `quota-exceeded`, with the numbers, where `extraBytes` more do not fit; less is always allowed. `countedBytes` of them lie in the folder already, unfinished. */
  check(path: string, extraBytes: number, countedBytes?: number): Promise<void>;
  usage(): Promise<Usage>;
  /** True where the jail holds more than it may, or cannot be measured. */
  isOver(): Promise<boolean>;
}

/** Most files and folders in one jail, so that small ones cannot fill the disk's tables either. */
export const MOST_ENTRIES = 20_000;

/** What a file system may take for a file besides twice its size. */
const RESERVED_BYTES = 1024 * 1024;

/** Each level holds one open descriptor. */
const DEEPEST_MEASURED = 64;

/** The quota of a jail; without `quotaBytes` everything fits. `onUsage` is told how much the folder will hold, in bytes, before anything is added or refused. */
export function createQuota(
  root: string,
  quotaBytes: number | undefined,
  onUsage: (sizeBytes: number) => void = () => undefined,
): Quota {
  const usage = (): Promise<Usage> => withFolder(root, [], {}, (folder) => measure(folder));
  return {
    usage,
    async isOver() {
      const found = await usage().catch(() => undefined);
      const mostBytes = quotaBytes ?? Number.POSITIVE_INFINITY;
      return found === undefined || found.sizeBytes > mostBytes || found.entries > MOST_ENTRIES;
    },
    async check(path, extraBytes, countedBytes = 0) {
      if (quotaBytes === undefined || extraBytes < 0) return;
      const { sizeBytes: allBytes, entries } = await usage();
      const sizeBytes = Math.max(0, allBytes - countedBytes);
      const isMore = sizeBytes + extraBytes > quotaBytes;
      onUsage(isMore ? sizeBytes : sizeBytes + extraBytes);
      if (isMore) {
        throw new AppError("quota-exceeded", {
          en: `There is no room for ${quotePath(path)}: this chat's folder already holds all it may. Delete something first.`,
          ko: `이 대화의 폴더가 가득 차서 ${quotePath(path)}의 자리가 없어요. 먼저 무언가를 지워 주세요.`,
        });
      }
      if (entries >= MOST_ENTRIES) {
        throw new AppError("quota-exceeded", {
          en: `This chat's folder already holds ${entries} files and folders, the most there may be. Delete something first.`,
          ko: `이 대화의 폴더에는 파일과 폴더가 이미 ${entries}개 있어 더 둘 수 없어요. 먼저 무언가를 지워 주세요.`,
        });
      }
    },
  };
}

/** The size and number of everything below a folder, whatever its names; throws `path-not-allowed` below 64 folders. */
export async function measure(folder: Folder, depth = 0): Promise<Usage> {
  if (depth > DEEPEST_MEASURED) {
    throw notAllowed(folder.path, {
      en: "is nested too deep; remove the outermost of its folders",
      ko: "폴더가 너무 깊이 겹쳐 있어요. 가장 바깥 폴더를 지워 주세요",
    });
  }
  let sizeBytes = 0;
  let entries = 0;
  for (const name of await byteNames(folder)) {
    const stats = await lstat(folder.atBytes(name)).catch(() => undefined); // gone meanwhile
    if (stats === undefined) continue;
    entries += 1;
    if (stats.isFile()) sizeBytes += heldBytes(stats);
    if (!stats.isDirectory()) continue;
    const below = await measureChild(folder, name, depth);
    sizeBytes += below.sizeBytes;
    entries += below.entries;
  }
  return { sizeBytes, entries };
}

/** The size of a file, or what it takes on the disk where that is far more: space can be reserved behind a file's end. */
function heldBytes({ size, blocks }: Pick<Stats, "size" | "blocks">): number {
  const takenBytes = blocks * 512;
  return takenBytes > 2 * size + RESERVED_BYTES ? takenBytes : size;
}

async function measureChild(folder: Folder, name: Buffer, depth: number): Promise<Usage> {
  const child = await openByBytes(folder, name).catch((error: unknown) => {
    if (codeOf(error) === "file-not-found") return undefined; // gone meanwhile
    throw error;
  });
  if (child === undefined) return { sizeBytes: 0, entries: 0 };
  try {
    return await measure(child, depth + 1);
  } finally {
    await child.close();
  }
}
