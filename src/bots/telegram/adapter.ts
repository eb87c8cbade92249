import type { Message, Update } from "grammy/types";
import { type Clock, systemClock } from "../../base/clock.ts";
import { AppError, messageOf } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { AdapterMemory } from "../platform/adapter-state.ts";
import type {
  ChatAdapter,
  ChatEvent,
  OnRefused,
  PlatformPace,
  TakeBatch,
} from "../platform/chat-adapter.ts";
import type { Bucket } from "../platform/rate-limiter.ts";
import { takeSequentially } from "../platform/sequential-intake.ts";
import {
  type CallLimits,
  createTelegramClient,
  isTelegramToken,
  type TelegramClient,
} from "./client.ts";
import { downloadFile, PUBLIC_DOWNLOAD_BYTES } from "./download.ts";
import { TelegramError } from "./errors.ts";
import { LARGEST_FILE_BYTES, LARGEST_LOCAL_FILE_BYTES, MAX_CAPTION_LENGTH } from "./files.ts";
import { type CommandMenu, setMenus, watchMenus } from "./menus.ts";
import { type ChatMoves, createMoves } from "./moves.ts";
import { type Receiver, startPolling } from "./polling.ts";
import { createTelegramSender } from "./sending.ts";
import { TOKEN_REFUSED } from "./troubles.ts";
import { type BotIdentity, type Membership, membershipOf, toChatEvent } from "./updates.ts";
import { startWebhook, type WebhookSettings } from "./webhook.ts";

/** Longest text in UTF-16 units after entity parsing (Bot API, sendMessage). */
const MAX_TEXT_LENGTH = 4096;
/** How long Telegram holds a poll; its servers allow 50 s (Client.h of tdlib/telegram-bot-api, LONG_POLL_MAX_TIMEOUT). */
const POLL_TIMEOUT_SECONDS = 30;
const CALL_TIMEOUT_MS = 30_000;

/** The server that Telegram runs for everyone. */
const PUBLIC_API_ROOT = "https://api.telegram.org";

/** What a Telegram adapter needs. */
export interface TelegramOptions {
  readonly token: string;
  /** Default https://api.telegram.org. */
  readonly apiRoot?: string;
  readonly log: Log;
  /** Default the machine's clock; only waits after failures use it. */
  readonly clock?: Clock;
  /** Default 30 s; of one call but getUpdates. */
  readonly callTimeoutMs?: number;
  /** Default 30 s. */
  readonly pollTimeoutSeconds?: number;
  /** Default: updates are polled for. */
  readonly webhook?: WebhookSettings;
  /** Asked for at the start, and with a memory soon after every poll began. Default none: whatever @BotFather was told stays. */
  readonly menus?: () => readonly CommandMenu[];
  /** Keeps what has to be known after a restart. Default: nothing is kept. */
  readonly memory?: AdapterMemory;
  /** Default nobody is told. */
  readonly onRefused?: OnRefused;
  /** Told when the bot comes into a chat, or is put out of it. Default nobody is. */
  readonly onMembership?: (change: Membership) => void;
}

/** Telegram has one limit more than the contract knows. */
export interface TelegramAdapter extends ChatAdapter {
  /** Longest text of a message with a file, in UTF-16 units; `send` refuses a longer one. */
  readonly maxCaptionLength: number;
}

/**
 * Telegram by long polling, or by webhook where one is set. `start` rejects with `adapter-refused` when the token is malformed or refused,
 * with `adapter-webhook` when nothing can listen for the webhook, and resolves while Telegram cannot be reached: updates come
 * when it can. grammY is loaded by the first use. No pending update is ever dropped.
 */
export function createTelegramAdapter(options: TelegramOptions): TelegramAdapter {
  const timeoutMs = options.callTimeoutMs ?? CALL_TIMEOUT_MS;
  const apiRoot = (options.apiRoot ?? PUBLIC_API_ROOT).replace(/\/+$/, "");
  let loading: Promise<TelegramClient> | undefined;
  const load = (): Promise<TelegramClient> => {
    loading ??= createTelegramClient({
      token: options.token,
      apiRoot,
    });
    return loading;
  };
  const isPublic = apiRoot === PUBLIC_API_ROOT;
  const maxFileBytes = isPublic ? LARGEST_FILE_BYTES : LARGEST_LOCAL_FILE_BYTES;
  const moves = createMoves(options);
  const sender = createTelegramSender({ load, log: options.log, timeoutMs, moves, maxFileBytes });
  let running: Life | undefined;
  return {
    platform: "telegram",
    pace: TELEGRAM_PACE,
    maxTextLength: MAX_TEXT_LENGTH,
    longAnswers: { shown: 1200, folded: 3500 },
    maxFileBytes,
    maxCaptionLength: MAX_CAPTION_LENGTH,
    // A server of one's own has no limit in its local mode, and says so itself when it has one.
    ...(isPublic ? { maxDownloadBytes: PUBLIC_DOWNLOAD_BYTES } : {}),
    ...sender,
    download: (ref, sink, limits) => downloadFile({ load, timeoutMs }, ref, sink, limits),
    async start(onEvent, onEvents) {
      if (running !== undefined) throw new AppError("adapter-started", "Telegram runs already.");
      const life: Life = { stopping: new AbortController() };
      running = life;
      const { signal } = life.stopping;
      try {
        const taking = { onEvent, onEvents: onEvents ?? takeSequentially(onEvent, signal) };
        life.receiver = await connect({ options, load, timeoutMs, signal, moves, ...taking });
      } catch (thrown) {
        if (running === life) running = undefined;
        throw thrown;
      }
      if (signal.aborted) await life.receiver.stop();
    },
    async stop() {
      const life = running;
      running = undefined;
      life?.stopping.abort();
      await life?.receiver?.stop();
    },
  };
}

