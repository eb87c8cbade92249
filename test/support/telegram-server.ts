import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { listen, stopListening, waitFor } from "./platform-server.ts";
import { createFaults, type Faults } from "./telegram-server-faults.ts";
import { serve } from "./telegram-server-http.ts";
import type { TelegramLimits } from "./telegram-server-limits.ts";
import { createPeople, type People } from "./telegram-server-people.ts";
import {
  createServerState,
  type RecordedCall,
  type ServerState,
  type StoredMessage,
} from "./telegram-server-state.ts";
import type { Webhook, WebhookDelivery } from "./telegram-server-webhook.ts";

/** How a server is started. */
export interface TelegramServerOptions {
  /** The one token that is accepted, such as "42:secret"; the number is the bot's id. */
  readonly token: string;
  /** Default "test_bot". */
  readonly username?: string;
  /** Unix ms for the dates of messages; default the machine's clock. */
  readonly nowMs?: () => number;
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default none: everything is taken. */
  readonly limits?: TelegramLimits;
}

/** A Bot API on loopback, with a script for the people who talk to the bot. */
export interface TelegramServer extends People, Faults {
  /** The API root, without a slash at the end. */
  readonly url: string;
  readonly bot: ServerState["bot"];
  /** Calls so far, in order. */
  readonly calls: readonly RecordedCall[];
  /** What the bot did against the Bot API's schema. `close` rejects while there are any; empty it to forgive them. */
  readonly problems: string[];
  /** Messages of a chat, oldest first, as they show now. */
  messages(chatId: number): StoredMessage[];
  /** Calls of one method, in any case. */
  callsOf(method: string): RecordedCall[];
  /** The commands set by setMyCommands for a language ("" is the default) and a scope such as "chat 7" (default "default"). */
  commandsFor(languageCode: string, scope?: string): unknown;
  /** Resolves to the first value of `predicate` that is neither false nor undefined; looks again after every change. Rejects after `timeoutMs` (default 5,000). */
  waitFor<Value>(predicate: () => Value | false | undefined, timeoutMs?: number): Promise<Value>;
  /** Hands an update out once more, also when confirmed. */
  repeatUpdate(updateId: number): void;
  /** The next batch of updates comes in reverse order. */
  reverseNextBatch(): void;
  /** While held, updates gather and polls wait. */
  holdUpdates(isHeld: boolean): void;
  /** Update ids that the bot has not confirmed. */
  pendingUpdates(): number[];
  /** Puts an update of any type into the queue. */
  pushUpdate(type: string, payload: object): number | undefined;
  /** Tries to deliver by webhook, in order. */
  readonly deliveries: readonly WebhookDelivery[];
  /** The webhook as the bot set it. */
  webhook(): Webhook | undefined;
  /** Addresses that begin with `from` are asked at `to`, as a reverse proxy does. */
  proxyWebhook(from: string, to: string): void;
  /** From now on the token is answered with 401. */
  revokeToken(): void;
  /** Stops listening and cuts every connection; the state stays. */
  goDown(): Promise<void>;
  /** Listens again on the same port. */
  comeUp(): Promise<void>;
  /** Stops for good; rejects when the bot broke the schema. */
  close(): Promise<void>;
}

/** Starts a server on 127.0.0.1; the caller closes it. */
export async function startTelegramServer(options: TelegramServerOptions): Promise<TelegramServer> {
  const state = createServerState({
    token: options.token,
    username: options.username ?? "test_bot",
    nowMs: options.nowMs ?? Date.now,
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  });
  const faults = createFaults();
  const http = createServer((request, response) => {
    serve(state, faults.take, request, response).catch((thrown: unknown) => {
      // A caller that goes away while it sends (killed, timed out) has broken no rule.
      if (!response.destroyed) state.problems.push(`the server failed: ${String(thrown)}`);
      response.destroy();
    });
  });
  await listen(http, options.port ?? 0);
  // The address of a TCP server that listens is an AddressInfo (Node.js documentation, server.address).
  const { port } = http.address() as AddressInfo;
  return {
    ...createPeople(state),
    ...faults.script,
    ...createView(state),
    url: `http://127.0.0.1:${port}`,
    goDown: () => stopListening(http),
    comeUp: () => listen(http, port),
    async close() {
      state.updates.close();
      state.deliverer.set(undefined);
      await stopListening(http);
      if (state.problems.length > 0) {
        throw new Error(`The bot broke the Bot API's schema:\n${state.problems.join("\n")}`);
      }
    },
  };
}

type View = Omit<
  TelegramServer,
  keyof People | keyof Faults | "url" | "goDown" | "comeUp" | "close"
>;

function createView(state: ServerState): View {
  return {
    bot: state.bot,
    calls: state.calls,
    problems: state.problems,
    messages: (chatId) => state.messages.filter((message) => message.chatId === chatId),
    callsOf: (method) => state.calls.filter((call) => call.method === method.toLowerCase()),
    commandsFor: (languageCode, scope = "default") =>
      state.commands.get(`${scope}:${languageCode}`),
    waitFor: (predicate, timeoutMs = 5_000) => waitFor(state, predicate, timeoutMs),
    repeatUpdate(updateId) {
      state.updates.repeat(updateId);
      state.events.emit("change");
    },
    reverseNextBatch: () => state.updates.reverseNextBatch(),
    holdUpdates: (isHeld) => state.updates.hold(isHeld),
    pendingUpdates: () => state.updates.pending(),
    pushUpdate: (type, payload) => state.updates.push(type, payload),
    deliveries: state.deliverer.deliveries,
    webhook: () => state.deliverer.webhook(),
    proxyWebhook(from, to) {
      state.deliverer.proxy = { from, to };
    },
    revokeToken() {
      state.isTokenRevoked = true;
      state.updates.close();
    },
  };
}
