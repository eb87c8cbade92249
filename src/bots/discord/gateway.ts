import type { SessionInfo, WebSocketManager } from "@discordjs/ws";
import { z } from "zod";
import { AppError, messageOf } from "../../base/errors.ts";
import type { Localized } from "../../base/localized.ts";
import type { Log } from "../../base/log.ts";
import type { AdapterMemory } from "../platform/adapter-state.ts";
import type { DiscordClient } from "./client.ts";

/** Bits of intents (docs "Gateway", List of Intents). */
export const INTENT = {
  guildMessages: 1 << 9,
  directMessages: 1 << 12,
  messageContent: 1 << 15,
} as const;

/** Flags of an application that has the message content intent: as a verified one, or as one of few servers (docs "Application Resource", Application Flags). */
const MESSAGE_CONTENT_FLAGS = (1 << 18) | (1 << 19);

/** True when the Message Content intent is switched on for an application with these flags. */
export function hasMessageContent(flags: number): boolean {
  return (flags & MESSAGE_CONTENT_FLAGS) !== 0;
}

/** What works without the Message Content intent, and how to get the rest. */
export const WITHOUT_CONTENT =
  "The Message Content intent is off: direct messages, mentions and slash commands work; a reply in a server is read only when it mentions the bot. To read all replies, switch it on in the Developer Portal (Bot, Privileged Gateway Intents).";

/** Closes that no reconnect follows (docs "Opcodes and Status Codes", Gateway Close Event Codes: Reconnect "false"). */
const FATAL: Readonly<Record<number, Localized>> = {
  4004: {
    en: "Discord does not accept the bot token. Take a new one in the Developer Portal (Bot, Reset Token), set DISCORD_BOT_TOKEN to it, and start again.",
    ko: "디스코드가 봇 토큰을 받지 않습니다. Developer Portal에서 토큰을 새로 받아(Bot, Reset Token) DISCORD_BOT_TOKEN에 넣고 다시 시작해 주세요.",
  },
  4010: {
    en: "Discord does not take this shard. Set DISCORD_SHARDS to a whole number of shards, or leave it out, and start again.",
    ko: "디스코드가 이 샤드를 받지 않습니다. DISCORD_SHARDS를 샤드 수에 맞는 정수로 고치거나 지우고 다시 시작해 주세요.",
  },
  4011: {
    en: "The bot is in too many servers for one connection. Leave DISCORD_SHARDS out, so that Discord's recommendation counts, and start again.",
    ko: "봇이 들어가 있는 서버가 많아 연결 하나로는 안 됩니다. DISCORD_SHARDS를 지워 디스코드가 권하는 수를 쓰게 하고 다시 시작해 주세요.",
  },
  4012: {
    en: "Discord no longer speaks the version of its gateway that this release uses. Update ibl-bot.",
    ko: "디스코드가 이 버전이 쓰는 게이트웨이를 더는 지원하지 않습니다. ibl-bot을 새 버전으로 올려 주세요.",
  },
  4013: {
    en: "Discord does not know an intent that was asked for. Update ibl-bot.",
    ko: "디스코드가 모르는 인텐트를 요청했습니다. ibl-bot을 새 버전으로 올려 주세요.",
  },
  4014: {
    en: "Discord refuses the Message Content intent. Switch it on in the Developer Portal (Bot, Privileged Gateway Intents). Without it direct messages, mentions and slash commands work.",
    ko: "디스코드가 Message Content 인텐트를 허락하지 않습니다. Developer Portal에서 켜 주세요(Bot, Privileged Gateway Intents). 꺼져 있어도 개인 대화, 멘션, 슬래시 명령은 됩니다.",
  },
};

/**
 * Other closes after which a session cannot be resumed: Discord's own normal close, and "Not authenticated", "Already authenticated",
 * "Invalid seq" and "Rate limited" (docs "Opcodes and Status Codes", Gateway Close Event Codes). Our side closes with 1000 after opcode 9 with false.
 */
const SESSION_OVER: ReadonlySet<number> = new Set([1000, 4003, 4005, 4007, 4008]);

