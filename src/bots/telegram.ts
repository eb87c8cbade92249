import type { LanguageCode, Update } from "grammy/types";
import { type Clock, systemClock } from "../base/clock.ts";
import { AppError, messageOf } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import type { ChatAdapter, ChatEvent } from "./adapter.ts";
import {
  type CallLimits,
  createTelegramClient,
  isTelegramToken,
  type TelegramClient,
} from "./telegram-client.ts";
import { downloadFile, PUBLIC_DOWNLOAD_BYTES } from "./telegram-download.ts";
import { TelegramError } from "./telegram-errors.ts";
import { LARGEST_FILE_BYTES, MAX_CAPTION_LENGTH } from "./telegram-files.ts";
import { TELEGRAM_PACE } from "./telegram-pace.ts";
import { type Poller, startPolling, TOKEN_REFUSED } from "./telegram-polling.ts";
import { createTelegramSender } from "./telegram-sending.ts";
import { type BotIdentity, toChatEvent } from "./telegram-updates.ts";

/** Longest text in UTF-16 units after entity parsing (Bot API, sendMessage). */
const MAX_TEXT_LENGTH = 4096;
/** How long Telegram holds a poll; its servers allow 50 s (Client.h of tdlib/telegram-bot-api, LONG_POLL_MAX_TIMEOUT). */
const POLL_TIMEOUT_SECONDS = 30;
const CALL_TIMEOUT_MS = 30_000;

/** The server that Telegram runs for everyone. */
const PUBLIC_API_ROOT = "https://api.telegram.org";

/** The commands that Telegram offers to people of one language, or without a language to all others; no slash in them. */
export interface CommandMenu {
  readonly languageCode?: LanguageCode;
  readonly commands: readonly { readonly command: string; readonly description: string }[];
}

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
  /** Default none: whatever @BotFather was told stays. */
  readonly menus?: readonly CommandMenu[];
  /** Called when a group has become a supergroup: what is stored under the old chat id belongs to the new one. */
  readonly onChatMigrated?: (oldChatId: string, newChatId: string) => void;
}

/** Telegram has one limit more than the contract knows. */
export interface TelegramAdapter extends ChatAdapter {
  /** Longest text of a message with a file, in UTF-16 units; `send` refuses a longer one. */
  readonly maxCaptionLength: number;
}

/**
 * Telegram by long polling. `start` rejects with `adapter-refused` when the token is malformed or refused, and resolves while
 * Telegram cannot be reached: polling begins when it can. grammY is loaded by the first use. A webhook is taken away,
 * since Telegram hands out updates in one way only; no pending update is ever dropped.
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
  const { noteMigration, ...sender } = createTelegramSender({
    load,
    log: options.log,
    timeoutMs,
    onChatMigrated: options.onChatMigrated ?? (() => {}),
  });
  let running: Life | undefined;
  return {
    platform: "telegram",
    pace: TELEGRAM_PACE,
    maxTextLength: MAX_TEXT_LENGTH,
    maxFileBytes: LARGEST_FILE_BYTES,
    maxCaptionLength: MAX_CAPTION_LENGTH,
    // A server of one's own has no limit in its local mode, and says so itself when it has one.
    ...(apiRoot === PUBLIC_API_ROOT ? { maxDownloadBytes: PUBLIC_DOWNLOAD_BYTES } : {}),
    ...sender,
    download: (ref, sink, limits) => downloadFile({ load, timeoutMs }, ref, sink, limits),
    async start(onEvent) {
      if (running !== undefined) throw new AppError("adapter-started", "Telegram runs already.");
      const life: Life = { stopping: new AbortController() };
      running = life;
      const { signal } = life.stopping;
      try {
        life.poller = await connect({ options, load, timeoutMs, signal, onEvent, noteMigration });
      } catch (thrown) {
        if (running === life) running = undefined;
        throw thrown;
      }
      if (signal.aborted) await life.poller.stop();
    },
    async stop() {
      const life = running;
      running = undefined;
      life?.stopping.abort();
      await life?.poller?.stop();
    },
  };
}

/** From one start to its stop. */
interface Life {
  readonly stopping: AbortController;
  poller?: Poller;
}

