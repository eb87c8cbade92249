// A thousand chats on two platforms that enforce their limits, a hundred turns at once, stops and presses among them, through the whole
// service, beside bots of bare grammY and bare discord.js that echo.
//   node --import tsx bench/load.ts [service] [telegram] [discord] [--log]
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { openHome } from "../src/app/home.ts";
import { systemClock } from "../src/base/clock.ts";
import { People } from "../src/security/people.ts";
import { inTransaction, openDatabase } from "../src/store/database.ts";
import { ROOT, testEnvironment } from "../test/support/service.ts";
import type { LoadOrder, LoadPlaces, LoadReport } from "./support/load-main.ts";
import { ANSWER_END } from "./support/load-model.ts";
import type { LoadPlay } from "./support/load-play.ts";
import { discordId } from "./support/load-sides.ts";
import { Child } from "./support/processes.ts";
import { conditions, digits, median, percentile, print, printTable } from "./support/rounds.ts";

/** Chats on each of the two platforms. */
const CHATS = 500;
const TURNS = 50;
const STOPS = 50;
const PRESSES = 50;

const PLAY: LoadPlay = {
  writers: CHATS - TURNS - STOPS - PRESSES,
  turns: TURNS,
  stops: STOPS,
  presses: PRESSES,
  warmUpMs: 6000,
  lastsMs: 30_000,
  patienceMs: 15_000,
  question: "Tell me about the weather of last year, in some forty sentences.",
  answerHas: ANSWER_END,
};

/** What the service must hold to. */
const BARS = { persistMs: 50, pressMs: 200, stopMs: 1000, memoryMib: 600, refused: 0 };

const TELEGRAM_TOKEN = "1:load";

