import type { Clock } from "../../base/clock.ts";
import type { Redact } from "../../base/redact.ts";
import { type Database, inLazyTransaction, inTransaction } from "../../store/database.ts";
import { type Columns, json, plain, Table } from "../../store/table.ts";
import {
  type ChatAddress,
  type ChatEvent,
  chatKey,
  type Mention,
  type MessageEvent,
  type OutgoingMessage,
  type Sender,
} from "../platform/chat-adapter.ts";

/** One thing that arrived, as it was stored before the platform was told. */
export interface StoredUpdate {
  /** `update:platform:updateId`: the origin of everything that the update causes. */
  readonly origin: string;
  readonly event: ChatEvent;
  readonly attempts: number;
}

/** Updates tried this often without an end are given up, and said to be. */
const MAX_ATTEMPTS = 5;

/** Buttons under older edits of a chat are dead. */
const EDITS_LOOKED_AT = 50;

/** Updates of a chat that are looked through for what one person said just before or next. */
const EARLIER_LOOKED_AT = 20;

const EARLIER = `SELECT * FROM updates WHERE chat_key = ? AND rowid < (SELECT rowid FROM updates WHERE platform = ? AND update_id = ?)
  ORDER BY rowid DESC LIMIT ${EARLIER_LOOKED_AT}`;

const LATER = `SELECT * FROM updates WHERE chat_key = ? AND rowid > (SELECT rowid FROM updates WHERE platform = ? AND update_id = ?)
  AND event_json ->> '$.sender.id' = ? ORDER BY rowid LIMIT ${EARLIER_LOOKED_AT}`;

/** A row of the table updates. */
interface UpdateRow {
  readonly platform: string;
  readonly updateId: string;
  readonly event: ChatEvent;
  readonly state: string;
  readonly attempts: number;
}

const COLUMNS: Columns<UpdateRow> = {
  platform: plain(),
  updateId: plain(),
  event: json("event_json"),
  state: plain(),
  attempts: plain(),
};

const SEEN = `INSERT INTO chats (chat_key, address_json, last_seen_ms) VALUES (?, ?, ?)
  ON CONFLICT (chat_key) DO UPDATE SET address_json = excluded.address_json, last_seen_ms = excluded.last_seen_ms`;
const REMEMBER = "UPDATE chats SET person_id = ? WHERE chat_key = ?";
const REWRITE = "UPDATE updates SET event_json = ? WHERE platform = ? AND update_id = ?";
const ORIGIN_IN = /\bupdate:([a-z]+):(\w+(?::\d+)?)/;
const BY_NUMBER = "SELECT * FROM updates WHERE platform = ? AND update_id = ?";
const VERSIONS = `SELECT * FROM updates WHERE platform = ? AND chat_key = ? AND event_json ->> '$.messageId' = ?
  AND event_json ->> '$.kind' = 'message' ORDER BY rowid`;

/** A message that somebody wrote among others. */
export interface AskedAloud {
  readonly messageId: string;
  readonly text: string;
  readonly asker: Mention;
}

