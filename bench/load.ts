// A thousand chats on two platforms that enforce their limits, a hundred turns at once, stops and presses among them, through the whole
// service; then what one turn of thirty seconds does to other chats; and the first beside bots of bare grammY and bare discord.js that
// echo, one after the other under the same crowd. The usage examples of the service are made before, as in a HOME that was used.
//   node --import tsx bench/load.ts [service] [telegram] [discord] [--log]
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { ANSWER_END, LONG_QUESTION } from "./support/load-model.ts";
import type { LoadPlay } from "./support/load-play.ts";
import {
  type Contender,
  type Measured,
  type SideName,
  withBareBot,
  withService,
} from "./support/load-runs.ts";
import {
  conditions,
  digits,
  median,
  percentile,
  print,
  printTable,
  times,
} from "./support/rounds.ts";
import { sized } from "./support/short.ts";

/** Chats on each of the two platforms. */
const CHATS = sized(500, 8);
const TURNS = sized(50, 2);
const STOPS = sized(50, 2);
const PRESSES = sized(50, 2);

const CROWD: LoadPlay = {
  writers: CHATS - TURNS - STOPS - PRESSES,
  turns: TURNS,
  stops: STOPS,
  presses: PRESSES,
  warmUpMs: sized(6000, 4000),
  lastsMs: sized(30_000, 2000),
  patienceMs: 15_000,
  question: "Tell me about the weather of last year, in some forty sentences.",
  answerHas: ANSWER_END,
};

/** Some of all that before: what a process does for the first time takes longer (code that is not compiled yet, connections, formats). */
const REHEARSAL: LoadPlay = {
  ...CROWD,
  writers: sized(10, 1),
  turns: sized(5, 1),
  stops: sized(5, 1),
  presses: sized(5, 1),
  warmUpMs: sized(2000, 4000),
  lastsMs: sized(3000, 500),
};

/** People who write a command each, and the same while one chat of each platform waits for a long answer. */
const WRITERS: LoadPlay = {
  ...CROWD,
  writers: sized(300, 4),
  turns: 0,
  stops: 0,
  presses: 0,
  warmUpMs: 0,
};
const LONG_TURN: LoadPlay = { ...WRITERS, turns: 1, question: LONG_QUESTION };

/** What the service must hold to. */
const BARS = { persistMs: 50, pressMs: 200, stopMs: 1000, memoryMib: 600, refused: 0, delayMs: 50 };

const NAMES = { telegram: "bare grammY", discord: "bare discord.js" } as const;

/** What was measured of the service. */
interface Service {
  readonly crowd: Measured;
  readonly writers: Measured;
  readonly longTurn: Measured;
}

async function main(): Promise<void> {
  const asked = ["service", "telegram", "discord"].filter((name) => process.argv.includes(name));
  const isAsked = (name: string): boolean => asked.length === 0 || asked.includes(name);
  print(`${conditions(loadavg()[0] ?? 0, availableParallelism())}\n`);
  const service = isAsked("service") ? await measureService() : undefined;
  const bare = new Map<SideName, Measured>();
  for (const side of ["telegram", "discord"] as const)
    if (isAsked(side)) bare.set(side, await withBareBot(side, CHATS, playCrowd));
  if (service !== undefined) reportBars(service);
  for (const [side, measured] of bare) reportBeside(side, measured, service?.crowd);
  print(`load ${(loadavg()[0] ?? 0).toFixed(1)} at the end`);
}

async function playCrowd(bot: Contender): Promise<Measured> {
  await bot.play(REHEARSAL);
  return bot.play(CROWD);
}

async function measureService(): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), "bench-load-"));
  try {
    return await withService(join(folder, "home"), CHATS, async (service) => {
      const crowd = await playCrowd(service);
      const writers = await service.play(WRITERS);
      const longTurn = await service.play(LONG_TURN);
      if (process.argv.includes("--log")) print(service.printed());
      return { crowd, writers, longTurn };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function reportBars({ crowd, writers, longTurn }: Service): void {
  const { persistMs, memoryMib, waitShare } = crowd;
  const delayMs = timeOf(longTurn, "writtenMs", 0.99) - timeOf(writers, "writtenMs", 0.99);
  printTable(
    `${2 * CHATS} chats in ${CROWD.lastsMs / 1000} s, ${2 * TURNS} turns at once; milliseconds`,
    [
      ["", "service", "bar", ""],
      bar("persisted p99", percentile(persistMs, 0.99), BARS.persistMs),
      ["persisted p50", digits(median(persistMs)), "", ""],
      bar("press acknowledged p99", timeOf(crowd, "pressMs", 0.99), BARS.pressMs),
      bar("/stop answered p99", timeOf(crowd, "stopMs", 0.99), BARS.stopMs),
      ["command answered p50", digits(timeOf(crowd, "writtenMs", 0.5)), "", ""],
      ["turn answered p50", digits(timeOf(crowd, "turnMs", 0.5)), "", ""],
      bar("refused (429) after the warm-up", sumOf(crowd, "refused"), BARS.refused),
      bar("never answered", sumOf(crowd, "missing"), 0),
      bar("memory, most, MiB", memoryMib, BARS.memoryMib),
      bar("a turn of 30 s delays others' p99 by", delayMs, BARS.delayMs),
      ["ready, but without a processor, share of the time", digits(waitShare), "", ""],
    ],
  );
}

function bar(name: string, value: number, most: number): readonly string[] {
  return [name, digits(value), String(most), value <= most ? "holds" : "missed"];
}

/** The service on one platform beside the bare library of that; memory and processor are those of the service on both. */
function reportBeside(side: SideName, bare: Measured, service: Measured | undefined): void {
  const row = (name: string, read: (measured: Measured) => number): readonly string[] => {
    const own = service === undefined ? Number.NaN : read(service);
    return [name, digits(own), digits(read(bare)), times(own, read(bare))];
  };
  const time =
    (kind: TimeKind, share: number) =>
    (measured: Measured): number =>
      timeOf(measured, kind, share, side);
  printTable(`${side}, ${CHATS} chats; milliseconds`, [
    ["", "service", NAMES[side], "of bare"],
    row("press acknowledged p50", time("pressMs", 0.5)),
    row("press acknowledged p99", time("pressMs", 0.99)),
    row("/stop answered p50 (bare: echoed)", time("stopMs", 0.5)),
    row("/stop answered p99 (bare: echoed)", time("stopMs", 0.99)),
    row("command answered p50 (bare: echoed)", time("writtenMs", 0.5)),
    row("command answered p99 (bare: echoed)", time("writtenMs", 0.99)),
    row("turn answered p50 (bare: echoed)", time("turnMs", 0.5)),
    row("memory, most, MiB", ({ memoryMib }) => memoryMib),
    row("processor, share of one", ({ cpuShare }) => cpuShare),
  ]);
}

type TimeKind = "pressMs" | "stopMs" | "writtenMs" | "turnMs";

/** On one platform, or on all. */
function timeOf({ report }: Measured, kind: TimeKind, share: number, side?: SideName): number {
  const sides = report.sides.filter(({ name }) => side === undefined || name === side);
  return percentile(
    sides.flatMap((one) => one[kind]),
    share,
  );
}

function sumOf({ report }: Measured, kind: "refused" | "missing"): number {
  return report.sides.reduce((sum, side) => sum + side[kind], 0);
}

await main();
