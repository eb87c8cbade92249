import type { ExternalReplyInfo, Message } from "grammy/types";
import type { Quoted } from "./adapter.ts";
import { describeContent, originName } from "./telegram-content.ts";

/**
 * What a message answers: the part that its sender chose, or all words of the answered message, also of one in another chat (there Telegram
 * gives no words but a chosen part: Bot API, ExternalReplyInfo). Undefined where that has no words: it opened a topic, or is a file alone.
 */
export function quotedIn(message: Message): Quoted | undefined {
  const { reply_to_message: answered, external_reply: external, quote } = message;
  const text = quote?.text ?? (answered === undefined ? undefined : wordsOf(answered));
  if (text === undefined || text === "") return undefined;
  return { text, author: answered === undefined ? authorElsewhere(external) : authorOf(answered) };
}

function wordsOf(answered: Message): string | undefined {
  return describeContent(answered, answered.text ?? answered.caption);
}

function authorOf({ from, sender_chat: chat }: Message): string {
  return chat?.title ?? from?.first_name ?? "somebody";
}

function authorElsewhere(external: ExternalReplyInfo | undefined): string {
  return external === undefined ? "somebody" : originName(external.origin);
}