/** True for a close code after which the next connection begins a new session. */
function isSessionOver(code: number): boolean {
  return SESSION_OVER.has(code) || isFatalClose(code);
}

/** True for a close code after which nothing arrives any more. */
export function isFatalClose(code: number): boolean {
  return FATAL[code] !== undefined;
}

/** What a fatal close means, and the step to take. */
export function explainClose(code: number): Localized {
  return (
    FATAL[code] ?? {
      en: `Discord closed the connection (${code}).`,
      ko: `디스코드가 연결을 끊었습니다 (${code}).`,
    }
  );
}

/** A close with this code leaves the session to be resumed, as any but 1000 and 1001 (docs "Gateway", Initiating a Disconnect). */
const RESUMABLE_CLOSE = 4200;
const DISALLOWED_INTENTS = 4014;
/** A peer that does not answer a close is not waited for longer. */
const CLOSE_TIMEOUT_MS = 2_000;

/** Dependencies of `Gateway`. */
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

const PREFIX = "session:";

const KEPT = z.object({
  sessionId: z.string(),
  resumeURL: z.string(),
  sequence: z.number(),
  shardCount: z.number(),
  shardId: z.number(),
});

/** Dispatches of one session that are being worked on. */
interface Progress {
  readonly sessionId: string;
  readonly open: Set<number>;
  /** Highest number seen. */
  seen: number;
}

/**
 * Sessions with the gateway. Discord hands out everything after a sequence number again when a session is resumed, so the
 * number kept for the next process is that of the last dispatch before which nothing is open.
 */
class DiscordSessions {
  readonly #memory: AdapterMemory;
  readonly #live = new Map<number, SessionInfo>();
  readonly #progress = new Map<number, Progress>();

  constructor(memory: AdapterMemory) {
    this.#memory = memory;
  }

  /** The session of a shard: this process's, else the one that the last process left. */
  get(shardId: number): SessionInfo | undefined {
    const live = this.#live.get(shardId) ?? this.#kept(shardId);
    if (live !== undefined) this.#live.set(shardId, live);
    return live;
  }

  /** Notes a session, or how far it has come. */
  set(shardId: number, info: SessionInfo): void {
    const isNew = this.#live.get(shardId)?.sessionId !== info.sessionId;
    this.#live.set(shardId, info);
    if (isNew) this.#keep(shardId, info.sequence);
  }

  /** The session can be resumed no more. */
  end(shardId: number): void {
    this.#live.delete(shardId);
    this.#progress.delete(shardId);
    this.#memory.remove(`${PREFIX}${shardId}`);
  }

  /** Notes that a dispatch is being worked on. The function says that it is done; with true, that it must not come again, which is kept. */
  begin(shardId: number, sequence: number): (mustNotComeAgain: boolean) => void {
    const sessionId = this.#live.get(shardId)?.sessionId ?? "";
    const progress = this.#progressOf(shardId, sessionId);
    progress.seen = Math.max(progress.seen, sequence);
    progress.open.add(sequence);
    return (mustNotComeAgain) => {
      progress.open.delete(sequence);
      const isCurrent = this.#live.get(shardId)?.sessionId === sessionId;
      if (mustNotComeAgain && isCurrent) this.#keep(shardId, doneUpTo(progress));
    };
  }

  #progressOf(shardId: number, sessionId: string): Progress {
    const known = this.#progress.get(shardId);
    if (known?.sessionId === sessionId) return known;
    const progress = { sessionId, open: new Set<number>(), seen: 0 };
    this.#progress.set(shardId, progress);
    return progress;
  }

  #keep(shardId: number, sequence: number): void {
    const live = this.#live.get(shardId);
    if (live === undefined) return;
    this.#memory.set(`${PREFIX}${shardId}`, JSON.stringify({ ...live, sequence }));
  }

  #kept(shardId: number): SessionInfo | undefined {
    const text = this.#memory.get(`${PREFIX}${shardId}`);
    return text === undefined ? undefined : KEPT.safeParse(JSON.parse(text)).data;
  }
}

/** Numbers grow, so the first that is open is the lowest. */
function doneUpTo({ open, seen }: Progress): number {
  const [lowest] = open;
  return lowest === undefined ? seen : lowest - 1;
}
