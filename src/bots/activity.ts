import { AppError, serviceEnd } from "../base/errors.ts";
import type { Localized } from "../base/words.ts";
import { type ChatAdapter, type ChatAddress, chatKey } from "./adapter.ts";
import type { StatusDesk, Work } from "./status-desk.ts";

/** The platform forgets "typing" after about five seconds (Telegram Bot API, sendChatAction: 5 seconds or less). */
const TYPING_EVERY_MS = 4000;

/** One piece of work that goes on. */
interface Running {
  readonly controller: AbortController;
  readonly personId: string;
  readonly ended: Promise<void>;
}

/** What runs in chats now: the chat shows that it does, and `/stop` or a button can end it. */
export class Activity {
  readonly #statuses: StatusDesk;
  readonly #adapters = new Map<string, ChatAdapter>();
  readonly #running = new Map<string, Set<Running>>();
  #isEnding = false;

  constructor({ statuses }: { readonly statuses: StatusDesk }) {
    this.#statuses = statuses;
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

  /** Where the words of an answer go while it is being written; nothing for a chat that cannot show them. */
  follower(chat: ChatAddress): { readonly onText?: (text: string) => void } {
    const adapter = this.#adapters.get(chat.platform);
    if (adapter?.draft === undefined) return {};
    let words = "";
    return {
      onText(text) {
        words += text;
        adapter.draft?.(chat, words);
      },
    };
  }

  /** Runs work that `stop` and its own button can end. */
  async run<T>(work: Work, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const key = chatKey(work.chat);
    const controller = new AbortController();
    const all = this.#running.get(key) ?? new Set();
    let hasEnded = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      hasEnded = resolve;
    });
    const own = { controller, personId: work.actor.personId, ended };
    this.#running.set(key, all.add(own));
    const endShowing = work.isQuiet === true ? () => undefined : this.#show(work, controller);
    try {
      return await task(controller.signal);
    } finally {
      all.delete(own);
      if (all.size === 0) this.#running.delete(key);
      endShowing();
      hasEnded();
    }
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

  /** Shows that work goes on: "typing" at once, a message with a button when it takes long. Returns what ends the showing. */
  #show(work: Work, controller: AbortController): () => void {
    const adapter = this.#adapters.get(work.chat.platform);
    const showTyping = (): void => void adapter?.typing(work.chat).catch(() => undefined);
    showTyping();
    const timer = setInterval(showTyping, TYPING_EVERY_MS).unref();
    const endStatus = this.#statuses.begin(work, controller);
    return () => {
      clearInterval(timer);
      if (!this.#isEnding) endStatus();
    };
  }
}
