/** Wrong codes from one account within this time count together. */
const WINDOW_MS = 60 * 60 * 1000;

/** The wrong code that closes the door, and for how long. */
const MOST_WRONG = 5;
const LOCK_MS = 60 * 60 * 1000;

/** Keeps an account from guessing claim codes: five wrong ones within an hour lock its claims for an hour. Kept in memory: a restart makes a new code anyway. */
export class ClaimGuard {
  readonly #wrongAtMs = new Map<string, readonly number[]>();
  readonly #lockedUntilMs = new Map<string, number>();

  /** True while the account may not try. */
  isLocked(account: string, nowMs: number): boolean {
    return nowMs < (this.#lockedUntilMs.get(account) ?? 0);
  }

  /** Counts a wrong code; the fifth within an hour locks. */
  wrong(account: string, nowMs: number): void {
    this.#forget(nowMs);
    const wrong = [...(this.#wrongAtMs.get(account) ?? []), nowMs];
    if (wrong.length < MOST_WRONG) {
      this.#wrongAtMs.set(account, wrong);
      return;
    }
    this.#wrongAtMs.delete(account);
    this.#lockedUntilMs.set(account, nowMs + LOCK_MS);
  }

  /** Drops what counts no more, of all accounts: strangers must not fill the memory. */
  #forget(nowMs: number): void {
    for (const [account, untilMs] of this.#lockedUntilMs)
      if (untilMs <= nowMs) this.#lockedUntilMs.delete(account);
    for (const [account, times] of this.#wrongAtMs) {
      const recent = times.filter((atMs) => nowMs - atMs < WINDOW_MS);
      if (recent.length === 0) this.#wrongAtMs.delete(account);
      else this.#wrongAtMs.set(account, recent);
    }
  }
}
