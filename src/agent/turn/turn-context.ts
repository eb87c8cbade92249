import type { Localized } from "../../base/localized.ts";
import type { ImageContent, TextContent } from "../models/model-client.ts";
import { outsideText } from "./tool-result.ts";

/** What a turn is told besides the conversation: made once, when it begins, and the same in all its rounds and after a restart. */
export interface TurnContext {
  /** Names of actions that may fit besides those that the system prompt lists. */
  readonly actions: readonly string[];
  /** Usage examples, as the block that stands before the person's words; empty for none. */
  readonly references: string;
  /** What the agent must know: pinned facts, memories, what is open. Empty for nothing. */
  readonly notes: string;
  /** True when something from outside stands in it, or in the summary of what was said before. */
  readonly isTainted: boolean;
}

/** The words that a message answers, and who wrote them. */
export interface QuotedWords {
  readonly text: string;
  readonly author: string;
}

/** Most of a quoted message that stands in a turn, in UTF-16 units: the longest message of Telegram (Bot API, sendMessage: 4096 characters). */
const MAX_QUOTE_LENGTH = 4096;

/** What the model gets to see of a quoted message: data from outside, whoever wrote it; nothing where nothing is quoted. */
export function quoteBlocks(quoted: QuotedWords | undefined): readonly TextContent[] {
  if (quoted === undefined) return [];
  const { text, author } = quoted;
  const shown = text.length <= MAX_QUOTE_LENGTH ? text : `${text.slice(0, MAX_QUOTE_LENGTH)}…`;
  const head = `from: ${author.replace(/\s+/gu, " ")}`;
  const words = outsideText("the message that the person answers", `${head}\n\n${shown}`);
  return [{ type: "text", text: words, tainted: true }];
}

/** A file that came with a message and lies in the chat's folder. */
export interface TurnFile {
  readonly path: string;
  /** What its bytes are, not what was claimed. */
  readonly mediaType: string;
  readonly sizeBytes: number;
  /** SHA-256 in hexadecimal. */
  readonly digest: string;
  /** A picture is shown; of a text the beginning is; of anything else the model learns that it is there. */
  readonly content:
    | { readonly kind: "picture" }
    | { readonly kind: "text"; readonly text: string; readonly isCut: boolean }
    | { readonly kind: "unread"; readonly why: Localized };
}

/** Most text of one file that stands in a message, and of all its files together, in UTF-16 units. */
const MAX_TEXT_LENGTH = 6000;
const MAX_TEXTS_LENGTH = 12_000;

/** What the model gets to see of files, in their order: pictures, and texts as data from outside. */
export function fileBlocks(files: readonly TurnFile[]): readonly (TextContent | ImageContent)[] {
  const texts = files.filter((file) => file.content.kind === "text").length;
  const room = Math.min(MAX_TEXT_LENGTH, Math.floor(MAX_TEXTS_LENGTH / Math.max(1, texts)));
  return files.flatMap((file) => blocksOf(file, room));
}

function blocksOf(file: TurnFile, room: number): readonly (TextContent | ImageContent)[] {
  const { path, mediaType, digest, content } = file;
  if (content.kind !== "picture") return [outside(file, bodyOf(file, room))];
  return [
    { type: "image", mediaType, dataBase64: "", file: { path, digest } },
    outside(file, "It is the picture above."),
  ];
}

function bodyOf({ path, content }: TurnFile, room: number): string {
  switch (content.kind) {
    case "picture":
      return "";
    case "unread":
      return `Its content cannot be shown: ${content.why.en}`;
    case "text": {
      if (!content.isCut && content.text.length <= room) return content.text;
      const shown = content.text.slice(0, room);
      return `(only its first ${shown.length} characters; [system:read]("${path}") and [system:grep] reach the rest)\n\n${shown}`;
    }
  }
}

function outside({ path, mediaType, sizeBytes }: TurnFile, body: string): TextContent {
  const head = `file: ${path} (${mediaType}, ${sizeBytes} bytes)`;
  const text = outsideText("a file that the person sent", `${head}\n\n${body}`);
  return { type: "text", text, tainted: true };
}
