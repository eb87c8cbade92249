/** One update as the bot receives it: `update_id` and one field named like its type. */
export interface ServerUpdate {
  readonly update_id: number;
  readonly [type: string]: unknown;
}

/** What a call of getUpdates asks for. */
export interface PollRequest {
  readonly offset: number;
  readonly limit: number;
  readonly timeoutSeconds: number;
  readonly allowedUpdates?: readonly string[];
}

/** The updates, or "conflict" when another getUpdates took this one's place. */
export type PollAnswer = readonly ServerUpdate[] | "conflict";

/** A getUpdates call under way. */
export interface Poll {
  readonly answer: Promise<PollAnswer>;
  /** The caller went away: nothing is confirmed or lost. */
  readonly cancel: () => void;
}

/** The bot's queue of unconfirmed updates. */
export interface UpdateQueue {
  /** Adds an update and wakes a waiting poll; undefined when its type is not among the allowed ones. */
  push(type: string, payload: object): number | undefined;
  /** Hands the update out once more, whatever has been confirmed. */
  repeat(updateId: number): void;
  /** The next batch comes in reverse order. */
  reverseNextBatch(): void;
  /** While true nothing is handed out. */
  hold(isHeld: boolean): void;
  poll(request: PollRequest): Poll;
  clear(): void;
  /** Updates that may be delivered now, in order; none while held. */
  waiting(): readonly ServerUpdate[];
  /** A webhook took an update in. */
  confirm(updateId: number): void;
  /** The types asked for by setWebhook. */
  allow(types: readonly string[]): void;
  /** Called whenever there is something new to hand out. */
  onNews: () => void;
  /** Update ids not confirmed yet, in order. */
  pending(): number[];
  close(): void;
}

/** Received by default is everything but these (Bot API, getUpdates, allowed_updates). */
const NOT_BY_DEFAULT = new Set(["chat_member", "message_reaction", "message_reaction_count"]);

interface Waiting {
  readonly request: PollRequest;
  readonly resolve: (answer: PollAnswer) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * A queue with the rules of getUpdates (Bot API page; tdlib/telegram-bot-api, Client.cpp, do_get_updates): an offset confirms
 * everything below it, a poll without updates waits, and a second waiting poll ends the first with a conflict.
 */
export function createUpdateQueue(firstUpdateId: number): UpdateQueue {
  const history = new Map<number, ServerUpdate>();
  let queue: ServerUpdate[] = [];
  let repeats: ServerUpdate[] = [];
  let allowed: readonly string[] = [];
  let nextId = firstUpdateId;
  let isReversed = false;
  let isHeld = false;
  let waiting: Waiting | undefined;

  const takeBatch = ({ limit }: PollRequest): ServerUpdate[] => {
    if (isHeld) return [];
    const batch = [...repeats, ...queue].slice(0, limit);
    repeats = repeats.slice(limit);
    if (isReversed && batch.length > 0) {
      isReversed = false;
      batch.reverse();
    }
    return batch;
  };
  const endWait = (answer: PollAnswer): void => {
    if (waiting === undefined) return;
    clearTimeout(waiting.timer);
    const { resolve } = waiting;
    waiting = undefined;
    resolve(answer);
  };
  const wake = (): void => {
    if (waiting === undefined) return;
    const batch = takeBatch(waiting.request);
    if (batch.length > 0) endWait(batch);
  };
  const wait = (request: PollRequest): Poll => {
    endWait("conflict");
    let cancel = (): void => {};
    const answer = new Promise<PollAnswer>((resolve) => {
      const timer = setTimeout(() => endWait([]), request.timeoutSeconds * 1000);
      const mine: Waiting = { request, resolve, timer };
      waiting = mine;
      cancel = () => {
        if (waiting === mine) endWait([]);
      };
    });
    return { answer, cancel };
  };

  const self: UpdateQueue = {
    onNews: () => undefined,
    waiting: () => (isHeld ? [] : [...repeats, ...(isReversed ? queue.toReversed() : queue)]),
    confirm(updateId) {
      queue = queue.filter((update) => update.update_id !== updateId);
      repeats = repeats.filter((update) => update.update_id !== updateId);
      if (queue.length === 0) isReversed = false;
    },
    allow(types) {
      allowed = types;
    },
    push(type, payload) {
      const isAllowed = allowed.length === 0 ? !NOT_BY_DEFAULT.has(type) : allowed.includes(type);
      if (!isAllowed) return undefined;
      const update: ServerUpdate = { update_id: nextId, [type]: payload };
      nextId += 1;
      history.set(update.update_id, update);
      queue.push(update);
      wake();
      self.onNews();
      return update.update_id;
    },
    repeat(updateId) {
      const update = history.get(updateId);
      if (update === undefined) throw new Error(`There is no update ${updateId} to repeat.`);
      repeats.push(update);
      wake();
      self.onNews();
    },
    reverseNextBatch() {
      isReversed = true;
    },
    hold(shouldHold) {
      isHeld = shouldHold;
      wake();
      self.onNews();
    },
    poll(request) {
      if (request.allowedUpdates !== undefined) allowed = request.allowedUpdates;
      if (request.offset < 0) queue = queue.slice(request.offset);
      queue = queue.filter((update) => update.update_id >= request.offset);
      const batch = takeBatch(request);
      if (batch.length === 0 && request.timeoutSeconds > 0) return wait(request);
      return { answer: Promise.resolve(batch), cancel: () => {} };
    },
    clear() {
      queue = [];
    },
    pending: () => queue.map((update) => update.update_id),
    close: () => endWait([]),
  };
  return self;
}
