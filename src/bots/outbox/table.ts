import type { Clock } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import { joined, type Localized } from "../../base/localized.ts";
import { maskTexts, type Redact } from "../../base/redact.ts";
import { type Database, inLazyTransaction } from "../../store/database.ts";
import { onDisk } from "../../store/durable-commit.ts";
import type { OutgoingMessage, Sent } from "../platform/chat-adapter.ts";
import {
  type Head,
  type MessageClass,
  type MessageKind,
  type MessageState,
  type Row,
  statementsOf,
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

/** A claim that the disk did not take is made again after this. */
const DISK_REST_MS = 1000;

/** Owner of the table outbox. */
export class OutboxTable {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #redact: Redact;
  readonly #sql: ReturnType<typeof statementsOf>;

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
    this.#sql = statementsOf(database);
  }

  /** Adds a message; a key already there changes nothing. An edit takes the place of one of the same message that still waits, and `inPlaceOf` withdraws a message that has not begun to leave. */
  add(facts: NewOutboxRow): void {
    const { key, platform, chatKey, messageId = null, heldUntilMs = null } = facts;
    const { kind = "other", subject = null } = facts;
    const isControl = facts.isControl === true ? 1 : 0;
    const text = this.#json(facts.message);
    const nowMs = this.#clock.now();
    this.inTransaction(() => {
      if (this.#sql.byKey.get(key) !== undefined) return;
      if (facts.class === "edit") {
        const { changes } = this.#sql.replaceEdit.run(
          key,
          text,
          isControl,
          heldUntilMs,
          chatKey,
          messageId,
        );
        if (changes > 0) return;
      }
      const row = [key, platform, chatKey, facts.class, kind, subject, text] as const;
      const place = this.#placeFor(facts.inPlaceOf);
      this.#sql.insert.run(...row, messageId, nowMs, nowMs, heldUntilMs, place, isControl);
    });
  }

  /** Takes in a message that stands on its platform and of which this table does not know: the process that sent it died before the answer. One that is known changes nothing. */
  adopt({ key, platform, chatKey, subject, message, messageId }: Adopted): void {
    if (this.byMessage(chatKey, messageId) !== undefined) return;
    const nowMs = this.#clock.now();
    const text = this.#json(message);
    const row = [key, platform, chatKey, "card", "card", subject, text] as const;
    this.inTransaction(() => this.#sql.adopt.run(...row, nowMs, nowMs, messageId, nowMs));
  }

  /** The key of the message whose place is to be taken, for whose edits it is too late then; `null` where there is none to take. */
  #placeFor(earlierKey: string | undefined): string | null {
    if (earlierKey === undefined || !this.#mayTakePlace(earlierKey)) return null;
    this.#sql.replaceEdits.run(this.#clock.now(), earlierKey);
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
    const row = this.#sql.byKey.get(key);
    return row === undefined ? undefined : rowOf(row);
  }

  /** The parts of a message that was split: those with the key itself, `key#1`, `key#2`, … in order. */
  partsOf(key: string): readonly OutboxRow[] {
    return this.#sql.partsOf.all(key, `${key}#`, `${key}#${LAST_CHARACTER}`).map(rowOf);
  }

  /** The head of each queue of every chat on a platform: control messages, messages in order, edits. */
  heads(platform: string): readonly Head[] {
    return this.#sql.heads.all({ platform, now: this.#clock.now() });
  }

  /** The same of one chat. */
  headsIn(chatKey: string): readonly Head[] {
    return this.#sql.headsIn.all({ chatKey, now: this.#clock.now() });
  }

  /** When the earliest of the messages that are held may leave. */
  nextHeldMs(platform: string): number | undefined {
    return this.#sql.nextHeld.get({ platform, now: this.#clock.now() })?.atMs ?? undefined;
  }

  /** The message that stands as `messageId` on its platform, or whose album does; `undefined` for one that the outbox did not bring. */
  byMessage(chatKey: string, messageId: string): OutboxRow | undefined {
    const place = [chatKey, messageId] as const;
    const row = this.#sql.byMessage.get(...place) ?? this.#sql.byAlbum.get(...place);
    return row === undefined ? undefined : rowOf(row);
  }

  /** The message that was sent last in a chat. */
  lastIn(chatKey: string): OutboxRow | undefined {
    const row = this.#sql.lastIn.get(chatKey);
    return row === undefined ? undefined : rowOf(row);
  }

  /** True where a message was last changed to read just so. */
  isAsShown({
    chatKey,
    messageId,
    message,
  }: Pick<NewOutboxRow, "chatKey" | "message"> & { readonly messageId: string }): boolean {
    const last = this.#sql.newestOf.get(chatKey, messageId);
    return (
      last?.class === "edit" && last.state === "sent" && last.message_json === this.#json(message)
    );
  }

  /** The message with an id of this table. */
  byId(id: number): OutboxRow | undefined {
    const row = this.#sql.byId.get(id);
    return row === undefined ? undefined : rowOf(row);
  }

  /** Ends a message, with all of its parts, that nobody has begun to send; true when there was one. */
  withdraw(key: string): boolean {
    const nowMs = this.#clock.now();
    const { changes } = this.#sql.withdraw.run(nowMs, key, `${key}#`, `${key}#${LAST_CHARACTER}`);
    return changes > 0;
  }

  /** The briefings that wait in a chat for their time, oldest first. */
  heldIn(chatKey: string): readonly OutboxRow[] {
    return this.#sql.heldIn.all(chatKey, this.#clock.now()).map(rowOf);
  }

  /** The newest messages that somebody else's words were brought in to a chat, the newest first, with when each left and the person it comes from. */
  relayedIn(chatKey: string, limit: number): readonly Relayed[] {
    return this.#sql.relayedIn.all(chatKey, limit).flatMap((row) => {
      const { message, firstSentMs } = rowOf(row);
      const from = message.buttons?.flat().find(({ answers }) => answers)?.answers;
      return from === undefined || firstSentMs === undefined
        ? []
        : [{ from, text: message.text, atMs: firstSentMs }];
    });
  }

  /** Everything that has yet to leave for a chat, oldest first. */
  openIn(chatKey: string): readonly OutboxRow[] {
    return this.#sql.openIn.all(chatKey).map(rowOf);
  }

  /** What is held in a chat is held until then from now on; without a time it leaves at once. */
  reapplyQuietHours(chatKey: string, untilMs: number | undefined): void {
    this.#sql.reapplyQuietHours.run(untilMs ?? null, chatKey);
  }

  /** Resolves to true when this process got it. That is on the disk then, with all before it: what has left is known to have left after a loss of power too. Rejects where the disk does not take it. */
  async claim(id: number): Promise<boolean> {
    const nowMs = this.#clock.now();
    const isOurs = this.inTransaction(() => this.#sql.claim.run(nowMs, id).changes > 0);
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
    const { messageId = null, otherIds = [] } = facts;
    const others = otherIds.length === 0 ? null : JSON.stringify(otherIds);
    const problem = facts.problem === undefined ? null : this.#json(facts.problem);
    this.inTransaction(() =>
      this.#sql.settle.run(state, messageId, others, problem, this.#clock.now(), id),
    );
  }

  /** Of a message that is known not to have arrived others leave in its place, in this order and before all that waits behind it; together they are that message. */
  putInstead({ id, key, chatKey }: OutboxRow, messages: readonly OutgoingMessage[]): void {
    const [first, ...others] = messages;
    if (first === undefined) return;
    const whole = wholeKey(key);
    this.inTransaction(() => {
      const behind = this.#sql.waitingIn.all(chatKey).filter((row) => row.id > id);
      this.#sql.putInstead.run(this.#json(first), this.#clock.now(), id);
      let number = this.partsOf(whole).length;
      for (const message of others)
        this.#sql.addBehind.run(`${whole}#${number++}`, this.#json(message), id);
      if (others.length > 0) for (const row of behind) this.#sql.moveLast.run(row.id);
    });
  }

  /** Puts a message back, to be tried at `atMs`; `isUnsent` when it is known not to have arrived. */
  retry(id: number, atMs: number, problem: Localized, isUnsent = false): void {
    this.inTransaction(() => this.#sql.retry.run(atMs, this.#json(problem), isUnsent ? 1 : 0, id));
  }

  /** What is kept of it: without secrets. */
  #json(value: OutgoingMessage | Localized): string {
    return JSON.stringify(maskTexts(value, this.#redact));
  }

  /** Messages of a kind that never arrived as far as anyone knows, in a chat or on a whole platform, oldest first. */
  lost(
    kind: MessageKind,
    place: string,
  ): readonly { readonly key: string; readonly chatKey: string }[] {
    return this.#sql.lost.all({ kind, place });
  }

  /** Puts back the parts of a message that failed, or that nobody knows to have arrived. */
  reopen(key: string): void {
    this.#sql.reopen.run(this.#clock.now(), key, `${key}#`, `${key}#${LAST_CHARACTER}`);
  }

  /** True when a later edit of the same message waits, or a message in its place was added, which makes this one needless. */
  isReplaced(row: OutboxRow): boolean {
    if (row.class !== "edit" || row.messageId === undefined) return false;
    const place = [row.chatKey, row.messageId, row.id] as const;
    return [this.#sql.laterEdit, this.#sql.laterInPlace].some(
      (later) => later.get(...place) !== undefined,
    );
  }

  /** A message that was to take the place of another leaves as one of its own. */
  setApart(id: number): void {
    this.#sql.setApart.run(this.#clock.now(), id);
  }

  /** True when what a message on the platform says in the end was added, as an edit or as a message in its place. */
  isFinal(chatKey: string, messageId: string): boolean {
    return this.#sql.finalOf.get(chatKey, messageId) !== undefined;
  }

  /** True when a message that is to read instead of the one with this key was added. */
  isPlaceTaken(key: string): boolean {
    return this.#sql.inPlace.get(key) !== undefined;
  }

  /** A message that was sent is there no more: it does not count as sent from now on. */
  forget(chatKey: string, messageId: string): void {
    this.#sql.forget.run(this.#clock.now(), chatKey, messageId);
  }

  /** Messages that a dead process was sending: nobody knows whether they arrived. */
  cutOff(platform: string): readonly OutboxRow[] {
    return this.#sql.cutOff.all(platform).map(rowOf);
  }

  /** Sent messages of a kind, of every subject or of one, oldest first; without those that read, or are to read, as a later message. */
  sentOf(kind: MessageKind, subject?: string): readonly OutboxRow[] {
    const { sentOfKind, sentAbout } = this.#sql;
    const rows = subject === undefined ? sentOfKind.all(kind) : sentAbout.all(kind, subject);
    return rows.map(rowOf);
  }

  /** Removes messages that have not left for certain, with all their parts, so that whoever asked for them may add them again. */
  dropUnsent(keys: readonly string[]): void {
    this.inTransaction(() => {
      for (const key of keys) this.#sql.dropUnsent.run(key, `${key}#`, `${key}#${LAST_CHARACTER}`);
    });
  }

  /** Chats where a reply or a briefing waits, with how many messages wait there. */
  chatsWaiting(): readonly { readonly chatKey: string; readonly count: number }[] {
    return this.#sql.chatsWaiting.all();
  }

  /** Removes every message whose key is about something, sent or not. */
  removeAbout(isAbout: (key: string) => boolean): void {
    this.inTransaction(() => {
      for (const { id, key } of this.#sql.keys.all()) if (isAbout(key)) this.#sql.remove.run(id);
    });
  }

  /** Removes the messages of a kind in a chat. */
  removeIn(chatKey: string, kind: MessageKind): void {
    this.#sql.removeIn.run(chatKey, kind);
  }

  /** Adds a message that leaves before everything that waits in its chat. */
  addInFront(facts: NewOutboxRow): void {
    this.inTransaction(() => {
      const waiting = this.#sql.waitingIn.all(facts.chatKey);
      this.add(facts);
      for (const { id } of waiting) this.#sql.moveLast.run(id);
    });
  }

  /** Every message of a kind, of every subject or of one, whatever became of it, oldest first. */
  of(kind: MessageKind, subject?: string): readonly OutboxRow[] {
    const { ofKind, about } = this.#sql;
    return (subject === undefined ? ofKind.all(kind) : about.all(kind, subject)).map(rowOf);
  }

  /** Those of them that have `part` among their subjects. */
  mentioning(kind: MessageKind, part: string): readonly OutboxRow[] {
    return this.#sql.mentioning.all(kind, part).map(rowOf);
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

/** Sorts after every other character, so that a range of keys ends there. */
const LAST_CHARACTER = "\u{10FFFF}";

function rowOf(row: Row): OutboxRow {
  return {
    id: row.id,
    key: row.key,
    platform: row.platform,
    chatKey: row.chat_key,
    class: row.class,
    kind: row.kind,
    ...(row.subject === null ? {} : { subject: row.subject }),
    message: JSON.parse(row.message_json) as OutgoingMessage, // written by add only
    state: row.state,
    ...(row.message_id === null ? {} : { messageId: row.message_id }),
    ...(row.other_ids === null ? {} : { otherIds: JSON.parse(row.other_ids) as readonly string[] }), // written by settle only
    attempts: row.attempts,
    nextAttemptMs: row.next_attempt_ms,
    ...(row.first_sent_ms === null ? {} : { firstSentMs: row.first_sent_ms }),
    ...(row.in_place_of === null ? {} : { inPlaceOf: row.in_place_of }),
    ...(row.problem === null ? {} : { problem: problemOf(row.problem) }),
  };
}

function problemOf(text: string): Localized {
  return text.startsWith("{") ? (JSON.parse(text) as Localized) : joined(text); // JSON is written by settle and retry only
}
