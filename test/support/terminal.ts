import { spawn, spawnSync } from "node:child_process";
import { env as inherited, kill } from "node:process";
import { createTerminalScreen, withoutSequences } from "./terminal-screen.ts";

/** A program under a real pseudo-terminal, with a person's hands and eyes. The test must close it. */
export interface Terminal {
  /** Process id of the program itself. */
  readonly pid: number;
  /** Exit code of the program; 128 and the signal's number when a signal ended it. */
  readonly exitCode: Promise<number>;
  /** Types: keys as a terminal sends them ("\r" is Enter, "\x04" Ctrl-D). */
  write(keys: string): void;
  /**
   * Waits until the output, control sequences left out, holds `pattern` after what the last `waitFor` found; returns what matched.
   * Rejects with the screen in its message after `timeoutMs` (default 15,000), or when the program ends first.
   */
  waitFor(pattern: string | RegExp, timeoutMs?: number): Promise<string>;
  /** What stands on the screen now, with everything that has scrolled off it. */
  screenText(): string;
  /** All output so far, control sequences included. */
  rawText(): string;
  kill(signal: NodeJS.Signals): void;
  /** Ends the program if it still runs; resolves when it has ended. */
  close(): Promise<void>;
}

/** How a program is started. */
export interface TerminalOptions {
  /** Added to the variables of the test process; TERM is xterm-256color unless given. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Default 100. */
  readonly columns?: number;
}

const DEFAULT_TIMEOUT_MS = 15_000;

/** Sets the window's size and tells its own process id, which stays the program's. */
const LAUNCHER = `stty cols "$1" rows 50; printf 'pid:%s\\n' "$$"; shift; exec "$@"`;

/** Runs its arguments under a pseudo-terminal, for machines whose script(1) is not the one of util-linux. */
const PYTHON = `
import os, pty, sys
status = os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:]))
sys.exit(status if status >= 0 else 128 - status)
`;

/** Starts a program on a pseudo-terminal of its own; resolves when it runs. */
export async function openTerminal(
  command: string,
  args: readonly string[],
  options: TerminalOptions = {},
): Promise<Terminal> {
  const { columns = 100 } = options;
  const inner = ["sh", "-c", LAUNCHER, "sh", String(columns), command, ...args];
  const [program, programArgs] = underTerminal(inner);
  const host = spawn(program, programArgs, {
    env: { ...inherited, TERM: "xterm-256color", SHELL: "/bin/sh", ...options.env },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    stdio: ["pipe", "pipe", "inherit"],
  });
  host.stdin.on("error", () => {}); // the program may end while something is typed
  const watch = createWatch(columns);
  host.stdout.setEncoding("utf8").on("data", (text: string) => watch.add(text));
  let hasEnded = false;
  const exitCode = new Promise<number>((resolve, reject) => {
    host.on("error", reject);
    host.on("close", (code) => {
      hasEnded = true;
      watch.end();
      resolve(code ?? 255);
    });
  });
  const started = await watch.waitFor(/pid:\d+\n/, DEFAULT_TIMEOUT_MS);
  const pid = Number(started.slice("pid:".length));
  watch.forget();
  const send = (signal: NodeJS.Signals): void => {
    if (hasEnded) return;
    try {
      kill(pid, signal);
    } catch (error) {
      // It has ended, and its terminal is still to tell so.
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
  };
  return {
    pid,
    exitCode,
    write: (keys) => host.stdin.write(keys),
    waitFor: (pattern, timeoutMs = DEFAULT_TIMEOUT_MS) => watch.waitFor(pattern, timeoutMs),
    screenText: () => watch.screenText(),
    rawText: () => watch.rawText(),
    kill: send,
    async close() {
      try {
        send("SIGKILL");
      } catch {} // it has just ended by itself
      await exitCode;
    },
  };
}

/** script(1) stands in bsdutils, which every Debian has; elsewhere it takes other options. */
function underTerminal(inner: readonly string[]): readonly [string, string[]] {
  const version = spawnSync("script", ["--version"], { encoding: "utf8" });
  if (!(version.stdout ?? "").includes("util-linux")) return ["python3", ["-c", PYTHON, ...inner]];
  const line = `exec ${inner.map(shellQuoted).join(" ")}`;
  return ["script", ["--quiet", "--return", "--flush", "--command", line, "/dev/null"]];
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

interface Waiter {
  readonly pattern: string | RegExp;
  readonly resolve: (found: string) => void;
  readonly reject: (error: Error) => void;
}

/** Keeps output, and those who wait for some of it, in order. */
function createWatch(columns: number) {
  let raw = "";
  let screen = createTerminalScreen(columns);
  let readTo = 0;
  let hasEnded = false;
  let waiters: Waiter[] = [];

  const look = (): void => {
    const text = withoutSequences(raw);
    while (waiters[0] !== undefined) {
      const match = firstMatch(text, waiters[0].pattern, readTo);
      if (match === undefined) break;
      readTo = match.end;
      waiters.shift()!.resolve(match.found);
    }
    if (!hasEnded) return;
    for (const waiter of waiters)
      waiter.reject(missing("The program ended before", waiter.pattern));
    waiters = [];
  };
  const missing = (what: string, pattern: string | RegExp): Error =>
    new Error(`${what} ${String(pattern)} was shown. The screen:\n${screen.text()}`);

  return {
    add(text: string): void {
      raw += text;
      screen.write(text);
      look();
    },
    end(): void {
      hasEnded = true;
      look();
    },
    /** Starts again with an empty screen and what has not been read. */
    forget(): void {
      const unread = raw.slice(raw.indexOf("\n", raw.indexOf("pid:")) + 1);
      raw = unread;
      readTo = 0;
      screen = createTerminalScreen(columns);
      screen.write(unread);
    },
    waitFor(pattern: string | RegExp, timeoutMs: number): Promise<string> {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiters = waiters.filter((waiter) => waiter !== mine);
          reject(missing(`In ${timeoutMs} ms no`, pattern));
        }, timeoutMs);
        const mine: Waiter = {
          pattern,
          resolve(found) {
            clearTimeout(timer);
            resolve(found);
          },
          reject(error) {
            clearTimeout(timer);
            reject(error);
          },
        };
        waiters.push(mine);
        look();
      });
    },
    screenText: () => screen.text(),
    rawText: () => raw,
  };
}

function firstMatch(
  text: string,
  pattern: string | RegExp,
  from: number,
): { readonly found: string; readonly end: number } | undefined {
  const rest = text.slice(from);
  const index = typeof pattern === "string" ? rest.indexOf(pattern) : rest.search(pattern);
  if (index === -1) return undefined;
  const found = typeof pattern === "string" ? pattern : (pattern.exec(rest)?.[0] ?? "");
  return { found, end: from + index + found.length };
}
