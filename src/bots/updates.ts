import type { Clock } from "../base/clock.ts";
import type { Redact } from "../base/mask.ts";
import { type Database, inTransaction, type Statement } from "../store/database.ts";
import { type ChatAddress, type ChatEvent, chatKey, type Sender } from "./adapter.ts";

/** One thing that arrived, as it was stored before the platform was told. */
export interface StoredUpdate {
  /** `update:platform:updateId`: the origin of everything that the update causes. */
  readonly origin: string;
  readonly event: ChatEvent;
  readonly attempts: number;
}

interface Row {
  readonly platform: string;
  readonly update_id: string;
  readonly event_json: string;
  readonly attempts: number;
}

type MessageEvent = Extract<ChatEvent, { kind: "message" }>;

/** Updates tried this often without an end are given up, and said to be. */
const MAX_ATTEMPTS = 5;

/** Owner of the tables updates and chats: one row for everything that arrived, one terminal state each. */
export class Updates {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #redact: Redact;
  readonly #insert: Statement<[string, string, string, string, number]>;
  readonly #seen: Statement<[string, string, number]>;
  readonly #end: Statement<[string, number, string | null, string, string]>;
  readonly #begin: Statement<[string, string], Row>;
  readonly #open: Statement<[string | null, string | null], Row>;
  readonly #address: Statement<[string], { readonly address_json: string }>;
  readonly #remember: Statement<[string, string]>;
  readonly #chatsOf: Statement<[string], { readonly chat_key: string }>;
  readonly #personIn: Statement<[string], { readonly person_id: string | null }>;
  readonly #latestIn: Statement<[string], Row>;
  readonly #ended: Statement<[string, string], { readonly found: number }>;
  readonly #dropChat: Statement<[string]>;
  readonly #album: Statement<[string, string, string], Row>;
  readonly #rewrite: Statement<[string, string, string]>;

