import type { Language } from "../../base/localized.ts";
import { visibleText } from "../../base/visible-text.ts";
import { toPlainText } from "../markup/parse-markup.ts";
import { cutText } from "../markup/split-text.ts";
import type { Button, ButtonStyle, OutgoingMessage } from "../platform/chat-adapter.ts";
import { say } from "../texts/say.ts";

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
  /** The form that asks when to remind of a message. */
  remind: "ibl:remind",
  /** A menu in the place of many buttons. */
  menu: "ibl:menu",
  /** Stands before the data of a button whose presser alone sees what comes of it. */
  quiet: "ibl:quiet:",
} as const;

/** What comes back with a pressed button or a chosen option. */
function dataOf({ data, isQuiet }: Button): string {
  return isQuiet === true ? `${CUSTOM_ID.quiet}${data}` : data;
}

/** Most buttons that stand side by side; more are offered as a menu. */
const MOST_BUTTONS = 4;

/**
 * The rows under a message: buttons as they were given; of more than four the coloured ones and a last one that stands alone, which is
 * often the way out, stay buttons, and the others become menus. Where that is too much, all of them do. The values of a menu are the data of its buttons.
 */
export function componentsOf(
  { buttons = [], form }: Pick<OutgoingMessage, "buttons" | "form">,
  language: Language,
): readonly object[] {
  const own = form === undefined ? [] : [rowOf([{ label: form.label, data: CUSTOM_ID.form }])];
  const room = MOST_ROWS - own.length;
  const all = buttons.flat();
  const rows = all.length <= MOST_BUTTONS ? buttons.map(rowOf) : withMenus(buttons, language);
  return [...own, ...(rows.length <= room ? rows : menusOf(all, language).slice(0, room))];
}

function withMenus(rows: readonly (readonly Button[])[], language: Language): readonly object[] {
  const last = rows.at(-1) ?? [];
  const [wayOut] = last.length === 1 && last[0]?.style === undefined ? last : [];
  const listed = rows.flat().filter((each) => each.style === undefined && each !== wayOut);
  const coloured = rows.flat().filter(({ style }) => style !== undefined);
  return [
    ...chunks(coloured, MOST_IN_ROW).map(rowOf),
    ...menusOf(listed, language),
    ...(wayOut === undefined ? [] : [rowOf([wayOut])]),
  ];
}

function menusOf(buttons: readonly Button[], language: Language): readonly object[] {
  return chunks(buttons, MOST_OPTIONS).map((options, index) => ({
    type: COMPONENT.row,
    components: [
      {
        type: COMPONENT.select,
        custom_id: `${CUSTOM_ID.menu}:${index}`,
        placeholder: say(language, "discordChoose"),
        options: options.map((button) => ({
          label: shortOf(button.label, LONGEST_OPTION),
          value: dataOf(button),
        })),
      },
    ],
  }));
}

/** One button of a row at most is coloured: the first that asks for it. */
function rowOf(buttons: readonly Button[]): object {
  const coloured = buttons.find(({ style }) => style !== undefined);
  return {
    type: COMPONENT.row,
    components: buttons.map((button) => ({
      type: COMPONENT.button,
      style: button === coloured && button.style ? BUTTON_STYLES[button.style] : SECONDARY,
      label: shortOf(button.label, LONGEST_LABEL),
      custom_id: button.opensForm === true ? CUSTOM_ID.form : dataOf(button),
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
