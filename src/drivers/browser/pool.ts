import type { Clock } from "../../base/clock.ts";
import type { RunningChromium } from "./launch.ts";
import type { ChatPage } from "./page.ts";

/** What is kept for one chat. */
interface Slot {
  page: Promise<ChatPage> | undefined;
  /** The last work asked for; settled when it is done. */
  last: Promise<unknown>;
  /** Work running or waiting. */
  users: number;
}

/** Keeps one Chromium while it is used, and in it one page for each chat. Whoever makes it closes it. */
export class BrowserPool {
  readonly #parts;
  /** By chat, the one used longest ago first. */
  readonly #slots = new Map<string, Slot>();
  #chromium: Promise<RunningChromium> | undefined;
  #idle = new AbortController();

  constructor(parts: {
    readonly launch: () => Promise<RunningChromium>;
    readonly openPage: (chromium: RunningChromium) => Promise<ChatPage>;
    readonly clock: Clock;
    /** Chromium is closed after so long without work, in milliseconds. */
    readonly idleMs: number;
    /** Above this the page used longest ago is closed. */
    readonly maxPages: number;
  }) {
    this.#parts = parts;
  }

  /** Runs work on a chat's page, for one chat one after another; the page is opened where there is none. */
  async withPage<T>(chatId: string, work: (chat: ChatPage) => Promise<T>): Promise<T> {
    const slot = this.#slotOf(chatId);
    this.#idle.abort();
    slot.users += 1;
    const turn = slot.last.then(async () => work(await this.#pageOf(slot)));
    slot.last = turn.catch(() => undefined); // the one who asked is told
    try {
      return await turn;
    } finally {
      slot.users -= 1;
      this.#rest();
    }
  }

  /** Whether a chat has a page now. */
  hasPage(chatId: string): boolean {
    return this.#slots.get(chatId)?.page !== undefined;
  }

  /** Closes a chat's page and forgets all that it held. */
  async closePage(chatId: string): Promise<void> {
    const slot = this.#slots.get(chatId);
    if (slot !== undefined) await closeSlot(slot);
  }

  /** Closes everything; it starts anew when used again. */
  async close(): Promise<void> {
    this.#idle.abort();
    const running = this.#chromium;
    this.#chromium = undefined;
    await Promise.all([...this.#slots.values()].map(closeSlot));
    await running?.then((chromium) => chromium.close()).catch(() => undefined); // it never started
  }

  #slotOf(chatId: string): Slot {
    const slot = this.#slots.get(chatId) ?? { page: undefined, last: Promise.resolve(), users: 0 };
    this.#slots.delete(chatId);
    this.#slots.set(chatId, slot);
    return slot;
  }

  #pageOf(slot: Slot): Promise<ChatPage> {
    if (slot.page !== undefined) return slot.page;
    this.#closeOldest();
    const opening = this.#running().then(this.#parts.openPage);
    slot.page = opening;
    opening.catch(() => {
      if (slot.page === opening) slot.page = undefined;
    });
    return opening;
  }

  #closeOldest(): void {
    const open = [...this.#slots.values()].filter(({ page }) => page !== undefined);
    if (open.length < this.#parts.maxPages) return;
    const oldest = open.find(({ users }) => users === 0);
    if (oldest !== undefined) void closeSlot(oldest);
  }

  #running(): Promise<RunningChromium> {
    if (this.#chromium !== undefined) return this.#chromium;
    const started = this.#parts.launch();
    this.#chromium = started;
    const forget = (): void => {
      if (this.#chromium !== started) return;
      this.#chromium = undefined;
      for (const slot of this.#slots.values()) void closeSlot(slot);
      void started.then((chromium) => chromium.close()).catch(() => undefined); // its profile goes too
    };
    started.then(({ browser }) => browser.once("disconnected", forget), forget);
    return started;
  }

  /** Starts the time without work, unless there is work. */
  #rest(): void {
    const isWorking = [...this.#slots.values()].some(({ users }) => users > 0);
    if (isWorking || this.#chromium === undefined) return;
    this.#idle = new AbortController();
    this.#parts.clock.sleep(this.#parts.idleMs, this.#idle.signal).then(
      () => this.close(),
      () => undefined, // there is work again
    );
  }
}

async function closeSlot(slot: Slot): Promise<void> {
  const { page } = slot;
  slot.page = undefined;
  await page?.then((chat) => chat.close()).catch(() => undefined); // it never opened
}
