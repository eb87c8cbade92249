import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSchedules, type Schedules } from "../src/scheduler/ledger/schedules.ts";
import { cachedPatternCount, nextDue } from "../src/scheduler/timing/cron.ts";
import { openDatabase } from "../src/store/database.ts";
import { benchArguments, sized } from "./support/short.ts";

/**
 * What one tick costs with many jobs: the ledger on disk (rows written, fsync on) beside a binary heap in memory that only
 * finds and moves what is due and remembers nothing. Run with `node --import tsx bench/scheduler.ts [jobs]`.
 */
const JOB_COUNT = Number(benchArguments()[0] ?? sized(10_000, 20));
const START_MS = Date.parse("2026-11-22T00:00:30Z");
const MINUTE_MS = 60_000;

interface HeapEntry {
  dueMs: number;
  readonly expression: string;
}

/** Jobs spread over the day: about one in 1,440 is due each minute, and all share at most 1,440 patterns. */
function expressionOf(job: number): string {
  return `${job % 60} ${Math.floor(job / 60) % 24} * * *`;
}

function createHeap(entries: HeapEntry[]): {
  due(nowMs: number): HeapEntry | undefined;
  sink(): void;
} {
  const heap = entries.sort((left, right) => left.dueMs - right.dueMs);
  const dueAt = (index: number): number => heap[index]?.dueMs ?? Number.POSITIVE_INFINITY;
  return {
    due(nowMs) {
      const [first] = heap;
      return first !== undefined && first.dueMs <= nowMs ? first : undefined;
    },
    sink() {
      for (let index = 0; ; ) {
        const left = 2 * index + 1;
        const child = dueAt(left + 1) < dueAt(left) ? left + 1 : left;
        const parent = heap[index];
        const smaller = heap[child];
        if (parent === undefined || smaller === undefined || parent.dueMs <= smaller.dueMs) return;
        heap[index] = smaller;
        heap[child] = parent;
        index = child;
      }
    },
  };
}

function tickHeap(heap: ReturnType<typeof createHeap>, nowMs: number): number {
  let count = 0;
  for (let entry = heap.due(nowMs); entry !== undefined; entry = heap.due(nowMs)) {
    const timing = { kind: "cron", expression: entry.expression } as const;
    entry.dueMs = nextDue(timing, "Asia/Seoul", nowMs) ?? Number.POSITIVE_INFINITY;
    heap.sink();
    count += 1;
  }
  return count;
}

function tickLedger(schedules: Schedules, nowMs: number): number {
  let count = 0;
  do count += schedules.claimDue(nowMs).length;
  while (schedules.hasDue(nowMs));
  return count;
}

function report(name: string, timesMs: number[], claimed: number): void {
  const sorted = timesMs.sort((left, right) => left - right);
  const at = (share: number): string =>
    (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(3);
  const line = `${name}: ${sorted.length} ticks, ${claimed} due, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`;
  process.stdout.write(`${line}\n`);
}

function measure(
  name: string,
  stepMs: number,
  ticks: number,
  tick: (nowMs: number) => number,
): void {
  const timesMs: number[] = [];
  let claimed = 0;
  for (let index = 1; index <= ticks; index += 1) {
    const startedMs = performance.now();
    claimed += tick(START_MS + index * stepMs);
    timesMs.push(performance.now() - startedMs);
  }
  report(name, timesMs, claimed);
}

function createLedger(folder: string, expression: (job: number) => string): Schedules {
  const database = openDatabase(join(folder, `${Math.random()}.db`));
  let lastId = 0;
  const newId = (prefix: string): string => {
    lastId += 1;
    return `${prefix}_${lastId}`;
  };
  const clock = { now: () => START_MS, sleep: async () => {} };
  const schedules = createSchedules({ database, clock, newId });
  const common = {
    personId: "p",
    chatId: "c",
    zone: "Asia/Seoul",
    program: "[system:time]",
    planDigest: "d",
  };
  database.transaction(() => {
    for (let job = 0; job < JOB_COUNT; job += 1) {
      schedules.add({
        ...common,
        name: `job ${job}`,
        timing: { kind: "cron", expression: expression(job) },
      });
    }
  })();
  return schedules;
}

function main(): void {
  const folder = mkdtempSync(join(tmpdir(), "bench-scheduler-"));
  try {
    const entries = Array.from({ length: JOB_COUNT }, (_, job) => {
      const expression = expressionOf(job);
      const dueMs = nextDue({ kind: "cron", expression }, "Asia/Seoul", START_MS) ?? 0;
      return { dueMs, expression };
    });
    const heap = createHeap(entries);
    const spread = createLedger(folder, expressionOf);
    process.stdout.write(`${JOB_COUNT} jobs, ${cachedPatternCount()} parsed patterns kept\n`);
    measure("ledger, nothing due", 5, 200, (nowMs) => tickLedger(spread, nowMs));
    measure("heap, a day by the minute", MINUTE_MS, 1440, (nowMs) => tickHeap(heap, nowMs));
    measure("ledger, a day by the minute", MINUTE_MS, 1440, (nowMs) => tickLedger(spread, nowMs));
    const together = createLedger(folder, () => "0 8 * * *");
    measure("ledger, all due at once", 24 * 60 * MINUTE_MS, 3, (nowMs) =>
      tickLedger(together, nowMs - 30_000),
    );
    process.stdout.write(
      `resident memory ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MiB\n`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

main();
