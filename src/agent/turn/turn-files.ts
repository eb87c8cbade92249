import type { Localized } from "../../base/localized.ts";
import type { ImageContent, TextContent } from "../models/model-client.ts";
import { outsideText } from "./tool-result.ts";

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
