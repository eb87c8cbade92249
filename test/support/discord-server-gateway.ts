import type { IncomingMessage, Server } from "node:http";
import { WebSocket, WebSocketServer } from "ws";
import {
  type DiscordState,
  messageObject,
  type ServerMessage,
  userObject,
} from "./discord-server-state.ts";

/** Bits of intents. */
const GUILD_MESSAGES = 1 << 9;
const DIRECT_MESSAGES = 1 << 12;
const MESSAGE_CONTENT = 1 << 15;
const CONTENT_FLAGS = (1 << 18) | (1 << 19);
const KNOWN_INTENTS = (1 << 26) - 1;

interface Session {
  readonly id: string;
  readonly intents: number;
  readonly shard: readonly [number, number];
  readonly sent: { readonly s: number; readonly t: string; readonly d: unknown }[];
  socket: WebSocket | undefined;
}

/** What a test sees and does of the gateway. */
export interface GatewayScript {
  /** `identify 0/1 intents 4608`, `resume 3`, `heartbeat`: what clients said, in order. */
  readonly log: readonly string[];
  /** How each new session wants to be shown. */
  readonly presences: readonly unknown[];
  /** Cuts every connection without a word, or closes it with a code. */
  disconnect(code?: number): void;
  /** Asks clients to reconnect and resume (opcode 7). */
  askToReconnect(): void;
  /** From now on no session can be resumed. */
  forgetSessions(): void;
  /** Tells clients that their session is over (opcode 9). */
  invalidate(): void;
  /** Tells clients that their session is over and may be resumed all the same (opcode 9 with true). */
  unsettle(): void;
  /** From now on heartbeats are not answered, or are again. */
  mute(isMuted: boolean): void;
  /** The next new sessions are closed with a code. */
  refuseNext(code: number): void;
  /** Hands the last dispatch out once more. */
  repeatLast(): void;
  /** Sends any dispatch to every session. */
  push(type: string, data: unknown): void;
  /** Sends a payload to every connection as it is, also one that breaks the protocol. */
  sendRaw(payload: object): void;
}