  /** `redact` masks secrets in what people write, before it is kept or read; by default it stays as it is. */
  constructor({
    database,
    clock,
    redact = (text) => text,
  }: {
    readonly database: Database;
    readonly clock: Clock;
    readonly redact?: Redact;
  }) {
    this.#redact = redact;
    this.#database = database;
    this.#clock = clock;
    this.#insert = database.prepare(
      `INSERT OR IGNORE INTO updates (platform, update_id, chat_key, event_json, state, received_at_ms)
       VALUES (?, ?, ?, ?, 'received', ?)`,
    );
    this.#seen = database.prepare(
      `INSERT INTO chats (chat_key, address_json, last_seen_ms) VALUES (?, ?, ?)
       ON CONFLICT (chat_key) DO UPDATE SET address_json = excluded.address_json, last_seen_ms = excluded.last_seen_ms`,
    );
    this.#end = database.prepare(
      "UPDATE updates SET state = ?, ended_at_ms = ?, reason = ? WHERE platform = ? AND update_id = ? AND state = 'received'",
    );
    this.#begin = database.prepare(
      "UPDATE updates SET attempts = attempts + 1 WHERE platform = ? AND update_id = ? RETURNING *",
    );
    this.#open = database.prepare(
      "SELECT * FROM updates WHERE state = 'received' AND (? IS NULL OR platform = ?) ORDER BY rowid",
    );
    this.#address = database.prepare("SELECT address_json FROM chats WHERE chat_key = ?");
    this.#remember = database.prepare("UPDATE chats SET person_id = ? WHERE chat_key = ?");
    this.#chatsOf = database.prepare(
      "SELECT chat_key FROM chats WHERE person_id = ? ORDER BY last_seen_ms DESC",
    );
    this.#personIn = database.prepare("SELECT person_id FROM chats WHERE chat_key = ?");
    this.#latestIn = database.prepare(
      "SELECT * FROM updates WHERE chat_key = ? ORDER BY rowid DESC LIMIT 1",
    );
    this.#ended = database.prepare(
      "SELECT 1 AS found FROM updates WHERE platform = ? AND update_id = ? AND state <> 'received'",
    );
    this.#album = database.prepare(
      `SELECT * FROM updates WHERE state = 'received' AND platform = ? AND chat_key = ?
       AND event_json ->> '$.albumId' = ? ORDER BY rowid`,
    );
    this.#rewrite = database.prepare(
      "UPDATE updates SET event_json = ? WHERE platform = ? AND update_id = ?",
    );
    this.#dropChat = database.prepare("DELETE FROM chats WHERE chat_key = ? AND person_id IS NULL");
  }

  /** Writes the update down; `undefined` when it was there already. */
  receive(given: ChatEvent): StoredUpdate | undefined {
    const event = maskedEvent(given, this.#redact);
    return inTransaction(this.#database, () => {
      const { platform } = event.chat;
      const key = chatKey(event.chat);
      const nowMs = this.#clock.now();
      const { changes } = this.#insert.run(
        platform,
        event.updateId,
        key,
        JSON.stringify(event),
        nowMs,
      );
      if (changes === 0) return undefined;
      this.#seen.run(key, JSON.stringify(event.chat), nowMs);
      return { origin: originOf(event), event, attempts: 0 };
    });
  }

  /** True when it has its terminal state: its sender was forgotten while it waited. */
  hasEnded(event: ChatEvent): boolean {
    return this.#ended.get(event.chat.platform, event.updateId) !== undefined;
  }

  /** Counts one more try; false when there were too many, and the update has ended as failed. */
  begin(event: ChatEvent): boolean {
    const row = this.#begin.get(event.chat.platform, event.updateId);
    if ((row?.attempts ?? 0) <= MAX_ATTEMPTS) return true;
    this.end(event, "failed");
    return false;
  }

  /** Gives the update its terminal state, with why where that is not plain; one that has ended keeps the state it has. */
  end(event: ChatEvent, state: "done" | "ignored" | "failed", reason?: "over-rate"): void {
    const { chat, updateId } = event;
    this.#end.run(state, this.#clock.now(), reason ?? null, chat.platform, updateId);
  }

  /** What was received and not ended, on one platform or on all, oldest first: work for a restarted process. */
  open(platform: string | null = null): readonly StoredUpdate[] {
    return this.#open.all(platform, platform).map((row) => {
      const event = JSON.parse(row.event_json) as ChatEvent; // written by receive only
      return { origin: originOf(event), event, attempts: row.attempts };
    });
  }

  /** Messages of an album in the chat of `event` that have come and not ended, as they came. */
  album(event: ChatEvent, albumId: string): readonly MessageEvent[] {
    return this.#album
      .all(event.chat.platform, chatKey(event.chat), albumId)
      .map((row) => JSON.parse(row.event_json) as MessageEvent); // written by receive only, and messages alone have albums
  }

  /** From now on the update of `whole` is this message, and the others that went into it are done. */
  gather(whole: MessageEvent, members: readonly MessageEvent[]): void {
    inTransaction(this.#database, () => {
      this.#rewrite.run(JSON.stringify(whole), whole.chat.platform, whole.updateId);
      for (const member of members)
        if (member.updateId !== whole.updateId) this.end(member, "done");
    });
  }

  /** Where a chat is. */
  address(key: string): ChatAddress | undefined {
    const row = this.#address.get(key);
    return row === undefined ? undefined : (JSON.parse(row.address_json) as ChatAddress); // written by receive, remember and keepAddress only
  }

  /** Notes a chat and who is reached there in private. */
  remember(address: ChatAddress, personId: string): void {
    const key = chatKey(address);
    this.#seen.run(key, JSON.stringify(address), this.#clock.now());
    this.#remember.run(personId, key);
  }

  /** Notes where a chat is, and nothing about who is there. */
  keepAddress(address: ChatAddress): void {
    this.#seen.run(chatKey(address), JSON.stringify(address), this.#clock.now());
  }

  /** Forgets a chat that is nobody's private one. */
  dropChat(key: string): void {
    this.#dropChat.run(key);
  }

  /** Private chats of a person, the latest first. */
  chatsOf(personId: string): readonly string[] {
    return this.#chatsOf.all(personId).map((row) => row.chat_key);
  }

  /** Whose private chat it is; `undefined` for a group, or for someone never met. */
  personIn(key: string): string | undefined {
    return this.#personIn.get(key)?.person_id ?? undefined;
  }

  /** Who wrote or pressed last in a chat. */
  latestSender(key: string): Sender | undefined {
    const row = this.#latestIn.get(key);
    return row === undefined ? undefined : (JSON.parse(row.event_json) as ChatEvent).sender; // written by receive only
  }
}

/** What people write without the secrets in it: nothing of the product ever has them. */
function maskedEvent(event: ChatEvent, redact: Redact): ChatEvent {
  if (event.kind !== "message") return event;
  const text = redact(event.text);
  const attachments = event.attachments?.map((file) => ({ ...file, name: redact(file.name) }));
  const quoted = event.quoted && { ...event.quoted, text: redact(event.quoted.text) };
  const named = {
    ...event,
    ...(attachments === undefined ? {} : { attachments }),
    ...(quoted === undefined ? {} : { quoted }),
  };
  return text === event.text ? named : { ...named, text, isMasked: true };
}

function originOf(event: ChatEvent): string {
  return `update:${event.chat.platform}:${event.updateId}`;
}
