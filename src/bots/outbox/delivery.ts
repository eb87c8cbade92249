import type { EventEmitter } from "node:events";
import type { Clock } from "../../base/clock.ts";
import { messageOf, wordsOf } from "../../base/errors.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Localized } from "../../base/localized.ts";
import type { Log } from "../../base/log.ts";
import {
  type ChatAdapter,
  type ChatAddress,
  DeliveryError,
  type DeliveryProblem,
  type OutgoingMessage,
  type Sent,
} from "../platform/chat-adapter.ts";
import type { LiveEdits, LiveFacts } from "./live-edits.ts";
import type { Delivery } from "./message-parts.ts";
import type { MessageClass } from "./statements.ts";
import type { OutboxRow, OutboxTable } from "./table.ts";

/** What becomes of messages, for those who care; listeners are called in the order in which they subscribed. */
export interface OutboxEvents {
  /** A message has left, with the platform's id for it. */
  sent: [row: OutboxRow, messageId: string];
  /** No further try is made: the message was not delivered. `reason` is what the platform said last. */
  failed: [row: OutboxRow, reason?: DeliveryProblem];
  /** Nobody will ever know whether a message has arrived; told in the transaction that says so. */
  unknown: [row: OutboxRow];
}

/** Dependencies of `OutboxDelivery`. */
export interface SendingParts {
  readonly table: OutboxTable;
  readonly clock: Clock;
  readonly log: Log;
  readonly addressOf: (chatKey: string) => ChatAddress | undefined;
  readonly faultPoint: (name: string) => void;
  /** Draws a card as it is now, just before it leaves. Default: it leaves as it was posted. */
  readonly drawCard?: (row: OutboxRow, room: TextRoom) => OutgoingMessage;
  /** The message of its own chat that a posted one answers, and whether its writer alone may see the answer. Default: it answers none. */
  readonly answered?: (posted: {
    readonly key: string;
    readonly chatKey: string;
    readonly class: MessageClass;
    readonly subject?: string;
  }) => Pick<OutgoingMessage, "repliesTo" | "onlyFor">;
  /** Keeps a text that is too long for a chat as a file: its start, and the file. Default: it is sent as messages however long it is. */
  readonly keepWhole?: (
    key: string,
    chatKey: string,
    text: string,
  ) => { readonly head: OutgoingMessage; readonly whole: OutgoingMessage };
}

/** Longest text of one message in a chat, as its platform counts it. */
export interface TextRoom {
  readonly maxLength: number;
  readonly lengthOf: (markup: string) => number;
  /** True where choices beyond a few are a menu. */
  readonly hasMenus: boolean;
}

/** How a message ends. */
type Ending = Delivery | ({ readonly state: "sent" } & Sent);

/** What the outbox adds to it. */
interface FromOutbox {
  readonly events: EventEmitter<OutboxEvents>;
  readonly roomIn: (chatKey: string) => TextRoom;
  readonly live: LiveEdits<OutgoingMessage>;
}

/** Delivers single messages of the outbox: each call ends in a final state or a scheduled retry. */
export class OutboxDelivery {
  readonly #parts: SendingParts & FromOutbox;
  /** Settles when the message that was launched last may leave, or not. */
  #lastClaim: Promise<unknown> = Promise.resolve();

  constructor(parts: SendingParts & FromOutbox) {
    this.#parts = parts;
  }

  /** What a dead process left half sent is settled by its class. */
  recover(adapter: ChatAdapter): void {
    const { table, clock } = this.#parts;
    for (const row of table.cutOff(adapter.platform)) {
      if (isRetryableDelivery(row, adapter)) table.retry(row.id, clock.now(), CUT_OFF);
      else this.#finish(row, { state: "unknown", problem: MAY_HAVE_ARRIVED });
    }
  }

