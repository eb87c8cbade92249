import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, readFile, realpath } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { AppError, codeOf } from "../../base/errors.ts";
import { korean } from "../../base/korean-particles.ts";
import { abortError } from "../abort.ts";
import { type Ending, watch } from "./run.ts";
import {
  findProgram,
  findTools,
  type SandboxKind,
  type SandboxVariant,
  SYSTEM_PATH,
  sandboxArguments,
  sendFilter,
  type Tools,
} from "./sandbox.ts";
import { RUN_MARK } from "./stop.ts";
import {
  type FolderLimit,
  type FolderUsage,
  isMore,
  MOST_PROCESSES,
  type PassedLimit,
} from "./watchdog.ts";

/** How the driver finds its tools. */
export interface ProcessDriverOptions {
  /** Folders with programs, separated by ":"; default the system's. It is also the PATH that programs see. */
  readonly searchPath?: string;
  /** Where bubblewrap is; default looked for in the system's folders. null leaves programs unconfined. */
  readonly bwrapPath?: string | null;
}

/** The folder in which a program runs, with its quota. */
export interface FolderBounds {
  /** What it holds now; rejects where that cannot be found out. */
  readonly usage: () => Promise<FolderUsage>;
  readonly quotaBytes: number;
  readonly mostEntries: number;
  /** Runs work while nobody else changes the folder, and puts the folder back as it was before where `isToPutBack` says so of the result, or of work that rejected. */
  readonly reversible: (options: {
    readonly work: () => Promise<ProcessResult>;
    readonly isToPutBack: (result: ProcessResult | undefined) => Promise<boolean>;
    readonly signal: AbortSignal | undefined;
  }) => Promise<ProcessResult>;
}

/** Limits that hold for every program. */
export interface ProcessLimits {
  /** Default 30,000. */
  readonly timeoutMs?: number;
  /** Kept of each of the two output streams; default 64 KiB. */
  readonly maxOutputBytes?: number;
  /** Memory of each process, and of all together; default 1 GiB. */
  readonly memoryBytes?: number;
  readonly signal?: AbortSignal;
}

/** One program to run. */
export interface ProcessRequest extends ProcessLimits {
  /** A name looked up in the search path, or an absolute path. */
  readonly executable: string;
  readonly args: readonly string[];
  /** Absolute; the folder where it runs, which is also its HOME and, in a sandbox, all it can write. Made where it is missing. */
  readonly cwd: string;
  /** Files and folders outside `cwd` that it may read in a sandbox too, in full. Default none. */
  readonly reads?: readonly string[];
  /** Default nothing. */
  readonly stdin?: string | Uint8Array;
  /** Variables besides PATH, HOME and LANG; nothing of the service's own environment is passed on. */
  readonly env?: Readonly<Record<string, string>>;
  /** What `cwd` may hold; default no limit. A program that leaves more leaves nothing: the folder is put back as it was before. */
  readonly folder?: FolderBounds;
}

/** A piece of source to run. */
export interface CommandRequest extends ProcessLimits {
  readonly language: "shell" | "python" | "node";
  readonly source: string;
  readonly cwd: string;
  readonly stdin?: string | Uint8Array;
  readonly folder?: FolderBounds;
}

/** What a program did. */
export interface ProcessResult {
  /** null where a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
  /** True where output was left out; the place says how much. */
  readonly truncated: boolean;
  readonly timedOut: boolean;
  /** True where it was stopped for writing more than 64 MiB. */
  readonly flooded: boolean;
  /** "none" means that it ran with the rights of the service itself. */
  readonly sandbox: SandboxKind;
  /** Which limit of all its processes together was passed: their memory, their number, or what the folder may hold, which is then as it was before. Absent for none. */
  readonly passed?: PassedLimit;
  /** How many bytes more than its quota the folder holds afterwards, as it did before; absent for none. */
  readonly overQuotaBytes?: number;
  /** False where the system has no `prlimit`, so that memory was not bounded. */
  readonly memoryLimited: boolean;
}

