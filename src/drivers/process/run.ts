import type { ChildProcess } from "node:child_process";
import { abortError } from "../abort.ts";
import { killMarked, signalGroup, stopGroup } from "./stop.ts";
import { type FolderLimit, type PassedLimit, watchLimits } from "./watchdog.ts";

/** How one started program is watched. */
export interface WatchOptions {
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  readonly stdin: string | Uint8Array | undefined;
  readonly signal: AbortSignal | undefined;
  /** Finds descendants that left the group; undefined where a sandbox ends them. */
  readonly mark: string | undefined;
  /** Of all its processes together. */
  readonly memoryBytes: number;
  readonly folder: FolderLimit | undefined;
}

/** How a program ended. */
export interface Ending {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: OutputBuffer;
  readonly stderr: OutputBuffer;
  readonly timedOut: boolean;
  readonly flooded: boolean;
  /** The limit of all its processes together for which it was stopped. */
  readonly passed?: PassedLimit;
}

/** A program that writes more than this is stopped: reading on would only burn the machine's time. */
const FLOOD_BYTES = 64 * 1024 * 1024;

/** Between asking and making a program end, in milliseconds: after its time, and after a person's stop. */
const TIMEOUT_GRACE_MS = 2000;
const ABORT_GRACE_MS = 100;

/** Longest wait for the end of an output that somebody still holds open. */
const CLOSE_WAIT_MS = 500;

type StopReason = "time" | "flood" | "abort" | PassedLimit;

/** Reads a program's output until it ends, or ends it; none of its processes is left. Rejects where it could not be started, and with the abort of the signal. */
export async function watch(child: ChildProcess, options: WatchOptions): Promise<Ending> {
  const stdout = createOutputBuffer(options.maxOutputBytes);
  const stderr = createOutputBuffer(options.maxOutputBytes);
  const stopper = createStopper(child, options);
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  for (const [stream, buffer] of [
    [child.stdout, stdout],
    [child.stderr, stderr],
  ] as const) {
    stream?.on("data", (chunk: Buffer) => {
      buffer.push(chunk);
      if (buffer.totalBytes() > FLOOD_BYTES) stopper.stop("flood");
    });
  }
  feed(child, options.stdin);
  const ended = new AbortController();
  watchLimits(child, options, ended.signal, stopper.stop);
  try {
    const { exitCode, signal } = await exitOf(child);
    signalGroup(child, "SIGKILL");
    if (options.mark !== undefined) await killMarked(options.mark);
    await settle(child, closed);
    const reason = stopper.reason();
    if (reason === "abort" && options.signal !== undefined) throw abortError(options.signal);
    const [timedOut, flooded] = [reason === "time", reason === "flood"];
    const passed = isLimit(reason) ? { passed: reason } : {};
    return { exitCode, signal, stdout, stderr, timedOut, flooded, ...passed };
  } finally {
    ended.abort();
    stopper.release();
  }
}

function isLimit(reason: StopReason | undefined): reason is PassedLimit {
  return reason === "memory" || reason === "folder" || reason === "processes";
}

interface Stopper {
  stop(reason: StopReason): void;
  reason(): StopReason | undefined;
  /** Takes back the timers and the listener. */
  release(): void;
}

function createStopper(child: ChildProcess, options: WatchOptions): Stopper {
  let reason: StopReason | undefined;
  let cancelKill: (() => void) | undefined;
  const stop = (why: StopReason): void => {
    if (reason !== undefined) return;
    reason = why;
    if (why === "time") cancelKill = stopGroup(child, TIMEOUT_GRACE_MS);
    else if (why === "abort") cancelKill = stopGroup(child, ABORT_GRACE_MS);
    else signalGroup(child, "SIGKILL"); // it goes on taking until it is dead
  };
  const onAbort = (): void => stop("abort");
  const timer = setTimeout(() => stop("time"), options.timeoutMs);
  options.signal?.addEventListener("abort", onAbort, { once: true });
  if (options.signal?.aborted === true) onAbort();
  return {
    stop,
    reason: () => reason,
    release: () => {
      clearTimeout(timer);
      cancelKill?.();
      options.signal?.removeEventListener("abort", onAbort);
    },
  };
}

function exitOf(
  child: ChildProcess,
): Promise<{ readonly exitCode: number | null; readonly signal: NodeJS.Signals | null }> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (exitCode, signal) => resolve({ exitCode, signal }));
  });
}

function feed(child: ChildProcess, stdin: WatchOptions["stdin"]): void {
  child.stdin?.on("error", () => undefined); // a program may end without reading what it was given
  child.stdin?.end(stdin);
}

/** Waits for the last output; a pipe held open by a process out of reach is given up. */
async function settle(child: ChildProcess, closed: Promise<void>): Promise<void> {
  const timer = setTimeout(() => {
    child.stdout?.destroy();
    child.stderr?.destroy();
  }, CLOSE_WAIT_MS);
  await closed;
  clearTimeout(timer);
}

/** Collects one output stream of a program within a bound: its beginning and its end are kept, what lies between is left out and said. */
interface OutputBuffer {
  push(chunk: Buffer): void;
  /** All bytes that came, kept or not. */
  totalBytes(): number;
  isCut(): boolean;
  text(): string;
}

/** Makes a buffer that keeps at most `maxBytes`. */
function createOutputBuffer(maxBytes: number): OutputBuffer {
  const headBytes = Math.ceil(maxBytes / 2);
  const tailBytes = maxBytes - headBytes;
  const head: Buffer[] = [];
  let tail = Buffer.alloc(0);
  let headSize = 0;
  let total = 0;
  return {
    push(chunk) {
      total += chunk.length;
      const part = chunk.subarray(0, headBytes - headSize);
      head.push(part);
      headSize += part.length;
      tail = lastBytes(tail, chunk.subarray(part.length), tailBytes);
    },
    totalBytes: () => total,
    isCut: () => total > maxBytes,
    text() {
      const start = Buffer.concat(head);
      if (total <= maxBytes) return Buffer.concat([start, tail]).toString("utf8");
      const left = total - headSize - tail.length;
      return `${trimEnd(start)}\n[${left} bytes left out]\n${trimStart(tail)}`;
    },
  };
}

function lastBytes(kept: Buffer, added: Buffer, maxBytes: number): Buffer<ArrayBuffer> {
  const fresh = added.subarray(Math.max(0, added.length - maxBytes));
  const old = kept.subarray(Math.max(0, kept.length + fresh.length - maxBytes));
  return Buffer.concat([old, fresh]);
}

/** A cut goes through the middle of a character at most once on each side. */
function trimEnd(bytes: Buffer): string {
  return bytes.toString("utf8").replace(/\ufffd$/, "");
}

function trimStart(bytes: Buffer): string {
  return bytes.toString("utf8").replace(/^\ufffd{1,3}/, "");
}
