import type { Language } from "../base/words.ts";
import type { Button } from "./adapter.ts";
import { say, type TextKey } from "./texts.ts";

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

const NEWEST_FIRST = { before: "pageNewer", after: "pageOlder" } as const;
