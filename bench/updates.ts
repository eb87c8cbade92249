// From an update to its reply through the whole service, beside a bot of bare grammY that answers the same messages.
//   node --import tsx bench/updates.ts
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { openHome } from "../src/app/core/home.ts";
import { systemClock } from "../src/base/clock.ts";
import { Updates } from "../src/bots/inbox/update-table.ts";
import { OutboxTable } from "../src/bots/outbox/table.ts";
import type { ChatEvent } from "../src/bots/platform/chat-adapter.ts";
import { People } from "../src/security/access/people.ts";
import { type Database, inTransaction, openDatabase } from "../src/store/database.ts";
import { buildProgram, Child, GRAMMY_BOT, STARTER, TelegramProcess } from "./support/processes.ts";
import {
  conditions,
  digits,
  interleave,
  median,
  percentile,
  print,
  printTable,
  times,
} from "./support/rounds.ts";
import { sized } from "./support/short.ts";
import type { Talk, TalkResult } from "./support/telegram-main.ts";

/** Everybody speaks in one talk only: the pace that Telegram asks for in a chat is not what is measured. */
const PEOPLE = 300;
const ROUNDS = sized(5, 1);

/** Telegram takes about 30 messages a second over all: so long before a talk none is sent. */
const REST_MS = 1000;

/** No further round of a talk begins after this. */
const TALK_LIMIT_MS = 12_000;

/** Messages that a service with a past has sent. */
const PAST = sized(50_000, 100);

/** Commands of the service: one says hello, one runs a program of one step that does next to nothing. */
const HELLO = "/start";
const PROGRAM = "/ibl [system:time]";

/** How people talk: at most 10 messages in a chat and 30 over all, which is what Telegram takes at once. */
const TALKS = [
  { title: "One person, who waits for every answer", people: 1, messagesEach: 9, atOnce: false },
  { title: "10 people, who wait for every answer", people: 10, messagesEach: 3, atOnce: false },
  { title: "10 people, 30 messages there at once", people: 10, messagesEach: 3, atOnce: true },
] as const;