/** Owner of the tables updates and chats: one row for everything that arrived, one terminal state each. */
export class Updates {
  readonly #table: Table<UpdateRow>;
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #redact: Redact;

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
    this.#table = new Table(database, "updates", COLUMNS);
  }

  /** Writes the update down; `undefined` when it was there already, or is an edit of a message that nobody has begun with, which reads as edited from now on. */
  receive(given: ChatEvent): StoredUpdate | undefined {
    const event = maskedEvent(given, this.#redact);
    return inTransaction(this.#database, () => {
      const { platform } = event.chat;
      const key = chatKey(event.chat);
      const nowMs = this.#clock.now();
      const { updateId } = event;
      const isNew = this.#table.insert(
        { platform, updateId, event, state: "received" },
        { chat_key: key, received_at_ms: nowMs },
        { isNewOnly: true },
      );
      if (isNew === undefined) return undefined;
      this.#table.run(SEEN, key, JSON.stringify(event.chat), nowMs);
      if (event.kind === "message" && event.isEdited === true && this.#correct(event))
        return undefined;
      return { origin: originOf(event), event, attempts: 0 };
    });
  }

  /** Puts an edit into the place of the message while that waits for its turn; false when that has begun, or is not here. */
  #correct(edit: MessageEvent): boolean {
    const { platform } = edit.chat;
    const row = this.#table
      .many(VERSIONS, platform, chatKey(edit.chat), edit.messageId)
      .find(({ state, attempts }) => state === "received" && attempts === 0);
    if (row === undefined || row.updateId === edit.updateId) return false;
    const before = row.event as MessageEvent; // its kind was asked for
    const { isEdited: _isEdited, editedAtMs: _editedAtMs, ...words } = edit;
    const { updateId, sentAtMs, albumId } = before;
    // An older edit that has not been offered yet takes the newer words and stays an edit.
    const now = before.isEdited === true ? edit : words;
    const corrected = {
      ...now,
      updateId,
      sentAtMs,
      ...(albumId === undefined ? {} : { albumId }),
    };
    this.#table.run(REWRITE, JSON.stringify(corrected), platform, updateId);
    this.end(edit, "done");
    return true;
  }

  /** What a message read before an edit; `undefined` where it is not known. */
  before(edit: MessageEvent): MessageEvent | undefined {
    const row = this.#table
      .many(VERSIONS, edit.chat.platform, chatKey(edit.chat), edit.messageId)
      .findLast(({ updateId }) => updateId !== edit.updateId);
    return row === undefined ? undefined : (row.event as MessageEvent); // its kind was asked for
  }

  /** The newest edits of a chat, newest first, of each message the last. */
  edits(chat: ChatAddress): readonly StoredUpdate[] {
    const seen = new Set<string>();
    return this.#table
      .many(
        `SELECT * FROM updates WHERE platform = ? AND chat_key = ? AND event_json ->> '$.isEdited' = 1
       ORDER BY rowid DESC LIMIT ${EDITS_LOOKED_AT}`,
        chat.platform,
        chatKey(chat),
      )
      .flatMap((row) => {
        const event = row.event as MessageEvent; // only messages are edits
        if (seen.has(event.messageId)) return [];
        seen.add(event.messageId);
        return [{ origin: originOf(event), event, attempts: row.attempts }];
      });
  }

  /** What the sender of a message wrote in its chat just before it and did nothing since, oldest first: at most `limits.most` messages, each sent at most `limits.withinMs` before the next. A press, an edit, a file and forwarded words of theirs end it. */
  saidBefore(
    event: MessageEvent,
    limits: { readonly most: number; readonly withinMs: number },
  ): readonly string[] {
    const { chat, sender, updateId } = event;
    const texts: string[] = [];
    let next = event;
    for (const row of this.#table.many(EARLIER, chatKey(chat), chat.platform, updateId)) {
      const earlier = row.event; // written by receive only
      if (earlier.sender.id !== sender.id) continue;
      if (texts.length === limits.most || !isPlain(earlier)) break;
      if (next.sentAtMs - earlier.sentAtMs > limits.withinMs) break;
      texts.unshift(earlier.text);
      next = earlier;
    }
    return texts;
  }

  /** How many messages that are for the bot came in a chat after a moment. */
  messagesSince(key: string, atMs: number): number {
    const rows = this.#table.many(
      "SELECT * FROM updates WHERE chat_key = ? AND received_at_ms > ?",
      key,
      atMs,
    );
    return rows.filter(({ event }) => event.kind === "message" && event.isAddressed).length;
  }

  /** What the sender of an update wrote next in its chat; `key` is its origin or holds it. `undefined` for nothing, and where the update is not kept any more. */
  saidAfter(key: string): string | undefined {
    const event = this.#behind(key);
    if (event === undefined) return undefined;
    const { chat, sender, updateId } = event;
    const later = this.#table.many(LATER, chatKey(chat), chat.platform, updateId, sender.id);
    return later.map(({ event: next }) => next).find(isPlain)?.text;
  }

  /** True for the first press, by its origin, that has an edit answered, and for the same press after a restart. */
  takeUp({ chat, updateId }: ChatEvent, pressOrigin: string): boolean {
    const reason = `answered for ${pressOrigin}`;
    return (
      this.#table.run(
        "UPDATE updates SET reason = ? WHERE platform = ? AND update_id = ? AND COALESCE(reason, ?) = ?",
        reason,
        chat.platform,
        updateId,
        reason,
        reason,
      ) === 1
    );
  }

  /** True when it has its terminal state: its sender was forgotten while it waited. */
  hasEnded(event: ChatEvent): boolean {
    return this.#table.has(
      "SELECT 1 AS found FROM updates WHERE platform = ? AND update_id = ? AND state <> 'received'",
      event.chat.platform,
      event.updateId,
    );
  }

  /** Counts one more try, and gives the event as it reads by now; `undefined` when there were too many, and the update has ended as failed. */
  begin(event: ChatEvent): ChatEvent | undefined {
    const row = inLazyTransaction(this.#database, () =>
      this.#table.one(
        "UPDATE updates SET attempts = attempts + 1 WHERE platform = ? AND update_id = ? RETURNING *",
        event.chat.platform,
        event.updateId,
      ),
    );
    if (row === undefined) return event;
    if (row.attempts <= MAX_ATTEMPTS) return row.event; // written by receive only
    this.end(event, "failed");
    return undefined;
  }

  /** Gives the update its terminal state, with why where that is not plain; one that has ended keeps the state it has. */
  end(event: ChatEvent, state: "done" | "ignored" | "failed", reason?: "over-rate"): void {
    const { chat, updateId } = event;
    inLazyTransaction(this.#database, () =>
      this.#table.run(
        "UPDATE updates SET state = ?, ended_at_ms = ?, reason = ? WHERE platform = ? AND update_id = ? AND state = 'received'",
        state,
        this.#clock.now(),
        reason ?? null,
        chat.platform,
        updateId,
      ),
    );
  }

  /** Keeps of an update that has ended only the number by which the platform's second delivery is known. */
  keepNumber({ chat, updateId }: ChatEvent): void {
    const keep = this.#database.prepare<[string, string]>(
      "UPDATE updates SET event_json = '{}', chat_key = '' WHERE platform = ? AND update_id = ? AND state <> 'received'",
    );
    inLazyTransaction(this.#database, () => keep.run(chat.platform, updateId));
  }

  /** Who wrote or pressed what a key with its origin comes from. */
  senderBehind(key: string): Sender | undefined {
    return this.#behind(key)?.sender;
  }

  /** The message of a group from which something with this origin, or a key that holds it, comes, and whether its writer alone may see what answers it; neither where that was not said in this very chat. */
  messageBehind(key: string, inChat: string): Pick<OutgoingMessage, "repliesTo" | "onlyFor"> {
    const event = this.#behind(key);
    if (event?.kind !== "message" || event.chat.isPrivate) return {};
    if (chatKey(event.chat) !== inChat) return {};
    const { messageId, isQuiet } = event;
    return { repliesTo: messageId, ...(isQuiet === true && { onlyFor: messageId }) };
  }

  /** The message of a group that something is for, with who wrote it, where everybody there may see what comes of it. */
  askedAloud(key: string, inChat: string): AskedAloud | undefined {
    const event = this.#behind(key);
    if (event?.kind !== "message" || event.chat.isPrivate || event.isQuiet === true)
      return undefined;
    if (chatKey(event.chat) !== inChat) return undefined;
    const { messageId, text, sender } = event;
    return { messageId, text, asker: { id: sender.id, name: sender.name } };
  }

  /** What the message said that something is for; `undefined` for a press, and where its words are not kept any more. */
  wordsBehind(key: string): string | undefined {
    const event = this.#behind(key);
    return event?.kind === "message" ? event.text : undefined;
  }

  #behind(key: string): ChatEvent | undefined {
    const [, platform = "", updateId = ""] = ORIGIN_IN.exec(key) ?? [];
    const event = this.#table.one(BY_NUMBER, platform, updateId)?.event;
    // Of an update whose sender was forgotten only the number is kept.
    return event?.chat === undefined ? undefined : event;
  }

  /** What was received and not ended, on one platform or on all, oldest first: work for a restarted process. */
  open(platform: string | null = null): readonly StoredUpdate[] {
    return this.#table
      .many(
        "SELECT * FROM updates WHERE state = 'received' AND (? IS NULL OR platform = ?) ORDER BY rowid",
        platform,
        platform,
      )
      .map((row) => {
        const event = row.event; // written by receive only
        return { origin: originOf(event), event, attempts: row.attempts };
      });
  }

  /** Messages of an album in the chat of `event` that have come and not ended, as they came. */
  album(event: ChatEvent, albumId: string): readonly MessageEvent[] {
    return this.#table
      .many(
        `SELECT * FROM updates WHERE state = 'received' AND platform = ? AND chat_key = ?
  AND event_json ->> '$.albumId' = ? ORDER BY rowid`,
        event.chat.platform,
        chatKey(event.chat),
        albumId,
      )
      .map((row) => row.event as MessageEvent); // written by receive only, and messages alone have albums
  }

  /** From now on the update of `whole` is this message, and the others that went into it are done. */
  gather(whole: MessageEvent, members: readonly MessageEvent[]): void {
    inTransaction(this.#database, () => {
      this.#table.run(REWRITE, JSON.stringify(whole), whole.chat.platform, whole.updateId);
      for (const member of members)
        if (member.updateId !== whole.updateId) this.end(member, "done");
    });
  }

  /** Where a chat is. */
  address(key: string): ChatAddress | undefined {
    const row = this.#table.rows<{ readonly address_json: string }>(
      "SELECT address_json FROM chats WHERE chat_key = ?",
      key,
    )[0];
    return row === undefined ? undefined : (JSON.parse(row.address_json) as ChatAddress); // written by receive, remember and keepAddress only
  }

  /** Notes a chat and who is reached there in private. */
  remember(address: ChatAddress, personId: string): void {
    const key = chatKey(address);
    const where = JSON.stringify(address);
    // Most often it is known, since `receive` has just noted it: nothing is written then.
    if (
      this.#table.has(
        "SELECT 1 AS found FROM chats WHERE chat_key = ? AND address_json = ? AND person_id = ?",
        key,
        where,
        personId,
      )
    )
      return;
    inLazyTransaction(this.#database, () => {
      this.#table.run(SEEN, key, where, this.#clock.now());
      this.#table.run(REMEMBER, personId, key);
    });
  }

  /** Notes where a chat is, and nothing about who is there. */
  keepAddress(address: ChatAddress): void {
    this.#table.run(SEEN, chatKey(address), JSON.stringify(address), this.#clock.now());
  }

  /** Forgets a chat that is nobody's private one. */
  dropChat(key: string): void {
    this.#table.run("DELETE FROM chats WHERE chat_key = ? AND person_id IS NULL", key);
  }

  /** A private chat is nobody's any more. */
  part(key: string): void {
    this.#table.run(REMEMBER, null, key);
  }

  /** Private chats of a person, the latest first. */
  chatsOf(personId: string): readonly string[] {
    return this.#table
      .rows<{ readonly chat_key: string }>(
        "SELECT chat_key FROM chats WHERE person_id = ? ORDER BY last_seen_ms DESC",
        personId,
      )
      .map((row) => row.chat_key);
  }

  /** Groups and their topics that something arrived from, the latest first. */
  groups(): readonly ChatAddress[] {
    return this.#table
      .rows<{ readonly address_json: string }>(
        "SELECT address_json FROM chats WHERE address_json ->> '$.isPrivate' = 0 ORDER BY last_seen_ms DESC",
      )
      .map((row) => JSON.parse(row.address_json)); // written by receive only
  }

  /** True where one of these accounts has written or pressed in a chat. */
  hasWritten(
    chat: ChatAddress,
    accounts: readonly { readonly platform: string; readonly externalId: string }[],
  ): boolean {
    return accounts.some(
      ({ platform, externalId }) =>
        platform === chat.platform &&
        this.#table.has(
          "SELECT 1 AS found FROM updates WHERE platform = ? AND chat_key = ? AND event_json ->> '$.sender.id' = ? LIMIT 1",
          platform,
          chatKey(chat),
          externalId,
        ),
    );
  }

  /** Whose private chat it is; `undefined` for a group, or for someone never met. */
  personIn(key: string): string | undefined {
    return (
      this.#table.rows<{ readonly person_id: string | null }>(
        "SELECT person_id FROM chats WHERE chat_key = ?",
        key,
      )[0]?.person_id ?? undefined
    );
  }

  /** Who wrote or pressed last in a chat. */
  latestSender(key: string): Sender | undefined {
    const row = this.#table.one(
      "SELECT * FROM updates WHERE chat_key = ? ORDER BY rowid DESC LIMIT 1",
      key,
    );
    return row === undefined ? undefined : row.event.sender; // written by receive only
  }
}

/** True for a message of nothing but its sender's own words, said to the bot once. */
function isPlain(event: ChatEvent): event is MessageEvent {
  if (event.kind !== "message" || !event.isAddressed) return false;
  const isOwn = event.isForwarded !== true && event.isEdited !== true;
  return isOwn && event.attachments === undefined;
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

/** Under which what an event asks for is done, once. */
export function originOf(event: ChatEvent): string {
  return `update:${event.chat.platform}:${event.updateId}`;
}
