import type { Language } from "../../base/localized.ts";
import { startsOf } from "../markup/long-answer.ts";
import { toPlainText } from "../markup/parse-markup.ts";
import { cutText, splitText } from "../markup/split-text.ts";
import type { OutgoingMessage } from "../platform/chat-adapter.ts";
import { say } from "../texts/say.ts";
import { type ReplyFiles, replyFilePath, writeReplyFile } from "./reply-files.ts";

/** Longest reply that is sent as messages alone, in UTF-16 units. */
export const MAX_REPLY_LENGTH = 20_000;

/** What is shown in the chat of a longer one, in visible UTF-16 units: one message, or two where the platform takes shorter ones. */
const HEAD_LENGTH = 3500;

/** Of its text so much is looked at for that, in UTF-16 units with marks and addresses. */
const LOOKED_AT = 8000;

/** A longer one stands in its file as it was written, marks and all: to leave them out would hold everybody up. */
const MAX_PLAIN_LENGTH = 100_000;

/** A reply too long for a chat: its start, or that of each of its `parts`, which says that it is one, and the whole as a text file. Writes the file, the same one for the same key. */
export function longReply(
  text: string,
  reply: ReplyFacts,
  parts?: readonly string[],
): { readonly head: OutgoingMessage; readonly whole: OutgoingMessage } {
  const { whole, length } = wholeReply(text, reply);
  const notice = say(reply.language, "replyIsShort", { length });
  const start =
    parts === undefined
      ? splitText(cutText(text, LOOKED_AT), HEAD_LENGTH)[0]
      : startsOf(parts, HEAD_LENGTH);
  return { head: { text: `${notice}\n\n${start ?? ""}` }, whole };
}

/** All of a reply as a text file, the same one for the same key, and how long it is in UTF-16 units. Writes the file. */
export function wholeReply(
  text: string,
  { key, language, filePath }: ReplyFacts,
): { readonly whole: OutgoingMessage; readonly length: number } {
  const path = replyFilePath(filePath, key, "txt");
  const plain = text.length > MAX_PLAIN_LENGTH ? text : toPlainText(text);
  writeReplyFile(path, plain);
  const name = say(language, "replyFileName");
  const files = [{ path, name, mediaType: "text/plain" }];
  return { whole: { text: say(language, "replyWhole"), files }, length: plain.length };
}

/** Whose the reply is. */
interface ReplyFacts {
  readonly key: string;
  readonly language: Language;
  readonly filePath: ReplyFiles;
}
