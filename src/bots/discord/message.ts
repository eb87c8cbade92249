import type { APIUser } from "discord.js";
import type { Language } from "../../base/localized.ts";
import { scanLines } from "../markup/parse-markup.ts";
import { messageWords } from "../outbox/message-parts.ts";
import type { Attachment, MessageTone, OutgoingMessage, Quoted } from "../platform/chat-adapter.ts";
import { attachmentsOf } from "./attachments.ts";
import { componentsOf } from "./components.ts";
import { fitDiscordMarkdown, toDiscordMarkdown } from "./markup.ts";
import type { DiscordMessage } from "./payloads.ts";

/** Longest content of a message in UTF-16 units (docs "Create Message", content: up to 2000 characters). */
export const MAX_CONTENT_LENGTH = 2000;
/** Longest description of an embed; with nothing else in it, it stays below the 6000 of a message (docs "Message Resource", Embed Limits). */
const MAX_DESCRIPTION_LENGTH = 4096;
/** No previews of addresses in the text (docs "Message Resource", Message Flags: SUPPRESS_EMBEDS). */
const SUPPRESS_EMBEDS = 4;
/** The edge of a card. */
const COLOURS: Readonly<Record<MessageTone, number>> = {
  question: 0x5865f2,
  caution: 0xf0a132,
  danger: 0xed4245,
  done: 0x3ba55d,
  refused: 0x99aab5,
  over: 0x4f545c,
};

/** What shows of a message: fields of "Create Message" and "Edit Message" alike. */
export type DiscordLook = ReturnType<typeof lookOf>;

/** Length of a text as Discord counts it: after its Markdown is written out. */
export function discordLength(markup: string): number {
  return toDiscordMarkdown(markup).length;
}

/**
 * A message as Discord shows it, in Markdown that mentions nobody but whom the message names, without previews of addresses. The first line of a card is its text,
 * which notifications show, and the rest an embed. Every field is there, so that an edit leaves nothing of what was before.
 * `language` is that of what Discord shows by itself, such as a menu where nothing is chosen.
 */
export function lookOf(message: OutgoingMessage, language: Language) {
  const { tone, mention } = message;
  const text = messageWords(message);
  const isFlat = tone === undefined || message.inForm?.lacks?.permission === "Embed Links";
  const [title, body] = isFlat ? [text, ""] : titleAndBody(text);
  const description = fitDiscordMarkdown(body, MAX_DESCRIPTION_LENGTH);
  const called = mention === undefined ? "" : `<@${mention.id}> `;
  const hasBody = body.trim() !== "";
  return {
    content: `${called}${fitDiscordMarkdown(title, MAX_CONTENT_LENGTH - called.length)}`,
    embeds: hasBody && tone !== undefined ? [{ description, color: COLOURS[tone] }] : [],
    components: componentsOf(message, language),
    allowed_mentions: { parse: [], ...(mention === undefined ? {} : { users: [mention.id] }) },
    flags: hasBody ? 0 : SUPPRESS_EMBEDS,
  };
}

/** A text that begins with a fence has no title. */
function titleAndBody(text: string): readonly [string, string] {
  const [first] = scanLines(text);
  if (first === undefined || first.kind !== "text") return ["", text];
  return [text.slice(0, first.end), text.slice(first.end + 1)];
}

type Shown = Pick<DiscordMessage, "content" | "embeds" | "message_snapshots">;

/** The words of a message and of its cards, with what it forwards. */
export function shownText({ content, embeds, message_snapshots: forwarded = [] }: Shown): string {
  const cards = embeds.map(({ description = "" }) => description);
  const parts = [...forwarded.map((snapshot) => snapshot.message.content), content, ...cards];
  return parts.filter((part) => part !== "").join("\n");
}

/** What a message answers; undefined where that has no words, was deleted, or is not shown to the bot. */
export function quotedIn({ referenced_message: answered }: DiscordMessage): Quoted | undefined {
  if (!answered) return undefined;
  const { id: messageId, author } = answered;
  const text = shownText(answered);
  return text === "" ? undefined : { text, author: nameOf(author), messageId };
}

/** What an account is called. */
export function nameOf({ global_name, username }: APIUser): string {
  return global_name ?? username;
}

/**
 * The files of the message that `message` asks something of: "what is in this picture?" means the one it answers. None where it is a
 * command or has files of its own, and where the bot sent them. A voice message is a recording there: its words are not the asker's.
 */
export function filesAskedAbout(
  { referenced_message: answered }: DiscordMessage,
  text: string,
  botId: string,
): readonly Attachment[] {
  if (!answered || answered.author.id === botId || text === "" || text.startsWith("/")) return [];
  return attachmentsOf(answered, answered.channel_id).map((file) =>
    file.kind === "voice" ? { ...file, kind: "audio" } : file,
  );
}
