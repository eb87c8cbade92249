import { digestOf } from "../../base/digest.ts";
import type { Language } from "../../base/localized.ts";
import { messageWords } from "../outbox/message-parts.ts";
import type { MessageTone, OutgoingMessage } from "../platform/chat-adapter.ts";
import { componentsOf } from "./components.ts";
import { nameOf } from "./files.ts";
import { fitDiscordMarkdown, toDiscordMarkdown } from "./markup.ts";

/** Longest content of a message in UTF-16 units (docs "Create Message", content: up to 2000 characters). */
export const MAX_CONTENT_LENGTH = 2000;
/** Longest text of all text displays of a message together (docs "Component Reference", IS_COMPONENTS_V2). */
const MAX_DISPLAY_LENGTH = 4000;
/** No previews of addresses in the text (docs "Message Resource", Message Flags: SUPPRESS_EMBEDS). */
const SUPPRESS_EMBEDS = 4;
/** The message consists of components alone; it does so for ever (docs "Message Resource", Message Flags: IS_COMPONENTS_V2). */
const IS_COMPONENTS_V2 = 1 << 15;
/** Types of components that show something (docs "Component Reference"). */
const COMPONENT = { text: 10, gallery: 12, file: 13, container: 17 } as const;
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
 * A message as Discord shows it, in Markdown that mentions nobody but whom the message names, without previews of addresses. A card is a
 * container in the colour of its tone, anything else is plain content. Every field is there, so that an edit leaves nothing of what was before.
 * `language` is that of what Discord shows by itself, such as a menu where nothing is chosen.
 */
export function lookOf(message: OutgoingMessage, language: Language) {
  const { tone, mention } = message;
  const called = mention === undefined ? "" : `<@${mention.id}> `;
  const words = (most: number): string =>
    `${called}${fitDiscordMarkdown(messageWords(message), most - called.length)}`;
  const rows = componentsOf(message, language);
  const mentions = { parse: [], ...(mention === undefined ? {} : { users: [mention.id] }) };
  if (tone === undefined)
    return {
      content: words(MAX_CONTENT_LENGTH),
      embeds: [],
      components: rows,
      allowed_mentions: mentions,
      flags: SUPPRESS_EMBEDS,
    };
  const text = { type: COMPONENT.text, content: words(MAX_DISPLAY_LENGTH) };
  const shown = [...(text.content === "" ? [] : [text]), ...filesShown(message), ...rows];
  return {
    components: [{ type: COMPONENT.container, accent_color: COLOURS[tone], components: shown }],
    allowed_mentions: mentions,
    flags: IS_COMPONENTS_V2,
  };
}

/** What "Edit Message" takes: a message of components must have nothing else, also where it had before. */
export function editOf(look: DiscordLook): object {
  return "content" in look ? look : { ...look, content: null, embeds: null };
}

/** Files of a message of components show where a component names them (docs "Component Reference", Unfurled Media Item). */
function filesShown({ files = [] }: OutgoingMessage): readonly object[] {
  const urlOf = (name: string): object => ({ url: `attachment://${name}` });
  const isPicture = (type: string): boolean => type.startsWith("image/");
  const items = files.filter(({ mediaType }) => isPicture(mediaType));
  const others = files.filter(({ mediaType }) => !isPicture(mediaType));
  const gallery = {
    type: COMPONENT.gallery,
    items: items.map((file) => ({ media: urlOf(nameOf(file)) })),
  };
  return [
    ...(items.length === 0 ? [] : [gallery]),
    ...others.map((file) => ({ type: COMPONENT.file, file: urlOf(nameOf(file)) })),
  ];
}

/** The words of the text displays among components, in order. */
export function displayedText(components: readonly unknown[]): readonly string[] {
  return components.flatMap((entry) => {
    const { type, content, components: inner = [] } = entry as DisplayedComponent; // every field is looked at before it is used
    const own = type === COMPONENT.text && typeof content === "string" ? [content] : [];
    return [...own, ...displayedText(Array.isArray(inner) ? inner : [])];
  });
}

interface DisplayedComponent {
  readonly type?: unknown;
  readonly content?: unknown;
  readonly components?: unknown;
}

/** The nonce of a message: the same key gives the same; 25 characters are the most (docs "Create Message", nonce). */
export function nonceOf(key: string): string {
  return digestOf(key).slice(0, 25);
}
