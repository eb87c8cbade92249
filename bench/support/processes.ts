import { ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, testEnvironment } from "../../test/support/service.ts";
import type { StopPlay, StopResult } from "./stop-play.ts";
import type { Talk, TalkResult, TelegramAnswer, TelegramOrder } from "./telegram-main.ts";

/** Starts the built program: `node STARTER COMMAND …`. */
export const STARTER = join(ROOT, "bench", "support", "starter.mjs");

/** A bot of bare grammY: `node GRAMMY_BOT TOKEN API_ROOT`. */
export const GRAMMY_BOT = join(ROOT, "bench", "support", "grammy-bot.mjs");

/** A bot of bare grammY that runs commands until it is stopped: `node GRAMMY_STOP_BOT TOKEN API_ROOT FOLDER`. */
export const GRAMMY_STOP_BOT = join(ROOT, "bench", "support", "grammy-stop-bot.mjs");

/** Unit of the times in /proc/PID/stat: sysconf(_SC_CLK_TCK), which is 100 a second on Linux (man 5 proc). */
const TICK_MS = 10;

/** Longest wait for what a process should print. */
const PATIENCE_MS = 20_000;

/** A process of a benchmark. Whoever starts it stops it. */
export class Child {
  readonly #process: ChildProcess;
  readonly #closed: Promise<unknown>;
  #printed = "";
  #look: () => void = () => undefined;

  /** Starts Node with these arguments in the folder of the product, nothing of the caller's environment but PATH and HOME along; or takes a process that was started with its output in pipes. */
  constructor(
    started: readonly string[] | ChildProcess,
    environment: Readonly<Record<string, string>> = {},
  ) {
    this.#process =
      started instanceof ChildProcess
        ? started
        : spawn(process.execPath, [...started], {
            cwd: ROOT,
            env: testEnvironment(environment),
            stdio: ["ignore", "pipe", "pipe"],
          });
    this.#closed = once(this.#process, "close");
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#printed += text;
        this.#look();
      });
  }

  /** Resolves when it has printed something that matches; rejects when it ends without, or takes longer than 20 s, and ends it then. */
  async prints(pattern: RegExp): Promise<void> {
    const limit = setTimeout(() => this.#process.kill("SIGKILL"), PATIENCE_MS);
    const printed = new Promise<void>((resolve) => {
      this.#look = () => {
        if (pattern.test(this.#printed)) resolve();
      };
      this.#look();
    });
    const ended = this.#closed.then(() => {
      if (!pattern.test(this.#printed)) throw new Error(`It ended. It printed:\n${this.#printed}`);
    });
    try {
      await Promise.race([printed, ended]);
    } finally {
      clearTimeout(limit);
    }
  }

  /** Everything it has printed. */
  get printed(): string {
    return this.#printed;
  }

  /** Processor time so far in milliseconds, in steps of ten; NaN where there is no /proc. */
  cpuMs(): number {
    const fields = readProcess(this.#process.pid, "stat")?.split(") ")[1]?.split(" ");
    // Behind the name come state, ppid, … : utime and stime are the 12th and 13th (man 5 proc, fields 14 and 15).
    return (Number(fields?.[11]) + Number(fields?.[12])) * TICK_MS;
  }

  /** For how long its main thread was ready and had no processor, in milliseconds; NaN where there is no /proc. */
  waitedMs(): number {
    // Time on a processor, time waiting for one, both in nanoseconds (Linux, Documentation/scheduler/sched-stats.rst).
    return Number(readProcess(this.#process.pid, "schedstat")?.split(" ")[1]) / 1_000_000;
  }

  /** Resident memory in MiB; NaN where there is no /proc. */
  residentMib(): number {
    const status = readProcess(this.#process.pid, "status") ?? "";
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
  }

  /** Resolves when it has ended; rejects when that was not with exit code 0. */
  async ended(): Promise<void> {
    await this.#closed;
    const { exitCode } = this.#process;
    if (exitCode !== 0) throw new Error(`Exit code ${exitCode}. It printed:\n${this.#printed}`);
  }

  /** Asks it to end, and waits until it has. */
  async stop(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    this.#process.kill(signal);
    await this.#closed;
  }
}

/** A Bot API on loopback in a process of its own, so that its work is not counted as the bot's. Whoever starts it stops it. */
export class TelegramProcess {
  readonly #process: ChildProcess;
  readonly #closed: Promise<undefined>;

  constructor() {
    this.#process = fork(join(ROOT, "bench", "support", "telegram-main.ts"), {
      cwd: ROOT,
      execArgv: ["--import", "tsx"],
      env: testEnvironment({}),
    });
    this.#closed = once(this.#process, "close").then(() => undefined);
  }

  /** Opens an API for one more bot, with accounts 1 to `people`; resolves to its root. */
  async open(token: string, people: number): Promise<string> {
    const answer = await this.#ask({ kind: "open", token, people });
    if ("url" in answer) return answer.url;
    throw new Error("problem" in answer ? answer.problem : "It did not open.");
  }

  /** Lets people talk with the bot of a token. */
  async talk(token: string, talk: Talk): Promise<TalkResult> {
    const answer = await this.#ask({ kind: "talk", token, talk });
    if ("latenciesMs" in answer) return answer;
    throw new Error("problem" in answer ? answer.problem : "Nobody talked.");
  }

  /** Lets a person start and stop a program with the bot of a token. */
  async stopIn(token: string, play: StopPlay): Promise<StopResult> {
    const answer = await this.#ask({ kind: "stop", token, play });
    if ("answerMs" in answer) return answer;
    throw new Error("problem" in answer ? answer.problem : "Nothing was stopped.");
  }

  async #ask(order: TelegramOrder): Promise<TelegramAnswer> {
    const answered = once(this.#process, "message");
    this.#process.send(order);
    const message = await Promise.race([answered, this.#closed]);
    if (message === undefined) return { problem: "The Bot API of the benchmark has ended." };
    const [answer] = message as [TelegramAnswer]; // telegram-main.ts sends nothing else
    return answer;
  }

  /** Ends it. */
  async stop(): Promise<void> {
    this.#process.kill("SIGKILL");
    await this.#closed;
  }
}

/** Processor time in milliseconds, in steps of ten, of all processes that this one started and that have ended; NaN where there is no /proc. */
export function childrenCpuMs(): number {
  const fields = readProcess(process.pid, "stat")?.split(") ")[1]?.split(" ");
  // cutime and cstime (man 5 proc, fields 16 and 17).
  return (Number(fields?.[13]) + Number(fields?.[14])) * TICK_MS;
}

/** Builds dist/, so that the newest source is measured. */
export async function buildProgram(): Promise<void> {
  await new Child([join(ROOT, "scripts", "build.mjs")]).ended();
}

/** The files of the built program in `dist`: what starts it, and every script that is reached from there. An earlier build's lie beside them for a day. */
export function scriptsOf(dist: string): readonly string[] {
  const files = new Set(readdirSync(dist).filter((name) => /^[a-z-]+\.mjs$/u.test(name)));
  for (const name of files) {
    const text = readFileSync(join(dist, name), "latin1");
    for (const [, next = ""] of text.matchAll(/"\.\/([\w-]+\.cjs)"/gu)) files.add(next);
  }
  return [...files];
}

function readProcess(
  pid: number | undefined,
  name: "stat" | "status" | "schedstat",
): string | undefined {
  const path = `/proc/${pid}/${name}`;
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}
