import { existsSync, readFileSync } from "node:fs";
import type { Actor } from "../../engine/execute/action-types.ts";
import { PHONE_COLUMNS } from "../markup/markdown.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import { tableSvg } from "../markup/table-image.ts";
import { csvOf, plainRows, type Table } from "../markup/tables.ts";
import { type AttachedTable, type SheetPage, tablesToDraw } from "../markup/wide-tables.ts";
import { isReplyFile, replyFilePath, writeReplyFile } from "../outbox/reply-files.ts";
import type { OutgoingFile } from "../platform/chat-adapter.ts";
import type { Wording } from "./render-reply.ts";

/** What goes beside the pictures of a program. */
const DOCUMENTS: ReadonlySet<string> = new Set(["application/pdf", "text/html"]);

/** Media types of the files beside a reply, by their endings. */
const MEDIA_TYPES = {
  csv: "text/csv",
  json: "application/json",
  txt: "text/plain",
  png: "image/png",
} as const;

/** Pictures that are drawn for one answer; further tables are words. */
const MOST_PICTURES = 4;

/** Turns SVG text into PNG bytes. Rejects when it cannot, or when the signal says so. */
export type DrawPicture = (svg: string, signal: AbortSignal) => Promise<Uint8Array>;

/** What stands beside words. */
type Beside = Pick<Wording, "sheets" | "files">;

/** Draws the tables of answers and writes what goes beside their words; a file stands under the key of its reply, so that each is made once. */
export class ReplyTables {
  readonly #parts: ConstructorParameters<typeof ReplyTables>[0];

  constructor(parts: {
    /** Absolute path of a file in a chat's folder. */
    readonly filePath: (chatKey: string, path: string) => string;
    readonly outbox: {
      /** Letters of code in a line of a chat, where its platform is a terminal. */
      columns(chatKey: string): number | undefined;
    };
    /** Absent: no picture is drawn. */
    readonly drawPicture?: DrawPicture;
  }) {
    this.#parts = parts;
  }

  /** Where a reply with this key is shown, and which of its pictures are there. */
  page(key: string, { chatId, language }: Pick<Actor, "chatId" | "language">): SheetPage {
    const columns = this.#parts.outbox.columns(chatId) ?? PHONE_COLUMNS;
    const isDrawn = (index: number): boolean => existsSync(this.#picturePath(key, chatId, index));
    return { language, columns, isDrawn };
  }

  /** Draws the pictures of an answer that a chat shows, or `only` one table, one after the other, none on a terminal. A picture that cannot be drawn is left out; never rejects. */
  async draw(
    key: string,
    chatId: string,
    markdown: string,
    signal: AbortSignal = new AbortController().signal,
    only?: Table,
  ): Promise<void> {
    const { drawPicture, outbox } = this.#parts;
    if (drawPicture === undefined || outbox.columns(chatId) !== undefined) return;
    const tables =
      only === undefined
        ? tablesToDraw(markdown).slice(0, MOST_PICTURES)
        : [{ table: only, index: 0 }];
    for (const { table, index } of tables) {
      const path = this.#picturePath(key, chatId, index);
      if (signal.aborted || existsSync(path)) continue;
      try {
        writeReplyFile(path, await drawPicture(tableSvg(table), signal));
      } catch {
        // the words show the table then
      }
    }
  }

  /** What goes beside the words of a reply with this key, in order: its sheets, and the pictures that its program made. */
  filesOf(key: string, chatId: string, { sheets, files }: Beside): readonly OutgoingFile[] {
    const pictures = files.filter(({ mediaType }) => mediaType.startsWith("image/"));
    // The words are about the only picture; of several each needs a name.
    const isAlone = pictures.length === 1 && sheets.length === 0;
    // A report goes with its charts; a document alone stays among the files.
    const documents =
      pictures.length === 0 ? [] : files.filter(({ mediaType }) => DOCUMENTS.has(mediaType));
    return [
      ...sheets.map((sheet, index) => this.#fileOf(key, chatId, sheet, index)),
      ...[...pictures, ...documents].map(({ path, mediaType }): OutgoingFile => {
        const name = isReplyFile(path) ? "chart.png" : (path.split("/").at(-1) ?? path);
        const place = this.#parts.filePath(chatId, path);
        return { path: place, name, mediaType, ...(!isAlone && { caption: escapeMarkup(name) }) };
      }),
    ];
  }

  /** Keeps the rows of a table under `key` as CSV, for a button to send. */
  keepRows(key: string, chatId: string, table: Table): void {
    writeReplyFile(replyFilePath(this.#folderOf(chatId), key, "csv"), csvOf(plainRows(table)));
  }

  /** Keeps a copy of a picture under `key`, for a button to send; false where the picture is not there. */
  keep(key: string, chatId: string, { path }: OutgoingFile): boolean {
    if (!existsSync(path)) return false;
    writeReplyFile(replyFilePath(this.#folderOf(chatId), key, "png"), readFileSync(path));
    return true;
  }

  /** The file that a sheet is; it is written where it is not there yet. */
  #fileOf(key: string, chatId: string, sheet: AttachedTable, index: number): OutgoingFile {
    const { caption } = sheet;
    if (sheet.kind === "picture") {
      const path = this.#picturePath(key, chatId, sheet.index);
      const name = `table-${sheet.index + 1}.png`;
      const table = { rows: plainRows(sheet.table), isRight: sheet.table.isRight };
      return { path, name, mediaType: MEDIA_TYPES.png, table, ...(caption !== "" && { caption }) };
    }
    const { ending, content } = sheet;
    const path = replyFilePath(this.#folderOf(chatId), `${key}:${index}`, ending);
    writeReplyFile(path, content);
    const name = `table-${index + 1}.${ending}`;
    return { path, name, mediaType: MEDIA_TYPES[ending], caption };
  }

  #picturePath(key: string, chatId: string, index: number): string {
    return replyFilePath(this.#folderOf(chatId), `${key}:picture${index}`, "png");
  }

  #folderOf(chatId: string): (path: string) => string {
    return (path) => this.#parts.filePath(chatId, path);
  }
}
