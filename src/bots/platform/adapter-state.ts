import type { Clock } from "../../base/clock.ts";
import { type Database, inLazyTransaction, type Statement } from "../../store/database.ts";
import type { ChatAddress } from "./chat-adapter.ts";

/** Where an adapter keeps what it has to know again after a restart. */
export interface AdapterMemory {
  /** What was kept under a name and has not expired. */
  get(name: string): string | undefined;
  /** Keeps a text in place of the one before; for `lifetimeMs`, or for good. */
  set(name: string, text: string, lifetimeMs?: number): void;
  /** Forgets a name. */
  remove(name: string): void;
  /** What is kept under names that begin with `prefix`, by name. */
  all(prefix: string): readonly { readonly name: string; readonly text: string }[];
  /** The chats spoken in last, at most `limit`, each with the highest update id of a message in it. Only ids that are numbers count. */
  latestMessages(
    limit: number,
  ): readonly { readonly chat: ChatAddress; readonly messageId: string }[];
}

/** Owner of the table platform_notes. */
export class PlatformNotes {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #sql: ReturnType<typeof statementsOf>;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#sql = statementsOf(database);
  }

  /** The memory of one platform's adapter. */
  of(platform: string): AdapterMemory {
    const now = (): number => this.#clock.now();
    const database = this.#database;
    const sql = this.#sql;
    return {
      get: (name) => sql.get.get(platform, name, now())?.text,
      set(name, text, lifetimeMs) {
        const expiresAtMs = lifetimeMs === undefined ? null : now() + lifetimeMs;
        inLazyTransaction(database, () => {
          sql.expire.run(now());
          sql.set.run(platform, name, text, expiresAtMs);
        });
      },
      remove: (name) => {
        sql.remove.run(platform, name);
      },
      all: (prefix) => sql.all.all(platform, prefix, prefix, now()),
      latestMessages: (limit) =>
        sql.latest.all(platform, limit).map(({ address, messageId }) => ({
          chat: JSON.parse(address) as ChatAddress, // written by the owner of chats only
          messageId,
        })),
    };
  }
}

interface Note {
  readonly name: string;
  readonly text: string;
}

function statementsOf(database: Database) {
  const get: Statement<[string, string, number], Note> = database.prepare(
    "SELECT name, text FROM platform_notes WHERE platform = ? AND name = ? AND COALESCE(expires_at_ms > ?, 1)",
  );
  const all: Statement<[string, string, string, number], Note> = database.prepare(
    `SELECT name, text FROM platform_notes WHERE platform = ? AND substr(name, 1, length(?)) = ?
     AND COALESCE(expires_at_ms > ?, 1) ORDER BY name`,
  );
  const latest: Statement<
    [string, number],
    { readonly address: string; readonly messageId: string }
  > = database.prepare(
    `SELECT chats.address_json AS address, CAST(MAX(CAST(updates.update_id AS INTEGER)) AS TEXT) AS messageId
     FROM chats JOIN updates ON updates.chat_key = chats.chat_key
     WHERE updates.platform = ? AND updates.update_id NOT GLOB '*[^0-9]*'
     GROUP BY chats.chat_key ORDER BY MAX(chats.last_seen_ms) DESC LIMIT ?`,
  );
  return {
    get,
    all,
    latest,
    set: database.prepare<[string, string, string, number | null]>(
      `INSERT INTO platform_notes (platform, name, text, expires_at_ms) VALUES (?, ?, ?, ?)
       ON CONFLICT (platform, name) DO UPDATE SET text = excluded.text, expires_at_ms = excluded.expires_at_ms`,
    ),
    remove: database.prepare<[string, string]>(
      "DELETE FROM platform_notes WHERE platform = ? AND name = ?",
    ),
    expire: database.prepare<[number]>("DELETE FROM platform_notes WHERE expires_at_ms <= ?"),
  };
}
