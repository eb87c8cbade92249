import { startTelegramServer, type TelegramServer } from "./telegram-server.ts";

/** The token these tests use. */
export const TOKEN = "4242:AAtest-token_of-nobody";
/** The person in these tests. */
export const MINJI = { id: 7, firstName: "민지", languageCode: "ko" };

/** An answer in Telegram's shape. */
export interface Answer {
  readonly ok: boolean;
  readonly result?: unknown;
  readonly error_code?: number;
  readonly description?: string;
  readonly parameters?: object;
}

/** Runs a test with a server and a plain JSON call; schema problems are the test's own business. */
export async function withServer(
  run: (
    server: TelegramServer,
    call: (method: string, body?: object) => Promise<Answer>,
  ) => Promise<void>,
): Promise<void> {
  const server = await startTelegramServer({ token: TOKEN, nowMs: () => 1_700_000_000_000 });
  const call = async (method: string, body: object = {}): Promise<Answer> => {
    const response = await fetch(`${server.url}/bot${TOKEN}/${method}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Answer;
  };
  try {
    await run(server, call);
  } finally {
    server.problems.length = 0;
    await server.close();
  }
}

/** The answer to a call that failed. */
export const refused = (error_code: number, description: string): Answer => ({
  ok: false,
  error_code,
  description,
});