  /** One message, to its end or its next try; resolves to why the platform did not take it. Never rejects. */
  async deliver(adapter: ChatAdapter, row: OutboxRow): Promise<DeliveryError | undefined> {
    try {
      const address = this.#parts.addressOf(row.chatKey);
      if (address !== undefined) return await this.#send(adapter, address, row);
      this.#finish(row, {
        state: "failed",
        problem: {
          en: `No chat "${row.chatKey}" is known.`,
          ko: korean`알려진 대화 "${row.chatKey}"이(가) 없어요.`,
        },
      });
    } catch (error) {
      const facts = { key: row.key, problem: messageOf(error) };
      this.#parts.log.error(
        facts,
        "A message could not be handled; it is settled at the next start.",
      );
    }
    return undefined;
  }

  /** A change for show, behind the messages launched before it, unless what its message says in the end was posted. Tried once; resolves to why the platform did not take it. Never rejects. */
  async show(
    adapter: ChatAdapter,
    facts: LiveFacts<OutgoingMessage>,
  ): Promise<DeliveryError | undefined> {
    const { table, addressOf } = this.#parts;
    const { chatKey, messageId, message } = facts;
    await this.#lastClaim;
    try {
      const address = addressOf(chatKey);
      if (address !== undefined && !table.isFinal(chatKey, messageId))
        await adapter.edit(address, messageId, message);
    } catch (error) {
      if (!(error instanceof DeliveryError)) return undefined;
      const [other] = error.instead ?? [];
      if (other !== undefined) this.#parts.live.showUnlessNewer({ ...facts, message: other });
      else if (error.kind === "refused") facts.onRefused?.();
      return error;
    }
    return undefined;
  }

  async #send(
    adapter: ChatAdapter,
    address: ChatAddress,
    given: OutboxRow,
  ): Promise<DeliveryError | undefined> {
    const { table, faultPoint, events } = this.#parts;
    const row = this.#withPlace(given);
    const claim = table.claim(row.id);
    this.#lastClaim = Promise.allSettled([claim]);
    if (!(await claim)) return undefined;
    faultPoint("message-claimed");
    let sent: Sent | undefined;
    try {
      sent = await this.#transmit(adapter, address, { ...row, message: this.#drawn(row) });
    } catch (error) {
      this.#notDelivered(adapter, row, error);
      return error instanceof DeliveryError ? error : undefined;
    }
    faultPoint("message-answered");
    if (sent === undefined) {
      this.#finish(row, { state: "unknown", problem: MAY_HAVE_ARRIVED });
      return undefined;
    }
    this.#finish(row, { state: "sent", ...sent });
    events.emit("sent", row, sent.messageId);
    return undefined;
  }

  #drawn(row: OutboxRow): OutgoingMessage {
    const { drawCard, roomIn } = this.#parts;
    const { message } = row;
    if (row.class !== "card" || drawCard === undefined) return message;
    const { inForm, repliesTo, onlyFor } = message;
    const kept = {
      ...(inForm && { inForm }),
      ...(repliesTo !== undefined && { repliesTo }),
      ...(onlyFor !== undefined && { onlyFor }),
    };
    return { ...drawCard(row, roomIn(row.chatKey)), ...kept };
  }

  /** With the id of the message whose place it takes; where that message is not there, it leaves as one of its own. */
  #withPlace(row: OutboxRow): OutboxRow {
    if (row.inPlaceOf === undefined) return row;
    const { table } = this.#parts;
    const { state, messageId } = table.byKey(row.inPlaceOf) ?? {};
    if (state === "sent" && messageId !== undefined) return { ...row, messageId };
    table.setApart(row.id);
    return table.byKey(row.key) ?? row;
  }

  /** Gives the platform's ids; `undefined` where the message may be there already, cannot be found, and must not be there twice. */
  async #transmit(
    adapter: ChatAdapter,
    address: ChatAddress,
    row: OutboxRow,
  ): Promise<Sent | undefined> {
    const { key, chatKey, message, messageId, firstSentMs } = row;
    const isForOne = message.onlyFor !== undefined && !address.isPrivate;
    if (isForOne && adapter.showsQuietly !== true) throw new DeliveryError("refused", NOT_FOR_ALL);
    if (messageId !== undefined && (row.class === "edit" || row.inPlaceOf !== undefined)) {
      this.#parts.live.drop(chatKey, messageId);
      await adapter.edit(address, messageId, message);
      return { messageId };
    }
    if (firstSentMs !== undefined && isPastDedupWindow(row, adapter, this.#parts.clock.now())) {
      const found = await adapter.find?.(address, message, { key, sinceMs: firstSentMs });
      if (found !== undefined) return { messageId: found };
      if (row.class !== "card") return undefined;
    }
    return await adapter.send(address, message, { key });
  }

  #notDelivered(adapter: ChatAdapter, row: OutboxRow, error: unknown): void {
    const { table, log } = this.#parts;
    const problem = { en: wordsOf(error, "en"), ko: wordsOf(error, "ko") };
    const { kind, instead } =
      error instanceof DeliveryError ? error : { kind: "refused" as const, instead: undefined };
    const facts = { chat: row.chatKey, key: row.key, kind, problem: problem.en };
    log.warn(facts, "A message was not delivered.");
    const isRefused = kind === "refused" || kind === "gone";
    if (isRefused && instead === undefined && this.#hasLostPlace(row)) return;
    const waitMs = retryDelayMs(row, error, adapter);
    if (table.isReplaced(row)) {
      this.#finish(row, { state: "failed", problem: REPLACED });
      return;
    }
    if (instead !== undefined) {
      table.putInstead(row, instead);
      return;
    }
    this.#retryOrEnd(row, { kind, problem, waitMs });
    if (row.class === "edit" && kind === "refused") this.#sendAnew(row);
  }

  #retryOrEnd(
    row: OutboxRow,
    facts: {
      readonly kind: DeliveryProblem;
      readonly problem: Localized;
      readonly waitMs: number | undefined;
    },
  ): void {
    const { table, clock } = this.#parts;
    const { kind, problem, waitMs } = facts;
    const isUnsent = kind !== "unknown" && row.firstSentMs === undefined;
    if (waitMs !== undefined) table.retry(row.id, clock.now() + waitMs, problem, isUnsent);
    else this.#finish(row, { state: kind === "unknown" ? "unknown" : "failed", problem }, kind);
  }

  /** The message whose place this one takes cannot be changed any more: it is forgotten, and this one leaves as a message of its own. */
  #hasLostPlace({ id, chatKey, inPlaceOf, messageId = "" }: OutboxRow): boolean {
    const { table } = this.#parts;
    if (inPlaceOf === undefined) return false;
    table.inTransaction(() => {
      table.forget(chatKey, messageId);
      table.setApart(id);
    });
    return true;
  }

  /** The card to change was deleted, or is too old: it is forgotten, and what it says now is sent as a card of its own. */
  #sendAnew({ messageId = "", ...edit }: OutboxRow): void {
    const { table } = this.#parts;
    const { platform, chatKey, kind, message, subject } = edit;
    table.forget(chatKey, messageId);
    const about = subject === undefined ? { kind } : { kind, subject };
    table.add({ key: `anew:${edit.key}`, platform, chatKey, class: "card", ...about, message });
  }

  #finish(row: OutboxRow, delivery: Ending, reason?: DeliveryProblem): void {
    const { state, ...facts } = delivery;
    const { table, faultPoint, events } = this.#parts;
    table.inTransaction(() => {
      table.settle(row.id, state, facts);
      if (state === "unknown") events.emit("unknown", row);
    });
    faultPoint("message-settled");
    if (state === "failed") events.emit("failed", row, reason);
  }
}

