import { type ChildProcess, execFile, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import type { ApartAnswer, ApartOrder } from "./child-task-main.ts";
import { AppError } from "./errors.ts";
import type { Localized } from "./localized.ts";

/** What is read by a process of its own: each sort has one process at a time, and limits. */
export type ApartSort = "page" | "pdf" | "picture";

/** What to read. `given` is what a structured clone can hold. */
export interface ApartWork {
  readonly sort: ApartSort;
  /** One of the tasks that the process knows. */
  readonly task: string;
  readonly given: unknown;
  /** Whose it is: of several who wait, those go first that waited longest for a turn of theirs. Default: nobody's. */
  readonly who?: string;
}

interface Limits {
  readonly name: Localized;
  readonly timeoutMs: number;
  /** What the process may take besides what it has when the work begins, buffers among it. */
  readonly memoryMib: number;
}

const LIMITS: Readonly<Record<ApartSort, Limits>> = {
  page: { name: { ko: "이 글을", en: "This text" }, timeoutMs: 10_000, memoryMib: 256 },
  pdf: { name: { ko: "이 PDF를", en: "This PDF" }, timeoutMs: 20_000, memoryMib: 256 },
  picture: { name: { ko: "이 사진을", en: "This picture" }, timeoutMs: 30_000, memoryMib: 768 },
};

/** A new process is up by then on a machine with much else to do. */
const START_MS = 60_000;

/** A process that had nothing to do for so long ends. */
const IDLE_MS = 30_000;

/** A process that has worked for so long is replaced. Its limit of processor time, in seconds, ends one that nobody watches any more. */
const WORKED_MS = 60_000;
const PROCESSOR_S = 180;

/** How often its memory is looked at: within this time a processor fills some 100 MiB. */
const LOOK_EVERY_MS = 50;

/** What the kernel lets it write to at most, whatever is seen of it: of Linux's `ulimit -d`, in KiB. */
const DATA_KIB = 2 * 1024 * 1024;

/** The heap of JavaScript, in MiB: reaching it ends the process. */
const HEAP_MIB = 512;

/** Of lower priority than the service. */
const NICE = 10;

/**
 * Reads what a stranger sent in a process of its own, which is killed when it takes too long or too much memory, and when `signal` aborts.
 * Throws `AppError` `SORT-too-hard`, which says why in words; rejects with the signal's reason when aborted.
 */
export function readApart<Result>(
  work: ApartWork,
  options: { readonly signal?: AbortSignal; readonly timeoutMs?: number } = {},
): Promise<Result> {
  const { signal, timeoutMs = LIMITS[work.sort].timeoutMs } = options;
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason as Error); // whoever aborts gives an error
      return;
    }
    const { sort, who = "", ...order } = work;
    const queue = queueOf(sort);
    const job: Job = {
      order,
      who,
      timeoutMs,
      end(result) {
        signal?.removeEventListener("abort", onAbort);
        if ("error" in result) reject(result.error);
        else resolve(result.value as Result); // the task gives what its caller names
      },
    };
    const onAbort = (): void => queue.drop(job, signal?.reason as Error); // as above
    signal?.addEventListener("abort", onAbort, { once: true });
    queue.add(job);
  });
}

interface Job {
  readonly order: ApartOrder;
  readonly who: string;
  readonly timeoutMs: number;
  end(result: { readonly value: unknown } | { readonly error: Error }): void;
}

const queues = new Map<ApartSort, ChildQueue>();

function queueOf(sort: ApartSort): ChildQueue {
  const queue = queues.get(sort) ?? new ChildQueue(sort);
  if (!queues.has(sort)) {
    if (queues.size === 0) process.once("exit", () => queues.forEach((one) => void one.end()));
    queues.set(sort, queue);
  }
  return queue;
}

