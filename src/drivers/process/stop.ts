import type { ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** The environment variable by which a program's descendants are known; set only where nothing else confines them. */
export const RUN_MARK = "IBL_RUN_ID";

/** Most looks for descendants: on a busy machine what was killed takes a while to end, but one that forks as fast as it is stopped must not keep us here. */
const MOST_ROUNDS = 100;

/** Looks that must find nothing before it is believed. */
const QUIET_ROUNDS = 2;

/** Looks that wait for a process without an environment to show one: some never have one. */
const PATIENT_ROUNDS = 12;

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
    const { ours, isUnsure } = await look(mark);
    const isQuiet = ours.length === 0 && (!isUnsure || round >= PATIENT_ROUNDS);
    quiet = isQuiet ? quiet + 1 : 0;
    ours.forEach(kill);
  }
}

/** The processes that carry a mark now; none where there is no /proc. */
export function markedProcesses(mark: string): readonly number[] {
  const environmentOf = (pid: number): string => {
    try {
      return readFileSync(`/proc/${pid}/environ`, "latin1");
    } catch {
      return ""; // another person's, or ended meanwhile
    }
  };
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => environmentOf(pid).split("\0").includes(`${RUN_MARK}=${mark}`));
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // ESRCH: it has ended meanwhile
  }
}

async function look(
  mark: string,
): Promise<{ readonly ours: readonly number[]; readonly isUnsure: boolean }> {
  const names = await readdir("/proc").catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map((pid) => whoseIs(pid, mark)));
  return {
    ours: pids.filter((_, index) => found[index] === "ours"),
    isUnsure: found.includes("unsure"),
  };
}

/** A process of another person cannot be read and is none of ours; one that lives and shows no environment may be in the middle of an execve. */
async function whoseIs(pid: number, mark: string): Promise<"ours" | "other" | "unsure"> {
  const environment = await readFile(`/proc/${pid}/environ`, "latin1").catch(() => undefined);
  if (environment === undefined) return "other";
  if (environment.split("\0").includes(`${RUN_MARK}=${mark}`)) return "ours";
  return environment === "" && (await isProgram(pid)) ? "unsure" : "other";
}

/** False for what has ended and for threads of the kernel, whose parent is process 2 (proc_pid_stat(5)). */
async function isProgram(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => "");
  const [state = "X", parent = ""] = status.slice(status.lastIndexOf(")") + 2).split(" ");
  return !"ZX".includes(state) && parent !== "2" && pid !== 2;
}