interface Connection {
  readonly options: TelegramOptions;
  readonly load: () => Promise<TelegramClient>;
  readonly timeoutMs: number;
  /** Ends the first introduction early. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: ChatEvent) => Promise<void>;
  readonly noteMigration: (oldChatId: string, newChatId: string) => void;
}

async function connect(connection: Connection): Promise<Poller> {
  const { options, onEvent } = connection;
  if (!isTelegramToken(options.token)) {
    throw new AppError(
      "adapter-refused",
      "TELEGRAM_BOT_TOKEN is not formed like a bot token, which is a number, a colon and letters: copy the whole token that @BotFather shows.",
    );
  }
  const client = await connection.load();
  let bot = await introduceAtStart(connection, client);
  return startPolling({
    client,
    log: options.log,
    clock: options.clock ?? systemClock,
    pollTimeoutSeconds: options.pollTimeoutSeconds ?? POLL_TIMEOUT_SECONDS,
    async prepare(signal) {
      bot ??= await introduce(connection, client, signal);
    },
    async onUpdate(update) {
      const event = bot === undefined ? undefined : readUpdate(connection, update, bot);
      if (event !== undefined) await onEvent(event);
    },
  });
}

/** Undefined while Telegram cannot be reached: the poller tries again, and says so. */
async function introduceAtStart(
  connection: Connection,
  client: TelegramClient,
): Promise<BotIdentity | undefined> {
  try {
    return await introduce(connection, client, connection.signal);
  } catch (thrown) {
    if (!(thrown instanceof TelegramError)) throw thrown;
    if (thrown.isTokenRefused)
      throw new AppError("adapter-refused", TOKEN_REFUSED, { cause: thrown });
    return undefined;
  }
}

/** Asks who the bot is, makes sure that updates come by polling, and sets the menus. */
async function introduce(
  { options, timeoutMs }: Connection,
  client: TelegramClient,
  signal: AbortSignal,
): Promise<BotIdentity> {
  const limits = { timeoutMs, signal };
  const me = await client.call("getMe", (raw, callSignal) => raw.getMe(callSignal), limits);
  const webhook = await client.call(
    "getWebhookInfo",
    (raw, callSignal) => raw.getWebhookInfo(callSignal),
    limits,
  );
  if (webhook.url !== undefined && webhook.url !== "") {
    options.log.warn({}, "The bot had a webhook; it is removed, since messages are polled for.");
    await client.call(
      "deleteWebhook",
      (raw, callSignal) => raw.deleteWebhook({}, callSignal),
      limits,
    );
  }
  await setMenus(options, client, limits);
  options.log.info({ bot: me.username }, "Telegram answers.");
  return { id: me.id, username: me.username };
}

/** A menu that Telegram refuses is no reason to stay silent: the commands work without it. */
async function setMenus(
  options: TelegramOptions,
  client: TelegramClient,
  limits: CallLimits,
): Promise<void> {
  for (const { languageCode, commands } of options.menus ?? []) {
    const language = languageCode === undefined ? {} : { language_code: languageCode };
    try {
      await client.call(
        "setMyCommands",
        (raw, callSignal) => raw.setMyCommands({ commands, ...language }, callSignal),
        limits,
      );
    } catch (thrown) {
      if (!(thrown instanceof TelegramError) || thrown.failure !== "answered") throw thrown;
      options.log.warn({ problem: thrown.message }, "Telegram refuses the menu of commands.");
    }
  }
}

/** What is left of an update for the service; one that cannot be read is logged and passed over, or it would come for ever. */
function readUpdate(
  { options, noteMigration }: Connection,
  update: Update,
  bot: BotIdentity,
): ChatEvent | undefined {
  try {
    const { message, my_chat_member: membership } = update;
    if (message?.migrate_to_chat_id !== undefined) {
      noteMigration(String(message.chat.id), String(message.migrate_to_chat_id));
    }
    if (membership !== undefined) {
      const { status } = membership.new_chat_member;
      options.log.info({ chat: membership.chat.id, status }, "The bot's place in a chat changed.");
    }
    return toChatEvent(update, bot);
  } catch (thrown) {
    const fields = { updateId: update.update_id, problem: messageOf(thrown) };
    options.log.error(fields, "An update from Telegram could not be read and is passed over.");
    return undefined;
  }
}
