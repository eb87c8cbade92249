import type { Message, MessageOrigin } from "grammy/types";
import { isAttachedAs } from "./attachments.ts";

type Describe = {
  readonly [Field in keyof Message]?: (value: NonNullable<Message[Field]>) => string;
};

/**
 * What people send beside text and files, in the order looked at: a venue also comes as a location (Bot API, Message). Anything that
 * is neither here nor a file is a service message.
 */
const CONTENT: Describe = {
  live_photo: () => "live photo",
  sticker: (sticker) => `sticker${sticker.emoji === undefined ? "" : ` ${sticker.emoji}`}`,
  venue: ({ title, address, location }) =>
    `place${quoted(title)}, ${address}, ${location.latitude}, ${location.longitude}`,
  location: ({ latitude, longitude, live_period: live }) =>
    `${live === undefined ? "" : "live "}location ${latitude}, ${longitude}`,
  contact: ({ first_name: first, last_name: last, phone_number: phone }) =>
    `contact${quoted([first, last].filter((part) => part !== undefined).join(" "))} ${phone}`,
  dice: ({ emoji, value }) => `dice ${emoji} ${value}`,
  poll: ({ question, options }) =>
    `poll${quoted(question)}: ${options.map((option) => option.text).join(" / ")}`,
  checklist: ({ title }) => `checklist${quoted(title)}`,
  story: () => "story",
  game: ({ title }) => `game${quoted(title)}`,
  invoice: ({ title }) => `invoice${quoted(title)}`,
  paid_media: () => "paid media",
  giveaway: () => "giveaway",
};

/**
 * What to hand on as the text of a message: what was typed, below a note in brackets on what else it is, such as
 * `[sticker 👍]`, below a note `[forwarded from Minji]` when the words are not the sender's own. Undefined for
 * service messages. `typed` is the text or caption, if any. Files are not spoken of,
 * since they are attachments: one without words gives an empty text.
 */
export function describeContent(message: Message, typed: string | undefined): string | undefined {
  const note = contentNote(message);
  if (note === undefined && typed === undefined)
    return isAttachedAs(message) === undefined ? undefined : "";
  return [forwardNote(message), storyNote(message), note, typed]
    .filter((part) => part !== undefined)
    .join("\n");
}

/** The name of whoever wrote a message first. */
export function originName(origin: MessageOrigin): string {
  switch (origin.type) {
    case "user":
      return origin.sender_user.first_name;
    case "hidden_user":
      return origin.sender_user_name;
    case "chat":
      return origin.sender_chat.title ?? "a chat";
    case "channel":
      return origin.chat.title;
  }
}

function forwardNote({ forward_origin: origin }: Message): string | undefined {
  return origin === undefined ? undefined : `[forwarded from ${originName(origin)}]`;
}

/** Of the story that a message answers Telegram tells whose it is, and not what it shows (Bot API, Story). */
function storyNote({ reply_to_story: story }: Message): string | undefined {
  if (story === undefined) return undefined;
  const { title, first_name: name } = story.chat;
  return `[answer to a story of ${title ?? name ?? "somebody"}]`;
}

function contentNote(message: Message): string | undefined {
  if (isAttachedAs(message) !== undefined) return undefined;
  for (const field of Object.keys(CONTENT)) {
    // Object.keys of a literal of this very type gives its own keys.
    const note = noteOf(message, field as keyof Describe);
    if (note !== undefined) return `[${note}]`;
  }
  return undefined;
}

function noteOf<Field extends keyof Message>(message: Message, field: Field): string | undefined {
  const value = message[field];
  const describe = CONTENT[field];
  return value === undefined || value === null || describe === undefined
    ? undefined
    : describe(value);
}

function quoted(name: string | undefined): string {
  return name === undefined || name === "" ? "" : ` "${name}"`;
}
