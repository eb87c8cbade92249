import type { ChildProcess } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** The environment variable by which a program's descendants are known; set only where nothing else confines them. */
export const RUN_MARK = "IBL_RUN_ID";

/** Most looks for descendants: one that forks as fast as it is stopped must not keep us here. */
const MOST_ROUNDS = 20;

/** Looks that must find nothing before it is believed: in the middle of an execve a process shows no environment. */
const QUIET_ROUNDS = 2;

const ROUND_MS = 5;

/** Asks the whole process group to end, and after `graceMs` makes it. The returned function calls the second part off. */
export function stopGroup(child: ChildProcess, graceMs: number): () => void {
  signalGroup(child, "SIGTERM");
  const timer = setTimeout(() => signalGroup(child, "SIGKILL"), graceMs);
  return () => clearTimeout(timer);
}

/** Sends a signal to every process of the child's group; the child was started as its leader. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // ESRCH: the whole group has ended
  }
}

/** Ends the descendants that left the group, found by their mark in /proc; does nothing where there is no /proc. */
export async function killMarked(mark: string): Promise<void> {
  let quiet = 0;
  for (let round = 0; round < MOST_ROUNDS && quiet < QUIET_ROUNDS; round += 1) {
    if (round > 0) await sleep(ROUND_MS);
    const found = await markedProcesses(mark);
    quiet = found.length === 0 ? quiet + 1 : 0;
    for (const pid of found) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // ESRCH: it has ended meanwhile
      }
    }
  }
}

async function markedProcesses(mark: string): Promise<readonly number[]> {
  const names = await readdir("/proc").catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const marked = await Promise.all(pids.map((pid) => isMarked(pid, mark)));
  return pids.filter((_, index) => marked[index]);
}

/** A process of another person cannot be read and is none of ours; an ended one has no environment left. */
async function isMarked(pid: number, mark: string): Promise<boolean> {
  const environment = await readFile(`/proc/${pid}/environ`, "latin1").catch(() => "");
  return environment.split("\0").includes(`${RUN_MARK}=${mark}`);
}
