import type { Localized } from "../base/localized.ts";

/** What became of a message that a program sent. */
export type Dispatch =
  | { readonly state: "delivered"; readonly messageId: string }
  /** Written down; it leaves as soon as its platform can be reached. */
  | { readonly state: "queued" }
  /** It waits for the end of the quiet hours of whom it goes to. */
  | { readonly state: "held"; readonly untilMs: number }
  | { readonly state: "failed"; readonly reason: Localized };

/** Key of the message by which a call sends to someone, or gives its own person notice. */
export function messageKey(kind: "message" | "notice", effectKey: string): string {
  return `${kind}:${effectKey}`;
}

/** What a program sends. What a schedule sends is held during the quiet hours of whom it goes to, unless it is urgent. */
export interface ProgramMessage {
  readonly key: string;
  readonly chatKey: string;
  readonly text: string;
  /** The effect key of the call that sends it. */
  readonly effectKey: string;
  readonly isUrgent: boolean;
}

/** The way out of a program to people. The same `key` is sent at most once; what has not begun to leave when `signal` aborts never does. */
export interface Outbox {
  send(message: ProgramMessage, signal: AbortSignal): Promise<Dispatch>;
  /** True for the notice of a due time whose words are all that it has to tell: they are brought with it, as one message. */
  isBroughtWithDueTime(effectKey: string): boolean;
}