const UNLIMITED = {
  IBL_RATE_MESSAGES_PERSON: "0/0",
  IBL_RATE_MESSAGES_CHAT: "0/0",
  IBL_RATE_PROGRAMS_PERSON: "0/0",
  IBL_RATE_PROGRAMS_CHAT: "0/0",
  IBL_TOKENS_PERSON: "0",
  IBL_TOKENS_CHAT: "0",
  IBL_TOKENS_JOB: "0",
  IBL_TOKENS_SERVICE: "0",
};

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "bench-load-"));
  print(`${conditions(loadavg()[0] ?? 0, availableParallelism())}\n`);
  try {
    const asked = ["service", "telegram", "discord"].filter((name) => process.argv.includes(name));
    const isAsked = (name: string): boolean => asked.length === 0 || asked.includes(name);
    const all: Measured[] = [];
    if (isAsked("service")) all.push(await measureService(folder));
    for (const side of ["telegram", "discord"] as const)
      if (isAsked(side)) all.push(await measureBare(side));
    report(all);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What one bot did under the load. */
interface Measured {
  readonly name: string;
  readonly report: LoadReport;
  readonly memoryMib: number;
  readonly cpuShare: number;
  /** From each update at its platform to its commit; absent where nothing is committed. */
  readonly persistMs?: readonly number[];
}

async function measureService(folder: string): Promise<Measured> {
  const home = furnishedHome(join(folder, "home"));
  return withPlatforms(async (platforms) => {
    const { places } = platforms;
    const child = fork(join(ROOT, "bench", "support", "load-bot.ts"), ["start", "--home", home], {
      cwd: ROOT,
      execArgv: ["--import", "tsx"],
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: testEnvironment({
        ...UNLIMITED,
        IBL_LANGUAGE: "en",
        TELEGRAM_BOT_TOKEN: TELEGRAM_TOKEN,
        TELEGRAM_API_ROOT: places.telegram,
        DISCORD_BOT_TOKEN: places.discordToken,
        DISCORD_API_BASE: places.discordApi,
        DISCORD_GATEWAY: places.discordGateway,
        OLLAMA_BASE_URL: places.model,
        IBL_MODEL: "ollama/slow",
      }),
    });
    const bot = new Child(child);
    try {
      await bot.prints(/"msg":"ready"/);
      await bot.prints(/Connected to Discord/);
      const {
        peakMib,
        cpuShare,
        report: played,
      } = await watch(bot, () => platforms.play(["telegram", "discord"]));
      child.send("stored");
      const [storedAtMs] = (await once(child, "message")) as [readonly number[]]; // load-bot.ts sends nothing else
      const persistMs = persistTimes(home, storedAtMs, played);
      return { name: "service", report: played, memoryMib: peakMib, cpuShare, persistMs };
    } finally {
      if (process.argv.includes("--log")) print(bot.printed);
      await bot.stop("SIGKILL");
    }
  });
}

/** The n-th commit is the n-th row. */
function persistTimes(
  home: string,
  storedAtMs: readonly number[],
  played: LoadReport,
): readonly number[] {
  const database = openDatabase(openHome(home).databasePath);
  const rows = database
    .prepare<[], { readonly platform: string; readonly updateId: string }>(
      "SELECT platform, update_id AS updateId FROM updates ORDER BY rowid",
    )
    .all();
  database.close();
  const committed = new Map(
    rows.map(({ platform, updateId }, index) => [`${platform} ${updateId}`, storedAtMs[index]]),
  );
  return played.sides.flatMap(({ name, saidAtMs }) =>
    saidAtMs.map(([id, saidMs]) => (committed.get(`${name} ${id}`) ?? Number.NaN) - saidMs),
  );
}

async function measureBare(side: "telegram" | "discord"): Promise<Measured> {
  const folder = join(ROOT, "bench", "support");
  return withPlatforms(async (platforms) => {
    const { places } = platforms;
    const args =
      side === "telegram"
        ? [join(folder, "load-grammy.mjs"), TELEGRAM_TOKEN, places.telegram]
        : [
            join(folder, "load-discord.mjs"),
            places.discordToken,
            places.discordApi,
            places.discordGateway,
          ];
    const bot = new Child(args);
    try {
      await bot.prints(/^ready$/m);
      const watched = await watch(bot, () => platforms.play([side], { answerHas: "" }));
      const { peakMib: memoryMib, cpuShare, report: played } = watched;
      const name = side === "telegram" ? "bare grammY, echo" : "bare discord.js, echo";
      return { name, report: played, memoryMib, cpuShare };
    } finally {
      await bot.stop("SIGKILL");
    }
  });
}

/** Looks at the bot's memory twice a second while the crowd plays. */
async function watch(
  bot: Child,
  play: () => Promise<LoadReport>,
): Promise<{ readonly peakMib: number; readonly cpuShare: number; readonly report: LoadReport }> {
  let peakMib = bot.residentMib();
  const timer = setInterval(() => {
    peakMib = Math.max(peakMib, bot.residentMib());
  }, 500);
  const [beforeMs, startMs] = [bot.cpuMs(), performance.now()];
  try {
    const played = await play();
    const cpuShare = (bot.cpuMs() - beforeMs) / (performance.now() - startMs);
    return { peakMib, cpuShare, report: played };
  } finally {
    clearInterval(timer);
  }
}

interface Platforms {
  readonly places: LoadPlaces;
  play(sides: readonly ("telegram" | "discord")[], change?: Partial<LoadPlay>): Promise<LoadReport>;
}

/** Platforms and crowd in a process of their own, so that their work is not counted as the bot's. */
async function withPlatforms<Result>(
  run: (platforms: Platforms) => Promise<Result>,
): Promise<Result> {
  const child = fork(join(ROOT, "bench", "support", "load-main.ts"), {
    cwd: ROOT,
    execArgv: ["--import", "tsx"],
    env: testEnvironment({}),
  });
  try {
    const order = { kind: "open", chats: CHATS, telegramToken: TELEGRAM_TOKEN } as const;
    const places = await ask<LoadPlaces>(child, order);
    return await run({
      places,
      play: (sides, change = {}) =>
        ask<LoadReport>(child, { kind: "play", play: { ...PLAY, ...change }, sides }),
    });
  } finally {
    child.kill("SIGKILL");
  }
}

async function ask<Answer extends object>(child: ChildProcess, order: LoadOrder): Promise<Answer> {
  const answered = once(child, "message");
  child.send(order);
  const [answer] = (await answered) as [Answer | { readonly problem: string }]; // load-main.ts sends nothing else
  if ("problem" in answer) throw new Error(answer.problem);
  return answer;
}

/** A HOME that knows everybody, on both platforms. */
function furnishedHome(path: string): string {
  const database = openDatabase(openHome(path).databasePath);
  let last = 0;
  const newId = (prefix: string): string => {
    last += 1;
    return `${prefix}_${last}`;
  };
  const randomBytes = (sizeBytes: number): Uint8Array => new Uint8Array(sizeBytes);
  const defaults = { language: "en", zone: "UTC" } as const;
  const people = new People({ database, clock: systemClock, newId, randomBytes, defaults });
  inTransaction(database, () => {
    for (let chat = 1; chat <= CHATS; chat += 1) {
      const role = chat === 1 ? "owner" : "member";
      const telegram = { platform: "telegram", externalId: String(chat) };
      people.admit(telegram, { role, name: `Person ${chat}` });
      const discord = { platform: "discord", externalId: discordId(chat) };
      people.admit(discord, { role: "member", name: `Person ${chat}` });
    }
  });
  database.close();
  return path;
}

function report(all: readonly Measured[]): void {
  printTable(
    `${2 * CHATS} chats in ${PLAY.lastsMs / 1000} s, ${2 * TURNS} turns at once (bare bots: half of each); milliseconds`,
    [
      ["", ...all.map(({ name }) => name), "bar"],
      line("persisted p50", all, ({ persistMs }) => median(persistMs ?? []), ""),
      line(
        "persisted p99",
        all,
        ({ persistMs }) => percentile(persistMs ?? [], 0.99),
        BARS.persistMs,
      ),
      line("press acknowledged p50", all, timesOf("pressMs", 0.5), ""),
      line("press acknowledged p99", all, timesOf("pressMs", 0.99), BARS.pressMs),
      line("/stop answered p50", all, timesOf("stopMs", 0.5), ""),
      line("/stop answered p99", all, timesOf("stopMs", 0.99), BARS.stopMs),
      line("command answered p50", all, timesOf("writtenMs", 0.5), ""),
      line("command answered p99", all, timesOf("writtenMs", 0.99), ""),
      line("turn answered p50", all, timesOf("turnMs", 0.5), ""),
      line("turn answered p99", all, timesOf("turnMs", 0.99), ""),
      line("refused (429) after the warm-up", all, sumOf("refused"), BARS.refused),
      line("never answered", all, sumOf("missing"), 0),
      line("memory, most, MiB", all, ({ memoryMib }) => memoryMib, BARS.memoryMib),
      line("processor, share of one", all, ({ cpuShare }) => cpuShare, ""),
    ],
  );
}

function line(
  name: string,
  all: readonly Measured[],
  read: (measured: Measured) => number,
  bar: number | "",
): readonly string[] {
  return [name, ...all.map((measured) => digits(read(measured))), String(bar)];
}

function timesOf(
  kind: "pressMs" | "stopMs" | "writtenMs" | "turnMs",
  share: number,
): (measured: Measured) => number {
  return ({ report: { sides } }) =>
    percentile(
      sides.flatMap((side) => side[kind]),
      share,
    );
}

function sumOf(kind: "refused" | "missing"): (measured: Measured) => number {
  return ({ report: { sides } }) => sides.reduce((sum, side) => sum + side[kind], 0);
}

await main();
