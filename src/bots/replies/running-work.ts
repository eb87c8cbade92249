import type { Clock } from "../../base/clock.ts";
import { AppError, serviceEnd } from "../../base/errors.ts";
import type { Localized } from "../../base/localized.ts";
import {
  type ChatAdapter,
  type ChatAddress,
  chatKey,
  DeliveryError,
} from "../platform/chat-adapter.ts";
import { type Follow, NO_PLACE, type Place, type Work } from "./progress-message.ts";
import type { StatusMessages, Watched } from "./status-message.ts";

/** One piece of work that goes on. */
interface Running {
  readonly controller: AbortController;
  readonly personId: string;
  readonly ended: Promise<void>;
}

/** Does something until `signal` ends it, and tells `follow` how far it is. */
export type Task<T> = (signal: AbortSignal, follow: Follow) => Promise<T>;

/** How work is shown in its chat. */
interface Showing {
  readonly follow: Follow;
  readonly end: (hasFailed: boolean) => Place;
}

/** What runs in chats now: the chat shows that it does, and `/stop` or a button can end it. */
export class RunningWork {
  readonly #statuses: StatusMessages;
  readonly #clock: Clock;
  readonly #adapters = new Map<string, ChatAdapter>();
  readonly #running = new Map<string, Set<Running>>();
  #isEnding = false;

  constructor({ statuses, clock }: { readonly statuses: StatusMessages; readonly clock: Clock }) {
    this.#statuses = statuses;
    this.#clock = clock;
  }

  /** True once everything was aborted because the process ends: what fails now is taken up at the next start. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Chats of this adapter's platform show "typing" from now on. */
  attach(adapter: ChatAdapter): void {
    this.#adapters.set(adapter.platform, adapter);
  }

  /** The adapter of a platform, once it is attached. */
  adapter(platform: string): ChatAdapter | undefined {
    return this.#adapters.get(platform);
  }

  /** Runs work that `stop` and its own button can end. `bring` gets what came of it while the status of the work can still become the answer. */
  async run<T>(
    work: Work,
    task: Task<T>,
    bring: (result: T, place: Place) => void = () => undefined,
  ): Promise<T> {
    const { result, place } = await this.hold(work, task);
    try {
      bring(result, place);
    } finally {
      place.close();
    }
    return result;
  }

  /** The same for who brings what came of it later, and has to close the place. */
  async hold<T>(work: Work, task: Task<T>): Promise<{ readonly result: T; readonly place: Place }> {
    const key = chatKey(work.chat);
    const controller = new AbortController();
    const all = this.#running.get(key) ?? new Set();
    let hasEnded = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      hasEnded = resolve;
    });
    const own = { controller, personId: work.actor.personId, ended };
    this.#running.set(key, all.add(own));
    const places = [key];
    const onThread = (thread: string): void => {
      places.push(thread);
      this.#running.set(thread, (this.#running.get(thread) ?? new Set()).add(own));
    };
    const showing = work.isQuiet === true ? UNSEEN : this.#show(work, controller, onThread);
    try {
      const result = await task(controller.signal, showing.follow);
      return { result, place: showing.end(false) };
    } catch (error) {
      showing.end(true).close();
      throw error;
    } finally {
      for (const place of places) this.#remove(place, own);
      hasEnded();
    }
  }

  #remove(key: string, own: Running): void {
    const all = this.#running.get(key);
    all?.delete(own);
    if (all?.size === 0) this.#running.delete(key);
  }

  /** Aborts what runs in a chat; says how much that was. `reason` is read by the person. */
  stop(key: string, reason: Localized): number {
    const all = [...(this.#running.get(key) ?? [])];
    for (const { controller } of all) controller.abort(new AppError("aborted", reason));
    return all.length;
  }

  /** Aborts what runs for a person, wherever that is. Resolves, when all of it has ended, to the keys of the chats where it was. */
  async stopPerson(personId: string, reason: Localized): Promise<readonly string[]> {
    const theirs = [...this.#running].flatMap(([key, all]) =>
      [...all].filter((work) => work.personId === personId).map((work) => ({ key, work })),
    );
    for (const { work } of theirs) work.controller.abort(new AppError("aborted", reason));
    await Promise.all(theirs.map(({ work }) => work.ended));
    return [...new Set(theirs.map(({ key }) => key))];
  }

  /** Cuts everything off, for the end of the process: the next start goes on with it. */
  endAll(): void {
    this.#isEnding = true;
    for (const all of this.#running.values())
      for (const { controller } of all) controller.abort(serviceEnd());
  }

  /** Shows that work goes on: "typing" at once, a message with a button when it takes long. */
  #show(work: Work, controller: AbortController, onThread: (chatKey: string) => void): Showing {
    const adapter = this.#adapters.get(work.chat.platform);
    const { chat } = work;
    const endTyping =
      adapter === undefined ? () => undefined : leaseTyping({ adapter, chat, clock: this.#clock });
    const { follow, end } =
      chat.platform === "console"
        ? UNSEEN
        : this.#statusOf(this.#statuses.begin(work, controller, adapter, onThread));
    return {
      follow,
      end: (hasFailed) => {
        endTyping();
        return end(hasFailed);
      },
    };
  }

  /** On a terminal the screen itself shows that work goes on. */
  #statusOf({ follow, end, leave }: Watched): Showing {
    return {
      follow,
      end: (hasFailed) => {
        if (!this.#isEnding) return end(hasFailed);
        leave();
        return NO_PLACE;
      },
    };
  }
}

const UNSEEN: Showing = { follow: {}, end: () => NO_PLACE };

/** The platform forgets "typing" after about five seconds (Telegram Bot API, sendChatAction: 5 seconds or less). */
const TYPING_EVERY_MS = 4000;

/** A lease ends after this at the latest; by then the status has told that work goes on for long. */
const LONGEST_MS = 10 * 60_000;

/** Shows "typing" in a chat from now on, until the function given back is called or ten minutes have passed; rests while the platform asks to wait. */
export function leaseTyping({
  adapter,
  chat,
  clock,
}: {
  readonly adapter: Pick<ChatAdapter, "typing">;
  readonly chat: ChatAddress;
  readonly clock: Clock;
}): () => void {
  const ending = new AbortController();
  const untilMs = clock.now() + LONGEST_MS;
  const show = async (): Promise<void> => {
    while (!ending.signal.aborted && clock.now() < untilMs) {
      const restMs = await adapter.typing(chat).then(() => 0, restOf);
      await clock.sleep(Math.max(TYPING_EVERY_MS, restMs), ending.signal);
    }
  };
  show().catch((error: unknown) => {
    if (!ending.signal.aborted) throw error;
  });
  return () => ending.abort();
}

/** How long the platform asks to wait; a failure of any other kind is of no interest. */
function restOf(error: unknown): number {
  return error instanceof DeliveryError && error.kind === "rate-limited" ? error.retryAfterMs : 0;
}
