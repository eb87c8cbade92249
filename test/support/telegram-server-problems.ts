import assert from "node:assert/strict";
import { inspect } from "node:util";
import { DeliveryError } from "../../src/bots/platform/chat-adapter.ts";
import { TOKEN } from "./telegram-server-adapter.ts";

/** What a rejected delivery says; fails the test when it is no DeliveryError or holds the token anywhere. */
export async function problemOf(
  delivery: Promise<unknown>,
): Promise<{ kind: string; retryAfterMs: number; message: string }> {
  const thrown = await delivery.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(thrown instanceof DeliveryError, inspect(thrown));
  assert.ok(!inspect(thrown, { depth: 12, showHidden: true }).includes(TOKEN.slice(5)));
  const { kind, retryAfterMs, message } = thrown;
  return { kind, retryAfterMs, message };
}

/** The kind of a rejected delivery; fails the test as `problemOf` does. */
export const kindOf = async (delivery: Promise<unknown>): Promise<string> =>
  (await problemOf(delivery)).kind;
