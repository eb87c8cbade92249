import { AppError } from "../../base/errors.ts";
import { unreachable } from "../platform/probe-words.ts";
import { createTelegramClient } from "./client.ts";
import { TelegramError } from "./errors.ts";

const PROBE_TIMEOUT_MS = 10_000;

/** What Telegram says of a bot. */
export interface TelegramProbe {
  readonly username: string;
  /** Absent where updates are polled for. */
  readonly webhook?: {
    /** With the secret part of its path. */
    readonly url: string;
    /** Updates that wait to be delivered. */
    readonly waiting: number;
    /** What kept the last failed delivery, and when, Unix ms. */
    readonly lastError?: { readonly text: string; readonly atMs: number };
  };
}

/** Asks Telegram who the bot is and how its webhook does. Throws `AppError` `adapter-refused` for a token it does not take, `adapter-unreachable` when it cannot be asked. */
export async function probeTelegram(options: {
  readonly token: string;
  readonly apiRoot?: string;
}): Promise<TelegramProbe> {
  const client = await createTelegramClient({
    token: options.token,
    apiRoot: (options.apiRoot ?? "https://api.telegram.org").replace(/\/+$/, ""),
  });
  const limits = { timeoutMs: PROBE_TIMEOUT_MS };
  try {
    const me = await client.call("getMe", (raw, signal) => raw.getMe(signal), limits);
    const info = await client.call(
      "getWebhookInfo",
      (raw, signal) => raw.getWebhookInfo(signal),
      limits,
    );
    const { url = "", pending_update_count: waiting } = info;
    const { last_error_date: atSeconds, last_error_message: text = "" } = info;
    const lastError =
      atSeconds === undefined ? {} : { lastError: { text, atMs: atSeconds * 1000 } };
    return {
      username: me.username,
      ...(url === "" ? {} : { webhook: { url, waiting, ...lastError } }),
    };
  } catch (error) {
    if (!(error instanceof TelegramError)) throw error;
    const status = error.errorCode;
    if (status === 401 || status === 404)
      throw new AppError(
        "adapter-refused",
        { en: "Telegram does not accept this token.", ko: "텔레그램이 받지 않는 토큰이에요." },
        {
          cause: error,
        },
      );
    throw new AppError("adapter-unreachable", unreachable("telegram", error), { cause: error });
  }
}