/** Runs programs from argument lists, never through a shell unless the program is one. */
export interface ProcessDriver {
  /** Runs one program to its end, its time or the signal, and leaves none of its processes behind. Rejects with `program-missing`, `program-failed` or an abort; never for an exit code. */
  run(request: ProcessRequest): Promise<ProcessResult>;
  /** Runs source with bash (or sh), Python 3 or this Node. Rejects as `run` does, or with `source-too-long`. */
  runCommand(request: CommandRequest): Promise<ProcessResult>;
  /** How programs will be kept apart here; found out once. */
  sandbox(): Promise<SandboxKind>;
}

/** Runs source in the folder of one chat. */
export interface CommandRunner {
  /** As `ProcessDriver.runCommand` does. */
  run(
    language: CommandRequest["language"],
    source: string,
    limits?: ProcessLimits & { readonly stdin?: string | Uint8Array },
  ): Promise<ProcessResult>;
}

interface Driver {
  readonly searchPath: string;
  /** What the machine has; looked for once. */
  readonly tools: () => Promise<Tools>;
}

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_OUTPUT_BYTES = 64 * 1024;
/** Node 24 keeps 512 MiB for compiled code, which counts though it is not used: with less it does not start. */
const DEFAULT_MEMORY_BYTES = 1024 * 1024 * 1024;

/** One argument has less than 128 KiB (execve(2), MAX_ARG_STRLEN). */
const LONGEST_SOURCE_BYTES = 120 * 1024;

/** Makes the driver; looks at the machine only when first used. */
export function createProcessDriver(options: ProcessDriverOptions = {}): ProcessDriver {
  const tools = (): Promise<Tools> => findTools(options.bwrapPath);
  const driver: Driver = { searchPath: options.searchPath ?? SYSTEM_PATH, tools };
  return {
    run: (request) => run(driver, request),
    runCommand: (request) => runCommand(driver, request),
    sandbox: async () => kindOf((await tools()).variant),
  };
}

/** Makes a runner whose programs all run in one folder. */
export function createCommandRunner(
  options: ProcessDriverOptions & { readonly folder: string; readonly bounds?: FolderBounds },
): CommandRunner {
  const driver = createProcessDriver(options);
  const folder = options.bounds === undefined ? {} : { folder: options.bounds };
  return {
    run: (language, source, limits = {}) =>
      driver.runCommand({ ...limits, ...folder, language, source, cwd: options.folder }),
  };
}

function kindOf(variant: SandboxVariant): SandboxKind {
  return variant === "none" ? "none" : "bubblewrap";
}

async function run(driver: Driver, request: ProcessRequest): Promise<ProcessResult> {
  const { folder, signal } = request;
  if (folder === undefined) return runHere(driver, request, undefined);
  let most: FolderUsage | undefined;
  let isPutBack = false;
  const usage = (): Promise<FolderUsage | undefined> => folder.usage().catch(() => undefined);
  const result = await folder.reversible({
    signal,
    work: async () => {
      most = mostIn(folder, await usage());
      return runHere(driver, request, { usage: folder.usage, most });
    },
    isToPutBack: async (ended) => {
      isPutBack = ended?.passed === "folder" || (most !== undefined && isMore(await usage(), most));
      return isPutBack;
    },
  });
  const overQuotaBytes = ((await usage())?.sizeBytes ?? 0) - folder.quotaBytes;
  return {
    ...result,
    ...(isPutBack ? { passed: "folder" } : {}),
    ...(overQuotaBytes > 0 ? { overQuotaBytes } : {}),
  };
}

/** The quota, or what the folder held before where that was more; of one that could not be measured, whatever is left that can be. */
function mostIn(
  { quotaBytes, mostEntries }: FolderBounds,
  before: FolderUsage = {
    sizeBytes: Number.POSITIVE_INFINITY,
    entries: Number.POSITIVE_INFINITY,
  },
): FolderUsage {
  return {
    sizeBytes: Math.max(quotaBytes, before.sizeBytes),
    entries: Math.max(mostEntries, before.entries),
  };
}

