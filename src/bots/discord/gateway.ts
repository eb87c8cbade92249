import { setTimeout as sleep } from "node:timers/promises";
import type { SessionInfo, WebSocketManager, WebSocketShardEvents } from "@discordjs/ws";
import type { GatewayPresenceUpdateData } from "discord.js";
import { AppError, messageOf } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { AdapterMemory } from "../platform/adapter-state.ts";
import type { DiscordClient } from "./client.ts";
import { explainClose, refusal } from "./errors.ts";

/** Bits of intents (docs "Gateway", List of Intents); interactions need none. */
const INTENT = { guildMessages: 1 << 9, directMessages: 1 << 12, messageContent: 1 << 15 } as const;

/** What works without the Message Content intent, and how to get the rest. */
export const WITHOUT_CONTENT =
  "The Message Content intent is off: direct messages, mentions and slash commands work; a reply in a server is read only when it mentions the bot. To read all replies, switch it on in the Developer Portal (Bot, Privileged Gateway Intents).";

/**
 * Other closes after which a session cannot be resumed: Discord's own normal close, and "Not authenticated", "Already authenticated",
 * "Invalid seq" and "Rate limited" (docs "Opcodes and Status Codes", Gateway Close Event Codes). Our side closes with 1000 after opcode 9 with false.
 */
const SESSION_OVER: ReadonlySet<number> = new Set([1000, 4003, 4005, 4007, 4008]);
/** A close with this code leaves the session to be resumed, as any but 1000 and 1001 (docs "Gateway", Initiating a Disconnect). */
const RESUMABLE_CLOSE = 4200;
/** A peer that does not answer a close is not waited for longer. */
const CLOSE_TIMEOUT_MS = 2_000;

/** Dependencies of `openGateway`. */
export interface GatewayParts {
  readonly apiBase: string;
  /** The address to connect to in the place of the one that Discord names. */
  readonly url?: string | undefined;
  readonly client: DiscordClient;
  readonly token: string;
  /** True to ask for the Message Content intent too. */
  readonly readsContent: boolean;
  /** Default: as many as Discord recommends. */
  readonly shards?: number | undefined;
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

/** Shown beside the bot's name: how it is spoken to (docs "Gateway Events", Update Presence; an activity of type 4 shows its state alone). */
const PRESENCE: GatewayPresenceUpdateData = {
  activities: [{ name: "Custom Status", type: 4, state: "/ask · /질문 · @" }],
  // Values of an enum of the library's types, which is not loaded for them.
  status: "online" as GatewayPresenceUpdateData["status"],
  since: null,
  afk: false,
};

/**
 * Connects every shard and keeps them connected: heartbeats, reconnects and resumes are those of @discordjs/ws. Resolves once
 * all of them are there. Rejects with `AppError` `adapter-refused` when Discord refuses the token, the intents or the shards,
 * and with what was thrown when it cannot be reached. A session is resumed after the last dispatch that was taken in, also by the next process.
 */
export async function openGateway(parts: GatewayParts): Promise<Gateway> {
  const { WebSocketManager: Manager, WebSocketShardEvents: EVENT } = await import("@discordjs/ws");
  const { client, memory, shards: shardCount = null } = parts;
  const known = new Map<number, Shard>();
  const shard = (id: number): Shard => {
    const found = known.get(id) ?? new Shard(id, memory);
    known.set(id, found);
    return found;
  };
  let isClosing = false;
  const manager = new Manager({
    token: parts.token,
    intents:
      INTENT.guildMessages |
      INTENT.directMessages |
      (parts.readsContent ? INTENT.messageContent : 0),
    rest: (await client.load()).rest,
    shardCount,
    initialPresence: PRESENCE,
    // The library does not forget a reconnect that waits when it is closed (dist/index.js, destroy): it gets no further than here.
    retrieveSessionInfo: (id) =>
      isClosing ? new Promise<never>(() => undefined) : sessionFor(shard(id), manager, parts),
    // Null also comes after an attempt that the network refused, when the session is still good: closes tell which have ended.
    updateSessionInfo(id, info) {
      if (info !== null) shard(id).set(info);
    },
  });
  const ask = manager.fetchGatewayInformation.bind(manager);
  manager.fetchGatewayInformation = async (force) => {
    const answer = await ask(force);
    return { ...answer, url: gatewayUrl(answer.url, parts) };
  };
  const refused = watch(manager, EVENT, parts, shard);
  const close = async (): Promise<void> => {
    isClosing = true;
    const late = sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false });
    await Promise.race([manager.destroy({ code: RESUMABLE_CLOSE }), late]);
  };
  try {
    await Promise.race([manager.connect(), refused, aborted(parts.signal)]);
  } catch (thrown) {
    await close();
    throw thrown;
  }
  return { refused, close };
}

/** The session that a shard is to resume, with where. Every second attempt after one that nobody answered goes to the general address: that of a session may be gone, and a session can be resumed at either (docs "Gateway", Resuming). */
async function sessionFor(
  { session, unanswered }: Shard,
  manager: WebSocketManager,
  parts: GatewayParts,
): Promise<SessionInfo | null> {
  const resumeURL = session && allowedUrl(session.resumeURL, parts);
  if (session === undefined || resumeURL === undefined) return null;
  if (unanswered % 2 === 0) return { ...session, resumeURL };
  return { ...session, resumeURL: (await manager.fetchGatewayInformation()).url };
}

