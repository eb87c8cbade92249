import type { ChildProcess } from "node:child_process";
import { readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { markedProcesses } from "./stop.ts";

/** What a folder holds. */
export interface FolderUsage {
  readonly sizeBytes: number;
  readonly entries: number;
}

/** What a folder may hold while a program runs in it. */
export interface FolderLimit {
  /** What it holds now; rejects where that cannot be found out. */
  readonly usage: () => Promise<FolderUsage>;
  readonly most: FolderUsage;
}

/** True where a folder holds more than it may; one that cannot be measured does. */
export function isMore(found: FolderUsage | undefined, most: FolderUsage): boolean {
  return found === undefined || found.sizeBytes > most.sizeBytes || found.entries > most.entries;
}

/** What all processes of one program together may take. */
export interface SharedBounds {
  readonly memoryBytes: number;
  readonly folder?: FolderLimit | undefined;
  /** By which the processes are known where no sandbox holds them together. */
  readonly mark: string | undefined;
}

/** The limit that was passed. */
export type PassedLimit = "memory" | "folder" | "processes";

/** Most processes of one program. The kernel is told the same number where there is a sandbox, and does not hold root to it. */
export const MOST_PROCESSES = 512;

/** Between two looks at the processes, in milliseconds; between two at the folder at least as long, and as long as a look takes. */
const MEMORY_LOOK_MS = 50;
const FOLDER_LOOK_MS = 50;

/** Looks at a folder that fail one after the other, after which it counts as full: it was made unreadable or too deep. */
const MOST_FAILED = 3;

/** Looks at a program's processes and its folder several times a second until `signal` aborts, and tells of the first limit that is passed. */
export function watchLimits(
  child: ChildProcess,
  bounds: SharedBounds,
  signal: AbortSignal,
  onPassed: (limit: PassedLimit) => void,
): void {
  const { folder } = bounds;
  void repeat(MEMORY_LOOK_MS, signal, () => passedBy(child.pid, bounds), onPassed);
  if (folder === undefined) return;
  const look = folderLook(folder);
  void repeat(FOLDER_LOOK_MS, signal, look, onPassed);
}

async function repeat(
  everyMs: number,
  signal: AbortSignal,
  look: () => Promise<PassedLimit | undefined> | PassedLimit | undefined,
  onPassed: (limit: PassedLimit) => void,
): Promise<void> {
  while (!signal.aborted) {
    const startedMs = performance.now();
    const passed = await look();
    if (passed !== undefined && !signal.aborted) {
      onPassed(passed);
      return;
    }
    const tookMs = performance.now() - startedMs;
    await sleep(Math.max(everyMs, tookMs), undefined, { signal }).catch(() => undefined);
  }
}

function folderLook({ usage, most }: FolderLimit): () => Promise<PassedLimit | undefined> {
  let failed = 0;
  return async () => {
    const found = await usage().catch(() => undefined);
    failed = found === undefined ? failed + 1 : 0;
    if (found === undefined) return failed >= MOST_FAILED ? "folder" : undefined;
    return isMore(found, most) ? "folder" : undefined;
  };
}

/** Counts the processes first: of too many the memory is not looked at, which takes longest. */
function passedBy(
  pid: number | undefined,
  { memoryBytes, mark }: SharedBounds,
): PassedLimit | undefined {
  if (pid === undefined) return undefined;
  const pids = mark === undefined ? treeOf(pid) : markedProcesses(mark);
  if (pids.length > MOST_PROCESSES) return "processes";
  return isMemoryPassed(pids, memoryBytes) ? "memory" : undefined;
}

/** Adds up what cannot be taken back from the processes: written memory, swapped or not, and files without a name that they hold open. */
function isMemoryPassed(pids: readonly number[], memoryBytes: number): boolean {
  const nameless = namelessBytes(pids);
  const quick = pids.reduce((sum, each) => sum + residentBytes(each), nameless);
  if (quick <= memoryBytes) return false;
  // Memory that processes share counts in each of them above, here in proportion: slower to read, and so the second look.
  return pids.reduce((sum, each) => sum + proportionalBytes(each), nameless) > memoryBytes;
}

/** A process and all below it. */
function treeOf(root: number): readonly number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const status = textOf(`/proc/${name}/stat`);
    const parent = Number(status.slice(status.lastIndexOf(")") + 2).split(" ")[1] ?? 0);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found = [root];
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}

/** Fields of proc_pid_status(5). */
function residentBytes(pid: number): number {
  return kilobytesIn(textOf(`/proc/${pid}/status`), ["RssAnon", "RssShmem", "VmSwap"]);
}

/** Fields of proc_pid_smaps(5); where they may not be read, what is resident. */
function proportionalBytes(pid: number): number {
  const text = textOf(`/proc/${pid}/smaps_rollup`);
  if (text === "") return residentBytes(pid);
  return kilobytesIn(text, ["Pss_Anon", "Pss_Shmem", "SwapPss"]);
}

function kilobytesIn(text: string, names: readonly string[]): number {
  return names.reduce((sum, name) => {
    const amount = new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? 0;
    return sum + Number(amount) * 1024;
  }, 0);
}

/** What deleted files and memory files take that a process holds open: no folder shows them. */
function namelessBytes(pids: readonly number[]): number {
  const files = new Map<string, number>();
  for (const pid of pids)
    for (const name of namesIn(`/proc/${pid}/fd`)) {
      const stats = statsOf(`/proc/${pid}/fd/${name}`);
      if (stats?.isFile() === true && stats.nlink === 0)
        files.set(`${stats.dev}:${stats.ino}`, stats.blocks * 512);
    }
  return [...files.values()].reduce((sum, sizeBytes) => sum + sizeBytes, 0);
}

// A process may end while it is looked at: it takes nothing any more then.

function textOf(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
