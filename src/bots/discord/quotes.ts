import type { Attachment, Quoted } from "../platform/chat-adapter.ts";
import { attachmentsOf } from "./attachments.ts";
import type { DiscordMessage } from "./payloads.ts";

/** Who wrote a message that says nothing of it. */
export const UNNAMED = "somebody";

type Shown = Pick<DiscordMessage, "content" | "embeds" | "message_snapshots">;

/** The words of a message and of its cards, with what it forwards. */
export function shownText({ content, embeds, message_snapshots: forwarded }: Shown): string {
  const cards = embeds.map(({ description = "" }) => description);
  const parts = [...forwarded.map((snapshot) => snapshot.message.content), content, ...cards];
  return parts.filter((part) => part !== "").join("\n");
}

/** What a message answers; undefined where that has no words, was deleted, or is not shown to the bot. */
export function quotedIn({ referenced_message: answered }: DiscordMessage): Quoted | undefined {
  const text = answered === null || answered === undefined ? "" : shownText(answered);
  if (text === "" || !answered) return undefined;
  const author = answered.author.global_name ?? answered.author.username;
  return { text, author, messageId: answered.id };
}

/**
 * The files of the message that `message` asks something of: "what is in this picture?" means the one it answers. None where it is a
 * command or has files of its own, and where the bot sent them. A voice message is a recording there: its words are not the asker's.
 */
export function filesAskedAbout(
  { referenced_message: answered, channel_id: channelId }: DiscordMessage,
  facts: { readonly text: string; readonly botId: string },
): readonly Attachment[] {
  if (!answered || answered.author.id === facts.botId) return [];
  if (facts.text === "" || facts.text.startsWith("/")) return [];
  return attachmentsOf(answered, answered.channel_id ?? channelId).map((file) =>
    file.kind === "voice" ? { ...file, kind: "audio" } : file,
  );
}
