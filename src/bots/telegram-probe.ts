import { AppError } from "../base/errors.ts";
import { createTelegramClient } from "./telegram-client.ts";
import { TelegramError } from "./telegram-errors.ts";

const PROBE_TIMEOUT_MS = 10_000;

/** Asks Telegram once who the bot is. Throws `AppError` `adapter-refused` for a token it does not take, `adapter-unreachable` when it cannot be asked. */
export async function probeTelegram(options: {
  readonly token: string;
  readonly apiRoot?: string;
}): Promise<{ readonly username: string }> {
  const client = await createTelegramClient({
    token: options.token,
    apiRoot: (options.apiRoot ?? "https://api.telegram.org").replace(/\/+$/, ""),
  });
  try {
    const me = await client.call("getMe", (raw, signal) => raw.getMe(signal), {
      timeoutMs: PROBE_TIMEOUT_MS,
    });
    return { username: me.username };
  } catch (error) {
    const status = error instanceof TelegramError ? error.errorCode : undefined;
    if (status === 401 || status === 404)
      throw new AppError("adapter-refused", "Telegram does not accept this token.", {
        cause: error,
      });
    throw new AppError("adapter-unreachable", "Telegram could not be reached.", { cause: error });
  }
}
