import type { getDocumentProxy } from "unpdf";

/** The text of a PDF, pages apart by an empty line. `isCut` says that it goes on. */
export interface PdfText {
  readonly text: string;
  readonly pages: number;
  readonly isCut: boolean;
}

/** Longest text kept of a PDF, in UTF-16 units. */
const PDF_LENGTH = 1024 * 1024;

/** What to read. `pages` count from 1; without any, all are read. */
export interface PdfRequest {
  readonly bytes: Uint8Array;
  readonly pages: readonly number[];
}

/** What came of reading a PDF: its text, or the name of the reader's own error. */
export type PdfAnswer = PdfText | { readonly failed: string };

/** Reads the text of a PDF. A PDF of a few kilobytes can keep it busy for hours, so it runs in a process that can be ended. */
export async function readPdf({ bytes, pages: wanted }: PdfRequest): Promise<PdfAnswer> {
  const pdf = await import("unpdf");
  try {
    const document = await pdf.getDocumentProxy(Uint8Array.from(bytes), {
      verbosity: 0,
      stopAtErrors: false,
    });
    const pages = document.numPages;
    const { text, isCut } = await textOf(document, pagesOf(wanted, pages));
    await document.destroy();
    return { text, pages, isCut };
  } catch (error) {
    if (error instanceof RangeError) throw error; // there is no memory for it
    return { failed: error instanceof Error ? error.name : "" };
  }
}

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

/** The numbers of the pages that are read, those that are wanted or all. */
function pagesOf(wanted: readonly number[], count: number): readonly number[] {
  return wanted.length > 0
    ? wanted.filter((number) => number <= count)
    : Array.from({ length: count }, (_, index) => index + 1);
}

async function textOf(
  document: PdfDocument,
  numbers: readonly number[],
): Promise<Pick<PdfText, "text" | "isCut">> {
  const texts: string[] = [];
  let length = 0;
  for (const number of numbers) {
    if (length > PDF_LENGTH) break;
    const text = await textOfPage(document, number);
    if (text !== "") texts.push(text);
    length += text.length + 2;
  }
  const all = texts.join("\n\n");
  return { text: all.slice(0, PDF_LENGTH), isCut: length > PDF_LENGTH };
}

async function textOfPage(document: PdfDocument, number: number): Promise<string> {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  const text = items
    .map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : ""))
    .join("")
    .trim();
  page.cleanup();
  return text;
}
