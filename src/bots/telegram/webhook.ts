import { createHmac } from "node:crypto";
import type { Update } from "grammy/types";
import type { Clock } from "../../base/clock.ts";
import type { JsonObject } from "../../base/json.ts";
import type { Log } from "../../base/log.ts";
import type { OnRefused } from "../platform/chat-adapter.ts";
import type { TelegramClient } from "./client.ts";
import { ALLOWED_UPDATES, type Receiver } from "./polling.ts";
import { createTroubles } from "./troubles.ts";
import { type ListenAddress, listenForUpdates } from "./webhook-server.ts";

/** Where Telegram delivers updates, and where they come in. */
export interface WebhookSettings {
  /** The public address, without the secret part that is added to its path. */
  readonly url: string;
  readonly listen: ListenAddress;
  /** 1-256 of A-Z, a-z, 0-9, _ and - (Bot API, setWebhook, secret_token). Default: made from the token, so that it stays the same. */
  readonly secret?: string;
}

/** Dependencies of `webhook`. */
export interface WebhookParts {
  readonly client: TelegramClient;
  readonly clock: Clock;
  readonly log: Log;
  readonly onRefused?: OnRefused;
  readonly token: string;
  readonly webhook: WebhookSettings;
  readonly timeoutMs: number;
  /** Runs before every look at the webhook; a rejection counts as a failed try. */
  readonly prepare: (signal: AbortSignal) => Promise<void>;
  /** True once `prepare` has resolved. */
  readonly isReady: () => boolean;
  /** The update counts as received when this resolves. */
  readonly onUpdate: (update: Update) => Promise<void>;
}

/** How often Telegram is asked how deliveries go. */
const LOOK_EVERY_MS = 60_000;
/** Telegram's own default (Bot API, setWebhook, max_connections: 1-100). Updates of one chat come one after the other all the same. */
const MOST_CONNECTIONS = 40;

/**
 * Listens for updates and has Telegram deliver them, until stopped. The server sends the updates of a chat one at a time, the next when the one before
 * was answered with 200 (WebhookActor.cpp of tdlib/telegram-bot-api: only the front of a queue is sent), so that they keep
 * their order. When it stops the webhook stays: Telegram keeps what comes meanwhile for up to 24 hours (Bot API, "Getting
 * updates"). Rejects with `AppError` `adapter-webhook` when the address cannot be listened on.
 */
export async function startWebhook(parts: WebhookParts): Promise<Receiver> {
  const { log, isReady, onUpdate } = parts;
  const stopping = new AbortController();
  const { secret, path } = secretsOf(parts);
  const server = await listenForUpdates({
    listen: parts.webhook.listen,
    path,
    secret,
    log,
    isReady,
    // Its id was looked at; what else stands in it is read as that of a poll is.
    onUpdate: (update: JsonObject) => onUpdate(update as unknown as Update),
  });
  const watching = watch(parts, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await Promise.all([server.close(), watching]);
    },
  };
}

/** The address that Telegram is told, with its secret part: only Telegram is to know it. */
export function deliveryAddress(token: string, webhook: WebhookSettings): string {
  return `${webhook.url.replace(/\/+$/, "")}/${secretsOf({ token, webhook }).path}`;
}

/** Neither says anything of the token or of the other; 43 characters of A-Z, a-z, 0-9, _ and - each. */
function secretsOf({ token, webhook }: Pick<WebhookParts, "token" | "webhook">): {
  readonly secret: string;
  readonly path: string;
} {
  const derived = (key: string, purpose: string): string =>
    createHmac("sha256", key).update(purpose).digest("base64url");
  const secret = webhook.secret ?? derived(token, "telegram webhook secret");
  return { secret, path: derived(secret, "telegram webhook path") };
}

interface Watched {
  /** Unix seconds of the last error that was seen. */
  lastErrorSeconds: number;
  isFailing: boolean;
}

/** Sets the webhook, and again where another program took it away; tells when Telegram cannot deliver. Ends when the token is refused. */
async function watch(parts: WebhookParts, signal: AbortSignal): Promise<void> {
  const troubles = createTroubles(parts);
  let watched: Watched | undefined;
  while (!signal.aborted) {
    try {
      await parts.prepare(signal);
      watched = await look(parts, watched, signal);
      troubles.over();
      await parts.clock.sleep(LOOK_EVERY_MS, signal);
    } catch (thrown) {
      if (signal.aborted) return;
      if (troubles.note(thrown) === "token") return;
      await troubles.rest(thrown, signal);
    }
  }
}

async function look(
  parts: WebhookParts,
  watched: Watched | undefined,
  signal: AbortSignal,
): Promise<Watched> {
  const { client, log, timeoutMs } = parts;
  const limits = { timeoutMs, signal };
  const url = deliveryAddress(parts.token, parts.webhook);
  const info = await client.call("getWebhookInfo", (raw, call) => raw.getWebhookInfo(call), limits);
  const { last_error_date: atSeconds = 0, last_error_message: problem = "" } = info;
  const waiting = info.pending_update_count;
  // What failed while the service was off is no news.
  if (watched === undefined || info.url !== url) {
    if (watched !== undefined)
      log.warn({}, "Another program changed where Telegram delivers messages; it is set again.");
    await setWebhook(parts, url, signal);
    return { lastErrorSeconds: atSeconds, isFailing: false };
  }
  const isFailing = atSeconds > watched.lastErrorSeconds;
  if (isFailing)
    log.warn({ problem, waiting }, "Telegram could not deliver a message to the webhook.");
  else if (watched.isFailing && waiting === 0)
    log.info({}, "Telegram delivers to the webhook again.");
  const stillFailing = isFailing || (watched.isFailing && waiting > 0);
  return { lastErrorSeconds: atSeconds, isFailing: stillFailing };
}

/** Also where it is set already: the secret or the types of updates may have changed. Nothing that waits is dropped. */
async function setWebhook(parts: WebhookParts, url: string, signal: AbortSignal): Promise<void> {
  const { secret } = secretsOf(parts);
  const webhook = {
    url,
    secret_token: secret,
    allowed_updates: ALLOWED_UPDATES,
    max_connections: MOST_CONNECTIONS,
  };
  await parts.client.call("setWebhook", (raw, call) => raw.setWebhook(webhook, call), {
    timeoutMs: parts.timeoutMs,
    signal,
  });
  parts.log.info({}, "Telegram delivers messages to the webhook.");
}
