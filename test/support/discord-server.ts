import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createDiscordFaults, type DiscordFaults } from "./discord-server-faults.ts";
import { createGateway, type GatewayScript } from "./discord-server-gateway.ts";
import type { DiscordLimits } from "./discord-server-limits.ts";
import { createDiscordPeople, type DiscordPeople } from "./discord-server-people.ts";
import { serveDiscord } from "./discord-server-rest.ts";
import {
  allComponents,
  createDiscordState,
  type DiscordCall,
  type DiscordState,
  messagesOf,
  type ServerMessage,
} from "./discord-server-state.ts";
import { listen, stopListening, waitFor } from "./platform-server.ts";

/** A message as people see it: its text and card as one, without the backslashes of Markdown. */
export interface SeenMessage {
  readonly id: string;
  readonly text: string;
  readonly labels: readonly string[];
  readonly message: ServerMessage;
}

/** Discord on loopback: its REST API, its gateway, and the people who talk to the bot. */
export interface DiscordServer extends DiscordPeople, DiscordFaults {
  /** For DISCORD_API_BASE, and for DISCORD_GATEWAY. */
  readonly apiBase: string;
  readonly gatewayUrl: string;
  readonly state: DiscordState;
  readonly gateway: GatewayScript;
  readonly calls: readonly DiscordCall[];
  /** Calls whose "METHOD /path" matches. */
  callsOf(pattern: RegExp): DiscordCall[];
  /** What a channel shows, oldest first. */
  seen(channelId: string, userId?: string): SeenMessage[];
  /** The first value of `predicate` that is neither false nor undefined; it is looked at again after every change. Rejects after `timeoutMs` (default 8,000). */
  waitFor<Value>(predicate: () => Value | false | undefined, timeoutMs?: number): Promise<Value>;
  /** Stops listening and cuts every connection; the state stays. */
  goDown(): Promise<void>;
  /** Listens again on the same port. */
  comeUp(): Promise<void>;
  /** Stops for good; rejects when the bot broke a rule. */
  close(): Promise<void>;
}

/** Starts a server on 127.0.0.1; the caller closes it. */
export async function startDiscordServer(options: {
  readonly token: string;
  /** Default 20 s. */
  readonly heartbeatMs?: number;
  /** Default none: everything is taken. */
  readonly limits?: DiscordLimits;
}): Promise<DiscordServer> {
  const state = createDiscordState(options.token);
  const faults = createDiscordFaults();
  const limited = options.limits === undefined ? {} : { limits: options.limits };
  const http = createServer((request, response) => {
    serveDiscord(
      { state, faults, onMessage: (message) => gateway.message(message), ...limited },
      request,
      response,
    ).catch((thrown: unknown) => {
      // A caller that goes away while it sends has broken no rule.
      if (!response.destroyed) state.problems.push(`the server failed: ${String(thrown)}`);
      response.destroy();
    });
  });
  const gateway = createGateway(http, state, { heartbeatMs: options.heartbeatMs ?? 20_000 });
  await listen(http, 0);
  // The address of a TCP server that listens is an AddressInfo (Node.js documentation, server.address).
  const { port } = http.address() as AddressInfo;
  state.origin = `http://127.0.0.1:${port}`;
  return {
    ...createDiscordPeople(state, gateway),
    ...faults.script,
    apiBase: `http://127.0.0.1:${port}/api`,
    gatewayUrl: `ws://127.0.0.1:${port}`,
    state,
    gateway,
    calls: state.calls,
    callsOf: (pattern) =>
      state.calls.filter(({ method, path }) => pattern.test(`${method} ${path}`)),
    seen: (channelId, userId) => messagesOf(state, channelId, userId).map(seenOf),
    waitFor: (predicate, timeoutMs = 8_000) => waitFor(state, predicate, timeoutMs),
    goDown: () => {
      gateway.disconnect();
      return stopListening(http);
    },
    comeUp: () => listen(http, port),
    async close() {
      gateway.close();
      gateway.disconnect();
      await stopListening(http);
      if (state.problems.length > 0)
        throw new Error(`The bot broke Discord's rules:\n${state.problems.join("\n")}`);
    },
  };
}

function seenOf(message: ServerMessage): SeenMessage {
  const components = allComponents(message.components);
  const parts = [message.content, ...components.map(({ content = "" }) => content)];
  const labels = components.flatMap(({ label, options = [] }) => [
    ...(label === undefined ? [] : [label]),
    ...options.map((option) => option.label),
  ]);
  const text = parts
    .filter((part) => part !== "")
    .join("\n")
    .replace(/\\([\\*_~`|[\]<>#-])/g, "$1");
  return { id: message.id, text, labels, message };
}