/** A bot under measurement. */
interface Bot {
  readonly name: string;
  readonly token: string;
  readonly text: string;
  readonly process: Child;
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "bench-updates-"));
  const telegram = new TelegramProcess();
  const children: Child[] = [];
  try {
    print(
      `${conditions(loadavg()[0] ?? 0, availableParallelism())}; medians of at most ${ROUNDS} interleaved rounds\n`,
    );
    await persistOnly(folder);
    await buildProgram();
    const bots = await startBots(folder, telegram, children);
    await talkAll(telegram, bots);
  } finally {
    await Promise.all(children.map((child) => child.stop("SIGKILL")));
    await telegram.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Bare grammY first: everything else is compared with it. The two services differ in their past only. */
async function startBots(
  folder: string,
  telegram: TelegramProcess,
  children: Child[],
): Promise<readonly Bot[]> {
  const start = async (
    token: string,
    args: (url: string) => readonly string[],
    ready: RegExp,
  ): Promise<Child> => {
    const url = await telegram.open(token, PEOPLE);
    const child = new Child(args(url), {
      TELEGRAM_BOT_TOKEN: token,
      TELEGRAM_API_ROOT: url,
      IBL_RATE_MESSAGES_PERSON: "0/0",
      IBL_RATE_MESSAGES_CHAT: "0/0",
      IBL_RATE_PROGRAMS_PERSON: "0/0",
      IBL_RATE_PROGRAMS_CHAT: "0/0",
    });
    children.push(child);
    await child.prints(ready);
    return child;
  };
  const service = (home: string) => () => [STARTER, "start", "--home", home];
  const fresh = furnishedHome(join(folder, "fresh"), 0);
  const old = furnishedHome(join(folder, "old"), PAST);
  const tokens = ["1:bare", "2:fresh", "3:old"] as const;
  const bare = await start(tokens[0], (url) => [GRAMMY_BOT, tokens[0], url], /^ready$/m);
  const young = await start(tokens[1], service(fresh), /"msg":"ready"/);
  const aged = await start(tokens[2], service(old), /"msg":"ready"/);
  return [
    { name: "bare grammY", token: tokens[0], text: HELLO, process: bare },
    { name: `service, ${HELLO}`, token: tokens[1], text: HELLO, process: young },
    { name: `service, ${PROGRAM}`, token: tokens[1], text: PROGRAM, process: young },
    {
      name: `same, ${PAST.toLocaleString("en")} messages sent before`,
      token: tokens[2],
      text: PROGRAM,
      process: aged,
    },
  ];
}

/** A HOME that knows everybody, and has sent `past` messages. */
function furnishedHome(path: string, past: number): string {
  const database = openDatabase(openHome(path).databasePath);
  let last = 0;
  const newId = (prefix: string): string => {
    last += 1;
    return `${prefix}_${last}`;
  };
  const randomBytes = (sizeBytes: number): Uint8Array => new Uint8Array(sizeBytes);
  const defaults = { language: "en", zone: "UTC" } as const;
  const people = new People({ database, clock: systemClock, newId, randomBytes, defaults });
  const outbox = new OutboxTable({ database, clock: systemClock });
  inTransaction(database, () => {
    for (let id = 1; id <= PEOPLE; id += 1) {
      const account = { platform: "telegram", externalId: String(id) };
      people.admit(account, { role: id === 1 ? "owner" : "member", name: `Person ${id}` });
    }
    for (let count = 1; count <= past; count += 1) sendBefore(outbox, count);
  });
  database.close();
  return path;
}

function sendBefore(outbox: OutboxTable, count: number): void {
  const chatKey = `telegram:${1 + (count % PEOPLE)}`;
  const message = { text: "What was said long ago." };
  outbox.add({ key: `past:${count}`, platform: "telegram", chatKey, class: "reply", message });
  outbox.settle(count, "sent", { messageId: String(count) });
}

async function talkAll(telegram: TelegramProcess, bots: readonly Bot[]): Promise<void> {
  for (const { title, ...talk } of TALKS) {
    const measured = new Map<string, Sample[]>(bots.map(({ name }) => [name, []]));
    const contenders = bots.map((bot) => ({
      name: bot.name,
      prepare: () => new Promise((resolve) => setTimeout(resolve, REST_MS)),
      run: async () => measured.get(bot.name)?.push(await sampleOf(telegram, bot, talk)),
    }));
    await interleave(contenders, { rounds: ROUNDS, limitMs: TALK_LIMIT_MS });
    const rows = bots.map(({ name }) => summaryOf(measured.get(name)?.slice(1) ?? []));
    printTable(title, [
      ["", "updates/s", "of bare", "p50 ms", "of bare", "p99 ms", "CPU ms/update", "of bare"],
      ...bots.map(({ name }, index) => rowOf(name, rows[index], rows[0])),
    ]);
  }
}

/** The first person who has not spoken yet, by the token of the bot. */
const spoken = new Map<string, number>();

interface Sample extends TalkResult {
  readonly count: number;
  readonly cpuMs: number;
}

async function sampleOf(
  telegram: TelegramProcess,
  bot: Bot,
  talk: Omit<Talk, "text" | "firstPerson">,
): Promise<Sample> {
  const firstPerson = spoken.get(bot.token) ?? 1;
  spoken.set(bot.token, firstPerson + talk.people);
  const beforeMs = bot.process.cpuMs();
  const result = await telegram.talk(bot.token, { ...talk, firstPerson, text: bot.text });
  const cpuMs = bot.process.cpuMs() - beforeMs;
  return { ...result, count: result.latenciesMs.length, cpuMs };
}

interface Summary {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuMs: number;
}

/** Medians over rounds; the processor's time is summed up, since it comes in steps of ten milliseconds. */
function summaryOf(samples: readonly Sample[]): Summary {
  const updates = samples.reduce((sum, { count }) => sum + count, 0);
  return {
    perSecond: median(samples.map(({ count, tookMs }) => (count * 1000) / tookMs)),
    p50Ms: median(samples.map(({ latenciesMs }) => percentile(latenciesMs, 0.5))),
    p99Ms: median(samples.map(({ latenciesMs }) => percentile(latenciesMs, 0.99))),
    cpuMs: samples.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / updates,
  };
}

function rowOf(
  name: string,
  row: Summary | undefined,
  base: Summary | undefined,
): readonly string[] {
  if (row === undefined || base === undefined) return [name];
  return [
    name,
    digits(row.perSecond),
    times(row.perSecond, base.perSecond),
    digits(row.p50Ms),
    times(row.p50Ms, base.p50Ms),
    digits(row.p99Ms),
    digits(row.cpuMs),
    times(row.cpuMs, base.cpuMs),
  ];
}

/** Writing updates down before the platform is told, beside the bare commit of a row of the same size. */
async function persistOnly(folder: string): Promise<void> {
  const units = 200;
  const database = openDatabase(join(folder, "persisted.db"));
  const updates = new Updates({ database, clock: systemClock });
  let lastId = 0;
  const contenders = [
    { name: "bare INSERT, one commit each", units, ...bareInserts(database, units) },
    {
      name: "updates.receive",
      units,
      run: () => {
        for (let count = 0; count < units; count += 1) {
          lastId += 1;
          updates.receive(eventOf(lastId));
        }
      },
    },
  ];
  const measured = await interleave(contenders, { rounds: 15, limitMs: 5_000 });
  const perSecond = contenders.map(({ name }) => 1000 / median(measured.get(name) ?? []));
  printTable("Updates persisted only (SQLite, WAL, synchronous FULL)", [
    ["", "updates/s", "of bare"],
    ...contenders.map(({ name }, index) => [
      name,
      digits(perSecond[index] ?? Number.NaN),
      times(perSecond[index] ?? Number.NaN, perSecond[0] ?? Number.NaN),
    ]),
  ]);
  database.close();
}

function bareInserts(database: Database, count: number): { readonly run: () => void } {
  database.exec("CREATE TABLE bare (id INTEGER PRIMARY KEY, event TEXT)");
  const insert = database.prepare<[string]>("INSERT INTO bare (event) VALUES (?)");
  const event = JSON.stringify(eventOf(0));
  return {
    run: () => {
      for (let index = 0; index < count; index += 1) insert.run(event);
    },
  };
}

function eventOf(id: number): ChatEvent {
  return {
    kind: "message",
    updateId: String(id),
    chat: { platform: "telegram", chatId: String(1 + (id % PEOPLE)), isPrivate: true },
    sender: { id: String(1 + (id % PEOPLE)), name: "Person", languageTag: "en" },
    text: HELLO,
    messageId: String(id),
    sentAtMs: 1_700_000_000_000,
    isAddressed: true,
  };
}

await main();