const NOT_FOR_ALL: Localized = {
  en: "What is for one person alone cannot be shown in that chat.",
  ko: "한 사람만 볼 내용은 그 대화에 보여 줄 수 없어요.",
};

const CUT_OFF: Localized = {
  en: "The process ended while sending.",
  ko: "보내는 중에 서비스가 끝났어요.",
};

const MAY_HAVE_ARRIVED: Localized = {
  en: "The process ended while sending; it may have arrived.",
  ko: "보내는 중에 서비스가 끝나, 갔는지 알 수 없어요.",
};

const REPLACED: Localized = {
  en: "A newer edit took its place.",
  ko: "더 새로운 수정이 그 자리를 대신했어요.",
};

/** Waits between tries while a platform cannot be reached: doubling from one second to a minute. */
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

/** How often a message is sent without an answer before it counts as unknown. */
const MOST_UNANSWERED = 5;

/** What an adapter can tell of a message that may have arrived. */
type Telling = Pick<ChatAdapter, "knowsAgainMs" | "find">;

/** A card is worth a second copy, since of all its buttons one press counts; an edit twice is an edit; any other message only where the platform knows it again, or lets us look for it. */
function isRetryableDelivery(row: OutboxRow, adapter: Telling): boolean {
  return (
    row.class === "card" ||
    row.class === "edit" ||
    row.inPlaceOf !== undefined ||
    adapter.knowsAgainMs !== undefined ||
    adapter.find !== undefined
  );
}

/** True when a message that may have arrived would no longer be known again, so that it has to be looked for first. */
function isPastDedupWindow(row: OutboxRow, adapter: Telling, nowMs: number): boolean {
  if (row.firstSentMs === undefined || adapter.find === undefined) return false;
  return nowMs - row.firstSentMs > (adapter.knowsAgainMs ?? 0);
}

/** How long to wait before the next try after `error`, in milliseconds; `undefined` when there is none. */
function retryDelayMs(row: OutboxRow, error: unknown, adapter: Telling): number | undefined {
  if (!(error instanceof DeliveryError)) return undefined;
  const doubledMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(row.attempts, 10));
  switch (error.kind) {
    case "rate-limited":
      return error.retryAfterMs;
    case "unreachable":
      return doubledMs;
    case "unknown":
      return isRetryableDelivery(row, adapter) && row.attempts + 1 < MOST_UNANSWERED
        ? doubledMs
        : undefined;
    case "gone":
    case "refused":
      return undefined;
  }
}
