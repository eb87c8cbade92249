import { digestOf } from "../../base/digest.ts";
import type { Language } from "../../base/localized.ts";
import { visibleText } from "../../base/visible-text.ts";
import { scanLines, toPlainText } from "../markup/parse-markup.ts";
import { cutText } from "../markup/split-text.ts";
import { messageWords } from "../outbox/message-parts.ts";
import type {
  Button,
  ButtonStyle,
  MessageTone,
  OutgoingMessage,
} from "../platform/chat-adapter.ts";
import { say } from "../texts/say.ts";
import { fitDiscordMarkdown, toDiscordMarkdown } from "./markup.ts";

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

/** Component types, and styles of buttons and text inputs (docs "Component Reference"). */
const COMPONENT = { row: 1, button: 2, select: 3, input: 4, label: 18 } as const;
const SECONDARY = 2;
const BUTTON_STYLES: Readonly<Record<ButtonStyle, number>> = { primary: 1, success: 3, danger: 4 };
const PARAGRAPH = 2;

/** Most rows of a message and most buttons of a row (docs "Component Reference", Action Row). */
const MOST_ROWS = 5;
const MOST_IN_ROW = 5;
/** Longest label of a button (docs "Component Reference", Button). */
const LONGEST_LABEL = 80;
/** Most options of a select menu, and longest label of one; its placeholder may have 150 characters (docs "Component Reference", String Select). */
const MOST_OPTIONS = 25;
const LONGEST_OPTION = 100;
/** Longest title of a modal and label of a field (docs "Component Reference", Label; "Interactions", Modal). */
const LONGEST_TITLE = 45;
/** Longest value of a text input (docs "Component Reference", Text Input). */
const LONGEST_INPUT = 4000;

/** Custom ids of our own beside signed button data; none is longer than 100 characters (docs "Component Reference", custom_id). */
export const CUSTOM_ID = {
  /** Opens a form for an answer in words. */
  form: "ibl:form",
  /** The form itself, and its field. */
  answer: "ibl:answer",
  words: "ibl:words",
  /** The form about someone's message, with the interaction that opened it behind a colon, and the field that quotes it. */
  about: "ibl:about",
  quoted: "ibl:quoted",
  /** A menu in the place of many buttons. */
  menu: "ibl:menu",
} as const;

/** The rows under a message: buttons as they were given; where more rows come than fit, lists of single buttons become menus, and where that is too much still, all of them do. The values of a menu are the data of its buttons. */
export function componentsOf(
  { buttons = [], form }: Pick<OutgoingMessage, "buttons" | "form">,
  language: Language,
): readonly object[] {
  const given = buttons.flatMap((row) => chunks(row, MOST_IN_ROW));
  const own = form === undefined ? [] : [rowOf([{ label: form.label, data: CUSTOM_ID.form }])];
  const room = MOST_ROWS - own.length;
  const ways = [
    () => given.map(rowOf),
    () => withMenus(given, language),
    () => menusOf(given.flat(), language),
  ];
  const rows = ways.map((way) => way()).find(({ length }) => length <= room);
  return [...own, ...(rows ?? menusOf(given.flat(), language).slice(0, room))];
}

/** Rows with one button each go into menus, but for the last of them, which is often the way out; the others stay buttons. */
function withMenus(rows: readonly (readonly Button[])[], language: Language): readonly object[] {
  const wide = rows.filter((row) => row.length > 1);
  const single = rows.filter((row) => row.length === 1).flat();
  const kept = single.length > 1 ? single.slice(-1) : [];
  const listed = single.slice(0, single.length - kept.length);
  return [...menusOf(listed, language), ...[...wide, ...kept.map((button) => [button])].map(rowOf)];
}

function menusOf(buttons: readonly Button[], language: Language): readonly object[] {
  return chunks(buttons, MOST_OPTIONS).map((options, index) => ({
    type: COMPONENT.row,
    components: [
      {
        type: COMPONENT.select,
        custom_id: `${CUSTOM_ID.menu}:${index}`,
        placeholder: say(language, "discordChoose"),
        options: options.map(({ label, data }) => ({
          label: shortOf(label, LONGEST_OPTION),
          value: data,
        })),
      },
    ],
  }));
}

function rowOf(buttons: readonly Button[]): object {
  return {
    type: COMPONENT.row,
    components: buttons.map(({ label, data, style }) => ({
      type: COMPONENT.button,
      style: style === undefined ? SECONDARY : BUTTON_STYLES[style],
      label: shortOf(label, LONGEST_LABEL),
      custom_id: data,
    })),
  };
}

/** A form with one field for an answer, filled in with `value` unless that is too long for it or has what the field would not show; titles are cut to what Discord shows. */
export function answerForm(title: string, label: string, value = ""): object {
  const isShown = value !== "" && value.length <= LONGEST_INPUT && visibleText(value) === value;
  const filled = isShown ? { value } : {};
  return {
    custom_id: CUSTOM_ID.answer,
    title: shortOf(title, LONGEST_TITLE),
    components: [fieldOf(label, { custom_id: CUSTOM_ID.words, ...filled })],
  };
}

/** A form that asks what to do with a message, whose words stand in it as a field of their own: they need not be remembered until it comes back. */
export function aboutForm(words: {
  readonly customId: string;
  readonly title: string;
  readonly question: string;
  readonly quotedLabel: string;
  readonly quoted: string;
}): object {
  const { customId, title, question, quotedLabel } = words;
  const value = cutText(visibleText(words.quoted), LONGEST_INPUT);
  return {
    custom_id: customId,
    title: shortOf(title, LONGEST_TITLE),
    components: [
      fieldOf(question, { custom_id: CUSTOM_ID.words, max_length: 1000 }),
      fieldOf(quotedLabel, { custom_id: CUSTOM_ID.quoted, value, required: false }),
    ],
  };
}

function fieldOf(label: string, input: object): object {
  return {
    type: COMPONENT.label,
    label: shortOf(label, LONGEST_TITLE),
    component: {
      type: COMPONENT.input,
      style: PARAGRAPH,
      required: true,
      max_length: LONGEST_INPUT,
      ...input,
    },
  };
}

/** The nonce of a message: the same key gives the same; 25 characters are the most (docs "Create Message", nonce). */
export function nonceOf(key: string): string {
  return digestOf(key).slice(0, 25);
}

/** Labels hold no markup. */
function shortOf(label: string, maxLength: number): string {
  const plain = toPlainText(label).trim() || "…";
  return plain.length <= maxLength ? plain : `${cutText(plain, maxLength - 1)}…`;
}

/** Items in groups of at most `size`, in order. */
export function chunks<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const found: (readonly T[])[] = [];
  for (let from = 0; from < items.length; from += size) found.push(items.slice(from, from + size));
  return found;
}
