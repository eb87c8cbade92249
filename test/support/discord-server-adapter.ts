import { systemClock } from "../../src/base/clock.ts";
import type { LogFields } from "../../src/base/log.ts";
import { createDiscordAdapter, type DiscordOptions } from "../../src/bots/discord/adapter.ts";
import { Updates } from "../../src/bots/inbox/update-table.ts";
import type { AdapterMemory } from "../../src/bots/platform/adapter-state.ts";
import { PlatformNotes } from "../../src/bots/platform/adapter-state.ts";
import type { ChatAdapter, ChatEvent } from "../../src/bots/platform/chat-adapter.ts";
import { openDatabase } from "../../src/store/database.ts";
import { type DiscordServer, startDiscordServer } from "./discord-server.ts";

/** The token of the bot in these tests: nobody's. */
export const DISCORD_TOKEN = `${"MTAwMDAwMDAwMDAwMDAwMDAw"}.${"Gtest1"}.${"not-a-real-token-of-anybody-at-all-0123"}`;

/** The person in these tests. */
export const MINJI = { id: "200000000000000007", name: "민지", locale: "ko" };

/** A server, a database, and adapters that share both. */
export interface DiscordBench {
  readonly server: DiscordServer;
  readonly memory: AdapterMemory;
  readonly updates: Updates;
  /** Events handed on, in order, with those of repeated tries. */
  readonly events: ChatEvent[];
  /** Log lines as "level message problem". */
  readonly log: string[];
  readonly adapter: ChatAdapter;
  /** One more adapter on the same memory: the next process. */
  readonly another: (options?: Partial<DiscordOptions>) => ChatAdapter;
  /** Starts an adapter (default the first) and waits until it is connected; every event is written down as the router does. */
  readonly start: (
    adapter?: ChatAdapter,
    onEvent?: (event: ChatEvent) => Promise<void>,
  ) => Promise<void>;
  /** Resolves when so many events have come. */
  readonly eventCount: (count: number) => Promise<readonly ChatEvent[]>;
  /** Resolves with the first log line that matches. */
  readonly logged: (pattern: RegExp) => Promise<string>;
}

/** Runs a test with a started server and an adapter that is stopped afterwards; a rule that was broken fails the test. */
export async function withDiscord(
  run: (bench: DiscordBench) => Promise<void>,
  options: Partial<DiscordOptions> & { readonly heartbeatMs?: number } = {},
): Promise<void> {
  const { heartbeatMs, ...rest } = options;
  const server = await startDiscordServer({
    token: DISCORD_TOKEN,
    ...(heartbeatMs === undefined ? {} : { heartbeatMs }),
  });
  const adapters: ChatAdapter[] = [];
  try {
    await run(createBench(server, adapters, rest));
  } finally {
    await Promise.all(adapters.map((adapter) => adapter.stop()));
    await server.close();
  }
}

function createBench(
  server: DiscordServer,
  adapters: ChatAdapter[],
  options: Partial<DiscordOptions>,
): DiscordBench {
  const database = openDatabase(":memory:");
  const memory = new PlatformNotes(database, systemClock).of("discord");
  const updates = new Updates({ database, clock: systemClock });
  const events: ChatEvent[] = [];
  const log: string[] = [];
  const change = (): void => void server.state.events.emit("change");
  const write = (level: string) => (fields: LogFields, message: string) => {
    log.push(`${level} ${message} ${fields["problem"] ?? ""}`);
    const line = `${JSON.stringify(fields)}${message}`;
    const tokens = [DISCORD_TOKEN, ...server.state.interactions.keys()];
    if (tokens.some((token) => line.includes(token))) throw new Error("A token stands in the log.");
    change();
  };
  const another = (more: Partial<DiscordOptions> = {}): ChatAdapter => {
    const adapter = createDiscordAdapter({
      token: DISCORD_TOKEN,
      apiBase: server.apiBase,
      gateway: server.gatewayUrl,
      memory,
      log: { info: write("info"), warn: write("warn"), error: write("error") },
      ...options,
      ...more,
    });
    adapters.push(adapter);
    return adapter;
  };
  const adapter = another();
  return {
    server,
    memory,
    updates,
    events,
    log,
    adapter,
    another,
    async start(started = adapter, onEvent = async () => undefined) {
      const sessions = server.gateway.log.length;
      await started.start(async (event) => {
        await onEvent(event);
        if (updates.receive(event) !== undefined) events.push(event);
        change();
      });
      await server.waitFor(() =>
        server.gateway.log.slice(sessions).some((line) => /^(identify|resume)/.test(line)),
      );
      await server.waitFor(() =>
        log.some((line) => /Connected to Discord|arrive from Discord again/.test(line)),
      );
    },
    async eventCount(count) {
      await server.waitFor(() => events.length >= count);
      return events;
    },
    logged: (pattern) => server.waitFor(() => log.find((line) => pattern.test(line))),
  };
}