/** Runs the jobs of one kind in order, in a child process that is kept for the next job. */
class ChildQueue {
  readonly #sort: ApartSort;
  readonly #served = new Map<string, number>();
  #turn = 0;
  #waiting: Job[] = [];
  #current: Job | undefined;
  #reader: Reader | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(sort: ApartSort) {
    this.#sort = sort;
  }

  add(job: Job): void {
    this.#waiting.push(job);
    if (this.#current === undefined) void this.#next();
  }

  /** Gives up a job, whether it waits or is at work. */
  drop(job: Job, error: Error): void {
    this.#waiting = this.#waiting.filter((one) => one !== job);
    job.end({ error });
    if (this.#current === job) this.#reader?.kill();
  }

  end(): void {
    this.#reader?.kill();
  }

  async #next(): Promise<void> {
    clearTimeout(this.#idle);
    for (let job = this.#take(); job !== undefined; job = this.#take()) {
      this.#current = job;
      const reader = this.#readyReader();
      try {
        job.end({ value: await reader.read(job.order, LIMITS[this.#sort], job.timeoutMs) });
      } catch (error) {
        job.end({ error: wordsFor(this.#sort, job.timeoutMs, error) });
      }
    }
    this.#current = undefined;
    this.#idle = setTimeout(() => this.end(), IDLE_MS).unref();
  }

  #readyReader(): Reader {
    if (this.#reader === undefined || !this.#reader.isFit) {
      this.#reader?.kill();
      this.#reader = new Reader();
    }
    return this.#reader;
  }

  /** The first of those that waited longest for a turn of theirs. */
  #take(): Job | undefined {
    const turnOf = ({ who }: Job): number => this.#served.get(who) ?? 0;
    const [first] = this.#waiting.toSorted((left, right) => turnOf(left) - turnOf(right));
    if (first === undefined) {
      this.#served.clear();
      return undefined;
    }
    this.#waiting = this.#waiting.filter((job) => job !== first);
    this.#turn += 1;
    this.#served.set(first.who, this.#turn);
    return first;
  }
}

/** Why a work came to nothing. */
type Why = "slow" | "memory" | "long" | "broken";

class ReadingError extends Error {
  readonly why: Why;

  constructor(why: Why, message: string) {
    super(message);
    this.why = why;
  }
}

function wordsFor(sort: ApartSort, timeoutMs: number, error: unknown): AppError {
  const { name, memoryMib } = LIMITS[sort];
  const why = error instanceof ReadingError ? error.why : "broken";
  const seconds = timeoutMs / 1000;
  const words: Readonly<Record<Why, Localized>> = {
    slow: {
      ko: `${name.ko} ${seconds}초 안에 읽지 못했어요.`,
      en: `${name.en} could not be read within ${seconds} seconds.`,
    },
    memory: {
      ko: `${name.ko} 메모리 ${memoryMib} MiB로 읽지 못했어요.`,
      en: `${name.en} could not be read with ${memoryMib} MiB of memory.`,
    },
    long: {
      ko: `${name.ko} 읽으니 결과가 너무 커요.`,
      en: `${name.en} is too large once it is read.`,
    },
    broken: {
      ko: `${name.ko} 읽지 못했어요. 읽는 프로그램이 중간에 멈췄어요.`,
      en: `${name.en} could not be read: what reads it broke off.`,
    },
  };
  return new AppError(`${sort}-too-hard`, words[why], { cause: error });
}

/** The module that reads. In the built program, where all lies in one folder, the built file of its name is started. */
const MODULE = import.meta.url.endsWith(".ts")
  ? new URL("../app/reading-worker.ts", import.meta.url)
  : new URL("./reading-worker.mjs", import.meta.url);

/** One process that reads. It sees no environment variable. */
class Reader {
  readonly #child: ChildProcess;
  readonly #ready: Promise<void>;
  #workedMs = 0;
  #isOver = false;

  constructor() {
    const loader = MODULE.href.endsWith(".ts") ? ["--import", import.meta.resolve("tsx")] : [];
    // A shell gives up where a limit cannot be set, so each is tried in one of its own first.
    const limits = [`-d ${DATA_KIB}`, `-t ${PROCESSOR_S}`]
      .map((limit) => `(ulimit ${limit}) 2>/dev/null && ulimit ${limit}`)
      .join("; ");
    const heap = `--max-old-space-size=${HEAP_MIB}`;
    const node = [process.execPath, heap, ...loader, fileURLToPath(MODULE)];
    this.#child = spawn("/bin/sh", ["-c", `${limits}; exec "$@"`, "sh", ...node], {
      env: {},
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      serialization: "advanced",
    });
    lowerPriority(this.#child.pid);
    this.#child.once("exit", () => {
      this.#isOver = true;
    });
    this.#child.on("error", () => {
      this.#isOver = true;
    });
    this.#ready = this.#answer(START_MS).then(() => this.#rest());
    this.#ready.catch(() => undefined);
  }

  /** True while it can be given work. */
  get isFit(): boolean {
    return !this.#isOver && this.#child.connected && this.#workedMs < WORKED_MS;
  }

  kill(): void {
    this.#isOver = true;
    this.#child.kill("SIGKILL");
  }

  /** Has one thing done, within limits; whatever is past them ends the process. */
  async read(order: ApartOrder, { memoryMib }: Limits, timeoutMs: number): Promise<unknown> {
    this.#child.ref();
    this.#child.channel?.ref();
    await this.#ready;
    this.#child.ref();
    this.#child.channel?.ref();
    const begunMs = performance.now();
    const watch = new AbortController();
    try {
      const answering = this.#answer(timeoutMs);
      this.#child.send(order, () => undefined); // one that is gone is told of by its exit
      return resultOf(
        await Promise.race([answering, overMemory(this.#child, memoryMib, watch.signal)]),
      );
    } catch (error) {
      if (!(error instanceof ReadingError) || error.why !== "long") this.kill();
      throw error;
    } finally {
      watch.abort();
      this.#workedMs += performance.now() - begunMs;
      this.#rest();
    }
  }

  /** Does not keep the program from ending while nothing is read. */
  #rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  #answer(timeoutMs: number): Promise<ApartAnswer> {
    return new Promise((resolve, reject) => {
      const child = this.#child;
      const timer = setTimeout(
        () => end(() => reject(new ReadingError("slow", "time"))),
        timeoutMs,
      );
      const onMessage = (answer: unknown): void => end(() => resolve(answer as ApartAnswer)); // the module's own
      const onExit = (code: number | null, signal: string | null): void =>
        end(() => reject(endOf(code, signal)));
      const onError = (error: Error): void =>
        end(() => reject(new ReadingError("broken", error.message)));
      const end = (settle: () => void): void => {
        clearTimeout(timer);
        child.off("message", onMessage);
        child.off("exit", onExit);
        child.off("error", onError);
        settle();
      };
      child.on("message", onMessage);
      child.on("exit", onExit);
      child.on("error", onError);
      if (this.#isOver) onExit(null, null);
    });
  }
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, NICE);
  } catch {
    // It has ended already, which its exit tells.
  }
}

/** V8 aborts where its heap is full, and the kernel kills where there is no memory left. */
function endOf(code: number | null, signal: string | null): ReadingError {
  const told = `It ended with ${signal ?? `code ${code}`}.`;
  if (signal === "SIGXCPU") return new ReadingError("slow", told);
  const isFull = signal === "SIGABRT" || signal === "SIGTRAP" || code === 134;
  return new ReadingError(isFull ? "memory" : "broken", told);
}

function resultOf(answer: ApartAnswer): unknown {
  if ("json" in answer) return answer.json === undefined ? undefined : JSON.parse(answer.json);
  throw new ReadingError(answer.why, answer.problem);
}

/** Rejects once a process takes so much more memory than it did. */
async function overMemory(
  { pid }: ChildProcess,
  memoryMib: number,
  until: AbortSignal,
): Promise<never> {
  if (pid === undefined) return new Promise(() => undefined);
  const baseKib = (await residentKib(pid)) ?? 0;
  for (;;) {
    const kib = await residentKib(pid);
    if (until.aborted) return new Promise(() => undefined);
    if (kib !== undefined && kib - baseKib > memoryMib * 1024)
      throw new ReadingError("memory", `It took ${Math.round((kib - baseKib) / 1024)} MiB.`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** The memory of a process that is in use, buffers among it (proc(5), VmRSS); `undefined` where nobody tells. */
async function residentKib(pid: number): Promise<number | undefined> {
  if (process.platform === "linux") {
    const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
    const told = /^VmRSS:\s*(\d+)/mu.exec(status)?.[1];
    return told === undefined ? undefined : Number(told);
  }
  return new Promise((resolve) => {
    execFile("ps", ["-o", "rss=", "-p", `${pid}`], (_error, told) => {
      const kib = Number.parseInt(told, 10);
      resolve(Number.isNaN(kib) ? undefined : kib);
    });
  });
}
