import { sized } from "./short.ts";

/** One thing to measure. */
export interface Contender {
  readonly name: string;
  /** What is timed, until it resolves. */
  readonly run: () => unknown;
  /** Done before the clock starts; default nothing. */
  readonly prepare?: () => unknown;
  /** Done after the clock has stopped; default nothing. */
  readonly finish?: () => unknown;
  /** How many of what is counted one run does; default 1. */
  readonly units?: number;
}

/** How long to measure: so many rounds, or fewer when `limitMs` has passed, but at least three. */
export interface Effort {
  readonly rounds: number;
  readonly limitMs: number;
  /** Milliseconds since some moment; default the time of day. */
  readonly clock?: () => number;
}

/** The middle value; of an even count the upper one. NaN for none. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The value below which `share` (0 to 1) of the values lie. NaN for none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/**
 * Milliseconds a unit of every contender in every round: one run of each a round, in turning order, so that what else the machine
 * does falls on all of them alike. The first round warms up and is not counted.
 */
export async function interleave(
  contenders: readonly Contender[],
  { rounds, limitMs, clock = wallMs }: Effort,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const taken = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  const endMs = performance.now() + limitMs;
  for (let round = 0; round <= sized(rounds, 1); round += 1) {
    if (round > 3 && performance.now() > endMs) break;
    for (let turn = 0; turn < contenders.length; turn += 1) {
      const contender = contenders[(turn + round) % contenders.length];
      if (contender === undefined) continue;
      await contender.prepare?.();
      const startMs = clock();
      await contender.run();
      const tookMs = (clock() - startMs) / (contender.units ?? 1);
      await contender.finish?.();
      if (round > 0) taken.get(contender.name)?.push(tookMs);
    }
  }
  return taken;
}

function wallMs(): number {
  return performance.now();
}

/** Processor time of this process in ms, the collector's and compiler's threads included: other work on the machine hardly counts. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Writes rows in columns under a title, the first column to the left and numbers to the right; the first row is the head. */
export function printTable(title: string, rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => [...(row[column] ?? "")].length)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join("  "),
  );
  print(`${title}\n${lines.map((line) => `  ${line.trimEnd()}`).join("\n")}\n`);
}

/** Writes a line. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A number with three digits that count, grouped by thousands: 0.123, 12.3, 1,234. */
export function digits(value: number): string {
  if (!Number.isFinite(value)) return "-";
  const places = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3;
  return value.toLocaleString("en", {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
}

/** How many times `base` goes into `value`: "2.0x". */
export function times(value: number, base: number): string {
  return `${digits(value / base)}x`;
}

/** The machine's part in the numbers: Node, its processors, and how busy they are. */
export function conditions(loadAverage: number, processors: number): string {
  return `node ${process.version}, ${processors} processors, load ${loadAverage.toFixed(1)} at the start`;
}
