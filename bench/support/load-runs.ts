import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { openHome } from "../../src/app/core/home.ts";
import { systemClock } from "../../src/base/clock.ts";
import { People } from "../../src/security/access/people.ts";
import { inTransaction, openDatabase } from "../../src/store/database.ts";
import { ROOT, testEnvironment } from "../../test/support/service.ts";
import type { LoadOrder, LoadPlaces, LoadReport } from "./load-main.ts";
import type { LoadPlay } from "./load-play.ts";
import { discordId } from "./load-sides.ts";
import { Child } from "./processes.ts";

/** The platforms, as the crowd names them. */
export type SideName = "telegram" | "discord";

/** What one bot did under one play. */
export interface Measured {
  readonly report: LoadReport;
  readonly memoryMib: number;
  readonly cpuShare: number;
  /** How much of the time its main thread was ready and had no processor. */
  readonly waitShare: number;
  /** From each update at its platform to its commit; empty for a bot that commits nothing. */
  readonly persistMs: readonly number[];
}

/** A bot that is ready, before its crowd. */
export interface Contender {
  /** Lets the crowd play. */
  play(play: LoadPlay): Promise<Measured>;
  /** Everything that the bot has printed. */
  printed(): string;
}

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

/** Runs the whole service on both platforms, with so many chats on each, over a HOME at `path` that has its usage examples, and ends it. */
export async function withService<Result>(
  path: string,
  chats: number,
  run: (service: Contender) => Promise<Result>,
): Promise<Result> {
  const home = furnishedHome(path, chats);
  await new Child(botProcess(["examples", "generate", "--home", home], {})).ended();
  return withPlatforms(chats, async ({ places, play }) => {
    const child = botProcess(["start", "--home", home], {
      ...UNLIMITED,
      IBL_LANGUAGE: "en",
      TELEGRAM_BOT_TOKEN: TELEGRAM_TOKEN,
      TELEGRAM_API_ROOT: places.telegram,
      DISCORD_BOT_TOKEN: places.discordToken,
      DISCORD_API_BASE: places.discordApi,
      DISCORD_GATEWAY: places.discordGateway,
      OLLAMA_BASE_URL: places.model,
      IBL_MODEL: "ollama/slow",
    });
    const bot = new Child(child);
    try {
      await bot.prints(/"msg":"ready"/);
      await bot.prints(/Connected to Discord/);
      return await run({
        printed: () => bot.printed,
        async play(order) {
          const watched = await watch(bot, () => play(["telegram", "discord"], order));
          child.send("stored");
          const [storedAtMs] = (await once(child, "message")) as [readonly number[]]; // load-bot.ts sends nothing else
          return { ...watched, persistMs: persistTimes(home, storedAtMs, watched.report) };
        },
      });
    } finally {
      await bot.stop("SIGKILL");
    }
  });
}

/** Runs an echoing bot of the bare library of one platform, and ends it. */
export async function withBareBot<Result>(
  side: SideName,
  chats: number,
  run: (bot: Contender) => Promise<Result>,
): Promise<Result> {
  return withPlatforms(chats, async ({ places, play }) => {
    const folder = join(ROOT, "bench", "support");
    const { telegram, discordToken, discordApi, discordGateway } = places;
    const args =
      side === "telegram"
        ? [join(folder, "load-grammy.mjs"), TELEGRAM_TOKEN, telegram]
        : [join(folder, "load-discord.mjs"), discordToken, discordApi, discordGateway];
    const bot = new Child(args);
    try {
      await bot.prints(/^ready$/m);
      return await run({
        printed: () => bot.printed,
        play: async (order) => ({
          ...(await watch(bot, () => play([side], { ...order, answerHas: "" }))),
          persistMs: [],
        }),
      });
    } finally {
      await bot.stop("SIGKILL");
    }
  });
}

function botProcess(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): ChildProcess {
  return fork(join(ROOT, "bench", "support", "load-bot.ts"), args, {
    cwd: ROOT,
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: testEnvironment(environment),
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

/** Looks at the bot's memory twice a second while the crowd plays. */
async function watch(
  bot: Child,
  play: () => Promise<LoadReport>,
): Promise<Omit<Measured, "persistMs">> {
  let memoryMib = bot.residentMib();
  const timer = setInterval(() => {
    memoryMib = Math.max(memoryMib, bot.residentMib());
  }, 500);
  const [cpuMs, waitedMs, startMs] = [bot.cpuMs(), bot.waitedMs(), performance.now()];
  try {
    const report = await play();
    const lastedMs = performance.now() - startMs;
    const cpuShare = (bot.cpuMs() - cpuMs) / lastedMs;
    const waitShare = (bot.waitedMs() - waitedMs) / lastedMs;
    return { memoryMib, cpuShare, waitShare, report };
  } finally {
    clearInterval(timer);
  }
}

interface Platforms {
  readonly places: LoadPlaces;
  play(sides: readonly SideName[], play: LoadPlay): Promise<LoadReport>;
}

/** Platforms and crowd in a process of their own, so that their work is not counted as the bot's. */
async function withPlatforms<Result>(
  chats: number,
  run: (platforms: Platforms) => Promise<Result>,
): Promise<Result> {
  const child = fork(join(ROOT, "bench", "support", "load-main.ts"), {
    cwd: ROOT,
    execArgv: ["--import", "tsx"],
    env: testEnvironment({}),
  });
  try {
    const order = { kind: "open", chats, telegramToken: TELEGRAM_TOKEN } as const;
    const places = await ask<LoadPlaces>(child, order);
    return await run({
      places,
      play: (sides, play) => ask<LoadReport>(child, { kind: "play", play, sides }),
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
function furnishedHome(path: string, chats: number): string {
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
    for (let chat = 1; chat <= chats; chat += 1) {
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
