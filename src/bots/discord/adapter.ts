import { z } from "zod";
import { type Clock, systemClock } from "../../base/clock.ts";
import { AppError, messageOf, wordsOf } from "../../base/errors.ts";
import type { Language, Localized } from "../../base/localized.ts";
import type { Log } from "../../base/log.ts";
import type { AdapterMemory } from "../platform/adapter-state.ts";
import type { ChatAdapter, ChatAddress, ChatEvent, OnRefused } from "../platform/chat-adapter.ts";
import { OpenAnswers } from "./answers.ts";
import { downloadAttachment, LARGEST_DOWNLOAD_BYTES } from "./attachments.ts";
import { catchUp } from "./catch-up.ts";
import { createDiscordClient, DISCORD_API, type DiscordClient } from "./client.ts";
import { type CommandMenus, registerCommands } from "./commands.ts";
import { DiscordError } from "./errors.ts";
import { LARGEST_FILE_BYTES, together } from "./files.ts";
import { aborted, type Gateway, isIntentRefused, LEAST_INTENTS, openGateway } from "./gateway.ts";
import { explainClose, hasMessageContent, INTENT, WITHOUT_CONTENT } from "./gateway-codes.ts";
import { DiscordIntake, type PresentOf } from "./intake.ts";
import { type InteractionParts, OpenPresses } from "./interactions.ts";
import { discordLength, MAX_CONTENT_LENGTH } from "./message.ts";
import { OwnRoles } from "./own-roles.ts";
import { DiscordRoom, discordPace } from "./pace.ts";
import { DiscordPlaces } from "./places.ts";
import { createReactions } from "./reactions.ts";
import { createDiscordSender } from "./sending.ts";
import type { Suggest } from "./suggestions.ts";

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
export interface DiscordOptions {
  readonly token: string;
  /** Root of the API without its version. Default https://discord.com/api. */
  readonly apiBase?: string;
  /** Address of the gateway. Default: the one that the API names. */
  readonly gateway?: string;
  /** Default: as many as Discord recommends. */
  readonly shards?: number;
  readonly memory: AdapterMemory;
  readonly log: Log;
  /** Default the machine's clock. */
  readonly clock?: Clock;
  /** Default 15 s; of one call without a file. */
  readonly callTimeoutMs?: number;
  /** Default none: whatever Discord was told stays. */
  readonly menus?: CommandMenus;
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
  const presses = new OpenPresses(clock);
  const room = new DiscordRoom(() => clock.now());
  let loading: Promise<DiscordClient> | undefined;
  const load = (): Promise<DiscordClient> => {
    loading ??= createDiscordClient({ ...options, onAnswer: (...told) => room.note(...told) });
    return loading;
  };
  const downloading = { load, clock, apiBase: options.apiBase ?? DISCORD_API };
  let known: Identity | undefined;
  const interactions = async (signal?: AbortSignal): Promise<Introduction> => {
    const client = await load();
    known ??= await introduce(client, signal);
    return { client, clock, log, ...known };
  };
  let running: Life | undefined;
  return {
    platform: "discord",
    pace: discordPace(room),
    maxTextLength: MAX_CONTENT_LENGTH,
    lengthOf: discordLength,
    maxFileBytes: LARGEST_FILE_BYTES,
    maxDownloadBytes: LARGEST_DOWNLOAD_BYTES,
    knowsAgainMs: NONCE_KNOWN_MS,
    together,
    ...createReactions({ load, clock }),
    download: (ref, sink, limits) => downloadAttachment(downloading, ref, sink, limits),
    ...createDiscordSender({ load, interactions, answers, presses, languageIn }),
    async start(onEvent) {
      if (running !== undefined) throw new AppError("adapter-started", "Discord runs already.");
      if (!isDiscordToken(options.token)) throw new AppError("adapter-refused", MALFORMED_TOKEN);
      const life: Life = { stopping: new AbortController(), ended: Promise.resolve() };
      running = life;
      const { signal } = life.stopping;
      const connecting = { options, answers, presses, clock, signal, onEvent, interactions, life };
      try {
        await interactions(signal).catch(orUnreachable(log));
      } catch (thrown) {
        running = undefined;
        throw thrown;
      }
      life.ended = stayConnected(connecting);
    },
    async stop() {
      const life = running;
      running = undefined;
      life?.stopping.abort(new AppError("aborted", "Discord is stopping."));
      await life?.ended;
      await life?.gateway?.close();
      await life?.intake?.drained();
      (await loading)?.close();
    },
  };
}

/** True for a text of three parts with dots between, as Discord shows tokens (docs "API Reference", Authentication). */
function isDiscordToken(text: string): boolean {
  return /^[\w-]{18,40}\.[\w-]{5,10}\.[\w-]{20,60}$/.test(text);
}

const MALFORMED_TOKEN =
  "DISCORD_BOT_TOKEN is not formed like a bot token, which has three parts with dots between: copy the whole token from the Developer Portal (Bot, Reset Token).";

/** Who the bot is. */
interface Identity {
  readonly applicationId: string;
  readonly botId: string;
  readonly flags: number;
}

type Introduction = InteractionParts & Identity;

/** From one start to its stop. */
interface Life {
  readonly stopping: AbortController;
  ended: Promise<void>;
  gateway?: Gateway;
  intake?: DiscordIntake;
}

interface Connecting {
  readonly options: DiscordOptions;
  readonly answers: OpenAnswers;
  readonly presses: OpenPresses;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onEvent: (event: ChatEvent) => Promise<void>;
  readonly interactions: (signal?: AbortSignal) => Promise<Introduction>;
  readonly life: Life;
}

