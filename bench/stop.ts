// From the stop of a program to its last effect and to the answer, through the whole service, beside a bot of bare grammY that ends the same commands.
//   node --import tsx bench/stop.ts
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { openHome } from "../src/app/core/home.ts";
import { systemClock } from "../src/base/clock.ts";
import { People } from "../src/security/access/people.ts";
import { openDatabase } from "../src/store/database.ts";
import {
  buildProgram,
  Child,
  GRAMMY_STOP_BOT,
  STARTER,
  TelegramProcess,
} from "./support/processes.ts";
import {
  conditions,
  digits,
  interleave,
  median,
  print,
  printTable,
  times,
} from "./support/rounds.ts";
import { sized } from "./support/short.ts";
import type { StopPlay, StopResult } from "./support/stop-play.ts";

const ROUNDS = sized(9, 1);
const LIMIT_MS = 150_000;

/** After a stop no new effect begins later than this. */
const BOUND_MS = 300;

/** One effect: it writes the time of its beginning, and lasts a while. */
const COMMAND = "date +%s%N >> marks; sleep 0.4";
const EFFECTS = sized(60, 20);

/** How the effects of the program stand to each other, and how it is stopped. */
const PLAYS = [
  { title: "/stop, effects one after the other", width: 1, by: "command" },
  { title: "/stop, eight effects at a time", width: 8, by: "command" },
  { title: "the Stop button, effects one after the other", width: 1, by: "button" },
] as const;

type Play = (typeof PLAYS)[number];

/** A bot under measurement. */
interface Bot {
  readonly name: string;
  readonly token: string;
  readonly marksPath: string;
  readonly textOf: (play: Play) => string;
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "bench-stop-"));
  const telegram = new TelegramProcess();
  const children: Child[] = [];
  try {
    await buildProgram();
    print(
      `${conditions(loadavg()[0] ?? 0, availableParallelism())}; at most ${ROUNDS} interleaved rounds\n`,
    );
    const bots = await startBots(folder, telegram, children);
    for (const play of PLAYS) await report(telegram, bots, play);
  } finally {
    await Promise.all(children.map((child) => child.stop("SIGKILL")));
    await telegram.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Bare grammY first: the service is compared with it. */
async function startBots(
  folder: string,
  telegram: TelegramProcess,
  children: Child[],
): Promise<readonly Bot[]> {
  const start = async (
    token: string,
    args: (url: string) => readonly string[],
    ready: RegExp,
  ): Promise<void> => {
    const url = await telegram.open(token, 1);
    const child = new Child(args(url), { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_ROOT: url });
    children.push(child);
    await child.prints(ready);
  };
  const bare = join(folder, "bare");
  mkdirSync(bare);
  await start("1:bare", (url) => [GRAMMY_STOP_BOT, "1:bare", url, bare], /^ready$/m);
  const home = homeOfOwner(join(folder, "home"));
  await start("2:service", () => [STARTER, "start", "--home", home], /"msg":"ready"/);
  return [
    {
      name: "bare grammY",
      token: "1:bare",
      marksPath: join(bare, "marks"),
      textOf: ({ width }) => `/run ${EFFECTS} ${width} ${COMMAND}`,
    },
    {
      name: "service",
      token: "2:service",
      marksPath: join(home, "files", "telegram_1", "marks"),
      textOf: ({ width }) => `/ibl ${programOf(width)}`,
    },
  ];
}

function programOf(width: number): string {
  const calls = Array.from({ length: EFFECTS }, () => `[system:run_command]("${COMMAND}")`);
  return calls.join(width === 1 ? "\n" : " & ");
}

/** A HOME whose owner is the one person there is. */
function homeOfOwner(path: string): string {
  const database = openDatabase(openHome(path).databasePath);
  const randomBytes = (sizeBytes: number): Uint8Array => new Uint8Array(sizeBytes);
  const newId = (prefix: string): string => `${prefix}_1`;
  const defaults = { language: "en", zone: "UTC" } as const;
  const people = new People({ database, clock: systemClock, newId, randomBytes, defaults });
  people.admit({ platform: "telegram", externalId: "1" }, { role: "owner", name: "Person 1" });
  database.close();
  return path;
}

async function report(telegram: TelegramProcess, bots: readonly Bot[], play: Play): Promise<void> {
  const { title, by } = play;
  const measured = new Map<string, StopResult[]>(bots.map(({ name }) => [name, []]));
  const contenders = bots.map((bot) => ({
    name: bot.name,
    run: async () => {
      const facts: StopPlay = { text: bot.textOf(play), marksPath: bot.marksPath, by };
      measured.get(bot.name)?.push(await telegram.stopIn(bot.token, facts));
    },
  }));
  await interleave(contenders, { rounds: ROUNDS, limitMs: LIMIT_MS / PLAYS.length });
  const all = bots.map(({ name }) => (measured.get(name) ?? []).slice(1));
  const middle = (results: readonly StopResult[] = []): number =>
    median(results.map(({ answerMs }) => answerMs));
  printTable(`${title} (${all[0]?.length ?? 0} stops each)`, [
    ["", "last effect ms, worst", "of bound", "begun after it", "answer ms", "of bare"],
    ...bots.map(({ name }, index) => {
      const results = all[index] ?? [];
      const worst = Math.max(...results.map(({ lastEffectMs }) => lastEffectMs));
      const after = results.reduce((sum, { effectsAfter }) => sum + effectsAfter, 0);
      return [
        name,
        digits(worst),
        times(worst, BOUND_MS),
        `${after}`,
        digits(middle(results)),
        times(middle(results), middle(all[0])),
      ];
    }),
  ]);
}

await main();
