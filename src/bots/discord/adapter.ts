import { type Clock, systemClock } from "../../base/clock.ts";
import { AppError, codeOf, messageOf, wordsOf } from "../../base/errors.ts";
import type { Language } from "../../base/localized.ts";
import type { Log } from "../../base/log.ts";
import type { AdapterMemory } from "../platform/adapter-state.ts";
import type { ChatAdapter, ChatAddress, ChatEvent, OnRefused } from "../platform/chat-adapter.ts";
import type { CommandShape } from "../platform/command-shape.ts";
import type { Bucket, OutgoingCall } from "../platform/rate-limiter.ts";
import { type ClientOptions, DiscordClient } from "./client.ts";
import { registerCommands, type Suggest } from "./commands.ts";
import { downloadAttachment, LARGEST_DOWNLOAD_BYTES } from "./download.ts";
import { DiscordError, isIntentRefused, refusal } from "./errors.ts";
import { LARGEST_FILE_BYTES, together } from "./files.ts";
import { aborted, type Gateway, openGateway, WITHOUT_CONTENT } from "./gateway.ts";
import { DiscordIntake, type PresentOf } from "./intake.ts";
import { OpenAnswers, OpenPresses } from "./interactions.ts";
import { discordLength, MAX_CONTENT_LENGTH } from "./message.ts";
import { channelOf, DiscordPlaces, remember } from "./places.ts";
import { createDiscordSender } from "./sending.ts";

/**
 * For so long a nonce is surely known again: Discord says "a few minutes" (docs change log, 12 February 2024, enforce_nonce),
 * so this is less.
 */
const NONCE_KNOWN_MS = 90_000;

/** Waits while Discord cannot be reached: doubling from the first to the last. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** Wait after a refusal that only a person can lift, unless it was Discord's mistake. */
const REFUSED_WAIT_MS = 15 * 60_000;

/** What a Discord adapter needs. */
export interface DiscordOptions extends Omit<ClientOptions, "onAnswer"> {
  /** Address of the gateway. Default: the one that the API names. */
  readonly gateway?: string;
  /** Default: as many as Discord recommends. */
  readonly shards?: number;
  readonly memory: AdapterMemory;
  readonly log: Log;
  /** Default the machine's clock. */
  readonly clock?: Clock;
  /** What is registered beside `/ask`. Default none: whatever Discord was told stays. */
  readonly commands?: readonly CommandShape[];
  /** The language of a chat. Default English. */
  readonly languageIn?: (chat: ChatAddress) => Language;
  /** The value that the card of a message asks to be changed, which its form is filled in with. Default none. */
  readonly presentOf?: PresentOf;
  /** Default nobody is told. */
  readonly onRefused?: OnRefused;
  /** What is offered while somebody types behind a command. Default nothing. */
  readonly suggest?: Suggest;
}

/**
 * Discord by its gateway. `start` rejects with `adapter-refused` when the token is malformed or refused, and resolves while
 * Discord cannot be reached: it connects when it can. discord.js is loaded by the first use, without its client and caches:
 * only its REST and gateway halves are used.
 */