const APPLICATION = z.object({
  id: z.string(),
  flags: z.number().default(0),
  bot: z.object({ id: z.string() }).optional(),
});

/** Asks who the bot is. Rejects with `DiscordError`. */
async function introduce(client: DiscordClient, signal?: AbortSignal): Promise<Identity> {
  const name = "get the application";
  const limits = signal === undefined ? {} : { signal };
  const answer = await client.call({ name, method: "GET", path: "/applications/@me", ...limits });
  const parsed = APPLICATION.safeParse(answer).data;
  if (parsed === undefined)
    throw new DiscordError("no-answer", name, "something other than Discord's API answered");
  return { applicationId: parsed.id, botId: parsed.bot?.id ?? parsed.id, flags: parsed.flags };
}

/** A token that is refused ends the start; anything else is tried again later. */
function orUnreachable(log: Log): (thrown: unknown) => undefined {
  return (thrown) => {
    if (!(thrown instanceof DiscordError)) throw thrown;
    if (thrown.isTokenRefused)
      throw new AppError("adapter-refused", explainClose(4004), { cause: thrown });
    log.warn({ problem: thrown.message }, "Discord cannot be reached. Trying again.");
    return undefined;
  };
}

/** Connects, and tries until it can; after a refusal now and then, as only Discord or a new start can lift it. Until the adapter stops. Never rejects. */
async function stayConnected(connecting: Connecting): Promise<void> {
  const { clock, signal } = connecting;
  let isContentRefused = false;
  let failures = 0;
  let said: Next | undefined;
  while (!signal.aborted) {
    const { thrown, wasConnected } = await connectedUntil(connecting, isContentRefused);
    if (signal.aborted) return;
    if (wasConnected) [failures, said] = [0, undefined];
    const next = afterFailure(thrown, isContentRefused);
    if (next !== said) announce(connecting, thrown, next);
    said = next;
    isContentRefused ||= next === "without-content";
    const waitMs =
      next === "refused"
        ? REFUSED_WAIT_MS
        : Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS);
    failures += 1;
    if (next !== "without-content") await clock.sleep(waitMs, signal).catch(() => undefined);
  }
}

/** Resolves when there is no connection, or none any more, with the reason. */
async function connectedUntil(
  connecting: Connecting,
  isContentRefused: boolean,
): Promise<{ readonly thrown: unknown; readonly wasConnected: boolean }> {
  const { life, signal } = connecting;
  let gateway: Gateway | undefined;
  try {
    gateway = await connect(connecting, isContentRefused);
    life.gateway = gateway;
    return await Promise.race([gateway.refused, aborted(signal)]);
  } catch (thrown) {
    if (!signal.aborted) await gateway?.close();
    return { thrown, wasConnected: gateway !== undefined };
  }
}

/** Says what failed and the step to take: in the log, and to the owners where nothing arrives until somebody takes it. */
function announce({ options }: Connecting, thrown: unknown, next: Next): void {
  const problem = messageOf(thrown);
  if (next === "refused") {
    options.log.error({ problem }, "No messages arrive from Discord.");
    options.onRefused?.(refusalWords(thrown));
  } else options.log.warn({ problem }, NOT_CONNECTED);
}

/** What Discord refuses, with the step to take. */
function refusalWords(thrown: unknown): Localized {
  if (thrown instanceof DiscordError) return explainClose(4004);
  return { en: wordsOf(thrown, "en"), ko: wordsOf(thrown, "ko") };
}

const NOT_CONNECTED = "The connection to Discord failed. Trying again.";

/** What to do when there is no connection: `refused` for what Discord does not take as things are. */
type Next = "without-content" | "again" | "refused";

function afterFailure(thrown: unknown, isContentRefused: boolean): Next {
  if (isIntentRefused(thrown) && !isContentRefused) return "without-content";
  const isRefused =
    (thrown instanceof AppError && thrown.code === "adapter-refused") ||
    (thrown instanceof DiscordError && thrown.isTokenRefused);
  return isRefused ? "refused" : "again";
}

async function connect(connecting: Connecting, isContentRefused: boolean): Promise<Gateway> {
  const { options, answers, presses, clock, signal, onEvent, life } = connecting;
  const { token, memory, log, gateway: url, shards, apiBase = DISCORD_API } = options;
  const introduction = await connecting.interactions(signal);
  const { client, flags } = introduction;
  if (options.menus !== undefined) await registerCommands(introduction, options.menus, memory);
  const places = new DiscordPlaces(client);
  const intake = new DiscordIntake({
    ...introduction,
    places,
    ownRoles: new OwnRoles({ ...introduction }),
    answers,
    presses,
    memory,
    onEvent,
    signal,
    ...(options.suggest === undefined ? {} : { suggest: options.suggest }),
    ...(options.presentOf === undefined ? {} : { presentOf: options.presentOf }),
  });
  life.intake = intake;
  const readsContent = hasMessageContent(flags) && !isContentRefused;
  if (!readsContent) log.info({}, WITHOUT_CONTENT);
  return await openGateway({
    client,
    token,
    intents: LEAST_INTENTS | (readsContent ? INTENT.messageContent : 0),
    ...(shards === undefined ? {} : { shards }),
    ...(url === undefined ? {} : { url }),
    apiBase,
    memory,
    log,
    signal,
    onDispatch: (type, data) => intake.take(type, data),
    onNewSession: () => catchUp({ client, intake, memory, clock, log, signal }),
  });
}
