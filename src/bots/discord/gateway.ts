import type { SessionInfo, WebSocketManager } from "@discordjs/ws";
import { AppError, messageOf } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { AdapterMemory } from "../platform/adapter-state.ts";
import type { DiscordClient } from "./client.ts";
import { explainClose, INTENT, isFatalClose, isSessionOver } from "./gateway-codes.ts";
import { DiscordSessions } from "./sessions.ts";

/** A close with this code leaves the session to be resumed, as any but 1000 and 1001 (docs "Gateway", Initiating a Disconnect). */
const RESUMABLE_CLOSE = 4200;
const DISALLOWED_INTENTS = 4014;
/** A peer that does not answer a close is not waited for longer. */
const CLOSE_TIMEOUT_MS = 2_000;

/** What a connection to the gateway is made of. */
export interface GatewayParts {
  readonly client: DiscordClient;
  readonly token: string;
  readonly intents: number;
  /** Default: as many as Discord recommends. */
  readonly shards?: number;
  /** The address to connect to in the place of the one that Discord names. */
  readonly url?: string;
  readonly apiBase: string;
  readonly memory: AdapterMemory;
  readonly log: Log;
  /** Ends the wait for a connection; the gateway is closed then. */
  readonly signal: AbortSignal;
  /** Takes one dispatch; resolves with true when something of it was taken in that must not come again. */
  readonly onDispatch: (type: string, data: unknown) => Promise<boolean>;
  /** A session began anew: what was said before it is not told. Called before its first dispatch. */
  readonly onNewSession: () => void;
}

/** An open connection. */
export interface Gateway {
  /** Rejects with `AppError` `adapter-refused` when Discord closes it for good; never resolves. */
  readonly refused: Promise<never>;
  /** Disconnects so that the session can be resumed later. */
  close(): Promise<void>;
}

/**
 * Connects every shard and keeps them connected: heartbeats, reconnects and resumes are those of @discordjs/ws. Resolves once
 * all of them are there. Rejects with `AppError` `adapter-refused` when Discord refuses the token, the intents or the shards,
 * and with what was thrown when it cannot be reached. A session is resumed after the last dispatch that was taken in, also by the next process.
 */
export async function openGateway(parts: GatewayParts): Promise<Gateway> {
  const { WebSocketManager: Manager } = await import("@discordjs/ws");
  const sessions = new DiscordSessions(parts.memory);
  const { shards } = parts;
  let isClosing = false;
  const manager = new Manager({
    token: parts.token,
    intents: parts.intents,
    rest: parts.client.rest,
    ...(shards === undefined ? {} : { shardCount: shards }),
    // The library does not forget a reconnect that waits when it is closed (dist/index.js, destroy): it gets no further than here.
    retrieveSessionInfo: (shardId) =>
      isClosing ? new Promise<never>(() => undefined) : closed.sessionFor(shardId),
    // Null also comes after an attempt that the network refused, when the session is still good: closes tell which have ended.
    updateSessionInfo(shardId, info) {
      if (info !== null) sessions.set(shardId, info);
    },
  });
  pinGateway(manager, parts);
  const closed = watch(manager, parts, sessions);
  const close = async (): Promise<void> => {
    isClosing = true;
    await within(Promise.resolve(manager.destroy({ code: RESUMABLE_CLOSE })), CLOSE_TIMEOUT_MS);
  };
  try {
    await Promise.race([manager.connect(), closed.refused, aborted(parts.signal)]);
  } catch (thrown) {
    await close();
    throw thrown;
  }
  return { refused: closed.refused, close };
}

