// What the built program takes: processor time from its start to an answer, memory while nobody writes, room on the disk. Beside bare Node, grammY and discord.js.
//   node --import tsx bench/light.ts
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startDiscordServer } from "../test/support/discord-server.ts";
import { DISCORD_TOKEN } from "../test/support/discord-server-adapter.ts";
import { ROOT } from "../test/support/service.ts";
import { startTelegramServer } from "../test/support/telegram-server.ts";
import {
  buildProgram,
  Child,
  childrenCpuMs,
  GRAMMY_BOT,
  STARTER,
  scriptsOf,
} from "./support/processes.ts";
import { conditions, digits, median, print, printTable, times } from "./support/rounds.ts";
import { sized } from "./support/short.ts";

const ROUNDS = sized(9, 1);

/** Memory is looked at when a process has been idle for so long. */
const IDLE_MS = sized(10_000, 100);

/** Says so and stays, as a service does. */
const STAY = 'process.stdout.write("ready\\n"); setInterval(() => {}, 60_000);';

/** A process: what it is started with, and what it prints when it is ready; absent for one that ends by itself. */
interface Kind {
  readonly name: string;
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ready?: RegExp;
}

const BARE: Kind = { name: "bare Node", args: ["--input-type=module", "--eval", ""] };

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "bench-light-"));
  const token = "1:light";

  const telegram = await startTelegramServer({ token });
  const other = await startTelegramServer({ token: "2:light" });
  const discord = await startDiscordServer({ token: DISCORD_TOKEN });
  try {
    await buildProgram();
    print(`${conditions(loadavg()[0] ?? 0, availableParallelism())}; medians\n`);
    const home = join(folder, "home");
    const service = (platform: string, given: Readonly<Record<string, string>>): Kind => ({
      name: `ibl-bot with ${platform}`,
      args: [STARTER, "start", "--home", join(folder, platform)],
      environment: given,
      ready: /"msg":"ready"/,
    });
    const withTelegram = service("Telegram", {
      TELEGRAM_BOT_TOKEN: token,
      TELEGRAM_API_ROOT: telegram.url,
    });
    await reportStarts([
      BARE,
      { name: "ibl-bot --version", args: [STARTER, "--version"] },
      { name: "ibl-bot --help", args: [STARTER, "--help"] },
      {
        name: "ibl-bot run '[system:time]()'",
        args: [STARTER, "run", "[system:time]()", "--home", home],
      },
      withTelegram,
    ]);
    await reportIdle([
      { name: "bare Node", args: ["--input-type=module", "--eval", STAY], ready: /^ready$/m },
      { name: "bare grammY", args: [GRAMMY_BOT, "2:light", other.url], ready: /ready/ },
      {
        name: "bare discord.js (REST and gateway)",
        args: [
          join(ROOT, "bench", "support", "load-discord.mjs"),
          DISCORD_TOKEN,
          discord.apiBase,
          discord.gatewayUrl,
        ],
        ready: /ready/,
      },
      withTelegram,
      service("Discord", {
        DISCORD_BOT_TOKEN: DISCORD_TOKEN,
        DISCORD_API_BASE: discord.apiBase,
        DISCORD_GATEWAY: discord.gatewayUrl,
      }),
    ]);
    reportDisk(join(folder, "Telegram"));
  } finally {
    await telegram.close().catch(() => undefined); // bots that were killed leave what the server complains of
    await other.close().catch(() => undefined);
    await discord.close().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Processor time until each kind is ready or has ended, in interleaved rounds. */
async function reportStarts(kinds: readonly Kind[]): Promise<void> {
  const taken = new Map<string, number[]>(kinds.map(({ name }) => [name, []]));
  for (let round = -1; round < ROUNDS; round += 1)
    for (const kind of kinds) {
      const ms = await processorMs(kind);
      // The first round makes what later ones find: files in the cache, a HOME.
      if (round >= 0) taken.get(kind.name)?.push(ms);
    }
  const bare = median(taken.get(BARE.name) ?? []);
  printTable("Processor time from the start of the process until it is ready, or ends", [
    ["", "ms", "of bare", "spread"],
    ...kinds.map(({ name }) => {
      const all = taken.get(name) ?? [];
      return [name, digits(median(all)), times(median(all), bare), spreadOf(all)];
    }),
  ]);
}

async function processorMs({ args, environment = {}, ready }: Kind): Promise<number> {
  if (ready === undefined) {
    const before = childrenCpuMs();
    for (let time = 0; time < TIMES; time += 1) await new Child(args, environment).ended();
    return (childrenCpuMs() - before) / TIMES;
  }
  const child = new Child(args, environment);
  await child.prints(ready);
  const taken = child.cpuMs();
  await child.stop();
  return taken;
}

/** The system counts in steps of ten milliseconds: what ends soon is run so often. */
const TIMES = sized(5, 1);

/** Resident memory of each kind, all side by side. */
async function reportIdle(kinds: readonly Kind[]): Promise<void> {
  const running: { readonly name: string; readonly child: Child }[] = [];
  try {
    for (const { name, args, environment = {}, ready } of kinds) {
      const child = new Child(args, environment);
      running.push({ name, child });
      if (ready !== undefined) await child.prints(ready);
    }
    await delay(IDLE_MS);
    const seen = running.map(({ name, child }) => ({ name, mib: child.residentMib() }));
    const bare = seen[0]?.mib ?? Number.NaN;
    printTable(`Resident memory after ${IDLE_MS / 1000} s without work`, [
      ["", "MiB", "above bare"],
      ...seen.map(({ name, mib }) => [name, digits(mib), digits(mib - bare)]),
    ]);
  } finally {
    await Promise.all(running.map(({ child }) => child.stop("SIGKILL")));
  }
}

/** What a HOME takes that nobody has written to, and what was built. */
function reportDisk(home: string): void {
  const dist = join(ROOT, "dist");
  const scripts = scriptsOf(dist);
  const kept = scripts.map((name) => `${name}.code`).filter((name) => existsSync(join(dist, name)));
  const examples = readdirSync(dist).filter((name) => name.endsWith(".db"));
  const mib = (names: readonly string[]): string =>
    digits(sumOf(names.map((name) => join(dist, name))) / MIB);
  printTable("On the disk", [
    ["", "MiB"],
    ["a HOME that nobody has written to", digits(bytesBelow(home) / MIB)],
    ["the program", mib(scripts)],
    ["the code that V8 keeps of it", mib(kept)],
    ["the examples that are shipped", mib(examples)],
  ]);
}

const MIB = 1024 * 1024;

function bytesBelow(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return sumOf(
    files.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name)),
  );
}

function sumOf(paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + statSync(path).size, 0);
}

function spreadOf(values: readonly number[]): string {
  return `${digits(Math.min(...values))} to ${digits(Math.max(...values))}`;
}

await main();