/** Rejects with the signal's reason when it aborts; never resolves. */
export function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** Listens to everything; rejects at the first close that no reconnect follows, and never resolves. */
function watch(
  manager: WebSocketManager,
  EVENT: typeof WebSocketShardEvents,
  { log, onDispatch, onNewSession }: GatewayParts,
  shardOf: (id: number) => Shard,
): Promise<never> {
  manager.on(EVENT.Ready, ({ shardId: shard }) => {
    log.info({ shard }, "Connected to Discord.");
    onNewSession();
  });
  manager.on(EVENT.Resumed, ({ shardId: shard }) =>
    log.info({ shard }, "Messages arrive from Discord again."),
  );
  manager.on(EVENT.Error, ({ error }) =>
    log.warn({ problem: messageOf(error) }, "The connection to Discord failed."),
  );
  manager.on(EVENT.Dispatch, ({ data, shardId }) => {
    const done = shardOf(shardId).begin(data.s);
    onDispatch(data.t, data.d).then(done, (thrown: unknown) => {
      log.info({ problem: messageOf(thrown) }, "An event of Discord is left for the next start.");
    });
  });
  manager.on(EVENT.Hello, ({ shardId }) => shardOf(shardId).greeted());
  const refused = new Promise<never>((_resolve, reject) => {
    manager.on(EVENT.Closed, ({ shardId, code }) => {
      // The library tries again without an event of its own for a refused connection (dist/index.js, onError).
      if (shardOf(shardId).closed(code) === 1)
        log.warn({ shard: shardId, code }, "Discord's gateway cannot be reached. Trying again.");
      if (explainClose(code) === undefined) return;
      const thrown = refusal(code);
      log.error({ code }, thrown.message);
      reject(thrown);
    });
  });
  refused.catch(() => undefined); // said in the log; who still waits for the connection hears of it too
  return refused;
}

/**
 * The address to connect to: the operator's, or the one that Discord names where it is of Discord (wss, below discord.gg) or of
 * the host of the API that the operator named. The token goes nowhere else.
 */
export function gatewayUrl(named: string, parts: Pick<GatewayParts, "url" | "apiBase">): string {
  const allowed = allowedUrl(named, parts);
  if (allowed !== undefined) return allowed;
  throw new AppError("adapter-refused", {
    en: `The API names "${named}" as its gateway, which is not Discord's. Set DISCORD_GATEWAY to the address that is meant.`,
    ko: `API가 게이트웨이라고 알려 준 "${named}" 주소는 디스코드의 것이 아니에요. DISCORD_GATEWAY에 맞는 주소를 적어 주세요.`,
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

/**
 * The session of a shard, this process's or the one that the last process left, and what became of its attempts to connect. Discord hands
 * out everything after a sequence number again when a session is resumed, so the number kept for the next process is that of the last
 * dispatch before which nothing is open.
 */
class Shard {
  readonly #memory: AdapterMemory;
  readonly #name: string;
  session: SessionInfo | undefined;
  /** Attempts in a row at which nobody answered. */
  unanswered = 0;
  #isGreeted = false;
  /** Dispatches of this session that are being worked on: numbers grow, so the first is the lowest. */
  #open = new Set<number>();
  #seen = 0;

  constructor(id: number, memory: AdapterMemory) {
    this.#memory = memory;
    this.#name = `session:${id}`;
    const text = memory.get(this.#name);
    this.session = text === undefined ? undefined : (JSON.parse(text) as SessionInfo); // written by #keep only
  }

  /** Notes a session, or how far it has come. */
  set(info: SessionInfo): void {
    const isNew = this.session?.sessionId !== info.sessionId;
    this.session = info;
    if (!isNew) return;
    this.#keep(info.sequence);
    [this.#open, this.#seen] = [new Set(), 0];
  }

  /** Notes that a dispatch is being worked on. The function says that it is done; with true, that it must not come again, which is kept. */
  begin(sequence: number): (mustNotComeAgain: boolean) => void {
    const open = this.#open;
    this.#seen = Math.max(this.#seen, sequence);
    open.add(sequence);
    return (mustNotComeAgain) => {
      open.delete(sequence);
      const [lowest = this.#seen + 1] = open;
      if (mustNotComeAgain && open === this.#open) this.#keep(lowest - 1);
    };
  }

  /** The gateway said hello. */
  greeted(): void {
    this.#isGreeted = true;
    this.unanswered = 0;
  }

  /** Gives how many attempts in a row nobody has answered: 0 where the gateway had said hello, and only then a close says anything of the session. */
  closed(code: number): number {
    if (!this.#isGreeted) {
      this.unanswered += 1;
      return this.unanswered;
    }
    this.#isGreeted = false;
    if (SESSION_OVER.has(code) || explainClose(code) !== undefined) {
      this.session = undefined;
      this.#memory.remove(this.#name);
    }
    return 0;
  }

  #keep(sequence: number): void {
    if (this.session !== undefined)
      this.#memory.set(this.#name, JSON.stringify({ ...this.session, sequence }));
  }
}
