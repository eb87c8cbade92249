import type { ScreenElement } from "./screen.ts";

/** Looks that are kept; the oldest beyond them are forgotten. */
const MOST_LOOKS = 100;

/** What a chat saw last of the screens of its phones, so that its references can be taken. */
export class SeenScreens {
  readonly #seen = new Map<string, readonly ScreenElement[]>();

  /** Keeps a look, in the place of the one before. */
  keep(chatId: string, phoneId: string, elements: readonly ScreenElement[]): void {
    const key = `${chatId} ${phoneId}`;
    this.#seen.delete(key);
    this.#seen.set(key, elements);
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > MOST_LOOKS && oldest !== undefined) this.#seen.delete(oldest);
  }

  /** What had this reference in the last look. */
  find(chatId: string, phoneId: string, ref: string): ScreenElement | undefined {
    return this.#seen.get(`${chatId} ${phoneId}`)?.find((element) => element.ref === ref);
  }
}
