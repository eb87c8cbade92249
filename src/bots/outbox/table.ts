import type { Clock } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import { joined, type Localized } from "../../base/localized.ts";
import { maskTexts, type Redact } from "../../base/redact.ts";
import { type Database, inLazyTransaction } from "../../store/database.ts";
import { onDisk } from "../../store/durable-commit.ts";
import { type Columns, json, plain, Table } from "../../store/table.ts";
import type { OutgoingMessage, Sent } from "../platform/chat-adapter.ts";
import {
  type Head,
  type MessageClass,
  type MessageKind,
  type MessageState,
  SQL,
} from "./statements.ts";

/** A message that must leave, or has left. */
export interface OutboxRow {
  readonly id: number;
  readonly key: string;
  readonly platform: string;
  readonly chatKey: string;
  readonly class: MessageClass;
  readonly kind: MessageKind;
  /** What it is about, as `MessageKind` says. */
  readonly subject?: string;
  readonly message: OutgoingMessage;
  readonly state: MessageState;
  readonly messageId?: string;
  /** The platform's ids of its further files. */
  readonly otherIds?: readonly string[];
  readonly attempts: number;
  readonly nextAttemptMs: number;
  /** When it first left without a word on whether it arrived; absent where it has not, or is known not to be there. */
  readonly firstSentMs?: number;
  /** The key of an earlier message of its chat that is to read as this one. */
  readonly inPlaceOf?: string;
  readonly problem?: Localized;
}

/** A message as it is added. For an edit, `messageId` is the message to change. */
export interface NewOutboxRow {
  readonly key: string;
  readonly platform: string;
  readonly chatKey: string;
  readonly class: MessageClass;
  /** Default: "other". */
  readonly kind?: MessageKind;
  /** What it is about, as `MessageKind` says. */
  readonly subject?: string;
  readonly message: OutgoingMessage;
  readonly messageId?: string;
  /** It leaves then at the earliest, and what comes after it in its chat need not wait for it. */
  readonly heldUntilMs?: number;
  /** The key of an earlier message of its chat that is to read as this one. */
  readonly inPlaceOf?: string;
  /** True for what leaves before everything else, also of its chat. */
  readonly isControl?: boolean;
}

/** A message that brought somebody's words. */
interface Relayed {
  /** The person who wrote them. */
  readonly from: string;
  readonly text: string;
  readonly atMs: number;
}

/** A card that was found on its platform. */
type Adopted = Pick<NewOutboxRow, "key" | "platform" | "chatKey" | "message"> &
  Required<Pick<NewOutboxRow, "messageId" | "subject">>;

const COLUMNS: Columns<OutboxRow> = {
  id: plain(),
  key: plain(),
  platform: plain(),
  chatKey: plain(),
  class: plain(),
  kind: plain(),
  subject: plain(),
  message: json("message_json"),
  state: plain(),
  messageId: plain(),
  otherIds: json("other_ids"),
  attempts: plain(),
  nextAttemptMs: plain(),
  firstSentMs: plain(),
  inPlaceOf: plain(),
  // JSON is written by settle and retry only; plain texts by statements, and by older versions.
  problem: {
    write: (problem) => JSON.stringify(problem),
    read: (text: string) => (text.startsWith("{") ? (JSON.parse(text) as Localized) : joined(text)),
  },
};

/** A claim that the disk did not take is made again after this. */
const DISK_REST_MS = 1000;

/** Owner of the table outbox. */
export class OutboxTable {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #redact: Redact;
  readonly #table: Table<OutboxRow>;

