// From the moment that a look at the clock finds a briefing due to its message on the platform, on disk all the way, beside a bare
// timer that sends the same words by grammY and remembers nothing.
//   node --import tsx bench/briefings.ts
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Bot } from "grammy";
import { type App, openApp } from "../src/app/open-app.ts";
import { systemClock } from "../src/base/clock.ts";
import { createLog } from "../src/base/log.ts";
import { createTelegramAdapter } from "../src/bots/telegram/adapter.ts";
import { parseConfig } from "../src/config/config.ts";
import { startTelegramServer, type TelegramServer } from "../test/support/telegram-server.ts";
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

const TOKEN = "4242:AAbench-token_of-nobody";
const ROUNDS = sized(60, 2);
/** Each briefing goes to a chat of its own, so that none waits for the pace of a chat. */
const CHATS = ROUNDS;
const QUIET_LOG = createLog({ write: () => undefined, redact: (text) => text, level: "silent" });

/** Waits until a chat holds so many messages of the bot; looks at every turn of the event loop. */
async function arrived(server: TelegramServer, chatId: number, count: number): Promise<void> {
  while (server.messages(chatId).length < count)
    await new Promise((resolve) => setImmediate(resolve));
}

function openService(homePath: string): App {
  const config = parseConfig({ IBL_HOME: homePath, IBL_TIME_ZONE: "UTC" }, homePath);
  const edges = {
    clock: systemClock,
    faultPoint: () => undefined,
    randomBytes: (sizeBytes: number) => randomBytes(sizeBytes),
  };
  const root = fileURLToPath(new URL("..", import.meta.url));
  return openApp({ config, edges, log: QUIET_LOG, root, watch: false });
}

/** Milliseconds from claiming a due briefing to its message, one after another. */
async function measureService(parts: App, server: TelegramServer): Promise<readonly number[]> {
  const [owner] = parts.people.owners();
  if (owner === undefined) throw new TypeError("A new home has its local owner.");
  const adapter = createTelegramAdapter({
    token: TOKEN,
    apiRoot: server.url,
    log: QUIET_LOG,
    clock: systemClock,
  });
  parts.outbox.start(adapter, { recover: true });
  const spent: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const chatId = 1000 + (round % CHATS);
    parts.updates.remember(
      { platform: "telegram", chatId: String(chatId), isPrivate: true },
      owner.id,
    );
    parts.schedules.add({
      personId: owner.id,
      chatId: `telegram:${chatId}`,
      name: `briefing ${round}`,
      timing: { kind: "at", atMs: Date.now() + 50 },
      zone: "UTC",
      program: "[system:time]",
      planDigest: "bench",
    });
    while (!parts.schedules.hasDue(Date.now()))
      await new Promise((resolve) => setImmediate(resolve));
    const before = server.messages(chatId).length;
    const startMs = performance.now();
    for (const due of parts.schedules.claimDue(Date.now()))
      parts.schedules.finish(due.id, await parts.occurrenceRunner.run(due));
    await arrived(server, chatId, before + 1);
    spent.push(performance.now() - startMs);
  }
  return spent;
}

/** The same for a timer that calls grammY. */
async function measureTimer(server: TelegramServer): Promise<readonly number[]> {
  const bot = new Bot(TOKEN, { client: { apiRoot: server.url } });
  const spent: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const chatId = 1000 + (round % CHATS);
    const before = server.messages(chatId).length;
    await new Promise<void>((resolve) => {
      setTimeout(async () => {
        const startMs = performance.now();
        await bot.api.sendMessage(chatId, `🗞️ briefing ${round}\n${new Date().toISOString()}`);
        await arrived(server, chatId, before + 1);
        spent.push(performance.now() - startMs);
        resolve();
      }, 1);
    });
  }
  return spent;
}

/** A server with people who have written to the bot. */
async function startServer(): Promise<TelegramServer> {
  const server = await startTelegramServer({ token: TOKEN, nowMs: () => Date.now() });
  for (let index = 0; index < CHATS; index += 1)
    server.say(server.user({ id: 1000 + index, firstName: `Person ${index}` }), "/start");
  return server;
}

async function main(): Promise<void> {
  const homePath = mkdtempSync(join(tmpdir(), "ibl-bench-briefings-"));
  const servers = [await startServer(), await startServer()] as const;
  const parts = openService(homePath);
  try {
    const bare = await measureTimer(servers[0]);
    const ours = await measureService(parts, servers[1]);
    const rows = [
      ["a timer and grammY", bare],
      ["a briefing of the service", ours],
    ] as const;
    printTable("From due to the message on the platform, milliseconds", [
      ["", "median", "p95", "times the timer"],
      ...rows.map(([name, spent]) => [
        name,
        digits(median(spent)),
        digits(percentile(spent, 0.95)),
        times(median(spent), median(bare)),
      ]),
    ]);
    print(conditions(loadavg()[0] ?? 0, availableParallelism()));
  } finally {
    await parts.close();
    for (const server of servers) await server.close();
    rmSync(homePath, { recursive: true, force: true });
  }
}

await main();
