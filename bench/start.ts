// How long the built program takes from the start of its process to its first message, and what it holds while nobody writes.
//   node --import tsx bench/start.ts
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { buildProgram, Child, STARTER, TelegramProcess } from "./support/processes.ts";
import {
  type Contender,
  conditions,
  digits,
  interleave,
  median,
  print,
  printTable,
  times,
} from "./support/rounds.ts";
import { sized } from "./support/short.ts";

const EFFORT = { rounds: 11, limitMs: 15_000 };

/** Memory is looked at when a process has been idle for so long. */
const IDLE_MS = sized(10_000, 100);

/** Processes of each kind that are looked at, side by side. */
const IDLE_PROCESSES = sized(3, 1);

/** Says so and stays, as a service does. */
const STAY = 'process.stdout.write("ready\\n"); setInterval(() => {}, 60_000);';

/** A process that becomes ready, and goes on until it is stopped. */
interface Kind {
  readonly name: string;
  readonly start: () => Child;
  readonly ready: RegExp;
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "bench-start-"));
  const telegram = new TelegramProcess();
  try {
    await buildProgram();
    print(
      `${conditions(loadavg()[0] ?? 0, availableParallelism())}; medians of interleaved rounds\n`,
    );
    await reportReady(await kindsIn(join(folder, "start"), telegram, "1:start"));
    await reportEnded();
    await reportIdle(folder, telegram);
  } finally {
    await telegram.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Bare Node first: everything else is compared with it. `home` is used for the first time by whoever starts first. */
async function kindsIn(
  home: string,
  telegram: TelegramProcess,
  token: string,
): Promise<readonly Kind[]> {
  const url = await telegram.open(token, 0);
  const service = { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_ROOT: url };
  return [
    { name: "bare Node", start: () => new Child(script(STAY)), ready: /^ready$/m },
    {
      name: "grammy + better-sqlite3 imported",
      start: () => new Child(script(`import "grammy"; import "better-sqlite3"; ${STAY}`)),
      ready: /^ready$/m,
    },
    {
      name: "service with Telegram",
      start: () => new Child([STARTER, "start", "--home", home], service),
      ready: /"msg":"ready"/,
    },
  ];
}

function script(code: string): readonly string[] {
  return ["--input-type=module", "--eval", code];
}

async function reportReady(kinds: readonly Kind[]): Promise<void> {
  const contenders = kinds.map(({ name, start, ready }): Contender => {
    let child: Child | undefined;
    return {
      name,
      run: async () => {
        child = start();
        await child.prints(ready);
      },
      finish: () => child?.stop(),
    };
  });
  await reportTimes(
    "From the start of the process until it is ready (a HOME used before)",
    contenders,
  );
}

async function reportEnded(): Promise<void> {
  const commands = [
    { name: "bare Node", args: script("") },
    {
      name: "grammy + better-sqlite3 imported",
      args: script('import "grammy"; import "better-sqlite3";'),
    },
    { name: "ibl-bot --version", args: [STARTER, "--version"] },
    { name: "ibl-bot --help", args: [STARTER, "--help"] },
  ];
  const contenders = commands.map(({ name, args }) => ({
    name,
    run: () => new Child(args).ended(),
  }));
  await reportTimes("From the start of the process to its end", contenders);
}

async function reportTimes(title: string, contenders: readonly Contender[]): Promise<void> {
  const measured = await interleave(contenders, EFFORT);
  const rows = contenders.map(({ name }) => {
    const taken = measured.get(name) ?? [];
    return { name, middleMs: median(taken), bestMs: Math.min(...taken) };
  });
  const [base] = rows;
  printTable(title, [
    ["", "ms", "of bare", "best ms", "of bare"],
    ...rows.map(({ name, middleMs, bestMs }) => [
      name,
      digits(middleMs),
      times(middleMs, base?.middleMs ?? Number.NaN),
      digits(bestMs),
      times(bestMs, base?.bestMs ?? Number.NaN),
    ]),
  ]);
}

/** All side by side, so that what the machine has to spare is the same for all. */
async function reportIdle(folder: string, telegram: TelegramProcess): Promise<void> {
  const groups: (readonly Kind[])[] = [];
  for (let count = 1; count <= IDLE_PROCESSES; count += 1)
    groups.push(await kindsIn(join(folder, `idle${count}`), telegram, `${count}:idle`));
  const running: { readonly name: string; readonly child: Child }[] = [];
  try {
    for (const { name, start, ready } of groups.flat()) {
      const child = start();
      running.push({ name, child });
      await child.prints(ready);
    }
    await delay(IDLE_MS);
    printIdle(running.map(({ name, child }) => ({ name, mib: child.residentMib() })));
  } finally {
    await Promise.all(running.map(({ child }) => child.stop()));
  }
}

function printIdle(seen: readonly { readonly name: string; readonly mib: number }[]): void {
  const names = [...new Set(seen.map(({ name }) => name))];
  const middles = names.map((name) =>
    median(seen.filter((entry) => entry.name === name).map(({ mib }) => mib)),
  );
  printTable(
    `Resident memory after ${IDLE_MS / 1000} s without work, median of ${IDLE_PROCESSES} processes`,
    [
      ["", "MiB", "of bare"],
      ...names.map((name, index) => {
        const mib = middles[index] ?? Number.NaN;
        return [name, digits(mib), times(mib, middles[0] ?? Number.NaN)];
      }),
    ],
  );
}

await main();
