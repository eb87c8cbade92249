import type { Language } from "../../base/localized.ts";
import type { Button } from "../platform/chat-adapter.ts";
import { say, type TextKey } from "../texts/say.ts";

/** A page of a list, both counted from 1. */
export interface PageOf {
  readonly at: number;
  readonly pages: number;
}

/** The page that is nearest to the wanted one in a list of `count` things, `rows` of them on each. */
export function pageNear(wanted: number, count: number, rows: number): PageOf {
  const pages = Math.max(1, Math.ceil(count / rows));
  return { at: Math.min(Math.max(1, wanted), pages), pages };
}

/** What words after the command of a list ask for. */
export type AskedFor<Item> =
  | { readonly kind: "page"; readonly page: number }
  | { readonly kind: "one"; readonly item: Item }
  | { readonly kind: "some"; readonly items: readonly Item[] };

/** Reads the words after the command of a list: nothing or a number is a page, anything else a piece of a name; `some` without items where nothing is called so. Names are given in small letters. */
export function askedFor<Item>(
  items: readonly Item[],
  words: string,
  namesOf: (item: Item) => readonly string[],
): AskedFor<Item> {
  if (/^\d{0,4}$/.test(words)) return { kind: "page", page: Number(words) };
  const wanted = words.normalize("NFC").toLowerCase();
  const found = items.filter((item) => namesOf(item).some((name) => name.includes(wanted)));
  const exact = found.find((item) => namesOf(item).includes(wanted));
  const [only] = exact === undefined && found.length === 1 ? found : [exact];
  return only === undefined ? { kind: "some", items: found } : { kind: "one", item: only };
}

/** Numbers of all pages. */
export function pageNumbers(pages: number): readonly number[] {
  return Array.from({ length: pages }, (_unused, index) => index + 1);
}

/** The row of buttons that turn a page of a list, by default one with the newest first; empty where there is nowhere to turn. `dataOf` gives a page's button data. */
export function turnButtons(
  { at, pages }: PageOf,
  language: Language,
  dataOf: (page: number) => string,
  labels: { readonly before: TextKey; readonly after: TextKey } = NEWEST_FIRST,
): readonly Button[] {
  const button = (label: TextKey, page: number): readonly Button[] =>
    page < 1 || page > pages ? [] : [{ label: say(language, label), data: dataOf(page) }];
  return [...button(labels.before, at - 1), ...button(labels.after, at + 1)];
}

/** Most buttons under a message. */
const MOST_BUTTONS = 4;

/** Longest label of a button that no phone cuts, in UTF-16 units. */
export const LONGEST_LABEL = 24;

/** How many things stand on a page where each has a button beside `others`: all where four buttons do, else so many that one more goes on to the next page. */
export function rowsBeside(count: number, others = 0): number {
  const room = MOST_BUTTONS - others;
  return count <= room ? room : room - 1;
}

/** The button that goes on to the next page, and from the last to the first; none where all is shown. */
export function moreButton(
  { at, pages }: PageOf,
  language: Language,
  dataOf: (page: number) => string,
): readonly Button[] {
  if (pages === 1) return [];
  const isLast = at === pages;
  const label = say(language, isLast ? "pageFirst" : "pageMore");
  return [{ label, data: dataOf(isLast ? 1 : at + 1) }];
}

/** Buttons in two rows at most: one row where it holds them. */
export function inRows(buttons: readonly Button[]): readonly (readonly Button[])[] {
  if (buttons.length === 0) return [];
  if (buttons.length < MOST_BUTTONS) return [buttons];
  return [buttons.slice(0, MOST_BUTTONS / 2), buttons.slice(MOST_BUTTONS / 2)];
}

const NEWEST_FIRST = { before: "pageNewer", after: "pageOlder" } as const;
