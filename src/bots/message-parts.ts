import type { Localized } from "../base/words.ts";
import type { OutgoingMessage } from "./adapter.ts";
import type { MessageClass } from "./outbox-statements.ts";
import type { OutboxRow } from "./outbox-table.ts";
import { type MeasureText, splitText } from "./split-text.ts";

/** What became of one message. */
export type Delivery =
  | { readonly state: "sent"; readonly messageId: string }
  | { readonly state: "unknown" | "failed"; readonly problem: Localized };

/** Longest text that goes under a file (Telegram Bot API, caption: 1,024 characters after entity parsing). */
const CAPTION_LENGTH = 900;

const NO_REASON: Localized = { en: "No reason is known.", ko: "까닭을 알 수 없습니다." };

/** The messages that one becomes, each at most `maxLength` long; buttons and a file go with the last. A card is never split: its buttons belong to all of it. */
export function messagesOf(
  { class: kind, message }: { readonly class: MessageClass; readonly message: OutgoingMessage },
  maxLength: number,
  lengthOf?: MeasureText,
): readonly OutgoingMessage[] {
  if (kind === "card" || message.text === "") return [message];
  const texts = splitText(message.text, maxLength, lengthOf);
  const isCaption = message.file === undefined || message.text.length <= CAPTION_LENGTH;
  const alone = isCaption ? texts.slice(0, -1) : texts;
  const last = isCaption ? (texts.at(-1) ?? "") : "";
  return [...alone.map((text) => ({ text })), { ...message, text: last }];
}

/** What became of a message by what became of its parts; `undefined` while one has not left. */
export function deliveryOf(parts: readonly OutboxRow[]): Delivery | undefined {
  const open = parts.some((part) => part.state === "pending" || part.state === "sending");
  const last = parts.at(-1);
  if (open || last === undefined) return undefined;
  for (const state of ["failed", "unknown"] as const) {
    const bad = parts.find((part) => part.state === state);
    if (bad !== undefined) return { state, problem: bad.problem ?? NO_REASON };
  }
  return { state: "sent", messageId: last.messageId ?? "" };
}