  /** `redact` masks secrets in texts that leave; by default they leave as they are. */
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
    this.#table = new Table(database, "outbox", COLUMNS);
  }

  /** Adds a message; a key already there changes nothing. An edit takes the place of one of the same message that still waits, and `inPlaceOf` withdraws a message that has not begun to leave. */
  add(facts: NewOutboxRow): void {
    const { heldUntilMs, inPlaceOf, isControl = false, ...added } = facts;
    const nowMs = this.#clock.now();
    this.inTransaction(() => {
      if (this.#table.has(SQL.byKey, facts.key)) return;
      if (facts.class === "edit" && this.#replacesEdit(facts)) return;
      const row = { kind: "other", ...added, state: "pending", nextAttemptMs: nowMs } as const;
      this.#table.insert(
        { ...row, message: this.#masked(facts.message) },
        {
          in_place_of: this.#placeFor(inPlaceOf),
          created_at_ms: nowMs,
          held_until_ms: heldUntilMs,
          is_control: isControl,
        },
      );
    });
  }

  /** True where an edit of the same message still waits, which reads as this one from now on. */
  #replacesEdit({
    key,
    message,
    chatKey,
    messageId,
    heldUntilMs,
    isControl,
  }: NewOutboxRow): boolean {
    const change = [key, this.#json(message), isControl ?? false, heldUntilMs];
    return this.#table.run(SQL.replaceEdit, ...change, chatKey, messageId) > 0;
  }

  /** Takes in a message that stands on its platform and of which this table does not know: the process that sent it died before the answer. One that is known changes nothing. */
  adopt(found: Adopted): void {
    if (this.byMessage(found.chatKey, found.messageId) !== undefined) return;
    const nowMs = this.#clock.now();
    const row = {
      ...found,
      message: this.#masked(found.message),
      class: "card",
      kind: "card",
      state: "sent",
      nextAttemptMs: nowMs,
    } as const;
    const times = { created_at_ms: nowMs, ended_at_ms: nowMs };
    this.inTransaction(() => this.#table.insert(row, times, { isNewOnly: true }));
  }

  /** The key of the message whose place is to be taken, for whose edits it is too late then; `undefined` where there is none to take. */
  #placeFor(earlierKey: string | undefined): string | undefined {
    if (earlierKey === undefined || !this.#mayTakePlace(earlierKey)) return undefined;
    this.#table.run(SQL.replaceEdits, this.#clock.now(), earlierKey);
    return earlierKey;
  }

  /** False where the earlier message is not there, also since it was withdrawn before it left. */
  #mayTakePlace(earlierKey: string): boolean {
    const earlier = this.byKey(earlierKey);
    if (earlier?.state === "pending" && earlier.firstSentMs === undefined)
      return !this.withdraw(earlierKey);
    return earlier !== undefined && earlier.state !== "failed" && earlier.state !== "unknown";
  }

  /** The message with a key; `undefined` for one that was never added. */
  byKey(key: string): OutboxRow | undefined {
    return this.#table.one(SQL.byKey, key);
  }

  /** The parts of a message that was split: those with the key itself, `key#1`, `key#2`, … in order. */
  partsOf(key: string): readonly OutboxRow[] {
    return this.#table.many(SQL.partsOf, ...partsRange(key));
  }

  /** The head of each queue of every chat on a platform: control messages, messages in order, edits. */
  heads(platform: string): readonly Head[] {
    return this.#table.rows(SQL.heads, { platform, now: this.#clock.now() });
  }

  /** The same of one chat. */
  headsIn(chatKey: string): readonly Head[] {
    return this.#table.rows(SQL.headsIn, { chatKey, now: this.#clock.now() });
  }

  /** When the earliest of the messages that are held may leave. */
  nextHeldMs(platform: string): number | undefined {
    const [held] = this.#table.rows<{ readonly atMs: number | null }>(SQL.nextHeld, {
      platform,
      now: this.#clock.now(),
    });
    return held?.atMs ?? undefined;
  }

  /** The message that stands as `messageId` on its platform, or whose album does; `undefined` for one that the outbox did not bring. */
  byMessage(chatKey: string, messageId: string): OutboxRow | undefined {
    const place = [chatKey, messageId] as const;
    return this.#table.one(SQL.byMessage, ...place) ?? this.#table.one(SQL.byAlbum, ...place);
  }

  /** The message that was sent last in a chat. */
  lastIn(chatKey: string): OutboxRow | undefined {
    return this.#table.one(SQL.lastIn, chatKey);
  }

  /** True where a message was last changed to read just so. */
  isAsShown({
    chatKey,
    messageId,
    message,
  }: Pick<NewOutboxRow, "chatKey" | "message"> & { readonly messageId: string }): boolean {
    const last = this.#table.one(SQL.newestOf, chatKey, messageId);
    return (
      last?.class === "edit" &&
      last.state === "sent" &&
      JSON.stringify(last.message) === this.#json(message)
    );
  }

  /** The message with an id of this table. */
  byId(id: number): OutboxRow | undefined {
    return this.#table.one(SQL.byId, id);
  }

  /** Ends a message, with all of its parts, that nobody has begun to send; true when there was one. */
  withdraw(key: string): boolean {
    const nowMs = this.#clock.now();
    return this.#table.run(SQL.withdraw, nowMs, ...partsRange(key)) > 0;
  }

  /** The briefings that wait in a chat for their time, oldest first. */
  heldIn(chatKey: string): readonly OutboxRow[] {
    return this.#table.many(SQL.heldIn, chatKey, this.#clock.now());
  }

  /** The newest messages that somebody else's words were brought in to a chat, the newest first, with when each left and the person it comes from. */
  relayedIn(chatKey: string, limit: number): readonly Relayed[] {
    return this.#table.many(SQL.relayedIn, chatKey, limit).flatMap(({ message, firstSentMs }) => {
      const from = message.buttons?.flat().find(({ answers }) => answers)?.answers;
      return from === undefined || firstSentMs === undefined
        ? []
        : [{ from, text: message.text, atMs: firstSentMs }];
    });
  }

  /** Everything that has yet to leave for a chat, oldest first. */
  openIn(chatKey: string): readonly OutboxRow[] {
    return this.#table.many(SQL.openIn, chatKey);
  }

  /** What is held in a chat is held until then from now on; without a time it leaves at once. */
  reapplyQuietHours(chatKey: string, untilMs: number | undefined): void {
    this.#table.run(SQL.reapplyQuietHours, untilMs ?? null, chatKey);
  }

  /** Resolves to true when this process got it. That is on the disk then, with all before it: what has left is known to have left after a loss of power too. Rejects where the disk does not take it. */
  async claim(id: number): Promise<boolean> {
    const nowMs = this.#clock.now();
    const isOurs = this.inTransaction(() => this.#table.run(SQL.claim, nowMs, id) > 0);
    if (!isOurs) return false;
    try {
      await onDisk(this.#database);
    } catch (error) {
      // Where an earlier try may have arrived, that is still so.
      const isUnsent = this.byId(id)?.firstSentMs === nowMs;
      this.retry(id, nowMs + DISK_REST_MS, joined(messageOf(error)), isUnsent);
      throw error;
    }
    return true;
  }

  /** Gives a message its terminal state. */
  settle(
    id: number,
    state: "sent" | "unknown" | "failed",
    facts: Partial<Sent> & { readonly problem?: Localized } = {},
  ): void {
    const { messageId, otherIds = [] } = facts;
    const others = otherIds.length === 0 ? undefined : JSON.stringify(otherIds);
    const problem = facts.problem === undefined ? undefined : this.#json(facts.problem);
    this.inTransaction(() =>
      this.#table.run(SQL.settle, state, messageId, others, problem, this.#clock.now(), id),
    );
  }

  /** Of a message that is known not to have arrived others leave in its place, in this order and before all that waits behind it; together they are that message. */
  putInstead({ id, key, chatKey }: OutboxRow, messages: readonly OutgoingMessage[]): void {
    const [first, ...others] = messages;
    if (first === undefined) return;
    const whole = wholeKey(key);
    this.inTransaction(() => {
      const behind = this.#waitingIn(chatKey).filter((waiting) => waiting > id);
      this.#table.run(SQL.putInstead, this.#json(first), this.#clock.now(), id);
      let number = this.partsOf(whole).length;
      for (const message of others)
        this.#table.run(SQL.addBehind, `${whole}#${number++}`, this.#json(message), id);
      if (others.length > 0) for (const waiting of behind) this.#table.run(SQL.moveLast, waiting);
    });
  }

  /** Puts a message back, to be tried at `atMs`; `isUnsent` when it is known not to have arrived. */
  retry(id: number, atMs: number, problem: Localized, isUnsent = false): void {
    this.inTransaction(() =>
      this.#table.run(SQL.retry, atMs, this.#json(problem), isUnsent ? 1 : 0, id),
    );
  }

  #masked<Value extends OutgoingMessage | Localized>(value: Value): Value {
    return maskTexts(value, this.#redact);
  }

  /** What is kept of it: without secrets. */
  #json(value: OutgoingMessage | Localized): string {
    return JSON.stringify(this.#masked(value));
  }

  /** Messages of a kind that never arrived as far as anyone knows, in a chat or on a whole platform, oldest first. */
  lost(
    kind: MessageKind,
    place: string,
  ): readonly { readonly key: string; readonly chatKey: string }[] {
    return this.#table.rows(SQL.lost, { kind, place });
  }

  /** Puts back the parts of a message that failed, or that nobody knows to have arrived. */
  reopen(key: string): void {
    this.#table.run(SQL.reopen, this.#clock.now(), ...partsRange(key));
  }

  /** True when a later edit of the same message waits, or a message in its place was added, which makes this one needless. */
  isReplaced(row: OutboxRow): boolean {
    if (row.class !== "edit" || row.messageId === undefined) return false;
    const place = [row.chatKey, row.messageId, row.id] as const;
    return this.#table.has(SQL.laterEdit, ...place) || this.#table.has(SQL.laterInPlace, ...place);
  }

  /** A message that was to take the place of another leaves as one of its own. */
  setApart(id: number): void {
    this.#table.run(SQL.setApart, this.#clock.now(), id);
  }

  /** True when what a message on the platform says in the end was added, as an edit or as a message in its place. */
  isFinal(chatKey: string, messageId: string): boolean {
    return this.#table.has(SQL.finalOf, chatKey, messageId);
  }

  /** True when a message that is to read instead of the one with this key was added. */
  isPlaceTaken(key: string): boolean {
    return this.#table.has(SQL.inPlace, key);
  }

  /** A message that was sent is there no more: it does not count as sent from now on. */
  forget(chatKey: string, messageId: string): void {
    this.#table.run(SQL.forget, this.#clock.now(), chatKey, messageId);
  }

  /** Messages that a dead process was sending: nobody knows whether they arrived. */
  cutOff(platform: string): readonly OutboxRow[] {
    return this.#table.many(SQL.cutOff, platform);
  }

  /** Sent messages of a kind, of every subject or of one, oldest first; without those that read, or are to read, as a later message. */
  sentOf(kind: MessageKind, subject?: string): readonly OutboxRow[] {
    return subject === undefined
      ? this.#table.many(SQL.sentOfKind, kind)
      : this.#table.many(SQL.sentAbout, kind, subject);
  }

  /** Removes messages that have not left for certain, with all their parts, so that whoever asked for them may add them again. */
  dropUnsent(keys: readonly string[]): void {
    this.inTransaction(() => {
      for (const key of keys) this.#table.run(SQL.dropUnsent, ...partsRange(key));
    });
  }

  /** Chats where a reply or a briefing waits, with how many messages wait there. */
  chatsWaiting(): readonly { readonly chatKey: string; readonly count: number }[] {
    return this.#table.rows(SQL.chatsWaiting);
  }

  /** Removes every message whose key is about something, sent or not. */
  removeAbout(isAbout: (key: string) => boolean): void {
    this.inTransaction(() => {
      const rows = this.#table.rows<Pick<OutboxRow, "id" | "key">>(SQL.keys);
      for (const { id, key } of rows) if (isAbout(key)) this.#table.run(SQL.remove, id);
    });
  }

  /** Removes the messages of a kind in a chat. */
  removeIn(chatKey: string, kind: MessageKind): void {
    this.#table.run(SQL.removeIn, chatKey, kind);
  }

  /** Adds a message that leaves before everything that waits in its chat. */
  addInFront(facts: NewOutboxRow): void {
    this.inTransaction(() => {
      const waiting = this.#waitingIn(facts.chatKey);
      this.add(facts);
      for (const id of waiting) this.#table.run(SQL.moveLast, id);
    });
  }

  /** The ids of what waits in a chat, oldest first. */
  #waitingIn(chatKey: string): readonly number[] {
    return this.#table.rows<{ readonly id: number }>(SQL.waitingIn, chatKey).map(({ id }) => id);
  }

  /** Every message of a kind, of every subject or of one, whatever became of it, oldest first. */
  of(kind: MessageKind, subject?: string): readonly OutboxRow[] {
    return subject === undefined
      ? this.#table.many(SQL.ofKind, kind)
      : this.#table.many(SQL.about, kind, subject);
  }

  /** Those of them that have `part` among their subjects. */
  mentioning(kind: MessageKind, part: string): readonly OutboxRow[] {
    return this.#table.many(SQL.mentioning, kind, part);
  }

  /** Runs `work` so that all of it is stored, or none, before the next message is claimed. */
  inTransaction<T>(work: () => T): T {
    return inLazyTransaction(this.#database, work);
  }
}

/** The key of a message, of the key of one of the parts that it was split into. */
export function wholeKey(key: string): string {
  return key.split("#")[0] ?? key;
}

/** A message's key and the range of the keys of its parts. */
function partsRange(key: string): readonly [string, string, string] {
  return [key, `${key}#`, `${key}#${LAST_CHARACTER}`];
}

/** Sorts after every other character, so that a range of keys ends there. */
const LAST_CHARACTER = "\u{10FFFF}";