/** The gateway of a server: identify, heartbeat, resume, dispatch. */
export function createGateway(
  http: Server,
  state: DiscordState,
  options: { readonly heartbeatMs: number },
): GatewayScript & {
  readonly message: (message: ServerMessage) => void;
  readonly changed: (message: ServerMessage, isGone: boolean) => void;
  readonly interaction: (data: object, guildId: string | undefined) => void;
  readonly close: () => void;
} {
  const server = new WebSocketServer({ noServer: true });
  const sessions = new Map<string, Session>();
  const log: string[] = [];
  const presences: unknown[] = [];
  const flags = { isMuted: false, refusal: 0 };
  http.on("upgrade", (request: IncomingMessage, socket, head) => {
    server.handleUpgrade(request, socket, head, (client) => greet(client));
  });
  const send = (client: WebSocket, payload: object): void => {
    if (client.readyState === WebSocket.OPEN) client.send(JSON.stringify(payload));
  };
  const dispatch = (session: Session, t: string, d: unknown): void => {
    const entry = { s: session.sent.length + 1, t, d };
    session.sent.push(entry);
    if (session.socket !== undefined) send(session.socket, { op: 0, ...entry });
  };
  const greet = (client: WebSocket): void => {
    send(client, { op: 10, d: { heartbeat_interval: options.heartbeatMs } });
    let session: Session | undefined;
    client.on("message", (text) => {
      // Clients send JSON with an opcode.
      const { op, d } = JSON.parse(String(text)) as { op: number; d: Record<string, unknown> };
      if (op === 1) beat(client);
      if (op === 2) session = identify(client, d);
      if (op === 6) session = resume(client, d);
      state.events.emit("change");
    });
    client.on("close", () => {
      if (session?.socket === client) session.socket = undefined;
    });
  };
  const beat = (client: WebSocket): void => {
    log.push("heartbeat");
    if (!flags.isMuted) send(client, { op: 11 });
  };
  const identify = (client: WebSocket, d: Record<string, unknown>): Session | undefined => {
    const intents = Number(d["intents"]);
    const shard = (d["shard"] ?? [0, 1]) as [number, number];
    log.push(`identify ${shard.join("/")} intents ${intents}`);
    presences.push(d["presence"]);
    const code = refusalOf(state, d, intents) || flags.refusal;
    flags.refusal = 0;
    if (code !== 0) {
      client.close(code);
      return undefined;
    }
    const session: Session = {
      id: `session${sessions.size}`,
      intents,
      shard,
      sent: [],
      socket: client,
    };
    sessions.set(session.id, session);
    dispatch(session, "READY", {
      v: 10,
      user: userObject(state.bot),
      guilds: Array.from({ length: state.guildCount }, (_, index) => ({
        id: String(300_000_000_000_000_000n + BigInt(index)),
        unavailable: true,
      })),
      session_id: session.id,
      resume_gateway_url: "wss://gateway.discord.gg",
      shard,
      application: { id: state.applicationId, flags: state.applicationFlags },
    });
    return session;
  };
  const resume = (client: WebSocket, d: Record<string, unknown>): Session | undefined => {
    log.push(`resume ${String(d["seq"])}`);
    const session = sessions.get(String(d["session_id"]));
    if (session === undefined || d["token"] !== state.token) {
      send(client, { op: 9, d: false });
      return undefined;
    }
    session.socket = client;
    for (const entry of session.sent)
      if (entry.s > Number(d["seq"])) send(client, { op: 0, ...entry });
    dispatch(session, "RESUMED", {});
    return session;
  };
  const toAll = (act: (session: Session) => void): void => [...sessions.values()].forEach(act);
  const toConcerned = (type: string, message: ServerMessage): void => {
    const { id, channelId } = message;
    const guildId = state.channels.get(channelId)?.guildId;
    toAll((session) => {
      if (!concerns(session, guildId) || !wantsMessages(session, guildId)) return;
      const sees = seesContent(state, session, message, guildId);
      const whole = messageObject(state, message, { sees, withGuild: true });
      const gone = { id, channel_id: channelId, guild_id: guildId };
      dispatch(session, type, type === "MESSAGE_DELETE" ? gone : whole);
    });
  };
  const sockets = (act: (client: WebSocket) => void): void => [...server.clients].forEach(act);
  return {
    log,
    presences,
    message: (message) => toConcerned("MESSAGE_CREATE", message),
    changed: (message, isGone) =>
      toConcerned(isGone ? "MESSAGE_DELETE" : "MESSAGE_UPDATE", message),
    interaction(data, guildId) {
      toAll((session) => {
        if (concerns(session, guildId)) dispatch(session, "INTERACTION_CREATE", data);
      });
    },
    push: (type, data) => toAll((session) => dispatch(session, type, data)),
    repeatLast: () =>
      toAll((session) => {
        const last = session.sent.at(-1);
        if (last !== undefined) dispatch(session, last.t, last.d);
      }),
    disconnect: (code) =>
      sockets((client) => (code === undefined ? client.terminate() : client.close(code))),
    askToReconnect: () => sockets((client) => send(client, { op: 7 })),
    sendRaw: (payload) => sockets((client) => send(client, payload)),
    forgetSessions: () => sessions.clear(),
    invalidate() {
      sessions.clear();
      sockets((client) => send(client, { op: 9, d: false }));
    },
    unsettle: () => sockets((client) => send(client, { op: 9, d: true })),
    mute(isMuted) {
      flags.isMuted = isMuted;
    },
    refuseNext(code) {
      flags.refusal = code;
    },
    close() {
      sockets((client) => client.terminate());
      server.close();
    },
  };
}

function refusalOf(state: DiscordState, d: Record<string, unknown>, intents: number): number {
  if (d["token"] !== state.token || state.isTokenRevoked) return 4004;
  if ((intents & ~KNOWN_INTENTS) !== 0) return 4013;
  const mayRead = (state.applicationFlags & CONTENT_FLAGS) !== 0;
  return (intents & MESSAGE_CONTENT) !== 0 && !mayRead ? 4014 : 0;
}

/** Which shard a server's events go to; direct messages go to the first (docs "Gateway", Sharding). */
function concerns({ shard: [own, count] }: Session, guildId: string | undefined): boolean {
  return guildId === undefined
    ? own === 0
    : Number((BigInt(guildId) >> 22n) % BigInt(count)) === own;
}

function wantsMessages({ intents }: Session, guildId: string | undefined): boolean {
  return (intents & (guildId === undefined ? DIRECT_MESSAGES : GUILD_MESSAGES)) !== 0;
}

/** Without the intent: direct messages, messages of the bot and those that mention it (docs "Gateway", Message Content Intent). */
function seesContent(
  state: DiscordState,
  session: Session,
  message: ServerMessage,
  guildId: string | undefined,
): boolean {
  return (
    (session.intents & MESSAGE_CONTENT) !== 0 ||
    guildId === undefined ||
    message.author.id === state.bot.id ||
    message.mentions.some(({ id }) => id === state.bot.id)
  );
}
