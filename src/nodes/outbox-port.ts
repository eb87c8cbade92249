import type { Localized } from "../base/words.ts";

/** What became of a message that a program sent. */
export type Dispatch =
  | { readonly state: "delivered"; readonly messageId: string }
  /** Written down; it leaves as soon as its platform can be reached. */
  | { readonly state: "queued" }
  | { readonly state: "failed"; readonly reason: Localized };

/** Key of the message by which a call sends to someone, or gives its own person notice. */
export function messageKey(kind: "message" | "notice", effectKey: string): string {
  return `${kind}:${effectKey}`;
}

/** The way out of a program to people. The same `key` is sent at most once; what has not begun to leave when `signal` aborts never does. */
export interface Outbox {
  send(
    message: { readonly key: string; readonly chatKey: string; readonly text: string },
    signal: AbortSignal,
  ): Promise<Dispatch>;
}
