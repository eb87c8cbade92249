import type { Message } from "grammy/types";

type Describe = {
  readonly [Field in keyof Message]?: (value: NonNullable<Message[Field]>) => string;
};

/**
 * What people send beside text, in the order looked at: an animation also comes as a document, a venue also as a location
 * (Bot API, Message). Anything that is not here is a service message.
 */
const CONTENT: Describe = {
  animation: () => "animation",
  live_photo: () => "live photo",
  document: (file) => `file${quoted(file.file_name)}${sized(file.file_size)}`,
  photo: (sizes) => `photo${dimensions(sizes.at(-1))}`,
  video: (file) => `video${seconds(file.duration)}`,
  video_note: (file) => `video note${seconds(file.duration)}`,
  voice: (file) => `voice message${seconds(file.duration)}`,
  audio: (file) => `audio${quoted(file.title ?? file.file_name)}${seconds(file.duration)}`,
  sticker: (sticker) => `sticker${sticker.emoji === undefined ? "" : ` ${sticker.emoji}`}`,
  venue: ({ title, address, location }) =>
    `place${quoted(title)}, ${address}, ${location.latitude}, ${location.longitude}`,
  location: ({ latitude, longitude }) => `location ${latitude}, ${longitude}`,
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
 * `[file "a.pdf" 12 KB]`, below a note `[forwarded from Minji]` when the words are not the sender's own. Undefined for
 * service messages. `typed` is the text or caption, if any.
 */
export function describeContent(message: Message, typed: string | undefined): string | undefined {
  const note = contentNote(message);
  if (note === undefined && typed === undefined) return undefined;
  return [forwardNote(message), note, typed].filter((part) => part !== undefined).join("\n");
}

function forwardNote({ forward_origin: origin }: Message): string | undefined {
  if (origin === undefined) return undefined;
  switch (origin.type) {
    case "user":
      return `[forwarded from ${origin.sender_user.first_name}]`;
    case "hidden_user":
      return `[forwarded from ${origin.sender_user_name}]`;
    case "chat":
      return `[forwarded from ${origin.sender_chat.title ?? "a chat"}]`;
    case "channel":
      return `[forwarded from ${origin.chat.title}]`;
  }
}

function contentNote(message: Message): string | undefined {
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

function seconds(duration: number): string {
  return ` ${duration} s`;
}

function sized(sizeBytes: number | undefined): string {
  return sizeBytes === undefined ? "" : ` ${Math.max(1, Math.round(sizeBytes / 1024))} KB`;
}

function dimensions(size: { readonly width: number; readonly height: number } | undefined): string {
  return size === undefined ? "" : ` ${size.width}x${size.height}`;
}
