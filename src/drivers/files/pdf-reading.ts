/** The text of a PDF, pages apart by an empty line. `isCut` says that it goes on. */
export interface PdfText {
  readonly text: string;
  readonly pages: number;
  readonly isCut: boolean;
}

/** Longest text kept of a PDF, in UTF-16 units. */
const PDF_LENGTH = 1024 * 1024;

/** What came of reading a PDF: its text, or the name of the reader's own error. */
export type PdfAnswer = PdfText | { readonly failed: string };

/** Reads the text of a PDF. A PDF of a few kilobytes can keep it busy for hours, so it runs in a process that can be ended. */
export async function readPdf(bytes: Uint8Array): Promise<PdfAnswer> {
  const { getDocumentProxy } = await import("unpdf");
  try {
    const document = await getDocumentProxy(Uint8Array.from(bytes), {
      verbosity: 0,
      stopAtErrors: false,
    });
    const texts: string[] = [];
    let length = 0;
    let number = 1;
    for (; number <= document.numPages && length <= PDF_LENGTH; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      const text = items
        .map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : ""))
        .join("")
        .trim();
      page.cleanup();
      if (text !== "") texts.push(text);
      length += text.length + 2;
    }
    const all = texts.join("\n\n");
    const isCut = all.length > PDF_LENGTH || number <= document.numPages;
    const pages = document.numPages;
    await document.destroy();
    return { text: all.slice(0, PDF_LENGTH), pages, isCut };
  } catch (error) {
    if (error instanceof RangeError) throw error; // there is no memory for it
    return { failed: error instanceof Error ? error.name : "" };
  }
}
