import type { Clock } from "../../base/clock.ts";
import { AppError } from "../../base/errors.ts";
import { LoopScheduler } from "../../base/loop-scheduler.ts";
import { type Database, inLazyTransaction, inSavepoint } from "../../store/database.ts";
import { onDisk } from "../../store/durable-commit.ts";
import { type ChatEvent, chatKey } from "../platform/chat-adapter.ts";
import type { StoredUpdate, Updates } from "./update-table.ts";

/** What became of an event: as `Updates.receive` gives it, or why it is not stored. */
type Receipt = PromiseSettledResult<StoredUpdate | undefined>;

/** An event that has its row. */
export interface Arrived {
  /** As `Updates.receive` gives it. */
  readonly update: StoredUpdate | undefined;
  /** Resolves when no loss of power takes the row back: only then may its platform hear of it. Rejects where the disk does not take it. */
  readonly onDisk: Promise<void>;
}

interface Waiting {
  readonly event: ChatEvent;
  readonly settle: (receipt: Receipt, onDisk: Promise<void>) => void;
}

/**
 * Stores updates: all that arrive in one round of the event loop are written in one transaction, and waits for the disk together while
 * the loop goes on. What cannot be stored keeps back those behind it in its chat, so that they keep their order, and no others.
 */
export class UpdateWriter {
  readonly #database: Database;
  readonly #updates: Updates;
  readonly #rounds: LoopScheduler;
  #waiting: Waiting[] = [];

  /** `rounds` are those that the work shares which may wait for it; default its own. */
  constructor(parts: {
    readonly database: Database;
    readonly updates: Updates;
    readonly rounds?: LoopScheduler;
  }) {
    this.#database = parts.database;
    this.#updates = parts.updates;
    this.#rounds = parts.rounds ?? new LoopScheduler();
  }

  /** Resolves when the event has its row, in the order of the calls; rejects when it is not stored. */
  store(event: ChatEvent): Promise<Arrived> {
    if (this.#waiting.length === 0) this.#rounds.soon(() => this.#storeAll());
    return new Promise((resolve, reject) => {
      const settle: Waiting["settle"] = (receipt, disk) =>
        receipt.status === "fulfilled"
          ? resolve({ update: receipt.value, onDisk: disk })
          : reject(receipt.reason);
      this.#waiting.push({ event, settle });
    });
  }

  #storeAll(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    const receipts = this.#receiptsOf(waiting.map(({ event }) => event));
    const disk = onDisk(this.#database);
    disk.catch(() => undefined); // told to those who wait for it
    for (const [index, receipt] of receipts.entries()) waiting[index]?.settle(receipt, disk);
  }

  /** One of each event, in order. */
  #receiptsOf(events: readonly ChatEvent[]): readonly Receipt[] {
    const database = this.#database;
    const receive = (event: ChatEvent) => this.#updates.receive(event);
    try {
      return inLazyTransaction(database, () =>
        inOrder(events, (event) => inSavepoint(database, () => receive(event))),
      );
    } catch (thrown) {
      // One took the others with it: alone, each shows what it can.
      if (isLost(thrown)) return inOrder(events, receive);
      return events.map(() => ({ status: "rejected", reason: thrown }));
    }
  }
}

/** Throws only where the transaction was lost. */
function inOrder(
  events: readonly ChatEvent[],
  receive: (event: ChatEvent) => StoredUpdate | undefined,
): readonly Receipt[] {
  const failures = new Map<string, Receipt>();
  return events.map((event) => {
    const key = chatKey(event.chat);
    const before = failures.get(key);
    if (before !== undefined) return before;
    try {
      return { status: "fulfilled", value: receive(event) };
    } catch (reason) {
      if (isLost(reason)) throw reason;
      const failure = { status: "rejected", reason } as const;
      failures.set(key, failure);
      return failure;
    }
  });
}

function isLost(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.code === "transaction-lost";
}

type MessageEvent = Extract<ChatEvent, { kind: "message" }>;

/** An album is whole when nothing more of it has come for this long; Telegram sends its messages at once, one update each. */
const STILL_COMING_MS = 1000;

/** Most messages of an album (Bot API, sendMediaGroup: 2-10 items). */
const MOST_MESSAGES = 10;

/** Makes one message of those that came as an album. */
export class Albums {
  readonly #updates: Updates;
  readonly #clock: Clock;

  constructor({ updates, clock }: { readonly updates: Updates; readonly clock: Clock }) {
    this.#updates = updates;
    this.#clock = clock;
  }

  /**
   * The message itself, or the whole album that it is the first of, once that has come: files in the sender's order, words below each
   * other. The other messages of the album end with this; the update keeps the whole, so that a restart begins with it.
   */
  async whole(event: ChatEvent): Promise<ChatEvent> {
    if (event.kind !== "message" || event.albumId === undefined) return event;
    const { albumId } = event;
    let members = this.#updates.album(event, albumId);
    for (let count = 0; count < members.length && count < MOST_MESSAGES; ) {
      count = members.length;
      await this.#clock.sleep(STILL_COMING_MS);
      members = this.#updates.album(event, albumId);
    }
    const album = joined(event, members);
    this.#updates.gather(album, members);
    return album;
  }
}

function joined(first: MessageEvent, members: readonly MessageEvent[]): MessageEvent {
  const { albumId: _albumId, ...rest } = first;
  const ordered = members.toSorted(
    (left, right) => Number(left.messageId) - Number(right.messageId),
  );
  const texts = ordered.map(({ text }) => text).filter((text) => text !== "");
  return {
    ...rest,
    text: texts.join("\n"),
    attachments: ordered.flatMap(({ attachments = [] }) => attachments),
    isAddressed: ordered.some(({ isAddressed }) => isAddressed),
    ...(ordered.some(({ isForwarded }) => isForwarded === true) ? { isForwarded: true } : {}),
    ...(ordered.some(({ isMasked }) => isMasked === true) ? { isMasked: true } : {}),
  };
}
