import type { Language } from "../../base/localized.ts";
import { say } from "../texts/say.ts";
import { type AnswerPage, answerMarkup, PHONE_COLUMNS, type WideTable } from "./markdown.ts";
import { escapeMarkup } from "./parse-markup.ts";
import { columnsMarkup, csvOf, plainRows, recordsMarkup, type Table, tableForm } from "./tables.ts";

/** Rows that stand in the words where a whole table is a file. */
const HEAD_ROWS = 5;

/** What goes with the words of a reply, as a message of its own. `caption` is light markup. */
export type AttachedTable =
  | {
      readonly kind: "picture";
      readonly caption: string;
      readonly index: number;
      readonly table: Table;
    }
  | {
      readonly kind: "file";
      readonly caption: string;
      /** Ending of the file, which is also what it is. */
      readonly ending: "csv" | "json" | "txt";
      readonly content: string;
    };

/** To whom and where an answer is shown. */
export interface SheetPage {
  readonly language: Language;
  /** Letters of code that a line holds, in columns of a terminal. */
  readonly columns: number;
  /** True where the picture of a wide table is there. */
  readonly isDrawn: (index: number) => boolean;
}

/** A model's Markdown as light markup, and the tables that stand beside it: a picture where it is drawn (blocks of lines in the words elsewhere), a file for a larger one. Pure. */
export function answerWithSheets(
  markdown: string,
  page: SheetPage,
): { readonly text: string; readonly sheets: readonly AttachedTable[] } {
  const sheets: AttachedTable[] = [];
  const showWide: AnswerPage["showWide"] = (wide) => {
    if (wide.form === "file") sheets.push(fileOf(wide, page));
    else if (page.isDrawn(wide.index)) sheets.push(pictureOf(wide, page));
    return wideWords(wide, page);
  };
  const text = answerMarkup(markdown, { columns: page.columns, showWide });
  return { text, sheets };
}

/** What stands in the words for a wide table. Pure. */
export function wideWords({ table, form, index, title }: WideTable, page: SheetPage): string {
  const { language } = page;
  const number = index + 1;
  if (form === "picture")
    return page.isDrawn(index)
      ? say(language, "tableBelow", { number, title: escapeMarkup(title) })
      : recordsMarkup(table);
  return [
    headMarkup(table, page.columns),
    say(language, "tableWhole", { number, count: table.rows.length }),
  ].join("\n\n");
}

/** The tables of a model's Markdown that are read best as pictures. Pure. */
export function tablesToDraw(markdown: string, columns = PHONE_COLUMNS): readonly WideTable[] {
  const found: WideTable[] = [];
  const showWide = (wide: WideTable): string => {
    if (wide.form === "picture") found.push(wide);
    return "";
  };
  answerMarkup(markdown, { columns, showWide });
  return found;
}

/** The first rows of a table, as columns where they fit. */
export function headMarkup(
  { names, isRight, rows }: Table,
  columns: number,
  count = HEAD_ROWS,
): string {
  const head = { names, isRight, rows: rows.slice(0, count) };
  return tableForm(head, columns) === "columns" ? columnsMarkup(head) : recordsMarkup(head);
}

function pictureOf({ index, table, title }: WideTable, { language }: SheetPage): AttachedTable {
  const facts = { number: index + 1, title: escapeMarkup(title) };
  return { kind: "picture", caption: say(language, "tablePicture", facts), index, table };
}

function fileOf({ table, index, title }: WideTable, { language }: SheetPage): AttachedTable {
  const facts = { number: index + 1, title: escapeMarkup(title) };
  const caption = say(language, "tableFile", facts);
  return { kind: "file", caption, ending: "csv", content: csvOf(plainRows(table)) };
}
