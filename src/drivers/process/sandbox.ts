import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { Writable } from "node:stream";
import { noReserving } from "./seccomp.ts";

/** How a program is kept apart from the machine: by bubblewrap, or not at all. */
export type SandboxKind = "bubblewrap" | "none";

/** One way to start bubblewrap that works here; `hardened` also forbids further namespaces inside. */
export type SandboxVariant = "hardened" | "plain" | "without-proc" | "none";

/** Where programs are looked for when nothing else is configured; also the PATH that they see. */
export const SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin";

/** What a program may read of the system besides /usr. No configuration with names or keys is among it. */
const READABLE = [
  "/bin",
  "/sbin",
  "/lib",
  "/lib32",
  "/lib64",
  "/etc/alternatives",
  "/etc/fonts",
  "/etc/ld.so.cache",
  "/etc/localtime",
  "/etc/mime.types",
  "/etc/timezone",
];

/** Memory that a program may use through /tmp and /dev/shm, each. */
const SCRATCH_BYTES = 64 * 1024 * 1024;

/** The descriptor from which bubblewrap reads the filter: the first after the three of every program. */
const FILTER_FD = 3;

const PROBE_TIMEOUT_MS = 5000;

/** The absolute path of a program by name, or undefined; `searchPath` is the system's by default. An absolute path stands for itself; a relative one is never a program. */
export function findProgram(name: string, searchPath = SYSTEM_PATH): string | undefined {
  if (isAbsolute(name)) return isProgram(name) ? name : undefined;
  if (name === "" || name.includes("/")) return undefined;
  return searchPath
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, name))
    .find(isProgram);
}

/** Tries the strictest way to start bubblewrap first; some containers allow only some, or none. */
async function probeSandbox(bwrap: string | undefined): Promise<SandboxVariant> {
  const check = findProgram("true");
  if (bwrap === undefined || check === undefined) return "none";
  for (const variant of ["hardened", "plain", "without-proc"] as const) {
    if (await starts(bwrap, [...sandboxArguments(variant, {}), check])) return variant;
  }
  return "none";
}

/** The filter of system calls, where this machine takes it together with its way to start bubblewrap. */
async function probeFilter(
  bwrap: string | undefined,
  variant: SandboxVariant,
): Promise<Uint8Array | undefined> {
  const [check, filter] = [findProgram("true"), noReserving()];
  if (bwrap === undefined || check === undefined || filter === undefined || variant === "none")
    return undefined;
  const args = [...sandboxArguments(variant, { isFiltered: true }), check];
  return (await starts(bwrap, args, filter)) ? filter : undefined;
}

/**
 * The arguments of bubblewrap before the program's own: no network, no capabilities, no other processes,
 * a read-only system, an empty /tmp, and `cwd` as the only folder that stays written.
 * /proc is mounted read-only: a service that runs as root would else hand /proc/sys of the machine to the
 * program, because the kernel asks there for the user alone and not for capabilities.
 */
export function sandboxArguments(
  variant: Exclude<SandboxVariant, "none">,
  place: {
    readonly cwd?: string;
    readonly programs?: readonly string[];
    /** It reads a filter from `FILTER_FD`. */
    readonly isFiltered?: boolean;
  },
): readonly string[] {
  const { cwd, programs = [] } = place;
  const scratch = ["--size", String(SCRATCH_BYTES), "--tmpfs"];
  return [
    "--unshare-all",
    "--die-with-parent",
    "--cap-drop",
    "ALL",
    ...(variant === "hardened" ? ["--unshare-user", "--disable-userns"] : []),
    ...["--ro-bind", "/usr", "/usr"],
    ...READABLE.flatMap((path) => ["--ro-bind-try", path, path]),
    ...(variant === "without-proc"
      ? ["--dir", "/proc"]
      : ["--proc", "/proc", "--remount-ro", "/proc"]),
    ...["--dev", "/dev", ...scratch, "/dev/shm", "--remount-ro", "/dev"],
    ...[...scratch, "/tmp"],
    ...programs
      .filter((path) => !path.startsWith("/usr/"))
      .flatMap((path) => ["--ro-bind", path, path]),
    ...(cwd === undefined ? [] : ["--bind", cwd, cwd, "--chdir", cwd]),
    ...(place.isFiltered === true ? ["--seccomp", String(FILTER_FD)] : []),
    ...["--remount-ro", "/", "--"],
  ];
}

/** Hands the filter to a bubblewrap that was started with a pipe as its fourth descriptor. */
export function sendFilter(child: ChildProcess, filter: Uint8Array): void {
  const pipe = child.stdio[FILTER_FD];
  if (!(pipe instanceof Writable)) return;
  pipe.on("error", () => undefined); // it ended before it read: its exit tells why
  pipe.end(filter);
}

function starts(bwrap: string, args: readonly string[], filter?: Uint8Array): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(bwrap, args, {
      timeout: PROBE_TIMEOUT_MS,
      killSignal: "SIGKILL",
      env: {},
      stdio: ["ignore", "ignore", "ignore", filter === undefined ? "ignore" : "pipe"],
    });
    if (filter !== undefined) sendFilter(child, filter);
    child.once("error", () => resolve(false));
    child.once("exit", (exitCode) => resolve(exitCode === 0));
  });
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** What this machine has to confine programs with. */
export interface Tools {
  readonly bwrap: string | undefined;
  readonly prlimit: string | undefined;
  readonly variant: SandboxVariant;
  /** For bubblewrap; undefined where the machine takes none. */
  readonly filter: Uint8Array | undefined;
}

/** Looking costs several starts of bubblewrap, and the answer does not change while the service runs. */
const found = new Map<string | null | undefined, Promise<Tools>>();

/** Looks at the machine on the first call, and remembers. `bwrapPath` null means that bubblewrap is not to be used. */
export function findTools(bwrapPath: string | null | undefined): Promise<Tools> {
  const known = found.get(bwrapPath) ?? look(bwrapPath);
  found.set(bwrapPath, known);
  return known;
}

async function look(bwrapPath: string | null | undefined): Promise<Tools> {
  const bwrap = bwrapPath === undefined ? findProgram("bwrap") : bwrapPath;
  const variant = await probeSandbox(bwrap ?? undefined);
  return {
    bwrap: bwrap ?? undefined,
    prlimit: findProgram("prlimit"),
    variant,
    filter: await probeFilter(bwrap ?? undefined, variant),
  };
}
