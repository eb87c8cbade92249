import type { ExternalReplyInfo, Message } from "grammy/types";
import type { Attachment, Quoted } from "../platform/chat-adapter.ts";
import { attachmentsOf } from "./attachments.ts";
import { describeContent, originName } from "./content.ts";

/**
 * What a message answers: the part that its sender chose, or all words of the answered message, also of one in another chat (there Telegram
 * gives no words but a chosen part: Bot API, ExternalReplyInfo). Undefined where that has no words: it opened a topic, or is a file alone.
 */
export function quotedIn(message: Message): Quoted | undefined {
  const { reply_to_message: answered, external_reply: external, quote } = message;
  const text = quote?.text ?? (answered === undefined ? undefined : wordsOf(answered));
  if (text === undefined || text === "") return undefined;
  if (answered === undefined) return { text, author: authorElsewhere(external) };
  const part = quote === undefined ? {} : { isPart: true };
  return { text, author: authorOf(answered), messageId: String(answered.message_id), ...part };
}

/**
 * The id of the message of the same chat that `message` answers. Every message of a topic comes as a reply to the one that opened it,
 * whose id is the topic's (seen in banteg/takopi PR 152 and NousResearch/hermes-agent PR 51349): that answers nothing.
 */
export function answeredIn(message: Message): string | undefined {
  const { reply_to_message: answered, message_thread_id: topicId } = message;
  if (answered === undefined || answered.forum_topic_created !== undefined) return undefined;
  const isOpening = message.is_topic_message === true && answered.message_id === topicId;
  return isOpening ? undefined : String(answered.message_id);
}

/**
 * The files of the message that `message` asks something of: "what is in this picture?" means the one it answers. None for a command, for
 * a message with files of its own, and where the bot (`botId`) sent them. A voice message is a recording there: its words are not the asker's.
 */
export function filesAskedAbout(message: Message, botId: number): readonly Attachment[] {
  const { reply_to_message: answered, text } = message;
  if (answered === undefined || answered.from?.id === botId) return [];
  if (text === undefined || text.startsWith("/")) return [];
  return attachmentsOf(answered).map((file) =>
    file.kind === "voice" ? { ...file, kind: "audio" } : file,
  );
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
