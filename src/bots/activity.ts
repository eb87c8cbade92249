import { AppError } from "../base/errors.ts";
import { type ChatAdapter, type ChatAddress, chatKey } from "./adapter.ts";

/** The platform forgets "typing" after about five seconds (Telegram Bot API, sendChatAction: 5 seconds or less). */
const TYPING_EVERY_MS = 4000;

/** What runs in chats now: the chat shows "typing" while it lasts, and `/stop` can end it. */
export class Activity {
  readonly #adapters = new Map<string, ChatAdapter>();
  readonly #running = new Map<string, Set<AbortController>>();
  #isEnding = false;

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

  /** Runs work that `stop` can end. */
  async run<T>(chat: ChatAddress, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const key = chatKey(chat);
    const controller = new AbortController();
    const controllers = this.#running.get(key) ?? new Set();
    this.#running.set(key, controllers.add(controller));
    const adapter = this.#adapters.get(chat.platform);
    const showTyping = (): void => void adapter?.typing(chat).catch(() => undefined);
    showTyping();
    const timer = setInterval(showTyping, TYPING_EVERY_MS).unref();
    try {
      return await work(controller.signal);
    } finally {
      clearInterval(timer);
      controllers.delete(controller);
      if (controllers.size === 0) this.#running.delete(key);
    }
  }

  /** Aborts what runs in a chat; says how much that was. `reason` is read by the person. */
  stop(key: string, reason: string): number {
    const controllers = [...(this.#running.get(key) ?? [])];
    for (const controller of controllers) controller.abort(new AppError("aborted", reason));
    return controllers.length;
  }

  /** Aborts everything, for the end of the process. */
  stopAll(): void {
    this.#isEnding = true;
    for (const key of [...this.#running.keys()]) this.stop(key, "The service is stopping.");
  }
}
