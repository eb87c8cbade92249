import { readFile } from "node:fs/promises";

/** Largest single file a program may write. */
const LARGEST_FILE_BYTES = 256 * 1024 * 1024;

const MOST_OPEN_FILES = 512;

/** Counted by the kernel for the sandbox's own namespace since Linux 5.14, before that for the whole user; never for root. */
const MOST_PROCESSES = 512;

/** What `/proc/self/limits` calls each limit of `prlimit`. */
const KERNEL_NAMES = {
  data: "Max data size",
  fsize: "Max file size",
  nofile: "Max open files",
  nproc: "Max processes",
} as const;

type LimitName = keyof typeof KERNEL_NAMES;

/**
 * The arguments of `prlimit` that bound one program. Memory is bounded as `data`, what a process may write
 * to: the size of its address space says nothing, as Node alone reserves more of it than any sensible limit.
 */
export async function limitArguments(options: {
  readonly memoryBytes: number;
  readonly isSandboxed: boolean;
}): Promise<readonly string[]> {
  const wanted: readonly (readonly [LimitName, number])[] = [
    ["data", options.memoryBytes],
    ["fsize", LARGEST_FILE_BYTES],
    ["nofile", MOST_OPEN_FILES],
    ...(options.isSandboxed ? [["nproc", MOST_PROCESSES] as const] : []),
  ];
  const table = await readFile("/proc/self/limits", "utf8").catch(() => "");
  const bounds = wanted.map(
    ([name, value]) => `--${name}=${Math.min(value, hardLimit(table, KERNEL_NAMES[name]))}`,
  );
  return ["--core=0", ...bounds];
}

/** A limit can be lowered by everybody and raised by root alone, so a lower one stays. */
function hardLimit(table: string, kernelName: string): number {
  const line = table.split("\n").find((text) => text.startsWith(kernelName)) ?? "";
  const hard = line.slice(kernelName.length).trim().split(/\s+/)[1] ?? "unlimited";
  return /^\d+$/.test(hard) ? Number(hard) : Number.POSITIVE_INFINITY;
}