/** Rejects with the signal's reason when it aborts; never resolves. */
export function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** Resolves when the work has ended, or after `timeoutMs`. */
async function within(work: Promise<void>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Listens to everything; `refused` rejects at the first close that no reconnect follows. `sessionFor` gives what a shard connects with. */
function watch(
  manager: WebSocketManager,
  parts: GatewayParts,
  sessions: DiscordSessions,
): {
  readonly refused: Promise<never>;
  readonly sessionFor: (shardId: number) => Promise<SessionInfo | null>;
} {
  const { log, onDispatch, onNewSession } = parts;
  // The library names its events by an enum whose values are these texts (dist/index.d.ts, WebSocketShardEvents).
  const on = manager.on.bind(manager) as unknown as (
    event: string,
    listener: (event: GatewayEvent) => void,
  ) => void;
  on("ready", ({ shardId }) => {
    log.info({ shard: shardId }, "Connected to Discord.");
    onNewSession();
  });
  on("resumed", ({ shardId }) =>
    log.info({ shard: shardId }, "Messages arrive from Discord again."),
  );
  on("error", ({ error }) =>
    log.warn({ problem: messageOf(error) }, "The connection to Discord failed."),
  );
  on("dispatch", ({ data, shardId }) => {
    if (data === undefined) return;
    const done = sessions.begin(shardId, data.s);
    onDispatch(data.t, data.d).then(done, (thrown: unknown) => {
      log.info({ problem: messageOf(thrown) }, "An event of Discord is left for the next start.");
    });
  });
  const attempts = new Attempts();
  on("hello", ({ shardId }) => attempts.heard(shardId));
  const refused = new Promise<never>((_resolve, reject) => {
    on("closed", ({ shardId, code = 0 }) => {
      const wasOpen = attempts.closed(shardId);
      if (wasOpen && isSessionOver(code)) sessions.end(shardId);
      // The library tries again without an event of its own for a refused connection (dist/index.js, onError).
      if (!wasOpen && attempts.unanswered(shardId) === 1)
        log.warn({ shard: shardId, code }, "Discord's gateway cannot be reached. Trying again.");
      if (!isFatalClose(code)) return;
      const words = explainClose(code);
      log.error({ code }, words.en);
      reject(new AppError("adapter-refused", words, { cause: { code } }));
    });
  });
  refused.catch(() => undefined); // said in the log; who still waits for the connection hears of it too
  const sessionFor = async (shardId: number): Promise<SessionInfo | null> => {
    const session = pinned(sessions.get(shardId), parts);
    if (session === null || !attempts.wantsGeneral(shardId)) return session;
    return { ...session, resumeURL: (await manager.fetchGatewayInformation()).url };
  };
  return { refused, sessionFor };
}

/** What became of the attempts of each shard to connect. */
class Attempts {
  readonly #greeted = new Set<number>();
  /** Attempts in a row at which nobody answered. */
  readonly #unanswered = new Map<number, number>();

  /** The gateway said hello. */
  heard(shardId: number): void {
    this.#greeted.add(shardId);
    this.#unanswered.delete(shardId);
  }

  /** True where the gateway had said hello: only then does a close say anything of the session. */
  closed(shardId: number): boolean {
    if (this.#greeted.delete(shardId)) return true;
    this.#unanswered.set(shardId, this.unanswered(shardId) + 1);
    return false;
  }

  /** How many attempts in a row nobody has answered. */
  unanswered(shardId: number): number {
    return this.#unanswered.get(shardId) ?? 0;
  }

  /** True for every second attempt after one that nobody answered: the address of a session may be gone, and a session can be resumed at the general one too (docs "Gateway", Resuming). */
  wantsGeneral(shardId: number): boolean {
    return this.unanswered(shardId) % 2 === 1;
  }
}

interface GatewayEvent {
  readonly shardId: number;
  readonly code?: number;
  readonly error?: Error;
  readonly data?: { readonly t: string; readonly s: number; readonly d: unknown };
}

/** True for the refusal of an intent that has to be switched on for the application. */
export function isIntentRefused(thrown: unknown): boolean {
  if (!(thrown instanceof AppError) || thrown.code !== "adapter-refused") return false;
  const { cause } = thrown;
  return (
    typeof cause === "object" &&
    cause !== null &&
    "code" in cause &&
    cause.code === DISALLOWED_INTENTS
  );
}

/** What is always asked for: messages in servers and direct messages; interactions need nothing (docs "Gateway", List of Intents). */
export const LEAST_INTENTS = INTENT.guildMessages | INTENT.directMessages;

/** Makes the manager connect to the address that counts. */
function pinGateway(manager: WebSocketManager, parts: GatewayParts): void {
  const ask = manager.fetchGatewayInformation.bind(manager);
  manager.fetchGatewayInformation = async (force) => {
    const answer = await ask(force);
    return { ...answer, url: gatewayUrl(answer.url, parts) };
  };
}

function pinned(session: SessionInfo | undefined, parts: GatewayParts): SessionInfo | null {
  const resumeURL = session === undefined ? undefined : allowedUrl(session.resumeURL, parts);
  return session === undefined || resumeURL === undefined ? null : { ...session, resumeURL };
}

/**
 * The address to connect to: the operator's, or the one that Discord names where it is of Discord (wss, below discord.gg) or of
 * the host of the API that the operator named. The token goes nowhere else.
 */
export function gatewayUrl(
  named: string,
  { url, apiBase }: Pick<GatewayParts, "url" | "apiBase">,
): string {
  const allowed = allowedUrl(named, { apiBase, ...(url === undefined ? {} : { url }) });
  if (allowed !== undefined) return allowed;
  throw new AppError("adapter-refused", {
    en: `The API names "${named}" as its gateway, which is not Discord's. Set DISCORD_GATEWAY to the address that is meant.`,
    ko: `API가 게이트웨이라고 알려 준 "${named}" 주소는 디스코드의 것이 아닙니다. DISCORD_GATEWAY에 맞는 주소를 적어 주세요.`,
  });
}

function allowedUrl(
  named: string,
  { url, apiBase }: Pick<GatewayParts, "url" | "apiBase">,
): string | undefined {
  if (url !== undefined) return url.replace(/\/+$/, "");
  if (!URL.canParse(named)) return undefined;
  const { protocol, hostname } = new URL(named);
  const isDiscord =
    protocol === "wss:" && (hostname === "discord.gg" || hostname.endsWith(".discord.gg"));
  return isDiscord || hostname === new URL(apiBase).hostname ? named : undefined;
}