/** From one start to its stop. */
interface Life {
  readonly stopping: AbortController;
  receiver?: Receiver;
}

interface Connection {
  readonly options: TelegramOptions;
  readonly load: () => Promise<TelegramClient>;
  readonly timeoutMs: number;
  /** Ends the first introduction early, and the watch over menus. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: ChatEvent) => Promise<void>;
  readonly onEvents: TakeBatch;
  readonly moves: ChatMoves;
}

async function connect(connection: Connection): Promise<Receiver> {
  const { options, onEvent, onEvents, timeoutMs } = connection;
  if (!isTelegramToken(options.token)) {
    throw new AppError("adapter-refused", {
      en: "TELEGRAM_BOT_TOKEN is not formed like a bot token, which is a number, a colon and letters: copy the whole token that @BotFather shows.",
      ko: "TELEGRAM_BOT_TOKEN이 봇 토큰처럼 생기지 않았어요. 토큰은 숫자, 쌍점, 글자로 되어 있어요. @BotFather가 보여 주는 토큰을 통째로 복사해 주세요.",
    });
  }
  const client = await connection.load();
  let bot = await introduceAtStart(connection, client);
  const lookAtMenus = menuWatch(connection, client);
  const receiving = {
    client,
    log: options.log,
    clock: options.clock ?? systemClock,
    ...(options.onRefused === undefined ? {} : { onRefused: options.onRefused }),
    async prepare(signal: AbortSignal) {
      if (bot === undefined) bot = await introduceTo(connection, client, signal);
      else lookAtMenus(bot.id);
    },
  };
  const read = (update: Update): ChatEvent | undefined =>
    bot === undefined ? undefined : readUpdate(connection, update, bot);
  const { token, webhook, pollTimeoutSeconds = POLL_TIMEOUT_SECONDS } = options;
  if (webhook === undefined) {
    const onUpdates = (updates: readonly Update[]) => takeUpdates(updates.map(read), onEvents);
    return startPolling({ ...receiving, pollTimeoutSeconds, onUpdates });
  }
  const onUpdate = async (update: Update): Promise<void> => {
    const event = read(update);
    if (event !== undefined) await onEvent(event);
  };
  const isReady = (): boolean => bot !== undefined;
  return startWebhook({ ...receiving, token, webhook, timeoutMs, isReady, onUpdate });
}

/** What is nothing for the service is taken in where it stands. */
async function takeUpdates(
  read: readonly (ChatEvent | undefined)[],
  onEvents: TakeBatch,
): ReturnType<TakeBatch> {
  const receipts = [...(await onEvents(read.filter((event) => event !== undefined)))];
  return read.map((event) => {
    const receipt = event === undefined ? undefined : receipts.shift();
    return receipt ?? { status: "fulfilled", value: undefined };
  });
}

/** Undefined while Telegram cannot be reached: the poller tries again, and says so. */
async function introduceAtStart(
  connection: Connection,
  client: TelegramClient,
): Promise<BotIdentity | undefined> {
  try {
    return await introduceTo(connection, client, connection.signal);
  } catch (thrown) {
    if (!(thrown instanceof TelegramError)) throw thrown;
    if (thrown.isTokenRefused)
      throw new AppError("adapter-refused", TOKEN_REFUSED, { cause: thrown });
    return undefined;
  }
}

function introduceTo(
  { options, timeoutMs }: Connection,
  client: TelegramClient,
  signal: AbortSignal,
): Promise<BotIdentity> {
  const { log, memory, webhook, menus = () => [] } = options;
  return introduce({
    client,
    log,
    limits: { timeoutMs, signal },
    hasWebhook: webhook !== undefined,
    menus: menus(),
    ...(memory === undefined ? {} : { memory }),
  });
}

/** Without a memory every menu would be set at every look. */
function menuWatch(
  { options, timeoutMs, signal }: Connection,
  client: TelegramClient,
): (botId: number) => void {
  const { log, memory, menus, clock = systemClock } = options;
  if (memory === undefined || menus === undefined) return () => undefined;
  return watchMenus({ client, log, memory, menus, clock, limits: { timeoutMs, signal } });
}

/** What is left of an update for the service; one that cannot be read is logged and passed over, or it would come for ever. */
function readUpdate(
  { options, moves }: Connection,
  update: Update,
  bot: BotIdentity,
): ChatEvent | undefined {
  try {
    const { message, my_chat_member: membership } = update;
    if (message !== undefined) noteMove(moves, message);
    if (membership !== undefined) {
      const { status } = membership.new_chat_member;
      options.log.info({ chat: membership.chat.id, status }, "The bot's place in a chat changed.");
      const change = membershipOf(update, membership, bot);
      const chatId = moves.knownAs(change.chat.chatId);
      options.onMembership?.({ ...change, chat: { ...change.chat, chatId } });
    }
    const event = toChatEvent(update, bot);
    if (event === undefined) return undefined;
    return { ...event, chat: { ...event.chat, chatId: moves.knownAs(event.chat.chatId) } };
  } catch (thrown) {
    const fields = { updateId: update.update_id, problem: messageOf(thrown) };
    options.log.error(fields, "An update from Telegram could not be read and is passed over.");
    return undefined;
  }
}

/** Both the old group and the new one tell of the move (Bot API, Message, migrate_to_chat_id and migrate_from_chat_id). */
function noteMove(moves: ChatMoves, message: Message): void {
  const { migrate_to_chat_id: to, migrate_from_chat_id: from } = message;
  if (to !== undefined) moves.note(String(message.chat.id), String(to));
  if (from !== undefined) moves.note(String(from), String(message.chat.id));
}

/** Asks who the bot is, makes way for polling where updates come by that, and sets the menus. Rejects with a `TelegramError`. */
async function introduce(parts: {
  readonly client: TelegramClient;
  readonly log: Log;
  readonly limits: CallLimits;
  /** True where updates come by webhook: one that is set stays. */
  readonly hasWebhook: boolean;
  readonly menus: readonly CommandMenu[];
  readonly memory?: AdapterMemory;
}): Promise<BotIdentity> {
  const { client, limits, log } = parts;
  const me = await client.call("getMe", (raw, signal) => raw.getMe(signal), limits);
  if (!parts.hasWebhook) await removeWebhook(parts);
  await setMenus({ ...parts, botId: me.id }, parts.menus);
  log.info({ bot: me.username }, "Telegram answers.");
  return { id: me.id, username: me.username };
}

/** Telegram hands updates out in one way only; none that waits is dropped. */
async function removeWebhook({
  client,
  limits,
  log,
}: Parameters<typeof introduce>[0]): Promise<void> {
  const webhook = await client.call(
    "getWebhookInfo",
    (raw, signal) => raw.getWebhookInfo(signal),
    limits,
  );
  if (webhook.url === undefined || webhook.url === "") return;
  log.warn({}, "The bot had a webhook; it is removed, since messages are polled for.");
  await client.call("deleteWebhook", (raw, signal) => raw.deleteWebhook({}, signal), limits);
}

/**
 * What Telegram asks for: at most about 30 messages a second over all, one a second in a chat with short bursts, and 20 a minute in a
 * group (Bots FAQ, "My bot is hitting limits, how do I avoid this?"; the same on telegra.ph/Hitting-limits-bot-FAQ). Edits are taken
 * to count as messages do, since their limits are not published (grammy.dev/advanced/flood). How long a burst may be is not said
 * either: in a private chat one a second is kept over half a minute, so that who presses buttons quickly is not made to wait
 * (python-telegram-bot's AIORateLimiter holds private chats back by no limit of their own); what is too much all the same comes back
 * as error 429 with its time to wait. An album is as many messages as it has items (Bot API, sendMediaGroup, gives a Message for each), and
 * is taken to count as so many.
 */
const OVER_ALL: Bucket = { most: 30, perMs: 1000 };
const IN_PRIVATE: readonly Bucket[] = [
  { most: 10, perMs: 5000 },
  { most: 30, perMs: 30_000 },
];
const IN_CHAT: Bucket = { most: 5, perMs: 5000 };
const IN_GROUP: Bucket = { most: 20, perMs: 60_000 };

/** Changes for show leave room for the answer. */
const SHOW_IN_CHAT_EVERY_MS = 1500;
const SHOW_IN_GROUP_EVERY_MS = 5000;

/** How fast Telegram takes messages. Topics of a group share its limits; Telegram says who has to wait by error 429, which names a chat. */
export const TELEGRAM_PACE: PlatformPace = {
  all: [OVER_ALL],
  countsFiles: true,
  placeOf: ({ chatId, isPrivate }) =>
    isPrivate
      ? { name: chatId, buckets: IN_PRIVATE, showEveryMs: SHOW_IN_CHAT_EVERY_MS }
      : { name: chatId, buckets: [IN_CHAT, IN_GROUP], showEveryMs: SHOW_IN_GROUP_EVERY_MS },
};