export function createDiscordAdapter(options: DiscordOptions): ChatAdapter {
  const { memory, log, clock = systemClock, languageIn = () => "en" } = options;
  const answers = new OpenAnswers(memory, clock);
  const presses = new OpenPresses();
  const room = new DiscordRoom(() => clock.now());
  const client = new DiscordClient({ ...options, onAnswer: (...told) => room.note(...told) });
  let running: Life | undefined;
  return {
    platform: "discord",
    pace: {
      all: [OVER_ALL],
      refusals: REFUSALS,
      // Threads are channels of their own.
      placeOf: (chat) => ({ name: channelOf(chat), buckets: [], showEveryMs: SHOW_EVERY_MS }),
      roomAtMs: (chat, kind) => room.roomAtMs(chat, kind),
    },
    maxTextLength: MAX_CONTENT_LENGTH,
    longAnswers: { shown: 1800 },
    showsQuietly: true,
    hasMenus: true,
    lengthOf: discordLength,
    maxFileBytes: LARGEST_FILE_BYTES,
    maxDownloadBytes: LARGEST_DOWNLOAD_BYTES,
    knowsAgainMs: NONCE_KNOWN_MS,
    together,
    download: (ref, sink, limits) => downloadAttachment({ client, clock }, ref, sink, limits),
    ...createDiscordSender({ client, clock, log, answers, presses, languageIn }),
    async start(onEvent) {
      if (running !== undefined) throw new AppError("adapter-started", "Discord runs already.");
      if (!TOKEN_FORM.test(options.token)) throw new AppError("adapter-refused", MALFORMED_TOKEN);
      const stopping = new AbortController();
      const parts = { ...options, client, answers, presses, clock, onEvent };
      const { signal } = stopping;
      const life: Life = { ...parts, stopping, signal, isContentRefused: false };
      running = life;
      const thrown = await client.identity(signal).then(() => undefined, asRefusal);
      if (thrown instanceof DiscordError)
        log.warn({ problem: thrown.message }, "Discord cannot be reached. Trying again.");
      else if (thrown !== undefined) {
        running = undefined;
        throw thrown;
      }
      life.ended = stayConnected(life);
    },
    async stop() {
      const life = running;
      running = undefined;
      life?.stopping.abort(new AppError("aborted", "Discord is stopping."));
      await life?.ended;
      await life?.connection?.close();
      await life?.intake?.drained();
      await client.close();
    },
  };
}

/** Three parts with dots between, as Discord shows tokens (docs "API Reference", Authentication). */
const TOKEN_FORM = /^[\w-]{18,40}\.[\w-]{5,10}\.[\w-]{20,60}$/;
const MALFORMED_TOKEN =
  "DISCORD_BOT_TOKEN is not formed like a bot token, which has three parts with dots between: copy the whole token from the Developer Portal (Bot, Reset Token).";

/** From one start to its stop. */
interface Life extends Omit<DiscordOptions, "clock"> {
  readonly client: DiscordClient;
  readonly answers: OpenAnswers;
  readonly presses: OpenPresses;
  readonly clock: Clock;
  readonly stopping: AbortController;
  readonly signal: AbortSignal;
  readonly onEvent: (event: ChatEvent) => Promise<void>;
  ended?: Promise<void>;
  connection?: Gateway;
  intake?: DiscordIntake;
  isContentRefused: boolean;
}

/** A token that Discord refuses, said as the gateway would. */
function asRefusal(thrown: unknown): unknown {
  const isRefused = thrown instanceof DiscordError && thrown.isTokenRefused;
  return isRefused ? refusal(4004) : thrown;
}

/** What to do when there is no connection: `refused` for what Discord does not take as things are. */
type Next = "without-content" | "again" | "refused";

function afterFailure(thrown: unknown, { isContentRefused }: Life): Next {
  if (isIntentRefused(thrown) && !isContentRefused) return "without-content";
  return codeOf(thrown) === "adapter-refused" ? "refused" : "again";
}

/** Connects, and tries until it can; after a refusal now and then, as only Discord or a new start can lift it. Until the adapter stops. Never rejects. */
async function stayConnected(life: Life): Promise<void> {
  const { clock, signal } = life;
  let failures = 0;
  let said: Next | undefined;
  const onConnected = (): void => {
    [failures, said] = [0, undefined];
  };
  while (!signal.aborted) {
    const thrown = await connectedUntil(life, onConnected);
    if (signal.aborted) return;
    const next = afterFailure(thrown, life);
    if (next !== said) announce(life, thrown, next);
    said = next;
    life.isContentRefused ||= next === "without-content";
    const againMs = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS);
    failures += 1;
    const waitMs = next === "refused" ? REFUSED_WAIT_MS : againMs;
    if (next !== "without-content") await clock.sleep(waitMs, signal).catch(() => undefined);
  }
}

