/** Update types asked for; Telegram keeps the list until another is sent (Bot API, getUpdates and setWebhook). */
export const ALLOWED_UPDATES = [
  "message",
  "edited_message",
  "callback_query",
  "my_chat_member",
] as const;

/** What takes updates in, by polling or by webhook. */
export interface Receiver {
  /** Resolves when no update will be handed on any more; Telegram keeps what comes later. */
  stop(): Promise<void>;
}
