import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "../../base/clock.ts";
import { base32 } from "../../base/ids.ts";
import { type Database, inTransaction } from "../../store/database.ts";

/** First character of every token: its layout. */
const VERSION = "1";

/** Bytes of the HMAC kept: 80 bits, so that a token stays far below 64 bytes (Telegram Bot API, callback_data: 1-64 bytes). */
const MAC_BYTES = 10;

/** What a button says before anything of it is believed. */
export interface ButtonToken {
  /** The row's id without its prefix. */
  readonly id: string;
  /** Of `BUTTON_KINDS`, or the number of an option from 1. */
  readonly choice: string;
  readonly mac: string;
}

/** What a token is bound to: the row, its digest and the chat where the button hangs. */
export interface TokenFacts {
  readonly id: string;
  readonly choice: string;
  readonly digest: string;
  readonly chatKey: string;
}

/** Signs and checks button tokens with the newest key; older keys stay good until their time is over. */
export type ButtonTokens = ReturnType<typeof createButtonTokens>;

/** Loads the signing keys; makes the first one on the first start. */
export function createButtonTokens(parts: {
  readonly database: Database;
  readonly clock: Clock;
  readonly randomBytes: (sizeBytes: number) => Uint8Array;
}) {
  const { database, clock, randomBytes } = parts;
  const keys = database.prepare<[number], { secret: Uint8Array }>(
    "SELECT secret FROM signing_keys WHERE retires_at_ms IS NULL OR retires_at_ms > ? ORDER BY id DESC",
  );
  const removeRetired = database.prepare<[number]>(
    "DELETE FROM signing_keys WHERE retires_at_ms <= ?",
  );
  const retire = database.prepare<[number, number]>(
    "UPDATE signing_keys SET retires_at_ms = MIN(COALESCE(retires_at_ms, ?), ?)",
  );
  const addKey = (): void => {
    database
      .prepare("INSERT INTO signing_keys (secret, created_at_ms) VALUES (?, ?)")
      .run(Buffer.from(randomBytes(32)), clock.now());
  };
  removeRetired.run(clock.now());
  if (keys.get(clock.now()) === undefined) addKey();
  return {
    /** At most 64 bytes. */
    sign(facts: TokenFacts): string {
      const secret = keys.get(clock.now())?.secret;
      if (secret === undefined)
        throw new TypeError("There is no signing key although one is made at start.");
      return [VERSION, facts.id, facts.choice, macOf(secret, facts)].join(".");
    },
    /** True when one of the keys signed exactly these facts. */
    isGenuine(token: ButtonToken, facts: TokenFacts): boolean {
      const given = Buffer.from(token.mac);
      return keys.all(clock.now()).some(({ secret }) => {
        const expected = Buffer.from(macOf(secret, facts));
        return expected.length === given.length && timingSafeEqual(expected, given);
      });
    },
    /** Adds a key for new buttons. Buttons signed before are good until `oldUntilMs`; one that is not in the future ends them at once. */
    rotate(options: { readonly oldUntilMs: number }): void {
      inTransaction(database, () => {
        retire.run(options.oldUntilMs, options.oldUntilMs);
        removeRetired.run(clock.now());
        addKey();
      });
    },
  };
}

/** Reads a token's parts; `undefined` for anything of another shape. */
export function parseButtonToken(data: string): ButtonToken | undefined {
  const match = /^1\.([0-9a-z]{16})\.([A-Za-z0-9]|[a-z]{2})\.([0-9a-z]{16})$/.exec(data);
  if (match === null) return undefined;
  const [, id = "", choice = "", mac = ""] = match;
  return { id, choice, mac };
}

function macOf(secret: Uint8Array, facts: TokenFacts): string {
  const text = JSON.stringify([VERSION, facts.id, facts.choice, facts.digest, facts.chatKey]);
  return base32(createHmac("sha256", secret).update(text).digest().subarray(0, MAC_BYTES));
}
