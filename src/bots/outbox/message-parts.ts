import type { Localized } from "../../base/localized.ts";
import { type MeasureText, splitText } from "../markup/split-text.ts";
import type { ChatAdapter, OutgoingFile, OutgoingMessage } from "../platform/chat-adapter.ts";
import type { MessageClass } from "./statements.ts";
import type { OutboxRow } from "./table.ts";

/** What became of one message. */
export type Delivery =
  | { readonly state: "sent"; readonly messageId: string }
  | { readonly state: "unknown" | "failed"; readonly problem: Localized };

/** Longest text that goes under a file (Telegram Bot API, caption: 1,024 characters after entity parsing). */
export const CAPTION_LENGTH = 900;

const NO_REASON: Localized = { en: "No reason is known.", ko: "까닭을 알 수 없어요." };

/** What a platform takes in one message. */
export interface MessageRoom {
  /** Longest text, in the units of `lengthOf`. */
  readonly maxLength: number;
  readonly lengthOf?: MeasureText;
  /** Default: each file is a message of its own. */
  readonly together?: NonNullable<ChatAdapter["together"]>;
}

/**
 * The messages that one becomes, each within the room of its platform. Buttons and a file go with the last, and who is mentioned or answered with the first; of several files each
 * album has its own words, and buttons follow them. A card is never split: its buttons belong to all of it.
 */
export function messagesOf(
  { class: kind, message }: { readonly class: MessageClass; readonly message: OutgoingMessage },
  room: MessageRoom,
): readonly OutgoingMessage[] {
  if (kind === "card") return [message];
  const { files = [], ...words } = message;
  if (files.length < 2) return textParts(message, room);
  const groups = room.together?.(files) ?? files.map((file) => [file]);
  const albums = groups.flatMap((group) => albumParts(group, room));
  if (words.text === "") return albums;
  const said = textParts(words, room);
  return words.buttons === undefined ? [...said, ...albums] : [...albums, ...said];
}

function textParts(message: OutgoingMessage, room: MessageRoom): readonly OutgoingMessage[] {
  if (message.text === "") return [message];
  const texts = splitText(message.text, room.maxLength, room.lengthOf);
  const isCaption = message.files === undefined || message.text.length <= CAPTION_LENGTH;
  const alone = isCaption ? texts.slice(0, -1) : texts;
  const last = isCaption ? (texts.at(-1) ?? "") : "";
  const { mention, repliesTo, ...rest } = message;
  const parts = [...alone.map((text) => ({ text })), { ...rest, text: last }];
  const called = {
    ...(mention === undefined ? {} : { mention }),
    ...(repliesTo === undefined ? {} : { repliesTo }),
  };
  return parts.map((part, index) => (index === 0 ? { ...part, ...called } : part));
}

/** Captions too long to stand with an album come before it. */
function albumParts(files: readonly OutgoingFile[], room: MessageRoom): readonly OutgoingMessage[] {
  const captions = messageWords({ text: "", files });
  if (captions.length <= CAPTION_LENGTH) return [{ text: "", files }];
  const bare = files.map(({ caption: _, ...file }) => file);
  const texts = splitText(captions, room.maxLength, room.lengthOf);
  return [...texts.map((text) => ({ text })), { text: "", files: bare }];
}

/** Everything that a message says, in light markup: its text, and under it what its files are. */
export function messageWords({ text, files = [] }: OutgoingMessage): string {
  return [text, ...files.map(({ caption = "" }) => caption)]
    .filter((part) => part !== "")
    .join("\n");
}

/** A message for each file of an album, in order: what the album said beside its captions stands with the first, and buttons with the last. */
export function eachAlone({
  files = [],
  text,
  buttons,
  repliesTo,
  ...rest
}: OutgoingMessage): readonly OutgoingMessage[] {
  return files.map((file, index) => ({
    ...rest,
    ...(repliesTo === undefined || index > 0 ? {} : { repliesTo }),
    text: index === 0 ? text : "",
    files: [file],
    ...(buttons === undefined || index < files.length - 1 ? {} : { buttons }),
  }));
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