async function runHere(
  driver: Driver,
  request: ProcessRequest,
  folder: FolderLimit | undefined,
): Promise<ProcessResult> {
  const { signal } = request;
  const tools = await driver.tools();
  const program = programOf(driver, request);
  const cwd = await workFolder(request.cwd);
  const mark = tools.variant === "none" ? randomUUID() : undefined;
  const [file = program, ...args] = await commandLine(tools, { program, cwd, request });
  if (signal?.aborted === true) throw abortError(signal);
  const startedMs = performance.now();
  try {
    const child = spawn(file, args, {
      cwd,
      env: environment(driver, request, { cwd, mark }),
      detached: true, // a process group of its own, so that all of it can be ended
      stdio: [
        request.stdin === undefined ? "ignore" : "pipe",
        "pipe",
        "pipe",
        ...(tools.filter === undefined ? [] : ["pipe" as const]),
      ],
    });
    if (tools.filter !== undefined) sendFilter(child, tools.filter);
    const ending = await watch(child, {
      timeoutMs: request.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      maxOutputBytes: request.maxOutputBytes ?? DEFAULT_OUTPUT_BYTES,
      stdin: request.stdin,
      signal,
      mark,
      memoryBytes: request.memoryBytes ?? DEFAULT_MEMORY_BYTES,
      folder,
    });
    return resultOf(ending, tools, performance.now() - startedMs);
  } catch (error) {
    throw explainStart(error, request.executable);
  }
}

