import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ProcessOrder } from "./process-main.ts";
import { programFile } from "./program.ts";

/** The folder of the product. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** A start takes a second or two on two idle processors, and many times that beside other work. */
const PATIENCE_MS = 120_000;

/** A fresh HOME that is removed by `remove`. */
export function temporaryHome(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "ibl-bot-home-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Names of all files below a folder, relative to it. */
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** The environment of a test process: nothing of ours leaks in. */
export function testEnvironment(extra: Readonly<Record<string, string>>): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: process.env["HOME"] ?? "",
    TZ: "UTC",
    IBL_LANGUAGE: "ko",
    IBL_TIME_ZONE: "Asia/Seoul",
    ...extra,
  };
}

/** The built service as a process of its own. */
export class ServiceProcess {
  readonly #child: ChildProcess;
  #errors = "";
  #output = "";
  #watchers: (() => void)[] = [];

  /** `file` is what is started; what is shipped takes no orders. */
  constructor(
    home: string,
    environment: Readonly<Record<string, string>>,
    file: string = programFile(),
  ) {
    this.#child = spawn(process.execPath, [file, "start", "--home", home], {
      cwd: ROOT,
      env: testEnvironment(environment),
      stdio: ["pipe", "pipe", "pipe", "ipc"],
    });
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#errors += text;
      for (const look of [...this.#watchers]) look();
    });
    this.#child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.#output += text;
      for (const look of [...this.#watchers]) look();
    });
  }

  /** Everything it has printed. */
  get printed(): string {
    return `${this.#output}${this.#errors}`;
  }

  /** Resolves with the match when the process has printed it. Rejects when it has ended without, or after a time that is long for a machine with much else to do. */
  async prints(pattern: RegExp, timeoutMs = PATIENCE_MS): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      const fail = (why: string): void => {
        end();
        reject(
          new Error(`The service did not print ${pattern} ${why}. It printed:\n${this.printed}`),
        );
      };
      const onClose = (): void => fail("before it ended");
      const end = (): void => {
        clearTimeout(timer);
        this.#child.off("close", onClose);
        this.#watchers = this.#watchers.filter((entry) => entry !== look);
      };
      const look = (): void => {
        const match = pattern.exec(this.printed);
        if (match === null) return;
        end();
        resolve(match);
      };
      const timer = setTimeout(() => fail(`in ${timeoutMs} ms`), timeoutMs);
      this.#child.once("close", onClose);
      this.#watchers.push(look);
      look();
    });
  }

  ready(): Promise<unknown> {
    return this.prints(/"msg":"ready"/);
  }

  /** Writes to its standard input. */
  type(text: string): void {
    this.#child.stdin?.write(text);
  }

  /** Ends its standard input. */
  endInput(): void {
    this.#child.stdin?.end();
  }

  /** Resolves when it has done so, or when it has ended. */
  async #order(order: ProcessOrder): Promise<void> {
    if (!this.#child.connected) return;
    const answered = once(this.#child, "message");
    const ended = once(this.#child, "exit");
    // A process that dies meanwhile takes nothing any more; `ended` tells.
    this.#child.send(order, () => undefined);
    await Promise.race([answered, ended]);
  }

  /** Moves its clock. */
  shiftClock(byMs: number): Promise<void> {
    return this.#order({ shiftMs: byMs });
  }

  /** Makes it die by SIGKILL at the n-th passing of a fault point. */
  dieAt(point: string, times = 1): Promise<void> {
    return this.#order({ killAt: point, times });
  }

  /** Resolves with the exit code, or the signal that ended it. */
  async ended(): Promise<number | string> {
    if (this.#child.exitCode !== null) return this.#child.exitCode;
    if (this.#child.signalCode !== null) return this.#child.signalCode;
    const [code, signal] = (await once(this.#child, "exit")) as [number | null, string | null];
    return code ?? signal ?? "unknown";
  }

  /** Kills it without a word. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.ended();
  }

  /** Asks it to end; resolves with its exit code. */
  async stop(): Promise<number | string> {
    this.#child.kill("SIGTERM");
    return this.ended();
  }
}

/** Runs one command line of the built product, as a process, to its end. */
export async function commandLine(
  home: string,
  args: readonly string[],
  options: {
    readonly environment?: Readonly<Record<string, string>>;
    readonly input?: string;
  } = {},
): Promise<{
  readonly code: number | string;
  readonly output: string;
  readonly errors: string;
  readonly json: () => never;
}> {
  const child = spawn(process.execPath, [programFile(), ...args, "--home", home], {
    cwd: ROOT,
    env: testEnvironment(options.environment ?? {}),
    stdio: ["pipe", "pipe", "pipe"],
  });
  let output = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  child.stdin.end(options.input ?? "");
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  return {
    code: code ?? signal ?? "unknown",
    output,
    errors,
    json: () => JSON.parse(output) as never,
  };
}