/** Resolves when there is no connection, or none any more, with the reason. */
async function connectedUntil(life: Life, onConnected: () => void): Promise<unknown> {
  try {
    life.connection = await connect(life);
    onConnected();
    return await Promise.race([life.connection.refused, aborted(life.signal)]);
  } catch (thrown) {
    if (!life.signal.aborted) await life.connection?.close();
    return asRefusal(thrown);
  }
}

/** Says what failed and the step to take: in the log, and to the owners where nothing arrives until somebody takes it. */
function announce({ log, onRefused }: Life, thrown: unknown, next: Next): void {
  const problem = messageOf(thrown);
  if (next === "refused") {
    log.error({ problem }, "No messages arrive from Discord.");
    onRefused?.({ en: wordsOf(thrown, "en"), ko: wordsOf(thrown, "ko") });
  } else log.warn({ problem }, "The connection to Discord failed. Trying again.");
}

async function connect(life: Life): Promise<Gateway> {
  const { client, commands, memory, clock, log, signal, presentOf, suggest } = life;
  const { botId, readsContent: mayRead } = await client.identity(signal);
  if (commands !== undefined) await registerCommands(life, commands, memory);
  const places = new DiscordPlaces(client, clock);
  const intake = new DiscordIntake({ ...life, botId, places, presentOf, suggest });
  life.intake = intake;
  const readsContent = mayRead && !life.isContentRefused;
  if (!readsContent) log.info({}, WITHOUT_CONTENT);
  return await openGateway({
    ...life,
    url: life.gateway,
    apiBase: client.apiBase,
    readsContent,
    onDispatch: (type, data) => intake.take(type, data),
    onNewSession: () => intake.catchUp(),
  });
}

/**
 * 50 requests a second for a bot (docs "Rate Limits", Global Rate Limit); some are left to what the adapter asks for by itself,
 * such as channels and missed messages.
 */
const OVER_ALL: Bucket = { most: 45, perMs: 1000 };
/** 10,000 answers 401, 403 or 429 in 10 minutes, and Discord shuts the address out (docs "Rate Limits", Invalid Request Limit). */
const REFUSALS: Bucket = { most: 10_000, perMs: 600_000 };
/** Changes for show leave room for the answer; what a channel takes is told by answers alone (docs: "should not be hard coded"). */
const SHOW_EVERY_MS = 1200;

/** Channels of which the room is known; the one that was told of longest ago is forgotten. */
const MOST_KNOWN = 10_000;

/** What Discord's answers tell of the room in each channel, by the method of the call. */
export class DiscordRoom {
  readonly #now: () => number;
  /** When a channel takes the next call of a method again, where it takes none now. */
  readonly #fullUntilMs = new Map<string, number>();

  /** `now` gives Unix milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Takes in the headers of an answer (docs "Rate Limits", header format). */
  note(method: string, path: string, headers: Pick<Headers, "get">): void {
    const channel = /\/channels\/(\d+)\/messages/.exec(path)?.[1];
    const remaining = headers.get("x-ratelimit-remaining");
    const resetSeconds = Number(headers.get("x-ratelimit-reset-after"));
    if (channel === undefined || remaining === null || !Number.isFinite(resetSeconds)) return;
    const name = `${method} ${channel}`;
    const untilMs = this.#now() + resetSeconds * 1000 + SLACK_MS;
    if (Number(remaining) > 0) this.#fullUntilMs.delete(name);
    else remember(this.#fullUntilMs, name, untilMs, MOST_KNOWN);
  }

  /** When a chat takes a call, in Unix ms; 0 where nothing speaks against it. */
  roomAtMs(chat: ChatAddress, kind: OutgoingCall["kind"]): number {
    const method = kind === "edit" ? "PATCH" : "POST";
    return this.#fullUntilMs.get(`${method} ${channelOf(chat)}`) ?? 0;
  }
}

/** discord.js adds so much to what Discord says (REST option `offset`, default 50 ms); earlier it would not let a call go. */
const SLACK_MS = 60;