/** What one file may have at most: what is left of the quota, and never less than scratch files need, which lie outside the folder. */
async function roomIn(folder: FolderBounds | undefined): Promise<number> {
  const found = await folder?.usage().catch(() => undefined); // the watch over the folder tells why
  if (found === undefined || folder === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(LEAST_FILE_BYTES, folder.quotaBytes - found.sizeBytes);
}

function runCommand(driver: Driver, request: CommandRequest): Promise<ProcessResult> {
  const { language, source, ...rest } = request;
  if (Buffer.byteLength(source) > LONGEST_SOURCE_BYTES) {
    return Promise.reject(
      new AppError("source-too-long", {
        en: `The source is longer than ${LONGEST_SOURCE_BYTES / 1024} KiB. Write it to a file and run that.`,
        ko: `소스가 ${LONGEST_SOURCE_BYTES / 1024} KiB보다 길어요. 파일에 쓰고 그 파일을 실행해 주세요.`,
      }),
    );
  }
  return run(driver, { ...rest, ...interpreter(driver, language, source) });
}

/** The interpreter of a language with its source as one argument; start-up files of a shell are not read. */
function interpreter(
  driver: Driver,
  language: CommandRequest["language"],
  source: string,
): Pick<ProcessRequest, "executable" | "args"> {
  switch (language) {
    case "shell": {
      const bash = findProgram("bash", driver.searchPath);
      return bash === undefined
        ? { executable: "sh", args: ["-c", source] }
        : { executable: bash, args: ["--noprofile", "--norc", "-c", source] };
    }
    case "python":
      return { executable: "python3", args: ["-c", source] };
    case "node":
      return { executable: process.execPath, args: ["-e", source] };
  }
}

function programOf(driver: Driver, request: ProcessRequest): string {
  const program = findProgram(request.executable, driver.searchPath);
  if (program !== undefined) return program;
  throw new AppError("program-missing", {
    en: `There is no program "${request.executable}" on this machine. Install it (looked in ${driver.searchPath}), or use another one.`,
    ko: korean`이 컴퓨터에 프로그램 "${request.executable}"이(가) 없어요. 설치하거나(찾아본 곳: ${driver.searchPath}) 다른 것을 써 주세요.`,
  });
}

async function workFolder(cwd: string): Promise<string> {
  if (!isAbsolute(cwd) || cwd === "/") {
    throw new AppError("program-failed", "A program runs in a folder of its own, named in full.");
  }
  await mkdir(cwd, { recursive: true, mode: 0o700 });
  return realpath(cwd);
}

/** Outermost the sandbox, in it the limits, in them the program. */
async function commandLine(
  tools: Tools,
  place: { readonly program: string; readonly cwd: string; readonly request: ProcessRequest },
): Promise<readonly string[]> {
  const { program, cwd, request } = place;
  const isSandboxed = tools.variant !== "none";
  const memoryBytes = request.memoryBytes ?? DEFAULT_MEMORY_BYTES;
  const roomBytes = await roomIn(request.folder);
  const limits =
    tools.prlimit === undefined
      ? []
      : [tools.prlimit, ...(await limitArguments({ memoryBytes, roomBytes, isSandboxed })), "--"];
  const command = [...limits, program, ...request.args];
  if (tools.variant === "none" || tools.bwrap === undefined) return command;
  const sandbox = sandboxArguments(tools.variant, {
    cwd,
    programs: [program, ...(request.reads ?? [])],
    isFiltered: tools.filter !== undefined,
  });
  return [tools.bwrap, ...sandbox, ...command];
}

/** Nothing of the service's own environment: it holds tokens. */
function environment(
  driver: Driver,
  request: ProcessRequest,
  place: { readonly cwd: string; readonly mark: string | undefined },
): Record<string, string> {
  return {
    ...request.env,
    PATH: driver.searchPath,
    HOME: place.cwd,
    LANG: "C.UTF-8",
    ...(place.mark === undefined ? {} : { [RUN_MARK]: place.mark }),
  };
}

function resultOf(ending: Ending, tools: Tools, durationMs: number): ProcessResult {
  const { stdout, stderr, ...rest } = ending;
  const [out, problems] = [stdout.text(), stderr.text()];
  if (tools.variant !== "none" && ending.exitCode === 1 && /^bwrap: /.test(problems)) {
    throw new AppError("program-failed", {
      en: `The sandbox did not start: ${problems.trim()}`,
      ko: `격리 환경이 시작되지 않았어요: ${problems.trim()}`,
    });
  }
  return {
    ...rest,
    stdout: out,
    stderr: problems,
    durationMs: Math.round(durationMs),
    truncated: stdout.isCut() || stderr.isCut(),
    sandbox: kindOf(tools.variant),
    memoryLimited: tools.prlimit !== undefined,
  };
}

function explainStart(error: unknown, executable: string): unknown {
  if (error instanceof AppError || (error instanceof Error && error.name === "AbortError")) {
    return error;
  }
  const code = codeOf(error);
  const reason =
    code === "E2BIG" || code === "ERR_INVALID_ARG_VALUE"
      ? {
          en: "its arguments are too long or hold a zero byte",
          ko: "인자가 너무 길거나 0 바이트가 들어 있어요",
        }
      : { en: `the system refused it (${code})`, ko: `시스템이 거부했어요 (${code})` };
  const words = {
    en: `"${executable}" could not be started: ${reason.en}.`,
    ko: korean`"${executable}"을(를) 시작할 수 없어요: ${reason.ko}.`,
  };
  return new AppError("program-failed", words, { cause: error });
}

/** Largest single file a program may write. */
const LARGEST_FILE_BYTES = 256 * 1024 * 1024;

/** The kernel's limit on a file holds in /tmp and for an existing file too: in a full folder a program may still work with small ones. */
const LEAST_FILE_BYTES = 1024 * 1024;

const MOST_OPEN_FILES = 512;

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
async function limitArguments(options: {
  readonly memoryBytes: number;
  /** What the folder has room for. */
  readonly roomBytes: number;
  readonly isSandboxed: boolean;
}): Promise<readonly string[]> {
  const wanted: readonly (readonly [LimitName, number])[] = [
    ["data", options.memoryBytes],
    ["fsize", Math.min(LARGEST_FILE_BYTES, options.roomBytes)],
    ["nofile", MOST_OPEN_FILES],
    // Counted for the sandbox's own namespace since Linux 5.14, before that for the whole user; never for root.
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
